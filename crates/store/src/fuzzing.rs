//! The text in which games are kept, opened to the fuzz targets alone.

use play::{Event, GameConfig, Time};
use rules::Variant;

use crate::{DecodeError, codec};

/// An event as a form and a text.
#[must_use]
pub fn encode_event(event: &Event) -> (i64, String) {
    let encoded = codec::encode_event(event);
    (encoded.form, encoded.text)
}

/// Reads an event back.
///
/// # Errors
/// When the form is unknown, or the text is not of that form.
pub fn decode_event(form: i64, text: &str) -> Result<Event, DecodeError> {
    codec::decode_event(form, text)
}

/// A configuration as a form and a text.
#[must_use]
pub fn encode_config(config: &GameConfig) -> (i64, String) {
    let encoded = codec::encode_config(config);
    (encoded.form, encoded.text)
}

/// Reads a configuration back.
///
/// # Errors
/// When the form is unknown, the text is not of that form, or no game can have
/// such a configuration.
pub fn decode_config(
    variant: Variant,
    created_at: Time,
    form: i64,
    text: &str,
) -> Result<GameConfig, DecodeError> {
    codec::decode_config(variant, created_at, form, text)
}
