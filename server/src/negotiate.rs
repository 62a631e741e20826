//! Content negotiation: lists with weights, as in Accept and Accept-Encoding.

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderName};

use crate::error::Error;
use crate::limits;

/// A weight in thousandths.
pub(crate) type Weight = u16;

/// The weight without `q`.
const FULL_WEIGHT: Weight = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weighted {
    /// In lower case, without parameters.
    pub(crate) name: String,
    pub(crate) weight: Weight,
}

/// Reads all header lines of a name as one list; malformed elements are ignored.
pub(crate) fn weighted_list(headers: &HeaderMap, name: &HeaderName) -> Vec<Weighted> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .take(limits::LIST_ELEMENTS)
        .filter_map(weighted)
        .collect()
}

fn weighted(element: &str) -> Option<Weighted> {
    let mut parts = element.split(';').map(str::trim);
    let name = parts
        .next()
        .filter(|name| !name.is_empty())?
        .to_ascii_lowercase();
    let weight = parts
        .find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")))
        .map_or(Some(FULL_WEIGHT), parse_weight)?;
    Some(Weighted { name, weight })
}

/// `0`, `1`, or a decimal fraction of at most three digits between them.
fn parse_weight(text: &str) -> Option<Weight> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: Weight = format!("{fraction:0<3}").parse().ok()?;
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(FULL_WEIGHT),
        _ => None,
    }
}

/// The offered media type with the highest weight; the first one if several are equal, or without `Accept`.
pub fn media_type<'a>(headers: &HeaderMap, offered: &[&'a str]) -> Result<&'a str, Error> {
    let accepted = weighted_list(headers, &ACCEPT);
    let weight_of = |media_type: &str| {
        if accepted.is_empty() {
            FULL_WEIGHT
        } else {
            accepted_weight(&accepted, media_type)
        }
    };
    let mut best: Option<(&'a str, Weight)> = None;
    for &media_type in offered {
        let weight = weight_of(media_type);
        if weight > best.map_or(0, |(_, weight)| weight) {
            best = Some((media_type, weight));
        }
    }
    best.map(|(media_type, _)| media_type)
        .ok_or_else(|| Error::NotAcceptable {
            offered: offered
                .iter()
                .map(|&media_type| media_type.to_owned())
                .collect(),
        })
}

/// The weight of the most specific range that covers a media type.
fn accepted_weight(accepted: &[Weighted], media_type: &str) -> Weight {
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let family = media_type.split('/').next().unwrap_or_default();
    let find = |range: &str| {
        accepted
            .iter()
            .find(|element| element.name == range)
            .map(|element| element.weight)
    };
    find(media_type)
        .or_else(|| find(&format!("{family}/*")))
        .or_else(|| find("*/*"))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accept(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT, value.parse().unwrap())])
    }

    #[track_caller]
    fn check(value: &str, expected: Option<&str>) {
        let offered = ["application/json", "text/plain; charset=utf-8"];
        assert_eq!(
            media_type(&accept(value), &offered).ok(),
            expected,
            "Accept: {value}"
        );
    }

    #[test]
    fn the_most_specific_range_decides() {
        check("*/*", Some("application/json"));
        check("text/*", Some("text/plain; charset=utf-8"));
        check(
            "application/json;q=0.1, */*;q=0.5",
            Some("text/plain; charset=utf-8"),
        );
        check(
            "application/json;q=0.5, text/plain;q=0.4",
            Some("application/json"),
        );
        check("TEXT/PLAIN", Some("text/plain; charset=utf-8"));
    }

    #[test]
    fn nothing_acceptable_is_an_error() {
        check("image/png", None);
        check("application/json;q=0, text/plain;q=0.000", None);
    }

    #[test]
    fn no_header_accepts_everything() {
        assert_eq!(
            media_type(&HeaderMap::new(), &["text/csv"]).unwrap(),
            "text/csv"
        );
    }

    #[test]
    fn weights_are_read_as_written() {
        let weight = |text| weighted(text).map(|element| element.weight);
        assert_eq!(weight("br"), Some(1000));
        assert_eq!(weight("br;q=1.000"), Some(1000));
        assert_eq!(weight("br; q=0.25"), Some(250));
        assert_eq!(weight("br;q=0"), Some(0));
        assert_eq!(weight("br;q=1.5"), None);
        assert_eq!(weight("br;q=0.1234"), None);
        assert_eq!(weight(";q=1"), None);
    }
}
