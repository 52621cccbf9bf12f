//! Which game was on the home page when it was left, and the links of invites.

use play::GameId;

use super::keep::{Keep, Lines, Page, put, set_aside};

const KEY: &str = "dama.current";
const HEADING: &str = "current 1";
const INVITES: &str = "dama.invites";
const INVITES_HEADING: &str = "invites 1";

/// Links that are remembered; an invite lives for seven days.
const REMEMBERED: usize = 20;

/// The game on the home page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Current {
    /// The one of two on this device.
    Local,
    /// One against the computer.
    Computer(GameId),
}

impl Current {
    /// What was on the board when the page was left.
    pub(crate) fn load(keep: &mut dyn Keep) -> Option<Self> {
        let text = keep.get(KEY)?;
        let line = Lines::under(&text, HEADING).and_then(|mut lines| lines.next());
        let current = match line {
            Some(("local", _)) => Some(Self::Local),
            Some(("computer", id)) => id.parse().ok().map(Self::Computer),
            _ => None,
        };
        if current.is_none() {
            set_aside(keep, KEY);
        }
        current
    }

    /// Keeps it; false when the browser does not.
    pub(crate) fn save(self, keep: &mut dyn Keep) -> bool {
        let page = Page::new(HEADING);
        let page = match self {
            Self::Local => page.line("local", &""),
            Self::Computer(id) => page.line("computer", &id),
        };
        put(keep, KEY, &page.text())
    }

    /// Nothing is on the board any more.
    pub(crate) fn forget(keep: &mut dyn Keep) {
        keep.remove(KEY);
    }
}

/// An invite's secret and its whole link.
pub(crate) type Invite = (String, String);

/// The invite that this browser made for a game.
pub(crate) fn invite_of(game: GameId, keep: &mut dyn Keep) -> Option<Invite> {
    let game = game.to_string();
    let invites = invites(keep);
    invites.into_iter().find(|(of, _)| *of == game).map(|(_, invite)| invite)
}

/// Remembers an invite; false when the browser does not.
pub(crate) fn remember_invite(game: GameId, invite: &Invite, keep: &mut dyn Keep) -> bool {
    let mut all = invites(keep);
    all.push((game.to_string(), invite.clone()));
    let from = all.len().saturating_sub(REMEMBERED);
    let mut page = Page::new(INVITES_HEADING);
    for (game, (token, url)) in all.iter().skip(from) {
        page.push(game, &format_args!("{token} {url}"));
    }
    put(keep, INVITES, &page.text())
}

fn invites(keep: &mut dyn Keep) -> Vec<(String, Invite)> {
    let Some(text) = keep.get(INVITES) else { return Vec::new() };
    let Some(lines) = Lines::under(&text, INVITES_HEADING) else {
        set_aside(keep, INVITES);
        return Vec::new();
    };
    lines
        .filter_map(|(game, rest)| {
            let (token, url) = rest.split_once(' ')?;
            Some((game.to_owned(), (token.to_owned(), url.to_owned())))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::keep::Memory;

    #[test]
    fn the_game_on_the_board_comes_back() {
        let mut keep = Memory::default();
        assert_eq!(Current::load(&mut keep), None);
        for current in [Current::Local, Current::Computer(GameId::from_u128(9))] {
            current.save(&mut keep);
            assert_eq!(Current::load(&mut keep), Some(current));
        }
        Current::forget(&mut keep);
        assert_eq!(Current::load(&mut keep), None);
    }

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        let mut keep = Memory::default();
        keep.set(KEY, "current 1\ncomputer not-an-id\n");
        assert_eq!(Current::load(&mut keep), None);
        assert!(keep.get("bad1.current").is_some());
    }

    #[test]
    fn the_latest_invites_are_remembered() {
        let mut keep = Memory::default();
        let invite = |n: u128| (format!("T{n}"), format!("https://dama.example/i/T{n}"));
        for n in 0..30 {
            remember_invite(GameId::from_u128(n), &invite(n), &mut keep);
        }
        assert_eq!(invite_of(GameId::from_u128(29), &mut keep), Some(invite(29)));
        assert_eq!(invite_of(GameId::from_u128(9), &mut keep), None);
    }
}
