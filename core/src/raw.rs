//! The shapes of the data files, before anything in them is understood: plain texts under their keys.
//!
//! One shape, two encodings: people edit TOML, the browser gets the same values as Borsh in the data bundle, for reading
//! that takes a tenth of the code that reading JSON takes. Reading the files is for others; [`crate::Dataset::build`] parses what stands here and says of a mistake in which [`Place`] it is.

mod reader;
mod text;

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) use reader::Reader;
pub use reader::{DataError, Problem};
pub use text::Text;

/// Everything that a data folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
pub struct RawDataset {
    /// `structures/*.toml`, by file name.
    pub structures: Vec<RawFile<RawStructure>>,
    /// `types/*.toml`, by file name.
    pub types: Vec<RawFile<RawType>>,
    /// `*.strata`: catalogues.
    #[serde(default)]
    pub catalogues: Vec<RawFile<Text>>,
    /// `kernels.txt`: the kernels that are known by name.
    #[serde(default)]
    pub kernels: Option<RawFile<Text>>,
    /// `addresses.txt`: addresses of symbols.
    #[serde(default)]
    pub addresses: Option<RawFile<Text>>,
    /// Audited structures outside of these files, for lists on a page about one type.
    #[serde(default)]
    pub others: Vec<RawOther>,
    /// `constants.toml`, of each folder.
    #[serde(default)]
    pub constants: Vec<RawFile<RawConstants>>,
    /// `sources.toml`, of each folder.
    pub sources: Vec<RawFile<RawSources>>,
    /// `releases.toml`.
    pub releases: RawFile<RawReleases>,
}

/// An audited structure whose file is not at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOther {
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The points at which it has layouts.
    pub points: Vec<String>,
}

/// A data file with its content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
pub struct RawFile<T> {
    /// Such as `structures/etw_pmc_support.toml`.
    pub file: String,
    /// What it holds.
    pub content: T,
}

/// `sources.toml`.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSources {
    /// The sources.
    #[serde(default)]
    pub source: Vec<RawSource>,
}

/// Who says something.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSource {
    /// What other files call it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is.
    pub url: String,
    /// Who made it.
    pub author: String,
    /// `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
    pub kind: String,
    /// On what terms.
    #[serde(default)]
    pub license: Option<String>,
    /// When.
    #[serde(default)]
    pub published: Option<String>,
    /// What else is to be known.
    #[serde(default)]
    pub note: Option<String>,
}

/// `releases.toml`.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawReleases {
    /// The rungs, in order.
    #[serde(default)]
    pub release: Vec<RawRelease>,
}

/// What is known of one rung of the ladder.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawRelease {
    /// Its id on the ladder.
    pub id: String,
    /// What Microsoft calls it.
    pub name: String,
    /// The version of the kernel: `6.1`.
    pub nt_version: String,
    /// The number of the system's build.
    pub build: u32,
    /// The version of the file of its first kernel: its line, and the first revision that is of this release.
    pub file: String,
    /// What else is to be known.
    #[serde(default)]
    pub note: Option<String>,
}

/// `structures/*.toml`: one structure as one source gives it.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawStructure {
    /// The structure's name.
    pub name: String,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// A few paragraphs.
    #[serde(default)]
    pub description: String,
    /// How certain its rows are where they do not say otherwise.
    pub certainty: String,
    /// `kernel` or `user`: in which mode of the processor the structure is kept, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The first release that the source gives.
    pub first: String,
    /// The newest release that the source knows.
    pub reach: String,
    /// Why what holds there must not be stretched beyond it.
    #[serde(default)]
    pub beyond: Option<String>,
    /// The table of sizes.
    #[serde(default)]
    pub size: Vec<RawSize>,
    /// The table of members.
    #[serde(default)]
    pub row: Vec<RawRow>,
    /// The table of bits.
    #[serde(default)]
    pub bit: Vec<RawBit>,
    /// What the source gets wrong.
    #[serde(default)]
    pub erratum: Vec<RawErratum>,
    /// What the audit notices though nothing is wrong.
    #[serde(default)]
    pub note: Vec<RawNote>,
    /// What monthly servicing changed inside a release.
    #[serde(default)]
    pub servicing: Vec<RawServicing>,
}

/// A row of the table of sizes.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSize {
    /// For which releases.
    pub versions: String,
    /// In bytes, on x86.
    #[serde(default)]
    pub x86: Option<String>,
    /// In bytes, on x64.
    #[serde(default)]
    pub x64: Option<String>,
    /// In bytes, on arm64.
    #[serde(default)]
    pub arm64: Option<String>,
}

/// A row of the table of members.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawRow {
    /// Its stable id.
    pub id: String,
    /// The *Definition* cell.
    pub declaration: String,
    /// The x86 offset cell.
    #[serde(default)]
    pub x86: Option<String>,
    /// The x64 offset cell.
    #[serde(default)]
    pub x64: Option<String>,
    /// The arm64 offset cell.
    #[serde(default)]
    pub arm64: Option<String>,
    /// The row whose offset cells span this one too.
    #[serde(default)]
    pub spanned: Option<String>,
    /// The *Versions* cell.
    pub versions: String,
    /// The *Remarks* cell.
    #[serde(default)]
    pub remarks: Option<String>,
    /// The C type, where the definition is words.
    #[serde(default, rename = "type")]
    pub ty: Option<String>,
    /// The C type on x64 and arm64, where it differs.
    #[serde(default)]
    pub type_x64: Option<String>,
    /// How certain the row is, where it differs from its structure.
    #[serde(default)]
    pub certainty: Option<String>,
    /// What is known of the member.
    #[serde(default)]
    pub about: Option<String>,
    /// The set of constants that its values are of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constants: Option<String>,
    /// The row whose number it holds, rounded up to whole pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages_of: Option<String>,
    /// The row whose number says how many elements it has: an array of any size at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_by: Option<String>,
    /// The row of which this one is the continuation elsewhere in the structure.
    #[serde(default)]
    pub continues: Option<String>,
}

/// A row of the table of bits.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawBit {
    /// The row of the integer that holds the bits.
    pub row: String,
    /// Its stable id.
    pub id: String,
    /// The *Definition* cell.
    pub declaration: String,
    /// The x86 mask.
    #[serde(default)]
    pub x86: Option<String>,
    /// The x64 mask.
    #[serde(default)]
    pub x64: Option<String>,
    /// The arm64 mask.
    #[serde(default)]
    pub arm64: Option<String>,
    /// The *Versions* cell.
    pub versions: String,
    /// The *Remarks* cell.
    #[serde(default)]
    pub remarks: Option<String>,
    /// What is known of the bits.
    #[serde(default)]
    pub about: Option<String>,
    /// The row of which these bits are the continuation.
    #[serde(default)]
    pub continues: Option<String>,
}

/// One erratum: what is published, what holds, and why.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawErratum {
    /// Its stable id.
    pub id: String,
    /// The row that it is about.
    #[serde(default)]
    pub row: Option<String>,
    /// The bit row that it is about.
    #[serde(default)]
    pub bit: Option<String>,
    /// The architecture, where it is about one.
    #[serde(default)]
    pub arch: Option<String>,
    /// `offset`, `declaration`, `name`, `versions`, `remark`, `size` or `bits`.
    pub about: String,
    /// The cell as published.
    pub published: String,
    /// What holds.
    pub corrected: RawCorrection,
    /// The rule that fires where this erratum alone is taken back.
    pub rule: String,
    /// Whether nothing else fits.
    pub forced: bool,
    /// The errata together with which it is forced.
    #[serde(default)]
    pub with: Vec<String>,
    /// Why.
    pub why: String,
}

/// What holds, in the notation of the cell that is corrected.
#[derive(
    Clone, Debug, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(untagged)]
pub enum RawCorrection {
    /// Throughout.
    Whole(String),
    /// By release.
    ByRelease(Vec<RawCorrectionPart>),
}

impl Default for RawCorrection {
    fn default() -> Self {
        Self::Whole(String::new())
    }
}

/// What holds in some releases.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawCorrectionPart {
    /// In which.
    pub versions: String,
    /// What.
    pub is: String,
}

/// What accounts for findings that are no error of the source.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawNote {
    /// The rule whose findings it accounts for.
    pub rule: String,
    /// The row that they are about, if any.
    #[serde(default)]
    pub row: Option<String>,
    /// The bit row that they are about, if any.
    #[serde(default)]
    pub bit: Option<String>,
    /// The architecture, if but one.
    #[serde(default)]
    pub arch: Option<String>,
    /// The releases, if not all.
    #[serde(default)]
    pub versions: Option<String>,
    /// What is known.
    pub text: String,
}

/// What monthly servicing changed inside a release.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawServicing {
    /// The release.
    pub release: String,
    /// The architecture.
    pub arch: String,
    /// The first build that is known to have the change.
    pub build: String,
    /// The size from then on.
    pub size: String,
    /// In words.
    pub text: String,
    /// Who says so.
    pub source: String,
}

/// `types/*.toml`: a type that members have.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawType {
    /// Its name.
    pub name: String,
    /// `struct`, `union`, `enum` or `scalar`.
    pub kind: String,
    /// Who says so.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// What it looks like, by release and architecture.
    #[serde(default)]
    pub layout: Vec<RawTypeLayout>,
    /// The members whose values are of a set of constants.
    #[serde(default)]
    pub constants: Vec<RawTypeConstants>,
}

/// A member of a type whose values are of a set of constants.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawTypeConstants {
    /// The member's name, in every layout that has it.
    pub member: String,
    /// The set.
    pub set: String,
    /// Who says that its values are of this set.
    pub source: String,
}

/// What a type looks like in some releases.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawTypeLayout {
    /// In which.
    pub versions: String,
    /// On which architecture; on all where it does not say.
    #[serde(default)]
    pub arch: Option<String>,
    /// In bytes.
    pub size: String,
    /// In bytes.
    pub align: u32,
    /// `OFFSET[:BIT] DECLARATION;`
    #[serde(default)]
    pub members: Vec<String>,
    /// `NAME = VALUE`
    #[serde(default)]
    pub values: Vec<String>,
    /// Who says so, where it is somebody else.
    #[serde(default)]
    pub source: Option<String>,
    /// What else is to be known.
    #[serde(default)]
    pub note: Option<String>,
}

/// `constants.toml`: named values.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawConstants {
    /// The sets that rows name.
    #[serde(default)]
    pub set: Vec<RawConstantSet>,
    /// What is in them, by source.
    #[serde(default)]
    pub constants: Vec<RawConstantList>,
    /// Well-known GUIDs, by source.
    #[serde(default)]
    pub guids: Vec<RawGuidList>,
}

/// A set of named numbers.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawConstantSet {
    /// What rows call it.
    pub id: String,
    /// `flags` or `values`.
    pub kind: String,
    /// One sentence.
    pub summary: String,
}

/// Constants of a set that one source gives.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawConstantList {
    /// Which set.
    pub set: String,
    /// Who says so.
    pub source: String,
    /// The first release that knows them, where the source says one: `6.1`.
    #[serde(default)]
    pub since: Option<String>,
    /// `NAME = VALUE`
    pub values: Vec<String>,
}

/// GUIDs that one source gives.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawGuidList {
    /// Who says so.
    pub source: String,
    /// `NAME = {…}`
    pub values: Vec<String>,
}

/// A place in a data file: which table, which entry of it, which key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which file, relative to the data folder.
    pub file: String,
    /// Which table of it (`row`, `size`, `erratum` …); `None` for the file's own keys.
    pub table: Option<(&'static str, usize)>,
    pub key: &'static str,
    /// Which element, where the key holds a list.
    pub element: Option<usize>,
    /// Which bytes of the value, where it is a text and the blame is on a part of it.
    pub bytes: Option<std::ops::Range<usize>>,
}

impl Place {
    /// A key of the file itself.
    pub fn key(file: &str, key: &'static str) -> Self {
        Self {
            file: file.to_owned(),
            table: None,
            key,
            element: None,
            bytes: None,
        }
    }

    /// A line of a file that is no TOML, from 1.
    pub fn line(file: &str, line: usize) -> Self {
        Self {
            table: Some(("line", line.saturating_sub(1))),
            ..Self::key(file, "content")
        }
    }

    /// A key of the `index`th entry of `table`.
    pub fn entry(file: &str, table: &'static str, index: usize, key: &'static str) -> Self {
        Self {
            table: Some((table, index)),
            ..Self::key(file, key)
        }
    }

    /// The same place, one element of its list.
    #[must_use]
    pub fn element(mut self, element: usize) -> Self {
        self.element = Some(element);
        self
    }

    /// The same place, some bytes of its text.
    #[must_use]
    pub fn bytes(mut self, bytes: std::ops::Range<usize>) -> Self {
        self.bytes = Some(bytes);
        self
    }
}

impl fmt::Display for Place {
    /// `structures/etw_pmc_support.toml, row 3, x64`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((table, index)) = self.table {
            write!(f, ", {table} {}", index + 1)?;
        }
        write!(f, ", {}", self.key)?;
        if let Some(element) = self.element {
            write!(f, " {}", element + 1)?;
        }
        Ok(())
    }
}
