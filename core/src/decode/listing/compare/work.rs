//! The members of a listing, each held against its counterpart.

use super::nested::Inside;
use super::{Comparison, Difference, Entry, Known};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Scope};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::decode::listing::{Listed, Listing};
use crate::layout::{Bits, Layout, Member};
use crate::name::{MemberPath, RowId, TypeName};
use crate::point::Point;
use crate::render::dt::type_name;
use crate::spelling::equivalent;
use crate::units::{BitRange, ByteOffset, ByteSize};

pub(super) struct Work<'a> {
    pub(super) listing: &'a Listing,
    /// What it is held against, if that is a structure.
    layout: Option<&'a Layout>,
    pub(super) types: &'a Catalogue,
    pub(super) scope: Scope,
    /// Which of the listing's members were found in ours.
    pub(super) taken: Vec<bool>,
    pub(super) entries: Vec<Entry>,
    pub(super) inside: Vec<Inside<'a>>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        listing: &'a Listing,
        layout: Option<&'a Layout>,
        types: &'a Catalogue,
        scope: Scope,
    ) -> Self {
        Self {
            listing,
            layout,
            types,
            scope,
            taken: vec![false; listing.members.len()],
            entries: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// The members of the structure that it is held against.
    fn members(&self) -> impl Iterator<Item = &'a Member> + use<'a> {
        self.layout.into_iter().flat_map(Layout::members)
    }

    /// The first of the listing's members that is not taken yet and is so.
    fn find(&self, is: impl Fn(&Listed) -> bool) -> Option<usize> {
        let mut members = self.listing.members.iter().zip(&self.taken);
        members.position(|(listed, taken)| !taken && is(listed))
    }

    fn take(&mut self, at: usize) -> Option<&'a Listed> {
        *self.taken.get_mut(at)? = true;
        self.listing.members.get(at)
    }

    pub(super) fn member(&mut self, member: &'a Member) {
        let path = MemberPath::default().member(member.label());
        let known = known(member);
        let found = self.counterpart(member, known);
        let mut entry = Entry {
            path: path.clone(),
            row: Some(member.row.clone()),
            line: None,
            differences: Vec::new(),
        };
        match found.and_then(|at| self.take(at)) {
            // An integer without a name is listed by its bit fields.
            None if self.lists_bits_of(member) => {}
            None => entry.differences.push(Difference::NotListed),
            Some(listed) => {
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

    /// Whether bit fields of a member without a name are listed.
    fn lists_bits_of(&self, member: &Member) -> bool {
        let fields = member.bits.known().unwrap_or_default();
        let is_one = |listed: &Listed| {
            listed.bits.is_some() && fields.iter().any(|field| same_name(&field.name, listed))
        };
        member.name.is_none() && self.find(is_one).is_some()
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
            let mut names = self.members().filter_map(|member| member.name.as_deref());
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
        match found.and_then(|at| self.take(at)) {
            // An integer without a name is listed by its bit fields.
            None if self.lists_bits_of(member) => {}
            None => entry.differences.push(Difference::NotListed),
            Some(listed) => {
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
    pub(super) fn differences(
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
                listed: type_name(other, self.scope.arch),
                ours: type_name(ty, self.scope.arch),
            });
        }
        differences
    }

    fn same_type(&self, ours: &CType, listed: &CType) -> bool {
        same_type(ours, listed, self.scope.arch)
    }

    /// The members that are only listed.
    pub(super) fn rest(&mut self) {
        let agrees = |member: &&Member| {
            let mut entries = self.entries.iter();
            let entry = entries.find(|entry| entry.row.as_ref() == Some(&member.row));
            entry.is_some_and(|entry| entry.agrees(false))
        };
        let agreeing: Vec<(ByteOffset, ByteOffset)> = self
            .members()
            .filter(agrees)
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

    /// What came out, of a type of that name and size.
    pub(super) fn comparison(self, ours: &TypeName, point: Point, size: ByteSize) -> Comparison {
        let listing = self.listing;
        let name = listing.name.as_ref();
        let listed_size = listing.size.or_else(|| self.deduced_size());
        let pointer = point.arch.pointer();
        Comparison {
            structure: ours.clone(),
            point,
            other_name: name.filter(|name| !ours.matches(name.as_str())).cloned(),
            size: listed_size
                .filter(|listed| *listed != size)
                .map(|listed| (listed, size)),
            pointer: listing
                .pointer
                .filter(|listed| *listed != pointer)
                .map(|listed| (listed, pointer)),
            partial: listing.partial,
            entries: self.entries,
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
            let measure = self.types.measure(listed.ty.as_ref()?, self.scope)?;
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

/// Whether both are the same type, if not by the same name. Some formats must write one structure as an array of one.
pub(crate) fn same_type(ours: &CType, listed: &CType, arch: Arch) -> bool {
    let spelled = |ty: &CType| type_name(ty, arch);
    let same = |listed: &CType| {
        equivalent(ours, listed) || spelled(ours).eq_ignore_ascii_case(&spelled(listed))
    };
    match listed {
        CType::Array(one, 1) => same(listed) || same(one),
        listed => same(listed),
    }
}

pub(super) fn only_listed(listed: &Listed, shared: bool) -> Difference {
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

pub(crate) fn same_name(name: &str, listed: &Listed) -> bool {
    name.eq_ignore_ascii_case(&listed.name)
}

/// Whether a name stands for one that is not known: as we print it, or as people invent it.
fn is_placeholder(name: &str) -> bool {
    name.starts_with('<')
}

/// How sure the name of a member of ours is.
pub(crate) fn known(member: &Member) -> Known {
    match (&member.name, member.certainty) {
        (None, _) => Known::Not,
        (Some(_), Certainty::Inferred | Certainty::Unaccounted) => Known::Inferred,
        _ => Known::Surely,
    }
}
