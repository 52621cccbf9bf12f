//! Arguments that several commands share.

use std::{convert::Infallible, str::FromStr};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use engine::TableSource;
use rules::{Position, Ruleset, Setup, Variant};

use crate::fault::Fault;

/// Reads the name of a variant; `--help` lists them all.
pub(crate) fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| Variant::from_str(&name))
}

/// Endgame tables, as several commands take them.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArg {
    /// Endgame tables: `memory` makes the small ones at the start, `off` does
    /// without, anything else is a folder filled by `dama tables build`
    #[arg(long, env = "DAMA_TABLES", default_value = "memory", value_name = "memory|off|DIR",
          value_parser = source)]
    pub(crate) tables: TableSource,
}

fn source(text: &str) -> Result<TableSource, Infallible> {
    text.parse()
}

/// The position of a set-up, or the variant's start without one.
pub(crate) fn position<R: Ruleset>(setup: Option<&Setup>) -> Result<Position<R>, Fault> {
    match setup {
        Some(setup) => setup.position().map_err(Fault::Setup),
        None => Ok(Position::start()),
    }
}
