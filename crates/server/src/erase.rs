//! Forgetting a player who asks for it.

use play::{Actor, Command, GameId, PlayerId, State};

use crate::{
    app::App,
    desk::{Rejection, Wish},
};

/// Games that are ended in one round.
const BATCH: u32 = 100;

impl App {
    /// Calls a player's open invites off, resigns the games that go on, and
    /// forgets who that was. Cut short, it is safe to ask for again.
    pub(crate) async fn erase(&self, player: PlayerId) -> Result<(), Rejection> {
        loop {
            let games = self.store().unfinished_games_of(player, BATCH).await?;
            let mut ended = 0;
            for game in games {
                ended += usize::from(self.leave(game, player).await?);
            }
            // What is left cannot be ended by its player: a flag has fallen
            // there, and the service says so in a moment.
            if ended == 0 {
                break;
            }
        }
        Ok(self.store().forget_player(player).await?)
    }

    /// Leaves one game; returns whether that changed anything.
    async fn leave(&self, game: GameId, player: PlayerId) -> Result<bool, Rejection> {
        let (_, session) = self.look(game).await?;
        let command = match session.state() {
            State::Waiting => Command::Cancel,
            State::Playing | State::Finished(_) | State::Cancelled(_) => Command::Resign,
        };
        match self.submit(game, Wish::unnamed(Actor::Player(player), command)).await {
            Ok(_) => Ok(true),
            // A friend came in between: the next round resigns.
            Err(Rejection::Refused(play::Refusal::InviteTaken)) => Ok(true),
            Err(Rejection::Refused(_)) => Ok(false),
            Err(cause) => Err(cause),
        }
    }
}
