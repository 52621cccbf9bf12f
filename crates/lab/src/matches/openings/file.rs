//! Openings from a text: one a line, `#` begins a remark.

use rules::{AnyGame, Setup, Status, pdn::WrittenMove};

use super::Opening;
use crate::matches::fault::Fault;

/// Reads moves (`9-13 21-17 5-9`) or a position (`fen FEN`) from each line.
pub(super) fn read(name: &str, text: &str, start: &AnyGame) -> Result<Vec<Opening>, Fault> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let game = begin(line, start).map_err(|why| Fault::Opening {
            name: name.to_owned(),
            line: index + 1,
            why,
        })?;
        openings.push(Opening { text: line.to_owned(), game });
    }
    Ok(openings)
}

fn begin(line: &str, start: &AnyGame) -> Result<AnyGame, &'static str> {
    let variant = start.variant();
    let game = match line.strip_prefix("fen ") {
        Some(fen) => {
            let setup: Setup = fen.parse().map_err(|_| "not a FEN")?;
            AnyGame::start(variant, Some(&setup), start.rules())
                .map_err(|_| "not a position of this variant")?
        }
        None => {
            let mut game = start.clone();
            for word in line.split_whitespace() {
                let written: WrittenMove = word.parse().map_err(|_| "not a move")?;
                let path = written.path(variant.board()).ok_or("a square is not on this board")?;
                game.play_path(&path).map_err(|_| "an illegal move")?;
            }
            game
        }
    };
    if game.status() == Status::Ongoing { Ok(game) } else { Err("the game is over") }
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    fn fens(text: &str) -> Vec<String> {
        let openings = read("here", text, &AnyGame::new(Variant::English)).expect(text);
        openings.into_iter().map(|opening| opening.game.fen()).collect()
    }

    fn check_refused(text: &str, at: usize, reason: &str) {
        match read("here", text, &AnyGame::new(Variant::English)) {
            Err(Fault::Opening { line, why, .. }) => assert_eq!((line, why), (at, reason)),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn a_line_is_moves_or_a_position_and_remarks_are_left_out() {
        let read = fens("# two\n\n11-15 23-19  # ours\nfen B:W18,24:B12,10\n");
        let moved = "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
        assert_eq!(read, [moved, "B:W18,24:B10,12"]);
    }

    #[test]
    fn a_bad_line_is_named_with_its_reason() {
        check_refused("11-15\n11-16 12-16", 2, "an illegal move");
        check_refused("hello", 1, "not a move");
        check_refused("11-50", 1, "a square is not on this board");
        check_refused("fen B:W18", 1, "not a FEN");
        check_refused("fen B:W50:B1", 1, "not a position of this variant");
        check_refused("fen B:W1:B", 1, "not a position of this variant");
        check_refused("fen B:WK1:B", 1, "the game is over");
    }
}
