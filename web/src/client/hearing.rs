//! What the server says, and what comes of it.

use play::Side;
use protocol::{ErrorCode, ServerMessage, WireEvent, Wish};

use super::{
    Effect, News, Online, Point, Scores,
    app::{App, Note, Table, World},
    replay::Shown,
    wire,
};
use crate::words::{self, board};

impl App {
    /// A socket brought a text.
    pub(crate) fn heard(
        &mut self,
        generation: u32,
        text: &str,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        if !self.link.is_current(generation) {
            return Vec::new();
        }
        self.link.heard(world.now);
        let Some(message) = wire::server_message(text) else { return Vec::new() };
        let effects = self.hear(message, world);
        self.tell_score(world);
        effects
    }

    /// Takes a message, whichever way it came.
    pub(crate) fn hear(&mut self, message: ServerMessage, world: &mut World<'_>) -> Vec<Effect> {
        let Table::Online(online) = &mut self.table else { return Vec::new() };
        self.times.hear(&message, world.now);
        let before = Before::of(online);
        let news = online.hear(message);
        let mut effects = Vec::new();
        for news in news {
            effects.extend(self.take(news, &before, world));
        }
        if before.had_seat && self.is_watching() {
            self.clear();
            self.tell(board::seat_moved_away(self.lang));
        }
        effects
    }

    fn take(&mut self, news: News, before: &Before, world: &mut World<'_>) -> Vec<Effect> {
        match news {
            News::Happened(event) => self.happened(&event, before, world),
            News::Told => Vec::new(),
            // Said after every request, and news only after the first.
            News::CaughtUp if before.was_caught_up => Vec::new(),
            News::CaughtUp => {
                self.say(self.status());
                match &self.table {
                    Table::Online(online) => {
                        online.unanswered().into_iter().map(|said| self.send(said)).collect()
                    }
                    _ => Vec::new(),
                }
            }
            News::Refused(wish, code) => {
                self.refused(wish.as_ref(), code);
                Vec::new()
            }
            News::OutOfStep => {
                let orders = self.link.start(world.now);
                self.follow(orders)
            }
        }
    }

    fn refused(&mut self, wish: Option<&Wish>, code: ErrorCode) {
        if matches!(wish, Some(Wish::Move { .. })) {
            self.fading.clear();
        }
        self.refuse(words::refusal(self.lang, code.name()));
    }

    fn happened(
        &mut self,
        event: &WireEvent,
        before: &Before,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        let me = self.own_side();
        let lang = self.lang;
        let is_own = |side: &Side| Some(*side) == me;
        match event {
            WireEvent::Moved { side, .. } => return self.moved(*side, before, world),
            WireEvent::Joined { .. } => {
                self.copied = None;
                self.tell(board::friend_joined(lang));
            }
            WireEvent::DrawOffered { side } if !is_own(side) && me.is_some() => {
                self.say(board::draw_offered_friend(lang));
            }
            WireEvent::DrawDeclined { side } if !is_own(side) => {
                self.tell(board::draw_declined(lang));
            }
            WireEvent::TakebackRequested { side, .. } if !is_own(side) && me.is_some() => {
                self.say(board::takeback_asked_friend(lang));
            }
            WireEvent::TakebackDeclined { side } if !is_own(side) => {
                self.tell(board::takeback_declined(lang));
            }
            WireEvent::TakenBack { .. } => {
                self.clear();
                self.say(format!("{} {}", board::taken_back(lang), self.status()));
            }
            WireEvent::RematchOffered { side } if !is_own(side) && me.is_some() => {
                self.say(board::rematch_offered_friend(lang));
            }
            WireEvent::RematchDeclined { side } if !is_own(side) => {
                self.tell(board::rematch_declined(lang));
            }
            WireEvent::RematchStarted { game } if me.is_some() => {
                return self.go_to_rematch(*game, world);
            }
            WireEvent::SeatReportedLost { side } if !is_own(side) && me.is_some() => {
                self.say(board::seat_lost_asked(lang));
            }
            WireEvent::SeatKept { side } if !is_own(side) && me.is_some() => {
                self.tell(board::seat_kept_friend(lang));
            }
            WireEvent::Ended { .. } => {
                self.asking = None;
                self.say_ending();
            }
            WireEvent::Cancelled { .. } => self.say(self.status()),
            _ => {}
        }
        Vec::new()
    }

    /// A move was made. The own one is on the board already, unless another
    /// page made it.
    fn moved(&mut self, side: Side, before: &Before, world: &mut World<'_>) -> Vec<Effect> {
        if before.was_sending && Some(side) == self.own_side() {
            return Vec::new();
        }
        let mut earlier = self.game();
        let Some(mv) = earlier.last_move() else { return Vec::new() };
        if !before.was_caught_up || !earlier.undo() {
            return Vec::new();
        }
        self.note = None;
        let calls = side == self.own_side().map_or(side, |own| !own) && self.is_online_turn();
        let beep = (calls && !self.visible && self.sounds()).then_some(Effect::Beep);
        self.tell_move(earlier.side_to_move(), &mv);
        if self.shown != Shown::Now {
            // Who looks at an earlier position stays there, and is told.
            let text = self.spoken.clone();
            self.note = Some(Note { text, is_refusal: false });
            return beep.into_iter().collect();
        }
        self.show_move(&earlier, &mv, world);
        beep.into_iter().chain(self.glide(mv.path)).collect()
    }

    /// Counts a finished game against the computer, once, and takes the point
    /// back when its end was undone.
    pub(crate) fn tell_score(&mut self, world: &mut World<'_>) {
        let Table::Online(online) = &self.table else { return };
        let (Some(side), Some(session)) = (online.you().side(), online.confirmed()) else { return };
        let Some((_, level)) = session.computer() else { return };
        let pairing = (session.variant(), level);
        let point = session.outcome().map(|outcome| match outcome.winner() {
            Some(winner) if winner == side => Point::Won,
            Some(_) => Point::Lost,
            None => Point::Drawn,
        });
        let id = online.id().to_string();
        let mut scores = Scores::load(world.keep);
        if scores.tell(&id, pairing, point) {
            self.keeps &= scores.save(world.keep);
        }
        self.tally = scores.tally(pairing);
    }
}

/// What was known before a message.
struct Before {
    was_sending: bool,
    was_caught_up: bool,
    had_seat: bool,
}

impl Before {
    fn of(online: &Online) -> Self {
        Self {
            was_sending: online.is_sending(),
            was_caught_up: online.is_caught_up(),
            had_seat: online.you().side().is_some(),
        }
    }
}
