//! The container image and the compose files of `docker/`, carried out without
//! a container engine: each program runs in a root of its own that holds what
//! its image would, as the user of the image, with the image's and the service's
//! environment and nothing else. The network is a namespace that no other
//! process is in; a service's name leads to an address of the compose file's
//! subnet.
//!
//! What an engine does and this does not: build the image's layers, fetch
//! images of others (the programs are those of this system), and give each
//! service a network interface of its own.

mod compose;
mod image;
mod namespace;
mod root;
mod service;

pub use compose::Compose;
pub use image::Image;
pub use namespace::{Within, enter};
pub use root::Root;
pub use service::Service;

use std::path::PathBuf;

/// The folder of the Dockerfile and the compose files.
#[must_use]
pub fn docker() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docker")
}
