//! What happens to the page, and what is to be done about it.

use play::{GameId, Seq, Side};
use rules::Square;
use uuid::Uuid;

use super::{Action, Choice};
use crate::Skin;

/// What happens to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// A tap or a key on a square.
    Tap(Square),
    /// A tap with equal right between two squares.
    TapBetween(Square, Square),
    /// A drag begins on a square.
    Lift(Square),
    /// A drag ends on a square, or on none.
    Drop(Option<Square>),
    /// The Escape key.
    Escape,
    /// The keyboard has come to a square.
    Cursor(Square),
    /// A button.
    Press(Action),
    /// An entry of the list of moves.
    ShowPly(usize),
    /// The choices of the set-up form have changed.
    Choose(Choice),
    /// The set-up form was sent.
    Begin(Choice, Rival),
    /// A look was chosen.
    ChooseSkin(Skin),
    /// A socket brought a text.
    Heard(u32, String),
    /// A socket is gone, or a request for news has failed.
    Lost(u32),
    /// A request for news was answered.
    Polled(u32, String),
    /// A request that carried a command was answered, or failed with a code.
    Posted(Uuid, Result<String, String>),
    /// The server's answer to the wish for a game.
    Created(Result<Created, String>),
    /// The server knows the game that the socket did not reach, or not.
    Checked(bool),
    /// A request was refused with this code.
    Failed(String),
    /// A copy worked, or did not.
    Copied(bool),
    /// A text of the server that is to be copied, or the code of a refusal.
    Fetched(Result<String, String>),
    /// The page is shown or hidden.
    Visible(bool),
    /// The device has a network again, or the page comes out of the cache.
    Woken,
    /// The device has no network, or the page goes into the cache.
    Suspended,
    /// Another page of this browser has kept something.
    Kept,
    /// A time has come that [`App::due`](super::App::due) named.
    Tick,
}

/// Whom the form starts a game with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The server's computer.
    Computer,
    /// A friend, by a link.
    Friend,
    /// The one beside.
    Device,
}

/// A game that the server made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// Its id.
    pub game: GameId,
    /// The own side.
    pub side: Side,
    /// The invite's secret and its whole link.
    pub invite: Option<(String, String)>,
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open a socket for a game and report under this number.
    Open {
        /// The number.
        generation: u32,
        /// The game.
        game: GameId,
        /// The last event that is known.
        since: Option<Seq>,
    },
    /// Drop the socket and the request for news.
    Close,
    /// Send a text through the socket.
    Send(String),
    /// Ask for a game's news by a request, and report under this number.
    Poll {
        /// The number.
        generation: u32,
        /// The game.
        game: GameId,
        /// The last event that is known.
        since: Option<Seq>,
        /// Whether the server may hold the answer until there is news.
        wait: bool,
    },
    /// Send a command by a request.
    Post {
        /// The command's id.
        id: Uuid,
        /// The game.
        game: GameId,
        /// The command.
        text: String,
    },
    /// Ask the server for a game, in these words.
    Create(String),
    /// Ask whether the server knows a game.
    Check(GameId),
    /// Call an invite off.
    CancelInvite(String),
    /// Let a piece glide over a path of squares.
    Glide {
        /// From its origin to where it stands.
        path: Vec<Square>,
    },
    /// Put a text on the clipboard.
    Copy(String),
    /// Hand a link over to another program.
    Share {
        /// What to say.
        text: String,
        /// The link.
        url: String,
    },
    /// Let the address tell this path, without leaving the page.
    Address(String),
    /// Show the choices for a new game.
    ShowSetup,
    /// Go to the home page.
    GoHome,
    /// Go to a button, because the one that was pressed is gone.
    Focus(Action),
    /// Paint with a look.
    Paint(Skin),
    /// Save a file of the server.
    Download(String),
    /// Save this text as a file.
    SaveText(String),
    /// Ask for a text of the server, to copy it.
    Fetch(String),
    /// Select the text that could not be copied.
    SelectText,
    /// Call the reader by a sound.
    Beep,
}
