//! How many websockets one player and one address have open.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use play::PlayerId;

/// Websockets of one address at once.
const PER_ADDRESS: u32 = 2_000;
/// Websockets of one player at once: tabs that were left open.
const PER_PLAYER: u32 = 10;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Address(IpAddr),
    Player(PlayerId),
}

/// The open websockets; holds only those who have some.
#[derive(Clone, Default)]
pub(super) struct Sockets(Arc<Mutex<HashMap<Owner, u32>>>);

/// The place of one open websocket; free again when dropped.
#[derive(Default)]
pub(crate) struct SocketPlace(Vec<(Sockets, Owner)>);

impl Sockets {
    pub(super) fn open(&self, address: IpAddr, player: Option<PlayerId>) -> Option<SocketPlace> {
        let mut place = SocketPlace::default();
        let owners = [Some((Owner::Address(address), PER_ADDRESS)), player.map(of_player)];
        for (owner, most) in owners.into_iter().flatten() {
            // A place that was taken already is given back with `place`.
            self.take(owner, most).then(|| place.0.push((self.clone(), owner)))?;
        }
        Some(place)
    }

    fn take(&self, owner: Owner, most: u32) -> bool {
        let mut open = self.lock();
        let count = open.entry(owner).or_default();
        let has_room = *count < most;
        *count += u32::from(has_room);
        has_room
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Owner, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const fn of_player(player: PlayerId) -> (Owner, u32) {
    (Owner::Player(player), PER_PLAYER)
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        for (sockets, owner) in self.0.drain(..) {
            let mut open = sockets.lock();
            if let Some(count) = open.get_mut(&owner) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&owner);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_left_is_free_again() {
        let sockets = Sockets::default();
        let (home, maria) = (IpAddr::from([10, 0, 0, 1]), Some(PlayerId::from_u128(1)));
        let mut places: Vec<_> = (0..PER_PLAYER).map(|_| sockets.open(home, maria)).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(sockets.open(home, maria).is_none(), "one too many");
        assert!(sockets.open(home, Some(PlayerId::from_u128(2))).is_some());
        places.pop();
        assert!(sockets.open(home, maria).is_some());
        places.clear();
        assert!(sockets.lock().is_empty(), "nothing is remembered of those who left");
    }

    #[test]
    fn one_address_is_full_for_whoever_comes_from_it_and_another_is_not() {
        let sockets = Sockets::default();
        let [home, work] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        let places: Vec<_> = (0..PER_ADDRESS).map(|_| sockets.open(home, None)).collect();
        assert!(places.iter().all(Option::is_some));
        let maria = Some(PlayerId::from_u128(1));
        assert!(sockets.open(home, None).is_none() && sockets.open(home, maria).is_none());
        assert!(sockets.open(work, maria).is_some(), "being refused took no place of hers");
    }
}
