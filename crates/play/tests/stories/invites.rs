//! Taking the open seat, and calling the invite off.

use crate::table::*;
use play::{Actor, CancelReason, Command, Event, Refusal, Seq, Side, State};

#[test]
fn a_new_game_has_seq_nought_and_no_events() {
    let table = Table::waiting();
    assert_eq!(table.seq(), Seq::ZERO);
    assert_eq!(table.session.state(), State::Waiting);
}

#[test]
fn the_first_event_of_an_invited_game_is_the_friends_joining() {
    let mut table = Table::waiting();
    let events = table.granted(BELA, Command::Join);
    let joined = Event::Joined { side: Side::Second, player: BELA, at: EPOCH };
    assert_eq!(events, [joined]);
    assert_eq!(table.seq(), Seq::new(1));
    assert_eq!(table.session.state(), State::Playing);
    assert_eq!(table.session.side_of(BELA), Some(Side::Second));
    table.check_replay();
}

#[test]
fn joining_again_changes_nothing_and_is_no_refusal() {
    let mut table = Table::waiting();
    table.granted(BELA, Command::Join);
    assert_eq!(table.granted(BELA, Command::Join), []);
    table.plays("11-15");
    assert_eq!(table.granted(BELA, Command::Join), []);
}

#[test]
fn the_maker_cannot_take_the_other_seat_too() {
    let mut table = Table::waiting();
    table.refused(ANNA, Command::Join, Refusal::OwnInvite);
    table.granted(BELA, Command::Join);
    table.refused(ANNA, Command::Join, Refusal::OwnInvite);
}

#[test]
fn of_two_who_join_at_once_the_second_is_told_that_the_seat_is_taken() {
    let mut table = Table::waiting();
    table.granted(CILI, Command::Join);
    table.refused(BELA, Command::Join, Refusal::InviteTaken);
}

#[test]
fn only_a_player_can_join() {
    let mut table = Table::waiting();
    for actor in [Actor::Watcher, Actor::Computer, Actor::Service] {
        table.refused(actor, Command::Join, Refusal::NotAPlayer);
    }
}

#[test]
fn before_the_friend_has_joined_the_game_has_not_started() {
    let mut table = Table::waiting();
    let seq = table.seq();
    let wishes = [
        mv("11-15", seq),
        Command::Resign,
        Command::OfferDraw,
        Command::RequestTakeback,
        Command::Undo { seq },
        Command::OfferRematch { next: NEXT },
    ];
    for wish in wishes {
        table.refused(ANNA, wish.clone(), Refusal::NotStarted);
        table.refused(BELA, wish, Refusal::NotAPlayer);
    }
    assert_eq!(table.session.legal_moves(), []);
}

#[test]
fn the_maker_calls_the_invite_off_and_doing_it_twice_is_no_refusal() {
    let mut table = Table::waiting();
    let cancelled = Event::Cancelled { reason: CancelReason::Cancelled };
    assert_eq!(table.granted(ANNA, Command::Cancel), [cancelled]);
    assert_eq!(table.granted(ANNA, Command::Cancel), []);
    table.refused(BELA, Command::Join, Refusal::InviteCancelled);
    table.refused(Actor::Service, Command::Expire, Refusal::InviteCancelled);
    table.refused(ANNA, Command::Resign, Refusal::GameOver);
    table.refused(ANNA, Command::OfferRematch { next: NEXT }, Refusal::NotAllowed);
    table.check_replay();
}

#[test]
fn only_the_maker_calls_the_invite_off() {
    let mut table = Table::waiting();
    table.refused(BELA, Command::Cancel, Refusal::NotAPlayer);
    table.refused(Actor::Watcher, Command::Cancel, Refusal::NotAPlayer);
    table.refused(ANNA, Command::Expire, Refusal::NotAPlayer);
}

#[test]
fn an_invite_that_was_taken_cannot_be_called_off() {
    let mut table = Table::waiting();
    table.granted(BELA, Command::Join);
    table.refused(ANNA, Command::Cancel, Refusal::InviteTaken);
    table.refused(BELA, Command::Cancel, Refusal::NotAPlayer);
    table.refused(Actor::Service, Command::Expire, Refusal::InviteTaken);
}

#[test]
fn an_expired_invite_says_so() {
    let mut table = Table::waiting();
    table.granted(Actor::Service, Command::Expire);
    let state = State::Cancelled(CancelReason::Expired);
    assert_eq!(table.session.state(), state);
    table.refused(BELA, Command::Join, Refusal::InviteExpired);
    table.refused(ANNA, Command::Join, Refusal::InviteExpired);
    table.refused(ANNA, Command::Cancel, Refusal::InviteExpired);
}

#[test]
fn a_game_without_an_open_seat_takes_nobody() {
    let mut table = Table::against_computer(Side::First);
    table.refused(BELA, Command::Join, Refusal::InviteTaken);
    assert_eq!(table.session.state(), State::Playing);
    assert_eq!(table.seq(), Seq::ZERO);
}
