//! `dama serve`: the web service.

use std::{io::Write, net::SocketAddr, sync::Arc};

use clap::{Args as ClapArgs, ValueEnum};
use engine::TableSource;
use server::{Config, Limits, PublicUrl, RealWorld};
use store::StoreError;
use tokio::{net::TcpListener, signal};
use tracing::warn;
use tracing_subscriber::EnvFilter;

use crate::{args::TablesArg, fault::Fault};

/// Serve the site, the games and the computer opponent.
///
/// The first line on standard output is `listening on http://ADDR:PORT`; logs
/// go to standard error.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  dama serve
  dama serve --listen 127.0.0.1:0 --database sqlite:///var/lib/dama/dama.db
  dama serve --public-url https://dama.example")]
pub(crate) struct Args {
    /// Where to listen; port 0 takes a free one
    #[arg(long, env = "DAMA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: SocketAddr,

    /// Where games are kept: sqlite://FILE
    #[arg(long, env = "DAMA_DATABASE", default_value = "sqlite://dama.db", value_name = "URL")]
    database: String,

    /// What players type into their browser: https://HOST. Without it links
    /// use the request's Host, and cookies are not Secure
    #[arg(long, env = "DAMA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,

    /// Rates: `off` is for tests and load measurements; sizes stay bounded
    #[arg(long, env = "DAMA_LIMITS", default_value = "standard")]
    limits: LimitsArg,

    #[command(flatten)]
    tables: TablesArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LimitsArg {
    Standard,
    Off,
}

pub(crate) fn run(args: Args) -> Result<(), Fault> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Runtime::new().map_err(Fault::cannot("start the runtime"))?;
    runtime.block_on(serve(args))
}

async fn serve(args: Args) -> Result<(), Fault> {
    let limits = match args.limits {
        LimitsArg::Standard => Limits::Standard,
        LimitsArg::Off => {
            warn!("rates are not limited");
            Limits::Off
        }
    };
    let tables = args.tables.tables;
    if let TableSource::Folder(path) = &tables
        && let Err(error) = std::fs::read_dir(path)
    {
        return Err(Fault::Read { path: path.clone(), error });
    }
    let config = Config { public_url: args.public_url, limits, engine_threads: None, tables };
    let store = store::open(&args.database).await;
    let store = store.map_err(|error| match error {
        StoreError::Url => Fault::Database(args.database.clone()),
        error => Fault::cannot(&format!("open {}", args.database))(error),
    })?;
    let listener = TcpListener::bind(args.listen).await;
    let listener = listener.map_err(Fault::cannot(&format!("listen on {}", args.listen)))?;
    let address = listener.local_addr().map_err(Fault::cannot("name the address"))?;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "listening on http://{address}")
        .and_then(|()| stdout.flush())
        .map_err(Fault::cannot("say where it listens"))?;
    drop(stdout);
    let world = Arc::new(RealWorld);
    server::run(config, listener, store, world, asked_to_stop())
        .await
        .map_err(Fault::cannot("serve"))
}

/// Done when the process is told to end: SIGTERM, or Ctrl-C.
async fn asked_to_stop() {
    let interrupted = signal::ctrl_c();
    #[cfg(unix)]
    {
        if let Ok(mut terminated) = signal::unix::signal(signal::unix::SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
