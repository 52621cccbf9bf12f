//! Headers that every answer carries.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(web::pages::CONTENT_SECURITY_POLICY),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Not `no-referrer`: under that a plain form sends `Origin: null`.
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Middleware: adds the headers that are the same everywhere, and forbids
/// caching where a handler did not allow it.
pub(crate) async fn add(request: Request<Body>, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
/// Whether shared caches may keep an answer: then no cookie goes with it, or
/// they would hand one person's to the next.
pub(crate) fn is_for_everybody(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|kept| kept.as_bytes().starts_with(b"public"))
}
