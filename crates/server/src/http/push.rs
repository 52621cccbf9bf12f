//! Who is told by push: the key, subscriptions, and the words that a browser
//! shows.

use axum::{
    Extension, Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use play::Refusal;
use protocol::{ErrorCode, PushEnd, PushKey, PushWish};
use serde_json::{Map, Value};
use web::pages;

use super::{body::JsonBody, visit::Visit};
use crate::{app::App, error::ApiError, identity::Visitor};

/// `GET /api/push`
pub(crate) async fn key(State(app): State<App>) -> Result<Json<PushKey>, ApiError> {
    let pushes = app.pushes().ok_or(ErrorCode::NotFound)?;
    Ok(Json(PushKey { key: pushes.public_key() }))
}

/// `POST /api/me/push`
pub(crate) async fn subscribe(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, ApiError> {
    let wish: PushWish = serde_json::from_slice(&body).map_err(|_| ErrorCode::BadRequest)?;
    let player = visitor.player().ok_or(Refusal::NotAPlayer)?;
    app.subscribe(player, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/me/push/off`: whoever knows the address may end it, so also a
/// browser that is somebody else by now.
pub(crate) async fn unsubscribe(
    State(app): State<App>,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, ApiError> {
    let PushEnd { endpoint } = serde_json::from_slice(&body).map_err(|_| ErrorCode::BadRequest)?;
    app.store().drop_push(&endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /push-words?lang=LANG`: what a browser shows; it keeps them.
pub(crate) async fn words(visit: Visit) -> Response {
    let words = pages::push_words(visit.page().lang);
    let words: Map<String, Value> =
        words.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect();
    Json(words).into_response()
}
