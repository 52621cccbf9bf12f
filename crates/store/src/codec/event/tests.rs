use proptest::prelude::*;

use super::*;

fn check_comes_back(event: &Event) {
    let Encoded { form, text } = encode_event(event);
    assert_eq!(decode_event(form, &text).as_ref(), Ok(event), "{text}");
}

fn check_refused(text: &str) {
    assert_eq!(decode_event(FORM, text), Err(DecodeError::Event), "{text}");
}

fn a_side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn some_squares() -> impl Strategy<Value = Vec<Square>> {
    prop::collection::vec((1..=Square::MAX).prop_filter_map("a square", Square::new), 0..20)
}

fn a_time() -> impl Strategy<Value = Time> {
    any::<u64>().prop_map(Time::from_millis)
}

fn some_time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_millis)
}

fn an_outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(Outcome::all().collect::<Vec<_>>())
}

/// Every kind of event, also with contents that no game gives.
fn an_event() -> impl Strategy<Value = Event> {
    let plain = a_side().prop_flat_map(|side| {
        prop::sample::select(vec![
            Event::DrawOffered { side },
            Event::DrawDeclined { side },
            Event::DrawWithdrawn { side },
            Event::TakebackDeclined { side },
            Event::TakebackWithdrawn { side },
            Event::RematchOffered { side },
            Event::RematchDeclined { side },
            Event::RematchWithdrawn { side },
            Event::SeatKept { side },
        ])
    });
    prop_oneof![
        plain,
        (a_side(), any::<u128>(), a_time()).prop_map(|(side, player, at)| Event::Joined {
            side,
            player: PlayerId::from_u128(player),
            at
        }),
        (
            (a_side(), some_squares(), some_squares()),
            (any::<String>(), any::<String>(), a_time(), some_time()),
        )
            .prop_map(|((side, path, captures), (pdn, fen, at, lag))| {
                Event::Moved { side, path, captures, pdn, fen, at, lag }
            }),
        (a_side(), any::<u128>()).prop_map(|(side, player)| Event::SeatMoved {
            side,
            player: PlayerId::from_u128(player)
        }),
        (a_side(), a_time()).prop_map(|(side, at)| Event::SeatReportedLost { side, at }),
        (some_time(), a_time()).prop_map(|(pause, until)| Event::ClockHeld { pause, until }),
        (a_side(), any::<u8>()).prop_map(|(side, plies)| Event::TakebackRequested { side, plies }),
        (any::<u8>(), any::<String>(), a_time()).prop_map(|(plies, fen, at)| Event::TakenBack {
            plies,
            fen,
            at
        }),
        prop::sample::select(CancelReason::ALL.to_vec())
            .prop_map(|reason| Event::Cancelled { reason }),
        any::<u128>().prop_map(|game| Event::RematchStarted { game: GameId::from_u128(game) }),
        (an_outcome(), a_time()).prop_map(|(outcome, at)| Event::Ended { outcome, at }),
    ]
}

proptest! {
    #[test]
    fn every_event_comes_back_from_its_text(event in an_event()) {
        check_comes_back(&event);
    }

    #[test]
    fn no_text_makes_the_reader_panic(form in 0..4_i64, text: String) {
        // Either answer is fine; what counts is that there is one.
        let _ = decode_event(form, &text);
    }
}

#[test]
fn every_outcome_comes_back() {
    for outcome in Outcome::all() {
        check_comes_back(&Event::Ended { outcome, at: Time::from_millis(7) });
    }
}

#[test]
fn games_written_by_earlier_programs_stay_readable() {
    // Texts as they stand in databases. They are added to, never changed.
    let at = Time::from_millis(1_700_000_000_000);
    let resigned = Outcome::Win(Side::First, play::WinReason::Resigned);
    let moved = |lag| Event::Moved {
        side: Side::First,
        path: [11, 18, 25].into_iter().filter_map(Square::new).collect(),
        captures: [15, 22].into_iter().filter_map(Square::new).collect(),
        pdn: "11x25".to_owned(),
        fen: "W:W30:B25".to_owned(),
        at,
        lag,
    };
    let known = [
        (1, r#"{"k":"draw-offered","s":2}"#, Event::DrawOffered { side: Side::Second }),
        (
            1,
            r#"{"k":"moved","s":1,"path":[11,18,25],"takes":[15,22],"pdn":"11x25","fen":"W:W30:B25","t":1700000000000}"#,
            moved(Duration::ZERO),
        ),
        (
            2,
            r#"{"k":"moved","s":1,"path":[11,18,25],"takes":[15,22],"pdn":"11x25","fen":"W:W30:B25","t":1700000000000,"l":40}"#,
            moved(Duration::from_millis(40)),
        ),
        (
            1,
            r#"{"k":"joined","s":2,"player":"1111111111111111111112","t":1700000000000}"#,
            Event::Joined { side: Side::Second, player: PlayerId::from_u128(1), at },
        ),
        (
            2,
            r#"{"k":"ended","winner":1,"why":"resigned","t":1700000000000}"#,
            Event::Ended { outcome: resigned, at },
        ),
        (
            2,
            r#"{"k":"clock-held","ms":30000,"t":1700000000000}"#,
            Event::ClockHeld { pause: Duration::from_secs(30), until: at },
        ),
        (
            2,
            r#"{"k":"seat-moved","s":1,"player":"1111111111111111111112"}"#,
            Event::SeatMoved { side: Side::First, player: PlayerId::from_u128(1) },
        ),
        (
            2,
            r#"{"k":"seat-reported-lost","s":2,"t":1700000000000}"#,
            Event::SeatReportedLost { side: Side::Second, at },
        ),
        (2, r#"{"k":"seat-kept","s":1}"#, Event::SeatKept { side: Side::First }),
    ];
    for (form, text, event) in known {
        assert_eq!(decode_event(form, text), Ok(event.clone()));
        assert_eq!(encode_event(&event).text, text);
    }
    let without_time = r#"{"k":"ended","winner":1,"why":"resigned"}"#;
    let ended = Event::Ended { outcome: resigned, at: Time::ZERO };
    for form in [1, 2] {
        assert_eq!(decode_event(form, without_time), Ok(ended.clone()));
    }
}

#[test]
fn a_form_of_a_newer_program_is_named() {
    let text = encode_event(&Event::DrawOffered { side: Side::First }).text;
    assert_eq!(decode_event(3, &text), Err(DecodeError::UnknownForm(3)));
}

#[test]
fn a_text_that_says_less_more_or_something_impossible_is_no_event() {
    for text in [
        "",
        "{}",
        "[]",
        r#"{"k":"castled","s":1}"#,
        r#"{"k":"draw-offered"}"#,
        r#"{"k":"draw-offered","s":3}"#,
        r#"{"k":"draw-offered","s":1,"extra":0}"#,
        r#"{"k":"moved","s":1,"path":[0],"takes":[],"pdn":"","fen":"","t":0}"#,
        r#"{"k":"moved","s":1,"path":[51],"takes":[],"pdn":"","fen":"","t":0}"#,
        r#"{"k":"moved","s":1,"path":[],"takes":[],"pdn":"","fen":"","t":-1}"#,
        r#"{"k":"joined","s":1,"player":"0","t":0}"#,
        r#"{"k":"rematch-started","game":"short"}"#,
        r#"{"k":"ended","winner":1,"why":"threefold"}"#,
        r#"{"k":"ended","winner":null,"why":"resigned"}"#,
        r#"{"k":"cancelled","why":"bored"}"#,
        r#"{"k":"ended","winner":null,"why":"resigned","t":1}"#,
        r#"{"k":"clock-held","ms":-1,"t":1}"#,
        r#"{"k":"moved","s":1,"path":[],"takes":[],"pdn":"","fen":"","t":0,"l":0.5}"#,
    ] {
        check_refused(text);
    }
}
