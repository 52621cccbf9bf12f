//! The fuzz targets, and how each is run.

/// One program in `fuzz/fuzz_targets`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its name, also that of its seeds and its dictionary.
    pub(super) name: &'static str,
    /// The longest input that is tried, in bytes.
    pub(super) longest: u32,
}

const fn target(name: &'static str, longest: u32) -> Target {
    Target { name, longest }
}

/// Every target.
pub(super) const TARGETS: [Target; 15] = [
    target("fen", 1_200),
    target("moves", 1_024),
    target("pdn", 4_096),
    target("message", 4_096),
    target("answer", 8_192),
    target("bodies", 4_096),
    target("decide", 804),
    target("codec", 2_048),
    target("cookies", 1_024),
    target("links", 512),
    target("forwarded", 1_024),
    target("hub", 2_048),
    target("question", 2_048),
    target("net", 4_096),
    target("tables", 1_100),
];

impl Target {
    /// The target of that name.
    pub(super) fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

#[cfg(test)]
mod unit {
    use std::{collections::BTreeSet, fs};

    use super::*;
    use crate::shell::root;

    fn names(folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(root().join("fuzz").join(folder)).expect(folder);
        let names = entries.map(|entry| entry.expect("an entry").path());
        names.map(|path| path.file_stem().expect("a name").to_string_lossy().into()).collect()
    }

    #[test]
    fn every_target_has_its_program_and_its_seeds_and_there_are_no_others() {
        let ours: BTreeSet<_> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
        assert_eq!(names("fuzz_targets"), ours);
        assert_eq!(names("seeds"), ours);
        assert!(names("dict").is_subset(&ours));
    }

    #[test]
    fn the_seeds_are_small() {
        let mut sum = 0;
        for target in &TARGETS {
            let folder = root().join("fuzz/seeds").join(target.name);
            for entry in fs::read_dir(folder).expect("seeds") {
                let size = entry.expect("an entry").metadata().expect("a size").len();
                assert!(size <= u64::from(target.longest), "{}", target.name);
                sum += size;
            }
        }
        assert!((10_000..200_000).contains(&sum), "{sum} bytes");
    }
}
