//! Lays out one record member by member, and bit fields by their shared integers.

use super::typed::Typed;
use super::{LaidMember, LayoutBuilder, RecordLayout};
use crate::decode::listing::ListingMember;
use crate::stated::c::model::{Field, Item, OffsetComment, Record, Ty, Unparsed};
use crate::stated::limits::MEMBERS_LIMIT;
use crate::stated::names::is_anonymous_placeholder;
use crate::units::{BitRange, ByteOffset, ByteSize};

pub(super) struct RecordBuilder<'l, 'a, 't> {
    builder: &'l mut LayoutBuilder<'a, 't>,
    record: &'l Record<'t>,
    /// The packing: the highest alignment of members.
    pack: u32,
    /// The end of the last member; `None` if unknown.
    end: Option<u32>,
    /// The integer of the current bit fields.
    integer: Option<Integer>,
    /// Whether the size is unknown.
    is_vague: bool,
    layout: RecordLayout,
}

impl<'l, 'a, 't> RecordBuilder<'l, 'a, 't> {
    pub(super) fn new(builder: &'l mut LayoutBuilder<'a, 't>, record: &'l Record<'t>) -> Self {
        // Packing beyond a pointer's width has no effect.
        let pointer = builder.context.scope.arch.pointer().get();
        let pack = record.pack.filter(|pack| *pack <= pointer);
        Self {
            builder,
            record,
            pack: pack.unwrap_or(u32::MAX),
            end: Some(0),
            integer: None,
            is_vague: false,
            layout: RecordLayout {
                size: None,
                align: 1,
                required: record.align.unwrap_or(1),
                members: Vec::new(),
                until: None,
                stop: None,
                unplaced: 0,
                is_open: false,
                weight: 0,
            },
        }
    }

    pub(super) fn run(mut self) -> RecordLayout {
        let record = self.record;
        for item in &record.items {
            match item {
                Item::Unsupported(lost) => self.stop(lost.clone()),
                Item::Field(field) => {
                    if let Err(why) = self.field(field) {
                        let lost = self.unparsed(field, &why);
                        self.stop(lost);
                    }
                }
            }
        }
        let layout = &mut self.layout;
        layout.align = layout.align.max(layout.required);
        // A type with an explicit alignment is not packed by its container.
        if record.align.is_some() {
            layout.required = layout.align;
        }
        let whole = self.end.filter(|_| !self.is_vague);
        layout.size = whole.and_then(|end| end.max(1).checked_next_multiple_of(layout.align));
        let mut comment = layout.members.iter().filter_map(|member| member.comment);
        if comment.any(|comment| comment.is_authoritative) {
            layout.size = record.size_comment.map(|(size, _)| size).or(layout.size);
        }
        if whole == Some(0) && layout.is_open {
            layout.size = Some(0);
        }
        self.layout
    }

    /// Returns the problem with a member, or within an unnamed member.
    fn unparsed(&mut self, field: &Field<'t>, why: &str) -> Unparsed {
        let inner = match (field.name, &field.ty) {
            (None, Ty::Record(at)) => self.builder.record(*at),
            _ => None,
        };
        let name = field
            .name
            .map_or_else(String::new, |name| format!("`{name}`: "));
        inner
            .and_then(|inner| inner.stop.clone())
            .unwrap_or(Unparsed {
                line: field.line,
                why: format!("{name}{why}"),
            })
    }

    /// Stops the layout: after this, only comments state offsets.
    fn stop(&mut self, lost: Unparsed) {
        let end = self.end.filter(|_| !self.record.is_union);
        self.layout.until.get_or_insert(end.unwrap_or(0));
        self.layout.stop.get_or_insert(lost);
        self.layout.unplaced += 1;
        self.is_vague = true;
        self.integer = None;
        if !self.record.is_union {
            self.end = None;
        }
    }

    fn field(&mut self, field: &Field<'t>) -> Result<(), String> {
        if self.layout.members.len() >= MEMBERS_LIMIT {
            return Err(format!("it is beyond the limit of {MEMBERS_LIMIT} members"));
        }
        self.builder.line = field.line;
        let typed = match self.builder.typed(&field.ty) {
            Ok(typed) => typed,
            Err(why) => {
                self.place_of_unknown(field);
                return Err(why);
            }
        };
        match &field.width {
            Some(width) => {
                let width = self.builder.value(width);
                let width = width.and_then(|width| u32::try_from(width).ok());
                let width = width.ok_or("its number of bits is not known")?;
                self.bits(field, &typed, width)
            }
            None => self.plain(field, typed),
        }
    }

    /// Takes the offsets of a member of unknown type, and of its unnamed content, from comments.
    fn place_of_unknown(&mut self, field: &Field<'t>) {
        if let (None, Ty::Record(at)) = (field.name, &field.ty)
            && let Some(inner) = self.builder.record(*at)
        {
            for member in inner
                .members
                .iter()
                .filter(|member| member.listed.bits.is_none())
            {
                let Some(comment) = member.comment else {
                    continue;
                };
                let mut member = member.clone();
                member.listed.offset = ByteOffset::new(comment.offset);
                self.layout.members.push(member);
            }
        }
        if let (Some(comment), Some(name), None) =
            (field.offset_comment(), field.name, &field.width)
        {
            let offset = ByteOffset::new(comment.offset);
            self.push_member(field, ListingMember::new(field.line, name, offset));
        }
    }

    fn plain(&mut self, field: &Field<'t>, typed: Typed) -> Result<(), String> {
        self.integer = None;
        let align = typed.align.min(self.pack).max(typed.required);
        let align = align.max(field.align.unwrap_or(1)).max(1);
        let offset = self.offset(field, &typed, align)?;
        self.layout.align = self.layout.align.max(align);
        let required = typed.required.max(field.align.unwrap_or(1));
        self.layout.required = self.layout.required.max(required);
        self.layout.is_open = typed.is_open;
        self.extend_to(offset, typed.size)?;
        self.layout.weight += 1 + typed.weight;
        match (field.name, typed.layout) {
            (Some(name), layout) if layout.is_none() || !is_anonymous_placeholder(name) => {
                let text = typed.ty.as_ref().map(ToString::to_string);
                self.push_member(
                    field,
                    ListingMember {
                        size: Some(ByteSize::new(typed.size)).filter(|_| !typed.is_open),
                        text: text.unwrap_or_default(),
                        ty: typed.ty,
                        members: typed.inside,
                        ..ListingMember::new(field.line, name, ByteOffset::new(offset))
                    },
                );
            }
            (_, Some(inner)) => self.merge_anonymous(&inner, offset),
            (_, None) => {}
        }
        Ok(())
    }

    /// Returns the offset of a member: by alignment, or by a comment if the size before it is unknown.
    fn offset(&self, field: &Field<'t>, typed: &Typed, align: u32) -> Result<u32, String> {
        if let Some(comment) = field
            .offset_comment()
            .filter(|comment| comment.is_authoritative)
        {
            return Ok(comment.offset);
        }
        if self.record.is_union {
            return Ok(0);
        }
        let by_comment = || match (field.offset_comment(), &typed.layout) {
            (Some(comment), _) => Some(comment.offset),
            // The comment of its first member applies to an anonymous union.
            (None, Some(inner)) => {
                let first = inner.members.first()?;
                first.comment?.offset.checked_sub(first.listed.offset.get())
            }
            (None, None) => None,
        };
        match self.end {
            Some(end) => end
                .checked_next_multiple_of(align)
                .ok_or_else(|| BEYOND.to_owned()),
            None => by_comment().ok_or_else(|| BEHIND_UNKNOWN.to_owned()),
        }
    }

    /// Extends the record to the end of a member.
    fn extend_to(&mut self, offset: u32, size: u32) -> Result<(), String> {
        let end = offset.checked_add(size).ok_or("it extends beyond 4 GiB")?;
        self.end = match self.record.is_union {
            true => Some(end.max(self.end.unwrap_or(0))),
            false => Some(end),
        };
        Ok(())
    }

    /// Adds the members of an anonymous union or structure to the enclosing record.
    fn merge_anonymous(&mut self, inner: &RecordLayout, base: u32) {
        for member in &inner.members {
            if self.layout.members.len() >= MEMBERS_LIMIT {
                break;
            }
            let mut member = member.clone();
            // An authoritative comment counts from the outermost structure.
            if member
                .comment
                .is_none_or(|comment| !comment.is_authoritative)
            {
                let offset = member.listed.offset.get().saturating_add(base);
                member.listed.offset = ByteOffset::new(offset);
            }
            self.layout.members.push(member);
        }
        if let Some(until) = inner.until {
            let until = until.saturating_add(base);
            self.layout.until = Some(self.layout.until.map_or(until, |it| it.min(until)));
        }
        if self.layout.stop.is_none() {
            self.layout.stop.clone_from(&inner.stop);
        }
        self.layout.unplaced += inner.unplaced;
    }

    fn bits(&mut self, field: &Field<'t>, typed: &Typed, width: u32) -> Result<(), String> {
        let align = typed.align.min(self.pack).max(1);
        if !matches!(typed.size, 1 | 2 | 4 | 8) {
            return Err("its type does not allow bit fields".to_owned());
        }
        if width > typed.size * 8 {
            return Err(format!(
                "it has {width} bits, and its type has {}",
                typed.size * 8
            ));
        }
        if self.end.is_none() && field.offset_comment().is_none() && self.integer.is_none() {
            return Err(BEHIND_UNKNOWN.to_owned());
        }
        let place = self.place_bits(typed.size, align, width, field.offset_comment())?;
        let (Some((offset, bit)), Some(name)) = (place, field.name) else {
            return Ok(());
        };
        let range = u8::try_from(bit).ok().zip(u8::try_from(width).ok());
        self.push_member(
            field,
            ListingMember {
                bits: range.and_then(|(bit, width)| BitRange::new(bit, width)),
                size: Some(ByteSize::new(typed.size)),
                text: format!(": {width}"),
                ..ListingMember::new(field.line, name, ByteOffset::new(offset))
            },
        );
        Ok(())
    }

    /// Places a bit field; returns the offset of its integer and its first bit, `None` for a width of 0.
    fn place_bits(
        &mut self,
        size: u32,
        align: u32,
        width: u32,
        comment: Option<OffsetComment>,
    ) -> Result<Option<(u32, u32)>, String> {
        let first = comment.and_then(|comment| comment.bit).map_or(0, u32::from);
        if let Some(comment) = comment.filter(|comment| comment.is_authoritative) {
            self.integer = None;
            self.end = comment.offset.checked_add(size);
            return Ok(Some((comment.offset, first)));
        }
        if width == 0 {
            return self.end_integer(size, align).map(|()| None);
        }
        let is_union = self.record.is_union;
        // A comment may start another integer only if nothing else determines it.
        let elsewhere = |integer: &Integer| {
            self.end.is_none() && comment.is_some_and(|comment| comment.offset != integer.offset)
        };
        let shared = self.integer.filter(|integer| {
            !is_union
                && integer.size == size
                && width <= size * 8 - integer.used
                && !elsewhere(integer)
        });
        if let Some(integer) = shared {
            self.integer = Some(Integer {
                used: integer.used + width,
                ..integer
            });
            return Ok(Some((integer.offset, integer.used)));
        }
        let offset = match (is_union, self.end, comment) {
            (true, ..) => 0,
            (_, Some(end), _) => end.checked_next_multiple_of(align).ok_or(BEYOND)?,
            (_, None, Some(comment)) => comment.offset,
            (_, None, None) => return Err(BEHIND_UNKNOWN.to_owned()),
        };
        // The type of a bit field does not affect the alignment of a union.
        if !is_union {
            self.layout.align = self.layout.align.max(align);
        }
        let first = if self.end.is_none() { first } else { 0 };
        if self.end.is_some() || is_union {
            self.extend_to(offset, size)?;
        }
        if first + width > size * 8 {
            return Err("its comment gives bits that its type does not have".to_owned());
        }
        self.integer = Some(Integer {
            offset,
            size,
            used: first + width,
        });
        Ok(Some((offset, first)))
    }

    /// Processes a bit field of width 0, which ends the current integer. It has no effect without one before.
    fn end_integer(&mut self, size: u32, align: u32) -> Result<(), String> {
        if self.integer.take().is_none() {
            return Ok(());
        }
        if self.record.is_union {
            return self.extend_to(0, size);
        }
        self.layout.align = self.layout.align.max(align);
        if let Some(end) = self.end {
            self.end = Some(end.checked_next_multiple_of(align).ok_or(BEYOND)?);
        }
        Ok(())
    }

    fn push_member(&mut self, field: &Field<'t>, listed: ListingMember) {
        let comment = field.offset_comment();
        self.layout.members.push(LaidMember { listed, comment });
    }
}

const BEHIND_UNKNOWN: &str = "the layout before it is not known";
const BEYOND: &str = "it is beyond 4 GiB";

/// The integer of consecutive bit fields.
#[derive(Clone, Copy, Debug)]
struct Integer {
    offset: u32,
    size: u32,
    used: u32,
}
