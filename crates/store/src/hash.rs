//! What the store keeps of secrets.

use core::fmt;

/// Makes one kind of hash; the kinds are types of their own, so that a cookie
/// is never looked up among the invites.
macro_rules! hash {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name([u8; 32]);

        impl $name {
            /// That hash.
            #[must_use]
            pub const fn new(hash: [u8; 32]) -> Self {
                Self(hash)
            }

            /// Its bytes.
            #[must_use]
            pub const fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl fmt::Debug for $name {
            /// Without the hash: it has no place in a log.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}

hash! {
    /// The SHA-256 of the secret by which a player is known.
    SecretHash
}

hash! {
    /// The SHA-256 of an invite's token.
    TokenHash
}
