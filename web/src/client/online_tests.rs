//! A page and a server that lose each other's messages.

use protocol::ClientMessage;

use core::time::Duration;

use play::{Actor, BySide, Command, GameConfig, Level, PlayerId, Seat, Time, decide, evolve};
use rules::{GameRules, Variant};

use super::*;

const ID: u128 = 7;

/// The server's side of a game: it decides, numbers and remembers.
struct Server {
    session: Session,
    log: Vec<WireEvent>,
    granted: Vec<(Uuid, Seq)>,
}

impl Server {
    fn new() -> Self {
        let seats = BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)));
        let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats).unwrap();
        Self { session: Session::new(config), log: Vec::new(), granted: Vec::new() }
    }

    fn snapshot(&self, side: Side) -> ServerMessage {
        let id = GameId::from_u128(ID);
        let game = Snapshot::of(&self.session, id, Viewer::Seat(side));
        ServerMessage::Snapshot { seq: self.session.seq(), game: Box::new(game) }
    }

    fn caught_up(&self) -> ServerMessage {
        ServerMessage::CaughtUp { seq: self.session.seq(), clock: None }
    }

    fn missing(&self, since: Seq) -> Vec<ServerMessage> {
        let events = self.log.iter().zip(1..).skip(since.get() as usize);
        events
            .map(|(event, seq)| ServerMessage::Event {
                seq: Seq::new(seq),
                event: event.clone(),
                clock: None,
            })
            .collect()
    }

    /// Takes a command; what everybody hears, and the answer.
    fn take(&mut self, side: Side, text: &str) -> Vec<ServerMessage> {
        let Ok(ClientMessage::Command(command)) = ClientMessage::parse(text) else {
            panic!("{text}");
        };
        if let Some(&(id, seq)) = self.granted.iter().find(|(id, _)| *id == command.id) {
            return vec![ServerMessage::Accepted { id, seq }];
        }
        let before = self.session.seq();
        let next_game = GameId::from_u128(8);
        let circumstances =
            protocol::Circumstances { next_game, opponent_away_since: None, lag: Duration::ZERO };
        let wish = command.to_command(circumstances);
        match self.decide(side, wish) {
            Ok(()) => {
                let seq = self.session.seq();
                self.granted.push((command.id, seq));
                let mut heard = self.missing(before);
                heard.push(ServerMessage::Accepted { id: command.id, seq });
                heard
            }
            Err(refusal) => vec![ServerMessage::refused(command.id, refusal)],
        }
    }

    fn decide(&mut self, side: Side, wish: Command) -> Result<(), Refusal> {
        let actor = Actor::Player(PlayerId::stand_in(side));
        for event in decide(&self.session, actor, wish, Time::ZERO)? {
            evolve(&mut self.session, &event).unwrap();
            self.log.push(WireEvent::from(&event));
        }
        Ok(())
    }

    fn play(&mut self, side: Side, path: &[u8]) {
        let seq = self.session.seq();
        self.decide(side, Command::Move { path: squares(path), seq, lag: Duration::ZERO }).unwrap();
    }
}

fn squares(numbers: &[u8]) -> Vec<Square> {
    numbers.iter().filter_map(|&number| Square::new(number)).collect()
}

fn page(server: &Server) -> Online {
    let mut page = Online::new(GameId::from_u128(ID));
    assert_eq!(page.hear(server.snapshot(Side::First)), [News::Told]);
    assert_eq!(page.hear(server.caught_up()), [News::CaughtUp]);
    page
}

fn shown_plies(page: &Online) -> usize {
    page.shown().unwrap().board().ply_count()
}

#[test]
fn an_own_move_is_shown_at_once_and_confirmed_by_the_server() {
    let mut server = Server::new();
    let mut page = page(&server);
    let sent = page.play(Uuid::from_u128(1), &squares(&[11, 15])).unwrap().unwrap();
    assert!(page.is_sending());
    assert_eq!(shown_plies(&page), 1);
    for message in server.take(Side::First, &sent.text) {
        page.hear(message);
        assert_eq!(shown_plies(&page), 1, "the move never flickers");
    }
    assert!(!page.is_sending());
    assert!(page.unanswered().is_empty());
    assert_eq!(page.confirmed(), page.shown());
}

#[test]
fn a_refused_move_is_taken_off_the_board_and_told() {
    let mut server = Server::new();
    let mut page = page(&server);
    let sent = page.play(Uuid::from_u128(1), &squares(&[11, 15])).unwrap().unwrap();
    server.play(Side::First, &[9, 13]);
    let answer = server.take(Side::First, &sent.text).remove(0);
    let news = page.hear(answer);
    let wish = Wish::Move { path: squares(&[11, 15]) };
    let why = ErrorCode::Game(Refusal::NotYourTurn);
    let stale = ErrorCode::Game(Refusal::Stale);
    assert!(
        news == [News::Refused(Some(wish.clone()), why)]
            || news == [News::Refused(Some(wish), stale)]
    );
    assert!(!page.is_sending());
    assert_eq!(shown_plies(&page), 0);
}

#[test]
fn an_illegal_move_is_refused_before_it_is_sent() {
    let mut page = page(&Server::new());
    let refused = page.play(Uuid::from_u128(1), &squares(&[11, 20]));
    assert_eq!(refused, Err(Refusal::IllegalMove));
    assert!(page.unanswered().is_empty());
}

#[test]
fn a_move_made_without_a_line_is_sent_once_it_is_back() {
    let mut server = Server::new();
    let mut page = page(&server);
    page.cut();
    assert_eq!(page.play(Uuid::from_u128(1), &squares(&[11, 15])), Ok(None));
    assert!(page.is_sending());
    page.hear(server.caught_up());
    let texts = page.unanswered();
    assert_eq!(texts.len(), 1);
    for message in server.take(Side::First, &texts[0].text) {
        page.hear(message);
    }
    assert_eq!(server.session.board().ply_count(), 1);
    assert!(!page.is_sending());
}

#[test]
fn a_move_whose_answer_was_lost_is_sent_again_and_made_once() {
    let mut server = Server::new();
    let mut page = page(&server);
    let sent = page.play(Uuid::from_u128(1), &squares(&[11, 15])).unwrap().unwrap();
    server.take(Side::First, &sent.text);
    server.play(Side::Second, &[22, 18]);
    page.cut();
    for message in server.missing(page.since_told().unwrap()) {
        page.hear(message);
    }
    page.hear(server.caught_up());
    for said in page.unanswered() {
        for message in server.take(Side::First, &said.text) {
            page.hear(message);
        }
    }
    assert_eq!(server.session.board().ply_count(), 2);
    assert_eq!(shown_plies(&page), 2);
    assert!(page.unanswered().is_empty());
}

#[test]
fn an_event_that_comes_twice_changes_nothing() {
    let mut server = Server::new();
    let mut page = page(&server);
    server.play(Side::First, &[11, 15]);
    let events = server.missing(Seq::ZERO);
    assert!(matches!(page.hear(events[0].clone())[..], [News::Happened(_)]));
    assert_eq!(page.hear(events[0].clone()), []);
}

#[test]
fn a_gap_asks_for_the_whole_game() {
    let mut server = Server::new();
    let mut page = page(&server);
    server.play(Side::First, &[11, 15]);
    server.play(Side::Second, &[22, 18]);
    let events = server.missing(Seq::ZERO);
    assert_eq!(page.hear(events[1].clone()), [News::OutOfStep]);
    assert_eq!(page.since_told(), None);
    page.hear(server.snapshot(Side::First));
    assert_eq!(shown_plies(&page), 2);
}

#[test]
fn a_pong_that_knows_more_asks_for_the_whole_game() {
    let mut server = Server::new();
    let mut page = page(&server);
    server.play(Side::First, &[11, 15]);
    let seq = server.session.seq();
    assert_eq!(page.hear(ServerMessage::Pong { seq }), [News::OutOfStep]);
}

#[test]
fn the_same_wish_is_not_made_twice_while_it_is_under_way() {
    let mut page = page(&Server::new());
    assert!(page.wish(Uuid::from_u128(1), Wish::OfferDraw).is_some());
    assert!(page.wish(Uuid::from_u128(2), Wish::OfferDraw).is_none());
    assert_eq!(page.unanswered().len(), 1);
}

#[test]
fn a_game_that_the_page_began_goes_on_under_its_name_on_the_server() {
    let seats = BySide {
        first: Seat::Player(PlayerId::stand_in(Side::First)),
        second: Seat::Computer(Level::Easy),
    };
    let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats).unwrap();
    let mut page = Online::begun(&Session::new(config.clone()), Side::First);
    assert_eq!(page.play(Uuid::from_u128(1), &squares(&[11, 15])), Ok(None));
    let mut page = page.named(GameId::from_u128(ID));
    let mut server = Server { session: Session::new(config), ..Server::new() };
    page.hear(server.snapshot(Side::First));
    page.hear(server.caught_up());
    assert_eq!(shown_plies(&page), 1, "the first move stays on the board");
    for said in page.unanswered() {
        for message in server.take(Side::First, &said.text) {
            page.hear(message);
        }
    }
    assert!(!page.is_sending());
    assert_eq!(shown_plies(&page), 1);
}

#[test]
fn a_move_whose_grant_comes_before_its_event_never_flickers() {
    let mut server = Server::new();
    let mut page = page(&server);
    let sent = page.play(Uuid::from_u128(1), &squares(&[11, 15])).unwrap().unwrap();
    let mut heard = server.take(Side::First, &sent.text);
    heard.reverse();
    for message in heard {
        assert_eq!(shown_plies(&page), 1);
        page.hear(message);
    }
    assert!(!page.is_sending() && page.unanswered().is_empty());
    assert_eq!(page.confirmed(), page.shown());
}
