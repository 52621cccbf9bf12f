-- When the flag of the running clock falls; null while no clock runs.
ALTER TABLE game ADD COLUMN due_at BIGINT;

-- Since when nobody of a seat has been here; null while somebody is, and once
-- the game has ended.
ALTER TABLE game ADD COLUMN first_away_since BIGINT;
ALTER TABLE game ADD COLUMN second_away_since BIGINT;

CREATE INDEX game_due ON game (due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX game_away ON game (key)
WHERE first_away_since IS NOT NULL OR second_away_since IS NOT NULL;

-- One row: when a server was last known to live, so that the next one knows
-- for how long there was none.
CREATE TABLE heartbeat (
    id SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT   NOT NULL
);
