//! New events as rows, written many decisions at a time.

use play::{Event, Level, PlayerId, Seq, Side};

use super::{
    Columns, Connection,
    game_row::GameRow,
    statements::WHY_REFUSED,
    value::{command_column, game_column, optional, player_column, time_column},
};
use crate::{
    Append, Appended, Author, JOB_LEASE, JobChange, MAX_EVENTS, StoreError,
    codec::{encode_event, number, side_number, state_text},
};

/// New events of one game.
#[derive(Debug)]
pub(crate) struct AppendRow {
    asked: Asked,
    rematch: Option<Box<GameRow>>,
}

/// An append in the shape of its columns.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) game: [u8; 16],
    /// The number of the last event that the decision knew.
    pub(crate) expected: i64,
    /// How many events there are.
    pub(crate) count: i64,
    pub(crate) at: i64,
    pub(crate) author: Option<[u8; 16]>,
    pub(crate) command: Option<[u8; 16]>,
    pub(crate) state: String,
    pub(crate) side_to_move: u8,
    pub(crate) due_at: Option<i64>,
    pub(crate) joined_first: Option<[u8; 16]>,
    pub(crate) joined_second: Option<[u8; 16]>,
    pub(crate) moved_first: Option<[u8; 16]>,
    pub(crate) moved_second: Option<[u8; 16]>,
    pub(crate) form: i64,
    /// The texts of the events.
    pub(crate) events: Vec<String>,
    /// What becomes of the job: `keep`, `set` or `clear`.
    pub(crate) job: &'static str,
    pub(crate) level: Option<&'static str>,
    /// Until when the job belongs to this process.
    pub(crate) until: i64,
}

impl AppendRow {
    pub(crate) fn new(append: Append) -> Result<Self, StoreError> {
        if append.events.is_empty() || append.events.len() > MAX_EVENTS {
            return Err(StoreError::Unfit);
        }
        let (author, command) = match append.author {
            Author::Player { player, command } => (Some(player), command),
            Author::Service => (None, None),
        };
        let joined = |wanted| {
            seat_of(&append.events, |event| match event {
                Event::Joined { side, player, .. } if *side == wanted => Some(*player),
                _ => None,
            })
        };
        let moved = |wanted| {
            seat_of(&append.events, |event| match event {
                Event::SeatMoved { side, player } if *side == wanted => Some(*player),
                _ => None,
            })
        };
        let encoded: Vec<_> = append.events.iter().map(encode_event).collect();
        let (job, level) = match append.job {
            JobChange::Keep => ("keep", None),
            JobChange::Set(level) => ("set", Some(Level::name(level))),
            JobChange::Clear => ("clear", None),
        };
        let asked = Asked {
            game: game_column(append.game),
            expected: number(append.expected_seq.get()),
            count: number(encoded.len() as u64),
            at: time_column(append.at),
            author: author.map(player_column),
            command: command.map(command_column),
            state: state_text(append.summary.state),
            side_to_move: side_number(append.summary.side_to_move),
            due_at: append.due_at.map(time_column),
            joined_first: joined(Side::First),
            joined_second: joined(Side::Second),
            moved_first: moved(Side::First),
            moved_second: moved(Side::Second),
            form: encoded.first().map_or(0, |event| event.form),
            events: encoded.into_iter().map(|event| event.text).collect(),
            job,
            level,
            until: time_column(append.at.plus(JOB_LEASE)),
        };
        let rematch = append.rematch.map(GameRow::new).transpose()?.map(Box::new);
        Ok(AppendRow { asked, rematch })
    }

    /// The game that it is about.
    pub(crate) const fn game(&self) -> [u8; 16] {
        self.asked.game
    }

    /// Its columns.
    pub(crate) const fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Writes it alone.
    pub(super) async fn insert(&self, to: &mut impl Connection) -> Result<Appended, StoreError> {
        Self::insert_all(&[self], to).await?.pop().ok_or(StoreError::Unfit)
    }

    /// Writes appends to different games; an answer for each.
    pub(super) async fn insert_all(
        rows: &[&AppendRow],
        to: &mut impl Connection,
    ) -> Result<Vec<Appended>, StoreError> {
        let taken = to.append(rows).await?;
        let mut answers = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let is_taken = taken.binary_search(&place).is_ok();
            answers.push(row.finish(is_taken, to).await?);
        }
        Ok(answers)
    }

    /// The rest of an append, or the reason why it was turned away.
    async fn finish(
        &self,
        is_taken: bool,
        to: &mut impl Connection,
    ) -> Result<Appended, StoreError> {
        if !is_taken {
            return self.why_refused(to).await;
        }
        if let Some(rematch) = &self.rematch {
            rematch.insert(to).await?;
        }
        Ok(Appended::Done { seq: seq(self.asked.expected.saturating_add(self.asked.count)) })
    }

    async fn why_refused(&self, to: &mut impl Connection) -> Result<Appended, StoreError> {
        let Asked { game, author, command, .. } = &self.asked;
        let values = [game.into(), optional(author.as_ref()), optional(command.as_ref())];
        let row = to.row(WHY_REFUSED, &values).await?.ok_or(StoreError::Unfit)?;
        let repeated = row.integer_or_null(0)?;
        Ok(repeated.map_or(Appended::Conflict, |at| Appended::Repeated { seq: seq(at) }))
    }
}

/// Whom an event gives a seat.
fn seat_of(events: &[Event], given: impl Fn(&Event) -> Option<PlayerId>) -> Option<[u8; 16]> {
    events.iter().find_map(given).map(player_column)
}

fn seq(number: i64) -> Seq {
    Seq::new(number.unsigned_abs())
}
