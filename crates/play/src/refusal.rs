//! Why a wish is not granted.

use rules::MoveError;

/// Why a [`Command`](crate::Command) is not granted. Nothing changes then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// The speaker has no seat in this game, or not the one that may do this.
    #[error("not a player of this game")]
    NotAPlayer,
    /// Nobody has taken the open seat yet.
    #[error("the game has not started")]
    NotStarted,
    /// The game has ended or was called off.
    #[error("the game is over")]
    GameOver,
    /// A move, a takeback, a join or the end came in between.
    #[error("the game has gone on")]
    Stale,
    /// The other side is to move.
    #[error("not your turn")]
    NotYourTurn,
    /// No piece may move so, or a capture was left unfinished.
    #[error("illegal move")]
    IllegalMove,
    /// A quiet move although something can be captured.
    #[error("a capture is compulsory")]
    MustCapture,
    /// A capture although another takes more pieces.
    #[error("the capture of the most pieces is compulsory")]
    MustCaptureMost,
    /// Origin and destination fit several captures.
    #[error("several captures fit")]
    AmbiguousMove,
    /// Not in this kind of game, or not now.
    #[error("not allowed")]
    NotAllowed,
    /// The side has made no move that could be taken back.
    #[error("nothing to take back")]
    NothingToUndo,
    /// There is no such offer to answer or to withdraw.
    #[error("no such offer")]
    NoOffer,
    /// The time for this claim has not come.
    #[error("too early")]
    TooEarly,
    /// The maker of the invite cannot take the other seat too.
    #[error("this is your own invite")]
    OwnInvite,
    /// Somebody else has the seat.
    #[error("the seat is taken")]
    InviteTaken,
    /// The maker called the invite off.
    #[error("the invite was cancelled")]
    InviteCancelled,
    /// The seat has moved since the link to it was made, or its holder has
    /// objected.
    #[error("this link to a seat is used up")]
    SeatLinkUsed,
    /// The invite's time is over.
    #[error("the invite has expired")]
    InviteExpired,
}

impl Refusal {
    /// Every refusal.
    pub const ALL: [Refusal; 18] = [
        Refusal::NotAPlayer,
        Refusal::NotStarted,
        Refusal::GameOver,
        Refusal::Stale,
        Refusal::NotYourTurn,
        Refusal::IllegalMove,
        Refusal::MustCapture,
        Refusal::MustCaptureMost,
        Refusal::AmbiguousMove,
        Refusal::NotAllowed,
        Refusal::NothingToUndo,
        Refusal::NoOffer,
        Refusal::TooEarly,
        Refusal::OwnInvite,
        Refusal::InviteTaken,
        Refusal::InviteCancelled,
        Refusal::InviteExpired,
        Refusal::SeatLinkUsed,
    ];

    /// The code on the wire: `not_a_player`, `must_capture`, …
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NotAPlayer => "not_a_player",
            Refusal::NotStarted => "not_started",
            Refusal::GameOver => "game_over",
            Refusal::Stale => "stale",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::IllegalMove => "illegal_move",
            Refusal::MustCapture => "must_capture",
            Refusal::MustCaptureMost => "must_capture_most",
            Refusal::AmbiguousMove => "ambiguous_move",
            Refusal::NotAllowed => "not_allowed",
            Refusal::NothingToUndo => "nothing_to_undo",
            Refusal::NoOffer => "no_offer",
            Refusal::TooEarly => "too_early",
            Refusal::OwnInvite => "own_invite",
            Refusal::InviteTaken => "invite_taken",
            Refusal::InviteCancelled => "invite_cancelled",
            Refusal::InviteExpired => "invite_expired",
            Refusal::SeatLinkUsed => "seat_link_used",
        }
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Illegal => Refusal::IllegalMove,
            MoveError::MustCapture => Refusal::MustCapture,
            MoveError::MustCaptureMost => Refusal::MustCaptureMost,
            MoveError::Ambiguous => Refusal::AmbiguousMove,
            MoveError::GameOver => Refusal::GameOver,
        }
    }
}
