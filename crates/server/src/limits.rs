//! How often one player and one address may do things.

mod sockets;

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use play::PlayerId;

use crate::config::Limits;
pub(crate) use sockets::SocketPlace;
use sockets::Sockets;

/// New games and invites from one address in a minute. Whole neighbourhoods
/// share one address through mobile carriers.
const CREATIONS_PER_ADDRESS: u32 = 300;
/// The same of one player.
const CREATIONS_PER_PLAYER: u32 = 20;
/// Requests other than GET from one address in a second, and at once.
const CHANGES_PER_ADDRESS: u32 = 200;
/// The same of one player in a second, and at once.
const CHANGES_PER_PLAYER: u32 = 20;
const CHANGE_BURST_PER_PLAYER: u32 = 60;
/// GETs from one address in a second, and at once: a page takes about ten.
const READS_PER_ADDRESS: u32 = 500;
const READ_BURST_PER_ADDRESS: u32 = 2_000;
/// Preview pictures drawn for one address in a minute; those at hand are free.
const PICTURES_PER_ADDRESS: u32 = 60;
/// Websocket messages of one connection in a second, and at once.
const MESSAGES_PER_SECOND: u32 = 20;
const MESSAGE_BURST: u32 = 40;

/// The limiters of one server.
pub(crate) struct RateLimits(Option<Limiters>);

struct Limiters {
    address_creations: DefaultKeyedRateLimiter<IpAddr>,
    address_changes: DefaultKeyedRateLimiter<IpAddr>,
    address_reads: DefaultKeyedRateLimiter<IpAddr>,
    address_pictures: DefaultKeyedRateLimiter<IpAddr>,
    player_creations: DefaultKeyedRateLimiter<u128>,
    player_changes: DefaultKeyedRateLimiter<u128>,
    sockets: Sockets,
}

impl RateLimits {
    pub(crate) fn new(limits: Limits) -> Self {
        RateLimits((limits == Limits::Standard).then(|| Limiters {
            address_creations: keyed(Quota::per_minute(count(CREATIONS_PER_ADDRESS))),
            address_changes: keyed(Quota::per_second(count(CHANGES_PER_ADDRESS))),
            address_reads: keyed(burst(READS_PER_ADDRESS, READ_BURST_PER_ADDRESS)),
            address_pictures: keyed(Quota::per_minute(count(PICTURES_PER_ADDRESS))),
            player_creations: keyed(Quota::per_minute(count(CREATIONS_PER_PLAYER))),
            player_changes: keyed(burst(CHANGES_PER_PLAYER, CHANGE_BURST_PER_PLAYER)),
            sockets: Sockets::default(),
        }))
    }

    /// Whether this address, and this player, may create one more game now.
    pub(crate) fn may_create(&self, address: IpAddr, player: Option<PlayerId>) -> bool {
        self.0.as_ref().is_none_or(|all| {
            player.is_none_or(|player| admits(&all.player_creations, &player.as_u128()))
                && admits(&all.address_creations, &network(address))
        })
    }

    /// Whether one more picture may be drawn for this address now.
    pub(crate) fn may_draw(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| admits(&all.address_pictures, &network(address)))
    }

    /// Whether this address may change one more thing now.
    pub(crate) fn may_change(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| admits(&all.address_changes, &network(address)))
    }

    /// Whether this player may change one more thing now.
    pub(crate) fn player_may_change(&self, player: PlayerId) -> bool {
        self.0.as_ref().is_none_or(|all| admits(&all.player_changes, &player.as_u128()))
    }

    /// Whether this address may read one more thing now.
    pub(crate) fn may_read(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| admits(&all.address_reads, &network(address)))
    }

    /// A place for one more websocket; `None` when the address or the player
    /// has too many open. Kept as long as the place is.
    pub(crate) fn open_socket(
        &self,
        address: IpAddr,
        player: Option<PlayerId>,
    ) -> Option<SocketPlace> {
        match &self.0 {
            Some(all) => all.sockets.open(network(address), player),
            None => Some(SocketPlace::default()),
        }
    }

    /// The message limit of a new connection.
    pub(crate) fn messages(&self) -> MessageLimit {
        let quota = burst(MESSAGES_PER_SECOND, MESSAGE_BURST);
        MessageLimit(self.0.as_ref().map(|_| RateLimiter::direct(quota)))
    }

    /// Forgets who has been quiet; call it now and then.
    pub(crate) fn forget_the_quiet(&self) {
        if let Some(all) = &self.0 {
            all.address_creations.retain_recent();
            all.address_changes.retain_recent();
            all.address_reads.retain_recent();
            all.address_pictures.retain_recent();
            all.player_creations.retain_recent();
            all.player_changes.retain_recent();
        }
    }
}

/// How often one connection may send.
pub(crate) struct MessageLimit(Option<DefaultDirectRateLimiter>);

impl MessageLimit {
    /// Whether one more message is in order now.
    pub(crate) fn may_send(&self) -> bool {
        self.0.as_ref().is_none_or(|limit| limit.check().is_ok())
    }
}

/// The part of an address that one household has: all of IPv4, a /64 of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

fn keyed<K: Clone + Eq + Hash>(quota: Quota) -> DefaultKeyedRateLimiter<K> {
    RateLimiter::keyed(quota)
}

fn admits<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> bool {
    limiter.check_key(key).is_ok()
}

const fn burst(per_second: u32, at_once: u32) -> Quota {
    Quota::per_second(count(per_second)).allow_burst(count(at_once))
}

const fn count(count: u32) -> NonZeroU32 {
    match NonZeroU32::new(count) {
        Some(count) => count,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    /// That many are let through at once, and a few more for the time that
    /// asking takes.
    fn check_burst(expected: u32, may: impl Fn() -> bool) {
        let allowed = (0..2 * expected).filter(|_| may()).count();
        assert!((expected..expected + expected / 10 + 20).contains(&(allowed as u32)), "{allowed}");
    }

    #[test]
    fn one_address_is_limited_and_another_is_not() {
        let limits = RateLimits::new(Limits::Standard);
        check_burst(CREATIONS_PER_ADDRESS, || limits.may_create(HERE, None));
        check_burst(CHANGES_PER_ADDRESS, || limits.may_change(HERE));
        assert!(limits.may_create(THERE, None) && limits.may_change(THERE));
    }

    #[test]
    fn one_player_is_limited_and_a_neighbour_is_not() {
        let limits = RateLimits::new(Limits::Standard);
        let [maria, juan] = [1, 2].map(PlayerId::from_u128);
        check_burst(CREATIONS_PER_PLAYER, || limits.may_create(HERE, Some(maria)));
        check_burst(CHANGE_BURST_PER_PLAYER, || limits.player_may_change(maria));
        assert!(limits.may_create(HERE, Some(juan)) && limits.player_may_change(juan));
    }

    #[test]
    fn reading_is_limited_generously() {
        let limits = RateLimits::new(Limits::Standard);
        assert!((0..READ_BURST_PER_ADDRESS).all(|_| limits.may_read(HERE)));
        assert!((0..100_000).any(|_| !limits.may_read(HERE)));
    }

    #[test]
    fn neighbours_in_a_slash_64_share_one_limit() {
        let network = |text: &str| network(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
    }

    #[test]
    fn switched_off_nothing_is_limited() {
        let limits = RateLimits::new(Limits::Off);
        assert!((0..1_000).all(|_| limits.may_create(HERE, None)));
        let places: Vec<_> = (0..5_000).map(|_| limits.open_socket(HERE, None)).collect();
        assert!(places.iter().all(Option::is_some));
        let messages = limits.messages();
        assert!((0..1_000).all(|_| messages.may_send()));
    }
}
