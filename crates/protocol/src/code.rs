//! The codes of everything that is refused.

use play::{GameId, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::named;

/// A code: on HTTP in the error body, on the websocket in `refused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// A refusal of the game itself.
    Game(Refusal),
    /// Not JSON, an unknown type or bad fields.
    BadMessage,
    /// A request that cannot be read.
    BadRequest,
    /// A start that is no position, or in which the game is already over.
    BadFen,
    /// Rules that this variant does not have.
    BadRules,
    /// The request comes from a page of another site.
    BadOrigin,
    /// The operator lets nobody in from this address.
    Blocked,
    /// No such game, invite or page.
    NotFound,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The body did not come in time.
    TooSlow,
    /// The body is larger than allowed.
    TooLarge,
    /// The body is not of the type that is read here.
    UnsupportedMediaType,
    /// Too many requests; come back after Retry-After.
    TooManyRequests,
    /// The service cannot take more now; come back after Retry-After.
    Busy,
    /// A fault of the service.
    Internal,
    /// A code that this version does not know.
    Unknown,
}

impl ErrorCode {
    const OWN: [ErrorCode; 14] = [
        ErrorCode::BadMessage,
        ErrorCode::BadRequest,
        ErrorCode::BadFen,
        ErrorCode::BadRules,
        ErrorCode::BadOrigin,
        ErrorCode::Blocked,
        ErrorCode::NotFound,
        ErrorCode::MethodNotAllowed,
        ErrorCode::TooSlow,
        ErrorCode::TooLarge,
        ErrorCode::UnsupportedMediaType,
        ErrorCode::TooManyRequests,
        ErrorCode::Busy,
        ErrorCode::Internal,
    ];

    /// Every code that a service of this version sends.
    pub fn all() -> impl Iterator<Item = ErrorCode> {
        let of_games = Refusal::ALL.into_iter().map(ErrorCode::Game);
        of_games.chain(Self::OWN)
    }

    /// The code on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorCode::Game(refusal) => refusal.code(),
            ErrorCode::BadMessage => "bad_message",
            ErrorCode::BadRequest => "bad_request",
            ErrorCode::BadFen => "bad_fen",
            ErrorCode::BadRules => "bad_rules",
            ErrorCode::BadOrigin => "bad_origin",
            ErrorCode::Blocked => "blocked",
            ErrorCode::NotFound => "not_found",
            ErrorCode::MethodNotAllowed => "method_not_allowed",
            ErrorCode::TooSlow => "too_slow",
            ErrorCode::TooLarge => "too_large",
            ErrorCode::UnsupportedMediaType => "unsupported_media_type",
            ErrorCode::TooManyRequests => "too_many_requests",
            ErrorCode::Busy => "busy",
            ErrorCode::Internal => "internal",
            ErrorCode::Unknown => "unknown",
        }
    }

    /// The code of that name. Never `None`: a name of a later version is
    /// [`ErrorCode::Unknown`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<ErrorCode> {
        let known = ErrorCode::all().find(|code| code.name() == name);
        Some(known.unwrap_or(ErrorCode::Unknown))
    }

    /// The HTTP status that carries it.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            ErrorCode::BadMessage
            | ErrorCode::BadRequest
            | ErrorCode::BadFen
            | ErrorCode::BadRules => 400,
            ErrorCode::BadOrigin | ErrorCode::Blocked | ErrorCode::Game(Refusal::NotAPlayer) => 403,
            ErrorCode::NotFound => 404,
            ErrorCode::MethodNotAllowed => 405,
            ErrorCode::TooSlow => 408,
            ErrorCode::Game(
                Refusal::InviteCancelled | Refusal::InviteExpired | Refusal::SeatLinkUsed,
            ) => 410,
            ErrorCode::Game(_) => 409,
            ErrorCode::TooLarge => 413,
            ErrorCode::UnsupportedMediaType => 415,
            ErrorCode::TooManyRequests => 429,
            ErrorCode::Busy => 503,
            ErrorCode::Internal | ErrorCode::Unknown => 500,
        }
    }

    /// The body of an answer with this code and nothing more to say.
    #[must_use]
    pub fn body(self) -> ErrorBody {
        ErrorBody { error: ErrorDetail { code: self, details: Map::new() } }
    }

    /// The same with the game's id among the details, so that somebody who
    /// comes too late can watch it.
    #[must_use]
    pub fn body_with_game(self, game: GameId) -> ErrorBody {
        let mut body = self.body();
        let id = Value::String(game.to_string());
        body.error.details.insert("game".to_owned(), id);
        body
    }
}

impl From<Refusal> for ErrorCode {
    fn from(refusal: Refusal) -> Self {
        ErrorCode::Game(refusal)
    }
}

/// The body of every answer that is an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: ErrorDetail,
}

/// A code with its details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorDetail {
    /// The code.
    #[serde(with = "named")]
    pub code: ErrorCode,
    /// Numbers and codes that belong to it; mostly empty.
    #[serde(default)]
    pub details: Map<String, Value>,
}
