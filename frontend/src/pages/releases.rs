//! The releases of Windows in order, the changes of each, and the structures with a layout there.

use std::collections::BTreeMap;

use crate::pages::prelude::*;
use strata_core::catalogue::{Catalogue, Image, Step};
use strata_core::dataset::Structure;
use strata_core::lookup::{self, Reason};
use strata_core::raw::RawRelease;
use strata_core::{Arch, Dataset, Point, Release};

use super::markdown::Text;

pub fn page(dataset: &Dataset) -> Page<'_> {
    let description = "The releases of Windows that Strata distinguishes, with their builds.";
    Page::read(Route::Releases, "Releases", description, move |_| {
        view(dataset)
    })
}

fn view(dataset: &Dataset) -> AnyView {
    let catalogue = dataset.catalogue();
    let mut images = [0_usize; Release::COUNT];
    let releases = catalogue.images().iter();
    let releases = releases.filter_map(|image| catalogue.release_of(image.build()?));
    releases.for_each(|release| images[release.index()] += 1);
    let rows = Release::all().zip(dataset.releases());
    let rows = rows.map(|(release, raw)| row(release, raw, images[release.index()]));
    let named = [
        "Id",
        "Name",
        "Version",
        "First build",
        "Also written",
        "Architectures",
    ];
    let head = view! { <thead><tr>{named.map(head)} <th scope="col" id="builds">"Images"</th></tr></thead> };
    let name = Name::Label("Releases, in order");
    let text = Text::new(include_str!("releases.md"))
        .with(
            "ladder",
            table("plain-table ladder", name, head, rows.collect()),
        )
        .with("changes", changes(catalogue))
        .with("coverage", coverage(dataset));
    any_view! { <article class="report">{text.view()}</article> }
}

/// A row for a release; `images` is the number of its images with symbol files.
fn row(release: Release, raw: &RawRelease, images: usize) -> AnyView {
    let note = raw.note.clone();
    let note = note.map(|note| view! { <span class="rung-note quiet">{note}</span> });
    let symbols = (images > 0).then(|| {
        let route = Route::images().with_field(Fields::RELEASE, release.id());
        view! { <a href=route.to_string()>{images}</a> }
    });
    any_view! {
        <tr id=format!("release-{release}")>
            <th scope="row" class="figure">{release.id()}</th>
            <td>{raw.name.clone()} {note}</td>
            <td class="figure">{raw.nt_version.clone()}</td>
            <td class="figure">{raw.build.to_string()}</td>
            <td class="figure">{release.aliases().join(", ")}</td>
            <td class="figure">{joined(release.archs().map(Arch::as_str), " ")}</td>
            <td class="figure" id=format!("builds-{release}")>{symbols}</td>
        </tr>
    }
}

/// The changes in the kernels of each release that has any, newest first: a table per release, unfolded on request.
fn changes(catalogue: &Catalogue) -> AnyView {
    let mut changes: BTreeMap<Release, Vec<Change<'_>>> = BTreeMap::new();
    for step in catalogue.steps() {
        if let (Some(release), Some(change)) = (step.release, Change::new(catalogue, step)) {
            changes.entry(release).or_default().push(change);
        }
    }
    let releases = changes.iter().rev();
    let releases = releases.map(|(release, changes)| changes_of(*release, changes));
    releases.collect_view().into_any()
}

/// An image compared with the previous one.
struct Change<'a> {
    before: &'a Image,
    image: &'a Image,
    is_servicing: bool,
    /// The numbers of types: added, removed, changed, changed at the same size.
    counts: [usize; 4],
}

impl<'a> Change<'a> {
    /// `None` where nothing changed.
    fn new(catalogue: &'a Catalogue, step: Step) -> Option<Self> {
        let differences = catalogue.differences(step.from, step.to);
        let changed = &differences.changed;
        let same_size = changed.iter().filter(|ty| differences.keeps_size(ty));
        let (added, removed) = (differences.added.len(), differences.removed.len());
        let counts = [added, removed, changed.len(), same_size.count()];
        let differs = !differences.is_empty();
        differs.then_some(Self {
            before: catalogue.image(step.from)?,
            image: catalogue.image(step.to)?,
            is_servicing: step.is_servicing,
            counts,
        })
    }

    /// `x64: 191 new, 45 gone, 270 changed, 138 of them keep the size`.
    fn summary(&self) -> String {
        let (arch, [added, removed, changed, same_size]) = (self.image.arch, self.counts);
        format!(
            "{arch}: {added} new, {removed} removed, {changed} changed, {same_size} of them keep the size"
        )
    }

    fn row(&self) -> AnyView {
        let version = self.image.version.to_string();
        let module = &self.image.module;
        let module = (!module.is_kernel()).then(|| format!("{module} "));
        let diff = Route::image_diff(self.before, self.image);
        let diff = Some(diff).filter(Route::is_served);
        let head = linked(diff, any_view! { {module} {version} });
        let step = if self.is_servicing {
            "servicing"
        } else {
            "release"
        };
        let cells = (
            figure(self.image.arch.as_str()),
            any_view! { <td>{step}</td> },
            self.counts.map(|count| figure(thousands(count))),
        );
        figure_row(head, cells)
    }
}

fn changes_of(release: Release, changes: &[Change<'_>]) -> AnyView {
    let (servicing, first): (Vec<_>, Vec<_>) = changes.iter().partition(|it| it.is_servicing);
    let servicing = match servicing.len() {
        0 => "not changed by servicing".to_owned(),
        1 => "changed by servicing once".to_owned(),
        more => format!("changed by servicing {} times", thousands(more)),
    };
    let summary = first.into_iter().map(Change::summary);
    let summary = joined(summary.chain([servicing]), "; ");
    let id = format!("changes-{release}");
    let list = Route::structures().with_field(Fields::CHANGED_IN, release.id());
    let rows = changes.iter().map(Change::row).collect();
    let head = heads([
        "Version of the file",
        "Architecture",
        "Step",
        "New",
        "Removed",
        "Changed",
        "These keep the size",
    ]);
    any_view! {
        <details>
            <summary id=id.clone()>
                <b class="figure">{release.id()}</b>
                " "
                <span class="quiet">{summary}</span>
            </summary>
            <p>
                <a href=list.to_string()>{format!("Types that changed in {release}")}</a>
            </p>
            {table("plain-table", Name::Heading(&id), head, rows)}
        </details>
    }
}

/// Audited structures by release: rows are releases, columns are structures, each layout is a link.
fn coverage(dataset: &Dataset) -> AnyView {
    let head = |structure: &Structure| {
        let url = Route::structure(&structure.name).to_string();
        any_view! { <a href=url>{structure.name.to_string()}</a> }
    };
    let columns = dataset.audited().map(head);
    let head = heads(["Release".into_any()].into_iter().chain(columns));
    let row = |(release, _): (Release, &RawRelease)| {
        let cells = dataset.audited().map(|structure| cell(structure, release));
        figure_row(release.id(), cells.collect_view())
    };
    let rows = Release::all().zip(dataset.releases()).map(row);
    let name = Name::Label("Audited structures by release");
    table("plain-table coverage", name, head, rows.collect())
}

/// The architectures with a layout at a release; without one, the source's statement.
fn cell(structure: &Structure, release: Release) -> AnyView {
    let mut links = Vec::new();
    let mut is_absent = true;
    for arch in release.archs() {
        let point = Point::new(release, arch);
        match lookup::at(structure, point) {
            Ok(_) => {
                let label = format!("{} at {point}", structure.name);
                let url = Route::layout(&structure.name, point).to_string();
                links.push(view! { <a href=url aria-label=label>{arch.as_str()}</a> " " });
            }
            Err(missing) => is_absent &= missing.reason == Some(Reason::Absent),
        }
    }
    match (links.is_empty(), is_absent) {
        (false, _) => any_view! { <td class="figure">{links}</td> },
        (true, true) => any_view! { <td class="column-absent">"absent"</td> },
        (true, false) => any_view! { <td class="column-not-stated">"not stated"</td> },
    }
}
