//! The data files before parsing: texts by key.
//!
//! The same values have two encodings: people edit TOML; the browser gets Borsh in the data bundle, because a Borsh
//! reader is a tenth of the code of a JSON reader. This module reads no files. [`crate::Dataset::build`] parses the
//! values and reports the [`Place`] of each error.

mod reader;
mod text;

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) use reader::Reader;
pub use reader::{DataError, LineError, Problem};
pub use text::Text;

/// The content of a data folder.
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
    /// `kernels.txt`: kernels known by name.
    #[serde(default)]
    pub kernels: Option<RawFile<Text>>,
    /// `addresses.txt`: addresses of symbols.
    #[serde(default)]
    pub addresses: Option<RawFile<Text>>,
    /// Audited structures without their files, for lists on a page about one type.
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

/// An audited structure without its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOther {
    pub name: String,
    pub summary: String,
    /// The points with a layout.
    pub points: Vec<String>,
}

/// A data file with its content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
pub struct RawFile<T> {
    /// The path in the data folder: `structures/etw_pmc_support.toml`.
    pub file: String,
    pub content: T,
}

/// `sources.toml`.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSources {
    #[serde(default)]
    pub source: Vec<RawSource>,
}

/// A source of facts.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSource {
    /// The id by which other files refer to the source.
    pub id: String,
    pub title: String,
    /// The address, https or http.
    pub url: String,
    pub author: String,
    /// `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
    pub kind: String,
    /// The licence or terms of use.
    #[serde(default)]
    pub license: Option<String>,
    /// The date of publication.
    #[serde(default)]
    pub published: Option<String>,
    /// Further remarks.
    #[serde(default)]
    pub note: Option<String>,
}

/// `releases.toml`.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawReleases {
    /// The releases, in order.
    #[serde(default)]
    pub release: Vec<RawRelease>,
}

/// A release of Windows.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawRelease {
    /// The id of the release.
    pub id: String,
    /// Microsoft's name for the release.
    pub name: String,
    /// The version of the kernel: `6.1`.
    pub nt_version: String,
    /// The build number.
    pub build: u32,
    /// The file version of the first kernel of the release.
    pub file: String,
    /// Further remarks.
    #[serde(default)]
    pub note: Option<String>,
}

/// `structures/*.toml`: one structure as one source describes it.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawStructure {
    /// The name of the structure.
    pub name: String,
    /// The source: an id of a `sources.toml`.
    pub source: String,
    /// A description in one sentence.
    pub summary: String,
    /// A description in paragraphs, separated by blank lines.
    #[serde(default)]
    pub description: String,
    /// The certainty of rows without their own: `symbol-files`, `inspected`, `inferred` or `unaccounted`.
    pub certainty: String,
    /// `kernel` or `user`: the processor mode in which the structure is kept, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The first release that the source covers.
    pub first: String,
    /// The newest release that the source knows.
    pub reach: String,
    /// Why what holds at `reach` must not be extended beyond it.
    #[serde(default)]
    pub beyond: Option<String>,
    /// The table of sizes.
    #[serde(default)]
    pub size: Vec<RawSize>,
    /// The table of members.
    #[serde(default)]
    pub row: Vec<RawRow>,
    /// The table of bit fields.
    #[serde(default)]
    pub bit: Vec<RawBit>,
    /// The errors of the source.
    #[serde(default)]
    pub erratum: Vec<RawErratum>,
    /// Explanations of audit findings that are no errors.
    #[serde(default)]
    pub note: Vec<RawNote>,
    /// Changes by monthly servicing inside a release.
    #[serde(default)]
    pub servicing: Vec<RawServicing>,
}

/// A row of the table of sizes.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawSize {
    /// The releases with this size.
    pub versions: String,
    /// The size on x86, in bytes.
    #[serde(default)]
    pub x86: Option<String>,
    /// The size on x64, in bytes.
    #[serde(default)]
    pub x64: Option<String>,
    /// The size on arm64, in bytes.
    #[serde(default)]
    pub arm64: Option<String>,
}

/// A row of the table of members.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawRow {
    /// A stable id.
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
    /// The id of the row whose offset cells span this one, too.
    #[serde(default)]
    pub spanned: Option<String>,
    /// The *Versions* cell.
    pub versions: String,
    /// The *Remarks* cell.
    #[serde(default)]
    pub remarks: Option<String>,
    /// The C type, if the definition is not a declaration.
    #[serde(default, rename = "type")]
    pub ty: Option<String>,
    /// The C type on x64 and arm64, if it differs.
    #[serde(default)]
    pub type_x64: Option<String>,
    /// The certainty, if it differs from that of the structure.
    #[serde(default)]
    pub certainty: Option<String>,
    /// What is known of the member.
    #[serde(default)]
    pub about: Option<String>,
    /// The id of the set of constants with the names of the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constants: Option<String>,
    /// The id of the row whose number this one has, rounded up to whole pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages_of: Option<String>,
    /// The id of the row with the number of elements; for an array of any length at the end of the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_by: Option<String>,
    /// The id of the row for the same member elsewhere in the structure.
    #[serde(default)]
    pub continues: Option<String>,
}

/// A row of the table of bit fields.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawBit {
    /// The id of the row of the integer that contains the bits.
    pub row: String,
    /// A stable id.
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
    /// What is known of the bit field.
    #[serde(default)]
    pub about: Option<String>,
    /// The id of the row that these bits continue.
    #[serde(default)]
    pub continues: Option<String>,
}

/// An error of the source: the published value, the correct value, and the reason.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawErratum {
    /// A stable id.
    pub id: String,
    /// The id of the row with the error.
    #[serde(default)]
    pub row: Option<String>,
    /// The id of the bit row with the error.
    #[serde(default)]
    pub bit: Option<String>,
    /// The architecture, if the error concerns only one.
    #[serde(default)]
    pub arch: Option<String>,
    /// `offset`, `declaration`, `name`, `versions`, `remark`, `size` or `bits`.
    pub about: String,
    /// The cell as published, verbatim.
    pub published: String,
    /// The correct value.
    pub corrected: RawCorrection,
    /// An audit rule that fires if this erratum alone is taken back.
    pub rule: String,
    /// Whether no other value fits.
    pub forced: bool,
    /// Other errata that `forced` depends on.
    #[serde(default)]
    pub with: Vec<String>,
    /// The reason.
    pub why: String,
}

/// The correct value, in the notation of the corrected cell.
#[derive(
    Clone, Debug, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(untagged)]
pub enum RawCorrection {
    /// For all releases.
    Whole(String),
    /// By release.
    ByRelease(Vec<RawCorrectionPart>),
}

impl Default for RawCorrection {
    fn default() -> Self {
        Self::Whole(String::new())
    }
}

/// The correct value in some releases.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawCorrectionPart {
    /// The releases.
    pub versions: String,
    /// The value.
    pub is: String,
}

/// An explanation of audit findings that are no errors.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawNote {
    /// The rule of the findings.
    pub rule: String,
    /// The id of the row, if the findings concern a row.
    #[serde(default)]
    pub row: Option<String>,
    /// The id of the bit row, if the findings concern one.
    #[serde(default)]
    pub bit: Option<String>,
    /// The architecture, if only one.
    #[serde(default)]
    pub arch: Option<String>,
    /// The releases, if not all.
    #[serde(default)]
    pub versions: Option<String>,
    /// The explanation.
    pub text: String,
}

/// A change by monthly servicing inside a release.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawServicing {
    /// The release.
    pub release: String,
    /// The architecture.
    pub arch: String,
    /// The first build that is known to have the change: `10.0.18362.720`.
    pub build: String,
    /// The size since that build, in bytes.
    pub size: String,
    /// A description of the change.
    pub text: String,
    /// The source: an id of a `sources.toml`.
    pub source: String,
}

/// `types/*.toml`: a type that members have and no symbol file states.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawType {
    /// The name of the type.
    pub name: String,
    /// `struct`, `union`, `enum` or `scalar`.
    pub kind: String,
    /// The source: an id of a `sources.toml`.
    pub source: String,
    /// A description in one sentence.
    pub summary: String,
    /// The layouts, by release and architecture.
    #[serde(default)]
    pub layout: Vec<RawTypeLayout>,
    /// The members whose values have names.
    #[serde(default)]
    pub constants: Vec<RawTypeConstants>,
}

/// A member whose values have names.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawTypeConstants {
    /// The name of the member, in every layout that has it.
    pub member: String,
    /// The id of the set of constants.
    pub set: String,
    /// The source that assigns the set: an id of a `sources.toml`.
    pub source: String,
}

/// The layout of a type in some releases.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawTypeLayout {
    /// The releases with this layout.
    pub versions: String,
    /// The architecture; if missing, all architectures.
    #[serde(default)]
    pub arch: Option<String>,
    /// The size in bytes.
    pub size: String,
    /// The alignment in bytes.
    pub align: u32,
    /// `OFFSET[:BIT] DECLARATION;`
    #[serde(default)]
    pub members: Vec<String>,
    /// `NAME = VALUE`
    #[serde(default)]
    pub values: Vec<String>,
    /// The source, if it differs from that of the type.
    #[serde(default)]
    pub source: Option<String>,
    /// Further remarks.
    #[serde(default)]
    pub note: Option<String>,
}

/// `constants.toml`: named numbers and GUIDs.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawConstants {
    /// The sets of constants.
    #[serde(default)]
    pub set: Vec<RawConstantSet>,
    /// The constants of the sets, by source.
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
    /// The id by which rows refer to the set.
    pub id: String,
    /// `flags` or `values`.
    pub kind: String,
    /// A description in one sentence.
    pub summary: String,
}

/// The constants of a set that one source states.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawConstantList {
    /// The id of the set.
    pub set: String,
    /// The source: an id of a `sources.toml`.
    pub source: String,
    /// The first release that has the constants, if the source states one: `6.1`.
    #[serde(default)]
    pub since: Option<String>,
    /// `NAME = VALUE`
    pub values: Vec<String>,
}

/// GUIDs that one source states.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RawGuidList {
    /// The source: an id of a `sources.toml`.
    pub source: String,
    /// `NAME = {…}`
    pub values: Vec<String>,
}

/// A place in a data file: the table, the entry, the key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The path of the file in the data folder.
    pub file: String,
    /// The table (`row`, `size`, `erratum` …) and the index of the entry; `None` for the file's own keys.
    pub table: Option<(&'static str, usize)>,
    pub key: &'static str,
    /// The index of the element, if the value is a list.
    pub element: Option<usize>,
    /// The bytes of the value, if the problem is in a part of a text.
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

    /// A line, from 1, of a file that is not TOML.
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
