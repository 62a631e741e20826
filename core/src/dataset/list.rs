//! The types as a list: which of them a text means, and how large each was when.

use super::{Dataset, Structure};
use crate::arch::Arch;
use crate::release::Release;
use crate::units::ByteSize;

/// The types in whose name or summary every word of `text` occurs, those that an article describes first, then by name; all of
/// them for a text without words. Case does not count.
#[must_use]
pub fn matching<'a>(dataset: &'a Dataset, text: &str) -> Vec<&'a Structure> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let matches = |structure: &&Structure| {
        let name = structure.name.as_str().to_lowercase();
        let summary = structure.summary().to_lowercase();
        words.iter().all(|word| {
            let bare = word.strip_prefix('_').unwrap_or(word);
            name.contains(bare) || summary.contains(word.as_str())
        })
    };
    let mut found: Vec<&Structure> = dataset.structures().iter().filter(matches).collect();
    found.sort_by_key(|structure| structure.audited().is_none());
    found
}

/// Releases at which a structure has one size on one architecture, with none of another size between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRun {
    /// The architecture.
    pub arch: Arch,
    /// The releases, in order; at least one.
    pub releases: Vec<Release>,
    /// The size.
    pub size: ByteSize,
}

/// How a structure grew: by architecture, then in the order of the ladder.
#[must_use]
pub fn sizes(structure: &Structure) -> Vec<SizeRun> {
    let mut runs: Vec<SizeRun> = Vec::new();
    let layouts = structure.layouts();
    for arch in Arch::ALL {
        let here = |layout: &&crate::Layout| layout.arch() == arch;
        for layout in layouts.iter().filter(here) {
            match runs.last_mut() {
                Some(run) if run.arch == arch && run.size == layout.size => {
                    run.releases.push(layout.release);
                }
                _ => runs.push(SizeRun {
                    arch,
                    releases: vec![layout.release],
                    size: layout.size,
                }),
            }
        }
    }
    runs
}
