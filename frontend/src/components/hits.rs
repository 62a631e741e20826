//! A hit of a search, as a list shows it: what it is, where, and at which points.

use crate::markup::{Markup, el, said};
use crate::page::search::HitLine;

/// What is said of a hit, with so many of its places at the most.
#[must_use]
pub fn parts(hit: &HitLine, places: usize) -> Vec<Markup> {
    let mut name = el("span")
        .attr("class", "hit-name")
        .with(said("b", "hit-title", &hit.title));
    if let Some(of) = &hit.of {
        name = name.text(" in ").with(said("span", "hit-of", of));
    }
    let head = el("span")
        .attr("class", "hit-head")
        .with(said("span", "hit-kind", hit.kind))
        .text(" ")
        .with(name);
    let mut parts: Vec<Markup> = vec![head.into()];
    // What is newest is asked for most.
    let shown = hit.places.iter().rev().take(places);
    let mut list: Vec<Markup> = shown
        .map(|place| said("span", "hit-place", place).into())
        .collect();
    let more = hit.places.len().saturating_sub(places);
    if more > 0 {
        list.push(said("span", "hit-place quiet", format!("and {more} more")).into());
    }
    if !list.is_empty() {
        let list = spaced(list);
        parts.push(el("span").attr("class", "hit-places").with_all(list).into());
    }
    if !hit.detail.is_empty() {
        parts.push(said("span", "hit-detail", &hit.detail).into());
    }
    if let Some(why) = hit.why {
        parts.push(said("span", "hit-detail hit-why", why).into());
    }
    spaced(parts)
}

/// With blanks between, for those who hear or copy it.
fn spaced(parts: Vec<Markup>) -> Vec<Markup> {
    let blank = || Markup::Text(" ".into());
    parts.into_iter().flat_map(|part| [part, blank()]).collect()
}
