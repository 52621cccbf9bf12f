//! `dama pdn`: work on files of games.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use rules::{
    Ruleset, Variant,
    pdn::{self, Record, VariantTag},
    with_ruleset,
};
use serde::Serialize;

use crate::{args, fault::Fault, output};

/// Work on files of games in Portable Draughts Notation.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Check(Check),
}

/// Play every game of some files and name those that cannot be played.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Oddities of notation are only counted; a game is at fault when its moves
cannot be played. Games are numbered from 0, plies from 1.

Examples:
  dama pdn check games.pdn
  dama pdn check --variant english --json *.pdn")]
pub(crate) struct Check {
    /// The variant [default: the tag GameType, else the one that fits best]
    #[arg(long, value_parser = args::variant())]
    variant: Option<Variant>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// None when the tag GameType names a variant that we do not play.
    variant: Option<&'static str>,
    games: usize,
    with_moves: usize,
    replay_ok: usize,
    plies_ok: usize,
    faults: Vec<GameFault>,
    #[serde(skip)]
    oddities: usize,
}

#[derive(Serialize)]
struct GameFault {
    line: u32,
    column: u32,
    game: usize,
    ply: usize,
    code: &'static str,
}

pub(crate) fn run(command: &Command) -> Result<(), Fault> {
    let Command::Check(args) = command;
    let mut reports = Vec::new();
    let mut unreadable = None;
    for path in &args.files {
        match fs::read(path) {
            Ok(bytes) => reports.push(check(path, &pdn::read(&bytes), args.variant)),
            Err(error) => {
                unreadable = Some(Fault::Read { path: path.clone(), error });
                break;
            }
        }
    }
    if args.json {
        output::json(&reports)?;
    } else {
        write_text(&reports)?;
    }
    if let Some(fault) = unreadable {
        return Err(fault);
    }
    match reports.iter().map(|report| report.faults.len()).sum() {
        0 => Ok(()),
        faults => Err(Fault::Found(faults)),
    }
}

/// Plays all records of a file in the variant asked for, else in that of each
/// record's own tag, else in the one that fits the file.
fn check(path: &Path, records: &[Record], asked: Option<Variant>) -> Report {
    let of_file = asked.map_or_else(|| variant_of_file(records), VariantTag::Known);
    let mut report = Report {
        file: path.display().to_string(),
        variant: match of_file {
            VariantTag::Known(variant) => Some(variant.name()),
            VariantTag::Foreign | VariantTag::Missing => None,
        },
        games: records.len(),
        with_moves: 0,
        replay_ok: 0,
        plies_ok: 0,
        faults: Vec::new(),
        oddities: 0,
    };
    for (game, record) in records.iter().enumerate() {
        report.oddities += record.warnings.len();
        report.with_moves += usize::from(!record.moves.is_empty());
        let tag = match (asked, record.variant_tag()) {
            (None, tag @ (VariantTag::Known(_) | VariantTag::Foreign)) => tag,
            _ => of_file,
        };
        match tag {
            VariantTag::Known(variant) => {
                with_ruleset!(variant, R => report.replay::<R>(game, record));
            }
            VariantTag::Foreign | VariantTag::Missing => report.faults.push(GameFault {
                line: record.place.line,
                column: record.place.column,
                game,
                ply: 0,
                code: "unknown_variant",
            }),
        }
    }
    report
}

fn variant_of_file(records: &[Record]) -> VariantTag {
    records
        .iter()
        .map(Record::variant_tag)
        .find(|tag| *tag != VariantTag::Missing)
        .unwrap_or_else(|| VariantTag::Known(pdn::best_variant(records)))
}

impl Report {
    fn replay<R: Ruleset>(&mut self, game: usize, record: &Record) {
        match pdn::replay::<R>(record) {
            Ok(replayed) => {
                self.replay_ok += usize::from(!record.moves.is_empty());
                self.plies_ok += replayed.game.ply_count();
                self.oddities += replayed.quirks.len();
            }
            // A diagram alone has no moves to fail: its oddity is only counted.
            Err(_) if record.moves.is_empty() => self.oddities += 1,
            Err(fault) => self.faults.push(GameFault {
                line: fault.place.line,
                column: fault.place.column,
                game,
                ply: fault.ply,
                code: fault.kind.code(),
            }),
        }
    }
}

fn write_text(reports: &[Report]) -> Result<(), Fault> {
    let mut out = output::stdout();
    for report in reports {
        writeln!(
            out,
            "{}: {} games {} with-moves {} replay-ok {} plies-ok {} oddities {} faults {}",
            report.file,
            report.variant.unwrap_or("unknown-variant"),
            report.games,
            report.with_moves,
            report.replay_ok,
            report.plies_ok,
            report.oddities,
            report.faults.len(),
        )?;
        for fault in &report.faults {
            let GameFault { line, column, game, ply, code } = fault;
            writeln!(out, "{}:{line}:{column}: game {game} ply {ply} {code}", report.file)?;
        }
    }
    Ok(out.flush()?)
}
