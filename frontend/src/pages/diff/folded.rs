//! What needs no attention of its own: shifts, the width of pointers, what is the same, padding and holes. Folded.

use crate::erase::{Erase, Erased};
use leptos::prelude::*;

use super::entries::EntryTable;
use crate::components::figures::{self, counted};
use crate::components::lit::Lit;
use crate::page::diff::{Entry, GapEntry, GapSide, Shift};

/// Members that moved together, one fold for each distance.
#[component]
pub fn Shifts(shifts: Vec<Shift>, heads: [String; 2], lit: Lit) -> impl IntoView {
    let fold = |shift: Shift| {
        let summary = shift_words(&shift);
        fold(
            summary,
            view! { <EntryTable entries=shift.entries heads=heads.clone() lit/> }.erase(),
        )
    };
    shifts.into_iter().map(fold).collect_view()
}

/// `23 members moved by −0x4, explained by what comes before them`.
fn shift_words(shift: &Shift) -> String {
    let what = members(shift.entries.len());
    let them = if shift.entries.len() == 1 {
        "it"
    } else {
        "them"
    };
    let tail = if shift.tail {
        ", to the end of the structure,"
    } else {
        ""
    };
    let by = &shift.by;
    format!("{what} moved by {by}{tail} explained by what comes before {them}")
}

/// What the width of pointers explains.
#[component]
pub fn Width(entries: Vec<Entry>, heads: [String; 2], lit: Lit) -> impl IntoView {
    (!entries.is_empty()).then(|| {
        let what = members(entries.len());
        let differ = if entries.len() == 1 {
            "differs"
        } else {
            "differ"
        };
        let summary = format!("{what} {differ} by the width of pointers alone");
        fold(summary, view! { <EntryTable entries heads lit/> }.erase())
    })
}

/// What is the same in both.
#[component]
pub fn Unchanged(entries: Vec<Entry>, lit: Lit) -> impl IntoView {
    (!entries.is_empty()).then(|| {
        let is = if entries.len() == 1 { "is" } else { "are" };
        let summary = format!("{} {is} the same in both", members(entries.len()));
        fold(summary, view! { <UnchangedTable entries lit/> }.erase())
    })
}

#[component]
fn UnchangedTable(entries: Vec<Entry>, lit: Lit) -> impl IntoView {
    let row = |entry: Entry| {
        let side = entry.to.map(|side| {
            view! {
                <td class="figure">{figures::offset(side.offset)}</td>
                <td class="figure">{figures::size(side.size)}</td>
                <td><code>{side.declaration}</code></td>
            }
        });
        view! {
            <tr id=format!("change-{}", entry.key) data-key=entry.key>
                {side}
            </tr>
        }
    };
    view! {
        <div class="table-box">
            <table
                class="plain-table"
                on:mouseover=move |event| lit.over(event)
                on:mouseleave=move |event| lit.out(event)
            >
                <thead>
                    <tr>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"Size"</th>
                        <th scope="col">"Declaration"</th>
                    </tr>
                </thead>
                <tbody>{entries.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Padding and holes of both.
#[component]
pub fn Gaps(gaps: Vec<GapEntry>, heads: [String; 2]) -> impl IntoView {
    (!gaps.is_empty()).then(|| {
        let differ = gaps.iter().filter(|gap| gap.from != gap.to).count();
        let summary = match differ {
            0 => "Padding and holes are the same in both".to_owned(),
            1 => "Padding and holes differ at 1 offset".to_owned(),
            _ => format!("Padding and holes differ at {differ} offsets"),
        };
        fold(summary, view! { <GapTable gaps heads/> }.erase())
    })
}

#[component]
fn GapTable(gaps: Vec<GapEntry>, heads: [String; 2]) -> impl IntoView {
    let side = |side: Option<GapSide>| {
        side.map_or_else(
            || view! { <td class="quiet">"none"</td> }.erase(),
            |side| view! { <td>{side.kind} ", " {figures::bytes(side.size)}</td> }.erase(),
        )
    };
    let row = |gap: GapEntry| {
        view! {
            <tr id=format!("change-{}", gap.key) data-key=gap.key>
                <th scope="row" class="figure">{figures::offset(gap.offset)}</th>
                {side(gap.from)}
                {side(gap.to)}
            </tr>
        }
    };
    let [from, to] = heads;
    view! {
        <div class="table-box">
            <table class="plain-table">
                <thead>
                    <tr>
                        <th scope="col">"Offset"</th>
                        <th scope="col" class="figure">{from}</th>
                        <th scope="col" class="figure">{to}</th>
                    </tr>
                </thead>
                <tbody>{gaps.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// A line that unfolds without JavaScript.
fn fold(summary: String, body: Erased) -> Erased {
    view! {
        <details class="fold-out">
            <summary>{summary}</summary>
            {body}
        </details>
    }
    .erase()
}

fn members(count: usize) -> String {
    counted(u32::try_from(count).unwrap_or(u32::MAX), "member")
}
