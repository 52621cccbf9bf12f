//! `lab match`: games between two engines, with a referee that trusts neither.
//!
//! The rules crate replays every game; an engine that answers an illegal move,
//! dies or is late loses that game. Each opening is played twice with colours
//! swapped, and every finished game is kept at once, so that a match can be
//! broken off and taken up again.

mod adjudication;
mod args;
mod fault;
mod openings;
mod players;
mod record;
mod referee;
mod report;
mod schedule;
mod statistics;

pub(crate) use args::Args;
pub(crate) use fault::Fault;

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two engines, in the order of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    A,
    B,
}

impl Side {
    const BOTH: [Side; 2] = [Side::A, Side::B];

    const fn index(self) -> usize {
        self as usize
    }

    const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}

/// Plays the match and prints its result.
pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let plan = args.plan()?;
    let mut file = match &args.out {
        Some(path) => record::File::open(path, &plan.terms)?,
        None => record::File::none(),
    };
    let mut score = statistics::Tally::default();
    for game in file.take_kept() {
        score.add(&game);
    }
    schedule::play_missing(&plan, &mut file, &mut score)?;
    report::print(&plan, &score, args.json)
}
