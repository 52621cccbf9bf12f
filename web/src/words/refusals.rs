//! Sentences for the codes by which the server says no.

use super::board;
use crate::Lang;

/// The sentence for a code of a refused command or a failed request. A code
/// from a newer server gets a general one, never the bare code.
#[must_use]
pub fn refusal(lang: Lang, code: &str) -> &'static str {
    let sentence = match code {
        "not_started" => board::refused_not_started,
        "not_a_player" => board::refused_not_a_player,
        "not_your_turn" => board::refused_not_your_turn,
        "illegal_move" => board::refused_illegal_move,
        "must_capture" => board::refused_must_capture,
        "must_capture_most" => board::refused_must_capture_most,
        "ambiguous_move" => board::refused_ambiguous_move,
        "game_over" => board::refused_game_over,
        "stale" => board::refused_stale,
        "not_allowed" => board::refused_not_allowed,
        "nothing_to_undo" => board::refused_nothing_to_undo,
        "no_offer" => board::refused_no_offer,
        "too_early" => board::refused_too_early,
        "bad_message" => board::refused_bad_message,
        "bad_request" => board::error_bad_request,
        "bad_fen" => board::error_bad_fen,
        "bad_rules" => board::error_bad_rules,
        "bad_origin" => board::error_bad_origin,
        "not_found" => board::error_not_found,
        "invite_taken" => board::error_invite_taken,
        "own_invite" => board::error_own_invite,
        "invite_cancelled" => board::error_invite_cancelled,
        "invite_expired" => board::error_invite_expired,
        "seat_link_used" => board::error_seat_link_used,
        "too_large" => board::error_too_large,
        "too_many_requests" => board::error_too_many,
        "busy" => board::error_busy,
        "network" => board::error_network,
        _ => board::error_other,
    };
    sentence(lang)
}

#[cfg(test)]
mod tests {
    use protocol::ErrorCode;

    use super::*;

    /// Faults of the program or the line rather than of its user, and what a
    /// page of the server tells: one sentence serves.
    const OURS: [ErrorCode; 5] = [
        ErrorCode::Blocked,
        ErrorCode::Internal,
        ErrorCode::MethodNotAllowed,
        ErrorCode::TooSlow,
        ErrorCode::UnsupportedMediaType,
    ];

    #[test]
    fn every_code_of_the_wire_has_its_own_sentence_in_every_language() {
        for lang in Lang::ALL {
            let mut seen = vec![refusal(lang, "a_code_of_tomorrow")];
            for code in ErrorCode::all().filter(|code| !OURS.contains(code)) {
                let sentence = refusal(lang, code.name());
                assert!(!seen.contains(&sentence), "{lang}: {} shares “{sentence}”", code.name());
                seen.push(sentence);
            }
        }
    }
}
