//! Writes every page in every language to a folder, with the built assets, so
//! that they can be looked at without a server of ours:
//!
//! ```text
//! cargo run --package web --features html --example pages -- FOLDER
//! python3 -m http.server --bind 127.0.0.1 --directory FOLDER
//! ```

use std::{env, fs, io, path::Path};

use play::{Level, Seq};
use rules::{AnyGame, Color, Variant};
use web::{
    Lang, assets,
    pages::{
        self, Again, GamePage, GameRow, GameState, Invite, InviteState, Page, Reload, Topic,
        Trouble,
    },
};

const GAME: &str = "9xKqZr4mVbN2sTfPwYcH7d";
const ORIGIN: &str = "http://127.0.0.1:8000";

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "pages".into());
    let folder = Path::new(&folder);
    for lang in Lang::ALL {
        for (name, html) in every_page(&Page::new(lang, ORIGIN)) {
            put(&folder.join(lang.code()).join(name).join("index.html"), html.as_bytes())?;
        }
    }
    for logical in [
        "app.js",
        "app.wasm",
        "boot.js",
        "plain.js",
        "style.css",
        "pages.css",
        "text.css",
        "plain.css",
        "icon.svg",
        "icon-call.svg",
        "card.png",
    ] {
        let Some(path) = assets::path(logical) else {
            eprintln!("{logical} is not built: run `cargo xtask build` first");
            continue;
        };
        if let Some(asset) =
            path.strip_prefix(assets::PREFIX).and_then(|name| assets::get(name, ""))
        {
            put(&folder.join(path.trim_start_matches('/')), &asset.bytes)?;
        }
    }
    Ok(())
}

fn put(path: &Path, data: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, data)
}

fn every_page(page: &Page<'_>) -> Vec<(String, String)> {
    let mut all = vec![
        (String::new(), pages::home(page)),
        ("games".into(), pages::games(page, &rows())),
        ("no-games".into(), pages::games(page, &[])),
        ("invite-unknown".into(), pages::unknown_invite(page)),
    ];
    let id = GAME.parse().expect("the id is well formed");
    for variant in Variant::ALL {
        let board = AnyGame::new(variant);
        let bottom = variant.first_mover();
        let game = GamePage {
            id,
            board: &board,
            seq: Seq::ZERO,
            bottom,
            among_people: true,
            is_watched: true,
            preview: page.lang,
        };
        all.push((format!("game-{}", variant.name()), pages::game(page, &game)));
    }
    for topic in Topic::ALL {
        all.push((topic.slug().into(), pages::text(page, topic)));
    }
    for (name, state) in states() {
        let invite = Invite {
            token: "5hTqWn8eRkD3vMxJbGzPa2",
            state,
            variant: Variant::International,
            side: Color::Black,
            tournament: true,
            length_limit: Some(80),
            clock: None,
            preview: page.lang,
        };
        all.push((format!("invite-{name}"), pages::invite(page, &invite)));
    }
    for trouble in Trouble::ALL {
        all.push((format!("error-{trouble:?}").to_lowercase(), pages::error(page, trouble)));
    }
    all
}

fn states() -> [(&'static str, InviteState<'static>); 6] {
    let game = GAME;
    let url = "https://dama.example/i/5hTqWn8eRkD3vMxJbGzPa2";
    [
        ("open", InviteState::Open),
        ("own", InviteState::Own { url, game, reload: Reload::Never }),
        ("taken", InviteState::Taken { game }),
        ("cancelled", InviteState::Cancelled),
        ("expired", InviteState::Expired),
        ("finished", InviteState::Finished),
    ]
}

fn rows() -> Vec<GameRow> {
    let row = |n: u8, variant, you, level, state| GameRow {
        id: format!("9xKqZr4mVbN2sTfPwYcH7{n}"),
        variant,
        you,
        level,
        state,
        face: level.is_none().then_some(play::Face::Puli),
        friend_is_here: state == GameState::TheirTurn,
        day: Some((2026, 11, 30)),
        again: if state == GameState::Won { Again::CanAsk } else { Again::No },
    };
    vec![
        row(1, Variant::English, Color::White, None, GameState::YourTurn),
        row(2, Variant::International, Color::White, Some(Level::Hard), GameState::TheirTurn),
        row(3, Variant::English, Color::Black, None, GameState::Waiting),
        row(4, Variant::English, Color::Black, Some(Level::Easy), GameState::Won),
        row(5, Variant::International, Color::Black, None, GameState::Drawn),
    ]
}
