//! PDN as people and programs write it, quirk by quirk.

use rules::{
    English, International, Ruleset,
    pdn::{self, Quirk, Record, Score, VariantTag, WarningKind},
};

/// What becomes of each record of a text: its plies, or its fault.
fn outcome_of<R: Ruleset>(text: impl AsRef<[u8]>) -> Vec<String> {
    pdn::read(text.as_ref())
        .iter()
        .map(|record| match pdn::replay::<R>(record) {
            Ok(replayed) => format!("{} plies", replayed.game.ply_count()),
            Err(fault) => format!("{} ply {} {}", fault.place, fault.ply, fault.kind.code()),
        })
        .collect()
}

#[track_caller]
fn check_english(text: impl AsRef<[u8]>, expected: &[&str]) {
    assert_eq!(outcome_of::<English>(text), expected);
}

#[track_caller]
fn check_international(text: impl AsRef<[u8]>, expected: &[&str]) {
    assert_eq!(outcome_of::<International>(text), expected);
}

#[track_caller]
fn only(text: &str) -> Record {
    let mut records = pdn::read(text.as_bytes());
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0)
}

fn quirks_of<R: Ruleset>(text: &str) -> Vec<Quirk> {
    pdn::replay::<R>(&only(text)).expect("playable").quirks
}

#[test]
fn moves_may_be_numbered_in_any_way_or_not_at_all() {
    for text in [
        "1. 11-15 22-18 2. 15x22",
        "1.11-15 22-18 2.15x22",
        "1. 11-15 1... 22-18 2 15x22",
        "11-15 22-18 15x22",
        "1. 11-15\r\n1. ... 22-18\r\n2.\r\n15x22",
        "01. 11-15 22-18 02.15x22 ",
    ] {
        check_english(text, &["3 plies"]);
    }
}

#[test]
fn blanks_round_a_separator_and_leading_zeros_do_no_harm() {
    check_international("32-28 19-23 28x 19 14 x 23 37 -32 10- 14", &["6 plies"]);
    check_english("09-13 22-18 06-09", &["3 plies"]);
    assert_eq!(quirks_of::<English>("09-13 22-18"), [Quirk::LeadingZero]);
}

#[test]
fn separators_are_not_believed() {
    check_english("11x15 22:18 15-22", &["3 plies"]);
    assert_eq!(
        quirks_of::<English>("11x15 22-18 15-22"),
        [Quirk::CrossOnQuiet, Quirk::DashOnCapture]
    );
}

#[test]
fn squares_may_be_named_by_file_and_rank() {
    check_english("e5-d4", &["1:1 ply 1 illegal_move"]);
    check_english("[FEN \"W:W21-32:B1-12\"] c3-b4 f6g5 1-0", &["2 plies"]);
}

#[test]
fn comments_marks_and_annotations_are_read_over() {
    check_english(
        "1. 11-15!? $7 {a good start (and 1. 12-16 too)} 22-18(?) {[%clk 1:55:21]} \
         {[%clock w0:09:57 B0:09:58]} 2. 15x22!! *",
        &["3 plies"],
    );
    check_english("% from a program\n1. 11-15 % as usual\n22-18 ; the cross\n15x22", &["3 plies"]);
}

#[test]
fn a_nested_comment_ends_with_its_own_brace() {
    check_english("11-15 { one { 12-16 } 23-19 } 22-18", &["2 plies"]);
}

#[test]
fn a_comment_left_open_ends_at_the_first_brace_or_before_the_next_tags() {
    check_english("11-15 { one { two } 22-18", &["2 plies"]);
    let text = "[Event \"a\"]\n11-15 { never closed\n\n[Event \"b\"]\n11-15 22-18 {fine} *";
    check_english(text, &["1 plies", "2 plies"]);
    let warnings = &pdn::read(text.as_bytes())[0].warnings;
    assert_eq!(warnings[0].kind, WarningKind::UnclosedComment);
    assert_eq!(warnings[0].place.to_string(), "2:7");
}

#[test]
fn variations_are_read_over_however_deep() {
    check_international(
        "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black ) wins }) 12-18) 28x19 14x23",
        &["4 plies"],
    );
    let deep = format!("11-15 {}22-17{} 22-18", "(".repeat(50_000), ")".repeat(50_000));
    check_english(deep, &["2 plies"]);
}

#[test]
fn a_variation_left_open_ends_before_the_next_tags() {
    check_english("11-15 (12-16 22-18\n[Event \"b\"] 11-15 22-18", &["1 plies", "2 plies"]);
    check_english("11-15 ) 22-18", &["2 plies"]);
}

#[test]
fn a_record_ends_at_a_result_at_a_star_or_at_new_tags() {
    check_english("11-15 1-0 12-16 22-18 * 9-13 1/2-1/2", &["1 plies", "2 plies", "1 plies"]);
    check_english("[Event \"a\"]\n11-15\n[Event \"b\"]\n11-15 22-18", &["1 plies", "2 plies"]);
    check_english("[Event \"a\"]\n[Event \"b\"]\n11-15\n\n0-1\n*\n", &["1 plies"]);
    check_english("", &[]);
    check_english("\n* *\n", &[]);
}

#[test]
fn a_star_attached_to_a_move_marks_it_as_forced() {
    check_english("11-15 22-18* 15x22* 25x18 *", &["4 plies"]);
}

#[test]
fn results_of_every_scale_are_told_from_moves() {
    for (text, score) in [
        ("1-0", Score::FirstWon),
        ("2-0", Score::FirstWon),
        ("0-1", Score::SecondWon),
        ("0-2", Score::SecondWon),
        ("1/2-1/2", Score::Draw),
        ("1-1", Score::Draw),
        ("0-0", Score::BothLost),
        ("*", Score::Open),
    ] {
        assert_eq!(only(&format!("11-15\n{text}")).score, Some(score), "{text}");
    }
    assert_eq!(only("1-10 11-15").moves.len(), 2);
}

#[test]
fn points_that_look_like_a_move_are_a_result_when_the_tag_says_the_same() {
    let delft = "[Result \"4-6\"]\n32-28 19-23 4-6";
    check_international(delft, &["2 plies"]);
    assert_eq!(only(delft).score, Some(Score::Points(4, 6)));
    check_international("32-28 19-23 4-6", &["1:13 ply 3 illegal_move"]);
}

#[test]
fn tag_values_may_hold_quotation_marks() {
    let record =
        only("[Event \"The \\\"big\\\" one\"]\n[Site \"at \"home\"\"]\n[White \"open\n11-15");
    assert_eq!(record.tag("event"), Some("The \"big\" one"));
    assert_eq!(record.tag("Site"), Some("at \"home\""));
    assert_eq!(record.tag("White"), Some("open"));
    assert_eq!(record.moves.len(), 1);
}

#[test]
fn files_may_be_utf_8_with_a_mark_or_latin_1() {
    let utf_8 = "\u{feff}[White \"Сергей\"] 11-15";
    assert_eq!(pdn::read(utf_8.as_bytes())[0].tag("White"), Some("Сергей"));
    let latin_1 = b"[White \"J\xf3zsef\"] 11-15";
    assert_eq!(pdn::read(latin_1)[0].tag("White"), Some("József"));
    check_english(latin_1, &["1 plies"]);
}

#[test]
fn the_place_of_a_fault_counts_lines_and_characters() {
    check_english("[White \"Ő\"]\n1. 11-15 {čaj}   22-9", &["2:18 ply 2 illegal_move"]);
    check_english("11-15 22-18\n15-19", &["2:1 ply 3 must_capture"]);
}

#[test]
fn a_start_position_may_stand_in_a_tag_or_among_the_moves() {
    check_english("[SetUp \"1\"][FEN \"W:W31,27,19:B17,12,5.\"] 1. 27-23 17-22", &["2 plies"]);
    check_english("/FEN \"W:W31,27,19:B17,12,5\"/ 1. 27-23 17-22", &["2 plies"]);
    check_english("[FEN \"B:B5,12,17:W19,27,31:H0:F1\"] 1... 17-22 27-24", &["2 plies"]);
    check_english("11-15 /FEN \"W:W31:B5\"/ 31-27", &["1 plies", "1 plies"]);
}

#[test]
fn a_fen_that_leaves_the_turn_open_gives_it_to_the_side_that_moves() {
    check_english("[FEN \"?:W29,13:B22,4\"] 29-25 22x29", &["2 plies"]);
    check_english("[FEN \"?:W29,13:B22,4\"] 22-26", &["1 plies"]);
}

#[test]
fn a_bad_start_position_is_a_fault_before_the_first_ply() {
    check_english("\n [FEN \"W:Wx:B1\"] 29-25", &["2:2 ply 0 bad_fen"]);
    check_english("[FEN \"W:W50:B1\"] 29-25", &["1:1 ply 0 bad_fen"]);
    check_english("[FEN \"W:W1:B2\"] 29-25", &["1:1 ply 0 bad_fen"]);
}

/// The king takes one piece or five on its way from 10 to 1.
const TWO_WAYS: &str = "[FEN \"B:W6,7,8,15,16,32:BK10\"] ";

#[test]
fn a_short_capture_that_fits_two_moves_is_settled_by_the_rest() {
    let five = format!("{TWO_WAYS} 10x1 32-28 1-5 28-24 5-9 24-20 9-14 20-16 *");
    check_english(&five, &["8 plies"]);
    assert_eq!(quirks_of::<English>(&five), [Quirk::Ambiguous]);
    let one = format!("{TWO_WAYS} 10x1 15-11 *");
    let game = pdn::replay::<English>(&only(&one)).expect("playable").game;
    assert_eq!(game.position().to_string(), "B:W7,8,11,16,32:BK1");
}

#[test]
fn the_fault_of_a_record_with_two_readings_is_the_furthest_ply() {
    check_english(
        format!("{TWO_WAYS} 10x1 32-27 1-5 27-23 5-1 3-8 *"),
        &["1:58 ply 6 illegal_move"],
    );
}

#[test]
fn a_route_may_be_given_in_full_or_in_part() {
    for route in ["10x19x12x3x10x1", "10x3x12x19x10x1", "10x19x3x1", "10x12x1"] {
        check_english(
            format!("{TWO_WAYS} {route} 32-28 1-5 28-24 5-9 24-20 9-14 20-16 *"),
            &["8 plies"],
        );
    }
    check_english(format!("{TWO_WAYS} 10x20x1"), &["1:33 ply 1 illegal_move"]);
    assert_eq!(
        quirks_of::<International>("[FEN \"W:W34:B29,19,9\"] 34x23x14x3"),
        [Quirk::LongCapture]
    );
}

#[test]
fn games_that_go_on_after_a_drawn_position_are_played_to_their_end() {
    let shuffle = "32-28 1-5 28-32 5-1 ".repeat(5);
    check_english(format!("[FEN \"W:WK32:BK1\"] {shuffle}"), &["20 plies"]);
}

#[test]
fn the_game_type_counts_by_its_number_alone() {
    let tag = |value: &str| only(&format!("[GameType \"{value}\"] 1-5")).variant_tag();
    assert_eq!(tag("20,W,10,10,N1,0"), VariantTag::Known(rules::Variant::International));
    assert_eq!(tag("21"), VariantTag::Known(rules::Variant::English));
    assert_eq!(tag("25"), VariantTag::Foreign);
    assert_eq!(tag("draughts"), VariantTag::Missing);
    assert_eq!(only("11-15").variant_tag(), VariantTag::Missing);
}

#[test]
fn a_file_without_game_types_is_of_the_variant_in_which_most_of_it_plays() {
    let best = |text: &str| pdn::best_variant(&pdn::read(text.as_bytes()));
    assert_eq!(best("11-15 * 9-13 * 32-28 *"), rules::Variant::English);
    assert_eq!(best("32-28 * 33-29 * 11-15 *"), rules::Variant::International);
    assert_eq!(best("nothing"), rules::Variant::English);
}

#[test]
fn words_and_signs_without_meaning_are_warned_of_and_read_over() {
    let record = only("11-15 hello, 22-18 [%eval] 15x22 \u{1f600}");
    assert_eq!(record.moves.len(), 3);
    let kinds: Vec<_> = record.warnings.iter().map(|warning| warning.kind.code()).collect();
    assert_eq!(kinds, ["unknown_word", "unknown_word", "broken_tag", "unknown_word"]);
}
