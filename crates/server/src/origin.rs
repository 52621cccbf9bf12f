//! Refuses requests that another site's page makes in a visitor's name.
//!
//! Checked on every request that can change something and on the websocket
//! upgrade, before any work. A request without `Origin` is no browser's.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use protocol::ErrorCode;

use crate::{app::App, error::ApiError};

/// Middleware: 403 `bad_origin` for a foreign origin.
pub(crate) async fn check(State(app): State<App>, request: Request<Body>, next: Next) -> Response {
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(header::UPGRADE);
    if changes_nothing || is_own(request.headers(), app.public_origin()) {
        next.run(request).await
    } else {
        ApiError::from(ErrorCode::BadOrigin).into_response()
    }
}

/// Whether the request comes from our own page or from no page at all.
pub(crate) fn is_own(headers: &HeaderMap, public_origin: Option<&str>) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, more) = (origins.next(), origins.next());
    let Some(origin) = origin else { return true };
    let (Ok(origin), None) = (origin.to_str(), more) else { return false };
    if origin == "null" {
        // A plain form under some referrer policies; the browser vouches for it.
        return headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
    }
    match public_origin {
        Some(own) => origin.eq_ignore_ascii_case(own),
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            authority.is_some() && authority == host
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(public: Option<&str>, fields: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for &(name, value) in fields {
            headers.append(name, value.parse().unwrap());
        }
        is_own(&headers, public)
    }

    #[test]
    fn without_a_public_url_origin_and_host_must_agree() {
        let host = ("host", "127.0.0.1:8080");
        assert!(check(None, &[host]));
        assert!(check(None, &[host, ("origin", "http://127.0.0.1:8080")]));
        assert!(!check(None, &[host, ("origin", "http://127.0.0.1:8081")]));
        assert!(!check(None, &[host, ("origin", "http://evil.example")]));
        assert!(!check(None, &[("origin", "http://evil.example")]));
        assert!(!check(None, &[host, ("origin", "127.0.0.1:8080")]));
    }

    #[test]
    fn with_a_public_url_the_host_does_not_matter() {
        let public = Some("https://dama.example");
        let host = ("host", "10.0.0.1");
        assert!(check(public, &[host, ("origin", "https://dama.example")]));
        assert!(!check(public, &[host, ("origin", "http://dama.example")]));
        assert!(!check(public, &[host, ("origin", "http://10.0.0.1")]));
        assert!(!check(public, &[host, ("origin", "https://dama.example.evil.example")]));
    }

    #[test]
    fn a_null_origin_needs_the_browsers_word() {
        let host = ("host", "h");
        assert!(check(None, &[host, ("origin", "null"), ("sec-fetch-site", "same-origin")]));
        assert!(!check(None, &[host, ("origin", "null"), ("sec-fetch-site", "cross-site")]));
        assert!(!check(None, &[host, ("origin", "null")]));
    }

    #[test]
    fn two_origins_are_one_too_many() {
        let fields = [("host", "h"), ("origin", "http://h"), ("origin", "http://evil.example")];
        assert!(!check(None, &fields));
    }
}
