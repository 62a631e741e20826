//! What the structure's source gets wrong.

use crate::view::*;
use strata_core::TypeName;

use crate::components::erratum::erratum_box;
use crate::page::structure::ErratumLine;
use crate::route::Route;

#[component]
pub fn ErrataList(name: TypeName, errata: Vec<ErratumLine>) -> impl IntoView {
    let audit = format!("{}#{name}", Route::Audit);
    if errata.is_empty() {
        return any_view! {
            <section aria-labelledby="errata">
                <h2 id="errata">"Errata"</h2>
                <p>
                    "The audit found nothing wrong in the source’s tables. "
                    <a href=audit>"What it asked of them"</a>
                    "."
                </p>
            </section>
        };
    }
    let entry = |line: ErratumLine| {
        let ErratumLine { row, arch, erratum } = line;
        let id = erratum.id.clone();
        let row = row.unwrap_or_else(|| "table of sizes".to_owned());
        let arch = arch.unwrap_or_else(|| "both".to_owned());
        view! {
            <li id=id>
                <span class="erratum-subject">
                    <code>{row}</code>
                    " "
                    <span class="quiet">{arch}</span>
                </span>
                {erratum_box(&erratum)}
            </li>
        }
    };
    any_view! {
        <section aria-labelledby="errata">
            <h2 id="errata">"Errata"</h2>
            <p>
                "Where the source cannot be right: what it published, what holds, why. The proof of each is in the "
                <a href=audit>"audit"</a>
                "."
            </p>
            <ul class="errata-list">{errata.into_iter().map(entry).collect_view()}</ul>
        </section>
    }
}
