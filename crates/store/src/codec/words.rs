//! Columns: words, numbers and bytes to the types of a game and back.

use play::{CancelReason, GameId, Level, Outcome, PlayerId, Side, State, Time};
use rules::Variant;

use super::DecodeError;

/// 1 or 2.
pub(crate) const fn side_number(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

/// The side of 1 or 2.
pub(crate) const fn side_from(number: i64) -> Result<Side, DecodeError> {
    match number {
        1 => Ok(Side::First),
        2 => Ok(Side::Second),
        _ => Err(DecodeError::Column),
    }
}

/// `waiting`, `playing`, `cancelled:REASON`, `won:SIDE:REASON` or
/// `drawn:REASON`.
pub(crate) fn state_text(state: State) -> String {
    match state {
        State::Waiting | State::Playing => state.name().to_owned(),
        State::Cancelled(reason) => format!("cancelled:{}", reason.name()),
        State::Finished(outcome) => match outcome.winner() {
            Some(side) => format!("won:{side}:{}", outcome.reason()),
            None => format!("drawn:{}", outcome.reason()),
        },
    }
}

/// The state of that text.
pub(crate) fn state_from(text: &str) -> Result<State, DecodeError> {
    let mut words = text.split(':');
    let state = match (words.next(), words.next(), words.next(), words.next()) {
        (Some("waiting"), None, None, None) => Some(State::Waiting),
        (Some("playing"), None, None, None) => Some(State::Playing),
        (Some("cancelled"), Some(reason), None, None) => {
            CancelReason::from_name(reason).map(State::Cancelled)
        }
        (Some("won"), Some(side), Some(reason), None) => Side::from_name(side)
            .and_then(|side| Outcome::from_parts(Some(side), reason))
            .map(State::Finished),
        (Some("drawn"), Some(reason), None, None) => {
            Outcome::from_parts(None, reason).map(State::Finished)
        }
        _ => None,
    };
    state.ok_or(DecodeError::Column)
}

/// The variant of a name.
pub(crate) fn variant_from(name: &str) -> Result<Variant, DecodeError> {
    Variant::from_name(name).ok_or(DecodeError::Column)
}

/// The level of a name.
pub(crate) fn level_from(name: &str) -> Result<Level, DecodeError> {
    Level::from_name(name).ok_or(DecodeError::Column)
}

/// The 16 bytes of an id.
pub(crate) const fn blob(id: u128) -> [u8; 16] {
    id.to_be_bytes()
}

/// The player of 16 bytes.
pub(crate) fn player_from(bytes: &[u8]) -> Result<PlayerId, DecodeError> {
    id_from(bytes).map(PlayerId::from_u128)
}

/// The game of 16 bytes.
pub(crate) fn game_from(bytes: &[u8]) -> Result<GameId, DecodeError> {
    id_from(bytes).map(GameId::from_u128)
}

fn id_from(bytes: &[u8]) -> Result<u128, DecodeError> {
    bytes.try_into().map(u128::from_be_bytes).map_err(|_| DecodeError::Column)
}

/// A number as databases hold them; what is beyond them is their greatest,
/// which no time and no event of a game comes near.
pub(crate) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The moment of so many milliseconds.
pub(crate) fn time(millis: i64) -> Result<Time, DecodeError> {
    u64::try_from(millis).map(Time::from_millis).map_err(|_| DecodeError::Column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_comes_back_from_its_text() {
        let finished = Outcome::all().map(State::Finished);
        let cancelled = CancelReason::ALL.into_iter().map(State::Cancelled);
        let states = [State::Waiting, State::Playing].into_iter().chain(finished).chain(cancelled);
        for state in states {
            assert_eq!(state_from(&state_text(state)), Ok(state));
        }
    }

    #[test]
    fn other_words_are_no_state() {
        for text in ["", "won", "won:first", "won:first:threefold", "drawn:resigned", "waiting:x"] {
            assert_eq!(state_from(text), Err(DecodeError::Column), "{text}");
        }
    }

    #[test]
    fn a_number_that_is_no_side_is_refused() {
        for number in [-1, 0, 3] {
            assert_eq!(side_from(number), Err(DecodeError::Column));
        }
    }
}
