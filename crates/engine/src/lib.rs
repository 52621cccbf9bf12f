//! The computer player of draughts: search, evaluation and levels.
//!
//! No threads, no clock, no files, no chance of its own: time comes in through
//! [`Clock`], randomness through a seed, so the same crate runs on a server
//! and in a browser.

mod analyse;
mod attack;
mod bench;
mod choose;
mod draw_offer;
mod easy;
mod endings;
mod entry;
mod eval;
mod history;
pub mod hub;
mod level;
mod limits;
pub mod net;
mod node;
mod random;
mod resources;
mod score;
mod search;
mod table;
mod tables;
mod zobrist;

pub use analyse::{Insight, analyse};
pub use bench::{BENCH_DEPTH, Benched, bench};
pub use choose::{Choice, choose, choose_move};
pub use draw_offer::{LEVEL_CENTIMEN, LEVEL_PLIES, accepts_draw, recent_scores};
pub use history::{HistoryError, MAX_POSITIONS, game_through};
pub use level::{Level, UnknownLevel};
pub use limits::{Clock, Limits, POLL_NODES};
pub use resources::Resources;
pub use score::Score;
pub(crate) use search::MAX_PLY;
pub use search::{Found, MAX_DEPTH, Technique, Techniques, UnknownTechnique, assist, search};
pub use table::Table;
pub use tables::{
    CheckError, Counts, MOST_PIECES, Material, NotAMaterial, Progress, Slice, SolveError, Tables,
    Verdict,
};
#[cfg(feature = "files")]
pub use tables::{FileError, FilesError, TableSource};
