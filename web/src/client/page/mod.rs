//! The page's own part: it carries out what the program decides, and tells it
//! what happens. All that touches the document, the network and the clock is
//! in here, and no decision.

mod board;
mod buttons;
mod dom;
mod glide;
mod http;
mod machine;
mod mount;
mod outside;
mod paint;
mod paint_board;
mod pointer;
mod poll;
mod socket;
mod storage;

pub use mount::mount;
