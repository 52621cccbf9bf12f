//! The Dockerfile, read and carried out.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use super::{Root, docker};
use crate::server::binary;

/// What the last stage of the Dockerfile makes.
#[derive(Debug, Default)]
pub struct Image {
    /// The commands of the first stage, one text for each `RUN`.
    build: Vec<String>,
    /// What is copied from there: from where, to where, and for whom.
    copies: Vec<(String, String, Option<String>)>,
    /// As whom it runs: `UID:GID`.
    pub user: String,
    /// Its environment.
    pub environment: BTreeMap<String, String>,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What tells whether it is well.
    pub health: Vec<String>,
    /// Folders that outlive a container.
    pub volumes: Vec<String>,
}

impl Image {
    /// Reads the Dockerfile.
    ///
    /// # Panics
    /// When there is an instruction in it that is not understood here.
    #[must_use]
    pub fn read() -> Image {
        let text = fs::read_to_string(docker().join("Dockerfile")).expect("a Dockerfile");
        let mut image = Image::default();
        let mut stage = 0;
        let (mut entry, mut arguments) = (Vec::new(), Vec::new());
        for line in instructions(&text) {
            let (word, rest) = line.split_once(' ').expect("an instruction");
            match word {
                "FROM" => stage += 1,
                "WORKDIR" | "EXPOSE" | "STOPSIGNAL" => {}
                // The sources: the first stage is given the program instead.
                "COPY" if stage == 1 => assert_eq!(rest, ". .", "the sources"),
                "RUN" => {
                    assert_eq!(stage, 1, "there is no shell in the last image");
                    image.build.push(without_flags(rest).1);
                }
                "COPY" => {
                    let (flags, rest) = without_flags(rest);
                    assert!(flags.contains_key("from"), "from the first stage: {rest}");
                    let (from, to) = rest.split_once(' ').expect("two paths");
                    let owner = flags.get("chown").cloned();
                    image.copies.push((from.to_owned(), to.to_owned(), owner));
                }
                "USER" => rest.clone_into(&mut image.user),
                "ENV" => image.environment.extend(rest.split_whitespace().map(|pair| {
                    let (name, value) = pair.split_once('=').expect("NAME=VALUE");
                    (name.to_owned(), value.to_owned())
                })),
                "VOLUME" => image.volumes.push(rest.to_owned()),
                "HEALTHCHECK" => {
                    let command = without_flags(rest).1;
                    image.health = list(command.strip_prefix("CMD ").expect("CMD"));
                }
                "ENTRYPOINT" => entry = list(rest),
                "CMD" => arguments = list(rest),
                other => panic!("`{other}` is not understood"),
            }
        }
        image.command = [entry, arguments].concat();
        image
    }

    /// Carries it out in a clean folder: a root with what the image holds.
    /// `cargo xtask build`, which would take minutes, is given the program
    /// under test.
    ///
    /// # Panics
    /// When a step fails.
    #[must_use]
    pub fn make(&self) -> Root {
        let stage = tempfile::tempdir().expect("a folder");
        let folder = stage.path();
        let cargo = folder.join("bin/cargo");
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        let program = binary();
        let stub = format!(
            "#!/bin/sh\n[ \"$*\" = 'xtask build' ] || exit 9\nmkdir -p target/release\n\
             cp '{}' target/release/dama\n",
            program.display()
        );
        fs::write(&cargo, stub).expect("a script");
        let source = folder.join("src");
        fs::create_dir(&source).expect("a folder");
        // An absolute path of the first stage is one in our folder.
        let script = self.build.join("\n").replace(" /", &format!(" {}/", folder.display()));
        let path = format!("{}:/usr/bin:/bin", folder.join("bin").display());
        let made = Command::new("sh")
            .args(["-ec", &format!("chmod +x '{}'\n{script}", cargo.display())])
            .current_dir(source)
            .env("PATH", path)
            .status()
            .expect("a shell");
        assert!(made.success(), "the first stage: {made}");
        let root = Root::new();
        for (from, to, owner) in &self.copies {
            root.copy(&folder.join(from.trim_start_matches('/')), to, owner.as_deref());
        }
        root.libraries_of(Path::new(&program), LIBRARIES);
        root.make_folder("/tmp", Some("0:0"));
        root
    }
}

/// What the base image holds for programs: glibc, and libgcc's own.
const LIBRARIES: &[&str] = &[
    "libc.so.6",
    "libm.so.6",
    "libgcc_s.so.1",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];

/// The instructions, each in one line, without remarks.
fn instructions(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<_> = lines.filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").replace("\\\n", "").lines().map(str::to_owned).collect()
}

/// The flags `--NAME=VALUE` at the beginning, and the rest.
fn without_flags(text: &str) -> (BTreeMap<String, String>, String) {
    let mut flags = BTreeMap::new();
    let mut rest = text.trim_start();
    while let Some(flag) = rest.strip_prefix("--") {
        let (flag, behind) = flag.split_once(' ').expect("something behind the flag");
        let (name, value) = flag.split_once('=').expect("a value");
        flags.insert(name.to_owned(), value.to_owned());
        rest = behind.trim_start();
    }
    (flags, rest.to_owned())
}

fn list(json: &str) -> Vec<String> {
    serde_json::from_str(json).expect("a list of words")
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn the_dockerfile_is_understood() {
        let image = Image::read();
        assert_eq!(image.command, ["dama", "serve"]);
        assert_eq!(image.user, "65532:65532", "not root");
        assert_eq!(image.volumes, ["/data"]);
        assert!(image.health.starts_with(&["dama".into(), "doctor".into()]));
        assert_eq!(image.build.len(), 1);
        assert!(image.build[0].starts_with("cargo xtask build && "), "{:?}", image.build);
    }
}
