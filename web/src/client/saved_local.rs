//! The game of two on one device, as the browser keeps it.

use core::num::NonZeroU16;

use play::{
    Score, Side,
    local::{LocalGame, Saved, Step},
};
use rules::{GameRules, Square, Variant};

use super::keep::{Keep, Lines, Page, put, set_aside};

/// The key under which the game is kept.
const KEY: &str = "dama.local";
const HEADING: &str = "local 1";

/// A kept game, with the number of times that it was kept: a page that shows
/// an older one must not write over a newer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLocal {
    /// The game.
    pub game: LocalGame,
    /// How many times it has been kept.
    pub revision: u64,
}

impl SavedLocal {
    /// The game that is kept. What cannot be read is set aside.
    pub fn load(keep: &mut dyn Keep) -> Option<Self> {
        let text = keep.get(KEY)?;
        let saved = Self::parse(&text);
        if saved.is_none() {
            set_aside(keep, KEY);
        }
        saved
    }

    /// Keeps the game; false when the browser does not.
    pub fn save(&mut self, keep: &mut dyn Keep) -> bool {
        self.revision += 1;
        put(keep, KEY, &self.text())
    }

    /// Whether another page has kept something since.
    pub fn is_overtaken(&self, keep: &dyn Keep) -> bool {
        let revision = keep.get(KEY).and_then(|text| revision(&text));
        revision.is_some_and(|revision| revision > self.revision)
    }

    /// Reads what [`SavedLocal::text`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut revision = None;
        let mut variant = None;
        let (mut tournament, mut limit) = (false, None);
        let mut saved = Saved {
            variant: Variant::English,
            rules: GameRules::STANDARD,
            setup: None,
            swapped: false,
            score: Score::default(),
            counts: true,
            steps: Vec::new(),
            done: 0,
        };
        for (name, value) in Lines::under(text, HEADING)? {
            match name {
                "revision" => revision = Some(value.parse().ok()?),
                "variant" => variant = Some(Variant::from_name(value)?),
                "tournament" => tournament = true,
                "length" => limit = Some(value.parse::<NonZeroU16>().ok()?),
                "setup" => saved.setup = Some(value.parse().ok()?),
                "swapped" => saved.swapped = true,
                "score" => saved.score = score(value)?,
                "uncounted" => saved.counts = false,
                "done" => saved.done = value.parse().ok()?,
                "move" => saved.steps.push(Step::Move(squares(value)?)),
                "resign" => saved.steps.push(Step::Resign(Side::from_name(value)?)),
                "agree" => saved.steps.push(Step::AgreeDraw),
                "claim" => saved.steps.push(Step::ClaimDraw(Side::from_name(value)?)),
                _ => return None,
            }
        }
        saved.variant = variant?;
        saved.rules = GameRules::new(saved.variant, tournament, limit).ok()?;
        Some(Self { game: LocalGame::load(saved).ok()?, revision: revision? })
    }

    /// The game as text.
    #[must_use]
    pub fn text(&self) -> String {
        let saved = self.game.save();
        let mut page = Page::new(HEADING)
            .line("revision", &self.revision)
            .line("variant", &saved.variant.name());
        if saved.rules.tournament() {
            page.push("tournament", &"on");
        }
        if let Some(limit) = saved.rules.length_limit() {
            page.push("length", &limit);
        }
        if saved.setup.is_some() {
            page.push("setup", &self.game.session().config().start_fen());
        }
        if saved.swapped {
            page.push("swapped", &"yes");
        }
        let Score { first, second, draws } = saved.score;
        page.push("score", &format_args!("{first} {second} {draws}"));
        if !saved.counts {
            page.push("uncounted", &"yes");
        }
        for step in &saved.steps {
            match step {
                Step::Move(path) => page.push("move", &join(path)),
                Step::Resign(side) => page.push("resign", side),
                Step::AgreeDraw => page.push("agree", &"draw"),
                Step::ClaimDraw(side) => page.push("claim", side),
            }
        }
        page.push("done", &saved.done);
        page.text()
    }
}

fn revision(text: &str) -> Option<u64> {
    Lines::under(text, HEADING)?.find(|(name, _)| *name == "revision")?.1.parse().ok()
}

fn score(text: &str) -> Option<Score> {
    let mut numbers = text.split(' ').map(|number| number.parse().ok());
    let score =
        Score { first: numbers.next()??, second: numbers.next()??, draws: numbers.next()?? };
    numbers.next().is_none().then_some(score)
}

fn squares(text: &str) -> Option<Vec<Square>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

fn join(path: &[Square]) -> String {
    let mut text = String::new();
    for square in path {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&square.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::keep::Memory;

    fn played(moves: &[&[u8]]) -> LocalGame {
        let mut game = LocalGame::new(Variant::English, GameRules::STANDARD, None).unwrap();
        for path in moves {
            let path: Vec<Square> = path.iter().filter_map(|&n| Square::new(n)).collect();
            game.play(&path).unwrap();
        }
        game
    }

    #[track_caller]
    fn check(game: LocalGame) {
        let saved = SavedLocal { game, revision: 7 };
        assert_eq!(SavedLocal::parse(&saved.text()).as_ref(), Some(&saved), "{}", saved.text());
    }

    #[test]
    fn a_game_comes_back_as_it_was_kept() {
        check(played(&[]));
        check(played(&[&[11, 15], &[22, 18], &[15, 22], &[25, 18]]));
        let rules = GameRules::new(Variant::International, true, NonZeroU16::new(80)).unwrap();
        check(LocalGame::new(Variant::International, rules, None).unwrap());
        let setup = "W:W32,K30:B1,K12".parse().unwrap();
        check(LocalGame::new(Variant::English, GameRules::STANDARD, Some(&setup)).unwrap());
    }

    #[test]
    fn undone_moves_the_end_and_the_score_come_back_too() {
        let mut game = played(&[&[11, 15], &[22, 18]]);
        game.undo();
        check(game.clone());
        game.resign(Side::Second).unwrap();
        check(game.clone());
        game.rematch().unwrap();
        check(game.clone());
        game.agree_draw().unwrap();
        game.reset_score();
        check(game);
    }

    #[test]
    fn what_is_no_game_is_set_aside_and_never_written_over() {
        let whole = SavedLocal { game: played(&[&[11, 15]]), revision: 1 }.text();
        let half = &whole[..whole.len() / 2];
        let foreign = whole.replace("english", "shogi");
        let illegal = whole.replace("move 11 15", "move 11 22");
        let newer = whole.replace("local 1", "local 2");
        for garbage in ["", "{\"v\":1}", half, &foreign, &illegal, &newer, "local 1\ndone 3\n"] {
            let mut keep = Memory::default();
            keep.set(KEY, garbage);
            assert_eq!(SavedLocal::load(&mut keep), None, "{garbage}");
            assert_eq!(keep.get("bad1.local").as_deref(), Some(garbage));
        }
    }

    #[test]
    fn a_page_knows_that_another_has_kept_a_newer_game() {
        let mut keep = Memory::default();
        let mut first = SavedLocal { game: played(&[]), revision: 0 };
        first.save(&mut keep);
        let mut second = SavedLocal::load(&mut keep).unwrap();
        assert!(!first.is_overtaken(&keep));
        second.save(&mut keep);
        assert!(first.is_overtaken(&keep));
        assert!(!second.is_overtaken(&keep));
    }
}
