//! `dama serve`: the web service.

mod supervisor;

use std::{
    io::Write,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use clap::{Args as ClapArgs, ValueEnum, builder::RangedI64ValueParser};
use engine::TableSource;
use server::{
    Config, IpNet, Limits, Listeners, Metrics, Operator, ProxyHeader, PublicUrl, Push, RealWorld,
    Retention,
    bus::{Nats, SharedBus},
};
use store::StoreError;
use tokio::{net::TcpListener, signal};
use tracing::{info, warn};
use tracing_subscriber::EnvFilter;

use crate::{args::TablesArg, database::named, fault::Fault};

/// Serve the site, the games and the computer opponent.
///
/// The first line on standard output is `listening on http://ADDR:PORT`; logs
/// go to standard error.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  dama serve
  dama serve --listen 127.0.0.1:0 --database sqlite:///var/lib/dama/dama.db
  dama serve --public-url https://dama.example
  dama serve --database postgres://dama@db/dama --bus nats://nats:4222")]
pub(crate) struct Args {
    /// Where to listen; port 0 takes a free one
    #[arg(long, env = "DAMA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: SocketAddr,

    /// Where games are kept: sqlite://FILE, or postgres://USER@HOST/NAME for
    /// any number of servers
    #[arg(long, env = "DAMA_DATABASE", default_value = "sqlite://dama.db", value_name = "URL")]
    database: String,

    /// The way to other servers on the same database: local for none, or
    /// nats://HOST:PORT, several with commas
    #[arg(long, env = "DAMA_BUS", default_value = "local", value_name = "local|URL")]
    bus: String,

    /// Where to tell /metrics, /healthz and /readyz: not for the world
    #[arg(long, env = "DAMA_ADMIN_LISTEN", value_name = "ADDR")]
    admin_listen: Option<SocketAddr>,

    /// What players type into their browser: https://HOST. Without it links
    /// use the request's Host, and cookies are not Secure
    #[arg(long, env = "DAMA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,

    /// Rates: `off` is for tests and load measurements; sizes stay bounded
    #[arg(long, env = "DAMA_LIMITS", default_value = "standard")]
    limits: LimitsArg,

    /// A proxy in front, or a network of them, whose word about a client's
    /// address is believed; may be given several times
    #[arg(long, env = "DAMA_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',',
          value_parser = network)]
    trusted_proxy: Vec<IpNet>,

    /// The header in which the proxy gives the client's address
    #[arg(long, env = "DAMA_PROXY_HEADER", default_value = "x-forwarded-for")]
    proxy_header: ProxyHeaderArg,

    /// Addresses and networks that are not let in, one a line; read again
    /// when it changes
    #[arg(long, env = "DAMA_BLOCK_LIST", value_name = "FILE")]
    block_list: Option<PathBuf>,

    #[command(flatten)]
    keep: KeepArgs,

    /// Who runs this server, for the about page
    #[arg(long, env = "DAMA_OPERATOR_NAME", value_name = "NAME")]
    operator_name: Option<String>,

    /// How to reach them, for the about page
    #[arg(long, env = "DAMA_CONTACT", value_name = "TEXT")]
    contact: Option<String>,

    /// Whether players who ask for it are told by Web Push when it is their turn:
    /// `on` lets the server open connections to the push services of browsers
    #[arg(long, env = "DAMA_PUSH", default_value = "off")]
    push: PushArg,

    /// The log on standard error: lines for people, or one JSON object each
    #[arg(long, env = "DAMA_LOG", default_value = "text")]
    log: LogArg,

    #[command(flatten)]
    tables: TablesArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LimitsArg {
    Standard,
    Off,
}

/// For how long what nobody comes back to is kept; the privacy page says so.
#[derive(Debug, ClapArgs)]
struct KeepArgs {
    /// Days for which a finished game is kept after the last visit
    #[arg(long, env = "DAMA_KEEP_FINISHED", default_value = "400", value_name = "DAYS", value_parser = days())]
    keep_finished: u32,

    /// Days for which an unfinished game, and an invite that nobody takes,
    /// is kept after the last move or visit
    #[arg(long, env = "DAMA_KEEP_ABANDONED", default_value = "30", value_name = "DAYS", value_parser = days())]
    keep_abandoned: u32,

    /// Days for which a player is kept after the last visit
    #[arg(long, env = "DAMA_KEEP_PLAYERS", default_value = "400", value_name = "DAYS", value_parser = days())]
    keep_players: u32,
}

/// At least as long as an invite lasts; at most what nobody lives to see.
fn days() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(7..=36_500)
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProxyHeaderArg {
    XForwardedFor,
    Forwarded,
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| address()).map_err(|_| "neither a network nor an address".to_owned())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PushArg {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogArg {
    Text,
    Json,
}

pub(crate) fn run(args: Args) -> Result<(), Fault> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match args.log {
        LogArg::Text => log.init(),
        LogArg::Json => log.json().flatten_event(true).init(),
    }
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
    let config = Config {
        public_url: args.public_url,
        limits,
        tables,
        trusted_proxies: args.trusted_proxy,
        proxy_header: match args.proxy_header {
            ProxyHeaderArg::XForwardedFor => ProxyHeader::XForwardedFor,
            ProxyHeaderArg::Forwarded => ProxyHeader::Forwarded,
        },
        block_list: args.block_list,
        retention: Retention {
            finished_days: args.keep.keep_finished,
            abandoned_days: args.keep.keep_abandoned,
            player_days: args.keep.keep_players,
        },
        operator: Operator { name: args.operator_name, contact: args.contact },
        push: match args.push {
            PushArg::On => Push::On,
            PushArg::Off => Push::Off,
        },
        ..Config::default()
    };
    let metrics = Metrics::default();
    let bus = match &*args.bus {
        "local" => SharedBus::default(),
        url => SharedBus::new(Nats::connect(url).await.map_err(|_| Fault::Bus(named(url)))?),
    };
    let config = Config { metrics: metrics.clone(), bus, ..config };
    let store = store::open_observed(&args.database, Some(Arc::new(metrics))).await;
    let store = store.map_err(|error| match error {
        StoreError::Url => Fault::Database(named(&args.database)),
        error => Fault::cannot(&format!("open {}", named(&args.database)))(error),
    })?;
    let public = bind(args.listen).await?;
    let admin = match args.admin_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    if let Some(address) = admin.as_ref().and_then(|admin| admin.local_addr().ok()) {
        info!(%address, "admin listener");
    }
    let address = public.local_addr().map_err(Fault::cannot("name the address"))?;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "listening on http://{address}")
        .and_then(|()| stdout.flush())
        .map_err(Fault::cannot("say where it listens"))?;
    drop(stdout);
    supervisor::ready();
    let world = Arc::new(RealWorld);
    server::run(
        config,
        Listeners { public, admin },
        store,
        world,
        supervisor::watched(asked_to_stop()),
    )
    .await
    .map_err(Fault::cannot("serve"))
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Fault> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(Fault::cannot(&format!("listen on {address}")))
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
