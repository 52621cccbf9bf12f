//! The result of a match, for people and as data.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::{
    Side,
    args::Plan,
    fault::Fault,
    record::{Terms, Used},
    statistics::{Share, Tally},
};

/// Reasons that are an engine's own fault.
const FAULTS: [&str; 5] = ["illegal-move", "bad-answer", "time-out", "crash", "not-started"];

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    terms: &'a Terms,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Of a hundred, for the first engine; the error is that of 95 %.
    score: Option<f64>,
    score_error: Option<f64>,
    /// `null` where it has no bound.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    sprt: Option<SprtReport>,
    /// How many games ended for which reason.
    reasons: BTreeMap<&'a str, u32>,
    time: [Time; 2],
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    verdict: &'static str,
}

/// What an engine took for its moves, and the games that it lost by its fault.
#[derive(Serialize)]
struct Time {
    moves: u32,
    mean_ms: f64,
    longest_ms: f64,
    overruns: u32,
    faults: BTreeMap<String, u32>,
}

/// Writes the result to standard output.
pub(super) fn print(plan: &Plan, tally: &Tally, json: bool) -> Result<(), Fault> {
    let report = Report::new(plan, tally);
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        report.write(&mut out, tally)?;
    }
    Ok(out.flush()?)
}

impl<'a> Report<'a> {
    fn new(plan: &'a Plan, tally: &'a Tally) -> Self {
        let mut reasons = BTreeMap::new();
        for game in &tally.played {
            *reasons.entry(game.reason.as_str()).or_default() += 1;
        }
        let share = tally.share();
        let [elo_low, elo_high] = share.map_or([None; 2], Share::elo_bounds);
        Report {
            terms: &plan.terms,
            games: tally.count(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: share.map(|share| 100.0 * share.mean),
            score_error: share.map(|share| 100.0 * share.error),
            elo: share.and_then(Share::elo),
            elo_low,
            elo_high,
            sprt: plan.sprt.map(|sprt| {
                let tested = sprt.test(tally);
                SprtReport {
                    elo0: sprt.elo0,
                    elo1: sprt.elo1,
                    llr: tested.llr,
                    bound: tested.bound,
                    verdict: tested.verdict.name(),
                }
            }),
            reasons,
            time: Side::BOTH.map(|side| Time::of(side, tally)),
        }
    }

    fn write(&self, out: &mut impl Write, tally: &Tally) -> io::Result<()> {
        for (side, command) in Side::BOTH.into_iter().zip(&self.terms.engines) {
            writeln!(out, "{side}: {command}")?;
        }
        writeln!(out, "{} games: {}", self.games, tally.summary())?;
        let reasons = self.reasons.iter().map(|(reason, games)| format!("{reason} {games}"));
        writeln!(out, "ended by {}", reasons.collect::<Vec<_>>().join(", "))?;
        for (side, time) in Side::BOTH.into_iter().zip(&self.time) {
            let Time { moves, mean_ms, longest_ms, overruns, faults } = time;
            write!(
                out,
                "{side} took {mean_ms:.1} ms a move, {longest_ms:.1} at most, \
                 and too long for {overruns} of {moves}"
            )?;
            for (reason, games) in faults {
                write!(out, "; lost {games} by {reason}")?;
            }
            writeln!(out)?;
        }
        if let Some(SprtReport { elo0, elo1, llr, bound, verdict }) = &self.sprt {
            writeln!(
                out,
                "SPRT {elo0} against {elo1}: {verdict}, \
                 log-likelihood ratio {llr:.2} of ±{bound:.2}"
            )?;
        }
        Ok(())
    }
}

impl Time {
    fn of(side: Side, tally: &Tally) -> Self {
        let mut all = Used::default();
        let mut faults = BTreeMap::new();
        for game in &tally.played {
            let used = game.used[side.index()];
            all.moves += used.moves;
            all.ms += used.ms;
            all.longest_ms = all.longest_ms.max(used.longest_ms);
            all.overruns += used.overruns;
            let lost = game.winner == Some(side.other());
            if lost && FAULTS.contains(&game.reason.as_str()) {
                *faults.entry(game.reason.clone()).or_default() += 1;
            }
        }
        Time {
            moves: all.moves,
            mean_ms: all.ms / f64::from(all.moves.max(1)),
            longest_ms: all.longest_ms,
            overruns: all.overruns,
            faults,
        }
    }
}
