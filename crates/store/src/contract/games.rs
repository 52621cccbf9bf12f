//! Sentences about games and invites.

use core::num::NonZeroU16;

use play::{
    BySide, Face, GameConfig, GameId, Level, Outcome, PlayerId, Score, Seat, Side, State, Time,
    TimeControl, WinReason,
};
use rules::{GameRules, Variant};

use super::given::{
    Table, a_player, an_invite, append_of, check_events, config_of, fresh, fresh_hash, marker,
    summary_of,
};
use crate::{
    InviteFacts, NewGame, SharedStore, StoreError, StoredGame, StoredInvite, Summary, TokenHash,
};

fn new_game(config: GameConfig) -> NewGame {
    NewGame { id: GameId::from_u128(fresh()), config, invite: None, job: None }
}

/// As it says, for every kind of game.
pub async fn a_new_game_comes_back_as_it_was_made(store: &SharedStore) {
    let (me, friend) = (Seat::Player(a_player(store).await), Seat::Player(a_player(store).await));
    let limit = NonZeroU16::new(60);
    let rules = GameRules::new(Variant::International, true, limit).expect("rules of this game");
    let seats = BySide { first: friend, second: me };
    let setup = "B:W31,K50:B1,2".parse().expect("a FEN");
    let international = GameConfig::new(Variant::International, rules, Some(&setup), seats)
        .expect("a game that can be played")
        .with_clock(TimeControl::increment(300, 3).ok())
        .with_score(Score { first: 3, second: 1, draws: 2 })
        .made_at(Time::from_millis(77));
    for config in [
        config_of(me, friend),
        config_of(Seat::Computer(Level::Hard), me),
        config_of(me, Seat::Open),
        international,
    ] {
        let new = new_game(config.clone());
        let faces =
            config.seats().map(|seat| matches!(seat, Seat::Player(_)).then_some(Face::Deer));
        assert_eq!(store.create_game(new.clone()).await, Ok(()));
        let expected = StoredGame {
            id: new.id,
            config,
            events: Vec::new(),
            invite: None,
            away: BySide::default(),
            faces,
        };
        assert_eq!(store.load_game(new.id).await, Ok(Some(expected)));
    }
}

/// As it says.
pub async fn an_unknown_game_is_not_found(store: &SharedStore) {
    let unknown = GameId::from_u128(fresh());
    assert_eq!(store.load_game(unknown).await, Ok(None));
    assert_eq!(store.events_since(unknown, play::Seq::ZERO).await, Ok(Vec::new()));
    assert_eq!(store.invite(TokenHash::new(fresh_hash())).await, Ok(None));
    assert_eq!(store.games_of(PlayerId::from_u128(fresh()), 10).await, Ok(Vec::new()));
}

/// As it says; the game that has it stays as it was.
pub async fn a_game_id_is_used_once(store: &SharedStore) {
    let me = Seat::Player(a_player(store).await);
    let first = new_game(config_of(me, Seat::Computer(Level::Easy)));
    let second = NewGame { config: config_of(me, Seat::Open), ..first.clone() };
    assert_eq!(store.create_game(first.clone()).await, Ok(()));
    assert_eq!(store.create_game(second).await, Err(StoreError::Unfit));
    let stored = store.load_game(first.id).await.expect("a readable game").expect("the game");
    assert_eq!(stored.config, first.config);
}

/// As it says, when it is made and when somebody joins.
pub async fn a_game_needs_players_that_exist(store: &SharedStore) {
    let nobody = PlayerId::from_u128(fresh());
    let new = new_game(config_of(Seat::Player(nobody), Seat::Open));
    assert_eq!(store.create_game(new.clone()).await, Err(StoreError::Unfit));
    assert_eq!(store.load_game(new.id).await, Ok(None));

    let table = Table::with_open_seat(store).await;
    assert_eq!(store.append(table.join(nobody)).await, Err(StoreError::Unfit));
    check_events(store, table.game, &[]).await;
}

/// As it says, also from the other side.
pub async fn an_invite_leads_to_its_game_and_its_maker(store: &SharedStore) {
    let creator = a_player(store).await;
    for (first, second) in
        [(Seat::Player(creator), Seat::Open), (Seat::Open, Seat::Player(creator))]
    {
        let token = TokenHash::new(fresh_hash());
        let new = NewGame { invite: Some(an_invite(token)), ..new_game(config_of(first, second)) };
        store.create_game(new.clone()).await.expect("a new game");

        let facts = InviteFacts { lang: "fil".to_owned(), expires_at: Time::from_millis(9_000) };
        let expected = StoredInvite { game: new.id, creator, facts: facts.clone() };
        assert_eq!(store.invite(token).await, Ok(Some(expected)));
        let stored = store.load_game(new.id).await.expect("a readable game").expect("the game");
        assert_eq!(stored.invite, Some(facts));
    }
}

/// As it says; and the game that would have had it is not made.
pub async fn an_invite_token_is_used_once(store: &SharedStore) {
    let me = Seat::Player(a_player(store).await);
    let invite = Some(an_invite(TokenHash::new(fresh_hash())));
    let [first, second] =
        [0, 1].map(|_| NewGame { invite: invite.clone(), ..new_game(config_of(me, Seat::Open)) });
    assert_eq!(store.create_game(first).await, Ok(()));
    assert_eq!(store.create_game(second.clone()).await, Err(StoreError::Unfit));
    assert_eq!(store.load_game(second.id).await, Ok(None));
}

/// As it says; nor can its language be longer than a code is.
pub async fn an_invite_needs_an_open_seat(store: &SharedStore) {
    let me = Seat::Player(a_player(store).await);
    let mut long = an_invite(TokenHash::new(fresh_hash()));
    long.lang = "a".repeat(17);
    for (other, invite) in
        [(Seat::Computer(Level::Easy), an_invite(TokenHash::new(fresh_hash()))), (Seat::Open, long)]
    {
        let new = NewGame { invite: Some(invite), ..new_game(config_of(me, other)) };
        assert_eq!(store.create_game(new.clone()).await, Err(StoreError::Unfit));
        assert_eq!(store.load_game(new.id).await, Ok(None));
    }
}

/// As it says, no more of them than asked for.
pub async fn my_games_are_those_where_i_sit_the_last_changed_first(store: &SharedStore) {
    let me = a_player(store).await;
    let mut made = Vec::new();
    for (n, other) in [Seat::Open, Seat::Computer(Level::Easy), Seat::Open].into_iter().enumerate()
    {
        let seats = if n == 1 { (other, Seat::Player(me)) } else { (Seat::Player(me), other) };
        let config = config_of(seats.0, seats.1).made_at(Time::from_millis(n as u64));
        let new = new_game(config);
        store.create_game(new.clone()).await.expect("a new game");
        made.push(new.id);
    }
    Table::of_two(store).await; // of others
    let listed = async |limit| -> Vec<_> {
        let games = store.games_of(me, limit).await.expect("a list");
        games.into_iter().map(|line| (line.game, line.you, line.computer)).collect()
    };
    let line = |n: usize| match n {
        1 => (made[n], Side::Second, Some(Level::Easy)),
        _ => (made[n], Side::First, None),
    };
    assert_eq!(listed(10).await, [line(2), line(1), line(0)]);
    assert_eq!(listed(2).await, [line(2), line(1)]);

    store.append(append_of(made[0], me, 0, vec![marker()])).await.expect("an answer");
    assert_eq!(listed(10).await, [line(0), line(2), line(1)]);
}

/// As it says: state, whose turn, and when that was.
pub async fn a_game_in_my_list_says_how_it_stands(store: &SharedStore) {
    let table = Table::with_open_seat(store).await;
    let check = async |player, summary, is_your_turn| {
        let games = store.games_of(player, 10).await.expect("a list");
        let line = games.first().expect("a game");
        assert_eq!((line.summary, line.is_your_turn()), (summary, is_your_turn));
        assert_eq!((line.game, line.variant), (table.game, Variant::English));
        line.updated_at
    };
    let waiting = summary_of(config_of(Seat::Player(table.first), Seat::Open));
    assert_eq!(check(table.first, waiting, false).await, Time::from_millis(1_000));

    let mut join = table.join(table.second);
    join.summary = Summary { state: State::Playing, side_to_move: Side::First };
    store.append(join.clone()).await.expect("an answer");
    assert_eq!(check(table.first, join.summary, true).await, join.at);
    check(table.second, join.summary, false).await;

    let outcome = Outcome::Win(Side::First, WinReason::Resigned);
    let mut end = append_of(table.game, table.second, 1, vec![marker()]);
    end.summary = Summary { state: State::Finished(outcome), side_to_move: Side::First };
    store.append(end.clone()).await.expect("an answer");
    check(table.first, end.summary, false).await;
}
