//! Whole games by links and forms.

use reqwest::StatusCode;
use rules::{AnyGame, Setup, Square, Variant};
use serde_json::{Value, json};
use tests::{Person, PlainPage, Reader, Server};

use crate::two_friends;

/// Plays by the forms until the page says how the game ended; every second
/// move by the board, a piece first, and the others from the list. `others`
/// brings the page to the next own turn.
async fn plays_on(
    reader: &Reader,
    mut page: PlainPage,
    mut others: impl AsyncFnMut(PlainPage) -> PlainPage,
) -> PlainPage {
    for moves in 0..400 {
        if page.value("data-ending").is_some() {
            return page;
        }
        assert_eq!(page.refresh(), None, "a choice must not be lost");
        if moves % 2 == 0 {
            page = reader.follow(&page, &format!("/g/{}?from=", page.game())).await;
        }
        let moves = page.buttons("path");
        let path = moves.first().unwrap_or_else(|| panic!("no move: {}", page.html));
        page = reader.press(&page, "path", path).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.html);
        page = others(page).await;
    }
    panic!("the game did not end");
}

/// What the refresh header would do, without its waiting.
async fn looks_until_it_is_over_or_the_own_turn(reader: &Reader, mut page: PlainPage) -> PlainPage {
    for _ in 0..200 {
        let Some((_, path)) = page.refresh() else { return page };
        page = reader.open(&path).await;
    }
    panic!("it never came to a turn: {}", page.html);
}

#[tokio::test]
async fn a_whole_game_against_easy_from_the_home_page_to_its_result() {
    let server = Server::start().await;
    for (lang, variant, over) in [
        ("hu", "english", ["Nyertél", "Vesztettél", "Döntetlen"]),
        ("id", "international", ["Kamu menang", "Kamu kalah", "Seri"]),
    ] {
        let reader = Reader::new(&server);
        let home = reader.open(&format!("/{lang}/")).await;
        let home = reader.follow(&home, &format!("/{lang}/?plain=1")).await;
        assert!(!home.html.contains("/pkg/app"), "no program is loaded");
        let choices = [("variant", variant), ("level", "easy"), ("side", "second")];
        let page = reader.press_after(&home, "opponent", "computer", &choices).await;
        assert!(page.html.contains(&format!("<html lang=\"{lang}\"")));
        let page = looks_until_it_is_over_or_the_own_turn(&reader, page).await;
        let page = plays_on(&reader, page, async |page| {
            looks_until_it_is_over_or_the_own_turn(&reader, page).await
        })
        .await;
        assert!(over.iter().any(|words| page.html.contains(words)), "{}", page.html);
        assert_eq!(page.buttons("path").len(), 0);
        assert_eq!(page.refresh(), None, "nothing more is awaited");
        let told = reader.snapshot(&page).await;
        assert_eq!((&told["state"], &told["variant"]), (&json!("finished"), &json!(variant)));

        // And another one, with the sides exchanged.
        let next = reader.press(&page, "action", "rematch").await;
        assert_ne!(next.game(), page.game());
        assert_eq!(reader.snapshot(&next).await["you"], "first");
    }
}

#[tokio::test]
async fn two_friends_play_a_whole_game_by_forms() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (first, second) = two_friends(&maria, &juan).await;
    let at = format!("/g/{}", second.game());
    assert!(second.refresh().is_some(), "Maria is to move");
    let page = plays_on(&maria, first, async |page| {
        if page.value("data-ending").is_some() {
            return page;
        }
        assert!(page.refresh().is_some(), "Juan is to move");
        let turn = juan.open(&at).await;
        let path = turn.buttons("path").first().expect("a move").clone();
        juan.press(&turn, "path", &path).await;
        maria.open(&at).await
    })
    .await;
    let other = juan.open(&at).await;
    let headline = |page: &PlainPage| page.html.split("<strong>").nth(1).map(str::to_owned);
    assert_ne!(headline(&page), headline(&other), "one has won and one has lost, or see below");

    // Juan asks for another game, Maria's page tells, and both are in it.
    let asked = juan.press(&other, "action", "rematch").await;
    assert!(asked.refresh().is_some(), "Juan waits for the answer");
    let page = maria.open(&at).await;
    let next = maria.press(&page, "action", "accept-rematch").await;
    assert_ne!(next.game(), page.game());
    let asked = juan.open(&at).await;
    juan.follow(&asked, &format!("/g/{}", next.game())).await;
}

#[tokio::test]
async fn one_plays_by_forms_and_one_by_websocket() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Person::new(&server));
    let home = maria.open("/fil/?plain=1").await;
    let own = maria.press(&home, "opponent", "friend").await;
    let token = own.path.trim_start_matches("/i/");
    let joined = juan.post(&format!("/api/invites/{token}/accept"), &Value::Null).await;
    let game = joined.json()["game"].as_str().expect("a game").to_owned();
    let mut socket = juan.socket(&game, None).await;
    socket.caught_up().await;
    let mut board = AnyGame::new(Variant::English);
    let page = maria.open(&format!("/g/{game}")).await;
    // Whose page is open is here, also without a socket.
    while socket.next_of(&["presence"]).await["first"] != "here" {}
    let page = plays_on(&maria, page, async |page| {
        let moved = socket.next_event("moved").await;
        let moved = if moved["side"] == "first" { moved } else { socket.next_event("moved").await };
        board.play_path(&path_of(&moved)).expect("legal");
        if page.value("data-ending").is_some() {
            return page;
        }
        let path = board.legal_moves()[0].path.clone();
        board.play_path(&path).expect("legal");
        let numbers: Vec<u8> = path.iter().map(|square| square.number()).collect();
        assert_eq!(socket.play(&numbers).await["type"], "accepted");
        maria.open(&format!("/g/{game}")).await
    })
    .await;
    assert_eq!(maria.snapshot(&page).await["state"], "finished");
}

fn path_of(event: &Value) -> Vec<Square> {
    let numbers = event["path"].as_array().expect("a path");
    numbers.iter().map(|n| Square::new(n.as_u64().unwrap() as u8).unwrap()).collect()
}

/// A game against Easy from a position, in English; the page of it.
async fn set_up(reader: &Reader, variant: &str, fen: &str) -> PlainPage {
    let setup: Setup = fen.parse().expect("a position");
    assert!(
        AnyGame::start(variant.parse().unwrap(), Some(&setup), rules::GameRules::STANDARD).is_ok()
    );
    let side = match (variant, fen.starts_with('B')) {
        ("english", true) | ("international", false) => "first",
        _ => "second",
    };
    let wish = json!({"variant": variant, "fen": fen, "side": side,
                      "opponent": {"kind": "computer", "level": "easy"}});
    let made = reader.sets_up("/api/games", &wish).await;
    reader.open(&format!("/g/{}?plain=1&lang=en", made["game"].as_str().expect("an id"))).await
}

#[tokio::test]
async fn of_two_chains_to_one_square_the_reader_chooses() {
    let server = Server::start().await;
    for (whole, pieces) in [("10-1", 1), ("10-3-12-19-10-1", 5)] {
        let reader = Reader::new(&server);
        let page = set_up(&reader, "english", "B:W6,7,8,15,16:BK10").await;
        let hint = page.text("hint").expect("a hint").to_owned();
        assert!(hint.starts_with("You must capture."), "{hint}");
        let chosen = reader.follow(&page, &format!("/g/{}?from=10", page.game())).await;
        // The square alone does not tell, so it asks.
        let asked = reader.follow(&chosen, &format!("/g/{}?from=10-1", page.game())).await;
        assert_eq!(asked.text("hint").map(|hint| hint.contains("land next")), Some(true));
        assert_eq!(reader.snapshot(&page).await["seq"], 0, "looking changed nothing");
        let chains = asked.buttons("path");
        let path =
            chains.iter().find(|path| path.matches('-').count() == whole.matches('-').count());
        let path = path.unwrap_or_else(|| panic!("{chains:?}"));
        let played = reader.press(&asked, "path", path).await;
        let told = reader.snapshot(&played).await;
        assert_eq!(told["moves"][0]["captures"].as_array().map(Vec::len), Some(pieces), "{path}");
    }
}

#[tokio::test]
async fn a_move_against_the_computer_is_taken_back_and_its_answer_with_it() {
    let server = Server::start().await;
    let reader = Reader::new(&server);
    let home = reader.open("/en/?plain=1").await;
    let page = reader.press(&home, "opponent", "computer").await;
    let page = reader.press(&page, "path", "11-15").await;
    // Easy has answered before the page was sent.
    assert_eq!(page.value("data-ply"), Some("2"));
    let page = reader.press(&page, "action", "undo").await;
    assert_eq!(page.value("data-ply"), Some("0"));
    assert!(
        page.buttons("action").iter().all(|action| action != "undo"),
        "nothing is left to undo"
    );
}
