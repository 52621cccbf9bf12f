//! A store for the time of a test.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::{
    SharedStore, StoreError,
    sqlite::{self, Options, SqliteStore},
};

/// A store in a database of its own.
pub struct TemporaryStore {
    /// The store.
    pub store: SharedStore,
    url: String,
    /// Vanishes with it.
    _folder: Option<TempDir>,
}

impl TemporaryStore {
    /// A new, empty SQLite store.
    ///
    /// # Panics
    /// When the machine has no room for one.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let url = format!("sqlite://{}", folder.path().join("dama.db").display());
        TemporaryStore { _folder: Some(folder), ..Self::at(&url).await }
    }

    /// A store in the database of a URL, which the caller has made.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn at(url: &str) -> Self {
        let store = crate::open(url).await.expect("a new store opens");
        TemporaryStore { store, url: url.to_owned(), _folder: None }
    }

    /// The URL of the database.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Another store on the same database, as another process has it.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn another(&self) -> SharedStore {
        crate::open(&self.url).await.expect("the store opens again")
    }

    /// The file of the database.
    ///
    /// # Panics
    /// When it has none.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        sqlite::path_of(&self.url).expect("a database in a file").to_path_buf()
    }

    /// Opens the same file again, beside the store that is open.
    ///
    /// # Errors
    /// When it cannot be opened so.
    pub async fn open_again(&self, options: Options) -> Result<SqliteStore, StoreError> {
        SqliteStore::open(self.path(), options).await
    }
}
