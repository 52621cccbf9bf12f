//! The tables that are moved, and the statements that read and write them.
//!
//! Leases are left out: they are over when the database has moved. A test
//! compares the columns with those of the schema.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Text,
    Bytes,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// Its columns; those of the primary key come first.
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// How many columns the primary key has.
    pub(crate) keys: usize,
    /// Reads the next rows after a key, of which at most so many.
    pub(crate) page: &'static str,
    /// Writes rows, given as a JSON list of objects.
    pub(crate) to_sqlite: &'static str,
    /// The same in PostgreSQL's words.
    pub(crate) to_postgres: &'static str,
}

macro_rules! kind {
    (I) => {
        Kind::Integer
    };
    (T) => {
        Kind::Text
    };
    (B) => {
        Kind::Bytes
    };
}

/// A column of a JSON object `value`, in SQLite's words.
macro_rules! in_sqlite {
    (B $column:ident) => {
        concat!("unhex(value ->> '", stringify!($column), "')")
    };
    ($other:ident $column:ident) => {
        concat!("value ->> '", stringify!($column), "'")
    };
}

/// The same in PostgreSQL's.
macro_rules! in_postgres {
    (B $column:ident) => {
        concat!("decode(value ->> '", stringify!($column), "', 'hex')")
    };
    (I $column:ident) => {
        concat!("(value ->> '", stringify!($column), "')::bigint")
    };
    (T $column:ident) => {
        concat!("value ->> '", stringify!($column), "'")
    };
}

macro_rules! table {
    ($name:literal, $keys:literal, $after:literal,
     $first:ident $first_kind:ident $(, $column:ident $kind:ident)*) => {
        Table {
            name: $name,
            columns: &[
                (stringify!($first), kind!($first_kind))
                $(, (stringify!($column), kind!($kind)))*
            ],
            keys: $keys,
            page: concat!(
                "SELECT ", stringify!($first) $(, ", ", stringify!($column))*,
                " FROM ", $name, " WHERE ", $after
            ),
            to_sqlite: concat!(
                "INSERT INTO ", $name, " (", stringify!($first) $(, ", ", stringify!($column))*,
                ") SELECT ", in_sqlite!($first_kind $first)
                $(, ", ", in_sqlite!($kind $column))*, " FROM json_each($1)"
            ),
            to_postgres: concat!(
                "INSERT INTO ", $name, " (", stringify!($first) $(, ", ", stringify!($column))*,
                ") SELECT ", in_postgres!($first_kind $first)
                $(, ", ", in_postgres!($kind $column))*,
                " FROM json_array_elements($1::json) AS value"
            ),
        }
    };
}

/// All of them, each after those that it refers to.
pub(crate) const TABLES: [Table; 10] = [
    table!("player", 1, "id > $1 ORDER BY id LIMIT $2", id B, created_at I, seen_at I, face T),
    table!("secret", 1, "hash > $1 ORDER BY hash LIMIT $2", hash B, player B, created_at I),
    table!(
        "game", 1, "key > $1 ORDER BY key LIMIT $2",
        key I, id B, variant T, form I, config T, created_at I, first_player B, second_player B,
        seq I, state T, side_to_move I, updated_at I, due_at I, first_away_since I,
        second_away_since I, visited_at I
    ),
    table!(
        "event", 2, "(game, seq) > ($1, $2) ORDER BY game, seq LIMIT $3",
        game I, seq I, at I, side I, command B, form I, body T
    ),
    table!(
        "invite", 1, "token > $1 ORDER BY token LIMIT $2",
        token B, game I, creator B, lang T, expires_at I
    ),
    table!(
        "job", 1, "game > $1 ORDER BY game LIMIT $2",
        game I, seq I, level T, at I, until I
    ),
    table!(
        "seat_link", 1, "token > $1 ORDER BY token LIMIT $2",
        token B, game I, side I, kind T, moves I, expires_at I
    ),
    table!(
        "push_subscription", 1, "endpoint > $1 ORDER BY endpoint LIMIT $2",
        endpoint T, player B, public_key B, auth B, lang T, at I
    ),
    table!("push_key", 1, "id > $1 ORDER BY id LIMIT $2", id I, pkcs8 B),
    table!("heartbeat", 1, "id > $1 ORDER BY id LIMIT $2", id I, at I),
];
