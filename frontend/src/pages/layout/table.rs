//! The members and gaps of a layout as a table, in offset order.

use std::collections::BTreeMap;

use crate::erase::{Erase, Erased};
use leptos::prelude::*;
use strata_core::Arch;
use strata_core::wire::{BitDto, MemberDto};

use super::FRAME;
use super::unfold::unfold;
use crate::browser;
use crate::components::certainty::{CertaintyBadge, CertaintyLegend};
use crate::components::copy_menu;
use crate::components::erratum::ErratumBox;
use crate::components::figures::{self, Size};
use crate::components::lit::Lit;
use crate::page::layout::copies;
use crate::page::nested::Inside;
use crate::page::{Kind, LayoutPage, Run};

/// The members and gaps of a layout.
#[component]
pub fn MemberTable(page: LayoutPage, lit: Lit) -> impl IntoView {
    let words = page
        .layout
        .members
        .iter()
        .map(|member| member.certainty.clone());
    let words: Vec<String> = words.collect();
    let mut members: BTreeMap<String, MemberDto> = page
        .layout
        .members
        .into_iter()
        .map(|member| (member.row.clone(), member))
        .collect();
    let (mut inside, links, arch) = (page.inside, page.type_links, page.point.arch);
    let row = |run: Run| match members.remove(&run.key) {
        Some(member) => {
            let link = links.get(&run.key).cloned();
            member_row(&run, member, inside.remove(&run.key), link, arch).erase()
        }
        None => gap_row(&run).erase(),
    };
    let rows = page.diagram.runs.into_iter().map(row).collect_view();
    // The run that belongs to the row is brought into sight in the diagram's own box; the page does not move.
    let reveal = move || {
        if let Some(key) = lit.key_untracked() {
            browser::reveal(FRAME, &format!("run-{key}"));
        }
    };
    let over = move |event| {
        lit.over(event);
        reveal();
    };
    let focused = move |event| {
        lit.focused(event);
        reveal();
    };
    view! {
        <div class="table-frame">
            <table
                class="members"
                on:mouseover=over
                on:mouseleave=move |event| lit.out(event)
                on:focusin=focused
            >
                <thead>
                    <tr>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"Size"</th>
                        <th scope="col">"Member"</th>
                        <th scope="col">"Certainty"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <CertaintyLegend words/>
    }
    .erase()
}

fn member_row(
    run: &Run,
    member: MemberDto,
    inside: Option<Inside>,
    link: Option<String>,
    arch: Arch,
) -> impl IntoView + use<> {
    let name = member.name.as_deref();
    let copies = copies(run.offset, run.size, &member.declaration, name, arch);
    let copy = copy_menu::menu(name.unwrap_or(&member.declaration), copies);
    let unstated = run.kind == Kind::Bits && member.bits.is_none() && member.ty != "BOOLEAN";
    let errata = member
        .errata
        .into_iter()
        .map(|erratum| view! { <ErratumBox erratum/> });
    let summary = inside.as_ref().map(|inside| inside.summary.clone());
    view! {
        <tr id=row_id(run) class=format!("row {}", run.kind.class()) data-key=run.key.clone() tabindex="-1">
            {offset_cell(run)}
            <td class="cell-size"><Size bytes=run.size/></td>
            <td class="cell-member">
                <div class="declaration">
                    <span class="kind-sign" title=run.kind.label()>{run.kind.sign()}</span>
                    {declaration(&member.declaration, member.name.as_deref(), summary, link)}
                    {copy}
                </div>
                {member.description.map(|text| view! { <p class="row-note">{text}</p> })}
                {unstated.then(|| view! { <p class="row-note">"The source does not state its bits."</p> })}
                {member.bits.map(bits)}
                {inside.map(unfold)}
                {errata.collect_view()}
            </td>
            <td class="cell-certainty"><CertaintyBadge word=member.certainty/></td>
        </tr>
    }
}

fn gap_row(run: &Run) -> impl IntoView + use<> {
    let what = match run.kind {
        Kind::Hole => "hole: nothing explains these bytes",
        _ => "padding",
    };
    let class = format!("row row-gap {}", run.kind.class());
    view! {
        <tr id=row_id(run) class=class data-key=run.key.clone() tabindex="-1">
            {offset_cell(run)}
            <td class="cell-size"><Size bytes=run.size/></td>
            <td class="cell-member" colspan="2">
                <div class="declaration">
                    <span class="kind-sign" aria-hidden="true">{run.kind.sign()}</span>
                    <span>{what}</span>
                </div>
            </td>
        </tr>
    }
}

/// The offset, as a link to the row itself: what to send to somebody who should look at just this member.
fn offset_cell(run: &Run) -> impl IntoView + use<> {
    view! {
        <td class="cell-offset">
            <a class="figure" href=format!("#{}", row_id(run)) title=run.offset.to_string()>
                {figures::offset(run.offset)}
            </a>
        </td>
    }
}

fn row_id(run: &Run) -> String {
    format!("row-{}", run.key)
}

/// A declaration with its name picked out; the type leads to its page.
fn declaration(
    text: &str,
    name: Option<&str>,
    summary: Option<String>,
    link: Option<String>,
) -> Erased {
    let parts = name.and_then(|name| text.rfind(name).map(|at| (at, name)));
    match parts {
        Some((at, name)) => {
            let (before, after) = (text[..at].to_owned(), text[at + name.len()..].to_owned());
            let ty = match link {
                Some(url) => {
                    let ty = before.trim_end().to_owned();
                    let blank = before[ty.len()..].to_owned();
                    view! {
                        <a class="type" href=url title=summary>
                            {ty}
                        </a>
                        {blank}
                    }
                    .erase()
                }
                None => view! { <span class="type" title=summary>{before}</span> }.erase(),
            };
            view! {
                <code>
                    {ty}
                    <b>{name.to_owned()}</b>
                    {after}
                </code>
            }
            .erase()
        }
        None => view! { <em>{text.to_owned()}</em> }.erase(),
    }
}

/// The bits of an integer.
fn bits(bits: Vec<BitDto>) -> impl IntoView {
    let entry = |bit: BitDto| {
        let last = bit.bit + bit.width.saturating_sub(1);
        let range = if bit.width > 1 {
            format!("{}–{last}", bit.bit)
        } else {
            bit.bit.to_string()
        };
        view! {
            <li>
                <span class="figure bit-range">{range}</span>
                <span class="figure bit-mask">{bit.mask}</span>
                <code>{bit.name}</code>
            </li>
        }
    };
    view! { <ul class="bits" aria-label="Bits: place, mask, name">{bits.into_iter().map(entry).collect_view()}</ul> }
}
