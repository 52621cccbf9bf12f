//! Wishes that are under way: made here, and not done yet there.

use play::Seq;
use protocol::{ClientCommand, Wish};
use rules::Square;
use uuid::Uuid;

use super::wire;

/// A command to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its id.
    pub id: Uuid,
    /// Its text.
    pub text: String,
}

impl Said {
    fn of(command: &ClientCommand) -> Self {
        Self { id: command.id, text: wire::command(command) }
    }
}

#[derive(Clone, Debug)]
struct UnderWay {
    command: ClientCommand,
    /// Its last event, where the server has granted it: without a socket the
    /// answer may come before the events.
    granted: Option<Seq>,
}

/// The wishes under way, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Wishes(Vec<UnderWay>);

impl Wishes {
    pub(super) fn add(&mut self, command: ClientCommand) -> Said {
        let said = Said::of(&command);
        self.0.push(UnderWay { command, granted: None });
        said
    }

    pub(super) fn contains(&self, wish: &Wish) -> bool {
        self.0.iter().any(|under_way| under_way.command.wish == *wish)
    }

    /// All of them, to be sent again under their ids.
    pub(super) fn said(&self) -> Vec<Said> {
        self.0.iter().map(|under_way| Said::of(&under_way.command)).collect()
    }

    /// The moves among them, each with what was known when it was made.
    pub(super) fn moves(&self) -> impl Iterator<Item = (Seq, &[Square])> {
        self.0.iter().filter_map(|UnderWay { command, .. }| match &command.wish {
            Wish::Move { path } => Some((command.seq, path.as_slice())),
            _ => None,
        })
    }

    /// The server has granted one; it is done when its last event is here.
    pub(super) fn granted(&mut self, id: Uuid, seq: Seq) {
        if let Some(under_way) = self.0.iter_mut().find(|under_way| under_way.command.id == id) {
            under_way.granted = Some(seq);
        }
    }

    /// The server has refused one.
    pub(super) fn refused(&mut self, id: Uuid) -> Option<Wish> {
        let at = self.0.iter().position(|under_way| under_way.command.id == id)?;
        Some(self.0.remove(at).command.wish)
    }

    /// Forgets those that are done, now that this event is known.
    pub(super) fn forget_done(&mut self, known: Option<Seq>) {
        self.0.retain(|under_way| under_way.granted.is_none_or(|seq| Some(seq) > known));
    }
}
