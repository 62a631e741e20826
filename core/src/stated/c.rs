//! C headers, and what is written like them: by people, by tools that read symbol files, by IDA and Ghidra.
//!
//! [`lex`] makes pieces of a text, [`preprocess`] settles what counts, [`parse`] and [`record`] make a [`model::Unit`] of
//! it, [`lay`] gives members their places at a point, and [`told`] is what comes out: a listing, with what the header says
//! against itself.

mod assertion;
mod base;
mod declarator;
mod enumeration;
mod expr;
mod lay;
mod lex;
mod model;
mod pack;
mod parse;
mod preprocess;
mod reader;
mod record;
mod remarks;
mod said;
mod specifier;
mod told;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::name::TypeName;

use super::finding::{Code, Finding};
use super::limits::TOKENS_LIMIT;
use super::{Body, Definition, Ground, Measured, PartialPoint, Value};
use model::{Enum, Unit};

/// A header, as it is for pointers of either width.
#[derive(Debug)]
pub(super) struct Header<'t> {
    x86: Unit<'t>,
    x64: Unit<'t>,
}

/// The places of one definition in both readings of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    x86: Option<usize>,
    x64: Option<usize>,
}

/// What a header declares; or why it is not read.
pub(super) fn read(text: &str) -> Result<(Header<'_>, Vec<Definition>, Vec<Finding>), String> {
    let too_many =
        |_| format!("it has more than {TOKENS_LIMIT} words and signs: take out what is not needed");
    let tokens = lex::lex(text).map_err(too_many)?;
    let unit = |arch| {
        let processed = preprocess::process(&tokens, arch).map_err(too_many)?;
        Ok::<_, String>(parse::parse(processed))
    };
    let header = Header {
        x86: unit(Arch::X86)?,
        x64: unit(Arch::X64)?,
    };
    let definitions = header.definitions();
    let findings = header.findings();
    Ok((header, definitions, findings))
}

impl<'t> Header<'t> {
    fn unit(&self, arch: Arch) -> &Unit<'t> {
        match arch {
            Arch::X86 => &self.x86,
            Arch::X64 | Arch::Arm64 => &self.x64,
        }
    }

    /// What a definition says at a point; `None` where it is not there on that architecture.
    pub(super) fn measured(
        &self,
        place: Place,
        name: &TypeName,
        ground: Ground<'_>,
    ) -> Option<Measured> {
        let at = match ground.scope.arch {
            Arch::X86 => place.x86,
            Arch::X64 | Arch::Arm64 => place.x64,
        };
        told::measured(self.unit(ground.scope.arch), at?, name, ground)
    }

    /// The definitions that have a name, in the order of their lines.
    fn definitions(&self) -> Vec<Definition> {
        let mut all = of_unit(&self.x64, |at| Place {
            x86: None,
            x64: Some(at),
        });
        let known = all.iter().enumerate();
        let known = known.map(|(at, one)| ((one.line, one.names.clone()), at));
        let known: BTreeMap<_, usize> = known.collect();
        for other in of_unit(&self.x86, |at| Place {
            x86: Some(at),
            x64: None,
        }) {
            let same = known.get(&(other.line, other.names.clone()));
            let same = same.and_then(|at| all.get_mut(*at));
            match (same.map(|one| &mut one.body), &other.body) {
                (Some(Body::Record(place)), Body::Record(of_x86)) => place.x86 = of_x86.x86,
                (Some(_), _) => {}
                (None, _) => all.push(other),
            }
        }
        all.sort_by_key(|one| one.line);
        all
    }

    fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for unit in [&self.x64, &self.x86] {
            let lost = unit
                .lost
                .iter()
                .map(|lost| Finding::new(Code::Lost, Some(lost.line), lost.why.clone()));
            let unsettled = unit.unsettled.iter().map(|it| {
                let message = format!(
                    "lines {} to {} are not judged: `{}` is not settled by the file",
                    it.from, it.to, it.condition
                );
                Finding::new(Code::Condition, Some(it.from), message)
            });
            for finding in lost.chain(unsettled) {
                if !findings.contains(&finding) {
                    findings.push(finding);
                }
            }
        }
        findings.sort_by_key(|finding| finding.line);
        findings
    }
}

fn of_unit(unit: &Unit<'_>, place: impl Fn(usize) -> Place) -> Vec<Definition> {
    let owned = |names: &[&str]| names.iter().map(|name| Box::from(*name)).collect();
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
    let records = unit.records.iter().enumerate();
    let records = records.filter(|(_, record)| !record.names.is_empty());
    let records = records.map(|(at, record)| Definition {
        names: owned(&record.names),
        line: record.line,
        stated: stated(record.start),
        body: Body::Record(place(at)),
    });
    let enums = unit.enums.iter().filter(|one| !one.names.is_empty());
    let enums = enums.map(|one| Definition {
        names: owned(&one.names),
        line: one.line,
        stated: stated(one.start),
        body: Body::Values(values(one)),
    });
    records.chain(enums).collect()
}

fn values(one: &Enum<'_>) -> Vec<Value> {
    let values = one.values.iter().map(|value| Value {
        line: value.line,
        name: value.name.into(),
        value: value.value,
    });
    values.collect()
}
