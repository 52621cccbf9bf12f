//! The append of many decisions, in SQLite's words.
//!
//! A trip to the database's thread costs several times what a statement does,
//! so all appends of a batch travel together, as one text. Each is written whole
//! or leaves no trace; so none of them needs a savepoint. They come as values and
//! not as one JSON list, whose reading cost more than the rows (docs/reliability.md).

use std::sync::LazyLock;

use sqlx::{SqliteConnection, query_scalar};

use crate::sql::{AppendRow, MAX_BATCH};

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
        body          TEXT    NOT NULL,
        more          TEXT,
        job           TEXT    NOT NULL,
        level         TEXT,
        until         INTEGER NOT NULL
    ) STRICT
";

/// Appends to different games, given as rows of values; answers with one row,
/// the places of those that were taken.
///
/// All of them are looked at before any is written, which is why no game may
/// be among them twice. The first event stands in `body`, any others in the
/// JSON list `more`.
const BEFORE: &str = "
    DELETE FROM taken;

    WITH
    asked (
        place, id, expected, count, at, author, command, state, side_to_move, due_at,
        joined_first, joined_second, moved_first, moved_second, form, body, more, job, level,
        until
    ) AS MATERIALIZED (
        VALUES ";

/// As many values as [`BEFORE`] names columns.
const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// See [`BEFORE`].
const AFTER: &str = "
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
           joined_first, joined_second, moved_first, moved_second, form, body, more, job, level,
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
    SELECT game, expected + 1, at, side, iif(count = 1, command, NULL), form, body FROM taken;

    INSERT INTO event (game, seq, at, side, command, form, body)
    SELECT game, expected + 2 + item.key, at, side, iif(item.key + 2 = count, command, NULL),
           form, item.value
    FROM taken CROSS JOIN json_each(taken.more) AS item
    WHERE more IS NOT NULL;

    INSERT INTO job (game, seq, level, at, until)
    SELECT game, expected + count, level, at, until FROM taken WHERE job = 'set'
    ON CONFLICT (game) DO UPDATE
    SET seq = excluded.seq, level = excluded.level, at = excluded.at, until = excluded.until;

    DELETE FROM job WHERE game IN (SELECT game FROM taken WHERE job = 'clear');

    SELECT place FROM taken ORDER BY place;
";

/// The texts for 1, 2, 4 … rows: each is compiled once.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sizes = std::iter::successors(Some(1), |size| (*size < MAX_BATCH).then_some(size * 2));
    sizes.map(|size| format!("{BEFORE}{}{AFTER}", vec![ROW; size].join(", "))).collect()
});

/// Writes them; the places of those that were taken.
pub(super) async fn append(
    rows: &[&AppendRow],
    connection: &mut SqliteConnection,
) -> Result<Vec<i64>, sqlx::Error> {
    let mut taken = Vec::with_capacity(rows.len());
    // Of different games, so nothing depends on what is written first.
    for (chunk, first) in rows.chunks(MAX_BATCH).zip((0_i64..).step_by(MAX_BATCH)) {
        let size = chunk.len().next_power_of_two();
        let text: &'static str = &TEXTS[size.trailing_zeros() as usize];
        let mut query = query_scalar::<_, i64>(text);
        for (place, row) in (first..).zip(chunk) {
            let asked = row.asked();
            let (body, more) = asked.events.split_first().unzip();
            let more = more.filter(|more| !more.is_empty());
            query = query
                .bind(place)
                .bind(&asked.game[..])
                .bind(asked.expected)
                .bind(asked.count)
                .bind(asked.at)
                .bind(bytes(asked.author.as_ref()))
                .bind(bytes(asked.command.as_ref()))
                .bind(asked.state.as_str())
                .bind(asked.side_to_move)
                .bind(asked.due_at)
                .bind(bytes(asked.joined_first.as_ref()))
                .bind(bytes(asked.joined_second.as_ref()))
                .bind(bytes(asked.moved_first.as_ref()))
                .bind(bytes(asked.moved_second.as_ref()))
                .bind(asked.form)
                .bind(body)
                .bind(more.map(list))
                .bind(asked.job)
                .bind(asked.level)
                .bind(asked.until);
        }
        // What is not bound is null, and an append without a game finds none.
        taken.extend(query.fetch_all(&mut *connection).await?);
    }
    Ok(taken)
}

fn bytes(column: Option<&[u8; 16]>) -> Option<&[u8]> {
    column.map(|bytes| &bytes[..])
}

/// Texts as a JSON list of texts.
fn list(texts: &[String]) -> String {
    serde_json::Value::from(texts).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_text_for_each_size() {
        assert_eq!(TEXTS.len(), MAX_BATCH.trailing_zeros() as usize + 1);
        for (power, text) in TEXTS.iter().enumerate() {
            assert_eq!(text.matches(ROW).count(), 1 << power);
        }
    }
}
