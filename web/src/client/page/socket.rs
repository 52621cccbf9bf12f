//! The websocket. It reports under a number, so that the late words of an old
//! one are told apart from the present one's.

use play::{GameId, Seq};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, MessageEvent, WebSocket};

use super::machine::Machine;
use crate::client::Msg;

/// An open or opening socket with its listeners.
pub(super) struct Socket {
    socket: WebSocket,
    _listeners: [Closure<dyn FnMut(Event)>; 2],
}

impl Socket {
    /// Opens a socket; `None` where the browser refuses even to try.
    pub(super) fn open(
        machine: &Machine,
        generation: u32,
        game: GameId,
        since: Option<Seq>,
    ) -> Option<Self> {
        let location = web_sys::window()?.location();
        let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
        let host = location.host().ok()?;
        let since = since.map(|seq| format!("?since={seq}")).unwrap_or_default();
        let url = format!("{scheme}://{host}/api/games/{game}/socket{since}");
        let socket = WebSocket::new(&url).ok()?;
        let listen = |msg: fn(u32, Event) -> Option<Msg>| {
            let machine = machine.clone();
            Closure::<dyn FnMut(Event)>::wrap(Box::new(move |event: Event| {
                if let Some(msg) = msg(generation, event) {
                    machine.dispatch(msg);
                }
            }))
        };
        let heard = listen(|generation, event| {
            let text = event.dyn_ref::<MessageEvent>()?.data().as_string()?;
            Some(Msg::Heard(generation, text))
        });
        let lost = listen(|generation, _| Some(Msg::Lost(generation)));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(lost.as_ref().unchecked_ref()));
        Some(Self { socket, _listeners: [heard, lost] })
    }

    /// Sends a text. A socket that is just closing loses it; what matters is
    /// sent again by the next one.
    pub(super) fn send(&self, text: &str) {
        if self.socket.ready_state() == WebSocket::OPEN {
            let _ = self.socket.send_with_str(text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
