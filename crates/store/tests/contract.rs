//! The contract of every store, for SQLite and for PostgreSQL.

mod sqlite {
    use store::contract::TemporaryStore;

    async fn open() -> Option<TemporaryStore> {
        Some(TemporaryStore::sqlite().await)
    }

    store::contract_tests!(open);
}

mod postgres {
    use store::contract::TemporaryStore;
    use testbed::Postgres;

    async fn open() -> Option<TemporaryStore> {
        let url = Postgres::shared()?.database();
        Some(TemporaryStore::at(&url).await)
    }

    store::contract_tests!(open);
}
