//! Parses comments: the offset of a member, the size of a structure, and which declaration they belong to.
//!
//! Headers that were generated from symbol files or written from debugger output state offsets beside the members: `/*
//! 0x0010 */` before, `//0x10` after, with a bit (`0x5a:3`), with a size (pahole: `/* 16 8 */`). A single number may be
//! anything; if most members of a structure have one on the same side, they are offsets.

use std::ops::RangeInclusive;

use super::lex::{Kind, Reader};
use super::model::{Comment, Field, Item, OffsetComment, OffsetComments};
use super::parse::Parser;
use crate::units::ByteSize;

impl<'t> Parser<'_, 't> {
    /// Returns the comments before any of these tokens.
    fn comments_before(&self, pieces: RangeInclusive<usize>) -> &[Comment<'t>] {
        let all = self.comments;
        let start = all.partition_point(|it| it.before < *pieces.start());
        let end = all.partition_point(|it| it.before <= *pieces.end());
        all.get(start..end).unwrap_or_default()
    }

    /// Takes the size of the last definition from comments before and after it.
    pub(super) fn size_around(&mut self, start: usize) {
        let Some(Kind::Punct(";")) = self.reader.peek_before() else {
            return;
        };
        let (line, end) = (self.reader.line_before(), self.reader.at());
        let behind = self.comments_before(end..=end).iter();
        let behind = behind.filter(|it| it.line == line).find_map(size_behind);
        let before = self.size_before(start);
        if let Some(record) = self.unit.records.last_mut()
            && record.size_comment.is_none()
            && record.start == start
        {
            record.size_comment = behind.or(before);
        }
    }

    /// Returns the size in the last comment before a token that has one.
    pub(super) fn size_before(&self, at: usize) -> Option<(u32, usize)> {
        self.comments_before(at..=at).iter().rev().find_map(size)
    }

    /// Returns the size in a comment before any of these tokens.
    pub(super) fn commented_size(&self, from: usize, to: usize) -> Option<(u32, usize)> {
        self.comments_before(from..=to).iter().find_map(size)
    }

    /// Returns the size in a comment before the next token, unless it is beside a member.
    pub(super) fn size_inside(&self, member: usize, bracket: usize) -> Option<(u32, usize)> {
        let at = self.reader.at();
        let is_own = |it: &&Comment<'t>| it.line != member || it.line == bracket;
        let mut comments = self.comments_before(at..=at).iter().filter(is_own);
        comments.find_map(size)
    }

    /// Returns the number of members in a comment before a token: `size: 32, cachelines: 1, members: 5`.
    pub(super) fn commented_count(&self, at: usize) -> Option<(u32, usize)> {
        self.comments_before(at..=at).iter().find_map(|comment| {
            let (front, count) = comment.text.trim().split_once(", members: ")?;
            let (count, rest) = decimal(count)?;
            let is_whole = front.starts_with("size: ") && ends(rest);
            is_whole.then_some((count, comment.line))
        })
    }

    /// Returns the offset comments before and after a declaration whose semicolon was just consumed.
    pub(super) fn offset_comments(&self, start: usize, is_definition: bool) -> OffsetComments {
        let end = self.reader.at();
        let line_of_end = self.reader.line_before();
        let (line_of_start, line_above) = self.reader.lines_at(start);
        // A comment after the previous semicolon belongs to it, unless all is on one line.
        let own = |it: &&Comment<'t>| {
            it.before > start || it.line != line_above || it.line == line_of_start
        };
        let last = match is_definition {
            true => start,
            false => end.saturating_sub(1),
        };
        let before = self.comments_before(start..=last).iter();
        let behind = self.comments_before(end..=end).iter();
        OffsetComments {
            before: before.filter(own).rev().find_map(stated_offset),
            behind: (behind.filter(|it| it.line == line_of_end)).find_map(stated_offset),
        }
    }
}

/// Keeps the offset comments on the side (before or after members) where most named members have one; others are not
/// offsets.
pub(super) fn keep_consistent_side(items: &mut [Item<'_>]) {
    let fields = || {
        items.iter().filter_map(|item| match item {
            Item::Field(field) if field.name.is_some() => Some(field.comments),
            _ => None,
        })
    };
    let before = fields().filter(|beside| beside.before.is_some()).count();
    let behind = fields().filter(|beside| beside.behind.is_some()).count();
    let (most, all) = (before.max(behind), fields().count());
    let are_places = most > 0 && most * 2 >= all;
    for item in items {
        if let Item::Field(Field {
            comments: beside, ..
        }) = item
        {
            beside.before.take_if(|_| !are_places || before < behind);
            beside.behind.take_if(|_| !are_places || before >= behind);
        }
    }
}

impl Reader<'_, '_> {
    /// Returns the line of a token, and that of the token before it.
    fn lines_at(&self, piece: usize) -> (usize, usize) {
        let mut there = self.clone();
        there.back_to(piece);
        (there.line(), there.line_before())
    }
}

/// Parses the offset in a comment.
pub(super) fn stated_offset(comment: &Comment<'_>) -> Option<OffsetComment> {
    let text = comment.text.trim();
    let of_pahole = pahole(text);
    // Of several remarks, the last one that is a number.
    let of_plain = || {
        let (offset, bit) = text.rsplit("//").find_map(|it| plain(it.trim()))?;
        Some((offset, bit, None))
    };
    let (offset, bit, size) = of_pahole.or_else(of_plain)?;
    Some(OffsetComment {
        offset,
        bit,
        size,
        is_authoritative: of_pahole.is_some(),
    })
}

/// Parses `0x10`, `+0x10, size 4`, `offset: 0x5a:3`: the offset, and optionally the first bit.
fn plain(text: &str) -> Option<(u32, Option<u8>)> {
    let text = without_word(text);
    let text = text.trim_start_matches(['+', '@', '[', '(', ' ']);
    let (offset, rest) = hexadecimal(text)?;
    if let Some(rest) = rest.strip_prefix([':', '.'])
        && let Some((bit, rest)) = decimal(rest)
        && ends(rest)
    {
        return Some((offset, u8::try_from(bit).ok()));
    }
    ends(rest).then_some((offset, None))
}

/// Strips the word in `offset: 0x10`, `Offset=0x10`.
fn without_word(text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    let word = ["offset", "offs", "ofs", "off"]
        .into_iter()
        .find(|word| lower.starts_with(word));
    let rest = word.and_then(|word| text.get(word.len()..)).unwrap_or(text);
    rest.trim_start_matches([':', '=', ' '])
}

/// Whether the rest after a number allows it to be an offset rather than part of a sentence.
fn ends(rest: &str) -> bool {
    let is_size = rest.trim_start().starts_with("bytes");
    rest.is_empty() || rest.starts_with([' ', ',', ';', ')', ']', '\t', '(', '|', '-']) && !is_size
}

/// Parses `0x10`, or zero-padded digits without `0x`.
fn hexadecimal(text: &str) -> Option<(u32, &str)> {
    let prefixed = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let digits = prefixed.unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_hexdigit());
    let (digits, rest) = digits.split_at_checked(end.unwrap_or(digits.len()))?;
    let padded = digits.len() >= 3 && digits.starts_with('0');
    let is = prefixed.is_some() || (padded && rest.is_empty());
    let offset = u32::from_str_radix(digits, 16).ok()?;
    is.then_some((offset, rest))
}

fn decimal(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((digits.parse().ok()?, rest))
}

/// Parses `16     8`, and `90: 0  1` for bits: the offset, optionally the first bit, and the size, all decimal.
fn pahole(text: &str) -> Option<(u32, Option<u8>, Option<ByteSize>)> {
    let (offset, rest) = decimal(text)?;
    let (bit, rest) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (bit, rest) = decimal(rest.trim_start())?;
            (Some(u8::try_from(bit).ok()?), rest)
        }
        None => (None, rest),
    };
    let (size, behind) = decimal(rest.strip_prefix([' ', '\t'])?.trim_start())?;
    let size = Some(ByteSize::new(size));
    behind.is_empty().then_some((offset, bit, size))
}

/// Parses the size in a comment: `0x20 bytes (sizeof)`, `size: 0x0088`, `sizeof=0x10`, `size: 32, cachelines: 1`.
pub(super) fn size(comment: &Comment<'_>) -> Option<(u32, usize)> {
    let text = comment.text.trim();
    if let Some((size, rest)) = number(text) {
        let rest = rest.trim_start();
        let bytes = rest == "bytes" || rest.starts_with("bytes (sizeof)");
        return bytes.then_some((size, comment.line));
    }
    let lower = text.to_ascii_lowercase();
    let at = ["sizeof", "size"]
        .into_iter()
        .find_map(|word| Some(lower.find(word)? + word.len()))?;
    let rest = text.get(at..)?.trim_start();
    let rest = rest.strip_prefix([':', '=']).map(str::trim_start)?;
    let (size, rest) = number(rest)?;
    let whole = rest.is_empty() || rest.starts_with([' ', ',', ')', ';', '\r', '\n']);
    whole.then_some((size, comment.line))
}

/// Parses the size in a comment after the end of a structure, where a bare number counts, too.
pub(super) fn size_behind(comment: &Comment<'_>) -> Option<(u32, usize)> {
    let bare = || match number(comment.text.trim()) {
        Some((size, "")) => Some((size, comment.line)),
        _ => None,
    };
    size(comment).or_else(bare)
}

fn number(text: &str) -> Option<(u32, &str)> {
    match text.starts_with("0x") || text.starts_with("0X") {
        true => hexadecimal(text),
        false => decimal(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex::lex;
    use super::super::parse::parse;
    use super::super::preprocess::process;
    use super::*;
    use crate::arch::Arch;

    fn comment(text: &str) -> Comment<'_> {
        Comment {
            before: 0,
            line: 1,
            text,
        }
    }

    #[test]
    fn places() {
        for (text, offset, bit) in [
            (" 0x0010 ", 0x10, None),
            ("0x5a:3", 0x5a, Some(3)),
            (" +0x010", 0x10, None),
            (" 0x10, size 4", 0x10, None),
            ("00000018", 0x18, None),
            (" 0010 ", 0x10, None),
            ("Offset: 0x10", 0x10, None),
            ("     0     8 ", 0, None),
            ("    90: 4  1 ", 90, Some(4)),
            (" 0x10 (8 bytes)", 0x10, None),
            ("the id //0x10", 0x10, None),
            ("0x10 // of 4 bytes", 0x10, None),
        ] {
            let found = stated_offset(&comment(text)).map(|it| (it.offset, it.bit));
            assert_eq!(found, Some((offset, bit)), "{text}");
        }
        let others = "|16| 4 bytes|0xZZ|flags|see 0x10|add|0 8 of them|0x10th| --- cacheline 1 boundary (64 bytes) --- |\
                      0x100000000|1999 |offset unknown|0x8 bytes";
        for text in others.split('|') {
            assert_eq!(stated_offset(&comment(text)), None, "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("0x20 bytes (sizeof)", 0x20),
            ("32 bytes", 32),
            (" size: 0x0088 ", 0x88),
            (" size: 32, cachelines: 1, members: 5 ", 32),
            (" sizeof=0x10", 0x10),
            (" Size=0x20 ", 0x20),
        ] {
            let found = size(&comment(text)).map(|it| it.0);
            assert_eq!(found, Some(expected), "{text}");
        }
        for text in "|0x20|the size of 2 pages|size|32 bytes of room|size: 2KB".split('|') {
            assert_eq!(size(&comment(text)), None, "{text}");
        }
        assert_eq!(size_behind(&comment(" 0x0088 ")), Some((0x88, 1)));
        assert_eq!(size_behind(&comment(" 0x0088 of")), None);
    }

    #[test]
    fn most_members_must_have_one() {
        let told = |text| {
            let tokens = lex(text).unwrap();
            let unit = parse(process(&tokens, Arch::X64).unwrap());
            let is =
                |item: &Item<'_>| matches!(item, Item::Field(it) if it.offset_comment().is_some());
            unit.records[0].items.iter().any(is)
        };
        assert!(told("struct X { int A; //0x0\n int B; //0x4\n int C; };"));
        assert!(!told("struct X { int A; //0x1\n int B; int C; };"));
        assert!(!told("struct X { };"));
    }
}
