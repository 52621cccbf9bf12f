//! Rebuilding a session without its events, as a client does from a snapshot.

use rules::Square;

use crate::{GameConfig, GameId, LogError, Misfit, Offers, Seq, Session, Side, State, Time};

/// Where a game stands, told without its events.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The game. Its seats are those of now, and its score is that of the
    /// pair's earlier games.
    pub config: GameConfig,
    /// The moves that stand, each as a full route.
    pub moves: Vec<Vec<Square>>,
    /// The number of the last event.
    pub seq: Seq,
    /// Where the game stands.
    pub state: State,
    /// What stands open.
    pub offers: Offers,
    /// The next game of the same two, once it has begun.
    pub rematch: Option<GameId>,
    /// The seat that is said to be lost.
    pub reported_lost: Option<Side>,
}

impl Session {
    /// The session that stands so; it can go on with the next events.
    ///
    /// It does not know when the turn began nor which earlier event would
    /// make a wish stale: those are questions for the service.
    ///
    /// # Errors
    /// When no game can stand so.
    pub fn restore(standing: Standing) -> Result<Session, LogError> {
        let seq = standing.seq;
        let wrong = |misfit| LogError { seq, misfit };
        let mut session = Session::new(standing.config);
        let fresh = session.state;
        for path in &standing.moves {
            session.board.play_path(path).map_err(|error| wrong(Misfit::Move(error)))?;
        }
        let fits = match standing.state {
            State::Waiting => fresh == State::Waiting && standing.moves.is_empty(),
            State::Cancelled(_) => standing.moves.is_empty(),
            State::Playing => fresh == State::Playing,
            State::Finished(outcome) => fresh == State::Playing && session.can_end_so(outcome),
        };
        if !fits {
            return Err(wrong(Misfit::OutOfPlace));
        }
        session.seq = seq;
        session.state = standing.state;
        session.offers = standing.offers;
        session.rematch = standing.rematch;
        session.reported_lost = standing.reported_lost.map(|side| (side, Time::ZERO));
        session.check_end_is_told()?;
        Ok(session)
    }
}
