//! Whatever is written can be read, and is the same.

use proptest::prelude::*;
use protocol::{
    ClientMessage, CreateGame, Created, EventsPage, GameState, InviteLink, InviteState, InviteView,
    InviteViewer, MAX_MESSAGE_BYTES, MyGame, NumberedEvent, RulesView, Seated, ServerMessage,
    WireEvent,
};
use rules::Variant;
use serde::{Serialize, de::DeserializeOwned};

use crate::strategies::*;

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("always JSON");
    serde_json::from_str(&text).expect("what was written can be read")
}

proptest! {
    #[test]
    fn client_messages_survive_and_stay_within_the_bound(message in client_message()) {
        let text = message.to_text();
        prop_assert!(text.len() <= MAX_MESSAGE_BYTES);
        prop_assert_eq!(ClientMessage::parse(&text), Ok(message));
    }

    #[test]
    fn server_messages_survive(message in server_message()) {
        let read = ServerMessage::parse(&message.to_text()).expect("a good message");
        prop_assert_eq!(read, message);
    }

    #[test]
    fn events_survive_the_wire_and_the_way_through_the_game(event in event()) {
        prop_assert_eq!(&again(&event), &event);
        if let Some(inner) = event.to_event() {
            prop_assert_eq!(WireEvent::from(&inner), event);
        } else {
            let no_part = matches!(
                event,
                WireEvent::SeatMoved { .. } | WireEvent::ClockHeld { .. } | WireEvent::Unknown
            );
            prop_assert!(no_part);
        }
    }

    #[test]
    fn requests_for_a_game_survive(create in create_game()) {
        let text = serde_json::to_string(&create).expect("always JSON");
        prop_assert_eq!(CreateGame::parse(text.as_bytes()), Ok(create));
    }

    #[test]
    fn answers_about_games_and_invites_survive(
        game in game_id(),
        side in side(),
        result in proptest::option::of(outcome()),
        your_turn: bool,
        updated_at: u64,
        token in "[1-9A-HJ-NP-Za-km-z]{22}",
        clock in proptest::option::of(clock()),
    ) {
        let invite = Some(InviteLink { url: format!("https://dama.example/i/{token}"), token });
        let created = Created { game, side, invite };
        prop_assert_eq!(again(&created), created);
        let seated = Seated { game, side };
        prop_assert_eq!(again(&seated), seated);
        let mine = MyGame {
            game,
            variant: Variant::English,
            you: side,
            state: GameState::Playing,
            your_turn,
            result,
            updated_at,
        };
        prop_assert_eq!(again(&mine), mine);
        for state in [
            InviteState::Open,
            InviteState::Taken,
            InviteState::Cancelled,
            InviteState::Expired,
            InviteState::Finished,
        ] {
            let view = InviteView {
                state,
                game,
                variant: Variant::International,
                rules: RulesView::default(),
                clock,
                side,
                you: InviteViewer::Guest,
            };
            prop_assert_eq!(again(&view), view);
        }
    }

    #[test]
    fn pages_of_events_survive(
        seq in seq(),
        events in proptest::collection::vec((seq(), event()), 0..5),
        clock in proptest::option::of(face()),
        presence in proptest::option::of(presence()),
        reaction in proptest::option::of(reaction()),
    ) {
        let events = events
            .into_iter()
            .map(|(seq, event)| NumberedEvent { seq, event })
            .collect();
        let page = EventsPage::Events { seq, events, clock, presence, reaction };
        prop_assert_eq!(again(&page), page);
    }
}
