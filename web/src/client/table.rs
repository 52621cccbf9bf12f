//! The table as it is shown: a board with everything around it, in words.
//!
//! Made afresh from the state of the game after every change, compared, and
//! drawn where it differs. It holds no rule and no wish, so the server can
//! draw one too.

use play::Side;

use super::Action;
use crate::board::{Scene, Voice};

/// All that a table shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// The board.
    pub scene: Scene,
    /// The words for it.
    pub voice: Voice,
    /// Where the game stands, for styles and tests: `ready`, `waiting`,
    /// `playing`, `finished`, `cancelled` or `loading`.
    pub state: &'static str,
    /// The number of the last event that the page knows.
    pub seq: u64,
    /// Whether the page can take input.
    pub ready: bool,
    /// Whether two people sit at it who are apart, or will.
    pub among_people: bool,
    /// How the two sit who look at it.
    pub facing: Facing,
    /// A text that could not be copied, for the reader to copy by hand.
    pub by_hand: Option<String>,
    /// The player at the top of the board.
    pub top: PlayerLine,
    /// The player at the bottom.
    pub bottom: PlayerLine,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    /// What to do now, or why something was not possible.
    pub hint: Option<String>,
    /// Whether the hint says no.
    pub is_refusal: bool,
    /// What the draw rules count, once it matters.
    pub counters: Vec<String>,
    /// The end of the game.
    pub ending: Option<Ending>,
    /// What is wrong with the connection or the storage.
    pub banner: Option<String>,
    /// A question that waits for an answer.
    pub question: Option<Question>,
    /// The link for a friend.
    pub invite: Option<InviteLink>,
    /// What can be done.
    pub actions: Vec<Button>,
    /// What can be done less often.
    pub more: Vec<Button>,
    /// Where the reader's seat can be moved and saved.
    pub seat: Option<String>,
    /// The moves, in PDN.
    pub moves: Vec<String>,
    /// The buttons that step through them.
    pub steps: Vec<Button>,
    /// The ply whose position is on the board.
    pub ply: usize,
    /// The running score, and whether it can be reset here.
    pub score: Option<String>,
    /// What is read out, in the one place that screen readers listen to.
    pub spoken: String,
}

/// How those sit who look at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// On one side of it.
    OneWay,
    /// Face to face, and the near side is to move.
    Both,
    /// Face to face, and the far side is to move.
    Far,
}

impl Facing {
    /// For styles; nothing where all look the same way.
    #[must_use]
    pub const fn code(self) -> Option<&'static str> {
        match self {
            Self::OneWay => None,
            Self::Both => Some("both"),
            Self::Far => Some("far"),
        }
    }
}

/// One player's line beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// Which side it is, for its colours.
    pub side: Side,
    /// Its name, with who holds it.
    pub name: String,
    /// The level, or that the friend is away.
    pub note: Option<String>,
    /// The clock, in a game that has one.
    pub clock: Option<ClockLine>,
    /// Whether the player is known to be away.
    pub away: bool,
    /// How many pieces it has taken, and the same in words.
    pub taken: u32,
    /// The same in words.
    pub taken_text: String,
    /// Whether it is to move.
    pub to_move: bool,
}

/// A player's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockLine {
    /// The time that is left.
    pub text: String,
    /// Whether it runs.
    pub runs: bool,
    /// Whether little is left.
    pub little: bool,
    /// Whether the page hears from the server, and so knows how it stands.
    pub sure: bool,
}

/// The end of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// "You win!"
    pub headline: String,
    /// Why.
    pub reason: String,
}

impl Ending {
    /// Both as sentences, one after the other.
    pub(crate) fn spoken(&self) -> String {
        let mut text = self.headline.clone();
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        text.push(' ');
        text.push_str(&self.reason);
        text
    }
}

/// A question with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// The answers.
    pub answers: Vec<Button>,
}

/// The link that brings a friend to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InviteLink {
    /// What is going on.
    pub text: String,
    /// The whole link; unknown in a browser that forgot it.
    pub url: Option<String>,
    /// What happened to the last copy, or how long the link is good.
    pub note: String,
}

/// Something that can be pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it does.
    pub action: Action,
    /// What stands on it.
    pub label: String,
    /// How it looks and behaves.
    pub kind: ButtonKind,
}

/// How a button looks and behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonKind {
    /// The one that most will press.
    Primary,
    /// An ordinary one.
    Plain,
    /// A switch that is on or off.
    Switch(bool),
    /// There, but not now.
    Disabled,
}

impl Button {
    /// An ordinary button.
    pub(crate) fn plain(action: Action, label: impl Into<String>) -> Self {
        Self { action, label: label.into(), kind: ButtonKind::Plain }
    }

    /// The button that most will press.
    pub(crate) fn primary(action: Action, label: impl Into<String>) -> Self {
        Self { kind: ButtonKind::Primary, ..Self::plain(action, label) }
    }

    /// A switch.
    pub(crate) fn switch(action: Action, label: impl Into<String>, on: bool) -> Self {
        Self { kind: ButtonKind::Switch(on), ..Self::plain(action, label) }
    }

    /// The same, pressed in vain unless `able`.
    pub(crate) fn only_if(self, able: bool) -> Self {
        if able { self } else { Self { kind: ButtonKind::Disabled, ..self } }
    }
}
