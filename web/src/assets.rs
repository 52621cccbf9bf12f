//! The built assets inside the program: script, WebAssembly, style sheet and
//! pictures, each under a name that holds a hash of its content.
//!
//! `cargo xtask build` writes them to `web/dist`. In a checkout where that
//! has not happened the folder is empty: everything here answers `None`, and
//! pages have neither style nor program.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

#[derive(rust_embed::RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// `Cache-Control` of every asset: a name never gets another content.
pub const CACHE_CONTROL: &str = "public, max-age=31536000, immutable";

/// The path under which the server hands the assets out.
pub const PREFIX: &str = "/pkg/";

/// From the logical name (`style.css`) to the name of the file.
static MANIFEST: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let manifest = Dist::get("manifest").map(|file| file.data).unwrap_or_default();
    parse_manifest(&String::from_utf8_lossy(&manifest))
});

fn parse_manifest(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    pairs.map(|(logical, file)| (logical.to_owned(), file.to_owned())).collect()
}

/// How the bytes of an answer are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not at all.
    Identity,
    /// Brotli, the smallest.
    Brotli,
    /// Gzip.
    Gzip,
}

impl Encoding {
    /// The value of `Content-Encoding`; none for plain bytes.
    #[must_use]
    pub const fn header(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
        }
    }

    /// The best that a client takes, by its `Accept-Encoding` header.
    #[must_use]
    pub fn accepted(header: &str) -> Self {
        let takes = |name: &str| {
            header.split(',').any(|part| {
                let mut parts = part.split(';');
                let named =
                    parts.next().is_some_and(|token| token.trim().eq_ignore_ascii_case(name));
                let refused = parts.any(|weight| {
                    let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
                    weight.parse::<f32>().is_ok_and(|weight| weight == 0.0)
                });
                named && !refused
            })
        };
        if takes("br") {
            Self::Brotli
        } else if takes("gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }
}

/// One file, ready to be sent.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// How `bytes` are packed.
    pub encoding: Encoding,
    /// What to send.
    pub bytes: Cow<'static, [u8]>,
}

/// The file of that name (without [`PREFIX`]), packed as well as the client
/// takes it. Only files that the manifest names exist.
#[must_use]
pub fn get(file: &str, accept_encoding: &str) -> Option<Asset> {
    MANIFEST.values().find(|known| *known == file)?;
    let encoding = Encoding::accepted(accept_encoding);
    let packed = match encoding {
        Encoding::Identity => None,
        Encoding::Brotli => Dist::get(&format!("{file}.br")),
        Encoding::Gzip => Dist::get(&format!("{file}.gz")),
    };
    let content_type = content_type(file);
    match packed {
        Some(packed) => Some(Asset { content_type, encoding, bytes: packed.data }),
        None => Dist::get(file).map(|plain| Asset {
            content_type,
            encoding: Encoding::Identity,
            bytes: plain.data,
        }),
    }
}

/// The path at which a page finds the asset of that logical name.
#[must_use]
pub fn path(logical: &str) -> Option<String> {
    MANIFEST.get(logical).map(|file| format!("{PREFIX}{file}"))
}

fn content_type(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, expected: Encoding) {
        assert_eq!(Encoding::accepted(header), expected, "{header}");
    }

    #[test]
    fn the_smallest_encoding_that_the_client_takes_is_chosen() {
        check("gzip, deflate, br, zstd", Encoding::Brotli);
        check("gzip;q=1.0, BR;q=0.5", Encoding::Brotli);
        check("gzip", Encoding::Gzip);
        check("br;q=0, gzip", Encoding::Gzip);
        check("", Encoding::Identity);
        check("deflate, bread", Encoding::Identity);
    }

    #[test]
    fn the_manifest_is_read_line_by_line() {
        let manifest = parse_manifest("app.js app-1.js\nstyle.css style-2.css\nbroken\n");
        assert_eq!(manifest.len(), 2);
        assert_eq!(manifest["style.css"], "style-2.css");
    }

    #[test]
    fn only_what_the_manifest_names_is_handed_out() {
        for name in ["manifest", ".stamp", "../Cargo.toml", "nothing.js", ""] {
            assert!(get(name, "br").is_none(), "{name}");
        }
    }

    #[test]
    fn everything_that_the_manifest_names_is_there_in_every_encoding() {
        for (logical, file) in MANIFEST.iter() {
            assert_eq!(path(logical), Some(format!("/pkg/{file}")));
            for (header, encoding) in [("br", Encoding::Brotli), ("gzip", Encoding::Gzip)] {
                let asset = get(file, header).expect("the manifest names it");
                assert_eq!(asset.encoding, encoding, "{file}");
                assert!(!asset.content_type.ends_with("octet-stream"), "{file}");
            }
        }
    }
}
