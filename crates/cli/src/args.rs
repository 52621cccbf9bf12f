//! Arguments that several commands share.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules::{Position, Ruleset, Setup, Variant};

use crate::fault::Fault;

/// Reads the name of a variant; `--help` lists them all.
pub(crate) fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| Variant::from_str(&name))
}

/// The position of a set-up, or the variant's start without one.
pub(crate) fn position<R: Ruleset>(setup: Option<&Setup>) -> Result<Position<R>, Fault> {
    match setup {
        Some(setup) => setup.position().map_err(Fault::Setup),
        None => Ok(Position::start()),
    }
}
