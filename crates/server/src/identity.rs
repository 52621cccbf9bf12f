//! Who is asking: one anonymous player per browser, known by a secret cookie.

use axum::{
    Extension,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use cookie::{Cookie, SameSite, time::Duration};
use play::{Actor, Face, PlayerId, Session, Side, base58};
use sha2::{Digest, Sha256};
use store::{NewPlayer, SecretHash, StoreError, TokenHash};

use crate::{app::App, error::ApiError, headers};

/// How long a browser is remembered after its last visit: 400 days, the most
/// that browsers allow.
const DAYS: i64 = 400;
/// Secrets of one request that are looked up.
const CANDIDATES: usize = 4;
/// Over plain HTTP, for a server at home or under test.
pub(crate) const NAME: &str = "dama_player";
/// Over TLS: the prefix makes browsers insist on Secure, `/` and this host.
const SECURE_NAME: &str = "__Host-dama_player";

/// The secret in a player's cookie. Never logged, never stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayerSecret(u128);

impl PlayerSecret {
    pub(crate) const fn new(random: [u8; 16]) -> Self {
        PlayerSecret(u128::from_be_bytes(random))
    }

    /// What the store keeps: enough to know the secret again, not to use it.
    pub(crate) fn hash(self) -> SecretHash {
        SecretHash::new(sha256(self.0))
    }
}

/// The hash under which the token of a link is looked up.
pub(crate) fn token_hash(token: u128) -> TokenHash {
    TokenHash::new(sha256(token))
}

fn sha256(secret: u128) -> [u8; 32] {
    Sha256::digest(secret.to_be_bytes()).into()
}

/// Who sent a request. Put into each request by [`recognise`].
#[derive(Clone, Copy)]
pub(crate) struct Visitor {
    known: Option<(PlayerId, PlayerSecret)>,
}

impl Visitor {
    /// The player, `None` for a browser that has no (valid) cookie.
    pub(crate) fn player(self) -> Option<PlayerId> {
        self.known.map(|(player, _)| player)
    }

    /// The visitor's seat in a game, `None` for a watcher.
    pub(crate) fn side_in(self, session: &Session) -> Option<Side> {
        session.side_of(self.player()?)
    }

    /// As whom the visitor speaks in a game.
    pub(crate) fn actor(self) -> Actor {
        self.player().map_or(Actor::Watcher, Actor::Player)
    }
}

/// A cookie to be set with the answer, for a player who has just become one.
#[derive(Clone, Copy)]
pub(crate) struct Introduce(pub PlayerSecret);

/// Has the cookie taken away with the answer: the player was forgotten.
#[derive(Clone, Copy)]
pub(crate) struct Forget;

/// An answer that introduces a new player, if there is one.
pub(crate) fn with_introduction(
    introduce: Option<Introduce>,
    answer: impl IntoResponse,
) -> Response {
    match introduce {
        Some(introduce) => (Extension(introduce), answer).into_response(),
        None => answer.into_response(),
    }
}

/// Middleware: finds out who asks, and renews the cookie with the answer.
pub(crate) async fn recognise(
    State(app): State<App>,
    mut request: Request<Body>,
    next: Next,
) -> Result<Response, ApiError> {
    let secure = app.is_https();
    // Another program on this host may have left a cookie of the same name.
    let secrets = cookie_values(request.headers(), name(secure))
        .filter_map(|text| base58::decode(text.trim_matches('"')))
        .map(PlayerSecret)
        .take(CANDIDATES);
    let mut known = None;
    for secret in secrets.collect::<Vec<_>>() {
        known = app.store().player(secret.hash()).await?.map(|player| (player, secret));
        if known.is_some() {
            break;
        }
    }
    if let Some((player, _)) = known {
        app.seen(player);
    }
    request.extensions_mut().insert(Visitor { known });
    let mut response = next.run(request).await;
    if response.extensions().get::<Forget>().is_some() {
        let mut cookie = cookie(PlayerSecret(0), secure);
        cookie.make_removal();
        if let Ok(value) = HeaderValue::try_from(cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
        return Ok(response);
    }
    if headers::is_for_everybody(response.headers()) {
        return Ok(response);
    }
    let introduced = response.extensions().get::<Introduce>().map(|introduce| introduce.0);
    if let Some(secret) = introduced.or(known.map(|(_, secret)| secret)) {
        let cookie = cookie(secret, secure).to_string();
        if let Ok(value) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    Ok(response)
}

/// The visitor's player, made if there is none; then the answer must carry
/// the returned [`Introduce`].
pub(crate) async fn player_or_new(
    app: &App,
    visitor: Visitor,
) -> Result<(PlayerId, Option<Introduce>), StoreError> {
    if let Some(player) = visitor.player() {
        return Ok((player, None));
    }
    let secret = PlayerSecret::new(app.world().random());
    let player = PlayerId::from_u128(u128::from_be_bytes(app.world().random()));
    let face = Face::by_lot(app.world().seed());
    let new = NewPlayer { id: player, secret: secret.hash(), face, at: app.now() };
    app.store().add_player(new).await?;
    Ok((player, Some(Introduce(secret))))
}

/// The values of the cookies of that name that the request carries.
pub(crate) fn cookie_values(headers: &HeaderMap, name: &str) -> impl Iterator<Item = String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|field| field.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(move |cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
}

const fn name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { NAME }
}

fn cookie(secret: PlayerSecret, secure: bool) -> Cookie<'static> {
    // Lax, not Strict: a friend who comes from a chat app must be known on
    // the first navigation.
    Cookie::build((name(secure), base58::encode(secret.0)))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::days(DAYS))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_as_strict_as_the_transport_allows() {
        let secret = PlayerSecret::new([7; 16]);
        let text = cookie(secret, true).to_string();
        assert!(text.starts_with("__Host-dama_player="), "{text}");
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=34560000"] {
            assert!(text.contains(part), "{text} lacks {part}");
        }
        let text = cookie(secret, false).to_string();
        assert!(text.starts_with("dama_player=") && !text.contains("Secure"), "{text}");
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; dama_player=x; b"));
        headers.append(header::COOKIE, HeaderValue::from_static("dama_player=y"));
        let values: Vec<_> = cookie_values(&headers, "dama_player").collect();
        assert_eq!(values, ["x", "y"]);
        assert_eq!(cookie_values(&headers, "player").next(), None);
    }
}
