//! Stories in a real browser: what a person does and sees.

mod axe;
mod bad_network;
mod beside;
mod clock;
mod engines;
mod erase;
mod invite;
mod keyboard;
mod local;
mod offline;
mod plain;
mod push;
mod replay;
mod seat;
mod solo;
mod storage;
mod table;
mod texts;
mod touch;
