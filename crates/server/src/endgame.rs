//! Endgame tables for the computer players, ready some time after the start.

use std::sync::{Arc, OnceLock};

use engine::{TableSource, Tables};
use rules::Variant;
use tracing::{info, warn};

use crate::pool::lower_priority;

/// Makes or reads the endgame tables on a thread of its own.
pub(crate) fn prepare(source: TableSource) -> Arc<OnceLock<Tables>> {
    let ready = Arc::new(OnceLock::new());
    if source == TableSource::Off {
        return ready;
    }
    let tables = ready.clone();
    let spawned = std::thread::Builder::new().name("tables".to_owned()).spawn(move || {
        lower_priority();
        match source.tables(&Variant::ALL) {
            Ok(made) => {
                let [english, international] = Variant::ALL.map(|variant| made.pieces(variant));
                info!(english, international, bytes = made.bytes(), "endgame tables are ready");
                // Nobody else sets it.
                let _ = tables.set(made);
            }
            Err(error) => warn!(%error, "the computer plays without endgame tables"),
        }
    });
    if let Err(error) = spawned {
        warn!(%error, "the computer plays without endgame tables");
    }
    ready
}
