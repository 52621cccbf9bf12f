//! Copies of a whole database: made while it is in use, and put in its place.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use sqlx::{Connection, SqliteConnection, query};

use super::{Files, Options, fault::store_error, open_to_read};
use crate::StoreError;

/// Why a copy could not be made or put in place.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// There is a file already; nothing is written over.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// A server has the database open.
    #[error("the database is in use")]
    InUse,
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> CopyError {
    move |error| CopyError::File { path: path.to_path_buf(), error }
}

/// Writes a copy of a database that may be in use, as it stands at one moment.
/// Under its name there is the whole copy or nothing.
///
/// # Errors
/// When there is a file of that name already, or one of the two cannot be
/// read or written.
pub async fn backup(database: &Path, copy: &Path) -> Result<(), CopyError> {
    let pool = open_to_read(database, &Options { readers: 1, ..Options::default() }).await?;
    let mut connection = pool.acquire().await.map_err(|error| store_error(&error))?;
    let written = write_copy(&mut connection, copy).await;
    drop(connection);
    pool.close().await;
    written
}

/// Puts a copy in the place of a database that no server has open. What was
/// there is kept beside it; its new name is returned.
///
/// # Errors
/// [`CopyError::InUse`] while a server runs; otherwise as [`backup`]. The old
/// database is then still in its place.
pub async fn restore(copy: &Path, database: &Path) -> Result<Option<PathBuf>, CopyError> {
    let new = beside(database, "new");
    remove(&new)?;
    // Through SQLite: the copy may be a live file with a log of its own.
    backup(copy, &new).await?;
    let old = if database.exists() {
        set_apart(database).await?;
        let old = free_name(database);
        fs::rename(database, &old).map_err(file(database))?;
        Some(old)
    } else {
        None
    };
    fs::rename(&new, database).map_err(file(&new))?;
    sync_folder(database)?;
    Ok(old)
}

/// Copies a database before its schema is changed; returns the copy's name.
pub(super) async fn copy_before(
    connection: &mut SqliteConnection,
    database: &Path,
    version: i64,
) -> Result<PathBuf, CopyError> {
    let copy = beside(database, &format!("before-{version:04}"));
    if !copy.exists() {
        write_copy(connection, &copy).await?;
    }
    Ok(copy)
}

async fn write_copy(connection: &mut SqliteConnection, copy: &Path) -> Result<(), CopyError> {
    if copy.exists() {
        return Err(CopyError::Exists(copy.to_path_buf()));
    }
    let part = beside(copy, "part");
    remove(&part)?;
    query("VACUUM INTO ?1")
        .bind(part.to_string_lossy().into_owned())
        .execute(connection)
        .await
        .map_err(|error| store_error(&error))?;
    File::open(&part).and_then(|part| part.sync_all()).map_err(file(&part))?;
    fs::rename(&part, copy).map_err(file(&part))?;
    sync_folder(copy)
}

/// Works the log into the file and makes sure that nobody else has it open:
/// SQLite leaves that mode only for whoever is alone.
async fn set_apart(database: &Path) -> Result<(), CopyError> {
    let options = Options { lock_wait: std::time::Duration::ZERO, ..Options::default() };
    let files = Files { path: database.to_path_buf(), options };
    let mut connection = files.writing().await?;
    let mode = query("PRAGMA journal_mode = DELETE").execute(&mut connection).await;
    let closed = connection.close().await;
    match mode.and(closed.map(|()| sqlx::sqlite::SqliteQueryResult::default())) {
        Ok(_) => Ok(()),
        Err(error) => match store_error(&error) {
            StoreError::Busy => Err(CopyError::InUse),
            error => Err(error.into()),
        },
    }
}

/// The name with something behind it.
fn beside(path: &Path, word: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(word);
    name.into()
}

/// A name for what was there, that nothing has yet.
fn free_name(path: &Path) -> PathBuf {
    let names = (1..).map(|number: u32| beside(path, &format!("old-{number}")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| beside(path, "old"))
}

fn remove(path: &Path) -> Result<(), CopyError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file(path)(error)),
        _ => Ok(()),
    }
}

/// A new name is on the disk once its folder is.
fn sync_folder(path: &Path) -> Result<(), CopyError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(file(folder))
}
