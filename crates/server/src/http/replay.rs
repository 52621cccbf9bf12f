//! A game or a position that somebody has as text, put on a board.

use axum::{
    Form,
    extract::rejection::FormRejection,
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use protocol::ErrorCode;
use rules::{
    AnyGame, AnyRuleset, GameRules, Ruleset, Setup, Variant,
    pdn::{self, Record, VariantTag},
    with_ruleset,
};
use serde::Deserialize;
use web::pages::{self, Reading};

use super::visit::Visit;

/// The fields of the form.
#[derive(Deserialize)]
pub(crate) struct Sent {
    #[serde(default)]
    text: String,
    #[serde(default)]
    variant: String,
    ply: Option<usize>,
}

/// `GET /{lang}/replay`
pub(crate) async fn ask(visit: Visit, uri: Uri) -> Response {
    visit.content(&uri, |page| pages::replay(page, "", Reading::Nothing))
}

/// `POST /{lang}/replay`
pub(crate) async fn show(
    visit: Visit,
    uri: Uri,
    form: Result<Form<Sent>, FormRejection>,
) -> Response {
    let sent = match form {
        Ok(Form(sent)) if sent.text.len() <= pages::LONGEST_RECORD => sent,
        Err(fault) if fault.status() != StatusCode::PAYLOAD_TOO_LARGE => {
            return visit.trouble(ErrorCode::BadRequest.into());
        }
        _ => return visit.trouble(ErrorCode::TooLarge.into()),
    };
    let text = sent.text.trim();
    let read = read(text, sent.variant.parse().ok());
    let reading = match &read {
        Ok(game) => {
            let ply = sent.ply.unwrap_or(0).min(game.ply_count());
            Reading::Game { game, ply }
        }
        Err(Fault::Nothing) => Reading::Unreadable,
        Err(Fault::Move { line, column }) => Reading::Faulty { line: *line, column: *column },
    };
    visit.content(&uri, |page| pages::replay(page, text, reading)).into_response()
}

/// Why a text cannot be shown.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// It holds neither a game nor a position.
    Nothing,
    /// A move of its first game cannot be played.
    Move { line: u32, column: u32 },
}

/// Reads a position, or the first game of a collection.
fn read(text: &str, asked: Option<Variant>) -> Result<AnyGame, Fault> {
    if let Ok(setup) = text.parse::<Setup>() {
        let variants = asked.map_or_else(|| Variant::ALL.to_vec(), |variant| vec![variant]);
        let mut starts = variants
            .into_iter()
            .map(|variant| AnyGame::start(variant, Some(&setup), GameRules::STANDARD));
        return starts.find_map(Result::ok).ok_or(Fault::Nothing);
    }
    let records = pdn::read(text.as_bytes());
    let record = records.first().ok_or(Fault::Nothing)?;
    if record.moves.is_empty() && record.fen().is_none() {
        return Err(Fault::Nothing);
    }
    let variant = match (asked, record.variant_tag()) {
        (Some(variant), _) | (None, VariantTag::Known(variant)) => variant,
        (None, VariantTag::Missing) => pdn::best_variant(&records),
        (None, VariantTag::Foreign) => return Err(Fault::Nothing),
    };
    with_ruleset!(variant, R => replay::<R>(record))
}

fn replay<R: Ruleset + AnyRuleset>(record: &Record) -> Result<AnyGame, Fault> {
    match pdn::replay::<R>(record) {
        Ok(replayed) => Ok(R::wrap(replayed.game)),
        Err(fault) => Err(Fault::Move { line: fault.place.line, column: fault.place.column }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, variant: Variant, plies: usize, fen: &str) {
        let game = read(text, None).unwrap_or_else(|fault| panic!("{fault:?}: {text}"));
        assert_eq!((game.variant(), game.ply_count()), (variant, plies));
        assert!(game.fen().starts_with(fen), "{}", game.fen());
    }

    #[test]
    fn a_position_is_a_game_without_moves() {
        check("W:W21,22:BK1", Variant::English, 0, "W:W21,22:BK1");
        check("B:W50:B1,2", Variant::International, 0, "B:W50:B1,2");
    }

    #[test]
    fn a_game_is_played_by_its_tag_or_as_it_fits() {
        check("[GameType \"21\"]\n1. 11-15 22-18 *", Variant::English, 2, "B:");
        check("1. 32-28 18-23 *", Variant::International, 2, "W:");
    }

    #[test]
    fn what_cannot_be_played_is_told_with_its_place() {
        assert_eq!(read("", None).unwrap_err(), Fault::Nothing);
        assert_eq!(read("Dear friend, how are you?", None).unwrap_err(), Fault::Nothing);
        let fault = read("[GameType \"21\"]\n1. 11-15 9-14 *", None).unwrap_err();
        assert_eq!(fault, Fault::Move { line: 2, column: 10 });
    }
}
