//! What the stories do at a table on a page.

use rules::{AnyGame, LegalMove, Square, Status, Variant};
use tests::{Browser, Driver, Screen, Server};
use tokio::sync::{Semaphore, SemaphorePermit};

/// A server, a driver, and browsers to open.
pub(crate) struct Scene {
    pub(crate) server: Server,
    pub(crate) driver: Driver,
    _place: SemaphorePermit<'static>,
}

/// Stories at once: each has several browsers, and a page that waits for a
/// core looks like a page that hangs.
static PLACES: Semaphore = Semaphore::const_new(2);

impl Scene {
    pub(crate) async fn set() -> Scene {
        let place = PLACES.acquire().await.expect("never closed");
        let (server, driver) = tokio::join!(Server::start(), Driver::start());
        Scene { server, driver, _place: place }
    }

    /// With a server that has these flags, too.
    pub(crate) async fn set_with(flags: &[&str]) -> Scene {
        let place = PLACES.acquire().await.expect("never closed");
        let flags = [&["--limits", "off"], flags].concat();
        let (server, driver) = tokio::join!(Server::start_with(&flags), Driver::start());
        Scene { server, driver, _place: place }
    }

    /// A browser on a page of the server.
    pub(crate) async fn visit(&self, screen: Screen, path: &str) -> Browser {
        let browser = Browser::open(&self.driver, screen).await;
        browser.goto(&self.server.url(path)).await;
        browser
    }
}

/// The selector of a square.
pub(crate) fn square(square: Square) -> String {
    format!(".table [data-square=\"{square}\"]")
}

/// Waits until the page's program has taken over the board.
pub(crate) async fn ready(browser: &Browser) {
    browser.until("document.querySelector('.table[data-ready]')").await;
}

/// Waits until so many plies are on the board and nothing moves any more.
pub(crate) async fn shows_ply(browser: &Browser, ply: usize) {
    browser
        .until(&format!("document.querySelector('.table[data-ready][data-ply=\"{ply}\"]')"))
        .await;
}

/// How a move is made on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A tap on the man, a tap on the last square.
    Taps,
    /// The man is dragged to the last square.
    Drag,
}

/// Makes a move whose last square says which it is.
pub(crate) async fn make(browser: &Browser, mv: &LegalMove, by: By) {
    let (from, to) = (square(mv.from), square(mv.to));
    match by {
        By::Taps => {
            browser.press(&from).await;
            browser.until(&format!("document.querySelector({to:?}).dataset.target")).await;
            browser.press(&to).await;
        }
        By::Drag => browser.drag(&from, &to).await,
    }
}

/// A game that ends on the board, found by chance that is the same each time.
pub(crate) fn whole_game(variant: Variant, fits: impl Fn(&[LegalMove]) -> bool) -> Vec<LegalMove> {
    let mut chance = Chance(1);
    for _ in 0..20_000 {
        let mut game = AnyGame::new(variant);
        let mut moves = Vec::new();
        while game.status() == Status::Ongoing && moves.len() < 80 {
            let legal = game.legal_moves();
            let mv = legal[chance.below(legal.len())].clone();
            game.play_path(&mv.path).expect("legal");
            moves.push(mv);
        }
        let won = matches!(game.status(), Status::Ended(outcome) if outcome.winner().is_some());
        if won && fits(&moves) {
            return moves;
        }
    }
    panic!("no such game was found");
}

/// Whether a move takes several pieces and its two ends say which.
pub(crate) fn is_plain_chain(mv: &LegalMove) -> bool {
    mv.captures.len() >= 2 && mv.from != mv.to && mv.pdn.matches('x').count() == 1
}

/// Numbers that look random and are the same each time.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Knuth's MMIX generator; its high bits are good enough here.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Nothing went wrong in the page so far.
pub(crate) async fn check_no_errors(browser: &Browser) {
    let errors = browser.console_errors().await;
    assert!(errors.is_empty(), "console: {errors:?}");
}
