//! By what push services know this site: VAPID, RFC 8292.

use std::time::Duration;

use play::Time;
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;

use super::text::to_text;

/// How long a signature is good; the standard allows a day.
const GOOD_FOR: Duration = Duration::from_secs(12 * 60 * 60);

/// The site's key.
pub(super) struct Identity {
    key: EcdsaKeyPair,
    /// Whom the operator of a push service can write to, as a URL.
    contact: Option<String>,
}

impl Identity {
    /// A new private key, to be kept.
    pub(super) fn fresh() -> Result<Vec<u8>, Unspecified> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)?;
        Ok(key.as_ref().to_vec())
    }

    /// Of a private key that was kept; `None` when it is none.
    pub(super) fn of(pkcs8: &[u8], contact: Option<String>) -> Option<Self> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8, &SystemRandom::new()).ok()?;
        Some(Identity { key, contact })
    }

    /// The public key, as browsers want it.
    pub(super) fn public_key(&self) -> String {
        to_text(self.key.public_key())
    }

    /// The `Authorization` of a request to a push service.
    pub(super) fn authorization(&self, origin: &str, now: Time) -> Result<String, Unspecified> {
        let expires = now.plus(GOOD_FOR).as_millis() / 1_000;
        let mut claims = json!({"aud": origin, "exp": expires});
        if let (Some(claims), Some(contact)) = (claims.as_object_mut(), &self.contact) {
            claims.insert("sub".to_owned(), contact.as_str().into());
        }
        let head = to_text(r#"{"typ":"JWT","alg":"ES256"}"#);
        let told = format!("{head}.{}", to_text(claims.to_string()));
        let signature = self.key.sign(&SystemRandom::new(), told.as_bytes())?;
        Ok(format!("vapid t={told}.{}, k={}", to_text(signature), self.public_key()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::text::from_text;

    #[test]
    fn a_signature_is_the_key_s_and_names_the_push_service_and_its_end() {
        let fresh = Identity::fresh().expect("a key");
        let it = Identity::of(&fresh, Some("mailto:a@dama.example".to_owned())).expect("a key");
        let now = Time::from_millis(1_800_000_000_000);
        let told = it.authorization("https://push.example", now).expect("signed");
        let told = told.strip_prefix("vapid t=").expect("the scheme");
        let (token, key) = told.split_once(", k=").expect("a key");
        assert_eq!(key, it.public_key());
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let verified = ring::signature::UnparsedPublicKey::new(
            &ring::signature::ECDSA_P256_SHA256_FIXED,
            from_text(key).expect("base64"),
        )
        .verify(signed.as_bytes(), &from_text(signature).expect("base64"));
        assert!(verified.is_ok());
        let claims = signed.split_once('.').expect("claims").1;
        let claims: serde_json::Value =
            serde_json::from_slice(&from_text(claims).expect("base64")).expect("JSON");
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": 1_800_043_200,
                   "sub": "mailto:a@dama.example"})
        );
    }

    #[test]
    fn what_is_no_key_is_none() {
        for bytes in [&b""[..], b"key", &[0; 138]] {
            assert!(Identity::of(bytes, None).is_none());
        }
    }
}
