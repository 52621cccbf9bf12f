//! The game of two on this device.

use play::{
    Refusal,
    local::{LocalGame, Saved},
};

use super::{
    Effect, SavedLocal,
    app::{App, Table, World},
    current::Current,
    replay::Shown,
};
use crate::words::board;

impl App {
    /// Begins a game of two on this device. The score of the two goes on as
    /// long as they play the same game.
    pub(crate) fn begin_local(&mut self, world: &mut World<'_>) {
        let earlier = SavedLocal::load(world.keep);
        let revision = earlier.as_ref().map_or(0, |saved| saved.revision);
        let fresh = LocalGame::new(self.choice.variant, self.choice.rules, None);
        let game = match (earlier, fresh) {
            (Some(earlier), Ok(fresh))
                if earlier.game.session().variant() == self.choice.variant =>
            {
                let score = earlier.game.score();
                let swapped = earlier.game.is_swapped();
                LocalGame::load(Saved { score, swapped, ..fresh.save() }).unwrap_or(fresh)
            }
            (_, Ok(fresh)) => fresh,
            // The form's choices always make a game.
            (_, Err(_)) => return,
        };
        let mut saved = SavedLocal { game, revision };
        self.keeps = saved.save(world.keep) && Current::Local.save(world.keep);
        self.table = Table::Local(Box::new(saved));
        self.clear();
        self.say(self.status());
    }

    /// Changes the local game and keeps it. A page that shows an older game
    /// than the one that is kept takes that one over instead.
    pub(crate) fn change_local<T>(
        &mut self,
        world: &mut World<'_>,
        change: impl FnOnce(&mut LocalGame) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let Table::Local(saved) = &mut self.table else { return Err(Refusal::NotAllowed) };
        if saved.is_overtaken(world.keep) {
            self.adopt_kept(world);
            return Err(Refusal::Stale);
        }
        let done = change(&mut saved.game)?;
        self.keeps = saved.save(world.keep);
        Ok(done)
    }

    /// Takes over what another page of this browser has kept.
    pub(crate) fn adopt_kept(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        let Table::Local(saved) = &mut self.table else { return Vec::new() };
        if saved.is_overtaken(world.keep)
            && let Some(newer) = SavedLocal::load(world.keep)
        {
            **saved = newer;
            self.clear();
        }
        Vec::new()
    }

    pub(crate) fn undo_locally(&mut self, world: &mut World<'_>) {
        if self.change_local(world, |game| Ok(game.undo())) == Ok(true) {
            self.clear();
            self.say(format!("{} {}", board::taken_back(self.lang), self.status()));
        }
    }

    pub(crate) fn redo_locally(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        let before = self.game();
        if self.change_local(world, |game| Ok(game.redo())) != Ok(true) {
            return Vec::new();
        }
        self.clear();
        let after = self.game();
        match after.last_move() {
            Some(mv) if after.ply_count() > before.ply_count() => {
                self.show_move(&before, &mv, world);
                self.tell_move(before.side_to_move(), &mv);
                self.glide(mv.path)
            }
            _ => {
                self.say(self.status());
                Vec::new()
            }
        }
    }

    /// What belongs to the position that was on the board until now goes.
    pub(crate) fn clear(&mut self) {
        self.shown = Shown::Now;
        // A piece in hand belongs to the old game, even where the new one
        // stands alike.
        self.dialogue = None;
        self.dialogue_of = None;
        self.note = None;
        self.asking = None;
        self.fading.clear();
        self.copied = None;
    }
}
