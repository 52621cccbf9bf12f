//! Players and games to begin with.

use std::hash::{BuildHasher, RandomState};

use play::{
    BySide, Event, Face, GameConfig, GameId, Level, PlayerId, Seat, Seq, Session, Side, State, Time,
};
use rules::{GameRules, Variant};
use uuid::Uuid;

use crate::{
    Append, Author, JobChange, NewGame, NewInvite, NewPlayer, SecretHash, SharedStore, Summary,
    TokenHash,
};

/// A number that nobody has used.
#[must_use]
pub fn fresh() -> u128 {
    // Each `RandomState` has keys of its own, taken from the system's randomness.
    let half = || u128::from(RandomState::new().hash_one(()));
    half() << 64 | half()
}

/// A hash that nobody has used.
pub(super) fn fresh_hash() -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..16].copy_from_slice(&fresh().to_be_bytes());
    hash[16..].copy_from_slice(&fresh().to_be_bytes());
    hash
}

/// A command id that nobody has used.
pub(super) fn fresh_command() -> Uuid {
    Uuid::from_u128(fresh())
}

/// An event that can be told from every other.
#[must_use]
pub fn marker() -> Event {
    Event::RematchStarted { game: GameId::from_u128(fresh()) }
}

/// A player that the store knows.
pub(super) async fn a_player(store: &SharedStore) -> PlayerId {
    let id = PlayerId::from_u128(fresh());
    let secret = SecretHash::new(fresh_hash());
    let new = NewPlayer { id, secret, face: Face::Deer, at: Time::from_millis(1_000) };
    store.add_player(new).await.expect("a new player");
    id
}

/// A game of English draughts with these seats.
pub(super) fn config_of(first: Seat, second: Seat) -> GameConfig {
    GameConfig::new(Variant::English, GameRules::STANDARD, None, BySide { first, second })
        .expect("a game that can be played")
        .made_at(Time::from_millis(1_000))
}

/// A game and its people.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The game.
    pub game: GameId,
    /// Who sits on the first side.
    pub first: PlayerId,
    /// Who sits, or may come to sit, on the second.
    pub second: PlayerId,
}

impl Table {
    /// Two friends, both seated.
    ///
    /// # Panics
    /// When the store does not make the game.
    pub async fn of_two(store: &SharedStore) -> Table {
        let (first, second) = (a_player(store).await, a_player(store).await);
        Self::made(store, first, second, Seat::Player(second), None, None).await
    }

    /// A game of these two.
    pub(super) async fn between(store: &SharedStore, [first, second]: [PlayerId; 2]) -> GameId {
        Self::made(store, first, second, Seat::Player(second), None, None).await.game
    }

    /// Somebody and the computer, which sits on the second side.
    pub(super) async fn with_computer(store: &SharedStore, job: Option<Level>) -> Table {
        let first = a_player(store).await;
        Self::made(store, first, first, Seat::Computer(Level::Easy), None, job).await
    }

    /// Somebody who has invited, and a friend who is not seated yet.
    ///
    /// # Panics
    /// When the store does not make the game.
    pub async fn with_open_seat(store: &SharedStore) -> Table {
        let (first, second) = (a_player(store).await, a_player(store).await);
        let invite = an_invite(TokenHash::new(fresh_hash()));
        Self::made(store, first, second, Seat::Open, Some(invite), None).await
    }

    async fn made(
        store: &SharedStore,
        first: PlayerId,
        second: PlayerId,
        other: Seat,
        invite: Option<NewInvite>,
        job: Option<Level>,
    ) -> Table {
        let game = GameId::from_u128(fresh());
        let config = config_of(Seat::Player(first), other);
        let new = NewGame { id: game, config, invite, job };
        store.create_game(new).await.expect("a new game");
        Table { game, first, second }
    }

    /// The guest's decision to sit down.
    pub(super) fn join(&self, guest: PlayerId) -> Append {
        let joined = Event::Joined { side: Side::Second, player: guest, at: Time::ZERO };
        append_of(self.game, guest, 0, vec![joined])
    }
}

/// An invite with this token.
pub(super) fn an_invite(token: TokenHash) -> NewInvite {
    NewInvite { token, lang: "fil".to_owned(), expires_at: Time::from_millis(9_000) }
}

/// A decision of a player who knew `expected` events, without a command id.
#[must_use]
pub fn append_of(game: GameId, player: PlayerId, expected: u64, events: Vec<Event>) -> Append {
    Append {
        game,
        expected_seq: Seq::new(expected),
        author: Author::Player { player, command: None },
        events,
        at: Time::from_millis(2_000),
        job: JobChange::Keep,
        summary: Summary { state: State::Playing, side_to_move: Side::Second },
        due_at: None,
        rematch: None,
    }
}

impl Append {
    /// The same with a command id.
    #[must_use]
    pub fn by_command(mut self, command: Uuid) -> Append {
        if let Author::Player { player, .. } = self.author {
            self.author = Author::Player { player, command: Some(command) };
        }
        self
    }
}

/// How a new game stands.
pub(super) fn summary_of(config: GameConfig) -> Summary {
    Summary::of(&Session::new(config))
}

/// The events of a game must be these.
pub(super) async fn check_events(store: &SharedStore, game: GameId, expected: &[Event]) {
    let stored = store.load_game(game).await.expect("a readable game").expect("the game");
    let seqs: Vec<_> = stored.events.iter().map(|event| event.seq.get()).collect();
    assert_eq!(seqs, (1..=expected.len() as u64).collect::<Vec<_>>());
    let events: Vec<_> = stored.events.into_iter().map(|event| event.event).collect();
    assert_eq!(events, expected);
}
