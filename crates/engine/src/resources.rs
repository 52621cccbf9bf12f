//! What a search may use.

use crate::{Table, Tables, Techniques, net::Net};

/// What a search may use beside its time: memory of positions, endgame tables,
/// weights, techniques.
///
/// A [`Table`] alone will do wherever these are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tables: &'a Tables,
    /// Other weights than those that the crate brings along.
    pub(crate) net: Option<&'a Net>,
    pub(crate) techniques: Techniques,
}

static NO_TABLES: Tables = Tables::none();

impl<'a> Resources<'a> {
    /// Memory and endgame tables.
    #[must_use]
    pub const fn new(table: &'a Table, tables: &'a Tables) -> Self {
        Resources { table, tables, net: None, techniques: Techniques::ALL }
    }

    /// The same with other weights: those of a browser, or of a net that is
    /// being trained. They must be of the board that is played on.
    #[must_use]
    pub const fn with_net(mut self, net: &'a Net) -> Self {
        self.net = Some(net);
        self
    }

    /// The same with some techniques switched off, to measure what they are
    /// worth.
    #[must_use]
    pub const fn with_techniques(mut self, techniques: Techniques) -> Self {
        self.techniques = techniques;
        self
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
