//! ISF, the symbol file format of Volatility 3: JSON, one file per PDB file.
//!
//! ```text
//! { "metadata": { "windows": { "pdb": { "GUID": "…", "age": 1, "database": "ntkrnlmp.pdb", "machine_type": 34404 } } },
//!   "base_types": { "pointer": { "size": 8, … } },
//!   "user_types": { "_LIST_ENTRY": { "kind": "struct", "size": 16, "fields": { "Blink": { "offset": 8, "type": … } } } },
//!   "enums": { "_POOL_TYPE": { "size": 4, "base": "int", "constants": { "PagedPool": 1 } } },
//!   "symbols": { … } }
//! ```
//!
//! - Positions of bit fields are stated. Not stated: the order of members, parameters and results of functions, `const`
//!   and `volatile`. Of two definitions of one name only one is kept.
//! - Unnamed types are `__unnamed_1a2b` or `__anonymous_1a2b`; the number means nothing outside the file.
//! - Files made from PDB files state no version of the image, only the identity of the PDB file. If `windows` has `pe`,
//!   as in Strata's exports of images, that is the version.
//! - A second definition of a name is called `_KPRCB~2` in Strata's exports of images.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use strata_core::arch::Arch;
use strata_core::catalogue::{Image, ModuleName};
use strata_core::ctype::{CType, DECLARATOR_LIMIT};
use strata_core::name::TypeName;
use strata_core::release::{Build, Release};
use strata_core::types::TypeKind;
use strata_core::units::ByteSize;

use crate::definitions::{Content, Definitions, is_unnamed};
use crate::image::{arch_of_machine, module_of, version};
use crate::limits::{FIELDS_LIMIT, TYPES_LIMIT, UNNAMED_LIMIT};
use crate::scalars::{POINTER_64, windows_name};
use crate::{Hints, ImportError, Imported, Note, UnidentifiedTypes, pdb_id};

/// The default source: the files do not state their publisher.
const SOURCE: &str = "isf";

#[derive(Debug, Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    metadata: Metadata<'a>,
    #[serde(borrow)]
    base_types: Pairs<'a, BaseType>,
    #[serde(borrow)]
    user_types: Pairs<'a, UserType<'a>>,
    #[serde(borrow)]
    enums: Pairs<'a, Enumeration<'a>>,
}

#[derive(Debug, Deserialize)]
struct Metadata<'a> {
    #[serde(borrow)]
    windows: Option<Windows<'a>>,
    producer: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct Windows<'a> {
    #[serde(borrow)]
    pdb: Option<Pdb<'a>>,
    pe: Option<Pe>,
}

/// The version of the image. The third number (`revision`) is Microsoft's build number, the fourth (`build`) its
/// revision; some producers swap these two.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Pe {
    major: u16,
    minor: u16,
    revision: u32,
    build: Option<u32>,
}

impl Pe {
    fn version(self) -> Option<Build> {
        let (third, fourth) = (self.revision, self.build?);
        let is_build = |number| number >= Release::FIRST.build();
        let (number, revision) = match (is_build(third), is_build(fourth)) {
            (false, true) => (fourth, third),
            _ => (third, fourth),
        };
        Some(Build {
            nt: (self.major, self.minor),
            number,
            revision,
        })
    }
}

#[derive(Debug, Deserialize)]
struct Pdb<'a> {
    #[serde(rename = "GUID", borrow)]
    guid: Cow<'a, str>,
    age: u32,
    #[serde(borrow)]
    database: Cow<'a, str>,
    machine_type: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with the `size` of a type")]
struct BaseType {
    size: u64,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with `kind`, `size` and `fields`")]
struct UserType<'a> {
    kind: UserKind,
    size: u64,
    #[serde(borrow)]
    fields: Pairs<'a, Field<'a>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum UserKind {
    #[serde(alias = "class")]
    Struct,
    Union,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with `offset` and `type`")]
struct Field<'a> {
    offset: i64,
    #[serde(rename = "type", borrow)]
    ty: Reference<'a>,
    /// Its members are members of the enclosing structure.
    #[serde(default)]
    anonymous: bool,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with `size` and `constants`")]
struct Enumeration<'a> {
    size: u64,
    #[serde(borrow)]
    constants: Pairs<'a, i64>,
}

/// A reference to a type. The JSON parser limits its nesting.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with the `kind` of a type")]
struct Reference<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    /// The base type whose width a pointer has, if it is not `pointer`.
    #[serde(borrow)]
    base: Option<Cow<'a, str>>,
    subtype: Option<Box<Reference<'a>>>,
    count: Option<u32>,
    bit_position: Option<u64>,
    bit_length: Option<u64>,
    #[serde(rename = "type")]
    unit: Option<Box<Reference<'a>>>,
}

/// The members of a JSON object in order, including repeated names.
#[derive(Debug)]
struct Pairs<'a, T>(Vec<(Cow<'a, str>, T)>);

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Pairs<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<'a, T>(PhantomData<(&'a (), T)>);

        impl<'de: 'a, 'a, T: Deserialize<'de>> Visitor<'de> for InOrder<'a, T> {
            type Value = Pairs<'a, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry::<Key<'a>, T>()? {
                    if pairs.len() == TYPES_LIMIT {
                        return Err(serde::de::Error::custom(format!(
                            "more than {TYPES_LIMIT} members"
                        )));
                    }
                    pairs.push((pair.0.0, pair.1));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// A name that borrows from the text if possible.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

pub(crate) fn read(text: &str, hints: &Hints) -> Result<Imported, ImportError> {
    let file = parse(text)?;
    let (image, remarks) = image(&file, hints)?;
    let mut types = Types::new(&file, image.arch);
    types.all();
    let (definitions, declared, mut notes) = types.definitions.finish();
    notes.splice(0..0, remarks);
    Ok(Imported::new(image, definitions, declared, notes))
}

/// Parses the types in an ISF file, which need not name its image.
///
/// # Errors
///
/// The text is not ISF.
pub fn read_unidentified(text: &str) -> Result<UnidentifiedTypes, ImportError> {
    let file = parse(text)?;
    let windows = file.metadata.windows.as_ref();
    let machine = windows.and_then(|windows| windows.pdb.as_ref()?.machine_type);
    let pointer = pointer(&file);
    let by_width = pointer.map(|pointer| match pointer {
        4 => Arch::X86,
        _ => Arch::X64,
    });
    let arch = machine.and_then(arch_of_machine).or(by_width);
    let mut types = Types::new(&file, arch.unwrap_or(Arch::X64));
    types.all();
    let (definitions, _, notes) = types.definitions.finish();
    Ok(UnidentifiedTypes {
        definitions,
        notes,
        version: windows.and_then(|windows| windows.pe?.version()),
        arch,
        pointer: pointer.and_then(|bytes| Some(ByteSize::new(bytes.try_into().ok()?))),
        remarks: file.metadata.producer.as_ref().map_or_else(Vec::new, texts),
    })
}

/// The texts in the producer's metadata, whose form the schema leaves open.
fn texts(producer: &Value) -> Vec<String> {
    let (mut open, mut texts) = (vec![producer], Vec::new());
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => texts.push(text.clone()),
            Value::Array(all) => open.extend(all.iter().rev()),
            Value::Object(all) => open.extend(all.values().rev()),
            _ => {}
        }
    }
    texts
}

fn parse(text: &str) -> Result<File<'_>, ImportError> {
    serde_json::from_str(text).map_err(|error| ImportError::Syntax {
        line: error.line(),
        // None of the line may be read yet.
        column: error.column().max(1),
        problem: problem_of(&error),
    })
}

fn pointer(file: &File<'_>) -> Option<u64> {
    let mut types = file.base_types.0.iter();
    let pointer = types.find(|(name, _)| name == "pointer");
    pointer.map(|(_, base)| base.size)
}

/// The message without the position that `serde_json` appends.
fn problem_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// Returns module and architecture of an image that Strata exported: `ntoskrnl-10.0.10240.16384-x64`.
fn exported(file: &File<'_>) -> Option<(ModuleName, Arch)> {
    let producer = file.metadata.producer.as_ref()?;
    let (rest, arch) = producer.get("image")?.as_str()?.rsplit_once('-')?;
    let (module, _) = rest.rsplit_once('-')?;
    Some((module.parse().ok()?, arch.parse().ok()?))
}

fn image(file: &File<'_>, hints: &Hints) -> Result<(Image, Vec<Note>), ImportError> {
    let mut notes = Vec::new();
    let pdb = file
        .metadata
        .windows
        .as_ref()
        .and_then(|windows| windows.pdb.as_ref());
    let id = match pdb {
        Some(pdb) => {
            let problem = || {
                ImportError::Image(format!(
                    "`{}` with age {} is not the identity of a PDB file",
                    pdb.guid, pdb.age
                ))
            };
            Some(pdb_id(&pdb.guid, pdb.age).ok_or_else(problem)?)
        }
        None => None,
    };
    let windows = file.metadata.windows.as_ref();
    let stated = windows.and_then(|windows| windows.pe?.version());
    let pointer = pointer(file);
    let machine = pdb.and_then(|pdb| pdb.machine_type);
    let version = version(hints, id, stated);
    let exported = exported(file);
    let arch = hints.arch.or(machine.and_then(arch_of_machine));
    let arch = arch.or(exported.as_ref().map(|(_, arch)| *arch));
    let arch = arch.ok_or_else(|| {
        ImportError::Image(match machine {
            Some(machine) => format!("the machine type {machine} is not known: pass --arch"),
            None => "the architecture is not stated: pass --arch".to_owned(),
        })
    });
    let module = hints.module.clone().or_else(|| module_of(&pdb?.database));
    let module = module.or(exported.map(|(module, _)| module));
    let module = module.ok_or_else(|| {
        ImportError::Image("the image file is not stated: pass --module".to_owned())
    });
    let ((version, note), arch, module) = all_stated(version, arch, module)?;
    notes.extend(note);
    if let Some(size) = pointer.filter(|size| *size != u64::from(arch.pointer().get())) {
        return Err(ImportError::Image(format!(
            "pointers have {size} bytes: expected {} on {arch}",
            arch.pointer().get()
        )));
    }
    let sources = vec![hints.source.as_deref().unwrap_or(SOURCE).into()];
    Ok((
        Image {
            module,
            arch,
            version,
            pdb: id,
            sources,
        },
        notes,
    ))
}

/// Returns all three, or an error that names every missing one.
fn all_stated<A, B, C>(
    a: Result<A, ImportError>,
    b: Result<B, ImportError>,
    c: Result<C, ImportError>,
) -> Result<(A, B, C), ImportError> {
    match (a, b, c) {
        (Ok(a), Ok(b), Ok(c)) => Ok((a, b, c)),
        (a, b, c) => {
            let missing = [a.err(), b.err(), c.err()].into_iter().flatten();
            let missing: Vec<String> = missing.map(|error| error.to_string()).collect();
            Err(ImportError::Image(missing.join("; ")))
        }
    }
}

struct Types<'a> {
    file: &'a File<'a>,
    user: HashMap<&'a str, &'a UserType<'a>>,
    enums: HashMap<&'a str, &'a Enumeration<'a>>,
    arch: Arch,
    unnamed: HashMap<&'a str, TypeName>,
    /// The unnamed types being read, to detect types that contain themselves.
    open: HashSet<&'a str>,
    /// Number of members of anonymous types read so far, counted once per enclosing type.
    embedded: usize,
    definitions: Definitions,
}

impl<'a> Types<'a> {
    fn new(file: &'a File<'a>, arch: Arch) -> Self {
        Self {
            file,
            user: file
                .user_types
                .0
                .iter()
                .map(|(name, ty)| (&**name, ty))
                .collect(),
            enums: file
                .enums
                .0
                .iter()
                .map(|(name, ty)| (&**name, ty))
                .collect(),
            arch,
            unnamed: HashMap::new(),
            open: HashSet::new(),
            embedded: 0,
            definitions: Definitions::new(true),
        }
    }

    fn all(&mut self) {
        for (name, ty) in self
            .file
            .user_types
            .0
            .iter()
            .filter(|(name, _)| !is_unnamed(name))
        {
            match ty.fields.0.is_empty() {
                true => self.definitions.declare(name),
                false => {
                    let content = self.structure(ty);
                    self.define(name, content);
                }
            }
        }
        for (name, ty) in self
            .file
            .enums
            .0
            .iter()
            .filter(|(name, _)| !is_unnamed(name))
        {
            match ty.constants.0.is_empty() {
                true => self.definitions.declare(name),
                false => self.define(name, enumeration(ty)),
            }
        }
    }

    fn define(&mut self, name: &str, content: Result<Content, String>) {
        match content {
            Ok(content) => self.definitions.define(name, content),
            Err(problem) => self.definitions.notes.push(Note::left_out(name, problem)),
        }
    }

    fn structure(&mut self, ty: &'a UserType<'a>) -> Result<Content, String> {
        let kind = match ty.kind {
            UserKind::Struct => TypeKind::Struct,
            UserKind::Union => TypeKind::Union,
        };
        let mut content = Content::new(kind, ty.size)?;
        self.members(ty, 0, &mut content, 0)?;
        content.sort();
        Ok(content)
    }

    /// Adds the members of a type that begins at `start`, inside `depth` anonymous types.
    fn members(
        &mut self,
        ty: &'a UserType<'a>,
        start: i64,
        content: &mut Content,
        depth: usize,
    ) -> Result<(), String> {
        if depth == UNNAMED_LIMIT {
            return Err(format!(
                "anonymous types are nested more than {UNNAMED_LIMIT} deep"
            ));
        }
        if depth > 0 {
            self.embedded = self.embedded.saturating_add(ty.fields.0.len());
            if self.embedded > FIELDS_LIMIT {
                return Err(format!(
                    "the file has more than {FIELDS_LIMIT} members of anonymous types"
                ));
            }
        }
        for (name, field) in &ty.fields.0 {
            let offset = start.saturating_add(field.offset);
            let inner = field.ty.name.as_deref().filter(|_| field.anonymous);
            if let Some(inner) = inner.and_then(|name| self.user.get(name).copied()) {
                self.members(inner, offset, content, depth + 1)?;
                continue;
            }
            let within = |problem: String| format!("`{name}`: {problem}");
            let (reference, bits) = match (&*field.ty.kind, &field.ty.unit) {
                ("bitfield", Some(unit)) => {
                    let bits = field.ty.bit_position.zip(field.ty.bit_length);
                    let bits =
                        bits.ok_or_else(|| within("a bit field without a position".to_owned()))?;
                    (&**unit, Some(bits))
                }
                ("bitfield", None) => return Err(within("a bit field without a type".to_owned())),
                _ => (&field.ty, None),
            };
            let member = self.ty(reference, 0).map_err(within)?;
            content.member(name, offset, bits, member)?;
        }
        Ok(())
    }

    /// The type of a reference inside `depth` pointers and arrays.
    fn ty(&mut self, reference: &'a Reference<'a>, depth: usize) -> Result<CType, String> {
        if depth > DECLARATOR_LIMIT {
            return Err(format!(
                "more than {DECLARATOR_LIMIT} pointers and arrays in one type"
            ));
        }
        let inner = || {
            reference
                .subtype
                .as_deref()
                .ok_or_else(|| format!("the {} has no subtype", reference.kind))
        };
        let name = || {
            reference
                .name
                .as_deref()
                .ok_or_else(|| format!("the {} has no name", reference.kind))
        };
        match &*reference.kind {
            "base" => {
                let name = name()?;
                named(
                    windows_name(name)
                        .ok_or_else(|| format!("the base type `{name}` is not known"))?,
                )
            }
            "pointer" => match self.width(reference)? {
                None => Ok(CType::Pointer(Box::new(self.ty(inner()?, depth + 1)?))),
                Some(8) if self.arch == Arch::X86 => named(POINTER_64),
                Some(size) => Err(format!("a pointer of {size} bytes, on {}", self.arch)),
            },
            "array" => {
                let count = reference.count.ok_or("an array without a count")?;
                Ok(CType::Array(Box::new(self.ty(inner()?, depth + 1)?), count))
            }
            "function" => Ok(CType::Named(TypeName::function())),
            "struct" | "union" | "class" | "enum" => {
                let name = name()?;
                if is_unnamed(name) {
                    return self.unnamed(name).map(CType::Named);
                }
                if !self.user.contains_key(name) && !self.enums.contains_key(name) {
                    self.definitions.declare(name);
                }
                named(name)
            }
            other => Err(format!("the kind `{other}` is not known")),
        }
    }

    /// The width of a pointer that is not as wide as pointers of the architecture.
    fn width(&self, reference: &Reference<'_>) -> Result<Option<u64>, String> {
        let Some(base) = reference.base.as_deref().filter(|base| *base != "pointer") else {
            return Ok(None);
        };
        let mut known = self.file.base_types.0.iter();
        let found = known.find(|(name, _)| name == base);
        let (_, found) =
            found.ok_or_else(|| format!("the base type `{base}` of a pointer is not known"))?;
        Ok(Some(found.size).filter(|size| *size != u64::from(self.arch.pointer().get())))
    }

    fn unnamed(&mut self, name: &'a str) -> Result<TypeName, String> {
        if let Some(known) = self.unnamed.get(name) {
            return Ok(known.clone());
        }
        if self.open.len() == UNNAMED_LIMIT {
            return Err(format!(
                "unnamed types are nested more than {UNNAMED_LIMIT} deep"
            ));
        }
        if !self.open.insert(name) {
            return Err(format!("the unnamed type `{name}` contains itself"));
        }
        let content = match (self.user.get(name), self.enums.get(name)) {
            (Some(ty), _) => self.structure(ty),
            (None, Some(ty)) => enumeration(ty),
            (None, None) => Err(format!("the unnamed type `{name}` is not in the file")),
        };
        self.open.remove(name);
        let own = self.definitions.define_unnamed(content?);
        self.unnamed.insert(name, own.clone());
        Ok(own)
    }
}

fn enumeration(ty: &Enumeration<'_>) -> Result<Content, String> {
    let mut content = Content::new(TypeKind::Enum, ty.size)?;
    for (name, value) in &ty.constants.0 {
        content.value(name, *value)?;
    }
    content.sort();
    Ok(content)
}

fn named(name: &str) -> Result<CType, String> {
    let name = TypeName::parse_symbol(name).map_err(|error| error.to_string())?;
    Ok(CType::Named(name))
}
