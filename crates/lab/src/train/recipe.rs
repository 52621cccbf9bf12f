//! The rounds of a training.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use engine::net::Net;
use rules::{Board, Ruleset, Variant, with_ruleset};

use super::{Fault, chunks, fit, games::Play, model::Model, sample::Sample};

/// How a training goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Recipe {
    /// Rounds of games and fitting.
    pub(crate) rounds: u32,
    /// Games of the first round; each later one has as many more.
    pub(crate) games: u64,
    /// Nodes of each search in the first round; each later one has as many more.
    pub(crate) nodes: u64,
    /// How often a fit sees all positions.
    pub(crate) epochs: usize,
    /// How much of the goal is the result of the game.
    pub(crate) result_share: f32,
}

/// Positions that are learnt from, or not, together: about those of a game.
const TOGETHER: usize = 100;
/// One lot of them in so many is not learnt from, but tells how well the rest
/// was.
const HELD_OUT: usize = 40;

impl Recipe {
    /// The recipe of the weights that the engine brings along; docs/engine.md
    /// tells which round of it each variant has.
    pub(crate) const FULL: Recipe =
        Recipe { rounds: 4, games: 8_000, nodes: 1_500, epochs: 16, result_share: 0.3 };

    /// Goes through all rounds, skipping what the folder has already.
    pub(crate) fn follow(
        self,
        variant: Variant,
        dir: &Path,
        threads: NonZeroUsize,
    ) -> Result<(), Fault> {
        let board = with_ruleset!(variant, R => R::BOARD);
        let dir = dir.join(variant.name());
        make_folder(&dir)?;
        let mut weights = dir.join("material.net");
        if !weights.exists() {
            chunks::keep(&weights, &Model::material(board).to_bytes())?;
        }
        let mut samples = Vec::new();
        for round in 1..=self.rounds {
            let folder = dir.join(format!("round-{round}"));
            make_folder(&folder)?;
            let net = read_net(board, &weights)?;
            let play = Play {
                variant,
                first: (u64::from(round) << 32) + 1,
                games: self.games * u64::from(round),
                nodes: self.nodes * u64::from(round),
            };
            eprintln!("round {round}: {} games of {} nodes a move", play.games, play.nodes);
            samples.extend(chunks::all(play, &net, &folder, threads)?);
            weights = dir.join(format!("round-{round}.net"));
            if !weights.exists() {
                eprintln!("round {round}: fitting {} positions", samples.len());
                self.fit(board, &samples, &weights)?;
            }
        }
        eprintln!("the last net: {}", weights.display());
        Ok(())
    }

    /// Fits a net; what each epoch has reached is kept beside it.
    fn fit(self, board: Board, samples: &[Sample], to: &Path) -> Result<(), Fault> {
        let how =
            fit::How { epochs: self.epochs, rate: 0.002, decay: 0.1, share: self.result_share };
        let (held_out, learnt): (Vec<_>, Vec<_>) =
            samples.chunks(TOGETHER).enumerate().partition(|(at, _)| at % HELD_OUT == HELD_OUT - 1);
        let flat = |chunks: Vec<(usize, &[Sample])>| {
            chunks.into_iter().flat_map(|(_, samples)| samples).copied().collect::<Vec<_>>()
        };
        let (held_out, learnt) = (flat(held_out), flat(learnt));
        let so_far = to.with_extension("partial");
        let mut fault = None;
        let model = fit::fit(board, &learnt, how, &mut |epoch, model| {
            let loss = fit::loss(model, &held_out, how);
            eprintln!("epoch {epoch} of {}: loss {loss:.6} on positions held out", how.epochs);
            fault = fault.take().or(chunks::keep(&so_far, &model.to_bytes()).err());
        });
        fault.map_or(Ok(()), Err)?;
        chunks::keep(to, &model.to_bytes())?;
        fs::remove_file(&so_far).map_err(|source| Fault::File { path: so_far, source })
    }
}

fn make_folder(dir: &Path) -> Result<(), Fault> {
    fs::create_dir_all(dir).map_err(|source| Fault::File { path: dir.into(), source })
}

fn read_net(board: Board, path: &PathBuf) -> Result<Net, Fault> {
    let bytes = fs::read(path).map_err(|source| Fault::File { path: path.clone(), source })?;
    Net::from_bytes(board, &bytes).map_err(|source| Fault::Net { path: path.clone(), source })
}
