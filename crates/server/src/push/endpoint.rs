//! Addresses of push services. A browser names them, so whoever likes can name
//! any: nothing inside our own network must be reached through them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use store::MAX_ENDPOINT_BYTES;

/// Which addresses are believed to be push services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Hosts of the public internet, by name and at the port of https.
    World,
    /// This machine, too: a stand-in of a test.
    Here,
}

/// Where a push service takes messages for one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) host: String,
    pub(super) port: u16,
    /// Path and query.
    pub(super) path: String,
}

impl Endpoint {
    /// Reads an address; `None` when it is none that we would send anything to.
    pub(super) fn parse(text: &str, reach: Reach) -> Option<Self> {
        if text.len() > MAX_ENDPOINT_BYTES || !text.is_ascii() || text.contains('#') {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        let authority = uri.authority()?;
        let (host, port) = (authority.host().to_ascii_lowercase(), authority.port_u16());
        let port = port.unwrap_or(443);
        let is_plain = !authority.as_str().contains('@') && !host.is_empty();
        if uri.scheme_str() != Some("https") || !is_plain {
            return None;
        }
        if reach == Reach::World && (port != 443 || !is_public_name(&host)) {
            return None;
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Some(Endpoint { host, port, path })
    }

    /// Scheme, host and port, as signatures name it.
    pub(super) fn origin(&self) -> String {
        match self.port {
            443 => format!("https://{}", self.host),
            port => format!("https://{}:{port}", self.host),
        }
    }
}

/// Whether this can be the name of a host in the world. What it leads to is
/// looked at when it is asked.
fn is_public_name(host: &str) -> bool {
    let labels: Vec<_> = host.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    // An IPv4 address ends in a number, whatever form it is written in.
    let has_domain =
        labels.last().is_some_and(|last| last.starts_with(|c: char| c.is_alphabetic()));
    labels.len() >= 2 && has_domain && labels.iter().all(is_label)
}

/// Whether a connection to this address may be opened.
pub(super) fn may_reach(address: IpAddr, reach: Reach) -> bool {
    match address.to_canonical() {
        it if reach == Reach::Here && it.is_loopback() => true,
        IpAddr::V4(it) => is_public_v4(it),
        IpAddr::V6(it) => is_public_v6(it),
    }
}

/// The special ranges of the IANA registry (RFC 6890 and later) are not public.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // Here, private, private for carriers, loopback, link-local.
        (0 | 10 | 127, ..) | (100, 64..=127, _) | (169, 254, _) => true,
        (172, 16..=31, _) | (192, 168, _) => true,
        // Protocols, documentation, 6to4, measurements.
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) => true,
        (198, 51, 100) | (203, 0, 113) => true,
        // Multicast, reserved, broadcast.
        (224.., ..) => true,
        _ => false,
    };
    !special
}

/// Of IPv6 only what is handed out to the world, without what leads to an
/// IPv4 address or to nowhere.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let special = match (a, b) {
        // Protocols and Teredo; documentation; 6to4; documentation.
        (0x2001, 0..=0x1ff | 0xdb8) | (0x2002, _) => true,
        (0x3fff, 0..=0xfff) => true,
        _ => false,
    };
    (0x2000..=0x3fff).contains(&a) && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_the_known_push_services_are_read() {
        for text in [
            "https://fcm.googleapis.com/fcm/send/dQ:APA91b-x_y",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA?x=1",
            "https://wns2-am3p.notify.windows.com/w/?token=BQ%2b",
            "https://web.push.apple.com/QOX",
            "https://Web.Push.Apple.Com:443/QOX",
        ] {
            let endpoint = Endpoint::parse(text, Reach::World).expect(text);
            assert!(endpoint.origin().starts_with("https://") && !endpoint.origin().contains(":4"));
            assert!(text.ends_with(&endpoint.path), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_an_endpoint() {
        let long = format!("https://push.example/{}", "x".repeat(MAX_ENDPOINT_BYTES));
        for text in [
            "",
            "push.example/x",
            "/x",
            "http://push.example/x",
            "ftp://push.example/x",
            "https:///x",
            "https://push.example:8080/x",
            "https://push.example:80/x",
            "https://user@push.example/x",
            "https://push.example@127.0.0.1/x",
            "https://localhost/x",
            "https://intranet/x",
            "https://127.0.0.1/x",
            "https://127.1/x",
            "https://0x7f.1/x",
            "https://2130706433/x",
            "https://10.0.0.1/x",
            "https://8.8.8.8/x",
            "https://[::1]/x",
            "https://[2606:4700::1]/x",
            "https://push..example/x",
            "https://push.example./x",
            "https://.example/x",
            "https://push_x.example/x",
            "https://push.example/\u{fc}",
            "https://push.example/x#y",
            "https://push.example/x y",
            "https://push.example/x\r\nHost: y",
            long.as_str(),
        ] {
            assert_eq!(Endpoint::parse(text, Reach::World), None, "{text}");
        }
        // Only a test's own config lets a stand-in in, and over TLS as well.
        let here = "https://127.0.0.1:4711/x";
        assert!(Endpoint::parse(here, Reach::Here).is_some());
        assert_eq!(Endpoint::parse("http://127.0.0.1:4711/x", Reach::Here), None);
    }

    #[test]
    fn no_address_inside_a_network_is_reached() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:0:a00:1::",
            "2001:db8::1",
            "2002:a00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            let address: IpAddr = text.parse().expect(text);
            assert!(!may_reach(address, Reach::World), "{text}");
        }
        for text in [
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "192.167.1.1",
            "2606:4700::1111",
            "2a00:1450:4001::200a",
            "::ffff:8.8.8.8",
        ] {
            let address: IpAddr = text.parse().expect(text);
            assert!(may_reach(address, Reach::World), "{text}");
        }
        let [here, inside] = ["127.0.0.1", "10.0.0.1"].map(|text| text.parse().expect(text));
        assert!(may_reach(here, Reach::Here) && !may_reach(inside, Reach::Here));
    }
}
