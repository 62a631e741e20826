//! Full-text search: structures, members, types, remarks, releases, builds; members by offset, structures by size; with
//! tolerance for misspellings.
//!
//! [`Query`] is the parsed query; [`Index`] is built once from a [`Dataset`], without parsing the lines of the catalogue.
//! The index is plain text that is scanned linearly, which takes less than a millisecond for thirty thousand names: a
//! tree would cost more bytes in the browser than it would save time. Entries without a word of the query are not
//! graded, and hits that are not shown are not sorted.

mod changed;
mod entries;
mod grade;
mod inside;
mod letters;
mod placed;
mod query;
mod several;
mod sized;
pub mod wire;

#[cfg(test)]
mod tests;

pub use query::Query;
pub use several::Access;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ModuleName, Scope, Type};
use crate::dataset::{ChangedIn, Dataset, Structure};
use crate::history::{History, Run};
use crate::lookup::{self, Near};
use crate::name::{RowId, TypeName};
use crate::offsets::Column;
use crate::point::Point;
use crate::release::Version;
use crate::units::{ByteOffset, ByteSize};
use crate::validity::{split_constant, without_prefix};
use crate::words::words;
use changed::Changed;
use entries::{Entry, Stored};
use grade::Grade;
use letters::Letters;
use placed::{Newest, PlacedMember};

/// The maximum length of a query in bytes; the rest is ignored.
pub const TEXT_LIMIT: usize = 200;
/// The maximum number of words in a query.
pub const WORDS_LIMIT: usize = 8;
/// The maximum number of changed types that a hit on an image names.
const CHANGES_SHOWN: usize = 3;
/// The maximum number of hits.
pub const HITS_LIMIT: usize = 100;
/// The digits of the time stamp of a kernel, the shortest name that is a number.
const TIME_STAMP_DIGITS: usize = 8;
/// Filler words of a query.
const NOISE: &str = "\
    kernel build offset field member structure the of in on at ptr qword dword word byte winver mov movzx lea cmp \
    test poi define sizeof offsetof fieldoffset cassert staticassert where is size";
/// The most members and structures each that are offered for a number without a prefix.
const OFFERED_LIMIT: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    Structure(TypeName),
    Member {
        structure: TypeName,
        row: RowId,
    },
    /// Bytes of a structure that belong to no member.
    Gap {
        structure: TypeName,
    },
    Type(TypeName),
    Version(Version),
    /// A function or a variable of the kernel: `nt!PsProcessType`.
    Symbol(String),
}

impl Subject {
    /// Returns a structure if an article describes it, otherwise a type.
    fn of(structure: &Structure) -> Self {
        let name = structure.name.clone();
        match structure.audited() {
            Some(_) => Self::Structure(name),
            None => Self::Type(name),
        }
    }

    /// The structure or type that was found, or that contains what was found.
    pub const fn structure(&self) -> Option<&TypeName> {
        match self {
            Self::Structure(name)
            | Self::Type(name)
            | Self::Member {
                structure: name, ..
            }
            | Self::Gap { structure: name } => Some(name),
            Self::Version(_) | Self::Symbol(_) => None,
        }
    }
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Why {
        Name = "name",
        Type = "type",
        /// By text about it.
        Remark = "remark",
        /// The name resembles the query.
        Near = "near",
        Offset = "offset",
        Size = "size",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub subject: Subject,
    /// A name or a declaration.
    pub title: String,
    /// A description in one line.
    pub detail: String,
    pub why: Why,
    /// The runs of a member, restricted to the requested points.
    pub runs: Vec<Run>,
    /// A point at which to show it.
    pub point: Option<Point>,
    /// The point to compare with `point`, if the comparison was requested.
    pub before: Option<Point>,
    /// The path inside a member that is at the requested offset or was named: `Links.Blink`; `None` for the member
    /// itself. `runs` are then those of the inner member.
    pub path: Option<String>,
    /// False if it is not known at the requested version, or ends before the requested offset.
    pub is_known: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// The best hits, best first, up to the requested number.
    pub hits: Vec<Hit>,
    pub total: usize,
    pub offset: Option<ByteOffset>,
    pub at_version: bool,
    /// The requested architecture.
    pub arch: Option<Arch>,
    /// The words that were ignored: filler words and words without a match.
    pub ignored: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The members of a structure follow it.
    entries: Vec<Stored>,
    /// The names, types and remarks of all entries.
    text: String,
    /// The words of all names.
    parts: String,
    /// The letters of each entry's names and their words.
    letters: Vec<Letters>,
    /// Those of the structures with an article.
    histories: BTreeMap<TypeName, History>,
}

impl Index {
    pub fn new(dataset: &Dataset) -> Self {
        let mut index = Self::default();
        index.add_all(dataset);
        index
    }

    /// The indices of the entries that contain a word, or may be members of a structure that does.
    fn entries_with(&self, word: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = self.text.get(from..).and_then(|rest| rest.find(word)) {
            let ends_before = |entry: &Stored| entry.ends[2] <= from + at;
            let first = self.entries.partition_point(ends_before);
            let Some((entry, behind)) = self.entries.get(first..).and_then(<[_]>::split_first)
            else {
                break;
            };
            let members = behind.iter().take_while(|it| it.is_member());
            let members = members.take(if entry.is_member() { 0 } else { usize::MAX });
            let end = first + 1 + members.count();
            found.extend(first..end);
            from = self.entries.get(end - 1).map_or(from, |it| it.ends[2]);
        }
        found
    }

    /// The indices of the entries that may match the rest of a query.
    fn entries_without_words(&self, query: &Query) -> Vec<usize> {
        let placed = query.offset.is_some() || query.size.is_some();
        let entries = self.entries.iter().enumerate();
        let may = entries.filter(|(_, entry)| !placed || entry.has_runs());
        may.map(|(place, _)| place).collect()
    }

    /// The structures whose name or a member's name contains a word; all without one.
    fn structures_with<'a>(&self, dataset: &'a Dataset, word: Option<&str>) -> Vec<&'a Structure> {
        let Some(word) = word else {
            return dataset.structures().iter().collect();
        };
        let entries = self.entries_with(word).into_iter();
        let entries = entries.filter_map(|place| self.entries.get(place));
        let mut names: Vec<&TypeName> = entries.filter_map(|it| it.subject.structure()).collect();
        names.dedup_by(|one, next| one.as_str() == next.as_str());
        let found = names.into_iter();
        found
            .filter_map(|name| dataset.structure_by_name(name))
            .collect()
    }

    /// The indices of the entries that may contain a misspelt word.
    fn entries_like(&self, word: &str) -> Vec<usize> {
        let mut found = self.entries_with(word);
        let (wanted, mistakes) = (Letters::of(word), grade::mistakes(word));
        let mut first = 0;
        for (place, entry) in self.entries.iter().enumerate() {
            let own = self.letters.get(first..entry.letters_end);
            let mut own = own.unwrap_or_default().iter();
            if mistakes > 0 && own.any(|letters| letters.is_near(wanted, mistakes)) {
                found.push(place);
            }
            first = entry.letters_end;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the best `limit` hits for a query, at most [`HITS_LIMIT`].
    pub fn search(&self, dataset: &Dataset, query: &Query, limit: usize) -> SearchResults {
        self.search_page(dataset, query, 0, limit)
    }

    /// Returns `limit` hits after the best `skipped` ones, at most [`HITS_LIMIT`].
    pub fn search_page(
        &self,
        dataset: &Dataset,
        query: &Query,
        skipped: usize,
        limit: usize,
    ) -> SearchResults {
        if query.is_empty() {
            return SearchResults::default();
        }
        let limit = limit.min(HITS_LIMIT);
        let kernels = kernel_hits(dataset, query);
        if !kernels.is_empty() {
            return SearchResults {
                total: kernels.len(),
                hits: kernels.into_iter().skip(skipped).take(limit).collect(),
                at_version: true,
                ..SearchResults::default()
            };
        }
        let shown = skipped.saturating_add(limit);
        let pointee = pointee(dataset, query);
        let query = pointee.as_ref().unwrap_or(query);
        // Filler words beside a version are that version: `Version 22H2 (OS Build 19045.3803)`.
        let is_version =
            query.version.is_some() && query.words.iter().all(|word| query.is_filler(word));
        let attempts = match is_version {
            true => vec![Attempt::new(query.of_words(Vec::new()), Vec::new())],
            false => attempts(dataset, query),
        };
        // Unchanged members are no hits for a query about changes.
        let may_ignore_more = !is_version && query.changed_in.is_none();
        let without_unknown = || without(query, |word| !self.text.contains(word));
        let last = std::iter::once_with(|| may_ignore_more.then(without_unknown).flatten());
        let mut attempts = attempts.into_iter().chain(last.flatten());
        let has_filler = without(query, |word| query.is_filler(word)).is_some();
        let changed = Changed::new(dataset, query);
        let mut elsewhere = None;
        let found = attempts.find_map(|attempt| {
            let wanted = &attempt.query;
            let mut candidates = self.offered(dataset, wanted);
            let context = (dataset, changed.as_ref());
            candidates.extend(self.candidates(context, wanted, attempt.is_tolerant, shown));
            if candidates.is_empty() {
                return None;
            }
            let found = SearchResults {
                ignored: attempt.ignored,
                ..page(dataset, self, wanted, candidates, skipped, limit)
            };
            // Filler words may be those that are in no name at the version.
            let is_at_version = || found.hits.iter().any(|hit| hit.is_known);
            if has_filler && query.version.is_some() && !is_at_version() {
                elsewhere.get_or_insert(found);
                return None;
            }
            Some(found)
        });
        let found = found.or(elsewhere).unwrap_or_default();
        let is_near = |hit: &Hit| matches!(hit.why, Why::Near);
        let symbol = query.symbol.as_deref().filter(|_| skipped == 0);
        let symbol = symbol.filter(|_| found.hits.iter().all(is_near));
        match symbol.and_then(|name| symbol_hit(dataset, name)) {
            Some(hit) => SearchResults {
                hits: vec![hit],
                total: 1,
                ..SearchResults::default()
            },
            None => found,
        }
    }

    /// The structures of this size and the members at this offset if the query is a number without a prefix, which
    /// can also be a part of a name.
    fn offered(&self, dataset: &Dataset, query: &Query) -> Vec<Candidate<'_>> {
        let Some(number) = query.bare else {
            return Vec::new();
        };
        let of_size = Query {
            size: Some(ByteSize::new(number)),
            ..Query::default()
        };
        let at_offset = Query {
            offset: Some(ByteOffset::new(number)),
            ..Query::default()
        };
        let found = [of_size, at_offset].map(|query| self.search(dataset, &query, OFFERED_LIMIT));
        let hits = found.into_iter().flat_map(|found| found.hits);
        hits.map(Candidate::Hit).collect()
    }

    /// The matches of a query, the best `shown` sorted; with misspellings if `near`.
    fn candidates<'a>(
        &'a self,
        (dataset, changed): (&'a Dataset, Option<&Changed<'_>>),
        query: &Query,
        near: bool,
        shown: usize,
    ) -> Vec<Candidate<'a>> {
        if !query.accesses.is_empty() {
            let found = several::structures(dataset, query).into_iter();
            return found.map(Candidate::Hit).collect();
        }
        let takes = |subject: &Subject| changed.is_none_or(|changed| changed.takes(subject));
        let mut found = match (query.longest_word(), near) {
            (Some(word), false) => self.graded(query, self.entries_with(word), grade::grade),
            (Some(word), true) => self.graded(query, self.entries_like(word), grade::near),
            (None, false) => self.graded(query, self.entries_without_words(query), grade::grade),
            (None, true) => Vec::new(),
        };
        found.retain(|(_, place)| {
            let entry = self.entries.get(*place);
            entry.is_some_and(|entry| takes(&entry.subject))
        });
        // Only hits that are shown are sorted.
        if let Some((best, _, _)) = (shown < found.len()).then(|| found.select_nth_unstable(shown))
        {
            best.sort_unstable();
        } else {
            found.sort_unstable();
        }
        let mut first = inside::members(dataset, self, query, near);
        let (gaps, older_gaps) = sized::gaps(dataset, query);
        // Of several words, the name may be that of a member.
        let (ends, may_end) = match query.is_behind_name {
            true => (sized::end(dataset, query), None),
            false => (None, sized::end(dataset, query)),
        };
        first.extend(ends);
        first.extend(gaps);
        first.extend(sized::sizes(dataset, query));
        first.retain(|hit| takes(&hit.subject));
        let entries = found
            .iter()
            .filter_map(|(grade, place)| Some(Candidate::Entry(self.entry(*place)?, grade.why())));
        let placed = placed::members(dataset, self, query).into_iter();
        let placed = placed.filter(|placed| takes(&placed.subject()));
        let mut candidates: Vec<Candidate<'_>> = first.into_iter().map(Candidate::Hit).collect();
        candidates.extend(entries);
        candidates.extend(placed.map(Candidate::Placed));
        let older_gaps = older_gaps.into_iter().filter(|hit| takes(&hit.subject));
        candidates.extend(older_gaps.chain(may_end).map(Candidate::Hit));
        by_place(&mut candidates, query);
        candidates
    }

    fn graded(
        &self,
        query: &Query,
        candidates: Vec<usize>,
        grade: fn(&Entry<'_>, &Query, &[String]) -> Option<Grade>,
    ) -> Vec<(Grade, usize)> {
        let phrases = match query.words.len() {
            0 | 1 => Vec::new(),
            _ => vec![query.words.join(" "), query.words.concat()],
        };
        let grade = |entry: &Entry<'_>| grade(entry, query, &phrases);
        let graded = candidates
            .into_iter()
            .filter_map(|place| Some((grade(&self.entry(place)?)?, place)));
        graded.collect()
    }
}

/// Returns the members of any type that cover an offset at any point, audited types first: `limit` of them, after the
/// first `skipped`.
pub fn covering(
    index: &Index,
    dataset: &Dataset,
    query: &Query,
    skipped: usize,
    limit: usize,
) -> SearchResults {
    let covers = |entry: &Entry<'_>| entry.covers(query);
    let mut entries: Vec<Entry<'_>> = index
        .entries_without_words(query)
        .into_iter()
        .filter_map(|place| index.entry(place))
        .filter(covers)
        .collect();
    entries.sort_by_key(|entry| entry.past(query));
    let entries = entries.into_iter();
    let mut candidates: Vec<Candidate<'_>> = entries
        .map(|entry| Candidate::Entry(entry, Why::Offset))
        .collect();
    let placed = placed::members(dataset, index, query).into_iter();
    candidates.extend(placed.map(Candidate::Placed));
    by_place(&mut candidates, query);
    page(dataset, index, query, candidates, skipped, limit)
}

/// Sorts members at an offset: what a segment holds comes first, members of another size than the access come last;
/// of the others, those that begin at the offset come before those that contain it, unless their type is named.
fn by_place(candidates: &mut [Candidate<'_>], query: &Query) {
    if query.offset.is_none() {
        return;
    }
    let is_past = |past: u32| past >= entries::PAST;
    candidates.sort_by_cached_key(|candidate| match candidate {
        Candidate::Hit(_) => (true, false, false),
        Candidate::Entry(entry, _) => (
            true,
            query.is_access && !entry.is_accessed_by(query),
            is_past(entry.past(query)),
        ),
        Candidate::Placed(it) => (
            !it.is_in_segment,
            !it.is_accessed,
            !it.named && is_past(it.past),
        ),
    });
}

/// A possible hit; only those that are shown become hits.
enum Candidate<'a> {
    Hit(Hit),
    Entry(Entry<'a>, Why),
    Placed(PlacedMember<'a>),
}

/// The `limit` hits after the first `skipped`.
fn page(
    dataset: &Dataset,
    index: &Index,
    query: &Query,
    candidates: Vec<Candidate<'_>>,
    skipped: usize,
    limit: usize,
) -> SearchResults {
    let total = candidates.len();
    let shown = candidates.into_iter().skip(skipped).take(limit);
    let scopes = OnceCell::new();
    let hit = |candidate| {
        let hit = match candidate {
            Candidate::Hit(hit) => hit,
            Candidate::Entry(entry, why) => {
                let scopes = || scopes.get_or_init(|| placed::scopes(dataset.catalogue(), query));
                with_details(dataset, query, scopes, entry.hit(dataset, query, why))
            }
            Candidate::Placed(placed) => placed.hit(dataset.catalogue(), query),
        };
        let asked = asked_for(dataset, query, &hit);
        let sized = sized_at(dataset, query, &hit, asked);
        let (detail, is_known) = sized.unwrap_or_else(|| (hit.detail.clone(), hit.is_known));
        let point = asked.or(hit.point);
        let hit = Hit {
            detail,
            point,
            is_known,
            ..hit
        };
        let hit = compared(dataset, query, hit);
        let hit = inside::narrowed(dataset, index, query, hit);
        match changed_version(dataset, query) {
            Some(version) => changed::around(version, hit),
            None => hit,
        }
    };
    let mut hits: Vec<Hit> = shown.map(hit).collect();
    if query.version.is_some() {
        hits.sort_by_key(|hit| !hit.is_known);
    }
    SearchResults {
        hits,
        total,
        offset: query.offset,
        at_version: query.version.is_some(),
        arch: query.arch,
        ignored: Vec::new(),
    }
}

/// Adds to a hit what the index lacks: for a member of a type without article, its place at the requested version,
/// otherwise in every image; for an image, its changes.
fn with_details<'a>(
    dataset: &Dataset,
    query: &Query,
    scopes: impl FnOnce() -> &'a Vec<Option<Scope>>,
    hit: Hit,
) -> Hit {
    match &hit.subject {
        Subject::Member { structure, .. } if hit.runs.is_empty() => {
            let scopes = scopes();
            let structure = dataset.structure_by_name(structure);
            let ty = structure.and_then(Structure::ty);
            let newest = ty.and_then(|ty| {
                let member = (ty, hit.title.as_str());
                Newest::find(dataset.catalogue(), scopes, member, |_| true)
            });
            let Some((ty, newest)) = ty.zip(newest) else {
                let is_value = ty.is_some_and(|ty| has_value(ty, &hit.title, scopes));
                return match query.version {
                    Some(version) if !is_value => Hit {
                        detail: format!("{}: {}", not_known(version, query.arch), hit.detail),
                        is_known: false,
                        ..hit
                    },
                    _ => hit,
                };
            };
            let mut run = newest.run;
            let runs = match query.version {
                Some(version) => {
                    run.last.version = version;
                    run.first = run.last;
                    vec![run]
                }
                None => {
                    let member = (ty, hit.title.as_str());
                    let mut runs = placed::runs(dataset.catalogue(), member, |_| true);
                    runs.retain(|run| query.at(run));
                    runs
                }
            };
            Hit {
                detail: newest.declaration.to_string(),
                point: Some(run.last),
                runs,
                ..hit
            }
        }
        Subject::Version(Version::Build(_) | Version::Pdb(_)) => with_changes(dataset, hit),
        _ => hit,
    }
}

fn with_changes(dataset: &Dataset, mut hit: Hit) -> Hit {
    if let Some(changes) = changes(dataset, &hit) {
        hit.detail += &format!("; changed {changes}");
    }
    hit
}

fn not_known(version: Version, arch: Option<Arch>) -> String {
    match arch {
        Some(arch) => format!("not known at {version} on {arch}"),
        None => format!("not known at {version}"),
    }
}

/// Whether an enumeration has this value in one of the images.
fn has_value(ty: &Type, name: &str, scopes: &[Option<Scope>]) -> bool {
    let images = scopes.iter().flatten().filter_map(|scope| scope.image);
    let mut classes = images.filter_map(|image| ty.class_of(image));
    classes.any(|class| class.values.iter().any(|value| *value.name == *name))
}

/// The types that differ from the previous image, those of articles first.
fn changes(dataset: &Dataset, hit: &Hit) -> Option<String> {
    let catalogue = dataset.catalogue();
    let image = catalogue.image_for(&ModuleName::kernel(), hit.point?)?;
    let mut changed = catalogue
        .differences(catalogue.predecessor(image)?, image)
        .changed;
    let audited: Vec<&Type> = dataset.audited().filter_map(Structure::ty).collect();
    let is_audited = |ty: &&Type| audited.iter().any(|it| std::ptr::eq(*it, *ty));
    changed.sort_by_key(|ty| !is_audited(ty));
    let named = changed
        .iter()
        .take(CHANGES_SHOWN)
        .map(|ty| ty.name.as_str());
    let named: Vec<&str> = named.collect();
    let more = match changed.len().saturating_sub(CHANGES_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| format!("{}{more}", named.join(", ")))
}

/// The version in which the hits have changed, if the query asks for changes.
fn changed_version(dataset: &Dataset, query: &Query) -> Option<Version> {
    match query.changed_in? {
        ChangedIn::Release(release) => Some(Version::Release(release)),
        ChangedIn::Image(image) => Some(dataset.catalogue().image(image)?.point().version),
    }
}

/// The kind and size, at the requested point, of a type about which nothing else is said, and whether they are known there.
fn sized_at(
    dataset: &Dataset,
    query: &Query,
    hit: &Hit,
    point: Option<Point>,
) -> Option<(String, bool)> {
    let Subject::Type(name) = &hit.subject else {
        return None;
    };
    let structure = dataset.structure_by_name(name)?;
    if !structure.summary().is_empty() || matches!(hit.why, Why::Size) || !hit.is_known {
        return None;
    }
    let newest = || structure.newest(query.arch?);
    Some(match (point.or_else(newest), query.version) {
        (Some(point), _) => {
            let layout = structure.layout(point).ok()?;
            let (kind, size) = (layout.kind.as_str(), layout.size.get());
            (format!("{kind} of {size} bytes at {point}"), true)
        }
        (None, Some(version)) => (not_known(version, query.arch), false),
        (None, None) => return None,
    })
}

/// A hit for which two versions are requested: the comparison of the structure, or that one of them is not known.
fn compared(dataset: &Dataset, query: &Query, hit: Hit) -> Hit {
    let asked = query.before.zip(query.version);
    let Some(((before, version), name)) = asked.zip(hit.subject.structure()) else {
        return hit;
    };
    let own = query.arch.or(hit.point.map(|point| point.arch));
    let arch = own.unwrap_or(Arch::X64);
    let [from, to] = [before, version].map(|version| Point { version, arch });
    let structure = dataset.structure_by_name(name);
    let is_at = |point: &Point| structure.is_some_and(|it| lookup::at(it, *point).is_ok());
    let unknown = [from, to].into_iter().find(|point| !is_at(point));
    Hit {
        detail: match unknown {
            None => format!("{from} compared with {to}"),
            Some(point) => not_known(point.version, Some(arch)),
        },
        is_known: unknown.is_none(),
        before: Some(from),
        point: Some(to),
        ..hit
    }
}

/// The hit on the symbol with this name, if the kernel has it.
fn symbol_hit(dataset: &Dataset, name: &str) -> Option<Hit> {
    let column = Column::symbol(dataset, name).ok()??;
    let title = column.name();
    let (_, last) = column.point_ranges().pop()?;
    Some(Hit {
        subject: Subject::Symbol(title.clone()),
        title,
        detail: format!("address in the kernel, up to {last}"),
        why: Why::Name,
        runs: Vec::new(),
        point: None,
        before: None,
        path: None,
        is_known: true,
    })
}

/// The kernels that a query names by an id, the GUID of a PDB without its age, a hash or a time stamp, with or without a symbol
/// file.
fn kernel_hits(dataset: &Dataset, query: &Query) -> Vec<Hit> {
    // What resembles none of them is not compared with the name of each kernel.
    let is_hex = |c: char| c.is_ascii_hexdigit() || "{}-xX".contains(c);
    let may_name = |name: &&str| {
        lookup::is_image_name(name) || name.len() >= TIME_STAMP_DIGITS && name.chars().all(is_hex)
    };
    let name = query.symbol.as_deref().filter(may_name);
    let resolved = name.and_then(|name| lookup::resolve(dataset, name).ok());
    let Some(resolved) = resolved.filter(|_| query.changed_in.is_none()) else {
        return Vec::new();
    };
    let catalogue = dataset.catalogue();
    let images = resolved
        .images
        .iter()
        .filter(|(_, near)| *near == Near::Exact);
    let images = images.filter_map(|(index, _)| catalogue.image(*index));
    let mut points: Vec<Point> = images.map(Image::point).collect();
    let kernels = resolved.kernels.iter().map(|kernel| Point {
        version: Version::Build(kernel.build),
        arch: kernel.arch,
    });
    for kernel in kernels {
        if !points.contains(&kernel) {
            points.push(kernel);
        }
    }
    let hits = points.into_iter().map(|point| Hit {
        subject: Subject::Version(point.version),
        title: point.version.to_string(),
        detail: kernel_in_words(catalogue, point),
        why: Why::Name,
        runs: Vec::new(),
        point: Some(point),
        before: None,
        path: None,
        is_known: true,
    });
    hits.map(|hit| with_changes(dataset, hit)).collect()
}

/// `a kernel of 2004 for x64`
fn kernel_in_words(catalogue: &Catalogue, point: Point) -> String {
    let release = match point.version {
        Version::Build(build) => catalogue.release_of(build),
        Version::Release(_) | Version::Pdb(_) => None,
    };
    match release {
        Some(release) => format!("a kernel of {release} for {}", point.arch),
        None => format!("a kernel for {}", point.arch),
    }
}

/// The point of a hit at the requested version, otherwise at the version in which it changed.
fn asked_for(dataset: &Dataset, query: &Query, hit: &Hit) -> Option<Point> {
    let version = query.version.or_else(|| changed_version(dataset, query))?;
    let structure = dataset.structure_by_name(hit.subject.structure()?)?;
    let own = query.arch.or(hit.point.map(|point| point.arch));
    let archs = own.into_iter().chain(Arch::PREFERRED);
    let mut points = archs.map(|arch| Point { version, arch });
    points.find(|point| structure.layout(*point).is_ok())
}

/// The query for the type to which a word points, if only that type is known: `PEPROCESS`.
fn pointee(dataset: &Dataset, query: &Query) -> Option<Query> {
    let pointer = query.pointer.as_deref()?;
    let name = pointer.get(1..)?;
    if dataset.find(pointer).is_ok() || dataset.find(name).is_err() {
        return None;
    }
    let (pointer, name) = (normal(pointer), normal(name));
    let words = query.words.iter();
    let words = words.map(|word| if *word == pointer { &name } else { word });
    Some(query.of_words(words.cloned().collect()))
}

/// A query to try in place of the user's.
#[derive(Clone)]
struct Attempt {
    query: Query,
    /// The words of the user's query that it ignores.
    ignored: Vec<String>,
    /// Whether misspelt words match, too.
    is_tolerant: bool,
}

impl Attempt {
    const fn new(query: Query, ignored: Vec<String>) -> Self {
        Self {
            query,
            ignored,
            is_tolerant: false,
        }
    }

    /// Returns the same query for a structure and its member at any offset.
    fn at_any_offset(&self) -> Option<Self> {
        let query = &self.query;
        let offset = query.offset.filter(|_| query.words.len() > 1)?;
        let mut ignored = self.ignored.clone();
        ignored.push(offset.to_string());
        let query = Query {
            offset: None,
            size: query.size.filter(|_| !query.is_access),
            ..query.clone()
        };
        Some(Self::new(query, ignored))
    }
}

/// Returns the queries to try, in order: all words; without filler words; the structure and the member in the name of a
/// constant; the same at any offset; with misspellings.
fn attempts(dataset: &Dataset, query: &Query) -> Vec<Attempt> {
    let whole = Attempt::new(query.clone(), Vec::new());
    let meaningful = without(query, |word| query.is_filler(word));
    let in_constant = in_constant(dataset, query);
    let known = [in_constant.as_ref(), meaningful.as_ref(), Some(&whole)];
    let anywhere = known.map(|it| it?.at_any_offset());
    let misspelt = Attempt {
        is_tolerant: true,
        ..whole.clone()
    };
    let mut attempts = vec![Some(whole), meaningful, in_constant];
    // Beside an offset, `kernel` more likely names the code that uses the member.
    if query.offset.is_some() || query.is_of_windows() {
        attempts.swap(0, 1);
    }
    if query.changed_in.is_none() {
        attempts.extend(anywhere);
        attempts.push(Some(misspelt));
    }
    attempts.into_iter().flatten().collect()
}

/// Returns a query without some of its words; `None` if it has none of them, or nothing else.
fn without(query: &Query, is_ignored: impl Fn(&str) -> bool) -> Option<Attempt> {
    let words = query.words.iter().cloned();
    let (ignored, words): (Vec<String>, Vec<String>) = words.partition(|word| is_ignored(word));
    let words = query.of_words(words);
    (!ignored.is_empty() && !words.is_empty()).then(|| Attempt::new(words, ignored))
}

/// Returns the query for the structure and the member in the name of a constant, or for the member after a prefix
/// without meaning. It ignores the other words.
fn in_constant(dataset: &Dataset, query: &Query) -> Option<Attempt> {
    let name = query.constant.as_deref()?;
    let bare = without_prefix(name);
    let (words, point) = match split_constant(dataset, bare) {
        Some((structure, member, point)) => {
            (vec![normal(structure.name.as_str()), normal(member)], point)
        }
        None if bare != name => (vec![normal(bare)], Default::default()),
        None => return None,
    };
    let mut ignored = query.words.clone();
    ignored.retain(|word| *word != normal(name));
    let query = Query {
        words,
        arch: query.arch.or(point.arch),
        version: query.version.or(point.version),
        ..query.clone()
    };
    Some(Attempt::new(query, ignored))
}

/// Normalizes a text for comparison: lower case, without underscores.
fn normal(text: &str) -> String {
    lower(text).collect()
}

fn lower(text: &str) -> impl Iterator<Item = char> {
    let letters = text.chars().filter(|c| *c != '_');
    letters.map(|c| c.to_ascii_lowercase())
}
