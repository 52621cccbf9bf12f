//! Faces: choosing one, and what two people have beside their board.

use axum::{
    Extension, Form,
    extract::{State, rejection::FormRejection},
    http::{StatusCode, Uri},
    response::{Html, IntoResponse, Redirect, Response},
};
use play::Face;
use protocol::{ErrorCode, FaceWish};
use serde::Deserialize;
use web::{
    Lang,
    pages::{self, Beside},
};

use super::{Segment, body::JsonBody, game_id, visit::Visit};
use crate::{app::App, asides::is_among_people, error::ApiError, identity::Visitor};

/// `POST /api/me/face`
pub(crate) async fn choose(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, ApiError> {
    let FaceWish { face } = serde_json::from_slice(&body).map_err(|_| ErrorCode::BadRequest)?;
    let player = visitor.player().ok_or(play::Refusal::NotAPlayer)?;
    app.choose_face(player, face).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /{lang}/face`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    uri: Uri,
) -> Response {
    let own = match visitor.player() {
        Some(player) => app.store().face(player).await,
        None => Ok(None),
    };
    match own {
        Ok(own) => visit.content(&uri, |page| pages::face(page, own)),
        Err(cause) => visit.trouble(cause.into()),
    }
}

/// The form of the page.
#[derive(Deserialize)]
pub(crate) struct Choice {
    face: String,
}

/// `POST /{lang}/face`
pub(crate) async fn act(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    uri: Uri,
    form: Result<Form<Choice>, FormRejection>,
) -> Response {
    let Some(lang) = Lang::from_path(uri.path()) else { return visit.not_found() };
    let face = form.ok().and_then(|Form(choice)| Face::from_name(&choice.face));
    let Some(face) = face else { return visit.trouble(ErrorCode::BadRequest.into()) };
    let Some(player) = visitor.player() else {
        return visit.trouble(play::Refusal::NotAPlayer.into());
    };
    match app.choose_face(player, face).await {
        Ok(()) => Redirect::to(&format!("/{lang}/face")).into_response(),
        Err(error) => visit.trouble(error.into()),
    }
}

/// `GET /g/ID/beside`: a part of a page, fetched by the page's own script.
pub(crate) async fn beside(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(id): Segment,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let (room, session) = app.look(game).await?;
    if !is_among_people(&session) {
        return Err(ErrorCode::NotFound.into());
    }
    let game = game.to_string();
    let you = visitor.side_in(&session);
    let push = app.pushes().map(|pushes| pushes.public_key());
    let beside = Beside { game: &game, you, faces: room.faces(), push: push.as_deref() };
    let headers = [("cache-control", "no-store"), ("x-robots-tag", "noindex")];
    Ok((headers, Html(pages::beside(&visit.page(), &beside))).into_response())
}
