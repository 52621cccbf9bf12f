//! The page's program: `web-client` compiled to WebAssembly and bound to
//! JavaScript, in process.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    assets, baseline,
    fault::Fault,
    shell::{cargo, output, run},
    slim,
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
    let names = generate(raw, scratch).map_err(|error| Fault::Bindgen(format!("{error:#}")))?;
    let (js, wasm) = (scratch.join("app.js"), scratch.join("app_bg.wasm"));
    let script = fs::read_to_string(&js).map_err(Fault::file(&js))?;
    let wasm = slim::slimmed(&fs::read(&wasm).map_err(Fault::file(&wasm))?)?;
    baseline::check(&wasm)?;
    let script = with_short_loader(&script)?;
    let names = with_own_names(names, &script);
    Ok(Bundle { js: renamed(&script, &names), wasm })
}

/// Long names and the short ones that take their place.
type Names = HashMap<String, String>;

fn generate(raw: &Path, scratch: &Path) -> Result<Names, impl std::fmt::Display + use<>> {
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
        .generate_output()
        .and_then(|mut output| {
            // The names between the two halves hold hashes, which do not
            // compress: 2 KiB of a first visit.
            let mut names = Names::new();
            let module = output.wasm_mut();
            for import in module.imports.iter_mut() {
                shorten(&mut import.name, &mut names);
            }
            for export in module.exports.iter_mut() {
                shorten(&mut export.name, &mut names);
            }
            output.emit(scratch)?;
            Ok(names)
        })
}

/// Gives a name with a hash a short one.
fn shorten(name: &mut String, names: &mut Names) {
    let hash = name.rsplit(['_', 'h']).next().unwrap_or_default();
    if hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()) {
        let short = format!("_{}", names.len());
        names.insert(std::mem::replace(name, short.clone()), short);
    }
}

/// Where the part of a script begins that fetches its twin.
const LOADER: &str = "let wasmModule, wasmInstance, wasm;";

/// What takes that part's place. The other one allows for browsers below the
/// baseline, for servers that do not know WebAssembly's type, and for addresses
/// and modules of all kinds, none of which are ours.
const SHORT_LOADER: &str = "\
let wasm;
export default async function load() {
    const file = fetch(new URL('app_bg.wasm', import.meta.url));
    const { instance } = await WebAssembly.instantiateStreaming(file, __wbg_get_imports());
    wasm = instance.exports;
    wasm.__wbindgen_start();
}
";

/// A script that loads its twin in the one way that our pages need.
fn with_short_loader(script: &str) -> Result<String, Fault> {
    let missing = || Fault::Bindgen(format!("the script has no `{LOADER}`"));
    let (before, _) = script.split_once(LOADER).ok_or_else(missing)?;
    Ok(before.to_owned() + SHORT_LOADER)
}

/// Adds short names for the script's own helpers, which nobody else calls and
/// whose names, unlike the browser's, are long enough to be no property's.
fn with_own_names(mut names: Names, script: &str) -> Names {
    for (number, short) in ('a'..='j').enumerate() {
        names.insert(format!("arg{number}"), short.to_string());
    }
    for line in script.lines() {
        let kinds = ["function ", "let ", "const "];
        let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else { continue };
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if end > 10 && !names.contains_key(&rest[..end]) {
            let short = format!("${}", names.len());
            names.insert(rest[..end].to_owned(), short);
        }
    }
    names
}

/// Whether a letter may stand in a name.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// A script with the short names, each whole word by itself, without
/// indentation and without comments that have lines of their own.
fn renamed(script: &str, names: &Names) -> String {
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        out.push_str(before);
        out.push_str(names.get(word).map_or(word, String::as_str));
        rest = after;
    }
    out.push_str(rest);
    // Brotli knows indentation, but not for nothing.
    plainer(&assets::bare_script(&out))
}

/// A script without the detours of generated code: a result that has a name
/// only to be returned, a question about a type that would never throw.
fn plainer(script: &str) -> String {
    let is_type = "let result;\ntry {\nresult = ";
    let or_throws = ";\n} catch (_) {\nresult = false;\n}\nconst ret = result;\n";
    let named = "const ret = ";
    let script = script.replace(is_type, named).replace(or_throws, ";\n");
    let mut out = String::with_capacity(script.len());
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        match line.strip_prefix(named) {
            Some(value) if lines.next_if_eq(&"return ret;").is_some() => {
                out.extend(["return ", value]);
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_hash_is_shortened_on_both_sides_alike() {
        let mut names = Names::new();
        let mut long = "__wbg_abort_f8d1589eb0c65ee2".to_owned();
        let mut closure = "invoke___h0123456789abcdef".to_owned();
        let mut plain = "__wbindgen_malloc".to_owned();
        for name in [&mut long, &mut closure, &mut plain] {
            shorten(name, &mut names);
        }
        assert_eq!([&*long, &*closure, &*plain], ["_0", "_1", "__wbindgen_malloc"]);
        let script = "__wbg_abort_f8d1589eb0c65ee2: f(x__wbg_abort_f8d1589eb0c65ee2, \
                      wasm.invoke___h0123456789abcdef(0), wasm.__wbindgen_malloc)";
        let expected = "_0: f(x__wbg_abort_f8d1589eb0c65ee2, wasm._1(0), wasm.__wbindgen_malloc)\n";
        assert_eq!(renamed(script, &names), expected);
    }

    #[test]
    fn generated_detours_are_cut_short() {
        let script = "f: function(a) {\nlet result;\ntry {\nresult = a instanceof Window;\n} \
                      catch (_) {\nresult = false;\n}\nconst ret = result;\nreturn ret;\n},\n\
                      const ret = a.b;\nreturn isLikeNone(ret) ? 0 : ret;\n";
        let expected = "f: function(a) {\nreturn a instanceof Window;\n},\n\
                        const ret = a.b;\nreturn isLikeNone(ret) ? 0 : ret;\n";
        assert_eq!(plainer(script), expected);
    }
}
