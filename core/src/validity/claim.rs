//! A table of claims, as people keep them: a structure, a member, an offset on each line, separated by blanks, commas, tabs,
//! `=` or dots. What cannot be understood is told by line; nothing is passed over silently.

use super::{CLAIMS_LIMIT, TEXT_LIMIT};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::lookup;
use crate::name::{MemberPath, ParseNameError, PathStep};
use crate::release::Version;
use crate::units::ByteOffset;

/// That a member is at an offset.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// The line that makes it, from 1.
    pub line: usize,
    /// Of which structure.
    pub structure: &'a Structure,
    /// The way to the member; whatever is at the offset where `None`.
    pub member: Option<MemberPath>,
    /// Where it is said to be.
    pub offset: ByteOffset,
}

/// A line that makes no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which line, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

/// What a table claims.
#[derive(Clone, Debug, Default)]
pub struct Claims<'a> {
    /// Each claim, in order.
    pub claims: Vec<Claim<'a>>,
    /// Each line that makes none and is no remark, in order.
    pub refused: Vec<Refused>,
}

/// Reads a table of claims. A line without a structure is about `structure`, if there is one, or else about that of the line
/// before.
#[must_use]
pub fn claims<'a>(
    dataset: &'a Dataset,
    text: &str,
    structure: Option<&'a Structure>,
) -> Claims<'a> {
    let mut read = Claims::default();
    let mut about = structure;
    let text_read = text
        .get(..text.floor_char_boundary(TEXT_LIMIT))
        .unwrap_or(text);
    for (line, text) in (1..).zip(text_read.lines()) {
        let tokens = tokens(text);
        if tokens.is_empty() || (read.claims.is_empty() && is_head(&tokens)) {
            continue;
        }
        let full = read.claims.len() >= CLAIMS_LIMIT;
        let read_claim = match full {
            true => Err(format!("more than {CLAIMS_LIMIT} claims: split the table")),
            false => claimed(dataset, line, &tokens, about),
        };
        match read_claim {
            Ok(claim) => {
                about = Some(claim.structure);
                read.claims.push(claim);
            }
            Err(why) => read.refused.push(Refused { line, why }),
        }
        if full {
            break;
        }
    }
    if text_read.len() < text.len() {
        let why = format!(
            "more than {} KiB: what follows was not read, split the table",
            TEXT_LIMIT >> 10
        );
        let line = text_read.lines().count();
        read.refused.push(Refused { line, why });
    }
    read
}

/// A claim whose parts are known apart.
///
/// # Errors
///
/// In words: there is no such structure, or the member is no path.
pub fn claim<'a>(
    dataset: &'a Dataset,
    line: usize,
    structure: &str,
    member: Option<&str>,
    offset: ByteOffset,
) -> Result<Claim<'a>, String> {
    Ok(Claim {
        line,
        structure: found(dataset, structure)?,
        member: member
            .map(str::parse)
            .transpose()
            .map_err(|error: ParseNameError| error.to_string())?,
        offset,
    })
}

fn found<'a>(dataset: &'a Dataset, name: &str) -> Result<&'a Structure, String> {
    lookup::structure(dataset, name).map_err(|missing| match missing.suggestions.first() {
        Some(near) => format!("{} Did you mean {}?", missing.detail, near.text()),
        None => missing.detail,
    })
}

/// The words of a line, without what is remarked behind them.
fn tokens(line: &str) -> Vec<&str> {
    let ends = ["//", "/*", "#", "--"];
    let first = |line: &str| ends.iter().filter_map(|mark| line.find(mark)).min();
    let line = line.trim().strip_prefix("#define").unwrap_or(line);
    let line = line
        .get(..first(line).unwrap_or(line.len()))
        .unwrap_or(line);
    let separates = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | '=' | '|' | '"' | '{' | '}' | '(' | ')' | ':' | '!'
            )
    };
    let words = line.split(separates).filter(|word| !word.is_empty());
    words.filter(|word| !is_module(word)).collect()
}

/// Words that say nothing here: the module before a `!`, the word for a constant.
fn is_module(word: &str) -> bool {
    let known = [
        "nt",
        "ntdll",
        "ntoskrnl",
        "const",
        "constexpr",
        "static",
        "auto",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether it is the head of a table.
fn is_head(tokens: &[&str]) -> bool {
    let is = |token: &&str| {
        let known = [
            "structure",
            "struct",
            "type",
            "member",
            "field",
            "name",
            "offset",
            "size",
        ];
        known.iter().any(|known| known.eq_ignore_ascii_case(token))
    };
    tokens.iter().all(is)
}

fn claimed<'a>(
    dataset: &'a Dataset,
    line: usize,
    tokens: &[&str],
    about: Option<&'a Structure>,
) -> Result<Claim<'a>, String> {
    let mut offset = None;
    let mut names: Vec<MemberPath> = Vec::new();
    for token in tokens {
        let (name, place) = match token.split_once('+') {
            Some((name, place)) => (name, Some(place)),
            None if offset.is_none() && starts_with_digit(token) => ("", Some(*token)),
            None => (*token, None),
        };
        if let Some(place) = place {
            if offset.is_some() {
                return Err(format!(
                    "a second offset, `{place}`: expected one claim a line"
                ));
            }
            offset = Some(number(place)?);
        }
        let name = name.trim_end_matches(['.', '-', '>']).replace("->", ".");
        if !name.is_empty() && !starts_with_digit(&name) {
            names.push(name.parse().map_err(|error| format!("{error}"))?);
        }
    }
    let offset = offset.ok_or("no offset: expected `STRUCTURE MEMBER 0xOFFSET`")?;
    if let ([joined], None) = (names.as_slice(), known_in(dataset, &names))
        && let Some((structure, member)) = joined_name(dataset, &joined.to_string())
    {
        return Ok(Claim {
            line,
            structure,
            member: Some(member),
            offset: ByteOffset::new(offset),
        });
    }
    let mut steps: Vec<PathStep> = names
        .iter()
        .flat_map(|name| name.steps().to_vec())
        .collect();
    let first = match steps.first() {
        Some(PathStep::Member(name)) => Some(name.to_string()),
        _ => None,
    };
    let known = first.as_deref().and_then(|first| dataset.structure(first));
    let structure = match (known, about, &first) {
        (Some(structure), ..) => {
            steps.remove(0);
            structure
        }
        // Of two names the first is that of a structure.
        (None, _, Some(first)) if names.len() > 1 || about.is_none() => found(dataset, first)?,
        (None, Some(about), _) => about,
        (None, None, _) => {
            return Err("no structure: expected `STRUCTURE MEMBER 0xOFFSET`".to_owned());
        }
    };
    let member = steps
        .into_iter()
        .fold(MemberPath::default(), |way, step| match step {
            PathStep::Member(name) => way.member(&name),
            PathStep::Index(index) => way.index(index),
        });
    Ok(Claim {
        line,
        structure,
        member: (!member.steps().is_empty()).then_some(member),
        offset: ByteOffset::new(offset),
    })
}

/// The structure that the first name is.
fn known_in<'a>(dataset: &'a Dataset, names: &[MemberPath]) -> Option<&'a Structure> {
    match names.first()?.steps().first()? {
        PathStep::Member(name) => dataset.structure(name),
        PathStep::Index(_) => None,
    }
}

/// `STRUCTURE_Member` and `STRUCTURE_Member_6_1_x64`, as headers name constants.
fn joined_name<'a>(dataset: &'a Dataset, text: &str) -> Option<(&'a Structure, MemberPath)> {
    let text = text.trim_start_matches('_');
    let begins = |structure: &&Structure| {
        let name = structure.article.name.as_str();
        let head = text.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
            && text
                .get(name.len()..)
                .is_some_and(|rest| rest.starts_with('_'))
    };
    let structure = dataset.structures().iter().find(begins)?;
    let member = text.get(structure.article.name.as_str().len() + 1..)?;
    Some((structure, without_point(member).parse().ok()?))
}

/// A member's name without the point that a header puts behind it: `_6_1_x64`, `_server_2022_x64`.
fn without_point(name: &str) -> &str {
    let Some((rest, arch)) = name.rsplit_once('_') else {
        return name;
    };
    if arch.parse::<Arch>().is_err() {
        return name;
    }
    let is_version = |text: &str| {
        let spelt = |by: &str| text.replace('_', by).parse::<Version>().is_ok();
        spelt(".") || spelt("-")
    };
    let marks = rest.match_indices('_');
    let mut ends = marks.filter(|(at, _)| rest.get(at + 1..).is_some_and(is_version));
    ends.next()
        .and_then(|(at, _)| rest.get(..at))
        .unwrap_or(name)
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// An offset: hexadecimal with `0x` or `h`, or decimal.
fn number(text: &str) -> Result<u32, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let hex = hex.or_else(|| text.strip_suffix(['h', 'H']));
    let read = match hex {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    read.map_err(|_| {
        format!("`{text}` is no offset: expected hexadecimal such as 0x58, or decimal")
    })
}
