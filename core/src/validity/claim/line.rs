//! Parses a line of a table: a claim in one of many notations, the heading of a structure, or nothing; tables with a
//! header row; and offsets and types as languages and debuggers write them.

use super::ClaimedType;
use super::words::{Part, is_container, is_keyword, is_noise, part, part_of_key};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::decode::listing::{self, dt_type};
use crate::lookup;
use crate::numbers::hex;
use crate::point::Point;
use crate::release::{Release, Version};
use crate::stated::{self, commented_offset};
use crate::units::ByteSize;

/// The unresolved parts of a claim.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row<'t> {
    /// `None` if `names` begins with the structure.
    pub(super) structure: Option<&'t str>,
    /// The path; begins with the structure if `structure` is `None`.
    pub(super) names: Vec<&'t str>,
    pub(super) offset: Option<u32>,
    /// The lowest bit of a bit field, and the number of its bits if that is stated, too.
    pub(super) bits: Option<(u8, Option<u8>)>,
    pub(super) arch: Option<Arch>,
    /// Whether the row names a version, so that rows for other versions can follow.
    pub(super) pointed: bool,
    /// The version that the row names.
    pub(super) version: Option<Version>,
    pub(super) said: Option<ClaimedType>,
    /// The first word of a comment, which may name the member: `#define TOKEN_OFFSET 0xf8 // nt!_EPROCESS.Token`.
    pub(super) commented: Option<&'t str>,
    /// Whether it is the declaration of a member in C.
    pub(super) is_declared: bool,
    /// Whether it has the form `STRUCTURE+0x58` or `+0x58`, which needs no member.
    pub(super) is_place: bool,
    /// How the row was interpreted, if that differs from its text.
    pub(super) note: Option<String>,
}

impl Row<'_> {
    /// Reads a number in a word, or after its `+`: a version, or the offset. Returns whether it is the offset.
    fn read_place(&mut self, word: &str, name: &str, place: &str) -> Result<bool, String> {
        let is_added = word.contains('+');
        if is_added && is_ambiguous(place) {
            return Err(format!(
                "`+{place}` is hexadecimal to a debugger and decimal to C: write 0x{place}, or the member"
            ));
        }
        if is_version(place, self.offset.is_some()) {
            (self.pointed, self.version) = (true, version(place));
            return Ok(false);
        }
        let offset = number(place)?;
        if self.offset.is_some() {
            return Err(format!(
                "a second offset, `{place}`: expected one claim per line"
            ));
        }
        if is_added && name.contains('.') {
            return Err(format!(
                "`{word}` is a place in a member: write its offset in the structure"
            ));
        }
        (self.offset, self.is_place) = (Some(offset), is_added);
        Ok(true)
    }

    /// Fills missing parts from the enclosing level.
    pub(super) fn within(mut self, outer: &Self) -> Self {
        if self.names.is_empty() {
            self.names.clone_from(&outer.names);
        }
        Self {
            structure: self.structure.or(outer.structure),
            arch: self.arch.or(outer.arch),
            pointed: self.pointed || outer.pointed,
            version: self.version.or(outer.version),
            note: self.note.or_else(|| outer.note.clone()),
            ..self
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line<'t> {
    /// Blank, a comment or a bracket.
    Nothing,
    /// The structure of the lines below.
    Structure(&'t str),
    /// The structure of the lines below, or a member of the one above.
    Heading(&'t str),
    /// The member of the lines below, `- name: Token`, or their structure.
    Member(&'t str),
    /// A comment or a line of Markdown that is not a structure's name; whether it is a heading or bold, and so ends the
    /// lines about any structure.
    Title(&'t str, bool),
    /// The point of the lines below.
    At(Point),
    /// The version of the lines below.
    Version(Version),
    /// The version of the lines below in a `switch`, or its end.
    Case(Option<Version>),
    Row(Row<'t>),
    Nested,
    /// The reason why the line makes no claim.
    Refused(String),
}

/// Parses a line. `knows` returns whether there is a structure with this name.
///
/// `is_type` returns whether there is a type with this name, where only a type can stand.
pub(super) fn read<'t>(
    line: &'t str,
    knows: impl Fn(&str) -> bool,
    is_type: impl Fn(&str) -> bool,
) -> Line<'t> {
    let line = without_prompt(line.trim());
    if let Some(point) = point_remark(line) {
        return Line::At(point);
    }
    let (mut code, mut remark) = split_remark(line);
    if line.starts_with("**") && line.trim_end_matches(':').ends_with("**") {
        (code, remark) = ("", line);
    }
    if code.is_empty()
        && let Some(name) = remark_heading(remark).filter(|it| knows(it))
    {
        return Line::Heading(name);
    }
    let is_directive =
        || line.starts_with('#') && !["# ", "##"].iter().any(|it| line.starts_with(it));
    if code.is_empty() && is_title(remark) && !is_directive() {
        return Line::Title(remark, line.starts_with("##") || line.starts_with("**"));
    }
    if code.is_empty() || is_rule(line) || code.starts_with(['}', ']', ')']) {
        return Line::Nothing;
    }
    let last_remark = line.rsplit("/*").next().unwrap_or_default();
    let code = arguments(code, &knows);
    let debugger = || of_debugger(code).map(Line::Row);
    let member = || declared(code, remark, &is_type).map(Line::Row);
    let heading = || keyword_heading(code).map(Line::Structure);
    let line = asserted(code, remark)
        .or_else(|| attributed(code))
        .or_else(|| of_volshell(code))
        .or_else(|| keyed(code))
        .or_else(debugger)
        .or_else(|| of_disassembler(code, &is_type))
        .or_else(|| brackets(code))
        .or_else(member)
        .or_else(heading)
        .unwrap_or_else(|| words(code, &knows));
    match line {
        Line::Row(row) if row.offset.is_some() => Line::Row(Row {
            commented: remark.split_whitespace().next(),
            bits: row
                .bits
                .or_else(|| commented_bit(remark).or(commented_bit(last_remark))),
            ..row
        }),
        line => line,
    }
}

/// Splits a line that declares a whole structure or has several assertions.
pub(super) fn declarations(line: &str) -> impl Iterator<Item = &str> {
    let begins = ["typedef struct", "struct ", "typedef union", "union "];
    let is_one = line.contains('{')
        && line.contains(';')
        && begins
            .iter()
            .any(|words| line.trim_start().starts_with(words));
    let lower = line.to_ascii_lowercase();
    let asserts = |call| lower.matches(call).count();
    let are_several = CALLS.iter().map(|call| asserts(*call)).sum::<usize>() > 1;
    let pieces = line.split_inclusive(move |c| match are_several {
        true => matches!(c, '&' | ';'),
        false => is_one && matches!(c, '{' | ';'),
    });
    pieces.map(|piece| piece.trim_matches('&'))
}

/// The line without the prompt of a debugger or of volshell, or a list marker.
fn without_prompt(line: &str) -> &str {
    let mut prompts = ["kd> ", ">>> "].into_iter();
    let behind = prompts.find_map(|prompt| line.split_once(prompt));
    let behind = behind.map_or(line, |(_, behind)| behind);
    // The marks of logs: `[+] EPROCESS.Token`.
    let marked = behind.split_once("] ");
    let marked = marked.filter(|(mark, _)| mark.len() == 2 && mark.starts_with('['));
    let behind = marked.map_or(behind, |(_, behind)| behind);
    let bare = behind.strip_prefix("- ").or(behind.strip_prefix("* "));
    bare.unwrap_or(behind).trim()
}

/// Parses `# at 6.2/x86` or `/* 6.2/x86 */`: the point of the lines that follow.
fn point_remark(line: &str) -> Option<Point> {
    let text = line.strip_prefix('#').or(line.strip_prefix("/*"))?;
    let text = text.trim_end_matches("*/").trim();
    text.strip_prefix("at ").unwrap_or(text).parse().ok()
}

/// The arguments of a macro: `X(EPROCESS, Token, 0x4b8)`.
fn arguments<'t>(code: &'t str, knows: &impl Fn(&str) -> bool) -> &'t str {
    let inside = || {
        let (name, inside) = code
            .trim_end_matches(';')
            .strip_suffix(')')?
            .split_once('(')?;
        let is_word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let is_whole = !inside.contains('(') && inside.contains(',');
        let calls = ["offsetof", "offset_of", "field_offset", "dict"];
        let is_call = calls.contains(&&*name.to_ascii_lowercase());
        (is_word && is_whole && !is_call && !name.is_empty() && !knows(name)).then_some(inside)
    };
    inside().unwrap_or(code)
}

/// The name in a comment or a Markdown heading: the only word, as in `## EPROCESS`, or the first, as in `EPROCESS
/// offsets of 22H2`.
fn remark_heading(remark: &str) -> Option<&str> {
    let name = remark.split(['(', '（']).next().unwrap_or_default();
    let words = name.split([' ', ':', '`', '*']).filter(|it| !it.is_empty());
    let mut names = words.clone().filter(|it| !is_container(it));
    let first = names.next()?;
    let is_only = names.next().is_none();
    let is_of =
        words.clone().next() == Some(first) && words.clone().nth(1).is_some_and(is_container);
    // A word in small letters is more likely a member.
    let is_spelled = first.contains(['_', '!']) || !first.contains(char::is_lowercase);
    (is_spelled && (is_only || is_of)).then_some(first)
}

/// Whether a comment or a line of Markdown can be the title of the lines below rather than disabled code.
fn is_title(remark: &str) -> bool {
    let is_code = remark.contains(['=', ';', '{', '}']) || remark.contains("0x");
    let words = remark.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|it| it.starts_with(char::is_alphabetic));
    // `Windows 10, build 19045` is not the title of other lines.
    !is_code && words.any(|it| !is_of_version(it))
}

/// Whether a word is only part of a version: `Win10`, `Build`, `x64`.
fn is_of_version(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let is_known = matches!(
        &*word,
        "build" | "version" | "release" | "server" | "and" | "to"
    );
    is_known || word.starts_with("win") || word.parse::<Arch>().is_ok()
}

/// Splits a line into code and comment.
pub(super) fn split_remark(line: &str) -> (&str, &str) {
    if let Some(remark) = line.strip_prefix(';') {
        return ("", remark.trim_matches([';', ' ']));
    }
    if let Some((remark, code)) = line.strip_prefix("/*").and_then(|it| it.split_once("*/")) {
        return (split_remark(code.trim()).0, remark.trim());
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

/// The bit in a comment: `bit 3`, `bit position: 3`.
fn commented_bit(remark: &str) -> Option<(u8, Option<u8>)> {
    let behind = remark.trim_start().strip_prefix("bit ")?;
    let number = behind
        .strip_prefix("position:")
        .unwrap_or(behind)
        .trim_start();
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((digits.parse().ok()?, None))
}

/// The functions of languages that give the offset of a member.
const CALLS: [&str; 3] = ["offset_of!(", "offsetof(", "field_offset("];

/// Parses `offsetof(S, M) == 0x58` and `assert_eq!(0x58, offset_of!(S, M))`. Without a number in the code, the number
/// in the comment counts. Arithmetic and other comparisons state no offset.
fn asserted<'t>(code: &'t str, remark: &'t str) -> Option<Line<'t>> {
    let lower = code.to_ascii_lowercase();
    let (at, call) = CALLS
        .iter()
        .find_map(|call| Some((lower.find(call)?, call)))?;
    let (inside, behind) = code.get(at + call.len()..)?.split_once(')')?;
    let names = inside.split(',').map(|name| last_word(name.trim()));
    let before = code.get(..at).unwrap_or_default();
    let Some(stated) = equal_number(before, behind) else {
        let why = "only `offsetof(STRUCTURE, Member) == 0x58` states an offset";
        return Some(Line::Refused(why.to_owned()));
    };
    let offset = match stated {
        Some(stated) => number(stated).map(Some),
        None => Ok(commented_offset(remark)),
    };
    let row = offset.map(|offset| Row {
        names: names.collect(),
        offset,
        ..Row::default()
    });
    Some(row.map_or_else(Line::Refused, Line::Row))
}

/// The number that is compared for equality with the call between `before` and `behind`; `Some(None)` without a
/// comparison, `None` for any other comparison and for arithmetic.
fn equal_number<'t>(before: &'t str, behind: &'t str) -> Option<Option<&'t str>> {
    let ends = |text: &str| text.is_empty() || text.starts_with([')', ',', ';', '}', ' ', '"']);
    let is_operator = |c: char| "&|^%+-*/<>!?=".contains(c);
    let behind = behind.trim_start_matches([')', ' ']);
    let signs = ["==", "=", ",", ":"];
    if let Some(rest) = signs.iter().find_map(|sign| behind.strip_prefix(sign)) {
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        let is_whole = ends(rest) && !rest.trim_start().starts_with(is_operator);
        match starts_with_digit(word) {
            true => return is_whole.then_some(Some(word)),
            false if behind.starts_with("==") => return None,
            false => {}
        }
    }
    if behind.starts_with(is_operator) {
        return None;
    }
    // `core::mem::offset_of!`
    let call = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, ':' | '_'));
    let call = call.trim_end();
    let Some(front) = call.strip_suffix("==").or(call.strip_suffix(',')) else {
        let others = [
            "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "&", "|",
        ];
        let is_other = others.iter().any(|sign| call.ends_with(sign));
        return (!is_other).then_some(None);
    };
    let front = front.trim_end();
    let word = front.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let is_whole = !front.strip_suffix(word)?.trim_end().ends_with(is_operator);
    (starts_with_digit(word) && is_whole).then_some(Some(word))
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// Parses a member in C#: `[FieldOffset(0x58)] public uint LoggerId;`.
fn attributed(code: &str) -> Option<Line<'_>> {
    let (offset, member) = code.strip_prefix("[FieldOffset(")?.split_once(")]")?;
    let declared = member.split([';', '[']).next().unwrap_or_default();
    // Alone on its line, it belongs to the member on the next line.
    let declared = Some(declared.trim()).filter(|it| !it.is_empty())?;
    let row = number(offset.trim()).map(|offset| Row {
        names: vec![last_word(declared)],
        offset: Some(offset),
        ..Row::default()
    });
    Some(row.map_or_else(Line::Refused, Line::Row))
}

/// Parses a line of Volatility's shell: `'_EPROCESS' (1232 bytes)`, `0x180 : UniqueProcessId ['unsigned int']`.
fn of_volshell(code: &str) -> Option<Line<'_>> {
    if let Some((name, size)) = code.trim_end_matches(':').rsplit_once(" (")
        && let Some(size) = size.strip_suffix(" bytes)")
        && size.bytes().all(|b| b.is_ascii_digit())
    {
        return Some(Line::Structure(name.trim_matches('\'')));
    }
    let (offset, member) = code.split_once(" :")?;
    let offset = offset.trim_end().strip_prefix("0x").and_then(hex)?;
    Some(Line::Row(Row {
        names: vec![pieces(member).next()?],
        offset: Some(offset),
        ..Row::default()
    }))
}

/// The part of a line that states the offset of the member on the next one: `[FieldOffset(0x58)]`, or `// 0x58` unless
/// it belongs to the member before, which has no offset.
pub(super) fn offset_above(line: &str, is_of_before: bool) -> Option<String> {
    let line = line.trim();
    let is_attribute = line.starts_with("[FieldOffset(") && line.ends_with(")]");
    let (code, remark) = split_remark(line);
    let offset = remark.trim_start_matches(['+', '@', ' ']);
    let is_offset = code.is_empty() && offset.starts_with("0x") && number(offset).is_ok();
    let is_offset = is_offset && !is_of_before;
    match is_offset {
        true => Some(format!("/* {offset} */")),
        false => is_attribute.then(|| line.to_owned()),
    }
}

/// Parses a line of YAML or of a `switch` that is no claim by itself: `19041:`, `case 19041:`, `name: Token`.
fn keyed(code: &str) -> Option<Line<'_>> {
    if code == "break;" {
        return Some(Line::Case(None));
    }
    if let Some(case) = code
        .strip_prefix("case ")
        .and_then(|it| it.strip_suffix(':'))
    {
        return version(case.trim()).map(|version| Line::Case(Some(version)));
    }
    let (key, value) = code.split_once(':')?;
    let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    let (key, value) = (key.trim_matches(quotes), value.trim_matches(quotes));
    if value.is_empty() && starts_with_digit(key) && key.len() > 2 {
        return version(key).map(Line::Version);
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '!');
    let is_name = !starts_with_digit(value) && !value.is_empty() && value.chars().all(is_word);
    match part_of_key(key).filter(|_| is_name)? {
        Part::Structure => Some(Line::Structure(value)),
        Part::Name | Part::Member => Some(Line::Member(value)),
        _ => None,
    }
}

/// Parses a debugger's member: `+0x058 LoggerId : Uint4B`, `[+0x058] LoggerId [Type: unsigned long]`.
fn of_debugger(code: &str) -> Option<Row<'_>> {
    // Without a type, `+0x58 x64` is only an offset.
    if code.starts_with('+') && !code.contains(':') {
        return None;
    }
    let (name, member) = listing::member(code)?;
    Some(Row {
        names: vec![name],
        offset: Some(member.offset.get()),
        bits: member.bits.map(|it| (it.bit(), Some(it.width()))),
        said: member.ty.map(ClaimedType::Type),
        ..Row::default()
    })
}

/// Parses a disassembler's member: `00000058 LoggerId dw ?`, `00000058 USHORT LoggerId;`.
fn of_disassembler<'t>(code: &'t str, is_type: &impl Fn(&str) -> bool) -> Option<Line<'t>> {
    let mut words = code.split_whitespace();
    let first = words.next()?;
    let offset = listed(first)?;
    let declaration = code.strip_prefix(first).filter(|it| it.ends_with(';'));
    if let Some(row) = declaration.and_then(|it| declared(it.trim(), "", is_type)) {
        return Some(Line::Row(Row {
            offset: Some(offset),
            ..row
        }));
    }
    let name = words.next()?;
    let (kind, value, more) = (words.next(), words.next(), words.next());
    Some(match (name, kind) {
        ("db" | "{" | "};", _) | (_, Some("ends")) => Line::Nothing,
        (keyword, Some(name)) if is_keyword(keyword) => Line::Structure(name),
        (_, Some("struc" | "struct")) => Line::Structure(name),
        _ => Line::Row(Row {
            names: vec![name],
            offset: Some(offset),
            said: kind
                .filter(|_| value == Some("?") && more.is_none())
                .and_then(claimed_type),
            ..Row::default()
        }),
    })
}

/// Parses `"X": { "Member": 0x58 }` as nested brackets, `[ETW_REALTIME_CONSUMER]` and `[10.0.19041.264]` as headings.
fn brackets(code: &str) -> Option<Line<'_>> {
    if ['{', '}', ':'].iter().all(|sign| code.contains(*sign)) {
        return Some(Line::Nested);
    }
    let name = code.strip_prefix('[')?.strip_suffix(']')?;
    // An attribute of C#.
    if name.contains('(') {
        return Some(Line::Nothing);
    }
    Some(match name.contains(['[', ',']) {
        true => Line::Nested,
        false if is_version(name, false) => Line::Version(name.parse().ok()?),
        false => Line::Structure(name.trim_matches(['[', ']', '"', ' '])),
    })
}

/// Parses a C member whose comment states the offset: `ULONG LoggerId; // 0x58`.
fn declared<'t>(code: &'t str, remark: &'t str, knows: &impl Fn(&str) -> bool) -> Option<Row<'t>> {
    if code.contains(['=', '"', '{']) {
        return None;
    }
    let (name, ty) = stated::member(code, knows)?;
    Some(Row {
        names: vec![name],
        offset: commented_offset(remark),
        said: ty.map(ClaimedType::Declared),
        is_declared: true,
        ..Row::default()
    })
}

/// Parses the heading in `typedef struct _X {`, `public static class X`, `class X:`.
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

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || ",;=|\"'`{}():<>".contains(c);
    let words = text.split(separates).map(|word| word.trim_matches('!'));
    words.filter(|word| !word.is_empty())
}

/// Splits a path behind its type, whose module may have a hyphen: `_EPROCESS.Token`, `ksi-amd64!_KPH_HEADER->Size`.
pub(super) fn split_type(path: &str) -> Option<(&str, &str)> {
    let module = path.find('!').unwrap_or(0);
    let end = path.get(module..)?.find(['.', '-', '+'])?;
    Some((path.get(..module + end)?, path.get(module + end + 1..)?))
}

/// The names in a word: two in `nt!_EPROCESS`, but a type of another module is one name that includes the module.
fn names<'t>(word: &'t str, knows: &impl Fn(&str) -> bool) -> impl Iterator<Item = &'t str> {
    let ty = split_type(word).map_or(word, |(ty, _)| ty);
    let is_one = !ty.starts_with("nt!") && knows(ty);
    word.split(move |c| c == '!' && !is_one)
}

/// Parses a structure, a member and an offset, in this order or with the offset first; further parts anywhere.
fn words<'t>(code: &'t str, knows: &impl Fn(&str) -> bool) -> Line<'t> {
    try_words(code, knows).unwrap_or_else(Line::Refused)
}

fn try_words<'t>(code: &'t str, knows: &impl Fn(&str) -> bool) -> Result<Line<'t>, String> {
    let mut row = Row::default();
    let (mut names_before, mut is_joined) = (None, false);
    let code = code.strip_prefix("#define").unwrap_or(code);
    let opens = code.trim_end_matches(['(', ' ']).ends_with(['{', ':', '=']);
    // A C arrow is a dot; its `>` does not end a word.
    let words = code.split("->").flat_map(pieces);
    for word in words.flat_map(|word| names(word, knows)) {
        if let Ok(point) = word.parse::<Point>() {
            (row.arch, row.pointed) = (Some(point.arch), true);
            row.version = Some(point.version);
            continue;
        }
        // There are members called `Arm64`.
        let is_member = row.names.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
        if let Some(arch) = word.parse::<Arch>().ok().filter(|_| !is_member) {
            row.arch = Some(arch);
            continue;
        }
        if word.strip_prefix('-').is_some_and(starts_with_digit) {
            return Err(format!("`{word}` is negative: expected an offset"));
        }
        let (name, place) = match word.split_once('+') {
            Some((name, place)) => (name, Some(place)),
            None if starts_with_digit(word) => ("", Some(word)),
            None => (word, None),
        };
        if let Some(place) = place
            && row.read_place(word, name, place)?
        {
            is_joined = !name.is_empty();
            names_before = Some(row.names.len() + usize::from(is_joined));
        }
        // `OFFSETS["_MDL"]["Process"]`: a variable, and brackets around quotation marks.
        if let Some(variable) = name.strip_suffix('[')
            && !knows(variable)
        {
            continue;
        }
        let name = name.trim_matches(['.', '&', '*']).trim_start_matches(']');
        let name = name.trim_end_matches('[');
        let is_type = row.offset.is_some() && place.is_none() && !row.names.is_empty();
        let stars = word.matches('*').count();
        if let (true, Some(ty)) = (is_type, claimed_type(name)) {
            row.said = pointer(Some(ty), stars);
        } else if is_type && name.is_empty() && stars > 0 {
            row.said = pointer(row.said, stars);
        } else if !name.is_empty() && !is_noise(name) {
            row.names.push(name);
        }
    }
    if let Some(count) = names_before.filter(|count| *count > 0 && row.names.len() > *count) {
        let what = row.names.get(count).copied().unwrap_or_default();
        return Err(format!(
            "`{what}` is after the offset: expected `STRUCTURE Member 0x58`, followed only by a type"
        ));
    }
    // The target of a pointer is not its type: `TEB+0x60 -> PEB`.
    let target = code.rsplit_once("->").map(|(_, target)| target);
    if target.is_some_and(|it| !it.contains(|c: char| c.is_ascii_digit())) {
        row.said = None;
    }
    // `Token +0x58` names a member, `TOKEN+0x58` a place in a type.
    row.is_place &= is_joined || row.names.is_empty();
    // `EPROCESS.Token offset: 0x4b8`
    let is_path = row.names.len() > 2 || row.names.first().is_some_and(|it| it.contains('.'));
    if is_path && row.names.last().and_then(|it| part(it)) == Some(Part::Offset) {
        row.names.pop();
    }
    if row.offset == Some(0) && is_variable(code) {
        return Err("0 is the initial value of a variable, not an offset".to_owned());
    }
    Ok(match (row.names.as_slice(), row.offset) {
        ([], None) => Line::Nothing,
        ([name], None) if is_keyword(name) || (is_container(name) && opens) => Line::Nothing,
        ([name], None) if knows(name) || (opens && !name.contains('.')) => Line::Heading(name),
        _ => Line::Row(row),
    })
}

/// A pointer to a type; `None` if only the size of the type is stated.
fn pointer(ty: Option<ClaimedType>, stars: usize) -> Option<ClaimedType> {
    (0..stars).fold(ty, |ty, _| match ty? {
        ClaimedType::Type(ty) => Some(ClaimedType::Type(CType::Pointer(Box::new(ty)))),
        _ => None,
    })
}

/// Whether a line of code sets a variable rather than a constant.
fn is_variable(code: &str) -> bool {
    let is_constant = |word: &str| {
        let word = word.to_ascii_lowercase();
        matches!(
            &*word,
            "const" | "constexpr" | "readonly" | "final" | "#define"
        )
    };
    code.ends_with(';') && code.contains('=') && !code.split_whitespace().any(is_constant)
}

/// Parses a version; also a build without its revision, as the release with it.
pub(super) fn version(text: &str) -> Option<Version> {
    let number = text.strip_prefix("10.0.").unwrap_or(text).parse();
    let of_build = |number| {
        let release = Release::of_build(number)?;
        (number >= FIRST_BUILD).then_some(Version::Release(release))
    };
    let build = || of_build(number.ok()?);
    let named = || lookup::release_named(&text.replace('_', " ")).map(Version::Release);
    let found = text.parse().ok().or_else(build).or_else(named);
    // `26100+ (24H2 and later)`
    let first = text.split('(').next().unwrap_or_default();
    let first = first.trim_end_matches([' ', '+']);
    found.or_else(|| (first != text).then(|| version(first))?)
}

/// The point that the header of a column names: `1809`, `Win10 22H2 x64`, `22H2/x64`.
fn column_point(text: &str) -> Option<(Version, Option<Arch>)> {
    let last = text.rsplit_once([' ', '/']);
    let with_arch = last.and_then(|(of, arch)| {
        let arch = Arch::from_alias(arch.trim_matches(['(', ')']))?;
        Some((version(of.trim())?, Some(arch)))
    });
    with_arch.or_else(|| Some((version(text)?, None)))
}

/// Returns whether a text is a version: `6.2`, `10.0.19041.264`; without a dot only after an offset and not as short as
/// the size of a member: `8`.
fn is_version(text: &str, behind: bool) -> bool {
    (text.contains('.') || behind && text.len() > 2)
        && !text.starts_with("0x")
        && text.parse::<Version>().is_ok()
}

/// The first build that Strata knows; smaller numbers are not builds.
const FIRST_BUILD: u32 = 2195;

/// Separators of cells other than whitespace.
const SEPARATORS: [char; 4] = ['\t', ',', ';', '|'];

pub(super) struct Columns<'t> {
    separator: Option<char>,
    heads: Vec<Head<'t>>,
    /// Whether an offset in the column can only be hexadecimal without a prefix; then all are.
    is_hexadecimal: bool,
}

#[derive(Clone, Copy)]
enum Head<'t> {
    Part(Part),
    /// Offsets at a version.
    At(Version, Option<Arch>),
    /// Offsets of a member.
    Of(&'t str),
}

impl<'t> Columns<'t> {
    /// The columns if the line is the header row of a table, whose rows are `below`. `is_member` returns whether a text
    /// names a member.
    pub(super) fn of(
        line: &'t str,
        below: impl Iterator<Item = &'t str> + Clone,
        is_member: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let separator = SEPARATORS.into_iter().find(|it| line.contains(*it));
        let names = cells(line, separator);
        let known: Vec<Part> = names.iter().filter_map(|name| part(name)).collect();
        let has = |wanted: &[Part]| known.iter().any(|part| wanted.contains(part));
        let is_claimed = has(&[Part::Offset, Part::Claimed]);
        let by_member = has(&[Part::Version, Part::Point]) && !is_claimed;
        let by_version = has(&[Part::Member, Part::Name]) && !is_claimed;
        // A table with members and offsets may have further columns.
        let is_table = is_claimed && has(&[Part::Member, Part::Name]) && separator.is_some();
        let is_number = |line: &str, at: usize| {
            cells(line, separator)
                .get(at)
                .is_some_and(|it| number(it).is_ok())
        };
        let has_numbers = |at: usize| below.clone().any(|line| is_number(line, at));
        let head = |(at, name): (usize, &'t str)| match part(name) {
            Some(part) => Some(Head::Part(part)),
            None if by_member && is_member(name) => Some(Head::Of(name)),
            None if by_version && let Some((version, arch)) = column_point(name) => {
                Some(Head::At(version, arch))
            }
            None => (is_table && !has_numbers(at)).then_some(Head::Part(Part::Other)),
        };
        let heads = names.into_iter().enumerate().map(head);
        let heads: Vec<Head<'t>> = heads.collect::<Option<_>>()?;
        if heads.len() < 2
            || !is_claimed && !has(&[Part::Structure, Part::Member]) && known.len() == heads.len()
        {
            return None;
        }
        let holds_offset =
            |head: &Head<'_>| !matches!(head, Head::Part(part) if *part != Part::Offset);
        let is_bare = |(head, cell): (&Head<'_>, &str)| {
            let is_own = matches!(head, Head::Of(name) if *name == cell);
            holds_offset(head) && !is_own && number(cell).is_err() && hex(cell).is_some()
        };
        let mut rows = below.map(|line| cells(line, separator));
        let is_hexadecimal = rows.any(|cells| heads.iter().zip(cells).any(is_bare));
        Some(Self {
            separator,
            heads,
            is_hexadecimal,
        })
    }

    /// Parses a line cell by cell; `None` if the cells do not match the columns.
    pub(super) fn rows<'r>(&self, line: &'r str) -> Option<Vec<Line<'r>>>
    where
        't: 'r,
    {
        let cells = cells(line, self.separator);
        if is_rule(line) {
            return Some(Vec::new());
        }
        let is_remark = line.trim_start().starts_with(['#', '/']);
        if is_remark || cells.len() != self.heads.len() {
            return None;
        }
        let filled = || {
            self.heads
                .iter()
                .zip(&cells)
                .filter(|(_, cell)| !cell.is_empty())
        };
        let mut parts = Parts {
            is_hexadecimal: self.is_hexadecimal,
            ..Parts::default()
        };
        for (head, cell) in filled().rev() {
            if let Head::Part(part) = head {
                parts.put(*part, cell);
            }
        }
        let claim = |parts: Parts<'r>| match parts.row() {
            Ok(row) => row.map_or(Line::Nothing, Line::Row),
            Err(why) => Line::Refused(why),
        };
        let is_plain = |head: &Head<'_>| matches!(head, Head::Part(_));
        if self.heads.iter().all(is_plain) {
            return Some(vec![claim(parts)]);
        }
        let stated =
            filled().filter(|(_, cell)| cell.contains(|c: char| c.is_ascii_alphanumeric()));
        let claims = stated.filter_map(|(head, cell)| {
            let mut parts = parts.clone();
            parts.put(Part::Offset, cell);
            match head {
                Head::Part(_) => return None,
                Head::Of(member) => parts.put(Part::Member, member),
                Head::At(version, arch) => {
                    return Some(match claim(parts) {
                        Line::Row(row) => Line::Row(Row {
                            version: Some(*version),
                            arch: arch.or(row.arch),
                            pointed: true,
                            ..row
                        }),
                        line => line,
                    });
                }
            }
            Some(claim(parts))
        });
        Some(claims.collect())
    }
}

/// The parts of a claim, given under column names or keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'t> {
    known: Vec<(Part, &'t str)>,
    /// Whether an offset without a prefix is hexadecimal.
    is_hexadecimal: bool,
}

impl<'t> Parts<'t> {
    /// Sets a part, replacing an earlier one.
    pub(super) fn put(&mut self, part: Part, text: &'t str) {
        self.known.push((part, text));
    }

    pub(super) fn get(&self, wanted: Part) -> Option<&'t str> {
        let mut known = self.known.iter().rev();
        known.find_map(|(part, text)| (*part == wanted).then_some(*text))
    }

    pub(super) fn offset(&self) -> Option<&'t str> {
        self.get(Part::Offset).or(self.get(Part::Claimed))
    }

    pub(super) fn version(&self) -> Option<Version> {
        let point = self.get(Part::Point).and_then(|text| text.parse().ok());
        let of_point = point.map(|point: Point| point.version);
        of_point.or_else(|| version(self.get(Part::Version)?))
    }

    /// The architecture, and whether a version is given.
    pub(super) fn point(&self) -> (Option<Arch>, bool) {
        let point = self.get(Part::Point).and_then(|text| text.parse().ok());
        let arch = self.get(Part::Arch).and_then(Arch::from_alias);
        let arch = arch.or(point.map(|point: Point| point.arch));
        (arch, point.is_some() || self.version().is_some())
    }

    /// The row; `None` if the parts say that the member does not exist.
    pub(super) fn row(&self) -> Result<Option<Row<'t>>, String> {
        let bare = |text| hex(text).filter(|_| self.is_hexadecimal);
        let offset = |text| bare(text).map_or_else(|| number(text), Ok);
        let offset = self.offset().map(offset).transpose()?;
        if offset.is_none() && self.get(Part::State).is_some() {
            return Ok(None);
        }
        if let Some(unknown) = self
            .get(Part::Arch)
            .filter(|it| Arch::from_alias(it).is_none())
        {
            return Err(format!(
                "`{unknown}` is not an architecture: expected x86, x64 or arm64"
            ));
        }
        let (arch, pointed) = self.point();
        let bits = |part| self.get(part)?.parse().ok();
        let size = || number(self.get(Part::Size)?).ok().map(ByteSize::new);
        let said = || {
            let ty = self.get(Part::Type).and_then(claimed_type);
            Some(match (ty, size()) {
                (Some(ClaimedType::Type(ty)), Some(size)) => ClaimedType::Sized(ty, size),
                (Some(ty), _) => ty,
                (None, size) => ClaimedType::Size(size?),
            })
        };
        Ok(Some(Row {
            structure: self.get(Part::Structure),
            names: (self.get(Part::Member).or(self.get(Part::Name)))
                .into_iter()
                .collect(),
            offset,
            bits: bits(Part::Bits).map(|bit| (bit, bits(Part::Width))),
            arch,
            pointed,
            version: self.version(),
            said: self.get(Part::Bits).is_none().then(said).flatten(),
            note: (self.get(Part::Version))
                .filter(|it| version(it).is_none())
                .map(|it| format!("the version `{it}` is not known and is ignored")),
            ..Row::default()
        }))
    }
}

/// The cells of a line, without quotes.
pub(super) fn cells(line: &str, separator: Option<char>) -> Vec<&str> {
    let cells: Vec<&str> = match separator {
        // A Markdown table has `|` at both ends of a line.
        Some('|') => line.trim().trim_matches('|').split('|').collect(),
        Some(separator) => line.split(separator).collect(),
        None => line.split_whitespace().collect(),
    };
    let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`');
    cells
        .into_iter()
        .map(|cell| cell.trim_matches(quotes))
        .collect()
}

/// Returns whether a line only separates others: `|---|---|`.
pub(super) fn is_rule(line: &str) -> bool {
    let mut signs = line.chars();
    signs.all(|c| matches!(c, '|' | '-' | '+' | ':' | '=' | ' '))
}

/// Returns whether a text can only be a number.
pub(super) fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a number after `+` can be hexadecimal or decimal, with different values.
fn is_ambiguous(text: &str) -> bool {
    text.trim_start_matches('0').len() > 1 && text.bytes().all(|b| b.is_ascii_digit())
}

/// Parses an offset: hexadecimal with `0x` or `h`, or decimal, also as `0n1088`; C suffixes are allowed.
pub(super) fn number(text: &str) -> Result<u32, String> {
    if text.is_empty() {
        return Err("an offset is missing".to_owned());
    }
    let plain = text.strip_prefix('+').unwrap_or(text);
    let hex = plain.strip_prefix("0x").or(plain.strip_prefix("0X"));
    // The debugger's decimal numbers.
    let marked = plain.strip_prefix("0n");
    // Octal in C, hexadecimal in dumps.
    let is_number = plain.bytes().all(|b| b.is_ascii_digit());
    if is_number && plain.starts_with('0') && plain.trim_start_matches('0').len() > 1 {
        return Err(format!(
            "`{text}` is octal to C and hexadecimal in a dump: write 0x{plain}"
        ));
    }
    let plain = marked.unwrap_or(plain);
    let (digits, radix) = match (hex, plain.strip_suffix(['h', 'H'])) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 16),
        (None, None) => (plain, 10),
    };
    let ends = ["ull", "ul", "u32", "u64", "usize", "u", "l"];
    let lower = digits.to_ascii_lowercase();
    let bare = ends.iter().find_map(|end| lower.strip_suffix(end));
    u32::from_str_radix(bare.unwrap_or(&lower), radix)
        .ok()
        .filter(|it| !digits.starts_with(['+', '-']) && *it != u32::MAX)
        .ok_or_else(|| {
            format!("`{text}` is not an offset: expected hexadecimal such as 0x58, or decimal")
        })
}

/// Parses the first column of a disassembler's listing: 8 or 16 hexadecimal digits.
pub(super) fn listed(text: &str) -> Option<u32> {
    matches!(text.len(), 8 | 16).then(|| hex(text)).flatten()
}

/// Sizes by the names that languages use.
const SIZES: [(u32, &str); 4] = [
    (1, "uint8_t int8_t u8 byte db char"),
    (2, "uint16_t int16_t u16 ushort dw short"),
    (4, "uint32_t int32_t u32 uint dd"),
    (8, "uint64_t int64_t u64 ulong dq"),
];

/// The type in a text; `None` if it is not a known type.
pub(super) fn claimed_type(text: &str) -> Option<ClaimedType> {
    let text = text.trim();
    let is_it = |(_, names): &&(u32, &str)| names.split(' ').any(|name| name == text);
    if let Some((size, _)) = SIZES.iter().find(is_it) {
        return Some(ClaimedType::Size(ByteSize::new(*size)));
    }
    if let Some(ty) = dt_type(text) {
        return Some(ClaimedType::Type(ty));
    }
    // Windows types are written in capitals.
    let is_type = |c: char| !c.is_ascii_lowercase();
    let ty = Some(text).filter(|text| text.len() > 1 && text.chars().all(is_type));
    ty?.parse::<CType>().ok().map(ClaimedType::Type)
}
