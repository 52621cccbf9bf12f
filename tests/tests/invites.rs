//! Stories of invites: looking is inert, one POST takes the seat.

use reqwest::{Method, StatusCode};
use serde_json::json;
use tests::{Person, Server};

async fn invite(creator: &Person) -> (String, String) {
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}, "lang": "hu"});
    let (game, token) = creator.create(&body).await;
    (game, token.expect("a friend's game has an invite"))
}

async fn accept(person: &Person, token: &str) -> tests::Answer {
    person.send(Method::POST, &format!("/api/invites/{token}/accept"), None).await
}

#[tokio::test]
async fn previews_and_prefetch_do_not_burn_an_invite() {
    let server = Server::start().await;
    let creator = Person::new(&server);
    let (_, token) = invite(&creator).await;
    for agent in [
        "WhatsApp/2.23",
        "facebookexternalhit/1.1",
        "TelegramBot (like TwitterBot)",
        "Slackbot-LinkExpanding 1.0",
        "Discordbot/2.0",
        "Mozilla/5.0 (Windows NT 10.0) Chrome/120.0",
    ] {
        for method in [Method::GET, Method::HEAD] {
            let robot = Person::new(&server);
            let request = robot
                .request(method, &format!("/i/{token}"))
                .header("user-agent", agent)
                .header("sec-purpose", "prefetch;prerender");
            let answer = robot.finish(request).await;
            assert_eq!(answer.status, StatusCode::OK, "{agent}");
            assert_eq!(robot.cookie(), None, "{agent} was given a seat's cookie");
        }
    }
    let friend = Person::new(&server);
    let joined = accept(&friend, &token).await;
    assert_eq!(joined.status, StatusCode::OK);
    assert_eq!(joined.json()["side"], "second");
}

#[tokio::test]
async fn the_preview_speaks_the_inviters_language_and_the_page_the_visitors() {
    let server = Server::start().await;
    let (_, token) = invite(&Person::new(&server)).await;
    let visitor = Person::new(&server);
    let request =
        visitor.request(Method::GET, &format!("/i/{token}")).header("accept-language", "tl-PH");
    let page = visitor.finish(request).await.text;
    assert!(page.contains("<html lang=\"fil\""), "{page}");
    assert!(page.contains("content=\"hu_HU\" property=\"og:locale\""), "{page}");
}

#[tokio::test]
async fn accepting_again_is_the_same_answer_and_others_come_too_late() {
    let server = Server::start().await;
    let creator = Person::new(&server);
    let (game, token) = invite(&creator).await;

    let own = accept(&creator, &token).await;
    assert_eq!((own.status, own.code().as_str()), (StatusCode::CONFLICT, "own_invite"));

    let friend = Person::new(&server);
    for _ in 0..2 {
        let answer = accept(&friend, &token).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json(), json!({"game": game, "side": "second"}));
    }
    let third = Person::new(&server);
    let late = accept(&third, &token).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "invite_taken"));
    assert_eq!(late.json()["error"]["details"]["game"], game.as_str());
    assert_eq!(third.cookie(), None, "who was refused is not made a player");

    let look = third.get(&format!("/api/invites/{token}")).await.json();
    assert_eq!((look["state"].as_str(), look["you"].as_str()), (Some("taken"), Some("none")));
    let page = third.get(&format!("/i/{token}")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains(&format!("/g/{game}")), "the third visitor may watch");
}

#[tokio::test]
async fn a_cancelled_invite_is_gone_for_everybody() {
    let server = Server::start().await;
    let creator = Person::new(&server);
    let (game, token) = invite(&creator).await;
    let cancel = format!("/api/invites/{token}/cancel");

    let stranger = Person::new(&server).send(Method::POST, &cancel, None).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    assert_eq!(creator.send(Method::POST, &cancel, None).await.status, StatusCode::NO_CONTENT);

    let late = accept(&Person::new(&server), &token).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::GONE, "invite_cancelled"));
    let page = Person::new(&server).get(&format!("/i/{token}")).await;
    assert_eq!(page.status, StatusCode::GONE);
    assert_eq!(creator.snapshot(&game).await["state"], "cancelled");
}

#[tokio::test]
async fn after_the_join_an_invite_cannot_be_cancelled() {
    let server = Server::start().await;
    let creator = Person::new(&server);
    let (game, token) = invite(&creator).await;
    let friend = Person::new(&server);
    accept(&friend, &token).await;
    let answer = creator.send(Method::POST, &format!("/api/invites/{token}/cancel"), None).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);
    assert_eq!(answer.json()["error"]["details"]["game"], game.as_str());
    // The link is now the way of both to their own seats.
    for person in [&creator, &friend] {
        let page = person.get(&format!("/i/{token}")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains(&format!("data-game=\"{game}\"")), "{}", page.text);
    }
}

#[tokio::test]
async fn links_survive_chat_apps_and_unknown_ones_are_told_honestly() {
    let server = Server::start().await;
    let (_, token) = invite(&Person::new(&server)).await;
    let visitor = Person::new(&server);
    for link in [
        format!("/i/{token}?fbclid=abc&utm_source=x"),
        format!("/i/{token}."),
        format!("/i/{token})"),
        format!("/i/{token},"),
        format!("/i/{token}/"),
        format!("/i/{token}/?fbclid=abc"),
        format!("/i/{token}%0A"),
    ] {
        assert_eq!(visitor.get(&link).await.status, StatusCode::OK, "{link}");
    }
    for link in ["/i/1111111111111111111111", "/i/x", "/i/%00"] {
        assert_eq!(visitor.get(link).await.status, StatusCode::NOT_FOUND, "{link}");
    }
}

#[tokio::test]
async fn of_two_who_press_at_once_exactly_one_gets_the_seat() {
    let server = Server::start().await;
    for _ in 0..20 {
        let (_, token) = invite(&Person::new(&server)).await;
        let (a, b) = (Person::new(&server), Person::new(&server));
        let (a, b) = tokio::join!(accept(&a, &token), accept(&b, &token));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
}

#[tokio::test]
async fn cancel_against_accept_has_exactly_one_outcome() {
    let server = Server::start().await;
    for _ in 0..tests::races() {
        let creator = Person::new(&server);
        let (game, token) = invite(&creator).await;
        let friend = Person::new(&server);
        let cancel = format!("/api/invites/{token}/cancel");
        let (cancelled, accepted) =
            tokio::join!(creator.send(Method::POST, &cancel, None), accept(&friend, &token));
        let cancelled = cancelled.status == StatusCode::NO_CONTENT;
        let accepted = accepted.status == StatusCode::OK;
        assert!(cancelled ^ accepted, "cancelled {cancelled}, accepted {accepted}");
        let state = creator.snapshot(&game).await["state"].clone();
        assert_eq!(state, if accepted { "playing" } else { "cancelled" });
    }
}

#[tokio::test]
async fn the_form_joins_without_scripts() {
    let server = Server::start().await;
    let (game, token) = invite(&Person::new(&server)).await;
    let friend = Person::new(&server);
    let answer = friend.send(Method::POST, &format!("/i/{token}"), None).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.headers["location"], format!("/g/{game}"));
    assert_eq!(friend.snapshot(&game).await["you"], "second");
}

/// The content of a tag of the page's head.
fn tag<'a>(page: &'a str, property: &str) -> &'a str {
    let (head, _) = page.split_once(&format!("\" property=\"{property}\"")).expect("the tag");
    head.rsplit('"').next().expect("its content")
}

#[tokio::test]
async fn a_preview_shows_the_board_as_a_small_picture_at_an_absolute_address() {
    let server =
        Server::start_with(&["--limits", "off", "--public-url", "https://dama.example"]).await;
    let creator = Person::new(&server);
    let (game, token) = invite(&creator).await;
    let robot = Person::new(&server);
    let invited = robot.get(&format!("/i/{token}")).await.text;
    let picture = tag(&invited, "og:image").to_owned();
    assert_eq!(picture, format!("https://dama.example/i/{token}/card.png"));
    assert_eq!(tag(&invited, "og:url"), format!("https://dama.example/i/{token}"));
    assert!(tag(&invited, "og:title").contains("dám"), "in the inviter's language: {invited}");
    let fetch = async |picture: &str| {
        let path =
            picture.strip_prefix("https://dama.example").expect("absolute").replace("&amp;", "&");
        let answer = robot.finish(robot.request(Method::GET, &path)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.headers["content-type"], "image/png");
        assert!(!answer.headers.contains_key("set-cookie"));
        let length: usize =
            answer.headers["content-length"].to_str().expect("text").parse().expect("a number");
        assert!(length < 300_000, "{length}");
        (answer.headers["cache-control"].to_str().expect("text").to_owned(), answer.text)
    };
    let (kept, before) = fetch(&picture).await;
    assert!(kept.contains("immutable"));
    // Looking has taken nothing.
    let friend = Person::new(&server);
    assert_eq!(accept(&friend, &token).await.status, StatusCode::OK);
    let shown = robot.get(&format!("/g/{game}")).await.text;
    let first = tag(&shown, "og:image").to_owned();
    assert!(fetch(&first).await.0.contains("immutable"));
    creator.does(&game, "move", json!({"path": [11, 15]})).await;
    assert!(!fetch(&first).await.0.contains("immutable"), "the game has gone on");
    let next = tag(&robot.get(&format!("/g/{game}")).await.text, "og:image").to_owned();
    assert_ne!(next, first, "another position has another address");
    assert_ne!(fetch(&next).await.1, before);
    assert_eq!(fetch(&picture).await.1, before, "the invite shows the beginning");
    for path in ["/g/1111111111111111111112/card.png", "/i/1111111111111111111112/card.png"] {
        assert_eq!(robot.get(path).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_browser_inside_a_chat_is_told_that_it_may_forget() {
    let server = Server::start().await;
    let creator = Person::new(&server);
    let (game, token) = invite(&creator).await;
    for (agent, hinted) in
        [("Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/440.0]", true), ("Mozilla/5.0 Chrome/120", false)]
    {
        for path in [format!("/i/{token}"), format!("/g/{game}")] {
            let visitor = Person::new(&server);
            let request = visitor.request(Method::GET, &path).header("user-agent", agent);
            let page = visitor.finish(request).await.text;
            assert_eq!(page.contains("data-in-app"), hinted, "{path} {agent}");
        }
    }
}
