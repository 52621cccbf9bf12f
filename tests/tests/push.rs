//! Stories of players who are told by push that it is their turn.

use std::time::Duration;

use play::Time;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Config, Limits, Push, bus::SharedBus};
use tests::{House, Person, PushService, Wires, push_service::Subscription, wires::Quality};

/// What a house says that tells by a push service of ours.
fn config(service: &PushService) -> Config {
    let push = Push::Here { root: service.root() };
    Config { limits: Limits::Off, push, ..Config::default() }
}

struct Table {
    house: House,
    service: PushService,
    game: String,
    maria: Person,
    juan: Person,
}

/// Maria and Juan at a table, at a house that tells by push.
async fn table() -> Table {
    let service = PushService::open().await;
    let house = House::open_with(config(&service)).await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    Table { house, service, game, maria, juan }
}

async fn subscribes(person: &Person, service: &PushService, lang: &str) -> Subscription {
    let subscription = service.subscribe();
    let answer = person.post("/api/me/push", &subscription.wish(lang)).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    subscription
}

async fn moves(person: &Person, game: &str, path: &[u8]) {
    person.does(game, "move", json!({"path": path})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_told_once_for_each_turn_and_the_message_says_only_which_game() {
    let Table { house, mut service, game, maria, juan } = table().await;
    let key = juan.get("/api/push").await.json()["key"].as_str().expect("a key").to_owned();
    let phone = subscribes(&juan, &service, "hu").await;
    moves(&maria, &game, &[11, 15]).await;
    let told = service.next().await;
    assert!(phone.is_for(&told));
    assert_eq!(phone.open(&told), json!({"game": game, "lang": "hu"}));
    assert_eq!(told.key, key, "the key that the browser was given");
    let now = Time::from_millis(1_800_000_000_000).as_millis() / 1_000;
    let expires = told.claims["exp"].as_u64().expect("a time");
    assert!((now + 1..=now + 86_400).contains(&expires), "{expires}");
    assert!(!format!("{told:?}").contains(&game), "nothing in the open names the game");
    // Nothing of what is no move makes another turn of it.
    maria.does(&game, "offer_draw", json!({})).await;
    juan.does(&game, "answer_draw", json!({"accept": false})).await;
    moves(&juan, &game, &[22, 18]).await;
    moves(&maria, &game, &[15, 22]).await;
    let again = service.next().await;
    assert_eq!(phone.open(&again), phone.open(&told));
    assert_eq!(again.headers["topic"], told.headers["topic"], "takes the other one's place");
    assert_ne!(again.body, told.body);
    assert!(service.has_come().is_none(), "Maria has not asked for anything");
    drop(house);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_here_is_told_nothing() {
    let Table { house, mut service, game, maria, juan } = table().await;
    let phone = subscribes(&juan, &service, "en").await;
    let mut socket = juan.socket(&game, None).await;
    socket.caught_up().await;
    moves(&maria, &game, &[11, 15]).await;
    socket.next_event("moved").await;
    moves(&juan, &game, &[22, 18]).await;
    drop(socket);
    let mut watching = maria.socket(&game, None).await;
    while watching.next_of(&["presence"]).await["second"] != "away" {}
    moves(&maria, &game, &[15, 22]).await;
    // The first message is about the second move.
    let told = service.next().await;
    assert_eq!(phone.open(&told)["game"], game);
    assert!(service.has_come().is_none());
    drop(house);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_browser_of_a_player_is_told_until_it_ends_that() {
    let Table { house, mut service, game, maria, juan } = table().await;
    let phone = subscribes(&juan, &service, "fil").await;
    let desk = subscribes(&juan, &service, "en").await;
    moves(&maria, &game, &[11, 15]).await;
    let both = [service.next().await, service.next().await];
    for (browser, lang) in [(&phone, "fil"), (&desk, "en")] {
        let told = both.iter().find(|told| browser.is_for(told)).expect("a message");
        assert_eq!(browser.open(told)["lang"], lang);
    }
    // Ended by whoever knows the address, also without a cookie.
    let anybody = Person::at(house.address());
    for _ in 0..2 {
        let end = json!({"endpoint": desk.endpoint()});
        let answer = anybody.post("/api/me/push/off", &end).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
    }
    moves(&juan, &game, &[22, 18]).await;
    moves(&maria, &game, &[15, 22]).await;
    assert!(phone.is_for(&service.next().await));
    moves(&juan, &game, &[25, 18]).await;
    moves(&maria, &game, &[12, 16]).await;
    assert!(phone.is_for(&service.next().await), "and the desk was not told in between");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_that_is_gone_is_forgotten() {
    for status in [404, 410] {
        let Table { house, mut service, game, maria, juan } = table().await;
        let gone = subscribes(&juan, &service, "en").await;
        service.answers(status, None);
        moves(&maria, &game, &[11, 15]).await;
        assert!(gone.is_for(&service.next().await));
        service.answers(201, None);
        // A new one is told of every turn; the old one is asked no more than the
        // once that it may take to forget it.
        let fresh = subscribes(&juan, &service, "en").await;
        let (mut turns, mut again) = (0, 0);
        for [reply, mv] in [[[22, 18], [15, 22]], [[25, 18], [12, 16]], [[29, 25], [8, 12]]] {
            moves(&juan, &game, &reply).await;
            moves(&maria, &game, &mv).await;
            turns += 1;
            loop {
                let told = service.next().await;
                if fresh.is_for(&told) {
                    break;
                }
                again += 1;
            }
        }
        assert_eq!(turns, 3);
        assert!(again <= 1, "{status}: asked {again} times more");
        drop(house);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_asks_for_a_pause_is_asked_again_after_it() {
    let Table { house, mut service, game, maria, juan } = table().await;
    let phone = subscribes(&juan, &service, "en").await;
    service.answers(503, Some(1));
    let begun = std::time::Instant::now();
    moves(&maria, &game, &[11, 15]).await;
    service.next().await;
    service.answers(201, None);
    let told = service.next().await;
    assert!(begun.elapsed() >= Duration::from_secs(1), "not before");
    assert_eq!(phone.open(&told)["game"], game);
    // A redirect, which might lead inside, is never followed.
    service.answers(302, None);
    moves(&juan, &game, &[22, 18]).await;
    moves(&maria, &game, &[15, 22]).await;
    service.next().await;
    // Whose turn is over while the service rests is told nothing of it.
    service.answers(429, Some(5));
    moves(&juan, &game, &[25, 18]).await;
    moves(&maria, &game, &[12, 16]).await;
    service.next().await;
    moves(&juan, &game, &[18, 14]).await;
    service.answers(201, None);
    moves(&maria, &game, &[9, 18]).await;
    let ply = maria.snapshot(&game).await["moves"].as_array().map(Vec::len);
    assert_eq!(ply, Some(7));
    service.next().await;
    assert!(service.has_come().is_none());
    drop(house);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_forgotten_is_told_nothing_any_more() {
    let Table { house, mut service, game, maria, juan } = table().await;
    subscribes(&juan, &service, "en").await;
    let other = Person::at(house.address());
    let second = maria.play_with(&other, "english").await;
    let phone = subscribes(&other, &service, "en").await;
    assert_eq!(juan.send(Method::POST, "/api/me/erase", None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(maria.snapshot(&game).await["state"], "finished");
    moves(&maria, &second, &[11, 15]).await;
    assert!(phone.is_for(&service.next().await));
    assert!(service.has_come().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_sound_wishes_of_known_players_are_kept() {
    let Table { house, service, juan, .. } = table().await;
    let good = service.subscribe().wish("en");
    let nobody = Person::at(house.address());
    let answer = nobody.post("/api/me/push", &good).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "not_a_player"));
    let with = |pointer: &str, value: Value| {
        let mut wish = good.clone();
        *wish.pointer_mut(pointer).expect("a field") = value;
        wish
    };
    let long = format!("https://127.0.0.1/{}", "x".repeat(2_048));
    let bad = [
        json!({}),
        json!([]),
        with("/endpoint", json!("http://127.0.0.1/w")),
        with("/endpoint", json!("file:///etc/passwd")),
        with("/endpoint", json!(long)),
        with("/endpoint", json!(7)),
        with("/keys/p256dh", json!("")),
        with("/keys/p256dh", json!("BAAA")),
        with("/keys/p256dh", json!("B".repeat(87))),
        with("/keys/auth", json!("AAAA")),
        with("/keys/auth", json!("not base64!")),
        with("/keys", json!(null)),
        with("/lang", json!("tlh")),
    ];
    for wish in bad {
        let answer = juan.post("/api/me/push", &wish).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::BAD_REQUEST, "bad_request"),
            "{wish}"
        );
    }
    let answer = juan.post("/api/me/push/off", &json!({})).await;
    assert_eq!(answer.code(), "bad_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_tells_nobody_has_no_key_and_offers_nothing() {
    let house = House::open_with(Config { limits: Limits::Off, ..Config::default() }).await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    assert_eq!(maria.get("/api/push").await.code(), "not_found");
    let service = PushService::open().await;
    let answer = maria.post("/api/me/push", &service.subscribe().wish("en")).await;
    assert_eq!(answer.code(), "not_found");
    let part = maria.get(&format!("/g/{game}/beside")).await.text;
    assert!(part.contains("data-faces") && !part.contains("data-push"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_is_the_same_after_a_restart_and_the_words_are_the_reader_s() {
    let Table { mut house, maria, .. } = table().await;
    let key = maria.get("/api/push").await.text;
    house.close().await;
    house.open_again().await;
    assert_eq!(maria.get("/api/push").await.text, key);
    let mut titles = Vec::new();
    for lang in ["fil", "id", "hu", "en"] {
        let words = maria.get(&format!("/push-words?lang={lang}")).await.json();
        for word in ["title", "body", "end"] {
            assert!(words[word].as_str().is_some_and(|text| !text.is_empty()), "{words}");
        }
        titles.push(words["title"].to_string());
    }
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_cluster_one_server_tells_and_knows_who_is_at_the_other() {
    let mut service = PushService::open().await;
    let bus = SharedBus::new(Wires::new(Quality::Good));
    let house = House::of_config(2, Config { bus, ..config(&service) }).await;
    let (maria, juan) = (Person::at(house.address_of(0)), Person::at(house.address_of(1)));
    let keys = [maria.get("/api/push").await.text, juan.get("/api/push").await.text];
    assert_eq!(keys[0], keys[1], "one key for all");
    let game = maria.play_with(&juan, "english").await;
    let phone = subscribes(&juan, &service, "id").await;
    let mut socket = juan.socket(&game, None).await;
    socket.caught_up().await;
    moves(&maria, &game, &[11, 15]).await;
    socket.next_event("moved").await;
    moves(&juan, &game, &[22, 18]).await;
    drop(socket);
    let mut watching = maria.socket(&game, None).await;
    while watching.next_of(&["presence"]).await["second"] != "away" {}
    moves(&maria, &game, &[15, 22]).await;
    assert_eq!(phone.open(&service.next().await), json!({"game": game, "lang": "id"}));
    moves(&juan, &game, &[25, 18]).await;
    moves(&maria, &game, &[12, 16]).await;
    service.next().await;
    assert!(service.has_come().is_none(), "once for each turn");
}
