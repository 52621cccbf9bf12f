//! What a client says, and what the page's own writer makes of the same.

use protocol::ClientMessage;

/// Reads a message, and both writers' texts of it.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    let message = match ClientMessage::parse(text) {
        Ok(message) => message,
        Err(bad) => {
            // An id is told only where there is one.
            let has_hex = text.bytes().filter(u8::is_ascii_hexdigit).count() >= 32;
            return assert!(bad.id.is_none() || has_hex || text.contains('\\'), "{text}");
        }
    };
    let ours = message.to_text();
    let pages = match &message {
        ClientMessage::Command(command) => Some(web::fuzzing::command(command)),
        ClientMessage::Ping { seq } => Some(web::fuzzing::ping(*seq)),
        // Said by a script that is not this program.
        ClientMessage::React { .. } => None,
    };
    for written in [Some(ours), pages].into_iter().flatten() {
        assert_eq!(ClientMessage::parse(&written).as_ref(), Ok(&message), "{written}");
    }
}
