//! The requests that are not a socket: each is an effect of the program, and
//! its answer is a message to it.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response};

use crate::client::{Effect, Msg, wire};

/// The code for a server that cannot be reached.
const NETWORK: &str = "network";
/// As long as the server holds a request for news at the most, in seconds.
const WAIT: u8 = 25;

/// Sends the request of an effect; what the program is told of its answer.
pub(super) async fn ask(effect: Effect, signal: Option<AbortSignal>) -> Option<Msg> {
    let (path, sends) = request(&effect)?;
    let answer = answer(&path, sends, signal).await;
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
        Effect::Post { id, .. } => Msg::Posted(id, answer),
        Effect::Poll { generation, .. } => match answer {
            Ok(text) => Msg::Polled(generation, text),
            Err(_) => Msg::Lost(generation),
        },
        _ => Msg::Failed(answer.err()?),
    })
}

/// What a request sends.
enum Sends {
    /// Nothing: it only asks.
    Get,
    /// Perhaps a body in JSON.
    Post(Option<String>),
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

/// The answer to a request, or the code of the refusal.
async fn answer(path: &str, sends: Sends, signal: Option<AbortSignal>) -> Result<String, String> {
    let init = RequestInit::new();
    init.set_signal(signal.as_ref());
    if let Sends::Post(body) = sends {
        init.set_method("POST");
        if let Some(body) = body {
            let headers = Headers::new().map_err(|_| String::new())?;
            headers.set("content-type", "application/json").map_err(|_| String::new())?;
            init.set_headers(&headers);
            init.set_body(&JsValue::from_str(&body));
        }
    }
    let (ok, text) = fetch(path, &init).await.map_err(|_| NETWORK.to_owned())?;
    if ok { Ok(text) } else { Err(wire::error_code(&text).unwrap_or_default()) }
}

async fn fetch(path: &str, init: &RequestInit) -> Result<(bool, String), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let response = JsFuture::from(window.fetch_with_str_and_init(path, init)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.ok(), text.as_string().unwrap_or_default()))
}
