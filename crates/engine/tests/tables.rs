//! Endgame tables: what was published, what follows from the rules, what a
//! plain search sees.

mod common;

use std::{collections::HashMap, sync::OnceLock};

use common::{Chance, game};
use engine::{Counts, Material, SolveError, Tables, Verdict};
use rules::{Bitboard, ByColor, Color, English, International, Position, Ruleset, Setup, Variant};

fn english() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::build(Variant::English, 4, &mut |_| {}).expect("four pieces"))
}

fn international() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES
        .get_or_init(|| Tables::build(Variant::International, 3, &mut |_| {}).expect("few pieces"))
}

fn all_of(tables: &Tables, variant: Variant, pieces: u8) -> Counts {
    let mut counts = Counts::default();
    for material in Material::all_of(pieces) {
        counts += tables.slice(variant, material).expect("built").counts();
    }
    counts
}

#[track_caller]
fn check(tables: &Tables, pieces: u8, [wins, draws, losses]: [u64; 3], longest: u8) {
    let counts = all_of(tables, Variant::English, pieces);
    assert_eq!(counts, Counts { wins, draws, losses, longest }, "{pieces} pieces");
}

#[test]
fn the_results_are_those_published_for_two_to_four_pieces() {
    check(english(), 2, [716, 2_370, 402], 13);
    check(english(), 3, [100_250, 8_477, 87_305], 61);
    check(english(), 4, [2_574_304, 1_717_922, 1_917_090], 109);
    assert_eq!(english().pieces(Variant::English), 4);
}

#[test]
fn one_king_each_is_as_published() {
    let material = "k-k".parse().expect("material");
    let counts = english().slice(Variant::English, material).expect("built").counts();
    assert_eq!(counts, Counts { wins: 230, draws: 654, losses: 108, longest: 11 });
}

#[test]
#[ignore = "takes two minutes and 170 MB; run with --release"]
fn the_results_are_those_published_for_five_pieces() {
    let tables = Tables::build(Variant::English, 5, &mut |_| {}).expect("five pieces");
    check(&tables, 5, [71_334_772, 11_122_892, 56_993_144], 161);
    tables.check(Variant::English, 5).expect("every value follows from the next");
}

#[test]
fn every_value_follows_from_those_after_its_moves() {
    for pieces in 2..=4 {
        let counts = english().check(Variant::English, pieces).expect("English");
        assert_eq!(counts, all_of(english(), Variant::English, pieces));
    }
    for pieces in 2..=3 {
        international().check(Variant::International, pieces).expect("International");
    }
}

#[test]
fn a_table_without_what_it_depends_on_is_no_proof() {
    let two = Tables::build(Variant::English, 2, &mut |_| {}).expect("two pieces");
    assert!(two.check(Variant::English, 3).is_err());
    assert!(two.check(Variant::International, 2).is_err());
}

/// With the counter of the draw rule at nothing every table win is in time.
#[test]
fn no_shortest_win_has_a_quiet_run_that_a_draw_rule_could_end() {
    let longest = |tables: &Tables, variant, pieces| {
        let slices = (2..=pieces).flat_map(Material::all_of);
        slices.filter_map(|material| Some(tables.slice(variant, material)?.longest_quiet())).max()
    };
    assert_eq!(longest(english(), Variant::English, 4), Some(55));
    assert_eq!(longest(international(), Variant::International, 3), Some(7));
}

/// Every position of so many men and kings a side, by trying all squares.
fn every_position<R: Ruleset>(kinds: &[(Color, bool)]) -> Vec<Position<R>> {
    let mut sets = vec![(ByColor::<Bitboard>::default(), ByColor::<Bitboard>::default())];
    for &(color, king) in kinds {
        let mut more = Vec::new();
        for (men, kings) in sets {
            for square in R::BOARD.squares() {
                let (mut men, mut kings) = (men, kings);
                let set = if king { &mut kings } else { &mut men };
                let bit = R::BOARD.cell(square).bit();
                // In ascending order, so that no set comes twice.
                if set[color].0 < bit.0 {
                    set[color] |= bit;
                    more.push((men, kings));
                }
            }
        }
        sets = more;
    }
    let both = sets
        .into_iter()
        .flat_map(|(men, kings)| Color::ALL.map(|side| Position::from_sets(men, kings, side).ok()));
    both.flatten().collect()
}

/// Results by going over all positions again and again until nothing changes;
/// what leads to other positions is asked of `elsewhere`.
fn slowly<R: Ruleset>(
    positions: &[Position<R>],
    elsewhere: impl Fn(&Position<R>) -> Verdict,
) -> HashMap<Position<R>, Verdict> {
    let open: HashMap<_, _> = positions.iter().map(|&position| (position, ())).collect();
    let mut known = HashMap::<Position<R>, Verdict>::new();
    for plies in 0..=u8::MAX {
        let before = known.len();
        let of = |position: &Position<R>| match open.contains_key(position) {
            true => known.get(position).copied().unwrap_or(Verdict::Draw),
            false => elsewhere(position),
        };
        let mut found = Vec::new();
        for position in positions.iter().filter(|position| !known.contains_key(position)) {
            let replies: Vec<_> =
                position.legal_moves().into_iter().map(|mv| of(&position.play(mv))).collect();
            let wins = replies.iter().any(|&reply| reply == Verdict::Loss(plies.wrapping_sub(1)));
            let all_lose =
                replies.iter().all(|&reply| matches!(reply, Verdict::Win(reply) if reply < plies));
            if wins {
                found.push((*position, Verdict::Win(plies)));
            } else if all_lose && plies % 2 == 0 {
                found.push((*position, Verdict::Loss(plies)));
            }
        }
        known.extend(found);
        if known.len() == before && plies > 70 {
            break;
        }
    }
    for position in positions {
        known.entry(*position).or_insert(Verdict::Draw);
    }
    known
}

fn agrees_with_the_slow_way<R: Ruleset>(tables: &Tables, kinds: &[(Color, bool)]) {
    let positions = every_position::<R>(kinds);
    let elsewhere = |position: &Position<R>| {
        if position.pieces(position.side_to_move()).is_empty() {
            return Verdict::Loss(0);
        }
        tables.probe(position).expect("fewer pieces or men")
    };
    let slow = slowly(&positions, elsewhere);
    assert!(!slow.is_empty());
    for position in positions {
        assert_eq!(tables.probe(&position), slow.get(&position).copied(), "{position}");
    }
}

#[test]
fn the_tables_agree_with_going_over_all_positions_again_and_again() {
    use Color::{Black, White};
    let (man, king) = (false, true);
    for kinds in [
        vec![(Black, king), (White, king)],
        vec![(Black, man), (White, king)],
        vec![(Black, man), (White, man)],
        vec![(Black, king), (White, king), (White, king)],
    ] {
        agrees_with_the_slow_way::<English>(english(), &kinds);
    }
    // One king each has a rule of its own in International.
    for kinds in [vec![(Black, man), (White, king)], vec![(Black, man), (White, man)]] {
        agrees_with_the_slow_way::<International>(international(), &kinds);
    }
}

/// Whether the side to move can win within so many plies, by trying all.
fn wins_within<R: Ruleset>(position: &Position<R>, plies: u8) -> bool {
    plies > 0
        && position.legal_moves().into_iter().any(|mv| {
            let next = position.play(mv);
            next.legal_moves()
                .into_iter()
                .all(|reply| plies > 2 && wins_within(&next.play(reply), plies - 2))
        })
}

#[test]
fn a_plain_search_finds_the_same_wins_of_four_pieces_no_sooner_and_no_later() {
    const SEEN: u8 = 5;
    let mut chance = Chance::new(4);
    let squares: Vec<_> = English::BOARD.squares().collect();
    let mut quick_wins = 0;
    for _ in 0..6_000 {
        let mut men = ByColor::<Bitboard>::default();
        let mut kings = ByColor::<Bitboard>::default();
        for color in [Color::Black, Color::White, Color::Black, Color::White] {
            let bit = English::BOARD.cell(chance.pick(&squares)).bit();
            let set = if chance.next().is_multiple_of(2) { &mut men } else { &mut kings };
            set[color] |= bit;
        }
        let side = chance.pick(&Color::ALL);
        let Ok(position) = Position::<English>::from_sets(men, kings, side) else { continue };
        let verdict = english().probe(&position).expect("at most four pieces");
        match verdict {
            Verdict::Win(plies) if plies <= SEEN => {
                quick_wins += 1;
                assert!(wins_within(&position, plies), "{position} {verdict:?}");
                assert!(plies < 2 || !wins_within(&position, plies - 2), "{position} {verdict:?}");
            }
            _ => assert!(!wins_within(&position, SEEN), "{position} {verdict:?}"),
        }
    }
    assert!(quick_wins > 150, "{quick_wins}");
}

#[test]
fn what_is_in_no_table_is_unknown() {
    let probe = |fen: &str| english().probe(game::<English>(fen).position());
    assert_eq!(probe("W:WK32,31:B1,2"), Some(Verdict::Win(51)));
    assert_eq!(probe("W:WK32,31,30:B1,2"), None);
    assert_eq!(probe("W:WK32:B"), None);
    let setup: Setup = "W:WK32:BK1".parse().expect("FEN");
    let other = setup.position::<International>().expect("position");
    assert_eq!(english().probe(&other), None);
    assert_eq!(Tables::none().probe(&other), None);
}

#[test]
fn more_pieces_than_a_table_can_have_are_refused() {
    let build = |variant, pieces| Tables::build(variant, pieces, &mut |_| {}).err();
    assert_eq!(build(Variant::English, 6), Some(SolveError::TooManyPieces(5)));
    assert_eq!(build(Variant::International, 5), Some(SolveError::TooManyPieces(4)));
    assert_eq!(build(Variant::English, 1), None);
}

#[test]
fn a_build_tells_how_far_it_is() {
    let mut told = Vec::new();
    Tables::build(Variant::English, 3, &mut |progress| told.push(*progress)).expect("tables");
    assert_eq!(told.len(), 9);
    assert!(told.iter().zip(1..).all(|(progress, done)| progress.done == done));
    assert!(told.iter().all(|progress| progress.of == 9 && !progress.found));
    let positions: u64 = told.iter().map(|progress| progress.positions).sum();
    assert_eq!(positions, 716 + 2_370 + 402 + 100_250 + 8_477 + 87_305);
}
