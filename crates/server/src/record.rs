//! A game as a PDN record.

use play::{Seat, Session, Side, Time};
use rules::{Color, pdn};
use time::OffsetDateTime;

/// The game as PDN. People have no names here; the computer is named after
/// the service, with its level.
pub(crate) fn pdn(session: &Session) -> String {
    let variant = session.variant();
    let name = |color: Color| match session.seats()[Side::of(color, variant)] {
        Seat::Computer(level) => format!("Dama {}", level.name()),
        Seat::Player(_) | Seat::Open => "?".to_owned(),
    };
    let score = session.outcome().map_or(pdn::Score::Open, |outcome| {
        outcome
            .winner()
            .map_or(pdn::Score::Draw, |side| pdn::Score::won_by(side.color(variant), variant))
    });
    let headers = pdn::Headers {
        event: "Dama",
        date: &date(session),
        white: &name(Color::White),
        black: &name(Color::Black),
        score,
    };
    pdn::write(session.board(), &headers)
}

/// The day on which the game was made, in UTC, as PDN writes it.
fn date(session: &Session) -> String {
    day(session.config().created_at()).map_or_else(
        || "????.??.??".to_owned(),
        |(year, month, day)| format!("{year:04}.{month:02}.{day:02}"),
    )
}

/// The day of a moment, in UTC: year, month from 1, day.
pub(crate) fn day(time: Time) -> Option<(i32, u8, u8)> {
    let seconds = i64::try_from(time.as_millis() / 1_000).ok()?;
    let moment = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    let (year, month, day) = moment.to_calendar_date();
    Some((year, u8::from(month), day))
}

#[cfg(test)]
mod tests {
    use play::{BySide, GameConfig, Level, PlayerId};
    use rules::{GameRules, Variant};

    use super::*;

    #[test]
    fn a_record_names_date_players_and_result() {
        let seats = BySide {
            first: Seat::Player(PlayerId::from_u128(9)),
            second: Seat::Computer(Level::Hard),
        };
        let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats);
        let config = config.expect("a game").made_at(Time::from_millis(1_795_910_400_000));
        let text = pdn(&Session::new(config));
        for tag in [
            "[Date \"2026.11.29\"]",
            "[White \"Dama hard\"]",
            "[Black \"?\"]",
            "[Result \"*\"]",
            "[GameType \"21\"]",
        ] {
            assert!(text.contains(tag), "{text} lacks {tag}");
        }
    }
}
