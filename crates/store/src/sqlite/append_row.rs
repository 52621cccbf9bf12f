//! New events as rows, written many decisions at a time.

use play::{Event, Level, Seq, Side};
use serde::Serialize;
use sqlx::{Row, SqliteConnection, query, query_scalar};

use super::{
    game_row::GameRow,
    operation::{Fault, command_column, game_column, player_column, time_column},
    statements::{APPEND, WHY_REFUSED},
};
use crate::{
    Append, Appended, Author, JobChange, MAX_EVENTS, StoreError,
    codec::{encode_event, number, side_number, state_text},
};

/// New events of one game.
#[derive(Debug)]
pub(super) struct AppendRow {
    game: [u8; 16],
    author: Option<[u8; 16]>,
    command: Option<[u8; 16]>,
    /// The number of the last of the events.
    last: i64,
    /// All of it, as [`APPEND`] reads it.
    json: String,
    rematch: Option<Box<GameRow>>,
}

/// An append as [`APPEND`] reads it; ids in hexadecimal.
#[derive(Serialize)]
struct Asked {
    game: String,
    expected: i64,
    count: i64,
    at: i64,
    author: Option<String>,
    command: Option<String>,
    state: String,
    side_to_move: u8,
    due_at: Option<i64>,
    joined_first: Option<String>,
    joined_second: Option<String>,
    moved_first: Option<String>,
    moved_second: Option<String>,
    form: i64,
    events: Vec<String>,
    job: &'static str,
    level: Option<&'static str>,
}

impl AppendRow {
    pub(super) fn new(append: Append) -> Result<Self, StoreError> {
        if append.events.is_empty() || append.events.len() > MAX_EVENTS {
            return Err(StoreError::Unfit);
        }
        let (author, command) = match append.author {
            Author::Player { player, command } => (Some(player), command),
            Author::Service => (None, None),
        };
        let game = game_column(append.game);
        let (author, command) = (author.map(player_column), command.map(command_column));
        let joined = |wanted: Side| {
            append.events.iter().find_map(|event| match event {
                Event::Joined { side, player, .. } if *side == wanted => {
                    Some(hex(player_column(*player)))
                }
                _ => None,
            })
        };
        let moved = |wanted: Side| {
            append.events.iter().find_map(|event| match event {
                Event::SeatMoved { side, player } if *side == wanted => {
                    Some(hex(player_column(*player)))
                }
                _ => None,
            })
        };
        let encoded: Vec<_> = append.events.iter().map(encode_event).collect();
        let (expected, count) = (number(append.expected_seq.get()), number(encoded.len() as u64));
        let (job, level) = match append.job {
            JobChange::Keep => ("keep", None),
            JobChange::Set(level) => ("set", Some(Level::name(level))),
            JobChange::Clear => ("clear", None),
        };
        let asked = Asked {
            game: hex(game),
            expected,
            count,
            at: time_column(append.at),
            author: author.map(hex),
            command: command.map(hex),
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
        };
        Ok(AppendRow {
            game,
            author,
            command,
            last: expected.saturating_add(count),
            // Words and numbers only: nothing in it can fail to be written.
            json: serde_json::to_string(&asked).map_err(|_| StoreError::Unfit)?,
            rematch: append.rematch.map(GameRow::new).transpose()?.map(Box::new),
        })
    }

    /// The game that it is about.
    pub(super) const fn game(&self) -> [u8; 16] {
        self.game
    }

    /// Writes it alone.
    pub(super) async fn insert(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Appended, Fault> {
        let mut answers = Self::insert_all(&[self], connection).await?;
        answers.pop().ok_or(Fault::Unfit)
    }

    /// Writes appends to different games; an answer for each.
    pub(super) async fn insert_all(
        rows: &[&AppendRow],
        connection: &mut SqliteConnection,
    ) -> Result<Vec<Appended>, Fault> {
        let list: Vec<_> = rows.iter().map(|row| row.json.as_str()).collect();
        let list = format!("[{}]", list.join(","));
        let taken: Vec<usize> = query_scalar(APPEND)
            .bind(list)
            .fetch_all(&mut *connection)
            .await?
            .into_iter()
            .filter_map(|place: i64| usize::try_from(place).ok())
            .collect();
        let mut answers = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let is_taken = taken.binary_search(&place).is_ok();
            answers.push(row.finish(is_taken, connection).await?);
        }
        Ok(answers)
    }

    /// The rest of an append, or the reason why it was turned away.
    async fn finish(
        &self,
        is_taken: bool,
        connection: &mut SqliteConnection,
    ) -> Result<Appended, Fault> {
        if !is_taken {
            return self.why_refused(connection).await;
        }
        if let Some(rematch) = &self.rematch {
            rematch.insert(connection).await?;
        }
        Ok(Appended::Done { seq: seq(self.last) })
    }

    async fn why_refused(&self, connection: &mut SqliteConnection) -> Result<Appended, Fault> {
        let row = query(WHY_REFUSED)
            .bind(&self.game[..])
            .bind(self.author.as_ref().map(<[u8; 16]>::as_slice))
            .bind(self.command.as_ref().map(<[u8; 16]>::as_slice))
            .fetch_optional(connection)
            .await?;
        let repeated: Option<i64> = row.ok_or(Fault::Unfit)?.try_get(0)?;
        Ok(repeated.map_or(Appended::Conflict, |at| Appended::Repeated { seq: seq(at) }))
    }
}

fn hex(column: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(column))
}

fn seq(number: i64) -> Seq {
    Seq::new(number.unsigned_abs())
}
