//! The language of a request that does not say it in its path.

use axum::http::{HeaderMap, HeaderValue, header};
use web::Lang;

use crate::identity::cookie_values;

/// The cookie that remembers a chosen language. It holds no secret.
const NAME: &str = "dama_lang";
/// A year, in seconds.
const YEAR_S: u32 = 365 * 24 * 60 * 60;

/// The visitor's language: the one chosen before, else the browser's.
pub(crate) fn of(headers: &HeaderMap) -> Lang {
    if let Some(chosen) = cookie_values(headers, NAME).find_map(|code| code.parse().ok()) {
        return chosen;
    }
    let wished = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Lang::from_accept_language(wished.unwrap_or_default())
}

/// The cookie for a visitor who has just read a page in this language.
pub(crate) fn remember(lang: Lang) -> HeaderValue {
    let text = format!("{NAME}={lang}; Path=/; Max-Age={YEAR_S}; SameSite=Lax; HttpOnly");
    // Codes are letters, so this is always a header value.
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
