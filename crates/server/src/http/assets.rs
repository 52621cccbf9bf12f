//! Files that never change under their name.

use axum::{
    body::Body,
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
    let body = Body::from(asset.bytes.into_owned());
    response.body(body).unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
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
