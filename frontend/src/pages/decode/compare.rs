//! Compares a pasted layout (`dt`, `dx`) with the layout at the chosen point, member by member.

use crate::pages::prelude::*;
use strata_core::Point;
use strata_core::decode::listing::Listing;
use strata_core::stated::{Comparison, Difference, Entry};

use super::annotated_text::line_button;
use super::state::ViewModel;
use super::summary::line_list;
use super::verdict::{way_link, way_list};
use crate::pages::decode::DecodePage;

/// The comparison; `None` where the input is no layout.
pub fn compare(model: ViewModel) -> Option<AnyView> {
    let (paste, decoding) = (model.paste.read(), model.decoding.read());
    let listing = paste.listing()?;
    let (comparison, fits) = decoding.compared.as_ref()?;
    let class = match comparison.agrees() {
        true => "decode-verdict is-fits",
        false => "decode-verdict is-does-not-fit",
    };
    let tool = listing.tool.title().replace('`', "");
    let read = format!("Read as a layout printed by {tool}; it has no bytes. ");
    let rows = comparison.entries.iter();
    let rows = rows.map(|entry| row(comparison, entry)).collect_view();
    Some(any_view! {
        <section
            class="decode-compared"
            aria-label="The pasted layout, compared with the layout here"
        >
            <h2>"Compared with the layout here"</h2>
            <p>
                {read}
                <span class="quiet">"Offsets and types are compared below."</span>
            </p>
            <p class=class><Inline text=sentence(comparison) /></p>
            {points(&model.page.read(), fits)}
            {skipped(listing)}
            <div class="compared-scroll">
                <table class="compared">
                    {heads(["Member", "Line", "Compared"])}
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    })
}

pub(super) fn sentence(comparison: &Comparison) -> String {
    figures::sentence(&comparison.verdict())
}

fn points(page: &DecodePage, fits: &[Point]) -> AnyView {
    let way = |point: &Point| {
        let here = *point == page.point;
        let route = Route::decode(&page.structure, *point).to_string();
        way_link(Some(route), point.to_string(), here.then_some("page"))
    };
    let words = match fits.len() {
        0 => format!("It agrees with {} at no known point.", page.structure),
        count => format!(
            "It agrees with {} at {}:",
            page.structure,
            counted(count, "point")
        ),
    };
    way_list(words, fits.iter().map(way).collect())
}

fn skipped(listing: &Listing) -> Option<AnyView> {
    let lines = listing.skipped.iter();
    let lines = lines.map(|line| (line.line, line.text.clone(), line.reason.to_string()));
    let count = listing.skipped.len();
    line_list(count, count, lines.collect())
}

fn row(comparison: &Comparison, entry: &Entry) -> AnyView {
    let agrees = entry.agrees(comparison.partial);
    let said = joined(&entry.differences, "; ");
    let (class, words) = match agrees {
        true if entry.differences.contains(&Difference::NotListed) => {
            ("compared-row", "– not listed".to_owned())
        }
        true if said.is_empty() => ("compared-row is-same", "✓ agrees".to_owned()),
        true => ("compared-row is-same", format!("✓ {said}")),
        false => ("compared-row is-other", format!("✗ {said}")),
    };
    let line = match entry.line {
        Some(line) => any_view! { <td>{line_button(line)}</td> },
        None => any_view! { <td class="compared-line">"–"</td> },
    };
    any_view! {
        <tr class=class>
            <th class="compared-member" scope="row">
                {entry.path.to_string()}
            </th>
            {line}
            <td class="compared-words"><Inline text=words /></td>
        </tr>
    }
}
