//! A position: the side to move, then one letter for each square.

use rules::{Color, Piece, Position, Role, Ruleset, Setup, Square};

/// The text is not a position: a wrong length or an unknown letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a Hub position")]
pub struct NotAHubPosition;

/// Writes a position: `W` or `B`, then `w`, `b`, `W`, `B` (kings) or `e` for
/// each square in the order of its number.
#[must_use]
pub fn write_position<R: Ruleset>(position: &Position<R>) -> String {
    let side = position.side_to_move().letter();
    let squares = (1..=R::BOARD.size()).filter_map(Square::new);
    core::iter::once(side)
        .chain(squares.map(|square| position.piece_at(square).map_or('e', letter)))
        .collect()
}

fn letter(piece: Piece) -> char {
    match piece.role {
        Role::King => piece.color.letter(),
        Role::Man => piece.color.letter().to_ascii_lowercase(),
    }
}

/// Reads a position of a board with so many squares; whether the pieces can
/// stand there is for [`Setup::position`] to say.
///
/// # Errors
/// When the length is wrong or a letter has no meaning.
pub fn read_position(text: &str, squares: u8) -> Result<Setup, NotAHubPosition> {
    let mut letters = text.chars();
    let color = |letter| match letter {
        'W' => Some(Color::White),
        'B' => Some(Color::Black),
        _ => None,
    };
    let side = letters.next().and_then(color).ok_or(NotAHubPosition)?;
    let mut setup = Setup { side_to_move: Some(side), ..Setup::default() };
    for square in (1..=squares).filter_map(Square::new) {
        let letter = letters.next().ok_or(NotAHubPosition)?;
        if letter == 'e' {
            continue;
        }
        let color = color(letter.to_ascii_uppercase()).ok_or(NotAHubPosition)?;
        let men = letter.is_ascii_lowercase();
        let list = if men { &mut setup.men } else { &mut setup.kings };
        list[color].push(square);
    }
    if letters.next().is_none() { Ok(setup) } else { Err(NotAHubPosition) }
}

#[cfg(test)]
mod tests {
    use rules::{English, International};

    use super::*;

    #[test]
    fn the_starts_are_written_as_the_protocol_shows_them() {
        assert_eq!(
            write_position(&Position::<International>::start()),
            "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
        );
        assert_eq!(
            write_position(&Position::<English>::start()),
            "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
        );
    }

    #[test]
    fn kings_and_both_sides_survive_the_way_through_the_text() {
        let setup: Setup = "B:W18,24,K10:B12,K22".parse().expect("a FEN");
        let position = setup.position::<English>().expect("a position");
        let text = write_position(&position);
        let read = read_position(&text, 32).expect("a position");
        assert_eq!(read.position::<English>(), Ok(position));
    }

    #[test]
    fn wrong_lengths_and_letters_are_refused() {
        let start = write_position(&Position::<English>::start());
        for text in ["", "W", "E", &start[1..], &format!("{start}e"), &start.replace('w', "x")] {
            assert_eq!(read_position(text, 32), Err(NotAHubPosition), "{text}");
        }
    }
}
