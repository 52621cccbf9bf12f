//! The image and the compose files, carried out as processes: whole games over
//! TLS through the balancer, also after a server was killed, and a doctor who
//! finds nothing wrong.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Command, Stdio},
};

use testbed::{Nats, Postgres};
use tests::{
    clients,
    containers::{Compose, Image, Root, Service, Within, enter},
};

const HOST: &str = "dama.test";
const PASSWORD: &str = "secret";
/// Where Caddy keeps the certificate of its own authority.
const AUTHORITY: &str = "/data/caddy/pki/authorities/local/root.crt";

/// Caddy as the file has it, with certificates of its own authority: nobody
/// here would give it others.
fn caddy(compose: &Compose, hosts: &Path, address: &str, more: &[&str]) -> Service {
    let root = Root::new();
    root.write("/etc/hosts", &std::fs::read_to_string(hosts).expect("names"));
    for mount in compose.service("caddy")["configs"].as_array().into_iter().flatten() {
        let name = mount["source"].as_str().expect("a name");
        let text = format!("{{\n local_certs\n skip_install_trust\n}}\n{}", compose.config(name));
        root.write(mount["target"].as_str().expect("a path"), &text);
    }
    let mut environment: BTreeMap<_, _> = compose.environment("caddy");
    // As in Caddy's image.
    let own = [("HOME", "/root"), ("XDG_DATA_HOME", "/data"), ("XDG_CONFIG_HOME", "/config")];
    for (name, value) in own {
        environment.insert(name.to_owned(), value.to_owned());
        root.make_folder(value, None);
    }
    let command = [compose.command("caddy"), more.iter().map(ToString::to_string).collect()];
    Service::of_system(root, environment, &command.concat(), address)
}

/// Two people play a whole game through the balancer. In the middle of it,
/// while both wait, something happens.
fn play(python: &OsStr, caddy: &Service, happens: impl FnOnce()) {
    let mut pair = Command::new(python)
        .arg(clients::script("pair.py"))
        .arg(format!("https://{HOST}"))
        .env("SSL_CERT_FILE", caddy.outside(AUTHORITY))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut lines = BufReader::new(pair.stdout.take().expect("a pipe")).lines();
    if lines.next().and_then(Result::ok).as_deref() == Some("halfway") {
        happens();
        writeln!(pair.stdin.take().expect("a pipe"), "go on").expect("it listens");
    }
    let end = lines.next().and_then(Result::ok);
    let mut told = String::new();
    pair.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
    assert!(pair.wait().expect("an end").success(), "{told}\n{}", caddy.log());
    assert!(end.is_some_and(|end| end.contains("reason")), "both tell the end");
}

/// The doctor finds nothing wrong, and every game replays.
fn is_well(server: &Service, image: &Image) {
    server.until_healthy(image);
    let (status, told) = server.run(&["dama", "check"].map(str::to_owned));
    assert!(status.success(), "{told}");
}

#[test]
fn one_machine() {
    let Some(python) = clients::python("the compose file of one machine") else { return };
    if enter("one_machine") == Within::Outside {
        return;
    }
    let compose = Compose::read(&python, "compose.yaml", &[("DAMA_HOST", HOST)]);
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = folder.path().join("hosts");
    let addresses = compose.addresses(&hosts, HOST);
    let image = Image::read();
    let dama = Service::of_image(&image, &compose, "dama", &addresses["dama"], &hosts);
    let caddy = caddy(&compose, &hosts, &addresses["caddy"], &["--internal-certs"]);
    dama.until_healthy(&image);
    play(&python, &caddy, || {});
    is_well(&dama, &image);
    dama.stop(compose.grace("dama"));
}

#[test]
fn a_cluster() {
    let Some(python) = clients::python("the compose file of a cluster") else { return };
    if enter("a_cluster") == Within::Outside {
        return;
    }
    let variables = [("DAMA_HOST", HOST), ("POSTGRES_PASSWORD", PASSWORD)];
    let compose = Compose::read(&python, "compose.cluster.yaml", &variables);
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = folder.path().join("hosts");
    let addresses = compose.addresses(&hosts, HOST);
    let about = compose.environment("postgres");
    let [user, database, password] =
        ["USER", "DB", "PASSWORD"].map(|name| about[&format!("POSTGRES_{name}")].as_str());
    assert_eq!(user, "dama");
    let Some(_postgres) = Postgres::listening(&addresses["postgres"], database, password) else {
        return;
    };
    let Some(_nats) = Nats::listening(&addresses["nats"], 4222) else { return };
    let image = Image::read();
    let server = |name: &str| Service::of_image(&image, &compose, name, &addresses[name], &hosts);
    let (mut first, second) = (server("dama-a"), server("dama-b"));
    let caddy = caddy(&compose, &hosts, &addresses["caddy"], &[]);
    for server in [&first, &second] {
        server.until_healthy(&image);
    }
    play(&python, &caddy, || first.kill());
    is_well(&second, &image);
    second.stop(compose.grace("dama-b"));
}
