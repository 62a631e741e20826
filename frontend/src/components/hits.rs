//! A hit of a search, as a list shows it: what it is, where, and at which points.

use crate::page::search::HitLine;
use crate::view::*;

/// What is said of a hit, with so many of its places at the most.
pub fn parts(hit: &HitLine, places: usize) -> Vec<AnyView> {
    let of = hit.of.as_ref();
    let of = of.map(|of| view! { " in " <span class="hit-of">{of.clone()}</span> });
    let head = view! {
        <span class="hit-head">
            <span class="hit-kind">{hit.kind}</span>
            " "
            <span class="hit-name"><b class="hit-title">{hit.title.clone()}</b> {of}</span>
        </span>
    };
    let mut parts: Vec<AnyView> = vec![head.into_any()];
    // What is newest is asked for most.
    let shown = hit.places.iter().rev().take(places);
    let mut list: Vec<AnyView> = shown
        .map(|place| any_view! { <span class="hit-place">{place.clone()}</span> })
        .collect();
    let more = hit.places.len().saturating_sub(places);
    if more > 0 {
        list.push(any_view! { <span class="hit-place quiet">{format!("and {more} more")}</span> });
    }
    if !list.is_empty() {
        let list = spaced(list);
        parts.push(any_view! { <span class="hit-places">{list}</span> });
    }
    if !hit.detail.is_empty() {
        parts.push(any_view! { <span class="hit-detail">{hit.detail.clone()}</span> });
    }
    if let Some(why) = hit.why {
        parts.push(any_view! { <span class="hit-detail hit-why">{why}</span> });
    }
    spaced(parts)
}

fn spaced(parts: Vec<AnyView>) -> Vec<AnyView> {
    let blank = || " ".into_any();
    parts.into_iter().flat_map(|part| [part, blank()]).collect()
}
