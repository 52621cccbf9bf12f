//! The tokens of the design, measured: text against paper, pieces and marks
//! against squares, in every theme and skin (WCAG 2.2, 1.4.3 and 1.4.11).

use std::{collections::BTreeMap, fs, path::Path};

type Tokens = BTreeMap<String, String>;

/// The declarations of every block, by its selector; at-rules are opened up.
fn blocks() -> Vec<(String, Tokens)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("style/tokens.css");
    let css = fs::read_to_string(path).expect("the tokens are there");
    let mut bare = String::new();
    for part in css.split("/*") {
        bare.push_str(part.split_once("*/").map_or(part, |(_, rest)| rest));
    }
    let mut blocks = Vec::new();
    for block in bare.split('}') {
        let mut parts = block.rsplitn(2, '{');
        let (body, head) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let selector = head.rsplit('{').next().unwrap_or_default().trim().to_owned();
        let pairs = body.split(';').filter_map(|line| line.split_once(':'));
        let tokens: Tokens = pairs
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .filter(|(name, _)| name.starts_with("--"))
            .collect();
        blocks.push((selector, tokens));
    }
    blocks
}

/// What a selector declares, the later blocks over the earlier.
fn of(selectors: &[&str]) -> Tokens {
    let mut all = Tokens::new();
    for wanted in selectors {
        let mut found = false;
        for (selector, tokens) in blocks() {
            if selector == *wanted {
                all.extend(tokens);
                found = true;
            }
        }
        assert!(found, "{wanted} is not in the tokens");
    }
    all
}

fn luminance(hex: &str) -> f64 {
    let digits = hex.strip_prefix('#').unwrap_or_else(|| panic!("{hex} is not #rrggbb"));
    assert_eq!(digits.len(), 6, "{hex}");
    let channel = |at: usize| {
        let value = u8::from_str_radix(&digits[at..at + 2], 16).expect("two hexadecimal digits");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// These pairs of tokens differ at least so much.
fn check(what: &str, tokens: &Tokens, least: f64, pairs: &[(&str, &str)]) {
    let value = |name: &str| {
        let value = tokens.get(name).unwrap_or_else(|| panic!("{what} lacks {name}"));
        value.split("/*").next().unwrap_or_default().trim().to_owned()
    };
    for (a, b) in pairs {
        let found = contrast(&value(a), &value(b));
        assert!(found >= least, "{what}: {a} on {b} is {found:.2}, not {least}");
    }
}

const NIGHT: &str = ":root[data-theme=\"dark\"]";
const NIGHT_BY_DEVICE: &str = ":root:not([data-theme=\"light\"])";

fn skins() -> Vec<(String, Tokens)> {
    let skin = |name: &str| format!("[data-skin=\"{name}\"]");
    let ten = |name: &str| format!("[data-skin=\"{name}\"] [data-variant=\"international\"]");
    let mut all: Vec<_> =
        ["classic", "rose", "wood"].map(|name| (name.to_owned(), of(&[&skin(name)]))).into();
    for name in ["classic", "wood"] {
        all.push((format!("{name}, international"), of(&[&skin(name), &ten(name)])));
    }
    all
}

#[test]
fn text_is_readable_by_day_and_by_night() {
    for (what, tokens) in [("day", of(&[":root"])), ("night", of(&[":root", NIGHT]))] {
        check(
            what,
            &tokens,
            4.5,
            &[
                ("--ink", "--paper"),
                ("--ink", "--raised"),
                ("--ink", "--accent-soft"),
                ("--ink", "--warm-soft"),
                ("--ink-soft", "--paper"),
                ("--ink-soft", "--raised"),
                ("--accent", "--paper"),
                ("--accent", "--raised"),
                ("--accent-ink", "--accent"),
                ("--warm", "--paper"),
                ("--warm", "--raised"),
                ("--warm-ink", "--warm"),
            ],
        );
        check(
            what,
            &tokens,
            3.0,
            &[
                ("--line-strong", "--paper"),
                ("--line-strong", "--raised"),
                ("--focus", "--paper"),
                ("--focus", "--raised"),
            ],
        );
    }
}

#[test]
fn the_night_of_the_device_and_the_night_of_the_reader_are_one() {
    assert_eq!(of(&[NIGHT_BY_DEVICE]), of(&[NIGHT]));
}

#[test]
fn pieces_stand_out_from_the_squares_by_fill_or_by_edge() {
    for (what, tokens) in skins() {
        check(
            &what,
            &tokens,
            3.0,
            &[("--first-edge", "--square-dark"), ("--second-edge", "--square-dark")],
        );
        // Where the fill itself is too near to the square, the edge must be
        // seen against the fill as well.
        for side in ["first", "second"] {
            let (fill, edge) = (format!("--{side}-fill"), format!("--{side}-edge"));
            if contrast(&tokens[&fill], &tokens["--square-dark"]) < 3.0 {
                check(&what, &tokens, 3.0, &[(&fill, &edge)]);
            }
        }
    }
}

#[test]
fn rims_and_crowns_stand_out_from_the_pieces() {
    for (what, tokens) in skins() {
        check(
            &what,
            &tokens,
            3.0,
            &[
                ("--first-rim", "--first-fill"),
                ("--second-rim", "--second-fill"),
                ("--crown", "--crown-edge"),
            ],
        );
    }
}

#[test]
fn the_two_sides_differ_in_lightness_or_are_told_apart_by_their_rims() {
    // Black against red is a matter of hue; the notched rim tells those apart.
    let (_, classic) = &skins()[0];
    check("classic rims", classic, 3.0, &[("--second-rim", "--first-fill")]);
    for (what, tokens) in skins().into_iter().filter(|(what, _)| what.contains("international")) {
        check(&what, &tokens, 3.0, &[("--first-fill", "--second-fill")]);
    }
}

#[test]
fn marks_stand_out_from_the_squares_and_crosses_from_men_too() {
    for (what, tokens) in skins() {
        check(
            &what,
            &tokens,
            3.0,
            &[
                ("--must", "--square-dark"),
                ("--hint", "--square-dark"),
                ("--cross", "--cross-edge"),
            ],
        );
        // A cross is red with a pale line around it: one of the two is seen.
        for ground in ["--square-dark", "--first-fill", "--second-fill"] {
            let seen = ["--cross", "--cross-edge"]
                .map(|name| contrast(&tokens[name], &tokens[ground]))
                .into_iter()
                .fold(0.0, f64::max);
            assert!(seen >= 3.0, "{what}: a cross on {ground} is {seen:.2}");
        }
        check(
            &what,
            &tokens,
            4.5,
            &[
                ("--square-number", "--square-dark"),
                ("--square-number", "--last-move"),
                ("--square-number", "--selected"),
            ],
        );
    }
}
