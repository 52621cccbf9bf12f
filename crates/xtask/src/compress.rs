//! The `.br` and `.gz` twins of a file, at the strongest level: they are made
//! once per build and sent as they are.

use std::io::{self, Write};

/// Brotli's strongest level.
const BROTLI_QUALITY: u32 = 11;
/// 2^22 bytes, the largest window that every browser takes.
const BROTLI_WINDOW: u32 = 22;

/// The bytes under `content-encoding: br`.
pub(crate) fn brotli(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, BROTLI_QUALITY, BROTLI_WINDOW);
    writer.write_all(data)?;
    drop(writer);
    Ok(out)
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
