//! What the games of a match begin with.

mod balance;
mod file;
mod random_plies;

use std::{fmt, fs, path::PathBuf, str::FromStr};

use rules::{AnyGame, GameRules, Variant};

use super::fault::Fault;
use crate::random::Random;

/// The three-move openings of English draughts.
const BALLOTS: &str = include_str!("../../../data/ballots-english.txt");

/// A named start of a game.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// How it is written in a file of openings.
    pub(super) text: String,
    /// The game so far.
    pub(super) game: AnyGame,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Start,
    Ballots,
    /// So many random plies.
    Random(u32),
    File(PathBuf),
}

impl Source {
    /// What a match of that variant is usually played from.
    pub(super) const fn usual(variant: Variant) -> Source {
        match variant {
            Variant::English => Source::Ballots,
            Variant::International => Source::Random(6),
        }
    }
}

/// `random:` must be followed by 1 to 30.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("random: needs a number of plies from 1 to 30")]
pub(super) struct BadSource;

impl FromStr for Source {
    type Err = BadSource;
    fn from_str(text: &str) -> Result<Self, BadSource> {
        match text {
            "start" => Ok(Source::Start),
            "ballots" => Ok(Source::Ballots),
            _ => match text.strip_prefix("random:") {
                None => Ok(Source::File(text.into())),
                Some(plies) => match plies.parse() {
                    Ok(plies @ 1..=30) => Ok(Source::Random(plies)),
                    _ => Err(BadSource),
                },
            },
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Start => f.write_str("start"),
            Source::Ballots => f.write_str("ballots"),
            Source::Random(plies) => write!(f, "random:{plies}"),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The openings of a source, at least one. Of random ones there are `pairs`,
/// and those of a shorter match are the first of a longer one.
pub(super) fn load(
    source: &Source,
    variant: Variant,
    rules: GameRules,
    seed: u64,
    pairs: usize,
) -> Result<Vec<Opening>, Fault> {
    let start = begin(variant, rules);
    let openings = match source {
        Source::Start => {
            vec![Opening { text: "start".to_owned(), game: start }]
        }
        Source::Ballots if variant != Variant::English => return Err(Fault::BallotsElsewhere),
        Source::Ballots => {
            let mut ballots = file::read("ballots", BALLOTS, &start)?;
            Random::new(seed).shuffle(&mut ballots);
            ballots
        }
        Source::Random(plies) => random_plies::make(&start, *plies, seed, pairs)?,
        Source::File(path) => {
            let text = fs::read_to_string(path).map_err(Fault::file(path))?;
            file::read(&path.display().to_string(), &text, &start)?
        }
    };
    if openings.is_empty() { Err(Fault::NoOpening(source.to_string())) } else { Ok(openings) }
}

/// The start of a game under rules that the variant is known to have.
fn begin(variant: Variant, rules: GameRules) -> AnyGame {
    AnyGame::start(variant, None, rules).unwrap_or_else(|_| AnyGame::new(variant))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn texts(source: &Source, variant: Variant, seed: u64, pairs: usize) -> Vec<String> {
        let openings = load(source, variant, GameRules::STANDARD, seed, pairs).expect("openings");
        openings.into_iter().map(|opening| opening.text).collect()
    }

    #[test]
    fn there_are_174_ballots_each_a_position_of_its_own_with_a_piece_each_way_to_go() {
        let ballots = load(&Source::Ballots, Variant::English, GameRules::STANDARD, 1, 1)
            .expect("legal openings");
        let positions: HashSet<_> = ballots.iter().map(|ballot| ballot.game.fen()).collect();
        assert_eq!((ballots.len(), positions.len()), (174, 174));
        assert!(ballots.iter().all(|ballot| ballot.game.ply_count() == 3));
    }

    #[test]
    fn the_seed_decides_and_a_shorter_match_is_the_beginning_of_a_longer_one() {
        let source = Source::Random(6);
        let (few, many) = (
            texts(&source, Variant::International, 7, 3),
            texts(&source, Variant::International, 7, 12),
        );
        assert_eq!(few[..], many[..3]);
        assert_ne!(many, texts(&source, Variant::International, 8, 12));
        assert_eq!(many.iter().collect::<HashSet<_>>().len(), 12, "no opening twice");
        let ballots = |seed| texts(&Source::Ballots, Variant::English, seed, 1);
        assert_eq!(ballots(3), ballots(3));
        assert_ne!(ballots(3), ballots(4));
    }

    #[test]
    fn sources_read_as_they_are_written() {
        for text in ["start", "ballots", "random:6", "some/file.txt"] {
            assert_eq!(text.parse::<Source>().expect(text).to_string(), text);
        }
        for text in ["random:", "random:0", "random:31", "random:x"] {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
        assert!(matches!(
            load(&Source::Ballots, Variant::International, GameRules::STANDARD, 1, 1),
            Err(Fault::BallotsElsewhere)
        ));
    }
}
