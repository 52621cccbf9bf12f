//! What a page with a board can do beyond its first move: single keys that are
//! answered by words, moves that are typed, the board as text.
//!
//! A part of a page and not a whole one, the same for everybody who reads that
//! language. The script of the same name fetches it when the page has come to
//! rest; every word and every name that the script says stands in here.

use leptos::prelude::*;

use super::Page;
use crate::{
    Lang,
    words::{board, page as text},
};

/// `/{lang}/later`.
#[must_use]
pub fn later(page: &Page<'_>) -> String {
    let owner = Owner::new();
    let html = owner.with(|| part(page.lang).to_html());
    drop(owner);
    html
}

/// The keys, in the order of the list, with what each does.
fn keys(lang: Lang) -> [(&'static str, &'static str); 10] {
    [
        ("M", text::key_own(lang)),
        ("O", text::key_other(lang)),
        ("C", text::key_captures(lang)),
        ("L", text::key_last(lang)),
        ("S", text::key_status(lang)),
        ("D", text::key_counters(lang)),
        ("T", text::key_clock(lang)),
        ("E", text::later_typed(lang)),
        ("B", text::later_board(lang)),
        ("?", text::key_list(lang)),
    ]
}

/// The sentences that the script fills and says, by the names it knows them by.
fn sentences(lang: Lang) -> Vec<(&'static str, String)> {
    let n = &"{n}";
    vec![
        ("yourMan", board::square_your_man(lang, n)),
        ("yourKing", board::square_your_king(lang, n)),
        ("pieces", text::answer_pieces(lang, &"{player}", &"{list}")),
        ("men", text::answer_men(lang, &"{list}")),
        ("kings", text::answer_kings(lang, &"{list}")),
        ("noPieces", text::answer_no_pieces(lang).into()),
        ("must", text::answer_must(lang, &"{list}")),
        ("noCapture", text::answer_no_capture(lang).into()),
        ("targets", text::answer_targets(lang, n, &"{list}")),
        ("last", text::answer_last(lang, &"{made}")),
        ("lastBy", text::answer_last_by(lang, &"{player}", &"{made}")),
        ("quiet", text::answer_quiet(lang, &"{from}", &"{to}")),
        ("capture", text::answer_capture(lang, &"{from}", &"{list}")),
        ("noMove", text::answer_no_move(lang).into()),
        ("noCounters", text::answer_no_counters(lang).into()),
        ("noClock", text::answer_no_clock(lang).into()),
        ("unclear", text::later_unclear(lang).into()),
        ("noSquare", text::later_no_square(lang, n)),
        ("empty", text::later_empty(lang, n)),
        ("ambiguous", text::later_ambiguous(lang).into()),
        ("notThere", board::why_not_there(lang).into()),
        ("notPossible", board::refused_not_allowed(lang).into()),
    ]
}

fn part(lang: Lang) -> impl IntoView {
    let key = |(key, does): (&'static str, &'static str)| {
        view! { <div><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div> }
    };
    let sentence =
        |(name, words): (&'static str, String)| view! { <data value=name>{words}</data> };
    view! {
        <section class="later" aria-label=text::later_label(lang)>
            <form class="typed" autocomplete="off">
                <label>
                    {text::later_typed(lang)}
                    <input name="move" autocapitalize="off" spellcheck="false" aria-describedby="typed-hint"/>
                </label>
                <button class="button">{text::later_typed_go(lang)}</button>
                <p class="note" id="typed-hint">{text::later_typed_hint(lang)}</p>
                <p data-refusal=""></p>
            </form>
            <details data-board-words="">
                <summary>{text::later_board(lang)}</summary>
                <div class="board-words"></div>
            </details>
            <details class="keys" data-keys="">
                <summary>{text::later_keys(lang)}</summary>
                <p>{text::later_keys_note(lang)}</p>
                <dl>{keys(lang).map(key).into_iter().collect_view()}</dl>
                <button type="button" class="button" aria-pressed="true" data-keys-on="">
                    {text::later_keys_switch(lang)}
                </button>
            </details>
            <p hidden="">{sentences(lang).into_iter().map(sentence).collect_view()}</p>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_every_key_that_the_script_knows_and_no_other() {
        let script = include_str!("../../script/answers.js");
        let (_, table) = script.split_once("const keys = {").expect("a table of keys");
        let (table, _) = table.split_once("\n};").expect("its end");
        let known: Vec<String> = table
            .lines()
            .filter_map(|line| line.split_once(": () =>"))
            .map(|(key, _)| key.trim().trim_matches('\'').to_uppercase())
            .collect();
        let mut listed: Vec<&str> = keys(Lang::En).map(|(key, _)| key).to_vec();
        let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn the_script_says_nothing_that_the_part_does_not_bring() {
        let scripts = [
            include_str!("../../script/answers.js"),
            include_str!("../../script/typed.js"),
            include_str!("../../script/later.js"),
        ];
        let brought: Vec<&str> = sentences(Lang::En).iter().map(|(name, _)| *name).collect();
        let end = |c: char| !c.is_ascii_alphanumeric();
        let mut said = Vec::new();
        for script in scripts {
            for (before, close) in [("words.", None), ("fill('", Some('\''))] {
                for rest in script.split(before).skip(1) {
                    let name = rest.split(end).next().unwrap_or_default();
                    let closed = close.is_none_or(|close| rest[name.len()..].starts_with(close));
                    if closed && !name.is_empty() {
                        said.push(name);
                    }
                }
            }
        }
        for name in &said {
            assert!(brought.contains(name), "nobody brings {name}");
        }
        for name in brought {
            assert!(said.contains(&name), "nobody says {name}");
        }
    }
}
