//! Pages that are the same for everybody, packed as well as it goes.
//!
//! Other answers are packed while they are sent, at a level that costs little.
//! For the home page and the texts the best level pays: it is a kilobyte less of
//! every first visit, done once for each page and kept.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use brotli::enc::BrotliEncoderParams;
use tokio::task::spawn_blocking;
use web::assets::Encoding;

use crate::app::App;

/// Pages that are kept: all of ours in every language, for a few names of the
/// host. Whoever makes up more of them gets pages packed like the others.
const KEPT: usize = 128;
/// The longest of them that is packed so, in bytes.
const LONGEST: usize = 256 * 1024;

/// Marks an answer that is the same for everybody who asks for it.
#[derive(Clone, Copy)]
pub(crate) struct Steady;

/// The pages that were packed, each with what became of it. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Packed(Arc<Kept>);

#[derive(Default)]
struct Kept {
    pages: Mutex<HashMap<Bytes, Bytes>>,
    /// One at a time: it takes a tenth of a second of a core.
    turn: tokio::sync::Mutex<()>,
}

impl Packed {
    /// The page in brotli; `None` when it is not kept and there is no room, or
    /// another is being packed.
    async fn pack(&self, page: &Bytes) -> Option<Bytes> {
        if let Some(packed) = self.find(page) {
            return Some(packed);
        }
        let _turn = self.0.turn.try_lock().ok()?;
        if self.pages().len() >= KEPT {
            return None;
        }
        let plain = page.clone();
        let packed = spawn_blocking(move || best(&plain)).await.ok()??;
        self.pages().insert(page.clone(), packed.clone());
        Some(packed)
    }

    fn find(&self, page: &Bytes) -> Option<Bytes> {
        self.pages().get(page).cloned()
    }

    fn pages(&self) -> std::sync::MutexGuard<'_, HashMap<Bytes, Bytes>> {
        self.0.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn best(page: &[u8]) -> Option<Bytes> {
    let parameters =
        BrotliEncoderParams { quality: 11, size_hint: page.len(), ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &page[..], &mut out, &parameters).ok()?;
    Some(Bytes::from(out))
}

/// Middleware: packs what is marked as [`Steady`] for browsers that take brotli.
pub(crate) async fn steady(State(app): State<App>, request: Request, next: Next) -> Response {
    let accepted = request.headers().get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = Encoding::accepted(accepted) == Encoding::Brotli;
    let is_get = *request.method() == Method::GET;
    let response = next.run(request).await;
    let is_steady =
        response.status() == StatusCode::OK && response.extensions().get::<Steady>().is_some();
    let is_short = response.body().size_hint().upper().is_some_and(|size| size <= LONGEST as u64);
    if !(is_steady && is_short && takes && is_get) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(page) = to_bytes(body, LONGEST).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        return Response::from_parts(parts, Body::empty());
    };
    let Some(packed) = app.packed().pack(&page).await else {
        return Response::from_parts(parts, Body::from(page));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(packed))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[tokio::test]
    async fn a_page_is_packed_once_and_its_bytes_come_back() {
        let packed = Packed::default();
        let page = Bytes::from("<p>man, king, man, king</p>".repeat(90));
        let first = packed.pack(&page).await.expect("packed");
        let second = packed.pack(&page).await.expect("kept");
        assert_eq!(first.as_ptr(), second.as_ptr());
        let mut back = Vec::new();
        brotli::Decompressor::new(&first[..], 4096).read_to_end(&mut back).expect("brotli");
        assert_eq!(back, page);
    }

    #[tokio::test]
    async fn made_up_pages_do_not_fill_the_memory() {
        let packed = Packed::default();
        for number in 0..KEPT {
            let page = Bytes::from(format!("page {number}"));
            assert!(packed.pack(&page).await.is_some());
        }
        assert_eq!(packed.pack(&Bytes::from("one more")).await, None);
        assert!(packed.pack(&Bytes::from("page 7")).await.is_some(), "what is kept is served");
    }
}
