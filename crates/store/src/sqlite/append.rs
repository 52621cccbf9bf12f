//! The append of many decisions, in SQLite's words.
//!
//! A trip to the database's thread costs several times what a statement does,
//! so all appends of a batch travel together, as one text with one value. Each
//! is written whole or leaves no trace; so none of them needs a savepoint.

/// Appends under way: those of the last text that were taken. Lives in memory
/// and belongs to the writer's connection.
pub(super) const CREATE_TAKEN: &str = "
    CREATE TEMP TABLE taken (
        place         INTEGER NOT NULL PRIMARY KEY,
        game          INTEGER NOT NULL UNIQUE,
        expected      INTEGER NOT NULL,
        count         INTEGER NOT NULL,
        at            INTEGER NOT NULL,
        side          INTEGER NOT NULL,
        command       BLOB,
        state         TEXT    NOT NULL,
        side_to_move  INTEGER NOT NULL,
        due_at        INTEGER,
        joined_first  BLOB,
        joined_second BLOB,
        moved_first   BLOB,
        moved_second  BLOB,
        form          INTEGER NOT NULL,
        events        TEXT    NOT NULL,
        job           TEXT    NOT NULL,
        level         TEXT,
        until         INTEGER NOT NULL
    ) STRICT
";

/// Appends to different games, given as one JSON list; answers with one row,
/// the places in that list of those that were taken.
///
/// All of them are looked at before any is written, which is why no game may
/// be in the list twice.
pub(super) const APPEND: &str = "
    DELETE FROM taken;

    WITH
    asked AS MATERIALIZED (
        SELECT key AS place,
               unhex(value ->> 'game') AS id,
               value ->> 'expected' AS expected,
               value ->> 'count' AS count,
               value ->> 'at' AS at,
               unhex(value ->> 'author') AS author,
               unhex(value ->> 'command') AS command,
               value ->> 'state' AS state,
               value ->> 'side_to_move' AS side_to_move,
               value ->> 'due_at' AS due_at,
               unhex(value ->> 'joined_first') AS joined_first,
               unhex(value ->> 'joined_second') AS joined_second,
               unhex(value ->> 'moved_first') AS moved_first,
               unhex(value ->> 'moved_second') AS moved_second,
               value ->> 'form' AS form,
               value -> 'events' AS events,
               value ->> 'job' AS job,
               value ->> 'level' AS level,
               value ->> 'until' AS until
        FROM json_each(?1)
    ),
    found AS MATERIALIZED (
        SELECT asked.*,
               game.key AS game,
               CASE author
                   WHEN coalesce(moved_first, first_player, joined_first) THEN 1
                   WHEN coalesce(moved_second, second_player, joined_second) THEN 2
                   ELSE 0
               END AS side
        FROM asked CROSS JOIN game ON game.id = asked.id AND game.seq = asked.expected
        WHERE (joined_first IS NULL OR coalesce(first_player = joined_first, TRUE))
          AND (joined_second IS NULL OR coalesce(second_player = joined_second, TRUE))
    )
    INSERT INTO taken
    SELECT place, game, expected, count, at, side, command, state, side_to_move, due_at,
           joined_first, joined_second, moved_first, moved_second, form, events, job, level,
           until
    FROM found
    WHERE (author IS NULL OR side > 0)
      AND NOT EXISTS (
          SELECT 1 FROM event
          WHERE event.game = found.game
            AND event.side = found.side
            AND event.command = found.command
      );

    UPDATE game
    SET seq = taken.expected + taken.count,
        updated_at = taken.at,
        state = taken.state,
        side_to_move = taken.side_to_move,
        due_at = taken.due_at,
        first_away_since = iif(taken.state = 'playing', first_away_since, NULL),
        second_away_since = iif(taken.state = 'playing', second_away_since, NULL),
        first_player = coalesce(taken.moved_first, first_player, taken.joined_first),
        second_player = coalesce(taken.moved_second, second_player, taken.joined_second)
    FROM taken
    WHERE game.key = taken.game;

    INSERT INTO event (game, seq, at, side, command, form, body)
    SELECT game, expected + 1 + item.key, at, side, iif(item.key + 1 = count, command, NULL),
           form, item.value
    FROM taken CROSS JOIN json_each(taken.events) AS item;

    INSERT INTO job (game, seq, level, at, until)
    SELECT game, expected + count, level, at, until FROM taken WHERE job = 'set'
    ON CONFLICT (game) DO UPDATE
    SET seq = excluded.seq, level = excluded.level, at = excluded.at, until = excluded.until;

    DELETE FROM job WHERE game IN (SELECT game FROM taken WHERE job = 'clear');

    SELECT place FROM taken ORDER BY place;
";
