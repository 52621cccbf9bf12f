//! What is noted of each request: a line in the log under an id, and counts.
//!
//! Paths carry secrets (an invite's token), so the log has the route's pattern
//! and, where the path names one, the game, whose id is public.

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use tracing::{Instrument, debug, error, info_span};

use crate::{app::App, error::Refused, metrics::Via};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware: gives the request an id, under which everything about it is
/// logged and which the answer carries; counts it.
pub(crate) async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = format!("{:016x}", app.world().seed());
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("none", MatchedPath::as_str).to_owned();
    let game = game_of(&route, request.uri().path());
    let span = info_span!("request", %id, method = %request.method(), route, game);
    let mut response = next.run(request).instrument(span.clone()).await;
    let _entered = span.enter();
    let status = response.status();
    app.metrics().answered(status);
    let code = response.extensions().get::<Refused>().map(|refused| refused.0);
    if let Some(code) = code {
        app.metrics().refused(Via::Http, code);
    }
    let code = code.map(protocol::ErrorCode::name);
    if status.is_server_error() {
        error!(status = status.as_u16(), code, "answered");
    } else {
        debug!(status = status.as_u16(), code, "answered");
    }
    if let Ok(value) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// The game that a path names; only where the route says that it is one.
fn game_of<'a>(route: &str, path: &'a str) -> Option<&'a str> {
    let place = route.split('/').position(|part| part == "{id}")?;
    let id = path.split('/').nth(place)?;
    id.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_names_games_and_no_invites() {
        assert_eq!(game_of("/g/{id}", "/g/abc"), Some("abc"));
        assert_eq!(game_of("/api/games/{id}/socket", "/api/games/abc/socket"), Some("abc"));
        assert_eq!(game_of("/i/{token}", "/i/abc"), None);
        assert_eq!(game_of("/g/{id}", "/g/a%0Ab"), None);
    }
}
