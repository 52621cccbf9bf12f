//! What a search may use.

use crate::{Table, Tables};

/// What a search may use beside its time: memory of positions, and endgame
/// tables.
///
/// A [`Table`] alone will do wherever these are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tables: &'a Tables,
}

static NO_TABLES: Tables = Tables::none();

impl<'a> Resources<'a> {
    /// Memory and endgame tables.
    #[must_use]
    pub const fn new(table: &'a Table, tables: &'a Tables) -> Self {
        Resources { table, tables }
    }

    /// The endgame tables.
    #[must_use]
    pub const fn tables(&self) -> &'a Tables {
        self.tables
    }
}

impl<'a> From<&'a Table> for Resources<'a> {
    fn from(table: &'a Table) -> Self {
        Resources::new(table, &NO_TABLES)
    }
}
