//! FEN: read tolerantly, written strictly; and the generator of moves against
//! the slow one.

use engine::hub::{read_position, write_position};
use rules::{ByColor, English, FenError, International, Position, Ruleset, Setup, Square};

use crate::slow;

/// Pieces up to which the slow generator is asked: with more kings it takes
/// seconds.
const MOST_PIECES: u32 = 14;

/// Reads a FEN and follows it.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    let Ok(setup) = text.parse::<Setup>() else { return };
    let written = setup.to_string();
    match written.parse::<Setup>() {
        Ok(again) => assert_eq!(sorted(&again), sorted(&setup), "{written}"),
        // A list that names its squares again and again.
        Err(error) => assert_eq!(error, FenError::TooLong, "{written}"),
    }
    as_position::<English>(&setup);
    as_position::<International>(&setup);
}

fn sorted(setup: &Setup) -> Setup {
    let sort = |lists: &ByColor<Vec<Square>>| {
        ByColor::new_with(|color| {
            let mut list = lists[color].clone();
            list.sort_unstable();
            list
        })
    };
    Setup { side_to_move: setup.side_to_move, men: sort(&setup.men), kings: sort(&setup.kings) }
}

fn as_position<R: Ruleset>(setup: &Setup) {
    match setup.position::<R>() {
        Ok(position) => follow(&position),
        Err(errors) => assert!(!errors.is_empty(), "a refusal without a reason"),
    }
}

/// What is true of every position.
pub(crate) fn follow<R: Ruleset>(position: &Position<R>) {
    let fen = position.to_string();
    let read = |fen: &str| fen.parse::<Setup>().ok()?.position::<R>().ok();
    assert_eq!(read(&fen), Some(*position), "{fen}");
    let hub = read_position(&write_position(position), R::BOARD.size()).expect("a Hub position");
    assert_eq!(hub.position::<R>().ok(), Some(*position), "{fen}");

    let described = position.described_moves();
    assert_eq!(described.len() as u64, position.count_legal_moves(), "{fen}");
    for mv in &described {
        let found = position.find_move(&mv.path).expect("its own path is a move's");
        let after = position.play(found);
        assert_eq!(read(&after.to_string()), Some(after), "{fen} {}", mv.pdn);
    }
    if position.occupied().len() <= MOST_PIECES {
        let slow = slow::legal_moves(position);
        let numbers = |squares: &[Square]| squares.iter().map(|it| it.number()).collect::<Vec<_>>();
        let ours = described
            .iter()
            .map(|mv| (mv.from.number(), mv.to.number(), numbers(&mv.captures), mv.promotes));
        let theirs = slow.into_iter().map(|mv| (mv.from, mv.to, mv.captures, mv.promotes));
        assert!(ours.eq(theirs), "the two generators disagree: {fen}");
    }
}
