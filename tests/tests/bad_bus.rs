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
