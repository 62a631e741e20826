//! The page of a kernel known by name: without a symbol file, but with stated or bracketed offsets of some members.

use crate::pages::prelude::*;
use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Missing, Near};
use strata_core::offsets::{
    Bracketing, Column, EDRSANDBLAST, ImageFilter, KPHDYN, Row, Table, Value,
};
use strata_core::{Arch, Dataset, Release};

use super::images::linked;
use super::offsets::{between, shown};
use crate::components::blocks;
use crate::components::sources::source_line;
use crate::page::sources::source_of;
use crate::route::OffsetsQuery;

/// The page of a kernel that is known by name.
pub fn page<'a>(dataset: &'a Dataset, id: &str) -> Result<Page<'a>, Missing> {
    let kernel = dataset.kernels().named(id);
    let kernel = kernel.ok_or_else(|| Missing::plain(format!("There is no image `{id}`.")))?;
    let names = KPHDYN.iter().map(|(_, member, _)| *member);
    let mut names: Vec<&str> = names.chain(EDRSANDBLAST).collect();
    names.sort_unstable();
    let columns = Column::find_all(dataset, &names)?;
    let images = ImageFilter::read(dataset, id)?;
    let table = Table::new(dataset, columns, &images, Bracketing::Include);
    let known = known_offsets(&table).count();
    let id = kernel.id();
    let description = format!("{id}: its hash, its time stamp and {known} known offsets.");
    let route = Route::kernel(kernel);
    Ok(Page::read(route, id, description, move |_| {
        view(dataset, kernel, &table)
    }))
}

fn known_offsets<'a>(
    table: &'a Table<'a>,
) -> impl Iterator<Item = (usize, &'a Row<'a>, &'a Column<'a>, Value)> {
    let columns = table.columns.iter().enumerate();
    let row = table.rows.first().into_iter();
    let cells = row.flat_map(move |row| columns.clone().map(move |(at, column)| (at, row, column)));
    let cells = cells.map(move |(at, row, column)| (at, row, column, table.value(row, at)));
    cells.filter(|(.., value)| *value != Value::NotStated)
}

fn view(dataset: &Dataset, kernel: &Kernel, offsets: &Table<'_>) -> AnyView {
    let catalogue = dataset.catalogue();
    let query = OffsetsQuery {
        images: kernel.id(),
        ..OffsetsQuery::default()
    };
    let others = Route::Offsets { query }.to_string();
    let release = |release: Release| {
        let url = format!("{}#release-{release}", Route::Releases);
        link_item(url, release.id())
    };
    let releases = catalogue.releases_or_fallback(kernel.build).into_iter();
    let releases = releases.map(release).collect_view();
    let rows: Vec<AnyView> = known_offsets(offsets).map(row).collect();
    let table = (!rows.is_empty()).then(|| {
        let label = Name::Label("Offsets, as a table");
        let head = heads(["Member", "Offset", "Known from"]);
        table("plain-table member-table", label, head, rows)
    });
    let near = lookup::around(catalogue, &kernel.module, kernel.build, kernel.arch);
    let none = near.is_empty();
    let in_both = match near[..] {
        [(before, _), (behind, _)] => in_both(dataset, before, behind),
        _ => None,
    };
    let near = near.iter().filter_map(|near| nearest_with(dataset, near));
    let near = near.collect_view();
    let source = source_of(dataset, dataset.kernels().source());
    any_view! {
        <article class="report">
            {crumb(&Route::images(), "Images")}
            <h1 class="structure-name">{kernel.id()}</h1>
            <p class="lede">
                "No symbol file for this kernel: no layouts, only the offsets below."
            </p>
            <dl class="image-facts">
                {file_fact(&kernel.module, kernel.arch, &kernel.build)}
                {fact("Releases with kernels of the same branch", inline_list(releases))}
                {file_facts(kernel)}
            </dl>
            {section("offsets", "Known offsets", any_view! {
                {table}
                <p>
                    <a href=others>"Other members of this kernel"</a>
                </p>
            })}
            {section("near", "The nearest kernels of the same branch with symbol files", any_view! {
                {none.then(|| view! { <p>"None is in the data."</p> })}
                <ul>{near}</ul>
                {in_both}
            })}
            {section("sources", "Listed by", source_line(&source))}
        </article>
    }
}

pub(super) fn file_fact(module: &ModuleName, arch: Arch, version: &impl ToString) -> AnyView {
    let file = view! {
        <code>{module.to_string()}</code>
        ", "
        {arch.as_str()}
        ", version "
        <code>{version.to_string()}</code>
    };
    fact("File", file)
}

/// The facts about a kernel's file, as entries of a description list.
pub(super) fn file_facts(kernel: &Kernel) -> AnyView {
    let facts = [
        ("SHA-256", kernel.sha256.to_string()),
        (
            "Time stamp of the PE header",
            format!("{:08x}", kernel.time_stamp),
        ),
        ("SizeOfImage", format!("{:#x}", kernel.size_of_image)),
        ("Path on a symbol server", kernel.path()),
    ];
    let fact = |(what, value)| fact(what, view! { <code>{value}</code> });
    facts.map(fact).collect_view().into_any()
}

fn nearest_with(dataset: &Dataset, (index, near): &(ImageIndex, Near)) -> Option<AnyView> {
    let image = dataset.catalogue().image(*index)?;
    let away = away(*near).map(|away| format!("{away}: "));
    Some(any_view! { <li>{away.unwrap_or_default()} {linked(image)}</li> })
}

/// How far an image is from the version that was looked up; `None` for the image of that version.
pub(super) fn away(near: Near) -> Option<String> {
    let revisions = |count: u32| format!("{} revisions", thousands(count as usize));
    match near {
        Near::Exact => None,
        Near::First => Some("the first known".to_owned()),
        Near::Before(count) => Some(revisions(count) + " before it"),
        Near::After(count) => Some(revisions(count) + " after it"),
    }
}

/// How many types the bracketing images have alike, of how many.
fn in_both(dataset: &Dataset, before: ImageIndex, behind: ImageIndex) -> Option<AnyView> {
    let catalogue = dataset.catalogue();
    let differences = catalogue.differences(before, behind);
    let total = catalogue.defined_in(behind) + differences.removed.len();
    let equal = total.saturating_sub(differences.len());
    let [equal, total] = [equal, total].map(thousands);
    let diff = Route::image_diff(catalogue.image(before)?, catalogue.image(behind)?);
    let diff = diff.is_served().then(|| {
        view! {
            " "
            <a href=diff.to_string()>"Differences between them"</a>
        }
    });
    let text = format!(
        "{equal} of {total} types have the same layout in both, and so probably in this kernel."
    );
    Some(any_view! { <p>{text} {diff}</p> })
}

fn row((at, row, column, value): (usize, &Row<'_>, &Column<'_>, Value)) -> AnyView {
    let name = any_view! { <code>{breakable(&column.name())}</code> };
    let member = blocks::linked(Route::member(column), name);
    let known = match between(row, at) {
        None => "listed".into_any(),
        Some([before, behind]) => any_view! {
            "inferred: the same in "
            {linked(before)}
            " and "
            {linked(behind)}
        },
    };
    let known = any_view! { <td>{known}</td> };
    headed_row(member, (figure(shown(value)), known))
}

/// Kernels that are known by name alone and match the filter.
pub(super) fn named_only(
    dataset: &Dataset,
    fits: impl Fn(&Kernel) -> bool,
) -> impl Iterator<Item = &Kernel> {
    let catalogue = dataset.catalogue();
    let described = move |kernel: &Kernel| {
        let (module, arch, version): (&ModuleName, _, _) = kernel.key();
        catalogue.image_at(module, arch, version).is_some()
    };
    let kernels = dataset.kernels().all().iter();
    kernels.filter(move |kernel| !described(kernel) && fits(kernel))
}
