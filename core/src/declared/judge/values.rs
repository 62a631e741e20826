//! The named values of an enumeration against ours.

use super::{Meant, say};
use crate::catalogue::LayoutClass;
use crate::declared::Value;
use crate::declared::finding::{Code, Finding};
use crate::point::Point;

/// What differs.
pub(super) fn compare(
    one: &Meant<'_>,
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
        finding.help.push(say::here(point, source, None));
        finding
    };
    // Where the file ends early, what it lacks is told once.
    let mut missing: Option<usize> = None;
    for value in &ours.values {
        let listed = theirs.iter().find(|listed| same(&listed.name, &value.name));
        let Some(listed) = listed else {
            match missing.and_then(|at| findings.get_mut(at)) {
                Some(first) => first.following += 1,
                None => {
                    missing = Some(findings.len());
                    let what = format!(
                        "{name}: `{}` ({}) is not in the file",
                        value.name, value.value
                    );
                    findings.push(finding(one.definition.line, name, what));
                }
            }
            continue;
        };
        missing = None;
        if let Some(is) = listed.value.filter(|is| *is != value.value) {
            let what = format!(
                "{name}: `{}` is {is} in the file and {} here",
                value.name, value.value
            );
            findings.push(finding(listed.line, &listed.name, what));
        }
    }
    let ours = |listed: &&Value| {
        !ours
            .values
            .iter()
            .any(|value| same(&listed.name, &value.name))
    };
    for listed in theirs.iter().filter(ours) {
        let message = format!("{name}: `{}` is only in the file", listed.name);
        findings.push(finding(listed.line, &listed.name, message));
    }
    let unread = theirs.iter().filter(|listed| listed.value.is_none());
    findings.extend(unread.map(|listed| {
        let message = format!(
            "{name}: the value of `{}` is not judged, for it is not understood",
            listed.name
        );
        Finding::new(Code::Unjudged, Some(listed.line), message).about(&listed.name)
    }));
    findings
}
