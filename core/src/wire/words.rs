//! The texts in the JSON with a fixed form: words of an enumeration, numbers, points.
//!
//! Values of the model with such a form implement `Serialize` themselves. Where a DTO has only some words of an
//! enumeration, a type without values is their schema.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::point::Point;
pub use crate::release::Version;

use crate::ctype::CType;
use crate::decode::memory::HEX_DIGITS;
use crate::decode::{self, finding, identify, listing, memory, read, value};
use crate::diff::Kind;
use crate::name::TypeName;
use crate::release::Build;
use crate::units::{ByteOffset, ByteSize};
use crate::{arch, article, audit, certainty, history, layout, lookup, search};
use crate::{stated, types, validity, xref};

/// Reads and writes a value of an enumeration of the model as its word.
macro_rules! as_word {
    ($Model:ty) => {
        impl Serialize for $Model {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $Model {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                let named = Self::ALL.into_iter().find(|it| it.as_str() == word);
                named.ok_or_else(|| D::Error::custom(format!("unknown word `{word}`")))
            }
        }
    };
}

/// Implements `JsonSchema`: the name of the schema, and the schema.
macro_rules! schema {
    ($Type:ty = $name:literal $schema:expr) => {
        impl JsonSchema for $Type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// Declares the words that texts may be: those of an enumeration of the model, or a list.
macro_rules! vocabulary {
    (@one $(#[doc = $doc:literal])* $name:ident($title:literal) = $Model:ty) => {
        $(#[doc = $doc])*
        pub type $name = $Model;

        vocabulary!(@schema $(#[doc = $doc])* $name($title) = $name::ALL.map($name::as_str));
        as_word!($Model);
    };
    (@one $(#[doc = $doc:literal])* $name:ident($title:literal) in $words:expr) => {
        $(#[doc = $doc])*
        #[derive(Debug)]
        pub enum $name {}

        vocabulary!(@schema $(#[doc = $doc])* $name($title) = $words);
    };
    (@schema $(#[doc = $doc:literal])* $name:ident($title:literal) = $words:expr) => {
        schema!($name = $title json_schema!({
            "type": "string",
            "description": concat!($($doc, "\n"),*).trim(),
            "enum": $words.into_iter().collect::<Vec<&str>>(),
        }));
    };
    ($($(#[doc = $doc:literal])* $name:ident($title:literal) $(= $Model:ty)? $({ $words:expr })?;)+) => {
        $(vocabulary!(@one $(#[doc = $doc])* $name($title) $(= $Model)? $(in $words)?);)+
    };
}

/// The ids of the rules that satisfy a condition.
fn rules(such: fn(finding::Rule) -> bool) -> impl Iterator<Item = &'static str> {
    let rules = finding::Rule::ALL.iter().copied();
    rules
        .filter(move |rule| such(*rule))
        .map(finding::Rule::as_str)
}

vocabulary! {
    /// A processor architecture.
    Arch("Arch") = arch::Arch;
    /// How certain a member's offset is, from the most certain: `confirmed`: a symbol file of the same release has it;
    /// `symbol-files`: the source took it from symbol files; `inspected`: the source took it from binaries; `inferred`:
    /// the offset is from binaries, name and type from a related structure; `corrected`: the published value cannot be
    /// right, and only this one fits; `chosen`: the published value cannot be right, and this one was chosen among
    /// several that fit; `unaccounted`: the source only says that the bytes exist.
    Certainty("Certainty") = certainty::Certainty;
    /// The subject of an erratum.
    About("ErratumAbout") = article::CorrectedField;
    /// A rule of the audit; `GET /api/v1/audit` has what each rule demands.
    AuditRule("AuditRule") = audit::Rule;
    /// A cell of a row: an offset or a mask, the definition, the versions, the remarks, a size.
    Field("Field") = audit::Field;
    /// `stated`: a source states the answer. `bracketed`: no source covers the build, but the images before and after it agree.
    Answer("Answer") { ["stated", "bracketed"] };
    /// Why bytes belong to no member: `padding` if the alignment of the next member explains them, otherwise `hole`.
    Gap("GapKind") = layout::GapKind;
    /// The most important change of a member since the previous layout class.
    Mark("Mark") = history::Mark;
    /// The format that an input is read as.
    Dialect("Dialect") = read::Dialect;
    /// The numbers before the rows of a dump: none, addresses, physical addresses, or offsets.
    Places("Places") = read::AddressKind;
    /// The input is bytes.
    KindOfBytes("KindOfBytes") { [decode::wire::KIND] };
    /// The input is a layout as a debugger prints it, without bytes.
    KindOfListing("KindOfListing") { [stated::wire::KIND] };
    /// The debugger command that printed a layout.
    Tool("ListingTool") { listing::Tool::DEBUGGERS.map(listing::Tool::as_str) };
    /// Whether all, some or none of the bytes are known.
    State("State") = memory::State;
    /// The kind of an address: null, in the user or the kernel half of the address space, -1, or in neither half.
    PointerClass("PointerClass") = value::PointerClass;
    /// The kind of a handle: null, a pseudo handle (-1, -2), or in the handle table of the kernel or of a process.
    HandleClass("HandleClass") = value::HandleClass;
    /// Why following a list ended: it came back to its start; the next entry is not in the input; the link of the last
    /// entry is unknown; the links loop without coming back to the start; the list is longer than the limit.
    ListEnd("ListEnd") = value::ListEnd;
    /// What a finding of the decoder is about.
    DecodeRule("DecodeRule") { rules(finding::Rule::is_finding) };
    /// Whether a layout fits the bytes.
    Verdict("Verdict") = identify::Verdict;
    /// The kind of evidence for or against a layout. Evidence that is also a finding of the decoder has the same id.
    FitRule("FitRule") { rules(finding::Rule::is_evidence) };
    /// The kind of a search result. Bit fields of a structure are `member`, too.
    SubjectKind("SubjectKind") { search::Subject::KINDS };
    /// What the query matched: the name, the type, the description, a similar name, the offset, the size.
    Why("FoundBy") = search::Why;
    /// The verdict on a claim at a point: the member has the claimed offset, it has another offset, it has another type
    /// or size than the table states, it does not exist, or no source states it.
    Validity("Validity") = validity::Verdict;
    /// Whether a source states the member at a point, says that it is absent, or does not say.
    Presence("MemberState") { [
        "stated",
        validity::Verdict::Absent.as_str(),
        validity::Verdict::NotStated.as_str(),
    ] };
    /// Why a type has no layout at a point: the source says that it does not exist there (`absent`), a symbol file names it
    /// without defining it (`declared`), no source covers the point (`not stated`), or the structure, version or architecture
    /// is unknown or ambiguous (`unknown`).
    Reason("Reason") { lookup::Reason::ALL.map(lookup::Reason::as_str).into_iter().chain(["unknown"]) };
    /// Whether a source states a layout at a point, says that the structure does not exist, or does not say.
    ClassState("ClassState") { ["stated", lookup::Reason::Absent.as_str(), lookup::Reason::NotStated.as_str()] };
    /// The kind of change of a type between two sets of data.
    TypeChangeKind("TypeChangeKind") { ["added", "removed", "changed"] };
    /// A table of an article: of members, of bit fields, or of sizes.
    TableName("TableName") { ["rows", "bits", "sizes"] };
    /// The kind of a type: a structure, a union, an enumeration, or a scalar with a name of its own.
    TypeKind("TypeKind") = types::TypeKind;
    /// How a type is used: a member has this type or an array of it (`contains`), or is a pointer to it (`points-to`).
    How("UsedHow") = xref::UsageKind;
    /// The severity of a finding.
    Severity("Severity") = finding::Severity;
    /// A kind of change.
    ChangeKind("ChangeKind") = Kind;
}

/// A number that may exceed 2^53: an address, a mask, a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(pub u64);

impl Serialize for Hex {
    /// Writes `0x1f`, without the machinery of `fmt`: answers of the decoder have several for each member.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; 18];
        let (mut start, mut rest) = (text.len(), self.0);
        while start == text.len() || rest != 0 {
            start -= 1;
            text[start] = HEX_DIGITS[(rest & 0xf) as usize];
            rest >>= 4;
        }
        text[start - 2..start].copy_from_slice(b"0x");
        serializer.serialize_str(str::from_utf8(&text[start - 2..]).unwrap_or_default())
    }
}

schema!(Hex = "Hex" json_schema!({
    "type": "string",
    "description": "A number that may exceed 2^53: lower-case hexadecimal, unpadded.",
    "pattern": "^0x(0|[1-9a-f][0-9a-f]{0,15})$",
}));

/// Bytes, some of which may be unknown.
#[derive(Debug)]
pub enum RawBytes {}

schema!(RawBytes = "RawBytes" json_schema!({
    "type": "string",
    "description": "Bytes: two lower-case hexadecimal digits each, `??` for a byte that is unreadable or beyond the end.",
    "pattern": "^([0-9a-f]{2}|\\?\\?)*$",
}));

/// Writes values as they are printed.
macro_rules! as_text {
    ($($Model:ty),+) => {$(
        impl Serialize for $Model {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

as_text!(Point, Version, Build, TypeName, CType);
as_text!(listing::Tool, listing::ListingSkipReason);

schema!(Point = "Point" json_schema!({
    "type": "string",
    "description": "A version and an architecture.",
    "pattern": "^[^/]+/(x86|x64|arm64)$",
    "examples": ["6.1/x64", "10.0.18362.30/x64"],
}));

/// Writes offsets and sizes as numbers.
macro_rules! as_number {
    ($($Model:ty),+) => {$(
        impl Serialize for $Model {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u32(self.get())
            }
        }

        impl JsonSchema for $Model {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                u32::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                u32::json_schema(generator)
            }
        }
    )+};
}

as_number!(ByteOffset, ByteSize);

schema!(Version = "Version" json_schema!({
    "type": "string",
    "description": "The id of a release (`GET /api/v1/releases`), or a build.",
    "examples": ["6.1", "1607", "11-22H2", "10.0.18362.30"],
}));
