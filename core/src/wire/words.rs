//! The vocabularies of the wire, for its schema: what a text can be where it is not just any text.
//!
//! Nothing is built of these types; a field names one to say what it holds. They take their words from the model, so
//! that the schema cannot know fewer than there are.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::decode::{self, finding, identify, listing, memory, read, value};
use crate::stated;
use crate::{arch, article, audit, certainty, history, layout, search, types, validity, xref};

macro_rules! vocabulary {
    ($(#[doc = $doc:literal])* $name:ident($title:literal) = $words:expr) => {
        $(#[doc = $doc])*
        #[derive(Debug)]
        pub enum $name {}

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let words: Vec<&str> = $words.into_iter().collect();
                json_schema!({
                    "type": "string",
                    "description": concat!($($doc, "\n"),*).trim(),
                    "enum": words,
                })
            }
        }
    };
}

/// The ids of such rules.
fn rules(such: fn(finding::Rule) -> bool) -> impl Iterator<Item = &'static str> {
    let rules = finding::Rule::ALL.iter().copied();
    rules
        .filter(move |rule| such(*rule))
        .map(finding::Rule::as_str)
}

vocabulary! {
    /// A processor architecture.
    Arch("Arch") = arch::Arch::ALL.map(arch::Arch::as_str)
}

vocabulary! {
    /// How sure a member's place is, the surest first: a symbol file of this very release gives the same; the source took
    /// it from symbol files; from inspection of binaries; name and type are carried over from a related structure; the
    /// published value cannot be right and only this one fits; several would fit and this one was chosen; the source
    /// only says that there are bytes.
    Certainty("Certainty") = certainty::Certainty::ALL.map(certainty::Certainty::as_str)
}

vocabulary! {
    /// What an erratum is about.
    About("ErratumAbout") = article::About::ALL.map(article::About::as_str)
}

vocabulary! {
    /// A rule of the audit; `GET /api/v1/audit` tells what each demands.
    AuditRule("AuditRule") = audit::Rule::ALL.map(audit::Rule::as_str)
}

vocabulary! {
    /// Which cell of a row is meant: an offset or a mask, the definition, the versions, the remarks, a size.
    Field("Field") = audit::Field::ALL.map(audit::Field::as_str)
}

vocabulary! {
    /// How an answer is known: the source states it.
    Answer("Answer") = ["stated"]
}

vocabulary! {
    /// Why bytes belong to no member: the alignment of what follows explains them, or it does not.
    Gap("GapKind") = layout::GapKind::ALL.map(layout::GapKind::as_str)
}

vocabulary! {
    /// What became of a member since the layout class before: the weightiest aspect.
    Mark("Mark") = history::Mark::ALL.map(history::Mark::as_str)
}

vocabulary! {
    /// What a body was read as.
    Dialect("Dialect") = read::Dialect::ALL.map(read::Dialect::as_str)
}

vocabulary! {
    /// What the numbers before the rows of a dump are.
    Places("Places") = read::Places::ALL.map(read::Places::as_str)
}

vocabulary! {
    /// That what was read is bytes.
    KindOfBytes("KindOfBytes") = [decode::wire::KIND]
}

vocabulary! {
    /// That what was read is a layout as a debugger prints it, which tells no bytes.
    KindOfListing("KindOfListing") = [stated::wire::KIND]
}

vocabulary! {
    /// What printed a layout.
    Tool("ListingTool") = listing::Tool::DEBUGGERS.map(listing::Tool::as_str)
}

vocabulary! {
    /// How much of some bytes is known: every one, some, none.
    State("State") = memory::State::ALL.map(memory::State::as_str)
}

vocabulary! {
    /// What sort of address it is.
    PointerClass("PointerClass") = value::PointerClass::ALL.map(value::PointerClass::as_str)
}

vocabulary! {
    /// Whose table a handle is in.
    HandleClass("HandleClass") = value::HandleClass::ALL.map(value::HandleClass::as_str)
}

vocabulary! {
    /// How following a list ends: back where it began, at an entry that is not there, at a link that is not known, in a
    /// round that does not come back to where it began, or after more entries than are followed.
    ListEnd("ListEnd") = value::ListEnd::ALL.map(value::ListEnd::as_str)
}

vocabulary! {
    /// What the decoder can notice.
    DecodeRule("DecodeRule") = rules(finding::Rule::is_finding)
}

vocabulary! {
    /// Whether a layout fits the bytes.
    Verdict("Verdict") = identify::Verdict::ALL.map(identify::Verdict::as_str)
}

vocabulary! {
    /// What speaks for a layout or against it. What the decoder can notice, too, goes by the same word.
    FitRule("FitRule") = rules(finding::Rule::is_evidence)
}

vocabulary! {
    /// What can be found by a search. Both members and bit fields of a structure are members.
    SubjectKind("SubjectKind") = search::Subject::KINDS
}

vocabulary! {
    /// Why something was found: by its name, its type or what is said of it, because its name is much like what was typed,
    /// by its offset, by its size.
    Why("FoundBy") = search::Why::ALL.map(search::Why::as_str)
}

vocabulary! {
    /// What becomes of a claim at a point: the member is there; it is elsewhere; it has another type or size than the table
    /// states; it is not there; nobody says.
    Validity("Validity") = validity::Verdict::ALL.map(validity::Verdict::as_str)
}

vocabulary! {
    /// What a source says of a member at a point: it is there, it is not there, nothing.
    Presence("MemberState") = [
        "stated",
        validity::Verdict::Absent.as_str(),
        validity::Verdict::NotStated.as_str(),
    ]
}

vocabulary! {
    /// What sort of type it is: members behind one another, members over one another, named values of an integer, a scalar
    /// under a name of its own.
    TypeKind("TypeKind") = types::TypeKind::ALL.map(types::TypeKind::as_str)
}

vocabulary! {
    /// How a type is used: a member is of it, or an array of it; or the member holds its address.
    How("UsedHow") = xref::UsageKind::ALL.map(xref::UsageKind::as_str)
}

vocabulary! {
    /// How bad a finding is.
    Severity("Severity") = finding::Severity::ALL.map(finding::Severity::as_str)
}

/// A number that may pass 2^53: an address, a mask, a value.
#[derive(Debug)]
pub enum Hex {}

impl JsonSchema for Hex {
    fn schema_name() -> Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A number that may pass 2^53: lower-case hexadecimal, unpadded.",
            "pattern": "^0x(0|[1-9a-f][0-9a-f]{0,15})$",
        })
    }
}

/// Bytes, some perhaps unknown.
#[derive(Debug)]
pub enum RawBytes {}

impl JsonSchema for RawBytes {
    fn schema_name() -> Cow<'static, str> {
        "RawBytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Bytes: two lower-case hexadecimal digits each, `??` for one that was unreadable or beyond the end.",
            "pattern": "^([0-9a-f]{2}|\\?\\?)*$",
        })
    }
}

/// A version and an architecture.
#[derive(Debug)]
pub enum Point {}

impl JsonSchema for Point {
    fn schema_name() -> Cow<'static, str> {
        "Point".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A version and an architecture.",
            "pattern": "^[^/]+/(x86|x64|arm64)$",
            "examples": ["6.1/x64", "10.0.18362.30/x64"],
        })
    }
}

/// A release or a build.
#[derive(Debug)]
pub enum Version {}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A release, by its id on the ladder (`GET /api/v1/releases`), or a build.",
            "examples": ["6.1", "1607", "11-22H2", "10.0.18362.30"],
        })
    }
}
