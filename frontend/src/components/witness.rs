//! Who states a type: beside its name.

use crate::view::*;
use strata_core::dataset::Witness;

pub const fn label(witness: Witness) -> &'static str {
    match witness {
        Witness::Article => "audited article",
        Witness::Symbols => "symbol files",
    }
}

pub fn badges(witnesses: &[Witness]) -> AnyView {
    let badge = |witness: &Witness| {
        let class = match witness {
            Witness::Article => "badge badge-article",
            Witness::Symbols => "badge",
        };
        any_view! { <span class=class>{label(*witness)}</span> }
    };
    any_view! { <span class="badges">{witnesses.iter().map(badge).collect_view()}</span> }
}
