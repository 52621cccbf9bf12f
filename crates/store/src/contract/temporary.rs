//! A store for the time of a test.

use std::{path::PathBuf, sync::Arc};

use tempfile::TempDir;

use crate::{
    SharedStore, StoreError,
    sqlite::{Options, SqliteStore},
};

/// A store in a folder that vanishes with it.
pub struct TemporaryStore {
    /// The store.
    pub store: SharedStore,
    folder: TempDir,
}

impl TemporaryStore {
    /// A new, empty SQLite store.
    ///
    /// # Panics
    /// When the machine has no room for one.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let store = SqliteStore::open(folder.path().join("dama.db"), Options::default())
            .await
            .expect("a new store opens");
        TemporaryStore { store: Arc::new(store), folder }
    }

    /// The file of the database.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("dama.db")
    }

    /// Opens the same file again, beside the store that is open.
    ///
    /// # Errors
    /// When it cannot be opened so.
    pub async fn open_again(&self, options: Options) -> Result<SqliteStore, StoreError> {
        SqliteStore::open(self.path(), options).await
    }
}
