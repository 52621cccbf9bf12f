//! The pages and the board: everything that a person sees.
//!
//! Two halves share this crate. With the feature `html` the server renders
//! whole documents as text (`pages`) and hands out the built assets
//! (`assets`); with the feature `mount` the page's program brings the board
//! in such a document to life (`boot`). Words come from [`words`], by key,
//! in each [`Lang`]; no other crate holds a sentence.

pub mod board;
pub mod client;
#[cfg(feature = "mount")]
mod device;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod lang;
mod skin;
pub mod words;

#[cfg(feature = "html")]
pub mod assets;
#[cfg(feature = "html")]
mod content;
#[cfg(feature = "html")]
pub mod pages;
#[cfg(feature = "mount")]
mod shell;

pub use lang::{Lang, UnknownLang};
pub use skin::{Skin, UnknownSkin};

#[cfg(feature = "mount")]
pub use shell::boot;
