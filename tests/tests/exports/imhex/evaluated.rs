//! What a pattern comes to: sizes and places of its types, and the numbers that it reads.

use std::collections::{BTreeMap, BTreeSet};

use super::{Member, Of, Type};
use crate::expected::{Extent, Place, Record, Records, invented};
use crate::leaves::{Leaf, Path, Step};

/// What is shown.
pub(crate) struct Evaluated {
    /// The types, but those that are only shown in the place of others.
    pub(crate) records: Records,
    /// The numbers in what is placed.
    pub(crate) leaves: Vec<Leaf>,
}

pub(super) fn evaluated(types: &BTreeMap<String, Type>, placed: &Of, bytes: &[u8]) -> Evaluated {
    let mut evaluator = Evaluator {
        types,
        bytes,
        leaves: Vec::new(),
    };
    evaluator.value(&Path::default(), placed, 0);
    let leaves = evaluator.leaves.clone();
    let inline = evaluator.inline();
    let shown = types.keys().filter(|name| !inline.contains(name));
    let record = |name: &String| {
        let mut members = BTreeSet::new();
        evaluator.places(name, 0, &mut members);
        let size = evaluator.size(&Of::Declared(name.clone()));
        (name.clone(), Record { size, members })
    };
    Evaluated {
        records: shown.map(record).collect(),
        leaves,
    }
}

struct Evaluator<'a> {
    types: &'a BTreeMap<String, Type>,
    bytes: &'a [u8],
    leaves: Vec<Leaf>,
}

impl<'a> Evaluator<'a> {
    fn inline(&self) -> BTreeSet<&'a String> {
        let members = self.types.values().flat_map(|ty| match ty {
            Type::Struct(members) | Type::Union(members) => members.as_slice(),
            Type::Bitfield(_) => &[],
        });
        let inline = members.filter(|member| member.inline);
        let name = |member: &'a Member| match &member.ty {
            Of::Declared(name) => Some(name),
            Of::BuiltIn(_) => None,
        };
        inline.filter_map(name).collect()
    }

    fn size(&self, ty: &Of) -> u32 {
        let name = match ty {
            Of::BuiltIn(size) => return *size,
            Of::Declared(name) => name,
        };
        match &self.types[name] {
            Type::Struct(members) => members.iter().map(|member| self.member_size(member)).sum(),
            Type::Union(members) => {
                let sizes = members.iter().map(|member| self.member_size(member));
                sizes.max().unwrap_or(0)
            }
            Type::Bitfield(fields) => fields.iter().map(|field| field.1).sum::<u32>().div_ceil(8),
        }
    }

    fn member_size(&self, member: &Member) -> u32 {
        self.size(&member.ty) * member.count.unwrap_or(1)
    }

    /// The members of a type with their offsets.
    fn members(&self, ty: &'a Type) -> Vec<(&'a Member, u32)> {
        let (members, step) = match ty {
            Type::Struct(members) => (members, 1),
            Type::Union(members) => (members, 0),
            Type::Bitfield(_) => return Vec::new(),
        };
        let mut at = 0;
        let place = |member: &'a Member| {
            let offset = at;
            at += step * self.member_size(member);
            (member, offset)
        };
        members.iter().map(place).collect()
    }

    fn places(&self, name: &str, at: u32, places: &mut BTreeSet<Place>) {
        let ty = &self.types[name];
        if let Type::Bitfield(fields) = ty {
            let mut bit = at * 8;
            for (name, width) in fields {
                places.extend(name.clone().map(|name| Place {
                    bit,
                    name,
                    extent: Extent::Bits(*width),
                }));
                bit += width;
            }
        }
        for (member, offset) in self.members(ty) {
            match (&member.name, &member.ty) {
                (_, Of::Declared(name)) if member.inline => self.places(name, at + offset, places),
                (Some(name), _) if !invented(name) => {
                    places.insert(Place {
                        bit: (at + offset) * 8,
                        name: name.clone(),
                        extent: Extent::Bytes(self.member_size(member)),
                    });
                }
                _ => {}
            }
        }
    }

    fn value(&mut self, path: &Path, ty: &Of, at: u32) {
        let name = match ty {
            Of::BuiltIn(size) => return self.push(path.clone(), at, *size, None),
            Of::Declared(name) => name,
        };
        let ty = &self.types[name];
        if let Type::Bitfield(fields) = ty {
            let size = self.size(&Of::Declared(name.clone()));
            let mut bit = 0;
            for (name, width) in fields {
                if let Some(name) = name {
                    self.push(path.member(name), at, size, Some((bit, *width)));
                }
                bit += width;
            }
        }
        for (member, offset) in self.members(ty) {
            let Some(name) = &member.name else {
                continue;
            };
            let within = match member.inline {
                true => path.clone(),
                false => path.member(name),
            };
            let size = self.size(&member.ty);
            match member.count {
                None => self.value(&within, &member.ty, at + offset),
                Some(count) => (0..count).for_each(|index| {
                    let at = at + offset + index * size;
                    self.value(&within.to(Step::Index(index)), &member.ty, at);
                }),
            }
        }
    }

    fn push(&mut self, path: Path, at: u32, size: u32, bits: Option<(u32, u32)>) {
        let bytes = &self.bytes[at as usize..(at + size) as usize];
        let number = bytes.iter().rev();
        let number = number.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let value = bits.map_or(number, |(bit, width)| {
            number >> bit & (u64::MAX >> (64 - width))
        });
        let narrow = |number: u32| u8::try_from(number).expect("it is in an integer");
        self.leaves.push(Leaf {
            path,
            offset: at,
            size,
            bits: bits.map(|(bit, width)| (narrow(bit), narrow(width))),
            value,
        });
    }
}
