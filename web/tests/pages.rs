//! Every page in every language: one heading, the right `lang`, nothing left
//! to fill in, nothing that the content security policy would refuse.
#![cfg(feature = "html")]

mod html;

use html::{values, without};
use rules::{AnyGame, Color, Variant};
use web::{
    Lang,
    pages::{
        self, Again, GamePage, GameRow, GameState, Invite, InviteState, Page, PlainGame, Reading,
        Reload, Topic, Trouble,
    },
};

const ORIGIN: &str = "https://dama.example";
const GAME: &str = "9xKqZr4mVbN2sTfPwYcH7d";
const TOKEN: &str = "5hTqWn8eRkD3vMxJbGzPa2";

fn invite(state: InviteState<'_>, preview: Lang) -> Invite<'_> {
    Invite {
        token: TOKEN,
        state,
        variant: Variant::International,
        side: Color::Black,
        tournament: true,
        length_limit: Some(80),
        clock: None,
        preview,
    }
}

fn states() -> [InviteState<'static>; 6] {
    let url = "https://dama.example/i/5hTqWn8eRkD3vMxJbGzPa2";
    [
        InviteState::Open,
        InviteState::Own { url, game: GAME, reload: Reload::Never },
        InviteState::Taken { game: GAME },
        InviteState::Cancelled,
        InviteState::Expired,
        InviteState::Finished,
    ]
}

fn rows() -> Vec<GameRow> {
    let states = [
        GameState::Waiting,
        GameState::YourTurn,
        GameState::TheirTurn,
        GameState::Won,
        GameState::Lost,
        GameState::Drawn,
        GameState::Cancelled,
    ];
    let row = |state| GameRow {
        id: GAME.into(),
        variant: Variant::English,
        you: Color::White,
        level: (state != GameState::Won).then_some(play::Level::Easy),
        state,
        face: (state == GameState::Won).then_some(play::Face::Puli),
        friend_is_here: state == GameState::TheirTurn,
        day: Some((2026, 11, 30)),
        again: match state {
            GameState::Won => Again::CanAsk,
            GameState::Lost => Again::FriendAsks,
            GameState::Drawn => Again::Asked,
            _ => Again::No,
        },
    };
    states.map(row).into()
}

fn game_page(page: &Page<'_>, variant: Variant) -> String {
    let board = &AnyGame::new(variant);
    let id = GAME.parse().expect("the id is well formed");
    let game = GamePage {
        id,
        board,
        seq: play::Seq::new(12),
        bottom: variant.first_mover(),
        among_people: true,
        is_watched: true,
        preview: Lang::Hu,
    };
    pages::game(page, &game)
}

/// A game as plain links and forms, for the player who has the move.
fn plain_page(page: &Page<'_>, variant: Variant, taps: &[rules::Square]) -> String {
    let player = |n| play::Seat::Player(play::PlayerId::from_u128(n));
    let seats = play::BySide { first: player(1), second: player(2) };
    let rules = rules::GameRules::STANDARD;
    let config = play::GameConfig::new(variant, rules, None, seats).expect("a game");
    let session = play::Session::new(config);
    let id = GAME.parse().expect("the id is well formed");
    let you = protocol::Viewer::Seat(play::Side::First);
    let game = PlainGame {
        snapshot: &protocol::Snapshot::of(&session, id, you),
        presence: protocol::PresenceView::default(),
        command: uuid::Uuid::from_u128(1),
        taps,
        ask: None,
        refusal: Some("stale"),
        reload: Reload::Soon,
        preview: Lang::Hu,
    };
    pages::plain_game(&Page { plain: true, ..*page }, &game)
}

/// Every page there is, with a name for messages.
fn every_page(lang: Lang) -> Vec<(String, String)> {
    let page = &Page::new(lang, ORIGIN);
    let mut game = AnyGame::new(Variant::English);
    let path = [11, 15].map(|number| rules::Square::new(number).expect("a square"));
    game.play_path(&path).expect("legal");
    let mut all = vec![
        ("home".to_owned(), pages::home(page)),
        ("games".into(), pages::games(page, &rows())),
        ("no games".into(), pages::games(page, &[])),
        ("replay".into(), pages::replay(page, "", Reading::Nothing)),
        ("replay, unreadable".into(), pages::replay(page, "<b>", Reading::Unreadable)),
        ("replay, faulty".into(), pages::replay(page, "9", Reading::Faulty { line: 1, column: 1 })),
        (
            "replay, a game".into(),
            pages::replay(page, "11-15", Reading::Game { game: &game, ply: 1 }),
        ),
        ("unknown invite".into(), pages::unknown_invite(page)),
    ];
    for variant in Variant::ALL {
        all.push((format!("game {variant:?}"), game_page(page, variant)));
        let man = variant.board().squares().nth(10).expect("a square");
        all.push((format!("plain game {variant:?}"), plain_page(page, variant, &[man])));
    }
    let plain = &Page { plain: true, ..*page };
    all.push(("plain home".into(), pages::plain_home(plain, &rows())));
    let url = "https://dama.example/i/5hTqWn8eRkD3vMxJbGzPa2";
    let own = InviteState::Own { url, game: GAME, reload: Reload::Stopped };
    all.push(("plain invite".into(), pages::invite(plain, &invite(own, Lang::Id))));
    for topic in Topic::ALL {
        all.push((format!("{topic:?}"), pages::text(page, topic)));
    }
    for state in states() {
        all.push((format!("invite {state:?}"), pages::invite(page, &invite(state, Lang::Id))));
    }
    for trouble in Trouble::ALL {
        all.push((format!("{trouble:?}"), pages::error(page, trouble)));
    }
    all
}

/// Holds for every page in every language.
fn check(what: impl Fn(Lang, &str) -> Result<(), String>) {
    for lang in Lang::ALL {
        for (name, html) in every_page(lang) {
            if let Err(fault) = what(lang, &html) {
                panic!("{lang}, {name}: {fault}");
            }
        }
    }
}

fn holds(condition: bool, fault: impl Into<String>) -> Result<(), String> {
    if condition { Ok(()) } else { Err(fault.into()) }
}

/// A page without the words that it carries for the program, and those words.
fn without_words(html: &str) -> (String, String) {
    without(html, "<script type=\"text/plain\" id=\"words\">")
}

/// A page without what it tells search engines, and that.
fn without_data(html: &str) -> (String, String) {
    without(html, "<script type=\"application/ld+json\">")
}

#[test]
fn every_page_is_one_whole_document_in_its_language_with_one_heading() {
    check(|lang, html| {
        let opening = format!("<!DOCTYPE html><html lang=\"{lang}\"");
        holds(html.starts_with(&opening), "another beginning")?;
        holds(html.ends_with("</html>"), "another end")?;
        holds(html.matches("<h1").count() == 1, "not exactly one h1")?;
        holds(html.matches("<main").count() == 1, "not exactly one main")?;
        holds(html.matches("<title>").count() == 1, "not exactly one title")
    });
}

#[test]
fn nothing_is_left_to_fill_in() {
    check(|_, html| {
        let (html, _) = without_words(html);
        let body = html.split_once("<body>").map_or("", |(_, body)| body);
        holds(!body.contains(['{', '}']), "a placeholder is left")?;
        // An empty square uses no drawing.
        let links = html.replace("<use href=\"\"", "");
        holds(!links.contains("content=\"\"") && !links.contains("href=\"\""), "an empty attribute")
    });
}

#[test]
fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
    check(|_, html| {
        let html = &without_data(&without_words(html).0).0;
        holds(values(html, "style").is_empty() && !html.contains("<style"), "inline style")?;
        let scripts = html.split("<script").skip(1);
        for script in scripts {
            holds(
                script.contains("src=\"/pkg/") && script.contains("></script>"),
                "inline script",
            )?;
        }
        let events = ["onclick", "onload", "onsubmit"];
        holds(events.iter().all(|event| values(html, event).is_empty()), "inline handler")?;
        for source in values(html, "src") {
            holds(source.starts_with('/') && !source.starts_with("//"), source)?;
        }
        Ok(())
    });
}

#[test]
fn the_words_for_the_program_are_plain_text_and_only_where_a_program_is() {
    check(|_, html| {
        let (rest, words) = without_words(html);
        let program = rest.contains("data-app=") || rest.contains("data-copy=");
        holds(program != words.is_empty(), "words without a program, or a program without words")?;
        holds(!words.contains(['<', '>', '&']), "the words could be taken for markup")
    });
}

#[test]
fn every_id_is_there_once_and_every_control_has_a_name() {
    check(|_, html| {
        let mut ids = values(html, "id");
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        holds(ids.len() == count, "an id stands twice")?;
        let bare = html.split("<button").skip(1).find(|rest| {
            let text = rest.split("</button>").next().unwrap_or_default();
            let words = text.split('>').skip(1).filter_map(|part| part.split('<').next());
            words.collect::<String>().trim().is_empty() && !text.contains("aria-label")
        });
        holds(bare.is_none(), "a button without a name")
    });
}

#[test]
fn previews_are_complete_and_absolute() {
    check(|_, html| {
        for tag in ["og:title", "og:description", "og:url", "og:type", "og:locale"] {
            let count = html.matches(&format!("property=\"{tag}\"")).count();
            holds(count == 1, format!("{count} of {tag}"))?;
        }
        let url = format!("content=\"{ORIGIN}/");
        holds(html.contains(&url), "og:url is not absolute")
    });
}

#[test]
fn an_invite_is_previewed_in_the_inviters_language_and_read_in_the_visitors() {
    let html = pages::invite(&Page::new(Lang::Hu, ORIGIN), &invite(InviteState::Open, Lang::Fil));
    assert!(html.contains("content=\"fil_PH\" property=\"og:locale\""), "{html}");
    assert!(html.contains("Iniimbitahan ka ng kaibigan mo na magdama"));
    assert!(html.contains("<h1>Meghívtak egy játszmára</h1>"));
}

#[test]
fn joining_is_a_button_that_posts_and_nothing_else_on_the_page_acts() {
    let html = pages::invite(&Page::new(Lang::En, ORIGIN), &invite(InviteState::Open, Lang::En));
    assert!(html.contains(&format!("<form method=\"post\" action=\"/i/{TOKEN}\">")), "{html}");
    assert_eq!(html.matches("<form").count(), 1);
    assert!(!html.contains("<script"), "reading an invite needs no program");
}

#[test]
fn an_invite_tells_game_side_and_options() {
    let html = pages::invite(&Page::new(Lang::En, ORIGIN), &invite(InviteState::Open, Lang::En));
    for words in [
        "International draughts",
        "Black, your friend moves first",
        "Tournament draw rules; Length limit: 80 moves each",
    ] {
        assert!(html.contains(words), "{words}");
    }
}

#[test]
fn every_state_of_an_invite_has_a_way_on() {
    let page = Page::new(Lang::Id, ORIGIN);
    for state in states() {
        let html = pages::invite(&page, &invite(state, Lang::Id));
        let main = html.split_once("<main").map_or("", |(_, main)| main);
        let main = main.split_once("</main>").map_or("", |(main, _)| main);
        assert!(main.contains("href=\"/") || main.contains("<form"), "{state:?}");
    }
}

#[test]
fn content_is_listed_under_every_language_and_games_are_not() {
    let page = Page::new(Lang::Fil, ORIGIN);
    let rules = pages::text(&page, Topic::Rules(Variant::English));
    assert!(rules.contains(&format!("rel=\"canonical\" href=\"{ORIGIN}/fil/rules/english\"")));
    for lang in Lang::ALL {
        let alternate = format!("hreflang=\"{lang}\" href=\"{ORIGIN}/{lang}/rules/english\"");
        assert!(rules.contains(&alternate), "{alternate}");
    }
    assert!(!rules.contains("noindex"));
    assert!(game_page(&page, Variant::English).contains("noindex"));
    assert!(pages::games(&page, &[]).contains("noindex"));
}

#[test]
fn a_page_with_a_board_says_which_game_belongs_there() {
    let html = game_page(&Page::new(Lang::Id, ORIGIN), Variant::International);
    let slot = html.split("data-app=\"game\"").nth(1).expect("a slot");
    let slot = slot.split('>').next().unwrap_or_default();
    for value in [
        format!("data-game=\"{GAME}\""),
        "data-lang=\"id\"".into(),
        "data-variant=\"international\"".into(),
    ] {
        assert!(slot.contains(&value), "{value} in {slot}");
    }
}

#[test]
fn a_name_from_outside_cannot_become_markup() {
    let mut evil = invite(InviteState::Open, Lang::En);
    evil.token = "\"><script src=/pkg/x></script>";
    let html = pages::invite(&Page::new(Lang::En, ORIGIN), &evil);
    assert!(!html.contains("<script"), "{html}");
}

#[test]
fn the_table_is_drawn_before_any_program_has_come() {
    for (variant, men) in [(Variant::English, 24), (Variant::International, 40)] {
        let html = game_page(&Page::new(Lang::Fil, ORIGIN), variant);
        assert_eq!(html.matches(" data-piece=\"").count(), men, "{variant:?}");
        assert!(!html.contains("data-ready=\"true\""), "nothing answers yet");
    }
    let home = pages::home(&Page::new(Lang::Fil, ORIGIN));
    assert_eq!(home.matches(" data-piece=\"").count(), 24);
}

#[test]
fn hungarian_readers_start_with_the_rose_board() {
    assert!(pages::home(&Page::new(Lang::Hu, ORIGIN)).contains("data-skin=\"rose\""));
    assert!(pages::home(&Page::new(Lang::En, ORIGIN)).contains("data-skin=\"classic\""));
}

#[test]
fn every_language_of_a_page_is_one_tap_away_and_keeps_the_page() {
    for lang in Lang::ALL {
        for (name, html) in every_page(lang) {
            let menu = html.split("<details class=\"languages\">").nth(1).expect("a menu");
            let menu = menu.split("</details>").next().unwrap_or_default();
            assert_eq!(values(menu, "aria-current"), ["page"], "{lang}, {name}");
            for other in Lang::ALL {
                assert!(menu.contains(&format!("hreflang=\"{other}\"")), "{lang}, {name}");
            }
        }
        for topic in Topic::ALL {
            let html = pages::text(&Page::new(lang, ORIGIN), topic);
            for other in Lang::ALL {
                let path = format!("href=\"/{other}/{}\"", topic.slug());
                assert!(html.contains(&path), "{lang}: {path}");
            }
        }
    }
}

#[test]
fn every_text_is_linked_from_every_page() {
    check(|lang, html| {
        let foot = html.split_once("<footer").map_or("", |(_, foot)| foot);
        for topic in Topic::ALL {
            let link = format!("href=\"/{lang}/{}\"", topic.slug());
            holds(foot.contains(&link), link)?;
        }
        Ok(())
    });
}

#[test]
fn a_record_is_stepped_through_without_the_program_too() {
    check(|lang, html| {
        let is_record = html.contains("data-moves=\"11.15\"");
        let has_buttons = html.contains("name=\"ply\" value=\"1\"");
        holds(is_record == has_buttons, format!("{lang}: a record has a button for each ply"))
    });
}

#[test]
fn a_plain_page_has_no_program_and_a_way_back_to_the_one_that_has() {
    for lang in Lang::ALL {
        let page = &Page::new(lang, ORIGIN);
        for (html, back) in [
            (plain_page(page, Variant::English, &[]), format!("/g/{GAME}?plain=0")),
            (pages::plain_home(&Page { plain: true, ..*page }, &[]), format!("/{lang}/?plain=0")),
        ] {
            let html = without_data(&html).0;
            assert!(!html.contains("<script"), "{lang}");
            assert!(html.contains(&format!("href=\"{back}\"")), "{lang}");
        }
    }
}

#[test]
fn a_page_with_a_board_leads_browsers_without_scripts_to_its_plain_twin() {
    let page = &Page::new(Lang::En, ORIGIN);
    let game = game_page(page, Variant::English);
    let refresh = format!(
        "<noscript><meta http-equiv=\"refresh\" content=\"0;url=/g/{GAME}?plain=1\"></noscript>"
    );
    assert!(game.contains(&refresh), "{game}");
    let home = pages::home(page);
    // Search engines may read it without scripts.
    assert!(!home.contains("http-equiv=\"refresh\""));
    for (html, path) in [(game, format!("/g/{GAME}?plain=1")), (home, "/en/?plain=1".to_owned())] {
        // For the starter script, and for the reader's own hand.
        let link = format!("data-no-program href=\"{path}\"");
        assert!(html.contains(&link) || html.contains(&format!("href=\"{path}\"")), "{html}");
        assert_eq!(html.matches("data-no-program").count(), 1);
        assert_eq!(html.matches(&format!("href=\"{path}\"")).count(), 2);
    }
}

#[test]
fn a_finished_game_with_a_friend_leads_to_another_one() {
    let page = &Page::new(Lang::En, ORIGIN);
    let html = pages::games(page, &rows());
    assert_eq!(html.matches(&format!("action=\"/g/{GAME}/rematch\"")).count(), 2);
    for friend in ["here", "asks", "asked"] {
        assert_eq!(html.matches(&format!("data-friend=\"{friend}\"")).count(), 1, "{friend}");
    }
    assert!(html.contains("<time datetime=\"2026-11-30\">30 Nov 2026</time>"));
}

#[test]
fn what_was_pasted_stands_in_the_form_and_never_in_the_page() {
    let page = &Page::new(Lang::En, ORIGIN);
    let text = "</textarea><script>alert(1)</script> & &amp;";
    for reading in [Reading::Nothing, Reading::Unreadable, Reading::Faulty { line: 1, column: 1 }] {
        let html = pages::replay(page, text, reading);
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(html.contains(
            ">&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &amp;amp;</textarea>"
        ));
    }
}
