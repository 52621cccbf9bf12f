//! The rules of playing together, told as stories: one for each sentence of
//! the contract.

mod claims;
mod clocks;
mod computer;
mod draws;
mod invites;
mod local;
mod logs;
mod moves;
mod random;
mod rematches;
mod seats;
mod table;
mod takebacks;
