//! A listing against a layout, member by member.
//!
//! Members are the same by their names, without regard to case; where our source knows no name, or carried one over from
//! a related structure, by their places. Types are the same if symbol files spell ours so ([`equivalent`]) or if `dt`
//! prints both alike: it knows no HANDLE and no SIZE_T.

use super::{Listed, Listing};
use crate::arch::Arch;
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::dataset::Structure;
use crate::layout::{Bits, Layout, Member};
use crate::name::{MemberPath, RowId, StructureName, TypeName};
use crate::point::Point;
use crate::render::dt::type_name;
use crate::spelling::equivalent;
use crate::types::{NESTING_LIMIT, Types};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A listing held against a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// With which structure it was compared.
    pub structure: StructureName,
    /// At which point.
    pub point: Point,
    /// The name of the type that is listed, where the text states another than the structure's.
    pub other_name: Option<StructureName>,
    /// The size that is listed, or follows from the members, and ours, where they differ.
    pub size: Option<(ByteSize, ByteSize)>,
    /// The width of pointers that is listed, and ours, where they differ.
    pub pointer: Option<(ByteSize, ByteSize)>,
    /// The listing leaves members out and says so: what is missing in it says nothing.
    pub partial: bool,
    /// One entry a member, in the order of our layout, then those that are only listed. Nested members have one only where
    /// they differ.
    pub entries: Vec<Entry>,
}

/// One member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The way to it. A member without a name goes by its row.
    pub path: MemberPath,
    /// Its row, if it is a member of our structure itself.
    pub row: Option<RowId>,
    /// In which line it is listed, if it is.
    pub line: Option<usize>,
    /// What differs; nothing where the listing agrees with us.
    pub differences: Vec<Difference>,
}

/// In what a member differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is not in the listing.
    NotListed,
    /// It is only in the listing, there.
    OnlyListed {
        /// Where.
        offset: ByteOffset,
        /// What the listing says of it.
        text: String,
        /// Whether it shares its bytes with a member that agrees: another way to see them.
        shared: bool,
    },
    /// It lies elsewhere.
    Moved {
        /// Where the listing has it.
        listed: ByteOffset,
        /// Where we have it.
        ours: ByteOffset,
    },
    /// Its type is another. Both as `dt` spells them.
    Retyped {
        /// What the listing says.
        listed: String,
        /// What we say.
        ours: String,
    },
    /// It has other bits.
    Bits {
        /// Which the listing says; none where it is no bit field there.
        listed: Option<BitRange>,
        /// Which we say; none where it is no bit field here.
        ours: Option<BitRange>,
    },
    /// It has another name.
    Renamed {
        /// The name in the listing.
        listed: Box<str>,
        /// What we know of ours.
        ours: Known,
    },
}

/// How sure a name of ours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// The source has it from the structure itself.
    Surely,
    /// The source carried it over from a related structure.
    Inferred,
    /// The source knows none.
    Not,
}

impl Difference {
    /// Whether the listing and our layout cannot both be right.
    #[must_use]
    pub const fn contradicts(&self) -> bool {
        !matches!(
            self,
            Self::Renamed {
                ours: Known::Inferred | Known::Not,
                ..
            } | Self::OnlyListed { shared: true, .. }
        )
    }
}

impl Entry {
    /// Whether the listing and our layout agree about it.
    #[must_use]
    pub fn agrees(&self, partial: bool) -> bool {
        let left_out = |difference: &Difference| partial && *difference == Difference::NotListed;
        self.differences
            .iter()
            .all(|difference| !difference.contradicts() || left_out(difference))
    }
}

impl Comparison {
    /// Whether the listing and our layout agree about everything that both say.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let whole = self.size.is_none() && self.pointer.is_none();
        whole && self.entries.iter().all(|entry| entry.agrees(self.partial))
    }
}

/// Holds a listing against a layout.
#[must_use]
pub fn compare(listing: &Listing, layout: &Layout, types: &Types) -> Comparison {
    let mut work = Work {
        listing,
        layout,
        types,
        arch: layout.arch(),
        taken: vec![false; listing.members.len()],
        entries: Vec::new(),
        inside: Vec::new(),
    };
    for member in layout.members() {
        work.member(member);
    }
    work.rest();
    work.nested();
    let ours = layout.arch().pointer();
    let pointer = listing.pointer.filter(|listed| *listed != ours);
    let size = listing.size.or_else(|| work.deduced_size());
    let size = size.filter(|size| *size != layout.size);
    let name = listing.name.as_ref();
    Comparison {
        structure: layout.structure.clone(),
        point: layout.point,
        other_name: name
            .filter(|name| !layout.structure.matches(name.as_str()))
            .cloned(),
        size: size.map(|size| (size, layout.size)),
        pointer: pointer.map(|pointer| (pointer, ours)),
        partial: listing.partial,
        entries: work.entries,
    }
}

/// The points of a structure whose layouts the listing agrees with.
#[must_use]
pub fn fits(listing: &Listing, structure: &Structure, types: &Types) -> Vec<Point> {
    let layouts = structure.layouts.iter().chain(&structure.builds);
    layouts
        .filter(|layout| compare(listing, layout, types).agrees())
        .map(|layout| layout.point)
        .collect()
}

/// Members that are unfolded in the listing, and the type of ours that they are held against.
struct Inside<'a> {
    path: MemberPath,
    listed: &'a [Listed],
    ty: TypeName,
    depth: usize,
}

struct Work<'a> {
    listing: &'a Listing,
    layout: &'a Layout,
    types: &'a Types,
    arch: Arch,
    /// Which of the listing's members were found in ours.
    taken: Vec<bool>,
    entries: Vec<Entry>,
    inside: Vec<Inside<'a>>,
}

impl<'a> Work<'a> {
    /// The first of the listing's members that is not taken yet and is so.
    fn find(&self, is: impl Fn(&Listed) -> bool) -> Option<usize> {
        let mut members = self.listing.members.iter().zip(&self.taken);
        members.position(|(listed, taken)| !taken && is(listed))
    }

    fn member(&mut self, member: &'a Member) {
        let path = MemberPath::default().member(member.label());
        let known = known(member);
        let found = self.counterpart(member, known);
        let mut entry = Entry {
            path: path.clone(),
            row: Some(member.row.clone()),
            line: None,
            differences: Vec::new(),
        };
        match found.and_then(|at| Some((at, self.listing.members.get(at)?))) {
            None => entry.differences.push(Difference::NotListed),
            Some((at, listed)) => {
                if let Some(taken) = self.taken.get_mut(at) {
                    *taken = true;
                }
                entry.line = Some(listed.line);
                entry.differences = self.differences(listed, member.offset, &member.ty, None);
                let same = member
                    .name
                    .as_deref()
                    .is_some_and(|name| same_name(name, listed));
                if !same && !is_placeholder(&listed.name) {
                    entry.differences.push(Difference::Renamed {
                        listed: listed.name.clone(),
                        ours: known,
                    });
                }
                self.unfolded(listed, &member.ty, &path, 0);
            }
        }
        self.entries.push(entry);
        match &member.bits {
            Bits::Known(fields) => {
                for field in fields {
                    self.bit(member, &field.row, &field.name, field.range);
                }
            }
            Bits::NotStated => self.take_bits(member),
            Bits::None => {}
        }
    }

    /// The listing's member that is this one of ours.
    fn counterpart(&self, member: &Member, known: Known) -> Option<usize> {
        let plain = |listed: &Listed| listed.bits.is_none();
        let here = |listed: &Listed| listed.offset == member.offset;
        if let Some(name) = member.name.as_deref() {
            let named = |listed: &Listed| plain(listed) && same_name(name, listed);
            let found = self.find(|listed| named(listed) && here(listed));
            if let Some(at) = found.or_else(|| self.find(named)) {
                return Some(at);
            }
        }
        // A member that became a bit field there.
        let bit = member
            .name
            .as_deref()
            .and_then(|name| self.find(|listed| same_name(name, listed)));
        if bit.is_some() {
            return bit;
        }
        // By its place: one whose name is none of ours.
        let ours = |listed: &Listed| {
            let mut names = self
                .layout
                .members()
                .filter_map(|member| member.name.as_deref());
            names.any(|name| same_name(name, listed))
        };
        self.find(|listed| {
            let alike = |ty| self.same_type(&member.ty, ty);
            let free = plain(listed) && here(listed) && !ours(listed);
            free && (known != Known::Surely || listed.ty.as_ref().is_some_and(alike))
        })
    }

    fn bit(&mut self, member: &Member, row: &RowId, name: &str, range: BitRange) {
        let found = self.find(|listed| same_name(name, listed));
        let mut entry = Entry {
            path: MemberPath::default().member(name),
            row: Some(row.clone()),
            line: None,
            differences: Vec::new(),
        };
        match found.and_then(|at| Some((at, self.listing.members.get(at)?))) {
            None => entry.differences.push(Difference::NotListed),
            Some((at, listed)) => {
                if let Some(taken) = self.taken.get_mut(at) {
                    *taken = true;
                }
                entry.line = Some(listed.line);
                entry.differences = bit_differences(listed, member.offset, range);
            }
        }
        self.entries.push(entry);
    }

    /// Bits that the listing has where our source only says that there are some.
    fn take_bits(&mut self, member: &Member) {
        let inside = member.offset..member.end();
        for (listed, taken) in self.listing.members.iter().zip(&mut self.taken) {
            *taken |= listed.bits.is_some() && inside.contains(&listed.offset);
        }
    }

    /// In what a listed member differs from one of ours.
    fn differences(
        &self,
        listed: &Listed,
        ours: ByteOffset,
        ty: &CType,
        bits: Option<BitRange>,
    ) -> Vec<Difference> {
        if let Some(range) = bits {
            return bit_differences(listed, ours, range);
        }
        let mut differences = Vec::new();
        if listed.offset != ours {
            differences.push(Difference::Moved {
                listed: listed.offset,
                ours,
            });
        }
        if listed.bits.is_some() {
            differences.push(Difference::Bits {
                listed: listed.bits,
                ours: None,
            });
        }
        if let Some(other) = listed
            .ty
            .as_ref()
            .filter(|other| !self.same_type(ty, other))
        {
            differences.push(Difference::Retyped {
                listed: type_name(other, self.arch),
                ours: type_name(ty, self.arch),
            });
        }
        differences
    }

    fn same_type(&self, ours: &CType, listed: &CType) -> bool {
        let spelled = |ty| type_name(ty, self.arch);
        equivalent(ours, listed) || spelled(ours).eq_ignore_ascii_case(&spelled(listed))
    }

    /// Remembers what the listing unfolds, to be held against the type of ours.
    fn unfolded(&mut self, listed: &'a Listed, ty: &CType, path: &MemberPath, depth: usize) {
        // What a pointer points to is another matter; of an array, what is unfolded is an element.
        let elements = matches!(ty, CType::Array(..) | CType::AnySizeArray(_));
        let Some(name) = ty.by_value() else { return };
        let mut push = |listed: &'a [Listed], path: MemberPath| {
            if !listed.is_empty() && depth < NESTING_LIMIT {
                let ty = name.clone();
                self.inside.push(Inside {
                    path,
                    listed,
                    ty,
                    depth,
                });
            }
        };
        let (indexed, plain): (Vec<&Listed>, Vec<&Listed>) = listed
            .members
            .iter()
            .partition(|member| member.name.starts_with('['));
        if indexed.is_empty() {
            let path = if elements {
                path.index(0)
            } else {
                path.clone()
            };
            return push(&listed.members, path);
        }
        if plain.is_empty() {
            for (index, element) in (0_u32..).zip(indexed) {
                push(&element.members, path.index(index));
            }
        }
    }

    /// What the listing unfolds, level by level. Only what differs has an entry.
    fn nested(&mut self) {
        while let Some(inside) = self.inside.pop() {
            let Inside {
                path,
                listed,
                ty,
                depth,
            } = inside;
            let Some(layout) = self.types.layout(&ty, self.layout.release, self.arch) else {
                continue;
            };
            let mut taken = vec![false; listed.len()];
            for member in &layout.members {
                let name = &member.declaration.name;
                let at = listed
                    .iter()
                    .zip(&taken)
                    .position(|(listed, taken)| !taken && same_name(name, listed));
                let path = path.member(name);
                let (line, differences) = match at.and_then(|at| Some((at, listed.get(at)?))) {
                    None => (None, vec![Difference::NotListed]),
                    Some((at, listed)) => {
                        if let Some(taken) = taken.get_mut(at) {
                            *taken = true;
                        }
                        let ty = &member.declaration.ty;
                        self.unfolded(listed, ty, &path, depth + 1);
                        (
                            Some(listed.line),
                            self.differences(listed, member.offset, ty, member.bits),
                        )
                    }
                };
                self.differing(path, line, differences);
            }
            let found: Vec<ByteOffset> = listed
                .iter()
                .zip(&taken)
                .filter(|(_, taken)| **taken)
                .map(|(listed, _)| listed.offset)
                .collect();
            for (listed, _) in listed.iter().zip(taken).filter(|(_, taken)| !taken) {
                let shared = found.contains(&listed.offset);
                let difference = only_listed(listed, shared);
                self.differing(
                    path.member(&listed.name),
                    Some(listed.line),
                    vec![difference],
                );
            }
        }
    }

    fn differing(&mut self, path: MemberPath, line: Option<usize>, differences: Vec<Difference>) {
        if !differences.is_empty() {
            self.entries.push(Entry {
                path,
                row: None,
                line,
                differences,
            });
        }
    }

    /// The members that are only listed.
    fn rest(&mut self) {
        let agreeing: Vec<(ByteOffset, ByteOffset)> = self
            .layout
            .members()
            .zip_agreeing(&self.entries)
            .map(|member| (member.offset, member.end()))
            .collect();
        for (listed, _) in self
            .listing
            .members
            .iter()
            .zip(&self.taken)
            .filter(|(_, taken)| !**taken)
        {
            let shared = listed.bits.is_none()
                && agreeing
                    .iter()
                    .any(|(start, end)| (*start..*end).contains(&listed.offset));
            self.entries.push(Entry {
                path: MemberPath::default().member(&listed.name),
                row: None,
                line: Some(listed.line),
                differences: vec![only_listed(listed, shared)],
            });
        }
    }

    /// The size that follows from the members that are listed; `None` where that of one of them is unknown.
    fn deduced_size(&self) -> Option<ByteSize> {
        if self.listing.partial {
            return None;
        }
        let mut end = ByteOffset::ZERO;
        let mut align = ByteSize::new(1);
        for listed in self
            .listing
            .members
            .iter()
            .filter(|listed| listed.bits.is_none())
        {
            let measure =
                self.types
                    .measure(listed.ty.as_ref()?, self.layout.release, self.arch)?;
            end = end.max(listed.offset.checked_add(measure.size)?);
            align = align.max(measure.align);
        }
        // Bits beyond the last integer tell less than they hide.
        let bits = self
            .listing
            .members
            .iter()
            .filter(|listed| listed.bits.is_some());
        let covered = bits.into_iter().all(|listed| listed.offset < end);
        (covered && end > ByteOffset::ZERO).then(|| ByteSize::new(end.align_up(align).get()))
    }
}

/// The members whose entry says that the listing agrees.
trait Agreeing<'a> {
    fn zip_agreeing(self, entries: &[Entry]) -> impl Iterator<Item = &'a Member>;
}

impl<'a, I: Iterator<Item = &'a Member>> Agreeing<'a> for I {
    fn zip_agreeing(self, entries: &[Entry]) -> impl Iterator<Item = &'a Member> {
        self.filter(|member| {
            let entry = entries
                .iter()
                .find(|entry| entry.row.as_ref() == Some(&member.row));
            entry.is_some_and(|entry| entry.agrees(false))
        })
    }
}

fn only_listed(listed: &Listed, shared: bool) -> Difference {
    Difference::OnlyListed {
        offset: listed.offset,
        text: listed.text.clone(),
        shared,
    }
}

/// In what a listed bit field differs from one of ours. Both may count from another byte of the same integer.
fn bit_differences(listed: &Listed, ours: ByteOffset, range: BitRange) -> Vec<Difference> {
    let first =
        |offset: ByteOffset, range: BitRange| u64::from(offset.get()) * 8 + u64::from(range.bit());
    match listed.bits {
        Some(bits)
            if (first(listed.offset, bits), bits.width())
                == (first(ours, range), range.width()) =>
        {
            Vec::new()
        }
        // Next to a value, `dt` does not say which bits they are.
        None if listed.text.starts_with("0y") && listed.offset == ours => Vec::new(),
        Some(_) if listed.offset != ours => vec![Difference::Moved {
            listed: listed.offset,
            ours,
        }],
        bits => vec![Difference::Bits {
            listed: bits,
            ours: Some(range),
        }],
    }
}

fn same_name(name: &str, listed: &Listed) -> bool {
    name.eq_ignore_ascii_case(&listed.name)
}

/// Whether a name stands for one that is not known: as we print it, or as people invent it.
fn is_placeholder(name: &str) -> bool {
    name.starts_with('<')
}

fn known(member: &Member) -> Known {
    match (&member.name, member.certainty) {
        (None, _) => Known::Not,
        (Some(_), Certainty::Inferred | Certainty::Unaccounted) => Known::Inferred,
        _ => Known::Surely,
    }
}
