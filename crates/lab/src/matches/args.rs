//! The command line of `lab match`.

use std::{num::NonZeroUsize, path::PathBuf, str::FromStr, time::Duration};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules::{GameRules, Variant};

use super::{
    adjudication::Adjudication,
    fault::Fault,
    openings::{self, Opening, Source},
    players::{Budget, Command, Patience},
    record::Terms,
    statistics::Sprt,
};

/// The budget of whoever gives none, in milliseconds.
const DEFAULT_MS: u64 = 100;
/// The longest budget for a move, in milliseconds: ten minutes.
const LONGEST_MS: u64 = 600_000;

/// Play a match between two engines.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An engine is a command that speaks the line protocol of `dama engine --line` or
the Hub protocol, version 2. Which one is told by a prefix (`hub:CMD`,
`line:CMD`); without one, a command with the word `hub` speaks Hub, any other
the line protocol. Quote a command that has arguments.

Openings:
  start       the start position
  ballots     the 174 three-move openings of English draughts, shuffled
  random:N    N random plies after which nobody has lost a piece
  FILE        one opening a line: moves (9-13 21-17 5-9), or `fen FEN`
Each is played twice with colours swapped; a match with more games than that
begins again. The same seed gives the same openings.

A draw that the rules let either player claim is claimed. In International
draughts other programs expect --tournament: without it they may refuse to go on
where the federation's rules see a draw.

An engine that plays an illegal move, dies, or answers later than its budget and
the grace loses the game. With --out a match that was broken off goes on where
it was: finished games are kept there, one JSON object a line, moves in PDN.

Error bars are 95 %, from the pairs of games with the same opening.

Examples:
  cargo xtask match --engine 'old/dama engine --line' --engine 'new/dama engine --line' \\
      --nodes 20000 --games 400 --out new.jsonl
  cargo xtask match --variant international --engine 'dama hub' \\
      --engine 'hub:python -m dame hub' --ms 100 --tournament --games 100
  cargo xtask match --engine 'dama engine --line --variant english' --engine './other' \\
      --ms 100 --games 2000 --sprt 0,10")]
pub(crate) struct Args {
    /// The variant; engines that speak Hub are told it, others must know it
    #[arg(long, value_parser = variant(), default_value = "english")]
    variant: Variant,
    /// An engine's command; give two
    #[arg(long = "engine", value_name = "CMD", required = true)]
    engines: Vec<Command>,
    /// Milliseconds for each move; given twice, for the one and the other engine [default: 100
    /// unless --nodes is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=LONGEST_MS))]
    ms: Vec<u64>,
    /// Nodes for each move; given twice, for the one and the other engine
    #[arg(long, conflicts_with = "ms", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Games to play in all
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// What the games begin with [default: ballots in English, else random:6]
    #[arg(long)]
    openings: Option<Source>,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file that keeps finished games; a second run goes on with it
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Games at the same time
    #[arg(long, default_value = "1")]
    concurrency: NonZeroUsize,
    /// Milliseconds that an answer may come too late before the game is lost
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(..=LONGEST_MS))]
    grace: u64,
    /// Milliseconds that an engine may take to start
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=LONGEST_MS))]
    start: u64,
    /// International: the draws by 25, 16 and 5 moves that other programs know
    #[arg(long)]
    tournament: bool,
    /// Call a game a draw after so many plies
    #[arg(long, value_name = "PLIES")]
    draw_after: Option<u32>,
    /// Call a game won for whoever is so many men ahead for ten plies
    #[arg(long, value_name = "MEN", value_parser = clap::value_parser!(u32).range(1..))]
    win_ahead: Option<u32>,
    /// Stop as soon as one of two Elo differences is the likelier, at 5 %
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<Sprt>,
    /// Write the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| Variant::from_str(&name))
}

/// All that is needed to play.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) terms: Terms,
    pub(super) engines: [Command; 2],
    pub(super) variant: Variant,
    /// In the order of the engines.
    pub(super) budgets: [Budget; 2],
    pub(super) patience: Patience,
    pub(super) adjudication: Adjudication,
    pub(super) openings: Vec<Opening>,
    pub(super) games: u32,
    pub(super) concurrency: NonZeroUsize,
    pub(super) sprt: Option<Sprt>,
}

impl Args {
    /// What each engine may use for a move.
    fn budgets(&self) -> Result<[Budget; 2], Fault> {
        let time = |&ms: &u64| Budget::Time(Duration::from_millis(ms));
        let nodes = |&nodes: &u64| Budget::Nodes(nodes);
        let given: Vec<_> = self.ms.iter().map(time).chain(self.nodes.iter().map(nodes)).collect();
        match given[..] {
            [] => Ok([time(&DEFAULT_MS); 2]),
            [both] => Ok([both; 2]),
            [one, other] => Ok([one, other]),
            [_, _, _, ..] => Err(Fault::Budgets(given.len())),
        }
    }

    pub(super) fn plan(&self) -> Result<Plan, Fault> {
        let [a, b] = &self.engines[..] else {
            return Err(Fault::TwoEngines(self.engines.len()));
        };
        let budgets = self.budgets()?;
        let source = self.openings.clone().unwrap_or_else(|| Source::usual(self.variant));
        let pairs = self.games.div_ceil(2) as usize;
        let rules = GameRules::new(self.variant, self.tournament, None)
            .map_err(|_| Fault::TournamentElsewhere)?;
        let openings = openings::load(&source, self.variant, rules, self.seed, pairs)?;
        let adjudication = Adjudication {
            five_moves: self.tournament,
            draw_after: self.draw_after,
            win_ahead: self.win_ahead,
        };
        Ok(Plan {
            terms: Terms {
                variant: self.variant.name().to_owned(),
                tournament: self.tournament,
                engines: [a.to_string(), b.to_string()],
                budgets,
                openings: source.to_string(),
                seed: self.seed,
                adjudication,
            },
            engines: [a.clone(), b.clone()],
            variant: self.variant,
            budgets,
            patience: Patience {
                start: Duration::from_millis(self.start),
                grace: Duration::from_millis(self.grace),
            },
            adjudication,
            openings,
            games: self.games,
            concurrency: self.concurrency,
            sprt: self.sprt,
        })
    }
}
