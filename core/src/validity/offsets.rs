//! Writes the offsets of judged members at chosen points: as a table in the notation of claims, as a C header, as CSV
//! or as JSON.

use std::fmt::Write as _;

use super::table::hex;
use super::wire::ValidityAnswer;
use super::{JudgedClaim, Judgement, Located, Verdict};
use crate::dataset::Structure;
use crate::lookup;
use crate::point::Point;
use crate::words::words;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// `STRUCTURE Member 0x58`, with changes as a comment.
        Table = "table",
        /// `#define STRUCTURE_Member_6_1_x64 0x58`.
        Header = "header",
        /// `structure,member,version,arch,offset,bit,width,state`.
        Csv = "csv",
        /// By point, by structure, by member.
        Json = "json",
    }
}

pub(super) struct ClaimAtPoint<'a> {
    pub(super) item: &'a JudgedClaim,
    /// Whether the offset was claimed rather than looked up.
    claimed: bool,
    /// `None` if the claim was not judged at the point.
    pub(super) judgement: Option<&'a Judgement>,
}

impl<'a> ClaimAtPoint<'a> {
    /// The state of a claim at a point.
    pub(super) fn at(item: &'a JudgedClaim, point: Point, claimed: bool) -> Self {
        let judgement = item.points.iter().find(|it| it.points.contains(&point));
        Self {
            item,
            claimed,
            judgement,
        }
    }

    pub(super) fn offset(&self) -> Option<u32> {
        self.judgement?.offset
    }

    fn why_none(&self) -> &'static str {
        let verdict = self.judgement.map(|judgement| judgement.verdict);
        verdict.unwrap_or(Verdict::NotStated).as_str()
    }

    /// Returns `stated`, `absent` or `not stated`.
    pub(super) fn state(&self) -> &'static str {
        match self.offset() {
            Some(_) => "stated",
            None => self.why_none(),
        }
    }

    fn bits(&self) -> Option<(u8, u8)> {
        let judgement = self.judgement?;
        Some((judgement.bit?, judgement.width?))
    }

    /// The type at the point if it differs from that at the point that the table was made for.
    fn retyped(&self) -> Option<&str> {
        let held = self.item.basis().filter(|_| self.claimed)?;
        let here = self.judgement?;
        held.r#type.as_ref()?;
        let is = here.r#type.as_deref()?;
        (!held.spells_type_of(here)).then_some(is)
    }
}

/// Returns the offsets of the members of claims at these points.
pub fn offsets(answer: &ValidityAnswer, points: &[Point], format: Format) -> String {
    let items: Vec<&JudgedClaim> = answer.items.iter().collect();
    let points = points.iter().map(|point| (*point, None));
    render(&items, true, points, format)
}

/// Returns the offsets of members of a structure at points, without claims. Those that are bracketed are marked.
pub fn offsets_of(
    structure: &Structure,
    located: &[Located],
    points: &[Point],
    format: Format,
) -> String {
    let items: Vec<&JudgedClaim> = located.iter().map(|it| &it.places).collect();
    let bracketing = |point| structure.bracketing(&lookup::at(structure, point).ok()?.layout);
    let points = points.iter().map(|point| (*point, bracketing(*point)));
    render(&items, false, points, format)
}

/// Writes the members at points, each with the remark that its layout is bracketed, if it is.
fn render(
    items: &[&JudgedClaim],
    claimed: bool,
    points: impl Iterator<Item = (Point, Option<String>)>,
    format: Format,
) -> String {
    let mut text = match format {
        Format::Csv => "structure,member,version,arch,offset,bit,width,state\r\n".to_owned(),
        Format::Json => "{".to_owned(),
        Format::Table | Format::Header => String::new(),
    };
    for (at, (point, bracketing)) in points.enumerate() {
        let members = items
            .iter()
            .map(|item| ClaimAtPoint::at(item, point, claimed));
        let members: Vec<ClaimAtPoint<'_>> = members.collect();
        let remark = bracketing.as_deref();
        // Writing to a string cannot fail.
        let _ = match format {
            Format::Table => table(&mut text, (point, remark), &members),
            Format::Header => header(&mut text, (point, remark), &members),
            Format::Csv => csv(&mut text, (point, remark), &members),
            Format::Json => json(&mut text, point, &members, at == 0),
        };
    }
    if format == Format::Json {
        text.push_str("\n}\n");
    }
    text
}

fn table(
    text: &mut String,
    (point, remark): (Point, Option<&str>),
    members: &[ClaimAtPoint<'_>],
) -> std::fmt::Result {
    writeln!(text, "# at {point}")?;
    if let Some(remark) = remark {
        writeln!(text, "# {remark}")?;
    }
    for here in members {
        let (structure, member) = (&here.item.structure, &here.item.member);
        let claimed = hex(here.item.offset);
        let Some(offset) = here.offset() else {
            write!(text, "# {structure} {member}: {}", here.why_none())?;
            if here.claimed {
                write!(text, " (was {claimed})")?;
            }
            writeln!(text)?;
            continue;
        };
        // An offset inside a member is not the member's own: it is written without the name, so that the text can be
        // read again.
        match member.contains('+') {
            true => write!(text, "{structure} {} # {member}", hex(offset))?,
            false => write!(text, "{structure} {member} {}", hex(offset))?,
        }
        if let Some((bit, _)) = here.bits() {
            write!(text, " # bit {bit}")?;
        }
        if here.claimed && offset != here.item.offset {
            write!(text, " # was {claimed}")?;
        }
        if let Some(ty) = here.retyped() {
            write!(text, " # now {ty}")?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn header(
    text: &mut String,
    (point, remark): (Point, Option<&str>),
    members: &[ClaimAtPoint<'_>],
) -> std::fmt::Result {
    writeln!(text, "/* {point} */")?;
    if let Some(remark) = remark {
        writeln!(text, "/* {remark} */")?;
    }
    for here in members {
        let (structure, member) = (&here.item.structure, &here.item.member);
        let name = identifier(&format!(
            "{structure}_{member}_{}_{}",
            point.version, point.arch
        ));
        match (here.offset(), here.bits()) {
            (None, _) => writeln!(text, "/* {name}: {} */", here.why_none())?,
            (Some(offset), None) => writeln!(text, "#define {name} {}", hex(offset))?,
            (Some(offset), Some((bit, width))) => {
                let ty = here
                    .judgement
                    .and_then(|it| it.r#type.as_deref())
                    .unwrap_or_default();
                let last = bit.saturating_add(width.saturating_sub(1));
                let bits = match width {
                    1 => format!("bit {bit}"),
                    _ => format!("bits {bit} to {last}"),
                };
                writeln!(text, "#define {name} {} /* {bits} of {ty} */", hex(offset))?;
            }
        }
    }
    Ok(())
}

/// Converts a name to a C identifier.
fn identifier(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("_")
}

fn csv(
    text: &mut String,
    (point, remark): (Point, Option<&str>),
    members: &[ClaimAtPoint<'_>],
) -> std::fmt::Result {
    for here in members {
        let (structure, member) = (&here.item.structure, &here.item.member);
        let offset = here.offset().map(hex).unwrap_or_default();
        let (bit, width) = here
            .bits()
            .map(|(bit, width)| (bit.to_string(), width.to_string()))
            .unwrap_or_default();
        let state = match here.state() {
            "stated" if remark.is_some() => "bracketed",
            state => state,
        };
        // Names and versions contain neither quotes nor commas.
        write!(
            text,
            "{structure},{member},{},{},{offset},{bit},{width},{state}\r\n",
            point.version, point.arch
        )?;
    }
    Ok(())
}

/// By structure and member: the offset in bytes, or null; for a bit field, also its bits.
fn json(
    text: &mut String,
    point: Point,
    members: &[ClaimAtPoint<'_>],
    first: bool,
) -> std::fmt::Result {
    let comma = |first: bool| if first { "" } else { "," };
    write!(text, "{}\n  \"{point}\": {{", comma(first))?;
    let mut structures: Vec<&str> = Vec::new();
    for here in members {
        if !structures.contains(&here.item.structure.as_str()) {
            structures.push(&here.item.structure);
        }
    }
    for (at, structure) in structures.iter().enumerate() {
        write!(text, "{}\n    \"{structure}\": {{", comma(at == 0))?;
        let mut known: Vec<&str> = Vec::new();
        for here in members.iter().filter(|it| it.item.structure == *structure) {
            let member = here.item.member.as_str();
            if known.contains(&member) {
                continue;
            }
            let offset = match (here.offset(), here.bits()) {
                (None, _) => "null".to_owned(),
                (Some(offset), None) => offset.to_string(),
                (Some(offset), Some((bit, width))) => {
                    format!("{{ \"offset\": {offset}, \"bit\": {bit}, \"width\": {width} }}")
                }
            };
            write!(
                text,
                "{}\n      \"{member}\": {offset}",
                comma(known.is_empty())
            )?;
            known.push(member);
        }
        write!(text, "\n    }}")?;
    }
    write!(text, "\n  }}")
}
