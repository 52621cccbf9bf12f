//! A link as a QR code, drawn here: no other site learns of it.

use std::fmt::Write as _;

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of quiet around the code, as the standard asks for.
const QUIET: i32 = 4;

/// The code as a picture with a name; nothing for a text that is too long for
/// one.
pub(crate) fn qr(text: &str, name: &'static str) -> Option<impl IntoView + use<>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let width = code.size() + 2 * QUIET;
    Some(view! {
        <svg class="qr" viewBox=format!("0 0 {width} {width}") role="img" aria-label=name>
            <path class="qr-ground" d=format!("M0 0h{width}v{width}H0z") />
            <path class="qr-modules" d=modules(&code) />
        </svg>
    })
}

/// The dark modules, each row's runs as one rectangle.
fn modules(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|&x| code.get_module(x, y)).count();
            let run = i32::try_from(run).unwrap_or(0);
            if run > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += run + 1;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paints the path again, module by module.
    fn painted(path: &str, size: i32) -> Vec<Vec<bool>> {
        let size = usize::try_from(size).expect("positive");
        let mut rows = vec![vec![false; size]; size];
        for part in path.split('M').skip(1) {
            let (at, rest) = part.split_once('h').expect("a run");
            let (x, y) = at.split_once(' ').expect("a place");
            let run: usize = rest.split_once('v').expect("a height").0.parse().expect("a number");
            let place = |text: &str| text.parse::<usize>().expect("a number") - 4;
            for module in &mut rows[place(y)][place(x)..place(x) + run] {
                assert!(!*module, "painted once");
                *module = true;
            }
        }
        rows
    }

    #[test]
    fn the_picture_has_exactly_the_dark_modules() {
        let code =
            QrCode::encode_text("https://dama.example/s/8Lx3hGmvTq2ZcRkWbYd5pN", QrCodeEcc::Medium)
                .expect("short enough");
        let rows = painted(&modules(&code), code.size());
        for (y, row) in (0..).zip(&rows) {
            for (x, &dark) in (0..).zip(row) {
                assert_eq!(dark, code.get_module(x, y), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(qr(&"x".repeat(4_000), "name").is_none());
    }
}
