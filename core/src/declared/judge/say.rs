//! What differs, as findings: line, member, theirs and ours, who says ours and how sure that is.

use super::Meant;
use super::subject::Subject;
use crate::certainty::Certainty;
use crate::declared::finding::{Code, Finding};
use crate::decode::listing::{Comparison, Difference, Entry};
use crate::layout::Member;
use crate::point::Point;
use crate::tree::Aggregate;
use crate::units::ByteOffset;

/// What the file is called in sentences.
const FILE: &str = "the file";

/// Who says what stands here, and how sure that is.
pub(super) fn here(point: Point, source: &str, certainty: Option<Certainty>) -> String {
    match certainty {
        Some(certainty) => format!(
            "here: {point}, by {source}, {certainty}: {}",
            certainty.meaning()
        ),
        None => format!("here: {point}, by {source}"),
    }
}

/// How many members differ, the size and the width of pointers counted as one each.
pub(super) fn differing(comparison: &Comparison) -> usize {
    let entries = comparison.entries.iter();
    let entries = entries
        .filter(|entry| !entry.agrees(comparison.partial))
        .count();
    entries + usize::from(comparison.size.is_some()) + usize::from(comparison.pointer.is_some())
}

/// What differs from ours.
pub(super) fn comparison(
    comparison: &Comparison,
    one: &Meant<'_>,
    ours: Aggregate<'_>,
    source: &str,
) -> Vec<Finding> {
    let member_of = |entry: &Entry| {
        let (Aggregate::Layout(layout), Some(row)) = (ours, &entry.row) else {
            return None;
        };
        layout.members().find(|member| {
            let fields = member.bits.known().unwrap_or_default();
            member.row == *row || fields.iter().any(|field| field.row == *row)
        })
    };
    let help = |entry: Option<&Entry>| {
        let member = entry.and_then(member_of);
        let certainty = member.map(|member| member.certainty);
        let mut help = vec![here(comparison.point, source, certainty)];
        let both = member.zip(entry);
        help.extend(both.and_then(|(member, entry)| published(one, member, entry)));
        help
    };
    let (name, line) = (one.subject.name(), one.definition.line);
    let mut findings = Vec::new();
    let mut whole = |code, message: String| {
        let mut finding = Finding::new(code, Some(line), message).about(name);
        finding.help = help(None);
        findings.push(finding);
    };
    if let Some((listed, ours)) = comparison.pointer {
        whole(
            Code::Pointer,
            format!(
                "{name} has pointers of {} bytes in the file and of {} here: it is of another architecture",
                listed.get(),
                ours.get()
            ),
        );
    }
    if let Some((listed, ours)) = comparison.size {
        whole(
            Code::Size,
            format!("{name} has {listed} bytes in the file and {ours} here"),
        );
    }
    let entries = comparison.entries.iter();
    let mut shift: Option<(i64, usize)> = None;
    for entry in entries.filter(|entry| !entry.agrees(comparison.partial)) {
        let contradicting = entry.differences.iter().filter(|it| it.contradicts());
        let contradicting: Vec<&Difference> = contradicting.collect();
        let distance = match contradicting[..] {
            [Difference::Moved { listed, ours }] => Some(distance(*listed, *ours)),
            _ => None,
        };
        if let (Some(distance), Some((before, first))) = (distance, shift)
            && distance == before
            && let Some(finding) = findings.get_mut(first)
        {
            let finding: &mut Finding = finding;
            finding.following += 1;
            continue;
        }
        shift = distance.map(|distance| (distance, findings.len()));
        let said = contradicting.iter().map(|it| it.said_of(FILE));
        let message = format!(
            "{name}.{} {}",
            entry.path,
            said.collect::<Vec<_>>().join(", ")
        );
        let code = contradicting.first().map_or(Code::Extra, |it| code(it));
        let word = word(entry);
        let mut finding = Finding::new(code, Some(entry.line.unwrap_or(line)), message);
        finding.help = help(Some(entry));
        findings.push(finding.about(if entry.line.is_some() { &word } else { name }));
    }
    findings
}

fn distance(listed: ByteOffset, ours: ByteOffset) -> i64 {
    i64::from(listed.get()) - i64::from(ours.get())
}

fn code(difference: &Difference) -> Code {
    match difference {
        Difference::NotListed => Code::Missing,
        Difference::OnlyListed { .. } => Code::Extra,
        Difference::Moved { .. } => Code::Moved,
        Difference::Retyped { .. } => Code::Retyped,
        Difference::Bits { .. } => Code::Bits,
        Difference::Renamed { .. } => Code::Renamed,
    }
}

/// What the member is called in the line of the file.
fn word(entry: &Entry) -> String {
    let renamed = entry.differences.iter().find_map(|it| match it {
        Difference::Renamed { listed, .. } => Some(listed.to_string()),
        _ => None,
    });
    let last = || {
        let last = entry.path.steps().last();
        last.map_or_else(String::new, |step| match step {
            crate::name::PathStep::Member(name) => name.to_string(),
            crate::name::PathStep::Index(index) => format!("[{index}]"),
        })
    };
    renamed.unwrap_or_else(last)
}

/// Where the file says what the source publishes, and an erratum says otherwise.
fn published(one: &Meant<'_>, member: &Member, entry: &Entry) -> Option<String> {
    let Subject::Structure(structure) = one.subject else {
        return None;
    };
    let listed = entry.differences.iter().find_map(|it| match it {
        Difference::Moved { listed, .. } => Some(*listed),
        _ => None,
    })?;
    let erratum = structure.article()?.erratum(member.errata.first()?)?;
    (member.published == Some(listed)).then(|| {
        format!(
            "the source publishes {listed}, too, and is wrong about it: erratum {} ({})",
            erratum.id, erratum.why
        )
    })
}
