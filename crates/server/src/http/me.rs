//! The games of the browser that asks.

use axum::{Extension, Json, extract::State};
use play::State as Stand;
use protocol::MyGame;
use store::{GameSummary, StoreError};

use crate::{app::App, error::ApiError, identity::Visitor};

/// Games in one answer.
const MOST: u32 = 100;

/// The visitor's games, the last changed first.
pub(crate) async fn summaries(app: &App, visitor: Visitor) -> Result<Vec<GameSummary>, StoreError> {
    match visitor.player() {
        Some(player) => app.store().games_of(player, MOST).await,
        None => Ok(Vec::new()),
    }
}

/// `GET /api/me/games`
pub(crate) async fn games(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Vec<MyGame>>, ApiError> {
    let games = summaries(&app, visitor).await?;
    Ok(Json(games.iter().map(line).collect()))
}

fn line(game: &GameSummary) -> MyGame {
    let result = match game.summary.state {
        Stand::Finished(outcome) => Some(outcome),
        Stand::Waiting | Stand::Playing | Stand::Cancelled(_) => None,
    };
    MyGame {
        game: game.game,
        variant: game.variant,
        you: game.you,
        state: game.summary.state.into(),
        your_turn: game.is_your_turn(),
        result,
        updated_at: game.updated_at.as_millis(),
    }
}
