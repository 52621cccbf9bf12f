//! Telling a player who is not here that it is their turn, by Web Push.
//!
//! Off unless the operator says otherwise: it is the only way in which this
//! server opens a connection to the world. Who has just moved is told of by
//! the server that stored the move, after the commit; so in a cluster one
//! server sends. The message says which game, and in which language the browser
//! is to speak of it, and nothing else.

mod endpoint;
mod seal;
mod send;
mod text;
mod vapid;
mod watch;

use std::sync::Arc;

use play::{Event, GameId, PlayerId, Seat, Session, Side};
use protocol::{ErrorCode, Lang, PushWish};
use store::{PushSubscription, StoreError};
use tokio::sync::mpsc;
use tokio_rustls::rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tracing::warn;

pub(crate) use self::watch::watch;
use self::{
    endpoint::{Endpoint, Reach},
    seal::Reader,
    send::Sender,
    text::from_text,
    vapid::Identity,
};
use crate::{app::App, asides::is_among_people, config::Config, error::ApiError};

/// Turns that may wait to be told; more are told by nobody.
const WAITING: usize = 1_024;

/// Whether players who ask for it are told by push when it is their turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Push {
    /// No; the server opens no connection to the world.
    #[default]
    Off,
    /// Yes, by the push services that their browsers name.
    On,
    /// Yes, by services on this machine whose certificate this root (PEM) has
    /// signed: for tests alone.
    Here {
        /// The root.
        root: String,
    },
}

/// What of pushing every part of the server shares.
pub(crate) struct Pushes {
    turns: mpsc::Sender<Turn>,
    sender: Sender,
    reach: Reach,
    identity: Identity,
}

/// Whose turn it has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) game: GameId,
    pub(crate) side: Side,
    pub(crate) player: PlayerId,
    /// How many plies there are before it.
    pub(crate) ply: usize,
}

impl Turn {
    /// The turn that these events have begun, if a person has it whom another
    /// one waits for.
    pub(crate) fn begun_by(game: GameId, after: &Session, events: &[Event]) -> Option<Turn> {
        let begins = |event: &Event| {
            matches!(event, Event::Joined { .. } | Event::Moved { .. } | Event::TakenBack { .. })
        };
        Turn::of(game, after).filter(|_| events.iter().any(begins))
    }

    /// The turn of a game that goes on between two people.
    pub(crate) fn of(game: GameId, session: &Session) -> Option<Turn> {
        let side = session.side_to_move();
        match session.seats()[side] {
            Seat::Player(player) if session.is_playing() && is_among_people(session) => {
                Some(Turn { game, side, player, ply: session.board().ply_count() })
            }
            _ => None,
        }
    }
}

/// What pushing takes, and the turns that wait to be told.
pub(crate) type Prepared = (Arc<Pushes>, mpsc::Receiver<Turn>);

/// Makes ready what pushing takes, where it is wanted.
pub(crate) async fn prepare(
    config: &Config,
    store: &dyn store::Store,
) -> Result<Option<Prepared>, StoreError> {
    let (reach, roots) = match &config.push {
        Push::Off => return Ok(None),
        Push::On => (Reach::World, native_roots()),
        Push::Here { root } => (Reach::Here, roots_of(root)),
    };
    let Ok(fresh) = Identity::fresh() else { return Err(StoreError::Failed(0)) };
    let key = store.push_key(fresh).await?;
    let Some(identity) = Identity::of(&key, contact(config)) else {
        return Err(StoreError::Corrupt(store::DecodeError::Column));
    };
    let (turns, waiting) = mpsc::channel(WAITING);
    let sender = Sender::new(roots, reach);
    Ok(Some((Arc::new(Pushes { turns, sender, reach, identity }), waiting)))
}

/// The roots that the system trusts.
fn native_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in found.errors {
        warn!(%error, "a root certificate was not read");
    }
    let (taken, _) = roots.add_parsable_certificates(found.certs);
    if taken == 0 {
        warn!("the system has no root certificates: no push service can be reached");
    }
    roots
}

fn roots_of(pem: &str) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(CertificateDer::pem_slice_iter(pem.as_bytes()).flatten());
    roots
}

/// Where the operator can be reached, as push services want it: some take no
/// message without.
fn contact(config: &Config) -> Option<String> {
    let mail = config.operator.contact.as_deref().map(str::trim);
    let is_mail = |text: &&str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".+-_@".contains(&byte);
        text.split('@').count() == 2 && text.bytes().all(allowed)
    };
    let site = config.public_url.as_ref().filter(|url| url.is_https());
    mail.filter(is_mail)
        .map(|mail| format!("mailto:{mail}"))
        .or_else(|| site.map(|url| url.origin().to_owned()))
}

impl Pushes {
    /// The key that browsers subscribe with.
    pub(crate) fn public_key(&self) -> String {
        self.identity.public_key()
    }

    /// Has a turn told, unless too many wait already.
    pub(crate) fn tell(&self, turn: Turn) {
        if self.turns.try_send(turn).is_err() {
            warn!(game = %turn.game, "too many turns wait to be told");
        }
    }

    /// A wish that came from outside, as it is kept; `None` when nothing could
    /// be sent there.
    fn read(&self, wish: &PushWish) -> Option<(Reader, &'static str)> {
        Endpoint::parse(&wish.endpoint, self.reach)?;
        let reader = Reader {
            public_key: from_text(&wish.keys.p256dh)?.try_into().ok()?,
            auth: from_text(&wish.keys.auth)?.try_into().ok()?,
        };
        let lang = wish.lang.unwrap_or(Lang::En).name();
        reader.is_sound().then_some((reader, lang))
    }
}

impl App {
    /// Tells a player by push from now on, in one more browser.
    pub(crate) async fn subscribe(&self, player: PlayerId, wish: PushWish) -> Result<(), ApiError> {
        let pushes = self.pushes().ok_or(ErrorCode::NotFound)?;
        let (Reader { public_key, auth }, lang) =
            pushes.read(&wish).ok_or(ErrorCode::BadRequest)?;
        let subscription = PushSubscription {
            player,
            endpoint: wish.endpoint,
            public_key,
            auth,
            lang: lang.to_owned(),
            at: self.now(),
        };
        match self.store().put_push(subscription).await {
            // Forgotten while it asked.
            Err(StoreError::Unfit) => Err(play::Refusal::NotAPlayer.into()),
            kept => Ok(kept?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Operator;

    #[track_caller]
    fn check(contact_text: Option<&str>, url: Option<&str>, expected: Option<&str>) {
        let config = Config {
            operator: Operator { name: None, contact: contact_text.map(str::to_owned) },
            public_url: url.map(|url| url.parse().expect("an origin")),
            ..Config::default()
        };
        assert_eq!(contact(&config).as_deref(), expected);
    }

    #[test]
    fn push_services_are_told_how_to_reach_the_operator_where_that_is_known() {
        let site = Some("https://dama.example");
        check(Some("maria@dama.example"), site, Some("mailto:maria@dama.example"));
        check(Some("write to maria"), site, site);
        check(Some("a@b@c"), site, site);
        check(None, site, site);
        check(None, Some("http://127.0.0.1:8080"), None);
        check(None, None, None);
    }
}
