//! The table of a structure's history on one architecture, and its legend. Below the heads, two rows of radio buttons
//! choose the layouts to compare: one form is around all tables, so that layouts of different tables can be compared.
//! Colour only repeats what the signs say.

use crate::pages::prelude::*;
use std::collections::{BTreeSet, HashMap};

use strata_core::diff::{Kind, Mark};
use strata_core::history::{Cell, Column, Place, Row, State};
use strata_core::{Layout, Point, TypeName};

use crate::components::blocks;
use crate::components::mark;
use crate::figures::bit_range;
use crate::page::structure::{Shown, span};
use crate::route::Form;

/// The two columns that are chosen by default, by their first points.
type ChosenColumns = [Option<Point>; 2];

/// The default comparison: the two newest layouts of the first table that has two; else those of two tables.
pub fn newest_two(shown: &[Shown]) -> ChosenColumns {
    let newest = |shown: &Shown| {
        let mut points = shown.points().rev();
        let to = points.next();
        [points.next(), to]
    };
    let mut pairs = shown.iter().map(newest);
    let pair = pairs.find(|pair| pair.iter().all(Option::is_some));
    pair.unwrap_or_else(|| {
        let mut last = shown.iter().filter_map(|shown| shown.points().next_back());
        let to = last.next();
        [last.next().or(to), to]
    })
}

/// Rows are members, columns are layout classes. It scrolls in its own box; the heads stay.
pub fn history(name: &TypeName, shown: &Shown, [from, to]: ChosenColumns) -> AnyView {
    let (arch, columns, rows) = (shown.arch, &shown.history.columns, &shown.history.rows);
    let heads = columns.iter().map(|column| head(name, column));
    let choices = (from != to).then(|| {
        view! {
            <tr class="history-choice">
                <th scope="row">"compare from"</th>
                {choices(columns, Form::FROM, from)}
            </tr>
            <tr class="history-choice">
                <th scope="row">
                    "to "
                    <button type="submit">"Compare"</button>
                </th>
                {choices(columns, Form::TO, to)}
            </tr>
        }
    });
    let mut seen: HashMap<String, u32> = HashMap::new();
    let body = rows.iter().enumerate().map(|(at, row)| {
        // The id of its row in the source. Bits of one name that moved from one integer to another are two rows.
        let mut id = row.ids.last().map(ToString::to_string).unwrap_or_default();
        let count = seen.entry(id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            id = format!("{id}~{count}");
        }
        // In the first row, a column without a layout has one cell that spans all rows.
        let all = (at == 0).then_some(rows.len());
        row_view(row, &id, shown, name, all)
    });
    let id = format!("history-{arch}");
    let title = format!("{id}-title");
    any_view! {
        <div class="history" data-arch=arch.as_str()>
            <h3 id=id.clone() class="history-title">
                <span id=title.clone()>{format!("On {arch}")}</span>
            </h3>
            <div class="history-box" role="region" aria-labelledby=title tabindex="0">
                <table class="history-table">
                    <thead>
                        <tr data-rows="">
                            <th scope="col">"Member"</th>
                            {heads.collect_view()}
                        </tr>
                        {choices}
                    </thead>
                    <tbody data-rows="">
                        <tr class="history-sizes">
                            <th scope="row">"size"</th>
                            {sizes(columns)}
                        </tr>
                        {body.collect_view()}
                    </tbody>
                </table>
            </div>
        </div>
    }
}

/// The releases of a column, as a link to their common layout.
pub(super) fn head(name: &TypeName, column: &Column) -> impl IntoView + use<> {
    let route = column.point().map(|point| Route::layout(name, point));
    let releases = blocks::linked(route, span(column).into_any());
    view! {
        <th scope="col" class=state_class(column.state)>
            {releases}
        </th>
    }
}

/// Radio buttons to choose a column, one for each with a layout.
fn choices(
    columns: &[Column],
    field: &'static str,
    chosen: Option<Point>,
) -> impl IntoView + use<> {
    let choice = |point: Point| {
        let label = format!("compare {field} {} {}", point.version, point.arch);
        any_view! {
            <td>
                <label>
                    <input
                        type="radio"
                        name=field
                        value=point.to_string()
                        checked=chosen == Some(point)
                        aria-label=label.clone()
                        title=label
                    />
                </label>
            </td>
        }
    };
    let cell = |column: &Column| match column.point() {
        Some(point) => choice(point),
        None => any_view! { <td class=state_class(column.state)></td> },
    };
    columns.iter().map(cell).collect_view()
}

const fn state_class(state: State) -> &'static str {
    match state {
        State::Stated(_) => "column-stated",
        State::Absent => "column-absent",
        State::NotStated => "column-not-stated",
    }
}

/// The size in each column, marked where it differs from the previous column.
fn sizes(columns: &[Column]) -> impl IntoView + use<> {
    let mut before = None;
    let mut cell = |column: &Column| match column.state {
        State::Stated(size) => {
            let class = match before.replace(size) {
                Some(known) if known < size => "size-grew",
                Some(known) if known > size => "size-shrank",
                _ => "size-same",
            };
            any_view! { <td class=class>{size.to_string()}</td> }
        }
        State::Absent => any_view! { <td class="column-absent">"absent"</td> },
        State::NotStated => any_view! { <td class="column-not-stated">"not stated"</td> },
    };
    columns.iter().map(&mut cell).collect_view()
}

/// A member in a column, with the column's layout, if it has one.
type ShownCell<'a> = (&'a Column, Option<&'a Layout>, &'a Cell);

/// A member's row; `all` is how many rows a column without a layout spans, for the first row.
fn row_view(
    row: &Row,
    id: &str,
    shown: &Shown,
    name: &TypeName,
    all: Option<usize>,
) -> impl IntoView + use<> {
    let cells = shown.columns().zip(&row.cells);
    let cells = cells.map(|((column, layout), cell)| (column, layout, cell));
    let cells: Vec<ShownCell<'_>> = cells.collect();
    let unnamed = shown.member(row).is_some_and(|it| it.name.is_none());
    let label = shown.label(row);
    let class = match (unnamed, &row.holder) {
        (true, _) => "member-name member-unnamed",
        (_, Some(_)) => "member-name member-field",
        _ => "member-name",
    };
    let mut newest = None;
    // Equal neighbours are one cell.
    let drawn = cells.chunk_by(continues).filter_map(|run| {
        let (column, layout, cell) = *run.first()?;
        let Some((layout, point)) = layout.zip(column.point()) else {
            let class = state_class(column.state);
            let cell = all.map(|rows| view! { <td class=class rowspan=rows.to_string()></td> });
            return Some(cell.into_any());
        };
        let url = cell.place.row();
        let url = url.map(|row| format!("{}#row-{row}", Route::layout(name, point)));
        newest = url.clone().or(newest.take());
        Some(cell_view(cell, layout, url, run.len()))
    });
    let drawn: Vec<AnyView> = drawn.collect();
    // A link to the member's page, or to its row in the newest layout: the only tab stop of the row.
    let text = breakable(label);
    let named = (!unnamed).then(|| Route::member_named(name, label));
    let page = named.flatten().map(|route| route.to_string());
    let text = match page.or(newest) {
        Some(url) => any_view! { <a href=url aria-label=unbroken(label)>{text}</a> },
        None => text,
    };
    view! {
        <tr id=format!("{}-{id}", shown.arch)>
            <th scope="row" class=class>
                <span>{text}</span>
            </th>
            {drawn}
        </tr>
    }
}

/// Whether a cell continues the one before: both say the same, and neither has a change (a change is marked in its own
/// column alone).
fn continues((_, before, was): &ShownCell<'_>, (_, layout, cell): &ShownCell<'_>) -> bool {
    let (Some(before), Some(layout)) = (before, layout) else {
        return false;
    };
    let place = cell.place.offset_and_bits();
    let stays = cell.place == was.place || place.is_some() && place == was.place.offset_and_bits();
    cell.is_quiet() && was.is_quiet() && stays && erratum(cell, layout) == erratum(was, before)
}

/// The first erratum about a member in a layout.
fn erratum<'a>(cell: &Cell, layout: &'a Layout) -> Option<&'a str> {
    let member = layout.member(cell.place.row()?.as_str())?;
    let errata = match &cell.place {
        Place::Bit { row, .. } => {
            let mut fields = member.bits.known_bits()?.iter();
            &fields.find(|field| field.row == *row)?.errata
        }
        _ => &member.errata,
    };
    errata.first().map(AsRef::as_ref)
}

/// The distance of a move and a new declaration, in words.
fn words(cell: &Cell, layout: &Layout) -> String {
    let by = cell.by.map(|by| format!("by {by}"));
    let anew = [
        Kind::Retyped,
        Kind::Resized,
        Kind::Renamed,
        Kind::FromBits,
        Kind::Added,
    ];
    let now = match &cell.place {
        Place::At { row, size, .. } if cell.kinds.iter().any(|kind| anew.contains(kind)) => layout
            .member(row.as_str())
            .map(|member| format!("now {}, {size} bytes", member.declaration)),
        _ => None,
    };
    joined(by.into_iter().chain(now), "; ")
}

/// A member in some columns. The sign is for the eye, the words are for screen readers and tooltips. The offset links
/// to the member in the layout; it is no tab stop, because there are hundreds of them and the heads lead there too.
fn cell_view(cell: &Cell, layout: &Layout, url: Option<String>, columns: usize) -> AnyView {
    let span = (columns > 1).then(|| columns.to_string());
    let (place, mark, marks) = (&cell.place, cell.mark, cell.marks());
    let erratum = erratum(cell, layout);
    let class = match why_none(place) {
        Some([_, class, _]) if mark != Mark::Gone => class,
        _ => mark::class(mark),
    };
    let title = title(place, &marks, &words(cell, layout));
    let is_quiet = cell.is_quiet() && erratum.is_none();
    let is_titled = !is_quiet || matches!(place, Place::Elsewhere(_));
    // The sign of a removed member is enough.
    let text = match mark {
        Mark::Gone => String::new(),
        _ => text(place),
    };
    let has_sign = !is_quiet && !mark.sign().is_empty();
    let sign = has_sign.then(|| {
        let signs: String = marks.iter().map(|mark| mark.sign()).collect();
        view! { <span class="became-sign" aria-hidden="true">{signs}</span> }
    });
    let why = why_none(place).map(|[.., words]| words.to_owned());
    let text = match why {
        Some(_) => any_view! { <span aria-hidden="true">{text}</span> },
        None => linked(text, url),
    };
    let said = has_sign.then(|| words_of(&marks)).or(why);
    let said = said.map(|words| {
        view! { <span class="visually-hidden">{format!(" {words}")}</span> }
    });
    let erratum = erratum.map(|id| {
        view! {
            <a class="became-erratum" href=format!("#{id}") aria-label="erratum">
                "†"
            </a>
        }
    });
    let said = view! { {sign} {text} {said} {erratum} };
    let said = match columns {
        1 => said.into_any(),
        _ => any_view! { <span class="in-run">{said}</span> },
    };
    any_view! { <td class=class title=is_titled.then_some(title) colspan=span>{said}</td> }
}

fn linked(text: String, url: Option<String>) -> AnyView {
    match url.filter(|_| !text.is_empty()) {
        Some(url) => any_view! { <a href=url tabindex="-1">{text}</a> },
        None => text.into_any(),
    }
}

/// `0x5c`, `0x4c:3`, or the sign for a missing offset.
fn text(place: &Place) -> String {
    match place.offset_and_bits() {
        Some((offset, Some(bits))) => format!("{offset}:{}", bit_range(bits)),
        Some((offset, None)) => offset.to_string(),
        None => why_none(place).map_or_else(String::new, |[sign, ..]| sign.to_owned()),
    }
}

fn words_of(marks: &[Mark]) -> String {
    joined(marks.iter().map(|mark| mark.words()), ", ")
}

fn title(place: &Place, marks: &[Mark], words: &str) -> String {
    let elsewhere = match place {
        Place::Elsewhere(row) => format!("under another row: {row}"),
        _ => String::new(),
    };
    let became = words_of(marks);
    let parts = [became.as_str(), words, &elsewhere];
    joined(parts.into_iter().filter(|part| !part.is_empty()), "; ")
}

/// The marks that a legend explains, in its order.
const EXPLAINED: [Mark; 10] = [
    Mark::Same,
    Mark::MovedWithRest,
    Mark::MovedAlone,
    Mark::Resized,
    Mark::Retyped,
    Mark::Renamed,
    Mark::ToBits,
    Mark::FromBits,
    Mark::New,
    Mark::Gone,
];

/// Why a cell has no offset: sign, CSS class, words.
type AbsenceLabel = [&'static str; 3];

/// Why there is no offset; `None` where there is one.
const fn why_none(place: &Place) -> Option<AbsenceLabel> {
    match place {
        Place::At { .. } | Place::Bit { .. } => None,
        Place::Elsewhere(_) => Some(["↕", "state-elsewhere", "under another row"]),
        Place::Absent => Some(["·", "state-absent", "absent"]),
        Place::NotStated => Some(["?", "state-not-stated", "not stated"]),
    }
}

/// The legend of the signs that the tables have.
pub fn mark_legend<'a>(shown: &'a [Shown], has_errata: bool) -> AnyView {
    let stated = |(shown, row): (&'a Shown, &'a Row)| {
        let cells = shown.layouts.iter().zip(&row.cells);
        cells.filter_map(|(layout, cell)| layout.as_ref().map(|_| cell))
    };
    let rows = shown
        .iter()
        .flat_map(|it| it.history.rows.iter().map(move |row| (it, row)));
    let (mut marks, mut whys) = (BTreeSet::new(), Vec::new());
    for cell in rows.flat_map(stated) {
        marks.extend(cell.marks());
        let why = why_none(&cell.place).filter(|_| cell.mark != Mark::Gone);
        if let Some(why) = why.filter(|why| !whys.contains(why)) {
            whys.push(why);
        }
    }
    let entry = |mark: Mark| {
        let sign = match mark.sign() {
            "" => "0x08",
            sign => sign,
        };
        view! {
            <li>
                <span class=format!("became {}", mark::class(mark))>{sign}</span>
                {mark.words()}
            </li>
        }
    };
    let shown = EXPLAINED.into_iter().filter(|mark| marks.contains(mark));
    let errata = has_errata.then(|| {
        view! { <li><span class="became became-erratum">"†"</span> "corrected (see erratum)"</li> }
    });
    let why = |[sign, class, words]: AbsenceLabel| {
        view! { <li><span class=format!("became {class}")>{sign}</span> {words}</li> }
    };
    any_view! {
        <ul class="mark-legend" aria-label="Signs">
            {shown.map(entry).collect_view()} {errata} {whys.into_iter().map(why).collect_view()}
        </ul>
    }
}

/// The value of the button that shows all. The style sheet hides the parts of `.of-archs` whose architecture
/// (`data-arch`) is not the chosen one.
const ALL: &str = "all";

/// A choice among the shown architectures; empty for a single one.
pub fn arch_choice(shown: &[Shown]) -> AnyView {
    if shown.len() < 2 {
        return ().into_any();
    }
    let both = if shown.len() == 2 { "both" } else { "all" };
    let of = shown.iter().map(|shown| shown.arch.as_str());
    let all = [(ALL, both)].into_iter().chain(of.map(|arch| (arch, arch)));
    let class = "choices arch-choice";
    choice(class, "Architectures", "archs", ALL, all.collect())
}

#[cfg(test)]
mod tests {
    use strata_core::{BitRange, ByteOffset, ByteSize, RowId};

    use super::*;

    fn row(id: &str) -> RowId {
        id.parse().unwrap()
    }

    #[test]
    fn places_are_written_briefly() {
        let bits = |bit, width| Place::Bit {
            holder: row("flags"),
            row: row("bits"),
            offset: ByteOffset::new(0x4c),
            range: BitRange::new(bit, width).unwrap(),
        };
        let shown = [
            at(0x8),
            bits(3, 1),
            bits(4, 8),
            Place::Elsewhere(row("count")),
            Place::Absent,
            Place::NotStated,
        ]
        .map(|place| text(&place));
        assert_eq!(shown, ["0x08", "0x4c:3", "0x4c:4–11", "↕", "·", "?"]);
    }

    fn at(offset: u32) -> Place {
        Place::At {
            row: row("own"),
            offset: ByteOffset::new(offset),
            size: ByteSize::new(4),
        }
    }

    #[test]
    fn a_title_says_all_that_happened() {
        let place = Place::Elsewhere(row("count"));
        assert_eq!(
            title(&place, &[Mark::Blank], ""),
            "under another row: count"
        );
        let moved = title(&at(8), &[Mark::MovedWithRest], "by +0x8");
        assert_eq!(moved, "moved with the rest; by +0x8");
    }
}
