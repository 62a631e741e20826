//! Who says what of a structure, row by row: the source's row as printed, what holds, how certain, what symbol files say.

pub mod row;

use leptos::prelude::*;
use strata_core::Arch;

use self::row::table;
use super::audit::erratum::ErratumEntry;
use crate::components::certainty;
use crate::components::source_line::source_line;
use crate::page::ProvenancePage;
use crate::page::provenance::SizeLine;
use crate::route::Route;

/// The provenance of a structure. `hash` is that of the data.
#[component]
pub fn ProvenanceView(page: ProvenancePage, hash: String) -> impl IntoView {
    let (lede, described) = (lede(&page), page.files > 0);
    let ProvenancePage {
        name,
        source,
        rows,
        archs,
        sizes,
        size_errata,
        ..
    } = page;
    let history = Route::structure(&name).to_string();
    let audit = format!("{}#{name}", Route::Audit);
    let words = rows.iter().flat_map(|row| &row.certainty);
    let legend = certainty::legend(words.map(|line| line.word.as_str()));
    let (bits, members): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.unit.is_some());
    let bits = (!bits.is_empty()).then(|| {
        view! {
            <section>
                <h2 id="bits">"Bits"</h2>
                {table("bits", &bits, described)}
            </section>
        }
    });
    let size_errata = size_errata
        .into_iter()
        .map(|erratum| view! { <ErratumEntry erratum hash=hash.clone()/> });
    view! {
        <article class="report provenance">
            <h1>
                "Provenance of "
                <a class="structure-name" href=history>
                    {name.to_string()}
                </a>
            </h1>
            <p class="lede">{lede}</p>
            {source_line(&source)}
            <p>
                "Rows stand as the source prints them. Where one is wrong, the row that holds stands below it: "
                <span class="printed-sign">"✗"</span>
                " marks the cell that is wrong, "
                <span class="printed-sign">"✓"</span>
                " what holds in its place. The "
                <a href=audit>"audit"</a>
                " has the proof of each erratum."
            </p>
            {legend}
            <section>
                <h2 id="members">"Members"</h2>
                {table("members", &members, described)}
            </section>
            {bits}
            <section>
                <h2 id="sizes">"Sizes"</h2>
                <Sizes archs sizes/>
                {size_errata.collect_view()}
            </section>
        </article>
    }
    .into_any()
}

/// How many rows, errata, symbol files.
fn lede(page: &ProvenancePage) -> String {
    let errata = page.rows.iter().map(|row| row.errata.len());
    let errata = errata.sum::<usize>() + page.size_errata.len();
    let errata = match errata {
        0 => "none of them wrong".to_owned(),
        1 => "1 erratum".to_owned(),
        many => format!("{many} errata"),
    };
    let symbols = match (page.files, page.differences) {
        (0, _) => "No public symbol file at hand describes the structure.".to_owned(),
        (files, 0) => format!(
            "{files} symbol files describe the structure, and all {} members and bit fields of theirs agree.",
            page.compared
        ),
        (files, differences) => format!(
            "{files} symbol files describe the structure; they differ in {differences} places from what holds."
        ),
    };
    format!(
        "{} rows of the source, {errata}. {symbols}",
        page.rows.len()
    )
}

/// The table of sizes, as the source prints it.
#[component]
fn Sizes(archs: Vec<Arch>, sizes: Vec<SizeLine>) -> impl IntoView {
    let row = |line: SizeLine| {
        let size = |size: String| match size.is_empty() {
            true => view! { <td><em class="quiet">"blank"</em></td> }.into_any(),
            false => view! { <td class="printed-figures"><code>{size}</code></td> }.into_any(),
        };
        view! {
            <tr>
                <th scope="row">{line.versions}</th>
                {line.sizes.into_iter().map(size).collect_view()}
            </tr>
        }
    };
    let heads = archs.into_iter();
    let heads = heads.map(|arch| view! { <th scope="col">{format!("Size ({arch})")}</th> });
    view! {
        <div class="table-box" role="region" aria-labelledby="sizes" tabindex="0">
            <table class="plain-table printed">
                <thead>
                    <tr>
                        <th scope="col">"Versions"</th>
                        {heads.collect_view()}
                    </tr>
                </thead>
                <tbody>{sizes.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
