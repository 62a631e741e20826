//! `strata check [DIR]`: validates a folder of data files. Prints diagnostics as a compiler would.

mod overlay;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use strata_core::article::{Article, CorrectedField, Erratum, Subject};
use strata_core::audit::{Field, Finding, Report, Rule, TypeFinding};
use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::decode::{Compiled, DecodeError};
use strata_core::name::without_tag_underscore;
use strata_core::raw::{Place, RawDataset};
use strata_core::release::Release;
use strata_core::types::SCALARS;
use strata_core::{Arch, Dataset, Layout, TypeName, lookup};

use crate::data::{DataFiles, Diagnostic, Locator, Severity};

#[derive(Debug)]
pub struct Outcome {
    pub diagnostics: Vec<Diagnostic>,
    /// One line: the counts of checked and of found items; empty if nothing could be checked.
    pub summary: String,
}

impl Outcome {
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// In its alternate form, like a [`Diagnostic`], without the content of files.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Errors alone have no summary.
        let end = if self.summary.is_empty() { "" } else { "\n" };
        for diagnostic in &self.diagnostics {
            diagnostic.fmt(f)?;
            f.write_str(end)?;
        }
        write!(f, "{}{end}", self.summary)
    }
}

/// Checks data files (built-in ones like any others): their format, and the audit's findings.
pub fn check(files: &DataFiles) -> Outcome {
    let files = files.unproved();
    check_own(&files, &files)
}

/// An operator's own folder or catalogue, checked with the built-in data.
#[derive(Debug)]
pub struct CheckedFolder {
    pub own: DataFiles,
    /// The own files together with the files that they extend.
    pub files: DataFiles,
    /// Its diagnostics name the own files by their paths.
    pub outcome: Outcome,
}

/// Reads and checks a folder. If files cannot be read, nothing else is checked.
pub fn check_folder(folder: &Path) -> Result<CheckedFolder, Vec<Diagnostic>> {
    let (own, ignored) = DataFiles::read(folder)?;
    let shown = own.clone().shown_in(folder);
    Ok(CheckedFolder {
        outcome: checked(&DataFiles::beside_built_in(&shown), &shown, ignored),
        files: DataFiles::beside_built_in(&own),
        own,
    })
}

/// Checks the `own` data files, and counts only them; `files` are these and those that they extend.
///
/// Errors in other files are reported too: the own files cause them.
pub fn check_own(files: &DataFiles, own: &DataFiles) -> Outcome {
    checked(files, own, Vec::new())
}

fn checked(files: &DataFiles, own: &DataFiles, mut diagnostics: Vec<Diagnostic>) -> Outcome {
    let (raw, dataset) = match files.load() {
        Ok(loaded) => loaded,
        Err(mistakes) => {
            let summary = format!(
                "{} in {}; nothing was audited",
                count(mistakes.len(), "mistake"),
                count(own.len(), "file")
            );
            diagnostics.extend(mistakes);
            return Outcome {
                diagnostics,
                summary,
            };
        }
    };
    let mut locator = Locator::new(files);
    let mut near = NearTypes {
        dataset: &dataset,
        near: BTreeMap::new(),
    };
    let own_paths = own.by_path();
    let is_own = |file: &str| own_paths.contains_key(file);
    diagnostics.extend(overlay::names(own, &raw, &dataset, &mut locator));
    let (theirs, built_in) = catalogues(&raw, is_own);
    // A complete folder extends nothing.
    let images = match own.is_whole() {
        true => Vec::new(),
        false => overlay::images(&theirs, &built_in),
    };
    let (mut structures, mut layouts, mut errata, mut noted) = (0, 0, 0, 0);
    for structure in dataset.audited() {
        let Some((article, report)) = structure.article().zip(dataset.audit(structure)) else {
            continue;
        };
        let is_own = is_own(&article.file);
        if is_own {
            structures += 1;
            layouts += structure.layouts().len();
            errata += report.errata.len();
            noted += report.noted.len();
        }
        for (finding, archs) in by_archs(report.open.clone(), |it| it.arch.take()) {
            let mut diagnostic = of_finding(article, (&finding, &archs), &mut near, &mut locator);
            let may_differ = !is_own || finding.rule == Rule::SymbolMismatch;
            if may_differ && overlay::explains(&images, (&finding, &archs), &dataset) {
                diagnostic.severity = Severity::Warning;
            }
            diagnostics.push(diagnostic);
        }
        let mut accounts = of_accounts(article, &report, &mut locator);
        // Built-in errata and notes account for the built-in images.
        if !is_own && overlay::represents_any(&images, &dataset) {
            let warn = |it: &mut Diagnostic| it.severity = Severity::Warning;
            accounts.iter_mut().for_each(warn);
        }
        diagnostics.extend(accounts);
    }
    for (finding, archs) in by_archs(dataset.audit_types(&raw), |it| it.arch.take()) {
        diagnostics.push(of_type((&finding, &archs), &mut near, &mut locator));
    }
    diagnostics.extend(undecodable(own, &raw, &dataset, &mut locator));
    let mut types = String::new();
    for (file, catalogue) in &theirs {
        let (images, named) = (catalogue.images().len(), catalogue.named_types().count());
        types += &format!("{} of {}, ", count(named, "type"), count(images, "image"));
        diagnostics.extend(of_catalogue(file, catalogue));
    }
    for image in &images {
        diagnostics.extend(overlay::servicing(*image, &images, &dataset, &mut locator));
    }
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    let errors = diagnostics.iter().filter(is_error).count();
    let warnings = match diagnostics.len() - errors {
        0 => String::new(),
        warnings => format!(", with {}", count(warnings, "warning")),
    };
    let summary = format!(
        "{types}{}, {}, {}, {} explained by notes; {}",
        count(structures, "structure"),
        count(layouts, "layout"),
        count(errata, "erratum"),
        count(noted, "finding"),
        match errors {
            0 => format!("sound{warnings}"),
            open => format!("{} without explanation{warnings}", count(open, "finding")),
        }
    );
    Outcome {
        diagnostics,
        summary,
    }
}

/// Findings that differ in their architecture alone, as one; `take` takes it out of a finding.
fn by_archs<F: PartialEq>(
    findings: Vec<F>,
    take: impl Fn(&mut F) -> Option<Arch>,
) -> Vec<(F, Vec<Arch>)> {
    let mut merged: Vec<(F, Vec<Arch>)> = Vec::new();
    for mut finding in findings {
        let arch = take(&mut finding);
        match merged.iter_mut().find(|(same, _)| *same == finding) {
            Some((_, archs)) => archs.extend(arch),
            None => merged.push((finding, arch.into_iter().collect())),
        }
    }
    merged
}

/// The end of what a finding is about: ` on x86, x64`.
fn on(archs: &[Arch]) -> String {
    let archs: Vec<&str> = archs.iter().map(|arch| arch.as_str()).collect();
    match &archs[..] {
        [] => String::new(),
        archs => format!(" on {}", archs.join(", ")),
    }
}

/// The own catalogues, by file, and the other ones (none if there are no own ones).
fn catalogues(
    raw: &RawDataset,
    is_own: impl Fn(&str) -> bool,
) -> (Vec<(&str, Catalogue)>, Vec<Catalogue>) {
    let (theirs, others): (Vec<_>, Vec<_>) =
        raw.catalogues.iter().partition(|file| is_own(&file.file));
    let read = |text: &str| Catalogue::read(text).ok();
    let theirs: Vec<_> = theirs
        .into_iter()
        .filter_map(|file| Some((&*file.file, read(&file.content)?)))
        .collect();
    let others = others.into_iter().filter(|_| !theirs.is_empty());
    let others = others.filter_map(|file| read(&file.content)).collect();
    (theirs, others)
}

/// Impossible layouts in a catalogue: each once, at the first image.
fn of_catalogue(file: &str, catalogue: &Catalogue) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let images = catalogue.numbered_images();
    for symbols in images.filter_map(|(index, _)| catalogue.symbol_file(index)) {
        for (number, reason) in symbols.impossible() {
            let name = symbols.definitions.get(number).map(|it| &it.name);
            let message = format!("{}: {reason}", name.map_or("", TypeName::as_str));
            if seen.insert(message.clone()) {
                diagnostics.push(Diagnostic {
                    help: vec![format!("found in {}", symbols.image.id())],
                    ..Diagnostic::error("layout", file, message)
                });
            }
        }
    }
    diagnostics
}

/// Warnings for own types with more members than the decoder reads; not for those that contain such a type.
fn undecodable(
    own: &DataFiles,
    raw: &RawDataset,
    dataset: &Dataset,
    locator: &mut Locator<'_>,
) -> Vec<Diagnostic> {
    let refusal = |layout: &Layout| match Compiled::new(layout, dataset.catalogue()) {
        Err(error @ DecodeError::TypesTooLarge { .. }) => {
            let held = layout.members().filter_map(|it| it.ty.by_value().cloned());
            Some((held.collect::<Vec<_>>(), error.to_string()))
        }
        _ => None,
    };
    let mut refused = BTreeMap::new();
    for (file, name) in overlay::stated(own, raw) {
        let layouts = dataset.structure(name.as_str()).map(Structure::layouts);
        let refusal = layouts.and_then(|layouts| layouts.iter().find_map(refusal));
        refused.extend(refusal.map(|(held, message)| (name, (file, held, message))));
    }
    let is_innermost = |held: &[TypeName]| !held.iter().any(|name| refused.contains_key(name));
    refused
        .values()
        .filter(|(_, held, _)| is_innermost(held))
        .map(|(file, _, message)| {
            let place = Place::key(file, "name");
            locator.diagnostic(&place, Severity::Warning, "shapes-limit", message)
        })
        .collect()
}

/// `1 image`, `2 images`.
pub(crate) fn count(number: usize, word: &str) -> String {
    match (number, word) {
        (1, _) => format!("1 {word}"),
        (_, "erratum") => format!("{number} errata"),
        _ => format!("{number} {word}s"),
    }
}

/// The errata and notes that account for nothing.
fn of_accounts(article: &Article, report: &Report, locator: &mut Locator<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, erratum) in article.errata.iter().enumerate() {
        let Some(taken_back) = report.errata.get(at).filter(|report| !report.fires) else {
            continue;
        };
        let place = Place::entry(&article.file, "erratum", at, "rule");
        let message = format!(
            "the erratum `{}` is not needed: without it, {} finds nothing",
            erratum.id, erratum.rule
        );
        let mut diagnostic = locator.diagnostic(&place, Severity::Error, "erratum", &message);
        diagnostic.help.extend(
            taken_back
                .findings
                .iter()
                .map(|finding| format!("found: {finding}")),
        );
        diagnostics.push(diagnostic);
    }
    for at in &report.unused_notes {
        let place = Place::entry(&article.file, "note", *at, "rule");
        let message = "the note explains no finding";
        diagnostics.push(locator.diagnostic(&place, Severity::Error, "note", message));
    }
    diagnostics
}

fn of_finding(
    article: &Article,
    (finding, archs): (&Finding, &[Arch]),
    near: &mut NearTypes<'_>,
    locator: &mut Locator<'_>,
) -> Diagnostic {
    let place = place_of(article, finding, archs.first().copied());
    let about = match &finding.row {
        Some(row) => row.as_str(),
        None => article.name.as_str(),
    };
    let rule = finding.rule;
    let message = format!("{about}{}: {}", on(archs), finding.message);
    let near = finding.unknown.as_ref().and_then(|name| near.help(name));
    Diagnostic {
        help: help(
            near,
            finding.expected.as_deref(),
            &finding.releases,
            rule.requirement(),
        ),
        ..locator.diagnostic(&place, Severity::Error, rule.as_str(), &message)
    }
}

/// Suggestions for unknown types, each looked up once.
struct NearTypes<'a> {
    dataset: &'a Dataset,
    near: BTreeMap<TypeName, Option<String>>,
}

impl NearTypes<'_> {
    fn help(&mut self, name: &TypeName) -> Option<String> {
        let near = || {
            let types = self.dataset.structures().iter();
            let known = SCALARS
                .iter()
                .copied()
                .chain(types.map(|it| it.name.as_str()));
            let near = lookup::nearest(name.as_str(), known).into_iter();
            let near = near.min_by_key(|it| {
                without_tag_underscore(it)
                    .len()
                    .abs_diff(name.without_tag_underscore().len())
            });
            // A name that exists elsewhere is meant literally.
            let near = near.filter(|it| {
                !without_tag_underscore(it).eq_ignore_ascii_case(name.without_tag_underscore())
            });
            near.map(|near| format!("did you mean `{near}`?"))
        };
        self.near.entry(name.clone()).or_insert_with(near).clone()
    }
}

fn of_type(
    (finding, archs): (&TypeFinding, &[Arch]),
    near: &mut NearTypes<'_>,
    locator: &mut Locator<'_>,
) -> Diagnostic {
    let (rule, name) = (finding.rule, &finding.name);
    let message = format!("{name}{}: {}", on(archs), finding.message);
    let near = finding.unknown.as_ref().and_then(|name| near.help(name));
    Diagnostic {
        help: help(
            near,
            finding.expected.as_deref(),
            &finding.releases,
            &rule.requirement(),
        ),
        ..locator.diagnostic(&finding.place, Severity::Error, rule.as_str(), &message)
    }
}

/// The help lines: a similar name, the expected value, other releases with the same error, and the rule's demand.
fn help(
    near: Option<String>,
    expected: Option<&str>,
    releases: &[Release],
    demand: &str,
) -> Vec<String> {
    let expected = expected.map(|it| format!("expected {it}"));
    let mut help: Vec<String> = near.into_iter().chain(expected).collect();
    if releases.len() > 1 {
        let releases: Vec<String> = releases.iter().map(ToString::to_string).collect();
        help.push(format!("the same in {}", releases.join(", ")));
    }
    help.push(format!("rule: {demand}"));
    help
}

fn place_of(article: &Article, finding: &Finding, arch: Option<Arch>) -> Place {
    let file = &article.file;
    let key = match finding.field {
        Field::Offset => arch.map_or("x86", |arch| arch.as_str()),
        Field::Declaration => "declaration",
        Field::Versions => "versions",
        Field::Remark => "remarks",
        Field::Size => "size",
    };
    let published = &article.published;
    let Some(row) = &finding.row else {
        let covers = |release: &Release| {
            let mut sizes = published.sizes.iter();
            sizes.position(|row| row.versions.covers(*release, published.last_release))
        };
        return match finding.releases.first().and_then(covers) {
            Some(at) => {
                let key = arch.map_or("versions", |arch| arch.as_str());
                Place::entry(file, "size", at, key)
            }
            None => Place::key(file, "name"),
        };
    };
    // If an erratum gives the judged value, the diagnostic points to the erratum.
    let gives = |erratum: &Erratum| {
        !matches!(erratum.subject, Subject::Sizes)
            && erratum.row() == Some(row)
            && arch.is_none_or(|arch| erratum.is_for(arch))
            && field_of(erratum) == finding.field
    };
    let erratum = article.errata.iter().position(gives);
    let in_rows = published.rows.iter().position(|it| it.id == *row);
    let in_bits = published.bits.iter().position(|it| it.id == *row);
    match (erratum, in_rows, in_bits) {
        (Some(at), ..) => Place::entry(file, "erratum", at, "corrected"),
        (_, Some(at), _) => Place::entry(file, "row", at, key),
        (.., Some(at)) => Place::entry(file, "bit", at, key),
        _ => Place::key(file, "name"),
    }
}

fn field_of(erratum: &Erratum) -> Field {
    match erratum.field {
        CorrectedField::Offset | CorrectedField::Bits => Field::Offset,
        CorrectedField::Declaration | CorrectedField::Name => Field::Declaration,
        CorrectedField::Versions => Field::Versions,
        CorrectedField::Remark => Field::Remark,
        CorrectedField::Size => Field::Size,
    }
}
