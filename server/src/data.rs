//! Reads data files into a [`Dataset`]: the built-in ones, which are embedded in the binary, and those of `--data DIR`.
//!
//! This module does the I/O and parses TOML; `strata_core` interprets the values.

mod diagnostic;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use strata_core::name::without_tag_underscore;
use strata_core::raw::{DataError, Problem, RawDataset, RawFile, RawReleases, RawSources, Text};
use strata_core::{Dataset, catalogue, lookup};

use crate::embedded;

pub use diagnostic::{Diagnostic, Excerpt, Locator, Severity};

/// The largest data file that is read, in bytes.
pub const FILE_LIMIT: u64 = 4 * 1024 * 1024;
/// The most data files that are read from one folder.
pub const FILES_LIMIT: usize = 10_000;

const SOURCES: &str = "sources.toml";
const CONSTANTS: &str = "constants.toml";
const RELEASES: &str = "releases.toml";
const KERNELS: &str = "kernels.txt";
const ADDRESSES: &str = "addresses.txt";
/// The data files that are neither TOML nor catalogues.
const TEXTS: [&str; 2] = [KERNELS, ADDRESSES];

const CATALOGUE: &str = "strata";

/// The prefix of an operator's `sources.toml` and `constants.toml`, which differ from the built-in ones by it.
pub(crate) const OWN: &str = "./";

fn is_catalogue(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, extension)| extension == CATALOGUE)
}

macro_rules! schema {
    ($name:literal) => {
        (
            concat!("schema/", $name),
            include_str!(concat!("../../data/schema/", $name)),
        )
    };
}

/// The JSON schemas of data files, by their names relative to the data folder.
pub(crate) const SCHEMAS: [(&str, &str); 4] = [
    schema!("structure.json"),
    schema!("type.json"),
    schema!("sources.json"),
    schema!("constants.json"),
];

/// The texts of data files, by their names relative to the data folder.
#[derive(Clone, Debug, Default)]
pub struct DataFiles {
    texts: BTreeMap<String, Text>,
    /// The paths under which messages show files, by name; a file without one is shown by its name.
    paths: BTreeMap<String, String>,
}

impl DataFiles {
    pub fn built_in() -> Self {
        let is_data =
            |name: &str| name.ends_with(".toml") || is_catalogue(name) || TEXTS.contains(&name);
        let files = embedded::data().into_iter();
        Self::of(files.filter(|(name, _)| is_data(name)).collect())
    }

    fn of(texts: BTreeMap<String, Text>) -> Self {
        let paths = BTreeMap::new();
        Self { texts, paths }
    }

    /// The built-in files extended by own ones; only the own ones if they are a complete data folder, as Strata's own is.
    pub fn beside_built_in(own: &Self) -> Self {
        if own.is_whole() {
            return own.clone();
        }
        Self::built_in().overlaid(own.clone())
    }

    /// The same files, of a folder or the only one, which messages show by their paths.
    pub(crate) fn shown_in(mut self, folder: &Path) -> Self {
        let is_folder = folder.is_dir();
        let path = |name: &String| {
            let path = match is_folder {
                true => folder.join(name).display().to_string(),
                false => folder.display().to_string(),
            };
            (name.clone(), path)
        };
        self.paths = self.texts.keys().map(path).collect();
        self
    }

    /// The path of a file in messages.
    fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.paths.get(name).map_or(name, String::as_str)
    }

    /// The names of the files, by their paths in messages.
    pub(crate) fn by_path(&self) -> BTreeMap<&str, &str> {
        let names = self.texts.keys();
        names
            .map(|name| (self.shown(name), name.as_str()))
            .collect()
    }

    /// Whether these files are complete: an extension has no `releases.toml`.
    pub fn is_whole(&self) -> bool {
        self.has(RELEASES)
    }

    /// These files, with those of `other` added or replacing them. Sources and constants of `other` are added to ours.
    pub fn overlaid(mut self, other: Self) -> Self {
        let Self { texts, paths } = other;
        let beside = |name: String| match &*name {
            SOURCES | CONSTANTS => format!("{OWN}{name}"),
            _ => name,
        };
        let paths = paths.into_iter().map(|(name, path)| (beside(name), path));
        self.paths.extend(paths);
        let texts = texts.into_iter().map(|(name, text)| (beside(name), text));
        self.texts.extend(texts);
        self
    }

    /// The same files without the mark that built-in ones are proved.
    pub(crate) fn unproved(&self) -> Self {
        let files = self.texts.iter();
        let unproved = files.map(|(name, text)| (name.clone(), Text::from(&**text)));
        Self::of(unproved.collect())
    }

    pub(crate) fn without(mut self, names: &BTreeSet<String>) -> Self {
        self.texts.retain(|name, _| !names.contains(name));
        self
    }

    /// Restores the earlier text of some files, each only once.
    pub(crate) fn restore(
        &mut self,
        names: &BTreeSet<String>,
        before: &Self,
        restored: &mut BTreeSet<String>,
    ) {
        for name in names {
            if let Some(text) = before.texts.get(name)
                && restored.insert(name.clone())
            {
                self.texts.insert(name.clone(), text.clone());
            }
        }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(|text| &**text)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.texts.keys()
    }

    pub fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    pub fn with(mut self, name: &str, text: String) -> Self {
        self.texts.insert(name.to_owned(), text.into());
        self
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Parses the TOML of every file. Reports all errors, not only the first.
    pub fn parse(&self) -> Result<RawDataset, Vec<Diagnostic>> {
        let mut raw = RawDataset::default();
        let mut mistakes = Vec::new();
        for (name, text) in &self.texts {
            let file = self.shown(name);
            let outcome = match name.split_once('/') {
                Some(("structures", _)) => parse(file, text).map(|file| raw.structures.push(file)),
                Some(("types", _)) => parse(file, text).map(|file| raw.types.push(file)),
                _ if name == SOURCES || name.ends_with("/sources.toml") => {
                    parse(file, text).map(|file: RawFile<RawSources>| raw.sources.push(file))
                }
                _ if name == CONSTANTS || name.ends_with("/constants.toml") => {
                    parse(file, text).map(|file| raw.constants.push(file))
                }
                _ if name == RELEASES => {
                    parse(file, text).map(|file: RawFile<RawReleases>| raw.releases = file)
                }
                _ if is_catalogue(name) => {
                    raw.catalogues.push(as_it_is(file, text));
                    Ok(())
                }
                _ if name == ADDRESSES => {
                    raw.addresses = Some(as_it_is(file, text));
                    Ok(())
                }
                _ if name == KERNELS => {
                    raw.kernels = Some(as_it_is(file, text));
                    Ok(())
                }
                _ => Err(Box::new(Diagnostic::error(
                    "file",
                    file,
                    "not a data file: expected sources.toml, constants.toml, releases.toml, a catalogue (*.strata), or a file in structures/ or types/",
                ))),
            };
            mistakes.extend(outcome.err().map(|mistake| *mistake));
        }
        if mistakes.is_empty() {
            Ok(raw)
        } else {
            Err(mistakes)
        }
    }

    pub fn load(&self) -> Result<(RawDataset, Dataset), Vec<Diagnostic>> {
        let raw = self.parse()?;
        match Dataset::build(&raw) {
            Ok(dataset) => Ok((raw, dataset)),
            Err(errors) => Err(self.locate_all(&raw, &errors)),
        }
    }

    fn locate_all(&self, raw: &RawDataset, errors: &[DataError]) -> Vec<Diagnostic> {
        let mut locator = Locator::new(self);
        let diagnostic = |error: &DataError| {
            let message = error.problem.to_string();
            let mut diagnostic =
                locator.diagnostic(&error.place, Severity::Error, "data", &message);
            diagnostic.help.extend(help(raw, error));
            diagnostic
        };
        errors.iter().map(diagnostic).collect()
    }
}

/// A suggestion for an unknown source, or the other file for a duplicate.
fn help(raw: &RawDataset, error: &DataError) -> Option<String> {
    match &error.problem {
        Problem::Unknown { what, name } if *what == "source" => {
            let sources = raw.sources.iter().flat_map(|file| &file.content.source);
            let near = lookup::nearest(name, sources.map(|source| source.id.as_str()));
            near.first().map(|near| format!("did you mean `{near}`?"))
        }
        Problem::Twice { what, name } if matches!(*what, "structure" | "type") => {
            let structures = raw.structures.iter();
            let structures = structures.map(|it| (&it.file, &it.content.name));
            let types = raw.types.iter().map(|it| (&it.file, &it.content.name));
            let is_other = |(file, own): &(&String, &String)| {
                **file != error.place.file
                    && without_tag_underscore(own)
                        .eq_ignore_ascii_case(without_tag_underscore(name))
            };
            let other = match *what {
                "structure" => structures.into_iter().find(is_other),
                _ => types.into_iter().find(is_other),
            };
            other.map(|(file, _)| format!("the other is in {file}"))
        }
        _ => None,
    }
}

fn as_it_is(file: &str, text: &Text) -> RawFile<Text> {
    RawFile {
        file: file.to_owned(),
        content: text.clone(),
    }
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<RawFile<T>, Box<Diagnostic>> {
    let content = toml::from_str(text).map_err(|error| Diagnostic::toml(file, text, &error))?;
    Ok(RawFile {
        file: file.to_owned(),
        content,
    })
}

/// The subfolders with data files.
const PARTS: [&str; 2] = ["structures", "types"];
const EXTENSION: &str = "toml";

impl DataFiles {
    /// Reads a file, or the files of a folder: its own `*.toml` and `*.strata`, and those of `structures/` and
    /// `types/`; with a warning for any other file there.
    pub fn read(folder: &Path) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let reader = Reader::of(folder);
        match reader.mistakes.is_empty() {
            true => Ok((Self::of(reader.files), reader.ignored)),
            false => Err(reader.mistakes),
        }
    }

    /// The same; files with errors are left out.
    pub fn read_leniently(folder: &Path) -> (Self, Vec<Diagnostic>) {
        let reader = Reader::of(folder);
        (Self::of(reader.files), reader.mistakes)
    }
}

#[derive(Default)]
struct Reader {
    files: BTreeMap<String, Text>,
    mistakes: Vec<Diagnostic>,
    ignored: Vec<Diagnostic>,
}

impl Reader {
    fn of(folder: &Path) -> Self {
        let mut reader = Self::default();
        if folder.is_file() {
            let name = folder.file_name().map(|name| name.to_string_lossy());
            reader.file(folder, name.unwrap_or_default().into_owned());
            return reader;
        }
        reader.folder(folder, "");
        for part in PARTS {
            let path = folder.join(part);
            if path.exists() {
                reader.folder(&path, part);
            }
        }
        if reader.files.is_empty() && reader.mistakes.is_empty() {
            reader.refuse(
                folder,
                "no data file is found: expected sources.toml, a catalogue (*.strata), or `*.toml` in structures/ or types/",
            );
        }
        reader
    }

    fn refuse(&mut self, path: &Path, message: impl Into<String>) {
        self.mistakes.push(Diagnostic::refused(path, message));
    }

    /// Reads one folder without its subfolders. `part` is its name, empty for the data folder itself.
    fn folder(&mut self, path: &Path, part: &str) {
        for path in self.entries(path) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                self.inner_folder(&path, part, &name);
            } else if (part.is_empty() && TEXTS.contains(&name.as_str()))
                || path
                    .extension()
                    .is_some_and(|it| it == EXTENSION || it == CATALOGUE)
            {
                let name = if part.is_empty() {
                    name
                } else {
                    format!("{part}/{name}")
                };
                self.file(&path, name);
            } else if looks_like_data(&path) {
                self.refuse(&path, "is not read: a data file ends in `.toml`");
            } else if !part.is_empty() {
                let message = "is not read: a data file ends in `.toml`";
                self.ignored.push(Diagnostic {
                    severity: Severity::Warning,
                    ..Diagnostic::refused(&path, message)
                });
            }
        }
    }

    fn inner_folder(&mut self, path: &Path, part: &str, name: &str) {
        if part.is_empty() && PARTS.contains(&name) {
            return;
        }
        if self
            .entries(path)
            .iter()
            .any(|it| it.is_file() && looks_like_data(it))
        {
            let message = if part.is_empty() {
                "contains data files but is not read: expected structures/ or types/".to_owned()
            } else {
                format!("contains data files but is not read: put them into {part}/ itself")
            };
            self.refuse(path, message);
        }
    }

    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).and_then(|entries| {
            let paths = entries.map(|entry| Ok(entry?.path()));
            paths.take(FILES_LIMIT + 1).collect::<Result<Vec<_>, _>>()
        });
        match entries {
            Ok(paths) if paths.len() > FILES_LIMIT => {
                self.refuse(folder, format!("more than {FILES_LIMIT} files"));
                Vec::new()
            }
            Ok(mut paths) => {
                paths.sort();
                paths
            }
            Err(error) => {
                self.mistakes.push(Diagnostic::io(folder, &error));
                Vec::new()
            }
        }
    }

    fn file(&mut self, path: &Path, name: String) {
        let limit = match is_catalogue(&name) {
            true => catalogue::FILE_LIMIT as u64,
            false => FILE_LIMIT,
        };
        match read(path, limit) {
            Ok(Some(bytes)) => match String::from_utf8(bytes) {
                Ok(text) => {
                    self.files.insert(name, text.into());
                }
                Err(error) => self.mistakes.push(Diagnostic::no_utf_8(path, &error)),
            },
            Ok(None) => self.refuse(
                path,
                format!("the limit for such a data file is {limit} bytes"),
            ),
            Err(error) => self.mistakes.push(Diagnostic::io(path, &error)),
        }
    }
}

/// The bytes of a file; `None` where it is too long. Special files are refused: they may be endless, or block.
fn read(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    // It may have grown since its metadata were read.
    let read = fs::File::open(path)?
        .take(limit + 1)
        .read_to_end(&mut bytes)?;
    Ok((read as u64 <= limit).then_some(bytes))
}

/// Whether a file has the extension of a data file, in any case.
fn looks_like_data(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(EXTENSION) || it.eq_ignore_ascii_case(CATALOGUE))
}

/// Names, sizes and times of a folder's files: detects changes without reading the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(Vec<(PathBuf, Option<(u64, SystemTime)>)>);

/// The size and time of a file.
fn metadata(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

impl Fingerprint {
    /// The current state of the folder. Unreadable entries are part of it.
    pub fn of(folder: &Path) -> Self {
        let folders = PARTS.map(|part| folder.join(part));
        let mut seen = Vec::new();
        for folder in [folder]
            .into_iter()
            .chain(folders.iter().map(PathBuf::as_path))
        {
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten().take(FILES_LIMIT + 1) {
                let path = entry.path();
                let metadata = metadata(&path);
                seen.push((path, metadata));
            }
        }
        seen.sort();
        Self(seen)
    }

    /// The same with the state of another file.
    pub(crate) fn with(mut self, file: &Path) -> Self {
        self.0.push((file.to_owned(), metadata(file)));
        self
    }
}
