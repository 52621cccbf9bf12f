//! Whole documents as text, ready to be sent: plain HTML that reads without
//! scripts and needs none but the one program of a page with a board.
//!
//! Statuses, headers and cookies are the server's affair; words, links and
//! what stands in the head are decided here.

mod article;
mod beside;
mod diagram;
mod document;
mod erase;
mod error;
mod face;
mod figure;
mod game;
mod games;
mod home;
mod installed;
mod invite;
mod later;
mod place;
mod plain;
mod plain_home;
mod plain_moves;
mod qr;
mod reload;
mod replay;
mod robots;
mod seat;
mod setup;
mod site;
mod sitemap;
mod slot;
mod steps;
mod structured;
mod time_control;

pub use crate::content::Topic;
pub use article::text;
pub use beside::{Beside, beside, push_words};
pub use erase::erased;
pub use error::{Trouble, error};
pub use face::face;
pub use game::{GamePage, game};
pub use games::{Again, GameRow, GameState, games};
pub use home::home;
pub use installed::{manifest, offline};
pub use invite::{Invite, InviteState, invite, unknown_invite};
pub use later::later;
pub use plain::{PlainGame, plain_game};
pub use plain_home::plain_home;
pub use reload::Reload;
pub use replay::{LONGEST_RECORD, Reading, replay};
pub use robots::robots;
pub use seat::{SeatOffer, SeatPage, seat, seat_link, seat_offer, unknown_seat_link};
#[cfg(test)]
pub(crate) use site::with_days;
pub use sitemap::sitemap;

use rules::Variant;

use crate::{Lang, Skin};

/// `Content-Security-Policy` of every page: our own files and nothing else.
/// WebAssembly needs `wasm-unsafe-eval`; nothing is inline.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What links to a text are called.
fn topic_name(lang: Lang, topic: Topic) -> &'static str {
    use crate::words::page as words;
    match topic {
        Topic::Guide => words::nav_guide(lang),
        Topic::Rules(Variant::English) => words::rules_english_link(lang),
        Topic::Rules(Variant::International) => words::rules_international_link(lang),
        Topic::Tips => words::nav_tips(lang),
        Topic::Questions => words::nav_questions(lang),
        Topic::Variants => words::nav_variants(lang),
        Topic::Notation => words::nav_notation(lang),
        Topic::About => words::nav_about(lang),
        Topic::Privacy => words::nav_privacy(lang),
    }
}

/// What is true of one server and not of every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site<'a> {
    /// Days for which a finished game is kept after the last visit.
    pub keep_finished_days: u32,
    /// Days for which an unfinished game is kept after the last move or visit.
    pub keep_abandoned_days: u32,
    /// Days for which a player is kept after the last visit.
    pub keep_player_days: u32,
    /// Who runs it.
    pub operator: Option<&'a str>,
    /// How to reach them.
    pub contact: Option<&'a str>,
}

impl Site<'_> {
    /// A server whose operator has said nothing.
    pub const STANDARD: Site<'static> = Site {
        keep_finished_days: 400,
        keep_abandoned_days: 30,
        keep_player_days: 400,
        operator: None,
        contact: None,
    };
}

/// What every page is told about the visit.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The visitor's language.
    pub lang: Lang,
    /// Scheme and host for absolute links, such as `https://dama.example`.
    pub origin: &'a str,
    /// How the board looks until the page's program knows better.
    pub skin: Skin,
    /// Whether it is shown inside another program, such as a chat, whose
    /// browser may forget who plays.
    pub in_app: bool,
    /// Whether the visitor plays by plain links and forms.
    pub plain: bool,
    /// What is true of this server and not of every one.
    pub site: Site<'a>,
}

impl<'a> Page<'a> {
    /// A page in that language with the look that its readers start with.
    #[must_use]
    pub const fn new(lang: Lang, origin: &'a str) -> Self {
        Self {
            lang,
            origin,
            skin: Skin::of(lang),
            in_app: false,
            plain: false,
            site: Site::STANDARD,
        }
    }
}
