//! Examples of what can go wrong, for the OpenAPI document: made as those are that a client gets.

use strata_core::{Dataset, lookup};

use crate::error::Error;
use crate::limits;
use crate::media_type::JSON;
use crate::numbers;

use super::{nothing_at, posted};

/// At least one for each kind of problem that the API itself knows; of those that are not there, two.
pub(super) fn examples(dataset: &Dataset) -> Vec<Error> {
    let limit = numbers::count("0", 1..=limits::PAGE_MOST);
    let malformed = limit.map_err(|expected| Error::parameter("limit", expected));
    let known = dataset.audited().next();
    let known = known.map_or("", |structure| structure.name.as_str());
    let missing = lookup::layout(dataset, known, "5.0", "x64");
    let list = |formats: &[&str]| formats.iter().map(ToString::to_string).collect();
    let mut examples = vec![
        nothing_at("/api/v1/structure"),
        Error::MethodNotAllowed {
            method: "PUT".to_owned(),
        },
        Error::NotAcceptable {
            offered: list(&[JSON]),
        },
        Error::TooSlow { seconds: 30 },
        Error::TooLarge {
            limit: 4 * 1024 * 1024,
        },
        Error::UnsupportedMediaType {
            expected: list(&posted::FORMATS),
        },
        Error::Unusable(
            "the body is a layout, which tells no bytes: there is no CSV of it".to_owned(),
        ),
        Error::UrlTooLong { limit: 8192 },
        Error::HeadTooLarge {
            limit: 16 * 1024,
            lines: 64,
        },
        Error::TooMany { seconds: 1 },
        Error::Busy {
            limit: "requests",
            seconds: 1,
        },
        Error::Internal(String::new()),
    ];
    examples.extend(malformed.err());
    examples.extend(missing.err().map(Error::from));
    examples
}
