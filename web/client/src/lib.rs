//! The bundle that a page with a board loads. Everything it does lives in
//! `web`; it is a crate of its own because a library that is also a `cdylib`
//! would be linked as one by every server and test build.

use wasm_bindgen::prelude::wasm_bindgen;

/// The standard allocator weighs 3 KiB more on the wire, and a board game asks
/// for little.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Brings the page to life. Called once by the page's starter script; it is
/// not a wasm-bindgen `start` function, which would run in a worker too,
/// where there is no document. False when it cannot be done.
#[wasm_bindgen]
pub fn boot() -> bool {
    web::boot()
}
