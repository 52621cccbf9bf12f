//! The contract of every store, for SQLite.

use store::contract::TemporaryStore;

store::contract_tests!(TemporaryStore::sqlite);
