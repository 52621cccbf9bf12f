//! What libFuzzer wrote, in few words.

use std::path::{Path, PathBuf};

/// Lines that are shown of a run that failed.
const SHOWN: usize = 40;

/// The output of one run.
pub(super) struct Log(String);

impl Log {
    pub(super) fn new(text: String) -> Self {
        Log(text)
    }

    /// `fen: 199296 runs, coverage 2391 to 2782, 294 inputs kept`.
    pub(super) fn summary(&self, target: &str) -> String {
        let done = self.number("stat::number_of_executed_units: ").unwrap_or(0);
        let covered: Vec<_> = self.0.lines().filter_map(coverage).collect();
        let (first, last) = (covered.first().unwrap_or(&0), covered.last().unwrap_or(&0));
        let kept = self.0.lines().rev().find_map(|line| Some(after(line, "corp: ")?.to_owned()));
        format!(
            "{target}: {done} runs, coverage {first} to {last}, {} inputs kept",
            kept.unwrap_or_default()
        )
    }

    /// The file that holds the input at fault.
    pub(super) fn input(&self) -> Option<PathBuf> {
        let line = self.0.lines().find_map(|line| line.split("Test unit written to ").nth(1));
        line.map(|path| Path::new(path.trim()).to_path_buf())
    }

    /// The end of the output, where the fault is told.
    pub(super) fn end(&self) -> String {
        let noise = |line: &&str| !line.starts_with('#') && !line.starts_with("stat::");
        let lines: Vec<_> = self.0.lines().filter(noise).collect();
        lines[lines.len().saturating_sub(SHOWN)..].join("\n")
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.0.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    }
}

/// What stands behind a word, up to a blank or a slash.
fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.split(word).nth(1)?.split([' ', '/']).next()
}

fn coverage(line: &str) -> Option<u64> {
    after(line, "cov: ")?.parse().ok()
}

#[cfg(test)]
mod unit {
    use super::*;

    const RUN: &str = "\
INFO: Seed: 1
#2	INITED cov: 864 ft: 870 corp: 1/1b exec/s: 0 rss: 28Mb
#9	NEW    cov: 914 ft: 981 corp: 2/2b lim: 4 exec/s: 0 rss: 28Mb L: 1/1 MS: 1 ChangeByte-
#12	DONE   cov: 920 ft: 990 corp: 3/7b lim: 4 exec/s: 6 rss: 28Mb
stat::number_of_executed_units: 12
";

    #[test]
    fn a_run_is_told_in_one_line() {
        let log = Log::new(RUN.to_owned());
        assert_eq!(log.summary("fen"), "fen: 12 runs, coverage 864 to 920, 3 inputs kept");
        assert_eq!(log.input(), None);
    }

    #[test]
    fn a_fault_is_told_with_its_input() {
        let text = format!("{RUN}panicked at src/fen.rs\nTest unit written to /x/fen-crash-1\n");
        let log = Log::new(text);
        assert_eq!(log.input(), Some(PathBuf::from("/x/fen-crash-1")));
        assert!(log.end().contains("panicked") && !log.end().contains("#12"), "{}", log.end());
    }
}
