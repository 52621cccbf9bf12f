//! The database that several commands work on.

use std::{future::Future, path::Path};

use crate::fault::Fault;

/// The database, as `dama serve` takes it.
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArg {
    /// The database: sqlite://FILE or postgres://USER@HOST/NAME
    #[arg(long, env = "DAMA_DATABASE", default_value = "sqlite://dama.db", value_name = "URL")]
    database: String,
}

/// Where games are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Database<'a> {
    /// In an SQLite file, whether it exists or not.
    File(&'a Path),
    /// In a PostgreSQL database of this URL.
    Server(&'a str),
}

impl Database<'_> {
    /// Its file must exist: SQLite's own words for that help nobody.
    pub(crate) fn existing(self) -> Result<Self, Fault> {
        if let Database::File(path) = self
            && let Err(error) = std::fs::File::open(path)
        {
            return Err(Fault::Read { path: path.to_path_buf(), error });
        }
        Ok(self)
    }
}

impl DatabaseArg {
    /// Where it is.
    pub(crate) fn database(&self) -> Result<Database<'_>, Fault> {
        if store::postgres::is_url(&self.database) {
            return Ok(Database::Server(&self.database));
        }
        let path = store::sqlite::path_of(&self.database);
        path.map(Database::File).ok_or_else(|| Fault::Database(named(&self.database)))
    }

    /// Its file, where it is one, whether it exists or not.
    pub(crate) fn file(&self) -> Result<&Path, Fault> {
        match self.database()? {
            Database::File(path) => Ok(path),
            Database::Server(url) => Err(Fault::NoFile(named(url))),
        }
    }

    /// Its URL.
    pub(crate) fn url(&self) -> &str {
        &self.database
    }

    /// Its URL, as it may be shown.
    pub(crate) fn named(&self) -> String {
        named(&self.database)
    }
}

/// A database's URL without what might be a password.
pub(crate) fn named(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) if scheme != "sqlite" => {
            let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
            format!("{scheme}://{}", rest.split('?').next().unwrap_or_default())
        }
        _ => url.to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        for (url, shown) in [
            ("sqlite://a@b.db", "sqlite://a@b.db"),
            ("postgres://dama:secret@db/dama", "postgres://db/dama"),
            ("postgres://dama:p@ss@db/dama?password=x", "postgres://db/dama"),
            ("postgres://db/dama?user=a&password=b", "postgres://db/dama"),
        ] {
            assert_eq!(named(url), shown);
        }
    }
}
