//! `Cookie` fields, one a line: the library's reading against a plain one.

/// Finds the player's cookies in both ways.
pub fn check(data: &[u8]) {
    let fields = crate::fields(data);
    let found = server::fuzzing::player_cookies(&fields);
    let plain: Vec<_> = fields.iter().flat_map(|field| plain(field)).collect();
    assert_eq!(found, plain);
    // Whatever stands around it, one of our own is found.
    let own = b"dama_player=8Lx3hGmvTq2ZcRkWbYd5pN";
    let mut with_own = fields;
    with_own.push(own);
    let found = server::fuzzing::player_cookies(&with_own);
    assert!(found.iter().any(|value| value == "8Lx3hGmvTq2ZcRkWbYd5pN"));
}

/// Pairs between semicolons, straight from the text of RFC 6265.
fn plain(field: &[u8]) -> Vec<String> {
    // What is no visible ASCII is no text for a header.
    let visible = |&byte: &u8| byte == b'\t' || (0x20..0x7f).contains(&byte);
    if !field.iter().all(visible) {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(field);
    let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
    let named = pairs.filter(|(name, _)| name.trim() == "dama_player");
    named.map(|(_, value)| value.trim().to_owned()).collect()
}
