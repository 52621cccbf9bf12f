//! A small generator of random numbers; all chance of the engine comes from a
//! seed that the caller gives.

/// SplitMix64, after Steele, Lea and Flood (2014): one addition and a mix.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    /// True in so many of a hundred cases.
    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_seed_others() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut random = Random::new(1);
        let mut seen = [false; 6];
        for _ in 0..200 {
            seen[random.below(6) as usize] = true;
        }
        assert_eq!(seen, [true; 6]);
        assert_eq!(random.below(0), 0);
    }
}
