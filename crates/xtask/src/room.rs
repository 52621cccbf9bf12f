//! Room on the disk, looked for before a long build: a linker that finds none
//! dies of a bus error, which tells nobody why.

use std::{fmt, fs, path::Path};

use crate::{fault::Fault, shell::target_dir};

/// A number of bytes, shown in GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bytes(pub(crate) u64);

const GIB: u64 = 1 << 30;

/// What everything takes that `cargo xtask test` builds from nothing.
const ALL: Bytes = Bytes(7 * GIB);
/// What a build may take in any case: databases, browsers, programs linked anew
/// before the old ones go.
const LEAST: Bytes = Bytes(2 * GIB);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
        let gib = self.0 as f64 / GIB as f64;
        write!(f, "{gib:.1} GiB")
    }
}

/// Makes sure that the tests can be built.
pub(crate) fn ensure() -> Result<(), Fault> {
    let folder = target_dir()?;
    fs::create_dir_all(&folder).map_err(Fault::file(&folder))?;
    match free(&folder)? {
        Some(free) => enough(&folder, free, size_of(&folder)),
        // A system that does not tell.
        None => Ok(()),
    }
}

/// Whether there is room for what is not built yet.
fn enough(folder: &Path, free: Bytes, built: Bytes) -> Result<(), Fault> {
    let wanted = Bytes(ALL.0.saturating_sub(built.0)).max(LEAST);
    if free >= wanted {
        return Ok(());
    }
    Err(Fault::NoRoom { folder: folder.to_path_buf(), free, wanted })
}

/// What files below a folder hold; what cannot be read counts as nothing.
fn size_of(folder: &Path) -> Bytes {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(about) if about.is_dir() => size_of(&entry.path()).0,
        Ok(about) => about.len(),
        Err(_) => 0,
    });
    Bytes(sizes.sum())
}

#[cfg(unix)]
fn free(folder: &Path) -> Result<Option<Bytes>, Fault> {
    let about = rustix::fs::statvfs(folder).map_err(std::io::Error::from);
    let about = about.map_err(Fault::file(folder))?;
    Ok(Some(Bytes(about.f_bavail.saturating_mul(about.f_frsize))))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Result<Option<Bytes>, Fault> {
    Ok(None)
}

#[cfg(test)]
mod unit {
    use super::*;

    fn check(free: u64, built: u64, wanted: Option<u64>) {
        let told = match enough(Path::new("target"), Bytes(free * GIB), Bytes(built * GIB)) {
            Ok(()) => None,
            Err(Fault::NoRoom { wanted, .. }) => Some(wanted.0 / GIB),
            Err(other) => panic!("{other}"),
        };
        assert_eq!(told, wanted, "{free} free, {built} built");
    }

    #[test]
    fn what_is_built_already_needs_no_room() {
        check(7, 0, None);
        check(6, 0, Some(7));
        check(6, 1, None);
        check(2, 6, None);
        check(1, 30, Some(2));
    }

    #[test]
    fn the_fault_says_how_much_is_missing() {
        let Err(fault) = enough(Path::new("target"), Bytes(GIB / 2), Bytes(0)) else {
            panic!("half a gigabyte is not enough");
        };
        assert_eq!(fault.to_string(), "target has 0.5 GiB free, and the build needs 7.0 GiB more");
        assert!(fault.remedy().is_some_and(|remedy| remedy.contains("CARGO_TARGET_DIR")));
    }

    #[test]
    fn files_in_folders_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("inner")).expect("a folder");
        for file in ["one", "inner/two"] {
            fs::write(folder.path().join(file), [0; 500]).expect("a file");
        }
        assert_eq!(size_of(folder.path()), Bytes(1000));
        assert!(free(folder.path()).expect("a disk").is_none_or(|free| free.0 > 0));
    }
}
