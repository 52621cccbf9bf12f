//! What the door makes of headers and links, opened to the fuzz targets alone.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use play::base58;

use crate::{
    Config, IpNet, ProxyHeader, client::Door, config, http, identity, networks::Networks, origin,
};

/// Header fields of one name; what no header can hold is left out.
fn headers(name: &HeaderName, fields: &[&[u8]]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for field in fields {
        if let Ok(value) = HeaderValue::from_bytes(field) {
            headers.append(name, value);
        }
    }
    headers
}

/// The values of the player's cookie in `Cookie` fields.
#[must_use]
pub fn player_cookies(fields: &[&[u8]]) -> Vec<String> {
    identity::cookie_values(&headers(&header::COOKIE, fields), identity::NAME).collect()
}

/// The secret that the last part of a link stands for.
#[must_use]
pub fn link_secret(text: &str) -> Option<u128> {
    base58::decode(http::trimmed(text))
}

/// The game that the last part of a path stands for.
#[must_use]
pub fn game_of_path(text: &str) -> Option<play::GameId> {
    http::game_id(text).ok()
}

/// Whether a request with this `Host` and these `Origin` fields is let through.
#[must_use]
pub fn is_own_origin(public: Option<&str>, host: &[u8], origins: &[&[u8]]) -> bool {
    let mut all = headers(&header::ORIGIN, origins);
    all.extend(headers(&header::HOST, &[host]));
    origin::is_own(&all, public)
}

/// Whether a text may stand as the host of a link.
#[must_use]
pub fn is_host(text: &str) -> bool {
    config::is_host(text)
}

/// A server's knowledge of its proxies.
pub struct Proxies(Door, HeaderName);

impl Proxies {
    /// These networks are trusted, and say it in this header.
    #[must_use]
    pub fn new(trusted: Vec<IpNet>, proxy_header: ProxyHeader) -> Self {
        let name = match proxy_header {
            ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => header::FORWARDED,
        };
        let config = Config { trusted_proxies: trusted, proxy_header, ..Config::default() };
        Proxies(Door::new(&config), name)
    }

    /// The client's address, by the peer's and these header fields.
    #[must_use]
    pub fn client(&self, peer: IpAddr, fields: &[&[u8]]) -> IpAddr {
        self.0.client(peer, &headers(&self.1, fields))
    }
}

/// Whether an address is on a block list; `None` where the list has a mistake.
#[must_use]
pub fn is_blocked(list: &str, address: IpAddr) -> Option<bool> {
    Networks::parse(list).ok().map(|networks| networks.contain(address))
}
