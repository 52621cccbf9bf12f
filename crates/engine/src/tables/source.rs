//! Where a program has its endgame tables from.

use std::{convert::Infallible, path::PathBuf, str::FromStr};

use rules::Variant;

use super::{FilesError, Tables};

/// Where endgame tables come from, as an operator says: `off`, `memory` or a
/// folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TableSource {
    /// There are none.
    #[default]
    Off,
    /// The small ones are made anew, which takes about a second.
    Memory,
    /// From a folder that [`Tables::build_in`] has filled; the small ones that
    /// it lacks are made anew.
    Folder(PathBuf),
}

impl TableSource {
    /// Makes or reads the tables of these variants.
    ///
    /// # Errors
    /// When the folder cannot be read, or a file in it is damaged.
    pub fn tables(&self, variants: &[Variant]) -> Result<Tables, FilesError> {
        let mut tables = match self {
            TableSource::Off => return Ok(Tables::none()),
            TableSource::Memory => Tables::none(),
            TableSource::Folder(dir) => Tables::load(dir)?,
        };
        for &variant in variants {
            let pieces = Tables::usual_pieces(variant);
            if tables.pieces(variant) < pieces {
                tables = tables.with(&Tables::build(variant, pieces, &mut |_| {})?);
            }
        }
        Ok(tables)
    }
}

impl FromStr for TableSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "off" => TableSource::Off,
            "memory" => TableSource::Memory,
            folder => TableSource::Folder(folder.into()),
        })
    }
}
