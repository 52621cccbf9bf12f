//! `dama import`: a whole database from text.

use std::io::{BufReader, stdin};

use store::transfer;

use crate::{
    database::{DatabaseArg, wait_for},
    fault::Fault,
    progress::Progress,
};

/// Read what `dama export` has written from standard input, into a database
/// that is empty.
///
/// The database is made or its schema brought up to date first. All comes over,
/// or nothing; the digest at the end must be the one that the export told.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  dama import --database postgres://dama@db/dama < dama.export")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    args.database.database()?;
    let (mut from, mut progress) = (BufReader::new(stdin()), Progress::new("imported"));
    let imported = wait_for(transfer::import(args.database.url(), &mut from, &mut |rows| {
        progress.tell(rows);
    }))?;
    let what = format!("import into {}", args.database.named());
    let totals = imported.map_err(Fault::cannot(&what))?;
    eprintln!("imported {totals}");
    Ok(())
}
