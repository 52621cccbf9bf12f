//! From which address a request comes, and whether that one is let in.
//!
//! Behind a proxy every connection comes from the proxy, and the true address
//! stands in a header that anybody can write. So the header is read only when
//! the connection comes from a proxy that the operator trusts, and from its
//! right end, where each proxy adds the one it heard from: the first address
//! from there that is no trusted proxy is the client's.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, SystemTime},
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use protocol::ErrorCode;
use tokio::time::interval;
use tracing::{info, warn};

use crate::{
    app::App,
    config::{Config, ProxyHeader},
    error::ApiError,
    networks::Networks,
};

/// How often it is looked whether the block list has changed.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The largest block list, in bytes.
const LARGEST: u64 = 8 << 20;
/// Hops that are followed; a header can hold thousands.
const HOPS: usize = 16;

/// The address of whoever sent a request. Put into each one by [`recognise`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub IpAddr);

/// Middleware: finds the client's address, and turns away the blocked.
pub(crate) async fn recognise(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = app.door().client(peer.ip(), request.headers());
    if app.door().is_blocked(address) {
        return ApiError::from(ErrorCode::Blocked).into_response();
    }
    request.extensions_mut().insert(Client(address));
    next.run(request).await
}

/// Who is believed, and who is not let in.
pub(crate) struct Door {
    trusted: Networks,
    header: ProxyHeader,
    block_list: Option<PathBuf>,
    blocked: RwLock<Arc<Networks>>,
}

/// By what a changed file is known.
type Edition = Option<(SystemTime, u64)>;

impl Door {
    pub(crate) fn new(config: &Config) -> Self {
        Door {
            trusted: config.trusted_proxies.iter().copied().collect(),
            header: config.proxy_header,
            block_list: config.block_list.clone(),
            blocked: RwLock::default(),
        }
    }

    fn is_blocked(&self, address: IpAddr) -> bool {
        let blocked = self.blocked.read().unwrap_or_else(PoisonError::into_inner);
        blocked.contain(address)
    }

    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut address = peer.to_canonical();
        if !self.trusted.contain(address) {
            return address;
        }
        let name = match self.header {
            ProxyHeader::XForwardedFor => "x-forwarded-for",
            ProxyHeader::Forwarded => header::FORWARDED.as_str(),
        };
        let fields = headers.get_all(name).iter().rev();
        let hops = fields.flat_map(|field| field.to_str().unwrap_or_default().rsplit(','));
        for hop in hops.take(HOPS) {
            let node = match self.header {
                ProxyHeader::XForwardedFor => Some(hop),
                ProxyHeader::Forwarded => forwarded_for(hop),
            };
            // Whoever wrote what is no address is the last one that we know.
            let Some(before) = node.and_then(address_of) else { return address };
            address = before;
            if !self.trusted.contain(address) {
                return address;
            }
        }
        address
    }

    /// Reads the block list if it has changed since `known`; a list that
    /// cannot be read leaves the old one as it is.
    fn look(&self, known: Edition) -> Edition {
        let path = self.block_list.as_deref()?;
        let found = std::fs::metadata(path).and_then(|meta| Ok((meta.modified()?, meta.len())));
        let edition = match found {
            Ok(edition) => Some(edition),
            Err(cause) => {
                if known.is_some() {
                    warn!(%cause, path = %path.display(), "the block list is out of reach");
                }
                return None;
            }
        };
        if edition == known {
            return known;
        }
        let text = match edition {
            Some((_, size)) if size > LARGEST => Err("it is too large".to_owned()),
            _ => std::fs::read_to_string(path).map_err(|cause| cause.to_string()),
        };
        let read = text.and_then(|text| Networks::parse(&text).map_err(|bad| bad.to_string()));
        match read {
            Ok(networks) => {
                info!(networks = networks.len(), "block list read");
                *self.blocked.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(networks);
            }
            Err(cause) => warn!(%cause, path = %path.display(), "the block list stays as it was"),
        }
        edition
    }
}

/// Reads the block list now and whenever it changes, until the server stops.
pub(crate) async fn watch_block_list(app: App) {
    if app.door().block_list.is_none() {
        return;
    }
    let mut tick = interval(LOOK_EVERY);
    let mut edition = None;
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = app.shutdown().cancelled() => return,
        }
        let looking = app.clone();
        let looked = tokio::task::spawn_blocking(move || looking.door().look(edition));
        edition = looked.await.unwrap_or(edition);
    }
}

/// The `for` of one element of a `Forwarded` header (RFC 7239).
fn forwarded_for(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim().trim_matches('"'))
    })
}

/// An address with or without a port: `10.0.0.1`, `10.0.0.1:80`, `2001:db8::1`,
/// `[2001:db8::1]:80`.
fn address_of(node: &str) -> Option<IpAddr> {
    let node = node.trim();
    let bare = node.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(node);
    let plain = bare.parse::<IpAddr>().ok();
    let address = plain.or_else(|| Some(node.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: ProxyHeader, peer: &str, fields: &[(&'static str, &str)], client: &str) {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|net| net.parse().expect(net));
        let config =
            Config { trusted_proxies: trusted.into(), proxy_header: header, ..Config::default() };
        let mut headers = HeaderMap::new();
        for &(name, value) in fields {
            headers.append(name, value.parse().expect(value));
        }
        let found = Door::new(&config).client(peer.parse().expect(peer), &headers);
        assert_eq!(found, client.parse::<IpAddr>().expect(client), "{peer} {fields:?}");
    }

    #[test]
    fn who_is_no_trusted_proxy_is_not_believed() {
        let forged = [("x-forwarded-for", "192.0.2.1")];
        check(ProxyHeader::XForwardedFor, "198.51.100.9", &forged, "198.51.100.9");
        check(ProxyHeader::XForwardedFor, "10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn the_rightmost_address_that_is_no_proxy_is_the_clients() {
        let check = |fields: &[_], client| {
            check(ProxyHeader::XForwardedFor, "::ffff:10.0.0.1", fields, client);
        };
        check(&[("x-forwarded-for", "192.0.2.1")], "192.0.2.1");
        check(&[("x-forwarded-for", "203.0.113.5, 192.0.2.1")], "192.0.2.1");
        check(&[("x-forwarded-for", "203.0.113.5, 192.0.2.1, 10.9.9.9")], "192.0.2.1");
        check(&[("x-forwarded-for", "192.0.2.1"), ("x-forwarded-for", "10.9.9.9")], "192.0.2.1");
        check(&[("x-forwarded-for", "192.0.2.1:5555")], "192.0.2.1");
        check(&[("x-forwarded-for", "2001:db8::7")], "2001:db8::7");
        check(&[("x-forwarded-for", "192.0.2.1, nonsense, 10.9.9.9")], "10.9.9.9");
        check(&[("x-forwarded-for", "10.1.1.1, 10.2.2.2")], "10.1.1.1");
        check(&[("forwarded", "for=192.0.2.1")], "10.0.0.1");
    }

    #[test]
    fn the_standard_header_is_read_where_the_operator_says_so() {
        let check = |value, client| {
            check(ProxyHeader::Forwarded, "fd00::1", &[("forwarded", value)], client);
        };
        check("for=192.0.2.1;proto=https", "192.0.2.1");
        check("for=203.0.113.5, proto=https;For=\"[2001:db8::7]:4711\"", "2001:db8::7");
        check("for=192.0.2.1, for=_hidden", "fd00::1");
    }

    #[test]
    fn a_block_list_with_a_mistake_leaves_the_old_one_in_force() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("blocked.txt");
        let config = Config { block_list: Some(path.clone()), ..Config::default() };
        let door = Door::new(&config);
        let somebody = IpAddr::from([192, 0, 2, 1]);
        assert_eq!(door.look(None), None, "there is no file yet");
        std::fs::write(&path, "192.0.2.0/24").expect("written");
        let edition = door.look(None);
        assert!(door.is_blocked(somebody));
        std::fs::write(&path, "192.0.2.0/24\nnobody").expect("written");
        let edition = door.look(edition);
        assert!(door.is_blocked(somebody), "the old list stays");
        std::fs::write(&path, "").expect("written");
        door.look(edition);
        assert!(!door.is_blocked(somebody));
    }
}
