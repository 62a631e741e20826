//! The history page of a type that no article describes: per architecture a column for each layout, and the rows that
//! change; for an enumeration, its values.

use std::borrow::Cow;

use crate::view::*;
use strata_core::catalogue::LayoutClass;
use strata_core::dataset::{SourceKind, Structure};
use strata_core::diff::{Diff, Mark};
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Point, Release, TypeName, xref};

use super::structure::table::{head, history, mark_legend, newest_two};
use super::structure::{about, layout_doorway};
use crate::components::sources::{badges, source_line, source_of};
use crate::components::used_by::used_by;
use crate::page::structure::{Cell, HistoryTable, Row, point, steps};
use crate::route::{Form, site_location};

/// How many members that use the type are listed before the rest is folded.
const USES: usize = 20;
/// The query value that asks for all rows, or for all architectures.
const ALL: &str = "all";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePage {
    pub name: TypeName,
    pub archs: Vec<Arch>,
    /// The requested architecture.
    pub arch: Option<Arch>,
    /// The history of each shown architecture: one, or all on a site of static files.
    pub shown: Vec<Shown>,
    /// Whether rows that never change are shown.
    pub all_rows: bool,
}

/// The history on one architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub table: HistoryTable,
    /// For an enumeration, its names, each with its value (or none) for each column that has a layout.
    pub values: Option<Vec<(String, Vec<Option<i64>>)>>,
    /// How many rows are hidden because they never change.
    pub folded: usize,
    /// The changes from each layout to the next.
    pub steps: Vec<Diff>,
}

impl TypePage {
    /// `fields` select the architecture and the rows.
    pub fn new(dataset: &Dataset, structure: &Structure, fields: &Fields) -> Result<Self, Missing> {
        let archs: Vec<Arch> = structure.newest_points().map(|it| it.arch).collect();
        let arch = match fields.get(Fields::ARCH) {
            "" => archs.first().copied(),
            text => Some(lookup::arch(text)?),
        };
        if let Some(arch) = arch.filter(|arch| !archs.contains(arch)) {
            let newest = Release::all().rfind(|release| release.exists_for(arch));
            let point = Point::new(newest.unwrap_or(Release::FIRST), arch);
            let none = Missing::plain(format!("{} has no layout on {arch}.", structure.name));
            return Err(lookup::at(structure, point).err().unwrap_or(none));
        }
        let all_rows = fields.get(Fields::ROWS) == ALL;
        let files = site_location().files.is_some();
        let shown = archs.iter().filter(|own| files || Some(**own) == arch);
        let shown = shown.map(|arch| Shown::new(dataset, structure, *arch, all_rows));
        Ok(Self {
            name: structure.name.clone(),
            shown: shown.collect(),
            archs,
            arch,
            all_rows,
        })
    }

    /// The route for an architecture, with all rows or with those that change.
    pub fn route(&self, arch: Option<Arch>, all_rows: bool) -> Route {
        let arch = arch.filter(|_| arch != self.archs.first().copied());
        let fields = Fields::default().with(Fields::ARCH, arch.map_or("", Arch::as_str));
        let rows = if all_rows { ALL } else { "" };
        Route::structure(&self.name).with_fields(fields.with(Fields::ROWS, rows))
    }
}

fn layouts(structure: &Structure, arch: Arch) -> Vec<Layout> {
    let points = Release::all().map(|release| Point::new(release, arch));
    let layouts = points.filter_map(|point| structure.layout(point).ok());
    layouts.map(Cow::into_owned).collect()
}

impl Shown {
    fn new(dataset: &Dataset, structure: &Structure, arch: Arch, all_rows: bool) -> Self {
        let layouts = layouts(structure, arch);
        let table = HistoryTable::all(structure, &layouts, &[arch])
            .into_iter()
            .next();
        let mut table = table.unwrap_or(HistoryTable {
            arch,
            columns: Vec::new(),
            rows: Vec::new(),
        });
        // A single column is a layout, not a history.
        let single = table.points().count() < 2;
        let all_rows = all_rows || single;
        let values = (structure.kind() == TypeKind::Enum).then(|| values(&table, &layouts));
        let count = values.as_ref().map_or(table.rows.len(), Vec::len);
        let values = values.map(|mut values| {
            values.retain(|(_, cells)| all_rows || cells.windows(2).any(|pair| pair[0] != pair[1]));
            values
        });
        table.rows.retain(|row| all_rows || changes(row));
        if let (true, Some(layout)) = (single, layouts.last()) {
            table.rows.iter_mut().for_each(|row| declare(row, layout));
        }
        let shown = values.as_ref().map_or(table.rows.len(), Vec::len);
        Self {
            folded: count - shown,
            steps: steps(dataset, structure, &layouts, arch),
            table,
            values,
        }
    }
}

/// With a single layout, the rows show the declarations.
fn declare(row: &mut Row, layout: &Layout) {
    if let Some(member) = layout.member(&row.id) {
        row.label.clone_from(&member.declaration);
    }
}

fn changes(row: &Row) -> bool {
    let quiet = |cell: &Cell| matches!(cell.here.mark, Mark::Same | Mark::First);
    !row.cells.iter().all(quiet)
}

/// The names of an enumeration in the order of their newest values, with a value for each column that has a layout.
fn values(table: &HistoryTable, layouts: &[Layout]) -> Vec<(String, Vec<Option<i64>>)> {
    let at = |point: Point| layouts.iter().find(|layout| layout.point == point);
    let layouts: Vec<&Layout> = table.points().filter_map(at).collect();
    let mut names: Vec<(i64, &str)> = Vec::new();
    for value in layouts.iter().rev().flat_map(|layout| &layout.values) {
        if !names.iter().any(|(_, name)| **name == *value.name) {
            names.push((value.value, &value.name));
        }
    }
    names.sort_by_key(|(value, _)| *value);
    let cell = |layout: &&Layout, name: &str| {
        let own = layout.values.iter().find(|value| *value.name == *name);
        own.map(|value| value.value)
    };
    let row = |(_, name): (i64, &str)| {
        let cells = layouts.iter().map(|layout| cell(layout, name));
        (name.to_owned(), cells.collect())
    };
    names.into_iter().map(row).collect()
}

/// The page; `fields` select the architecture and the rows.
pub fn page<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    fields: &Fields,
) -> Result<Page<'a>, Missing> {
    let page = TypePage::new(dataset, structure, fields)?;
    let route = page.route(page.arch, page.all_rows);
    let (name, kind) = (&structure.name, structure.kind().as_str());
    let description =
        format!("{name}: the {kind} of the Windows kernel, member by member, release by release.");
    Ok(Page::read(route, name.as_str(), description, move |_| {
        view(dataset, structure, &page)
    }))
}

fn view(dataset: &Dataset, structure: &Structure, page: &TypePage) -> AnyView {
    let by_hand = structure.ty().and_then(|ty| ty.data_file.as_ref());
    let declared = page.shown.is_empty().then(|| {
        view! { <p>"Declared only: symbol files name this type but do not define it."</p> }
    });
    let shown = page.shown.iter();
    let shown = shown.map(|shown| of_arch(dataset, structure, page, shown));
    let notes = by_hand.into_iter().flat_map(|by_hand| &by_hand.classes);
    let notes = notes.filter_map(note);
    let notes = notes.map(|text| view! { <p class="row-note"><Inline text/></p> });
    let stated = by_hand.map(|by_hand| source_of(dataset, &by_hand.source));
    let sources = about::sources(dataset, structure).into_iter().chain(stated);
    let sources = sources.map(|source| source_line(&source));
    any_view! {
        <article class="report type-page">
            {type_head(structure)} {declared} {arch_links(page)} {notes.collect_view()}
            {shown.collect_view()} {used(dataset, structure)}
            {section("source", "Sources", sources.collect_view().into_any())}
        </article>
    }
}

/// A data file's note on a layout, and where that applies: `5.0 x86: No symbol file.`
fn note(class: &LayoutClass) -> Option<String> {
    let note = class.note.as_ref()?;
    let Some((versions, arch)) = &class.releases else {
        return Some(note.clone());
    };
    let arch = arch.map(|arch| format!(" {arch}")).unwrap_or_default();
    Some(format!("{versions}{arch}: {note}"))
}

fn type_head(structure: &Structure) -> AnyView {
    let (name, kind) = (&structure.name, structure.kind());
    let newest: Vec<Point> = structure.newest_points().collect();
    let layouts = newest
        .iter()
        .filter_map(|it| layout_doorway(structure, *it));
    let decode = newest.first().filter(|_| kind != TypeKind::Enum);
    let decode = decode.map(|point| doorway(&Route::decode(name, *point), "Decode bytes"));
    let json = ApiUrl::structure(name).answered().map(|json| {
        view! {
            <li>
                <a class="button" href=json.to_string() rel="external">"JSON"</a>
            </li>
        }
    });
    let kind = kind.as_str();
    let of_kind = Route::structures().with_field(Fields::KIND, kind);
    let module = structure.ty().map(|ty| &ty.module);
    let module = module.filter(|module| !module.is_kernel());
    let module = module.map(|module| format!(" of {module}"));
    any_view! {
        {crumb(&Route::structures(), "Structures")}
        {history_bar(name.as_str(), any_view! { {layouts.collect_view()} {decode} {json} })}
        <p class="lede">
            <a class="type-kind" href=of_kind.to_string()>{kind}</a>
            {module}
            " "
            {badges(&[SourceKind::Symbols])}
            <Inline text=structure.summary().to_owned()/>
        </p>
    }
}

/// The architectures, each a link to its history; empty for a single one, or where all are shown.
fn arch_links(page: &TypePage) -> AnyView {
    let ([shown], true) = (&page.shown[..], page.archs.len() > 1) else {
        return ().into_any();
    };
    let current = shown.table.arch;
    let link = |arch: &Arch| {
        let here = (current == *arch).then_some("true");
        let route = page.route(Some(*arch), page.all_rows);
        view! {
            <li>
                <a class="button" href=route.to_string() aria-current=here>{arch.as_str()}</a>
            </li>
        }
    };
    any_view! {
        <nav class="arch-links" aria-label="Architecture">
            <ul>{page.archs.iter().map(link).collect_view()}</ul>
        </nav>
    }
}

fn of_arch(dataset: &Dataset, structure: &Structure, page: &TypePage, shown: &Shown) -> AnyView {
    let Shown { table, values, .. } = shown;
    let name = &structure.name;
    let what = match values {
        None => "member",
        Some(_) => "value",
    };
    let other = page.route(Some(table.arch), !page.all_rows).to_string();
    let other = match (shown.folded, page.all_rows) {
        (0, false) => ().into_any(),
        (_, true) if table.points().count() < 2 => ().into_any(),
        (_, true) => any_view! { <p><a href=other>"Only rows that change"</a></p> },
        (_, false) => any_view! {
            <p>
                {format!("{} hidden. ", counted(shown.folded, &format!("unchanged {what}")))}
                <a href=other>"All rows"</a>
            </p>
        },
    };
    let shown_rows = match values {
        None => {
            let tables = std::slice::from_ref(table);
            any_view! {
                {mark_legend(tables, false)}
                <form class="history-form" action=Form::Diff.url(name)>
                    {history(name, table, newest_two(tables))}
                </form>
            }
        }
        Some(values) => values_table(name, table, values),
    };
    let steps = (!shown.steps.is_empty()).then(|| {
        let steps = about::steps(name, table.arch, &shown.steps);
        part("changes", "Change by change", steps)
    });
    any_view! {
        {part("history", "History", any_view! { {other} {shown_rows} })}
        {steps}
        {about::images(dataset, structure, &[table.arch])}
    }
}

/// The values of an enumeration by release: equal neighbours are one cell.
fn values_table(
    name: &TypeName,
    table: &HistoryTable,
    values: &[(String, Vec<Option<i64>>)],
) -> AnyView {
    let stated = table.columns.iter().filter(|it| point(it).is_some());
    let heads = stated.map(|column| head(name, column));
    let row = |(name, cells): &(String, Vec<Option<i64>>)| {
        let cells = cells.chunk_by(|a, b| a == b).filter_map(|run| {
            let (value, span) = (run.first()?, run.len());
            let span = (span > 1).then(|| span.to_string());
            let class = value.map_or("state-absent", |_| "figure");
            let text = value.map_or_else(|| "·".to_owned(), |value| value.to_string());
            Some(view! { <td class=class colspan=span><span class="in-run">{text}</span></td> })
        });
        view! {
            <tr>
                <th scope="row" class="member-name"><code>{name.clone()}</code></th>
                {cells.collect_view()}
            </tr>
        }
    };
    let rows = values.iter().map(row).collect_view();
    any_view! {
        <div class="history-box" role="region" aria-label=format!("Values on {}", table.arch) tabindex="0">
            <table class="history-table values-table">
                <thead>
                    <tr data-rows="">
                        <th scope="col">"Name"</th>
                        {heads.collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The members that use it: the first ones listed, the rest folded.
fn used(dataset: &Dataset, structure: &Structure) -> AnyView {
    let uses = xref::uses(dataset, structure.name.as_str());
    let (first, rest) = uses.split_at(uses.len().min(USES));
    let body = match uses.is_empty() {
        true => any_view! { <p>"No member of another type contains it or holds its address."</p> },
        false => used_by(dataset, first, "used-by"),
    };
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details class="use-more">
                <summary id="used-by-more">{format!("{} more", rest.len())}</summary>
                {used_by(dataset, rest, "used-by-more")}
            </details>
        }
    });
    let title = format!("Used by {}", counted(uses.len(), "member"));
    part("used-by", title, any_view! { {body} {rest} })
}
