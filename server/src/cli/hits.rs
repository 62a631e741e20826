//! What searching found, a line a hit.

use std::fmt::Write as _;

use strata_core::search::wire::{HitDto, PlaceDto};

use super::failure::Failure;
use super::output;

/// So many places of a hit are shown; `--json` gives all of them.
const PLACES: usize = 3;

/// Prints hits; fails with `none` where there are none. How many more there are is said on standard error.
pub(super) fn print(hits: &[HitDto], total: usize, none: &str) -> Result<(), Failure> {
    if hits.is_empty() {
        return Err(Failure::Nothing(none.to_owned()));
    }
    output::text(&hits.iter().map(line).collect::<String>())?;
    let more = total.saturating_sub(hits.len());
    if more > 0 {
        eprintln!("strata: {more} more: pass --limit");
    }
    Ok(())
}

/// What sort of thing it is, what it is called, what else there is to say of it, where it is.
fn line(hit: &HitDto) -> String {
    let mut line = format!("{:<9}  ", hit.kind);
    if let Some(structure) = hit.structure.as_ref().filter(|it| **it != hit.title) {
        let _ = write!(line, "{structure} ");
    }
    line += hit.path.as_ref().unwrap_or(&hit.title);
    if !hit.detail.is_empty() {
        let _ = write!(line, "  {}", hit.detail);
    }
    for place in hit.places.iter().take(PLACES) {
        let _ = write!(line, "  {}", words(place));
    }
    if hit.places.len() > PLACES {
        line += "  …";
    }
    line.push('\n');
    line
}

/// `+0x58 on x64, 6.1 to 6.2`
fn words(place: &PlaceDto) -> String {
    let bit = place
        .bit
        .map_or_else(String::new, |bit| format!(" bit {bit}"));
    let (offset, arch) = (place.offset, place.arch);
    let versions = match place.first == place.last {
        true => place.first.clone(),
        false => format!("{} to {}", place.first, place.last),
    };
    format!("+{offset:#x}{bit} on {arch}, {versions}")
}
