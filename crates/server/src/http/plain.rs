//! Games by plain links and forms, for browsers that run no program.
//!
//! Looking and choosing a piece are GETs, everything that changes a game is
//! the one POST of the page's form.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Form,
    extract::{Query, State, rejection::FormRejection},
    http::{StatusCode, Uri},
    response::{Html, IntoResponse, Redirect, Response},
};
use play::{Command, GameId, Seq, Session, Side, State as Stand};
use protocol::{ClientCommand, ErrorCode};
use rules::Square;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::timeout;
use uuid::Uuid;
use web::{
    client::{Action, read_squares},
    pages::{self, PlainGame, Reload},
};

use super::{Segment, game_id, reload::Waits, visit::Visit};
use crate::{
    app::App,
    desk::{Rejection, Wish},
    error::ApiError,
    identity::Visitor,
    room::Room,
};

/// How long a form's answer waits for the computer's, so that one page shows
/// both. Hard takes about 1.5 s.
const COMPUTER_WITHIN: Duration = Duration::from_millis(2_500);
/// How long a player counts as here who has a page on which nothing happens
/// before the next move: nobody knows whether it is still open.
const THINKS_FOR: Duration = Duration::from_secs(10 * 60);

/// What the address of a game's page asks for beside the game.
#[derive(Default, Deserialize)]
struct Asked {
    /// The squares that were pressed since the last move.
    from: Option<String>,
    /// The code of an action that asks before it is done.
    ask: Option<String>,
}

/// The page of a game for a visitor who plays by forms; with the code of a
/// refusal where it answers a form in vain.
pub(crate) async fn page(
    app: &App,
    visit: &Visit,
    visitor: Visitor,
    room: &Arc<Room>,
    session: &Session,
    uri: &Uri,
    refusal: Option<ApiError>,
) -> Response {
    let asked = Query::<Asked>::try_from_uri(uri).map(|Query(asked)| asked).unwrap_or_default();
    let taps: Vec<Square> = asked.from.as_deref().and_then(read_squares).unwrap_or_default();
    let side = visitor.side_in(session);
    let waits = Waits::of(uri);
    let awaits = awaits(session, side);
    if side.is_some() {
        let pause = waits.pause().filter(|_| awaits).unwrap_or(THINKS_FOR);
        let ear = app.listen(room).await;
        app.asks(room, session, side, ear).answer_until_next(pause);
    }
    let (id, now) = (room.game(), app.now());
    let game = PlainGame {
        snapshot: &room.snapshot(session, side.into(), now),
        presence: room.presence(session, now),
        command: uuid::Builder::from_random_bytes(app.world().random()).into_uuid(),
        taps: &taps,
        ask: asked.ask.as_deref().and_then(Action::from_code),
        refusal: refusal.map(|error| error.refused().0.name()),
        reload: if awaits { waits.reload() } else { Reload::Never },
        preview: visit.lang,
    };
    let html = pages::plain_game(&visit.page(), &game);
    let status = refusal.map_or(StatusCode::OK, ApiError::status);
    let headers = [("x-robots-tag", "noindex"), ("cache-control", "private, no-cache")];
    let mut response = (status, headers, Html(html)).into_response();
    if let Some(error) = refusal {
        response.extensions_mut().insert(error.refused());
    }
    if awaits {
        waits.tell(&mut response, &format!("/g/{id}"));
    }
    response
}

/// Whether somebody else is to act, so that the page must look again.
fn awaits(session: &Session, side: Option<Side>) -> bool {
    match session.state() {
        Stand::Waiting => true,
        Stand::Playing => Some(session.side_to_move()) != side,
        // The friend may accept another game.
        Stand::Finished(_) => {
            side.is_some() && session.rematch().is_none() && session.offers().rematch == side
        }
        Stand::Cancelled(_) => false,
    }
}

/// The fields of the form on a game's page. One of `path` and `action` is the
/// button that was pressed.
#[derive(Deserialize)]
pub(crate) struct Sent {
    id: Uuid,
    seq: u64,
    path: Option<String>,
    action: Option<String>,
}

/// What a form asks for.
#[derive(Debug, PartialEq, Eq)]
enum Pressed {
    /// A wish like those of every other client.
    Wish(ClientCommand),
    /// To call the own invite off.
    CancelInvite,
}

impl Sent {
    /// The wish in it, `None` when there is none or several.
    fn pressed(&self) -> Option<Pressed> {
        let (wish, value) = match (&self.path, &self.action) {
            (Some(path), None) => (protocol::Wish::Move { path: read_squares(path)? }, path),
            (None, Some(code)) => match Action::from_code(code)? {
                Action::CancelInvite => return Some(Pressed::CancelInvite),
                action => (action.wish()?, code),
            },
            _ => return None,
        };
        let id = command_id(self.id, value);
        Some(Pressed::Wish(ClientCommand { id, seq: Seq::new(self.seq), wish }))
    }
}

/// The name of one button's command. The page has a name, and so has each of
/// its buttons: the same one twice is one command, and another one, pressed
/// after going back to the page, is another.
fn command_id(page: Uuid, value: &str) -> Uuid {
    let hash = Sha256::new().chain_update(page.as_bytes()).chain_update(value).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// `POST /g/ID/command`: a button of the form on a game's page.
pub(crate) async fn command(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    visit: Visit,
    Segment(id): Segment,
    form: Result<Form<Sent>, FormRejection>,
) -> Response {
    let sent = form.ok().and_then(|Form(sent)| sent.pressed());
    let (game, pressed) = match (game_id(&id), sent) {
        (Ok(game), Some(pressed)) => (game, pressed),
        (Err(error), _) => return visit.trouble(error),
        (_, None) => return visit.trouble(ErrorCode::BadRequest.into()),
    };
    let done = match pressed {
        Pressed::Wish(said) => app.command(game, visitor.actor(), &said, Duration::ZERO).await,
        Pressed::CancelInvite => {
            app.submit(game, Wish::unnamed(visitor.actor(), Command::Cancel)).await
        }
    };
    answer(&app, &visit, visitor, game, done).await.unwrap_or_else(|error| visit.trouble(error))
}

/// Back to the game, or on to the next; a refusal is told on the game's page.
async fn answer(
    app: &App,
    visit: &Visit,
    visitor: Visitor,
    game: GameId,
    done: Result<Seq, Rejection>,
) -> Result<Response, ApiError> {
    match done {
        Ok(seq) => {
            let session = with_the_computers_answer(app, game, seq).await?;
            let next = session.rematch().unwrap_or(game);
            Ok(Redirect::to(&format!("/g/{next}")).into_response())
        }
        Err(rejection @ Rejection::Refused(_)) => {
            let (room, session) = app.look(game).await?;
            let uri = Uri::default();
            Ok(page(app, visit, visitor, &room, &session, &uri, Some(rejection.into())).await)
        }
        Err(rejection) => Err(rejection.into()),
    }
}

/// The game after a command, and after the computer's answer where that comes
/// soon: then the next page shows both, and need not be fetched twice.
async fn with_the_computers_answer(app: &App, game: GameId, seq: Seq) -> Result<Session, ApiError> {
    let (room, session) = app.look(game).await?;
    if session.computer_to_move().is_none() {
        return Ok(session);
    }
    let mut last = room.follow();
    tokio::select! {
        // Later than that, the page looks again by itself.
        _ = timeout(COMPUTER_WITHIN, last.wait_for(|&last| last > seq)) => {}
        () = app.shutdown().cancelled() => {}
    }
    Ok(app.look(game).await?.1)
}

#[cfg(test)]
mod tests {
    use protocol::Wish;

    use super::*;

    const PAGE: Uuid = Uuid::from_u128(7);

    fn sent(path: Option<&str>, action: Option<&str>) -> Option<Pressed> {
        let (path, action) = (path.map(str::to_owned), action.map(str::to_owned));
        Sent { id: PAGE, seq: 12, path, action }.pressed()
    }

    fn wish(pressed: Option<Pressed>) -> ClientCommand {
        match pressed {
            Some(Pressed::Wish(command)) => command,
            other => panic!("no wish: {other:?}"),
        }
    }

    #[test]
    fn a_button_of_the_form_is_one_wish() {
        let squares = [18, 11, 4].map(|n| Square::new(n).unwrap()).to_vec();
        let command = wish(sent(Some("18-11-4"), None));
        assert_eq!((command.seq, command.wish), (Seq::new(12), Wish::Move { path: squares }));
        assert_eq!(wish(sent(None, Some("resign"))).wish, Wish::Resign);
        assert_eq!(wish(sent(None, Some("decline-draw"))).wish, Wish::AnswerDraw { accept: false });
        assert_eq!(sent(None, Some("cancel-invite")), Some(Pressed::CancelInvite));
    }

    #[test]
    fn what_is_no_button_of_the_form_is_no_wish() {
        let many = vec!["1"; 1_000].join("-");
        for path in ["", "18", "0-4", "18-x", "18--4", "999-1", &many] {
            // One square is read, and refused by the game.
            assert_eq!(sent(Some(path), None).is_some(), path == "18", "{path}");
        }
        for code in ["", "flip", "copy-fen", "yes", "RESIGN"] {
            assert_eq!(sent(None, Some(code)), None, "{code}");
        }
        assert_eq!(sent(None, None), None);
        assert_eq!(sent(Some("11-15"), Some("resign")), None);
    }

    #[test]
    fn the_same_button_twice_is_one_command_and_another_button_is_another() {
        let id = |path| wish(sent(Some(path), None)).id;
        assert_eq!(id("11-15"), id("11-15"));
        assert_ne!(id("11-15"), id("11-16"));
        assert_ne!(command_id(PAGE, "resign"), command_id(Uuid::from_u128(8), "resign"));
    }
}
