//! What the HTTP side answers when it refuses: a status and a code, never a
//! sentence.

use std::time::Duration;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use play::{GameId, Refusal};
use protocol::ErrorCode;
use serde_json::{Map, Value};
use store::StoreError;
use tracing::error;

use crate::desk::Rejection;

/// A refusal on its way out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    game: Option<GameId>,
    retry_after: Option<Duration>,
}

impl ApiError {
    /// The status that carries it.
    pub(crate) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Names the game, so that somebody who comes too late can watch it.
    pub(crate) const fn about(mut self, game: GameId) -> Self {
        self.game = Some(game);
        self
    }

    /// Goes with every answer that is made of it.
    pub(crate) const fn refused(self) -> Refused {
        Refused(self.code)
    }

    /// Seconds after which another try makes sense.
    pub(crate) fn retry_after_s(self) -> Option<u16> {
        if let Some(wait) = self.retry_after {
            // Rounded up: a second earlier it would be refused again.
            return u16::try_from(wait.as_millis().div_ceil(1_000)).ok();
        }
        match self.code {
            ErrorCode::TooManyRequests => Some(10),
            ErrorCode::Busy => Some(2),
            _ => None,
        }
    }
}

/// Goes with the answer to the place where refusals are counted.
#[derive(Clone, Copy)]
pub(crate) struct Refused(pub ErrorCode);

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        ApiError { code, game: None, retry_after: None }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        ErrorCode::from(refusal).into()
    }
}

impl From<StoreError> for ApiError {
    /// The one place where a failing store is logged on the way to a client.
    fn from(cause: StoreError) -> Self {
        error!(%cause, "the store failed");
        ErrorCode::Busy.into()
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> Self {
        let retry_after = match rejection {
            Rejection::TooOften(wait) => Some(wait),
            _ => None,
        };
        ApiError { retry_after, ..code_of(&rejection).into() }
    }
}

/// Numbers that belong to a refusal.
pub(crate) fn details_of(retry_after: Option<Duration>) -> Map<String, Value> {
    let wait = retry_after.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    wait.map(|wait| ("retry_after_ms".to_owned(), wait.into())).into_iter().collect()
}

/// The code that a client is told; faults of ours are logged here.
pub(crate) fn code_of(rejection: &Rejection) -> ErrorCode {
    match rejection {
        Rejection::Refused(refusal) => (*refusal).into(),
        Rejection::NoSuchGame => ErrorCode::NotFound,
        Rejection::TooOften(_) => ErrorCode::TooManyRequests,
        Rejection::Crowded => ErrorCode::Busy,
        Rejection::Store(cause) => {
            error!(%cause, "the store failed");
            ErrorCode::Busy
        }
        Rejection::BrokenLog(cause) => {
            error!(%cause, "a game's log is broken");
            ErrorCode::Internal
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = match self.game {
            Some(game) => self.code.body_with_game(game),
            None => self.code.body(),
        };
        body.error.details.extend(details_of(self.retry_after));
        let mut response = (self.status(), Json(body)).into_response();
        if let Some(seconds) = self.retry_after_s() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self.refused());
        response
    }
}
