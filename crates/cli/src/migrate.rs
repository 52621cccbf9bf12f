//! `dama migrate`: a schema brought up to date, and nothing else.

use store::{postgres, sqlite};

use crate::{
    database::{Database, DatabaseArg, wait_for},
    fault::Fault,
};

/// Bring the schema of a database up to date.
///
/// `dama serve` does so by itself; this is for those who want it done before
/// the first of several servers is replaced. Changes add first and remove later,
/// so servers of the version before go on while it is done and afterwards. An
/// SQLite file is copied before it is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  dama migrate --database postgres://dama@db/dama")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let database = args.database.database()?;
    let migrated = wait_for(async {
        match database {
            Database::File(path) => sqlite::migrate_alone(path).await,
            Database::Server(url) => postgres::migrate_alone(url).await,
        }
    })?;
    migrated.map_err(Fault::cannot(&format!("migrate {}", args.database.named())))
}
