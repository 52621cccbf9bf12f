//! The append of many decisions, in PostgreSQL's words.

use sqlx::{PgConnection, query_scalar};

use crate::sql::AppendRow;

/// Appends to different games, given column by column; answers with the places
/// in the list of those that were taken.
///
/// The row of a game is what two processes race for: `FOR NO KEY UPDATE` waits
/// for the one that has it, looks at it again as it stands then, and lets those
/// fall whose `seq` has gone on. All rows are locked in the order of their keys,
/// so that no two statements wait for each other. What the primary key of
/// `event` would still refuse contradicts its game's row.
const APPEND: &str = "
    WITH
    asked AS MATERIALIZED (
        SELECT * FROM unnest(
            $1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
            $7::bytea[], $8::text[], $9::smallint[], $10::bigint[], $11::bytea[], $12::bytea[],
            $13::bytea[], $14::bytea[], $15::text[], $16::text[], $17::bigint[]
        ) AS asked (
            place, id, expected, count, at, author, command, new_state, new_side, new_due,
            joined_first, joined_second, moved_first, moved_second, job, level, job_until
        )
    ),
    found AS MATERIALIZED (
        SELECT asked.*,
               game.key AS game,
               CASE author
                   WHEN coalesce(moved_first, first_player, joined_first) THEN 1
                   WHEN coalesce(moved_second, second_player, joined_second) THEN 2
                   ELSE 0
               END AS side
        FROM asked JOIN game ON game.id = asked.id
        WHERE game.seq = asked.expected
          AND (joined_first IS NULL OR coalesce(first_player = joined_first, TRUE))
          AND (joined_second IS NULL OR coalesce(second_player = joined_second, TRUE))
        ORDER BY game.key
        FOR NO KEY UPDATE OF game
    ),
    taken AS MATERIALIZED (
        SELECT * FROM found
        WHERE (author IS NULL OR side > 0)
          AND NOT EXISTS (
              SELECT 1 FROM event
              WHERE event.game = found.game
                AND event.side = found.side
                AND event.command = found.command
          )
    ),
    changed AS (
        UPDATE game
        SET seq = taken.expected + taken.count,
            updated_at = taken.at,
            state = taken.new_state,
            side_to_move = taken.new_side,
            due_at = taken.new_due,
            first_away_since = CASE WHEN new_state = 'playing' THEN first_away_since END,
            second_away_since = CASE WHEN new_state = 'playing' THEN second_away_since END,
            first_player = coalesce(taken.moved_first, first_player, taken.joined_first),
            second_player = coalesce(taken.moved_second, second_player, taken.joined_second)
        FROM taken
        WHERE game.key = taken.game
    ),
    written AS (
        INSERT INTO event (game, seq, at, side, command, form, body)
        SELECT game, expected + number, at, side, CASE WHEN number = count THEN command END,
               news.form, news.body
        FROM taken
        JOIN unnest($18::bigint[], $19::bigint[], $20::bigint[], $21::text[])
             AS news (place, number, form, body) USING (place)
    ),
    set_jobs AS (
        INSERT INTO job (game, seq, level, at, until)
        SELECT game, expected + count, level, at, job_until FROM taken WHERE job = 'set'
        ON CONFLICT (game) DO UPDATE
        SET seq = excluded.seq, level = excluded.level, at = excluded.at, until = excluded.until
    ),
    cleared_jobs AS (
        DELETE FROM job USING taken WHERE job.game = taken.game AND taken.job = 'clear'
    )
    SELECT place FROM taken ORDER BY place
";

/// Writes them; the places of those that were taken.
pub(super) async fn append(
    rows: &[&AppendRow],
    connection: &mut PgConnection,
) -> Result<Vec<usize>, sqlx::Error> {
    let asked: Vec<_> = rows.iter().map(|row| row.asked()).collect();
    macro_rules! column {
        ($value:expr) => {
            asked.iter().map($value).collect::<Vec<_>>()
        };
    }
    let places: Vec<i64> = (0..).take(asked.len()).collect();
    // The events of all of them, each with the place of its append.
    let news: Vec<_> = places
        .iter()
        .zip(&asked)
        .flat_map(|(&place, asked)| {
            (1_i64..)
                .zip(&asked.events)
                .map(move |(number, body)| (place, number, asked.form, body))
        })
        .collect();
    let taken: Vec<i64> = query_scalar(APPEND)
        .bind(&places)
        .bind(column!(|it| &it.game[..]))
        .bind(column!(|it| it.expected))
        .bind(column!(|it| it.count))
        .bind(column!(|it| it.at))
        .bind(column!(|it| bytes(it.author.as_ref())))
        .bind(column!(|it| bytes(it.command.as_ref())))
        .bind(column!(|it| it.state.as_str()))
        .bind(column!(|it| i16::from(it.side_to_move)))
        .bind(column!(|it| it.due_at))
        .bind(column!(|it| bytes(it.joined_first.as_ref())))
        .bind(column!(|it| bytes(it.joined_second.as_ref())))
        .bind(column!(|it| bytes(it.moved_first.as_ref())))
        .bind(column!(|it| bytes(it.moved_second.as_ref())))
        .bind(column!(|it| it.job))
        .bind(column!(|it| it.level))
        .bind(column!(|it| it.until))
        .bind(news.iter().map(|it| it.0).collect::<Vec<_>>())
        .bind(news.iter().map(|it| it.1).collect::<Vec<_>>())
        .bind(news.iter().map(|it| it.2).collect::<Vec<_>>())
        .bind(news.iter().map(|it| it.3.as_str()).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
    Ok(taken.into_iter().filter_map(|place| usize::try_from(place).ok()).collect())
}

fn bytes(id: Option<&[u8; 16]>) -> Option<&[u8]> {
    id.map(<[u8; 16]>::as_slice)
}
