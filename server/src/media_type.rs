//! Media types that several modules use.

pub(crate) const JSON: &str = "application/json";
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// A table, as sent.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";
pub(crate) const TSV: &str = "text/tab-separated-values; charset=utf-8";
pub(crate) const XML: &str = "application/xml";
/// Text, as sent.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
/// A table, as posted.
pub(crate) const POSTED_CSV: &str = "text/csv";
/// Text, as posted.
pub(crate) const POSTED_TEXT: &str = "text/plain";
pub(crate) const BYTES: &str = "application/octet-stream";
pub(crate) const PARQUET: &str = "application/vnd.apache.parquet";
pub(crate) const ZIP: &str = "application/zip";

/// Whether the media type is a single JSON value.
pub(crate) fn is_json(media_type: &str) -> bool {
    media_type.ends_with("/json") || media_type.ends_with("+json")
}
