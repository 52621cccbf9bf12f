-- A browser that wants to be told when it is its player's turn, where nobody
-- has the game open. The endpoint is the address at which the browser's push
-- service takes messages for it; the keys are for the browser's eyes alone.
CREATE TABLE push_subscription (
    endpoint   TEXT    NOT NULL PRIMARY KEY,
    player     BLOB    NOT NULL REFERENCES player (id),
    public_key BLOB    NOT NULL CHECK (length(public_key) = 65),
    auth       BLOB    NOT NULL CHECK (length(auth) = 16),
    lang       TEXT    NOT NULL,
    at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_of_player ON push_subscription (player);

-- One row: the private key by which push services know this site.
CREATE TABLE push_key (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    pkcs8 BLOB    NOT NULL
) STRICT;
