//! What holds in every game, however it is played.

mod common;

use common::{fields, position_of};
use proptest::prelude::*;
use rules::{
    Color, English, Game, GameRules, International, Move, Position, Ruleset, Setup, Variant,
};

/// A fixed sequence of numbers without order, so that a failure comes back.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Pieces and kings of both sides, the mover's first.
fn material<R: Ruleset>(position: &Position<R>, mover: Color) -> [u32; 4] {
    [
        position.pieces(mover).len(),
        position.kings(mover).len(),
        position.pieces(!mover).len(),
        position.kings(!mover).len(),
    ]
}

fn check_ply<R: Ruleset>(before: &Position<R>, mv: Move<R>, after: &Position<R>) {
    let mover = before.side_to_move();
    let [own, kings, theirs, their_kings] = material(before, mover);
    let captured_kings = (before.kings(!mover) & mv.captured()).len();
    assert_eq!(
        material(after, mover),
        [
            own,
            kings + u32::from(mv.promotes()),
            theirs - mv.captured().len(),
            their_kings - captured_kings
        ],
        "{before} {mv:?}"
    );
    assert_eq!(after.side_to_move(), !mover);
    assert_eq!(mv.captured() & before.pieces(!mover), mv.captured(), "{before} {mv:?}");
    assert!((after.pieces(mover) & after.pieces(!mover)).is_empty(), "{after}");
    assert_eq!(after.to_setup().position(), Ok(*after), "{after} is no legal set-up");
}

fn self_play<R: Ruleset>(plies: usize) {
    let mut dice = Dice(0x5eed);
    let mut position = Position::<R>::start();
    for _ in 0..plies {
        let legal = position.legal_moves();
        assert_eq!(legal, position.legal_moves(), "generating changes nothing");
        if legal.is_empty() {
            position = Position::start();
            continue;
        }
        let mv = legal[dice.below(legal.len())];
        let after = position.play(mv);
        check_ply(&position, mv, &after);
        position = after;
    }
}

#[test]
fn pieces_come_and_go_as_moves_say_over_100_000_plies() {
    self_play::<English>(50_000);
    self_play::<International>(50_000);
}

/// Counts from the moves alone what a game keeps count of.
fn check_recount<R: Ruleset>(game: &Game<R>) {
    let positions: Vec<_> =
        (0..=game.ply_count()).filter_map(|plies| game.position_at(plies)).collect();
    let moves: Vec<_> = game.moves().collect();
    let quiet = moves.iter().rev().take_while(|mv| !mv.is_capture() && !mv.is_by_man()).count();
    assert_eq!(game.counters().quiet_plies as usize, quiet);
    let now = game.position().to_string();
    let seen = positions.iter().filter(|position| position.to_string() == now).count();
    assert_eq!(game.repetitions() as usize, seen, "{now}");
    let three_against_one = |position: &Position<R>| {
        let [white, white_kings, black, black_kings] = material(position, Color::White);
        (white == 3 && white_kings > 0 && black == 1 && black_kings == 1)
            || (black == 3 && black_kings > 0 && white == 1 && white_kings == 1)
    };
    let since = positions.iter().rev().take_while(|position| three_against_one(position)).count();
    assert_eq!(game.counters().three_against_one, since.checked_sub(1).map(|plies| plies as u32));
}

fn check_history<R: Ruleset>(start: Position<R>, choices: &[u16]) {
    let mut game = Game::from_position(start, GameRules::STANDARD);
    let mut statuses = vec![game.status()];
    for &choice in choices {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play_ignoring_the_end(legal[usize::from(choice) % legal.len()]);
        check_recount(&game);
        statuses.push(game.status());
    }
    let moves: Vec<_> = game.moves().collect();
    while let Some(undone) = game.undo() {
        statuses.pop();
        assert_eq!(undone, moves[game.ply_count()]);
        assert_eq!(Some(&game.status()), statuses.last());
        check_recount(&game);
    }
    assert_eq!(*game.position(), start);
    for mv in moves {
        game.play_ignoring_the_end(mv);
    }
    check_recount(&game);
}

fn check_fen<R: Ruleset>(position: &Position<R>) {
    let fen = position.to_string();
    for text in [fen.clone(), fen.to_lowercase(), format!(" \"{}.\" ", fen.replace(':', " : "))] {
        let setup: Setup = text.parse().expect(&text);
        assert_eq!(setup.position(), Ok(*position), "{text}");
        assert_eq!(setup.to_string(), fen);
    }
    let mut lists: Vec<_> = fen.split(':').collect();
    lists[1..].reverse();
    let swapped: Setup = lists.join(":").parse().expect("either colour first");
    assert_eq!(swapped.position(), Ok(*position));
}

/// Few pieces, most of them kings: positions come back and counters run.
fn endgame() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![14 => Just(0_u8), 1 => Just(2), 1 => Just(4)], 50)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn counters_and_repetitions_are_those_of_a_recount(
        choices in prop::collection::vec(any::<u16>(), 0..120),
        narrow in prop::collection::vec(0_u16..2, 0..40),
        fields in endgame(),
        white in any::<bool>(),
    ) {
        check_history(Position::<English>::start(), &choices);
        check_history(Position::<International>::start(), &choices);
        if let Some(start) = position_of::<English>(&fields, white) {
            check_history(start, &narrow);
        }
        if let Some(start) = position_of::<International>(&fields, white) {
            check_history(start, &choices);
        }
    }
}

proptest! {
    #[test]
    fn every_position_has_one_fen_and_comes_back_from_it(fields in fields(), white in any::<bool>()) {
        if let Some(position) = position_of::<English>(&fields, white) {
            check_fen(&position);
        }
        if let Some(position) = position_of::<International>(&fields, white) {
            check_fen(&position);
        }
    }

    #[test]
    fn no_text_makes_the_fen_reader_panic(text in "[WBwbKk?:,.0-9 \\-HF\u{e9}]{0,60}") {
        if let Ok(setup) = text.parse::<Setup>() {
            for variant in Variant::ALL {
                let _ = rules::AnyGame::start(variant, Some(&setup), GameRules::STANDARD);
            }
        }
    }
}
