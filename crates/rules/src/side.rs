//! The side to move as a type, so that every shift of the generator is one by
//! a constant.

use crate::Color;

/// A colour known at compile time.
pub(crate) trait Side: Copy {
    /// The colour.
    const COLOR: Color;
    /// The other colour.
    type Opponent: Side<Opponent = Self>;
}

/// Black as a type.
#[derive(Clone, Copy)]
pub(crate) struct Black;

/// White as a type.
#[derive(Clone, Copy)]
pub(crate) struct White;

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

/// Runs an expression with `$S` bound to the type of a colour.
macro_rules! with_side {
    ($color:expr, $S:ident => $body:expr) => {
        match $color {
            $crate::Color::Black => {
                type $S = $crate::side::Black;
                $body
            }
            $crate::Color::White => {
                type $S = $crate::side::White;
                $body
            }
        }
    };
}
pub(crate) use with_side;
