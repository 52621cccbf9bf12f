//! Handing one message to a push service: RFC 8030.
//!
//! A connection of its own for each, to an address that was looked at after its
//! name was resolved; nothing is followed, and of the answer nothing is read
//! but its head.

use std::{pin::pin, sync::Arc, time::Duration};

use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::Full;
use hyper::{body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, pki_types::ServerName},
};

use super::endpoint::{Endpoint, Reach, may_reach};

/// How long one message may take, from the name to the answer.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// Addresses of one name that are tried.
const ADDRESSES: usize = 4;
/// A head that is larger than this is no answer.
const HEAD_BYTES: usize = 16 * 1024;

/// A message that is ready to go.
pub(super) struct Parcel {
    pub(super) to: Endpoint,
    pub(super) body: Vec<u8>,
    pub(super) authorization: String,
    /// Replaces what waits for the browser under the same topic.
    pub(super) topic: String,
    /// How long it is worth keeping for a browser that is off.
    pub(super) ttl: Duration,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// The push service has it.
    Taken,
    /// The browser does not want any more.
    Gone,
    /// Not now; perhaps after this time.
    Later(Option<Duration>),
    /// It will never be taken.
    Refused(StatusCode),
}

/// Why no push service said anything.
#[derive(Debug, thiserror::Error)]
pub(super) enum SendFault {
    #[error("the name leads nowhere that may be asked")]
    NoAddress,
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Http(#[from] hyper::Error),
    #[error("the request cannot be written: {0}")]
    Request(#[from] axum::http::Error),
    #[error("no answer in time")]
    Silent,
}

/// What sending takes.
pub(super) struct Sender {
    tls: TlsConnector,
    reach: Reach,
}

impl Sender {
    /// Trusts these roots.
    ///
    /// # Panics
    /// Never: the provider is our own.
    pub(super) fn new(roots: RootCertStore, reach: Reach) -> Self {
        let config = ClientConfig::builder_with_provider(Arc::new(
            tokio_rustls::rustls::crypto::ring::default_provider(),
        ))
        .with_safe_default_protocol_versions()
        .map(|config| config.with_root_certificates(roots).with_no_client_auth());
        let config = config.expect("the provider has ciphers for every version");
        Sender { tls: TlsConnector::from(Arc::new(config)), reach }
    }

    /// Hands a message over.
    pub(super) async fn send(&self, parcel: Parcel) -> Result<Delivery, SendFault> {
        timeout(SEND_WITHIN, self.try_send(parcel)).await.unwrap_or(Err(SendFault::Silent))
    }

    async fn try_send(&self, parcel: Parcel) -> Result<Delivery, SendFault> {
        let Endpoint { host, port, path } = &parcel.to;
        let name = ServerName::try_from(host.clone()).map_err(|_| SendFault::NoAddress)?;
        let stream = self.tls.connect(name, self.connect(host, *port).await?).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(HEAD_BYTES)
            .handshake::<_, Full<Bytes>>(TokioIo::new(stream))
            .await?;
        let request = Request::post(path)
            .header(header::HOST, parcel.to.origin().trim_start_matches("https://"))
            .header(header::AUTHORIZATION, parcel.authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", parcel.ttl.as_secs())
            .header("topic", parcel.topic)
            .header("urgency", "normal")
            .body(Full::new(Bytes::from(parcel.body)))?;
        let mut answer = pin!(sender.send_request(request));
        let response = tokio::select! {
            biased;
            response = answer.as_mut() => response?,
            // It may have brought the answer and closed in one.
            ended = connection => {
                ended?;
                answer.await?
            }
        };
        Ok(delivery(response.status(), response.headers()))
    }

    async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, SendFault> {
        let mut last = SendFault::NoAddress;
        let found = lookup_host((host, port)).await?;
        let open = found.filter(|address| may_reach(address.ip(), self.reach));
        for address in open.take(ADDRESSES) {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }
}

fn delivery(status: StatusCode, headers: &HeaderMap) -> Delivery {
    let after = || {
        let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
        text.trim().parse().ok().map(Duration::from_secs)
    };
    match status {
        _ if status.is_success() => Delivery::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Delivery::Gone,
        StatusCode::TOO_MANY_REQUESTS => Delivery::Later(after()),
        _ if status.is_server_error() => Delivery::Later(after()),
        _ => Delivery::Refused(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(status: u16, retry_after: Option<&str>, expected: Delivery) {
        let mut headers = HeaderMap::new();
        if let Some(text) = retry_after {
            headers.insert(header::RETRY_AFTER, text.parse().expect("a value"));
        }
        assert_eq!(delivery(StatusCode::from_u16(status).expect("a status"), &headers), expected);
    }

    #[test]
    fn the_statuses_of_push_services_mean_what_the_standard_says() {
        check(201, None, Delivery::Taken);
        check(202, None, Delivery::Taken);
        check(404, None, Delivery::Gone);
        check(410, None, Delivery::Gone);
        check(429, Some("120"), Delivery::Later(Some(Duration::from_secs(120))));
        check(503, Some(" 3 "), Delivery::Later(Some(Duration::from_secs(3))));
        check(500, None, Delivery::Later(None));
        check(429, Some("Wed, 21 Oct 2026 07:28:00 GMT"), Delivery::Later(None));
        // Never followed: a redirect may lead inside.
        for status in [301, 302, 307, 308, 400, 401, 403, 413] {
            let refused = Delivery::Refused(StatusCode::from_u16(status).expect("a status"));
            check(status, None, refused);
        }
    }
}
