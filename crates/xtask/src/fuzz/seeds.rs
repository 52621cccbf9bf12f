//! Where the fuzz targets begin: inputs made of the project's own test data, so
//! that a run of seconds starts behind the first checks of every reader.
//!
//! `cargo xtask fuzz --seeds` writes `fuzz/seeds` anew. Inputs that once broke
//! something lie there too, under names that begin with `found`; they stay.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{fault::Fault, shell::root};

/// Takes every so many of the vectors, so that all kinds are there and few.
const EVERY: usize = 37;
/// Plies of the games that become seeds.
const PLIES: usize = 40;

const PLAYER: &str = "1111111111111111111112";
const TOKEN: &str = "8Lx3hGmvTq2ZcRkWbYd5pN";

/// Inputs of one target.
type Seeds = Vec<Vec<u8>>;

/// Writes the seeds of every target.
pub(super) fn write() -> Result<(), Fault> {
    let all = [
        ("fen", fens()?),
        ("moves", moves()?),
        ("pdn", pdn()?),
        ("message", golden("client-")?),
        ("answer", answers()?),
        ("bodies", bodies()?),
        ("decide", stories()),
        ("codec", kept()?),
        ("cookies", texts(&COOKIES)),
        ("links", links()),
        ("forwarded", texts(&FORWARDED)),
        ("hub", hub()),
        ("question", questions()?),
        ("net", nets()?),
        ("tables", tables()),
    ];
    for (target, seeds) in all {
        let folder = root().join("fuzz/seeds").join(target);
        clear(&folder)?;
        for (seed, number) in seeds.iter().zip(1..) {
            let path = folder.join(format!("{number:02}"));
            fs::write(&path, seed).map_err(Fault::file(&path))?;
        }
    }
    Ok(())
}

/// Makes an empty folder, but for what was found by fuzzing.
fn clear(folder: &Path) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(Fault::file(folder))?;
    for entry in fs::read_dir(folder).map_err(Fault::file(folder))? {
        let path = entry.map_err(Fault::file(folder))?.path();
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("found")) {
            fs::remove_file(&path).map_err(Fault::file(&path))?;
        }
    }
    Ok(())
}

fn read(path: &str) -> Result<Vec<u8>, Fault> {
    let path = root().join(path);
    fs::read(&path).map_err(Fault::file(&path))
}

/// A list in one of the vectors of `rules`.
fn vectors(file: &str, list: &str) -> Result<Vec<Value>, Fault> {
    let path = format!("crates/rules/tests/data/{file}.json");
    let whole: Option<Value> = serde_json::from_slice(&read(&path)?).ok();
    let list = whole.and_then(|whole| Some(whole[list].as_array()?.clone()));
    list.ok_or_else(|| Fault::Missing {
        what: format!("{path} is not what it was"),
        remedy: "make crates/xtask/src/fuzz/seeds.rs fit it".into(),
    })
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

fn texts(list: &[&str]) -> Seeds {
    list.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn fens() -> Result<Seeds, Fault> {
    let positions = vectors("positions", "positions")?;
    let some = positions.iter().step_by(EVERY).map(|case| text(case, "fen").as_bytes().to_vec());
    let odd = ["w:b1-12:w21-32.", "?:WK1-4,30 : B 12", "B:W22:B", "W:W31:BK5:H0:F1"];
    Ok(some.chain(texts(&odd)).collect())
}

/// The variant, the start and the moves of some recorded games.
fn games() -> Result<Vec<[String; 3]>, Fault> {
    let games = vectors("random_games", "games")?;
    let ours = games.iter().filter(|game| OURS.contains(&text(game, "variant")));
    let taken = ours.step_by(9).map(|game| {
        let plies = game["plies"].as_array().map(Vec::as_slice).unwrap_or_default();
        let moves: Vec<_> = plies.iter().take(PLIES).filter_map(|ply| ply[0].as_str()).collect();
        [text(game, "variant").to_owned(), text(game, "fen").to_owned(), moves.join(" ")]
    });
    Ok(taken.collect())
}

const OURS: [&str; 2] = ["english", "international"];

fn moves() -> Result<Seeds, Fault> {
    let endings = vectors("endings", "games")?;
    let short = endings.iter().filter_map(|game| {
        let moves: Vec<_> = game["moves"].as_array()?.iter().filter_map(Value::as_str).collect();
        let is_ours = OURS.contains(&text(game, "variant")) && moves.len() < PLIES;
        let (variant, fen) = (text(game, "variant"), text(game, "fen"));
        is_ours.then(|| format!("{variant} {fen}\n{}", moves.join(" ")).into_bytes())
    });
    let games = games()?;
    let long = games.iter().map(|[variant, fen, moves]| format!("{variant} {fen}\n{moves}"));
    let odd = ["english\n11x15 22:18 15-22 e5-d4 f6g5", "international\n32-28 19-23 28x19 14x23"];
    Ok(short.step_by(2).chain(long.map(String::into_bytes)).chain(texts(&odd)).collect())
}

fn pdn() -> Result<Seeds, Fault> {
    let games = games()?;
    let written = games.iter().map(|[variant, fen, moves]| {
        let kind = if variant == "english" { 21 } else { 20 };
        format!("[Event \"a\"]\n[GameType \"{kind}\"]\n[FEN \"{fen}\"]\n{moves} *\n").into_bytes()
    });
    Ok(written.chain(texts(&PDN)).collect())
}

const PDN: [&str; 10] = [
    "1. 11-15!? $7 {a good start (and 1. 12-16 too)} 22-18(?) {[%clk 1:55:21]} 2. 15x22!! *",
    "% from a program\n1. 11-15 % as usual\n22-18 ; the cross\n15x22 0-1\n",
    "11-15 { one { 12-16 } 23-19 } 22-18",
    "[Event \"a\"]\n11-15 { never closed\n\n[Event \"b\"]\n11-15 22-18 {fine} *",
    "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black ) wins }) 12-18) 28x19 14x23",
    "11-15 1-0 12-16 22-18 * 9-13 1/2-1/2",
    "[FEN \"W:W21-32:B1-12\"] c3-b4 f6g5 1-0",
    "/FEN \"B:W6,7,8,15,16:BK10\"/ 10x1x10x19x12 *",
    "[Event \"say \\\"go\\\"\"]\r\n[Result \"4-6\"]\r\n1.11-15 22-18 4-6\r\n",
    "\u{feff}[White \"Cs\u{e9}ka\"] 09-13 22-18 1... 06-09 28x 19 37 -32 ... *",
];

/// The examples of the protocol whose names begin so.
fn golden(begin: &str) -> Result<Seeds, Fault> {
    let folder = root().join("docs/protocol");
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Fault::file(&folder))? {
        let path = entry.map_err(Fault::file(&folder))?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begin)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| fs::read(path).map_err(Fault::file(path))).collect()
}

fn answers() -> Result<Seeds, Fault> {
    let mut seeds = [golden("server-")?, golden("http-events")?].concat();
    // A snapshot, and what happens after it.
    let mut story = read("docs/protocol/server-snapshot.json")?;
    for (event, seq) in [
        (
            r#"{"kind":"moved","side":"second","path":[21,17],"captures":[],"pdn":"21-17","fen":"B:W17,32:B7"}"#,
            4,
        ),
        (r#"{"kind":"draw_offered","side":"first"}"#, 5),
        (r#"{"kind":"danced","side":"first"}"#, 6),
        (r#"{"kind":"ended","result":{"winner":null,"reason":"agreed"}}"#, 7),
    ] {
        story.extend(format!("{{\"type\":\"event\",\"seq\":{seq},\"event\":{event}}}\n").bytes());
    }
    seeds.push(story);
    for event in golden("event-")? {
        let event = String::from_utf8_lossy(&event);
        seeds.push(
            format!("{{\"type\":\"event\",\"seq\":4,\"event\":{}}}", event.trim()).into_bytes(),
        );
    }
    Ok(seeds)
}

fn bodies() -> Result<Seeds, Fault> {
    let mut seeds =
        [golden("http-create-")?, golden("http-seat-wish")?, golden("http-face-wish")?].concat();
    seeds.push(read("crates/protocol/tests/golden/local-game-1.json")?);
    seeds.extend(texts(&[
        r#"{"variant":"english","opponent":{"kind":"friend"},"fen":"B:W18,24,K10:B12,K22"}"#,
        r#"{"variant":"international","opponent":{"kind":"computer","level":"hard"},"clock":{"days_per_move":3},"rules":{"tournament":true,"length_limit":40}}"#,
        r#"{"kind":"replacement"}"#,
        r#"{"version":1,"variant":"international","rules":{"tournament":true,"length_limit":7},"fen":"W:WK46:B23","swapped":true,"score":{"first":1,"second":0,"draws":2},"counts":true,"steps":[{"move":[46,14]},"agree_draw",{"resign":"first"},{"claim_draw":"second"}],"done":1}"#,
    ]));
    Ok(seeds)
}

/// Bytes as the target reads them: start, opponent, clock and rules, then four
/// for each step (who, what, a choice, the time that passes).
fn stories() -> Seeds {
    const MOVE: [u8; 4] = [0, 0, 1, 20];
    let mut seeds = Vec::new();
    for start in 0..8 {
        for opponent in [0, 1, 3, 130] {
            let mut story = vec![start, opponent, start % 4, start];
            if opponent == 1 {
                story.extend([5, 13, 0, 1]);
            }
            story.extend(MOVE.repeat(6));
            // Offers, takebacks, a seat that moves, the end and another game.
            for word in [17, 19, 20, 22, 26, 29, 30, 28, 27, 31] {
                story.extend([4, word, 1, 3]);
                story.extend([5, word, 2, 3]);
                story.extend(MOVE);
            }
            story.extend([4, 16, 0, 3, 4, 23, 0, 3, 5, 25, 0, 3]);
            seeds.push(story);
        }
    }
    seeds
}

fn kept() -> Result<Seeds, Fault> {
    let fen = "W:W30:B25";
    let events = [
        format!(r#"{{"k":"joined","s":2,"player":"{PLAYER}","t":1700000000000}}"#),
        format!(
            r#"{{"k":"moved","s":1,"path":[11,18,25],"takes":[15,22],"pdn":"11x25","fen":"{fen}","t":1700000000000,"l":40}}"#
        ),
        r#"{"k":"draw-offered","s":2}"#.to_owned(),
        r#"{"k":"takeback-requested","s":1,"plies":2}"#.to_owned(),
        format!(r#"{{"k":"taken-back","plies":1,"fen":"{fen}","t":5}}"#),
        r#"{"k":"cancelled","why":"expired"}"#.to_owned(),
        format!(r#"{{"k":"rematch-started","game":"{TOKEN}"}}"#),
        r#"{"k":"ended","winner":1,"why":"resigned","t":1700000000000}"#.to_owned(),
        r#"{"k":"ended","winner":null,"why":"threefold"}"#.to_owned(),
        format!(r#"{{"k":"seat-moved","s":1,"player":"{PLAYER}"}}"#),
        r#"{"k":"seat-reported-lost","s":2,"t":1700000000000}"#.to_owned(),
        r#"{"k":"clock-held","ms":30000,"t":1700000000000}"#.to_owned(),
    ];
    let configs = [
        format!(r#"{{"seats":[{{"player":"{PLAYER}"}},"open"]}}"#),
        format!(
            r#"{{"seats":[{{"computer":"hard"}},{{"player":"{PLAYER}"}}],"fen":"W:W31:BK5","clock":{{"days-per-move":3}},"score":[1,2,3]}}"#
        ),
        format!(
            r#"{{"seats":[{{"player":"{PLAYER}"}},"open"],"tournament":true,"length_limit":40,"clock":{{"increment":{{"initial_s":300,"increment_s":3}}}}}}"#
        ),
    ];
    // The first sign says the form, and by its case whether it is an event.
    let forms = ["a", "b"].into_iter();
    let events = forms.flat_map(|form| events.iter().map(move |event| format!("{form}{event}")));
    let all = events.chain(configs.iter().map(|config| format!("A{config}")));
    Ok(all.map(String::into_bytes).collect())
}

const COOKIES: [&str; 8] = [
    "dama_player=8Lx3hGmvTq2ZcRkWbYd5pN",
    "a=1; dama_player=x; b\ndama_player=y",
    "dama_player=\"8Lx3hGmvTq2ZcRkWbYd5pN\"; dama_lang=hu",
    "__Host-dama_player=x;dama_player=;=;;dama_player",
    " dama_player = z ; DAMA_PLAYER=q",
    "dama_player=a=b; dama_player=%41",
    "dama_lang=fil",
    "dama_player=8Lx3hGmvTq2ZcRkWbYd5pN, dama_player=8Lx3hGmvTq2ZcRkWbYd5pN",
];

fn links() -> Seeds {
    let behind = ["", ".", "/", "!)", "\u{201d}", "\u{3002}", "?fbclid=x"];
    let mut seeds: Seeds = behind.iter().map(|it| format!("{TOKEN}{it}\n{it}").into()).collect();
    seeds.extend(texts(&[
        "https://dama.example/\ndama.example",
        "HTTP://Dama.example:80\n",
        "http://127.0.0.1:8080\n127.0.0.1:8080",
        "https://dama.example:443//",
        "http://[::1]:8080\n[::1]:8080",
        "null\nh",
        "https://dama.example.evil.example",
    ]));
    seeds
}

const FORWARDED: [&str; 8] = [
    "10.0.0.1\n192.0.2.1",
    "::ffff:10.0.0.1\n203.0.113.5, 192.0.2.1, 10.9.9.9",
    "fd00::1\nfor=203.0.113.5, proto=https;For=\"[2001:db8::7]:4711\"",
    "10.0.0.1\n192.0.2.1:5555\n10.9.9.9",
    "198.51.100.9\nfor=192.0.2.1, for=_hidden",
    "10.0.0.0/8 # a carrier\n\n192.0.2.7\n2001:db8::/32\n",
    "0.0.0.0/0\n::/0",
    "fil-PH,fil;q=0.9,en-US;q=0.8,en;q=0.7",
];

fn hub() -> Seeds {
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    let english = format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    let mut seeds = texts(&[
        "hub\nid name=\"Scan 3.1\" version=3.1\nwait\ninit\nready",
        "level depth=9 move-time=1\nlevel moves=9 time=291.587\nlevel time=-0.5 inc=2\ngo think",
        "set-param name=variant value=english\nset-param name=hash value=8\nnew-game",
        "info depth=3 score=-0.12 pv=\"32-28 19x23x18\"\nstop\nponder-hit\nquit",
        "go ponder\ngo analyze\nlevel infinite\nlevel nodes = 5000",
    ]);
    seeds.push(format!("pos pos={start} moves=\"32-28 19-23 28x19x23\"").into_bytes());
    seeds.push(format!("pos pos={english}\ngo think").into_bytes());
    seeds.push(b"pos pos=Bebeeeeeeeweeeeeeeeeeeeeeeeeeeeee moves=\"1x2x3x4\"".to_vec());
    seeds
}

fn questions() -> Result<Seeds, Fault> {
    let positions = fens()?;
    let asked = positions.iter().map(|fen| [b"go 100 " as &[u8], fen, b"\n"].concat());
    let odd =
        texts(&["new\nnodes 2000\nnodes 0\nquit\n", "go 50 W:W22:B14 B:W18:B14\r\n", "go x\n\n"]);
    Ok(asked.step_by(3).chain(odd).collect())
}

/// The beginnings of the weights that are in use, with a sign for the board.
fn nets() -> Result<Seeds, Fault> {
    let of = |sign: u8, file: &str| {
        let bytes = read(&format!("crates/engine/weights/{file}.net"))?;
        Ok([vec![sign], bytes.into_iter().take(1_024).collect()].concat())
    };
    let extremes =
        [vec![1; 2], vec![1, 0xff, 0x7f], vec![1, 0, 0x80], vec![0, 0xff, 0x7f, 0, 0x80]];
    Ok([vec![of(1, "english")?, of(0, "international")?], extremes.to_vec()].concat())
}

/// Bodies for a file of the right form (an odd sign before them), and files
/// that are none.
fn tables() -> Seeds {
    let win = |byte: u8| [vec![1], vec![byte; 992]].concat();
    vec![
        win(0),
        win(1),
        win(2),
        win(254),
        win(255),
        [vec![1], (0..=255).cycle().take(992).collect()].concat(),
        b"0".to_vec(),
        b"0DAMAEGT1\x15\0\x01\0\x01\0\xe0\x03\0\0\0\0\0\0".to_vec(),
    ]
}
