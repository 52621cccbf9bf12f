//! Values that are one word on the wire.

use core::{fmt, marker::PhantomData};

use play::{CancelReason, ClaimedResult, Face, GameId, Level, Side};
use rules::Variant;
use serde::{Deserializer, Serializer, de};

/// A value with a name on the wire.
pub(crate) trait Named: Sized {
    /// What it is, for the error of a developer.
    const WHAT: &'static str;
    /// Writes the name.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    /// The value of that name.
    fn read(name: &str) -> Option<Self>;
}

macro_rules! named {
    ($($type:ty, $what:literal;)*) => {$(
        impl Named for $type {
            const WHAT: &'static str = $what;
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
            fn read(name: &str) -> Option<Self> {
                <$type>::from_name(name)
            }
        }
    )*};
}

named! {
    Side, "a side";
    Variant, "a variant";
    Level, "a level";
    Face, "a face";
    ClaimedResult, "a result that can be claimed";
    CancelReason, "a reason to call an invite off";
    crate::Reaction, "a reaction";
    crate::Viewer, "a viewer";
    crate::ErrorCode, "a code";
}

impl Named for GameId {
    const WHAT: &'static str = "a game's id";
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
    fn read(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

struct NameVisitor<T>(PhantomData<T>);

impl<T: Named> de::Visitor<'_> for NameVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WHAT)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<T, E> {
        T::read(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}

/// For `#[serde(with = "named")]`.
pub(crate) fn serialize<T: Named, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.write(serializer)
}

/// For `#[serde(with = "named")]`.
pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(NameVisitor(PhantomData))
}

/// The same for values that may be null.
pub(crate) mod option {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Named;

    struct Wrapped<T>(T);

    impl<'de, T: Named> Deserialize<'de> for Wrapped<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            super::deserialize(deserializer).map(Wrapped)
        }
    }

    /// For `#[serde(with = "named::option")]`.
    pub(crate) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => value.write(serializer),
            None => serializer.serialize_none(),
        }
    }

    /// For `#[serde(with = "named::option")]`.
    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let wrapped = Option::<Wrapped<T>>::deserialize(deserializer)?;
        Ok(wrapped.map(|Wrapped(value)| value))
    }
}
