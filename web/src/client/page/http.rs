//! The few requests that are not a socket.

use play::GameId;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::client::{Created, wire};

/// The code for a server that cannot be reached.
const NETWORK: &str = "network";

/// Asks the server for a game.
pub(super) async fn create(wish: &str) -> Result<Created, String> {
    let text = post("/api/games", Some(wish)).await?;
    wire::created(&text).ok_or_else(String::new)
}

/// Calls an invite off.
pub(super) async fn cancel_invite(token: &str) -> Result<(), String> {
    post(&format!("/api/invites/{token}/cancel"), None).await.map(|_| ())
}

/// Whether the server knows a game; `None` when it does not answer.
pub(super) async fn knows(game: GameId) -> Option<bool> {
    let response = fetch(&format!("/api/games/{game}"), &RequestInit::new()).await.ok()?;
    match response.status() {
        200 => Some(true),
        404 => Some(false),
        _ => None,
    }
}

/// The answer to a POST, or the code of the refusal.
async fn post(path: &str, body: Option<&str>) -> Result<String, String> {
    let init = RequestInit::new();
    init.set_method("POST");
    if let Some(body) = body {
        let headers = Headers::new().map_err(|_| String::new())?;
        headers.set("content-type", "application/json").map_err(|_| String::new())?;
        init.set_headers(&headers);
        init.set_body(&JsValue::from_str(body));
    }
    let response = fetch(path, &init).await.map_err(|_| NETWORK.to_owned())?;
    let text = text_of(&response).await.map_err(|_| NETWORK.to_owned())?;
    if response.ok() {
        return Ok(text);
    }
    Err(wire::error_code(&text).unwrap_or_default())
}

async fn fetch(path: &str, init: &RequestInit) -> Result<Response, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    JsFuture::from(window.fetch_with_str_and_init(path, init)).await?.dyn_into()
}

async fn text_of(response: &Response) -> Result<String, JsValue> {
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}
