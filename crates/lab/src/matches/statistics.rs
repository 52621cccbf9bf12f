//! What the games of a match say: score, Elo difference and how sure they are.
//!
//! Two games with the same opening are not independent, so the error bars come
//! from the spread of the pairs' results (as Fishtest's pentanomial model does).

use std::{collections::BTreeMap, str::FromStr};

use super::record::Played;

/// Standard errors in a 95 % error bar.
const BAR: f64 = 1.96;

/// Wins, draws and losses of A, and the pairs that they make.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// Half points of A in each finished game.
    half_points: BTreeMap<u32, u32>,
    /// The games themselves, for the report.
    pub(super) played: Vec<Played>,
}

/// A share of all points, from 0 to 1, with its 95 % error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) mean: f64,
    pub(super) error: f64,
}

impl Tally {
    /// Counts a game; one that is there already is left alone.
    pub(super) fn add(&mut self, game: &Played) {
        if self.half_points.insert(game.game, game.half_points()).is_some() {
            return;
        }
        match game.half_points() {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.played.push(game.clone());
    }

    /// The numbers of the games.
    pub(super) fn games(&self) -> impl Iterator<Item = u32> {
        self.half_points.keys().copied()
    }

    pub(super) fn count(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A's points of each whole pair, from 0 to 1.
    fn pairs(&self) -> Vec<f64> {
        let points = |game: u32| self.half_points.get(&game).copied();
        self.games()
            .filter(|game| game.is_multiple_of(2))
            .filter_map(|game| Some(f64::from(points(game)? + points(game + 1)?) / 4.0))
            .collect()
    }

    /// A's share of the points; `None` before the first game.
    pub(super) fn share(&self) -> Option<Share> {
        let games = f64::from(self.count());
        if games == 0.0 {
            return None;
        }
        let mean = (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games;
        let (pairs, variance) = mean_and_variance(&self.pairs());
        // With hardly any spread the usual bar would claim too much: after n
        // games without an event its rate may still be 3/n.
        let least = 3.0 / games;
        let error = if pairs < 2.0 || variance == 0.0 {
            least.min(1.0)
        } else {
            BAR * (variance / pairs).sqrt()
        };
        Some(Share { mean, error })
    }

    /// One line for people.
    pub(super) fn summary(&self) -> String {
        let Tally { wins, draws, losses, .. } = self;
        let share = self.share().unwrap_or(Share { mean: 0.5, error: 0.5 });
        let (mean, error) = (100.0 * share.mean, 100.0 * share.error);
        let mut line = format!("A +{wins} ={draws} -{losses} {mean:.1} % ± {error:.1}");
        if let Some(elo) = share.elo() {
            let [low, high] = share.elo_bounds().map(shown);
            line.push_str(&format!(", Elo {elo:+.0} ({low} to {high})"));
        }
        line
    }
}

fn shown(bound: Option<f64>) -> String {
    bound.map_or_else(|| "unbounded".to_owned(), |elo| format!("{elo:+.0}"))
}

impl Share {
    /// The Elo difference of this share; `None` where it has no bound.
    pub(super) fn elo(self) -> Option<f64> {
        elo(self.mean)
    }

    /// The Elo difference at both ends of the error bar.
    pub(super) fn elo_bounds(self) -> [Option<f64>; 2] {
        [elo(self.mean - self.error), elo(self.mean + self.error)]
    }
}

/// The difference at which the expected share is this one.
fn elo(share: f64) -> Option<f64> {
    // Adding nothing makes a negative zero positive.
    (share > 0.0 && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10() + 0.0)
}

/// The expected share at an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many values, and their sample variance.
fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (count, squares / (count - 1.0).max(1.0))
}

/// A sequential test of two Elo differences, with 5 % for either error
/// (Wald 1945; for pairs of games by the normal approximation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tested {
    /// The logarithm of how much likelier the second difference is.
    pub(super) llr: f64,
    /// Beyond this (or below minus this) the test is over.
    pub(super) bound: f64,
    pub(super) verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Open,
    /// The first difference.
    H0,
    /// The second.
    H1,
}

impl Verdict {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::H0 => "h0",
            Verdict::H1 => "h1",
        }
    }
}

/// The share of wrong decisions that is put up with, either way.
const WRONG: f64 = 0.05;
/// Fewer pairs say nothing about their own spread.
const FEWEST_PAIRS: f64 = 8.0;
/// A smaller spread is taken for chance.
const LEAST_VARIANCE: f64 = 0.01;

impl Sprt {
    pub(super) fn test(self, tally: &Tally) -> Tested {
        let bound = ((1.0 - WRONG) / WRONG).ln();
        let pairs = tally.pairs();
        let (count, variance) = mean_and_variance(&pairs);
        let mean = pairs.iter().sum::<f64>() / count.max(1.0);
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let spread = variance.max(LEAST_VARIANCE);
        let llr = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * spread);
        let verdict = if count < FEWEST_PAIRS || llr.abs() < bound {
            Verdict::Open
        } else if llr > 0.0 {
            Verdict::H1
        } else {
            Verdict::H0
        };
        Tested { llr, bound, verdict }
    }
}

/// Not two rising numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two Elo differences, the lower one first: 0,10")]
pub(super) struct BadSprt;

impl FromStr for Sprt {
    type Err = BadSprt;
    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
        let (first, second) = text.split_once(',').ok_or(BadSprt)?;
        match (number(first), number(second)) {
            (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err(BadSprt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Side, record::Used};

    fn tally(results: &[i32]) -> Tally {
        let mut tally = Tally::default();
        for (number, &result) in results.iter().enumerate() {
            tally.add(&Played {
                game: number as u32,
                opening: String::new(),
                white: Side::A,
                winner: match result {
                    1 => Some(Side::A),
                    0 => None,
                    _ => Some(Side::B),
                },
                reason: String::new(),
                fault: None,
                plies: 0,
                moves: String::new(),
                used: [Used::default(); 2],
            });
        }
        tally
    }

    fn check(results: &[i32], mean: f64, error: f64) {
        let share = tally(results).share().expect("games");
        let near = |one: f64, two: f64| (one - two).abs() < 1e-9;
        assert!(near(share.mean, mean) && near(share.error, error), "{share:?}");
    }

    #[test]
    fn the_error_bar_comes_from_the_pairs() {
        // Two pairs of one win and one loss each are as sure as can be …
        check(&[1, -1, 1, -1], 0.5, 0.75);
        // … pairs that differ are not: 1 and 0, a deviation of 0.5 root 2.
        check(&[1, 1, -1, -1], 0.5, 1.96 * (0.5_f64 / 2.0).sqrt());
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        check(&[1; 100], 1.0, 0.03);
        let share = tally(&[1; 100]).share().expect("games");
        assert_eq!(share.elo(), None);
        let [low, high] = share.elo_bounds();
        assert!((600.0..610.0).contains(&low.expect("bounded below")) && high.is_none());
    }

    #[test]
    fn elo_and_share_are_each_others_inverse() {
        for difference in [-300.0, -10.0, 0.0, 35.0, 191.0] {
            let back = elo(expected(difference)).expect("bounded");
            assert!((back - difference).abs() < 1e-6, "{difference} became {back}");
        }
        assert!((elo(0.75).expect("bounded") - 190.85).abs() < 0.01);
    }

    #[test]
    fn a_game_that_comes_twice_counts_once() {
        let mut twice = tally(&[1, -1]);
        let again = twice.played[0].clone();
        twice.add(&again);
        assert_eq!((twice.wins, twice.losses, twice.count()), (1, 1, 2));
    }

    #[test]
    fn the_sequential_test_ends_when_one_side_is_clear_and_not_before() {
        let sprt: Sprt = "0,20".parse().expect("two numbers");
        let verdict = |results: &[i32]| sprt.test(&tally(results)).verdict;
        assert_eq!(verdict(&[]), Verdict::Open);
        assert_eq!(verdict(&[1; 10]), Verdict::Open, "too few pairs");
        assert_eq!(verdict(&[1; 100]), Verdict::H1);
        assert_eq!(verdict(&[-1; 100]), Verdict::H0);
        assert_eq!(verdict(&[1, -1].repeat(20)), Verdict::Open);
    }

    #[test]
    fn a_test_needs_two_rising_numbers() {
        for text in ["", "5", "5,5", "10,0", "a,b", "0,inf"] {
            assert_eq!(text.parse::<Sprt>(), Err(BadSprt), "{text}");
        }
    }
}
