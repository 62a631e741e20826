//! A line of a table: a claim in any of many notations, the name of the structure that the lines below are about, or nothing.

use super::Said;
use super::number::{listed, number, starts_with_digit};
use super::said::said;
use super::words::{is_container, is_keyword, is_noise};
use crate::arch::Arch;
use crate::ctype::Declaration;
use crate::point::Point;
use crate::release::Version;

/// What a claim is made of, as texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row<'t> {
    /// The structure, where it is told apart.
    pub(super) structure: Option<&'t str>,
    /// The member; before it the structure, where that is not told apart.
    pub(super) names: Vec<&'t str>,
    pub(super) offset: Option<u32>,
    pub(super) arch: Option<Arch>,
    /// Whether it is about a version: the same may be said again of another.
    pub(super) pointed: bool,
    pub(super) said: Option<Said>,
}

/// What a line is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line<'t> {
    /// Blank, a remark, a bracket.
    Nothing,
    /// The lines below are about that.
    Heading(&'t str),
    /// The lines below are about that architecture.
    At(Point),
    /// A claim.
    Row(Row<'t>),
    /// Brackets within brackets.
    Nested,
    /// Why it is nothing of these.
    Refused(String),
}

/// Reads a line. `knows` tells whether there is a structure of that name.
pub(super) fn read<'t>(line: &'t str, knows: impl Fn(&str) -> bool) -> Line<'t> {
    let line = without_prompt(line.trim());
    if let Some(point) = point_remark(line) {
        return Line::At(point);
    }
    let (code, remark) = split_remark(line);
    if code.is_empty() || code.starts_with(['}', ']', ')']) {
        return Line::Nothing;
    }
    if let Some(asserted) = asserted(code) {
        return or_refused(asserted);
    }
    if let Some(row) = of_debugger(code) {
        return or_refused(row);
    }
    if let Some(line) = of_disassembler(code) {
        return line;
    }
    if code.contains('{') && code.contains('}') && code.contains(':') {
        return Line::Nested;
    }
    if let Some(name) = code.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        return match name.contains(['[', ',']) {
            true => Line::Nested,
            false => Line::Heading(name.trim_matches(['[', ']', '"', ' '])),
        };
    }
    if let Some(row) = declared(code, remark) {
        return Line::Row(row);
    }
    if let Some(name) = keyword_heading(code) {
        return Line::Heading(name);
    }
    words(code, knows)
}

fn or_refused(row: Result<Row<'_>, String>) -> Line<'_> {
    row.map_or_else(Line::Refused, Line::Row)
}

/// What stands behind a debugger's prompt, or behind the sign of a list.
fn without_prompt(line: &str) -> &str {
    let behind = line.split_once("kd> ").map_or(line, |(_, behind)| behind);
    let bare = behind.strip_prefix("- ").or(behind.strip_prefix("* "));
    bare.unwrap_or(behind).trim()
}

/// `# at 6.2/x86`, `/* 6.2/x86 */`: of what follows, where it is so.
fn point_remark(line: &str) -> Option<Point> {
    let text = line.strip_prefix('#').or(line.strip_prefix("/*"))?;
    let text = text.trim_end_matches("*/").trim();
    text.strip_prefix("at ").unwrap_or(text).parse().ok()
}

/// What is not remarked, and the remark.
fn split_remark(line: &str) -> (&str, &str) {
    if line.starts_with(';') {
        return ("", "");
    }
    if let Some((remark, code)) = line.strip_prefix("/*").and_then(|it| it.split_once("*/")) {
        return (code.trim(), remark.trim());
    }
    let from = if line.starts_with("#define") { 1 } else { 0 };
    let ends = ["//", "/*", "#", "--", " ;"];
    let behind = line.get(from..).unwrap_or_default();
    let first = ends.iter().filter_map(|mark| behind.find(mark)).min();
    let (code, remark) = line
        .split_at_checked(first.map_or(line.len(), |at| at + from))
        .unwrap_or((line, ""));
    let marks = |c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#' | '-' | ';');
    (code.trim(), remark.trim_matches(marks))
}

/// `offsetof(S, M) == 0x58`, in whatever asserts or names it.
fn asserted(code: &str) -> Option<Result<Row<'_>, String>> {
    let lower = code.to_ascii_lowercase();
    let calls = ["offset_of!(", "offsetof(", "field_offset("];
    let (at, call) = calls
        .iter()
        .find_map(|call| Some((lower.find(call)?, call)))?;
    let (inside, behind) = code.get(at + call.len()..)?.split_once(')')?;
    let names = inside.split(',').map(|name| last_word(name.trim()));
    let before = code.get(..at).unwrap_or_default();
    let is_number = |word: &&str| starts_with_digit(word);
    let offset = pieces(behind)
        .find(is_number)
        .or_else(|| pieces(before).find(is_number));
    Some(offset.map(number).transpose().map(|offset| Row {
        names: names.collect(),
        offset,
        ..Row::default()
    }))
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// `+0x058 LoggerId : Uint4B`
fn of_debugger(code: &str) -> Option<Result<Row<'_>, String>> {
    let (front, ty) = code.strip_prefix('+')?.split_once(':')?;
    let mut words = front.split_whitespace();
    let (place, name) = (words.next()?, words.next()?);
    let offset = number(place);
    Some(offset.map(|offset| Row {
        names: vec![name],
        offset: Some(offset),
        said: said(ty),
        ..Row::default()
    }))
}

/// `00000058 LoggerId dw ?`
fn of_disassembler(code: &str) -> Option<Line<'_>> {
    let mut words = code.split_whitespace();
    let offset = words.next().and_then(listed)?;
    let name = words.next()?;
    let (kind, value, more) = (words.next(), words.next(), words.next());
    Some(match (name, kind) {
        ("db", _) | (_, Some("ends")) => Line::Nothing,
        (_, Some("struc" | "struct")) => Line::Heading(name),
        _ => Line::Row(Row {
            names: vec![name],
            offset: Some(offset),
            said: kind
                .filter(|_| value == Some("?") && more.is_none())
                .and_then(said),
            ..Row::default()
        }),
    })
}

/// `ULONG LoggerId; // 0x58`: a member of a structure in C; without the remark it says no offset.
fn declared<'t>(code: &'t str, remark: &'t str) -> Option<Row<'t>> {
    let declaration = code.strip_suffix(';')?.trim();
    if declaration.contains(['=', '"', '{']) {
        return None;
    }
    let (text, bits) = match declaration.split_once(':') {
        Some((text, _)) => (text.trim(), true),
        None => (declaration, false),
    };
    let read: Declaration = text.parse().ok()?;
    let front = text.get(..text.find('[').unwrap_or(text.len()))?;
    let name = front.rsplit([' ', '*']).find(|word| !word.is_empty())?;
    let first = remark
        .split_whitespace()
        .next()
        .filter(|word| starts_with_digit(word));
    Some(Row {
        names: vec![name],
        offset: first.and_then(|word| number(word).ok()),
        said: (!bits).then_some(Said::Type(read.ty)),
        ..Row::default()
    })
}

/// `typedef struct _X {`, `public static class X`, `class X:`
fn keyword_heading(code: &str) -> Option<&str> {
    if code.ends_with(';') {
        return None;
    }
    let separates = |c: char| c.is_whitespace() || matches!(c, '{' | ':' | '(');
    let mut words = code.split(separates).filter(|word| !word.is_empty());
    let first = words.find(|word| !is_noise(word))?;
    if !is_keyword(first) {
        return None;
    }
    // `struct {` has no name, `struct = "X"` is a key.
    words.next().filter(|name| !name.starts_with('='))
}

/// The words of a line.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';'
                    | '='
                    | '|'
                    | '"'
                    | '\''
                    | '`'
                    | '{'
                    | '}'
                    | '('
                    | ')'
                    | ':'
                    | '!'
                    | '<'
                    | '>'
            )
    };
    text.split(separates).filter(|word| !word.is_empty())
}

/// A structure, a member, an offset, in this order or with the offset before; what else is known stands anywhere.
fn words<'t>(code: &'t str, knows: impl Fn(&str) -> bool) -> Line<'t> {
    let mut row = Row::default();
    let mut behind = None;
    let code = code.strip_prefix("#define").unwrap_or(code);
    let opens = code.trim_end_matches(['(', ' ']).ends_with(['{', ':', '=']);
    // An arrow of C is a dot, not the sign after which a word ends.
    for word in code.split("->").flat_map(pieces) {
        if let Ok(point) = word.parse::<Point>() {
            (row.arch, row.pointed) = (Some(point.arch), true);
            continue;
        }
        if let Ok(arch) = word.parse::<Arch>() {
            row.arch = Some(arch);
            continue;
        }
        let (name, place) = match word.split_once('+') {
            Some((name, place)) => (name, Some(place)),
            None if starts_with_digit(word) => ("", Some(word)),
            None => (word, None),
        };
        if let Some(place) = place {
            match number(place) {
                _ if is_version(place, row.offset.is_some()) => row.pointed = true,
                Ok(_) if row.offset.is_some() => {
                    return Line::Refused(format!(
                        "a second offset, `{place}`: expected one claim a line"
                    ));
                }
                Ok(offset) => {
                    row.offset = Some(offset);
                    behind = Some(row.names.len() + usize::from(!name.is_empty()));
                }
                Err(why) => return Line::Refused(why),
            }
        }
        let name = name.trim_matches(['.', '&', '*']);
        let is_type = row.offset.is_some() && place.is_none() && !row.names.is_empty();
        if let (true, Some(ty)) = (is_type, said(name)) {
            row.said = Some(ty);
        } else if !name.is_empty() && !is_noise(name) {
            row.names.push(name);
        }
    }
    if let Some(behind) = behind.filter(|behind| *behind > 0 && row.names.len() > *behind) {
        let what = row.names.get(behind).copied().unwrap_or_default();
        return Line::Refused(format!(
            "`{what}` stands behind the offset: expected `STRUCTURE Member 0x58`, then nothing but a type"
        ));
    }
    match (row.names.as_slice(), row.offset) {
        ([], None) => Line::Nothing,
        ([name], None) if is_keyword(name) || (is_container(name) && opens) => Line::Nothing,
        ([name], None) if knows(name) || (opens && !name.contains('.')) => Line::Heading(name),
        _ => Line::Row(row),
    }
}

/// `6.2`, `10.0.19041.264`; what has no dot is a version only behind an offset.
fn is_version(text: &str, behind: bool) -> bool {
    (text.contains('.') || behind) && !text.starts_with("0x") && text.parse::<Version>().is_ok()
}
