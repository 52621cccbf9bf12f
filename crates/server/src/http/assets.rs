//! Files that never change under their name.

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use web::assets;

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
pub(crate) async fn robots() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, web::pages::robots()).into_response()
}
