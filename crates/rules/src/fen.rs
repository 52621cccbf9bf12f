//! FEN of draughts: `B:W18,24,K10:B12,K22`. Read tolerantly, written strictly.

use core::{fmt, str::FromStr};

use crate::{Color, Setup, Square};

/// Longer texts are refused before they are read.
const MAX_LENGTH: usize = 1_000;

/// Why a text is not a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FenError {
    /// Longer than any position needs.
    #[error("too long")]
    TooLong,
    /// The side to move is not `W`, `B` or `?`.
    #[error("the side to move is missing")]
    SideToMove,
    /// Not exactly one list for each side.
    #[error("there must be one list of pieces for each side")]
    Lists,
    /// Something in a list is not a square number.
    #[error("not a square number")]
    Square,
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN: blanks and letter case do not matter, either colour may
    /// come first, ranges (`1-12`, `K1-4`) and a final full stop are accepted,
    /// `?` leaves the side to move open, counters behind the lists (`:H0:F1`)
    /// are read over.
    fn from_str(text: &str) -> Result<Self, FenError> {
        if text.len() > MAX_LENGTH {
            return Err(FenError::TooLong);
        }
        let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
        let mut fields = text.trim_end_matches('.').split(':');
        let side_to_move = match fields.next() {
            Some("W" | "w") => Some(Color::White),
            Some("B" | "b") => Some(Color::Black),
            Some("?") => None,
            _ => return Err(FenError::SideToMove),
        };
        let mut setup = Setup { side_to_move, ..Setup::default() };
        let mut seen = Vec::new();
        for field in fields {
            let mut rest = field.chars();
            let color = match rest.next() {
                Some('W' | 'w') => Color::White,
                Some('B' | 'b') => Color::Black,
                // Half-move clock and move number, as some servers add them.
                Some('H' | 'F') if is_number(rest.as_str()) => continue,
                _ => return Err(FenError::Lists),
            };
            if seen.contains(&color) {
                return Err(FenError::Lists);
            }
            seen.push(color);
            for item in rest.as_str().split(',').filter(|item| !item.is_empty()) {
                let (list, numbers) = match item.strip_prefix(['K', 'k']) {
                    Some(numbers) => (&mut setup.kings[color], numbers),
                    None => (&mut setup.men[color], item),
                };
                read_item(numbers, list)?;
            }
        }
        if seen.len() != 2 {
            return Err(FenError::Lists);
        }
        Ok(setup)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_item(text: &str, list: &mut Vec<Square>) -> Result<(), FenError> {
    let number = |text: &str| text.parse::<Square>().map_err(|_| FenError::Square);
    match text.split_once('-') {
        None => list.push(number(text)?),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(FenError::Square);
            }
            list.extend((first.number()..=last.number()).filter_map(Square::new));
        }
    }
    Ok(())
}

impl fmt::Display for Setup {
    /// Writes the one strict form: side to move, White's list, Black's list,
    /// numbers ascending, `K` before a king's number, no ranges, no full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.side_to_move.map_or("?", |color| match color {
            Color::Black => "B",
            Color::White => "W",
        }))?;
        for color in [Color::White, Color::Black] {
            write!(f, ":{}", color.letter())?;
            let men = self.men[color].iter().map(|&square| (square, ""));
            let kings = self.kings[color].iter().map(|&square| (square, "K"));
            let mut pieces = Vec::new();
            for piece in men.chain(kings) {
                let at = pieces.partition_point(|known| *known < piece);
                pieces.insert(at, piece);
            }
            for (i, (square, crown)) in pieces.into_iter().enumerate() {
                write!(f, "{}{crown}{square}", if i == 0 { "" } else { "," })?;
            }
        }
        Ok(())
    }
}

impl<R: crate::Ruleset> fmt::Display for crate::Position<R> {
    /// The position's FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}
