-- A browser that wants to be told when it is its player's turn, where nobody
-- has the game open. The endpoint is the address at which the browser's push
-- service takes messages for it; the keys are for the browser's eyes alone.
CREATE TABLE push_subscription (
    endpoint   TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    player     BYTEA  NOT NULL REFERENCES player (id),
    public_key BYTEA  NOT NULL CHECK (octet_length(public_key) = 65),
    auth       BYTEA  NOT NULL CHECK (octet_length(auth) = 16),
    lang       TEXT   NOT NULL,
    at         BIGINT NOT NULL
);

CREATE INDEX push_of_player ON push_subscription (player);

-- One row: the private key by which push services know this site.
CREATE TABLE push_key (
    id    BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    pkcs8 BYTEA  NOT NULL
);
