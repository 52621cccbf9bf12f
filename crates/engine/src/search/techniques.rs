//! What a search does beyond plain alpha-beta, so that each technique can be
//! switched off: tests compare with a plain search, matches measure the gain.

use core::{fmt, str::FromStr};

/// One technique of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Take scores from the transposition table, not only moves.
    Cutoffs,
    /// Try the move first that the transposition table remembers.
    TableMoves,
    /// Then the quiet moves that last refuted something at the same ply.
    Killers,
    /// Then those that have refuted something anywhere.
    History,
    /// Look less deep at moves that are tried late.
    Reductions,
    /// Look no further where a shallow search is far above the window.
    ForwardPruning,
    /// Begin an iteration with a narrow window around the last score.
    Aspiration,
    /// Prove later moves worse with a window of no width.
    NullWindows,
    /// A single legal move costs no depth.
    ForcedMoves,
    /// Play captures out beyond the horizon.
    Captures,
    /// Look there for a way out of a threatened capture, once in a line.
    Threats,
    /// Look there at a man's last step to the king row.
    Crownings,
}

impl Technique {
    /// All of them.
    pub const ALL: [Technique; 12] = [
        Technique::Cutoffs,
        Technique::TableMoves,
        Technique::Killers,
        Technique::History,
        Technique::Reductions,
        Technique::ForwardPruning,
        Technique::Aspiration,
        Technique::NullWindows,
        Technique::ForcedMoves,
        Technique::Captures,
        Technique::Threats,
        Technique::Crownings,
    ];

    /// The name that `dama engine --without` takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Technique::Cutoffs => "cutoffs",
            Technique::TableMoves => "table-moves",
            Technique::Killers => "killers",
            Technique::History => "history",
            Technique::Reductions => "reductions",
            Technique::ForwardPruning => "forward-pruning",
            Technique::Aspiration => "aspiration",
            Technique::NullWindows => "null-windows",
            Technique::ForcedMoves => "forced-moves",
            Technique::Captures => "captures",
            Technique::Threats => "threats",
            Technique::Crownings => "crownings",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No technique of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique")]
pub struct UnknownTechnique;

impl FromStr for Technique {
    type Err = UnknownTechnique;
    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        Technique::ALL.into_iter().find(|one| one.name() == name).ok_or(UnknownTechnique)
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// Every technique.
    pub const ALL: Techniques = Techniques((1 << Technique::ALL.len()) - 1);

    /// The same set without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Techniques(self.0 & !(1 << technique as u8))
    }

    /// Whether the set holds a technique.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u8 != 0
    }
}

impl Default for Techniques {
    /// [`Techniques::ALL`].
    fn default() -> Self {
        Techniques::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_loses_only_what_is_taken_out() {
        for out in Technique::ALL {
            let rest = Techniques::ALL.without(out);
            assert!(Technique::ALL.iter().all(|&one| rest.has(one) == (one != out)), "{out}");
            assert_eq!(out.name().parse(), Ok(out));
        }
        assert_eq!("magic".parse::<Technique>(), Err(UnknownTechnique));
    }
}
