//! The page's program: `web-client` compiled to WebAssembly and bound to
//! JavaScript, in process.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    fault::Fault,
    shell::{cargo, output, run},
};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm-release";

/// The pair that `wasm-bindgen` makes.
pub(crate) struct Bundle {
    /// The JavaScript side; it names its twin `app_bg.wasm`.
    pub(crate) js: String,
    /// The WebAssembly side.
    pub(crate) wasm: Vec<u8>,
}

/// Adds the WebAssembly target to the toolchain unless it is there.
pub(crate) fn ensure_target() -> Result<(), Fault> {
    let rustc = || std::process::Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    let sysroot = output(rustc().args(["--print", "sysroot"]))?;
    let lib = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET);
    if lib.is_dir() {
        return Ok(());
    }
    eprintln!("    adding the target {TARGET}");
    run(
        std::process::Command::new("rustup").args(["target", "add", TARGET]),
        Some(
            "install the standard library for wasm32-unknown-unknown with your toolchain's own tool",
        ),
    )
}

/// Compiles the client and returns the path of the raw WebAssembly.
pub(crate) fn compile(target_dir: &Path) -> Result<PathBuf, Fault> {
    run(
        cargo().args(["build", "--package", "web-client", "--lib"]).args([
            "--target",
            TARGET,
            "--profile",
            PROFILE,
        ]),
        None,
    )?;
    Ok(target_dir.join(TARGET).join(PROFILE).join("web_client.wasm"))
}

/// Binds the raw WebAssembly to JavaScript.
pub(crate) fn bind(raw: &Path, scratch: &Path) -> Result<Bundle, Fault> {
    if scratch.exists() {
        fs::remove_dir_all(scratch).map_err(Fault::file(scratch))?;
    }
    fs::create_dir_all(scratch).map_err(Fault::file(scratch))?;
    generate(raw, scratch).map_err(|error| Fault::Bindgen(format!("{error:#}")))?;
    let (js, wasm) = (scratch.join("app.js"), scratch.join("app_bg.wasm"));
    Ok(Bundle {
        js: fs::read_to_string(&js).map_err(Fault::file(&js))?,
        wasm: fs::read(&wasm).map_err(Fault::file(&wasm))?,
    })
}

fn generate(raw: &Path, scratch: &Path) -> Result<(), impl std::fmt::Display + use<>> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(raw)
        .web(true)?
        // Without it the script does not know its twin's address.
        .omit_default_module_path(false)
        .typescript(false)
        .out_name("app")
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(scratch)
}
