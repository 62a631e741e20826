//! Shared by all parsers: checks definitions, names unnamed types by their content, drops repetitions.

use std::collections::{BTreeMap, BTreeSet};

use strata_core::catalogue::{Definition, ROWS_LIMIT};
use strata_core::ctype::{CType, Declaration};
use strata_core::name::{NAME_LIMIT, TypeName};
use strata_core::types::{EnumValue, TypeKind, TypeMember};
use strata_core::units::{BitRange, ByteOffset, ByteSize};

use crate::Note;
use crate::limits::VARIANTS_LIMIT;

/// Returns whether a name is a compiler's placeholder for an unnamed type: `<unnamed-tag>`, `__unnamed_1a2b`,
/// `_T::<unnamed-tag>`, `_T::<unnamed-type-Member>`.
pub(crate) fn is_unnamed(name: &str) -> bool {
    let own = name.rsplit("::").next().unwrap_or(name);
    if matches!(own, "" | "<unnamed-tag>" | "<anonymous-tag>") {
        return true;
    }
    if own.starts_with("<unnamed-type-") && own.ends_with('>') {
        return true;
    }
    ["__unnamed", "__anonymous"]
        .into_iter()
        .filter_map(|front| own.strip_prefix(front))
        .any(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix('_')
                    .is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_hexdigit()))
        })
}

#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) kind: TypeKind,
    pub(crate) size: ByteSize,
    pub(crate) members: Vec<TypeMember>,
    pub(crate) values: Vec<EnumValue>,
}

impl Content {
    /// Without members or values.
    pub(crate) fn new(kind: TypeKind, size: u64) -> Result<Self, String> {
        let size = u32::try_from(size)
            .map_err(|_| format!("{size} bytes are more than the limit of a type"))?;
        Ok(Self {
            kind,
            size: ByteSize::new(size),
            members: Vec::new(),
            values: Vec::new(),
        })
    }

    /// Adds a member; `bits` are the first bit and the width.
    pub(crate) fn member(
        &mut self,
        name: &str,
        offset: i64,
        bits: Option<(u64, u64)>,
        ty: CType,
    ) -> Result<(), String> {
        check_row(name, self.members.len())?;
        let place = u32::try_from(offset)
            .map_err(|_| format!("the offset {offset} of `{name}` is not valid"))?;
        let bits = match bits {
            Some((bit, width)) => {
                let range = u8::try_from(bit).ok().zip(u8::try_from(width).ok());
                let range = range.and_then(|(bit, width)| BitRange::new(bit, width));
                let problem = || {
                    format!(
                        "`{name}` has {width} bits from bit {bit} on, which do not fit into any unit"
                    )
                };
                Some(range.ok_or_else(problem)?)
            }
            None => None,
        };
        self.members.push(TypeMember {
            offset: ByteOffset::new(place),
            declaration: Declaration {
                ty,
                name: name.into(),
                width: bits.map(BitRange::width),
                volatile: false,
            },
            bits,
        });
        Ok(())
    }

    pub(crate) fn value(&mut self, name: &str, value: i64) -> Result<(), String> {
        check_row(name, self.values.len())?;
        self.values.push(EnumValue {
            name: name.into(),
            value,
        });
        Ok(())
    }

    /// Sorts the rows by offset or value, for files that do not keep the declaration order.
    pub(crate) fn sort(&mut self) {
        self.members.sort_by(|a, b| {
            let place = |it: &TypeMember| (it.offset, it.bits.map(BitRange::bit));
            place(a)
                .cmp(&place(b))
                .then_with(|| a.declaration.name.cmp(&b.declaration.name))
        });
        self.values
            .sort_by(|a, b| (a.value, &a.name).cmp(&(b.value, &b.name)));
    }
}

fn check_row(name: &str, before: usize) -> Result<(), String> {
    if before == ROWS_LIMIT {
        return Err(format!("more than {ROWS_LIMIT} members"));
    }
    let legal = !name.is_empty()
        && name.len() <= NAME_LIMIT
        && !name.contains(|c: char| c.is_whitespace() || c.is_control());
    match legal {
        true => Ok(()),
        false => Err(format!(
            "`{}` is not the name of a member",
            name.chars().take(NAME_LIMIT).collect::<String>()
        )),
    }
}

/// The definitions and declarations of a file.
#[derive(Debug)]
pub(crate) struct Definitions {
    bits_given: bool,
    named: BTreeMap<Box<str>, Vec<Definition>>,
    declared: BTreeSet<Box<str>>,
    pub(crate) notes: Vec<Note>,
}

impl Definitions {
    /// `bits_given`: whether the file states the positions of bit fields.
    pub(crate) fn new(bits_given: bool) -> Self {
        Self {
            bits_given,
            named: BTreeMap::new(),
            declared: BTreeSet::new(),
            notes: Vec::new(),
        }
    }

    /// Defines a named type. A repeated definition is skipped; a different one becomes a variant, even if the name has
    /// a number (`_KPRCB~2`).
    pub(crate) fn define(&mut self, name: &str, content: Content) {
        let numbered = |number: &str| number.parse::<u8>().is_ok();
        let own = name.rsplit_once('~').filter(|(_, number)| numbered(number));
        let name = own.map_or(name, |(name, _)| name);
        match TypeName::parse_symbol(name) {
            Ok(name) => self.enter(&name, content),
            Err(error) => self.notes.push(Note::left_out(name, error.to_string())),
        }
    }

    /// Defines an unnamed type and names it: an enumeration by its first value, as compilers do since 10.0.10240
    /// (`<unnamed-enum-KTMOH_CommitTransaction_Result>`), others by a content hash.
    pub(crate) fn define_unnamed(&mut self, content: Content) -> TypeName {
        let Content {
            kind,
            size,
            members,
            values,
        } = &content;
        let first = values.iter().min_by_key(|it| (it.value, it.name.clone()));
        let by_value = first
            .and_then(|it| TypeName::parse_symbol(&format!("<unnamed-enum-{}>", it.name)).ok());
        let is_free = |name: &TypeName| {
            let known = self.named.get(name.as_str());
            known.is_none_or(|known| {
                known
                    .iter()
                    .all(|other| (other.size, &other.values) == (*size, values))
            })
        };
        let by_value = by_value.filter(is_free);
        let name = by_value.unwrap_or_else(|| Definition::unnamed(*kind, *size, members, values));
        self.enter(&name, content);
        name
    }

    pub(crate) fn declare(&mut self, name: &str) {
        self.declared.insert(name.into());
    }

    fn enter(&mut self, name: &TypeName, content: Content) {
        let Content {
            kind,
            size,
            members,
            values,
        } = content;
        let has_bits = members.iter().any(|member| member.bits.is_some());
        let mut definition = Definition {
            name: name.clone(),
            variant: 1,
            kind,
            size,
            members,
            values,
            bits_given: self.bits_given || !has_bits,
        };
        let known = self.named.entry(name.as_str().into()).or_default();
        let same = |other: &Definition| {
            (other.kind, other.size) == (definition.kind, definition.size)
                && other.members == definition.members
                && other.values == definition.values
        };
        if known.iter().any(same) || (name.is_unnamed() && !known.is_empty()) {
            return;
        }
        if known.len() == VARIANTS_LIMIT {
            let text = format!("more than {VARIANTS_LIMIT} definitions of one name");
            self.notes.push(Note::left_out(name.as_str(), text));
            return;
        }
        definition.variant = u8::try_from(known.len() + 1).unwrap_or(u8::MAX);
        known.push(definition);
    }

    /// Returns all definitions, the names that are declared but not defined, and the notes.
    pub(crate) fn finish(mut self) -> (Vec<Definition>, Vec<TypeName>, Vec<Note>) {
        for definitions in self.named.values_mut().filter(|it| it.len() > 1) {
            // The larger one is that of the image's own code.
            definitions
                .sort_by_key(|it| std::cmp::Reverse((it.size, it.members.len() + it.values.len())));
            for (definition, variant) in definitions.iter_mut().zip(1..) {
                definition.variant = variant;
            }
        }
        let undefined = self
            .declared
            .iter()
            .filter(|name| !self.named.contains_key(*name));
        let mut declared = Vec::new();
        for name in undefined {
            match TypeName::parse_symbol(name) {
                Ok(name) => declared.push(name),
                Err(error) => self.notes.push(Note::left_out(name, error.to_string())),
            }
        }
        (
            self.named.into_values().flatten().collect(),
            declared,
            self.notes,
        )
    }
}
