//! Members that use a type or a structure, as a table: who has them, what they are, where they are.

use crate::view::*;
use strata_core::xref::How;

use crate::page::uses::UseLine;

/// Of how many runs of points a member says where it is, before the rest is folded.
const PLACES: usize = 4;

#[component]
pub fn UsedBy(uses: Vec<UseLine>, labelled: &'static str) -> impl IntoView {
    let rows = uses.into_iter().map(row).collect_view();
    any_view! {
        <div class="table-box" role="region" aria-labelledby=labelled tabindex="0">
            <table class="plain-table uses">
                <thead>
                    <tr>
                        <th scope="col">"In"</th>
                        <th scope="col">"Member"</th>
                        <th scope="col">"How"</th>
                        <th scope="col">"Where"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row(used: UseLine) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">
                <a href=used.holder_url.clone()>
                    <code>{used.holder.clone()}</code>
                </a>
            </th>
            <td>{member(&used)}</td>
            <td>{how(used.how)}</td>
            <td>{places(used.places)}</td>
        </tr>
    }
}

pub fn member(used: &UseLine) -> AnyView {
    any_view! {
        <code>
            <span class="type">{used.ty.clone()}</span>
            " "
            <b>{used.member.clone()}</b>
        </code>
    }
}

pub fn how(how: How) -> &'static str {
    match how {
        How::Contains => "contains it",
        How::PointsTo => "holds its address",
    }
}

/// Where it is and when; more than a few unfold.
pub fn places(places: Vec<(String, String)>) -> AnyView {
    let entry = |(text, url): (String, String)| {
        view! {
            <li>
                <a class="figure" href=url>{text}</a>
            </li>
        }
    };
    if places.is_empty() {
        return any_view! { <span class="quiet">"wherever that type is"</span> };
    }
    let mut places = places;
    let rest = places.split_off(places.len().min(PLACES));
    let more = rest.len();
    let shown = places.into_iter().map(entry).collect_view();
    let rest = (more > 0).then(|| {
        let rest = rest.into_iter().map(entry).collect_view();
        view! {
            <details class="use-more">
                <summary>{format!("{more} more")}</summary>
                <ul class="use-places">{rest}</ul>
            </details>
        }
    });
    any_view! {
        <ul class="use-places">{shown}</ul>
        {rest}
    }
}
