//! Finished games, and the file that keeps them: one JSON object a line, the
//! first of which says what match it is.

use std::{
    fs,
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{Side, adjudication::Adjudication, fault::Fault, players::Budget};

/// What must be the same for games to belong to one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Terms {
    pub(super) variant: String,
    /// Whether the International tournament rules hold.
    pub(super) tournament: bool,
    pub(super) engines: [String; 2],
    pub(super) budgets: [Budget; 2],
    pub(super) openings: String,
    pub(super) seed: u64,
    pub(super) adjudication: Adjudication,
}

impl Terms {
    /// The first thing in which two matches differ.
    fn difference(&self, other: &Terms) -> Option<&'static str> {
        [
            (self.variant != other.variant, "the variant"),
            (self.tournament != other.tournament, "the rules"),
            (self.engines != other.engines, "an engine"),
            (self.budgets != other.budgets, "the budget"),
            (self.openings != other.openings, "the openings"),
            (self.seed != other.seed, "the seed"),
            (self.adjudication != other.adjudication, "the adjudication"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }
}

/// The time that one engine used in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Used {
    /// Moves asked for.
    pub(super) moves: u32,
    /// Milliseconds in all.
    pub(super) ms: f64,
    /// Milliseconds for the longest move.
    pub(super) longest_ms: f64,
    /// Moves that took longer than the budget.
    pub(super) overruns: u32,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Played {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair: the
    /// same opening, colours swapped.
    pub(super) game: u32,
    /// As a file of openings writes it.
    pub(super) opening: String,
    pub(super) white: Side,
    pub(super) winner: Option<Side>,
    /// A reason of the rules, `claimed`, `five-move`, `adjudicated`, or what the loser did
    /// wrong: `illegal-move`, `bad-answer`, `time-out`, `crash`, `not-started`.
    pub(super) reason: String,
    /// What exactly the loser did wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) fault: Option<String>,
    pub(super) plies: u32,
    /// The moves in PDN, those of the opening included.
    pub(super) moves: String,
    pub(super) used: [Used; 2],
}

impl Played {
    /// What the game is worth for A, in half points.
    pub(super) fn half_points(&self) -> u32 {
        match self.winner {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        }
    }
}

/// The file of a match, or nothing that only looks like one.
#[derive(Debug)]
pub(super) struct File {
    file: Option<(PathBuf, fs::File)>,
    kept: Vec<Played>,
}

impl File {
    /// Keeps nothing.
    pub(super) fn none() -> Self {
        File { file: None, kept: Vec::new() }
    }

    /// Opens or begins a file. A last line that was not written whole is cut
    /// off: its game is played again.
    pub(super) fn open(path: &Path, terms: &Terms) -> Result<Self, Fault> {
        let io = |source| Fault::File { path: path.to_owned(), source };
        let mut options = fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let mut kept = Vec::new();
        let mut lines = text[..whole].lines().enumerate();
        if let Some((_, first)) = lines.next() {
            let known: Terms = parse(path, 0, first)?;
            if let Some(what) = known.difference(terms) {
                return Err(Fault::OtherMatch { path: path.to_owned(), what });
            }
        } else {
            writeln!(file, "{}", serde_json::to_string(terms)?).map_err(io)?;
        }
        for (index, line) in lines {
            kept.push(parse(path, index, line)?);
        }
        Ok(File { file: Some((path.to_owned(), file)), kept })
    }

    /// The games that were there before.
    pub(super) fn take_kept(&mut self) -> Vec<Played> {
        std::mem::take(&mut self.kept)
    }

    /// Keeps one more game.
    pub(super) fn keep(&mut self, game: &Played) -> Result<(), Fault> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        // One write for the whole line: what is cut short is the last one.
        let line = serde_json::to_string(game)? + "\n";
        file.write_all(line.as_bytes()).map_err(Fault::file(path.as_path()))
    }
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path, index: usize, line: &str) -> Result<T, Fault> {
    serde_json::from_str(line).map_err(|source| Fault::Record {
        path: path.to_owned(),
        line: index + 1,
        source,
    })
}
