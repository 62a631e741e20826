//! The searchable entries, as plain text: for each structure, member, bit field, nested type, release, build.

use std::collections::HashSet;

use super::letters::Letters;
use super::{Hit, Index, Query, Subject, Why, kernel_in_words, lower};
use crate::arch::Arch;
use crate::article::{self, Article};
use crate::catalogue::Type;
use crate::dataset::{Dataset, Structure};
use crate::history::{self, History};
use crate::history::{Run, runs};
use crate::layout::Layout;
use crate::name::RowId;
use crate::point::Point;
use crate::release::{Build, Release, Version};

/// What the index keeps of an entry; its words are in the texts of the index.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) subject: Subject,
    /// Rank among entries that match equally; lower first.
    weight: u8,
    /// The entry of the structure that contains it.
    within: Option<usize>,
    /// The ends of its names, types and remarks in the text of the index.
    pub(super) ends: [usize; 3],
    /// The end of its words in the parts of the index.
    pub(super) parts_end: usize,
    /// The end of its names and their words in the letters of the index.
    pub(super) letters_end: usize,
    /// `None` for a type without article and for its members: their details are looked up when they are shown.
    details: Option<Box<Details>>,
}

#[derive(Clone, Debug, Default)]
struct Details {
    title: String,
    detail: String,
    /// The declarations of a member, with their points.
    declared: Vec<(String, Vec<Point>)>,
    runs: Vec<Run>,
    point: Option<Point>,
    /// Other names of a version: the versions of systems that run the kernel, and PDBs.
    also: Vec<Version>,
}

/// An entry with its words: lower case, without underscores, one per line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    stored: &'a Stored,
    /// Present and former names and spellings.
    pub(super) names: &'a str,
    /// The words of its names.
    pub(super) parts: &'a str,
    pub(super) types: &'a str,
    pub(super) remarks: &'a str,
    /// The name of the structure that contains it.
    pub(super) within: &'a str,
}

/// The words of an entry under construction.
#[derive(Debug, Default)]
struct Words {
    names: String,
    parts: String,
    types: String,
    remarks: String,
}

/// The weight of a byte, relative to a bit, in the distance of an offset from the start of a member.
pub(super) const PAST: u32 = 128;

/// The weight of another size than that of the access, in this distance.
const OTHER_SIZE: u32 = 1 << 30;

impl Words {
    fn of(name: &str) -> Self {
        let mut words = Self::default();
        words.name(name);
        words
    }

    fn name(&mut self, name: &str) {
        if add(&mut self.names, name) {
            each_part(name, |part| {
                add(&mut self.parts, part);
            });
        }
    }
}

impl Index {
    /// Adds an entry; `within` is that of the structure that contains it.
    fn push(
        &mut self,
        subject: Subject,
        weight: u8,
        within: Option<usize>,
        words: &Words,
        details: Option<Details>,
    ) {
        let ends = [&words.names, &words.types, &words.remarks].map(|part| {
            self.text.push_str(part);
            self.text.push('\n');
            self.text.len()
        });
        self.parts.push_str(&words.parts);
        let names = words.names.split('\n').chain(words.parts.split('\n'));
        self.letters.extend(names.map(Letters::of));
        self.entries.push(Stored {
            subject,
            weight,
            within,
            ends,
            parts_end: self.parts.len(),
            letters_end: self.letters.len(),
            details: details.map(Box::new),
        });
    }

    pub(super) fn entry(&self, place: usize) -> Option<Entry<'_>> {
        let stored = self.entries.get(place)?;
        let before = place.checked_sub(1).and_then(|it| self.entries.get(it));
        let start = before.map_or(0, |it| it.ends[2]);
        let parts_start = before.map_or(0, |it| it.parts_end);
        let [names, types, remarks] = stored.ends;
        let line = |start: usize, end: usize| self.text.get(start..end - 1).unwrap_or_default();
        Some(Entry {
            stored,
            names: line(start, names),
            parts: self.parts.get(parts_start..stored.parts_end)?,
            types: line(names, types),
            remarks: line(types, remarks),
            within: match stored.within {
                Some(within) => self.entry(within)?.names,
                None => "",
            },
        })
    }
}

impl Stored {
    pub(super) fn has_runs(&self) -> bool {
        self.details.as_ref().is_some_and(|it| !it.runs.is_empty())
    }

    pub(super) const fn is_member(&self) -> bool {
        self.within.is_some()
    }
}

impl<'a> Entry<'a> {
    pub(super) const fn subject(&self) -> &'a Subject {
        &self.stored.subject
    }

    pub(super) const fn weight(&self) -> u8 {
        self.stored.weight
    }

    fn runs(&self) -> &'a [Run] {
        let details = self.stored.details.as_ref();
        details.map_or(&[], |it| &it.runs)
    }

    /// Returns whether it is a member that matches the requested offset and size at a requested point.
    pub(super) fn covers(&self, query: &Query) -> bool {
        self.runs()
            .iter()
            .any(|run| query.takes(run) && (query.is_access || query.is_sized(run)))
    }

    /// Returns whether it has the size of the access.
    pub(super) fn is_accessed_by(&self, query: &Query) -> bool {
        let mut runs = self.runs().iter();
        runs.any(|run| query.takes(run) && query.is_sized(run))
    }

    /// Returns whether it is the requested version.
    pub(super) fn is_asked_for(&self, query: &Query) -> bool {
        let Subject::Version(own) = *self.subject() else {
            return false;
        };
        let also = |asked| {
            let details = self.stored.details.as_ref();
            details.is_some_and(|it| it.also.contains(&asked))
        };
        query
            .version
            .is_some_and(|asked| asked == own || also(asked))
    }

    /// Returns whether it is a member at none of the requested points, or another version than requested.
    pub(super) fn beyond(&self, query: &Query) -> bool {
        if matches!(self.subject(), Subject::Version(_)) {
            return query.version.is_some() && !self.is_asked_for(query);
        }
        !self.runs().is_empty() && !self.runs().iter().any(|run| query.at(run))
    }

    /// The least distance of the requested offset from the member's start; bit fields come after the integer
    /// that holds them, in order.
    pub(super) fn past(&self, query: &Query) -> u32 {
        let runs = self.runs().iter().filter(|run| query.takes(run));
        let start = |run: &Run| {
            let offset = query.offset.unwrap_or(run.offset).get();
            let past = offset.saturating_sub(run.offset.get());
            let bits = run.bits.map_or(0, |bits| 1 + u32::from(bits.bit()));
            let other_size = if query.is_sized(run) { 0 } else { OTHER_SIZE };
            let past = past.saturating_mul(PAST).saturating_add(bits);
            past.saturating_add(other_size)
        };
        runs.map(start).min().unwrap_or(u32::MAX)
    }

    pub(super) fn hit(&self, dataset: &Dataset, query: &Query, why: Why) -> Hit {
        let details = self.stored.details.as_deref();
        let runs = self.runs().iter().filter(|run| query.takes(run));
        let runs: Vec<Run> = runs.copied().collect();
        let declared = details.and_then(|details| details.declared(&runs));
        let (title, detail) = match details {
            Some(details) => (details.title.clone(), details.detail.clone()),
            None => self.looked_up(dataset).unwrap_or_default(),
        };
        Hit {
            subject: self.subject().clone(),
            title,
            detail: declared.unwrap_or(detail),
            why,
            point: runs
                .last()
                .map(|run| run.last)
                .or(details.and_then(|it| it.point)),
            runs,
            path: None,
            before: None,
            is_known: true,
        }
    }

    /// The title and details of a type without article, or of its member.
    fn looked_up(&self, dataset: &Dataset) -> Option<(String, String)> {
        let structure = dataset.structure_by_name(self.subject().structure()?)?;
        Some(match self.subject() {
            Subject::Member { row, .. } => (row.to_string(), first_declaration(structure, row)),
            _ => (structure.name.to_string(), kind_and_size(structure)),
        })
    }
}

/// The summary of a type without article; without one, its kind and size in the newest layout.
fn kind_and_size(structure: &Structure) -> String {
    if !structure.summary().is_empty() {
        return structure.summary().to_owned();
    }
    let classes = structure.ty().into_iter().flat_map(Type::all_classes);
    let newest = classes.max_by_key(|class| class.images.runs().last().copied());
    newest.map_or_else(String::new, |class| {
        format!("{} of {} bytes", class.kind.as_str(), class.size.get())
    })
}

/// The first declaration of a member, or what a value is.
fn first_declaration(structure: &Structure, row: &RowId) -> String {
    let mut classes = structure.ty().into_iter().flat_map(Type::all_classes);
    let found = classes.find_map(|class| {
        let mut members = class.members.iter().map(|it| &it.declaration);
        let declaration = members.find(|it| *it.name == *row.as_str());
        let is_value = || class.values.iter().any(|it| *it.name == *row.as_str());
        let declaration = declaration.map(ToString::to_string);
        declaration.or_else(|| is_value().then(|| "a value".to_owned()))
    });
    found.unwrap_or_default()
}

impl Details {
    /// Returns its declarations at the shown runs, newest first; they can differ elsewhere.
    fn declared(&self, runs: &[Run]) -> Option<String> {
        let mut declarations: Vec<&str> = Vec::new();
        for run in runs.iter().rev() {
            let holds = |(_, points): &&(String, Vec<Point>)| points.contains(&run.last);
            if let Some((declaration, _)) = self.declared.iter().find(holds)
                && !declarations.contains(&declaration.as_str())
            {
                declarations.push(declaration);
            }
        }
        (!declarations.is_empty()).then(|| declarations.join("; "))
    }

    fn declare(&mut self, declaration: &str, point: Point) {
        let mut known = self.declared.iter_mut();
        match known.find(|(known, _)| known == declaration) {
            Some((_, points)) => points.push(point),
            None => self.declared.push((declaration.to_owned(), vec![point])),
        }
    }
}

impl Index {
    pub(super) fn add_all(&mut self, dataset: &Dataset) {
        for structure in dataset.structures() {
            match structure.article() {
                Some(article) => {
                    self.add_article(structure, article);
                    self.add_members(structure, article);
                }
                None => self.add_type(structure),
            }
        }
        self.add_versions(dataset);
    }

    fn add_article(&mut self, structure: &Structure, article: &Article) {
        let mut words = Words::of(article.name.as_str());
        add_text(&mut words.remarks, &article.description);
        add_text(&mut words.remarks, &article.summary);
        let details = Details {
            title: article.name.to_string(),
            detail: article.summary.clone(),
            point: structure.layouts().last().map(|layout| layout.point),
            ..Details::default()
        };
        let subject = Subject::Structure(article.name.clone());
        self.push(subject, 0, None, &words, Some(details));
    }

    fn add_members(&mut self, structure: &Structure, article: &Article) {
        let within = self.entries.len().checked_sub(1);
        let history = History::of(structure);
        let layouts = structure.every_layout();
        for row in &history.rows {
            let Some(id) = row.ids.last() else { continue };
            let subject = Subject::Member {
                structure: structure.name.clone(),
                row: id.clone(),
            };
            let mut words = Words::of(&row.label);
            let mut details = Details {
                title: row.label.clone(),
                ..Details::default()
            };
            let sources = row.sources();
            for layout in &layouts {
                called((&mut words, &mut details), layout, row, &sources);
            }
            remarks(&mut words, structure, article, &sources);
            details.runs = runs(&history, row);
            let weight = 1 + u8::from(row.holder.is_some());
            self.push(subject, weight, within, &words, Some(details));
        }
        self.histories.insert(structure.name.clone(), history);
    }

    /// Adds entries for a type without article: the type, and each name of a member or value in any layout.
    fn add_type(&mut self, structure: &Structure) {
        let Some(ty) = structure.ty() else {
            return;
        };
        let name = &structure.name;
        let within = Some(self.entries.len());
        let mut words = Words::of(name.as_str());
        self.push(Subject::Type(name.clone()), 3, None, &words, None);
        let mut seen = HashSet::new();
        for label in ty.labels() {
            let Some(row) = seen.insert(label).then(|| label.parse().ok()).flatten() else {
                continue;
            };
            let structure = name.clone();
            words.names.clear();
            words.parts.clear();
            words.name(label);
            self.push(Subject::Member { structure, row }, 7, within, &words, None);
        }
    }

    fn add_versions(&mut self, dataset: &Dataset) {
        for raw in dataset.releases() {
            let Ok(release) = raw.id.parse::<Release>() else {
                continue;
            };
            let mut words = Words::of(&raw.id);
            words.name(&raw.name);
            words.name(&raw.build.to_string());
            for alias in release.aliases() {
                words.name(alias);
                let server = alias.strip_prefix("server-");
                server
                    .iter()
                    .for_each(|it| words.name(&it.replace('-', "")));
            }
            let details = Details {
                title: raw.id.clone(),
                detail: format!("{}, build {}", raw.name, raw.build),
                ..Details::default()
            };
            let subject = Subject::Version(Version::Release(release));
            self.push(subject, 4, None, &words, Some(details));
        }
        let catalogue = dataset.catalogue();
        for image in catalogue.images().iter().filter(|it| it.module.is_kernel()) {
            let point = image.point();
            let version = point.version;
            let weight = if image.arch == Arch::X64 { 5 } else { 6 };
            let mut words = Words::of(&version.to_string());
            words.name(&image.id());
            let mut details = Details {
                title: version.to_string(),
                detail: kernel_in_words(catalogue, point),
                point: Some(point),
                also: image.pdb.map(Version::Pdb).into_iter().collect(),
                ..Details::default()
            };
            if let Some(build) = image.build() {
                let systems = catalogue.releases_of(build).map(|release| Build {
                    number: release.build(),
                    ..build
                });
                details.also.extend(systems.map(Version::Build));
            }
            let subject = Subject::Version(version);
            self.push(subject, weight, None, &words, Some(details));
        }
    }
}

/// Adds the name and type of a row in a layout.
fn called(
    (words, details): (&mut Words, &mut Details),
    layout: &Layout,
    row: &history::Row,
    sources: &[&RowId],
) {
    for member in layout.members() {
        if row.ids.contains(&member.row) {
            words.name(member.title());
            member.title().clone_into(&mut details.title);
            add(&mut words.types, &member.ty.to_string());
            details.detail.clone_from(&member.declaration);
            details.declare(&member.declaration, layout.point);
        }
        for bits in member.bits.known_bits().unwrap_or_default() {
            if sources.contains(&&bits.row) {
                words.name(&bits.name);
                let bits = format!(
                    "{} : {} in {}",
                    bits.name,
                    bits.range.width(),
                    member.title()
                );
                details.declare(&bits, layout.point);
                details.detail = bits;
            }
        }
    }
}

fn remarks(words: &mut Words, structure: &Structure, article: &Article, sources: &[&RowId]) {
    let Some(table) = structure.table() else {
        return;
    };
    for said in table.rows.iter().filter(|said| sources.contains(&&said.id)) {
        add_text(&mut words.remarks, &said.remark);
        let about = said.about.as_deref().unwrap_or_default();
        add_text(&mut words.remarks, about);
    }
    for said in table.bits.iter().filter(|said| sources.contains(&&said.id)) {
        add_text(&mut words.remarks, &said.remark);
    }
    for erratum in &article.errata {
        let (article::Subject::Row(row) | article::Subject::Bit(row)) = &erratum.subject else {
            continue;
        };
        if sources.contains(&row) {
            add_text(&mut words.remarks, "erratum");
            add_text(&mut words.remarks, &erratum.why);
        }
    }
}

/// Adds a text as a line, in lower case, unless it is there already.
fn add_text(lines: &mut String, text: &str) -> bool {
    add_line(lines, text.chars().map(|c| c.to_ascii_lowercase()))
}

/// Adds a name or a type, as words of a query are spelled, unless it is there already.
fn add(lines: &mut String, name: &str) -> bool {
    add_line(lines, lower(name))
}

fn add_line(lines: &mut String, line: impl Iterator<Item = char>) -> bool {
    let end = lines.len();
    if end > 0 {
        lines.push('\n');
    }
    let start = lines.len();
    lines.extend(line);
    let (known, line) = lines.split_at(start);
    let is_new = !line.is_empty() && known.split('\n').all(|known| known != line);
    if !is_new {
        lines.truncate(end);
    }
    is_new
}

/// Splits a name into words: `LoggerId` into `Logger` and `Id`, `ETW_PMC_SUPPORT` into three.
fn each_part(name: &str, mut take: impl FnMut(&str)) {
    let (mut start, mut small) = (0, false);
    let mut take = |range: std::ops::Range<usize>| {
        let part = name.get(range).filter(|part| part.len() > 1);
        part.into_iter().for_each(&mut take);
    };
    for (at, c) in name.char_indices() {
        if !c.is_alphanumeric() {
            take(start..at);
            start = at + c.len_utf8();
        } else if small && c.is_uppercase() {
            take(start..at);
            start = at;
        }
        small = c.is_lowercase() || c.is_ascii_digit();
    }
    take(start..name.len());
}
