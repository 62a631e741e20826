//! The searchable entries, as plain text: for each structure, member, bit field, nested type, release, build.

use std::collections::BTreeSet;

use super::{Hit, Query, Subject, Why, normal};
use crate::arch::Arch;
use crate::article::{self, Article};
use crate::dataset::{Dataset, Structure};
use crate::history::{self, History};
use crate::history::{Run, runs};
use crate::layout::Layout;
use crate::name::RowId;
use crate::point::Point;
use crate::release::{Build, Version};

#[derive(Clone, Debug)]
pub(super) struct Entry {
    subject: Subject,
    title: String,
    detail: String,
    /// The declarations of a member, with their points.
    declared: Vec<(String, Vec<Point>)>,
    /// Present and former names and spellings: lower case, without underscores, one per line.
    pub(super) names: String,
    /// The words of its names, in the same form.
    pub(super) parts: String,
    /// Its types, in the same form.
    pub(super) types: String,
    pub(super) remarks: String,
    /// The structure that contains it, in the same form.
    pub(super) within: String,
    /// Rank among entries that match equally; lower first.
    pub(super) weight: u8,
    pub(super) runs: Vec<Run>,
    point: Option<Point>,
    /// Other names of a version: the versions of systems that run the kernel, and PDBs.
    also: Vec<Version>,
}

/// The weight of a byte, relative to a bit, in the distance of an offset from the start of a member.
pub(super) const PAST: u32 = 128;

/// The weight of another size than that of the access, in this distance.
const OTHER_SIZE: u32 = 1 << 30;

impl Entry {
    fn new(subject: Subject, title: &str, weight: u8) -> Self {
        let mut entry = Self {
            subject,
            title: title.to_owned(),
            detail: String::new(),
            declared: Vec::new(),
            names: String::new(),
            parts: String::new(),
            types: String::new(),
            remarks: String::new(),
            within: String::new(),
            weight,
            runs: Vec::new(),
            point: None,
            also: Vec::new(),
        };
        entry.name(title);
        entry
    }

    fn name(&mut self, name: &str) {
        if add(&mut self.names, &normal(name)) {
            for part in parts(name) {
                add(&mut self.parts, &part);
            }
        }
    }

    pub(super) const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns whether it is a member that matches the requested offset and size at a requested point.
    pub(super) fn covers(&self, query: &Query) -> bool {
        self.runs
            .iter()
            .any(|run| query.takes(run) && (query.is_access || query.is_sized(run)))
    }

    /// Returns whether it has the size of the access.
    pub(super) fn is_accessed_by(&self, query: &Query) -> bool {
        let mut runs = self.runs.iter();
        runs.any(|run| query.takes(run) && query.is_sized(run))
    }

    /// Returns whether it is the requested version.
    pub(super) fn is_asked_for(&self, query: &Query) -> bool {
        let Subject::Version(own) = self.subject else {
            return false;
        };
        query
            .version
            .is_some_and(|asked| asked == own || self.also.contains(&asked))
    }

    /// Returns whether it is a member at none of the requested points, or another version than requested.
    pub(super) fn beyond(&self, query: &Query) -> bool {
        if matches!(self.subject, Subject::Version(_)) {
            return query.version.is_some() && !self.is_asked_for(query);
        }
        !self.runs.is_empty() && !self.runs.iter().any(|run| query.at(run))
    }

    /// The least distance of the requested offset from the member's start; bit fields come after the integer
    /// that holds them, in order.
    pub(super) fn past(&self, query: &Query) -> u32 {
        let runs = self.runs.iter().filter(|run| query.takes(run));
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

    pub(super) fn hit(&self, query: &Query, why: Why) -> Hit {
        let runs = self.runs.iter().filter(|run| query.takes(run));
        let runs: Vec<Run> = runs.copied().collect();
        let detail = self.declared(&runs);
        Hit {
            subject: self.subject.clone(),
            title: self.title.clone(),
            detail: detail.unwrap_or_else(|| self.detail.clone()),
            why,
            point: runs.last().map(|run| run.last).or(self.point),
            runs,
            path: None,
        }
    }
}

impl Entry {
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

pub(super) fn all(dataset: &Dataset) -> Vec<Entry> {
    let mut entries = Vec::new();
    for structure in dataset.structures() {
        match structure.article() {
            Some(article) => {
                entries.push(of_article(structure, article));
                members(structure, article, &mut entries);
            }
            None => of_type(structure, &mut entries),
        }
    }
    versions(dataset, &mut entries);
    entries
}

fn of_article(structure: &Structure, article: &Article) -> Entry {
    let name = article.name.as_str();
    let mut entry = Entry::new(Subject::Structure(article.name.clone()), name, 0);
    entry.remarks = article.description.to_ascii_lowercase();
    add(&mut entry.remarks, &article.summary.to_ascii_lowercase());
    entry.detail.clone_from(&article.summary);
    entry.point = structure.layouts().last().map(|layout| layout.point);
    entry
}

fn members(structure: &Structure, article: &Article, entries: &mut Vec<Entry>) {
    let history = History::of(structure);
    let name = &structure.name;
    let layouts = structure.every_layout();
    for row in &history.rows {
        let Some(id) = row.ids.last() else { continue };
        let subject = Subject::Member {
            structure: name.clone(),
            row: id.clone(),
        };
        let mut entry = Entry::new(subject, &row.label, 1 + u8::from(row.holder.is_some()));
        let sources = row.sources();
        for layout in &layouts {
            called(&mut entry, layout, row, &sources);
        }
        remarks(&mut entry, structure, article, &sources);
        entry.within = normal(name.as_str());
        entry.runs = runs(&history, row);
        entries.push(entry);
    }
}

/// Adds the name and type of a row in a layout.
fn called(entry: &mut Entry, layout: &Layout, row: &history::Row, sources: &[&RowId]) {
    for member in layout.members() {
        if row.ids.contains(&member.row) {
            entry.name(member.title());
            member.title().clone_into(&mut entry.title);
            add(&mut entry.types, &normal(&member.ty.to_string()));
            entry.detail.clone_from(&member.declaration);
            entry.declare(&member.declaration, layout.point);
        }
        for bits in member.bits.known_bits().unwrap_or_default() {
            if sources.contains(&&bits.row) {
                entry.name(&bits.name);
                let bits = format!(
                    "{} : {} in {}",
                    bits.name,
                    bits.range.width(),
                    member.title()
                );
                entry.declare(&bits, layout.point);
                entry.detail = bits;
            }
        }
    }
}

fn remarks(entry: &mut Entry, structure: &Structure, article: &Article, sources: &[&RowId]) {
    let Some(table) = structure.table() else {
        return;
    };
    for said in table.rows.iter().filter(|said| sources.contains(&&said.id)) {
        add(&mut entry.remarks, &said.remark.to_ascii_lowercase());
        let about = said.about.as_deref().unwrap_or_default();
        add(&mut entry.remarks, &about.to_ascii_lowercase());
    }
    for said in table.bits.iter().filter(|said| sources.contains(&&said.id)) {
        add(&mut entry.remarks, &said.remark.to_ascii_lowercase());
    }
    for erratum in &article.errata {
        let (article::Subject::Row(row) | article::Subject::Bit(row)) = &erratum.subject else {
            continue;
        };
        if sources.contains(&row) {
            add(&mut entry.remarks, "erratum");
            add(&mut entry.remarks, &erratum.why.to_ascii_lowercase());
        }
    }
}

/// Adds entries for a type without article: the type, and each name of a member or value in any layout.
fn of_type(structure: &Structure, entries: &mut Vec<Entry>) {
    let Some(ty) = structure.ty() else {
        return;
    };
    let name = &structure.name;
    let mut entry = Entry::new(Subject::Type(name.clone()), name.as_str(), 3);
    let newest = ty
        .all_classes()
        .max_by_key(|class| class.images.runs().last().copied());
    let size = newest.map(|class| format!("{} of {} bytes", class.kind.as_str(), class.size.get()));
    entry.detail = match structure.summary() {
        "" => size.unwrap_or_default(),
        summary => summary.to_owned(),
    };
    entries.push(entry);
    let within = normal(name.as_str());
    let mut seen = BTreeSet::new();
    for class in ty.all_classes() {
        let members = class
            .members
            .iter()
            .map(|it| (&it.declaration.name, Some(&it.declaration)));
        let values = class.values.iter().map(|it| (&it.name, None));
        for (label, declaration) in members.chain(values) {
            let Some(row) = label.parse().ok().filter(|_| seen.insert(label)) else {
                continue;
            };
            let subject = Subject::Member {
                structure: name.clone(),
                row,
            };
            let mut entry = Entry::new(subject, label, 7);
            entry.within.clone_from(&within);
            entry.detail = declaration.map_or_else(|| "a value".to_owned(), ToString::to_string);
            entries.push(entry);
        }
    }
}

fn versions(dataset: &Dataset, entries: &mut Vec<Entry>) {
    for raw in dataset.releases() {
        let Ok(release) = raw.id.parse() else {
            continue;
        };
        let subject = Subject::Version(Version::Release(release));
        let mut entry = Entry::new(subject, &raw.id, 4);
        entry.detail = format!("{}, build {}", raw.name, raw.build);
        entry.name(&raw.name);
        entry.name(&raw.build.to_string());
        for alias in release.aliases() {
            entry.name(alias);
            let server = alias.strip_prefix("server-");
            server
                .iter()
                .for_each(|it| entry.name(&it.replace('-', "")));
        }
        entries.push(entry);
    }
    let catalogue = dataset.catalogue();
    for image in catalogue.images().iter().filter(|it| it.module.is_kernel()) {
        let point = image.point();
        let version = point.version;
        let weight = if image.arch == Arch::X64 { 5 } else { 6 };
        let mut entry = Entry::new(Subject::Version(version), &version.to_string(), weight);
        entry.detail = format!("a kernel for {}", image.arch);
        entry.point = Some(point);
        entry.name(&image.id());
        entry.also.extend(image.pdb.map(Version::Pdb));
        if let Some(build) = image.build() {
            if let Some(release) = catalogue.release_of(build) {
                entry.detail = format!("a kernel of {release} for {}", image.arch);
            }
            let systems = catalogue.releases_of(build).map(|release| Build {
                number: release.build(),
                ..build
            });
            entry.also.extend(systems.map(Version::Build));
        }
        entries.push(entry);
    }
}

/// Adds a line unless it is there already.
fn add(lines: &mut String, line: &str) -> bool {
    if line.is_empty() || lines.split('\n').any(|known| known == line) {
        return false;
    }
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines.push_str(line);
    true
}

/// Splits a name into words: `LoggerId` into `logger` and `id`, `ETW_PMC_SUPPORT` into three.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut small = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || (small && c.is_uppercase());
        small = c.is_lowercase() || c.is_ascii_digit();
        if begins || parts.is_empty() {
            parts.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| part.len() > 1);
    parts
}
