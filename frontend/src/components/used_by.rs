//! The table of members that use a type or a structure: holder, declaration, offset.

use super::blocks::*;
use crate::view::*;
use strata_core::Dataset;
use strata_core::xref::{Holder, UsageKind, Use};

/// How many runs of points a member lists before the rest is folded.
const PLACES: usize = 4;

/// The table; `heading` is the id of the heading that names it.
pub fn used_by(dataset: &Dataset, uses: &[Use], heading: &str) -> AnyView {
    let row = |used: &Use| {
        let (Holder::Structure(holder, _) | Holder::Type(holder)) = &used.holder;
        let holder = code_link(Route::structure(holder), holder);
        headed_row(holder, cells(dataset, used))
    };
    let rows = uses.iter().map(row).collect();
    let head = heads(["In", "Member", "How", "Where"]);
    table("plain-table uses", Name::Heading(heading), head, rows)
}

/// The cells of a use: member, kind of use, places.
pub fn cells(dataset: &Dataset, used: &Use) -> AnyView {
    let how = match used.how {
        UsageKind::Contains => "contains it",
        UsageKind::PointsTo => "holds its address",
    };
    any_view! {
        <td>
            <code>
                <span class="type">{used.ty.to_string()}</span>
                " "
                <b>{used.member.clone()}</b>
            </code>
        </td>
        <td>{how}</td>
        <td>{places(dataset, used)}</td>
    }
}

/// Offsets and points of the member, each with a link to the page that shows it; more than [`PLACES`] are folded.
fn places(dataset: &Dataset, used: &Use) -> AnyView {
    let places: Vec<AnyView> = match &used.holder {
        Holder::Structure(name, row) => {
            let url = |last| format!("{}#row-{row}", Route::layout(name, last));
            let runs = used.runs.iter();
            runs.map(|run| place(run.to_string(), url(run.last)))
                .collect()
        }
        Holder::Type(name) => {
            let reach = dataset.catalogue().point_ranges(&used.images).into_iter();
            reach
                .map(|(first, last)| {
                    let text = match first == last {
                        true => first.to_string(),
                        false => format!("{} to {last}", first.version),
                    };
                    place(text, Route::layout(name, last).to_string())
                })
                .collect()
        }
    };
    if places.is_empty() {
        return any_view! { <span class="quiet">"wherever that type occurs"</span> };
    }
    first_of(PLACES, "use-more", places, |places| {
        any_view! { <ul class="use-places" data-rows="">{places}</ul> }
    })
}

fn place(text: String, url: String) -> AnyView {
    any_view! { <li><a class="figure" href=url>{text}</a></li> }
}
