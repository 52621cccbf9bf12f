//! How a game ended, told to the one who looks.

use super::board;
use crate::Lang;

/// The end of a game from where the viewer sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// The viewer has won.
    Won,
    /// The viewer has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// Somebody has won, and the viewer is neither of the two, or both of
    /// them (two players on one device). The names are those of the sides.
    Decided {
        /// The side that has won.
        winner: &'a str,
        /// The side that has lost.
        loser: &'a str,
    },
}

/// The result in a word or two: “You win!”.
#[must_use]
pub fn headline(lang: Lang, outcome: Outcome<'_>) -> String {
    match outcome {
        Outcome::Won => board::result_won(lang).to_owned(),
        Outcome::Lost => board::result_lost(lang).to_owned(),
        Outcome::Drawn => board::result_drawn(lang).to_owned(),
        Outcome::Decided { winner, .. } => board::result_side_wins(lang, &winner),
    }
}

/// The sentence for a reason of the wire, such as `no-pieces`. A reason from
/// a newer server, or one that does not fit the outcome, gets a general one.
#[must_use]
pub fn ending(lang: Lang, outcome: Outcome<'_>, reason: &str) -> String {
    match outcome {
        Outcome::Won => won(reason)(lang).to_owned(),
        Outcome::Lost => lost(reason)(lang).to_owned(),
        Outcome::Drawn => drawn(reason)(lang).to_owned(),
        Outcome::Decided { loser, .. } => match reason {
            "no-pieces" => board::end_no_pieces_seen(lang, &loser),
            "no-moves" => board::end_no_moves_seen(lang, &loser),
            "resigned" => board::end_resigned_seen(lang, &loser),
            "flag" => board::end_flag_seen(lang, &loser),
            "abandoned" => board::end_abandoned_seen(lang, &loser),
            "length-limit" => board::end_length_limit_seen(lang, &loser),
            _ => board::end_other(lang).to_owned(),
        },
    }
}

type Sentence = fn(Lang) -> &'static str;

fn won(reason: &str) -> Sentence {
    match reason {
        "no-pieces" => board::end_no_pieces_won,
        "no-moves" => board::end_no_moves_won,
        "resigned" => board::end_resigned_won,
        "flag" => board::end_flag_won,
        "abandoned" => board::end_abandoned_won,
        "length-limit" => board::end_length_limit_won,
        _ => board::end_other,
    }
}

fn lost(reason: &str) -> Sentence {
    match reason {
        "no-pieces" => board::end_no_pieces_lost,
        "no-moves" => board::end_no_moves_lost,
        "resigned" => board::end_resigned_lost,
        "flag" => board::end_flag_lost,
        "abandoned" => board::end_abandoned_lost,
        "length-limit" => board::end_length_limit_lost,
        _ => board::end_other,
    }
}

fn drawn(reason: &str) -> Sentence {
    match reason {
        "threefold" => board::end_threefold,
        "forty-move" => board::end_forty_move,
        "king-vs-king" => board::end_king_vs_king,
        "twenty-five-move" => board::end_twenty_five_move,
        "sixteen-move" => board::end_sixteen_move,
        "length-limit" => board::end_length_limit_drawn,
        "too-long" => board::end_too_long,
        "agreed" => board::end_agreed,
        "claimed" => board::end_claimed,
        _ => board::end_other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every reason of the wire, won by somebody or by nobody, has a sentence
    /// of its own for this outcome.
    fn check(outcome: Outcome<'_>, won: bool) {
        let reasons = play::Outcome::all().filter(|end| end.winner().is_some() == won);
        let reasons: BTreeSet<&str> = reasons.map(|end| end.reason()).collect();
        for lang in Lang::ALL {
            let mut seen = vec![ending(lang, outcome, "a reason of tomorrow")];
            for reason in &reasons {
                let sentence = ending(lang, outcome, reason);
                assert!(!seen.contains(&sentence), "{lang}: {reason} shares “{sentence}”");
                seen.push(sentence);
            }
        }
    }

    #[test]
    fn every_reason_is_told_to_winner_loser_and_watcher() {
        check(Outcome::Won, true);
        check(Outcome::Lost, true);
        check(Outcome::Decided { winner: "A", loser: "B" }, true);
        check(Outcome::Drawn, false);
    }

    #[test]
    fn a_watcher_is_told_the_sides() {
        let outcome = Outcome::Decided { winner: "Black", loser: "Red" };
        assert_eq!(headline(Lang::En, outcome), "Black wins");
        assert_eq!(ending(Lang::En, outcome, "no-moves"), "Red cannot move.");
    }
}
