//! A symbol file, as lines in the form of the data files.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;

/// The releases of which a symbol file may be at hand, in order, with the build by which it is told.
const RELEASES: [(&str, &str); 17] = [
    ("5.0", "5.0.2195"),
    ("5.1", "5.1.2600"),
    ("5.2", "5.2.3790"),
    ("6.0", "6.0.6000"),
    ("6.1", "6.1.7600"),
    ("6.2", "6.2.9200"),
    ("6.3", "6.3.9600"),
    ("10.0", "10.0.10240"),
    ("1511", "10.0.10586"),
    ("1607", "10.0.14393"),
    ("1703", "10.0.15063"),
    ("1709", "10.0.16299"),
    ("1803", "10.0.17134"),
    ("1809", "10.0.17763"),
    ("1903", "10.0.18362"),
    ("1909", "10.0.18363"),
    ("2004", "10.0.19041"),
];

/// How deep a type may refer to others.
const DEPTH_LIMIT: usize = 16;

/// The number of a release among those at hand.
pub(super) fn rank(release: &str) -> Option<usize> {
    RELEASES.iter().position(|(id, _)| *id == release)
}

/// One symbol file.
pub(super) struct SymbolFile {
    pub(super) build: String,
    pub(super) arch: String,
    /// The number of its release among those at hand.
    pub(super) rank: Option<usize>,
    by_id: HashMap<u64, Type>,
    by_name: HashMap<String, Vec<u64>>,
}

/// A structure, union or enumeration, as lines.
pub(super) struct Described {
    pub(super) size: u64,
    pub(super) lines: Vec<String>,
}

#[derive(Deserialize)]
struct Content {
    buildnumber: String,
    arch: String,
    types: Vec<Type>,
}

#[derive(Deserialize)]
struct Type {
    #[serde(default)]
    name: Option<String>,
    id: u64,
    kind: String,
    #[serde(default)]
    sizeof: u64,
    #[serde(default)]
    data: Vec<Datum>,
}

#[derive(Deserialize)]
struct Datum {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    offset: i64,
}

impl SymbolFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |what: String| Failure::new(format!("{}: {what}", path.display()));
        let file = File::open(path).map_err(|error| Failure::file("open", path, &error))?;
        let mut yaml = Vec::new();
        lzma_rs::xz_decompress(&mut BufReader::new(file), &mut yaml)
            .map_err(|error| failed(format!("{error:?}")))?;
        let content: Content =
            serde_yaml_ng::from_slice(&yaml).map_err(|error| failed(error.to_string()))?;
        let mut by_name: HashMap<String, Vec<u64>> = HashMap::new();
        for ty in content
            .types
            .iter()
            .filter(|ty| matches!(&*ty.kind, "STRUCT" | "UNION" | "ENUM"))
        {
            if let Some(name) = &ty.name {
                by_name
                    .entry(bare(name).to_owned())
                    .or_default()
                    .push(ty.id);
            }
        }
        let rank = RELEASES.iter().position(|(_, build)| {
            content
                .buildnumber
                .strip_prefix(build)
                .is_some_and(|revision| revision.starts_with('.'))
        });
        let by_id = content.types.into_iter().map(|ty| (ty.id, ty)).collect();
        Ok(Self {
            build: content.buildnumber,
            arch: content.arch,
            rank,
            by_id,
            by_name,
        })
    }

    /// The structure, union or enumeration of that name; the one that has members, where another is but declared.
    pub(super) fn find(&self, name: &str) -> Option<Described> {
        let ids = self.by_name.get(name)?;
        let ty = ids
            .iter()
            .filter_map(|id| self.by_id.get(id))
            .find(|ty| !ty.data.is_empty())?;
        let lines = if ty.kind == "ENUM" {
            values(ty)
        } else {
            self.members(ty)
        };
        Some(Described {
            size: if ty.kind == "ENUM" { 4 } else { ty.sizeof },
            lines,
        })
    }

    fn members(&self, ty: &Type) -> Vec<String> {
        let mut lines = Vec::new();
        let mut next_bit: Option<(i64, u64)> = None;
        for datum in &ty.data {
            let (Some(name), Some(id)) = (&datum.name, datum.id) else {
                continue;
            };
            let offset = datum.offset;
            let Some((front, dimensions)) = self.spell(id, 0) else {
                continue;
            };
            if let Some((name, width)) = name.split_once(':') {
                let width: u64 = width.parse().unwrap_or(0);
                let unit = self.by_id.get(&id).map_or(0, |ty| ty.sizeof * 8);
                // Fields follow one another; where the unit is full, another view of it begins.
                let fits = |place: &(i64, u64)| place.0 == offset && place.1 + width <= unit;
                let bit = next_bit.filter(fits).map_or(0, |(_, bit)| bit);
                lines.push(format!("{offset:#04x}:{bit} {front}{name} : {width};"));
                next_bit = Some((offset, bit + width));
            } else {
                lines.push(format!("{offset:#04x} {front}{name}{dimensions};"));
                next_bit = None;
            }
        }
        lines
    }

    /// What stands before a member's name and behind it; `None` for a structure without a name.
    fn spell(&self, id: u64, depth: usize) -> Option<(String, String)> {
        let ty = self.by_id.get(&id).filter(|_| depth < DEPTH_LIMIT)?;
        let inner = || ty.data.first().and_then(|datum| datum.id);
        match &*ty.kind {
            "POINTER" => {
                let (front, dimensions) = self
                    .spell(inner()?, depth + 1)
                    .unwrap_or_else(|| ("VOID ".into(), String::new()));
                // A pointer to an array is spelt as a pointer to its element, as sources do.
                let _ = dimensions;
                Some((format!("{front}*"), String::new()))
            }
            "ARRAY" => {
                let count = ty.data.first()?.offset;
                let (front, dimensions) = self.spell(inner()?, depth + 1)?;
                Some((front, format!(" [{count}]{dimensions}")))
            }
            "FUNCTION" => Some(("VOID ".to_owned(), String::new())),
            _ => {
                let name = bare(ty.name.as_ref()?);
                let unnamed =
                    name.contains('<') || name.trim_start_matches('_').starts_with("unnamed");
                (!unnamed).then(|| (format!("{name} "), String::new()))
            }
        }
    }
}

fn values(ty: &Type) -> Vec<String> {
    let named = ty
        .data
        .iter()
        .filter_map(|datum| Some((datum.name.as_ref()?, datum.offset)));
    named
        .map(|(name, value)| format!("{name} = {value}"))
        .collect()
}

fn bare(name: &str) -> &str {
    name.strip_prefix('_').unwrap_or(name)
}
