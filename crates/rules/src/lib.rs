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
mod color;
mod counters;
mod english;
mod fen;
mod game;
mod international;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod perft;
mod position;
mod route;
mod ruleset;
mod setup;
mod square;

pub use any::{AnyGame, AnyRuleset, StartError};
pub use board::{Bitboard, Board, Cell, Direction};
pub use color::{ByColor, Color, Piece, Role};
pub use counters::Counters;
pub use english::English;
pub use fen::FenError;
pub use game::{Game, GameRules, NotInThisVariant};
pub use international::International;
pub use moves::{Move, MoveList, Route};
pub use notation::LegalMove;
pub use outcome::{DrawReason, Outcome, Status, WinReason};
pub use perft::{PerftOptions, divide, perft};
pub use position::Position;
pub use route::MoveError;
pub use ruleset::{
    CaptureChoice, DrawRules, KingRange, ManCapture, Promotion, Ruleset, UnknownVariant, Variant,
};
pub use setup::{Setup, SetupError, SetupErrors};
pub use square::{NotASquare, Square};
