//! Making a game, looking at it, and talking in it without a websocket.

use std::time::Duration;

use axum::{
    Extension, Json,
    extract::{FromRequestParts, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use play::{GameId, PlayerId, Session, Side, base58};
use protocol::{
    ClientMessage, CreateGame, Created, ErrorCode, InviteLink, Opponent, ServerMessage, Snapshot,
};
use store::{NewGame, NewInvite};

use super::{Segment, body::JsonBody, game_id, language, visible_origin};
use crate::{
    app::App,
    client::Client,
    error::ApiError,
    identity::{self, Introduce, Visitor, token_hash, with_introduction},
};

/// How long an invite can be accepted: seven days.
const INVITE_LASTS: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// `POST /api/games`
pub(crate) async fn create(
    State(app): State<App>,
    maker: Maker,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let wanted = CreateGame::parse(&body)?;
    let (created, introduce) = make(&app, &maker, &wanted).await?;
    Ok(with_introduction(introduce, (StatusCode::CREATED, Json(created))))
}

/// Who makes a game, and from where.
#[derive(FromRequestParts)]
pub(crate) struct Maker {
    client: Extension<Client>,
    visitor: Extension<Visitor>,
    headers: HeaderMap,
}

/// Makes a game, and a player for its maker where the browser has none yet.
pub(crate) async fn make(
    app: &App,
    maker: &Maker,
    wanted: &CreateGame,
) -> Result<(Created, Option<Introduce>), ApiError> {
    let Extension(Client(address)) = maker.client;
    if !app.limits().may_create(address, maker.visitor.player()) {
        return Err(ErrorCode::TooManyRequests.into());
    }
    if let Opponent::Computer { level } = wanted.opponent
        && !app.computer().has_room_for(level)
    {
        return Err(ErrorCode::Busy.into());
    }
    let lot = if app.random().is_multiple_of(2) { Side::First } else { Side::Second };
    let side = wanted.side.side(lot);
    let now = app.now();
    // The request is judged before a player is made for it.
    wanted.config(PlayerId::stand_in(side), side, now)?;
    let (player, introduce) = identity::player_or_new(app, *maker.visitor).await?;
    let config = wanted.config(player, side, now)?;
    let id = GameId::from_u128(app.random());
    let session = Session::new(config.clone());
    let lang = wanted.lang.map_or_else(|| language::of(&maker.headers).code(), |lang| lang.name());
    let token = (wanted.opponent == Opponent::Friend).then(|| app.random());
    let invite = token.map(|token| NewInvite {
        token: token_hash(token),
        lang: lang.to_owned(),
        expires_at: now.plus(INVITE_LASTS),
    });
    let job = session.computer_to_move();
    app.store().create_game(NewGame { id, config, invite, job }).await?;
    app.metrics().created(&session);
    app.deadlines().expect(session.flag_at());
    app.computer().follow(id, &session);
    let invite = token.map(|token| {
        let token = base58::encode(token);
        let url = format!("{}/i/{token}", visible_origin(app, &maker.headers));
        InviteLink { token, url }
    });
    Ok((Created { game: id, side, invite }, introduce))
}

/// `GET /api/games/ID`
pub(crate) async fn snapshot(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(id): Segment,
) -> Result<Json<Snapshot>, ApiError> {
    let game = game_id(&id)?;
    let (room, session) = app.look(game).await?;
    app.visited(game);
    let side = visitor.side_in(&session);
    Ok(Json(room.snapshot(&session, side.into(), app.now())))
}

/// `GET /api/games/ID/pdn`
pub(crate) async fn pdn(
    State(app): State<App>,
    Segment(id): Segment,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let (_, session) = app.look(game).await?;
    let text = crate::record::pdn(&session);
    let name = format!("attachment; filename=\"dama-{game}.pdn\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-draughts-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// `POST /api/games/ID/commands`
pub(crate) async fn command(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(id): Segment,
    JsonBody(body): JsonBody,
) -> Result<Json<ServerMessage>, ApiError> {
    let game = game_id(&id)?;
    let text = std::str::from_utf8(&body).map_err(|_| ErrorCode::BadMessage)?;
    match ClientMessage::parse(text) {
        Ok(ClientMessage::Command(said)) => {
            // Nobody knows how long this line takes.
            let seq = app.command(game, visitor.actor(), &said, Duration::ZERO).await?;
            Ok(Json(ServerMessage::Accepted { id: said.id, seq }))
        }
        Ok(ClientMessage::React { id, reaction }) => {
            let seq = app.react(game, visitor, reaction).await?;
            Ok(Json(ServerMessage::Accepted { id, seq }))
        }
        Ok(ClientMessage::Ping { .. }) => {
            let (_, session) = app.look(game).await?;
            Ok(Json(ServerMessage::Pong { seq: session.seq() }))
        }
        Err(_) => Err(ErrorCode::BadMessage.into()),
    }
}
