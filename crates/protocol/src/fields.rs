//! Values that are numbers, lists or small objects on the wire.

/// The most squares in a path: more than any capture of any board needs.
pub const MAX_PATH: usize = 64;

/// Square numbers as printed on the board.
pub(crate) mod squares {
    use core::fmt;

    use rules::Square;
    use serde::{
        Deserializer, Serializer,
        de::{Error, SeqAccess, Unexpected, Visitor},
    };

    use super::MAX_PATH;

    struct Squares;

    impl<'de> Visitor<'de> for Squares {
        type Value = Vec<Square>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX_PATH} square numbers")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Square>, A::Error> {
            let mut squares = Vec::new();
            while let Some(number) = list.next_element::<u8>()? {
                if squares.len() == MAX_PATH {
                    return Err(A::Error::invalid_length(MAX_PATH + 1, &self));
                }
                let square = Square::new(number).ok_or_else(|| {
                    A::Error::invalid_value(Unexpected::Unsigned(number.into()), &self)
                })?;
                squares.push(square);
            }
            Ok(squares)
        }
    }

    pub(crate) fn serialize<S: Serializer>(
        squares: &[Square],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(squares.iter().map(|square| square.number()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Square>, D::Error> {
        deserializer.deserialize_seq(Squares)
    }
}

/// One square number.
pub(crate) mod square {
    use rules::Square;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(
        square: &Square,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(square.number())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Square, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Square::new(number).ok_or_else(|| D::Error::custom("not a square number"))
    }
}

/// The number of an event.
pub(crate) mod seq {
    use play::Seq;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seq: &Seq, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(seq.get())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seq, D::Error> {
        u64::deserialize(deserializer).map(Seq::new)
    }
}

/// The end of a game: `{"winner":"first"|"second"|null,"reason":…}`.
pub(crate) mod outcome {
    use std::borrow::Cow;

    use play::{Outcome, Side};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::named;

    #[derive(Serialize, Deserialize)]
    struct Parts<'a> {
        #[serde(with = "named::option")]
        winner: Option<Side>,
        #[serde(borrow)]
        reason: Cow<'a, str>,
    }

    pub(crate) fn serialize<S: Serializer>(
        outcome: &Outcome,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let parts = Parts { winner: outcome.winner(), reason: Cow::Borrowed(outcome.reason()) };
        parts.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Outcome, D::Error> {
        let Parts { winner, reason } = Parts::deserialize(deserializer)?;
        Outcome::from_parts(winner, &reason)
            .ok_or_else(|| D::Error::custom("no such end of a game"))
    }

    /// The same for a game that may not have ended.
    pub(crate) mod option {
        use play::Outcome;
        use serde::{Deserialize, Deserializer, Serializer};

        #[derive(Deserialize)]
        struct Wrapped(#[serde(with = "super")] Outcome);

        pub(crate) fn serialize<S: Serializer>(
            outcome: &Option<Outcome>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match outcome {
                Some(outcome) => super::serialize(outcome, serializer),
                None => serializer.serialize_none(),
            }
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<Outcome>, D::Error> {
            let wrapped = Option::<Wrapped>::deserialize(deserializer)?;
            Ok(wrapped.map(|Wrapped(outcome)| outcome))
        }
    }
}
