//! A layout to definitions: which nested types are defined, in which order, and what the type of each member is.

mod ty;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::layout::{Layout, Member};
use crate::name::TypeName;
use crate::render::remark;
use crate::types::{Measure, NESTING_LIMIT, TypeKind, TypeMember};
use crate::units::{ByteOffset, ByteSize};

use self::ty::storage;
use super::model::{Definition, Kind, Pedigree, Scalar, Type, Value};
use super::names::Names;
use super::tile::{Part, Piece, Tiler, What, bit_end};

/// How many definitions a unit may have; types that come later are bytes.
pub const DEFINITION_LIMIT: usize = 256;

/// The definitions of a layout, innermost first; the layout's own is the last. Nested types are defined as far as some way
/// leads to them through at most `depth` structures by value (at most [`NESTING_LIMIT`]); deeper ones are bytes, and so are
/// those whose members are not known or cannot lie as is said. No name is one of the `reserved` words.
#[must_use]
pub fn definitions(
    layout: &Layout,
    types: &Catalogue,
    depth: usize,
    reserved: &'static [&'static str],
) -> Vec<Definition> {
    let mut names = Names::new(reserved);
    let own = names.take(&layout.structure.in_c(), Default::default());
    let mut planner = Planner {
        types,
        scope: layout.scope(),
        reserved,
        names,
        wanted: BTreeSet::new(),
        made: BTreeMap::new(),
        definitions: Vec::new(),
    };
    planner.want(layout, depth.min(NESTING_LIMIT));
    let structure = planner.structure(layout, own);
    let mut definitions = planner.definitions;
    definitions.push(structure);
    definitions
}

/// An enumeration as a structure: its one number.
fn value(layout: &Layout) -> Option<Piece> {
    let storage = Scalar {
        value: Value::Signed,
        size: layout.size,
        declared: layout.structure.bare().to_owned(),
    };
    let named = layout
        .values
        .iter()
        .map(|value| format!("{} = {}", value.name, value.value));
    matches!(layout.size.get(), 1 | 2 | 4 | 8).then(|| Piece {
        offset: ByteOffset::ZERO,
        size: layout.size,
        align: layout.size,
        what: What::Field {
            name: Some("Value".into()),
            ty: Type::Scalar(storage),
            declared: CType::Named(layout.structure.clone()),
            comment: named.collect::<Vec<_>>().join(", "),
            pedigree: Pedigree::default(),
        },
    })
}

struct Planner<'a> {
    types: &'a Catalogue,
    scope: Scope,
    reserved: &'static [&'static str],
    names: Names,
    /// The nested types that shall be defined.
    wanted: BTreeSet<TypeName>,
    /// What became of each; `None` while it is being defined, and where it cannot be.
    made: BTreeMap<TypeName, Option<Type>>,
    definitions: Vec<Definition>,
}

impl<'a> Planner<'a> {
    /// Finds the nested types that are held through at most `depth` structures, level by level.
    fn want(&mut self, layout: &Layout, depth: usize) {
        let held = layout.members().filter_map(|member| member.ty.by_value());
        let mut level: Vec<TypeName> = held.cloned().collect();
        for _ in 0..depth {
            let mut next = Vec::new();
            for name in level {
                let known = self.layout(&name);
                let Some(known) = known.filter(|known| !known.members.is_empty()) else {
                    continue;
                };
                if self.wanted.len() < DEFINITION_LIMIT && self.wanted.insert(name) {
                    let held = known.members.iter();
                    let held = held.filter_map(|member| member.declaration.ty.by_value());
                    next.extend(held.cloned());
                }
            }
            level = next;
        }
    }

    fn layout(&self, name: &TypeName) -> Option<&'a LayoutClass> {
        self.types.class(name, self.scope)
    }

    /// The layout's own definition. Where members pass the layout's size, which they must not, it is as large as they need.
    fn structure(&mut self, layout: &Layout, name: String) -> Definition {
        let mut pieces = Vec::new();
        for member in layout
            .members()
            .filter(|member| member.size > ByteSize::ZERO)
        {
            self.member(member, &mut pieces);
        }
        if layout.kind == TypeKind::Enum {
            pieces.extend(value(layout));
        }
        let align = pieces.iter().map(|piece| piece.align).max();
        let align = align.unwrap_or(ByteSize::new(1));
        let kind = match layout.kind {
            TypeKind::Union => Kind::Union,
            _ => Kind::Struct,
        };
        let items = match kind {
            Kind::Struct => self.tiler().structure(pieces, layout.size, align),
            Kind::Union => self.tiler().union(pieces, layout.size, align),
        };
        let end = items.last();
        let end = end.map(|item| item.offset().saturating_add(item.size()));
        let size = layout
            .size
            .max(ByteSize::new(end.unwrap_or_default().get()));
        Definition {
            name,
            kind,
            source: layout.source.clone(),
            measure: Measure { size, align },
            items,
        }
    }

    fn tiler(&self) -> Tiler {
        Tiler {
            names: Names::new(self.reserved),
        }
    }

    /// A member of the structure and its bit fields, which lie over it.
    fn member(&mut self, member: &Member, pieces: &mut Vec<Piece>) {
        let (offset, size) = (member.offset, member.size);
        let ty = self.ty(&member.ty);
        let ty = ty.filter(|ty| ty.measure().size == size);
        let ty = ty.unwrap_or_else(|| Type::Bytes {
            size,
            declared: member.ty.to_string(),
        });
        let measure = self.types.measure(&member.ty, self.scope);
        let align = measure.map_or(ByteSize::new(1), |measure| measure.align);
        let integer = storage(&ty);
        // Bit fields whose integer has no name in symbols: they are all that there is.
        let bare = member.name.is_none() && member.bits.known().is_some() && integer.is_some();
        let symbols = matches!(
            member.certainty,
            Certainty::SymbolFiles | Certainty::Confirmed
        );
        pieces.extend((!(bare && symbols)).then(|| Piece {
            offset,
            size,
            align,
            what: What::Field {
                name: member.name.clone(),
                ty,
                declared: member.ty.clone(),
                comment: remark::member(member),
                pedigree: Pedigree {
                    certainty: Some(member.certainty),
                    errata: member.errata.clone(),
                },
            },
        }));
        let parts = member.bits.known().unwrap_or_default().iter();
        let parts = parts.map(|field| Part {
            name: field.name.clone(),
            range: field.range,
            comment: remark::errata(&field.errata).unwrap_or_default(),
            pedigree: Pedigree {
                certainty: Some(member.certainty),
                errata: field.errata.clone(),
            },
        });
        for fields in runs(parts) {
            let Some(storage) = integer.clone().filter(|it| holds(it, &fields)) else {
                continue;
            };
            pieces.push(Piece {
                offset,
                size,
                align,
                what: What::Bits { storage, fields },
            });
        }
    }

    /// Defines a nested type if it is wanted and was not defined yet. As deep as there are wanted types, of which there are at
    /// most [`DEFINITION_LIMIT`]; one that holds itself is bytes within itself.
    fn define(&mut self, name: &TypeName) -> Option<Type> {
        if !self.wanted.contains(name) {
            return None;
        }
        if let Some(made) = self.made.get(name) {
            return made.clone();
        }
        self.made.insert(name.clone(), None);
        let layout = self.layout(name)?;
        let pieces = self.nested(layout)?;
        let (kind, measure) = (self.kind(name), self.types.measure_of(layout, self.scope));
        let items = match kind {
            Kind::Struct => self.tiler().structure(pieces, measure.size, measure.align),
            Kind::Union => self.tiler().union(pieces, measure.size, measure.align),
        };
        let definition = Definition {
            name: self.names.take(&name.in_c(), Default::default()),
            kind,
            source: self.source(name, layout),
            measure,
            items,
        };
        let ty = Type::Definition {
            name: definition.name.clone(),
            kind,
            measure,
        };
        self.definitions.push(definition);
        self.made.insert(name.clone(), Some(ty.clone()));
        Some(ty)
    }

    /// Who says what the type is.
    fn source(&self, name: &TypeName, layout: &LayoutClass) -> String {
        let ty = self.types.get(name, self.scope);
        ty.map_or("", |ty| self.types.source_of(ty, layout, self.scope))
            .to_owned()
    }

    /// The pieces of a nested type, bit fields of one integer as one; `None` where one has no size or passes the end.
    fn nested(&mut self, layout: &LayoutClass) -> Option<Vec<Piece>> {
        let mut pieces: Vec<Piece> = Vec::new();
        for member in &layout.members {
            let ty = self.ty(&member.declaration.ty)?;
            let measure = self.types.measure(&member.declaration.ty, self.scope)?;
            let end = member.offset.checked_add(measure.size)?;
            if end.get() > layout.size.get() {
                return None;
            }
            let Some(part) = part(member) else {
                pieces.push(Piece {
                    offset: member.offset,
                    size: measure.size,
                    align: measure.align,
                    what: What::Field {
                        name: Some(member.declaration.name.clone()),
                        ty,
                        declared: member.declaration.ty.clone(),
                        comment: String::new(),
                        pedigree: Pedigree::default(),
                    },
                });
                continue;
            };
            let storage = storage(&ty)?;
            if bit_end(part.range) > storage.size.get().saturating_mul(8) {
                return None;
            }
            if let Some(fields) = same_integer(pieces.last_mut(), member, &storage, &part) {
                fields.push(part);
                continue;
            }
            pieces.push(Piece {
                offset: member.offset,
                size: measure.size,
                align: measure.align,
                what: What::Bits {
                    storage,
                    fields: vec![part],
                },
            });
        }
        Some(pieces)
    }
}

fn part(member: &TypeMember) -> Option<Part> {
    Some(Part {
        name: member.declaration.name.clone(),
        range: member.bits?,
        comment: String::new(),
        pedigree: Pedigree::default(),
    })
}

/// The fields of the piece before, where a bit field goes on with the same integer.
fn same_integer<'p>(
    before: Option<&'p mut Piece>,
    member: &TypeMember,
    storage: &Scalar,
    part: &Part,
) -> Option<&'p mut Vec<Part>> {
    let before = before.filter(|before| before.offset == member.offset)?;
    match &mut before.what {
        What::Bits {
            storage: of,
            fields,
        } if of == storage && follows(fields, part) => Some(fields),
        _ => None,
    }
}

/// Whether a bit field lies behind those before it.
fn follows(fields: &[Part], part: &Part) -> bool {
    let last = fields.last();
    last.is_none_or(|last| bit_end(last.range) <= part.range.bit().into())
}

/// Bit fields in runs of which none lies over another.
fn runs(parts: impl Iterator<Item = Part>) -> Vec<Vec<Part>> {
    let mut runs: Vec<Vec<Part>> = Vec::new();
    for part in parts {
        match runs.last_mut() {
            Some(run) if follows(run, &part) => run.push(part),
            _ => runs.push(vec![part]),
        }
    }
    runs
}

/// Whether an integer has all those bits.
fn holds(storage: &Scalar, fields: &[Part]) -> bool {
    let bits = storage.size.get().saturating_mul(8);
    fields.iter().all(|part| bit_end(part.range) <= bits)
}
