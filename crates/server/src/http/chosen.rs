//! Who plays by plain links and forms: a choice for the session, made by the
//! address and remembered by a cookie.

use axum::{
    extract::{Query, Request},
    http::{HeaderMap, HeaderValue, Uri, header},
    middleware::Next,
    response::Response,
};
use serde::Deserialize;

use crate::identity::cookie_values;

/// The cookie that remembers the choice until the browser is closed.
const NAME: &str = "dama_plain";

/// The choice that an address makes, if it makes one.
fn chosen(uri: &Uri) -> Option<bool> {
    #[derive(Deserialize)]
    struct Chosen {
        plain: Option<String>,
    }
    let Query(chosen) = Query::<Chosen>::try_from_uri(uri).ok()?;
    match chosen.plain?.as_str() {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}

/// Whether the visitor plays by plain links and forms.
pub(crate) fn is_plain(uri: &Uri, headers: &HeaderMap) -> bool {
    let remembered = || cookie_values(headers, NAME).any(|value| value == "1");
    chosen(uri).unwrap_or_else(remembered)
}

/// Middleware: remembers the choice that an address makes.
pub(crate) async fn remember(request: Request, next: Next) -> Response {
    let chosen = chosen(request.uri());
    let mut response = next.run(request).await;
    if let Some(plain) = chosen {
        let cookie = match plain {
            true => "dama_plain=1; Path=/; SameSite=Lax; HttpOnly",
            false => "dama_plain=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly",
        };
        response.headers_mut().append(header::SET_COOKIE, HeaderValue::from_static(cookie));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &'static str, cookie: Option<&'static str>, plain: bool) {
        let mut headers = HeaderMap::new();
        if let Some(cookie) = cookie {
            headers.append(header::COOKIE, HeaderValue::from_static(cookie));
        }
        assert_eq!(is_plain(&Uri::from_static(uri), &headers), plain, "{uri} {cookie:?}");
    }

    #[test]
    fn the_address_chooses_and_the_cookie_remembers() {
        check("/en/", None, false);
        check("/en/?plain=1", None, true);
        check("/en/", Some("dama_plain=1"), true);
        check("/en/?plain=0", Some("dama_plain=1"), false);
        check("/en/?plain=yes&fbclid=x", Some("dama_plain=1"), true);
        check("/en/?plain", Some("dama_plain=0"), false);
    }
}
