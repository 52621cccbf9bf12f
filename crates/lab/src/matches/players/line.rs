//! The line protocol, as `dama engine --line` speaks it.

use std::{fmt::Write as _, time::Instant};

use rules::{AnyGame, LegalMove, Variant, pdn::WrittenMove};

use super::{Budget, PlayerFault, child::Child};

/// Sets the budget and waits for a first answer: what a program needs to get
/// going must not be taken from its first move.
pub(super) fn greet(
    child: &Child,
    variant: Variant,
    budget: Budget,
    deadline: Instant,
) -> Result<(), PlayerFault> {
    if let Budget::Nodes(nodes) = budget {
        child.say(&format!("nodes {nodes}"))?;
    }
    child.say(&format!("go 1 {}", AnyGame::new(variant).fen()))?;
    match child.hear(deadline)? {
        answer if answer.starts_with("bestmove ") => Ok(()),
        answer => Err(PlayerFault::BadAnswer(answer)),
    }
}

pub(super) fn choose(
    child: &Child,
    game: &AnyGame,
    budget: Budget,
    deadline: Instant,
) -> Result<LegalMove, PlayerFault> {
    child.say(&question(game, budget))?;
    let answer = child.hear(deadline)?;
    let Some(word) = answer.strip_prefix("bestmove ") else {
        return Err(PlayerFault::BadAnswer(answer));
    };
    let written: WrittenMove = word.parse().map_err(|_| PlayerFault::BadAnswer(answer.clone()))?;
    let path = written.path(game.variant().board());
    let mut after = game.clone();
    path.and_then(|path| after.play_path(&path).ok())
        .ok_or_else(|| PlayerFault::IllegalMove(word.to_owned()))
}

/// The positions since the last move that cannot be taken back: what lies
/// before says nothing about repetition or the draw counters.
fn question(game: &AnyGame, budget: Budget) -> String {
    let plies = game.ply_count();
    let first = plies.saturating_sub(game.counters().quiet_plies as usize);
    let mut line = format!("go {}", budget.time().as_millis());
    for fen in (first..=plies).filter_map(|ply| game.fen_at(ply)) {
        // Writing to a string cannot fail.
        let _ = write!(line, " {fen}");
    }
    line
}
