//! What the machine is given from outside: time, chance and memory.

use uuid::Uuid;

use super::Keep;

/// What the machine is given with each message.
#[expect(missing_debug_implementations, reason = "it borrows the outside world")]
pub struct World<'a> {
    /// Milliseconds, of a clock that only goes forward.
    pub now: f64,
    /// What the browser keeps.
    pub keep: &'a mut dyn Keep,
    /// Fresh chance, 128 bits of it.
    pub chance: &'a mut dyn FnMut() -> u128,
}

impl World<'_> {
    pub(crate) fn id(&mut self) -> Uuid {
        uuid::Builder::from_random_bytes((self.chance)().to_be_bytes()).into_uuid()
    }

    /// Anywhere from 0 to 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        ((self.chance)() as u64 >> 11) as f64 / (1u64 << 53) as f64
    }
}
