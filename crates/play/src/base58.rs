//! 128 bits as exactly 22 characters of base58, the text form of public ids
//! and of the secrets in links.
//!
//! The width is fixed, so that every id looks alike and there is one text for
//! each number. The alphabet leaves out the letters that people misread
//! (`0`, `O`, `I`, `l`).

/// Characters in the text of one number.
pub const LENGTH: usize = 22;

const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The 22 characters of a number.
#[must_use]
pub fn encode(number: u128) -> String {
    let mut limbs = limbs(number);
    let mut digits = [0; LENGTH];
    for digit in digits.iter_mut().rev() {
        let mut rest = 0;
        for limb in &mut limbs {
            let value = rest << 32 | *limb;
            (*limb, rest) = (value / 58, value % 58);
        }
        *digit = rest as usize;
    }
    digits.into_iter().map(|digit| char::from(ALPHABET[digit])).collect()
}

/// The number of a text, or `None` when it is not exactly 22 characters of the
/// alphabet that stay within 128 bits.
#[must_use]
pub fn decode(text: &str) -> Option<u128> {
    if text.len() != LENGTH {
        return None;
    }
    let mut limbs = [0u64; 4];
    for byte in text.bytes() {
        let mut carry = ALPHABET.iter().position(|&letter| letter == byte)? as u64;
        for limb in limbs.iter_mut().rev() {
            let value = *limb * 58 + carry;
            (*limb, carry) = (value & u64::from(u32::MAX), value >> 32);
        }
        if carry > 0 {
            return None;
        }
    }
    Some(limbs.into_iter().fold(0, |number, limb| number << 32 | u128::from(limb)))
}

/// A number in four parts of 32 bits, the highest first. Division of 128 bits
/// at once is a kilobyte of code, which the page's program would carry.
fn limbs(number: u128) -> [u64; 4] {
    [96, 64, 32, 0].map(|shift| (number >> shift) as u64 & u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_text_has_twenty_two_characters() {
        assert_eq!(encode(0), "1".repeat(22));
        assert_eq!(encode(u128::MAX).len(), 22);
        assert_eq!(encode(57), format!("{}z", "1".repeat(21)));
    }

    #[test]
    fn texts_that_no_number_has_are_refused() {
        let too_large = "z".repeat(22);
        for text in [
            "",
            "1",
            "1111111111111111111111O",
            "111111111111111111111l",
            &too_large,
            "é111111111111111111111",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_number_survives_the_round_trip(number: u128) {
            prop_assert_eq!(decode(&encode(number)), Some(number));
        }

        #[test]
        fn there_is_one_text_for_each_number(text in "[1-9A-HJ-NP-Za-km-z]{22}") {
            if let Some(number) = decode(&text) {
                prop_assert_eq!(encode(number), text);
            }
        }
    }
}
