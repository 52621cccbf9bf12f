//! `dama tables`: make, check and ask endgame tables.

use std::path::PathBuf;

use engine::{Counts, MOST_PIECES, Material, Progress, Tables};
use rules::Variant;
use serde::Serialize;

use crate::{args, fault::Fault, output};

mod probe;

/// Make, check and ask endgame tables.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Build(Build),
    Check(Check),
    Probe(probe::Args),
}

pub(crate) fn run(command: &Command) -> Result<(), Fault> {
    match command {
        Command::Build(args) => build(args),
        Command::Check(args) => check(args),
        Command::Probe(args) => probe::run(args),
    }
}

/// Make endgame tables in a folder.
///
/// What is there already and undamaged is kept, so a build that was cut off
/// goes on where it was. Progress goes to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Sizes: English 4 pieces 6.6 MB, 5 pieces 151 MB; International 4 pieces 43 MB.
Use them with `--tables DIR` of serve, analyse, engine and hub.

Examples:
  dama tables build --pieces 5
  dama tables build --variant international --pieces 4 --dir /var/lib/dama/tables")]
pub(crate) struct Build {
    /// The variant
    #[arg(long, value_parser = args::variant(), default_value = "english")]
    variant: Variant,
    /// Most pieces on the board, both sides together
    #[arg(long, default_value_t = 4, value_parser = pieces())]
    pieces: u8,
    /// The folder
    #[arg(long, default_value = "tables")]
    dir: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Check tables against the rules and against published results.
///
/// Each position's value must follow from those of the positions after its
/// moves, by the move generator alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
One line for each number of pieces, counted with one side to move: how many
positions are won, drawn and lost, the longest win in plies, the longest row of
quiet plies in a shortest win, and whether the results are those published
(`unknown` where none are). Exit status 1 when something is wrong.

Examples:
  dama tables check
  dama tables check --pieces 5 --dir tables
  dama tables check --variant international --pieces 4 --json")]
pub(crate) struct Check {
    /// The variant
    #[arg(long, value_parser = args::variant(), default_value = "english")]
    variant: Variant,
    /// Most pieces on the board, both sides together
    #[arg(long, default_value_t = 4, value_parser = pieces())]
    pieces: u8,
    /// The folder [default: tables made anew in memory]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn pieces() -> impl clap::builder::TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(2..=i64::from(MOST_PIECES))
}

#[derive(Serialize)]
struct Built {
    variant: &'static str,
    pieces: u8,
    dir: PathBuf,
    /// Pairs of a material and its mirror.
    pairs: usize,
    /// How many of them were there already.
    found: usize,
    positions: u64,
}

fn build(args: &Build) -> Result<(), Fault> {
    let mut built = Built {
        variant: args.variant.name(),
        pieces: args.pieces,
        dir: args.dir.clone(),
        pairs: 0,
        found: 0,
        positions: 0,
    };
    Tables::build_in(&args.dir, args.variant, args.pieces, &mut |progress| {
        tell(progress);
        built.pairs += 1;
        built.found += usize::from(progress.found);
        built.positions += progress.positions;
    })?;
    if args.json {
        return output::json(&built);
    }
    let Built { variant, pieces, dir, pairs, found, positions } = built;
    let dir = dir.display();
    output::lines([format!(
        "variant {variant} pieces {pieces} pairs {pairs} found {found} positions {positions} dir {dir}"
    )])
}

fn tell(progress: &Progress) {
    let Progress { material, positions, found, done, of } = progress;
    let how = if *found { "found" } else { "made" };
    eprintln!("{done}/{of} {material} {positions} positions {how}");
}

#[derive(Serialize)]
struct Checked {
    pieces: u8,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest: u8,
    longest_quiet: u8,
    published: Published,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Published {
    Same,
    Different,
    Unknown,
}

fn check(args: &Check) -> Result<(), Fault> {
    let tables = match &args.dir {
        Some(dir) => Tables::load(dir)?,
        None => Tables::build(args.variant, args.pieces, &mut |_| {})?,
    };
    let mut all = Vec::new();
    for pieces in 2..=args.pieces {
        let counts = tables.check(args.variant, pieces)?;
        let checked = checked(&tables, args.variant, pieces, counts);
        if !args.json {
            output::lines([line(&checked)])?;
        }
        all.push(checked);
    }
    if args.json {
        output::json(&all)?;
    }
    let wrong = all.iter().filter(|checked| checked.published == Published::Different).count();
    if wrong > 0 { Err(Fault::Found(wrong)) } else { Ok(()) }
}

fn checked(tables: &Tables, variant: Variant, pieces: u8, counts: Counts) -> Checked {
    let slices = Material::all_of(pieces);
    let slices = slices.into_iter().filter_map(|material| tables.slice(variant, material));
    Checked {
        pieces,
        positions: counts.positions(),
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.losses,
        longest: counts.longest,
        longest_quiet: slices.map(engine::Slice::longest_quiet).max().unwrap_or(0),
        published: published(variant, pieces, counts),
    }
}

fn line(checked: &Checked) -> String {
    let Checked { pieces, positions, wins, draws, losses, longest, longest_quiet, published } =
        checked;
    let published = format!("{published:?}").to_lowercase();
    format!(
        "pieces {pieces} positions {positions} wins {wins} draws {draws} losses {losses} \
         longest {longest} quiet {longest_quiet} published {published}"
    )
}

/// Results that others have published for both sides present.
const PUBLISHED: [(u8, [u64; 3]); 4] = [
    (2, [716, 2_370, 402]),
    (3, [100_250, 8_477, 87_305]),
    (4, [2_574_304, 1_717_922, 1_917_090]),
    (5, [71_334_772, 11_122_892, 56_993_144]),
];

fn published(variant: Variant, pieces: u8, counts: Counts) -> Published {
    let known = PUBLISHED.iter().find(|(known, _)| variant == Variant::English && *known == pieces);
    match known {
        Some((_, results)) if *results == [counts.wins, counts.draws, counts.losses] => {
            Published::Same
        }
        Some(_) => Published::Different,
        None => Published::Unknown,
    }
}
