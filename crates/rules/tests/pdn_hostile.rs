//! PDN from anyone: no bytes make the reader panic, and none make it slow.

use proptest::prelude::*;
use rules::{English, International, pdn};

/// Reads and replays; what comes out does not matter here.
fn devour(bytes: &[u8]) -> usize {
    let records = pdn::read(bytes);
    for record in &records {
        let _ = pdn::replay::<English>(record);
        let _ = pdn::replay::<International>(record);
    }
    records.len()
}

/// Quadratic time would need hours for these.
#[test]
fn a_megabyte_of_any_one_sign_is_read_in_linear_time() {
    for sign in
        ["{", "}", "(", ")", "[", "[a \"", "\"", "[a\n", "{}", "1-", "1x1", "\\\"", "/FEN \"", "a1"]
    {
        let text = sign.repeat(1_000_000 / sign.len());
        devour(text.as_bytes());
        devour(format!("[Event \"{text}").as_bytes());
        devour(format!("11-15 {text} 22-18").as_bytes());
    }
}

/// Its first capture has two readings, and the last of its many moves fits
/// neither: every way is tried once, then the record is given up.
#[test]
fn a_long_record_that_no_reading_plays_to_the_end_is_given_up() {
    let mut text = "[FEN \"B:W6,7,8,15,16,32:BK10\"] 10x1 ".to_owned();
    text.push_str("32-28 1-5 28-24 5-1 24-19 1-5 19-20 ");
    text.push_str(&"5-1 1-5 ".repeat(50_000));
    let records = pdn::read(text.as_bytes());
    let fault = pdn::replay::<English>(&records[0]).expect_err("19-20 is no move");
    assert_eq!(fault.ply, 8);
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        devour(&bytes);
    }

    #[test]
    fn no_likely_text_makes_the_reader_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "\"", "{", "}", "(", ")", "Event ", "FEN ", "[FEN \"W:W31:BK5\"]", "*", "%",
                "\n", " ", "1.", "...", "11-15", "32-28", "19x23x", "-", "x", "0-1", "1/2-1/2", "/FEN",
                "/", "\\", "$", "!", "(?)", "a3", "b4", "é", "99999999999999999999", ":", "½",
            ]),
            0..60,
        )
    ) {
        devour(pieces.concat().as_bytes());
    }
}
