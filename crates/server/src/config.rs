//! What an operator can set.

use std::{path::PathBuf, time::Duration};

use axum::http::uri::Authority;
use ipnet::IpNet;

use crate::{bus::SharedBus, metrics::Metrics, push::Push, retention::Retention};

/// The settings of a running server.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The origin that players see, without a path: `https://dama.example`.
    /// Without it links use the request's `Host` and cookies are not Secure.
    pub public_url: Option<PublicUrl>,
    /// Whether rates are limited. Sizes always are.
    pub limits: Limits,
    /// Threads for computer players; `None` for one a core.
    pub engine_threads: Option<usize>,
    /// Where the computer players have their endgame tables from; made or read
    /// in the background after the start.
    pub tables: engine::TableSource,
    /// Proxies whose word about a client's address is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// In which header they give it.
    pub proxy_header: ProxyHeader,
    /// A file of addresses and networks that are not let in, one a line; read
    /// again when it changes.
    pub block_list: Option<PathBuf>,
    /// For how long what nobody comes back to is kept.
    pub retention: Retention,
    /// Who runs this server, and how to reach them; told on the about page.
    pub operator: Operator,
    /// The way to other servers on the same store; none by default.
    pub bus: SharedBus,
    /// Whether players who ask for it are told by push when it is their turn.
    pub push: Push,
    /// What the server counts; told on the admin listener.
    pub metrics: Metrics,
    /// When a websocket that says nothing is given up.
    pub silence: Silence,
}

/// When a websocket that says nothing is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// How often the server pings; browsers answer by themselves.
    pub ping_every: Duration,
    /// Without a word for so long, the answers to pings included, a connection
    /// is dead.
    pub dead_after: Duration,
}

impl Default for Silence {
    /// Two pings may be lost.
    fn default() -> Self {
        Silence { ping_every: Duration::from_secs(15), dead_after: Duration::from_secs(40) }
    }
}

/// Whether rates are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// The rates that suit a public server.
    #[default]
    Standard,
    /// No rates at all: for tests and load measurements.
    Off,
}

/// Who runs a server, in their own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    /// A name.
    pub name: Option<String>,
    /// A way to reach them, such as an address for mail.
    pub contact: Option<String>,
}

/// The header in which a proxy tells for whom it speaks. One and not the other:
/// a proxy passes on what its clients wrote into the one that it does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, as nearly all proxies write it.
    #[default]
    XForwardedFor,
    /// `Forwarded`, RFC 7239.
    Forwarded,
}

/// An origin: scheme, host and port, nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    https: bool,
}

/// The text is not `http://HOST[:PORT]` or `https://HOST[:PORT]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an origin of the form https://host")]
pub struct NotAnOrigin;

impl PublicUrl {
    /// The origin without a final slash.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether players come over TLS, so that cookies are Secure.
    #[must_use]
    pub const fn is_https(&self) -> bool {
        self.https
    }
}

impl std::str::FromStr for PublicUrl {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let origin = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let (https, host) = match origin.split_once("://") {
            Some(("https", host)) => (true, host),
            Some(("http", host)) => (false, host),
            _ => return Err(NotAnOrigin),
        };
        if !is_host(host) {
            return Err(NotAnOrigin);
        }
        // A browser's Origin header leaves the scheme's own port out.
        let standard = if https { ":443" } else { ":80" };
        let origin = origin.strip_suffix(standard).map_or(origin.clone(), str::to_owned);
        Ok(PublicUrl { origin, https })
    }
}

/// Whether a text is `HOST[:PORT]` of plain letters, so that it may stand in a
/// link.
pub(crate) fn is_host(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    let Ok(authority) = text.parse::<Authority>() else { return false };
    let is_port = |port: &str| port.parse::<u16>().is_ok();
    text.chars().all(fits)
        && !authority.host().is_empty()
        && text
            .strip_prefix(authority.host())
            .is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_path_and_no_standard_port() {
        let origin = |text: &str| text.parse::<PublicUrl>().map(|url| url.origin().to_owned());
        assert_eq!(origin("https://Dama.example/"), Ok("https://dama.example".to_owned()));
        assert_eq!(origin("https://dama.example:443"), Ok("https://dama.example".to_owned()));
        assert_eq!(origin("http://127.0.0.1:8080"), Ok("http://127.0.0.1:8080".to_owned()));
        assert_eq!(origin("dama.example"), Err(NotAnOrigin));
        assert_eq!(origin("https://dama.example/path"), Err(NotAnOrigin));
        assert_eq!(origin("ftp://dama.example"), Err(NotAnOrigin));
        assert_eq!(origin("http://[::1]:8080"), Ok("http://[::1]:8080".to_owned()));
    }

    #[test]
    fn a_host_has_whole_brackets_and_a_port_that_is_one() {
        for host in ["dama.example", "h:80", "[::1]", "[2001:db8::7]:4711", "a_b", "10.0.0.1:1"] {
            assert!(is_host(host), "{host}");
        }
        for text in ["", ":80", "h:", "h:x", "h:65536", "h:80:80", "::1", "[::80", "[::80:80", "h]"]
        {
            assert!(!is_host(text), "{text}");
        }
    }
}
