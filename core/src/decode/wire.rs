//! Decoded structures as the JSON of the API. Offsets, sizes and bit numbers are integers; addresses and values are
//! `"0x…"`, lower-case and unpadded.

mod convert;
mod value;

use schemars::JsonSchema;
use serde::Serialize;

pub use self::convert::{OneByOne, instances, one_by_one, to_wire};
pub use self::value::DecodedValueDto;
use super::Instance;
use super::finding::{Finding, Severity};
use super::identify::wire::{AdviceDto, ElsewhereDto};
use super::limits::ANNOTATIONS_LIMIT;
use super::memory::{Memory, State};
use super::read::{AddressKind, Candidate, Dialect, LineOutcome, Note, Outcome, Reading, Skip};
use super::value::{BitValue, Item, ItemName};
use crate::arch::Arch;
use crate::constants::Constant;
use crate::wire::answers::answers;
use crate::wire::words::Hex;

/// The `kind` of an answer about bytes.
pub const KIND: &str = "bytes";

/// Decoded structures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Decoded")]
pub struct DecodeAnswer<I = Vec<InstanceDto>> {
    /// `bytes`: the input is bytes, not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    pub structure: String,
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    pub arch: Arch,
    /// The size of the structure in bytes.
    pub size: u32,
    /// The input as it was read.
    pub input: DecodeInputDto,
    /// Findings about the layout itself, whatever the bytes are: other layouts of the same size that mean something else.
    pub findings: Vec<FindingDto>,
    /// The structures, in the order of the input.
    pub instances: I,
    /// A version that the bytes fit clearly better; null if there is none, or without `identify=true`.
    pub advice: Option<AdviceDto>,
    /// A place where the bytes fit clearly better: another reading of the text, another region, or another offset.
    /// Omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<ElsewhereDto>,
}

answers! {
    /// The input as it was read.
    #[schemars(rename = "DecodeInput")]
    pub struct DecodeInputDto(base: Option<u64>, reading: &Reading) with {
        let regions = reading.space.regions().iter().enumerate();
        let regions = regions.map(|(number, region)| {
            RegionDto::new(region, reading.starts.get(number).copied())
        });
        let gaps = reading.lines.iter().filter(|line| line.outcome == Outcome::Gap);
        let annotations = reading.lines.iter().filter_map(AnnotationDto::new);
        let skipped = reading.skipped().map(|(line, skip)| SkippedLineDto::new(line, skip));
    } {
        /// The dialect that the input was read as.
        pub dialect: Dialect = reading.dialect,
        /// The evidence for this dialect.
        pub why: String = reading.why.clone(),
        /// Other dialects that the text may be, the likelier first.
        pub also: Vec<DialectCandidateDto> = reading.also.iter().map(DialectCandidateDto::new).collect(),
        pub places: AddressKind = reading.address_kind,
        /// The number of bytes, including unknown ones.
        pub bytes: usize = reading.space.len(),
        /// The address of the first byte of the decoded region; null if unknown.
        pub base: Option<Hex> = base.map(Hex),
        /// The number of unknown bytes.
        pub unreadable: usize = reading.space.unreadable(),
        /// The regions, in the order of the input.
        pub regions: Vec<RegionDto> = regions.collect(),
        /// The numbers of the lines that say that something was left out.
        pub gaps: Vec<usize> = gaps.map(|line| line.line).collect(),
        /// Notes about lines that were read: a stated length that does not match, a missing end.
        pub notes: Vec<LineNoteDto> = reading.notes.iter().map(LineNoteDto::new).collect(),
        /// The texts beside the bytes of rows, up to a limit.
        pub annotations: Vec<AnnotationDto> = annotations.take(ANNOTATIONS_LIMIT).collect(),
        /// The lines that were not understood.
        pub skipped_lines: Vec<SkippedLineDto> = skipped.collect(),
    }

    /// Another dialect that reads the text as other bytes.
    #[schemars(rename = "DialectCandidate")]
    pub struct DialectCandidateDto(candidate: &Candidate) {
        pub dialect: Dialect = candidate.dialect,
        /// The evidence for this dialect.
        pub why: String = candidate.why.clone(),
    }

    /// Consecutive bytes.
    #[schemars(rename = "Region")]
    pub struct RegionDto(region: &Memory, start: Option<u64>) {
        /// The address of the first byte; null if the text states none.
        pub base: Option<Hex> = region.base().map(Hex),
        /// The position that the text states for the first byte: an address, a physical address or an offset. Null if it
        /// states none.
        pub start: Option<Hex> = start.map(Hex),
        /// The number of bytes, including unknown ones.
        pub bytes: usize = region.len(),
        /// The number of unknown bytes.
        pub unreadable: usize = region.unreadable(),
    }

    /// The text beside the bytes of a row: a symbol, a note.
    #[schemars(rename = "Annotation")]
    pub struct AnnotationDto(line: &LineOutcome) -> Option with {
        let Outcome::Bytes { region, at, .. } = line.outcome else {
            return None;
        };
    } {
        /// The number of the line, from 1.
        pub line: usize = line.line,
        /// The index of the region, from 0.
        pub region: usize = region,
        /// The offset of the row in the region, in bytes.
        pub offset: usize = at,
        /// The text, possibly shortened.
        pub text: String = line.note.clone()?,
    }

    /// A note about a line that was read.
    #[schemars(rename = "LineNote")]
    pub struct LineNoteDto(note: &Note) {
        /// The number of the line, from 1.
        pub line: usize = note.line,
        pub text: String = note.text.clone(),
    }

    /// A line that was not understood.
    #[schemars(rename = "SkippedLine")]
    pub struct SkippedLineDto(line: usize, skip: &Skip) {
        /// The number of the line, from 1.
        pub line: usize = line,
        pub reason: String = skip.to_string(),
        /// The line, possibly shortened.
        pub text: String = skip.text.clone(),
    }

    /// A decoded structure.
    #[schemars(rename = "Instance")]
    pub struct InstanceDto(region: usize, instance: &Instance) with {
        let members = instance.members.iter();
    } {
        /// The index of the region that contains the structure, from 0. There are several regions if rows of a dump are far
        /// apart.
        pub region: usize = region,
        /// The offset of the structure in the region, in bytes; negative if it begins before the region, which only happens
        /// with `from`.
        pub offset: i64 = instance.offset,
        /// The address of the structure; null if unknown.
        pub address: Option<Hex> = instance.address().map(Hex),
        /// The members, in offset order.
        pub members: Vec<DecodedMemberDto> = members.map(|item| DecodedMemberDto::new(instance, item)).collect(),
        pub findings: Vec<FindingDto> = instance.findings.iter().map(FindingDto::new).collect(),
    }

    /// A member with its value.
    #[schemars(rename = "DecodedMember")]
    pub struct DecodedMemberDto(instance: &Instance, item: &Item) with {
        let (row, name) = match &item.name {
            ItemName::Row { row, name } => (row.to_string(), Some(name.to_string())),
            other => (other.to_string(), None),
        };
    } {
        /// The id of the member's row.
        pub row: String = row,
        /// Null if the source knows no name.
        pub name: Option<String> = name,
        /// The place and the value.
        #[serde(flatten)]
        pub place: DecodedPlaceDto = DecodedPlaceDto::new(instance, item),
    }

    /// A member of a nested type with its value.
    #[schemars(rename = "DecodedField")]
    pub struct DecodedFieldDto(instance: &Instance, item: &Item) {
        pub name: String = item.name.to_string(),
        /// The place and the value.
        #[serde(flatten)]
        pub place: DecodedPlaceDto = DecodedPlaceDto::new(instance, item),
    }

    /// A place and its value.
    #[schemars(rename = "DecodedElement")]
    pub struct DecodedPlaceDto(instance: &Instance, item: &Item) {
        /// In bytes from the start of the outermost structure.
        pub offset: u32 = item.offset.get(),
        /// In bytes.
        pub size: u32 = item.size.get(),
        /// The bytes: two hexadecimal digits each, `??` if unknown.
        pub raw: String as "crate::wire::words::RawBytes" = instance.raw(item),
        /// `known`, `partial` or `unknown`.
        pub state: State = item.state,
        /// The decoded value.
        pub value: DecodedValueDto = DecodedValueDto::new(instance, item),
    }

    /// A named constant that an integer equals, or a flag that is set in it.
    #[schemars(rename = "Constant")]
    pub struct ConstantDto(constant: &Constant) {
        pub name: String = constant.name.to_string(),
        pub value: Hex = Hex(constant.value),
        /// The id of the source.
        pub source: String = constant.source.to_string(),
    }

    /// A bit field with its value.
    #[schemars(rename = "DecodedBit")]
    pub struct DecodedBitDto(bit: &BitValue) {
        /// The id of the row.
        pub row: String = bit.row.to_string(),
        pub name: String = bit.name.to_string(),
        /// The lowest bit.
        pub bit: u8 = bit.range.bit(),
        /// The number of bits.
        pub width: u8 = bit.range.width(),
        /// The integer with only these bits set.
        pub mask: Hex = Hex(bit.range.mask()),
        /// Null if unknown.
        pub value: Option<Hex> = bit.number.map(Hex),
    }

    /// A finding about the bytes or the layout.
    #[schemars(rename = "DecodeFinding")]
    pub struct FindingDto(finding: &Finding) {
        pub rule: &'static str as "crate::wire::words::DecodeRule" = finding.rule.as_str(),
        pub severity: Severity = finding.severity,
        /// In bytes from the start of the structure.
        pub offset: u32 = finding.offset.get(),
        /// The path of the value; null if the finding concerns the whole structure.
        pub path: Option<String> = finding.path.clone(),
        /// The finding in words.
        pub message: String = finding.message(),
    }
}

impl InstanceDto {
    /// Whether one of its findings is an error.
    pub fn has_error(&self) -> bool {
        self.findings
            .iter()
            .any(|it| it.severity == Severity::Error)
    }
}
