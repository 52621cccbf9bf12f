//! Whether what a database holds is what it should hold.
//!
//! Two ways must agree for every game: its events replayed by the state
//! machine, and the moves among them played on a bare board. Everything that
//! the store keeps beside the events must follow from them.

use std::path::Path;

use play::{Event, GameId, Level, LogError, Seq, Session};
use rules::{AnyGame, MoveError};
use sqlx::{Row, SqlitePool, query, query_scalar};

use super::{Options, fault::store_error, open_to_read, operation::time_column, read};
use crate::{
    StoreError, StoredGame, Summary,
    codec::{game_from, level_from, side_number, state_text},
};

/// Games that are read at once.
const PAGE: u32 = 256;
/// How often a game is read again that goes on while it is read.
const ATTEMPTS: usize = 100;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games that were looked at.
    pub games: u64,
    /// Events in them.
    pub events: u64,
    /// What is wrong, and in which game.
    pub wrongs: Vec<(Option<GameId>, Wrong)>,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The file itself, in SQLite's words.
    #[error("the file is damaged: {0}")]
    File(String),
    /// A row names another that does not exist.
    #[error("a row of {0} names something that does not exist")]
    Reference(String),
    /// Something cannot be read back; also a gap between the events.
    #[error("{0}")]
    Unreadable(StoreError),
    /// An event does not follow from those before it.
    #[error("event {}: {}", .0.seq.get(), .0.misfit)]
    Log(LogError),
    /// A move is not legal on the board of the moves before it.
    #[error("event {seq}: {error}", seq = .0.get(), error = .1)]
    Move(Seq, MoveError),
    /// The position after an event is not the one that it tells.
    #[error("event {}: another position", .0.get())]
    Position(Seq),
    /// The draw counters differ from a count of the positions and moves.
    #[error("the draw counters are wrong")]
    Counters,
    /// The row of the game tells something else than its events.
    #[error("the game's row has another {0} than its events")]
    Row(&'static str),
    /// The computer owes an answer that it does not know of, or the other way.
    #[error("the computer's job does not fit the game")]
    Job,
}

/// Reads a whole database, and changes nothing in it; it may be in use.
///
/// # Errors
/// When it cannot be read at all.
pub async fn check(path: &Path) -> Result<Report, StoreError> {
    let pool = open_to_read(path, &Options { readers: 1, ..Options::default() }).await?;
    let mut report = Report::default();
    look_at_file(&pool, &mut report).await?;
    let mut after = 0;
    loop {
        let rows = query("SELECT key, id FROM game WHERE key > ?1 ORDER BY key LIMIT ?2")
            .bind(after)
            .bind(PAGE)
            .fetch_all(&pool)
            .await
            .map_err(|error| store_error(&error))?;
        let Some(last) = rows.last() else { break };
        after = last.try_get(0).map_err(|error| store_error(&error))?;
        for row in rows {
            let id: Vec<u8> = row.try_get(1).map_err(|error| store_error(&error))?;
            look_at_game(&pool, game_from(&id)?, &mut report).await?;
        }
    }
    pool.close().await;
    Ok(report)
}

async fn look_at_file(pool: &SqlitePool, report: &mut Report) -> Result<(), StoreError> {
    let words: Vec<String> = query_scalar("PRAGMA integrity_check")
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    let damage = words.into_iter().filter(|word| word != "ok").map(Wrong::File);
    report.wrongs.extend(damage.map(|wrong| (None, wrong)));
    let tables: Vec<String> = query_scalar("SELECT \"table\" FROM pragma_foreign_key_check")
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    report.wrongs.extend(tables.into_iter().map(|table| (None, Wrong::Reference(table))));
    Ok(())
}

/// The parts of a game's row that follow from its events.
#[derive(PartialEq, Eq)]
struct Kept {
    seq: i64,
    state: String,
    side_to_move: i64,
    due_at: Option<i64>,
    job: Option<(i64, Level)>,
}

async fn look_at_game(
    pool: &SqlitePool,
    id: GameId,
    report: &mut Report,
) -> Result<(), StoreError> {
    let (game, kept) = match both(pool, id).await {
        Ok(Some(both)) => both,
        // Forgotten since it was listed.
        Ok(None) => return Ok(()),
        Err(error @ StoreError::Corrupt(_)) => {
            report.games += 1;
            report.wrongs.push((Some(id), Wrong::Unreadable(error)));
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    report.games += 1;
    report.events += game.events.len() as u64;
    if let Err(wrong) = follows(&game, &kept) {
        report.wrongs.push((Some(id), wrong));
    }
    Ok(())
}

/// A game and its row as they stood at one moment: read again while the game
/// goes on in between.
async fn both(pool: &SqlitePool, id: GameId) -> Result<Option<(StoredGame, Kept)>, StoreError> {
    let mut before = kept(pool, id).await?;
    for _ in 0..ATTEMPTS {
        let game = read::game(pool, id).await?;
        let after = kept(pool, id).await?;
        if before == after {
            return Ok(game.zip(after));
        }
        before = after;
    }
    Err(StoreError::Busy)
}

async fn kept(pool: &SqlitePool, id: GameId) -> Result<Option<Kept>, StoreError> {
    let row = query(
        "SELECT game.seq, state, side_to_move, due_at, job.seq, level
         FROM game LEFT JOIN job ON job.game = game.key WHERE id = ?1",
    )
    .bind(&super::operation::game_column(id)[..])
    .fetch_optional(pool)
    .await
    .map_err(|error| store_error(&error))?;
    let Some(row) = row else { return Ok(None) };
    let read = || -> Result<_, sqlx::Error> {
        let job: Option<i64> = row.try_get(4)?;
        let level: Option<String> = row.try_get(5)?;
        let columns = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        Ok((columns, job.zip(level)))
    };
    let ((seq, state, side_to_move, due_at), job) = read().map_err(|error| store_error(&error))?;
    let job = match job {
        Some((seq, level)) => Some((seq, level_from(&level)?)),
        None => None,
    };
    Ok(Some(Kept { seq, state, side_to_move, due_at, job }))
}

/// Whether all that is kept of a game fits together.
fn follows(game: &StoredGame, kept: &Kept) -> Result<(), Wrong> {
    let events = game.events.iter().map(|stored| &stored.event);
    let session = Session::replay(game.config.clone(), events).map_err(Wrong::Log)?;
    let board = board_of(game)?;
    let told = session.board();
    if board.fen() != told.fen() || board.ply_count() != told.ply_count() {
        return Err(Wrong::Position(session.seq()));
    }
    if !counts_right(told) {
        return Err(Wrong::Counters);
    }
    let summary = Summary::of(&session);
    let number = |seq: Seq| i64::try_from(seq.get()).unwrap_or(i64::MAX);
    let seq = number(session.seq());
    let wrong = match () {
        () if kept.seq != seq => Some("number of events"),
        () if kept.state != state_text(summary.state) => Some("state"),
        () if kept.side_to_move != i64::from(side_number(summary.side_to_move)) => {
            Some("side to move")
        }
        () if kept.due_at != session.flag_at().map(time_column) => Some("fall of the flag"),
        () => None,
    };
    if let Some(what) = wrong {
        return Err(Wrong::Row(what));
    }
    let job = session.computer_to_move().map(|level| (seq, level));
    if kept.job != job { Err(Wrong::Job) } else { Ok(()) }
}

/// The moves among the events, played on a bare board.
fn board_of(game: &StoredGame) -> Result<AnyGame, Wrong> {
    let mut board = game.config.start().clone();
    for stored in &game.events {
        let fen = match &stored.event {
            Event::Moved { path, fen, .. } => {
                board.play_path(path).map_err(|error| Wrong::Move(stored.seq, error))?;
                fen
            }
            Event::TakenBack { plies, fen, .. } => {
                if !(0..*plies).all(|_| board.undo()) {
                    return Err(Wrong::Position(stored.seq));
                }
                fen
            }
            _ => continue,
        };
        if board.fen() != *fen {
            return Err(Wrong::Position(stored.seq));
        }
    }
    Ok(board)
}

/// Counts repetitions and quiet plies anew, from the positions alone.
fn counts_right(board: &AnyGame) -> bool {
    let now = board.fen();
    let plies = board.ply_count();
    let seen = (0..=plies).filter(|&ply| board.fen_at(ply).as_ref() == Some(&now)).count();
    let moves = board.moves();
    let quiet = |(ply, mv): &(usize, &rules::LegalMove)| {
        let piece = board.piece_at_ply(mv.from, *ply);
        mv.captures.is_empty() && piece.is_some_and(|piece| piece.role == rules::Role::King)
    };
    let quiet = moves.iter().enumerate().rev().take_while(quiet).count();
    board.repetitions() as usize == seen && board.counters().quiet_plies as usize == quiet
}
