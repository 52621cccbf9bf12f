//! What a server says: the general reader against the page's own, and the copy
//! of a game that follows. One message a line.

use protocol::{
    BySideWire, ClientGame, CountersView, EventsPage, ServerMessage, Snapshot, WireEvent,
};

/// Reads messages and follows them.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    let mut copy = None;
    for line in text.lines().take(64) {
        // The page reads the same things into the same values.
        let pages = web::fuzzing::server_message(line);
        let Ok(message) = ServerMessage::parse(line) else {
            news(line);
            continue;
        };
        let written = message.to_text();
        assert_eq!(ServerMessage::parse(&written).ok().as_ref(), Some(&message), "{written}");
        let again = web::fuzzing::server_message(&written);
        assert_eq!(again.as_ref(), Some(&page_sees(&message)), "{written}");
        if let Some(pages) = pages {
            assert_eq!(pages, page_sees(&message), "{line}");
        }
        follow(&mut copy, &message);
    }
}

/// The message as far as the page looks at it.
fn page_sees(message: &ServerMessage) -> ServerMessage {
    let mut message = message.clone();
    match &mut message {
        ServerMessage::Refused { details, .. } => details.clear(),
        // It works out by itself what follows from the moves,
        ServerMessage::Snapshot { game, .. } => {
            game.legal.clear();
            game.captured = BySideWire::default();
            game.counters = CountersView { repetition: 1, quiet_plies: 0 };
            (game.seats.first.face, game.seats.second.face) = (None, None);
        }
        // and only counts what its clocks tell.
        ServerMessage::Event { event: event @ WireEvent::ClockHeld { .. }, .. } => {
            *event = WireEvent::Unknown;
        }
        // Faces and signs are another script's.
        ServerMessage::Presence(view) => (view.first_face, view.second_face) = (None, None),
        ServerMessage::Reaction(_) => message = ServerMessage::Unknown,
        _ => {}
    }
    message
}

/// An answer to a long poll; both readers take it or neither does.
fn news(line: &str) {
    if let Ok(page) = serde_json::from_str::<EventsPage>(line) {
        let written = serde_json::to_string(&page).expect("JSON");
        assert!(web::fuzzing::news(&written).is_some(), "{written}");
    }
}

fn follow(copy: &mut Option<ClientGame>, message: &ServerMessage) {
    match message {
        ServerMessage::Snapshot { game, .. } => {
            let Ok(new) = ClientGame::from_snapshot(game) else { return };
            same_again(&new, game);
            *copy = Some(new);
        }
        ServerMessage::Event { seq, event, .. } => {
            let Some(copy) = copy else { return };
            let before = copy.clone();
            if copy.apply(*seq, event).is_err() {
                assert_eq!(*copy, before, "what cannot be followed changes nothing");
            }
        }
        _ => {}
    }
}

/// The copy tells the game as the snapshot did, in what a copy knows.
fn same_again(copy: &ClientGame, game: &Snapshot) {
    let told = Snapshot::of(copy.session(), copy.id, copy.you);
    assert_eq!((told.seq, told.state, told.variant), (game.seq, game.state, game.variant));
    assert_eq!(told.moves.len(), game.moves.len());
    let again = ClientGame::from_snapshot(&told).expect("our own snapshot");
    assert_eq!(Snapshot::of(again.session(), copy.id, copy.you), told);
}
