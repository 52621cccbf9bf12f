//! `lab train`: the weights of the evaluation, from nothing or from those that
//! the engine has.
//!
//! Rounds follow one another: the engine plays games against itself with the
//! net of the round before, and a new net is fitted to all games so far. The
//! first net knows material only. Everything is kept in a folder as soon as it
//! is there, so a training that was broken off goes on where it was.

mod chunks;
mod fit;
mod games;
mod model;
mod recipe;
mod sample;

use std::{io, num::NonZeroUsize, path::PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use engine::net::WrongLength;
use rules::Variant;

use recipe::Recipe;

/// Train the evaluation from games of the engine against itself.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The folder keeps, for each variant, the games and the net of every round; what
is there already is not made again. The last net is what the engine brings
along: copy it to crates/engine/weights. The same recipe gives the same games
on every machine and with any number of threads; fitting rounds as the machine
does.

Examples:
  cargo xtask train --variant english
  cargo xtask train --variant international --threads 2 --dir target/training
  cargo xtask train --variant english --games 200 --nodes 200 --rounds 1 --dir /tmp/try")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = variant(), default_value = "english")]
    variant: Variant,
    /// Where games and nets are kept
    #[arg(long, value_name = "DIR", default_value = "target/training")]
    dir: PathBuf,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Rounds of games and fitting
    #[arg(long, value_name = "N", default_value_t = Recipe::FULL.rounds)]
    rounds: u32,
    /// Games of the first round; each later one has as many more
    #[arg(long, value_name = "N", default_value_t = Recipe::FULL.games)]
    games: u64,
    /// Nodes of each search in the first round; each later one has as many more
    #[arg(long, value_name = "N", default_value_t = Recipe::FULL.nodes)]
    nodes: u64,
    /// How often a fit sees all positions
    #[arg(long, value_name = "N", default_value_t = Recipe::FULL.epochs)]
    epochs: usize,
    /// How much of a fit's goal is the result of the game, 0 to 1; the rest is
    /// what the search thought
    #[arg(long, value_name = "SHARE", default_value_t = Recipe::FULL.result_share)]
    result_share: f32,
}

fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| name.parse::<Variant>())
}

/// Why training cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// A file cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    /// A file holds no net.
    #[error("{path}: {source}", path = path.display())]
    Net { path: PathBuf, source: WrongLength },
    /// A file holds no whole number of positions.
    #[error("{path} is damaged: remove it, and its games are played again", path = path.display())]
    Damaged { path: PathBuf },
}

/// Trains, telling progress on standard error.
pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let recipe = Recipe {
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
        epochs: args.epochs,
        result_share: args.result_share.clamp(0.0, 1.0),
    };
    recipe.follow(args.variant, &args.dir, args.threads)
}
