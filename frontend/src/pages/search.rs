//! The search page: its hits, without JavaScript too, and at an address that can be shared.

use std::collections::BTreeSet;

use crate::pages::prelude::*;
use strata_core::catalogue::ImageIndex;
use strata_core::history::Run;
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Near, ReadAs};
use strata_core::search::{
    HITS_LIMIT, Hit, Index, Query, SearchResults, Subject, TEXT_LIMIT, WORDS_LIMIT, Why,
};
use strata_core::{Arch, ByteOffset, Dataset, Layout, Version};

use super::kernel::away;
use crate::components::search::{self, HitLine, search_field};
use crate::page::diagram::gap_key;
use crate::route::{OffsetsQuery, SearchText};
use crate::words::pairs;

/// How many runs of points a hit lists.
const PLACES: usize = 6;
/// Example queries, and what each finds.
const EXAMPLES: &str = "\
    ETW_REALTIME_CONSUMER: a structure, with or without underscores\n\
    LoggerId: a member, in any structure\n\
    0x58 x64: the members that cover that offset\n\
    ETW_REALTIME_CONSUMER+0x5a: the same in one structure, as a debugger writes it\n\
    Links.Blink: a member inside a member\n\
    0x58 word, 0x5a byte, size >= 0x88: the structures with a member at each offset\n\
    size 0x88: the structures of that size\n\
    HANDLE: members of that type\n\
    LoggerId 6.2 x86: one version and architecture\n\
    _EPROCESS 21H2 24H2: the comparison of two versions\n\
    relatime consumr: a misspelt name";

pub fn page(page: SearchPage) -> Page<'static> {
    let draw = |page| any_view! { <SearchView page/> };
    let query = page.query.clone();
    let (route, title) = (Route::Search { query }, page.title());
    Page::read(route, title, DESCRIPTION, move |_| draw(page))
}

#[component]
pub fn SearchView(page: SearchPage) -> impl IntoView {
    let typed = page.query.as_str().to_owned();
    let nowhere = page.hits.is_empty() && page.named.is_empty();
    let found = (!page.hits.is_empty()).then(|| list(&page));
    let nothing = (nowhere && !typed.is_empty()).then(|| nothing(&page, &typed));
    let cut = page.is_longest.then(cut);
    let teach = nowhere.then(examples);
    let named = (!page.named.is_empty()).then(|| named(&page));
    view! {
        <article class="report search-page">
            <h1>"Search"</h1>
            {search_field(&typed)}
            {cut}
            {named}
            {found}
            {nothing}
            {teach}
        </article>
    }
}

fn named(page: &SearchPage) -> AnyView {
    let entry = |named: &Named| {
        let near = named.near.as_ref();
        view! {
            <li>
                {code_link(&named.url, &named.id)}
                {near.map(|near| view! { <span class="quiet">{format!(" {near}")}</span> })}
            </li>
        }
    };
    let entries = page.named.iter().map(entry).collect_view();
    section("named", page.named_as, any_view! { <ul>{entries}</ul> })
}

fn list(page: &SearchPage) -> impl IntoView + use<> {
    let count = counted(page.total, "hit");
    let shown = page.hits.len();
    let mut count = match shown < page.total {
        true => format!(
            "{count}; these are the best {shown}. Add a word, a version or an architecture to narrow the search."
        ),
        false => format!("{count}."),
    };
    if !page.ignored.is_empty() {
        count += &format!(" Left out: {}.", page.ignored.join(", "));
    }
    if let Some(place) = &page.read_as {
        count += &format!(" Read as: {place}.");
    }
    let hits = page.hits.iter().map(entry);
    let hits = any_view! { <ol class="hits">{hits.collect_view()}</ol> };
    view! {
        <p class="hits-count" role="status">{count}</p>
        {hits}
    }
}

fn entry(hit: &HitLine) -> AnyView {
    let link =
        any_view! { <a class="hit" href=hit.url.clone()>{search::hit_parts(hit, PLACES)}</a> };
    any_view! { <li>{link}</li> }
}

/// The note that the query was cut to the limit.
fn cut() -> AnyView {
    let limits = format!(
        "A search has at most {TEXT_LIMIT} characters and {WORDS_LIMIT} words: anything longer is cut."
    );
    any_view! { <p class="quiet">{limits}</p> }
}

fn nothing(page: &SearchPage, typed: &str) -> AnyView {
    if page.is_unknown_pdb {
        return any_view! {
            <p class="hits-count" role="status">
                "No kernel has the PDB " <code>{typed.to_owned()}</code> "."
            </p>
        };
    }
    any_view! {
        <p class="hits-count" role="status">
            "No name, type, size or offset matches " <code>{typed.to_owned()}</code> "."
        </p>
        <p class="quiet">
            "All words must match, in a name, a type or a remark. Offsets and sizes are hexadecimal with 0x. Add \
             a name or an offset: a version or an architecture only filters."
        </p>
    }
}

fn examples() -> AnyView {
    let example = |(text, what): (&'static str, &'static str)| {
        view! {
            <li>
                {code_link(Route::search(text), text)}
                " "
                <span class="quiet">{what}</span>
            </li>
        }
    };
    let body = any_view! {
        <ul class="search-examples">{pairs(EXAMPLES).map(example).collect_view()}</ul>
        <p class="quiet needs-script">
            <kbd>"/"</kbd> " or " <kbd>"Ctrl"</kbd> "+" <kbd>"K"</kbd>
            " goes to the search field from anywhere; the arrow keys choose a hit, Enter opens it."
        </p>
    };
    section("examples", "What you can type", body)
}

pub const DESCRIPTION: &str =
    "Find structures, members, types, releases and builds by name, by offset or by size.";

/// How much shorter than the limit a cut text may be, in bytes: characters are not split.
const CUT_MARGIN: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPage {
    pub query: SearchText,
    pub total: usize,
    pub hits: Vec<HitLine>,
    /// The words that were ignored.
    pub ignored: Vec<String>,
    /// The interpretation of the query's offset: `offset 0x2e0, x64`.
    pub read_as: Option<String>,
    /// Whether the query has the maximal length, so that it may have been cut.
    pub is_longest: bool,
    /// Whether the query is the GUID of a PDB that no kernel has.
    pub is_unknown_pdb: bool,
    /// The kernels that the query names by a version, a PDB, a hash or a time stamp.
    pub named: Vec<Named>,
    pub named_as: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: String,
    pub url: String,
    /// `3 revisions before it`; `None` for an exact match.
    pub near: Option<String>,
}

impl SearchPage {
    pub fn new(dataset: &Dataset, index: &Index, query: &SearchText) -> Self {
        let text = query.as_str();
        let text = lookup::symbol_key(text).unwrap_or(text);
        let read = Query::read(text);
        let mut found = index.search(dataset, &read, HITS_LIMIT);
        let is_pdb = lookup::is_pdb(text);
        if is_pdb {
            // Every kernel with that PDB is in the list of named kernels.
            found = SearchResults::default();
        }
        let (named_as, named) = kernels_named(dataset, text, &found).unwrap_or_default();
        Self {
            query: query.clone(),
            total: found.total,
            hits: lines(dataset, &found),
            ignored: found.ignored.clone(),
            read_as: read.offset_in_words(),
            is_longest: text.len() + CUT_MARGIN >= TEXT_LIMIT || read.words.len() == WORDS_LIMIT,
            is_unknown_pdb: is_pdb && named.is_empty(),
            named,
            named_as,
        }
    }

    /// The address of the page that answers for sure: that of what the text names exactly, or of the only hit.
    pub fn answer(&self) -> Option<&str> {
        if let Some(at) = search::named(self.query.as_str(), &self.hits) {
            return self.hits.get(at).map(|hit| hit.url.as_str());
        }
        // A word inside a name is no name.
        let query = Query::read(self.query.as_str());
        let is_exact = |hit: &&HitLine| {
            hit.why.is_none()
                && self.ignored.is_empty()
                && query.names(hit.of.as_deref(), &hit.title)
        };
        match (&self.hits[..], &self.named[..]) {
            ([hit], []) => Some(hit).filter(is_exact).map(|hit| hit.url.as_str()),
            (_, [kernel]) if kernel.near.is_none() => Some(&kernel.url),
            _ => None,
        }
    }

    pub fn title(&self) -> String {
        match self.query.as_str() {
            "" => "Search".to_owned(),
            text => format!("{text} · Search"),
        }
    }
}

/// The kernels that a query names, where it finds only versions, and their heading.
fn kernels_named(
    dataset: &Dataset,
    text: &str,
    found: &SearchResults,
) -> Option<(&'static str, Vec<Named>)> {
    let is_version = |hit: &Hit| matches!(hit.subject, Subject::Version(_));
    if !found.hits.iter().all(is_version) {
        return None;
    }
    let resolved = lookup::resolve(dataset, text).ok()?;
    let image = |(index, near): &(ImageIndex, Near)| {
        let image = dataset.catalogue().image(*index)?;
        Some(Named {
            id: image.id(),
            url: Route::image(image).to_string(),
            near: away(*near),
        })
    };
    let kernel = |kernel: &Kernel| Named {
        id: kernel.id(),
        url: Route::kernel(kernel).to_string(),
        near: None,
    };
    let mut named: Vec<Named> = resolved.images.iter().filter_map(image).collect();
    let of_images: BTreeSet<String> = named.iter().map(|it| it.id.clone()).collect();
    let kernels = resolved.kernels.iter().map(kernel);
    named.extend(kernels.filter(|it| !of_images.contains(&it.id)));
    named.sort_by_key(|it| it.near.is_some());
    let is_exact = named.iter().any(|it| it.near.is_none());
    let heading = match resolved.read_as {
        ReadAs::Release => "The first kernels of this release",
        _ if is_exact => "Kernels of that name",
        _ => "No kernel has that name; the nearest ones",
    };
    Some((heading, named))
}

pub fn lines(dataset: &Dataset, found: &SearchResults) -> Vec<HitLine> {
    let line = |hit| line(dataset, hit, found);
    found.hits.iter().map(line).collect()
}

fn line(dataset: &Dataset, hit: &Hit, found: &SearchResults) -> HitLine {
    let of = match &hit.subject {
        Subject::Member { structure, .. } | Subject::Gap { structure } => {
            Some(structure.to_string())
        }
        Subject::Structure(_) | Subject::Type(_) | Subject::Version(_) | Subject::Symbol(_) => None,
    };
    let sized = matches!(hit.subject, Subject::Structure(_) | Subject::Type(_));
    let places = hit.runs.iter().map(|run| place(run, sized, found.offset));
    HitLine {
        kind: match &hit.subject {
            Subject::Version(Version::Release(_)) => "release",
            Subject::Version(Version::Build(_) | Version::Pdb(_)) => "build",
            other => other.kind(),
        },
        title: hit.path.as_ref().unwrap_or(&hit.title).clone(),
        of,
        detail: hit.detail.clone(),
        why: reason(hit),
        places: places.collect(),
        url: url(dataset, hit, found),
    }
}

const fn reason(hit: &Hit) -> Option<&'static str> {
    match (hit.why, &hit.subject) {
        (Why::Offset, Subject::Structure(_) | Subject::Type(_)) if !hit.is_known => {
            Some("the offset is past its end")
        }
        (Why::Name | Why::Offset | Why::Size, _) => None,
        (Why::Type, Subject::Type(_)) => Some("contains this name"),
        (Why::Type, _) => Some("has this type"),
        (Why::Remark, _) => Some("mentioned in its description"),
        (Why::Near, _) => Some("similar name"),
    }
}

/// `+0x58 at 6.1 to 6.3 x64`; where a member only covers the requested offset, also its last byte; for a structure, its
/// size.
fn place(run: &Run, sized: bool, asked: Option<ByteOffset>) -> String {
    let place = run.to_string();
    let Some((start, points)) = place.split_once(" at ") else {
        return place;
    };
    if sized {
        return format!("{} bytes at {points}", run.size);
    }
    if asked.is_none_or(|asked| asked == run.offset) {
        return place;
    }
    let end = run.offset.get().saturating_add(run.size.get());
    let last = end.saturating_sub(1);
    format!("{start} to +{} at {points}", ByteOffset::new(last))
}

/// The page of a hit: the comparison of two requested versions; for a member, the newest requested layout; for a structure,
/// its history, or its layout at the requested version; for a release, its own; for a symbol, its addresses.
fn url(dataset: &Dataset, hit: &Hit, found: &SearchResults) -> String {
    if let (Some(name), Some((from, to))) = (hit.subject.structure(), hit.before.zip(hit.point)) {
        return Route::diff(name, from, to).to_string();
    }
    match &hit.subject {
        Subject::Structure(name) | Subject::Type(name) => {
            let is_of_point = found.at_version || matches!(hit.why, Why::Size | Why::Offset);
            let layout = hit.point.filter(|_| is_of_point);
            let layout = layout.map(|point| Route::layout(name, point));
            // An article has all architectures in one page.
            let structure = dataset.structure(name.as_str());
            let structure = structure.filter(|it| it.audited().is_none());
            let has = |arch: &Arch| structure.is_some_and(|it| it.newest(*arch).is_some());
            let arch = found.arch.filter(has).map_or("", Arch::as_str);
            let history = || Route::structure(name).with_field(Fields::ARCH, arch);
            layout.unwrap_or_else(history).to_string()
        }
        Subject::Member { structure, .. } | Subject::Gap { structure } => {
            let Some(point) = hit.point else {
                return Route::structure(structure).to_string();
            };
            let found = dataset.structure(structure.as_str());
            let found = found.and_then(|structure| lookup::at(structure, point).ok());
            let anchor = found.and_then(|found| anchor(&found.layout, hit));
            let anchor = anchor.map(|anchor| format!("#row-{anchor}"));
            Route::layout(structure, point).to_string() + &anchor.unwrap_or_default()
        }
        Subject::Version(Version::Release(release)) => {
            format!("{}#release-{release}", Route::Releases)
        }
        Subject::Version(version) => {
            let images = Route::images().with_field(Fields::TEXT, &version.to_string());
            images.to_string()
        }
        Subject::Symbol(name) => {
            let query = OffsetsQuery {
                members: name.clone(),
                ..OffsetsQuery::default()
            };
            Route::Offsets { query }.to_string()
        }
    }
}

/// The row of a layout that shows a hit: the member's own, or else (for a bit field, or a member with another row
/// there) the row at its offset.
fn anchor(layout: &Layout, hit: &Hit) -> Option<String> {
    let place = hit.runs.last();
    if matches!(hit.subject, Subject::Gap { .. }) {
        return place.map(|run| gap_key(run.offset));
    }
    let own = layout
        .members()
        .find(|member| matches!(&hit.subject, Subject::Member { row, .. } if member.row == *row));
    let there = || {
        let offset = place?.offset;
        layout.members().find(|member| member.offset == offset)
    };
    own.or_else(there).map(|member| member.row.to_string())
}
