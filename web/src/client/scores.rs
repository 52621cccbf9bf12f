//! The score against each level of the computer, as the browser keeps it.
//!
//! What is kept is the result of each game under its id, not a count: so a
//! game counts once however often it is told, from however many pages, and an
//! end that is undone takes its point back.

use play::Level;
use rules::Variant;

use super::keep::{Keep, Lines, Page, put, set_aside};

const KEY: &str = "dama.scores";
const HEADING: &str = "scores 1";

/// Games remembered one by one; what is older is only counted.
const REMEMBERED: usize = 200;

/// How a game ended for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Tally {
    fn add(&mut self, point: Point) {
        let count = match point {
            Point::Won => &mut self.wins,
            Point::Drawn => &mut self.draws,
            Point::Lost => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    /// Whether nothing was played.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// A game and a level: every such pair has its own score.
pub type Pairing = (Variant, Level);

/// All scores against the computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Games that are no longer remembered one by one.
    older: Vec<(Pairing, Tally)>,
    /// The latest games, the oldest first; without a point where the score
    /// was set back after the game.
    games: Vec<(String, Pairing, Option<Point>)>,
}

impl Scores {
    /// What is kept now; read anew for each change, since other pages write too.
    pub fn load(keep: &mut dyn Keep) -> Self {
        let Some(text) = keep.get(KEY) else { return Self::default() };
        if let Some(scores) = Self::parse(&text) {
            return scores;
        }
        set_aside(keep, KEY);
        Self::default()
    }

    /// Keeps them; false when the browser does not.
    pub fn save(&self, keep: &mut dyn Keep) -> bool {
        put(keep, KEY, &self.text())
    }

    /// The score of a pairing.
    #[must_use]
    pub fn tally(&self, pairing: Pairing) -> Tally {
        let older = self.older.iter().find(|(of, _)| *of == pairing);
        let mut tally = older.map(|(_, tally)| *tally).unwrap_or_default();
        for (_, of, point) in &self.games {
            if let (true, Some(point)) = (*of == pairing, point) {
                tally.add(*point);
            }
        }
        tally
    }

    /// Tells how a game stands: ended so, or going on. Returns whether that
    /// changed anything.
    pub fn tell(&mut self, game: &str, pairing: Pairing, point: Option<Point>) -> bool {
        let known = self.games.iter().position(|(id, ..)| id == game);
        match (known, point) {
            (Some(at), Some(point)) => {
                let Some((_, _, counted)) = self.games.get_mut(at) else { return false };
                let changed = counted.is_some_and(|counted| counted != point);
                *counted = counted.map(|_| point);
                changed
            }
            (Some(at), None) => {
                self.games.remove(at);
                true
            }
            (None, Some(point)) => {
                self.games.push((game.to_owned(), pairing, Some(point)));
                if self.games.len() > REMEMBERED {
                    let (_, pairing, point) = self.games.remove(0);
                    if let Some(point) = point {
                        self.count(pairing, point);
                    }
                }
                true
            }
            (None, None) => false,
        }
    }

    /// Sets a pairing's score back; its games stay known, so that none counts
    /// again.
    pub fn reset(&mut self, pairing: Pairing) {
        self.older.retain(|(of, _)| *of != pairing);
        for (_, _, point) in self.games.iter_mut().filter(|(_, of, _)| *of == pairing) {
            *point = None;
        }
    }

    fn count(&mut self, pairing: Pairing, point: Point) {
        match self.older.iter_mut().find(|(of, _)| *of == pairing) {
            Some((_, tally)) => tally.add(point),
            None => {
                let mut tally = Tally::default();
                tally.add(point);
                self.older.push((pairing, tally));
            }
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let mut scores = Self::default();
        for (name, value) in Lines::under(text, HEADING)? {
            let mut words = value.split(' ');
            let mut word = || words.next();
            match name {
                "older" => {
                    let pairing = pairing(word()?, word()?)?;
                    let mut number = || word()?.parse().ok();
                    let tally = Tally { wins: number()?, draws: number()?, losses: number()? };
                    scores.older.push((pairing, tally));
                }
                "game" => {
                    let id = word()?.to_owned();
                    let pairing = pairing(word()?, word()?)?;
                    let point = match word()? {
                        "won" => Some(Point::Won),
                        "drawn" => Some(Point::Drawn),
                        "lost" => Some(Point::Lost),
                        "void" => None,
                        _ => return None,
                    };
                    scores.games.push((id, pairing, point));
                }
                _ => return None,
            }
        }
        Some(scores)
    }

    fn text(&self) -> String {
        let mut page = Page::new(HEADING);
        for ((variant, level), Tally { wins, draws, losses }) in &self.older {
            let (variant, level) = (variant.name(), level.name());
            page.push("older", &format_args!("{variant} {level} {wins} {draws} {losses}"));
        }
        for (id, (variant, level), point) in &self.games {
            let (variant, level) = (variant.name(), level.name());
            let point = match point {
                Some(Point::Won) => "won",
                Some(Point::Drawn) => "drawn",
                Some(Point::Lost) => "lost",
                None => "void",
            };
            page.push("game", &format_args!("{id} {variant} {level} {point}"));
        }
        page.text()
    }
}

fn pairing(variant: &str, level: &str) -> Option<Pairing> {
    Some((Variant::from_name(variant)?, Level::from_name(level)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::keep::Memory;

    const EASY: Pairing = (Variant::English, Level::Easy);
    const HARD: Pairing = (Variant::English, Level::Hard);

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn a_game_counts_once_however_often_it_is_told() {
        let mut scores = Scores::default();
        assert!(scores.tell("a", EASY, Some(Point::Won)));
        assert!(!scores.tell("a", EASY, Some(Point::Won)));
        scores.tell("b", EASY, Some(Point::Lost));
        scores.tell("c", HARD, Some(Point::Drawn));
        assert_eq!(scores.tally(EASY), tally(1, 0, 1));
        assert_eq!(scores.tally(HARD), tally(0, 1, 0));
    }

    #[test]
    fn an_undone_end_takes_its_point_back_and_another_end_counts_instead() {
        let mut scores = Scores::default();
        scores.tell("a", EASY, Some(Point::Lost));
        scores.tell("a", EASY, None);
        assert_eq!(scores.tally(EASY), tally(0, 0, 0));
        scores.tell("a", EASY, Some(Point::Won));
        assert_eq!(scores.tally(EASY), tally(1, 0, 0));
    }

    #[test]
    fn two_pages_that_tell_the_same_game_count_it_once() {
        let mut keep = Memory::default();
        for _ in 0..2 {
            let mut scores = Scores::load(&mut keep);
            scores.tell("a", EASY, Some(Point::Won));
            scores.save(&mut keep);
        }
        assert_eq!(Scores::load(&mut keep).tally(EASY), tally(1, 0, 0));
    }

    #[test]
    fn a_reset_touches_one_pairing() {
        let mut scores = Scores::default();
        scores.tell("a", EASY, Some(Point::Won));
        scores.tell("b", HARD, Some(Point::Lost));
        scores.reset(EASY);
        assert!(scores.tally(EASY).is_empty());
        assert_eq!(scores.tally(HARD), tally(0, 0, 1));
    }

    #[test]
    fn a_game_that_was_reset_does_not_count_again_but_its_next_end_does() {
        let mut scores = Scores::default();
        scores.tell("a", EASY, Some(Point::Won));
        scores.reset(EASY);
        scores.tell("a", EASY, Some(Point::Won));
        assert!(scores.tally(EASY).is_empty());
        scores.tell("a", EASY, None);
        scores.tell("a", EASY, Some(Point::Lost));
        assert_eq!(scores.tally(EASY), tally(0, 0, 1));
    }

    #[test]
    fn old_games_stay_in_the_count_when_they_are_forgotten_one_by_one() {
        let mut scores = Scores::default();
        for game in 0..REMEMBERED + 50 {
            scores.tell(&game.to_string(), EASY, Some(Point::Drawn));
        }
        assert_eq!(scores.games.len(), REMEMBERED);
        assert_eq!(scores.tally(EASY).draws as usize, REMEMBERED + 50);
        assert_eq!(Scores::parse(&scores.text()), Some(scores));
    }

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        for garbage in ["", "scores 9\n", "scores 1\ngame a english easy stolen\n", "[]"] {
            let mut keep = Memory::default();
            keep.set(KEY, garbage);
            assert_eq!(Scores::load(&mut keep), Scores::default());
            assert_eq!(keep.get("bad1.scores").as_deref(), Some(garbage));
        }
    }
}
