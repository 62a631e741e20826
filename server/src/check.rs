//! `strata check [DIR]`: validates a folder of data files. Prints diagnostics as a compiler would.

mod beside;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use strata_core::article::{About, Article, Erratum, Subject};
use strata_core::audit::{Field, Finding, Report, Rule, TypeFinding, TypeRule};
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::ctype::CType;
use strata_core::name::bare;
use strata_core::raw::{Place, RawDataset};
use strata_core::release::Release;
use strata_core::types::SCALARS;
use strata_core::{Arch, Dataset, TypeName, lookup};

use crate::data::{DataFiles, Diagnostic, Locator, Severity};

#[derive(Debug)]
pub struct Outcome {
    pub diagnostics: Vec<Diagnostic>,
    /// One line: the counts of checked and of found items.
    pub summary: String,
}

impl Outcome {
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for diagnostic in &self.diagnostics {
            let _ = writeln!(text, "{diagnostic}");
        }
        text.push_str(&self.summary);
        text.push('\n');
        text
    }
}

/// Checks data files (built-in ones like any others): their format, and the audit's findings.
pub fn check(files: &DataFiles) -> Outcome {
    let files = files.unproved();
    check_own(&files, &files)
}

/// An operator's own folder or catalogue, checked with the built-in data.
#[derive(Debug)]
pub struct Checked {
    pub own: DataFiles,
    /// The own files together with the files that they extend.
    pub files: DataFiles,
    /// Its diagnostics name the own files by their paths.
    pub outcome: Outcome,
}

/// Reads and checks a folder. If files cannot be read, nothing else is checked.
pub fn check_folder(folder: &Path) -> Result<Checked, Vec<Diagnostic>> {
    let label = folder.display().to_string();
    let (own, ignored) = DataFiles::read(folder)?;
    let files = DataFiles::beside_built_in(&own, &label);
    let mut outcome = checked(&files, &own, ignored);
    let (by_name, is_folder) = (own.by_name(&label), folder.is_dir());
    let path = |name: &str| {
        let name = by_name.get(name)?;
        Some(match is_folder {
            true => folder.join(name).display().to_string(),
            false => label.clone(),
        })
    };
    let in_words = |text: &str| {
        let words = text.split(' ').map(|word| {
            let name = word.trim_end_matches(',');
            path(name).map_or_else(|| word.to_owned(), |it| word.replace(name, &it))
        });
        words.collect::<Vec<_>>().join(" ")
    };
    for diagnostic in &mut outcome.diagnostics {
        diagnostic.file = path(&diagnostic.file).unwrap_or(std::mem::take(&mut diagnostic.file));
        diagnostic.message = in_words(&diagnostic.message);
        for help in &mut diagnostic.help {
            *help = in_words(help);
        }
    }
    drop(by_name);
    Ok(Checked {
        own,
        files,
        outcome,
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
    diagnostics.extend(beside::names(own, &raw, &dataset, &mut locator));
    let (theirs, built_in) = catalogues(&raw, own);
    // A complete folder extends nothing.
    let images = match own.is_whole() {
        true => Vec::new(),
        false => beside::images(&theirs, &built_in),
    };
    let (mut structures, mut layouts, mut errata, mut noted) = (0, 0, 0, 0);
    for structure in dataset.audited() {
        let Some((article, report)) = structure.article().zip(dataset.audit(structure)) else {
            continue;
        };
        let is_own = own.has(&article.file);
        if is_own {
            structures += 1;
            layouts += structure.layouts().len();
            errata += report.errata.len();
            noted += report.noted.len();
        }
        let mut found = of_report(article, &report, &mut near, &mut locator);
        let (open, accounts) = found.split_at_mut(report.open.len());
        for (diagnostic, finding) in open.iter_mut().zip(&report.open) {
            let may_differ = !is_own || finding.rule == Rule::SymbolMismatch;
            if may_differ && beside::causes(&images, finding, &dataset) {
                diagnostic.severity = Severity::Warning;
            }
        }
        // Built-in errata and notes account for the built-in images.
        if !is_own && beside::stands_for_any(&images, &dataset) {
            let warn = |it: &mut Diagnostic| it.severity = Severity::Warning;
            accounts.iter_mut().for_each(warn);
        }
        diagnostics.extend(found);
    }
    let mut of_types: Vec<(TypeFinding, Vec<Arch>)> = Vec::new();
    for mut finding in dataset.audit_types(&raw) {
        let arch = finding.arch.take();
        match of_types.iter_mut().find(|(same, _)| *same == finding) {
            Some((_, archs)) => archs.extend(arch),
            None => of_types.push((finding, arch.into_iter().collect())),
        }
    }
    for (finding, archs) in &of_types {
        diagnostics.push(of_type(finding, archs, &mut near, &mut locator));
    }
    let mut types = String::new();
    for (file, catalogue) in &theirs {
        let (images, named) = (catalogue.images().len(), catalogue.named().count());
        types += &format!("{} of {}, ", count(named, "type"), count(images, "image"));
        diagnostics.extend(of_catalogue(file, catalogue));
    }
    for image in &images {
        diagnostics.extend(beside::servicing(*image, &images, &dataset, &mut locator));
    }
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    let errors = diagnostics.iter().filter(is_error).count();
    let warnings = match diagnostics.len() - errors {
        0 => String::new(),
        warnings => format!(", with {}", count(warnings, "warning")),
    };
    let summary = format!(
        "{types}{}, {}, {}, {} accounted for by notes; {}",
        count(structures, "structure"),
        count(layouts, "layout"),
        count(errata, "erratum"),
        count(noted, "finding"),
        match errors {
            0 => format!("sound{warnings}"),
            open => format!(
                "{} that nothing accounts for{warnings}",
                count(open, "finding")
            ),
        }
    );
    Outcome {
        diagnostics,
        summary,
    }
}

/// The catalogues among the `own` files, by file name, and the other ones (none if there are no own ones).
fn catalogues<'a>(
    raw: &'a RawDataset,
    own: &DataFiles,
) -> (Vec<(&'a str, Catalogue)>, Vec<Catalogue>) {
    let is_own = |name: &str| own.has(name);
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
    let images = (0..).map(ImageIndex).take(catalogue.images().len());
    for symbols in images.filter_map(|index| catalogue.symbol_file(index)) {
        for (number, reason) in symbols.impossible() {
            let name = symbols.definitions.get(number).map(|it| &it.name);
            let message = format!("{}: {reason}", name.map_or("", TypeName::as_str));
            if seen.insert(message.clone()) {
                diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    code: "layout".to_owned(),
                    message,
                    file: file.to_owned(),
                    excerpt: None,
                    help: vec![format!("so it is in {}", symbols.image.id())],
                });
            }
        }
    }
    diagnostics
}

/// `1 image`, `2 images`.
pub(crate) fn count(number: usize, word: &str) -> String {
    match (number, word) {
        (1, _) => format!("1 {word}"),
        (_, "erratum") => format!("{number} errata"),
        _ => format!("{number} {word}s"),
    }
}

fn of_report(
    article: &Article,
    report: &Report,
    near: &mut NearTypes<'_>,
    locator: &mut Locator<'_>,
) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = report
        .open
        .iter()
        .map(|finding| of_finding(article, finding, near, locator))
        .collect();
    for (at, erratum) in article.errata.iter().enumerate() {
        let Some(taken_back) = report.errata.get(at).filter(|report| !report.fires) else {
            continue;
        };
        let place = Place::entry(&article.file, "erratum", at, "rule");
        let message = format!(
            "the erratum `{}` does not earn its place: taken back, {} finds nothing",
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
    for at in &report.idle_notes {
        let place = Place::entry(&article.file, "note", *at, "rule");
        let message = "the note accounts for no finding";
        diagnostics.push(locator.diagnostic(&place, Severity::Error, "note", message));
    }
    diagnostics
}

fn of_finding(
    article: &Article,
    finding: &Finding,
    near: &mut NearTypes<'_>,
    locator: &mut Locator<'_>,
) -> Diagnostic {
    let place = place_of(article, finding);
    let mut message = String::new();
    if let Some(row) = &finding.row {
        let _ = write!(message, "{row}");
    } else {
        let _ = write!(message, "{}", article.name);
    }
    if let Some(arch) = finding.arch {
        let _ = write!(message, " on {arch}");
    }
    let _ = write!(message, ": {}", finding.message);
    let mut diagnostic =
        locator.diagnostic(&place, Severity::Error, finding.rule.as_str(), &message);
    diagnostic.help = help(
        finding.expected.as_deref(),
        &finding.releases,
        finding.rule.demand(),
    );
    if finding.rule == Rule::UnknownType {
        diagnostic.help.splice(..0, near.help(&finding.message));
    }
    diagnostic
}

/// Suggestions for unknown types, each looked up once.
struct NearTypes<'a> {
    dataset: &'a Dataset,
    near: BTreeMap<TypeName, Option<String>>,
}

impl NearTypes<'_> {
    /// The suggestion for the type that a message quotes.
    fn help(&mut self, message: &str) -> Option<String> {
        let ty = message.split('`').nth(1)?.parse::<CType>().ok()?;
        let name = ty.by_value()?;
        let near = || {
            let types = self.dataset.structures().iter();
            let known = SCALARS
                .iter()
                .copied()
                .chain(types.map(|it| it.name.as_str()));
            let near = lookup::nearest(name.as_str(), known).into_iter();
            let near = near.min_by_key(|it| bare(it).len().abs_diff(name.bare().len()));
            // A name that exists elsewhere is meant literally.
            let near = near.filter(|it| !bare(it).eq_ignore_ascii_case(name.bare()));
            near.map(|near| format!("did you mean `{near}`?"))
        };
        self.near.entry(name.clone()).or_insert_with(near).clone()
    }
}

fn of_type(
    finding: &TypeFinding,
    archs: &[Arch],
    near: &mut NearTypes<'_>,
    locator: &mut Locator<'_>,
) -> Diagnostic {
    let (rule, name) = (finding.rule, &finding.name);
    let archs: Vec<&str> = archs.iter().map(|arch| arch.as_str()).collect();
    let on = match &archs[..] {
        [] => String::new(),
        archs => format!(" on {}", archs.join(", ")),
    };
    let message = format!("{name}{on}: {}", finding.message);
    let mut diagnostic =
        locator.diagnostic(&finding.place, Severity::Error, rule.as_str(), &message);
    diagnostic.help = help(
        finding.expected.as_deref(),
        &finding.releases,
        &rule.demand(),
    );
    if rule == TypeRule::Table(Rule::UnknownType) {
        diagnostic.help.splice(..0, near.help(&finding.message));
    }
    diagnostic
}

/// The help lines: the expected value, other releases with the same error, and the rule's demand.
fn help(expected: Option<&str>, releases: &[Release], demand: &str) -> Vec<String> {
    let mut help: Vec<String> = expected
        .map(|it| format!("expected {it}"))
        .into_iter()
        .collect();
    if releases.len() > 1 {
        let releases: Vec<String> = releases.iter().map(ToString::to_string).collect();
        help.push(format!("the same in {}", releases.join(", ")));
    }
    help.push(format!("rule: {demand}"));
    help
}

fn place_of(article: &Article, finding: &Finding) -> Place {
    let file = &article.file;
    let key = match finding.field {
        Field::Offset => finding.arch.map_or("x86", |arch| arch.as_str()),
        Field::Declaration => "declaration",
        Field::Versions => "versions",
        Field::Remark => "remarks",
        Field::Size => "size",
    };
    let published = &article.published;
    let Some(row) = &finding.row else {
        let covers = |release: &Release| {
            let mut sizes = published.sizes.iter();
            sizes.position(|row| row.versions.covers(*release, published.reach))
        };
        return match finding.releases.first().and_then(covers) {
            Some(at) => {
                let key = finding.arch.map_or("versions", |arch| arch.as_str());
                Place::entry(file, "size", at, key)
            }
            None => Place::key(file, "name"),
        };
    };
    // If an erratum gives the judged value, the diagnostic points to the erratum.
    let gives = |erratum: &Erratum| {
        !matches!(erratum.subject, Subject::Sizes)
            && erratum.row() == Some(row)
            && finding.arch.is_none_or(|arch| erratum.is_for(arch))
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
    match erratum.about {
        About::Offset | About::Bits => Field::Offset,
        About::Declaration | About::Name => Field::Declaration,
        About::Versions => Field::Versions,
        About::Remark => Field::Remark,
        About::Size => Field::Size,
    }
}
