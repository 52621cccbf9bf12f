-- A way to a seat that somebody has. Good while the seat has moved as often as
-- when the link was made; of each kind a seat has one.
CREATE TABLE seat_link (
    token      BYTEA    NOT NULL PRIMARY KEY CHECK (octet_length(token) = 32),
    game       BIGINT   NOT NULL REFERENCES game (key) ON DELETE CASCADE,
    side       SMALLINT NOT NULL CHECK (side IN (1, 2)),
    kind       TEXT     NOT NULL,
    moves      BIGINT   NOT NULL,
    -- Null for one that is good as long as the game goes on.
    expires_at BIGINT,
    UNIQUE (game, side, kind)
);
