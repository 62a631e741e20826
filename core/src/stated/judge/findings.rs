//! Compares one definition with Strata's data at one point, and formats the differences as findings: line, member, both
//! values, the source of ours and its certainty.

use super::{Judge, JudgedDefinition, Subject, Target, scope};
use crate::catalogue::LayoutClass;
use crate::certainty::Certainty;
use crate::layout::Member;
use crate::name::PathStep;
use crate::point::Point;
use crate::stated::compare::{Comparison, Difference, Entry, Ours};
use crate::stated::finding::{Code, Finding, ShiftMerger};
use crate::stated::{Body, TypeContext, Value};
use crate::tree::Aggregate;
use crate::types::{EnumValue, TypeKind};
use crate::units::ByteOffset;

impl<'a> Judge<'a, '_> {
    /// Judges a definition at a point; `None` if the definition or the structure does not exist there.
    pub(super) fn compare(&self, one: &Target<'a>, point: Point) -> Option<JudgedDefinition> {
        match (&one.definition.body, one.subject) {
            (Body::Values(values), Subject::Type(ty)) if ty.kind() == TypeKind::Enum => {
                let types = self.dataset.catalogue();
                let scope = scope(types, ty, point)?;
                let ours = ty.class_in(scope)?;
                let source = types.source_of(ty, ours, scope);
                let findings = compared_values(one, values, ours, point, source);
                Some(self.judged(one, source, None, findings))
            }
            (Body::Values(_), _) => Some(self.another(one, "an enumeration", "a structure")),
            (_, Subject::Type(ty)) if ty.kind() == TypeKind::Enum => {
                Some(self.another(one, "a structure", "an enumeration"))
            }
            _ => self.compare_members(one, point),
        }
    }

    fn compare_members(&self, one: &Target<'a>, point: Point) -> Option<JudgedDefinition> {
        let types = self.dataset.catalogue();
        let layout;
        let (ours, scope, source) = match one.subject {
            Subject::Structure(structure) => {
                layout = structure.layout(point).ok()?;
                let source = layout.source.as_str();
                (Aggregate::Layout(&layout), layout.scope(), source)
            }
            Subject::Type(ty) => {
                let scope = scope(types, ty, point)?;
                let class = ty.class_in(scope)?;
                let source = types.source_of(ty, class, scope);
                (Aggregate::Class(class), scope, source)
            }
        };
        let context = TypeContext::new(self.dataset, scope);
        let name = one.subject.type_name();
        let mut measured = self.declared.measured(one.definition, name, context)?;
        let own = Ours::new(name, ours, (point, scope));
        let excerpt = measured.compare_excerpt(own, types);
        if excerpt.is_some() {
            measured.findings.retain(|it| it.code != Code::Comment);
        }
        let comparison = excerpt.unwrap_or_else(|| measured.compare(own, types));
        let misplaced = match comparison.agrees() && measured.unplaced == 0 {
            true => 0,
            false => measured.misplaced(own, types),
        };
        let mut findings = measured.findings;
        findings.extend(of_comparison(&comparison, one, ours, source));
        Some(JudgedDefinition {
            misplaced,
            unplaced: measured.unplaced,
            ..self.judged(one, source, Some(comparison), findings)
        })
    }

    fn another(&self, one: &Target<'a>, theirs: &str, ours: &str) -> JudgedDefinition {
        let name = one.subject.name();
        let message = format!("{name} is {theirs} in the file and {ours} here");
        let finding = one.finding(Code::Retyped, message).about(name);
        self.judged(one, "", None, vec![finding])
    }

    pub(super) fn judged(
        &self,
        one: &Target<'a>,
        source: &str,
        comparison: Option<Comparison>,
        mut findings: Vec<Finding>,
    ) -> JudgedDefinition {
        let differing = match &comparison {
            Some(comparison) => comparison.count(),
            None => {
                let contradicting = findings.iter().filter(|it| it.code.is_disagreement());
                contradicting.map(|finding| 1 + finding.following).sum()
            }
        };
        findings.sort_by_key(|finding| (finding.line, finding.code));
        JudgedDefinition {
            name: one.subject.title(),
            is_structure: one.subject.is_structure(),
            line: one.definition.line,
            source: (!source.is_empty()).then(|| source.to_owned()),
            agrees: Some(differing == 0),
            differing,
            misplaced: 0,
            unplaced: 0,
            comparison,
            fits: Vec::new(),
            findings,
        }
    }
}

/// The name of the file in prose.
const FILE: &str = "the file";

/// Formats the source and certainty of a fact at a point.
fn here(point: Point, source: &str, certainty: Option<Certainty>) -> String {
    match certainty {
        Some(certainty) => format!(
            "here: {point}, by {source}, {certainty}: {}",
            certainty.meaning()
        ),
        None => format!("here: {point}, by {source}"),
    }
}

fn of_comparison(
    comparison: &Comparison,
    one: &Target<'_>,
    ours: Aggregate<'_>,
    source: &str,
) -> Vec<Finding> {
    let member_of = |entry: &Entry| {
        let (Aggregate::Layout(layout), Some(row)) = (ours, &entry.row) else {
            return None;
        };
        layout.members().find(|member| {
            let fields = member.bits.known_bits().unwrap_or_default();
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
    let pointer = comparison.pointer.map(|(listed, ours)| {
        let (listed, ours) = (listed.get(), ours.get());
        let message = format!(
            "{name} has pointers of {listed} bytes in the file and of {ours} here: it is for another architecture"
        );
        (Code::Pointer, message)
    });
    let size = comparison.size.map(|(listed, ours)| {
        let message = format!("{name} has {listed} bytes in the file and {ours} here");
        (Code::Size, message)
    });
    let elements = comparison.elements.map(|(listed, ours)| {
        let message = format!("{name} has {listed} elements in the file and {ours} here");
        (Code::Size, message)
    });
    let whole = pointer.into_iter().chain(size).chain(elements);
    let whole = whole.map(|(code, message)| Finding {
        help: help(None),
        ..one.finding(code, message).about(name)
    });
    let mut findings: Vec<Finding> = whole.collect();
    let (mut shifts, mut missing) = (ShiftMerger::default(), ShiftMerger::default());
    for entry in comparison.differing() {
        let contradicting = entry.differences.iter().filter(|it| it.contradicts());
        let contradicting: Vec<&Difference> = contradicting.collect();
        let distance = match contradicting[..] {
            [Difference::Moved { listed, ours }] => Some(distance(*listed, *ours)),
            _ => None,
        };
        let is_missing = contradicting[..] == [&Difference::NotListed];
        if shifts.merge(&mut findings, distance)
            || missing.merge(&mut findings, is_missing.then_some(0))
        {
            continue;
        }
        let said: Vec<String> = contradicting.iter().map(|it| it.describe(FILE)).collect();
        let message = format!("{name}.{} {}", entry.path, said.join(", "));
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

/// Returns the member's name in the line of the file.
fn word(entry: &Entry) -> String {
    let renamed = entry.differences.iter().find_map(|it| match it {
        Difference::Renamed { listed, .. } => Some(listed.to_string()),
        _ => None,
    });
    let last = || {
        let last = entry.path.steps().last();
        last.map_or_else(String::new, |step| match step {
            PathStep::Member(name) => name.to_string(),
            PathStep::Index(index) => format!("[{index}]"),
        })
    };
    renamed.unwrap_or_else(last)
}

/// Returns the remark that the file has a published value which an erratum corrects.
fn published(one: &Target<'_>, member: &Member, entry: &Entry) -> Option<String> {
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
            "the source also publishes {listed}, which is wrong: erratum {} ({})",
            erratum.id, erratum.why
        )
    })
}

/// Whether the last enumerator only counts the others, as `MaximumThreadState` does: symbol files may leave it out.
fn is_sentinel(last: &Value, highest: Option<i64>) -> bool {
    let name = last.name.to_ascii_lowercase();
    let (begins, ends) = (
        ["max", "num", "last"],
        ["max", "maximum", "count", "last", "end"],
    );
    let begins = begins.iter().any(|word| name.starts_with(word));
    let is_named = begins || ends.iter().any(|word| name.ends_with(word));
    let next = highest.and_then(|it| it.checked_add(1));
    is_named && next.is_some() && next == last.value
}

/// Compares the values of an enumeration with ours.
fn compared_values(
    one: &Target<'_>,
    theirs: &[Value],
    ours: &LayoutClass,
    point: Point,
    source: &str,
) -> Vec<Finding> {
    let name = one.subject.name();
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let mut findings: Vec<Finding> = Vec::new();
    let finding = |line, word: &str, message: String| {
        let mut finding = Finding::new(Code::Value, Some(line), message).about(word);
        finding.help.push(here(point, source, None));
        finding
    };
    // If the file ends early, the missing values are reported once.
    let mut missing = ShiftMerger::default();
    let highest = ours.values.iter().map(|own| own.value).max();
    let is_ours = |listed: &&Value| {
        let mut own = ours.values.iter();
        own.any(|value| same(&listed.name, &value.name))
    };
    let mut renamed: Vec<&Value> = Vec::new();
    for EnumValue { name: own, value } in &ours.values {
        let listed = theirs.iter().find(|listed| same(&listed.name, own));
        let called = || {
            let mut others = theirs
                .iter()
                .filter(|it| it.value == Some(*value) && !is_ours(it));
            others.find(|it| !is_sentinel(it, highest))
        };
        if listed.is_none()
            && let Some(other) = called()
        {
            let what = format!(
                "{name}: `{own}` ({value}) is called `{}` in the file",
                other.name
            );
            findings.push(finding(other.line, &other.name, what));
            renamed.push(other);
            missing.merge(&mut findings, None);
            continue;
        }
        if missing.merge(&mut findings, listed.is_none().then_some(0)) {
            continue;
        }
        match listed.map(|listed| (listed, listed.value)) {
            None => {
                let what = format!("{name}: `{own}` ({value}) is not in the file");
                findings.push(finding(one.definition.line, name, what));
            }
            Some((listed, Some(is))) if is != *value => {
                let what = format!("{name}: `{own}` is {is} in the file and {value} here");
                findings.push(finding(listed.line, &listed.name, what));
            }
            Some(_) => {}
        }
    }
    let sentinel = theirs.last().filter(|last| is_sentinel(last, highest));
    let is_other = |listed: &&Value| sentinel.is_none_or(|it| !std::ptr::eq(it, *listed));
    let is_renamed = |listed: &Value| renamed.iter().any(|it| std::ptr::eq(*it, listed));
    let extra = theirs.iter().filter(|it| !is_ours(it) && !is_renamed(it));
    for listed in extra.filter(is_other) {
        let message = format!("{name}: `{}` is only in the file", listed.name);
        findings.push(finding(listed.line, &listed.name, message));
    }
    let unread = theirs.iter().filter(|listed| listed.value.is_none());
    findings.extend(unread.map(|listed| {
        let message = format!(
            "{name}: the value of `{}` is not judged, because it is not understood",
            listed.name
        );
        Finding::new(Code::Unjudged, Some(listed.line), message).about(&listed.name)
    }));
    findings
}
