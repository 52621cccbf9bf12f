//! The database that several commands work on.

use std::{future::Future, path::Path};

use crate::fault::Fault;

/// The database, as `dama serve` takes it.
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArg {
    /// The database: sqlite://FILE
    #[arg(long, env = "DAMA_DATABASE", default_value = "sqlite://dama.db", value_name = "URL")]
    database: String,
}

impl DatabaseArg {
    /// Its file, whether it exists or not.
    pub(crate) fn path(&self) -> Result<&Path, Fault> {
        store::sqlite::path_of(&self.database).ok_or_else(|| Fault::Database(self.database.clone()))
    }

    /// Its file, which must exist: SQLite's own words for that help nobody.
    pub(crate) fn existing(&self) -> Result<&Path, Fault> {
        let path = self.path()?;
        match std::fs::File::open(path) {
            Ok(_) => Ok(path),
            Err(error) => Err(Fault::Read { path: path.to_path_buf(), error }),
        }
    }
}

/// Runs what needs a runtime; warnings go to standard error.
pub(crate) fn wait_for<T>(work: impl Future<Output = T>) -> Result<T, Fault> {
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Runtime::new().map_err(Fault::cannot("start the runtime"))?;
    Ok(runtime.block_on(work))
}
