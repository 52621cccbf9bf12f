//! `dama backup`: a copy of a database that may be in use.

use std::path::PathBuf;

use store::sqlite;

use crate::{
    database::{Database, DatabaseArg, wait_for},
    fault::Fault,
};

/// Copy the database as it stands at one moment, also while the server runs.
///
/// Under its name there is the whole copy or nothing; nothing is written over.
/// For SQLite only: PostgreSQL has pg_dump for that.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  dama backup --database sqlite:///var/lib/dama/dama.db /backup/dama-monday.db")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
    /// The copy; must not exist yet
    #[arg(value_name = "FILE")]
    copy: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let database = args.database.file()?;
    Database::File(database).existing()?;
    let copied = wait_for(sqlite::backup(database, &args.copy))?;
    copied.map_err(Fault::cannot(&format!("back up {}", database.display())))
}
