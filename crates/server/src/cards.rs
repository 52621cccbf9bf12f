//! Pictures for link previews, drawn at a bounded cost: the last ones are kept,
//! one is drawn at a time, and the drawing waits off the server's own threads.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use axum::body::Bytes;
use protocol::ErrorCode;
use rules::{AnyGame, Color};
use tokio::sync::Semaphore;

use crate::{card, error::ApiError};

/// Pictures that are kept: a few hundred KiB.
const KEPT: usize = 32;
/// Who may wait for the one that is being drawn; the others come again.
const WAITING: usize = 32;

/// What a picture shows.
#[derive(Clone, PartialEq, Eq)]
struct Shows {
    variant: rules::Variant,
    fen: String,
    bottom: Color,
}

/// The pictures that were drawn last.
pub(crate) struct Cards {
    kept: Mutex<VecDeque<(Shows, Bytes)>>,
    drawing: Semaphore,
    waiting: Semaphore,
}

impl Default for Cards {
    fn default() -> Self {
        Cards {
            kept: Mutex::default(),
            drawing: Semaphore::new(1),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl Cards {
    /// The picture of a game's position with the men of a side at the bottom.
    /// `may_draw` is asked when it is not at hand.
    pub(crate) async fn of(
        &self,
        game: &AnyGame,
        bottom: Color,
        may_draw: impl FnOnce() -> bool,
    ) -> Result<Bytes, ApiError> {
        let shows = Shows { variant: game.variant(), fen: game.fen(), bottom };
        if let Some(picture) = self.known(&shows) {
            return Ok(picture);
        }
        if !may_draw() {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let _place = self.waiting.try_acquire().map_err(|_| ErrorCode::Busy)?;
        let _turn = self.drawing.acquire().await.map_err(|_| ErrorCode::Busy)?;
        // Somebody who was before us may have asked for the same.
        if let Some(picture) = self.known(&shows) {
            return Ok(picture);
        }
        let game = Arc::new(game.clone());
        let drawn = tokio::task::spawn_blocking(move || card::png(&game, bottom)).await;
        let Ok(Ok(picture)) = drawn else { return Err(ErrorCode::Internal.into()) };
        let picture = Bytes::from(picture);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((shows, picture.clone()));
        kept.truncate(KEPT);
        Ok(picture)
    }

    fn known(&self, shows: &Shows) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == shows).map(|(_, picture)| picture.clone())
    }
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_only_so_many_are_kept() {
        let cards = Cards::default();
        let game = AnyGame::new(Variant::English);
        assert!(cards.of(&game, Color::Black, || false).await.is_err(), "it must be drawn first");
        let first = cards.of(&game, Color::Black, || true).await.expect("a picture");
        let again = cards.of(&game, Color::Black, || false).await.expect("the same");
        assert_eq!(first, again);
        assert!(cards.of(&game, Color::White, || false).await.is_err(), "another one");
        let other = AnyGame::new(Variant::International);
        let filler = Shows { variant: Variant::English, fen: String::new(), bottom: Color::White };
        for _ in 0..KEPT {
            let mut kept = cards.kept.lock().expect("no panic elsewhere");
            kept.push_front((filler.clone(), first.clone()));
        }
        cards.of(&other, Color::White, || true).await.expect("a picture");
        assert_eq!(cards.kept.lock().expect("no panic elsewhere").len(), KEPT);
    }
}
