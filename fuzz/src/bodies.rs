//! The JSON bodies that the server reads, and the save of a local game that a
//! browser reads.

use play::{Face, PlayerId, Session, Side, Time};
use protocol::{CreateGame, ErrorCode, FaceWish, SeatWish, load_local_game, save_local_game};

/// Reads the bytes as each of them.
pub fn check(data: &[u8]) {
    create(data);
    if let Ok(wish) = SeatWish::parse(data) {
        let written = serde_json::to_vec(&wish).expect("JSON");
        assert_eq!(SeatWish::parse(&written), Ok(wish));
    }
    if let Ok(wish) = serde_json::from_slice::<FaceWish>(data) {
        assert_eq!(Face::from_name(wish.face.name()), Some(wish.face));
    }
    if let Some(game) = crate::text(data).and_then(|text| load_local_game(text).ok()) {
        let written = save_local_game(&game);
        assert_eq!(load_local_game(&written), Ok(game), "{written}");
    }
}

fn create(data: &[u8]) {
    let Ok(wanted) = CreateGame::parse(data) else { return };
    let written = serde_json::to_string(&wanted).expect("JSON");
    assert_eq!(CreateGame::parse(written.as_bytes()).as_ref(), Ok(&wanted), "{written}");
    for side in Side::ALL {
        let now = Time::from_millis(1_800_000_000_000);
        let config = match wanted.config(PlayerId::stand_in(side), side, now) {
            Ok(config) => config,
            Err(code) => return assert!(refusals().contains(&code), "{code:?}"),
        };
        // The game can be kept and played.
        let (form, text) = store::fuzzing::encode_config(&config);
        let kept = store::fuzzing::decode_config(config.variant(), now, form, &text);
        assert_eq!(kept.as_ref(), Ok(&config), "{text}");
        let session = Session::new(config);
        assert!(!session.board().legal_moves().is_empty(), "somebody can move: {written}");
    }
}

const fn refusals() -> [ErrorCode; 2] {
    [ErrorCode::BadFen, ErrorCode::BadRules]
}
