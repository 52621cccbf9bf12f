//! Moves as people write them, played from a FEN or from the start.
//!
//! The first line is `english` or `international`, with a FEN behind it or
//! without; what follows are moves.

use rules::{AnyGame, GameRules, Setup, Variant, pdn::WrittenMove};

/// Plays what can be played.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let (name, fen) = first.split_once(' ').unwrap_or((first, ""));
    let variant = Variant::from_name(name).unwrap_or(Variant::English);
    let setup = fen.parse::<Setup>().ok();
    let Ok(mut game) = AnyGame::start(variant, setup.as_ref(), GameRules::STANDARD) else {
        return;
    };
    for word in rest.split_whitespace().take(200) {
        let Ok(written) = word.parse::<WrittenMove>() else { continue };
        let again = written.to_string();
        assert_eq!(again.parse().as_ref(), Ok(&written), "{again}");
        if let Some(path) = written.path(variant.board()) {
            play(&mut game, &path);
        }
    }
}

fn play(game: &mut AnyGame, path: &[rules::Square]) {
    let (before, legal, plies) = (game.fen(), game.legal_moves(), game.ply_count());
    match game.play_path(path) {
        Ok(played) => {
            assert!(legal.contains(&played), "{before} {}", played.pdn);
            assert_eq!((path.first(), path.last()), (played.path.first(), played.path.last()));
            let after = game.fen();
            // The shortest text and the full path mean the same move.
            let short: WrittenMove = played.pdn.parse().expect("our own PDN");
            let short = short.path(game.variant().board()).expect("on the board");
            for way in [short, played.path.to_vec()] {
                assert!(game.undo());
                assert_eq!(game.fen(), before);
                assert_eq!(game.play_path(&way).as_ref(), Ok(&played), "{before} {way:?}");
                assert_eq!(game.fen(), after);
            }
        }
        Err(_) => assert_eq!((game.fen(), game.ply_count()), (before, plies), "a refusal"),
    }
}
