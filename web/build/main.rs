//! Turns the tables of words in `locales/` into functions, so that a missing
//! key or a forgotten placeholder does not compile, and makes sure that the
//! folder of built assets exists.

#![expect(clippy::print_stdout, reason = "cargo reads the output of a build script")]

mod codegen;
mod table;

use std::{env, fs, path::Path};

use table::Tables;

/// One module of words each, so that the words of whole pages stay out of
/// the page's program.
const GROUPS: [&str; 2] = ["board", "page"];

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let (root, out) = (Path::new(&root), Path::new(&out));
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=locales");
    for group in GROUPS {
        match Tables::read(&root.join("locales"), group) {
            Ok(tables) => {
                let code = codegen::module(&tables);
                fs::write(out.join(format!("words_{group}.rs")), code).expect("OUT_DIR is ours");
            }
            Err(faults) => {
                for fault in faults {
                    println!("cargo::error={fault}");
                }
            }
        }
    }
    // A checkout in which the assets were never built compiles as well; its
    // pages have no program. Only the server's half looks into the folder:
    // if the page's half did, building the one would rebuild the other.
    let dist = root.join("dist");
    fs::create_dir_all(&dist).expect("the checkout can be written");
    if env::var_os("CARGO_FEATURE_HTML").is_some() {
        println!("cargo::rerun-if-changed=dist");
    }
}
