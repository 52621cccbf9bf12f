//! Links by which a seat comes to another browser: making, looking, using.
//!
//! A link names the seat and how often it had moved. Using it is a command like
//! any other, and the event that follows makes every earlier link to the seat
//! worthless; so of two who use one at once exactly one finds it good, and
//! nothing has to be struck off.

use std::time::Duration;

use play::{Actor, Command, GameId, Refusal, SeatGiver, Session, Side, State, Time, object_within};
use protocol::{ErrorCode, InviteViewer, SeatLink, SeatLinkKind, SeatLinkState, SeatRedeemed};
use store::StoreError;

use crate::{
    app::App,
    desk::{Rejection, Wish},
    error::ApiError,
    identity::{self, Introduce, Visitor, token_hash},
};

/// How long a link for another device is good: as long as it takes to look up
/// from one and type into the other.
const CONTINUE_WITHIN: Duration = Duration::from_secs(2 * 60);
/// How long a friend has to use the link to a lost seat: as long as an invite.
const REPLACE_WITHIN: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A link to a seat, and the game that it leads to.
pub(crate) struct Found {
    pub link: store::SeatLink,
    pub session: Session,
}

impl Found {
    /// Where the link stands.
    pub(crate) fn state(&self, now: Time) -> SeatLinkState {
        let (link, session) = (&self.link, &self.session);
        if matches!(session.state(), State::Finished(_) | State::Cancelled(_)) {
            return SeatLinkState::Finished;
        }
        if session.seat_moves(link.side) != link.moves {
            return SeatLinkState::Used;
        }
        if link.expires_at.is_some_and(|end| now >= end) {
            return SeatLinkState::Expired;
        }
        match (link.kind, session.reported_lost(link.side)) {
            (store::SeatLinkKind::Replacement, None) => SeatLinkState::Used,
            (store::SeatLinkKind::Replacement, Some(since))
                if now.since(since) < object_within(session.config().clock()) =>
            {
                SeatLinkState::Early
            }
            _ => SeatLinkState::Open,
        }
    }

    /// What somebody is to it: has the seat already, or has the other one.
    pub(crate) fn viewer(&self, visitor: Visitor) -> InviteViewer {
        match visitor.side_in(&self.session) {
            Some(side) if side == self.link.side => InviteViewer::Guest,
            Some(_) => InviteViewer::Creator,
            None => InviteViewer::None,
        }
    }
}

/// Finds the link of a token.
pub(crate) async fn find(app: &App, token: &str) -> Result<Found, ApiError> {
    let token = play::base58::decode(token).ok_or(ErrorCode::NotFound)?;
    let link = app.store().seat_link(token_hash(token)).await?.ok_or(ErrorCode::NotFound)?;
    let (_, session) = app.look(link.game).await?;
    Ok(Found { link, session })
}

/// Makes a link of a kind: to the visitor's own seat, or for a lost one to the
/// other.
pub(crate) async fn make(
    app: &App,
    visitor: Visitor,
    origin: &str,
    game: GameId,
    kind: SeatLinkKind,
) -> Result<SeatLink, ApiError> {
    let (_, session) = app.look(game).await?;
    let own = visitor.side_in(&session).ok_or(Refusal::NotAPlayer)?;
    if matches!(session.state(), State::Finished(_) | State::Cancelled(_)) {
        return Err(Refusal::GameOver.into());
    }
    let side = match kind {
        SeatLinkKind::Continue | SeatLinkKind::Saved => own,
        SeatLinkKind::Replacement => {
            app.submit(game, Wish::unnamed(visitor.actor(), Command::ReportLostSeat)).await?;
            !own
        }
    };
    let (_, session) = app.look(game).await?;
    let mut link = put(app, origin, game, side, kind, session.seat_moves(side)).await?;
    if kind == SeatLinkKind::Replacement {
        link.opens_in_s = seconds(object_within(session.config().clock()));
    }
    Ok(link)
}

async fn put(
    app: &App,
    origin: &str,
    game: GameId,
    side: Side,
    kind: SeatLinkKind,
    moves: u32,
) -> Result<SeatLink, StoreError> {
    let lasts = match kind {
        SeatLinkKind::Continue => Some(CONTINUE_WITHIN),
        SeatLinkKind::Saved => None,
        SeatLinkKind::Replacement => Some(REPLACE_WITHIN),
    };
    let token = app.random();
    let link = store::SeatLink {
        token: token_hash(token),
        game,
        side,
        kind: kept(kind),
        moves,
        expires_at: lasts.map(|lasts| app.now().plus(lasts)),
    };
    app.store().put_seat_link(link).await?;
    let token = play::base58::encode(token);
    Ok(SeatLink {
        kind,
        url: format!("{origin}/s/{token}"),
        token,
        expires_in_s: lasts.map(seconds),
        opens_in_s: 0,
    })
}

/// Makes the visitor's own link of a kind worthless, if there is one.
pub(crate) async fn revoke(
    app: &App,
    visitor: Visitor,
    game: GameId,
    kind: SeatLinkKind,
) -> Result<(), ApiError> {
    let (_, session) = app.look(game).await?;
    let own = visitor.side_in(&session).ok_or(Refusal::NotAPlayer)?;
    let side = if kind == SeatLinkKind::Replacement { !own } else { own };
    Ok(app.store().drop_seat_link(game, side, kept(kind)).await?)
}

/// Gives the seat of a link to the visitor. Again by the same one is as good
/// as once.
pub(crate) async fn redeem(
    app: &App,
    visitor: Visitor,
    origin: &str,
    token: &str,
) -> Result<(SeatRedeemed, Option<Introduce>), ApiError> {
    let found = find(app, token).await?;
    let store::SeatLink { game, side, kind, moves, .. } = found.link;
    match (found.viewer(visitor), found.state(app.now())) {
        (InviteViewer::Guest, _) => return Ok((SeatRedeemed { game, side, next: None }, None)),
        (_, SeatLinkState::Finished) => return Err(Refusal::GameOver.into()),
        (InviteViewer::Creator, _) => return Err(Refusal::OwnInvite.into()),
        (_, SeatLinkState::Used) => return Err(ApiError::from(Refusal::SeatLinkUsed).about(game)),
        (_, SeatLinkState::Expired) => return Err(Refusal::InviteExpired.into()),
        (_, SeatLinkState::Early) => return Err(Refusal::TooEarly.into()),
        (InviteViewer::None, SeatLinkState::Open) => {}
    }
    let from = match kind {
        store::SeatLinkKind::Replacement => SeatGiver::Opponent,
        store::SeatLinkKind::Continue | store::SeatLinkKind::Saved => SeatGiver::Holder,
    };
    let (player, introduce) = identity::player_or_new(app, visitor).await?;
    let wish = Wish::unnamed(Actor::Player(player), Command::TakeSeat { side, moves, from });
    match app.submit(game, wish).await {
        Ok(_) => {}
        Err(Rejection::Refused(Refusal::SeatLinkUsed)) => {
            return Err(ApiError::from(Refusal::SeatLinkUsed).about(game));
        }
        Err(rejection) => return Err(rejection.into()),
    }
    let next = match kind {
        // The one that was used is worth nothing now; its owner has the next.
        store::SeatLinkKind::Saved => {
            put(app, origin, game, side, SeatLinkKind::Saved, moves.saturating_add(1)).await.ok()
        }
        store::SeatLinkKind::Continue | store::SeatLinkKind::Replacement => None,
    };
    Ok((SeatRedeemed { game, side, next }, introduce))
}

/// What the wire calls a kind that is kept.
pub(crate) const fn told(kind: store::SeatLinkKind) -> SeatLinkKind {
    match kind {
        store::SeatLinkKind::Continue => SeatLinkKind::Continue,
        store::SeatLinkKind::Saved => SeatLinkKind::Saved,
        store::SeatLinkKind::Replacement => SeatLinkKind::Replacement,
    }
}

const fn kept(kind: SeatLinkKind) -> store::SeatLinkKind {
    match kind {
        SeatLinkKind::Continue => store::SeatLinkKind::Continue,
        SeatLinkKind::Saved => store::SeatLinkKind::Saved,
        SeatLinkKind::Replacement => store::SeatLinkKind::Replacement,
    }
}

fn seconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_secs()).unwrap_or(u32::MAX)
}
