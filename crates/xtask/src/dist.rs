//! `web/dist`: the files that the server carries, each under a name that
//! holds a hash of its content, with a manifest of the logical names.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use crate::{compress, fault::Fault};

/// Lines of `LOGICAL FILE`; written last, so that a manifest never names a
/// file that is not there.
const MANIFEST: &str = "manifest";
/// The hash of everything the files were made of.
const STAMP: &str = ".stamp";

/// One file to publish.
pub(crate) struct Asset {
    /// The name by which pages ask for it, such as `style.css`.
    pub(crate) logical: &'static str,
    /// The name under which it is served.
    pub(crate) file: String,
    pub(crate) data: Vec<u8>,
}

/// Sizes of a written asset in bytes.
pub(crate) struct Size {
    pub(crate) file: String,
    pub(crate) raw: usize,
    pub(crate) gzip: usize,
    pub(crate) brotli: usize,
}

/// Ten hexadecimal digits that change with the content.
pub(crate) fn content_hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length keeps ("ab", "c") and ("a", "bc") apart.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether `dist` was made of exactly these inputs and is still whole.
pub(crate) fn is_fresh(dist: &Path, stamp: &str) -> bool {
    let read = |name: &str| fs::read_to_string(dist.join(name)).unwrap_or_default();
    let manifest = read(MANIFEST);
    let whole = manifest.lines().all(|line| {
        line.split_once(' ')
            .is_some_and(|(_, file)| twins(file).iter().all(|name| dist.join(name).is_file()))
    });
    read(STAMP) == stamp && !manifest.is_empty() && whole
}

/// Writes the assets with their compressed twins, then the manifest, then
/// removes what an earlier build left.
pub(crate) fn write(dist: &Path, stamp: &str, assets: &[Asset]) -> Result<Vec<Size>, Fault> {
    fs::create_dir_all(dist).map_err(Fault::file(dist))?;
    let mut sizes = Vec::new();
    let mut manifest = String::new();
    let mut keep: BTreeSet<String> = [MANIFEST.to_owned(), STAMP.to_owned()].into();
    for asset in assets {
        let path = dist.join(&asset.file);
        let brotli = compress::brotli(&asset.data).map_err(Fault::file(&path))?;
        let gzip = compress::gzip(&asset.data).map_err(Fault::file(&path))?;
        for (name, data) in twins(&asset.file).into_iter().zip([&asset.data, &brotli, &gzip]) {
            put(dist.join(&name), data)?;
            keep.insert(name);
        }
        manifest.push_str(&format!("{} {}\n", asset.logical, asset.file));
        sizes.push(Size {
            file: asset.file.clone(),
            raw: asset.data.len(),
            gzip: gzip.len(),
            brotli: brotli.len(),
        });
    }
    put(dist.join(MANIFEST), manifest.as_bytes())?;
    for entry in fs::read_dir(dist).map_err(Fault::file(dist))?.flatten() {
        if !keep.contains(entry.file_name().to_string_lossy().as_ref()) {
            fs::remove_file(entry.path()).map_err(Fault::file(entry.path()))?;
        }
    }
    put(dist.join(STAMP), stamp.as_bytes())?;
    Ok(sizes)
}

/// A file and its compressed twins, in the order raw, brotli, gzip.
fn twins(file: &str) -> [String; 3] {
    [file.to_owned(), format!("{file}.br"), format!("{file}.gz")]
}

/// Writes unless the same bytes are there: an untouched file rebuilds nothing.
fn put(path: PathBuf, data: &[u8]) -> Result<(), Fault> {
    if fs::read(&path).is_ok_and(|old| old == data) {
        return Ok(());
    }
    fs::write(&path, data).map_err(Fault::file(path))
}

#[cfg(test)]
mod unit {
    use super::*;

    fn asset(logical: &'static str, file: &str) -> Asset {
        Asset { logical, file: file.into(), data: file.as_bytes().to_vec() }
    }

    fn names(dist: &Path) -> Vec<String> {
        let entries = fs::read_dir(dist).expect("the folder is there").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_build_removes_the_files_of_the_first() -> Result<(), Fault> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(folder.path(), "one", &[asset("app.js", "app-1.js")])?;
        write(folder.path(), "two", &[asset("app.js", "app-2.js")])?;
        assert_eq!(
            names(folder.path()),
            [".stamp", "app-2.js", "app-2.js.br", "app-2.js.gz", "manifest"]
        );
        Ok(())
    }

    #[test]
    fn a_folder_is_fresh_only_for_its_own_stamp_and_while_it_is_whole() -> Result<(), Fault> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dist = folder.path();
        assert!(!is_fresh(dist, "one"), "nothing was built yet");
        write(dist, "one", &[asset("app.js", "app-1.js")])?;
        assert!(is_fresh(dist, "one"));
        assert!(!is_fresh(dist, "two"));
        fs::remove_file(dist.join("app-1.js.br")).map_err(Fault::file(dist))?;
        assert!(!is_fresh(dist, "one"), "a twin is gone");
        Ok(())
    }

    #[test]
    fn the_hash_tells_where_one_part_ends() {
        let hash = |parts: [&[u8]; 2]| content_hash(parts);
        assert_ne!(hash([b"ab", b"c"]), hash([b"a", b"bc"]));
        assert_eq!(hash([b"ab", b"c"]).len(), 10);
    }
}
