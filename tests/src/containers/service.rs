//! A service of a compose file as a process.

use std::{
    collections::BTreeMap,
    fs::File,
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

use super::{
    Compose, Image, Root,
    namespace::{must, name_addresses, which},
};

/// Where programs are looked for inside.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// What compose files say who let nobody in.
const EVERYWHERE: &str = "0.0.0.0";

/// A process in a root of its own, ended when dropped.
#[derive(Debug)]
pub struct Service {
    child: Child,
    root: Root,
    /// As whom it runs; root where there is none.
    user: Option<String>,
    environment: BTreeMap<String, String>,
    address: String,
    log: PathBuf,
}

impl Compose {
    /// Gives each service an address of the subnet under its name, beside some
    /// names for the balancer; the addresses of the services.
    ///
    /// # Panics
    /// Outside of a namespace.
    #[must_use]
    pub fn addresses(&self, hosts: &Path, public: &str) -> BTreeMap<String, String> {
        let mut names = self.services();
        let services: Vec<_> = names.iter().map(ToString::to_string).collect();
        names.push(public);
        let mut addresses = name_addresses(&self.subnet(), &names, hosts);
        addresses.truncate(services.len());
        services.into_iter().zip(addresses).collect()
    }
}

impl Service {
    /// Starts a service of our image as the file says.
    ///
    /// # Panics
    /// When it does not start, or the file lets it do more than it should.
    #[must_use]
    pub fn of_image(
        image: &Image,
        compose: &Compose,
        name: &str,
        address: &str,
        hosts: &Path,
    ) -> Service {
        let about = compose.service(name);
        assert_eq!(about["read_only"], true, "{name}");
        assert_eq!(about["cap_drop"], serde_json::json!(["ALL"]), "{name}");
        assert_eq!(about["security_opt"], serde_json::json!(["no-new-privileges:true"]), "{name}");
        let root = image.make();
        // As an engine does, so that the others' names are found.
        root.copy(hosts, "/etc/hosts", None);
        let inside = root.path().to_owned();
        bind(&inside, &inside);
        for volume in &image.volumes {
            bind(&root.outside(volume), &root.outside(volume));
        }
        must(Command::new("mount").args(["-o", "remount,bind,ro"]).arg(&inside));
        let mut environment = image.environment.clone();
        environment.extend(compose.environment(name));
        // An address of its own is what a container's interface is to it.
        for value in environment.values_mut() {
            *value = value.replace(EVERYWHERE, address);
        }
        let files = about["ulimits"]["nofile"].as_u64().expect("a limit");
        let user = Some(image.user.clone());
        Service::start(root, user, environment, &image.command, files, address)
    }

    /// Starts a program of this system, as root, in a root of its own.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn of_system(
        root: Root,
        environment: BTreeMap<String, String>,
        command: &[String],
        address: &str,
    ) -> Service {
        let program = which(&command[0]);
        root.copy(&program, &format!("/usr/bin/{}", command[0]), None);
        root.libraries_of(&program, &[]);
        Service::start(root, None, environment, command, 65_536, address)
    }

    fn start(
        root: Root,
        user: Option<String>,
        environment: BTreeMap<String, String>,
        command: &[String],
        files: u64,
        address: &str,
    ) -> Service {
        let log = root.path().with_extension("log");
        let out = File::create(&log).expect("a log");
        let mut starting = inside(&root, user.as_deref(), &environment, command);
        starting.stdout(out.try_clone().expect("a log")).stderr(out);
        limit_files(files);
        let child = starting.spawn().expect("it starts");
        Service { child, root, user, environment, address: address.to_owned(), log }
    }

    /// Runs another command in the same root, as the same user and with the same
    /// environment, to its end; what it wrote, and whether it found nothing wrong.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn run(&self, command: &[String]) -> (ExitStatus, String) {
        let local = |word: &String| word.replace("127.0.0.1", &self.address);
        let command: Vec<_> = command.iter().map(local).collect();
        let told = inside(&self.root, self.user.as_deref(), &self.environment, &command).output();
        let told = told.expect("it starts");
        let text = [told.stdout, told.stderr].concat();
        (told.status, String::from_utf8_lossy(&text).into_owned())
    }

    /// The same until it finds nothing wrong, as an engine asks again.
    ///
    /// # Panics
    /// When it still finds something after some time.
    pub fn until_healthy(&self, image: &Image) {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let (status, told) = self.run(&image.health);
            if status.success() {
                return;
            }
            assert!(Instant::now() < until, "{status}: {told}\n{}", self.log());
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Where files lie that it has written, seen from outside.
    #[must_use]
    pub fn outside(&self, inside: &str) -> PathBuf {
        self.root.outside(inside)
    }

    /// What it has written.
    ///
    /// # Panics
    /// When it cannot be read.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("a log")
    }

    /// SIGKILL.
    ///
    /// # Panics
    /// When it is not there any more.
    pub fn kill(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("an end");
    }

    /// SIGTERM, and its end within so much time.
    ///
    /// # Panics
    /// When it does not end, or not in order.
    pub fn stop(mut self, grace: Duration) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(id.expect("a process"), Signal::TERM).expect("SIGTERM");
        let until = Instant::now() + grace;
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                assert!(status.success(), "{status} {:?}: {}", status.signal(), self.log());
                return;
            }
            assert!(Instant::now() < until, "it does not stop: {}", self.log());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
        // Else the folder could not be removed. What is mounted ends with us.
        let umount = |path: &Path| Command::new("umount").arg("-lR").arg(path).output();
        if self.user.is_some() {
            let _ = umount(self.root.path());
        }
    }
}

/// A command in a root; without any right if a user is named.
fn inside(
    root: &Root,
    user: Option<&str>,
    environment: &BTreeMap<String, String>,
    command: &[String],
) -> Command {
    let mut starting = Command::new(which("setpriv"));
    if user.is_some() {
        // What is left is gone as soon as chroot has become that user.
        let until_then = "-all,+sys_chroot,+setuid,+setgid";
        starting.args(["--no-new-privs", "--inh-caps=-all", "--bounding-set", until_then]);
    } else {
        starting.arg("--no-new-privs");
    }
    starting.arg(which("chroot"));
    starting.args(user.map(|user| format!("--userspec={user}")));
    starting.arg(root.path()).args(command).env_clear().env("PATH", PATH).envs(environment);
    starting.stdin(Stdio::null());
    starting
}

fn bind(from: &Path, to: &Path) {
    must(Command::new("mount").arg("--bind").arg(from).arg(to));
}

/// Limits the open files of this process, which hands the limit on; where it
/// may not have so many, to as many as it may.
fn limit_files(files: u64) {
    let hardest = getrlimit(Resource::Nofile).maximum.unwrap_or(files);
    let limit = Rlimit { current: Some(files.min(hardest)), maximum: Some(hardest) };
    setrlimit(Resource::Nofile, limit).expect("a limit");
}
