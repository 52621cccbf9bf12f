//! Invites: looking is inert, taking the seat and calling off are POSTs.

use std::sync::Arc;

use axum::{Extension, Json, extract::State, http::StatusCode, response::Response};
use play::{Actor, CancelReason, Command, GameId, Refusal, Session, Side, State as Stand, base58};
use protocol::{ErrorCode, InviteState, InviteView, InviteViewer, Seated};
use store::StoredInvite;

use super::{Segment, trimmed};
use crate::{
    app::App,
    desk::{Rejection, Wish},
    error::ApiError,
    identity::{self, Introduce, Visitor, token_hash, with_introduction},
    room::Room,
};

/// An invite and the game that it leads to.
pub(crate) struct Found {
    pub invite: StoredInvite,
    pub room: Arc<Room>,
    pub session: Session,
}

impl Found {
    /// The side of whoever joins.
    pub(crate) fn guest_side(&self) -> Side {
        let creator = self.session.config().seats();
        creator.find(|&seat| seat == play::Seat::Open).unwrap_or(Side::Second)
    }

    /// Where the invite stands for somebody.
    pub(crate) fn state(&self, now: play::Time) -> InviteState {
        match self.session.state() {
            Stand::Waiting if now >= self.invite.facts.expires_at => InviteState::Expired,
            state => state.into(),
        }
    }

    /// What somebody is to it.
    pub(crate) fn viewer(&self, visitor: Visitor) -> InviteViewer {
        match visitor.player() {
            // Seats may have moved: the maker is who has the maker's seat now.
            Some(player) => match self.session.side_of(player) {
                Some(side) if side == self.guest_side() => InviteViewer::Guest,
                Some(_) => InviteViewer::Creator,
                None => InviteViewer::None,
            },
            None => InviteViewer::None,
        }
    }
}

/// Finds the invite of a link's token.
pub(crate) async fn find(app: &App, token: &str) -> Result<Found, ApiError> {
    let token = base58::decode(trimmed(token)).ok_or(ErrorCode::NotFound)?;
    let invite = app.store().invite(token_hash(token)).await?.ok_or(ErrorCode::NotFound)?;
    let (room, session) = app.look(invite.game).await?;
    Ok(Found { invite, room, session })
}

/// `GET /api/invites/T`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(token): Segment,
) -> Result<Json<InviteView>, ApiError> {
    let found = find(&app, &token).await?;
    Ok(Json(InviteView {
        state: found.state(app.now()),
        game: found.invite.game,
        variant: found.session.variant(),
        rules: found.session.rules().into(),
        clock: found.session.config().clock().map(protocol::Clock),
        side: found.guest_side(),
        you: found.viewer(visitor),
    }))
}

/// `POST /api/invites/T/accept`
pub(crate) async fn accept(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(token): Segment,
) -> Result<Response, ApiError> {
    let (seated, introduce) = take_seat(&app, visitor, &token).await?;
    Ok(with_introduction(introduce, Json(seated)))
}

/// `POST /api/invites/T/cancel`
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(token): Segment,
) -> Result<StatusCode, ApiError> {
    call_off(&app, visitor, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Seats the visitor on the open side.
pub(crate) async fn take_seat(
    app: &App,
    visitor: Visitor,
    token: &str,
) -> Result<(Seated, Option<Introduce>), ApiError> {
    let found = find(app, token).await?;
    let game = found.invite.game;
    let seated = Seated { game, side: found.guest_side() };
    match (found.viewer(visitor), found.state(app.now())) {
        (InviteViewer::Guest, _) => return Ok((seated, None)),
        (_, InviteState::Cancelled) => return Err(Refusal::InviteCancelled.into()),
        (_, InviteState::Expired) => {
            expire(app, game).await;
            return Err(Refusal::InviteExpired.into());
        }
        (InviteViewer::Creator, _) => return Err(Refusal::OwnInvite.into()),
        (InviteViewer::None, InviteState::Taken | InviteState::Finished) => {
            return Err(ApiError::from(Refusal::InviteTaken).about(game));
        }
        (InviteViewer::None, InviteState::Open) => {}
    }
    let (player, introduce) = identity::player_or_new(app, visitor).await?;
    match app.submit(game, Wish::unnamed(Actor::Player(player), Command::Join)).await {
        Ok(_) => Ok((seated, introduce)),
        Err(Rejection::Refused(Refusal::InviteTaken | Refusal::GameOver)) => {
            Err(ApiError::from(Refusal::InviteTaken).about(game))
        }
        Err(rejection) => Err(rejection.into()),
    }
}

/// Calls the visitor's own invite off. Again is as good as once.
pub(crate) async fn call_off(app: &App, visitor: Visitor, token: &str) -> Result<(), ApiError> {
    let found = find(app, token).await?;
    let cancelled = Stand::Cancelled(CancelReason::Cancelled);
    match (found.viewer(visitor), visitor.player()) {
        (InviteViewer::Creator, _) if found.session.state() == cancelled => Ok(()),
        (InviteViewer::Creator, Some(player)) => {
            let wish = Wish::unnamed(Actor::Player(player), Command::Cancel);
            match app.submit(found.invite.game, wish).await {
                Ok(_) => Ok(()),
                Err(Rejection::Refused(Refusal::InviteTaken)) => {
                    Err(ApiError::from(Refusal::InviteTaken).about(found.invite.game))
                }
                Err(rejection) => Err(rejection.into()),
            }
        }
        _ => Err(Refusal::NotAPlayer.into()),
    }
}

/// Writes down that an invite's time is over. Whoever comes first does it;
/// the answer does not depend on it.
async fn expire(app: &App, game: GameId) {
    let wish = Wish::unnamed(Actor::Service, Command::Expire);
    if let Err(rejection) = app.submit(game, wish).await {
        tracing::debug!(%game, %rejection, "expiry was not written");
    }
}
