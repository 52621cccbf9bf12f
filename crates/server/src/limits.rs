//! How often one player and one address may do things.

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Limits;

/// New games and invites from one address in a minute. Whole neighbourhoods
/// share one address through mobile carriers.
const CREATIONS_PER_ADDRESS: u32 = 300;
/// Requests other than GET from one address in a second, and at once.
const REQUESTS_PER_ADDRESS: u32 = 200;
/// Preview pictures drawn for one address in a minute; those at hand are free.
const PICTURES_PER_ADDRESS: u32 = 60;
/// Websocket messages of one connection in a second, and at once.
const MESSAGES_PER_SECOND: u32 = 20;
const MESSAGE_BURST: u32 = 40;

/// The limiters of one server.
pub(crate) struct RateLimits(Option<Addresses>);

struct Addresses {
    creations: DefaultKeyedRateLimiter<IpAddr>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    pictures: DefaultKeyedRateLimiter<IpAddr>,
}

impl RateLimits {
    pub(crate) fn new(limits: Limits) -> Self {
        RateLimits((limits == Limits::Standard).then(|| Addresses {
            creations: RateLimiter::keyed(Quota::per_minute(at_least_one(CREATIONS_PER_ADDRESS))),
            requests: RateLimiter::keyed(Quota::per_second(at_least_one(REQUESTS_PER_ADDRESS))),
            pictures: RateLimiter::keyed(Quota::per_minute(at_least_one(PICTURES_PER_ADDRESS))),
        }))
    }

    /// Whether this address may create one more game now.
    pub(crate) fn may_create(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| all.creations.check_key(&network(address)).is_ok())
    }

    /// Whether one more picture may be drawn for this address now.
    pub(crate) fn may_draw(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| all.pictures.check_key(&network(address)).is_ok())
    }

    /// Whether this address may change one more thing now.
    pub(crate) fn may_request(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|all| all.requests.check_key(&network(address)).is_ok())
    }

    /// The message limit of a new connection.
    pub(crate) fn messages(&self) -> MessageLimit {
        MessageLimit(self.0.as_ref().map(|_| {
            let quota = Quota::per_second(at_least_one(MESSAGES_PER_SECOND));
            RateLimiter::direct(quota.allow_burst(at_least_one(MESSAGE_BURST)))
        }))
    }

    /// Forgets addresses that have been quiet; call it now and then.
    pub(crate) fn forget_quiet_addresses(&self) {
        if let Some(all) = &self.0 {
            all.creations.retain_recent();
            all.requests.retain_recent();
            all.pictures.retain_recent();
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

const fn at_least_one(count: u32) -> NonZeroU32 {
    match NonZeroU32::new(count) {
        Some(count) => count,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_limited_and_another_is_not() {
        let limits = RateLimits::new(Limits::Standard);
        let one = "10.0.0.1".parse().unwrap();
        let allowed = (0..2 * CREATIONS_PER_ADDRESS).filter(|_| limits.may_create(one)).count();
        assert!((CREATIONS_PER_ADDRESS..CREATIONS_PER_ADDRESS + 20).contains(&(allowed as u32)));
        assert!(limits.may_create("10.0.0.2".parse().unwrap()));
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
        let one = "10.0.0.1".parse().unwrap();
        assert!((0..1_000).all(|_| limits.may_create(one)));
        let messages = limits.messages();
        assert!((0..1_000).all(|_| messages.may_send()));
    }
}
