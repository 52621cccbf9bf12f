//! The Hub protocol, version 2, from the side of the one who asks.

use std::time::Instant;

use engine::hub::{HubMove, Line, variant_name, write_position};
use rules::{AnyGame, LegalMove, Variant};

use super::{Budget, PlayerFault, child::Child};

/// Goes through the beginning of a conversation.
pub(super) fn greet(child: &Child, variant: Variant, deadline: Instant) -> Result<(), PlayerFault> {
    child.say("hub")?;
    let mut knows_variants = false;
    hear_until(child, deadline, |line| match line.command() {
        "param" => {
            knows_variants |= line.get("name") == Some("variant");
            None
        }
        "wait" => Some(Ok(())),
        _ => None,
    })?;
    if knows_variants {
        let name = variant_name(variant);
        child
            .say(&Line::new("set-param").with("name", "variant").with("value", name).to_string())?;
    }
    child.say("init")?;
    hear_until(child, deadline, |line| match line.command() {
        "ready" => Some(Ok(())),
        "error" => Some(Err(PlayerFault::BadAnswer(line.to_string()))),
        _ => None,
    })
}

pub(super) fn choose(
    child: &Child,
    game: &AnyGame,
    budget: Budget,
    deadline: Instant,
) -> Result<LegalMove, PlayerFault> {
    let moves: Vec<_> = game.moves().iter().map(|mv| HubMove::from(mv).to_string()).collect();
    let start = match game {
        AnyGame::English(game) => write_position(game.start_position()),
        AnyGame::International(game) => write_position(game.start_position()),
    };
    let mut position = Line::new("pos").with("pos", start);
    if !moves.is_empty() {
        position = position.with("moves", moves.join(" "));
    }
    let level = Line::new("level");
    let level = match budget {
        Budget::Time(time) => level.with("move-time", time.as_secs_f64()),
        Budget::Nodes(nodes) => level.with("nodes", nodes),
    };
    for line in [&position.to_string(), &level.to_string(), "go think"] {
        child.say(line)?;
    }
    hear_until(child, deadline, |line| match line.command() {
        "done" => Some(legal(game, line)),
        "error" => Some(Err(PlayerFault::BadAnswer(line.to_string()))),
        _ => None,
    })
}

fn legal(game: &AnyGame, done: &Line) -> Result<LegalMove, PlayerFault> {
    let text = done.get("move").ok_or_else(|| PlayerFault::BadAnswer(done.to_string()))?;
    let written: HubMove = text.parse().map_err(|_| PlayerFault::BadAnswer(done.to_string()))?;
    game.legal_moves()
        .into_iter()
        .find(|mv| written.is_described(mv))
        .ok_or_else(|| PlayerFault::IllegalMove(text.to_owned()))
}

/// Hears lines until one settles it; what has no meaning here is skipped, as
/// the protocol wants.
fn hear_until<T>(
    child: &Child,
    deadline: Instant,
    mut settle: impl FnMut(&Line) -> Option<Result<T, PlayerFault>>,
) -> Result<T, PlayerFault> {
    loop {
        let heard = child.hear(deadline)?;
        if let Some(settled) = heard.parse::<Line>().ok().and_then(|line| settle(&line)) {
            return settled;
        }
    }
}
