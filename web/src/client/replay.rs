//! Looking at earlier positions while the game goes on.

use super::{Effect, app::App};

/// Which position is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The one that the game has come to.
    Now,
    /// The one after so many plies.
    After(usize),
}

impl App {
    /// The ply whose position is on the board.
    pub(crate) fn ply(&self) -> usize {
        let plies = self.game_ref().ply_count();
        match self.shown {
            Shown::Now => plies,
            Shown::After(ply) => ply.min(plies),
        }
    }

    /// Puts an earlier position on the board, or the one of now.
    pub(crate) fn show_ply(&mut self, ply: usize) -> Vec<Effect> {
        let moves = self.game_ref().moves();
        if moves.is_empty() {
            return Vec::new();
        }
        let spoken = ply.checked_sub(1).and_then(|last| moves.get(last)).map(|mv| mv.pdn.clone());
        self.shown = if ply < moves.len() { Shown::After(ply) } else { Shown::Now };
        self.fading.clear();
        self.note = None;
        let start = crate::words::board::first_position(self.lang);
        self.say(spoken.unwrap_or_else(|| start.to_owned()));
        Vec::new()
    }

    /// Steps through the game.
    pub(crate) fn step(&mut self, forward: bool) -> Vec<Effect> {
        let ply = self.ply();
        self.show_ply(if forward { ply + 1 } else { ply.saturating_sub(1) })
    }
}
