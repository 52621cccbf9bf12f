//! The HTTP side: one module for each kind of thing.

mod assets;
mod body;
mod cards;
mod chosen;
mod events;
mod faces;
mod games;
pub(crate) mod health;
mod host;
mod in_app;
mod intake;
mod invite_pages;
mod invites;
mod journal;
mod language;
mod me;
mod packed;
mod pages;
mod plain;
mod push;
mod query;
mod reload;
mod replay;
mod seats;
mod trouble;
mod visit;

use std::{convert::Infallible, time::Duration};

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, FromRequestParts, MatchedPath, Path, Request, State},
    http::{HeaderMap, Method, StatusCode, Uri, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
pub(crate) use packed::Packed;
use play::{GameId, Seq};
use protocol::{ErrorCode, MAX_BODY_BYTES};
pub(crate) use query::Asked;
use serde::Deserialize;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer,
};
use visit::Visit;
use web::{Lang, pages::Topic};

use crate::{
    app::App,
    client::{self, Client},
    config::is_host,
    error::ApiError,
    headers,
    identity::{self, Visitor},
    origin, socket,
};

/// How long a request may take, its body included; longer than the longest
/// long poll. A websocket's request is over when the upgrade is answered.
const REQUEST_WITHIN: Duration = Duration::from_secs(40);

/// Everything that the server answers.
pub(crate) fn router(app: App) -> Router {
    let texts = Topic::ALL.into_iter().fold(Router::new(), |router, topic| {
        router.route(&format!("/{{lang}}/{}", topic.slug()), get(pages::text))
    });
    let known_visitors = Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::snapshot))
        .route("/api/games/{id}/pdn", get(games::pdn))
        .route("/api/games/{id}/commands", post(games::command))
        .route("/api/games/{id}/events", get(events::events))
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/api/invites/{token}", get(invites::show))
        .route("/api/invites/{token}/accept", post(invites::accept))
        .route("/api/invites/{token}/cancel", post(invites::cancel))
        .route("/api/games/{id}/seat-links", post(seats::make))
        .route("/api/games/{id}/seat-links/revoke", post(seats::revoke))
        .route("/api/seat-links/{token}", get(seats::show))
        .route("/api/seat-links/{token}/redeem", post(seats::redeem))
        .route("/api/me/games", get(me::games))
        .route("/api/me/erase", post(me::erase))
        .route("/api/me/face", post(faces::choose))
        .route("/api/push", get(push::key))
        .route("/api/me/push", post(push::subscribe))
        .route("/api/me/push/off", post(push::unsubscribe))
        .route("/push-words", get(push::words))
        .route("/", get(pages::root))
        .route("/{lang}", get(pages::without_slash))
        .route("/{lang}/", get(pages::home))
        .route("/{lang}/new", post(pages::new))
        .route("/{lang}/erase", post(pages::erase))
        .route("/{lang}/games", get(me::page))
        .route("/{lang}/face", get(faces::page).post(faces::act))
        .route("/{lang}/later", get(pages::later))
        .route("/{lang}/offline", get(pages::offline))
        .route("/{lang}/app.webmanifest", get(pages::manifest))
        .route("/{lang}/replay", get(replay::ask).post(replay::show))
        .merge(texts)
        .route("/i/{token}", get(invite_pages::show).post(invite_pages::join))
        // A sentence may have put a slash behind a link.
        .route("/i/{token}/", get(invite_pages::show))
        .route("/g/{id}/", get(pages::game))
        .route("/s/{token}/", get(seats::link))
        .route("/i/{token}/cancel", post(invite_pages::cancel))
        .route("/g/{id}", get(pages::game))
        .route("/g/{id}/beside", get(faces::beside))
        .route("/g/{id}/seat", get(seats::page).post(seats::act))
        .route("/s/{token}", get(seats::link).post(seats::take))
        .route("/g/{id}/rematch", post(me::rematch))
        .route("/g/{id}/command", post(plain::command))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn(chosen::remember))
        .layer(middleware::from_fn_with_state(app.clone(), limit_player))
        .layer(middleware::from_fn_with_state(app.clone(), identity::recognise));
    Router::new()
        .merge(known_visitors)
        .route("/g/{id}/card.png", get(cards::game))
        .route("/i/{token}/card.png", get(cards::invite))
        .route("/pkg/{file}", get(assets::packed))
        .route("/sw.js", get(assets::worker))
        .route("/favicon.ico", get(assets::favicon))
        .route("/robots.txt", get(assets::robots))
        .route("/sitemap.xml", get(assets::sitemap))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(app.clone(), limit_rate))
        .layer(middleware::from_fn_with_state(app.clone(), origin::check))
        .layer(CatchPanicLayer::custom(after_panic))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_WITHIN))
        .layer(middleware::from_fn_with_state(app.clone(), client::recognise))
        .layer(middleware::from_fn(intake::take_in))
        .layer(middleware::from_fn(host::check))
        .layer(middleware::from_fn_with_state(app.clone(), trouble::as_pages))
        .layer(middleware::from_fn_with_state(app.clone(), packed::steady))
        // Leaves alone what is small or packed already, as the assets are.
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(headers::add))
        .layer(middleware::from_fn_with_state(app.clone(), journal::watch))
        .with_state(app)
}

/// A panic in a handler is our fault; the other connections live on.
fn after_panic(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::from(ErrorCode::Internal).into_response()
}

/// The path exists, but not with this method; unless it only looks like a path
/// of ours, because what stands for the language is none.
async fn method_not_allowed(visit: Visit, matched: MatchedPath, uri: Uri) -> Response {
    if matched.as_str().starts_with("/{lang}") && Lang::from_path(uri.path()).is_none() {
        return visit.not_found();
    }
    ApiError::from(ErrorCode::MethodNotAllowed).into_response()
}

/// Middleware: bounds how often one address asks for something.
async fn limit_rate(
    State(app): State<App>,
    Extension(Client(address)): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let limits = app.limits();
    let may = if reads { limits.may_read(address) } else { limits.may_change(address) };
    if may {
        next.run(request).await
    } else {
        ApiError::from(ErrorCode::TooManyRequests).into_response()
    }
}

/// Middleware: bounds how often one player changes something, from however many
/// addresses.
async fn limit_player(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let limited = visitor.player().filter(|_| !reads);
    if limited.is_none_or(|player| app.limits().player_may_change(player)) {
        next.run(request).await
    } else {
        ApiError::from(ErrorCode::TooManyRequests).into_response()
    }
}

/// The one variable part of a path. What is not even text is nothing that we
/// know, so it becomes the empty text, which no id equals.
pub(crate) struct Segment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        Ok(Segment(path.map(|Path(text)| text).unwrap_or_default()))
    }
}

/// The `since` of a query.
#[derive(Deserialize)]
pub(crate) struct Since {
    since: Option<String>,
}

impl Since {
    /// The number; `None` when the query does not say.
    pub(crate) fn seq(&self) -> Result<Option<Seq>, ApiError> {
        let number = self.since.as_deref().map(str::parse).transpose();
        Ok(number.map_err(|_| ErrorCode::BadRequest)?.map(Seq::new))
    }
}

/// The game of a path. Links from chat apps may end in punctuation.
pub(crate) fn game_id(text: &str) -> Result<GameId, ApiError> {
    trimmed(text).parse().map_err(|_| ErrorCode::NotFound.into())
}

/// A link's last part without what a sentence put behind it.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_end_matches(|c: char| !c.is_ascii_alphanumeric())
}

/// The origin under which the visitor sees this server.
pub(crate) fn visible_origin(app: &App, headers: &HeaderMap) -> String {
    match app.public_origin() {
        Some(origin) => origin.to_owned(),
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            format!("http://{}", host.filter(|host| is_host(host)).unwrap_or("localhost"))
        }
    }
}
