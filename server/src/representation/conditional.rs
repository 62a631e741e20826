//! If-None-Match: whether the client already holds the content, under whatever coding it got it.

use axum::http::HeaderMap;
use axum::http::header::IF_NONE_MATCH;

use super::{Coding, Representation, coding};
use crate::limits;

/// The tags that the client named, `*` among them. If-None-Match compares weakly: a cache on the way may have weakened one.
pub(crate) fn named(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .map(|element| element.strip_prefix("W/").unwrap_or(element))
        .take(limits::LIST_ELEMENTS)
}

/// The coding whose tag the client named; it is the one that a 304 repeats.
pub(super) fn matched(representation: &Representation, headers: &HeaderMap) -> Option<Coding> {
    named(headers).find_map(|tag| {
        if tag == "*" {
            return coding::accepted(headers)
                .into_iter()
                .find(|&coding| representation.encoded(coding).is_some());
        }
        Coding::ALL
            .into_iter()
            .find(|&coding| representation.tag(coding) == tag)
    })
}
