//! What the buttons around the board do.

use play::ClaimedResult;
use protocol::Wish;

/// What a button does. The code is in the document as `data-action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Action {
    /// Leave this game and set up another.
    NewGame,
    /// Take the last move back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up; asks first.
    Resign,
    /// Offer a draw, or on one device agree on one.
    OfferDraw,
    /// Withdraw the own draw offer.
    WithdrawDraw,
    /// Accept the draw that is offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Ask for the last move back.
    AskTakeback,
    /// Withdraw that.
    WithdrawTakeback,
    /// Let the friend take back.
    AcceptTakeback,
    /// Do not.
    DeclineTakeback,
    /// Ask for another game with sides exchanged.
    Rematch,
    /// Withdraw that.
    WithdrawRematch,
    /// Play again.
    AcceptRematch,
    /// Do not.
    DeclineRematch,
    /// Go to the rematch that has begun.
    GoToRematch,
    /// Say that the own seat is not lost.
    KeepSeat,
    /// Claim the game of an opponent who is gone.
    ClaimWin,
    /// Claim a draw.
    ClaimDraw,
    /// Yes to the question on the table.
    Yes,
    /// No to it.
    No,
    /// Copy the invite link.
    CopyLink,
    /// Hand the invite link to another program.
    ShareLink,
    /// Call the invite off; asks first.
    CancelInvite,
    /// Turn the board.
    Flip,
    /// Show the last move again.
    ShowAgain,
    /// Square numbers on or off.
    Numbers,
    /// Ask before each move or not.
    ConfirmMoves,
    /// On one device: what turns after each move.
    TurnBoard,
    /// A sound when it is the reader's turn, or none.
    Sound,
    /// Movement on or off.
    Animation,
    /// Copy the position.
    CopyFen,
    /// Copy the moves.
    CopyPdn,
    /// Save the moves as a file.
    SavePdn,
    /// Set the score back; asks first.
    ResetScore,
    /// The position at the start.
    First,
    /// One ply back.
    Previous,
    /// One ply on.
    Next,
    /// The position now.
    Latest,
    /// Try the connection again.
    TryAgain,
}

impl Action {
    /// Every action with its code.
    const ALL: [(Self, &'static str); 41] = [
        (Self::NewGame, "new-game"),
        (Self::Undo, "undo"),
        (Self::Redo, "redo"),
        (Self::Resign, "resign"),
        (Self::OfferDraw, "offer-draw"),
        (Self::WithdrawDraw, "withdraw-draw"),
        (Self::AcceptDraw, "accept-draw"),
        (Self::DeclineDraw, "decline-draw"),
        (Self::AskTakeback, "ask-takeback"),
        (Self::WithdrawTakeback, "withdraw-takeback"),
        (Self::AcceptTakeback, "accept-takeback"),
        (Self::DeclineTakeback, "decline-takeback"),
        (Self::Rematch, "rematch"),
        (Self::WithdrawRematch, "withdraw-rematch"),
        (Self::AcceptRematch, "accept-rematch"),
        (Self::DeclineRematch, "decline-rematch"),
        (Self::GoToRematch, "go-to-rematch"),
        (Self::KeepSeat, "keep-seat"),
        (Self::ClaimWin, "claim-win"),
        (Self::ClaimDraw, "claim-draw"),
        (Self::Yes, "yes"),
        (Self::No, "no"),
        (Self::CopyLink, "copy-link"),
        (Self::ShareLink, "share-link"),
        (Self::CancelInvite, "cancel-invite"),
        (Self::Flip, "flip"),
        (Self::ShowAgain, "show-again"),
        (Self::Numbers, "numbers"),
        (Self::ConfirmMoves, "confirm-moves"),
        (Self::TurnBoard, "turn-board"),
        (Self::Sound, "sound"),
        (Self::Animation, "animation"),
        (Self::CopyFen, "copy-fen"),
        (Self::CopyPdn, "copy-pdn"),
        (Self::SavePdn, "save-pdn"),
        (Self::ResetScore, "reset-score"),
        (Self::First, "first"),
        (Self::Previous, "previous"),
        (Self::Next, "next"),
        (Self::Latest, "latest"),
        (Self::TryAgain, "try-again"),
    ];

    /// The code in the document.
    #[must_use]
    pub fn code(self) -> &'static str {
        Self::ALL.iter().find(|(action, _)| *action == self).map_or("", |(_, code)| code)
    }

    /// What it wishes of the server in a game that is played there; `None` for
    /// what the page does by itself.
    #[must_use]
    pub const fn wish(self) -> Option<Wish> {
        Some(match self {
            Self::Undo => Wish::Undo,
            Self::Resign => Wish::Resign,
            Self::OfferDraw => Wish::OfferDraw,
            Self::WithdrawDraw => Wish::WithdrawDraw,
            Self::AcceptDraw => Wish::AnswerDraw { accept: true },
            Self::DeclineDraw => Wish::AnswerDraw { accept: false },
            Self::AskTakeback => Wish::RequestTakeback,
            Self::WithdrawTakeback => Wish::WithdrawTakeback,
            Self::AcceptTakeback => Wish::AnswerTakeback { accept: true },
            Self::DeclineTakeback => Wish::AnswerTakeback { accept: false },
            Self::Rematch => Wish::OfferRematch,
            Self::WithdrawRematch => Wish::WithdrawRematch,
            Self::AcceptRematch => Wish::AnswerRematch { accept: true },
            Self::DeclineRematch => Wish::AnswerRematch { accept: false },
            Self::KeepSeat => Wish::KeepSeat,
            Self::ClaimWin => Wish::Claim { result: ClaimedResult::Win },
            Self::ClaimDraw => Wish::Claim { result: ClaimedResult::Draw },
            _ => return None,
        })
    }

    /// The action of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == code).map(|(action, _)| *action)
    }
}
