//! What stands at the end of links, with what chat programs put behind it; and
//! hosts, origins and the public address.

use play::base58;
use server::PublicUrl;

/// Reads the text as each of them.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    token(first, second);
    public_url(first);
    origin(first, second);
}

fn token(text: &str, junk: &str) {
    let secret = server::fuzzing::link_secret(text);
    assert_eq!(server::fuzzing::game_of_path(text).map(|id| id.as_u128()), secret);
    if let Some(secret) = secret {
        // One text for each secret, and nothing behind it but punctuation.
        let rest = text.strip_prefix(base58::encode(secret).as_str()).expect("its own text");
        assert!(rest.chars().all(|c| !c.is_ascii_alphanumeric()), "{text}");
    }
    let number = text.bytes().fold(7u128, |all, byte| all.wrapping_mul(257) + u128::from(byte));
    let behind: String = junk.chars().filter(|c| !c.is_ascii_alphanumeric()).collect();
    let link = base58::encode(number) + &behind;
    assert_eq!(server::fuzzing::link_secret(&link), Some(number), "{link}");
}

fn public_url(text: &str) {
    let Ok(url) = text.parse::<PublicUrl>() else { return };
    let origin = url.origin();
    assert_eq!(origin.parse().as_ref(), Ok(&url), "{text}");
    let scheme = if url.is_https() { "https://" } else { "http://" };
    let host = origin.strip_prefix(scheme).expect("its scheme");
    assert!(server::fuzzing::is_host(host), "{origin}");
}

fn origin(origin: &str, host: &str) {
    let (origin, host) = (origin.as_bytes(), host.as_bytes());
    // What no header can hold never arrives.
    if ![origin, host].concat().iter().all(u8::is_ascii_graphic) {
        return;
    }
    let alone = server::fuzzing::is_own_origin(None, host, &[origin]);
    if alone {
        // Scheme, then exactly the host.
        let at = origin.windows(3).position(|it| it == b"://").map(|at| at + 3);
        assert!(at.is_some_and(|at| &origin[at..] == host));
    }
    assert!(!server::fuzzing::is_own_origin(None, host, &[origin, b"http://evil.example"]));
    let public = Some("https://dama.example");
    let is_public = origin.eq_ignore_ascii_case(b"https://dama.example");
    assert_eq!(server::fuzzing::is_own_origin(public, host, &[origin]), is_public);
}
