//! What every page needs to know of the request, and the answers that all of
//! them share.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Query},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use protocol::ErrorCode;
use serde::Deserialize;
use web::{
    Lang,
    pages::{self, Page, Trouble},
};

use super::{chosen, in_app, language, visible_origin};
use crate::{about::About, app::App, error::ApiError};

/// What every page needs to know of the request.
pub(crate) struct Visit {
    pub(super) lang: Lang,
    pub(super) origin: String,
    pub(super) in_app: bool,
    /// Whether the visitor plays by plain links and forms.
    pub(super) plain: bool,
    pub(super) about: Arc<About>,
}

impl Visit {
    pub(super) fn page(&self) -> Page<'_> {
        Page {
            in_app: self.in_app,
            plain: self.plain,
            site: self.about.site(),
            ..Page::new(self.lang, &self.origin)
        }
    }

    /// A content page, or that there is none in such a language.
    pub(super) fn content(&self, uri: &Uri, render: impl FnOnce(&Page<'_>) -> String) -> Response {
        match Lang::from_path(uri.path()) {
            Some(lang) => remembered(lang, render(&self.page())),
            None => self.not_found(),
        }
    }

    /// What went wrong, in words for people.
    pub(crate) fn trouble_text(&self, status: StatusCode) -> String {
        pages::error(&self.page(), Trouble::of_status(status.as_u16()))
    }

    /// The page for something that went wrong.
    pub(super) fn trouble(&self, error: ApiError) -> Response {
        let html = self.trouble_text(error.status());
        let mut response = (error.status(), Html(html)).into_response();
        response.extensions_mut().insert(error.refused());
        if let Some(seconds) = error.retry_after_s() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    pub(super) fn not_found(&self) -> Response {
        self.trouble(ErrorCode::NotFound.into())
    }
}

/// The `lang` of a query, for pages whose path has none.
#[derive(Deserialize)]
struct Chosen {
    lang: Option<String>,
}

impl Visit {
    /// Reads language and origin from a request's address and headers.
    pub(crate) fn of(app: &App, uri: &Uri, headers: &HeaderMap) -> Self {
        let in_path = Lang::from_path(uri.path());
        let in_query = Query::<Chosen>::try_from_uri(uri).ok();
        let in_query = in_query.and_then(|Query(chosen)| chosen.lang?.parse().ok());
        let lang = in_path.or(in_query).unwrap_or_else(|| language::of(headers));
        Visit {
            lang,
            origin: visible_origin(app, headers),
            in_app: in_app::is(headers),
            plain: chosen::is_plain(uri, headers),
            about: app.about().clone(),
        }
    }
}

impl FromRequestParts<App> for Visit {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<Self, Self::Rejection> {
        Ok(Self::of(app, &parts.uri, &parts.headers))
    }
}

/// A page whose language was chosen by its path; remembered for the others.
/// `no-cache`, unlike `no-store`, lets a browser bring it back on "back".
fn remembered(lang: Lang, html: String) -> Response {
    let headers = [
        (header::SET_COOKIE, language::remember(lang)),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
    ];
    (headers, Html(html)).into_response()
}
