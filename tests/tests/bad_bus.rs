//! Stories of two servers that hear each other badly, or not at all.

use std::time::Duration;

use protocol::ServerMessage;
use serde_json::json;
use tests::{House, Person, Socket, Wires, wires::Quality};

/// Maria at the first server and Juan at the second, each with a connection
/// that has caught up.
struct Pair {
    house: House,
    game: String,
    people: [Person; 2],
    sockets: [Socket; 2],
}

async fn pair(wires: &Wires) -> Pair {
    let house = House::of_servers(2, wires.clone()).await;
    let people = [Person::at(house.address_of(0)), Person::at(house.address_of(1))];
    let game = people[0].play_with(&people[1], "international").await;
    let mut sockets = [people[0].socket(&game, None).await, people[1].socket(&game, None).await];
    for socket in &mut sockets {
        socket.caught_up().await;
    }
    Pair { house, game, people, sockets }
}

impl Pair {
    /// Whoever is on move plays the first legal move.
    async fn ply(&mut self, number: usize) {
        let person = &self.people[number % 2];
        let path = person.snapshot(&self.game).await["legal"][0]["path"].clone();
        person.does(&self.game, "move", json!({"path": path})).await;
    }

    /// The events that somebody was told, up to one.
    async fn told(&mut self, side: usize, last: u64) -> Vec<u64> {
        let mut seqs = Vec::new();
        while seqs.last() != Some(&last) {
            let message = self.sockets[side].next_of(&["event"]).await;
            seqs.push(message["seq"].as_u64().expect("a number"));
        }
        seqs
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_lost_doubled_and_out_of_order_on_the_way_is_told_once_and_in_order() {
    let wires = Wires::new(Quality::Bad);
    let mut pair = pair(&wires).await;
    for number in 0..20 {
        pair.ply(number).await;
    }
    let expected: Vec<u64> = (2..=21).collect();
    for side in 0..2 {
        assert_eq!(pair.told(side, 21).await, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_line_delays_and_loses_nothing() {
    let wires = Wires::new(Quality::Good);
    let mut pair = pair(&wires).await;
    wires.set(Quality::Dead);
    for number in 0..6 {
        pair.ply(number).await;
    }
    wires.set(Quality::Good);
    assert_eq!(pair.told(1, 7).await, [2, 3, 4, 5, 6, 7]);
    // And without anybody saying that something was missed: in time.
    wires.set(Quality::Dead);
    pair.people[0].does(&pair.game, "offer_draw", json!({})).await;
    loop {
        let message = pair.sockets[1].next_within(Duration::from_secs(30)).await;
        match message.expect("a connection").expect("the offer in time") {
            ServerMessage::Event { seq, .. } => return assert_eq!(seq.get(), 8),
            ServerMessage::Presence(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// What somebody hears who comes to a server while another one writes: nothing
/// beyond the number that was named, and after that the very next event.
async fn arrives(person: &Person, game: &str, since: u64) -> u64 {
    let mut socket = person.socket(game, Some(since)).await;
    let mut told = since;
    loop {
        let message = socket.next_of(&["snapshot", "event", "caught_up"]).await;
        let seq = message["seq"].as_u64().expect("a number");
        match message["type"].as_str() {
            // A gap that is too wide.
            Some("snapshot") => told = seq,
            Some("event") => {
                told += 1;
                assert_eq!(seq, told, "in order, before all is told");
            }
            _ => {
                assert_eq!(seq, told, "told up to there");
                break;
            }
        }
    }
    let next = socket.next_of(&["event"]).await;
    assert_eq!(next["seq"], told + 1, "once");
    told + 1
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_while_the_other_server_writes_is_told_each_event_once() {
    let wires = Wires::new(Quality::Good);
    let Pair { house, game, people: [maria, juan], .. } = pair(&wires).await;
    let path = format!("/api/games/{game}/commands");
    let writing = tokio::spawn(async move {
        for kind in ["offer_draw", "withdraw_draw"].into_iter().cycle() {
            let wish = json!({"type": kind, "id": uuid::Uuid::new_v4(), "seq": 0});
            let answer = maria.post(&path, &wish).await;
            assert!(answer.status.is_success(), "{}", answer.text);
        }
    });
    let (mut since, mut polled) = (1, 1);
    for _ in 0..25 {
        since = arrives(&juan, &game, since).await;
        let news = juan.get(&format!("/api/games/{game}/events?since={polled}")).await.json();
        for event in news["events"].as_array().into_iter().flatten() {
            polled += 1;
            assert_eq!(event["seq"], polled);
        }
        polled = news["seq"].as_u64().unwrap_or(since);
    }
    assert!(!writing.is_finished(), "the other server wrote all the time");
    writing.abort();
    drop(house);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_at_two_servers_at_once_become_one_log() {
    let wires = Wires::new(Quality::Good);
    let pair = pair(&wires).await;
    let [maria, juan] = &pair.people;
    for _ in 0..30 {
        // Each of them is granted, whoever comes first.
        let (here, there) = tokio::join!(
            maria.say(&pair.game, "offer_draw", json!({})),
            juan.say(&pair.game, "offer_rematch", json!({})),
        );
        assert!(here.status.is_success(), "{}", here.text);
        assert_eq!(there.code(), "not_allowed", "{}", there.text);
        let (here, there) = tokio::join!(
            maria.say(&pair.game, "withdraw_draw", json!({})),
            juan.say(&pair.game, "answer_draw", json!({"accept": false})),
        );
        let granted = [here.status.is_success(), there.status.is_success()];
        assert!(granted[0] ^ granted[1], "{} {}", here.text, there.text);
    }
    let seen = [maria.snapshot(&pair.game).await, juan.snapshot(&pair.game).await];
    assert_eq!(seen[0]["seq"], seen[1]["seq"]);
    assert_eq!(seen[0]["seq"], 61);
    drop(pair.house);
}
