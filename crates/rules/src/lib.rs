//! The rules of draughts: boards, positions, moves, games, draws, FEN, PDN
//! and perft. Pure: no I/O, no clock, no randomness.
//!
//! ```
//! use rules::{English, Position};
//!
//! let start = Position::<English>::start();
//! assert_eq!(start.legal_moves().len(), 7);
//! ```
//!
//! Inside, everything is generic over a [`Ruleset`]; at the edge [`Variant`]
//! and [`AnyGame`] stand for "one of them", crossed once per call by
//! [`with_ruleset!`].

mod any;
mod board;
mod chains;
mod color;
mod counters;
mod english;
mod fen;
mod find;
mod game;
mod international;
mod movegen;
mod moves;
mod notation;
mod outcome;
pub mod pdn;
mod perft;
mod position;
mod route;
mod ruleset;
mod setup;
mod side;
mod square;
mod visited;

pub use any::{AnyGame, AnyRuleset, StartError};
pub use board::{Bitboard, Board, Cell, Direction};
pub use color::{ByColor, Color, Piece, Role};
pub use counters::{
    Counters, FORTY_MOVE_PLIES, SIXTEEN_MOVE_PLIES, TOO_LONG_PLIES, TWENTY_FIVE_MOVE_PLIES,
};
pub use english::English;
pub use fen::FenError;
pub use find::MoveError;
pub use game::{Game, GameRules, NotInThisVariant};
pub use international::International;
pub use moves::{Move, MoveList, Route};
pub use notation::LegalMove;
pub use outcome::{DrawReason, Outcome, Status, WinReason};
pub use perft::{PerftOptions, divide, perft};
pub use position::Position;
pub use ruleset::{
    CaptureChoice, DrawRules, KingRange, ManCapture, Promotion, Ruleset, UnknownVariant, Variant,
};
pub use setup::{Setup, SetupError, SetupErrors};
pub use square::{NotASquare, Square};
