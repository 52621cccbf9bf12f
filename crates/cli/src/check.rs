//! `dama check`: whether a database holds what it should hold.

use serde::Serialize;
use store::{check, postgres, sqlite};

use crate::{
    database::{Database, DatabaseArg, wait_for},
    fault::Fault,
    output,
};

/// Check a whole database: every game replays legally and without a gap, its
/// draw counters and everything kept beside its events are right.
///
/// Changes nothing, and may run while the server does. One line for each fault;
/// exit status 1 when there are any.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dama check
  dama check --database sqlite:///var/lib/dama/dama.db --json")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    events: u64,
    faults: Vec<FaultLine>,
}

#[derive(Serialize)]
struct FaultLine {
    game: Option<String>,
    fault: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let database = args.database.database()?.existing()?;
    let checked = wait_for(async {
        match database {
            Database::File(path) => sqlite::check(path).await,
            Database::Server(url) => postgres::check(url).await,
        }
    })?;
    let check::Report { games, events, wrongs } =
        checked.map_err(Fault::cannot(&format!("check {}", args.database.named())))?;
    let faults: Vec<_> = wrongs
        .into_iter()
        .map(|(game, wrong)| FaultLine {
            game: game.map(|game| game.to_string()),
            fault: wrong.to_string(),
        })
        .collect();
    let count = faults.len();
    if args.json {
        output::json(&Report { games, events, faults })?;
    } else {
        let lines = faults.iter().map(|line| match &line.game {
            Some(game) => format!("game {game}: {}", line.fault),
            None => line.fault.clone(),
        });
        let total = format!("{games} games with {events} events, {count} faults");
        output::lines(lines.chain([total]))?;
    }
    if count > 0 { Err(Fault::Found(count)) } else { Ok(()) }
}
