//! Files that never change under their name.

use std::borrow::Cow;

use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use web::assets;

use super::visible_origin;
use crate::app::App;

/// `GET /pkg/FILE`
pub(crate) async fn packed(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let Some(asset) = assets::get(&file, accepted.unwrap_or_default()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, asset.content_type)
        .header(header::CACHE_CONTROL, assets::CACHE_CONTROL)
        .header(header::VARY, "accept-encoding");
    if let Some(encoding) = asset.encoding.header() {
        response = response.header(header::CONTENT_ENCODING, encoding);
    }
    let body = Body::from(shared(asset.bytes));
    response.body(body).unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// `GET /sw.js`: the one service worker. It has a name that stays, so browsers
/// ask whether it is still the same.
pub(crate) async fn worker() -> Response {
    let path = assets::path("sw.js");
    let file = path.as_deref().and_then(|path| path.strip_prefix(assets::PREFIX));
    let Some(asset) = file.and_then(|file| assets::get(file, "")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [(header::CONTENT_TYPE, asset.content_type), (header::CACHE_CONTROL, "no-cache")];
    (headers, shared(asset.bytes)).into_response()
}

/// The bytes as they lie in the program: a copy for each of many who read
/// slowly would fill the memory.
fn shared(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

/// `GET /favicon.ico`: pages name their own picture; browsers ask anyway.
pub(crate) async fn favicon() -> Response {
    (StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "public, max-age=86400")]).into_response()
}

/// `GET /robots.txt`
pub(crate) async fn robots(State(app): State<App>, headers: HeaderMap) -> Response {
    listed("text/plain; charset=utf-8", web::pages::robots(&visible_origin(&app, &headers)))
}

/// `GET /sitemap.xml`
pub(crate) async fn sitemap(State(app): State<App>, headers: HeaderMap) -> Response {
    listed("application/xml; charset=utf-8", web::pages::sitemap(&visible_origin(&app, &headers)))
}

/// What search engines ask for now and then.
fn listed(content_type: &'static str, text: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_the_program_is_sent_without_a_copy() {
        static FILE: &[u8] = b"as large as a program";
        assert_eq!(shared(Cow::Borrowed(FILE)).as_ptr(), FILE.as_ptr());
        assert_eq!(shared(Cow::Owned(FILE.to_vec())), FILE);
        // Where the assets were built, they lie in the program indeed.
        if let Some(path) = web::assets::path("style.css") {
            let file = path.strip_prefix(assets::PREFIX).expect("its folder");
            let asset = assets::get(file, "br").expect("it is there");
            assert!(matches!(asset.bytes, Cow::Borrowed(_)));
        }
    }
}
