//! What went wrong, told to people as a page.
//!
//! Handlers of pages answer with pages. What stands around them (the bounds of
//! rate, size and time, the check of the origin, a panic that was caught)
//! answers with a code, as the API does; a person who sent a form or opened a
//! link gets the page instead.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, Uri, header},
    middleware::Next,
    response::Response,
};

use super::visit::Visit;
use crate::app::App;

/// Middleware: puts a page in the place of a bare error that answers a page's
/// request. Status and headers such as `Retry-After` stay.
pub(crate) async fn as_pages(State(app): State<App>, request: Request, next: Next) -> Response {
    if !is_page(request.uri()) {
        return next.run(request).await;
    }
    let visit = Visit::of(&app, request.uri(), request.headers());
    let is_head = request.method() == Method::HEAD;
    let response = next.run(request).await;
    if is_bare_error(&response) { dressed(&visit, response, is_head) } else { response }
}

/// The same answer with a page as its body.
fn dressed(visit: &Visit, response: Response, is_head: bool) -> Response {
    let html = visit.trouble_text(response.status());
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    parts.headers.insert(header::CONTENT_TYPE, kind);
    let body = if is_head { Body::empty() } else { Body::from(html) };
    Response::from_parts(parts, body)
}

/// Whether a person looks at the answer: neither a program of ours nor a
/// machine asks for such an address.
fn is_page(uri: &Uri) -> bool {
    let first = uri.path().split('/').nth(1).unwrap_or_default();
    let machines = ["api", "pkg", "healthz", "readyz", "favicon.ico", "robots.txt", "sitemap.xml"];
    !machines.contains(&first)
}

fn is_bare_error(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_html = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let status = response.status();
    (status.is_client_error() || status.is_server_error()) && !is_html
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::{body::to_bytes, response::IntoResponse};
    use protocol::ErrorCode;
    use web::Lang;

    use super::*;
    use crate::error::ApiError;

    async fn check_dressed(code: ErrorCode, status: u16, heading: &str) {
        let bare = ApiError::from(code).into_response();
        assert!(is_bare_error(&bare));
        let visit = Visit {
            lang: Lang::Hu,
            origin: "https://dama.example".into(),
            in_app: false,
            plain: false,
            about: Arc::default(),
        };
        let answer = dressed(&visit, bare, false);
        assert_eq!(answer.status().as_u16(), status);
        assert!(!is_bare_error(&answer), "the type is that of a page");
        let waits = answer.headers().contains_key(header::RETRY_AFTER);
        assert_eq!(waits, status == 429 || status == 503);
        let body = to_bytes(answer.into_body(), 100_000).await.expect("a body");
        let html = String::from_utf8_lossy(&body);
        assert!(html.contains(&format!("<h1>{heading}</h1>")), "{html}");
    }

    #[tokio::test]
    async fn a_bare_code_becomes_words_and_keeps_its_status_and_headers() {
        check_dressed(ErrorCode::Internal, 500, "Nálunk romlott el valami").await;
        check_dressed(ErrorCode::TooLarge, 413, "Ez túl sok").await;
        check_dressed(ErrorCode::TooManyRequests, 429, "Kicsit lassabban").await;
        check_dressed(ErrorCode::Busy, 503, "A szerver most foglalt").await;
    }

    fn check(path: &'static str, page: bool) {
        assert_eq!(is_page(&Uri::from_static(path)), page, "{path}");
    }

    #[test]
    fn people_get_pages_and_programs_get_codes() {
        for path in ["/", "/en/", "/hu/new", "/i/T", "/g/ID", "/nothing", "/apis", "/%FF"] {
            check(path, true);
        }
        for path in ["/api/games", "/api", "/pkg/app.js", "/healthz", "/robots.txt"] {
            check(path, false);
        }
    }
}
