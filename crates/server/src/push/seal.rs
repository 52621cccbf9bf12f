//! Messages that only one browser can read: RFC 8291 on RFC 8188.

use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::{SecureRandom, SystemRandom},
};

/// A point of P-256 that is not compressed, in bytes.
const POINT: usize = 65;
const SALT: usize = 16;
/// The size of a record that the header tells; ours is the only one and shorter.
const RECORD: u32 = 4_096;
/// As long as every message is before it is sealed, in bytes: its length tells
/// nothing.
const PADDED: usize = 128;

/// What a browser gave to seal its messages with.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) public_key: [u8; POINT],
    pub(super) auth: [u8; 16],
}

impl Reader {
    /// Whether the key is one: a point of the curve.
    pub(super) fn is_sound(&self) -> bool {
        let random = SystemRandom::new();
        EphemeralPrivateKey::generate(&ECDH_P256, &random).is_ok_and(|own| {
            agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, self.public_key), drop_secret)
                .is_ok()
        })
    }
}

fn drop_secret(_: &[u8]) {}

/// Seals a message of at most 127 bytes, under a key that is used once.
pub(super) fn seal(message: &[u8], to: &Reader) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let mut public = [0; POINT];
    public.copy_from_slice(own.compute_public_key()?.as_ref());
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    // The delimiter of the last record, and padding after it.
    let mut text = message.to_vec();
    text.push(2);
    if text.len() > PADDED {
        return Err(Unspecified);
    }
    text.resize(PADDED, 0);
    let theirs = UnparsedPublicKey::new(&ECDH_P256, to.public_key);
    agree_ephemeral(own, &theirs, |shared| sealed(text, shared, to, &public, salt))?
}

/// The body of the request: a header, and one record.
fn sealed(
    mut text: Vec<u8>,
    shared: &[u8],
    to: &Reader,
    public: &[u8; POINT],
    salt: [u8; SALT],
) -> Result<Vec<u8>, Unspecified> {
    let input: [u8; 32] = expanded(
        &Salt::new(HKDF_SHA256, &to.auth).extract(shared),
        &[b"WebPush: info\0", &to.public_key, public],
    )?;
    let prk = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let key: [u8; 16] = expanded(&prk, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expanded(&prk, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)?;
    let mut body = Vec::with_capacity(SALT + 4 + 1 + POINT + text.len());
    body.extend(salt);
    body.extend(RECORD.to_be_bytes());
    body.push(POINT as u8);
    body.extend(public);
    body.extend(text);
    Ok(body)
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expanded<const N: usize>(prk: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut out = [0; N];
    prk.expand(info, Length(N))?.fill(&mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::text::from_text;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        from_text(text).expect(text).try_into().expect(text)
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_sealed_as_in_the_standard_s_own_example() {
        let reader = Reader {
            public_key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let shared: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let mut text = b"When I grow up, I want to be a watermelon".to_vec();
        text.push(2);
        let body = sealed(text, &shared, &reader, &public, bytes("DGv6ra1nlYgDCS1FRnbzlw"));
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(body.expect("sealed"), from_text(expected).expect("base64"));
    }

    #[test]
    fn every_message_is_as_long_as_any_other_and_has_a_bound() {
        let public_key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let reader = Reader { public_key, auth: [0; 16] };
        let length = |length| seal(&vec![b'x'; length], &reader).map(|body| body.len());
        assert_eq!(length(0), length(127));
        assert_eq!(length(128), Err(Unspecified));
        assert_ne!(seal(b"same", &reader), seal(b"same", &reader), "a key of its own each time");
    }

    #[test]
    fn what_is_no_point_of_the_curve_is_no_key() {
        let sound = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let is_sound = |public_key| Reader { public_key, auth: [0; 16] }.is_sound();
        assert!(is_sound(sound));
        let mut off = sound;
        off[64] ^= 1;
        for key in [off, [0; 65], [4; 65], [255; 65]] {
            assert!(!is_sound(key));
            assert!(seal(b"", &Reader { public_key: key, auth: [0; 16] }).is_err());
        }
    }
}
