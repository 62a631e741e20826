//! Converts the types of a symbol file to definitions. Types unknown to Strata are unfolded in their containers.

use std::collections::BTreeMap;

use super::judge::exported;
use super::{Body, DeclarationFile, Definition, Finding, PartialPoint, Value};
use crate::catalogue;
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::decode::limits::LISTED_LIMIT;
use crate::decode::listing::{Listing, ListingMember, Tool};
use crate::name::TypeName;
use crate::types::{NESTING_LIMIT, TypeKind, TypeMember};
use crate::units::ByteSize;

/// The types of a symbol file with its metadata.
#[derive(Debug)]
pub struct Symbols<'a> {
    pub definitions: &'a [catalogue::Definition],
    pub pointer: Option<ByteSize>,
    pub stated: PartialPoint,
}

impl DeclarationFile<'static> {
    /// Converts the definitions of a symbol file. `line` gives the line of a type, member or value.
    pub fn of_symbols(
        symbols: &Symbols<'_>,
        line: &dyn Fn(&str, Option<&str>) -> usize,
        dataset: &Dataset,
        findings: Vec<Finding>,
    ) -> Self {
        let named = symbols.definitions.iter().filter(|it| it.variant == 1);
        let mut reader = Reader {
            symbols,
            line,
            dataset,
            own: named.map(|it| (it.name.as_str(), it)).collect(),
            listed: 0,
        };
        let definitions = symbols.definitions.iter();
        let named = definitions.filter(|it| it.variant == 1 && !it.name.is_unnamed());
        let definitions = named.map(|it| reader.definition(it)).collect();
        Self::of(Tool::Isf, definitions, findings)
    }
}

struct Reader<'a> {
    symbols: &'a Symbols<'a>,
    line: &'a dyn Fn(&str, Option<&str>) -> usize,
    dataset: &'a Dataset,
    own: BTreeMap<&'a str, &'a catalogue::Definition>,
    /// The number of members listed, unfolded ones included.
    listed: usize,
}

impl<'a> Reader<'a> {
    fn definition(&mut self, of: &'a catalogue::Definition) -> Definition {
        let name = of.name.as_str();
        // Some types are known only by an article; exports name unnamed types as in C.
        let is_known = self.dataset.structure(name).is_some()
            || self.dataset.catalogue().find(name).is_ok()
            || exported(self.dataset, name).is_some();
        let body = match of.kind {
            TypeKind::Enum => Body::Values(self.values(of)),
            _ => Body::Listing(Box::new(Listing {
                tool: Tool::Isf,
                name: Some(of.name.clone()),
                size: Some(of.size),
                pointer: self.symbols.pointer,
                elements: None,
                partial: false,
                members: match is_known {
                    true => self.members(of, of, 0),
                    false => Vec::new(),
                },
                skipped: Vec::new(),
            })),
        };
        Definition {
            names: vec![name.into()],
            line: (self.line)(name, None),
            stated: self.symbols.stated,
            body,
        }
    }

    fn values(&self, of: &catalogue::Definition) -> Vec<Value> {
        let values = of.values.iter().map(|value| Value {
            line: (self.line)(of.name.as_str(), Some(&value.name)),
            name: value.name.clone(),
            value: Some(value.value),
        });
        values.collect()
    }

    /// Converts the members of a type; those of an unnamed type have lines in `around`. The recursion is bounded.
    fn members(
        &mut self,
        of: &'a catalogue::Definition,
        around: &'a catalogue::Definition,
        depth: usize,
    ) -> Vec<ListingMember> {
        let around = if of.name.is_unnamed() { around } else { of };
        let mut members = Vec::new();
        for member in &of.members {
            self.listed += 1;
            if self.listed > LISTED_LIMIT.saturating_mul(16) {
                break;
            }
            members.push(self.member(member, around, depth));
        }
        members
    }

    fn member(
        &mut self,
        member: &TypeMember,
        around: &'a catalogue::Definition,
        depth: usize,
    ) -> ListingMember {
        let declared = &member.declaration;
        let own = (declared.ty.by_value())
            .filter(|name| self.dataset.catalogue().find(name.as_str()).is_err())
            .and_then(|name| self.own.get(name.as_str()).copied());
        let inside = match own {
            Some(own) if depth < NESTING_LIMIT && member.bits.is_none() => {
                self.members(own, around, depth + 1)
            }
            _ => Vec::new(),
        };
        let base = match own {
            _ if member.bits.is_some() => None,
            Some(own) => own_name(own),
            None => Some(self.our_name(declared.ty.base())),
        };
        let ty = base.map(|base| with_base(&declared.ty, base));
        let size = match member.bits {
            Some(_) => self.known_size(&declared.ty),
            None => own.and_then(|own| size(&declared.ty, own)),
        };
        ListingMember {
            line: (self.line)(around.name.as_str(), Some(&declared.name)),
            name: declared.name.clone(),
            offset: member.offset,
            size,
            bits: member.bits,
            text: ty.as_ref().map_or_else(String::new, ToString::to_string),
            ty,
            members: inside,
        }
    }

    /// Returns the name of a type in Strata.
    fn our_name(&self, name: &TypeName) -> TypeName {
        let ours = self.dataset.catalogue().find(name.as_str());
        ours.map_or(name, |ours| &ours.name).clone()
    }

    fn known_size(&self, ty: &CType) -> Option<ByteSize> {
        let arch = self.symbols.stated.arch?;
        match ty {
            CType::Named(name) => Some(crate::types::scalar(name, arch)?.1.size),
            _ => None,
        }
    }
}

/// Returns the type's own name; `None` for an unnamed type. An enumeration that only the file has becomes an integer.
fn own_name(own: &catalogue::Definition) -> Option<TypeName> {
    match (own.kind, own.size.get()) {
        (TypeKind::Enum, 1) => "UCHAR".parse().ok(),
        (TypeKind::Enum, 2) => "USHORT".parse().ok(),
        (TypeKind::Enum, 8) => "LONGLONG".parse().ok(),
        (TypeKind::Enum, _) => "LONG".parse().ok(),
        _ => Some(own.name.clone()).filter(|name| !name.is_unnamed()),
    }
}

/// The recursion is bounded by the depth of declarations.
fn with_base(ty: &CType, base: TypeName) -> CType {
    match ty {
        CType::Named(_) => CType::Named(base),
        CType::Pointer(inner) => CType::Pointer(Box::new(with_base(inner, base))),
        CType::Array(inner, count) => CType::Array(Box::new(with_base(inner, base)), *count),
        CType::AnySizeArray(inner) => CType::AnySizeArray(Box::new(with_base(inner, base))),
    }
}

/// Returns the size of a member that contains a type of the file by value.
fn size(ty: &CType, own: &catalogue::Definition) -> Option<ByteSize> {
    match ty {
        CType::Named(_) => Some(own.size),
        CType::Array(element, count) => size(element, own)?.checked_mul(*count),
        CType::Pointer(_) | CType::AnySizeArray(_) => None,
    }
}
