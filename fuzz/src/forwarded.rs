//! What proxies tell of a client's address, lists of networks, and the wishes
//! of a browser for a language. The first line is the peer's address.

use std::{net::IpAddr, sync::LazyLock};

use ipnet::IpNet;
use server::{ProxyHeader, fuzzing::Proxies};
use web::Lang;

const TRUSTED: [&str; 2] = ["10.0.0.0/8", "fd00::/8"];

static TRUST: LazyLock<Vec<IpNet>> =
    LazyLock::new(|| TRUSTED.iter().filter_map(|net| net.parse().ok()).collect());
static OLD: LazyLock<Proxies> =
    LazyLock::new(|| Proxies::new(TRUST.clone(), ProxyHeader::XForwardedFor));
static NEW: LazyLock<Proxies> =
    LazyLock::new(|| Proxies::new(TRUST.clone(), ProxyHeader::Forwarded));

/// Reads the lines as each of them.
pub fn check(data: &[u8]) {
    let lines = crate::fields(data);
    let [peer, fields @ ..] = &lines[..] else { return };
    let peer = crate::text(peer).and_then(|text| text.parse::<IpAddr>().ok());
    let peer = peer.unwrap_or(IpAddr::from([10, 0, 0, 1]));
    let is_trusted = TRUST.iter().any(|net| net.contains(&peer.to_canonical()));
    // What a client writes to the left of what our proxy adds is not heard.
    let added: [(&Proxies, &[u8]); 2] = [(&OLD, b"192.0.2.7"), (&NEW, b"for=192.0.2.7")];
    for (proxies, added) in added {
        let client = proxies.client(peer, fields);
        assert_eq!(client, client.to_canonical());
        let with_added = proxies.client(peer, &[fields, &[added]].concat());
        if is_trusted {
            assert_eq!(with_added, IpAddr::from([192, 0, 2, 7]));
        } else {
            let own = peer.to_canonical();
            assert_eq!((client, with_added), (own, own), "who is not trusted is not believed");
        }
    }
    if let Some(text) = crate::text(data) {
        block_list(text, peer);
        let _ = Lang::from_accept_language(text);
    }
}

/// Looking up in a set against asking one network after another.
fn block_list(text: &str, address: IpAddr) {
    let Some(blocked) = server::fuzzing::is_blocked(text, address) else { return };
    let address = address.to_canonical();
    let lines = text.lines().filter_map(|line| line.split('#').next()).map(str::trim);
    let mut nets = lines.filter(|line| !line.is_empty()).map(|line| {
        let single = || line.parse::<IpAddr>().map(|ip| IpNet::from(ip.to_canonical()));
        line.parse::<IpNet>().or_else(|_| single()).expect("a list without mistakes")
    });
    assert_eq!(blocked, nets.any(|net| net.contains(&address)), "{text}");
}
