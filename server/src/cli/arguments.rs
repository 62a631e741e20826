//! The arguments that several commands share: the data, the form of the output, and what names a structure, a point, or both
//! (a layout).

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;
use strata_core::dataset::{Dataset, Structure};
use strata_core::lookup::{self, Found, Missing};
use strata_core::raw::RawDataset;
use strata_core::{Point, Version};

use crate::overlay::{self, UnsoundData};

use super::{Failure, output, usage_error};

/// A structure.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct StructureArgs {
    /// The structure; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: String,
}

impl StructureArgs {
    /// The structure with that name.
    pub(super) fn find<'a>(&self, dataset: &'a Dataset) -> Result<&'a Structure, Missing> {
        lookup::structure(dataset, &self.structure)
    }
}

/// A structure at a point.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LayoutArgs {
    #[command(flatten)]
    named: StructureArgs,

    /// A release such as 6.1, 1607 or 11-22H2, a build such as 19045.2965, or an image: its id, or the GUID of its PDB
    #[arg(value_parser = whole_point)]
    version: String,

    /// x86, x64 or arm64; not needed after an image
    arch: Option<String>,
}

impl LayoutArgs {
    /// The layout at that point.
    pub(super) fn find<'a>(&self, dataset: &'a Dataset) -> Result<Found<'a>, Missing> {
        let structure = self.named.find(dataset)?;
        find_layout(structure, &self.version, self.arch.as_deref())
    }

    /// Splits off the word in the position of the architecture if it is no architecture: after an image, which needs none.
    pub(super) fn without_rest(&self) -> (Self, Option<String>) {
        let is_rest = |text: &&String| is_whole(&self.version) && lookup::arch(text).is_err();
        let rest = self.arch.as_ref().filter(is_rest).cloned();
        let arch = self.arch.clone().filter(|_| rest.is_none());
        (
            Self {
                arch,
                ..self.clone()
            },
            rest,
        )
    }
}

/// Whether a version is a complete point without an architecture.
fn is_whole(version: &str) -> bool {
    version.contains('/') || lookup::is_image_name(version)
}

/// A version; one with an architecture after a space becomes one word.
pub(super) fn whole_point(text: &str) -> Result<String, Infallible> {
    Ok(match lookup::split_point(text) {
        (version, Some(arch)) => format!("{version}/{arch}"),
        (version, None) => version.to_owned(),
    })
}

/// The layout of a structure at a point, which may be one word (an image, `6.1/x64`); errors suggest other versions.
pub(super) fn find_layout<'a>(
    structure: &'a Structure,
    version: &str,
    arch: Option<&str>,
) -> Result<Found<'a>, Missing> {
    let found = match (arch, lookup::split_point(version)) {
        (Some(arch), _) => lookup::point(structure, version, arch),
        (None, (version, Some(arch))) => lookup::point(structure, version, arch),
        (None, (image, None)) => {
            let found = lookup::whole(structure, image);
            // A version alone lacks an argument.
            if let Err(missing) = &found
                && lookup::version(image).is_ok()
                && !lookup::is_image_name(image)
            {
                usage_error(&Failure::Missing(missing.clone()).to_string());
            }
            found
        }
    }?;
    let answered = found.layout.point.version;
    if let Ok(Version::Build(system)) = found.version.parse()
        && answered != Version::Build(system)
    {
        eprintln!(
            "strata: {system} is a version of the system: its kernel's file version is {answered}"
        );
    }
    if let Some(note) = structure.bracketing(&found.layout) {
        eprintln!("strata: {note}");
    }
    Ok(found)
}

/// The flags whose value is a point, by command.
const BY_FLAG: [(&str, &str); 3] = [
    ("check", "--at"),
    ("offsets", "--point"),
    ("validity", "--at"),
];

/// Joins each point after such a flag to one word: `--at 6.1 x64` becomes `--at 6.1/x64`.
pub(super) fn join_points(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut line: Vec<OsString> = Vec::new();
    for word in words {
        let command = line.get(1).and_then(|command| command.to_str());
        let flag = BY_FLAG.iter().find(|(of, _)| Some(*of) == command);
        let version = flag.and_then(|(_, flag)| version_after(&line, flag));
        let version = version.filter(|it| !is_whole(it) && !line.iter().any(|it| it == "--"));
        match (version, word.to_str(), line.last_mut()) {
            (Some(_), Some(arch), Some(last)) if lookup::arch(arch).is_ok() => {
                last.push("/");
                last.push(arch);
            }
            _ => line.push(word),
        }
    }
    line
}

/// The last word of a command line, if it is the value of `flag`.
fn version_after(line: &[OsString], flag: &str) -> Option<String> {
    let [.., before, last] = line else {
        return None;
    };
    let last = last.to_str()?;
    let value = last.strip_prefix(flag).and_then(|it| it.strip_prefix('='));
    let value = value.or_else(|| (before == flag).then_some(last));
    value.map(str::to_owned)
}

/// The error for a text that is no point.
const EXPECTED: &str = "expected a version and an architecture, as in 6.1/x64, or an image: its id, or the GUID of its PDB";

/// A point in one word: `6.1/x64`, or an image.
#[derive(Clone, Debug)]
pub(super) struct PointArg(String);

impl FromStr for PointArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().replacen(' ', "/", 1);
        match text.matches('/').count() {
            0 | 1 if is_whole(&text) => Ok(Self(text)),
            _ => Err(EXPECTED),
        }
    }
}

impl PointArg {
    /// Parses two points, each in one word or two; exits as for any invalid argument if they are none.
    pub(super) fn pair(words: &[String]) -> [Self; 2] {
        Self::read_pair(words).unwrap_or_else(|why| usage_error(&why))
    }

    fn read_pair(words: &[String]) -> Result<[Self; 2], String> {
        let mut words = words.iter();
        let mut points = Vec::new();
        while let Some(word) = words.next() {
            points.push(match (word.parse::<Self>(), words.as_slice().first()) {
                (Ok(whole), _) => whole,
                (Err(_), Some(arch)) if lookup::arch(arch).is_ok() => {
                    words.next();
                    Self(format!("{word}/{arch}"))
                }
                (Err(why), _) => return Err(format!("`{word}`: {why}")),
            });
        }
        points.try_into().map_err(|points: Vec<Self>| {
            format!(
                "two points are compared, but {} given: {EXPECTED}",
                points.len()
            )
        })
    }

    /// The point; it need not have a layout.
    pub(super) fn point(&self, dataset: &Dataset) -> Result<Point, Missing> {
        lookup::whole_point(dataset.catalogue(), &self.0)
    }

    /// The layout of a structure at the point.
    pub(super) fn find<'a>(&self, structure: &'a Structure) -> Result<Found<'a>, Missing> {
        find_layout(structure, &self.0, None)
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Data {
    /// A folder with data files of your own, added to the built-in ones
    #[arg(long = "data", value_name = "DIR", env = "STRATA_DATA")]
    folder: Option<PathBuf>,
}

/// The data of a command, and the format of its output.
#[derive(Debug, clap::Args)]
pub(super) struct CommonArgs {
    /// Print the JSON of the API
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    data: Data,
}

impl CommonArgs {
    pub(super) fn load(&self) -> Result<Arc<Dataset>, UnsoundData> {
        self.data.load().map(|(_, dataset)| dataset)
    }

    /// Prints an answer: as JSON, or as text by `as_text`.
    pub(super) fn answer<T: Serialize>(
        &self,
        answer: &T,
        as_text: impl FnOnce(&T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.json {
            true => output::json(answer),
            false => as_text(answer),
        }
    }
}

impl Data {
    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Loads the data. An operator's own data must be sound.
    pub(super) fn load(&self) -> Result<(Arc<RawDataset>, Arc<Dataset>), UnsoundData> {
        let loaded = overlay::load(self.folder.as_deref())?;
        // The process ends with the command, and freeing the data would be a fifth of its time.
        std::mem::forget(Arc::clone(&loaded.dataset));
        Ok((loaded.raw, loaded.dataset))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// For scripts
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct FormatArgs<F: ValueEnum + Default + Send + Sync + 'static> {
    /// The format
    // Not `default_value_t`, which keeps the name in a static: one for all `F`.
    #[arg(long, value_enum, default_value = default_name::<F>())]
    format: F,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: ValueEnum + Default + Send + Sync + 'static> FormatArgs<F> {
    pub(super) fn get(&self) -> F {
        match self.json {
            true => F::from_str("json", false).unwrap_or_default(),
            false => self.format.clone(),
        }
    }
}

fn default_name<F: ValueEnum + Default>() -> String {
    let value = F::default().to_possible_value();
    value.map_or_else(String::new, |it| it.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_are_read_in_every_notation() {
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            PointArg::read_pair(&words).map(|points| points.map(|PointArg(text)| text))
        };
        let image = "ntoskrnl-10.0.19041.264-x64";
        for (words, expected) in [
            (&["6.1", "x64", "6.2", "x64"][..], ["6.1/x64", "6.2/x64"]),
            (&["6.1/x64", "6.2", "x64"], ["6.1/x64", "6.2/x64"]),
            (&["6.1 x64", "6.2/x64"], ["6.1/x64", "6.2/x64"]),
            (&[image, "6.2 x64"], [image, "6.2/x64"]),
        ] {
            assert_eq!(read(words), Ok(expected.map(str::to_owned)), "{words:?}");
        }
        assert_eq!(read(&["6.1", "6.2"]), Err(format!("`6.1`: {EXPECTED}")));
        assert!(read(&["6.1/x64"]).unwrap_err().contains("1 given"));
    }

    #[test]
    fn a_point_after_a_flag_is_one_word() {
        for (line, expected) in [
            ("check --at 6.1 x64 a.h", "check --at 6.1/x64 a.h"),
            ("check --at=6.1 amd64 a.h", "check --at=6.1/amd64 a.h"),
            (
                "offsets A --point 6.1 x86 --point 6.2/x64",
                "offsets A --point 6.1/x86 --point 6.2/x64",
            ),
            ("validity --at 22H2 x64", "validity --at 22H2/x64"),
            ("check --at 6.1/x64 x64", "check --at 6.1/x64 x64"),
            ("check --at 6.1 a.h", "check --at 6.1 a.h"),
            ("check -- --at 6.1 x64", "check -- --at 6.1 x64"),
            ("decode A 6.1 --at 16 x64", "decode A 6.1 --at 16 x64"),
        ] {
            let words = |line: &str| -> Vec<OsString> {
                let words = ["strata"].into_iter().chain(line.split(' '));
                words.map(OsString::from).collect()
            };
            assert_eq!(join_points(words(line)), words(expected), "{line}");
        }
    }
}
