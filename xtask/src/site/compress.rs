//! Compresses files once, at build time, as small as possible.

use std::io::{Result, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The extensions of compressible files.
const COMPRESSIBLE: [&str; 5] = [".js", ".css", ".svg", ".wasm", ".json"];
/// Brotli's largest window, 2^24 bytes.
const WINDOW_BITS: i32 = 24;

/// The smaller, compressed forms of a file, each with the extension that the server looks for.
pub(crate) fn encodings(name: &str, bytes: &[u8]) -> Result<Vec<(&'static str, Vec<u8>)>> {
    if !COMPRESSIBLE.iter().any(|it| name.ends_with(it)) {
        return Ok(Vec::new());
    }
    let mut both = vec![("br", brotli(bytes)?), ("gz", gzip(bytes)?)];
    both.retain(|(_, compressed)| compressed.len() < bytes.len());
    Ok(both)
}

/// Brotli at its highest quality.
pub(crate) fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: WINDOW_BITS,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params)?;
    Ok(out)
}

pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
