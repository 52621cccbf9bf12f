//! What the HTTP side answers when it refuses: a status and a code, never a
//! sentence.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use play::{GameId, Refusal};
use protocol::ErrorCode;
use store::StoreError;
use tracing::error;

use crate::desk::Rejection;

/// A refusal on its way out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    game: Option<GameId>,
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
    pub(crate) const fn retry_after_s(self) -> Option<u16> {
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
        ApiError { code, game: None }
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
        code_of(&rejection).into()
    }
}

/// The code that a client is told; faults of ours are logged here.
pub(crate) fn code_of(rejection: &Rejection) -> ErrorCode {
    match rejection {
        Rejection::Refused(refusal) => (*refusal).into(),
        Rejection::NoSuchGame => ErrorCode::NotFound,
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
        let body = match self.game {
            Some(game) => self.code.body_with_game(game),
            None => self.code.body(),
        };
        let mut response = (self.status(), Json(body)).into_response();
        if let Some(seconds) = self.retry_after_s() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self.refused());
        response
    }
}
