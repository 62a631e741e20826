//! What is asked for.

/// The largest layout as JSON.
pub(super) const JSON: &str = "/api/v1/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.3/x64";
/// The same as a page.
pub(super) const PAGE: &str = "/structures/ETW_UM_LOGGER_CONTEXT/6.3/x64";
/// Bytes are sent here to be decoded.
pub(super) const DECODE: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
/// The bytes of one such structure.
pub(super) const DECODED_BYTES: usize = 0x88;
/// What the address of the data begins with, in a page.
const BUNDLE: &str = "data-bundle=\"";

/// The address of the data, as a page says it.
pub(super) fn bundle(page: &[u8]) -> Option<String> {
    let page = String::from_utf8_lossy(page);
    let (_, rest) = page.split_once(BUNDLE)?;
    rest.split('"').next().map(str::to_owned)
}
