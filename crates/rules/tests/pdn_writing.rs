//! What is written as PDN comes back as the same game.

mod common;

use proptest::prelude::*;
use rules::{
    AnyGame, AnyRuleset, Color, GameRules, Ruleset, Variant, pdn, pdn::Score, with_ruleset,
};

fn read_back<R: Ruleset + AnyRuleset>(text: &str) -> AnyGame {
    let records = pdn::read(text.as_bytes());
    assert_eq!(records.len(), 1, "{text}");
    assert!(records[0].warnings.is_empty(), "{text}");
    R::wrap(pdn::replay::<R>(&records[0]).expect(text).game)
}

fn check_round_trip(game: &AnyGame) {
    let text = pdn::write(game, &pdn::Headers::default());
    let back = with_ruleset!(game.variant(), R => read_back::<R>(&text));
    assert_eq!(back.moves(), game.moves(), "{text}");
    assert_eq!(back.fen_at(0), game.fen_at(0), "{text}");
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        assert!(line.len() <= 80 && !line.ends_with(' '), "{line:?}");
    }
}

fn played(variant: Variant, fen: Option<&str>, moves: &[&str]) -> AnyGame {
    let setup = fen.map(|fen| fen.parse().expect(fen));
    let mut game = AnyGame::start(variant, setup.as_ref(), GameRules::STANDARD).expect("start");
    for text in moves {
        let path: Vec<_> = text.split(['-', 'x']).map(|n| n.parse().expect(text)).collect();
        game.play_path(&path).expect(text);
    }
    game
}

#[test]
fn an_english_game_is_written_with_its_tags_and_black_first() {
    let game = played(Variant::English, None, &["11-15", "22-18", "15x22", "25x18"]);
    let headers = pdn::Headers {
        event: "Tea",
        date: "2026.11.29",
        white: "Réka \"the fox\"",
        black: "Dani",
        score: Score::won_by(Color::Black, Variant::English),
    };
    assert_eq!(
        pdn::write(&game, &headers),
        "[Event \"Tea\"]\n[Date \"2026.11.29\"]\n[White \"Réka \\\"the fox\\\"\"]\n\
         [Black \"Dani\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n\n\
         1. 11-15 22-18 2. 15x22 25x18 1-0\n"
    );
}

#[test]
fn an_international_game_gives_two_points() {
    let game = played(Variant::International, None, &["32-28", "19-23", "28x19"]);
    let headers = |score| pdn::Headers { score, ..pdn::Headers::default() };
    for (score, text) in [
        (Score::won_by(Color::White, Variant::International), "2-0"),
        (Score::won_by(Color::Black, Variant::International), "0-2"),
        (Score::Draw, "1-1"),
        (Score::BothLost, "0-0"),
        (Score::Open, "*"),
    ] {
        let written = pdn::write(&game, &headers(score));
        assert!(written.contains(&format!("[Result \"{text}\"]\n")), "{written}");
        assert!(written.ends_with(&format!("\n1. 32-28 19-23 2. 28x19 {text}\n")), "{written}");
    }
}

#[test]
fn a_set_up_game_carries_its_fen_and_marks_a_first_move_of_the_second_side() {
    let game = played(Variant::English, Some("W:W31,32:B1,2"), &["32-28", "1-5"]);
    let text = pdn::write(&game, &pdn::Headers::default());
    assert!(text.contains("[FEN \"W:W31,32:B1,2\"]\n\n1... 32-28 2. 1-5 *\n"), "{text}");
}

#[test]
fn an_ambiguous_capture_is_written_with_its_full_route() {
    let game = played(Variant::English, Some("B:W6,7,8,15,16,32:BK10"), &["10x19x12x3x10x1"]);
    let text = pdn::write(&game, &pdn::Headers::default());
    assert!(text.contains("1. 10x19x12x3x10x1 *"), "{text}");
    check_round_trip(&game);
}

#[test]
fn a_move_of_mixed_signs_and_kinds_of_squares_reads_as_itself() {
    for text in ["a1b2-3", "c3-b4d4", "a3b4-05x6", "28x19-10", "j21j220-0-255j2"] {
        let written: pdn::WrittenMove = text.parse().expect(text);
        assert_eq!(written.to_string().parse(), Ok(written), "{text}");
    }
}

#[test]
fn line_breaks_in_a_tag_value_cannot_smuggle_tags_in() {
    let game = AnyGame::new(Variant::English);
    let headers = pdn::Headers { event: "a\"]\n[Result \"0-1\"]\\", ..pdn::Headers::default() };
    let records = pdn::read(pdn::write(&game, &headers).as_bytes());
    assert_eq!(records[0].tag("Event"), Some("a\"] [Result \"0-1\"]\\"));
    assert_eq!(records[0].tag("Result"), Some("*"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_game_comes_back_move_for_move(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        check_round_trip(&common::random_game(variant, &choices));
    }
}
