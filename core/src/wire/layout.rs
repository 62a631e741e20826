//! A layout as the JSON of the API.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layout::{BitField, Gap, Layout, Member};
use crate::types::EnumValue;
use crate::units::BitRange;

/// Finds an erratum by its id; unknown ids are left out.
pub type ErratumLookup<'a> = &'a dyn Fn(&str) -> Option<ErratumDto>;

/// The layout of a type at one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Layout")]
pub struct LayoutAnswer {
    pub structure: String,
    /// The version of the request: a release, a build, or an image. `image` is the image that the answer is taken from.
    pub version: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// In bytes.
    pub size: u32,
    /// The source of the layout.
    pub source: SourceDto,
    /// The errata of all members of this layout, each once.
    pub errata: Vec<ErratumDto>,
    /// Notes about this layout.
    pub notes: Vec<String>,
    /// The members, in offset order.
    pub members: Vec<MemberDto>,
    /// The bytes that belong to no member, in offset order.
    pub gaps: Vec<GapDto>,
    /// `struct`, `union` or `enum`.
    #[schemars(with = "crate::wire::words::TypeKind")]
    pub kind: String,
    /// The image file that defines the type, without its extension: `ntoskrnl`.
    pub module: String,
    /// The id of the image whose symbol file states the layout, or in which the types of members are looked up; null if
    /// no image is known at this point.
    pub image: Option<String>,
    /// The id of the layout, equal for all points and images with the same members at the same offsets.
    pub class: String,
    /// `stated`: a source states the layout.
    #[schemars(with = "crate::wire::words::Answer")]
    pub answer: String,
    /// The named values of an enumeration; empty for other types.
    pub values: Vec<ValueDto>,
    /// All sources that state this layout, `source` first.
    pub sources: Vec<SourceDto>,
}

/// A named value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "EnumValue")]
pub struct ValueDto {
    pub name: String,
    /// In decimal.
    pub value: String,
}

/// The image that defines a layout, and the sources that state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutSources {
    /// The image file that defines the type.
    pub module: String,
    /// The id of the image at the point.
    pub image: Option<String>,
    /// The sources that state the layout, its own source first; not empty.
    pub sources: Vec<SourceDto>,
}

/// A source of facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Source")]
pub struct SourceDto {
    /// The id in the dataset.
    pub id: String,
    pub title: String,
    pub url: String,
}

/// A member at one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Member")]
pub struct MemberDto {
    /// The stable id of the row.
    pub row: String,
    /// Null if the source knows no name.
    pub name: Option<String>,
    /// The declaration with errata applied, or the source's description.
    pub declaration: String,
    #[serde(rename = "type")]
    pub ty: String,
    /// In bytes from the start of the structure.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// How certain the offset is.
    #[schemars(with = "crate::wire::words::Certainty")]
    pub certainty: String,
    /// The offset that the source states for this point, in its cell or its symbol file, without errata; null if the cell
    /// is blank.
    pub published_offset: Option<u32>,
    /// The errata of the member and of its bit fields.
    pub errata: Vec<ErratumDto>,
    /// The bit fields; null if the member has none, or if the source does not state them.
    pub bits: Option<Vec<BitDto>>,
    /// Whether the source states the positions of the bit fields; false if they are sums of widths, null if there are no
    /// bit fields.
    pub bits_given: Option<bool>,
    /// What is known of the member, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A bit field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BitField")]
pub struct BitDto {
    pub name: String,
    /// The lowest bit.
    pub bit: u8,
    /// The number of bits.
    pub width: u8,
    /// The integer with only these bits set: `0x10`.
    #[schemars(with = "crate::wire::words::Hex")]
    pub mask: String,
}

/// Bytes that belong to no member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Gap")]
pub struct GapDto {
    /// In bytes from the start of the structure.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// `padding` or `hole`.
    #[schemars(with = "crate::wire::words::Gap")]
    pub kind: String,
}

/// An error of the source, and its correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Erratum")]
pub struct ErratumDto {
    /// The stable id.
    pub id: String,
    /// `offset`, `declaration`, `name`, `versions`, `remark`, `size` or `bits`.
    #[schemars(with = "crate::wire::words::About")]
    pub about: String,
    /// The value in the source.
    pub published: String,
    /// The correct value.
    pub corrected: String,
    /// The audit rule that the published value breaks.
    #[schemars(with = "crate::wire::words::AuditRule")]
    pub rule: String,
    /// Whether no other value fits.
    pub forced: bool,
    /// The reason.
    pub why: String,
}

pub fn layout_answer(
    layout: &Layout,
    sources: LayoutSources,
    errata: ErratumLookup<'_>,
    notes: Vec<String>,
) -> LayoutAnswer {
    let source = sources.sources.first().cloned();
    let members: Vec<MemberDto> = layout
        .members()
        .map(|member| MemberDto::new(member, layout.bits_given, errata))
        .collect();
    let mut seen = BTreeSet::new();
    let all = members.iter().flat_map(|member| &member.errata);
    LayoutAnswer {
        structure: layout.structure.to_string(),
        version: layout.point.version.to_string(),
        arch: layout.arch().to_string(),
        size: layout.size.get(),
        source: source.unwrap_or_else(|| SourceDto {
            id: layout.source.clone(),
            title: layout.source.clone(),
            url: String::new(),
        }),
        errata: all
            .filter(|erratum| seen.insert(erratum.id.as_str()))
            .cloned()
            .collect(),
        notes,
        gaps: layout.gaps().map(GapDto::from).collect(),
        members,
        kind: layout.kind.as_str().to_owned(),
        module: sources.module,
        image: sources.image,
        class: layout.class_id(),
        answer: "stated".to_owned(),
        values: layout.values.iter().map(ValueDto::from).collect(),
        sources: sources.sources,
    }
}

impl MemberDto {
    pub fn new(member: &Member, bits_given: bool, errata: ErratumLookup<'_>) -> Self {
        let fields = member.bits.known_bits();
        Self {
            row: member.row.to_string(),
            name: member.name.as_deref().map(str::to_owned),
            declaration: member.declaration.clone(),
            ty: member.ty.to_string(),
            offset: member.offset.get(),
            size: member.size.get(),
            certainty: member.certainty.to_string(),
            published_offset: member.published.map(crate::ByteOffset::get),
            errata: member.all_errata().into_iter().filter_map(errata).collect(),
            bits: fields.map(|fields| fields.iter().map(BitDto::from).collect()),
            bits_given: fields.map(|_| bits_given),
            description: member.described(),
        }
    }
}

impl BitDto {
    pub fn new(name: &str, range: BitRange) -> Self {
        Self {
            name: name.to_owned(),
            bit: range.bit(),
            width: range.width(),
            mask: format!("{:#x}", range.mask()),
        }
    }
}

impl From<&BitField> for BitDto {
    fn from(field: &BitField) -> Self {
        Self::new(&field.name, field.range)
    }
}

impl From<&EnumValue> for ValueDto {
    fn from(value: &EnumValue) -> Self {
        Self {
            name: value.name.to_string(),
            value: value.value.to_string(),
        }
    }
}

impl From<&Gap> for GapDto {
    fn from(gap: &Gap) -> Self {
        Self {
            offset: gap.offset.get(),
            size: gap.size.get(),
            kind: gap.kind.as_str().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::layout::Slot;
    use crate::sample;

    #[test]
    fn a_layout_as_the_contract_has_it() {
        let mut layout = sample::layout(
            "ETW_X 6.1/x64 0x18
             0x00 id ULONG Id;
             0x08 what unknown EPROCESS *
             0x10 flags UCHAR Flags;
               0x10 wow Wow",
        );
        for slot in &mut layout.slots {
            if let Slot::Member(member) = slot
                && member.label() != "Id"
            {
                member.published = None;
                member.errata = vec!["blank".into(), "not-found".into()];
            }
        }
        let blank = ErratumDto {
            id: "blank".to_owned(),
            about: "offset".to_owned(),
            published: String::new(),
            corrected: "0x08".to_owned(),
            rule: "cell-missing".to_owned(),
            forced: true,
            why: "Nothing else fits.".to_owned(),
        };
        let lookup = |id: &str| (id == "blank").then(|| blank.clone());
        let source = SourceDto {
            id: "s".to_owned(),
            title: "S".to_owned(),
            url: "https://example.org/".to_owned(),
        };
        let sources = LayoutSources {
            module: "ntoskrnl".to_owned(),
            image: None,
            sources: vec![source],
        };
        let answer = layout_answer(&layout, sources, &lookup, vec!["A note.".to_owned()]);
        let json = serde_json::to_string(&answer).unwrap();
        assert_eq!(serde_json::from_str::<LayoutAnswer>(&json).unwrap(), answer);
        let lines = json
            .replace("},{", "},\n{")
            .replace(",\"members\"", ",\n\"members\"");
        expect![[r#"
            {"structure":"ETW_X","version":"6.1","arch":"x64","size":24,"source":{"id":"s","title":"S","url":"https://example.org/"},"errata":[{"id":"blank","about":"offset","published":"","corrected":"0x08","rule":"cell-missing","forced":true,"why":"Nothing else fits."}],"notes":["A note."],
            "members":[{"row":"id","name":"Id","declaration":"ULONG Id","type":"ULONG","offset":0,"size":4,"certainty":"symbol-files","published_offset":0,"errata":[],"bits":null,"bits_given":null},
            {"row":"what","name":null,"declaration":"unknown EPROCESS *","type":"EPROCESS *","offset":8,"size":8,"certainty":"symbol-files","published_offset":null,"errata":[{"id":"blank","about":"offset","published":"","corrected":"0x08","rule":"cell-missing","forced":true,"why":"Nothing else fits."}],"bits":null,"bits_given":null,"description":"Nothing is known."},
            {"row":"flags","name":"Flags","declaration":"UCHAR Flags","type":"UCHAR","offset":16,"size":1,"certainty":"symbol-files","published_offset":null,"errata":[{"id":"blank","about":"offset","published":"","corrected":"0x08","rule":"cell-missing","forced":true,"why":"Nothing else fits."}],"bits":[{"name":"Wow","bit":4,"width":1,"mask":"0x10"}],"bits_given":true}],
            "gaps":[{"offset":4,"size":4,"kind":"padding"},
            {"offset":17,"size":7,"kind":"padding"}],"kind":"struct","module":"ntoskrnl","image":null,"class":"9a18b233fab4d573","answer":"stated","values":[],"sources":[{"id":"s","title":"S","url":"https://example.org/"}]}"#]].assert_eq(&lines.replace(",\"gaps\"", ",\n\"gaps\""));
    }
}
