//! A root folder with nothing in it but what a program needs.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// A root for programs, removed when dropped.
#[derive(Debug)]
pub struct Root(TempDir);

impl Root {
    /// An empty one.
    ///
    /// # Panics
    /// When no folder can be made.
    #[must_use]
    pub fn new() -> Root {
        let folder = tempfile::tempdir().expect("a folder");
        // Others than its owner must find what is in it.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
        Root(folder)
    }

    /// Where it is, seen from outside.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A path in it, seen from outside.
    #[must_use]
    pub fn outside(&self, inside: &str) -> PathBuf {
        self.path().join(inside.trim_start_matches('/'))
    }

    /// Writes a file.
    ///
    /// # Panics
    /// When that fails.
    pub fn write(&self, inside: &str, text: &str) {
        fs::write(self.parent_of(inside), text).expect("a file");
    }

    /// Makes a folder, for somebody (`UID:GID`).
    ///
    /// # Panics
    /// When that fails.
    pub fn make_folder(&self, inside: &str, owner: Option<&str>) {
        let folder = self.outside(inside);
        fs::create_dir_all(&folder).expect("a folder");
        if let Some(owner) = owner {
            let (user, group) = ids(owner);
            chown(&folder, Some(user), Some(group)).expect("another owner");
        }
    }

    /// Copies a file, or makes an empty folder after the picture of one.
    ///
    /// # Panics
    /// When that fails.
    pub fn copy(&self, from: &Path, inside: &str, owner: Option<&str>) {
        if from.is_dir() {
            let is_empty = fs::read_dir(from).expect("a folder").next().is_none();
            assert!(is_empty, "{} is not empty", from.display());
            self.make_folder(inside, owner);
        } else {
            assert_eq!(owner, None, "files are root's");
            fs::copy(from, self.parent_of(inside)).expect("a copy");
        }
    }

    /// Brings what a program is linked with to the same places; `known` are the
    /// names of libraries that may be among it, or none for any.
    ///
    /// # Panics
    /// When it needs another one.
    pub fn libraries_of(&self, program: &Path, known: &[&str]) {
        let told = Command::new("ldd").arg(program).output().expect("ldd");
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        for path in told.split_whitespace().filter(|word| word.starts_with('/')) {
            let name = path.rsplit('/').next().unwrap_or(path);
            assert!(known.is_empty() || known.contains(&name), "{name} is in no image");
            self.copy(Path::new(path), path, None);
        }
    }

    /// The path of a file, in a folder that is there.
    fn parent_of(&self, inside: &str) -> PathBuf {
        let path = self.outside(inside);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        path
    }
}

impl Default for Root {
    fn default() -> Self {
        Root::new()
    }
}

/// The numbers of `UID:GID`.
fn ids(owner: &str) -> (u32, u32) {
    let (user, group) = owner.split_once(':').expect("UID:GID");
    (user.parse().expect("a number"), group.parse().expect("a number"))
}
