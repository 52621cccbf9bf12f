//! From taps and drags to moves.

use rules::{AnyGame, LegalMove, Route, Square};

use super::{
    Effect,
    app::{App, Asking, FLASH, Note, Table, World},
    replay::Shown,
};
use crate::{
    board::{Dialogue, Reply, Why},
    words::{self, board},
};

impl App {
    pub(crate) fn tap(&mut self, square: Square, world: &mut World<'_>) -> Vec<Effect> {
        self.cursor = Some(square);
        if self.shown != Shown::Now {
            self.shown = Shown::Now;
            self.note = None;
            self.say(board::latest_position(self.lang));
            return Vec::new();
        }
        self.drop_question();
        let Some(dialogue) = &mut self.dialogue else { return self.tap_in_vain(square) };
        let reply = dialogue.tap(square);
        self.answer(reply, square, false, world)
    }

    pub(crate) fn lift(&mut self, square: Square, world: &mut World<'_>) -> Vec<Effect> {
        self.cursor = Some(square);
        self.drop_question();
        let Some(dialogue) = &mut self.dialogue else { return Vec::new() };
        let reply = dialogue.lift(square);
        self.answer(reply, square, true, world)
    }

    pub(crate) fn drop_on(&mut self, on: Option<Square>, world: &mut World<'_>) -> Vec<Effect> {
        let Some(dialogue) = &mut self.dialogue else { return Vec::new() };
        let reply = dialogue.drop_on(on);
        match on.or(self.cursor) {
            Some(square) => self.answer(reply, square, true, world),
            None => Vec::new(),
        }
    }

    /// Puts back what is in hand, and takes a question as answered with no.
    pub(crate) fn escape(&mut self) -> Vec<Effect> {
        self.note = None;
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.put_back();
        }
        let was = self.asking.take();
        was.map(|asking| Effect::Focus(asking.cause())).into_iter().collect()
    }

    /// A question about a move is off when the board is touched.
    fn drop_question(&mut self) {
        if matches!(self.asking, Some(Asking::Move(_))) {
            self.asking = None;
        }
    }

    fn tap_in_vain(&mut self, square: Square) -> Vec<Effect> {
        let is_piece = self.scene().piece_at(square).is_some();
        let is_going_on = self.session().is_some_and(play::Session::is_playing);
        let plays = self.own_side().is_some();
        if is_piece && is_going_on && plays {
            self.refuse(board::refused_not_your_turn(self.lang));
        }
        Vec::new()
    }

    fn answer(
        &mut self,
        reply: Reply,
        square: Square,
        dragged: bool,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        match reply {
            Reply::Nothing => {
                self.note = None;
                if self.scene().piece_at(square).is_some() {
                    self.refuse(board::why_not_yours(self.lang));
                }
                Vec::new()
            }
            Reply::Picked => {
                self.note = None;
                let scene = self.scene();
                self.say(self.voice().square(&scene, square));
                Vec::new()
            }
            Reply::PutBack => {
                self.note = None;
                self.spoken.clear();
                Vec::new()
            }
            Reply::NextLanding => {
                let text = board::choose_landing(self.lang);
                self.say(text);
                self.note = Some(Note { text: text.to_owned(), is_refusal: false });
                Vec::new()
            }
            Reply::Play(mv, route) if self.confirms_moves() => {
                self.asking = Some(Asking::Move(route));
                self.say(format!("{}?", mv.pdn));
                vec![Effect::Focus(super::Action::Yes)]
            }
            Reply::Play(mv, route) => self.play(&mv, &route, dragged, world),
            Reply::No(why) => {
                self.refuse(self.why(why));
                let must = self.dialogue.as_ref().map(Dialogue::movable).unwrap_or_default();
                self.flash(must.iter(), world)
            }
        }
    }

    pub(crate) fn why(&self, why: Why) -> &'static str {
        match why {
            Why::MustCapture => words::refusal(self.lang, "must_capture"),
            Why::MustCaptureMost => words::refusal(self.lang, "must_capture_most"),
            Why::Blocked => board::why_blocked(self.lang),
        }
    }

    /// Lets squares flash.
    pub(crate) fn flash(
        &mut self,
        squares: impl IntoIterator<Item = Square>,
        world: &World<'_>,
    ) -> Vec<Effect> {
        self.flashing = squares.into_iter().collect();
        self.flash_until = world.now + FLASH;
        Vec::new()
    }

    /// Plays the move that the question was about.
    pub(crate) fn play_asked(&mut self, route: &Route, world: &mut World<'_>) -> Vec<Effect> {
        let Some(mv) = self.dialogue.as_ref().and_then(|dialogue| dialogue.move_of(route)) else {
            return Vec::new();
        };
        self.play(&mv, route, false, world)
    }

    fn play(
        &mut self,
        mv: &LegalMove,
        route: &Route,
        dragged: bool,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        self.note = None;
        self.asking = None;
        let before = self.game();
        let color = before.side_to_move();
        let mut effects = match &mut self.table {
            Table::Ready => self.begin_with(route, world),
            Table::Recorded(_) => Vec::new(),
            Table::Local(_) => {
                self.play_locally(route, world);
                Vec::new()
            }
            Table::Online(online) => match online.play(world.id(), route) {
                Ok(said) => said.map(|said| self.send(said)).into_iter().collect(),
                Err(refusal) => {
                    self.refuse(words::refusal(self.lang, refusal.code()));
                    return Vec::new();
                }
            },
        };
        self.show_move(&before, mv, world);
        if !dragged && self.settings.animation {
            effects.push(Effect::Glide { path: route.clone() });
        }
        self.tell_move(color, mv);
        effects
    }

    /// Keeps the pieces that a move takes in sight for as long as it glides.
    pub(crate) fn show_move(&mut self, before: &AnyGame, mv: &LegalMove, world: &World<'_>) {
        if !self.settings.animation {
            return;
        }
        let taken = mv.captures.iter();
        self.fading = taken.filter_map(|&on| Some((on, before.piece_at(on)?))).collect();
        self.fade_until = world.now + super::glide_ms(mv.path.len());
    }

    fn play_locally(&mut self, route: &Route, world: &mut World<'_>) {
        let refused = self.change_local(world, |game| game.play(route));
        if let Err(refusal) = refused {
            self.refuse(words::refusal(self.lang, refusal.code()));
        }
    }
}
