//! How strong the computer plays.

use core::{fmt, str::FromStr};

/// The strength of the computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Casual: looks at the reply, sometimes overlooks it.
    Easy,
    /// Sees a few moves ahead and rarely leaves a man hanging.
    Medium,
    /// As strong as the given time allows.
    Hard,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The name on the wire and in the store: `easy`, `medium`, `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No level of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_no_other() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Hard".parse::<Level>(), Err(UnknownLevel));
    }
}
