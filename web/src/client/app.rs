//! The page's program as a pure machine: messages in, effects out.
//!
//! Everything that the page decides is in here and in the files beside it;
//! what touches the document, the network or the clock is an [`Effect`] that
//! somebody else carries out. So whole games are played in plain tests.

use play::GameId;
use rules::{AnyGame, Piece, Square, Variant};

pub(crate) use super::asking::Asking;
pub use super::world::World;
use super::{
    Choice, Effect, Link, Msg, Online, SavedLocal, Settings, TableView, clock::Times, look,
    replay::Shown,
};
use crate::{
    Lang,
    board::{Dialogue, Squares},
};

/// Which page of the site this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The home page.
    Home,
    /// The page of a game.
    Game(GameId),
    /// A page on which a recorded game is stepped through.
    Replay,
}

/// What is on the table.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// A board that waits for the first move.
    Ready,
    /// A game of two on this device.
    Local(Box<SavedLocal>),
    /// A game on the server, or one that is being made there.
    Online(Box<Online>),
    /// A game from a record, to be stepped through.
    Recorded(Box<AnyGame>),
}

/// A line under the status: what to do, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) is_refusal: bool,
}

/// How long squares flash, in milliseconds.
pub(crate) const FLASH: f64 = 1_000.0;

/// How soon after a press a different button may take effect, in milliseconds.
/// A double tap on "resign" must not answer the question that it opened.
pub(crate) const SECOND_PRESS: f64 = 400.0;

/// The page's program.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) lang: Lang,
    pub(crate) place: Place,
    pub(crate) settings: Settings,
    pub(crate) choice: Choice,
    pub(crate) table: Table,
    pub(crate) link: Link,
    pub(crate) dialogue: Option<Dialogue>,
    /// For which position the dialogue was begun.
    pub(crate) dialogue_of: Option<(GameId, usize, String)>,
    pub(crate) shown: Shown,
    pub(crate) flipped: bool,
    pub(crate) cursor: Option<Square>,
    pub(crate) flashing: Squares,
    pub(crate) flash_until: f64,
    pub(crate) fading: Vec<(Square, Piece)>,
    pub(crate) fade_until: f64,
    pub(crate) asking: Option<Asking>,
    pub(crate) note: Option<Note>,
    pub(crate) spoken: String,
    pub(crate) keeps: bool,
    pub(crate) visible: bool,
    pub(crate) invite: Option<(String, String)>,
    pub(crate) copied: Option<bool>,
    pub(crate) missing: bool,
    pub(crate) tally: super::Tally,
    /// The last button that was pressed, and when.
    pub(crate) pressed: Option<(super::Action, f64)>,
    /// What is known of time in the game on the server.
    pub(crate) times: Times,
    /// When the last message came; the clocks are shown as of then.
    pub(crate) now: f64,
    /// When something about time changes on the page.
    pub(crate) time_due: Option<f64>,
    /// Whether the friend has been away long enough to claim the game.
    pub(crate) may_claim: bool,
    /// Whether the device has a mouse, and so a desk for sounds.
    pub(crate) is_desktop: bool,
    /// A text on its way to the clipboard, and whether it did not get there.
    pub(crate) copying: Option<(String, bool)>,
}

impl App {
    /// The program of a page, with what the browser kept of earlier visits.
    pub fn new(lang: Lang, place: Place, world: &mut World<'_>) -> (Self, Vec<Effect>) {
        let mut app = Self {
            lang,
            place,
            settings: Settings::load(world.keep),
            choice: Choice::default(),
            table: Table::Ready,
            link: Link::default(),
            dialogue: None,
            dialogue_of: None,
            shown: Shown::Now,
            flipped: false,
            cursor: None,
            flashing: Squares::EMPTY,
            flash_until: 0.0,
            fading: Vec::new(),
            fade_until: 0.0,
            asking: None,
            note: None,
            spoken: String::new(),
            keeps: true,
            visible: true,
            invite: None,
            copied: None,
            missing: false,
            tally: super::Tally::default(),
            pressed: None,
            times: Times::default(),
            now: world.now,
            time_due: None,
            may_claim: false,
            is_desktop: false,
            copying: None,
        };
        let mut effects = app.resume(world);
        effects.extend(app.settings.skin.map(Effect::Paint));
        app.settle(world);
        (app, effects)
    }

    /// The game of which this page is, as far as its document says: so that
    /// the board has the right size before the server has told the game.
    #[must_use]
    pub fn about(mut self, variant: Variant) -> Self {
        self.choice.variant = variant;
        self
    }

    /// Who watches sees the board from the second side.
    #[must_use]
    pub fn from_the_second_side(mut self) -> Self {
        self.flipped = true;
        self
    }

    /// The device has a mouse.
    #[must_use]
    pub fn on_desktop(mut self) -> Self {
        self.is_desktop = true;
        self
    }

    /// Takes a message; what is to be done comes back.
    pub fn update(&mut self, msg: Msg, world: &mut World<'_>) -> Vec<Effect> {
        let effects = match msg {
            Msg::Tap(square) => self.tap(square, world),
            Msg::TapBetween(first, second) => self.flash([first, second], world),
            Msg::Lift(square) => self.lift(square, world),
            Msg::Drop(square) => self.drop_on(square, world),
            Msg::Escape => self.escape(),
            Msg::Cursor(square) => {
                self.cursor = Some(square);
                Vec::new()
            }
            Msg::Press(action) => self.press(action, world),
            Msg::ShowPly(ply) => self.show_ply(ply),
            Msg::Choose(choice) => self.choose(choice, world),
            Msg::Begin(choice, rival) => self.begin(choice, rival, world),
            Msg::ChooseSkin(skin) => {
                self.settings.skin = Some(skin);
                self.keep_settings(world);
                vec![Effect::Paint(skin)]
            }
            Msg::Heard(generation, text) => self.heard(generation, &text, world),
            Msg::Lost(generation) => self.lost(generation, world),
            Msg::Polled(generation, text) => self.polled(generation, &text, world),
            Msg::Posted(id, answer) => self.posted(id, answer, world),
            Msg::Created(answer) => self.created(answer, world),
            Msg::Checked(exists) => self.checked(exists, world),
            Msg::Failed(code) => {
                self.refuse(crate::words::refusal(self.lang, &code));
                Vec::new()
            }
            Msg::Copied(worked) => self.has_copied(worked),
            Msg::Fetched(answer) => self.fetched(answer),
            Msg::Visible(visible) => {
                self.visible = visible;
                let orders = self.link.set_visible(visible, world.now);
                self.follow(orders)
            }
            Msg::Woken => {
                let orders = self.link.woken(world.now);
                self.follow(orders)
            }
            Msg::Suspended => {
                let orders = self.link.suspend(world.now);
                self.notice_line();
                self.follow(orders)
            }
            Msg::Kept => self.adopt_kept(world),
            Msg::Tick => self.tick(world),
        };
        self.settle(world);
        effects
    }

    /// What the page shows.
    #[must_use]
    pub fn view(&self) -> TableView {
        look::view(self)
    }

    /// The title that asks for attention, while it is the reader's turn.
    #[must_use]
    pub fn calls(&self) -> Option<&'static str> {
        let calls = !self.visible && self.is_online_turn();
        calls.then(|| crate::words::board::title_your_turn(self.lang))
    }

    /// When [`Msg::Tick`] is due, `None` for never.
    #[must_use]
    pub fn due(&self) -> Option<f64> {
        let flash = (!self.flashing.is_empty()).then_some(self.flash_until);
        let fade = (!self.fading.is_empty()).then_some(self.fade_until);
        [self.link.due(), flash, fade, self.time_due].into_iter().flatten().reduce(f64::min)
    }

    /// The squares whose pieces can be dragged, and every square that answers
    /// a tap: for the pointer, which has to know what it is near to.
    #[must_use]
    pub fn reachable(&self) -> (Squares, Squares) {
        match &self.dialogue {
            Some(dialogue) => {
                let marks = dialogue.marks();
                let stand = marks.stand.into_iter().collect();
                (marks.movable.union(marks.targets).union(stand), dialogue.own())
            }
            None => (Squares::EMPTY, Squares::EMPTY),
        }
    }

    /// Where the piece in hand may be dropped, the square where it stands
    /// included.
    #[must_use]
    pub fn droppable(&self) -> Squares {
        let Some(dialogue) = &self.dialogue else { return Squares::EMPTY };
        let marks = dialogue.marks();
        marks.targets.union(marks.stand.into_iter().collect())
    }

    /// How the reader likes the board.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    fn tick(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        if world.now >= self.flash_until {
            self.flashing = Squares::EMPTY;
        }
        if world.now >= self.fade_until {
            self.fading.clear();
        }
        let chance = world.fraction();
        let orders = self.link.tick(world.now, chance);
        self.notice_line();
        self.follow(orders)
    }

    /// Says something in the place that screen readers listen to. Saying the
    /// same twice must change the text, or it would be heard once.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        let mut text = text.into();
        if !text.is_empty() && self.spoken == text {
            text.push('\u{a0}');
        }
        self.spoken = text;
    }

    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.say(text.clone());
        self.note = Some(Note { text, is_refusal: true });
    }

    pub(crate) fn keep_settings(&mut self, world: &mut World<'_>) {
        self.keeps &= self.settings.save(world.keep);
    }
}

#[cfg(test)]
#[path = "app_tests/mod.rs"]
mod tests;
