//! A game for a page that no program follows: the same table, and for each
//! square and each move what pressing it leads to.
//!
//! The page's machine is told the game once, as the program would be told it;
//! what has been pressed since the last move comes with the address, as taps.

use protocol::{PresenceView, ServerMessage, Snapshot};
use rules::{LegalMove, Route, Square};

use super::{
    Action, Memory, TableView,
    app::{App, Asking, Note, Place, World},
};
use crate::{
    Lang,
    board::{Dialogue, Reply},
    words::{self, board},
};

/// Taps that an address may hold: the longest capture of the largest board
/// takes fewer.
const MOST_TAPS: usize = 24;
/// Moves that are listed before a piece is chosen; kings can have more.
const MOST_LISTED: usize = 40;

/// Squares as text, for addresses and form fields: `18-11-4`.
#[must_use]
pub fn written_squares(squares: &[Square]) -> String {
    let numbers: Vec<String> = squares.iter().map(ToString::to_string).collect();
    numbers.join("-")
}

/// Reads what [`written_squares`] wrote; `None` for anything else, and for
/// more squares than a move can have.
#[must_use]
pub fn read_squares(text: &str) -> Option<Vec<Square>> {
    let squares: Vec<Square> = text
        .split('-')
        .take(MOST_TAPS + 1)
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    (squares.len() <= MOST_TAPS).then_some(squares)
}

/// What pressing a square does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// It shows the page with these taps, the last of them on this square.
    Show(Vec<Square>),
    /// It plays a move by this route.
    Play(Route),
}

/// A table with what can be pressed on it.
#[derive(Clone, Debug)]
pub(crate) struct PlainTable {
    /// All that is shown.
    pub(crate) view: TableView,
    /// The squares that can be pressed.
    pub(crate) squares: Vec<(Square, Press)>,
    /// The moves that can be made, those of the piece in hand if there is one.
    pub(crate) moves: Vec<LegalMove>,
    /// Where the piece in hand came from.
    pub(crate) in_hand: Option<Square>,
    /// Whether the next landing square is asked for.
    pub(crate) asks_landing: bool,
}

impl PlainTable {
    /// The game as the server tells it to one viewer.
    pub(crate) fn new(
        lang: Lang,
        snapshot: &Snapshot,
        presence: PresenceView,
        taps: &[Square],
        ask: Option<Action>,
        refusal: Option<&str>,
    ) -> Self {
        let mut app = told(lang, snapshot, presence);
        let mut taken = Vec::new();
        if let Some(mut dialogue) = app.dialogue.take() {
            taken = app.walk(&mut dialogue, taps);
            app.dialogue = Some(dialogue);
        }
        app.asking = ask.and_then(|action| app.question_before(action));
        if let Some(code) = refusal {
            app.refuse(words::refusal(lang, code));
        }
        let in_hand = app.dialogue.as_ref().and_then(Dialogue::hand).map(|(origin, _)| origin);
        let squares = app.dialogue.as_ref().map(|dialogue| presses(dialogue, &taken));
        Self {
            squares: squares.unwrap_or_default(),
            moves: app.listed(in_hand),
            in_hand,
            asks_landing: taken.len() > 1,
            view: app.view(),
        }
    }
}

/// The page's machine, as if its program had been told all of this.
fn told(lang: Lang, snapshot: &Snapshot, presence: PresenceView) -> App {
    // A browser that keeps nothing, at the beginning of its time.
    let mut keep = Memory::default();
    let mut world = World { now: 0.0, keep: &mut keep, chance: &mut || 0 };
    let (mut app, _) = App::new(lang, Place::Game(snapshot.id), &mut world);
    let (seq, clock) = (snapshot.seq, snapshot.clock);
    let game = Box::new(snapshot.clone());
    for message in [
        ServerMessage::Snapshot { seq, game },
        ServerMessage::CaughtUp { seq, clock },
        ServerMessage::Presence(presence),
    ] {
        // What it would send or play does not matter: nobody carries it out.
        let _ = app.hear(message, &mut world);
    }
    app.settle(&mut world);
    app
}

impl App {
    /// Repeats taps, as far as they lead to no move; returns those that
    /// counted.
    fn walk(&mut self, dialogue: &mut Dialogue, taps: &[Square]) -> Vec<Square> {
        let mut taken = Vec::new();
        for &square in taps.iter().take(MOST_TAPS) {
            let mut next = dialogue.clone();
            match next.tap(square) {
                Reply::Picked => taken.clear(),
                Reply::NextLanding => {
                    let text = board::choose_landing(self.lang).to_owned();
                    self.note = Some(Note { text, is_refusal: false });
                }
                Reply::No(why) => {
                    self.refuse(self.why(why));
                    break;
                }
                Reply::Nothing | Reply::PutBack | Reply::Play(..) => break,
            }
            *dialogue = next;
            taken.push(square);
        }
        taken
    }

    /// The question that comes before an action, where it can be done.
    fn question_before(&self, action: Action) -> Option<Asking> {
        use play::State::{Playing, Waiting};
        let state = self.session()?.state();
        self.own_side()?;
        match (action, state) {
            (Action::Resign, Playing) => Some(Asking::Resign),
            (Action::CancelInvite, Waiting) => Some(Asking::CancelInvite),
            _ => None,
        }
    }

    /// The moves to choose from: those of the piece in hand, or all of them
    /// where that is a list to read.
    fn listed(&self, in_hand: Option<Square>) -> Vec<LegalMove> {
        let Some(session) = self.session().filter(|_| self.dialogue.is_some()) else {
            return Vec::new();
        };
        let mut moves = session.legal_moves();
        match in_hand {
            Some(origin) => moves.retain(|mv| mv.from == origin),
            None if moves.len() > MOST_LISTED => moves.clear(),
            None => {}
        }
        moves
    }
}

/// What each square does that answers; the others are left out.
fn presses(dialogue: &Dialogue, taken: &[Square]) -> Vec<(Square, Press)> {
    let marks = dialogue.marks();
    let alive = marks.movable.union(marks.targets).union(marks.stand.into_iter().collect());
    let press = |square| match dialogue.clone().tap(square) {
        Reply::Picked => Some(Press::Show(vec![square])),
        Reply::NextLanding => Some(Press::Show([taken, &[square]].concat())),
        Reply::PutBack => Some(Press::Show(Vec::new())),
        Reply::Play(_, route) => Some(Press::Play(route)),
        Reply::Nothing | Reply::No(_) => None,
    };
    alive.iter().filter_map(|square| Some((square, press(square)?))).collect()
}

#[cfg(test)]
#[path = "plain_tests.rs"]
mod tests;
