//! Stories of people whose browsers run no scripts: whole games by links and
//! forms.

use reqwest::StatusCode;
use rules::{AnyGame, Setup, Square, Variant};
use serde_json::{Value, json};
use tests::{Person, PlainPage, Reader, Server};

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

/// Maria invites, Juan joins, both by forms; Maria's page and Juan's.
async fn two_friends(maria: &Reader, juan: &Reader) -> (PlainPage, PlainPage) {
    let home = maria.open("/en/?plain=1").await;
    let own = maria.press(&home, "opponent", "friend").await;
    let link =
        own.value("readonly").is_some().then(|| own.path.clone()).expect("the invite's page");
    assert!(
        own.refresh().is_some_and(|(_, path)| path.starts_with("/i/")),
        "it looks for the friend"
    );
    let invite = juan.open(&link).await;
    let joined = juan.press(&invite, "", "").await;
    let joined = juan.follow(&joined, &format!("/g/{}?plain=1", joined.game())).await;
    let game = maria.open(&own.refresh().expect("a look").1).await;
    assert_eq!(game.game(), joined.game());
    (game, joined)
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
async fn a_form_that_is_sent_twice_is_one_move() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    for _ in 0..2 {
        let answer = maria.press(&page, "path", "11-15").await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let told = maria.snapshot(&page).await;
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(1));
    // Another button of the old page is another wish, and comes too late.
    let late = maria.press(&page, "path", "11-16").await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert_eq!(maria.snapshot(&page).await["seq"], told["seq"]);
}

#[tokio::test]
async fn a_refused_form_says_why_in_the_readers_language_and_shows_the_game_as_it_is() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let at = format!("/g/{}", page.game());
    for (lang, words) in [
        ("en", "The game had moved on"),
        ("fil", "Nagbago na ang laro"),
        ("hu", "Közben változott az állás"),
        ("id", "Permainan sudah berubah"),
    ] {
        maria.open(&format!("/{lang}/")).await;
        let old = maria.open(&at).await;
        let moves = old.buttons("path");
        maria.press(&old, "path", &moves[0]).await;
        let refused = maria.press(&old, "path", &moves[1]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{lang}");
        let hint = refused.text("hint").unwrap_or_default();
        assert!(hint.starts_with(words), "{lang}: {hint}");
        // It looks for Juan's move like every other page, at the game's address.
        assert!(refused.refresh().is_some_and(|(_, path)| path.starts_with("/g/")));
        let theirs = juan.open(&at).await;
        juan.press(&theirs, "path", &theirs.buttons("path")[0]).await;
    }
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
async fn draws_takebacks_and_resigning_are_asked_and_answered() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let at = format!("/g/{}", page.game());
    maria.press(&page, "path", "11-15").await;

    // Juan offers a draw and takes it back; offers again, and Maria declines.
    let theirs = juan.open(&at).await;
    let theirs = juan.press(&theirs, "action", "offer-draw").await;
    let theirs = juan.press(&theirs, "action", "withdraw-draw").await;
    juan.press(&theirs, "action", "offer-draw").await;
    let mine = maria.open(&at).await;
    assert!(mine.html.contains("Your friend offers a draw."));
    maria.press(&mine, "action", "decline-draw").await;

    // Maria asks for her move back, and gets it.
    let mine = maria.open(&at).await;
    maria.press(&mine, "action", "ask-takeback").await;
    let theirs = juan.open(&at).await;
    juan.press(&theirs, "action", "accept-takeback").await;
    let mine = maria.open(&at).await;
    assert_eq!(maria.snapshot(&mine).await["moves"], json!([]));

    // Resigning asks first, and asking changes nothing.
    let seq = maria.snapshot(&mine).await["seq"].clone();
    let asks = maria.follow(&mine, &format!("{at}?ask=resign")).await;
    assert!(asks.html.contains("Really resign?"));
    assert_eq!(maria.snapshot(&mine).await["seq"], seq);
    let over = maria.press(&asks, "action", "resign").await;
    assert!(over.html.contains("You resigned."), "{}", over.html);
    let theirs = juan.open(&at).await;
    assert!(theirs.html.contains("Your opponent resigned."));
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

#[tokio::test]
async fn an_invite_is_called_off_from_the_games_page_after_a_question() {
    let server = Server::start().await;
    let (maria, stranger) = (Reader::new(&server), Reader::new(&server));
    let home = maria.open("/en/?plain=1").await;
    let own = maria.press(&home, "opponent", "friend").await;
    let game = maria.follow(&own, "/g/").await;
    assert!(game.html.contains("Waiting for your friend"));
    assert!(game.refresh().is_some());
    let theirs = stranger.open(&format!("{}?plain=1", game.path)).await;
    assert!(theirs.links().iter().all(|link| !link.contains("ask=")), "only its maker may");
    let asks = maria.follow(&game, &format!("{}?ask=cancel-invite", game.path)).await;
    let gone = maria.press(&asks, "action", "cancel-invite").await;
    assert!(gone.html.contains("This invite was cancelled."), "{}", gone.html);
    assert_eq!(gone.refresh(), None);
    assert_eq!(stranger.open(&own.path).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn who_has_no_seat_watches_and_is_told_so_when_trying_more() {
    let server = Server::start().await;
    let (maria, juan, third) = (Reader::new(&server), Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let watched = third.open(&format!("/g/{}?plain=1&lang=en", page.game())).await;
    assert!(watched.html.contains("You are watching."));
    assert_eq!((watched.buttons("path").len(), watched.buttons("action").len()), (0, 0));
    assert!(watched.refresh().is_some(), "a watcher sees the next move too");
    let (action, fields) = page.form_of("path", "11-15", &[]);
    let refused = third.post(&action, &fields).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.html.contains("only its two players"), "{}", refused.html);
    assert_eq!(maria.snapshot(&page).await["seq"], 1, "the friend came, and nothing else");
}

#[tokio::test]
async fn a_page_looks_ever_less_often_and_not_at_all_if_so_wished() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (_, mut page) = two_friends(&maria, &juan).await;
    let mut pauses = Vec::new();
    for _ in 0..12 {
        let (seconds, path) = page.refresh().expect("Maria is to move");
        pauses.push(seconds);
        page = juan.open(&path).await;
    }
    assert!(pauses.is_sorted() && pauses[0] <= 5 && pauses[11] >= 60, "{pauses:?}");
    let quiet = juan.follow(&page, &format!("/g/{}?wait=off", page.game())).await;
    assert_eq!(quiet.refresh(), None);
    let still = juan.follow(&quiet, &format!("/g/{}?wait=off", page.game())).await;
    assert_eq!(still.refresh(), None, "looking by hand does not switch it on");
}

#[tokio::test]
async fn forms_work_without_an_origin_and_not_from_another_site() {
    let server = Server::start().await;
    let mut reader = Reader::new(&server);
    reader.tells_origin = false;
    let home = reader.open("/en/?plain=1").await;
    let page = reader.press(&home, "opponent", "computer").await;
    let page = reader.press(&page, "path", "11-15").await;
    assert_eq!((page.status, page.value("data-ply")), (StatusCode::OK, Some("2")));

    let (action, fields) = page.form_of("action", "undo", &[]);
    let elsewhere = Reader::at("http://evil.example");
    let foreign = elsewhere.post(&server.url(&action), &fields).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_is_no_form_of_ours_is_answered_with_a_page_and_changes_nothing() {
    let server = Server::start().await;
    let reader = Reader::new(&server);
    let home = reader.open("/en/?plain=1").await;
    let page = reader.press(&home, "opponent", "computer").await;
    let (action, fields) = page.form_of("path", "11-15", &[]);
    for (name, value) in [
        ("path", "11-15-"),
        ("path", "0"),
        ("path", &"1-".repeat(2_000)),
        ("seq", "-1"),
        ("id", "1"),
        ("id", ""),
        ("other", "1"),
    ] {
        let mut odd = fields.clone();
        odd.retain(|(known, _)| known != name && (name != "other" || known != "path"));
        odd.push((name.to_owned(), value.to_owned()));
        let answer = reader.post(&action, &odd).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}");
        assert!(answer.html.starts_with("<!DOCTYPE html>"));
    }
    assert_eq!(reader.snapshot(&page).await["seq"], 0);
    let nowhere = reader.post("/g/1111111111111111111111/command", &fields).await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_choice_lasts_for_the_session_and_has_a_way_back() {
    let server = Server::start().await;
    let reader = Reader::new(&server);
    let full = reader.open("/en/").await;
    assert!(full.html.contains("/pkg/app"), "a program");
    let plain = reader.follow(&full, "/en/?plain=1").await;
    assert!(!plain.html.contains("/pkg/app"));
    let page = reader.press(&plain, "opponent", "computer").await;
    assert!(!page.html.contains("/pkg/app"), "also at other addresses");
    let home = reader.open("/en/").await;
    assert!(home.links().contains(&page.path), "the running game is on the home page");
    let full = reader.follow(&page, &format!("{}?plain=0", page.path)).await;
    assert!(full.html.contains("/pkg/app"));
    assert!(reader.open("/en/").await.html.contains("/pkg/app"));
    let mut cookies =
        plain.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let cookie = cookies.find(|cookie| cookie.starts_with("dama_plain=1"));
    let cookie = cookie.expect("the choice is remembered");
    assert!(!cookie.contains("Max-Age") && !cookie.contains("Expires"), "{cookie}");
}
