//! Content negotiation: lists with weights, as in Accept and Accept-Encoding.

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderName};

use crate::error::Error;
use crate::limits;

/// A weight in thousandths.
pub(crate) type Weight = u16;

/// The weight without `q`.
const FULL_WEIGHT: Weight = 1000;

/// The elements of all header lines of a name, as one list.
pub(crate) fn elements<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = &'a str> + use<'a> {
    let lines = headers.get_all(name).iter();
    let lines = lines.filter_map(|value| value.to_str().ok());
    let elements = lines.flat_map(|line| line.split(','));
    elements.map(str::trim).take(limits::LIST_ELEMENTS)
}

/// The names of a list, in lower case and without parameters, each with its weight.
pub(crate) struct WeightedList(Vec<(String, Weight)>);

impl WeightedList {
    /// Reads a header; malformed elements are ignored.
    pub(crate) fn read(headers: &HeaderMap, name: &HeaderName) -> Self {
        Self(elements(headers, name).filter_map(weighted).collect())
    }

    pub(crate) fn weight(&self, name: &str) -> Option<Weight> {
        let mut elements = self.0.iter();
        let found = elements.find(|(known, _)| known == name);
        found.map(|(_, weight)| *weight)
    }

    /// The weight of the most specific range that covers a media type.
    fn of_media_type(&self, media_type: &str) -> Weight {
        let media_type = media_type.split(';').next().unwrap_or_default().trim();
        let family = media_type.split('/').next().unwrap_or_default();
        let weight = self
            .weight(media_type)
            .or_else(|| self.weight(&format!("{family}/*")))
            .or_else(|| self.weight("*/*"));
        // Without the header, everything is accepted.
        let other = if self.0.is_empty() { FULL_WEIGHT } else { 0 };
        weight.unwrap_or(other)
    }
}

fn weighted(element: &str) -> Option<(String, Weight)> {
    let mut parts = element.split(';').map(str::trim);
    let name = parts
        .next()
        .filter(|name| !name.is_empty())?
        .to_ascii_lowercase();
    let weight = parts
        .find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")))
        .map_or(Some(FULL_WEIGHT), parse_weight)?;
    Some((name, weight))
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
    let accepted = WeightedList::read(headers, &ACCEPT);
    let weighed = offered
        .iter()
        .rev()
        .map(|it| (accepted.of_media_type(it), *it));
    let best = weighed.max_by_key(|(weight, _)| *weight);
    let best = best.filter(|(weight, _)| *weight > 0);
    best.map(|(_, media_type)| media_type)
        .ok_or_else(|| Error::NotAcceptable {
            offered: offered.iter().map(ToString::to_string).collect(),
        })
}
