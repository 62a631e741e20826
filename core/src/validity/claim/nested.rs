//! Brackets within brackets, as JSON and Python write them, on one line or on many: what is read is taken as far as it goes, for
//! people paste pieces.
//!
//! A key is a structure, a member, a point, or a part of a claim (`offset`, `arch`, …); what stands further in is about what
//! stands further out.

use super::line::{self, Line, Parts, Row, number};
use super::reader::Reader;
use super::words::{Part, is_container, part_of_key};
use crate::arch::Arch;
use crate::point::Point;
use crate::release::Version;

/// How deep brackets may stand in one another.
const DEPTH_LIMIT: usize = 32;

/// Whether a whole text is such.
pub(super) fn is_whole(text: &str) -> bool {
    let text = text.trim_start();
    let bare = match text.split_once('=') {
        // `OFFSETS = {`
        Some((name, behind))
            if name
                .trim()
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
        {
            behind.trim_start()
        }
        _ => text,
    };
    let first = bare.lines().next().unwrap_or_default();
    match bare.as_bytes().first() {
        Some(b'{') => true,
        Some(b'[') => {
            let inside = bare.get(1..).unwrap_or_default().trim_start();
            inside.starts_with(['{', '[', '(', '"', '\''])
        }
        Some(b'"' | b'\'') => first.contains('{'),
        _ => false,
    }
}

/// What stands between brackets.
#[derive(Clone, Debug, Default)]
struct Frame<'t> {
    list: bool,
    /// Whether nothing in it makes a claim.
    passed: bool,
    line: usize,
    /// What is said further out.
    structure: Option<&'t str>,
    member: Option<&'t str>,
    arch: Option<Arch>,
    pointed: bool,
    key: Option<&'t str>,
    parts: Parts<'t>,
    /// Keys that are no part of a claim, with what is said of them.
    others: Vec<(usize, &'t str, &'t str)>,
    items: Vec<&'t str>,
}

/// A piece of the text.
enum Piece<'t> {
    Open(bool),
    Close,
    Key,
    Next,
    Scalar(&'t str),
}

/// Reads a text that begins on that line.
pub(super) fn read(text: &str, first_line: usize, reader: &mut Reader<'_>) {
    let mut frames = vec![Frame::default()];
    let mut line = first_line;
    let mut rest = text;
    let mut scalar: Option<&str> = None;
    while let Some((piece, behind)) = next(rest) {
        let passed = rest.len() - behind.len();
        let over = rest.get(..passed).unwrap_or_default();
        line += over.matches('\n').count();
        rest = behind;
        let depth = frames.len();
        let Some(frame) = frames.last_mut() else {
            return;
        };
        if reader.stopped().is_some() {
            return;
        }
        match piece {
            Piece::Scalar(text) => {
                if let Some(before) = scalar.replace(text) {
                    frame.put(line, before);
                }
            }
            Piece::Key => frame.key = scalar.take(),
            Piece::Next => {
                if let Some(text) = scalar.take() {
                    frame.put(line, text);
                }
            }
            Piece::Open(list) => {
                scalar = None;
                if depth >= DEPTH_LIMIT {
                    let why = format!("brackets stand deeper than {DEPTH_LIMIT} in one another");
                    reader.refuse(line, over, why);
                    return;
                }
                let inner = frame.inner(list, line, reader);
                frames.push(inner);
            }
            Piece::Close => {
                if let Some(text) = scalar.take() {
                    frame.put(line, text);
                }
                if frames.len() > 1
                    && let Some(done) = frames.pop()
                {
                    done.close(line, reader);
                    if let Some(frame) = frames.last_mut() {
                        frame.key = None;
                    }
                }
            }
        }
    }
    if let (Some(frame), Some(text)) = (frames.last_mut(), scalar) {
        frame.put(line, text);
    }
    let open = frames.get(1).map(|frame| frame.line);
    while let Some(frame) = frames.pop() {
        frame.close(line, reader);
    }
    if let Some(open) = open {
        let why = "a bracket is opened here and not closed: what follows was read as if it ended with the text";
        reader.refuse(open, "", why.to_owned());
    }
}

/// The next piece, and what follows it.
fn next(text: &str) -> Option<(Piece<'_>, &str)> {
    let mut rest = text.trim_start();
    while rest.starts_with('#') || rest.starts_with("//") {
        rest = rest
            .split_once('\n')
            .map_or("", |(_, behind)| behind)
            .trim_start();
    }
    let first = rest.chars().next()?;
    let behind = rest.get(first.len_utf8()..)?;
    let piece = match first {
        '{' => Piece::Open(false),
        '[' | '(' => Piece::Open(true),
        '}' | ']' | ')' => Piece::Close,
        ':' | '=' => Piece::Key,
        ',' | ';' => Piece::Next,
        '"' | '\'' => {
            let end = behind.find([first, '\n']).unwrap_or(behind.len());
            let (inside, after) = behind.split_at_checked(end)?;
            let after = after.strip_prefix(first).unwrap_or(after);
            return Some((Piece::Scalar(inside), after));
        }
        _ => {
            let ends = |c: char| c.is_whitespace() || "{}[]():=,;\"'".contains(c);
            let end = rest.find(ends).unwrap_or(rest.len());
            let (word, after) = rest.split_at_checked(end)?;
            return Some((Piece::Scalar(word), after));
        }
    };
    Some((piece, behind))
}

impl<'t> Frame<'t> {
    /// Takes what stands behind a key, or in a list.
    fn put(&mut self, line: usize, text: &'t str) {
        let Some(key) = self.key.take() else {
            self.items.push(text);
            return;
        };
        let nothing = matches!(text, "null" | "None" | "nil");
        match part_of_key(key) {
            Some(Part::Offset | Part::Claimed) if nothing => self.parts.put(Part::State, text),
            // What says that it is there says no more than its offset.
            Some(Part::State) => {}
            Some(part) if !nothing => self.parts.put(part, text),
            None if !nothing => self.others.push((line, key, text)),
            _ => {}
        }
    }

    /// What is opened in it.
    fn inner(&mut self, list: bool, line: usize, reader: &Reader<'_>) -> Self {
        let (arch, pointed) = self.parts.point();
        let mut inner = Self {
            list,
            line,
            passed: self.passed,
            structure: self.parts.get(Part::Structure).or(self.structure),
            member: self.member,
            arch: arch.or(self.arch),
            pointed: pointed || self.pointed,
            ..Self::default()
        };
        let named = self.parts.get(Part::Name);
        let named = named.filter(|_| self.parts.offset().is_none());
        match inner.structure {
            None => inner.structure = named,
            Some(_) => inner.member = named.or(inner.member),
        }
        inner.member = self.parts.get(Part::Member).or(inner.member);
        let Some(key) = self.key.take() else {
            return inner;
        };
        let bare = key.rsplit('!').next().unwrap_or(key);
        if reader.knows(bare) {
            (inner.structure, inner.member) = (Some(bare), None);
        } else if let Ok(point) = key.parse::<Point>() {
            (inner.arch, inner.pointed) = (Some(point.arch), true);
        } else if let Ok(arch) = key.parse() {
            inner.arch = Some(arch);
        } else if key.parse::<Version>().is_ok() {
            inner.pointed = true;
        } else if is_container(key) {
            // What it holds is said further in.
        } else if part_of_key(key).is_some() {
            inner.passed = true;
        } else if inner.structure.is_some_and(|name| reader.knows(name)) {
            inner.member = Some(key);
        } else {
            inner.structure = Some(key);
        }
        inner
    }

    /// Makes claims of what stood in it.
    fn close(self, line: usize, reader: &mut Reader<'_>) {
        if self.passed {
            return;
        }
        if self.list || !self.items.is_empty() {
            self.close_list(line, reader);
            return;
        }
        let offset = self.parts.offset();
        let row = match self.parts.row() {
            Ok(Some(row)) => Ok(self.completed(row, reader)),
            Ok(None) => return,
            Err(why) => Err(why),
        };
        if let Ok(row) = &row
            && offset.is_none()
            && self.parts.get(Part::Member).is_none()
        {
            for (line, key, text) in &self.others {
                let path = self.member.map(|holder| format!("{holder}.{key}"));
                let row = number(text).map(|offset| Row {
                    names: vec![path.as_deref().unwrap_or(key)],
                    offset: Some(offset),
                    ..row.clone()
                });
                take(reader, *line, key, row);
            }
            return;
        }
        let member = self.member(reader).unwrap_or_default();
        take(reader, line, member, row);
    }

    /// The member that it is about.
    fn member(&self, reader: &Reader<'_>) -> Option<&'t str> {
        let name = self.parts.get(Part::Name);
        let named = name.filter(|name| !reader.knows(name));
        self.parts.get(Part::Member).or(named).or(self.member)
    }

    /// A row of it with what is said further out.
    fn completed(&self, row: Row<'t>, reader: &Reader<'_>) -> Row<'t> {
        Row {
            structure: row.structure.or(self.structure),
            names: self.member(reader).into_iter().collect(),
            arch: row.arch.or(self.arch),
            pointed: row.pointed || self.pointed,
            ..row
        }
    }

    /// A list of bare words is a line of a table.
    fn close_list(&self, line: usize, reader: &mut Reader<'_>) {
        if self.items.is_empty() {
            return;
        }
        let text = self.items.join(" ");
        let read = match line::read(&text, |name| reader.knows(name)) {
            Line::Row(mut row) => {
                let structure = self.parts.get(Part::Structure).or(self.structure);
                row.structure = structure.filter(|_| row.names.len() < 2);
                row.names
                    .extend(self.member.filter(|_| row.names.is_empty()));
                row.arch = row.arch.or(self.arch);
                Line::Row(row)
            }
            other => other,
        };
        reader.take(line, &text, read);
    }
}

fn take(reader: &mut Reader<'_>, line: usize, shown: &str, row: Result<Row<'_>, String>) {
    let taken = row.and_then(|row| reader.claim(line, row));
    if let Err(why) = taken {
        reader.refuse(line, shown, why);
    }
}
