//! An engine with one habit, for the tests of the match runner: the first
//! argument names it. It knows English draughts, in the line protocol and in
//! Hub, and looks no further than its list of moves.

use std::io::{self, BufRead, Write};

use engine::hub::{HubMove, Line, read_position};
use rules::{English, Position, Setup};

/// What it does when asked for a move in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// Plays the first legal move.
    First,
    /// Plays the last legal move.
    Last,
    /// Ends without an answer.
    Crash,
    /// Never answers.
    Hang,
    /// Goes on without end.
    Babble,
    /// Plays a move that no position has.
    Illegal,
    /// Says something else.
    Nonsense,
    /// Does not even answer what comes before the game.
    Dead,
}

fn main() -> io::Result<()> {
    let habit = match std::env::args().nth(1).as_deref() {
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
    let (mut position, mut asked) = (Position::<English>::start(), 0);
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').next() {
            _ if habit == Habit::Dead => {}
            Some("hub") => {
                writeln!(out, "id name=scripted\nparam name=variant value=normal\nwait")?;
            }
            Some("init") => writeln!(out, "ready")?,
            Some("pos") => position = hub_position(&line).unwrap_or(position),
            Some("go") if line == "go think" => {
                let moves = position.described_moves();
                let written = |at: usize| format!("done move={}", HubMove::from(&moves[at]));
                let ends = [written(0), written(moves.len() - 1)];
                answer(&mut out, habit, &ends, "done move=1-32")?;
            }
            Some("go") => {
                asked += 1;
                let fen = line.split(' ').next_back().unwrap_or_default();
                let setup: Setup = fen.parse().unwrap_or_default();
                let moves = setup.position::<English>().unwrap_or(position).described_moves();
                let written = |at: usize| format!("bestmove {}", moves[at].pdn);
                // The first question only asks whether somebody is there.
                let habit = if asked == 1 { Habit::First } else { habit };
                let ends = [written(0), written(moves.len() - 1)];
                answer(&mut out, habit, &ends, "bestmove 1-32")?;
            }
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// Answers with the first or the last of the legal moves, or not so well.
fn answer(
    out: &mut impl Write,
    habit: Habit,
    [first, last]: &[String; 2],
    illegal: &str,
) -> io::Result<()> {
    match habit {
        Habit::First => writeln!(out, "{first}"),
        Habit::Last => writeln!(out, "{last}"),
        Habit::Illegal => writeln!(out, "{illegal}"),
        Habit::Nonsense => writeln!(out, "bestmove please\ndone move=please"),
        Habit::Crash => std::process::exit(3),
        Habit::Hang | Habit::Dead => Ok(()),
        Habit::Babble => loop {
            writeln!(out, "info depth=1")?;
        },
    }
}

/// The position that `pos` and its moves lead to.
fn hub_position(line: &str) -> Option<Position<English>> {
    let line: Line = line.parse().ok()?;
    let mut position = read_position(line.get("pos")?, 32).ok()?.position::<English>().ok()?;
    for word in line.get("moves").unwrap_or_default().split_whitespace() {
        let written: HubMove = word.parse().ok()?;
        let mv = position.legal_moves().into_iter().find(|&mv| written.is(mv))?;
        position = position.play(mv);
    }
    Some(position)
}
