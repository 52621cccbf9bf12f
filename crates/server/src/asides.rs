//! What players tell each other beside the game: their faces, and signs.
//!
//! None of it is an event. A face is a fact of its player; a reaction is told
//! to the one who is there, and is gone.

use play::{Event, Face, GameId, PlayerId, Refusal, Seat, Seq, Session, State};
use protocol::{Reaction, ReactionView};
use tracing::warn;

use crate::{app::App, bus::Note, desk::Rejection, identity::Visitor, room::Room};

/// Games in which somebody's new face is told: the last ones.
const TOLD: u32 = 100;

impl App {
    /// Gives the other player a sign.
    pub(crate) async fn react(
        &self,
        game: GameId,
        visitor: Visitor,
        reaction: Reaction,
    ) -> Result<Seq, Rejection> {
        let (room, session) = self.look(game).await?;
        let side = visitor.side_in(&session).ok_or(Refusal::NotAPlayer)?;
        match session.state() {
            State::Waiting => return Err(Refusal::NotStarted.into()),
            State::Cancelled(_) => return Err(Refusal::GameOver.into()),
            State::Playing | State::Finished(_) => {}
        }
        if !matches!(session.seats()[!side], Seat::Player(_)) {
            return Err(Refusal::NotAllowed.into());
        }
        room.may_react(side).map_err(Rejection::TooOften)?;
        let said = ReactionView { side, reaction };
        room.tell_reaction(said);
        self.publish(&room, Note::Reaction { node: self.node(), said });
        Ok(session.seq())
    }

    /// Gives a player another face, and tells it wherever the player sits.
    pub(crate) async fn choose_face(&self, player: PlayerId, face: Face) -> Result<(), Rejection> {
        self.store().set_face(player, face).await?;
        for game in self.store().games_of(player, TOLD).await? {
            let is_live = self.hub().is_live(game.game);
            // Others may have listeners where this node has none.
            if !is_live && !self.bus().is_shared() {
                continue;
            }
            let room = self.hub().room(game.game);
            let note = Note::Face { node: self.node(), side: game.you, face };
            self.publish(&room, note);
            if !is_live {
                continue;
            }
            room.learn_face(game.you, Some(face));
            let session = self.session_of(&room).await?;
            self.look_around(&room, &session);
        }
        Ok(())
    }

    /// Learns the face of whoever comes to a seat by these events, before they
    /// are told.
    pub(crate) async fn meet(&self, room: &Room, events: &[Event]) {
        for event in events {
            let (Event::Joined { side, player, .. } | Event::SeatMoved { side, player }) = event
            else {
                continue;
            };
            match self.store().face(*player).await {
                Ok(face) => room.learn_face(*side, face),
                // Without a face the game goes on all the same.
                Err(cause) => warn!(game = %room.game(), %cause, "a face was not found"),
            }
        }
    }
}

/// Whether two people sit at a game, or will.
pub(crate) fn is_among_people(session: &Session) -> bool {
    let seats = session.seats();
    seats.first.level().is_none() && seats.second.level().is_none()
}
