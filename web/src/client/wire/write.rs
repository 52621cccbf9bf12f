//! From wishes to text. Nothing that is written needs escaping: the texts are
//! names of ours, ids and numbers.

use play::{Seq, TimeControl};
use protocol::{ClientCommand, SideChoice, Wish};

use crate::{
    Lang,
    client::{Choice, Rival},
};

/// A wish about a game.
pub(crate) fn command(command: &ClientCommand) -> String {
    let name = match &command.wish {
        Wish::Move { .. } => "move",
        Wish::Resign => "resign",
        Wish::OfferDraw => "offer_draw",
        Wish::WithdrawDraw => "withdraw_draw",
        Wish::AnswerDraw { .. } => "answer_draw",
        Wish::RequestTakeback => "request_takeback",
        Wish::WithdrawTakeback => "withdraw_takeback",
        Wish::AnswerTakeback { .. } => "answer_takeback",
        Wish::OfferRematch => "offer_rematch",
        Wish::WithdrawRematch => "withdraw_rematch",
        Wish::AnswerRematch { .. } => "answer_rematch",
        Wish::Undo => "undo",
        Wish::KeepSeat => "keep_seat",
        Wish::Claim { .. } => "claim",
    };
    let (id, seq) = (command.id, command.seq);
    let mut text = format!("{{\"type\":\"{name}\",\"id\":\"{id}\",\"seq\":{seq}");
    match &command.wish {
        Wish::Move { path } => {
            text.push_str(",\"path\":[");
            for (at, square) in path.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&square.to_string());
            }
            text.push(']');
        }
        Wish::AnswerDraw { accept }
        | Wish::AnswerTakeback { accept }
        | Wish::AnswerRematch { accept } => {
            text.push_str(if *accept { ",\"accept\":true" } else { ",\"accept\":false" });
        }
        Wish::Claim { result } => {
            text.push_str(",\"result\":\"");
            text.push_str(result.name());
            text.push('"');
        }
        _ => {}
    }
    text.push('}');
    text
}

/// The question whether the line lives.
pub(crate) fn ping(seq: Seq) -> String {
    format!("{{\"type\":\"ping\",\"seq\":{seq}}}")
}

/// The wish for a game.
pub(crate) fn create(choice: &Choice, rival: Rival, lang: Lang) -> String {
    let (variant, level) = (choice.variant.name(), choice.level.name());
    let opponent = match rival {
        Rival::Computer => format!("{{\"kind\":\"computer\",\"level\":\"{level}\"}}"),
        Rival::Friend | Rival::Device => "{\"kind\":\"friend\"}".to_owned(),
    };
    let side = match choice.side {
        SideChoice::First => "first",
        SideChoice::Second => "second",
        SideChoice::Random => "random",
    };
    let tournament = choice.rules.tournament();
    let limit = match choice.rules.length_limit() {
        Some(limit) => limit.to_string(),
        None => "null".to_owned(),
    };
    let clock = match choice.clock {
        None => "null".to_owned(),
        Some(TimeControl::Increment { initial_s, increment_s }) => {
            format!("{{\"initial_s\":{initial_s},\"increment_s\":{increment_s}}}")
        }
        Some(TimeControl::DaysPerMove(days)) => format!("{{\"days_per_move\":{days}}}"),
    };
    format!(
        "{{\"variant\":\"{variant}\",\"opponent\":{opponent},\"side\":\"{side}\",\
         \"rules\":{{\"tournament\":{tournament},\"length_limit\":{limit}}},\
         \"clock\":{clock},\"lang\":\"{lang}\"}}"
    )
}
