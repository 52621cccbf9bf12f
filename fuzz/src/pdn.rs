//! PDN files: what can be replayed is written, read and replayed again.

use rules::{
    AnyGame, AnyRuleset, Variant,
    pdn::{self, Headers, Record, Score},
    with_ruleset,
};

/// Reads a file and replays its records.
pub fn check(data: &[u8]) {
    let records = pdn::read(data);
    let lines = u32::try_from(data.iter().filter(|&&byte| byte == b'\n').count() + 1);
    let lines = lines.expect("few lines");
    for record in &records {
        assert!((1..=lines).contains(&record.place.line));
        assert!(record.moves.is_sorted_by_key(|recorded| recorded.place), "moves in their order");
        for variant in Variant::ALL {
            with_ruleset!(variant, R => replay::<R>(record));
        }
    }
    let _ = pdn::best_variant(&records);
}

fn replay<R: AnyRuleset>(record: &Record) {
    let replayed = match pdn::replay::<R>(record) {
        Ok(replayed) => replayed,
        Err(fault) => return assert!(fault.ply <= record.moves.len()),
    };
    assert_eq!(replayed.game.ply_count(), record.moves.len());
    write(&R::wrap(replayed.game), record);
}

fn write(game: &AnyGame, record: &Record) {
    let tag = |name| record.tag(name).unwrap_or("?");
    let score = record.score.unwrap_or(Score::Open);
    let headers = Headers { event: tag("Event"), white: tag("White"), score, ..Headers::default() };
    let text = pdn::write(game, &headers);
    let again = pdn::read(text.as_bytes());
    let [again] = &again[..] else { panic!("one record: {text}") };
    assert_eq!(again.warnings, [], "{text}");
    // Signs that a line cannot hold have become blanks.
    let shown = |value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        value.trim().to_owned()
    };
    for (name, value) in [("Event", headers.event), ("White", headers.white)] {
        assert_eq!(again.tag(name).unwrap_or_default(), shown(value), "{text}");
    }
    let moves = with_ruleset!(game.variant(), R => {
        pdn::replay::<R>(again).map(|replayed| R::wrap(replayed.game).moves())
    });
    assert_eq!(moves.as_ref(), Ok(&game.moves()), "{text}");
}
