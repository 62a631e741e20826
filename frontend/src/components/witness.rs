//! Who states a type: beside its name.

use strata_core::dataset::Witness;

use crate::markup::{Element, el, said};

/// The word for it.
#[must_use]
pub const fn label(witness: Witness) -> &'static str {
    match witness {
        Witness::Article => "audited article",
        Witness::Symbols => "symbol files",
    }
}

/// A badge for each.
#[must_use]
pub fn badges(witnesses: &[Witness]) -> Element {
    let badge = |witness: &Witness| {
        let class = match witness {
            Witness::Article => "badge badge-article",
            Witness::Symbols => "badge",
        };
        said("span", class, label(*witness)).into()
    };
    el("span")
        .attr("class", "badges")
        .with_all(witnesses.iter().map(badge))
}
