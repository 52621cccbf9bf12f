//! The pages. Words and markup are the front end's; here are statuses,
//! redirects and cookies.

use std::sync::Arc;

use axum::{
    Extension, Form,
    extract::{Query, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use play::{Session, Side};
use protocol::{Clock, CreateGame, ErrorCode, Opponent, RulesView, SideChoice};
use serde::Deserialize;
use web::{
    Lang,
    pages::{self, GamePage, Topic},
};

use super::{
    Segment, game_id,
    games::{Maker, make},
    language, me,
    packed::Steady,
    plain,
    visit::Visit,
};
use crate::{
    app::App,
    asides::is_among_people,
    error::ApiError,
    identity::{Forget, Visitor, with_introduction},
    room::Room,
};

/// `GET /`
pub(crate) async fn root(headers: HeaderMap) -> Response {
    let path = format!("/{}/", language::of(&headers));
    // Which language depends on who asks.
    ([(header::VARY, "accept-language, cookie")], Redirect::to(&path)).into_response()
}

/// `GET /{lang}`
pub(crate) async fn without_slash(visit: Visit, uri: Uri) -> Response {
    match Lang::from_path(uri.path()) {
        Some(lang) => Redirect::permanent(&format!("/{lang}/")).into_response(),
        None => visit.not_found(),
    }
}

/// `GET /{lang}/`
pub(crate) async fn home(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    uri: Uri,
) -> Response {
    if !visit.plain {
        return steady(visit.content(&uri, pages::home));
    }
    match me::running(&app, visitor).await {
        Ok(rows) => visit.content(&uri, |page| pages::plain_home(page, &rows)),
        Err(cause) => visit.trouble(cause.into()),
    }
}

/// `GET /{lang}/{slug}` for every text.
pub(crate) async fn text(visit: Visit, uri: Uri) -> Response {
    let slug = uri.path().splitn(3, '/').nth(2).unwrap_or_default();
    match Topic::from_slug(slug) {
        Some(topic) => steady(visit.content(&uri, |page| pages::text(page, topic))),
        None => visit.not_found(),
    }
}

/// Marks a page as the same for everybody.
fn steady(mut page: Response) -> Response {
    page.extensions_mut().insert(Steady);
    page
}

/// `GET /{lang}/later`: a part of a page, fetched by the page's own script,
/// which names its own version in the address.
pub(crate) async fn later(visit: Visit, uri: Uri) -> Response {
    if Lang::from_path(uri.path()).is_none() {
        return visit.not_found();
    }
    let headers = [("cache-control", "public, max-age=86400"), ("x-robots-tag", "noindex")];
    (headers, Html(pages::later(&visit.page()))).into_response()
}

/// `GET /{lang}/offline`: kept by the service worker for when it is needed.
pub(crate) async fn offline(visit: Visit, uri: Uri) -> Response {
    if Lang::from_path(uri.path()).is_none() {
        return visit.not_found();
    }
    let headers = [("cache-control", "no-cache"), ("x-robots-tag", "noindex")];
    (headers, Html(pages::offline(&visit.page()))).into_response()
}

/// `GET /{lang}/app.webmanifest`
pub(crate) async fn manifest(visit: Visit, uri: Uri) -> Response {
    let Some(lang) = Lang::from_path(uri.path()) else { return visit.not_found() };
    let headers =
        [("content-type", "application/manifest+json"), ("cache-control", "public, max-age=3600")];
    (headers, pages::manifest(lang)).into_response()
}

/// The fields of the form that starts a game.
#[derive(Deserialize)]
pub(crate) struct Setup {
    opponent: String,
    #[serde(default)]
    variant: String,
    #[serde(default)]
    level: String,
    #[serde(default)]
    side: String,
    tournament: Option<String>,
    #[serde(default)]
    length_limit: String,
    #[serde(default)]
    clock: String,
}

impl Setup {
    /// The game that the form asks for; `None` when a field is bad or the
    /// game is one for a single device, which needs no server.
    fn wanted(&self) -> Option<CreateGame> {
        let variant = self.variant.parse().ok()?;
        let opponent = match self.opponent.as_str() {
            "friend" => Opponent::Friend,
            "computer" => Opponent::Computer { level: play::Level::from_name(&self.level)? },
            _ => return None,
        };
        let side = match self.side.as_str() {
            "first" => SideChoice::First,
            "second" => SideChoice::Second,
            "random" => SideChoice::Random,
            _ => return None,
        };
        // The form offers the International options whatever is chosen above.
        let rules = match variant {
            rules::Variant::International => RulesView {
                tournament: self.tournament.is_some(),
                length_limit: match self.length_limit.as_str() {
                    "" => None,
                    number => Some(number.parse().ok()?),
                },
            },
            rules::Variant::English => RulesView::default(),
        };
        let clock = match self.clock.as_str() {
            "" => None,
            text => Some(Clock(text.parse().ok()?)),
        };
        Some(CreateGame { variant, opponent, side, rules, clock, fen: None, lang: None })
    }
}

/// `POST /{lang}/new`
pub(crate) async fn new(
    State(app): State<App>,
    visit: Visit,
    uri: Uri,
    maker: Maker,
    form: Result<Form<Setup>, axum::extract::rejection::FormRejection>,
) -> Response {
    let Some(lang) = Lang::from_path(uri.path()) else { return visit.not_found() };
    let form = match form {
        Ok(Form(form)) => form,
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return visit.trouble(ErrorCode::TooLarge.into());
        }
        Err(_) => return visit.trouble(ErrorCode::BadRequest.into()),
    };
    if form.opponent == "device" {
        return Redirect::to(&format!("/{lang}/")).into_response();
    }
    let Some(wanted) = form.wanted() else { return visit.trouble(ErrorCode::BadRequest.into()) };
    match make(&app, &maker, &wanted).await {
        Ok((created, introduce)) => {
            let path = match created.invite {
                Some(invite) => format!("/i/{}", invite.token),
                None => format!("/g/{}", created.game),
            };
            with_introduction(introduce, Redirect::to(&path))
        }
        Err(error) => visit.trouble(error),
    }
}

/// `POST /{lang}/erase`: the form of the privacy page.
pub(crate) async fn erase(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    uri: Uri,
) -> Response {
    if Lang::from_path(uri.path()).is_none() {
        return visit.not_found();
    }
    match me::forget(&app, visitor).await {
        Ok(()) => {
            // The page's program clears what the browser keeps; where there is
            // none, browsers do it themselves at this word, over TLS.
            let headers = [("clear-site-data", "\"storage\""), ("cache-control", "no-store")];
            (Extension(Forget), headers, Html(pages::erased(&visit.page()))).into_response()
        }
        Err(error) => visit.trouble(error),
    }
}

/// From which side a link to a game shows the board to those who watch.
#[derive(Deserialize)]
pub(crate) struct From {
    side: Option<String>,
}

/// `GET /g/ID`, also with `?side=second`
pub(crate) async fn game(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(id): Segment,
    uri: Uri,
) -> Response {
    let found = match game_id(&id) {
        Ok(game) => app.look(game).await.map_err(ApiError::from),
        Err(error) => Err(error),
    };
    match found {
        Ok((room, session)) => {
            app.visited(room.game());
            game_page(&app, &visit, visitor, &room, &session, &uri).await
        }
        Err(error) => visit.trouble(error),
    }
}

/// A game as somebody sees it.
///
/// Who has a seat has the own men at the bottom, whatever the link says.
pub(crate) async fn game_page(
    app: &App,
    visit: &Visit,
    visitor: Visitor,
    room: &Arc<Room>,
    session: &Session,
    uri: &Uri,
) -> Response {
    if visit.plain {
        return plain::page(app, visit, visitor, room, session, uri, None).await;
    }
    let from = Query::<From>::try_from_uri(uri).ok().and_then(|Query(From { side })| side);
    let from = from.and_then(|side| Side::from_name(&side)).unwrap_or(Side::First);
    let own = visitor.side_in(session);
    let page = GamePage {
        id: room.game(),
        board: session.board(),
        seq: session.seq(),
        bottom: own.unwrap_or(from).color(session.variant()),
        among_people: is_among_people(session),
        is_watched: own.is_none(),
        preview: visit.lang,
    };
    let headers = [("x-robots-tag", "noindex"), ("cache-control", "private, no-cache")];
    (headers, Html(pages::game(&visit.page(), &page))).into_response()
}

/// Everything else: a page for people, a code for programs.
pub(crate) async fn not_found(visit: Visit, uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        ApiError::from(ErrorCode::NotFound).into_response()
    } else {
        visit.not_found()
    }
}
