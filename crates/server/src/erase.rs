//! Forgetting a player who asks for it.

use play::{Actor, Command, GameId, PlayerId, State};

use crate::{
    app::App,
    desk::{Rejection, Wish},
};

/// Games that are ended in one round.
const BATCH: u32 = 100;
/// Finished games in which a wish for another one is looked for: the last ones.
const LOOKED_AT: u32 = 100;

impl App {
    /// Calls a player's open invites off, resigns the games that go on, and
    /// forgets who that was. Cut short, it is safe to ask for again.
    pub(crate) async fn erase(&self, player: PlayerId) -> Result<(), Rejection> {
        // First: a friend who says yes in between begins a game that is ended
        // with the others.
        self.ask_for_nothing(player).await?;
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

    /// Takes back the wishes for another game that are still open: nobody would
    /// come to play it.
    async fn ask_for_nothing(&self, player: PlayerId) -> Result<(), Rejection> {
        for game in self.store().games_of(player, LOOKED_AT).await? {
            let is_asked = game.computer.is_none()
                && matches!(game.summary.state, State::Finished(_))
                && self.look(game.game).await?.1.offers().rematch == Some(game.you);
            if !is_asked {
                continue;
            }
            let wish = Wish::unnamed(Actor::Player(player), Command::WithdrawRematch);
            match self.submit(game.game, wish).await {
                // Refused: the friend has just said yes.
                Ok(_) | Err(Rejection::Refused(_)) => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
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
