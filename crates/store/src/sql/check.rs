//! Whether what a database holds is what it should hold.
//!
//! Two ways must agree for every game: its events replayed by the state
//! machine, and the moves among them played on a bare board. Everything that
//! the store keeps beside the events must follow from them.

use play::{Event, GameId, Level, LogError, Seq, Session};
use rules::{AnyGame, MoveError};

use super::{
    Columns, Reader, pushes, read,
    value::{game_column, time_column},
};
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
    /// The file itself, in the database's words.
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

/// Looks at who is told by push.
pub(crate) async fn look_at_pushes(
    db: &impl Reader,
    report: &mut Report,
) -> Result<(), StoreError> {
    let unreadable = pushes::unreadable(db).await?.into_iter().map(Wrong::Unreadable);
    report.wrongs.extend(unreadable.map(|wrong| (None, wrong)));
    Ok(())
}

/// Looks at every game.
pub(crate) async fn look_at_games(db: &impl Reader, report: &mut Report) -> Result<(), StoreError> {
    let mut after = 0;
    loop {
        let statement = "SELECT key, id FROM game WHERE key > $1 ORDER BY key LIMIT $2";
        let rows = db.rows(statement, &[i64::into(after), PAGE.into()]).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.integer(0)?;
        for row in rows {
            look_at_game(db, game_from(&row.bytes(1)?)?, report).await?;
        }
    }
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

async fn look_at_game(db: &impl Reader, id: GameId, report: &mut Report) -> Result<(), StoreError> {
    let (game, kept) = match both(db, id).await {
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
async fn both(db: &impl Reader, id: GameId) -> Result<Option<(StoredGame, Kept)>, StoreError> {
    let mut before = kept(db, id).await?;
    for _ in 0..ATTEMPTS {
        let game = read::game(db, id).await?;
        let after = kept(db, id).await?;
        if before == after {
            return Ok(game.zip(after));
        }
        before = after;
    }
    Err(StoreError::Busy)
}

async fn kept(db: &impl Reader, id: GameId) -> Result<Option<Kept>, StoreError> {
    let statement = "
        SELECT game.seq, state, side_to_move, due_at, job.seq, level
        FROM game LEFT JOIN job ON job.game = game.key WHERE id = $1
    ";
    let Some(row) = db.row(statement, &[(&game_column(id)).into()]).await? else { return Ok(None) };
    let job = match row.integer_or_null(4)?.zip(row.text_or_null(5)?) {
        Some((seq, level)) => Some((seq, level_from(&level)?)),
        None => None,
    };
    Ok(Some(Kept {
        seq: row.integer(0)?,
        state: row.text(1)?,
        side_to_move: row.integer(2)?,
        due_at: row.integer_or_null(3)?,
        job,
    }))
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
