-- Times are milliseconds since 1970. Ids are 16 bytes, hashes 32.
-- A `form` says in which edition the text beside it is written.

-- A player. Only a name for seats: the row of a player who asked to be
-- forgotten stays, without a secret that leads to it.
CREATE TABLE player (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a browser is known by: the hash of its secret.
CREATE TABLE secret (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player     BLOB    NOT NULL REFERENCES player (id),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX secret_of_player ON secret (player);

-- A game: what was fixed when it was made, and after that only what can be
-- told from its events. Events refer to the short `key`.
CREATE TABLE game (
    key           INTEGER PRIMARY KEY,
    id            BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    variant       TEXT    NOT NULL,
    form          INTEGER NOT NULL,
    config        TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    -- Who sits where now; null for the computer and for an open seat.
    first_player  BLOB    REFERENCES player (id),
    second_player BLOB    REFERENCES player (id),
    -- The number of the last event.
    seq           INTEGER NOT NULL DEFAULT 0,
    state         TEXT    NOT NULL,
    side_to_move  INTEGER NOT NULL CHECK (side_to_move IN (1, 2)),
    updated_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX game_of_first_player ON game (first_player) WHERE first_player IS NOT NULL;
CREATE INDEX game_of_second_player ON game (second_player) WHERE second_player IS NOT NULL;

-- What happened. The primary key keeps two decisions from becoming the same
-- event; `side` and `command` keep one decision from happening twice.
CREATE TABLE event (
    game    INTEGER NOT NULL REFERENCES game (key),
    seq     INTEGER NOT NULL CHECK (seq > 0),
    at      INTEGER NOT NULL,
    -- Whose decision: 1 first, 2 second, 0 the computer's or the service's.
    side    INTEGER NOT NULL CHECK (side IN (0, 1, 2)),
    -- The command's id, at the last event that the command brought.
    command BLOB             CHECK (length(command) = 16),
    form    INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX event_of_command ON event (game, side, command) WHERE command IS NOT NULL;

-- A way to an open seat.
CREATE TABLE invite (
    token      BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    game       INTEGER NOT NULL UNIQUE REFERENCES game (key),
    creator    BLOB    NOT NULL REFERENCES player (id),
    lang       TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An answer that the computer owes.
CREATE TABLE job (
    game  INTEGER NOT NULL PRIMARY KEY REFERENCES game (key),
    seq   INTEGER NOT NULL,
    level TEXT    NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
