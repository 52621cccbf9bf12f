//! Bytes as text: base64 for addresses, without padding.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub(super) fn to_text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Browsers write none of the padding; a few programs do.
pub(super) fn from_text(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
