//! How board and pieces look, and so which colours the words name.

use std::str::FromStr;

use crate::Lang;

/// A look of board and pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Skin {
    /// Black ink and red.
    #[default]
    Classic,
    /// The first side rose, the second dark blue.
    Rose,
    /// Dark and light wood.
    Wood,
}

impl Skin {
    /// All of them, in the order in which a player chooses.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Rose, Self::Wood];

    /// The value of `data-skin`: `classic`, `rose`, `wood`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Rose => "rose",
            Self::Wood => "wood",
        }
    }

    /// What a reader sees who never chose.
    #[must_use]
    pub const fn of(lang: Lang) -> Self {
        match lang {
            Lang::Hu => Self::Rose,
            Lang::En | Lang::Fil | Lang::Id => Self::Classic,
        }
    }
}

/// The text names none of our skins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown skin")]
pub struct UnknownSkin;

impl FromStr for Skin {
    type Err = UnknownSkin;

    /// Reads a code exactly as [`Skin::code`] writes it.
    fn from_str(code: &str) -> Result<Self, UnknownSkin> {
        Self::ALL.into_iter().find(|skin| skin.code() == code).ok_or(UnknownSkin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skin_is_read_as_it_is_written() {
        for skin in Skin::ALL {
            assert_eq!(skin.code().parse(), Ok(skin));
        }
        assert_eq!("Rose".parse::<Skin>(), Err(UnknownSkin));
    }

    #[test]
    fn only_hungarian_readers_start_with_rose() {
        assert_eq!(
            Lang::ALL.map(Skin::of).map(|skin| skin == Skin::Rose),
            [false, false, true, false]
        );
    }
}
