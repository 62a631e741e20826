//! Who states a type: beside its name, wherever it is named at length.

use leptos::prelude::*;
use strata_core::dataset::Witness;

use crate::erase::{Erase, Erased};

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
pub fn badges(witnesses: &[Witness]) -> Erased {
    let badge = |witness: &Witness| {
        let class = match witness {
            Witness::Article => "badge badge-article",
            Witness::Symbols => "badge",
        };
        view! {
            <span class=class>{label(*witness)}</span>
            " "
        }
    };
    witnesses.iter().map(badge).collect_view().erase()
}
