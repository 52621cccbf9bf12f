//! Sentences about seats that move, and the links to them.

use play::{Event, GameId, Side, Time};

use super::given::{Table, a_player, append_of, fresh, fresh_hash, marker};
use crate::{Appended, SeatLink, SeatLinkKind, SharedStore, StoreError, TokenHash};

/// As it says: the old holder decides nothing any more and has the game in no
/// list.
pub async fn a_seat_that_moves_is_the_others(store: &SharedStore) {
    let Table { game, first, second } = Table::of_two(store).await;
    let newcomer = a_player(store).await;
    let moved = Event::SeatMoved { side: Side::First, player: newcomer };
    let append = append_of(game, newcomer, 0, vec![moved]);
    assert!(matches!(store.append(append.clone()).await, Ok(Appended::Done { .. })));
    assert_eq!(store.append(append).await, Ok(Appended::Conflict), "the game has gone on");
    assert_eq!(store.games_of(first, 10).await, Ok(Vec::new()));
    for player in [newcomer, second] {
        assert_eq!(store.games_of(player, 10).await.expect("a list").len(), 1);
    }
    let by_nobody = append_of(game, first, 1, vec![marker()]);
    assert_eq!(store.append(by_nobody).await, Ok(Appended::Conflict));
    let by_newcomer = append_of(game, newcomer, 1, vec![marker()]);
    assert!(matches!(store.append(by_newcomer).await, Ok(Appended::Done { .. })));
}

fn link_to(game: GameId, kind: SeatLinkKind) -> SeatLink {
    SeatLink {
        token: TokenHash::new(fresh_hash()),
        game,
        side: Side::Second,
        kind,
        moves: 3,
        expires_at: Some(Time::from_millis(7)),
    }
}

/// As it says.
pub async fn a_link_leads_to_its_seat_until_it_is_dropped(store: &SharedStore) {
    let table = Table::of_two(store).await;
    for kind in SeatLinkKind::ALL {
        let link = link_to(table.game, kind);
        assert_eq!(store.seat_link(link.token).await, Ok(None));
        assert_eq!(store.put_seat_link(link).await, Ok(()));
        assert_eq!(store.seat_link(link.token).await, Ok(Some(link)));
        let has = async |moves| store.has_seat_link(table.game, link.side, kind, moves).await;
        assert_eq!((has(3).await, has(2).await), (Ok(true), Ok(false)));
        for _ in 0..2 {
            assert_eq!(store.drop_seat_link(table.game, link.side, kind).await, Ok(()));
            assert_eq!(store.seat_link(link.token).await, Ok(None));
        }
        assert_eq!(has(3).await, Ok(false));
    }
}

/// As it says; links of other kinds, seats and games stay.
pub async fn a_new_link_takes_the_place_of_the_one_of_its_kind(store: &SharedStore) {
    let (table, other) = (Table::of_two(store).await, Table::of_two(store).await);
    let old = link_to(table.game, SeatLinkKind::Saved);
    let new = SeatLink { token: TokenHash::new(fresh_hash()), expires_at: None, ..old };
    let others = [
        link_to(table.game, SeatLinkKind::Continue),
        SeatLink { side: Side::First, token: TokenHash::new(fresh_hash()), ..old },
        link_to(other.game, SeatLinkKind::Saved),
    ];
    for link in [old, others[0], others[1], others[2], new] {
        assert_eq!(store.put_seat_link(link).await, Ok(()));
    }
    assert_eq!(store.seat_link(old.token).await, Ok(None));
    for link in [new, others[0], others[1], others[2]] {
        assert_eq!(store.seat_link(link.token).await, Ok(Some(link)));
    }
}

/// As it says; a link that is refused takes no other's place.
pub async fn a_link_needs_a_game_and_a_token_of_its_own(store: &SharedStore) {
    let nowhere = link_to(GameId::from_u128(fresh()), SeatLinkKind::Saved);
    assert_eq!(store.put_seat_link(nowhere).await, Err(StoreError::Unfit));
    let table = Table::of_two(store).await;
    let (link, saved) =
        (link_to(table.game, SeatLinkKind::Continue), link_to(table.game, SeatLinkKind::Saved));
    for link in [link, saved] {
        assert_eq!(store.put_seat_link(link).await, Ok(()));
    }
    let twin = SeatLink { token: link.token, ..saved };
    assert_eq!(store.put_seat_link(twin).await, Err(StoreError::Unfit));
    assert_eq!(store.seat_link(saved.token).await, Ok(Some(saved)));
}
