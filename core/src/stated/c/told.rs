//! What a header says of one definition: its members as a listing, and where its own comments and assertions differ from it.

use std::rc::Rc;

use super::lay::{Laid, Layer, Told};
use super::model::{Asserted, Record, Unit};
use crate::decode::listing::{Listing, Tool};
use crate::name::TypeName;
use crate::stated::compare::Manner;
use crate::stated::finding::{Code, Finding};
use crate::stated::{Ground, Measured};
use crate::units::{ByteOffset, ByteSize};

/// What a header says of the definition of that number; `None` where there is none.
pub(super) fn measured<'t>(
    unit: &Unit<'t>,
    at: usize,
    name: &TypeName,
    ground: Ground<'_>,
) -> Option<Measured> {
    let record = unit.records.get(at)?;
    let mut layer = Layer::new(unit, ground);
    let laid = layer.record(at)?;
    let said = record.said.map(|(size, _)| size);
    let mut findings = Vec::new();
    findings.extend(
        laid.stop
            .as_ref()
            .map(|lost| unjudged(name, lost.line, &lost.why)),
    );
    comments(name, &laid, &mut findings);
    findings.extend(size(name, record, &laid));
    assertions(name, &mut layer, at, &laid, &mut findings);
    let size = match laid.is_open {
        true => None,
        false => laid.size.or(said).map(ByteSize::new),
    };
    Some(Measured {
        listing: Listing {
            tool: Tool::C,
            name: Some(name.clone()),
            size,
            pointer: None,
            partial: false,
            members: laid.told.iter().map(|told| told.listed.clone()).collect(),
            skipped: Vec::new(),
        },
        manner: Manner::Declared {
            is_sized: size.is_some() || laid.is_open,
            until: laid.until.map(ByteOffset::new),
        },
        findings,
    })
}

fn unjudged(name: &TypeName, line: usize, why: &str) -> Finding {
    Finding::new(
        Code::Unjudged,
        Some(line),
        format!("{name} is not judged from here on: {why}"),
    )
}

/// Where comments give other places than the declarations. What follows at the same distance is told by its number.
fn comments(name: &TypeName, laid: &Laid, findings: &mut Vec<Finding>) {
    let mut last: Option<(i64, usize)> = None;
    for told in &laid.told {
        let Some((declared, said)) = disagreement(told) else {
            last = None;
            continue;
        };
        let distance = i64::from(said.1.get()) - i64::from(declared.1.get());
        if let Some((before, first)) = last
            && before == distance
            && let Some(finding) = findings.get_mut(first)
        {
            finding.following += 1;
            continue;
        }
        last = Some((distance, findings.len()));
        let member = &told.listed.name;
        let message = format!(
            "{name}.{member}: its comment says {}, and as it is declared it lies at {}",
            said.0, declared.0
        );
        let finding = Finding::new(Code::Comment, Some(told.listed.line), message);
        findings.push(finding.about(member));
    }
}

type Place = (String, ByteOffset);

/// Where a member lies as it is declared, and where as its comment says, if that is elsewhere.
fn disagreement(told: &Told) -> Option<(Place, Place)> {
    let (said, listed) = (told.said?, &told.listed);
    let offset = ByteOffset::new(said.offset);
    let bits = listed.bits.map(|bits| u32::from(bits.bit()));
    let Some(first) = bits else {
        let differs = offset != listed.offset;
        return differs.then(|| {
            (
                (listed.offset.to_string(), listed.offset),
                (offset.to_string(), offset),
            )
        });
    };
    let place = |offset: ByteOffset, bit: u32| (format!("{offset} bit {bit}"), offset);
    // Some count bits from the integer's first byte, some from the byte in which they begin.
    let bit_of = |offset: u32, bit: u32| u64::from(offset) * 8 + u64::from(bit);
    let declared = bit_of(listed.offset.get(), first);
    let differs = match said.bit {
        Some(bit) => bit_of(said.offset, bit.into()) != declared,
        None => offset != listed.offset && u64::from(said.offset) != declared / 8,
    };
    let said = match said.bit {
        Some(bit) => place(offset, bit.into()),
        None => (offset.to_string(), offset),
    };
    differs.then(|| (place(listed.offset, first), said))
}

fn size(name: &TypeName, record: &Record<'_>, laid: &Laid) -> Option<Finding> {
    let ((said, line), declared) = (record.said?, laid.size?);
    let (said, declared) = (ByteSize::new(said), ByteSize::new(declared));
    (said != declared).then(|| {
        let message =
            format!("{name}: a comment says that it has {said} bytes, and as it is declared it has {declared}");
        Finding::new(Code::Comment, Some(line), message)
    })
}

/// The assertions about a definition that do not hold.
fn assertions<'t>(
    name: &TypeName,
    layer: &mut Layer<'_, 't>,
    at: usize,
    laid: &Rc<Laid>,
    findings: &mut Vec<Finding>,
) {
    let unit = layer.unit();
    // Where everything shifted, every offset that follows is asserted in vain.
    let mut shift: Option<(i64, usize)> = None;
    for asserted in &unit.asserted {
        if layer.record_of(&asserted.of, asserted.behind) != Some(at) {
            continue;
        }
        let Some(says) = layer.value(&asserted.value) else {
            continue;
        };
        let Some((what, is)) = holds(asserted, laid) else {
            continue;
        };
        let distance = i64::from(is).saturating_sub(says);
        let is_offset = what == "offset";
        if let Some((before, first)) = shift
            && is_offset
            && before == distance
            && let Some(finding) = findings.get_mut(first)
        {
            finding.following += 1;
            continue;
        }
        if is_offset {
            shift = (distance != 0).then_some((distance, findings.len()));
        }
        if distance != 0 {
            let whole = asserted
                .member
                .map_or_else(|| name.to_string(), |member| format!("{name}.{member}"));
            let message = format!(
                "{whole}: an assertion says that its {what} is 0x{says:x}, and as it is declared it is 0x{is:x}"
            );
            let finding = Finding::new(Code::Assertion, Some(asserted.line), message);
            findings.push(finding.about(asserted.member.unwrap_or_default()));
        }
    }
}

/// What an assertion is about, and what that is as the header declares it.
fn holds(asserted: &Asserted<'_>, laid: &Laid) -> Option<(&'static str, u32)> {
    let Some(member) = asserted.member else {
        return Some(("size", laid.size?));
    };
    let told = laid.told.iter().find(|told| *told.listed.name == *member)?;
    match asserted.is_size {
        true => Some(("size", told.listed.size?.get())),
        false => Some(("offset", told.listed.offset.get())),
    }
}
