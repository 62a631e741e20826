//! The members and gaps of a layout as a table, in offset order.

use std::collections::BTreeMap;

use strata_core::wire::{BitDto, MemberDto};

use super::unfold::unfold;
use crate::components::figures::{self, size_figure};
use crate::components::{certainty, copy_menu, erratum::erratum_box, values};
use crate::markup::{Element, Markup, el, said};
use crate::navigation::StepChanges;
use crate::page::layout::copies;
use crate::page::{Diagram, Kind, LayoutPage, Run};
use crate::route::Route;

/// The members and gaps of a layout, and what the last step changed of them.
pub(super) fn table(page: &LayoutPage, told: &StepChanges) -> Element {
    let values = &page.layout.values;
    if !values.is_empty() {
        let rows = values
            .iter()
            .map(|it| (it.name.as_str(), vec![it.value.parse().ok()]));
        return values::table(&["Value"], rows);
    }
    let members = page.layout.members.iter();
    let members: BTreeMap<&str, &MemberDto> = members
        .map(|member| (member.row.as_str(), member))
        .collect();
    let Diagram { runs, .. } = &page.diagram;
    let row = |(at, run): (usize, &Run)| {
        let class = format!("row {}{}", run.kind.class(), told.classes(&run.key));
        let lit = page.diagram.drawn(at).and_then(|drawn| runs.get(drawn));
        let over = lit.filter(|lit| lit.key != run.key);
        let row = match members.get(run.key.as_str()) {
            Some(member) => member_row(page, run, member, (class, over)),
            None => gap_row(page, run, class),
        };
        row.attr("data-key", lit.unwrap_or(run).key.clone()).into()
    };
    let head = |text| Markup::from(el("th").attr("scope", "col").text(text));
    // What symbol files state is equally certain everywhere.
    let heads = ["Offset", "Size", "Member"].into_iter();
    let heads = heads.chain(page.audited.then_some("Certainty")).map(head);
    let table = el("table")
        .attr("class", "members")
        .with(el("thead").with(el("tr").with_all(heads)))
        .with(el("tbody").with_all(runs.iter().enumerate().map(row)));
    el("div").attr("class", "table-frame").with(table)
}

/// What the words of certainty mean that the table has.
pub(super) fn certainties(page: &LayoutPage) -> Element {
    let members = page.layout.members.iter();
    certainty::legend(members.map(|member| member.certainty.as_str()))
}

/// `over` is what is drawn in its place, where that is another member of a union.
fn member_row(
    page: &LayoutPage,
    run: &Run,
    member: &MemberDto,
    (class, over): (String, Option<&Run>),
) -> Element {
    let symbol = (!page.audited).then(|| match &*page.layout.module {
        "ntoskrnl" => format!("nt!{}", page.picker.structure),
        module => format!("{module}!{}", page.picker.structure),
    });
    let copies = copies(
        run.offset,
        run.size,
        &member.declaration,
        member.name.as_deref(),
        page.point.arch,
        symbol.as_deref(),
    );
    let called = member.name.as_ref().unwrap_or(&member.declaration);
    let inside = page.inside.get(&run.key);
    let summary = inside.map(|inside| inside.summary.clone());
    let link = page.type_links.get(&run.key).cloned();
    let kind = said("span", "kind-sign", run.kind.sign()).attr("title", run.kind.label());
    let declaration = el("div")
        .attr("class", "declaration")
        .with(kind)
        .with(declaration(member, summary, link))
        .with_all(over.map(|over| {
            let title = format!("In a union: in the same bytes as {}", over.text);
            said("span", "row-over quiet", "∪")
                .attr("title", title)
                .into()
        }))
        .with(copy_menu::menu(called, copies));
    let unstated = run.kind == Kind::Bits && member.bits.is_none() && member.ty != "BOOLEAN";
    let unstated = unstated.then_some("The source does not state its bits.");
    let notes = member.description.as_deref().into_iter().chain(unstated);
    let cell = said("td", "cell-member", "")
        .with(declaration)
        .with_all(notes.map(|text| said("p", "row-note", text).into()))
        .with_all(member.bits.as_deref().map(|it| bits(it).into()))
        .with_all(inside.map(|inside| unfold(inside).into()))
        .with_all(member.errata.iter().map(|it| erratum_box(it).into()));
    let certainty = page.audited.then(|| {
        let cell = said("td", "cell-certainty", "").with(provenance(page, member));
        cell.into()
    });
    row(run, class).with(cell).with_all(certainty)
}

/// How sure it is, as a link to who says so and why; what symbol files alone state has no place there.
fn provenance(page: &LayoutPage, member: &MemberDto) -> Element {
    if !page.with_provenance.contains(&member.row) {
        return said("span", "certainty-why", "").with(certainty::badge(&member.certainty));
    }
    let place = Route::provenance(&page.picker.structure);
    let called = member.name.as_ref().unwrap_or(&member.declaration);
    let words = said(
        "span",
        "visually-hidden",
        format!(": provenance of {called}"),
    );
    said("a", "certainty-why", "")
        .attr("href", format!("{place}#row-{}", member.row))
        .with(certainty::badge(&member.certainty))
        .with(words)
}

fn gap_row(page: &LayoutPage, run: &Run, class: String) -> Element {
    let what = match run.kind {
        Kind::Hole => "hole: nothing explains these bytes",
        _ => "padding",
    };
    let kind = said("span", "kind-sign", run.kind.sign()).attr("aria-hidden", "true");
    let declaration = el("div")
        .attr("class", "declaration")
        .with(kind)
        .with(el("span").text(what));
    let cell = said("td", "cell-member", "").attr_if("colspan", page.audited.then_some("2"));
    row(run, format!("row-gap {class}")).with(cell.with(declaration))
}

/// A row with its offset, as a link to the row itself (what to send to somebody who should look at just this member), and
/// its size. The link is no stop of the tab key: the diagram's runs lead to the rows, too, and there is one for each member.
fn row(run: &Run, class: String) -> Element {
    let id = format!("row-{}", run.key);
    let link = said("a", "figure", figures::offset(run.offset))
        .attr("href", format!("#{id}"))
        .attr("tabindex", "-1")
        .attr("title", run.offset.to_string());
    el("tr")
        .known_by(run.root.as_str())
        .attr("id", id)
        .attr("class", class)
        .attr("tabindex", "-1")
        .with(said("td", "cell-offset", "").with(link))
        .with(said("td", "cell-size", "").with(size_figure(run.size)))
}

/// A declaration with its name picked out; the type leads to its page.
fn declaration(member: &MemberDto, summary: Option<String>, link: Option<String>) -> Element {
    let text = &member.declaration;
    let name = member.name.as_deref();
    let parts = name.and_then(|name| {
        let (before, after) = text.rsplit_once(name)?;
        Some((before, name, after))
    });
    let Some((before, name, after)) = parts else {
        return el("em").text(text);
    };
    let ty = before.trim_end();
    let blank = before.get(ty.len()..).unwrap_or_default();
    let tag = if link.is_some() { "a" } else { "span" };
    let ty = said(tag, "type", ty)
        .attr_if("href", link)
        .attr_if("title", summary);
    el("code")
        .with(ty)
        .text(blank)
        .with(el("b").text(name))
        .text(after)
}

/// The bits of an integer.
fn bits(bits: &[BitDto]) -> Element {
    let entry = |bit: &BitDto| -> Markup {
        let last = bit.bit + bit.width.saturating_sub(1);
        let range = match bit.width {
            0 | 1 => bit.bit.to_string(),
            _ => format!("{}–{last}", bit.bit),
        };
        el("li")
            .with(said("span", "figure bit-range", range))
            .with(said("span", "figure bit-mask", &bit.mask))
            .with(el("code").text(&bit.name))
            .into()
    };
    el("ul")
        .attr("class", "bits")
        .attr("aria-label", "Bits: place, mask, name")
        .with_all(bits.iter().map(entry))
}
