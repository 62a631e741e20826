//! The start page: introduction, first steps, and the audited structures with their size curves.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::pages::prelude::*;
use strata_core::dataset::Structure;
use strata_core::diff::Kind;
use strata_core::{Arch, Dataset, Layout, Point, Release};

use super::list::different;
use crate::components::curves::{CurvesView, Growth, rungs, spans};
use crate::components::search::search_field;
use crate::page::sources::source_of;
use crate::page::structure::sizes;

use crate::document::HOME_TITLE;
pub const DESCRIPTION: &str = "Every member’s offset, in every Windows version, on every architecture, with its source and how \
    certain it is.";
/// The structures that most visitors look for.
const SOUGHT: [&str; 3] = ["_EPROCESS", "_KTHREAD", "_PEB"];
const CARDS_LIMIT: usize = 100;
/// The most slots that the layout of the first example may have.
const EXAMPLE_SLOTS: usize = 40;
/// The score of an example in which members became bit fields.
const BITS_WORTH: usize = 8;
/// The releases that the axis above the curves names, by rank; far enough apart for their names.
const NAMED: [usize; 8] = [0, 3, 7, 10, 13, 16, 19, Release::COUNT - 1];

pub fn page(dataset: &Dataset) -> Page<'_> {
    Page::read(Route::Home, HOME_TITLE, DESCRIPTION, move |_| view(dataset))
}

fn view(dataset: &Dataset) -> AnyView {
    let shown = dataset.audited().take(CARDS_LIMIT);
    let cards: Vec<Card<'_>> = shown.map(Card::new).collect();
    let examples = cards.iter().filter_map(|card| examples(dataset, card));
    let examples = examples.max_by_key(|it| it.0).map(|it| it.1);
    let tally = tally(&cards, dataset.audited().count());
    let types = thousands(dataset.structures().len());
    let images = thousands(dataset.catalogue().images().len());
    let cards = cards.iter().map(|card| card.view(dataset)).collect_view();
    any_view! {
        <div class="home">
            <h1>"Structure layouts that Windows does not document"</h1>
            <p class="lede">{DESCRIPTION}</p>
            <div class="front-door">
                {search_field("")}
                <p class="quiet">
                    "A name, " <code>"[rcx+2E0h]"</code> ", " <code>"nt!_EPROCESS+0x2e0"</code> ", "
                    <code>"0x58 word, 0x5a byte"</code>
                    ", a build or the GUID of a PDB. Or paste a dump, an offset table, "
                    <code>"dt"</code> " output or a C header; it stays in your browser."
                </p>
            </div>
            {every_type(dataset, &types, &images)} {examples}
            <nav id="recent" class="recent" aria-label="Recent" hidden>
                <p class="doors-head quiet">"Recent (kept in this browser only):"</p>
                <ul></ul>
                <button type="button">"Clear history"</button>
            </nav>
            {section("structures", "Audited structures", any_view! {
                <p class="quiet">
                    {tally} " The "
                    <a href=Route::Audit.to_string()>"audit"</a>
                    " lists the errors of the sources; the "
                    <a href=Route::About.to_string()>"about"</a>
                    " page explains the terms."
                </p>
                <div class="card axis" aria-hidden="true">
                    {rungs(|release| NAMED.contains(&release.index()))}
                </div>
                <ul class="cards">{cards}</ul>
                <p class="quiet curve-note">
                    "The curves show the size by release, Windows 2000 to Windows 11 24H2, from zero. Solid: x64; dashed: x86. No \
                     line: absent. Grey: not stated by the source."
                </p>
            })}
        </div>
    }
}

/// Structures that many look for, and the lists of all types and images.
fn every_type(dataset: &Dataset, types: &str, images: &str) -> AnyView {
    let known = SOUGHT.iter().filter_map(|name| dataset.structure(name));
    let names = known.map(|structure| &structure.name);
    let sought = names.map(|name| doorway(&Route::structure(name), name.to_string()));
    any_view! {
        <ul class="doorways">
            {sought.collect_view()}
            {doorway(&Route::structures(), format!("All {types} structures, unions and enumerations"))}
            {doorway(&Route::images(), format!("{images} kernel images"))}
        </ul>
    }
}

/// `5 structures, 109 layouts, 61 errata.`
fn tally(cards: &[Card<'_>], audited: usize) -> String {
    let layouts = cards.iter().map(|card| card.layouts.len()).sum();
    let errata = cards.iter().map(Card::errata).sum();
    let shown = match cards.len() < audited {
        true => format!("Of {} structures, the first by name: ", thousands(audited)),
        false => String::new(),
    };
    let structures = counted(cards.len(), "structure");
    let layouts = counted(layouts, "layout");
    format!(
        "{shown}{structures}, {layouts}, {}.",
        many(errata, "erratum")
    )
}

/// Three tasks with one structure as the example, and the score of the example: many changes and a small layout are
/// good. (`static/recent.js` lists the points visited last below.)
fn examples(dataset: &Dataset, card: &Card<'_>) -> Option<(usize, AnyView)> {
    let newest = card.newest()?;
    let name = &card.structure.name;
    let (kinds, from, to) = card.liveliest_step(dataset, newest.arch())?;
    let example = |what: &'static str, how: &'static str, label: String, route: Route| {
        view! {
            <li class="door">
                <a href=route.to_string()><strong>{what}</strong> <code>{label}</code></a>
                <span>{how}</span>
            </li>
        }
    };
    let point = newest.point;
    let layout = example(
        "Browse a layout",
        "Every byte: members, padding, holes, and how certain each is.",
        point.to_string(),
        Route::layout(name, point),
    );
    let diff = example(
        "Compare two versions",
        "What was added, moved, resized, or turned into bits.",
        format!("{from} to {to}"),
        Route::diff(name, from, to),
    );
    let decode = example(
        "Decode bytes",
        "Paste a dump. It is read in your browser and not sent.",
        point.to_string(),
        Route::decode(name, point),
    );
    let view = view! {
        <nav aria-label="Where to begin">
            <p class="doors-head quiet">"For example, with " <code>{name.to_string()}</code> ":"</p>
            <ul class="doors">{layout} {diff} {decode}</ul>
        </nav>
    };
    let is_small = newest.slots.len() <= EXAMPLE_SLOTS;
    Some((usize::from(is_small) * kinds, view.into_any()))
}

/// Whether a release is named below the curve of a card, where there is no common axis.
fn is_end(release: Release) -> bool {
    [0, Release::COUNT - 1].contains(&release.index())
}

struct Card<'a> {
    structure: &'a Structure,
    layouts: Cow<'a, [Layout]>,
}

impl<'a> Card<'a> {
    fn new(structure: &'a Structure) -> Self {
        let layouts = structure.layouts();
        Self { structure, layouts }
    }

    fn errata(&self) -> usize {
        let article = self.structure.article();
        article.map_or(0, |article| article.errata.len())
    }

    fn on(&self, arch: Arch) -> impl DoubleEndedIterator<Item = &Layout> {
        self.layouts.iter().filter(move |it| it.arch() == arch)
    }

    /// The newest layout, for x64 where there is one.
    fn newest(&self) -> Option<&Layout> {
        let mut archs = Arch::PREFERRED.into_iter();
        archs.find_map(|arch| self.on(arch).next_back())
    }

    /// The newest step with the highest score, and the score: its kinds of change, where bit fields weigh more.
    fn liveliest_step(&self, dataset: &Dataset, arch: Arch) -> Option<(usize, Point, Point)> {
        let layouts: Vec<&Layout> = self.on(arch).collect();
        let steps = layouts.windows(2).filter_map(|pair| {
            let [from, to] = pair else { return None };
            let diff = self.structure.diff(dataset, from, to);
            let changes = diff.changes.iter();
            let kinds: BTreeSet<Kind> = changes.flat_map(|it| it.kinds.clone()).collect();
            let bits = usize::from(kinds.contains(&Kind::ToBits)) * BITS_WORTH;
            (!diff.is_empty()).then(|| (kinds.len() + bits, from.point, to.point))
        });
        steps.max_by_key(|step| step.0)
    }

    fn view(&self, dataset: &Dataset) -> AnyView {
        let name = &self.structure.name;
        let growth = Growth::new(&sizes(self.structure));
        let source = source_of(dataset, self.structure.source());
        let history = Route::structure(name).to_string();
        let sizes = spans(&growth.curves);
        let errata = self.errata();
        let errata = (errata > 0).then(|| {
            let url = format!("{}#{name}", Route::Audit);
            view! { <li><a href=url>{many(errata, "erratum")}</a></li> }
        });
        let newest = self.newest().map(|layout| {
            let url = Route::layout(name, layout.point).to_string();
            view! { <a class="button" href=url>"Layout at " <code>{layout.point.to_string()}</code></a> }
        });
        any_view! {
            <li class="card">
                <div>
                    <h3 class="card-name">
                        <a href=history.clone()>{name.to_string()}</a>
                    </h3>
                    <p>{self.structure.summary().to_owned()}</p>
                    <p class="card-source quiet">
                        "Source: "
                        <a href=source.url rel="external noreferrer">{source.author}</a>
                    </p>
                </div>
                <div>
                    <CurvesView
                        growth
                        label=format!("Size of {name}, release by release")
                    />
                    <div class="card-axis" aria-hidden="true">{rungs(is_end)}</div>
                    <ul class="card-sizes">{sizes}</ul>
                </div>
                <div class="card-links">
                    {newest} <a class="button" href=history>"History"</a>
                    <ul class="card-facts quiet" title="A version: a release on an architecture">
                        <li>{format!("{} different layouts", different(&self.layouts))}</li>
                        <li>{format!("over {}", counted(self.layouts.len(), "version"))}</li>
                        {errata}
                    </ul>
                </div>
            </li>
        }
    }
}
