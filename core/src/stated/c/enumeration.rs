//! Enumerations: named values, each one more than the one before where it says no other.

use std::collections::BTreeMap;

use super::expr::{self, Names};
use super::lex::Kind;
use super::model::{Enum, EnumConstant, Expr, Lost, Tagged, Ty};
use super::parse::Parser;
use super::specifier::Attributes;
use super::words::builtin;
use crate::stated::limits::DEFINITIONS_LIMIT;

impl<'t> Parser<'_, 't> {
    /// An enumeration from its first word on.
    pub(super) fn enumeration(&mut self) -> Result<Ty<'t>, Lost> {
        let (line, start) = (self.reader.line(), self.start_of_declaration());
        self.reader.next();
        let mut attributes = Attributes::default();
        attributes.take_all(&mut self.reader);
        if matches!(self.reader.word(), Some("class" | "struct")) {
            self.reader.next();
        }
        attributes.take_all(&mut self.reader);
        let tag = self.reader.take_word();
        let of = match self.reader.is(":") && !self.is_bits() {
            true => self.integer(&mut attributes),
            false => None,
        };
        if !self.reader.is("{") {
            return tag
                .map(Ty::Tag)
                .ok_or_else(|| self.lost("an enumeration has neither a name nor values"));
        }
        let mut one = Enum {
            names: tag.into_iter().collect(),
            line,
            start,
            of,
            values: Vec::new(),
            lost: None,
        };
        self.reader.next();
        self.values(&mut one);
        attributes.take_all(&mut self.reader);
        let at = self.unit.enums.len();
        if at >= DEFINITIONS_LIMIT {
            return Err(self.lost("there are too many enumerations before it"));
        }
        self.unit.enums.push(one);
        if let Some(tag) = tag {
            self.unit
                .tags
                .entry(tag)
                .or_default()
                .push(Tagged::Enum(at));
        }
        Ok(Ty::Enum(at))
    }

    /// `: unsigned char` behind the name of an enumeration.
    fn integer(&mut self, attributes: &mut Attributes<'t>) -> Option<Ty<'t>> {
        self.reader.next();
        attributes.take_all(&mut self.reader);
        let built_in = builtin(&mut self.reader, attributes);
        built_in.or_else(|| self.reader.take_word().map(Ty::Name))
    }

    fn values(&mut self, one: &mut Enum<'t>) {
        let mut next = Some(0_i64);
        while !self.reader.is_over() && !self.reader.take("}") {
            let line = self.reader.line();
            let start = self.reader.at();
            let Some(name) = self.reader.take_word() else {
                if matches!(self.reader.peek(), Some(Kind::Unsettled(_))) {
                    one.lost =
                        Some(self.lost("a condition that nobody tells decides what follows"));
                    next = None;
                }
                self.reader.skip_brackets();
                continue;
            };
            Attributes::default().take_all(&mut self.reader);
            if self.reader.take("=") {
                let value = expr::expression(&mut self.reader);
                next = value.and_then(|value| self.constant(&value));
            }
            let ends = self.reader.is(",") || self.reader.is("}");
            if !ends {
                next = None;
                while !self.reader.is_over() && !self.reader.is(",") && !self.reader.is("}") {
                    self.reader.skip_brackets();
                }
            }
            if next.is_none() && one.lost.is_none() {
                let text = self.reader.shown_from(start);
                one.lost = Some(Lost {
                    line,
                    why: format!("the value of `{text}` is not understood"),
                });
            }
            one.values.push(EnumConstant {
                line,
                name,
                value: next,
            });
            if let Some(value) = next {
                self.unit.constants.insert(name, value);
            }
            next = next.and_then(|value| value.checked_add(1));
            self.reader.take(",");
        }
    }

    fn constant(&self, expr: &Expr<'t>) -> Option<i64> {
        let mut known = Known(&self.unit.constants);
        expr::value(expr, &mut known)
    }
}

/// The enumerators so far.
struct Known<'c, 't>(&'c BTreeMap<&'t str, i64>);

impl<'t> Names<'t> for Known<'_, 't> {
    fn constant(&self, name: &str) -> Option<i64> {
        self.0.get(name).copied()
    }
}
