//! An operator's own data with the built-in ones: loaded strictly, or leniently without the unsound files.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::Arc;

use strata_core::Dataset;
use strata_core::raw::RawDataset;
use thiserror::Error;

use crate::check::{Outcome, check_folder, check_own};
use crate::data::{DataFiles, Diagnostic, OWN, Severity};

/// Data that cannot be used, with all their errors.
#[derive(Debug, Error)]
#[error("the data have errors:\n\n{0}")]
pub struct UnsoundData(Outcome);

impl UnsoundData {
    fn of(diagnostics: Vec<Diagnostic>) -> Self {
        Self(Outcome {
            diagnostics,
            summary: String::new(),
        })
    }

    /// The errors for clients.
    pub(crate) fn in_public(&self, folder: &Path) -> String {
        inside(&format!("{:#}", self.0), folder)
    }
}

/// A message for clients: without the path of the folder, which is for its operator alone.
fn inside(message: &str, folder: &Path) -> String {
    let path = folder.display().to_string();
    let path = path.trim_end_matches(MAIN_SEPARATOR);
    if path.is_empty() {
        return message.to_owned();
    }
    // Next to one of these characters, the folder is a part of another path.
    let goes_on = |c: char| c.is_alphanumeric() || "._-/\\".contains(c);
    let is_name = |c: char| c.is_alphanumeric() || "_-/\\".contains(c);
    let mut parts = message.split(path);
    let mut public = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.strip_prefix(MAIN_SEPARATOR) {
            _ if public.ends_with(goes_on) => public = public + path + part,
            Some(file) => public += file,
            // A single word such as `data` may be no path.
            None if !part.starts_with(is_name) && path.contains(MAIN_SEPARATOR) => {
                public = public + "the data folder" + part;
            }
            None => public = public + path + part,
        }
    }
    public
}

#[derive(Clone, Debug)]
pub struct Loaded {
    pub raw: Arc<RawDataset>,
    pub dataset: Arc<Dataset>,
    /// What was left out and why; empty after strict loading.
    pub left_out: Vec<SkippedFile>,
    /// The own files that were used.
    pub own: DataFiles,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFile {
    pub file: String,
    /// For clients.
    pub why: String,
    /// With the content of the file, for the log.
    pub in_full: String,
}

/// The built-in data, extended by the own data, which must be sound.
pub fn load(folder: Option<&Path>) -> Result<Loaded, UnsoundData> {
    let Some(folder) = folder else {
        return understood(&DataFiles::built_in(), DataFiles::default(), Vec::new());
    };
    let checked = check_folder(folder).map_err(UnsoundData::of)?;
    if !checked.outcome.is_sound() {
        return Err(UnsoundData(checked.outcome));
    }
    understood(&checked.files, checked.own, Vec::new())
}

/// The same, but an unsound file is replaced by its version in `before`, if any; a file without one is left out, and so
/// are files that depend on it.
pub fn load_leniently(folder: &Path, before: &DataFiles) -> Result<Loaded, UnsoundData> {
    let (mut own, mistakes) = DataFiles::read_leniently(folder);
    let left = |mistake: &Diagnostic| SkippedFile::of(mistake, folder);
    let mut left_out: Vec<SkippedFile> = mistakes.iter().map(left).collect();
    // If the folder itself is missing for a moment, the errors name no file.
    let is_away = own.is_empty() && !mistakes.is_empty();
    let unread = |name: &&String| is_away || left_out.iter().any(|it| it.is_of(name));
    let unread: BTreeSet<String> = before.names().filter(unread).cloned().collect();
    let mut restored = BTreeSet::new();
    own.restore(&unread, before, &mut restored);
    loop {
        let files = DataFiles::beside_built_in(&own);
        let outcome = check_own(&files, &own);
        if outcome.is_sound() {
            let is_served =
                |it: &&mut SkippedFile| is_away || restored.iter().any(|name| it.is_of(name));
            for left_out in left_out.iter_mut().filter(is_served) {
                left_out.why.push_str("\nIts earlier content is served.\n");
            }
            return understood(&files, own, left_out);
        }
        let wrong: Vec<&Diagnostic> = outcome
            .diagnostics
            .iter()
            .filter(|mistake| mistake.severity == Severity::Error)
            .collect();
        let blamed = files_to_drop(&own, &wrong);
        // Each round leaves out at least one file, so the loop ends.
        if blamed.is_empty() {
            return Err(UnsoundData(outcome));
        }
        left_out.extend(wrong.into_iter().map(left));
        own = own.without(&blamed);
        own.restore(&blamed, before, &mut restored);
    }
}

/// The own files to leave out: the erroneous ones; if they cause errors in others, those that replace built-in files;
/// else all of them.
fn files_to_drop(own: &DataFiles, wrong: &[&Diagnostic]) -> BTreeSet<String> {
    let built_in = DataFiles::built_in();
    let replaces = |name: &&String| built_in.has(name);
    let all = || own.names();
    let named = wrong
        .iter()
        .map(|it| it.file.strip_prefix(OWN).unwrap_or(&it.file));
    let named = named.filter(|name| own.has(name));
    let blamed: BTreeSet<String> = named.map(str::to_owned).collect();
    if !blamed.is_empty() {
        return blamed;
    }
    let blamed: BTreeSet<String> = all().filter(replaces).cloned().collect();
    if !blamed.is_empty() {
        return blamed;
    }
    all().cloned().collect()
}

impl SkippedFile {
    /// Whether it is about that data file.
    fn is_of(&self, name: &str) -> bool {
        self.file == name
    }

    fn of(mistake: &Diagnostic, folder: &Path) -> Self {
        let file = Path::new(&mistake.file);
        let file = file.strip_prefix(folder).unwrap_or(file).display();
        let file = file.to_string();
        Self {
            file: file.strip_prefix(OWN).unwrap_or(&file).to_owned(),
            why: inside(&format!("{mistake:#}"), folder),
            in_full: mistake.to_string(),
        }
    }
}

fn understood(
    files: &DataFiles,
    own: DataFiles,
    left_out: Vec<SkippedFile>,
) -> Result<Loaded, UnsoundData> {
    let (raw, dataset) = files.load().map_err(UnsoundData::of)?;
    Ok(Loaded {
        raw: Arc::new(raw),
        dataset: Arc::new(dataset),
        left_out,
        own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_see_paths_in_the_folder_only() {
        for (folder, message, public) in [
            ("/srv/own", "/srv/own/a.toml: no", "a.toml: no"),
            (
                "/srv/own/",
                "nothing in /srv/own",
                "nothing in the data folder",
            ),
            ("own", " --> own/a.toml:2", " --> a.toml:2"),
            ("own", "my own data", "my own data"),
            ("../own", "in ../own.", "in the data folder."),
            ("./own/", "./own/own/a.toml", "own/a.toml"),
            ("a", "data/structures, a/b.toml", "data/structures, b.toml"),
        ] {
            assert_eq!(inside(message, Path::new(folder)), public, "{folder}");
        }
    }
}
