//! The `.br` and `.gz` twins of a file, at the strongest level: they are made
//! once per build and sent as they are.

use std::io::{self, Write};

use brotli::enc::{BrotliEncoderParams, backward_references::BrotliEncoderMode};

/// Brotli's strongest level.
const BROTLI_QUALITY: i32 = 11;
/// 2^22 bytes, the largest window that every browser takes.
const BROTLI_WINDOW: i32 = 22;
/// What the encoder may be told of the data; which of them suits a file is
/// found by trying.
const BROTLI_MODES: [BrotliEncoderMode; 3] = [
    BrotliEncoderMode::BROTLI_MODE_GENERIC,
    BrotliEncoderMode::BROTLI_MODE_TEXT,
    BrotliEncoderMode::BROTLI_MODE_FONT,
];

/// The bytes under `content-encoding: br`: the fewest that there are.
pub(crate) fn brotli(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut best: Option<Vec<u8>> = None;
    for mode in BROTLI_MODES {
        let parameters = BrotliEncoderParams {
            quality: BROTLI_QUALITY,
            lgwin: BROTLI_WINDOW,
            size_hint: data.len(),
            mode,
            ..BrotliEncoderParams::default()
        };
        let mut out = Vec::new();
        brotli::BrotliCompress(&mut &data[..], &mut out, &parameters)?;
        best = best.filter(|best| best.len() <= out.len()).or(Some(out));
    }
    Ok(best.unwrap_or_default())
}

/// The bytes under `content-encoding: gzip`.
pub(crate) fn gzip(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(data)?;
    writer.finish()
}

#[cfg(test)]
mod unit {
    use std::io::Read;

    use super::*;

    #[test]
    fn both_encodings_give_the_same_bytes_back() -> io::Result<()> {
        let data = b"man, king, man, king, ".repeat(200);
        let mut back = Vec::new();
        brotli::Decompressor::new(&brotli(&data)?[..], 4096).read_to_end(&mut back)?;
        assert_eq!(back, data);
        back.clear();
        flate2::read::GzDecoder::new(&gzip(&data)?[..]).read_to_end(&mut back)?;
        assert_eq!(back, data);
        Ok(())
    }
}
