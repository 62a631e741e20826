//! Symbol files of the Vergilius Project: YAML, one file per build and architecture.
//!
//! ```text
//! buildnumber: 10.0.19041.264
//! arch: x64
//! types:
//!   - name: _EX_PUSH_LOCK
//!     id: 20
//!     kind: STRUCT
//!     sizeof: 8
//!     data:
//!       - {name: "Locked:1", id: 2, offset: 0, ordinal: 0}
//! ```
//!
//! - `kind` is BASE, STRUCT, UNION, ENUM, POINTER, ARRAY or FUNCTION. In the data of an ARRAY, `offset` is the count;
//!   of an ENUM, the value.
//! - The members of anonymous unions are listed among those of the enclosing structure.
//! - The name of a bit field contains its width; its offset is that of its unit. Its position is not stated but is the
//!   sum of the widths before it, from 0 where the unit changes or is full. [`CORRECTED_BITS`] lists the exceptions.
//! - A type is repeated for `const` and `volatile`. From 10.0.19041 for x64 on, seven names have two definitions.
//! - `buildnumber` is sometimes the version of the system, not of the kernel file.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Parser, ScanError, Span, StrInput};
use strata_core::arch::Arch;
use strata_core::catalogue::{Image, ImageVersion, ModuleName};
use strata_core::ctype::{CType, DECLARATOR_LIMIT};
use strata_core::name::TypeName;
use strata_core::release::Build;
use strata_core::types::TypeKind;

use crate::definitions::{Content, Definitions, is_unnamed};
use crate::limits::{NESTING_LIMIT, TYPES_LIMIT, UNNAMED_LIMIT};
use crate::numbering::file_version;
use crate::scalars::{POINTER_64, windows_name};
use crate::{Hints, ImportError, Imported, Note};

/// The publisher of these files: an id of `sources.toml`.
const SOURCE: &str = "vergilius-kernels-data";

/// Bit fields whose position is not the sum of the widths before them, because they begin another view of the unit:
/// structure, member, first bit. ISF files of the same kernels state these positions.
pub const CORRECTED_BITS: [(&str, &str, u8); 2] = [
    // 10.0.9200 and later: a union of `Red : 1` and `Balance : 2`.
    ("_RTL_BALANCED_NODE", "Balance", 0),
    // 10.0.19041.508 to 10.0.19041.2965, x64: a union of `ModifiedListBucketIndex : 4` and `AnchorLargePageSize : 2`.
    ("_MMPFN", "AnchorLargePageSize", 0),
];

/// Returns whether a text looks like a Vergilius file.
pub(crate) fn is_one(text: &str) -> bool {
    let head: Vec<&str> = text.lines().take(20).collect();
    ["buildnumber:", "arch:"]
        .into_iter()
        .all(|key| head.iter().any(|line| line.starts_with(key)))
}

pub(crate) fn read(name: &str, text: &str, hints: &Hints) -> Result<Imported, ImportError> {
    let file = Reader::new(text).file()?;
    let missing = |what: &str| ImportError::Image(format!("the file does not state `{what}`"));
    let arch = match (hints.arch, &file.arch) {
        (Some(arch), _) => arch,
        (None, Some(arch)) => arch
            .parse::<Arch>()
            .map_err(|error| ImportError::Image(error.to_string()))?,
        (None, None) => return Err(missing("arch")),
    };
    let stated = match (hints.version, &file.build) {
        (Some(version), _) => version,
        (None, Some(build)) => build
            .parse::<Build>()
            .map_err(|error| ImportError::Image(error.to_string()))?,
        (None, None) => return Err(missing("buildnumber")),
    };
    let types = file.types.ok_or_else(|| missing("types"))?;
    let mut types = Types::new(&types, arch);
    types.all();
    let (definitions, declared, mut notes) = types.definitions.finish();
    let (version, note) = file_version(stated);
    if let Some(named) = version_in(name).filter(|named| file_version(*named).0 != version) {
        let text = format!(
            "the file is named {named}, but its content says {stated}: the content is used"
        );
        notes.insert(0, Note::remark(text));
    }
    notes.splice(0..0, note);
    let image = Image {
        module: hints.module.clone().unwrap_or_else(ModuleName::kernel),
        arch,
        version: ImageVersion::File(version),
        pdb: None,
        sources: vec![hints.source.as_deref().unwrap_or(SOURCE).into()],
    };
    Ok(Imported::new(image, definitions, declared, notes))
}

/// The version in the name of a file: `kernels-data/10.0.19044.1288-x86.yml.xz`.
fn version_in(name: &str) -> Option<Build> {
    let name = name.rsplit(['/', '\\']).next()?;
    name.split('-').next()?.parse().ok()
}

#[derive(Debug, Default)]
struct File<'a> {
    build: Option<Cow<'a, str>>,
    arch: Option<Cow<'a, str>>,
    types: Option<Vec<RawType<'a>>>,
}

#[derive(Debug, Default)]
struct RawType<'a> {
    name: Cow<'a, str>,
    id: u64,
    kind: Cow<'a, str>,
    size: u64,
    data: Vec<Datum<'a>>,
}

#[derive(Debug, Default)]
struct Datum<'a> {
    name: Cow<'a, str>,
    id: Option<u64>,
    offset: i64,
}

/// Reads the events of the YAML parser. Aliases are rejected, so a small file cannot expand to a large one.
struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            parser: Parser::new_from_str(text),
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), ImportError> {
        let event = self
            .parser
            .next()
            .unwrap_or_else(|| Ok((Event::StreamEnd, Span::default())));
        let (event, span) = event.map_err(|error: ScanError| {
            let at = *error.marker();
            syntax_at(at.line(), at.col(), error.info().to_owned())
        })?;
        match event {
            Event::Alias(_) => Err(syntax(&span, "an alias: expected the value itself")),
            event => Ok((event, span)),
        }
    }

    fn file(&mut self) -> Result<File<'a>, ImportError> {
        let mut file = File::default();
        loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::MappingStart(..), _) => break,
                (_, span) => {
                    return Err(syntax(
                        &span,
                        "expected a mapping with `buildnumber`, `arch` and `types`",
                    ));
                }
            }
        }
        while let Some(key) = self.key()? {
            match &*key {
                "buildnumber" => file.build = Some(self.scalar()?),
                "arch" => file.arch = Some(self.scalar()?),
                "types" => file.types = Some(self.types()?),
                _ => self.skip()?,
            }
        }
        Ok(file)
    }

    fn types(&mut self) -> Result<Vec<RawType<'a>>, ImportError> {
        let mut types = Vec::new();
        self.begin_sequence()?;
        while let Some(span) = self.begin_item()? {
            if types.len() == TYPES_LIMIT {
                return Err(syntax(&span, format!("more than {TYPES_LIMIT} types")));
            }
            let mut ty = RawType::default();
            while let Some(key) = self.key()? {
                match &*key {
                    "name" => ty.name = self.scalar()?,
                    "id" => ty.id = self.number()?,
                    "kind" => ty.kind = self.scalar()?,
                    "sizeof" => ty.size = self.number()?,
                    "data" => ty.data = self.data()?,
                    _ => self.skip()?,
                }
            }
            types.push(ty);
        }
        Ok(types)
    }

    fn data(&mut self) -> Result<Vec<Datum<'a>>, ImportError> {
        let mut data = Vec::new();
        self.begin_sequence()?;
        while self.begin_item()?.is_some() {
            let mut datum = Datum::default();
            while let Some(key) = self.key()? {
                match &*key {
                    "name" => datum.name = self.scalar()?,
                    "id" => datum.id = Some(self.number()?),
                    "offset" => datum.offset = self.number()?,
                    _ => self.skip()?,
                }
            }
            data.push(datum);
        }
        Ok(data)
    }

    /// The next key of a mapping; `None` at its end.
    fn key(&mut self) -> Result<Option<Cow<'a, str>>, ImportError> {
        match self.next()? {
            (Event::MappingEnd, _) => Ok(None),
            (Event::Scalar(key, ..), _) => Ok(Some(key)),
            (_, span) => Err(syntax(&span, "expected a key")),
        }
    }

    fn scalar(&mut self) -> Result<Cow<'a, str>, ImportError> {
        match self.next()? {
            (Event::Scalar(text, ..), _) => Ok(text),
            (_, span) => Err(syntax(&span, "expected a text or a number")),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Result<N, ImportError> {
        match self.next()? {
            (Event::Scalar(text, ..), span) => {
                let problem = || syntax(&span, format!("`{text}` is not a number of that kind"));
                text.parse().map_err(|_| problem())
            }
            (_, span) => Err(syntax(&span, "expected a number")),
        }
    }

    fn begin_sequence(&mut self) -> Result<(), ImportError> {
        match self.next()? {
            (Event::SequenceStart(..), _) => Ok(()),
            (_, span) => Err(syntax(&span, "expected a list")),
        }
    }

    /// Begins a mapping that is an item of a list; `None` at the end of the list.
    fn begin_item(&mut self) -> Result<Option<Span>, ImportError> {
        match self.next()? {
            (Event::SequenceEnd, _) => Ok(None),
            (Event::MappingStart(..), span) => Ok(Some(span)),
            (_, span) => Err(syntax(&span, "expected a mapping")),
        }
    }

    fn skip(&mut self) -> Result<(), ImportError> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                (Event::MappingStart(..) | Event::SequenceStart(..), span) => {
                    depth += 1;
                    if depth > NESTING_LIMIT {
                        let problem = format!("values are nested more than {NESTING_LIMIT} deep");
                        return Err(syntax(&span, problem));
                    }
                }
                (Event::MappingEnd | Event::SequenceEnd, _) => depth = depth.saturating_sub(1),
                (Event::StreamEnd, span) => {
                    return Err(syntax(&span, "the file ends within a value"));
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

fn syntax(span: &Span, problem: impl Into<String>) -> ImportError {
    syntax_at(span.start.line(), span.start.col(), problem.into())
}

fn syntax_at(line: usize, column: usize, problem: String) -> ImportError {
    ImportError::Syntax {
        line,
        column: column + 1,
        problem,
    }
}

struct Types<'a> {
    types: &'a [RawType<'a>],
    by_id: HashMap<u64, &'a RawType<'a>>,
    arch: Arch,
    known: HashMap<u64, CType>,
    /// The unnamed types being read, to detect types that contain themselves.
    open: HashSet<u64>,
    definitions: Definitions,
}

impl<'a> Types<'a> {
    fn new(types: &'a [RawType<'a>], arch: Arch) -> Self {
        Self {
            types,
            by_id: types.iter().map(|ty| (ty.id, ty)).collect(),
            arch,
            known: HashMap::new(),
            open: HashSet::new(),
            definitions: Definitions::new(false),
        }
    }

    fn all(&mut self) {
        for ty in self.types {
            let name = &*ty.name;
            match kind(ty) {
                None if matches!(&*ty.kind, "BASE" | "POINTER" | "ARRAY" | "FUNCTION") => {}
                None => {
                    let text = format!(
                        "the type of id {} is of kind `{}`, which is not known",
                        ty.id, ty.kind
                    );
                    self.definitions.notes.push(Note::left_out(name, text));
                }
                Some(_) if is_unnamed(name) => {}
                Some(_) if ty.data.is_empty() => self.definitions.declare(name),
                Some(kind) => match self.content(ty, kind) {
                    Ok(content) => self.definitions.define(name, content),
                    Err(problem) => self.definitions.notes.push(Note::left_out(name, problem)),
                },
            }
        }
    }

    fn content(&mut self, ty: &RawType<'_>, kind: TypeKind) -> Result<Content, String> {
        let mut content = Content::new(kind, ty.size)?;
        if kind == TypeKind::Enum {
            for datum in &ty.data {
                content.value(&datum.name, datum.offset)?;
            }
            return Ok(content);
        }
        let mut unit: Option<(i64, u64, u64)> = None;
        for datum in &ty.data {
            let id = datum
                .id
                .ok_or_else(|| format!("`{}` has no type", datum.name))?;
            let field = datum.name.rsplit_once(':');
            let field = field.and_then(|(name, width)| Some((name, width.parse::<u64>().ok()?)));
            let member = self
                .ty(id, 0)
                .map_err(|problem| format!("`{}`: {problem}", datum.name))?;
            let Some((name, width)) = field else {
                content.member(&datum.name, datum.offset, None, member)?;
                unit = None;
                continue;
            };
            let size = self.by_id.get(&id).map_or(0, |ty| ty.size);
            let continued = unit.filter(|(offset, of, next)| {
                (*offset, *of) == (datum.offset, size)
                    && next.saturating_add(width) <= size.saturating_mul(8)
            });
            let mut bit = continued.map_or(0, |(.., next)| next);
            let corrected = CORRECTED_BITS
                .iter()
                .find(|(of, member, _)| (*of, *member) == (&*ty.name, name));
            if let Some((.., corrected)) =
                corrected.filter(|(.., corrected)| u64::from(*corrected) != bit)
            {
                let text = format!(
                    "`{name}` is at bit {corrected}, not at the sum of the widths before it, {bit}"
                );
                self.definitions
                    .notes
                    .push(Note::corrected(Some(&ty.name), text));
                bit = u64::from(*corrected);
            }
            content.member(name, datum.offset, Some((bit, width)), member)?;
            unit = Some((datum.offset, size, bit + width));
        }
        Ok(content)
    }

    /// The type with this id, inside `depth` pointers and arrays.
    fn ty(&mut self, id: u64, depth: usize) -> Result<CType, String> {
        let too_deep = || format!("more than {DECLARATOR_LIMIT} pointers and arrays in one type");
        if let Some(known) = self.known.get(&id) {
            return match depth + declarators(known) > DECLARATOR_LIMIT {
                true => Err(too_deep()),
                false => Ok(known.clone()),
            };
        }
        let ty = *self
            .by_id
            .get(&id)
            .ok_or_else(|| format!("there is no type of id {id}"))?;
        if depth > DECLARATOR_LIMIT {
            return Err(too_deep());
        }
        let inner = || {
            let datum = ty
                .data
                .first()
                .and_then(|datum| Some((datum.id?, datum.offset)));
            datum.ok_or_else(|| format!("the {} of id {id} has no element", ty.kind))
        };
        let found = match &*ty.kind {
            "BASE" => {
                let name = windows_name(&ty.name);
                named(name.ok_or_else(|| format!("the base type `{}` is not known", ty.name))?)?
            }
            "POINTER" => {
                let (to, _) = inner()?;
                match (ty.size, self.arch) {
                    (size, arch) if size == u64::from(arch.pointer().get()) => {
                        CType::Pointer(Box::new(self.ty(to, depth + 1)?))
                    }
                    (8, Arch::X86) => named(POINTER_64)?,
                    (size, arch) => return Err(format!("a pointer of {size} bytes, on {arch}")),
                }
            }
            "ARRAY" => {
                let (of, count) = inner()?;
                let count =
                    u32::try_from(count).map_err(|_| format!("an array of {count} elements"))?;
                CType::Array(Box::new(self.ty(of, depth + 1)?), count)
            }
            "FUNCTION" => CType::Named(TypeName::function()),
            _ => match kind(ty) {
                None => return Err(format!("the kind `{}` is not known", ty.kind)),
                Some(kind) if is_unnamed(&ty.name) => {
                    if self.open.len() == UNNAMED_LIMIT {
                        return Err(format!(
                            "unnamed types are nested more than {UNNAMED_LIMIT} deep"
                        ));
                    }
                    if !self.open.insert(id) {
                        return Err(format!("the unnamed type of id {id} contains itself"));
                    }
                    let content = self.content(ty, kind);
                    self.open.remove(&id);
                    CType::Named(self.definitions.define_unnamed(content?))
                }
                Some(_) => named(&ty.name)?,
            },
        };
        self.known.insert(id, found.clone());
        Ok(found)
    }
}

/// The number of pointers and arrays around the innermost name of a type.
fn declarators(ty: &CType) -> usize {
    match ty {
        CType::Named(_) => 0,
        CType::Pointer(inner) | CType::Array(inner, _) | CType::AnySizeArray(inner) => {
            1 + declarators(inner)
        }
    }
}

fn kind(ty: &RawType<'_>) -> Option<TypeKind> {
    match &*ty.kind {
        "STRUCT" => Some(TypeKind::Struct),
        "UNION" => Some(TypeKind::Union),
        "ENUM" => Some(TypeKind::Enum),
        _ => None,
    }
}

fn named(name: &str) -> Result<CType, String> {
    let name = TypeName::parse_symbol(name).map_err(|error| error.to_string())?;
    Ok(CType::Named(name))
}
