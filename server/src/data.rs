//! Reads data files into a [`Dataset`]: the built-in ones, which are embedded in the binary, and those of `--data DIR`.
//!
//! This module does the I/O and parses TOML; `strata_core` interprets the values.

mod diagnostic;
mod folder;
mod locate;
pub mod overlay;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::DeserializeOwned;
use strata_core::Dataset;
use strata_core::lookup;
use strata_core::name::without_tag_underscore;
use strata_core::raw::{DataError, Problem, RawDataset, RawFile, RawReleases, RawSources, Text};

use crate::embedded;

pub use diagnostic::{Diagnostic, Excerpt, Severity};
pub use folder::Fingerprint;
pub use locate::Locator;
pub use overlay::{Loaded, SkippedFile, UnsoundData};

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

/// Before the names of an operator's sources and constants beside the built-in ones.
const OWN: &str = "./";

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

    fn without(mut self, names: &BTreeSet<String>) -> Self {
        self.texts.retain(|name, _| !names.contains(name));
        self
    }

    /// Restores the earlier text of some files, each only once.
    fn restore(
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
                _ => Err(Box::new(Diagnostic::of_file(
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
