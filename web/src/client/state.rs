//! What the page knows of the game on its table, asked in one place.

use std::borrow::Cow;

use play::{BySide, Level, Seat, Session, Side, State};
use protocol::{SideChoice, Viewer};
use rules::{AnyGame, ByColor, Color, Square, Variant};

use super::{
    Effect, Facing, Pairing,
    app::{App, Asking, Table, World},
    replay::Shown,
    settings::Turning,
};
use crate::{
    Skin,
    board::{Dialogue, Scene, Squares, Voice, Who},
};

impl App {
    /// The game on the table, if one has begun.
    pub(crate) fn session(&self) -> Option<&Session> {
        match &self.table {
            Table::Ready | Table::Recorded(_) => None,
            Table::Local(saved) => Some(saved.game.session()),
            Table::Online(online) => online.shown(),
        }
    }

    /// Its moves and position; those of a fresh game where none has begun.
    pub(crate) fn game(&self) -> AnyGame {
        self.game_ref().into_owned()
    }

    pub(crate) fn game_ref(&self) -> Cow<'_, AnyGame> {
        match (&self.table, self.session()) {
            (Table::Recorded(game), _) => Cow::Borrowed(&**game),
            (_, Some(session)) => Cow::Borrowed(session.board()),
            (_, None) => Cow::Owned(AnyGame::new(self.choice.variant)),
        }
    }

    pub(crate) fn variant(&self) -> Variant {
        self.session().map_or(self.choice.variant, Session::variant)
    }

    pub(crate) fn is_local(&self) -> bool {
        matches!(self.table, Table::Local(_))
    }

    /// The side of the one who looks, in a game on the server.
    pub(crate) fn own_side(&self) -> Option<Side> {
        match &self.table {
            Table::Online(online) => online.you().side(),
            Table::Ready => Some(self.choice.bottom()),
            Table::Local(_) | Table::Recorded(_) => None,
        }
    }

    /// Where the reader's seat can be moved and saved, while the game goes on.
    pub(crate) fn seat_path(&self) -> Option<String> {
        let Table::Online(online) = &self.table else { return None };
        let goes_on = matches!(online.confirmed()?.state(), State::Waiting | State::Playing);
        (goes_on && online.you().side().is_some()).then(|| format!("/g/{}/seat", online.id()))
    }

    /// Whether this page watches somebody else's game.
    pub(crate) fn is_watching(&self) -> bool {
        let Table::Online(online) = &self.table else { return false };
        online.confirmed().is_some() && online.you() == Viewer::Watcher
    }

    /// Whether two people sit at the table who are apart, or will.
    pub(crate) fn is_among_people(&self) -> bool {
        matches!(self.table, Table::Online(_)) && self.session().is_some() && self.level().is_none()
    }

    /// The computer's level, in a game against it.
    pub(crate) fn level(&self) -> Option<Level> {
        match &self.table {
            Table::Ready => Some(self.choice.level),
            _ => self.session()?.computer().map(|(_, level)| level),
        }
    }

    /// Which score this game counts for.
    pub(crate) fn pairing(&self) -> Option<Pairing> {
        Some((self.variant(), self.level()?))
    }

    /// Whether it is the reader's turn in a game on the server.
    pub(crate) fn is_online_turn(&self) -> bool {
        matches!(self.table, Table::Online(_))
            && self.session().is_some_and(|session| {
                session.is_playing() && Some(session.side_to_move()) == self.own_side()
            })
    }

    /// The side at the bottom of the board.
    pub(crate) fn bottom(&self) -> Side {
        let bottom = match (&self.table, self.session()) {
            (Table::Local(_), Some(session))
                if self.settings.turning == Turning::Board && session.is_playing() =>
            {
                session.side_to_move()
            }
            _ => self.own_side().unwrap_or(Side::First),
        };
        if self.flipped { !bottom } else { bottom }
    }

    /// Where two sit face to face: whose controls are turned.
    pub(crate) fn facing(&self) -> Facing {
        let faces = self.is_local() && self.settings.turning == Turning::FarSide;
        let far_moves = self
            .session()
            .is_some_and(|session| session.is_playing() && session.side_to_move() != self.bottom());
        match (faces, far_moves) {
            (false, _) => Facing::OneWay,
            (true, false) => Facing::Both,
            (true, true) => Facing::Far,
        }
    }

    /// Whether a sound may call the reader.
    pub(crate) fn sounds(&self) -> bool {
        self.settings.sound.unwrap_or(self.is_desktop)
    }

    pub(crate) fn skin(&self) -> Skin {
        self.settings.skin.unwrap_or(Skin::of(self.lang))
    }

    /// How sides are named.
    pub(crate) fn voice(&self) -> Voice {
        let variant = self.variant();
        let who = |side: Side| match (&self.table, self.own_side()) {
            (Table::Local(_) | Table::Recorded(_), _) | (_, None) => Who::Someone,
            (_, Some(own)) if own == side => Who::You,
            (Table::Ready, _) => Who::Computer,
            _ => match self.session().map(|session| session.seats()[side]) {
                Some(Seat::Computer(_)) => Who::Computer,
                _ => Who::Friend,
            },
        };
        let by_side = BySide::new_with(who);
        let who = ByColor::new_with(|color| by_side[Side::of(color, variant)]);
        Voice { lang: self.lang, skin: self.skin(), variant, who }
    }

    /// What the board shows.
    pub(crate) fn scene(&self) -> Scene {
        let game = self.game_ref();
        let ply = self.ply();
        let at = (self.shown != Shown::Now).then_some(ply);
        let bottom: Color = self.bottom().color(self.variant());
        let mut scene = Scene::of_game(&game, at).seen_by(bottom);
        let last = match at {
            None => game.last_move(),
            Some(ply) => ply.checked_sub(1).and_then(|last| game.moves().into_iter().nth(last)),
        };
        scene.last_path = last.iter().flat_map(|mv| mv.path.iter().copied()).collect();
        if let (Some(dialogue), None) = (&self.dialogue, at) {
            scene = scene.with_dialogue(dialogue);
        }
        scene.fading.clone_from(&self.fading);
        scene.flashing = self.flashing;
        scene.numbers = self.settings.numbers;
        scene.cursor = self.cursor_on(&scene);
        scene
    }

    /// The square that the Tab key comes to: the last one used, or else a
    /// piece that can move, or else the corner at the near left.
    fn cursor_on(&self, scene: &Scene) -> Square {
        let board = scene.board();
        if let Some(cursor) = self.cursor.filter(|&square| board.contains(square)) {
            return cursor;
        }
        let row = board.width() - 1;
        scene.shown_at(row, 0).unwrap_or(scene.cursor)
    }

    /// Whether the one who looks may make a move now, and for which position
    /// the dialogue about it is.
    fn turn(&self) -> Option<(play::GameId, usize, String)> {
        let may_move = match (&self.table, self.session()) {
            (Table::Ready, _) => self.choice.side == SideChoice::First,
            (Table::Local(_), Some(session)) => session.is_playing(),
            (Table::Online(online), Some(session)) => {
                session.is_playing()
                    && !online.is_sending()
                    && Some(session.side_to_move()) == self.own_side()
            }
            (Table::Recorded(_), _) | (_, None) => false,
        };
        let id = match &self.table {
            Table::Online(online) => online.id(),
            _ => play::GameId::from_u128(0),
        };
        let game = self.game_ref();
        (may_move && !self.missing).then(|| (id, game.ply_count(), game.fen()))
    }

    /// Brings what hangs on the position into line with it.
    pub(crate) fn settle(&mut self, world: &mut World<'_>) {
        let turn = self.turn();
        if turn != self.dialogue_of {
            self.dialogue = turn.is_some().then(|| Dialogue::new(&self.game_ref()));
            self.dialogue_of = turn;
            if matches!(self.asking, Some(Asking::Move(_))) {
                self.asking = None;
            }
        }
        self.settle_time(world.now);
        if core::mem::take(world.keep.aside()) {
            self.tell(crate::words::board::storage_aside(self.lang));
        }
        if self.flashing != Squares::EMPTY && world.now >= self.flash_until {
            self.flashing = Squares::EMPTY;
        }
    }

    /// Brings what hangs on the time into line with it.
    fn settle_time(&mut self, now: f64) {
        self.now = now;
        let sending = matches!(&self.table, Table::Online(online) if online.is_sending());
        self.times.set_sending(sending, now);
        let opponent = self.own_side().map(|own| !own).filter(|&opponent| {
            let waits = |session: &play::Session| session.side_to_move() == opponent;
            matches!(&self.table, Table::Online(_)) && self.session().is_some_and(waits)
        });
        let claim_at = opponent.and_then(|opponent| self.times.claim_at(opponent));
        self.may_claim = claim_at.is_some_and(|at| now >= at);
        let change = self.times.next_change(now).filter(|_| self.visible);
        let claim = claim_at.filter(|&at| now < at);
        self.time_due = [change, claim].into_iter().flatten().reduce(f64::min);
    }

    /// Whether a move is asked about before it is played.
    pub(crate) fn confirms_moves(&self) -> bool {
        let slow = matches!(&self.table, Table::Online(_)) && self.times.is_slow();
        self.settings.confirm_moves.unwrap_or(slow)
    }

    /// Lets the last move glide, where the reader likes it.
    pub(crate) fn glide(&self, path: Vec<Square>) -> Vec<Effect> {
        if self.settings.animation { vec![Effect::Glide { path }] } else { Vec::new() }
    }
}
