//! What the buttons do.

use protocol::Wish;

use super::{
    Action, Effect, Scores,
    app::{App, Asking, SECOND_PRESS, Table, World},
    replay::Shown,
};
use crate::words::{self, board};

impl App {
    /// A button was pressed.
    pub(crate) fn press(&mut self, action: Action, world: &mut World<'_>) -> Vec<Effect> {
        let slipped = self
            .pressed
            .is_some_and(|(other, at)| other != action && world.now - at < SECOND_PRESS);
        if slipped && matches!(action, Action::Yes | Action::NewGame) {
            return Vec::new();
        }
        self.pressed = Some((action, world.now));
        match action {
            Action::NewGame if self.is_going_on() => self.ask(Asking::NewGame(None)),
            Action::NewGame => self.new_game(world),
            Action::Undo if self.is_local() => {
                self.undo_locally(world);
                Vec::new()
            }
            Action::Redo => self.redo_locally(world),
            Action::Resign => self.ask(Asking::Resign),
            Action::OfferDraw if self.is_local() => self.ask(Asking::AgreeDraw),
            Action::Rematch if self.is_local() => self.local_rematch(world),
            Action::ClaimDraw if self.is_local() => self.local_claim(world),
            Action::Undo
            | Action::OfferDraw
            | Action::WithdrawDraw
            | Action::AcceptDraw
            | Action::DeclineDraw
            | Action::AskTakeback
            | Action::WithdrawTakeback
            | Action::AcceptTakeback
            | Action::DeclineTakeback
            | Action::Rematch
            | Action::WithdrawRematch
            | Action::AcceptRematch
            | Action::DeclineRematch
            | Action::KeepSeat
            | Action::ClaimWin
            | Action::ClaimDraw => match action.wish() {
                Some(wish) => self.wish(wish, world),
                None => Vec::new(),
            },
            Action::GoToRematch => match self.session().and_then(play::Session::rematch) {
                Some(next) => self.go_to_rematch(next, world),
                None => Vec::new(),
            },
            Action::Yes => self.yes(world),
            Action::No => self.escape(),
            Action::CopyLink => {
                self.copying = None;
                self.invite.iter().map(|(_, url)| Effect::Copy(url.clone())).collect()
            }
            Action::ShareLink => self
                .invite
                .iter()
                .map(|(_, url)| Effect::Share {
                    text: board::share_text(self.lang).to_owned(),
                    url: url.clone(),
                })
                .collect(),
            Action::CancelInvite => self.ask(Asking::CancelInvite),
            Action::ResetScore => self.ask(Asking::ResetScore),
            Action::ShowAgain => self.show_again(world),
            Action::CopyFen => match self.game_ref().fen_at(self.ply()) {
                Some(fen) => self.copy(fen),
                None => Vec::new(),
            },
            Action::CopyPdn => self.copy_pdn(),
            Action::SavePdn => self.save_pdn(),
            Action::First => self.show_ply(0),
            Action::Previous => self.step(false),
            Action::Next => self.step(true),
            Action::Latest => self.show_ply(usize::MAX),
            Action::TryAgain => {
                let orders = self.link.start(world.now);
                self.follow(orders)
            }
            Action::Flip => {
                self.flipped = !self.flipped;
                Vec::new()
            }
            Action::TurnBoard => {
                self.settings.turning = self.settings.turning.next();
                self.keep_settings(world);
                Vec::new()
            }
            Action::Sound => {
                self.settings.sound = Some(!self.sounds());
                self.keep_settings(world);
                // The reader hears what is switched on, and browsers ask for a
                // press before the first sound.
                if self.sounds() { vec![Effect::Beep] } else { Vec::new() }
            }
            Action::Numbers | Action::ConfirmMoves | Action::Animation => {
                self.switch(action, world)
            }
        }
    }

    fn switch(&mut self, action: Action, world: &mut World<'_>) -> Vec<Effect> {
        let confirms = self.confirms_moves();
        let settings = &mut self.settings;
        let setting = match action {
            Action::Numbers => &mut settings.numbers,
            Action::ConfirmMoves => settings.confirm_moves.insert(confirms),
            _ => &mut settings.animation,
        };
        *setting = !*setting;
        self.keep_settings(world);
        Vec::new()
    }

    /// The question on the table was answered with yes.
    fn yes(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        match self.asking.take() {
            Some(Asking::Resign) if self.is_local() => {
                let Some(side) = self.session().map(play::Session::side_to_move) else {
                    return Vec::new();
                };
                let done = self.change_local(world, |game| game.resign(side));
                self.end_locally(done)
            }
            Some(Asking::Resign) => self.wish(Wish::Resign, world),
            Some(Asking::AgreeDraw) => {
                let done = self.change_local(world, play::local::LocalGame::agree_draw);
                self.end_locally(done)
            }
            Some(Asking::CancelInvite) => {
                self.invite.iter().map(|(token, _)| Effect::CancelInvite(token.clone())).collect()
            }
            Some(Asking::ResetScore) => self.reset_score(world),
            Some(Asking::NewGame(Some(rival))) => self.start(rival, world),
            Some(Asking::NewGame(None)) => self.new_game(world),
            Some(Asking::Move(route)) => self.play_asked(&route, world),
            None => Vec::new(),
        }
    }

    /// Sends a wish about the game on the server.
    fn wish(&mut self, wish: Wish, world: &mut World<'_>) -> Vec<Effect> {
        self.note = None;
        let id = world.id();
        let Table::Online(online) = &mut self.table else { return Vec::new() };
        online.wish(id, wish).map(|said| self.send(said)).into_iter().collect()
    }

    fn end_locally(&mut self, done: Result<(), play::Refusal>) -> Vec<Effect> {
        match done {
            Ok(()) => {
                self.say_ending();
                vec![Effect::Focus(Action::Rematch)]
            }
            Err(refusal) => {
                self.refuse(words::refusal(self.lang, refusal.code()));
                Vec::new()
            }
        }
    }

    fn local_claim(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        let Some(side) = self.session().map(play::Session::side_to_move) else {
            return Vec::new();
        };
        let done = self.change_local(world, |game| game.claim_draw(side));
        self.end_locally(done)
    }

    fn local_rematch(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        if self.change_local(world, play::local::LocalGame::rematch).is_ok() {
            self.clear();
            self.say(self.status());
        }
        Vec::new()
    }

    fn reset_score(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        if self.is_local() {
            let done = self.change_local(world, |game| {
                game.reset_score();
                Ok(())
            });
            if let Err(refusal) = done {
                self.refuse(words::refusal(self.lang, refusal.code()));
            }
        } else if let Some(pairing) = self.pairing() {
            let mut scores = Scores::load(world.keep);
            scores.reset(pairing);
            self.keeps &= scores.save(world.keep);
            self.tally = scores.tally(pairing);
        }
        Vec::new()
    }

    fn show_again(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        self.shown = Shown::Now;
        let mut earlier = self.game();
        let Some(mv) = earlier.last_move() else { return Vec::new() };
        earlier.undo();
        self.show_move(&earlier, &mv, world);
        let spoken = self.voice().spoken(earlier.side_to_move(), &mv);
        self.say(spoken);
        self.glide(mv.path)
    }
}
