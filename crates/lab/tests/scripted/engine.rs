//! An engine with one habit, for the tests of the match runner: the first
//! argument names it.

use std::io::{self, BufRead, Write};

use rules::{English, Position, Setup};

/// What it does from the second question on; the first is always answered.
#[derive(Clone, Copy)]
enum Habit {
    /// Plays the first legal move.
    First,
    /// Plays the last legal move.
    Last,
    /// Ends without an answer.
    Crash,
    /// Never answers.
    Hang,
    /// Speaks Hub, and goes on without end when asked to think.
    Babble,
    /// Plays a move that no position has.
    Illegal,
    /// Says something else.
    Nonsense,
    /// Never answers anything.
    Dead,
}

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let habit = match args.next().as_deref() {
        Some("first") => Habit::First,
        Some("last") => Habit::Last,
        Some("crash") => Habit::Crash,
        Some("hang") => Habit::Hang,
        Some("babble") => Habit::Babble,
        Some("illegal") => Habit::Illegal,
        Some("nonsense") => Habit::Nonsense,
        _ => Habit::Dead,
    };
    let mut out = io::stdout().lock();
    let mut asked = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match (habit, line.as_str()) {
            (Habit::Babble, "hub") => writeln!(out, "wait")?,
            (Habit::Babble, "init") => writeln!(out, "ready")?,
            (Habit::Babble, "go think") => loop {
                writeln!(out, "info depth=1")?;
            },
            _ => {}
        }
        out.flush()?;
        let Some(fen) = line.strip_prefix("go ").and_then(|rest| rest.split(' ').next_back())
        else {
            continue;
        };
        asked += 1;
        let setup: Setup = fen.parse().unwrap_or_default();
        let moves = setup.position::<English>().unwrap_or_else(|_| Position::start());
        let moves = moves.described_moves();
        let (first, last) = (&moves[0].pdn, &moves[moves.len() - 1].pdn);
        match habit {
            Habit::Dead => {}
            _ if asked == 1 => writeln!(out, "bestmove {first}")?,
            Habit::First => writeln!(out, "bestmove {first}")?,
            Habit::Last => writeln!(out, "bestmove {last}")?,
            Habit::Crash => return Ok(()),
            Habit::Hang => {}
            Habit::Babble => {}
            Habit::Illegal => writeln!(out, "bestmove 1-32")?,
            Habit::Nonsense => writeln!(out, "bestmove please")?,
        }
        out.flush()?;
    }
    Ok(())
}
