//! The statements that write, in the words of both databases.

/// A player, who may be there already.
pub(super) const ADD_PLAYER: &str =
    "INSERT INTO player (id, created_at, face) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// The player's first secret; it may be there too.
pub(super) const ADD_SECRET: &str =
    "INSERT INTO secret (player, hash, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// Another face; a player who was forgotten has none any more.
pub(super) const SET_FACE: &str = "UPDATE player SET face = $2 WHERE id = $1 AND face IS NOT NULL";

/// Whether a secret leads to a player.
pub(super) const IS_SECRET_OF: &str = "SELECT 1 FROM secret WHERE player = $1 AND hash = $2";

/// A game without events.
pub(super) const CREATE_GAME: &str = "
    INSERT INTO game (id, variant, form, config, created_at, first_player, second_player,
                      state, side_to_move, updated_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $5, $10)
";

/// Its invite.
pub(super) const CREATE_INVITE: &str = "
    INSERT INTO invite (game, token, creator, lang, expires_at)
    SELECT key, $2, $3, $4, $5 FROM game WHERE id = $1
";

/// Its first job.
pub(super) const CREATE_JOB: &str = "
    INSERT INTO job (game, seq, level, at, until)
    SELECT key, seq, $2, $3, $4 FROM game WHERE id = $1
";

/// For an append that was turned away: the game, and where its command was
/// accepted before.
pub(super) const WHY_REFUSED: &str = "
    SELECT (
        SELECT event.seq FROM event
        WHERE event.game = game.key
          AND event.side = CASE $2 WHEN first_player THEN 1 WHEN second_player THEN 2 END
          AND event.command = $3
    )
    FROM game WHERE id = $1
";

/// Since when each seat has been empty, in a game that goes on.
pub(super) const SET_AWAY: &str = "
    UPDATE game SET first_away_since = $2, second_away_since = $3
    WHERE id = $1 AND state = 'playing'
";

/// A heartbeat; the clock of a machine may go back, this one does not.
pub(super) const ALIVE: &str = "
    INSERT INTO heartbeat (id, at) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE
    SET at = CASE WHEN heartbeat.at > excluded.at THEN heartbeat.at ELSE excluded.at END
";

/// Gives back the time from $1 to $2 to everybody who has been away.
pub(super) const GIVE_BACK: &str = "
    UPDATE game
    SET first_away_since = CASE
            WHEN first_away_since < $1 THEN first_away_since + $2 - $1
            WHEN first_away_since < $2 THEN $2
            ELSE first_away_since
        END,
        second_away_since = CASE
            WHEN second_away_since < $1 THEN second_away_since + $2 - $1
            WHEN second_away_since < $2 THEN $2
            ELSE second_away_since
        END
    WHERE $1 < $2 AND (first_away_since IS NOT NULL OR second_away_since IS NOT NULL)
";

/// No secret and no seat leads to a player any more, no browser is told anything,
/// and there is no face.
pub(super) const FORGET_PLAYER: [&str; 5] = [
    "DELETE FROM secret WHERE player = $1",
    "DELETE FROM push_subscription WHERE player = $1",
    "UPDATE player SET face = NULL WHERE id = $1",
    "UPDATE game SET first_player = NULL WHERE first_player = $1",
    "UPDATE game SET second_player = NULL WHERE second_player = $1",
];

/// Somebody looks at a game.
pub(super) const VISIT_GAME: &str =
    "UPDATE game SET visited_at = $2 WHERE id = $1 AND coalesce(visited_at, 0) < $2";

/// A player is here.
pub(super) const SEE_PLAYER: &str =
    "UPDATE player SET seen_at = $2 WHERE id = $1 AND coalesce(seen_at, 0) < $2";
