//! What came out of a file, as a compiler would print it: what, where, the line underlined, who says otherwise; then a line
//! that sums it up.

use std::fmt::Write as _;

use strata_core::declared::finding::Finding;
use strata_core::declared::judge::{Group, Held, How, Judged};
use strata_core::decode::listing::points_in_words;

use crate::data::{Diagnostic, Excerpt, Severity};

/// How many names of what is not known are told.
const NAMES_SHOWN: usize = 8;
/// Longer lines are not shown.
const LINE_LIMIT: usize = 200;

/// What is to be said of a file.
#[must_use]
pub fn text(file: &str, source: &str, judged: &Judged) -> String {
    let lines: Vec<&str> = source.split('\n').collect();
    let mut text = String::new();
    for finding in judged.said() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", diagnostic(file, &lines, finding));
    }
    if judged.unsaid > 0 {
        let _ = writeln!(text, "{file}: {} more are not listed\n", judged.unsaid);
    }
    let _ = writeln!(text, "{file}: {}", summary(judged));
    text
}

fn diagnostic(file: &str, lines: &[&str], finding: &Finding) -> Diagnostic {
    let severity = match finding.code.is_disagreement() {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let line = finding
        .line
        .and_then(|line| Some((line, *lines.get(line.checked_sub(1)?)?)));
    let excerpt = line.and_then(|(line, text)| excerpt(line, text, &finding.word));
    let place = match (&excerpt, finding.line) {
        (None, Some(line)) => format!("{file}:{line}"),
        _ => file.to_owned(),
    };
    let mut help = finding.help.clone();
    if finding.following > 0 {
        let them = if finding.following == 1 {
            "one member that follows"
        } else {
            "members that follow"
        };
        let many = if finding.following == 1 {
            String::new()
        } else {
            format!("{} ", finding.following)
        };
        help.push(format!("the same distance applies to {many}{them}"));
    }
    Diagnostic {
        severity,
        code: finding.code.as_str().to_owned(),
        message: finding.message.clone(),
        file: place,
        excerpt,
        help,
    }
}

/// The line with a word in it; with all that stands in it, where the word does not.
fn excerpt(line: usize, text: &str, word: &str) -> Option<Excerpt> {
    let plain = text.replace(char::is_control, " ");
    let plain = plain.trim_end();
    if plain.is_empty() || plain.len() > LINE_LIMIT {
        return None;
    }
    let (start, length) = place(plain, word).unwrap_or_else(|| {
        let start = plain.len() - plain.trim_start().len();
        (start, plain.len() - start)
    });
    let columns =
        |bytes: std::ops::Range<usize>| plain.get(bytes).map_or(0, |part| part.chars().count());
    Some(Excerpt {
        line,
        column: columns(0..start) + 1,
        width: columns(start..start + length).max(1),
        text: plain.to_owned(),
    })
}

/// Where a word stands that is no part of a longer one; case and the underscore of a tag do not count.
fn place(line: &str, word: &str) -> Option<(usize, usize)> {
    let (lower, word) = (line.to_ascii_lowercase(), word.to_ascii_lowercase());
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric());
    let mut found = lower.match_indices(&word).filter(|_| !word.is_empty());
    let whole = found.find(|(at, _)| {
        let before = lower.get(..*at).and_then(|text| text.chars().next_back());
        let behind = lower
            .get(at + word.len()..)
            .and_then(|text| text.chars().next());
        !part(before) && !part(behind) && behind != Some('_')
    });
    whole.map(|(at, word)| (at, word.len()))
}

/// What came out, in one line.
#[must_use]
pub fn summary(judged: &Judged) -> String {
    let mut parts: Vec<String> = judged.groups.iter().map(of_group).collect();
    if !judged.unknown.is_empty() {
        parts.push(format!("not known here: {}", names(&judged.unknown)));
    }
    let said = judged.said();
    let own = said
        .iter()
        .filter(|it| matches!(it.code.as_str(), "comment" | "assertion"));
    match own.count() {
        0 => {}
        1 => parts.push("in 1 place it contradicts itself".to_owned()),
        count => parts.push(format!("in {count} places it contradicts itself")),
    }
    match said
        .iter()
        .filter(|finding| !finding.code.is_disagreement())
        .count()
    {
        0 => {}
        1 => parts.push("1 part was not judged".to_owned()),
        count => parts.push(format!("{count} parts were not judged")),
    }
    format!("{}: {}", judged.kind.title(), parts.join("; "))
}

fn names(all: &[String]) -> String {
    match all.split_at_checked(NAMES_SHOWN) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => all.join(", "),
    }
}

fn of_group(group: &Group) -> String {
    let place = match (group.how, &group.points[..]) {
        (How::Stated, [point]) => format!("{point}, which it states,"),
        (How::Asked, [point]) => point.to_string(),
        (_, points) => points_in_words(points),
    };
    let of = |is: fn(&Held) -> bool| -> Vec<String> {
        let held = group.held.iter().filter(|held| is(held));
        held.map(|held| held.name.clone()).collect()
    };
    let agreeing = of(|held| held.agrees == Some(true));
    let mut parts = Vec::new();
    match &agreeing[..] {
        [] => {}
        [one] => parts.push(format!("{one} agrees with {place}")),
        all => parts.push(format!("{} agree with {place}", names(all))),
    }
    let differing = group.held.iter().filter(|held| held.agrees == Some(false));
    for held in differing {
        let many = match held.differing {
            1 => "1 difference".to_owned(),
            many => format!("{many} differences"),
        };
        let nearest = match (group.how, parts.is_empty()) {
            (How::Nearest, true) => format!(" with any version, and comes nearest to {place}"),
            (_, true) => format!(" with {place}"),
            _ => String::new(),
        };
        let place = nearest.trim_end_matches(',');
        let elsewhere = match &held.fits[..] {
            [] => String::new(),
            fits => format!(", but with {}", points_in_words(fits)),
        };
        parts.push(format!(
            "{} does not agree{place} ({many}){elsewhere}",
            held.name
        ));
    }
    parts
        .join("; ")
        .replace(", ;", ";")
        .trim_end_matches(',')
        .to_owned()
}
