//! The canonical URLs of answers, which are written only here. They are the keys of the cache, and the
//! `Content-Location`.

use strata_core::{Layout, RowId, TypeName, export};
use strata_frontend::route::{ApiUrl, percent_encoded};

use super::dataset;
use super::exports::ExportOptions;
use super::layout::Format;
use super::parameters::AnswerFormat;

pub(super) const ROOT: &str = ApiUrl::ROOT;

/// The URL of a path below [`ROOT`].
pub(super) fn of(path: &str) -> String {
    format!("{ROOT}{}", path.trim_end_matches('/'))
}

pub(super) fn structure(name: &TypeName) -> String {
    format!("{ROOT}/structures/{}", segment(name.as_str()))
}

/// One format of a layout. The URL of JSON has no parameter.
pub(super) fn layout(layout: &Layout, format: Format, exported: &ExportOptions) -> String {
    let path = format!("{}/layouts/{}", structure(&layout.structure), layout.point);
    match format {
        Format::Json => path,
        other => format!("{path}?format={}{}", other.as_str(), exported.in_query()),
    }
}

/// Exports of everything, or of one structure, in one format or in all.
pub(super) fn exports(
    of: Option<&TypeName>,
    format: Option<export::Format>,
    exported: &ExportOptions,
) -> String {
    let below = of.map_or_else(|| ROOT.to_owned(), structure);
    let format = format.map_or_else(String::new, |format| format!("&format={format}"));
    let query = format!("{format}{}", exported.in_query());
    match query.strip_prefix('&') {
        Some(query) => format!("{below}/exports?{query}"),
        None => format!("{below}/exports"),
    }
}

/// A version of the dataset in a format.
pub(super) fn dataset(format: dataset::Format, version: &str) -> String {
    format!(
        "{ROOT}/dataset?format={}&version={version}",
        format.as_str()
    )
}

pub(super) fn diff(from: &Layout, to: &Layout) -> String {
    let path = structure(&to.structure);
    format!("{path}/diff?from={}&to={}", from.point, to.point)
}

pub(super) fn member(name: &TypeName, row: &RowId) -> String {
    format!("{}/members/{}", structure(name), segment(row.as_str()))
}

pub(super) fn nested_type(name: &TypeName) -> String {
    format!("{ROOT}/types/{}", segment(name.without_tag_underscore()))
}

/// A name as a segment of a path. C++ names have characters that a URL must escape.
pub(super) fn segment(name: &str) -> String {
    percent_encoded(name).to_string()
}
