//! The golden files in `docs/protocol/`: what the wire looked like when it was
//! promised.
//!
//! After a wanted change, `UPDATE_GOLDEN=1 cargo test -p protocol` writes them
//! anew; look at the difference before you keep it.

use std::{collections::BTreeMap, fs, path::PathBuf};

use play::{Side, local::LocalGame};
use protocol::{
    ClientMessage, CreateGame, Created, ErrorBody, EventsPage, FaceWish, InviteView, MyGame,
    PushEnd, PushKey, PushWish, SeatLink, SeatLinkView, SeatRedeemed, SeatWish, Seated,
    ServerMessage, WireEvent, load_local_game, save_local_game,
};
use rules::{GameRules, Variant};
use serde::{Serialize, de::DeserializeOwned};

use crate::samples::{self, path};

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// The golden texts by name.
pub(crate) fn golden() -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder()).expect("the folder of golden files");
    entries
        .map(|entry| entry.expect("an entry").path())
        .map(|file| {
            let name = file.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(&file).expect("a text");
            (name.into_owned(), text.trim_end().to_owned())
        })
        .collect()
}

#[test]
fn every_message_is_written_as_its_golden_file_says() {
    let samples: BTreeMap<_, _> = samples::all().into_iter().collect();
    if updating() {
        for (name, text) in &samples {
            let file = folder().join(format!("{name}.json"));
            fs::write(file, format!("{text}\n")).expect("can write");
        }
    }
    assert_eq!(samples, golden());
}

/// Reads a golden file and writes it again.
fn check_read<T: DeserializeOwned + Serialize>(text: &str) {
    let value: T = serde_json::from_str(text).expect("a golden file can be read");
    assert_eq!(serde_json::to_string(&value).expect("JSON"), text);
}

#[test]
fn every_golden_file_can_be_read_by_whoever_it_is_for() {
    for (name, text) in golden() {
        let (kind, rest) = name.split_once('-').expect("a kind and a name");
        match (kind, rest) {
            ("client", _) => {
                let message = ClientMessage::parse(&text).expect("a good message");
                assert_eq!(message.to_text(), text);
            }
            ("server", _) => {
                let message = ServerMessage::parse(&text).expect("a good message");
                assert_eq!(message.to_text(), text);
            }
            ("event", _) => check_read::<WireEvent>(&text),
            ("http", "create-friend" | "create-computer") => check_read::<CreateGame>(&text),
            ("http", "created-friend" | "created-computer") => check_read::<Created>(&text),
            ("http", "invite") => check_read::<InviteView>(&text),
            ("http", "face-wish") => check_read::<FaceWish>(&text),
            ("http", "push-key") => check_read::<PushKey>(&text),
            ("http", "push-wish") => check_read::<PushWish>(&text),
            ("http", "push-end") => check_read::<PushEnd>(&text),
            ("http", "seat-wish") => check_read::<SeatWish>(&text),
            ("http", "seat-link") => check_read::<SeatLink>(&text),
            ("http", "seat-link-view") => check_read::<SeatLinkView>(&text),
            ("http", "seat-redeemed") => check_read::<SeatRedeemed>(&text),
            ("http", "seated") => check_read::<Seated>(&text),
            ("http", "my-games") => check_read::<Vec<MyGame>>(&text),
            ("http", "events" | "events-snapshot") => check_read::<EventsPage>(&text),
            ("http", "error" | "error-invite_taken") => check_read::<ErrorBody>(&text),
            _ => panic!("nobody reads {name}"),
        }
    }
}

#[test]
fn a_local_game_that_was_saved_by_the_first_version_can_be_read() {
    let variant = Variant::English;
    let mut game = LocalGame::new(variant, GameRules::STANDARD, None).expect("the start");
    game.agree_draw().expect("playing");
    game.rematch().expect("over");
    game.play(&path("11-15")).expect("legal");
    game.resign(Side::Second).expect("playing");
    game.undo();
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/local-game-1.json");
    if updating() {
        fs::write(&file, format!("{}\n", save_local_game(&game))).expect("can write");
    }
    let text = fs::read_to_string(file).expect("the golden file");
    assert_eq!(save_local_game(&game), text.trim_end());
    assert_eq!(load_local_game(text.trim_end()), Ok(game));
}
