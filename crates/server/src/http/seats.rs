//! Links to seats over HTTP: looking is inert, making and using are POSTs.

use std::net::IpAddr;

use axum::{
    Extension, Form, Json,
    extract::{State, rejection::FormRejection},
    http::{HeaderMap, StatusCode},
    response::{Html, IntoResponse, Redirect, Response},
};
use play::{Command, GameId, Seat, State as Stand, object_within};
use protocol::{ErrorCode, InviteViewer, SeatLinkKind, SeatLinkView, SeatWish};
use serde::Deserialize;
use web::pages::{self, SeatPage};

use super::{Segment, body::JsonBody, game_id, trimmed, visible_origin, visit::Visit};
use crate::{
    app::App,
    client::Client,
    desk::Wish,
    error::ApiError,
    identity::{Visitor, with_introduction},
    seats,
};

/// `POST /api/games/ID/seat-links`
pub(crate) async fn make(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(Client(address)): Extension<Client>,
    headers: HeaderMap,
    Segment(id): Segment,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let (game, SeatWish { kind }) = (game_id(&id)?, SeatWish::parse(&body)?);
    if !app.limits().may_create(address, visitor.player()) {
        return Err(ErrorCode::TooManyRequests.into());
    }
    let origin = visible_origin(&app, &headers);
    let link = seats::make(&app, visitor, &origin, game, kind).await?;
    Ok((StatusCode::CREATED, Json(link)).into_response())
}

/// `POST /api/games/ID/seat-links/revoke`
pub(crate) async fn revoke(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(id): Segment,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, ApiError> {
    let (game, SeatWish { kind }) = (game_id(&id)?, SeatWish::parse(&body)?);
    seats::revoke(&app, visitor, game, kind).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/seat-links/T`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(token): Segment,
) -> Result<Json<SeatLinkView>, ApiError> {
    let found = seats::find(&app, trimmed(&token)).await?;
    Ok(Json(SeatLinkView {
        state: found.state(app.now()),
        kind: seats::told(found.link.kind),
        game: found.link.game,
        variant: found.session.variant(),
        side: found.link.side,
        you: found.viewer(visitor),
    }))
}

/// `POST /api/seat-links/T/redeem`
pub(crate) async fn redeem(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Segment(token): Segment,
) -> Result<Response, ApiError> {
    let origin = visible_origin(&app, &headers);
    let (redeemed, introduce) = seats::redeem(&app, visitor, &origin, trimmed(&token)).await?;
    Ok(with_introduction(introduce, Json(redeemed)))
}

/// A page that may hold a secret, or leads to one.
fn private(status: StatusCode, html: String) -> Response {
    let headers = [("x-robots-tag", "noindex"), ("cache-control", "no-store")];
    (status, headers, Html(html)).into_response()
}

/// `GET /g/ID/seat`: what can be done with a seat. Who has none watches.
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(id): Segment,
) -> Response {
    match game_id(&id) {
        Ok(game) => own_page(&app, visitor, &visit, game).await,
        Err(error) => Err(error),
    }
    .unwrap_or_else(|error| visit.trouble(error))
}

async fn own_page(
    app: &App,
    visitor: Visitor,
    visit: &Visit,
    game: GameId,
) -> Result<Response, ApiError> {
    let (_, session) = app.look(game).await?;
    let goes_on = matches!(session.state(), Stand::Waiting | Stand::Playing);
    let Some(own) = visitor.side_in(&session).filter(|_| goes_on) else {
        return Ok(Redirect::to(&format!("/g/{game}")).into_response());
    };
    let (kind, moves) = (store::SeatLinkKind::Saved, session.seat_moves(own));
    let page = SeatPage {
        game: &game.to_string(),
        has_saved: app.store().has_seat_link(game, own, kind, moves).await?,
        with_friend: session.is_playing() && matches!(session.seats()[!own], Seat::Player(_)),
        is_reported: session.reported_lost(own).is_some(),
        objects_s: object_within(session.config().clock()).as_secs(),
    };
    Ok(private(StatusCode::OK, pages::seat(&visit.page(), &page)))
}

/// The one field of the forms of that page.
#[derive(Deserialize)]
pub(crate) struct Asked {
    wish: String,
}

/// `POST /g/ID/seat`: one of its buttons.
pub(crate) async fn act(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(Client(address)): Extension<Client>,
    visit: Visit,
    Segment(id): Segment,
    form: Result<Form<Asked>, FormRejection>,
) -> Response {
    let done = match (game_id(&id), form) {
        (Ok(game), Ok(Form(asked))) => {
            press(&app, visitor, address, &visit, game, &asked.wish).await
        }
        (Err(error), _) => Err(error),
        (_, Err(_)) => Err(ErrorCode::BadRequest.into()),
    };
    done.unwrap_or_else(|error| visit.trouble(error))
}

async fn press(
    app: &App,
    visitor: Visitor,
    address: IpAddr,
    visit: &Visit,
    game: GameId,
    wish: &str,
) -> Result<Response, ApiError> {
    let kind = match wish {
        "continue" => SeatLinkKind::Continue,
        "save" => SeatLinkKind::Saved,
        "replace" => SeatLinkKind::Replacement,
        "revoke" => {
            seats::revoke(app, visitor, game, SeatLinkKind::Saved).await?;
            return Ok(Redirect::to(&format!("/g/{game}/seat")).into_response());
        }
        "keep" => {
            app.submit(game, Wish::unnamed(visitor.actor(), Command::KeepSeat)).await?;
            return Ok(Redirect::to(&format!("/g/{game}")).into_response());
        }
        _ => return Err(ErrorCode::BadRequest.into()),
    };
    if !app.limits().may_create(address, visitor.player()) {
        return Err(ErrorCode::TooManyRequests.into());
    }
    let link = seats::make(app, visitor, &visit.origin, game, kind).await?;
    let html = pages::seat_link(&visit.page(), &game.to_string(), &link);
    Ok(private(StatusCode::OK, html))
}

/// `GET /s/T`: what the link would do, and a button.
pub(crate) async fn link(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(token): Segment,
) -> Response {
    shown(&app, visitor, &visit, trimmed(&token)).await
}

async fn shown(app: &App, visitor: Visitor, visit: &Visit, token: &str) -> Response {
    use protocol::SeatLinkState::{Early, Expired, Finished, Open, Used};
    use web::pages::SeatOffer;
    let found = match seats::find(app, token).await {
        Ok(found) => found,
        Err(error) if error.status() == StatusCode::NOT_FOUND => {
            return private(StatusCode::NOT_FOUND, pages::unknown_seat_link(&visit.page()));
        }
        Err(error) => return visit.trouble(error),
    };
    let game = found.link.game.to_string();
    let (status, offer) = match (found.state(app.now()), found.viewer(visitor)) {
        (_, InviteViewer::Guest) => {
            return Redirect::to(&format!("/g/{game}")).into_response();
        }
        (Finished, _) => (StatusCode::GONE, SeatOffer::Finished),
        (Used, _) => (StatusCode::GONE, SeatOffer::Used),
        (Expired, _) => (StatusCode::GONE, SeatOffer::Expired),
        (Early | Open, InviteViewer::Creator) => (StatusCode::OK, SeatOffer::Friends),
        (Early, InviteViewer::None) => (StatusCode::OK, SeatOffer::Early),
        (Open, InviteViewer::None) => (StatusCode::OK, SeatOffer::Open),
    };
    private(status, pages::seat_offer(&visit.page(), token, &game, offer))
}

/// `POST /s/T`: the button.
pub(crate) async fn take(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(token): Segment,
) -> Response {
    let token = trimmed(&token);
    match seats::redeem(&app, visitor, &visit.origin, token).await {
        Ok((redeemed, introduce)) => {
            let game = redeemed.game.to_string();
            let answer = match redeemed.next {
                Some(next) => {
                    let html = pages::seat_link(&visit.page(), &game, &next);
                    private(StatusCode::OK, html)
                }
                None => Redirect::to(&format!("/g/{game}")).into_response(),
            };
            with_introduction(introduce, answer)
        }
        // The link's own page tells how it stands; what it cannot tell has a
        // page of its own.
        Err(error) if error.status().is_server_error() => visit.trouble(error),
        Err(_) => shown(&app, visitor, &visit, token).await,
    }
}
