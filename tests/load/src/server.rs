//! The server under load: one of our own, or one that runs already.

use reqwest::{
    Client, StatusCode,
    header::{COOKIE, SET_COOKIE},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::{
    child::{Measured, binary},
    fault::Fault,
    machine::Usage,
    script::VARIANT,
};

/// Which server, as most commands take it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// A server that runs already, with `--limits off`; then its processor time
    /// and memory are not known [default: one of our own]
    #[arg(long, value_name = "ADDRESS:PORT")]
    url: Option<String>,
    /// Where the database lies [default: in a temporary folder]
    #[arg(long)]
    database: Option<String>,
    /// Let server and generator use every core
    #[arg(long)]
    spread: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ServerArgs {
    pub(crate) async fn start(&self) -> Result<Server, Fault> {
        self.start_sharing(!self.spread, false).await
    }

    /// A server that has all cores, whatever the flags say, and thinks with
    /// endgame tables.
    pub(crate) async fn start_on_all_cores(&self) -> Result<Server, Fault> {
        self.start_sharing(false, true).await
    }

    async fn start_sharing(&self, alone: bool, tables: bool) -> Result<Server, Fault> {
        let folder = tempfile::tempdir().map_err(Fault::Start)?;
        let http = Client::builder().no_proxy().pool_max_idle_per_host(32).build()?;
        if let Some(address) = &self.url {
            return Ok(Server { address: address.clone(), measured: None, http, folder });
        }
        let mut command = Command::new(binary("dama")?);
        let file = format!("sqlite://{}", folder.path().join("dama.db").display());
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--limits", "off"])
            .args(["--database", self.database.as_deref().unwrap_or(&file)])
            .env("RUST_LOG", "error")
            // Unless somebody wants them: made at the start they would be measured.
            .args(if tables { &[][..] } else { &["--tables", "off"] })
            .current_dir(folder.path());
        let measured = Measured::start(command, alone).await?;
        let address = measured.address.clone();
        Ok(Server { address, measured: Some(measured), http, folder })
    }
}

/// A server, and how to talk to it.
pub(crate) struct Server {
    pub(crate) address: String,
    measured: Option<Measured>,
    http: Client,
    pub(crate) folder: TempDir,
}

/// A game between two, and the cookies of both.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    pub(crate) game: String,
    /// The first side's and the second side's.
    pub(crate) cookies: [String; 2],
}

impl Server {
    /// What the server has used; zero where it is not ours.
    pub(crate) fn usage(&self) -> Result<Usage, Fault> {
        self.measured.as_ref().map_or_else(|| Ok(Usage::default()), Measured::usage)
    }

    /// Makes a game and seats two players; those who have cookies keep them.
    pub(crate) async fn seat(&self, cookies: [Option<String>; 2]) -> Result<Seats, Fault> {
        let [first, second] = cookies;
        let body = json!({"variant": VARIANT, "opponent": {"kind": "friend"}, "lang": "en"});
        let (made, first) = self.post("/api/games", &body, first).await?;
        let token = made["invite"]["token"].as_str().unwrap_or_default();
        let path = format!("/api/invites/{token}/accept");
        let (_, second) = self.post(&path, &Value::Null, second).await?;
        Ok(Seats { game: id(&made)?, cookies: [first, second] })
    }

    /// Makes a game against the computer at Hard, which plays second.
    pub(crate) async fn challenge(
        &self,
        cookie: Option<String>,
    ) -> Result<(String, String), Fault> {
        let opponent = json!({"kind": "computer", "level": "hard"});
        let body = json!({"variant": VARIANT, "opponent": opponent, "lang": "en"});
        let (made, cookie) = self.post("/api/games", &body, cookie).await?;
        Ok((id(&made)?, cookie))
    }

    async fn post(
        &self,
        path: &str,
        body: &Value,
        cookie: Option<String>,
    ) -> Result<(Value, String), Fault> {
        let mut request = self.http.post(format!("http://{}{path}", self.address));
        if !body.is_null() {
            request = request.json(body);
        }
        if let Some(cookie) = &cookie {
            request = request.header(COOKIE, cookie);
        }
        let response = request.send().await?;
        let status = response.status();
        let set = response.headers().get_all(SET_COOKIE).iter().find_map(|field| {
            let pair = field.to_str().ok()?.split(';').next()?;
            pair.contains("dama_player=").then(|| pair.to_owned())
        });
        let text = response.text().await?;
        if !matches!(status, StatusCode::OK | StatusCode::CREATED) {
            return Err(Fault::Refused { status: status.as_u16(), text });
        }
        let value = serde_json::from_str(&text).map_err(|_| Fault::Unexpected(text))?;
        Ok((value, set.or(cookie).unwrap_or_default()))
    }
}

fn id(made: &Value) -> Result<String, Fault> {
    let id = made["game"].as_str().map(str::to_owned);
    id.ok_or_else(|| Fault::Unexpected(made.to_string()))
}
