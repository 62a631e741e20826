//! The members and gaps of a layout as a table, in offset order.

use crate::pages::prelude::*;
use strata_core::Arch;
use strata_core::layout::{BitField, Bits, Member};

use crate::components::keyed::keyed;
use crate::components::sources::{certainty_badge, certainty_legend, erratum_box};
use crate::components::{blocks, copy};
use crate::figures::size_figure;
use crate::page::layout::{Inside, Nested, ShownMember};
use crate::page::{Kind, LayoutPage, Run};
use crate::step::StepChanges;

#[derive(Clone, Debug, PartialEq)]
struct Row {
    run: Run,
    class: String,
    /// The run that is drawn in its place: itself, or another member of a union.
    lit: Option<Run>,
    arch: Arch,
    /// The URL of the member's row.
    place: String,
    /// The debugger's name of the structure, where symbol files have it.
    symbol: Option<String>,
    audited: bool,
    /// `None` for a gap.
    member: Option<ShownMember>,
}

/// The members and gaps of a layout, with the changes of the last step.
pub(super) fn table(
    page: ReadSignal<LayoutPage>,
    step_changes: ReadSignal<StepChanges>,
) -> AnyView {
    if page.with_untracked(|page| !page.layout.values.is_empty()) {
        return (move || page.with(values)).into_any();
    }
    // Layouts from symbol files are equally certain everywhere.
    let audited = page.with_untracked(|page| page.audited);
    let certainty = audited.then_some("Certainty").into_iter();
    let heads = heads(["Offset", "Size", "Member"].into_iter().chain(certainty));
    let rows = move || page.with(|page| step_changes.with(|step_changes| rows(page, step_changes)));
    any_view! {
        <div class="table-frame">
            <table class="members">
                {heads}
                <tbody data-rows="">{keyed(rows, Row::draw)}</tbody>
            </table>
        </div>
    }
}

fn values(page: &LayoutPage) -> AnyView {
    let values = page.layout.values.iter();
    let rows = values.map(|it| (&*it.name, vec![Some(it.value)]));
    blocks::values(&["Value"], rows)
}

fn rows(page: &LayoutPage, step_changes: &StepChanges) -> Vec<(String, Row)> {
    let runs = &page.diagram.runs;
    let layout = Route::layout(&page.picker.structure, page.layout.point);
    let row = |(at, (run, member)): (usize, (&Run, &Option<ShownMember>))| {
        let lit = page.diagram.drawn(at).and_then(|drawn| runs.get(drawn));
        let row = Row {
            class: format!(
                "row {}{}",
                run.kind.as_str(),
                step_changes.classes(&run.key)
            ),
            lit: lit.cloned(),
            arch: page.layout.point.arch,
            place: format!("{layout}#row-{}", run.key),
            symbol: page.symbol.clone(),
            audited: page.audited,
            member: member.clone(),
            run: run.clone(),
        };
        (run.root.clone(), row)
    };
    let members = runs.iter().zip(&page.members);
    members.enumerate().map(row).collect()
}

/// The legend of the certainties in the table.
pub(super) fn certainties(page: &LayoutPage) -> AnyView {
    certainty_legend(page.layout.members().map(|member| member.certainty))
}

impl Row {
    /// The row: its offset as a link to the row itself (to share just this member), and its size. The link is no tab
    /// stop: the diagram has a link to each row already.
    fn draw(&self) -> AnyView {
        let run = &self.run;
        let id = format!("row-{}", run.key);
        let lit = self.lit.as_ref().unwrap_or(run).key.clone();
        let (class, cells) = match run.slot.member().zip(self.member.as_ref()) {
            Some((member, shown)) => (self.class.clone(), self.member(member, shown)),
            None => (format!("row-gap {}", self.class), self.gap()),
        };
        let link = format!("#{id}");
        any_view! {
            <tr id=id class=class tabindex="-1" data-key=lit>
                <td class="cell-offset">
                    <a class="figure" href=link tabindex="-1" title=run.slot.offset().get().to_string()>
                        {run.slot.offset().to_string()}
                    </a>
                </td>
                <td class="cell-size">{size_figure(run.slot.size().get())}</td>
                {cells}
            </tr>
        }
    }

    fn member(&self, member: &Member, shown: &ShownMember) -> AnyView {
        let run = &self.run;
        let name = member.name.as_deref();
        let symbol = self.symbol.as_deref();
        let mut copies = copy::copies(
            member.offset.get(),
            member.size.get(),
            &member.declaration,
            name,
            self.arch,
            symbol,
        );
        copies.push((copy::LINK, self.place.clone()));
        let called = member.title();
        let over = self.lit.as_ref().filter(|lit| lit.key != run.key);
        let over = over.map(|over| {
            let title = format!("In a union: in the same bytes as {}", over.text());
            view! { <span class="quiet" title=title>"∪"</span> }
        });
        let bits = member.bits.known_bits();
        let unstated = member.bits == Bits::NotStated;
        let unstated = unstated.then(|| "The source does not state its bits.".to_owned());
        let notes = member.described().into_iter().chain(unstated);
        let notes = notes.map(|text| view! { <p class="row-note">{text}</p> });
        let certainty = self.audited.then(|| {
            view! { <td class="cell-certainty">{provenance(member, shown)}</td> }
        });
        any_view! {
            <td>
                <div class="declaration">
                    <span class="kind-sign" title=run.kind.label()>{run.kind.sign()}</span>
                    {declaration(member, shown)}
                    {over}
                    {copy::menu(called, copies, shown.url.clone())}
                </div>
                {notes.collect_view()}
                {bits.map(bit_list)}
                {shown.inside.as_ref().map(unfold)}
                {shown.errata.iter().map(erratum_box).collect_view()}
            </td>
            {certainty}
        }
    }

    fn gap(&self) -> AnyView {
        let what = match self.run.kind {
            Kind::Hole if self.audited => "hole: nothing explains these bytes",
            Kind::Hole => "hole: no member here in the symbol file",
            _ => "padding",
        };
        any_view! {
            <td colspan=self.audited.then_some("2")>
                <div class="declaration">
                    <span class="kind-sign" aria-hidden="true">{self.run.kind.sign()}</span>
                    <span>{what}</span>
                </div>
            </td>
        }
    }
}

/// The certainty of a member, as a link to its provenance; rows from symbol files alone have no provenance page.
fn provenance(member: &Member, shown: &ShownMember) -> AnyView {
    let badge = certainty_badge(member.certainty);
    let Some(place) = shown.provenance.clone() else {
        return any_view! { <span class="certainty-why">{badge}</span> };
    };
    any_view! {
        <a class="certainty-why" href=place>
            {badge}
            <span class="visually-hidden">{format!(": provenance of {}", member.title())}</span>
        </a>
    }
}

/// A declaration with its name in bold; the type and the name link to their pages. The name is no tab stop: the menu has
/// the same link.
fn declaration(member: &Member, shown: &ShownMember) -> AnyView {
    let text = &member.declaration;
    let name = member.name.as_deref();
    let parts = name.and_then(|name| {
        let (before, after) = text.rsplit_once(name)?;
        Some((before, name, after))
    });
    let Some((before, name, after)) = parts else {
        return any_view! { <em>{text.clone()}</em> };
    };
    let ty = before.trim_end();
    let blank = before.get(ty.len()..).unwrap_or_default();
    let summary = shown.inside.as_ref().map(|inside| inside.summary.clone());
    let ty = match shown.type_url.clone() {
        Some(link) => {
            any_view! { <a class="type" href=link title=summary>{ty.to_owned()}</a> }
        }
        None => any_view! { <span class="type" title=summary>{ty.to_owned()}</span> },
    };
    // An empty text would be rendered as a blank.
    let [blank, after] = [blank, after].map(|text| (!text.is_empty()).then(|| text.to_owned()));
    let name = match shown.url.clone() {
        Some(page) => {
            any_view! { <a class="member-link" href=page tabindex="-1"><b>{name.to_owned()}</b></a> }
        }
        None => any_view! { <b>{name.to_owned()}</b> },
    };
    any_view! { <code>{ty} {blank} {name} {after}</code> }
}

fn bit_list(bits: &[BitField]) -> AnyView {
    let entry = |bit: &BitField| {
        any_view! {
            <li>
                <span class="figure bit-range">{figures::bit_range(bit.range)}</span>
                <span class="figure bit-mask">{format!("{:#x}", bit.range.mask())}</span>
                <code>{bit.name.to_string()}</code>
            </li>
        }
    };
    any_view! {
        <ul class="bits" aria-label="Bits: place, mask, name">
            {bits.iter().map(entry).collect_view()}
        </ul>
    }
}

/// How many levels of nesting are drawn.
const LEVELS: usize = 6;

fn unfold(inside: &Inside) -> AnyView {
    let about = (!inside.summary.is_empty())
        .then(|| any_view! { <p class="row-note">{inside.summary.clone()}</p> });
    let nested = nested_list(&inside.members, inside.folded, LEVELS);
    let summary = any_view! { "Inside " <code>{inside.ty.clone()}</code> };
    fold("inside", summary, any_view! { {about} {nested} })
}

fn nested_list(members: &[Nested], folded: u32, levels: usize) -> Option<AnyView> {
    if levels == 0 || members.is_empty() {
        return None;
    }
    let more =
        (folded > 0).then(|| any_view! { <li class="quiet">{format!("and {folded} more")}</li> });
    let entry = |member| nested_entry(member, levels - 1);
    let list =
        any_view! { <ul class="nested">{members.iter().map(entry).collect_view()} {more}</ul> };
    Some(list)
}

fn nested_entry(member: &Nested, levels: usize) -> AnyView {
    let bits = member.bits.map(figures::bits);
    let bits = bits.map(|bits| any_view! { <span class="figure quiet">{bits}</span> });
    any_view! {
        <li>
            <span class="figure">{member.offset.to_string()}</span>
            <span class="figure nested-size">{format!("+{}", member.size)}</span>
            <code>{member.declaration.clone()}</code>
            {bits}
            {nested_list(&member.members, member.folded, levels)}
        </li>
    }
}
