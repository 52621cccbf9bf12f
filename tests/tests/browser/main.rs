//! Stories in a real browser: what a person does and sees.

mod invite;
mod local;
mod solo;
mod table;
mod texts;
