//! What the page's program may ask of a browser: the baseline that docs/web.md
//! states. The build fails when the compiler begins to emit more, instead of a
//! part of the readers finding the plain game one day.

use wasmparser::{Validator, WasmFeatures};

use crate::fault::Fault;

/// One extension of WebAssembly with the browsers that first had it.
struct Extension {
    /// What it is called.
    name: &'static str,
    features: WasmFeatures,
    /// The first Chromium (and Android WebView), Firefox and Safari, the last
    /// with its minor version as tenths.
    since: [u16; 3],
}

/// The first Chromium, Firefox and Safari (in tenths) that the site's full
/// board is for.
const BASELINE: [u16; 3] = [96, 90, 150];

/// The extensions that all of them have.
const EXTENSIONS: [Extension; 6] = [
    Extension {
        name: "mutable globals",
        features: WasmFeatures::MUTABLE_GLOBAL,
        since: [74, 61, 131],
    },
    Extension {
        name: "sign extension",
        features: WasmFeatures::SIGN_EXTENSION,
        since: [74, 62, 141],
    },
    Extension {
        name: "conversions that do not trap",
        features: WasmFeatures::SATURATING_FLOAT_TO_INT,
        since: [75, 64, 150],
    },
    Extension { name: "bulk memory", features: WasmFeatures::BULK_MEMORY, since: [75, 79, 150] },
    Extension { name: "several values", features: WasmFeatures::MULTI_VALUE, since: [85, 78, 131] },
    Extension {
        name: "reference types",
        features: WasmFeatures::REFERENCE_TYPES,
        since: [96, 79, 150],
    },
];

/// Fails when a module needs more than the baseline.
pub(crate) fn check(wasm: &[u8]) -> Result<(), Fault> {
    validate(wasm, all()).map_err(Fault::BeyondBaseline)?;
    let needed = EXTENSIONS.iter().filter(|extension| {
        let without = all().difference(extension.features);
        validate(wasm, without).is_err()
    });
    let names: Vec<_> = needed.map(|extension| extension.name).collect();
    eprintln!("    of newer WebAssembly it needs: {}", names.join(", "));
    Ok(())
}

/// The first WebAssembly, and those extensions that every browser of the
/// baseline has.
fn all() -> WasmFeatures {
    let old = EXTENSIONS.iter().filter(|extension| {
        extension.since.iter().zip(BASELINE).all(|(since, baseline)| *since <= baseline)
    });
    old.fold(WasmFeatures::MVP, |all, extension| all | extension.features)
}

fn validate(wasm: &[u8], features: WasmFeatures) -> wasmparser::Result<()> {
    Validator::new_with_features(features).validate_all(wasm).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with one function of this type and body.
    fn module(function_type: &[u8], body: &[u8]) -> Vec<u8> {
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, content: &[u8]| {
            wasm.extend([id, u8::try_from(content.len()).expect("a short section")]);
            wasm.extend(content);
        };
        section(1, &[&[1], function_type].concat());
        section(3, &[1, 0]);
        let code = [&[u8::try_from(body.len() + 2).expect("short"), 0], body, &[0x0b]].concat();
        section(10, &[&[1], &code[..]].concat());
        wasm
    }

    const NOTHING: [u8; 3] = [0x60, 0, 0];

    #[test]
    fn what_the_oldest_browsers_have_passes() {
        assert!(check(&module(&NOTHING, &[])).is_ok());
        // i32.const 0, i32.extend8_s, drop
        assert!(check(&module(&NOTHING, &[0x41, 0, 0xc0, 0x1a])).is_ok());
        // Two results.
        assert!(check(&module(&[0x60, 0, 2, 0x7f, 0x7f], &[0x41, 0, 0x41, 0])).is_ok());
        // ref.null extern, drop
        assert!(check(&module(&NOTHING, &[0xd0, 0x6f, 0x1a])).is_ok());
    }

    #[test]
    fn what_is_younger_is_a_fault_that_says_so() {
        // i32.const 0, i8x16.splat, drop
        let vectors = module(&NOTHING, &[0x41, 0, 0xfd, 0x0f, 0x1a]);
        // A tail call to itself.
        let tail = module(&NOTHING, &[0x12, 0]);
        for wasm in [vectors, tail, b"\0asm\x01\0\0\0\x09".to_vec(), Vec::new()] {
            let fault = check(&wasm).expect_err("too young, or no module");
            assert!(matches!(fault, Fault::BeyondBaseline(_)) && fault.remedy().is_some());
        }
    }

    #[test]
    fn every_extension_is_as_old_as_the_baseline_and_the_page_about_it_says_the_same() {
        for extension in &EXTENSIONS {
            assert!(all().contains(extension.features), "{}", extension.name);
        }
        let page = include_str!("../../../docs/web.md");
        let [chromium, firefox, safari] = BASELINE;
        let line = format!(
            "Chromium and Android WebView {chromium}, Firefox {firefox}, Safari {}",
            safari / 10
        );
        assert!(page.contains(&line), "docs/web.md lacks “{line}”");
    }
}
