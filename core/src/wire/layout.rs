//! A layout as the JSON of the API.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answers::answers;
use crate::arch::Arch;
use crate::article::{CorrectedField, Erratum};
use crate::audit::Rule;
use crate::certainty::Certainty;
use crate::layout::{Gap, GapKind, Layout, Member};
use crate::types::{EnumValue, TypeKind};
use crate::units::{BitRange, ByteOffset};

/// Finds an erratum by its id; unknown ids are left out.
pub type ErratumLookup<'a> = &'a dyn Fn(&str) -> Option<ErratumDto>;

/// The image that defines a layout, and the sources that state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutSources {
    /// The image file that defines the type.
    pub module: String,
    /// The id of the image at the point.
    pub image: Option<String>,
    /// The ids of the images by which the layout is bracketed.
    pub between: Option<[String; 2]>,
    /// The sources that state the layout, its own source first; not empty.
    pub sources: Vec<SourceDto>,
}

/// `bracketed` between two images, otherwise `stated`.
pub fn answer_of(between: Option<&[String; 2]>) -> &'static str {
    match between {
        None => "stated",
        Some(_) => "bracketed",
    }
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

answers! {
    /// The layout of a type at one point.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Layout")]
    pub struct LayoutAnswer(
        layout: &Layout,
        sources: LayoutSources,
        errata: ErratumLookup<'_>,
        notes: Vec<String>,
    ) with {
        let source = sources.sources.first().cloned();
        let members: Vec<MemberDto> = layout
            .members()
            .map(|member| MemberDto::new(member, layout.bits_given, errata))
            .collect();
        let mut seen = BTreeSet::new();
        let all = members.iter().flat_map(|member| &member.errata);
    } {
        pub structure: String = layout.structure.to_string(),
        /// The version of the request: a release, a build, or an image. `image` is the image that the answer is taken from.
        pub version: String = layout.point.version.to_string(),
        pub arch: Arch = layout.arch(),
        /// In bytes.
        pub size: u32 = layout.size.get(),
        /// The source of the layout.
        pub source: SourceDto = source.unwrap_or_else(|| SourceDto {
            id: layout.source.clone(),
            title: layout.source.clone(),
            url: String::new(),
        }),
        /// The errata of all members of this layout, each once.
        pub errata: Vec<ErratumDto> = all.filter(|it| seen.insert(it.id.as_str())).cloned().collect(),
        /// Notes about this layout.
        pub notes: Vec<String> = notes,
        /// The members, in offset order.
        pub members: Vec<MemberDto> = members,
        /// The bytes that belong to no member, in offset order.
        pub gaps: Vec<GapDto> = layout.gaps().map(GapDto::new).collect(),
        /// `struct`, `union` or `enum`.
        pub kind: TypeKind = layout.kind,
        /// The image file that defines the type, without its extension: `ntoskrnl`.
        pub module: String = sources.module,
        /// The id of the image whose symbol file states the layout, or in which the types of members are looked up; null if
        /// no image is known at this point.
        pub image: Option<String> = sources.image,
        /// The id of the layout, equal for all points and images with the same members at the same offsets.
        pub class: String = layout.class_id(),
        /// `stated`: a source states the layout. `bracketed`: no source covers the build, but the images of `between` agree.
        pub answer: String as "super::words::Answer" = answer_of(sources.between.as_ref()).to_owned(),
        /// The nearest images before and after a build without a symbol file, which have the same layout.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub between: Option<[String; 2]> = sources.between,
        /// The named values of an enumeration; empty for other types.
        pub values: Vec<ValueDto> = layout.values.iter().map(ValueDto::new).collect(),
        /// All sources that state this layout, `source` first.
        pub sources: Vec<SourceDto> = sources.sources,
    }

    /// A named value of an enumeration.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "EnumValue")]
    pub struct ValueDto(value: &EnumValue) {
        pub name: String = value.name.to_string(),
        /// In decimal.
        pub value: String = value.value.to_string(),
    }

    /// A member at one point.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Member")]
    pub struct MemberDto(member: &Member, bits_given: bool, errata: ErratumLookup<'_>) with {
        let fields = member.bits.known_bits();
    } {
        /// The stable id of the row.
        pub row: String = member.row.to_string(),
        /// Null if the source knows no name.
        pub name: Option<String> = member.name.as_deref().map(str::to_owned),
        /// The declaration with errata applied, or the source's description.
        pub declaration: String = member.declaration.clone(),
        #[serde(rename = "type")]
        pub ty: String = member.ty.to_string(),
        /// In bytes from the start of the structure.
        pub offset: u32 = member.offset.get(),
        /// In bytes.
        pub size: u32 = member.size.get(),
        /// How certain the offset is.
        pub certainty: Certainty = member.certainty,
        /// The offset that the source states for this point, in its cell or its symbol file, without errata; null if the cell
        /// is blank.
        pub published_offset: Option<u32> = member.published.map(ByteOffset::get),
        /// The errata of the member and of its bit fields.
        pub errata: Vec<ErratumDto> = member.all_errata().into_iter().filter_map(errata).collect(),
        /// The bit fields; null if the member has none, or if the source does not state them.
        pub bits: Option<Vec<BitDto>> = fields.map(|fields| {
            fields.iter().map(|bit| BitDto::new(&bit.name, bit.range)).collect()
        }),
        /// Whether the source states the positions of the bit fields; false if they are sums of widths, null if there are no
        /// bit fields.
        pub bits_given: Option<bool> = fields.map(|_| bits_given),
        /// What is known of the member, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub description: Option<String> = member.described(),
    }

    /// A bit field.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "BitField")]
    pub struct BitDto(name: &str, range: BitRange) {
        pub name: String = name.to_owned(),
        /// The lowest bit.
        pub bit: u8 = range.bit(),
        /// The number of bits.
        pub width: u8 = range.width(),
        /// The integer with only these bits set: `0x10`.
        pub mask: String as "super::words::Hex" = format!("{:#x}", range.mask()),
    }

    /// Bytes that belong to no member.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Gap")]
    pub struct GapDto(gap: &Gap) {
        /// In bytes from the start of the structure.
        pub offset: u32 = gap.offset.get(),
        /// In bytes.
        pub size: u32 = gap.size.get(),
        /// `padding` or `hole`.
        pub kind: GapKind = gap.kind,
    }

    /// An error of the source, and its correction.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Erratum")]
    pub struct ErratumDto(erratum: &Erratum) {
        /// The stable id.
        pub id: String = erratum.id.to_string(),
        /// `offset`, `declaration`, `name`, `versions`, `remark`, `size` or `bits`.
        pub about: CorrectedField = erratum.field,
        /// The value in the source.
        pub published: String = erratum.published.clone(),
        /// The correct value.
        pub corrected: String = erratum.corrected.clone(),
        /// The audit rule that the published value breaks.
        pub rule: Rule = erratum.rule,
        /// Whether no other value fits.
        pub forced: bool = erratum.is_only_fix,
        /// The reason.
        pub why: String = erratum.why.clone(),
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
            about: CorrectedField::Offset,
            published: String::new(),
            corrected: "0x08".to_owned(),
            rule: Rule::CellMissing,
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
            between: None,
            sources: vec![source],
        };
        let answer = LayoutAnswer::new(&layout, sources, &lookup, vec!["A note.".to_owned()]);
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
