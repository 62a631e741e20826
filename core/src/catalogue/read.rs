//! Parses the catalogue file: images and type names at once, the lines of a type on first use.

use std::ops::Range;
use std::str::{FromStr, SplitAsciiWhitespace};
use std::sync::Arc;

use super::types::{LayoutClass, Type};
use super::{
    CLASSES_LIMIT, Catalogue, FILE_LIMIT, FORMAT, IMAGES_LIMIT, Image, ImageSet, ImageVersion,
    ModuleName, ROWS_LIMIT, TYPES_LIMIT,
};
use crate::arch::Arch;
use crate::ctype::{CType, DECLARATOR_LIMIT, Declaration};
use crate::name::TypeName;
use crate::raw::{LineError, Text};
use crate::types::{EnumValue, TypeKind, TypeMember};
use crate::units::{BitRange, ByteOffset, ByteSize};

fn error(line: usize, problem: impl Into<String>) -> LineError {
    let problem = problem.into();
    LineError { line, problem }
}

/// The text and images shared by all types of a file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) text: Text,
    pub(super) images: Arc<[Image]>,
}

/// The lines of one type in the text, without its `type` line.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) source: Arc<Source>,
    pub(super) bytes: Range<usize>,
    /// The number of the `type` line, 1-based.
    pub(super) line: usize,
}

/// A type's lines, parsed.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) classes: Vec<LayoutClass>,
    pub(super) declared: ImageSet,
}

impl Catalogue {
    /// Parses a catalogue file. The lines of a type are parsed on first use; [`Catalogue::check`] parses all.
    ///
    /// # Errors
    ///
    /// The first invalid line; a newer format; a hash that does not match the content.
    pub fn read(text: &str) -> Result<Self, LineError> {
        Self::of_text(text.into())
    }

    /// Like [`Catalogue::read`], for a shared text. The hash of built-in text is not checked.
    ///
    /// # Errors
    ///
    /// Those of [`Catalogue::read`].
    pub fn of_text(text: Text) -> Result<Self, LineError> {
        if text.len() > FILE_LIMIT {
            return Err(error(1, format!("more than {FILE_LIMIT} bytes")));
        }
        let lines = text.split_once('\n');
        let (first, rest) = lines.ok_or_else(|| error(1, NO_CATALOGUE))?;
        header(first, (!text.is_built_in()).then_some(rest))?;
        let mut reader = Lines { rest, line: 2 };
        let mut images: Vec<Image> = Vec::new();
        while let Some(line) = reader.peek().and_then(|line| line.strip_prefix("image ")) {
            let number = reader.line;
            let image = image(line).map_err(|problem| error(number, problem))?;
            if images.last().is_some_and(|last| last.key() >= image.key()) {
                let problem = format!("`{}` is out of order or a duplicate", image.id());
                return Err(error(number, problem));
            }
            if images.len() == IMAGES_LIMIT {
                return Err(error(number, format!("more than {IMAGES_LIMIT} images")));
            }
            images.push(image);
            reader.next();
        }
        let images: Arc<[Image]> = images.into();
        let (from, line) = (text.len() - reader.rest.len(), reader.line);
        let source = Arc::new(Source {
            text,
            images: images.clone(),
        });
        let types = blocks(&source, from, line)?;
        Ok(Self::of(images, types))
    }
}

const NO_CATALOGUE: &str = "not a catalogue: expected `strata-catalogue 1 HASH`";

/// Parses the first line. Its hash must be that of `content`, if given.
fn header(first: &str, content: Option<&str>) -> Result<(), LineError> {
    let mut words = first.split(' ');
    let (name, format, hash) = (words.next(), words.next(), words.next());
    if name != Some("strata-catalogue") || words.next().is_some() {
        return Err(error(1, NO_CATALOGUE));
    }
    let format: Option<u32> = format.and_then(|format| format.parse().ok());
    let problem = match format {
        Some(FORMAT) => {
            let hash64 = |text: &str| format!("{:016x}", crate::fnv::hash64(text.as_bytes()));
            let Some(found) = content.map(hash64).filter(|it| Some(&**it) != hash) else {
                return Ok(());
            };
            format!(
                "the hash does not match the content, which is truncated or was changed: expected {}, found {found}",
                hash.unwrap_or("none")
            )
        }
        Some(newer) if newer > FORMAT => format!(
            "the file has format {newer}, this program reads up to {FORMAT}: a newer Strata wrote it"
        ),
        _ => format!("not a format of catalogues: expected {FORMAT}"),
    };
    Err(error(1, problem))
}

struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a str> {
        let line = self.rest.split('\n').next()?;
        (!self.rest.is_empty()).then_some(line)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let line = self.peek()?;
        self.rest = self.rest.get(line.len() + 1..).unwrap_or("");
        self.line += 1;
        Some(line)
    }
}

fn image(line: &str) -> Result<Image, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [module, arch, version, pdb, sources] = words[..] else {
        return Err("expected `image MODULE ARCH VERSION PDB SOURCES`".to_owned());
    };
    let text = |error: &dyn std::fmt::Display| error.to_string();
    Ok(Image {
        module: module.parse().map_err(|it| text(&it))?,
        arch: arch.parse().map_err(|it| text(&it))?,
        version: version.parse().map_err(|it| text(&it))?,
        pdb: match pdb {
            "-" => None,
            pdb => Some(pdb.parse().map_err(|it| text(&it))?),
        },
        sources: sources.split(',').map(Into::into).collect(),
    })
}

/// Splits the text into the lines of each type; `from` is the end of the images, at the start of a line.
fn blocks(source: &Arc<Source>, from: usize, mut line: usize) -> Result<Vec<Type>, LineError> {
    const TYPE: &str = "\ntype ";
    let text = &*source.text;
    let between = |start: usize, end: usize| text.get(start..end).unwrap_or("");
    let mut starts = between(from - 1, text.len()).match_indices(TYPE);
    let mut next = || starts.next().map_or(text.len(), |(at, _)| from + at);
    let mut start = next();
    for content in between(from, start).split_terminator('\n') {
        if !content.is_empty() {
            return Err(error(line, "expected `image` or `type`"));
        }
        line += 1;
    }
    let mut types: Vec<Type> = Vec::new();
    while start < text.len() {
        let end = next();
        if types.len() == TYPES_LIMIT {
            return Err(error(line, format!("more than {TYPES_LIMIT} types")));
        }
        let own = between(start + TYPE.len() - 1, end);
        let (name, rows) = own.split_once('\n').unwrap_or((own, ""));
        let (module, name, variant) = type_name(name).map_err(|problem| error(line, problem))?;
        let block = Block {
            source: source.clone(),
            bytes: end - rows.len()..end,
            line,
        };
        types.push(Type::in_file(module, name, variant, block));
        line += own.bytes().filter(|byte| *byte == b'\n').count();
        start = end;
    }
    Ok(types)
}

/// Parses `_LIST_ENTRY`, `ntdll!_PEB` or `_KPRCB~2` into module, name and variant.
pub(super) fn type_name(text: &str) -> Result<(ModuleName, TypeName, u8), String> {
    let (module, name) = match text.split_once('!') {
        Some((module, name)) => (module.parse().map_err(|it| format!("{it}"))?, name),
        None => (ModuleName::kernel(), text),
    };
    let (name, variant) = match name.split_once('~') {
        Some((name, variant)) => {
            let variant: Option<u8> = variant.parse().ok().filter(|it| *it > 1);
            let problem =
                || format!("`{text}` is not a type name: expected a number from 2 after `~`");
            (name, variant.ok_or_else(problem)?)
        }
        None => (name, 1),
    };
    let name = TypeName::parse_symbol(name).map_err(|it| it.to_string())?;
    Ok((module, name, variant))
}

impl Block {
    /// Parses the lines of the type.
    pub(super) fn body(&self, module: &ModuleName) -> Result<Body, LineError> {
        let text = self.source.text.get(self.bytes.clone()).unwrap_or("");
        let mut members: Vec<Arc<TypeMember>> = Vec::new();
        let mut values: Vec<EnumValue> = Vec::new();
        let mut body = Body::default();
        let mut lines = text.lines().zip(self.line + 1..);
        while let Some((line, number)) = lines.next() {
            let fail = |problem: String| error(number, problem);
            match line.split_at_checked(1) {
                Some((" ", row)) => match row_of(row).map_err(fail)? {
                    Row::Member(member) => members.push(Arc::new(member)),
                    Row::Value(value) => values.push(value),
                },
                Some(("=", class)) => {
                    let (kind, size, bits_given, images) =
                        class_head(class, module, &self.source.images).map_err(fail)?;
                    let rows = lines.next().and_then(|(line, _)| line.strip_prefix(':'));
                    let rows =
                        rows.ok_or_else(|| fail("expected the rows after the class".to_owned()))?;
                    let (members, values) = match kind {
                        TypeKind::Enum => (Vec::new(), picked(rows, &values).map_err(fail)?),
                        _ => (picked(rows, &members).map_err(fail)?, Vec::new()),
                    };
                    if body.classes.len() == CLASSES_LIMIT {
                        let problem = format!("more than {CLASSES_LIMIT} layouts of one type");
                        return Err(fail(problem));
                    }
                    body.classes.push(LayoutClass {
                        members,
                        values,
                        bits_given,
                        images,
                        ..LayoutClass::new(kind, size)
                    });
                }
                Some(("?", images)) => {
                    let images = images_of(images, module, &self.source.images).map_err(fail)?;
                    for (first, last) in images.runs() {
                        body.declared.insert_run(*first, *last);
                    }
                }
                None if line.is_empty() => {}
                _ => {
                    return Err(fail("expected a row, a class (`=`) or `?`".to_owned()));
                }
            }
        }
        Ok(body)
    }
}

enum Row {
    Member(TypeMember),
    Value(EnumValue),
}

/// Parses a row: `8 *_LIST_ENTRY Blink`, `0:1.3 ULONGLONG Waiting`, `1 PagedPool`.
fn row_of(row: &str) -> Result<Row, String> {
    let problem =
        || format!("`{row}` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`");
    let (place, rest) = row.split_once(' ').ok_or_else(problem)?;
    let Some((ty, name)) = rest.split_once(' ') else {
        let value = place.parse().map_err(|_| problem())?;
        return Ok(Row::Value(EnumValue {
            name: rest.into(),
            value,
        }));
    };
    let (offset, bits) = match place.split_once(':') {
        Some((offset, bits)) => {
            let (bit, width) = bits.split_once('.').ok_or_else(problem)?;
            let (bit, width) = (bit.parse().ok(), width.parse().ok());
            let both = bit.zip(width);
            let range = both.and_then(|(bit, width)| BitRange::new(bit, width));
            (offset, Some(range.ok_or_else(problem)?))
        }
        None => (place, None),
    };
    let offset: u32 = offset.parse().map_err(|_| problem())?;
    Ok(Row::Member(TypeMember {
        offset: ByteOffset::new(offset),
        declaration: Declaration {
            ty: type_of(ty, DECLARATOR_LIMIT)
                .ok_or_else(|| format!("`{ty}` is not a type: expected `*`, `[N]` and a name"))?,
            name: name.into(),
            width: bits.map(BitRange::width),
            volatile: false,
        },
        bits,
    }))
}

/// Parses a type with at most `limit` pointers and arrays: `[4]*_EPROCESS`.
fn type_of(text: &str, limit: usize) -> Option<CType> {
    let inner = |text| Some(Box::new(type_of(text, limit.checked_sub(1)?)?));
    if let Some(text) = text.strip_prefix('*') {
        return Some(CType::Pointer(inner(text)?));
    }
    if let Some((count, text)) = text.strip_prefix('[').and_then(|it| it.split_once(']')) {
        return Some(CType::Array(inner(text)?, count.parse().ok()?));
    }
    // A declaration names a structure without the underscore of its tag; `__m128` is a name, not a tag.
    let name = match text.starts_with("__") {
        true => text,
        false => crate::name::without_tag_underscore(text),
    };
    TypeName::parse_symbol(name).ok().map(CType::Named)
}

/// Parses the head of a class: `struct 16~ x64 10.0.19041.264..10.0.22621.382`.
fn class_head(
    text: &str,
    module: &ModuleName,
    images: &[Image],
) -> Result<(TypeKind, ByteSize, bool, ImageSet), String> {
    let problem = || format!("`{text}` is not a class: expected `KIND SIZE IMAGES`");
    let (kind, rest) = text.split_once(' ').ok_or_else(problem)?;
    let (size, set) = rest.split_once(' ').ok_or_else(problem)?;
    let kind = TypeKind::of(kind).ok_or_else(problem)?;
    let (size, bits_given) = match size.strip_suffix('~') {
        Some(size) => (size, false),
        None => (size, true),
    };
    let size: u32 = size.parse().map_err(|_| problem())?;
    let images = images_of(set, module, images)?;
    Ok((kind, ByteSize::new(size), bits_given, images))
}

/// Parses a set of images: `x86 10.0.19041.264; x64 10.0.19041.264..10.0.19041.508,10.0.22621.382`.
pub(super) fn images_of(
    text: &str,
    module: &ModuleName,
    images: &[Image],
) -> Result<ImageSet, String> {
    let mut set = ImageSet::default();
    for group in text.split(';') {
        let problem =
            || format!("`{group}` names no images: expected `ARCH VERSION..VERSION,VERSION`");
        let mut words: SplitAsciiWhitespace<'_> = group.split_ascii_whitespace();
        let (Some(arch), Some(ranges), None) = (words.next(), words.next(), words.next()) else {
            return Err(problem());
        };
        let arch = Arch::from_str(arch).map_err(|it| it.to_string())?;
        for range in ranges.split(',') {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            let place = |version: &str| {
                let version: ImageVersion = version.parse().map_err(|_| problem())?;
                let found =
                    images.binary_search_by(|image| image.key().cmp(&(module, arch, version)));
                let found = found.map_err(|_| {
                    format!("there is no image {module} {version} {arch} in the list")
                })?;
                u32::try_from(found).map_err(|_| problem())
            };
            let (first, last) = (place(first)?, place(last)?);
            if first > last {
                return Err(format!("`{range}` ends before it begins"));
            }
            set.insert_run(first, last);
        }
    }
    Ok(set)
}

/// The rows with these numbers: `0-12 14`.
fn picked<T: Clone>(numbers: &str, rows: &[T]) -> Result<Vec<T>, String> {
    let count = rows.len();
    let problem = || format!("`{numbers}` are not rows of this type: it has {count}");
    let mut picked = Vec::new();
    for run in numbers.split_ascii_whitespace() {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let ends = first.parse().ok().zip(last.parse().ok());
        let (first, last): (usize, usize) = ends.ok_or_else(problem)?;
        let run = rows.get(first..=last);
        let run = run.filter(|it| !it.is_empty() && picked.len() + it.len() <= ROWS_LIMIT);
        picked.extend_from_slice(run.ok_or_else(problem)?);
    }
    Ok(picked)
}
