//! One game: asks the engines in turn, trusts neither, and says how it ended.

use std::time::Duration;

use rules::{AnyGame, Color, Status};

use super::{
    Side,
    adjudication::{Adjudication, Call, Watch},
    openings::Opening,
    players::{Budget, Player, PlayerFault},
    record::{Played, Used},
};

/// A move may take so much longer than its budget before it is an overrun.
const TOLERANCE: Duration = Duration::from_millis(5);

/// How a game ended.
struct End {
    winner: Option<Side>,
    reason: &'static str,
    fault: Option<String>,
}

/// Who sits where.
#[derive(Clone, Copy)]
struct Seats {
    white: Side,
}

impl Seats {
    fn of(self, color: Color) -> Side {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }
}

/// Plays game `number` of a match. The first engine has White in every other
/// game.
pub(super) fn play(
    number: u32,
    opening: &Opening,
    players: &mut [Player; 2],
    budgets: [Budget; 2],
    adjudication: Adjudication,
) -> Played {
    let white = if number.is_multiple_of(2) { Side::A } else { Side::B };
    let seats = Seats { white };
    let mut game = opening.game.clone();
    let mut used = [Used::default(); 2];
    let end = play_out(&mut game, seats, players, adjudication, &mut |side, time| {
        used[side.index()].add(time, budgets[side.index()]);
    });
    Played {
        game: number,
        opening: opening.text.clone(),
        white,
        winner: end.winner,
        reason: end.reason.to_owned(),
        fault: end.fault,
        plies: game.ply_count() as u32,
        moves: game.moves().into_iter().map(|mv| mv.pdn).collect::<Vec<_>>().join(" "),
        used,
    }
}

fn play_out(
    game: &mut AnyGame,
    seats: Seats,
    players: &mut [Player; 2],
    adjudication: Adjudication,
    on_time: &mut dyn FnMut(Side, Duration),
) -> End {
    for side in Side::BOTH {
        if let Err(fault) = players[side.index()].new_game() {
            return lost_by(side, &fault);
        }
    }
    let mut watch = Watch::new(adjudication);
    loop {
        if let Some(end) = end_of(game, seats, &mut watch) {
            return end;
        }
        let mover = seats.of(game.side_to_move());
        let (chosen, time) = players[mover.index()].choose(game);
        on_time(mover, time);
        let played = chosen.and_then(|mv| {
            let illegal = |_| PlayerFault::IllegalMove(mv.pdn.clone());
            game.play_path(&mv.path).map_err(illegal)
        });
        if let Err(fault) = played {
            return lost_by(mover, &fault);
        }
    }
}

fn end_of(game: &AnyGame, seats: Seats, watch: &mut Watch) -> Option<End> {
    if let Status::Ended(outcome) = game.status() {
        let winner = outcome.winner().map(|color| seats.of(color));
        return Some(End { winner, reason: outcome.reason(), fault: None });
    }
    // Whoever is not winning would claim it.
    if game.may_claim_draw() {
        return Some(End { winner: None, reason: "claimed", fault: None });
    }
    watch.look(game).map(|call| {
        let (winner, reason) = match call {
            Call::FiveMoves => (None, "five-move"),
            Call::Draw => (None, "adjudicated"),
            Call::Win(color) => (Some(seats.of(color)), "adjudicated"),
        };
        End { winner, reason, fault: None }
    })
}

fn lost_by(side: Side, fault: &PlayerFault) -> End {
    End { winner: Some(side.other()), reason: fault.reason(), fault: Some(fault.to_string()) }
}

impl Used {
    fn add(&mut self, time: Duration, budget: Budget) {
        let ms = time.as_secs_f64() * 1e3;
        self.moves += 1;
        self.ms += ms;
        self.longest_ms = self.longest_ms.max(ms);
        if let Budget::Time(budget) = budget {
            self.overruns += u32::from(time > budget + TOLERANCE);
        }
    }
}
