//! Which comments stand beside what, and which of them count.

use super::lex::Kind;
use super::model::{Comment, Item};
use super::parse::Parser;
use super::reader::Reader;
use super::record::Open;
use super::said::{self, Beside};

impl<'t> Parser<'_, 't> {
    /// The comments that stand before a piece.
    fn comments_before(&self, piece: usize) -> &[Comment<'t>] {
        let start = self.comments.partition_point(|it| it.before < piece);
        let end = self.comments.partition_point(|it| it.before <= piece);
        self.comments.get(start..end).unwrap_or_default()
    }

    /// What comments before and behind a definition that begins there and ends here say of its size.
    pub(super) fn size_around(&mut self, start: usize) {
        let Some(Kind::Sign(";")) = self.reader.peek_before() else {
            return;
        };
        let (line, end) = (self.reader.line_before(), self.reader.at());
        let behind = self.comments_before(end).iter();
        let behind = behind
            .filter(|it| it.line == line)
            .find_map(said::size_behind);
        let before = self
            .comments_before(start)
            .iter()
            .rev()
            .find_map(said::size);
        if let Some(record) = self.unit.records.last_mut()
            && record.said.is_none()
            && record.start == start
        {
            record.said = behind.or(before);
        }
    }

    /// The size that a comment before one of these pieces gives.
    pub(super) fn size_said(&self, from: usize, to: usize) -> Option<(u32, usize)> {
        let start = self.comments.partition_point(|it| it.before < from);
        let end = self.comments.partition_point(|it| it.before <= to);
        let comments = self.comments.get(start..end).unwrap_or_default();
        comments.iter().find_map(said::size)
    }

    /// What comments say beside a declaration that begins there and whose semicolon was just taken.
    pub(super) fn beside(&self, start: usize, is_definition: bool) -> Beside {
        let end = self.reader.at();
        let line_of_end = self.reader.line_before();
        let (line_of_start, line_above) = self.reader.lines_at(start);
        // What stands behind the semicolon before is said of that, unless all is one line.
        let own = |it: &&Comment<'t>| {
            it.before > start || it.line != line_above || it.line == line_of_start
        };
        let last = if is_definition {
            start
        } else {
            end.saturating_sub(1)
        };
        let from = self.comments.partition_point(|it| it.before < start);
        let to = self.comments.partition_point(|it| it.before <= last);
        let before = self.comments.get(from..to).unwrap_or_default();
        let behind = self.comments_before(end).iter();
        Beside {
            before: before.iter().filter(own).rev().find_map(said::place),
            behind: behind
                .filter(|it| it.line == line_of_end)
                .find_map(said::place),
        }
    }
}

/// The items with what comments say of their places, where most of them are told one.
pub(super) fn with_places(open: Open<'_>) -> Vec<Item<'_>> {
    let told: Vec<Beside> = open
        .items
        .iter()
        .zip(&open.beside)
        .filter(|(item, _)| matches!(item, Item::Field(field) if field.name.is_some()))
        .map(|(_, beside)| *beside)
        .collect();
    let side = said::side(&told);
    let mut items = open.items;
    for (item, beside) in items.iter_mut().zip(open.beside) {
        if let (Item::Field(field), Some(side)) = (item, side) {
            field.said = beside.on(side);
        }
    }
    items
}

impl Reader<'_, '_> {
    /// The line of a piece, and that of the piece before it.
    fn lines_at(&self, piece: usize) -> (usize, usize) {
        let mut there = self.clone();
        there.back_to(piece);
        (there.line(), there.line_before())
    }
}
