//! The life of a connection, told in milliseconds.

use super::*;

fn open_link() -> Link {
    let mut link = Link::default();
    assert_eq!(link.start(0.0), [Order::Open { generation: 1 }]);
    link.heard(100.0);
    link
}

#[test]
fn a_quiet_line_is_asked_and_an_unanswered_question_ends_it() {
    let mut link = open_link();
    assert_eq!(link.due(), Some(20_100.0));
    assert_eq!(link.tick(20_100.0, 0.5), [Order::Ping]);
    assert_eq!(link.tick(30_000.0, 0.5), []);
    assert_eq!(link.tick(30_100.0, 0.5), [Order::Close]);
    assert!(link.is_down() && !link.is_current(1));
    assert_eq!(link.due(), Some(30_500.0));
    assert_eq!(link.tick(30_500.0, 0.5), [Order::Open { generation: 3 }]);
}

#[test]
fn an_answer_keeps_the_line() {
    let mut link = open_link();
    link.tick(20_100.0, 0.5);
    link.heard(21_000.0);
    assert_eq!(link.tick(31_000.0, 0.5), []);
    assert!(link.is_open());
}

#[test]
fn a_connection_that_hangs_is_given_up_after_five_seconds() {
    let mut link = Link::default();
    link.start(0.0);
    assert_eq!(link.tick(4_999.0, 0.0), []);
    assert_eq!(link.tick(5_000.0, 0.0), [Order::Close]);
    assert!(matches!(link.tick(5_000.0, 0.0)[..], [Order::Open { .. }]));
}

#[test]
fn the_waits_grow_with_chance_up_to_a_bound() {
    let mut link = open_link();
    let mut waits = Vec::new();
    while waits.len() < 8 {
        link.lost(0.0, 1.0);
        if let Phase::Waiting { until } = link.phase {
            waits.push(until);
            link.tick(until, 1.0);
        }
    }
    assert_eq!(waits[..2], [800.0, 1_600.0]);
    assert_eq!(waits.last(), Some(&LONGEST_WAIT));
    assert!(waits.is_sorted());
}

#[test]
fn a_wait_may_be_no_wait_at_all() {
    let mut link = open_link();
    link.lost(7.0, 0.0);
    assert_eq!(link.due(), Some(7.0));
}

#[test]
fn a_hidden_page_sets_no_clock_and_a_shown_one_asks_at_once() {
    let mut link = open_link();
    link.set_visible(false, 1_000.0);
    assert_eq!(link.due(), None);
    assert_eq!(link.set_visible(true, 90_000.0), [Order::Ping]);
    assert_eq!(link.due(), Some(100_000.0));
}

#[test]
fn a_hidden_page_that_lost_its_line_waits_a_minute_or_more() {
    let mut link = open_link();
    link.set_visible(false, 0.0);
    link.lost(0.0, 0.0);
    assert_eq!(link.due(), Some(60_000.0));
    assert!(matches!(link.set_visible(true, 5_000.0)[..], [Order::Open { .. }]));
    assert!(!link.has_failed_often());
}

#[test]
fn without_a_network_nothing_is_tried_until_it_is_back() {
    let mut link = open_link();
    assert_eq!(link.suspend(0.0), [Order::Close]);
    assert_eq!(link.lost(0.0, 0.5), []);
    assert!(link.is_offline());
    assert!(matches!(link.woken(9_000.0)[..], [Order::Open { .. }]));
}

#[test]
fn a_device_that_says_for_long_that_it_has_no_network_is_not_believed() {
    let mut link = open_link();
    link.suspend(1_000.0);
    assert_eq!(link.tick(30_900.0, 0.5), []);
    assert_eq!(link.due(), Some(31_000.0));
    assert!(matches!(link.tick(31_000.0, 0.5)[..], [Order::Open { .. }]));
    // A hidden page sleeps until it is shown or the network is back.
    link.suspend(31_500.0);
    link.set_visible(false, 31_600.0);
    assert_eq!((link.due(), link.tick(99_000.0, 0.5)), (None, vec![]));
}

#[test]
fn a_late_report_of_an_old_socket_is_void() {
    let mut link = open_link();
    link.tick(20_100.0, 0.5);
    link.tick(30_100.0, 0.5);
    assert!(!link.is_current(1));
}

#[test]
fn a_link_that_is_not_wanted_stays_silent() {
    let mut link = open_link();
    assert_eq!(link.stop(), [Order::Close]);
    assert_eq!((link.woken(1.0), link.tick(99_000.0, 0.5), link.due()), (vec![], vec![], None));
}

/// A page in a network in which no socket ever says a word.
fn without_sockets() -> Link {
    let mut link = Link::default();
    link.start(0.0);
    link.lost(10.0, 0.5);
    link.tick(410.0, 0.5);
    assert_eq!(link.lost(420.0, 0.5), [Order::Poll { generation: 3, wait: false }]);
    assert_eq!(link.polled(440.0), [Order::Poll { generation: 4, wait: true }]);
    link
}

#[test]
fn where_sockets_are_refused_requests_take_their_place() {
    let link = without_sockets();
    assert!(link.is_without_socket() && !link.is_down() && !link.has_failed());
}

#[test]
fn where_sockets_hang_the_first_request_goes_out_within_fifteen_seconds() {
    let mut link = Link::default();
    let mut orders = link.start(0.0);
    let mut now = 0.0;
    while !orders.iter().any(|order| matches!(order, Order::Poll { .. })) {
        now = link.due().unwrap();
        orders = link.tick(now, 1.0);
    }
    assert!(now <= 11_000.0, "{now}");
    assert!(link.is_down(), "nothing was heard yet");
}

#[test]
fn a_socket_is_tried_again_now_and_then_and_missed_by_nobody() {
    let mut link = without_sockets();
    let mut tries = Vec::new();
    let mut now = 440.0;
    while tries.len() < 4 {
        now += 25_000.0;
        if let [Order::Open { .. }] = link.polled(now)[..] {
            tries.push(now);
            assert!(!link.is_down(), "the page goes on as it was");
            assert!(matches!(link.lost(now, 0.5)[..], [Order::Poll { wait: false, .. }]));
            assert!(!link.is_down() && !link.has_failed());
        }
    }
    let gaps: Vec<f64> = tries.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.is_sorted() && gaps[0] >= 30_000.0 && gaps[2] >= 120_000.0, "{gaps:?}");
}

#[test]
fn a_socket_that_speaks_again_takes_over() {
    let mut link = without_sockets();
    assert!(matches!(link.polled(30_000.0)[..], [Order::Open { .. }]));
    link.heard(30_100.0);
    assert!(link.is_open() && !link.is_without_socket());
    assert_eq!(link.polled(30_200.0), [], "an answer that comes too late asks for nothing");
}

#[test]
fn a_request_that_fails_leads_back_to_the_socket() {
    let mut link = without_sockets();
    assert_eq!(link.lost(1_000.0, 0.5), []);
    assert!(link.is_down() && link.has_failed());
    let due = link.due().unwrap();
    assert!(matches!(link.tick(due, 0.5)[..], [Order::Open { .. }]));
    assert!(matches!(link.lost(due, 0.5)[..], [Order::Poll { wait: false, .. }]));
}

#[test]
fn a_request_without_an_answer_is_given_up_and_a_hidden_page_asks_at_its_return() {
    let mut link = without_sockets();
    assert_eq!(link.due(), Some(440.0 + POLL_DEADLINE));
    link.set_visible(false, 500.0);
    assert_eq!(link.due(), None);
    assert!(matches!(link.set_visible(true, 90_000.0)[..], [Order::Poll { wait: false, .. }]));
    assert_eq!(link.tick(90_000.0 + POLL_DEADLINE, 0.5), [Order::Close]);
    assert!(link.is_down());
}

#[test]
fn another_network_is_asked_at_once_and_tried_for_a_socket_soon() {
    let mut link = without_sockets();
    assert_eq!(link.suspend(0.0), [Order::Close]);
    assert!(matches!(link.woken(9_000.0)[..], [Order::Poll { wait: false, .. }]));
    assert!(matches!(link.polled(9_100.0)[..], [Order::Open { .. }]));
}

#[test]
fn a_line_that_spoke_once_is_no_network_without_sockets() {
    let mut link = open_link();
    for _ in 0..5 {
        link.lost(200.0, 0.0);
        assert!(matches!(link.tick(200.0, 0.0)[..], [Order::Open { .. }]));
        link.heard(300.0);
    }
    assert!(link.is_open());
}
