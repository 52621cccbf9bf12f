//! A push service on this machine, and the browser behind it: it takes messages
//! as RFC 8030 says, believes only signatures of RFC 8292, and opens what was
//! sealed as RFC 8291 says, with other parts than the server has.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
    elliptic_curve::sec1::ToSec1Point as _,
};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};
use uuid::Uuid;

/// Larger bodies are no push messages.
const LARGEST: usize = 4_096;

/// A push service that listens.
pub struct PushService {
    address: String,
    root: String,
    says: Arc<Mutex<(u16, Option<u32>)>>,
    heard: mpsc::UnboundedReceiver<Delivered>,
}

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// The part of the address by which the service knows the browser.
    pub path: String,
    /// The head, names in small letters.
    pub headers: HashMap<String, String>,
    /// What the signature claims; it is the key's that it names.
    pub claims: Value,
    /// The key that it names.
    pub key: String,
    /// The sealed message.
    pub body: Vec<u8>,
}

/// A browser that has subscribed.
pub struct Subscription {
    secret: SecretKey,
    auth: [u8; 16],
    path: String,
    endpoint: String,
}

impl PushService {
    /// Opens on a free port, with a certificate of its own.
    ///
    /// # Panics
    /// When it cannot.
    pub async fn open() -> PushService {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]);
        let made = made.expect("a certificate");
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let provider = tokio_rustls::rustls::crypto::ring::default_provider();
        let config = ServerConfig::builder_with_provider(Arc::new(provider))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a pair");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (told, heard) = mpsc::unbounded_channel();
        let says = Arc::new(Mutex::new((201, None)));
        let (answer, tls) = (says.clone(), TlsAcceptor::from(Arc::new(config)));
        let audience = format!("https://{address}");
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, told, answer) = (tls.clone(), told.clone(), answer.clone());
                let audience = audience.clone();
                tokio::spawn(async move {
                    // Whoever trusts no certificate of ours goes away again.
                    let Ok(stream) = tls.accept(stream).await else { return };
                    let mut stream = BufReader::new(stream);
                    let Some(delivered) = read(&mut stream, &audience).await else {
                        let refused = "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n";
                        let _ = stream.write_all(refused.as_bytes()).await;
                        let _ = stream.shutdown().await;
                        return;
                    };
                    let (status, after) = *answer.lock().expect("no panic elsewhere");
                    let after = after.map_or_else(String::new, |s| format!("retry-after: {s}\r\n"));
                    let text = format!(
                        "HTTP/1.1 {status} So\r\n{after}location: https://127.0.0.1/\r\n\
                         content-length: 0\r\n\r\n"
                    );
                    let _ = told.send(delivered);
                    let _ = stream.write_all(text.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        PushService { address, root: made.cert.pem(), says, heard }
    }

    /// Its certificate, in PEM.
    #[must_use]
    pub fn root(&self) -> String {
        self.root.clone()
    }

    /// From now on it answers so, with this `Retry-After` in seconds.
    ///
    /// # Panics
    /// Never, unless another thread panicked.
    pub fn answers(&self, status: u16, retry_after: Option<u32>) {
        *self.says.lock().expect("no panic elsewhere") = (status, retry_after);
    }

    /// The next message that somebody delivers; waits for it.
    ///
    /// # Panics
    /// When the service is gone.
    pub async fn next(&mut self) -> Delivered {
        self.heard.recv().await.expect("the service lives")
    }

    /// A message that has come, if one has.
    pub fn has_come(&mut self) -> Option<Delivered> {
        self.heard.try_recv().ok()
    }

    /// A browser that subscribes.
    ///
    /// # Panics
    /// Hardly ever: when chance gives no key.
    #[must_use]
    pub fn subscribe(&self) -> Subscription {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        bytes[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        let path = format!("/w/{}", Uuid::new_v4());
        Subscription {
            secret: SecretKey::from_slice(&bytes).expect("a number below the order"),
            auth: *Uuid::new_v4().as_bytes(),
            endpoint: format!("https://{}{path}", self.address),
            path,
        }
    }
}

impl Subscription {
    /// What the browser's `toJSON` says, with the language of the page.
    #[must_use]
    pub fn wish(&self, lang: &str) -> Value {
        let keys = json!({"p256dh": text(&self.public_key()), "auth": text(&self.auth)});
        json!({"endpoint": self.endpoint, "expirationTime": null, "keys": keys, "lang": lang})
    }

    /// Where messages for it go.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Whether a message came for this browser.
    #[must_use]
    pub fn is_for(&self, delivered: &Delivered) -> bool {
        delivered.path == self.path
    }

    fn public_key(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Opens a message that was sealed for this browser.
    ///
    /// # Panics
    /// When it was not, or breaks the standard.
    #[must_use]
    pub fn open(&self, delivered: &Delivered) -> Value {
        let body = &delivered.body;
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().expect("four bytes")) >= 18);
        let (length, rest) = rest.split_at(1);
        let (theirs, record) = rest.split_at(usize::from(length[0]));
        let their_key = PublicKey::from_sec1_bytes(theirs).expect("a point");
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), their_key.as_affine());
        let mut input = [0; 32];
        let info = [&b"WebPush: info\0"[..], &self.public_key(), theirs].concat();
        let first = Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes());
        first.expand(&info, &mut input).expect("a length");
        let second = Hkdf::<Sha256>::new(Some(salt), &input);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        second.expand(b"Content-Encoding: aes128gcm\0", &mut key).expect("a length");
        second.expand(b"Content-Encoding: nonce\0", &mut nonce).expect("a length");
        let cipher = Aes128Gcm::new(&key.into());
        let padded = cipher.decrypt(&nonce.into(), record).expect("sealed for this browser");
        let end = padded.iter().rposition(|&byte| byte != 0).expect("a delimiter");
        assert_eq!(padded[end], 2, "the last record");
        serde_json::from_slice(&padded[..end]).expect("JSON")
    }
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads one request; `None` for what no push service would take.
async fn read(stream: &mut (impl AsyncBufReadExt + Unpin), audience: &str) -> Option<Delivered> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let path = line.strip_prefix("POST ")?.split(' ').next()?.to_owned();
    let mut headers = HashMap::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length: usize = headers.get("content-length")?.parse().ok()?;
    if length > LARGEST || headers.get("content-encoding")? != "aes128gcm" {
        return None;
    }
    headers.get("ttl")?.parse::<u32>().ok()?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let (claims, key) = signed(headers.get("authorization")?)?;
    (claims["aud"] == audience).then_some(())?;
    Some(Delivered { path, headers, claims, key, body })
}

/// The claims of a signature that is the key's.
fn signed(authorization: &str) -> Option<(Value, String)> {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).ok();
    let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
    let (signed, signature) = token.rsplit_once('.')?;
    let verifying = VerifyingKey::from_sec1_bytes(&bytes(key)?).ok()?;
    let signature = Signature::from_slice(&bytes(signature)?).ok()?;
    verifying.verify(signed.as_bytes(), &signature).ok()?;
    let (head, claims) = signed.split_once('.')?;
    let head: Value = serde_json::from_slice(&bytes(head)?).ok()?;
    (head["alg"] == "ES256").then_some(())?;
    Some((serde_json::from_slice(&bytes(claims)?).ok()?, key.to_owned()))
}
