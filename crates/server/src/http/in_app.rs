//! Browsers inside other programs. They come by a link in a chat, and often
//! forget their cookies when the chat is closed.

use axum::http::{HeaderMap, header};

/// What those browsers call themselves: Facebook and Messenger, Instagram,
/// Line, TikTok, Viber.
const NAMES: [&str; 9] = [
    "FBAN/",
    "FBAV/",
    "FB_IAB/",
    "Messenger",
    "Instagram",
    " Line/",
    "BytedanceWebview",
    "musical_ly",
    "Viber",
];

/// Whether a request comes from one. The robots that fetch previews for the
/// same programs are none.
pub(crate) fn is(headers: &HeaderMap) -> bool {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    agent.is_some_and(|agent| NAMES.iter().any(|name| agent.contains(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(agent: &'static str, expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, agent.parse().expect("a header"));
        assert_eq!(is(&headers), expected, "{agent}");
    }

    #[test]
    fn browsers_inside_chats_are_known_by_their_names() {
        for agent in [
            "Mozilla/5.0 (Linux; Android 12; wv) Chrome/120 Mobile [FB_IAB/FB4A;FBAV/450.0;]",
            "Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/440.0]",
            "Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 300.0",
            "Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile Safari/537.36 Line/13.0.0/IAB",
            "Mozilla/5.0 (Linux; Android 13; wv) trill_320 BytedanceWebview/d8a21c6",
            "Mozilla/5.0 (iPhone) musical_ly_32.0 JsSdk/2.0",
            "Mozilla/5.0 (iPhone) Mobile/15E148 Viber/21.0",
        ] {
            check(agent, true);
        }
        for agent in [
            "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36",
            "Mozilla/5.0 (iPhone) AppleWebKit/605 Version/17.0 Mobile/15E148 Safari/604.1",
            "facebookexternalhit/1.1",
            "WhatsApp/2.23",
            "",
        ] {
            check(agent, false);
        }
        assert!(!is(&HeaderMap::new()));
    }
}
