//! Everybody says anything to a running game, and every promise holds.

use core::time::Duration;

use arbitrary::{Arbitrary, Unstructured};
use play::{
    Actor, BySide, ClaimedResult, Command, Event, GameConfig, GameId, Level, PlayerId, Seat,
    SeatGiver, Seq, Session, Side, Time, TimeControl, decide, evolve,
};
use protocol::{Snapshot, Viewer};
use rules::{GameRules, Square, Variant};

const ANNA: PlayerId = PlayerId::from_u128(1);
const BELA: PlayerId = PlayerId::from_u128(2);
const CILI: PlayerId = PlayerId::from_u128(3);
const GAME: GameId = GameId::from_u128(7);
const START: u64 = 1_800_000_000_000;
/// Steps of one story.
const MOST_STEPS: usize = 200;

/// Starts with few pieces, in which much can happen soon.
const STARTS: [(Variant, &str); 8] = [
    (Variant::English, ""),
    (Variant::International, ""),
    (Variant::English, "W:W18,K31:B10,K2"),
    (Variant::English, "B:W6,7,8,15,16:BK10"),
    (Variant::English, "W:WK32,5:BK1,28"),
    (Variant::International, "B:W28,K46:B14,K5,K1"),
    (Variant::International, "W:WK46,K5:BK23"),
    (Variant::International, "W:W6,27,28:BK50,10,13,18"),
];

/// One byte each, so that seeds can be written by hand.
#[derive(Arbitrary, Debug)]
struct Setting {
    start: u8,
    opponent: u8,
    clock: u8,
    rules: u8,
}

#[derive(Arbitrary, Debug)]
struct Step {
    actor: u8,
    word: u8,
    choice: u8,
    time: u8,
}

/// Plays a story and checks it after every word.
pub fn check(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(setting) = Setting::arbitrary(&mut bytes) else { return };
    let Some(config) = config(&setting) else { return };
    let mut story = Story {
        session: Session::new(config.clone()),
        log: Vec::new(),
        now: Time::from_millis(START),
    };
    for _ in 0..MOST_STEPS {
        let Ok(step) = Step::arbitrary(&mut bytes) else { break };
        if bytes.is_empty() && step.word == 0 && step.actor == 0 {
            break;
        }
        story.say(&step);
    }
    story.tell_again(config);
}

fn config(setting: &Setting) -> Option<GameConfig> {
    let (variant, fen) = STARTS[usize::from(setting.start) % STARTS.len()];
    let opponent = match setting.opponent % 5 {
        0 => Seat::Player(BELA),
        1 => Seat::Open,
        2 => Seat::Computer(Level::Easy),
        3 => Seat::Computer(Level::Hard),
        _ => Seat::Player(CILI),
    };
    let seats = BySide { first: Seat::Player(ANNA), second: opponent };
    let seats = if setting.opponent >= 128 { seats.swapped() } else { seats };
    let clock = match setting.clock % 4 {
        0 => None,
        1 => TimeControl::increment(1, 0).ok(),
        2 => TimeControl::increment(300, 3).ok(),
        _ => TimeControl::days_per_move(1).ok(),
    };
    let limit = core::num::NonZeroU16::new(u16::from(setting.rules) / 2 % 8);
    let rules = GameRules::new(variant, setting.rules % 2 == 1, limit).unwrap_or_default();
    let setup = fen.parse().ok();
    let config = GameConfig::new(variant, rules, setup.as_ref(), seats).ok()?;
    Some(config.with_clock(clock).made_at(Time::from_millis(START)))
}

struct Story {
    session: Session,
    log: Vec<Event>,
    now: Time,
}

impl Story {
    fn say(&mut self, step: &Step) {
        // Mostly fractions of a second; now and then days.
        let millis = if step.time < 240 { u64::from(step.time) * 10 } else { 90_000_000 };
        self.now = self.now.plus(Duration::from_millis(millis));
        let (actor, command) = (self.actor(step.actor), self.command(step));
        let before = self.session.clone();
        let answer = decide(&self.session, actor, command.clone(), self.now);
        assert_eq!(self.session, before, "to decide changes nothing");
        assert_eq!(answer, decide(&before, actor, command.clone(), self.now), "{command:?}");
        let Ok(events) = answer else { return };
        assert!(events.len() <= store::MAX_EVENTS, "{command:?}");
        for event in events {
            let (form, text) = store::fuzzing::encode_event(&event);
            let kept = store::fuzzing::decode_event(form, &text);
            assert_eq!(kept.as_ref(), Ok(&event), "{text}");
            evolve(&mut self.session, &event).unwrap_or_else(|error| {
                panic!("{error}: {command:?} of {actor:?} led to {event:?}")
            });
            self.log.push(event);
        }
        self.promises();
    }

    fn actor(&self, byte: u8) -> Actor {
        let seat = self.session.seats()[self.session.side_to_move()];
        match byte % 8 {
            // Half of the words come from whoever is to move.
            0..4 => match seat {
                Seat::Player(player) => Actor::Player(player),
                Seat::Computer(_) => Actor::Computer,
                Seat::Open => Actor::Player(BELA),
            },
            4 => Actor::Player(ANNA),
            5 => Actor::Player(BELA),
            6 => Actor::Computer,
            _ => [Actor::Player(CILI), Actor::Watcher, Actor::Service][usize::from(byte / 8) % 3],
        }
    }

    fn command(&self, step: &Step) -> Command {
        let choice = usize::from(step.choice);
        let seq = Seq::new(self.session.seq().get().saturating_sub(u64::from(step.time) % 3));
        let yes = step.choice.is_multiple_of(2);
        let side = if yes { Side::First } else { Side::Second };
        let ago =
            |hours: u64| Time::from_millis(self.now.as_millis().saturating_sub(hours * 3_600_000));
        match step.word % 32 {
            0..12 => {
                let legal = self.session.board().legal_moves();
                let path = legal.get(choice % legal.len().max(1)).map(|mv| mv.path.to_vec());
                let lag = Duration::from_millis(u64::from(step.time));
                Command::Move { path: path.unwrap_or_default(), seq, lag }
            }
            12 => {
                let squares = [step.choice, step.time, step.actor];
                let path = squares.into_iter().filter_map(|byte| Square::new(byte % 64)).collect();
                Command::Move { path, seq, lag: Duration::MAX }
            }
            13 => Command::Join,
            14 => Command::Cancel,
            15 => Command::Expire,
            16 => Command::Resign,
            17 => Command::OfferDraw,
            18 => Command::WithdrawDraw,
            19 => Command::AnswerDraw { accept: yes, seq },
            20 => Command::RequestTakeback,
            21 => Command::WithdrawTakeback,
            22 => Command::AnswerTakeback { accept: yes, seq },
            23 => Command::OfferRematch { next: GAME },
            24 => Command::WithdrawRematch,
            25 => Command::AnswerRematch { accept: yes, seq, next: GAME },
            26 => Command::Undo { seq },
            27 => Command::Claim {
                result: ClaimedResult::ALL[choice % 2],
                opponent_away_since: (choice > 64).then(|| ago(choice as u64)),
                seq,
            },
            28 => Command::TakeSeat {
                side,
                moves: u32::from(step.choice / 2) % 4,
                from: if choice < 128 { SeatGiver::Holder } else { SeatGiver::Opponent },
            },
            29 => Command::ReportLostSeat,
            30 => Command::KeepSeat,
            _ if yes => Command::Flag,
            _ => Command::Hold { from: ago(choice as u64), until: self.now },
        }
    }

    /// What is true of every session.
    fn promises(&self) {
        let session = &self.session;
        assert_eq!(session.seq().get(), self.log.len() as u64);
        assert_eq!(session.is_playing(), !session.legal_moves().is_empty());
        let running = session.clock().and_then(|clock| clock.face(self.now).running);
        assert!(running.is_none_or(|side| session.is_playing() && side == session.side_to_move()));
        assert_eq!(running.is_some(), session.flag_at().is_some());
        let offers = session.offers();
        assert!(session.is_playing() || (offers.draw.is_none() && offers.takeback.is_none()));
        assert!(offers.rematch.is_none() || session.outcome().is_some());
        let [first, second] = Side::ALL.map(|side| session.seats()[side]);
        assert!(first != second, "nobody sits on both sides");
    }

    /// The log as it is kept gives the same session, and so does its snapshot
    /// for a client.
    fn tell_again(self, config: GameConfig) {
        let (form, text) = store::fuzzing::encode_config(&config);
        let made = Time::from_millis(START);
        let kept = store::fuzzing::decode_config(config.variant(), made, form, &text);
        let config = kept.expect("our own text");
        let log: Vec<_> = self.log.iter().map(store::fuzzing::encode_event).collect();
        let log: Result<Vec<_>, _> =
            log.iter().map(|(form, text)| store::fuzzing::decode_event(*form, text)).collect();
        let again = Session::replay(config, &log.expect("our own texts"));
        assert_eq!(again.as_ref(), Ok(&self.session));

        let snapshot = Snapshot::of(&self.session, GAME, Viewer::Watcher);
        let copy = protocol::ClientGame::from_snapshot(&snapshot).expect("a snapshot");
        assert_eq!(copy.session().board().fen(), self.session.board().fen());

        // The board alone, by the moves that stand.
        let rules = self.session.rules();
        let start = self.session.config().start_fen().parse().ok();
        let board = rules::AnyGame::start(self.session.variant(), start.as_ref(), rules);
        let mut board = board.expect("the same start");
        for mv in self.session.board().moves() {
            board.play_path(&mv.path).expect("a move that stands");
        }
        assert_eq!(board.fen(), self.session.board().fen());
        assert_eq!(board.status(), self.session.board().status());
    }
}
