//! Builds definitions from the records of the type stream: resolves names and leaves out what C does not have.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use strata_core::arch::Arch;
use strata_core::catalogue::Definition;
use strata_core::ctype::{CType, DECLARATOR_LIMIT};
use strata_core::name::{NAME_LIMIT, TypeName};
use strata_core::types::TypeKind;

use super::primitive::{Primitive, primitive};
use super::records::{FIRST, Field, Pointer, Record, Records, Tagged};
use crate::definitions::{Content, Definitions, is_unnamed};
use crate::limits::{FIELD_LISTS_LIMIT, FIELDS_LIMIT, MODIFIERS_LIMIT, UNNAMED_LIMIT};
use crate::scalars::{POINTER_64, windows_name};
use crate::{Note, NoteKind};

enum Problem {
    /// A C++ class, or a type with members that C cannot name.
    Cpp,
    Other(String),
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self::Other(text)
    }
}

impl Problem {
    /// The problem in the context of a member.
    fn within(self, member: &str) -> Self {
        match self {
            Self::Cpp => Self::Cpp,
            Self::Other(problem) => Self::Other(format!("`{member}`: {problem}")),
        }
    }
}

/// The definitions and declarations of the records, with notes on parts that could not be read.
pub(super) fn read(
    records: &Records<'_>,
    arch: Arch,
) -> (Vec<Definition>, Vec<TypeName>, Vec<Note>) {
    let mut types = Types::new(records, arch);
    types.all();
    let Types {
        definitions,
        mut classes,
        ..
    } = types;
    let (mut definitions, mut declared, mut notes) = definitions.finish();
    declared.extend(leave_out_holders(&mut definitions, &mut classes));
    declared.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    if !classes.is_empty() {
        let plural = if classes.len() == 1 { "" } else { "es" };
        let text = format!(
            "{} C++ class{plural} with base classes, with methods, without members or with a name that C does not have",
            classes.len()
        );
        notes.push(Note {
            kind: NoteKind::LeftOut,
            about: None,
            text,
        });
    }
    (definitions, declared, notes)
}

/// Removes the definitions that contain a C++ class by value, transitively, and returns their names.
fn leave_out_holders(
    definitions: &mut Vec<Definition>,
    classes: &mut BTreeSet<Box<str>>,
) -> Vec<TypeName> {
    let defined: HashSet<&str> = definitions.iter().map(|it| it.name.as_str()).collect();
    let mut holders: HashMap<&str, Vec<&TypeName>> = HashMap::new();
    for definition in &*definitions {
        for member in &definition.members {
            if let Some(held) = member.declaration.ty.by_value() {
                let of = holders.entry(held.as_str()).or_default();
                of.push(&definition.name);
            }
        }
    }
    let names = classes.iter().map(|name| &**name);
    let mut todo: Vec<&str> = names.filter(|name| !defined.contains(name)).collect();
    let mut found: BTreeMap<&str, TypeName> = BTreeMap::new();
    while let Some(held) = todo.pop() {
        for holder in holders.remove(held).unwrap_or_default() {
            if found.insert(holder.as_str(), holder.clone()).is_none() {
                todo.push(holder.as_str());
            }
        }
    }
    let found: BTreeMap<Box<str>, TypeName> = found
        .into_iter()
        .map(|(name, own)| (name.into(), own))
        .collect();
    definitions.retain(|it| !found.contains_key(it.name.as_str()));
    let named = found.into_values().filter(|name| !name.is_unnamed());
    let named: Vec<TypeName> = named.collect();
    classes.extend(named.iter().map(|name| name.as_str().into()));
    named
}

struct Types<'a> {
    records: &'a Records<'a>,
    arch: Arch,
    /// The largest definition of each name, and the number of definitions; forward references resolve to it.
    by_name: HashMap<&'a [u8], (u32, Tagged<'a>, usize)>,
    by_unique_name: HashMap<&'a [u8], (u32, Tagged<'a>)>,
    named: HashMap<u32, TypeName>,
    unnamed: HashMap<u32, TypeName>,
    /// The unnamed types being read, to detect types that contain themselves.
    open: HashSet<u32>,
    /// Number of members and enumerators that may still be read.
    fields_left: usize,
    /// The names of types that C does not have.
    classes: BTreeSet<Box<str>>,
    definitions: Definitions,
}

impl<'a> Types<'a> {
    fn new(records: &'a Records<'a>, arch: Arch) -> Self {
        let mut types = Self {
            records,
            arch,
            by_name: HashMap::new(),
            by_unique_name: HashMap::new(),
            named: HashMap::new(),
            unnamed: HashMap::new(),
            open: HashSet::new(),
            fields_left: FIELDS_LIMIT,
            classes: BTreeSet::new(),
            definitions: Definitions::new(true),
        };
        for (number, _) in records.iter() {
            let Ok(Record::Tagged(tagged)) = records.get(number) else {
                continue;
            };
            if tagged.is_forward {
                continue;
            }
            let largest = types.by_name.entry(tagged.name);
            let (of, largest, count) = largest.or_insert((number, tagged, 0));
            *count += 1;
            if largest.size < tagged.size {
                (*of, *largest) = (number, tagged);
            }
            if let Some(unique) = tagged.unique {
                let known = types.by_unique_name.entry(unique);
                known.or_insert((number, tagged));
            }
        }
        types
    }

    fn all(&mut self) {
        for (number, _) in self.records.iter() {
            let tagged = match self.records.get(number) {
                Ok(Record::Tagged(tagged)) => tagged,
                Ok(_) => continue,
                Err(problem) => {
                    let note = Note::left_out(&format!("{number:#x}"), problem);
                    self.definitions.notes.push(note);
                    continue;
                }
            };
            let name = text(tagged.name);
            if is_unnamed(&name) {
                continue;
            }
            if TypeName::parse_symbol(&name).is_err() {
                self.classes.insert(name.into());
                continue;
            }
            if tagged.is_forward {
                self.definitions.declare(&name);
                continue;
            }
            match self.content(&tagged) {
                Ok(content) => self.definitions.define(&name, content),
                Err(problem) => {
                    self.definitions.declare(&name);
                    match problem {
                        Problem::Cpp => _ = self.classes.insert(name.into()),
                        Problem::Other(problem) => {
                            let note = Note::left_out(&name, problem);
                            self.definitions.notes.push(note);
                        }
                    }
                }
            }
        }
    }

    fn content(&mut self, tagged: &Tagged<'a>) -> Result<Content, Problem> {
        if tagged.is_virtual || tagged.fields == 0 {
            return Err(Problem::Cpp);
        }
        let base = match tagged.kind {
            TypeKind::Enum => Some(self.integer(tagged.underlying)?),
            _ => None,
        };
        let size = match base {
            Some(base) => base.size,
            None => u64::try_from(tagged.size)
                .map_err(|_| format!("{} bytes are not a valid size", tagged.size))?,
        };
        let mut content = Content::new(tagged.kind, size)?;
        let mut fields = self.records.fields(tagged.fields)?;
        let mut lists = 1;
        let mut next = None;
        loop {
            let Some(field) = fields.next()? else {
                let Some(list) = next.take() else {
                    // An empty class has one byte in C++; C has no empty structures.
                    let is_empty = content.members.is_empty() && content.values.is_empty();
                    return if is_empty {
                        Err(Problem::Cpp)
                    } else {
                        Ok(content)
                    };
                };
                lists += 1;
                if lists > FIELD_LISTS_LIMIT {
                    let problem = format!("more than {FIELD_LISTS_LIMIT} lists of members");
                    return Err(Problem::Other(problem));
                }
                fields = self.records.fields(list)?;
                continue;
            };
            self.fields_left = self
                .fields_left
                .checked_sub(1)
                .ok_or_else(|| format!("more than {FIELDS_LIMIT} members in the file"))?;
            match (field, base) {
                (Field::Cpp, _) => return Err(Problem::Cpp),
                (Field::Passing, _) => {}
                (Field::Continuation(list), _) => next = Some(list),
                (Field::Enumerator { name, value }, Some(base)) => {
                    let name = row(name);
                    content.value(&name, enumerator(&name, value, base)?)?;
                }
                (Field::Member { name, offset, ty }, None) => {
                    let name = row(name);
                    let (member, bits) = self.member(ty).map_err(|it| it.within(&name))?;
                    let offset = i64::try_from(offset)
                        .map_err(|_| format!("the offset {offset} of `{name}` is not valid"))?;
                    content.member(&name, offset, bits, member)?;
                }
                (Field::Enumerator { .. }, None) => {
                    return Err(Problem::Other("an enumerator among its members".to_owned()));
                }
                (Field::Member { .. }, Some(_)) => {
                    return Err(Problem::Other("a member among its enumerators".to_owned()));
                }
            }
        }
    }

    /// The integer of an enumeration.
    fn integer(&self, number: u32) -> Result<Primitive, Problem> {
        let found = match number {
            ..FIRST => primitive(number)?,
            _ => {
                return Err(Problem::Other(format!(
                    "type {number:#x} is not an integer"
                )));
            }
        };
        match (found.pointer, found.size) {
            (None, 1 | 2 | 4 | 8) => Ok(found),
            _ => Err(Problem::Other(format!(
                "`{}` is not an integer",
                found.name
            ))),
        }
    }

    /// The type of a member; for a bit field also the first bit and the width.
    fn member(&mut self, number: u32) -> Result<(CType, Option<(u64, u64)>), Problem> {
        let number = self.unmodified(number)?;
        if number >= FIRST
            && let Record::BitField {
                unit,
                width,
                position,
            } = self.records.get(number)?
        {
            let bits = (position.into(), width.into());
            return Ok((self.ty(unit, 0)?, Some(bits)));
        }
        Ok((self.ty(number, 0)?, None))
    }

    /// The type without `const` and `volatile`.
    fn unmodified(&self, number: u32) -> Result<u32, Problem> {
        let mut own = number;
        for _ in 0..=MODIFIERS_LIMIT {
            match own {
                ..FIRST => return Ok(own),
                _ => match self.records.get(own)? {
                    Record::Modifier { of } => own = of,
                    _ => return Ok(own),
                },
            }
        }
        Err(Problem::Other(format!(
            "more than {MODIFIERS_LIMIT} modifiers on type {number:#x}"
        )))
    }

    /// The type with this number, inside `depth` pointers and arrays.
    fn ty(&mut self, number: u32, depth: usize) -> Result<CType, Problem> {
        if depth > DECLARATOR_LIMIT {
            return Err(Problem::Other(format!(
                "more than {DECLARATOR_LIMIT} pointers and arrays in one type"
            )));
        }
        let number = self.unmodified(number)?;
        if number < FIRST {
            let found = primitive(number)?;
            let name = windows_name(found.name)
                .ok_or_else(|| format!("the base type `{}` is not known", found.name))?;
            let scalar = named(name)?;
            return match found.pointer {
                None => Ok(scalar),
                Some(size) => self.pointer(size, |_| Ok(scalar)),
            };
        }
        match self.records.get(number)? {
            Record::Pointer(pointer) if pointer.is_to_member => Err(Problem::Cpp),
            Record::Pointer(Pointer { to, size, .. }) => {
                self.pointer(size, |types| types.ty(to, depth + 1))
            }
            Record::Function => Ok(CType::Named(TypeName::function())),
            Record::Array { element, size } => {
                let inner = self.ty(element, depth + 1)?;
                let count = self.count(element, size)?;
                Ok(CType::Array(Box::new(inner), count))
            }
            Record::Tagged(tagged) => {
                if let Some(known) = self.named.get(&number) {
                    return Ok(CType::Named(known.clone()));
                }
                let name = text(tagged.name);
                if is_unnamed(&name) {
                    return self.unnamed(number, &tagged).map(CType::Named);
                }
                // A name that is not valid in C is that of a class.
                let own = TypeName::parse_symbol(&name).map_err(|_| Problem::Cpp)?;
                self.named.insert(number, own.clone());
                Ok(CType::Named(own))
            }
            Record::BitField { .. } | Record::Modifier { .. } => Err(Problem::Other(format!(
                "type {number:#x} is a bit field, which is not a separate type"
            ))),
            Record::Other(kind) => Err(Problem::Other(format!(
                "type {number:#x} is of kind {kind:#06x}, which is not known"
            ))),
        }
    }

    fn pointer(
        &mut self,
        size: u64,
        to: impl FnOnce(&mut Self) -> Result<CType, Problem>,
    ) -> Result<CType, Problem> {
        match (size, self.arch) {
            (size, arch) if size == u64::from(arch.pointer().get()) => {
                Ok(CType::Pointer(Box::new(to(self)?)))
            }
            (8, Arch::X86) => named(POINTER_64),
            (size, arch) => {
                let problem = format!("a pointer of {size} bytes, on {arch}");
                Err(Problem::Other(problem))
            }
        }
    }

    /// The number of elements of an array, whose record states its size in bytes.
    fn count(&self, element: u32, size: i128) -> Result<u32, Problem> {
        let each = self.size(element)?;
        let count = match (size, each) {
            (0, _) => Some(0),
            (_, 0) => None,
            (size, each) => (size % each == 0).then_some(size / each),
        };
        let count = count.and_then(|count| u32::try_from(count).ok());
        let problem = || format!("an array of {size} bytes with elements of {each}");
        Ok(count.ok_or_else(problem)?)
    }

    fn size(&self, number: u32) -> Result<i128, Problem> {
        let number = self.unmodified(number)?;
        if number < FIRST {
            let found = primitive(number)?;
            return Ok(found.pointer.unwrap_or(found.size).into());
        }
        let tagged = match self.records.get(number)? {
            Record::Pointer(pointer) => return Ok(pointer.size.into()),
            Record::Array { size, .. } => return Ok(size),
            Record::Tagged(forward) if forward.is_forward => self.definition(&forward)?.1,
            Record::Tagged(tagged) => tagged,
            _ => {
                let problem = format!("an array of type {number:#x}, which has no size");
                return Err(Problem::Other(problem));
            }
        };
        match tagged.kind {
            TypeKind::Enum => Ok(self.integer(tagged.underlying)?.size.into()),
            _ => Ok(tagged.size),
        }
    }

    /// The definition of a forward reference: by the mangled name, otherwise the largest with its name, which
    /// is that of the image's own code.
    fn definition(&self, forward: &Tagged<'a>) -> Result<(u32, Tagged<'a>), Problem> {
        let by_unique = |unique| self.by_unique_name.get(unique);
        if let Some(found) = forward.unique.and_then(by_unique) {
            return Ok(*found);
        }
        match self.by_name.get(forward.name) {
            None => Err(Problem::Other(format!(
                "the body of `{}` is not in the file",
                row(forward.name)
            ))),
            Some((.., count @ 2..)) if is_unnamed(&text(forward.name)) => {
                Err(Problem::Other(format!(
                    "`{}` is one of {count} types of that name",
                    row(forward.name)
                )))
            }
            Some((number, tagged, _)) => Ok((*number, *tagged)),
        }
    }

    fn unnamed(&mut self, number: u32, tagged: &Tagged<'a>) -> Result<TypeName, Problem> {
        if let Some(known) = self.unnamed.get(&number) {
            return Ok(known.clone());
        }
        let (number, tagged) = match tagged.is_forward {
            true => self.definition(tagged)?,
            false => (number, *tagged),
        };
        if self.open.len() == UNNAMED_LIMIT {
            return Err(Problem::Other(format!(
                "unnamed types are nested more than {UNNAMED_LIMIT} deep"
            )));
        }
        if !self.open.insert(number) {
            let problem = format!("the unnamed type {number:#x} contains itself");
            return Err(Problem::Other(problem));
        }
        let content = self.content(&tagged);
        self.open.remove(&number);
        let own = self.definitions.define_unnamed(content?);
        self.unnamed.insert(number, own.clone());
        Ok(own)
    }
}

/// The value of an enumerator by the width and sign of its integer: some compilers write -1 as 0xffffffff.
fn enumerator(name: &str, value: i128, base: Primitive) -> Result<i64, String> {
    let bits = 8 * u32::try_from(base.size).unwrap_or(8);
    let below = value & ((1_i128 << bits) - 1);
    let own = match base.is_signed && below >> (bits - 1) == 1 {
        true => below - (1_i128 << bits),
        false => below,
    };
    i64::try_from(own).map_err(|_| format!("the value {own} of `{name}` has more than 63 bits"))
}

fn text(name: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(name)
}

/// Returns a name, truncated one byte above the limit, so that a name that is too long still is.
fn row(name: &[u8]) -> Cow<'_, str> {
    text(name.get(..=NAME_LIMIT).unwrap_or(name))
}

fn named(name: &str) -> Result<CType, Problem> {
    let name = TypeName::parse_symbol(name).map_err(|error| error.to_string())?;
    Ok(CType::Named(name))
}
