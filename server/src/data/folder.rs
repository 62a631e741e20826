//! Reads the texts of a folder of data files. A file that looks like a data file but would be skipped is an error.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use strata_core::catalogue;
use strata_core::raw::Text;

use super::{
    CATALOGUE, DataFiles, Diagnostic, FILE_LIMIT, FILES_LIMIT, Severity, TEXTS, is_catalogue,
};

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
        self.mistakes
            .push(Diagnostic::refused(path, message.into()));
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
                let message = "is not read: a data file ends in `.toml`".to_owned();
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
                let metadata = fs::metadata(&path).ok();
                let told = metadata.and_then(|it| Some((it.len(), it.modified().ok()?)));
                seen.push((path, told));
            }
        }
        seen.sort();
        Self(seen)
    }
}
