//! Parses nested brackets as in JSON and Python, on one line or many; incomplete texts are parsed as far as they go.
//!
//! A key is a structure, a member, a point, or a part of a claim (`offset`, `arch`, …) and applies to everything inside.

use super::line::{self, Line, Parts, Row, number, starts_with_digit};
use super::reader::Reader;
use super::words::{Part, is_container, part_of_key};
use crate::point::Point;

/// The maximum nesting of brackets.
const DEPTH_LIMIT: usize = 32;

/// Returns whether the whole text is nested brackets.
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

/// An open bracket.
#[derive(Clone, Debug, Default)]
struct Frame<'t> {
    list: bool,
    /// Whether the bracket is skipped.
    passed: bool,
    /// Whether a bracket of named parts is inside.
    has_fields: bool,
    line: usize,
    /// The parts stated by enclosing brackets.
    outer: Row<'t>,
    /// The last text, which may be a key or a value.
    scalar: Option<&'t str>,
    key: Option<&'t str>,
    parts: Parts<'t>,
    /// Keys that are not part of a claim, with their values.
    others: Vec<(usize, &'t str, &'t str)>,
    items: Vec<&'t str>,
}

enum Piece<'t> {
    Open(bool),
    Close,
    Key,
    Next,
    Scalar(&'t str),
}

/// Parses a text that begins on line `first_line`, up to the text after the outermost brackets; returns the rest, with
/// its line number.
pub(super) fn read<'t>(
    text: &'t str,
    first_line: usize,
    reader: &mut Reader<'_>,
) -> (usize, &'t str) {
    let mut frames = vec![Frame::default()];
    let mut line = first_line;
    let mut rest = text;
    while let Some((piece, behind)) = next(rest) {
        let passed = rest.len() - behind.len();
        let over = rest.get(..passed).unwrap_or_default();
        line += over.matches('\n').count();
        rest = behind;
        let depth = frames.len();
        let Some(frame) = frames.last_mut().filter(|_| reader.stopped().is_none()) else {
            return (line, "");
        };
        match piece {
            Piece::Scalar(text) => {
                frame.put(line);
                frame.scalar = Some(text);
            }
            Piece::Key => frame.key = frame.scalar.take(),
            Piece::Next => frame.put(line),
            Piece::Open(list) => {
                if depth >= DEPTH_LIMIT {
                    let why = format!("brackets are nested more than {DEPTH_LIMIT} deep");
                    reader.refuse(line, over, why);
                    return (line, "");
                }
                let inner = frame.inner(list, line, reader);
                frames.push(inner);
            }
            Piece::Close if depth == 1 => frame.put(line),
            Piece::Close => {
                if let Some(mut done) = frames.pop() {
                    done.put(line);
                    if let Some(frame) = frames.last_mut() {
                        frame.key = None;
                        frame.take_bits(&done);
                    }
                    done.close(reader);
                }
                if frames.len() == 1 && !goes_on(rest) {
                    break;
                }
            }
        }
    }
    let open = frames.get(1).map(|frame| frame.line);
    while let Some(mut frame) = frames.pop() {
        frame.put(line);
        frame.close(reader);
    }
    if let Some(open) = open {
        let why =
            "a bracket is opened here and not closed: it was read as if it ended with the text";
        reader.refuse(open, "", why.to_owned());
    }
    (line, rest)
}

/// Whether the text after the outermost bracket is its continuation or another bracket.
fn goes_on(rest: &str) -> bool {
    let mut lines = rest.trim_start().lines();
    let is_remark =
        |line: &&str| line.is_empty() || line.starts_with('#') || line.starts_with("//");
    let next = lines.find(|line| !is_remark(&line.trim()));
    next.is_none_or(|line| line.starts_with([',', ';', '}', ']', ')']) || is_whole(line))
}

/// The next token and the rest.
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
    /// Stores the last text as the value of a key or as an item of a list.
    fn put(&mut self, line: usize) {
        let Some(text) = self.scalar.take() else {
            return;
        };
        let Some(key) = self.key.take() else {
            self.items.push(text);
            return;
        };
        let nothing = matches!(text, "null" | "None" | "nil");
        match part_of_key(key) {
            Some(Part::Offset | Part::Claimed) if nothing => self.parts.put(Part::State, text),
            // A state such as `stated` needs no parsing beside an offset.
            Some(Part::State) => {}
            Some(part) if !nothing => self.parts.put(part, text),
            None if !nothing => self.others.push((line, key, text)),
            _ => {}
        }
    }

    /// Takes the bits that the type of a member states: `"type": {"kind": "bitfield", "bit_position": 3, …}`.
    fn take_bits(&mut self, ty: &Self) {
        for part in [Part::Bits, Part::Width] {
            if let Some(text) = ty.parts.get(part).filter(|_| ty.passed) {
                self.parts.put(part, text);
            }
        }
    }

    /// Opens a bracket.
    fn inner(&mut self, list: bool, line: usize, reader: &Reader<'_>) -> Self {
        self.scalar = None;
        self.has_fields |= !list;
        // Volatility's `[0x338, ['pointer64', ['_PEB']]]`: the type of a member.
        let is_type = list && self.items.last().is_some_and(|it| starts_with_digit(it));
        let (arch, pointed) = self.parts.point();
        let mut outer = Row {
            structure: self.parts.get(Part::Structure),
            names: self.parts.get(Part::Member).into_iter().collect(),
            arch,
            pointed,
            version: self.parts.version(),
            ..Row::default()
        };
        let named = self.parts.get(Part::Name);
        let named = named.filter(|_| self.parts.offset().is_none());
        match outer.structure.or(self.outer.structure) {
            None => outer.structure = named,
            Some(_) if outer.names.is_empty() => outer.names.extend(named),
            Some(_) => {}
        }
        let mut inner = Self {
            list,
            line,
            passed: self.passed || is_type,
            outer: outer.within(&self.outer),
            ..Self::default()
        };
        let Some(key) = self.key.take() else {
            return inner;
        };
        let outer = &mut inner.outer;
        let bare = reader.bare(key);
        if reader.is_structure(bare, outer.structure) {
            let passed_over = outer.structure.filter(|it| !reader.knows(it));
            outer.note = passed_over.map(|it| {
                format!("`{it}` is not a known version, architecture or structure: it is ignored")
            });
            outer.structure = Some(bare);
            outer.names.clear();
        } else if let Ok(point) = key.parse::<Point>() {
            (outer.arch, outer.pointed) = (Some(point.arch), true);
            outer.version = Some(point.version);
        } else if let Ok(arch) = key.parse() {
            outer.arch = Some(arch);
        } else if let Some(version) = line::version(key) {
            (outer.pointed, outer.version) = (true, Some(version));
        } else if is_container(key) {
            // The content states its parts itself.
        } else if part_of_key(key).is_some() {
            inner.passed = true;
        } else if outer.structure.is_some_and(|name| reader.knows(name)) {
            outer.names = vec![key];
        } else {
            outer.structure = Some(key);
        }
        inner
    }

    /// Turns the content into claims.
    fn close(self, reader: &mut Reader<'_>) {
        // `"_EPROCESS": [0x4d0, {…}]`: the size of a structure before its members.
        let is_size = self.has_fields && self.outer.names.is_empty();
        if self.passed || is_size && self.items.len() == 1 {
            return;
        }
        if self.list || !self.items.is_empty() {
            return self.close_list(reader);
        }
        let Some(row) = self.parts.row().transpose() else {
            return;
        };
        let own = self.parts.get(Part::Member);
        let named = self.parts.get(Part::Name);
        let named = named.filter(|it| !reader.is_structure(it, self.outer.structure));
        let holder = self.outer.names.first().copied();
        let member = own.or(named).or(holder);
        let row = row.map(|row| {
            let names = member.into_iter().collect();
            Row { names, ..row }.within(&self.outer)
        });
        match &row {
            Ok(row) if row.offset.is_none() && own.is_none() => {
                for (line, key, text) in &self.others {
                    let path = holder.map(|holder| format!("{holder}.{key}"));
                    let row = number(text).map(|offset| Row {
                        names: vec![path.as_deref().unwrap_or(key)],
                        offset: Some(offset),
                        ..row.clone()
                    });
                    take(reader, *line, key, row);
                }
            }
            _ => take(reader, self.line, member.unwrap_or_default(), row),
        }
    }

    /// Parses a list of bare words as a line of a table.
    fn close_list(&self, reader: &mut Reader<'_>) {
        if self.items.is_empty() {
            return;
        }
        let text = self.items.join(" ");
        let read = match line::read(&text, |it| reader.knows(it), |it| reader.is_type(it)) {
            Line::Row(row) => {
                let structure = self.parts.get(Part::Structure).or(self.outer.structure);
                Line::Row(Row {
                    structure: structure.filter(|_| row.names.len() < 2),
                    pointed: row.pointed,
                    ..row.within(&self.outer)
                })
            }
            other => other,
        };
        reader.take(self.line, &text, read);
    }
}

fn take(reader: &mut Reader<'_>, line: usize, shown: &str, row: Result<Row<'_>, String>) {
    if let Err(why) = row.and_then(|row| reader.claim(line, row)) {
        reader.refuse(line, shown, why);
    }
}
