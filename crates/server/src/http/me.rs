//! The games of the browser that asks.

use std::collections::HashSet;

use axum::{
    Extension, Json,
    extract::State,
    http::{StatusCode, Uri},
    response::{IntoResponse, Redirect, Response},
};
use play::{Command, GameId, Outcome, State as Stand};
use protocol::MyGame;
use store::{GameSummary, StoreError};
use web::pages::{self, Again, GameRow};

use super::{Segment, game_id, visit::Visit};
use crate::{
    app::App,
    desk::Wish,
    error::ApiError,
    identity::{Forget, Visitor},
    record,
};

/// Games in one answer.
const MOST: u32 = 100;
/// Finished games that are looked at for a friend's wish: the last ones.
const LOOKED_AT: usize = 10;

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

/// `POST /api/me/erase`: also for somebody who is not known, or not any more.
pub(crate) async fn erase(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, ApiError> {
    forget(&app, visitor).await?;
    Ok((Extension(Forget), StatusCode::NO_CONTENT).into_response())
}

/// Ends the visitor's games and forgets the visitor. The answer must carry
/// [`Forget`].
pub(crate) async fn forget(app: &App, visitor: Visitor) -> Result<(), ApiError> {
    match visitor.player() {
        Some(player) => Ok(app.erase(player).await?),
        None => Ok(()),
    }
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

/// `GET /{lang}/games`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    uri: Uri,
) -> Response {
    match summaries(&app, visitor).await {
        Ok(games) => {
            let here = friends_here(&app, &games).await;
            let mut rows: Vec<_> = games.iter().map(|game| row(game, &here)).collect();
            let finished = games.iter().zip(&mut rows).filter(|(game, _)| is_with_friend(game));
            for (game, row) in finished.take(LOOKED_AT) {
                row.again = again(&app, game).await;
            }
            visit.content(&uri, |page| pages::games(page, &rows))
        }
        Err(cause) => visit.trouble(cause.into()),
    }
}

/// The visitor's games that go on, for the home page of those whose browser
/// keeps none on its board.
pub(crate) async fn running(app: &App, visitor: Visitor) -> Result<Vec<GameRow>, StoreError> {
    let mut games = summaries(app, visitor).await?;
    games.retain(|game| matches!(game.summary.state, Stand::Waiting | Stand::Playing));
    let here = friends_here(app, &games).await;
    Ok(games.iter().map(|game| row(game, &here)).collect())
}

/// In which of these games the friend is here.
async fn friends_here(app: &App, games: &[GameSummary]) -> HashSet<GameId> {
    let with_friends = games.iter().filter(|game| game.computer.is_none());
    let friends: Vec<_> = with_friends.map(|game| (game.game, !game.you)).collect();
    app.where_here(&friends).await
}

fn row(game: &GameSummary, here: &HashSet<GameId>) -> GameRow {
    let state = match game.summary.state {
        Stand::Waiting => pages::GameState::Waiting,
        Stand::Playing if game.is_your_turn() => pages::GameState::YourTurn,
        Stand::Playing => pages::GameState::TheirTurn,
        Stand::Finished(Outcome::Draw(_)) => pages::GameState::Drawn,
        Stand::Finished(Outcome::Win(side, _)) if side == game.you => pages::GameState::Won,
        Stand::Finished(Outcome::Win(..)) => pages::GameState::Lost,
        Stand::Cancelled(_) => pages::GameState::Cancelled,
    };
    GameRow {
        id: game.game.to_string(),
        variant: game.variant,
        you: game.you.color(game.variant),
        level: game.computer,
        state,
        face: game.face,
        friend_is_here: here.contains(&game.game),
        day: record::day(game.updated_at),
        again: if is_with_friend(game) { Again::CanAsk } else { Again::No },
    }
}

/// Whether a game is over that was played with a friend.
fn is_with_friend(game: &GameSummary) -> bool {
    game.computer.is_none() && matches!(game.summary.state, Stand::Finished(_))
}

/// How it stands with another game. Where the game cannot be read, asking will
/// tell.
async fn again(app: &App, game: &GameSummary) -> Again {
    let Ok((_, session)) = app.look(game.game).await else { return Again::CanAsk };
    match (session.rematch(), session.offers().rematch) {
        (Some(_), _) => Again::No,
        (None, None) => Again::CanAsk,
        (None, Some(side)) if side == game.you => Again::Asked,
        (None, Some(_)) => Again::FriendAsks,
    }
}

/// `POST /g/ID/rematch`: asks the friend of a finished game for another one,
/// and goes where it is, or will be.
pub(crate) async fn rematch(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(id): Segment,
) -> Response {
    let game = match game_id(&id) {
        Ok(game) => game,
        Err(error) => return visit.trouble(error),
    };
    let next = GameId::from_u128(app.random());
    let wish = Wish::unnamed(visitor.actor(), Command::OfferRematch { next });
    // Refused where it was asked before: the game's page tells how it stands.
    let _ = app.submit(game, wish).await;
    match app.look(game).await {
        Ok((_, session)) => {
            Redirect::to(&format!("/g/{}", session.rematch().unwrap_or(game))).into_response()
        }
        Err(error) => visit.trouble(error.into()),
    }
}
