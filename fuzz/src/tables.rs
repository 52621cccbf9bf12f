//! Files of endgame tables: damaged ones are found out, and well-formed lies
//! neither break a search nor pass the proof.

use std::{fs, path::PathBuf, sync::LazyLock};

use engine::{Level, Limits, Resources, Table, Tables, choose};
use rules::{AnyGame, GameRules, Variant};
use sha2::{Digest, Sha256};

/// A folder of this process, with nothing else in it.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("english")).expect("a folder");
    folder
});
/// The true tables, made in memory.
static TRUE: LazyLock<Tables> =
    LazyLock::new(|| Tables::build(Variant::English, 2, &mut |_| {}).expect("small"));

/// Bytes of the body: 32 squares for one king, and for the other as many
/// numbers, of which one is none.
const BODY: usize = 32 * 31;

/// Kings alone, in which a lie can say the most.
const FENS: [&str; 3] = ["W:WK32:BK1", "B:WK18:BK5", "W:WK14:BK10"];

/// Writes a file and loads it.
pub fn check(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else { return };
    let well_formed = kind % 2 == 1;
    let bytes = if well_formed { dressed(rest) } else { rest.to_vec() };
    fs::write(path(), &bytes).expect("written");
    let Ok(tables) = Tables::load(FOLDER.path()) else {
        assert!(!well_formed, "a file of the right form is read");
        return;
    };
    assert!(bytes.starts_with(b"DAMAEGT1"), "only a table is read as one");
    play_with(&tables);
    let material = "k-k".parse().expect("a material");
    let [told, known] = [&tables, &*TRUE].map(|it| it.slice(Variant::English, material).cloned());
    // The proof needs the other slices too.
    let proved = TRUE.clone().with(&tables).check(Variant::English, 2);
    assert_eq!(proved.is_ok(), told == known, "the proof knows a lie from the truth");
}

fn path() -> PathBuf {
    FOLDER.path().join("english/k-k.slice")
}

/// Any bytes as the body of a file of the right form and length.
fn dressed(body: &[u8]) -> Vec<u8> {
    let len = BODY;
    let body = body.iter().copied().chain(core::iter::repeat(0)).take(len);
    let mut bytes = b"DAMAEGT1".to_vec();
    bytes.push(Variant::English.game_type());
    bytes.extend([0, 1, 0, 1, 0]);
    bytes.extend((len as u64).to_le_bytes());
    bytes.extend(body);
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}

fn play_with(tables: &Tables) {
    let table = Table::with_bytes(1 << 12);
    for fen in FENS {
        let setup = fen.parse().expect(fen);
        let game = AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD);
        let game = game.expect(fen);
        let _ = tables.probe_game(&game);
        let limits = Limits::default().with_nodes(24);
        let resources = Resources::new(&table, tables);
        if let Some(choice) = choose(&game, Level::Hard, limits, 1, resources) {
            let mut next = game.clone();
            next.play_path(&choice.path).expect("a legal move");
        }
    }
}
