//! The requests that are not a socket: each is an effect of the program, and
//! its answer is a message to it.

use web_sys::AbortSignal;

use crate::{
    client::{Effect, Msg, wire},
    device::{self, Sends},
};

/// The code for a server that cannot be reached.
const NETWORK: &str = "network";
/// As long as the server holds a request for news at the most, in seconds.
const WAIT: u8 = 25;

/// Sends the request of an effect; `tell` hears what the program is to be told
/// of the answer, if anything.
pub(super) fn ask(effect: Effect, signal: Option<&AbortSignal>, tell: impl FnOnce(Msg) + 'static) {
    let Some((path, sends)) = request(&effect) else { return };
    device::ask(&path, &sends, signal, move |ok, text| {
        let answer = match text {
            Some(text) if ok => Ok(text),
            Some(text) => Err(wire::error_code(&text).unwrap_or_default()),
            None => Err(NETWORK.to_owned()),
        };
        if let Some(msg) = message(&effect, answer) {
            tell(msg);
        }
    });
}

/// What the program is told of an answer: its text, or the code of the
/// refusal.
fn message(effect: &Effect, answer: Result<String, String>) -> Option<Msg> {
    Some(match effect {
        Effect::Create(_) => {
            Msg::Created(answer.and_then(|text| wire::created(&text).ok_or_else(String::new)))
        }
        Effect::Check(_) => match answer {
            Ok(_) => Msg::Checked(true),
            Err(code) if code == "not_found" => Msg::Checked(false),
            Err(_) => return None,
        },
        Effect::Fetch(_) => Msg::Fetched(answer),
        Effect::Post { id, .. } => Msg::Posted(*id, answer),
        Effect::Poll { generation, .. } => match answer {
            Ok(text) => Msg::Polled(*generation, text),
            Err(_) => Msg::Lost(*generation),
        },
        _ => Msg::Failed(answer.err()?),
    })
}

/// The address of an effect's request, and what it sends.
fn request(effect: &Effect) -> Option<(String, Sends)> {
    Some(match effect {
        Effect::Create(wish) => ("/api/games".to_owned(), Sends::Post(Some(wish.clone()))),
        Effect::Check(game) => (format!("/api/games/{game}"), Sends::Get),
        Effect::CancelInvite(token) => (format!("/api/invites/{token}/cancel"), Sends::Post(None)),
        Effect::Fetch(path) => (path.clone(), Sends::Get),
        Effect::Post { game, text, .. } => {
            (format!("/api/games/{game}/commands"), Sends::Post(Some(text.clone())))
        }
        Effect::Poll { game, since, wait, .. } => {
            let wait = if *wait { WAIT } else { 0 };
            let since = since.map(|seq| format!("&since={seq}")).unwrap_or_default();
            (format!("/api/games/{game}/events?wait={wait}{since}"), Sends::Get)
        }
        _ => return None,
    })
}
