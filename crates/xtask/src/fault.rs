//! What can go wrong, each fault with the step that cures it where we know one.

use std::{io, path::PathBuf, process::ExitStatus};

use crate::room::Bytes;

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The command line was not understood.
    #[error("{0}\n\n{usage}", usage = crate::USAGE)]
    Usage(String),
    /// A program is not there, or could not be started.
    #[error("could not start `{program}`: {source}")]
    NotStarted { program: String, source: io::Error, remedy: Option<String> },
    /// A program ran and reported a failure, its own words stand above.
    #[error("`{command}` failed ({status})")]
    Failed { command: String, status: ExitStatus, remedy: Option<String> },
    /// A file could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    /// The WebAssembly could not be bound to JavaScript.
    #[error("wasm-bindgen: {0}")]
    Bindgen(String),
    /// The program asks more of a browser than our oldest ones can.
    #[error("the page's program needs more than the baseline of docs/web.md: {0}")]
    BeyondBaseline(wasmparser::BinaryReaderError),
    /// The disk is too full for what is about to be built.
    #[error("{folder} has {free} free, and the build needs {wanted} more", folder = folder.display())]
    NoRoom { folder: PathBuf, free: Bytes, wanted: Bytes },
    /// Something that a step needs is not there.
    #[error("{what}")]
    Missing { what: String, remedy: String },
}

impl Fault {
    pub(crate) fn usage(why: impl Into<String>) -> Self {
        Self::Usage(why.into())
    }

    /// Attaches the path to an I/O error.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }

    /// What the person can do about it.
    pub(crate) fn remedy(&self) -> Option<&str> {
        match self {
            Self::NotStarted { remedy, .. } | Self::Failed { remedy, .. } => remedy.as_deref(),
            Self::Missing { remedy, .. } => Some(remedy),
            Self::BeyondBaseline(_) => {
                Some("switch the feature off for wasm32, or raise the baseline in baseline.rs")
            }
            Self::NoRoom { .. } => Some(
                "make room, `cargo clean` if there are old builds, or name another disk by \
                 CARGO_TARGET_DIR",
            ),
            Self::Usage(_) | Self::File { .. } | Self::Bindgen(_) => None,
        }
    }

    /// 2 for a command line that is not understood, 1 for everything else.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            _ => 1,
        }
    }
}
