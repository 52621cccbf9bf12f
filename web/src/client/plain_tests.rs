//! What can be pressed on a page that no program follows.

use play::{BySide, GameConfig, GameId, Level, PlayerId, Seat, Session, Side};
use protocol::Viewer;
use rules::{GameRules, Variant};

use super::*;

fn squares(numbers: &[u8]) -> Vec<Square> {
    numbers.iter().map(|&n| Square::new(n).expect("a square")).collect()
}

/// A game against the computer from a position, whoever is to move.
fn snapshot(variant: Variant, fen: &str, you: Side) -> Snapshot {
    let setup = fen.parse().expect("a position");
    let player = Seat::Player(PlayerId::from_u128(1));
    let seats =
        BySide::new_with(|side| if side == you { player } else { Seat::Computer(Level::Easy) });
    let config =
        GameConfig::new(variant, GameRules::STANDARD, Some(&setup), seats).expect("a game");
    Snapshot::of(&Session::new(config), GameId::from_u128(5), Viewer::Seat(you))
}

fn table(snapshot: &Snapshot, taps: &[u8]) -> PlainTable {
    PlainTable::new(Lang::En, snapshot, PresenceView::default(), &squares(taps), None, None)
}

/// What pressing a square does.
fn press(table: &PlainTable, square: u8) -> Option<Press> {
    let square = Square::new(square).expect("a square");
    table.squares.iter().find(|(on, _)| *on == square).map(|(_, press)| press.clone())
}

fn pdn(table: &PlainTable) -> Vec<&str> {
    table.moves.iter().map(|mv| &*mv.pdn).collect()
}

#[test]
fn a_piece_is_chosen_and_then_plays_or_is_put_back() {
    let game = snapshot(Variant::English, "B:W32:B1,2", Side::First);
    let before = table(&game, &[]);
    assert_eq!(press(&before, 1), Some(Press::Show(squares(&[1]))));
    assert_eq!(press(&before, 6), None);
    assert_eq!(pdn(&before), ["1-5", "1-6", "2-6", "2-7"]);

    let chosen = table(&game, &[1]);
    assert_eq!(chosen.in_hand, Square::new(1));
    assert_eq!(press(&chosen, 6), Some(Press::Play(squares(&[1, 6]))));
    assert_eq!(press(&chosen, 7), None);
    assert_eq!(press(&chosen, 1), Some(Press::Show(Vec::new())));
    assert_eq!(press(&chosen, 2), Some(Press::Show(squares(&[2]))));
    assert_eq!(pdn(&chosen), ["1-5", "1-6"]);
}

#[test]
fn the_last_square_plays_the_whole_chain() {
    let game = snapshot(Variant::English, "B:W15,22,32:B11", Side::First);
    assert_eq!(press(&table(&game, &[11]), 25), Some(Press::Play(squares(&[11, 18, 25]))));
}

/// 10x1 takes one piece straight or five on the way round.
const TWO_WAYS: &str = "B:W6,7,8,15,16:BK10";

#[test]
fn a_chain_with_a_choice_is_asked_for_square_by_square_and_listed_as_a_whole() {
    let game = snapshot(Variant::English, TWO_WAYS, Side::First);
    let chosen = table(&game, &[10]);
    assert_eq!(press(&chosen, 1), Some(Press::Show(squares(&[10, 1]))));
    let routes: Vec<_> = chosen.moves.iter().map(|mv| (mv.path.len(), mv.captures.len())).collect();
    assert!(routes.contains(&(2, 1)) && routes.contains(&(6, 5)), "{routes:?}");

    let asked = table(&game, &[10, 1]);
    let hint = asked.view.hint.clone().expect("a hint");
    assert!(asked.asks_landing && hint.starts_with(board::choose_landing(Lang::En)), "{hint}");
    assert_eq!(press(&asked, 1), Some(Press::Play(squares(&[10, 1]))));
    let longer = asked.squares.iter().filter(|(on, _)| on.number() != 1);
    let plays = longer.filter_map(|(_, press)| match press {
        Press::Play(route) => Some(route.len()),
        Press::Show(_) => None,
    });
    assert!(plays.clone().all(|squares| squares == 6) && plays.count() > 0);
}

#[test]
fn every_button_of_every_choice_is_a_move_that_the_game_takes() {
    for fen in [TWO_WAYS, "B:W15,22,32:B11", "B:W18,26:BK15,K22"] {
        let game = snapshot(Variant::English, fen, Side::First);
        let first = table(&game, &[]);
        let mut open = vec![Vec::new()];
        let mut plays = 0;
        for _ in 0..200 {
            let Some(taps) = open.pop() else { break };
            let table =
                PlainTable::new(Lang::En, &game, PresenceView::default(), &taps, None, None);
            for (_, press) in table.squares {
                match press {
                    Press::Show(next) if next.len() > taps.len() => open.push(next),
                    Press::Show(_) => {}
                    Press::Play(route) => {
                        let mut played = rules::AnyGame::start(
                            Variant::English,
                            Some(&fen.parse().expect("a position")),
                            GameRules::STANDARD,
                        )
                        .expect("a game");
                        played.play_path(&route).expect("a legal move");
                        plays += 1;
                    }
                }
            }
        }
        assert!(open.is_empty() && plays >= first.moves.len().min(1), "{fen}");
    }
}

#[test]
fn a_piece_that_may_not_move_says_why() {
    let game = snapshot(Variant::English, "B:W15,32:B1,11", Side::First);
    let told = table(&game, &[1]);
    assert_eq!(told.in_hand, None);
    assert_eq!(told.view.hint.as_deref(), Some(board::refused_must_capture(Lang::En)));
    assert!(told.view.is_refusal);
}

#[test]
fn taps_that_lead_nowhere_change_nothing() {
    let game = snapshot(Variant::English, "B:W32:B1,2", Side::First);
    for taps in [&[6][..], &[32], &[1, 6], &[1, 31], &[50], &[1, 1]] {
        let odd = table(&game, taps);
        assert_eq!(odd.view.ply, 0, "{taps:?}");
        assert_eq!(odd.view.state, "playing");
    }
}

#[test]
fn nothing_can_be_pressed_while_somebody_else_is_to_move() {
    let game = snapshot(Variant::English, "B:W32:B1,2", Side::Second);
    let waits = table(&game, &[1]);
    assert!(waits.squares.is_empty() && waits.moves.is_empty());
    assert_eq!(waits.view.status, board::thinking(Lang::En));
}

#[test]
fn a_long_list_waits_for_a_piece() {
    let kings = "W:WK11,K25,K29,K46,K2,K50,K16:B5";
    let game = snapshot(Variant::International, kings, Side::First);
    assert!(table(&game, &[]).moves.is_empty());
    assert!(!table(&game, &[25]).moves.is_empty());
}

#[test]
fn only_what_can_be_done_is_asked_about() {
    let game = snapshot(Variant::English, "B:W32:B1,2", Side::First);
    let asks = |ask| {
        let presence = PresenceView::default();
        PlainTable::new(Lang::En, &game, presence, &[], Some(ask), None).view.question
    };
    assert_eq!(asks(Action::Resign).expect("a question").text, board::resign_sure(Lang::En));
    assert_eq!(asks(Action::CancelInvite), None);
    assert_eq!(asks(Action::ResetScore), None);
}

#[test]
fn squares_as_text_come_back_and_nothing_else_is_read() {
    for numbers in [&[1][..], &[18, 11, 4], &[50, 1]] {
        let path = squares(numbers);
        assert_eq!(read_squares(&written_squares(&path)), Some(path));
    }
    let many = vec!["1"; MOST_TAPS + 1].join("-");
    for text in ["", "-", "0", "51", "1-", "1x2", &many] {
        assert_eq!(read_squares(text), None, "{text}");
    }
}
