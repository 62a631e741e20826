//! C headers and similar texts: by people, by tools that read symbol files, by IDA and Ghidra.
//!
//! [`lex`] splits a text into tokens, [`preprocess`] evaluates its conditions, [`parse`] and [`record`] build a
//! [`model::TranslationUnit`], and [`layout`] computes the offsets of members at a point. The result is a listing, with findings
//! about contradictions.

mod base;
mod comments;
mod declaration;
mod expr;
mod layout;
mod lex;
mod model;
mod parse;
mod preprocess;
mod record;

pub(crate) use preprocess::archs_with;

use std::collections::BTreeSet;
use std::rc::Rc;

use self::layout::{LaidMember, LayoutBuilder, RecordLayout};
use self::model::{
    Item, LayoutAssertion, OffsetComment, Preprocessed, Record, TranslationUnit, Ty, Unparsed,
};
use self::parse::Parser;
use crate::arch::Arch;
use crate::ctype::CType;
use crate::decode::listing::{Listing, ListingMember, Tool};
use crate::name::TypeName;
use crate::stated::compare::Precision;
use crate::stated::finding::{Code, Finding, ShiftMerger};
use crate::stated::limits::TOKENS_LIMIT;
use crate::stated::{Body, Definition, Measured, PartialPoint, TypeContext};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A parsed header for each pointer width.
#[derive(Debug)]
pub(super) struct Header<'t> {
    x86: TranslationUnit<'t>,
    x64: TranslationUnit<'t>,
}

/// Parses a header after the lines `defines`.
pub(super) fn read<'t>(text: &'t str, defines: &'t str) -> Result<Header<'t>, String> {
    let too_many =
        |_| format!("it has more than {TOKENS_LIMIT} words and signs: remove what is not needed");
    let mut tokens = lex::lex(defines).map_err(too_many)?;
    for token in &mut tokens {
        token.line = 1;
    }
    tokens.extend(lex::lex(text).map_err(too_many)?);
    let unit = |arch| {
        let processed = preprocess::process(&tokens, arch).map_err(too_many)?;
        Ok::<_, String>(parse::parse(processed))
    };
    Ok(Header {
        x86: unit(Arch::X86)?,
        x64: unit(Arch::X64)?,
    })
}

/// Parses the offset that a comment beside a member states.
pub(crate) fn commented_offset(text: &str) -> Option<u32> {
    let comment = model::Comment {
        before: 0,
        line: 1,
        text,
    };
    comments::stated_offset(&comment).map(|it| it.offset)
}

/// Parses the member in a line, with its type if the line alone determines it. A type name that `knows` accepts is
/// kept.
pub(crate) fn member<'t>(
    code: &'t str,
    knows: &impl Fn(&str) -> bool,
) -> Option<(&'t str, Option<CType>)> {
    let processed = Preprocessed {
        tokens: lex::lex_body(code, 1).ok()?,
        ..Preprocessed::default()
    };
    let mut parser = Parser::new(&processed);
    let mut items = Vec::new();
    parser.members(&mut items).ok()?;
    let [Item::Field(field)] = &items[..] else {
        return None;
    };
    let is_whole = parser.reader.is_over();
    let ty = || base::type_by_words(&field.ty, knows);
    let ty = field.width.is_none().then(ty).flatten();
    Some((field.name?, ty)).filter(|_| is_whole)
}

impl<'t> Header<'t> {
    fn unit(&self, arch: Arch) -> &TranslationUnit<'t> {
        match arch {
            Arch::X86 => &self.x86,
            Arch::X64 | Arch::Arm64 => &self.x64,
        }
    }

    /// Returns the layout of a definition at a point; `None` if it does not exist on that architecture.
    pub(super) fn measured(
        &self,
        definition: &Definition,
        name: &TypeName,
        context: TypeContext<'_>,
    ) -> Option<Measured> {
        let unit = self.unit(context.scope.arch);
        let mut named = unit.named.get(&**definition.names.first()?)?.iter();
        let (at, record) = named.find_map(|ty| {
            let Ty::Record(at) = ty else { return None };
            let record = unit.records.get(*at)?;
            let names = definition.names.iter().map(|name| &**name);
            let is_it = record.line == definition.line && names.eq(record.names.iter().copied());
            is_it.then_some((*at, record))
        })?;
        let mut builder = LayoutBuilder::new(unit, context);
        let layout = builder.record(at)?;
        let comment = record.size_comment.map(|(size, _)| size);
        let stop = layout.stop.iter().map(|Unparsed { line, why }| {
            let message = format!("{name} is not judged from here on: {why}");
            Finding::new(Code::Unjudged, Some(*line), message)
        });
        let mut findings: Vec<Finding> = stop.collect();
        findings.extend(builder.assumed.iter().map(|(ty, line)| {
            let message = format!(
                "{name}: the type `{ty}` is neither in the file nor known here, and taken for a pointer to an unknown type"
            );
            Finding::new(Code::Assumed, Some(*line), message).about(ty)
        }));
        comments(name, &layout, &mut findings);
        findings.extend(size(name, record, &layout));
        findings.extend(count(name, record));
        let asserted = assertions(name, &mut builder, at, &layout, &mut findings);
        let size = match layout.is_open {
            true => None,
            false => layout.size.or(comment).or(asserted.size),
        };
        let members = layout.members.iter().map(|member| member.listed.clone());
        let listing = |size: Option<u32>, members| Listing {
            tool: Tool::C,
            name: Some(name.clone()),
            size: size.map(ByteSize::new),
            pointer: None,
            elements: None,
            partial: false,
            members,
            skipped: Vec::new(),
        };
        let excerpt = excerpt(&layout).map(|members| Listing {
            partial: true,
            ..listing(comment, members)
        });
        let commented = layout
            .members
            .iter()
            .filter_map(|LaidMember { listed, comment }| {
                let comment = comment.filter(|_| listed.bits.is_none())?;
                let offset = ByteOffset::new(comment.offset);
                Some(ListingMember::new(listed.line, &listed.name, offset))
            });
        Some(Measured {
            listing: listing(size, members.chain(asserted.members).collect()),
            commented: Some(listing(comment, commented.collect())),
            excerpt,
            unplaced: layout.unplaced,
            precision: Precision::Declared {
                is_sized: size.is_some() || layout.is_open,
                until: layout.until.map(ByteOffset::new),
            },
            findings,
        })
    }

    /// Returns the named definitions in line order.
    pub(super) fn definitions(&self) -> Vec<Definition> {
        let mut all = of_unit(&self.x64);
        all.extend(of_unit(&self.x86));
        let mut known = BTreeSet::new();
        all.retain(|one| known.insert((one.line, one.names.clone())));
        all.sort_by_key(|one| one.line);
        all
    }

    /// Returns the parts that could not be read on these architectures, in line order.
    pub(super) fn findings(&self, archs: &[Arch]) -> Vec<Finding> {
        let (mut findings, mut known) = (Vec::new(), BTreeSet::new());
        let used = |unit: &&&TranslationUnit<'_>| {
            archs
                .iter()
                .any(|arch| std::ptr::eq(self.unit(*arch), **unit))
        };
        for unit in [&self.x64, &self.x86].iter().filter(used) {
            let lost = unit
                .lost
                .iter()
                .map(|lost| Finding::new(Code::Lost, Some(lost.line), lost.why.clone()));
            let unsettled = unit.unknown_conditions.iter().map(|it| {
                let message = format!(
                    "lines {} to {} are not judged: the file does not decide `{}`",
                    it.from, it.to, it.condition
                );
                Finding::new(Code::Condition, Some(it.from), message)
            });
            for finding in lost.chain(unsettled) {
                if known.insert((finding.code, finding.line, finding.message.clone())) {
                    findings.push(finding);
                }
            }
        }
        findings.sort_by_key(|finding| finding.line);
        findings
    }
}

fn of_unit(unit: &TranslationUnit<'_>) -> Vec<Definition> {
    let points: Vec<(usize, PartialPoint)> = unit
        .comments
        .iter()
        .filter_map(|comment| Some((comment.before, PartialPoint::in_text(comment.text)?)))
        .collect();
    let stated = |start: usize| {
        let before = points.partition_point(|(at, _)| *at <= start);
        let last = before.checked_sub(1).and_then(|at| points.get(at));
        last.map_or_else(PartialPoint::default, |(_, point)| *point)
    };
    let records = unit.records.iter();
    let records = records.map(|it| (&it.names, it.line, it.start, Body::Record));
    let enums = unit.enums.iter();
    let enums = enums.map(|it| {
        let values = Body::Values(it.values.clone());
        (&it.names, it.line, it.start, values)
    });
    let all = records.chain(enums).filter(|(names, ..)| !names.is_empty());
    let all = all.map(|(names, line, start, body)| Definition {
        names: names.iter().map(|name| Box::from(*name)).collect(),
        line,
        stated: stated(start),
        body,
    });
    all.collect()
}

/// Returns the members at the offsets in their comments; `None` if one has none, or the declaration leaves no member out
/// before another.
fn excerpt(layout: &RecordLayout) -> Option<Vec<ListingMember>> {
    let is_behind = |it: &LaidMember| {
        it.comment
            .is_some_and(|comment| comment.offset > it.listed.offset.get())
    };
    if !layout.members.iter().any(is_behind) {
        return None;
    }
    let members = layout.members.iter().map(|LaidMember { listed, comment }| {
        let comment = comment.as_ref()?;
        let bits = listed
            .bits
            .map(|own| BitRange::new(comment.bit.unwrap_or(own.bit()), own.width()));
        Some(ListingMember {
            offset: ByteOffset::new(comment.offset),
            bits: bits.flatten(),
            ..listed.clone()
        })
    });
    members.collect()
}

/// Adds findings for offset comments that contradict the declarations; consecutive members off by the same distance
/// form one finding.
fn comments(name: &TypeName, layout: &RecordLayout, findings: &mut Vec<Finding>) {
    let mut shifts = ShiftMerger::default();
    for LaidMember { listed, comment } in &layout.members {
        let finding = |says: &str| {
            let message = format!("{name}.{}: {says}", listed.name);
            Finding::new(Code::Comment, Some(listed.line), message).about(&listed.name)
        };
        let disagreement = comment.and_then(|comment| disagreement(comment, listed));
        let distance = disagreement.as_ref().map(|(distance, _)| *distance);
        if !shifts.merge(findings, distance)
            && let Some((_, says)) = disagreement
        {
            findings.push(finding(&says));
        }
        if let (Some(said), Some(is), None) =
            (comment.and_then(|it| it.size), listed.size, listed.bits)
            && said != is
        {
            let says = format!(
                "its comment says that it has {said} bytes, but its declaration gives {is}"
            );
            findings.push(finding(&says));
        }
    }
}

/// Returns the distance between a member's comment and its offset, if they differ, and both as text.
fn disagreement(comment: OffsetComment, listed: &ListingMember) -> Option<(i64, String)> {
    let own = listed.bits.map(BitRange::bit);
    let (says, is) = (ByteOffset::new(comment.offset), listed.offset);
    // Some tools count bits from the integer's first byte, others from the byte in which they begin.
    let nth = |offset: ByteOffset, bit: u8| u64::from(offset.get()) * 8 + u64::from(bit);
    let differs = match (own, comment.bit) {
        (Some(own), Some(bit)) => nth(says, bit) != nth(is, own),
        (Some(own), None) => says != is && nth(says, 0) / 8 != nth(is, own) / 8,
        (None, _) => says != is,
    };
    let spot = |offset: ByteOffset, bit: Option<u8>| match bit {
        Some(bit) => format!("{offset} bit {bit}"),
        None => offset.to_string(),
    };
    let (says_bit, distance) = (
        comment.bit.filter(|_| own.is_some()),
        i64::from(says.get()) - i64::from(is.get()),
    );
    let (says, is) = (spot(says, says_bit), spot(is, own));
    let words = || format!("its comment says {says}, but its declaration gives {is}");
    differs.then(|| (distance, words()))
}

/// Returns the finding that pahole counts other members than are declared.
fn count(name: &TypeName, record: &Record<'_>) -> Option<Finding> {
    let (said, line) = record.count_comment?;
    // An unnamed bit field is a hole.
    let is_member = |item: &&Item<'_>| !matches!(item, Item::Field(it) if it.name.is_none() && it.width.is_some());
    let declared = record.items.iter().filter(is_member).count();
    (said as usize != declared).then(|| {
        let message = format!(
            "{name}: a comment says that it has {said} members, but its declaration has {declared}"
        );
        Finding::new(Code::Comment, Some(line), message)
    })
}

fn size(name: &TypeName, record: &Record<'_>, layout: &RecordLayout) -> Option<Finding> {
    let ((said, line), declared) = (record.size_comment?, layout.size?);
    let (said, declared) = (ByteSize::new(said), ByteSize::new(declared));
    (said != declared).then(|| {
        let message = format!(
            "{name}: a comment says that it has {said} bytes, but its declaration gives {declared}"
        );
        Finding::new(Code::Comment, Some(line), message)
    })
}

/// What assertions state about the part of a definition that could not be laid out.
#[derive(Default)]
struct Asserted {
    size: Option<u32>,
    members: Vec<ListingMember>,
}

/// Adds findings for failing assertions about a definition.
fn assertions<'t>(
    name: &TypeName,
    builder: &mut LayoutBuilder<'_, 't>,
    at: usize,
    layout: &Rc<RecordLayout>,
    findings: &mut Vec<Finding>,
) -> Asserted {
    let unit = builder.unit();
    let mut asserted = Asserted::default();
    // After a shift, the assertions about all following offsets fail.
    let mut shifts = ShiftMerger::default();
    for LayoutAssertion {
        line,
        extent,
        value,
        is_equation,
        definitions_before,
    } in &unit.asserted
    {
        if builder.record_of(&extent.of, *definitions_before) != Some(at) {
            continue;
        }
        let what = if extent.is_size { "size" } else { "offset" };
        let member = extent.member.unwrap_or_default();
        let dot = if member.is_empty() { "" } else { "." };
        let finding = |code, message: String| {
            let message = format!("{name}{dot}{member}: {message}");
            Finding::new(code, Some(*line), message).about(member)
        };
        let value = builder.value(value);
        if !is_equation {
            let (code, said) = match value {
                None => (
                    Code::Lost,
                    "an assertion is not judged: its value is not known",
                ),
                Some(0) => (Code::Assertion, "an assertion does not hold"),
                Some(_) => continue,
            };
            findings.push(finding(code, said.to_owned()));
            continue;
        }
        let says = value.and_then(|says| u32::try_from(says).ok());
        let (says, is) = match (says, layout.extent(extent)) {
            (Some(says), Some(is)) => (says, is),
            (Some(says), None) if layout.stop.is_some() && member.is_empty() => {
                asserted.size = Some(says);
                continue;
            }
            (Some(says), None) if layout.stop.is_some() && !extent.is_size => {
                let offset = ByteOffset::new(says);
                let stated = ListingMember::new(*line, member, offset);
                asserted.members.push(stated);
                continue;
            }
            (None, _) => {
                let message =
                    format!("the assertion about its {what} is not judged: its value is not known");
                findings.push(finding(Code::Lost, message));
                continue;
            }
            // The declaration has no such member, which no compiler accepts.
            (Some(_), None) => continue,
        };
        let distance = i64::from(is) - i64::from(says);
        let shift = Some(distance).filter(|distance| *distance != 0);
        if !extent.is_size && shifts.merge(findings, shift) {
            continue;
        }
        if distance != 0 {
            let message = format!(
                "an assertion says that its {what} is 0x{says:x}, but its declaration gives 0x{is:x}"
            );
            findings.push(finding(Code::Assertion, message));
        }
    }
    asserted
}

#[cfg(test)]
mod tests;
