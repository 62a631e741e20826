//! Prints the judgement of a file like a compiler: message, place, underlined line, other source; then a summary.

use std::fmt::Write as _;

use strata_core::stated::finding::{Code, Finding};
use strata_core::stated::identify::points_in_words;
use strata_core::stated::judge::{Group, JudgedDefinition, JudgedFile, PointChoice, list};

use crate::data::{Diagnostic, Excerpt, Severity};

const LINE_LIMIT: usize = 200;
/// How many definitions that were judged in part the summary tells about one by one.
const PARTLY_SHOWN: usize = 4;

pub fn text(file: &str, source: &str, judged: &JudgedFile) -> String {
    let lines: Vec<&str> = source.split('\n').collect();
    let mut text = String::new();
    for finding in judged.all_findings() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", diagnostic(file, &lines, finding));
    }
    if judged.omitted > 0 {
        let _ = writeln!(text, "{file}: {} more are not listed\n", judged.omitted);
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
    match finding.following {
        0 => {}
        1 => help.push("the same is true of the one that follows".to_owned()),
        many => help.push(format!("the same is true of {many} that follow")),
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

/// The line with the word underlined; the whole line if it does not contain the word.
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

/// The position and length of a word, ignoring case; if it is not found, also without the underscore of a tag.
fn place(line: &str, word: &str) -> Option<(usize, usize)> {
    let mut tagged = None;
    let mut at = 0;
    for piece in line.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let own = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        if own.eq_ignore_ascii_case(word) && !own.is_empty() {
            return Some((at, own.len()));
        }
        let bare = own.strip_prefix('_').unwrap_or_default();
        if bare.eq_ignore_ascii_case(word) && !bare.is_empty() {
            tagged.get_or_insert((at, own.len()));
        }
        at += piece.len();
    }
    tagged
}

pub fn summary(judged: &JudgedFile) -> String {
    let groups: Vec<String> = judged.groups.iter().map(of_group).collect();
    let mut parts = vec![groups.join("; compared ")];
    if !judged.unknown.is_empty() {
        parts.push(format!("not known here: {}", list(&judged.unknown)));
    }
    let said = judged.all_findings();
    let count = |is: fn(Code) -> bool| said.iter().filter(|it| is(it.code)).count();
    match count(|code| matches!(code, Code::Comment | Code::Assertion)) {
        0 => {}
        1 => parts.push("it contradicts itself once".to_owned()),
        many => parts.push(format!("it contradicts itself {many} times")),
    }
    match count(|code| code == Code::Assumed) {
        0 => {}
        1 => parts.push("1 unknown type was taken for a pointer".to_owned()),
        many => parts.push(format!("{many} unknown types were taken for pointers")),
    }
    match count(|code| !code.is_disagreement() && code != Code::Assumed) {
        0 => {}
        1 => parts.push("1 part was not judged".to_owned()),
        many => parts.push(format!("{many} parts were not judged")),
    }
    format!("{}, compared {}", judged.kind.text(), parts.join("; "))
}

/// The agreement of the definitions judged at certain points.
fn of_group(group: &Group) -> String {
    let points = points_in_words(&group.points);
    let place = match (group.how, &group.points[..]) {
        (PointChoice::Stated, [point]) => format!("{point}, as it states"),
        (PointChoice::Release, [point]) => {
            format!("{point}, the release of the build that it states")
        }
        (PointChoice::Asked, [point]) => point.to_string(),
        (PointChoice::Nearest, _) => format!("{points}, which comes nearest"),
        _ => format!("{points}, which it fits"),
    };
    let mut parts = Vec::new();
    let judged = group.definitions.iter().filter(|held| held.is_judged());
    let agreeing = judged.filter(|held| held.agrees == Some(true));
    let (whole, partly): (Vec<_>, Vec<_>) = agreeing.partition(|it| it.agrees_in_words().is_none());
    let whole: Vec<String> = whole.iter().map(|held| held.name.clone()).collect();
    match &whole[..] {
        [] => {}
        [one] => parts.push(format!("{one} agrees")),
        all => parts.push(format!("{} agree", list(all))),
    }
    let shown = partly.iter().take(PARTLY_SHOWN);
    let shown =
        shown.filter_map(|held| Some(format!("{} agrees {}", held.name, held.agrees_in_words()?)));
    parts.extend(shown);
    let more: Vec<String> = partly
        .iter()
        .skip(PARTLY_SHOWN)
        .map(|held| held.name.clone())
        .collect();
    match &more[..] {
        [] => {}
        [one] => parts.push(format!("{one} agrees as far as it was judged")),
        all => parts.push(format!("{} agree as far as they were judged", list(all))),
    }
    let differing = group
        .definitions
        .iter()
        .filter(|held| held.agrees == Some(false));
    parts.extend(differing.map(|held| format!("{} does not agree{}", held.name, how_far(held))));
    let unjudged = group.definitions.iter();
    let unjudged = unjudged.filter(|held| held.agrees == Some(true) && !held.is_judged());
    parts.extend(unjudged.map(|held| format!("nothing of {} was judged", held.name)));
    format!("with {place}: {}", parts.join("; "))
}

fn how_far(held: &JudgedDefinition) -> String {
    let many = match held.differing {
        1 => " (1 difference)".to_owned(),
        many => format!(" ({many} differences)"),
    };
    match &held.fits[..] {
        [] => many,
        fits => format!("{many}, but with {}", points_in_words(fits)),
    }
}
