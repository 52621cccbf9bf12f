//! `dama export`: a whole database as text.

use std::io::{BufWriter, Write as _, stdout};

use store::transfer;

use crate::{
    database::{DatabaseArg, wait_for},
    fault::Fault,
    progress::Progress,
};

/// Write a whole database to standard output, to be read by `dama import`.
///
/// It may be in use: what is written is one moment of it. Nothing but text
/// comes out, one line for each row, and a digest at the end; progress and the
/// digest are told on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  dama export --database sqlite://dama.db | dama import --database postgres://dama@db/dama")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    args.database.database()?.existing()?;
    let (mut out, mut progress) = (BufWriter::new(stdout()), Progress::new("exported"));
    let exported = wait_for(transfer::export(args.database.url(), &mut out, &mut |rows| {
        progress.tell(rows);
    }))?;
    let what = format!("export {}", args.database.named());
    let totals = exported.map_err(Fault::cannot(&what))?;
    out.flush()?;
    eprintln!("exported {totals}");
    Ok(())
}
