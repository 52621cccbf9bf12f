//! `dama restore`: a copy in the place of a database.

use std::path::PathBuf;

use store::sqlite;

use crate::{
    database::{DatabaseArg, wait_for},
    fault::Fault,
    output,
};

/// Put a copy made by `dama backup` in the place of the database.
///
/// The server must be stopped; that is checked. The copy is checked as `dama
/// check` does, and what was there is kept beside it under the name that is
/// printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  dama restore --database sqlite:///var/lib/dama/dama.db /backup/dama-monday.db")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
    /// The copy
    #[arg(value_name = "FILE")]
    copy: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let database = args.database.file()?;
    if let Err(error) = std::fs::File::open(&args.copy) {
        return Err(Fault::Read { path: args.copy.clone(), error });
    }
    let restored = wait_for(async {
        let checked = sqlite::check(&args.copy).await;
        let checked = checked.map_err(Fault::cannot(&format!("check {}", args.copy.display())))?;
        if !checked.wrongs.is_empty() {
            return Err(Fault::Found(checked.wrongs.len()));
        }
        let restored = sqlite::restore(&args.copy, database).await;
        restored.map_err(Fault::cannot(&format!("restore {}", database.display())))
    })?;
    output::lines(restored?.map(|old| format!("the old database is now {}", old.display())))
}
