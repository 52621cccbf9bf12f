//! The wire keeps its word: golden files, round trips, hostile input, and a
//! client that follows a game.

mod create;
mod docs;
mod follow;
mod golden;
mod hostile;
mod http_samples;
mod round_trip;
mod samples;
mod strategies;
