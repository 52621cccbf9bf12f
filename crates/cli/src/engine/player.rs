//! What answers: the search with its memory, or a level.

use std::{
    num::{NonZeroU8, NonZeroU64},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use engine::{Level, Limits, Resources, Table, Tables, Techniques, choose, search};
use rules::{AnyGame, Game, Route, Ruleset, Square};

use super::Args;
use crate::helpers::with_helpers;

const TABLE_BYTES: usize = 64 << 20;

/// How this program plays.
#[derive(Debug)]
pub(super) struct Player {
    table: Table,
    tables: Arc<OnceLock<Tables>>,
    techniques: Techniques,
    threads: NonZeroU8,
    /// The strength, with the seed of its next move; without one, all that the
    /// limits allow and no chance.
    level: Option<(Level, u64)>,
    /// A bound on nodes beside that on time.
    pub(super) most_nodes: Option<NonZeroU64>,
}

impl Player {
    pub(super) fn new(args: &Args, tables: Arc<OnceLock<Tables>>) -> Self {
        let table = Table::with_bytes(TABLE_BYTES);
        let techniques = args.without.iter().fold(Techniques::ALL, |set, &out| set.without(out));
        let level = args.level.map(|level| (level, args.seed));
        let threads = args.threads.threads;
        Player { table, tables, techniques, threads, level, most_nodes: None }
    }

    /// Forgets the last game.
    pub(super) fn forget(&self) {
        self.table.clear();
    }

    /// The move to play in full, or `none`.
    pub(super) fn best_move(&mut self, game: &AnyGame, budget: Duration, start: Instant) -> String {
        let clock = || start.elapsed();
        let mut limits = Limits::default().with_time(budget, &clock);
        if let Some(nodes) = self.most_nodes {
            limits = limits.with_nodes(nodes.get());
        }
        // What is counted in nodes must not depend on when the tables were
        // ready; what is counted in time must not wait.
        let tables = match self.most_nodes {
            Some(_) => self.tables.wait(),
            None => self.tables.get().unwrap_or(const { &Tables::none() }),
        };
        let resources = Resources::new(&self.table, tables).with_techniques(self.techniques);
        if let Some((level, seed)) = &mut self.level {
            *seed = seed.wrapping_add(1);
            let choice = choose(game, *level, limits, *seed, resources);
            return choice
                .map_or_else(none, |choice| written(&choice.path, choice.pdn.contains('x')));
        }
        let found = with_helpers(self.threads, game, resources, || match game {
            AnyGame::English(game) => best_route(game, limits, resources),
            AnyGame::International(game) => best_route(game, limits, resources),
        });
        found.map_or_else(none, |(route, is_capture)| written(&route, is_capture))
    }
}

fn none() -> String {
    "none".to_owned()
}

fn best_route<R: Ruleset>(
    game: &Game<R>,
    limits: Limits<'_>,
    resources: Resources<'_>,
) -> Option<(Route, bool)> {
    let found = search(game, limits, resources, &mut |_| {})?;
    Some((game.position().route(found.best), found.best.is_capture()))
}

fn written(route: &Route, is_capture: bool) -> String {
    let separator = if is_capture { "x" } else { "-" };
    route.iter().map(Square::to_string).collect::<Vec<_>>().join(separator)
}
