//! The pages of an invite: looking is inert, joining and calling off are forms.

use axum::{
    Extension,
    extract::State,
    http::{StatusCode, Uri},
    response::{Html, IntoResponse, Redirect, Response},
};
use protocol::{InviteState, InviteViewer};
use web::pages::{self, Reload};

use super::{
    Segment,
    invites::{self, Found},
    pages::game_page,
    reload::Waits,
    trimmed,
    visit::Visit,
};
use crate::{
    app::App,
    identity::{Visitor, with_introduction},
};

/// `GET /i/T`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(token): Segment,
    uri: Uri,
) -> Response {
    match invites::find(&app, &token).await {
        Ok(found) => show_invite(&app, &visit, visitor, trimmed(&token), &found, &uri).await,
        Err(error) if error.status() == StatusCode::NOT_FOUND => {
            (StatusCode::NOT_FOUND, Html(pages::unknown_invite(&visit.page()))).into_response()
        }
        Err(error) => visit.trouble(error),
    }
}

async fn show_invite(
    app: &App,
    visit: &Visit,
    visitor: Visitor,
    token: &str,
    found: &Found,
    uri: &Uri,
) -> Response {
    let state = found.state(app.now());
    let status = match state {
        InviteState::Open | InviteState::Taken => StatusCode::OK,
        InviteState::Cancelled | InviteState::Expired | InviteState::Finished => StatusCode::GONE,
    };
    let game = found.invite.game.to_string();
    let url = format!("{}/i/{token}", visit.origin);
    let waits = Waits::of(uri);
    let viewer = found.viewer(visitor);
    let shown = match (state, viewer) {
        (InviteState::Cancelled, _) => pages::InviteState::Cancelled,
        (InviteState::Expired, _) => pages::InviteState::Expired,
        // The players' own link is their game, also after its end.
        (
            InviteState::Taken | InviteState::Finished,
            InviteViewer::Creator | InviteViewer::Guest,
        ) => {
            let mut page = game_page(app, visit, visitor, &found.room, &found.session, uri).await;
            *page.status_mut() = status;
            return page;
        }
        (InviteState::Finished, InviteViewer::None) => pages::InviteState::Finished,
        (InviteState::Taken, InviteViewer::None) => pages::InviteState::Taken { game: &game },
        (InviteState::Open, InviteViewer::Creator) => {
            let reload = if visit.plain { waits.reload() } else { Reload::Never };
            pages::InviteState::Own { url: &url, game: &game, reload }
        }
        (InviteState::Open, _) => pages::InviteState::Open,
    };
    let rules = found.session.rules();
    let invite = pages::Invite {
        token,
        state: shown,
        variant: found.session.variant(),
        side: found.guest_side().color(found.session.variant()),
        tournament: rules.tournament(),
        length_limit: rules.length_limit().map(std::num::NonZeroU16::get),
        clock: found.session.config().clock(),
        preview: found.invite.facts.lang.parse().unwrap_or(visit.lang),
    };
    let robots = [("x-robots-tag", "noindex")];
    let mut page = (status, robots, Html(pages::invite(&visit.page(), &invite))).into_response();
    if visit.plain && matches!(shown, pages::InviteState::Own { .. }) {
        waits.tell(&mut page, &format!("/i/{token}"));
    }
    page
}

/// `POST /i/T`
pub(crate) async fn join(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(token): Segment,
    uri: Uri,
) -> Response {
    match invites::take_seat(&app, visitor, &token).await {
        Ok((seated, introduce)) => {
            with_introduction(introduce, Redirect::to(&format!("/g/{}", seated.game)))
        }
        // The invite's own page tells what has become of it.
        Err(error) => match invites::find(&app, &token).await {
            Ok(found) => show_invite(&app, &visit, visitor, trimmed(&token), &found, &uri).await,
            Err(_) => visit.trouble(error),
        },
    }
}

/// `POST /i/T/cancel`
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(token): Segment,
) -> Response {
    match invites::call_off(&app, visitor, &token).await {
        Ok(()) => Redirect::to(&format!("/{}/", visit.lang)).into_response(),
        Err(error) => visit.trouble(error),
    }
}
