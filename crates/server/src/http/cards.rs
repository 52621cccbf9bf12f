//! Pictures for link previews. They carry no cookie, so that they may be kept
//! by whoever fetched them.

use std::net::IpAddr;

use axum::{
    Extension,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use play::{Seq, Side};
use rules::{AnyGame, Color};
use serde::Deserialize;

use super::{Asked, Segment, game_id, invites};
use crate::{app::App, client::Client, error::ApiError};

/// The picture of what will never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// The picture of what may have changed a minute later.
const FOR_A_MINUTE: &str = "public, max-age=60";

/// The event at which a picture is wanted: part of its address, so that a game
/// that has gone on has another picture.
#[derive(Deserialize)]
pub(crate) struct At {
    at: Option<u64>,
    side: Option<String>,
}

/// `GET /g/ID/card.png?at=SEQ&side=SIDE`: the position now, as that side sees it.
pub(crate) async fn game(
    State(app): State<App>,
    Extension(Client(address)): Extension<Client>,
    Segment(id): Segment,
    Asked(At { at, side }): Asked<At>,
) -> Result<Response, ApiError> {
    let (_, session) = app.look(game_id(&id)?).await?;
    let side = side.as_deref().and_then(Side::from_name).unwrap_or(Side::First);
    let bottom = side.color(session.variant());
    let is_this = at.map(Seq::new) == Some(session.seq());
    let kept = if is_this { FOR_EVER } else { FOR_A_MINUTE };
    answer(&app, address, session.board(), bottom, kept).await
}

/// `GET /i/T/card.png`: the position in which the game begins, as the one who
/// is invited will see it.
pub(crate) async fn invite(
    State(app): State<App>,
    Extension(Client(address)): Extension<Client>,
    Segment(token): Segment,
) -> Result<Response, ApiError> {
    let found = invites::find(&app, &token).await?;
    let bottom = found.guest_side().color(found.session.variant());
    answer(&app, address, found.session.config().start(), bottom, FOR_EVER).await
}

async fn answer(
    app: &App,
    address: IpAddr,
    game: &AnyGame,
    bottom: Color,
    kept: &'static str,
) -> Result<Response, ApiError> {
    let picture = app.cards().of(game, bottom, || app.limits().may_draw(address)).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, kept)];
    Ok((headers, picture).into_response())
}
