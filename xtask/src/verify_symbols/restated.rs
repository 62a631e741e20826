//! What the data files restate, as lines.

use std::path::Path;

use serde::Deserialize;

use super::symbols::{SymbolFile, rank};
use crate::failure::Failure;
use crate::workspace;

/// Where nested types come from that are compared.
const SOURCE: &str = "vergilius-kernels-data";

/// Everything restated.
pub(super) struct Restated {
    pub(super) snapshots: Vec<Snapshot>,
    types: Vec<TypeStatement>,
}

/// One file of `data/symbols`.
pub(super) struct Snapshot {
    pub(super) file: String,
    pub(super) build: String,
    pub(super) arch: String,
    pub(super) structures: Vec<Statement>,
}

/// A structure or type as the data have it.
pub(super) struct Statement {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) lines: Vec<String>,
}

struct TypeStatement {
    first: usize,
    last: usize,
    arch: Option<String>,
    statement: Statement,
}

#[derive(Deserialize)]
struct SnapshotFile {
    build: String,
    arch: String,
    structure: Vec<StructureTable>,
}

#[derive(Deserialize)]
struct StructureTable {
    name: String,
    size: String,
    members: Vec<String>,
}

#[derive(Deserialize)]
struct TypeFile {
    name: String,
    source: String,
    layout: Vec<LayoutTable>,
}

#[derive(Deserialize)]
struct LayoutTable {
    versions: String,
    arch: Option<String>,
    size: String,
    #[serde(default)]
    members: Vec<String>,
    #[serde(default)]
    values: Vec<String>,
    source: Option<String>,
}

impl Restated {
    pub(super) fn read() -> Result<Self, Failure> {
        let data = workspace::root().join("data");
        let mut restated = Self {
            snapshots: Vec::new(),
            types: Vec::new(),
        };
        for (file, text) in texts(&data.join("symbols"))? {
            let content: SnapshotFile = parse(&file, &text)?;
            let structures = content.structure.into_iter().map(|table| {
                let size = number(&file, &table.size)?;
                Ok(Statement {
                    file: file.clone(),
                    name: table.name,
                    size,
                    lines: table.members,
                })
            });
            let structures = structures.collect::<Result<_, Failure>>()?;
            restated.snapshots.push(Snapshot {
                file,
                build: content.build,
                arch: content.arch,
                structures,
            });
        }
        for (file, text) in texts(&data.join("types"))? {
            let content: TypeFile = parse(&file, &text)?;
            for layout in content.layout {
                if layout.source.as_ref().unwrap_or(&content.source) != SOURCE {
                    continue;
                }
                let (first, last) = span(&file, &layout.versions)?;
                let size = number(&file, &layout.size)?;
                let lines = layout.members.into_iter().chain(layout.values).collect();
                let statement = Statement {
                    file: file.clone(),
                    name: content.name.clone(),
                    size,
                    lines,
                };
                restated.types.push(TypeStatement {
                    first,
                    last,
                    arch: layout.arch,
                    statement,
                });
            }
        }
        Ok(restated)
    }

    /// The types that are stated for the release and architecture of a symbol file.
    pub(super) fn types_at(&self, symbols: &SymbolFile) -> impl Iterator<Item = &Statement> {
        let (release, arch) = (symbols.rank, symbols.arch.clone());
        let here = move |ty: &&TypeStatement| {
            release.is_some_and(|release| (ty.first..=ty.last).contains(&release))
                && ty.arch.as_ref().is_none_or(|only| *only == arch)
        };
        self.types.iter().filter(here).map(|ty| &ty.statement)
    }
}

fn texts(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::file("read the folder", folder, &error))?;
    let mut texts = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let text =
            std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        texts.push((name, text));
    }
    texts.sort();
    Ok(texts)
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, Failure> {
    toml::from_str(text).map_err(|error| Failure::new(format!("{file}: {error}")))
}

fn number(file: &str, text: &str) -> Result<u64, Failure> {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    u64::from_str_radix(digits, 16)
        .map_err(|_| Failure::new(format!("{file}: `{text}` is not a size")))
}

/// First and last rung of `6.1`, `6.1 to 1607`.
fn span(file: &str, text: &str) -> Result<(usize, usize), Failure> {
    let (first, last) = text.split_once(" to ").unwrap_or((text, text));
    let known = |release: &str| {
        rank(release.trim()).ok_or_else(|| {
            Failure::new(format!("{file}: `{text}` is no range of releases at hand"))
        })
    };
    Ok((known(first)?, known(last)?))
}
