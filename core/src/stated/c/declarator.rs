//! What stands around a name in a declaration: pointers, bounds of arrays, arguments of functions.

use super::expr;
use super::lex::Kind;
use super::model::{Expr, Ty};
use super::reader::Reader;
use super::specifier::{Attributes, stars};
use crate::stated::limits::NESTING_LIMIT;

/// A name, and what type it has.
#[derive(Debug)]
pub(super) struct Declared<'t> {
    pub(super) name: Option<&'t str>,
    pub(super) ty: Ty<'t>,
    /// To the multiples of how many bytes it is aligned at least, where that is said.
    pub(super) align: Option<u32>,
}

/// The name that is declared here with a type that stands before it; `None` where it is not understood.
pub(super) fn declarator<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>) -> Option<Declared<'t>> {
    nested(reader, ty, 0)
}

/// As deep as brackets are within one another, which has a limit.
fn nested<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>, depth: usize) -> Option<Declared<'t>> {
    if depth >= NESTING_LIMIT {
        return None;
    }
    let mut attributes = Attributes::default();
    let ty = stars(reader, ty)?;
    attributes.take_all(reader);
    if reader.is("(") && !is_arguments(reader) {
        let inside = reader.take_brackets()?;
        let ty = suffixes(reader, ty)?;
        attributes.take_all(reader);
        let mut inner = Reader::new(inside);
        let declared = nested(&mut inner, ty, depth + 1)?;
        return inner.is_over().then_some(Declared {
            align: declared.align.max(attributes.align),
            ..declared
        });
    }
    let name = reader.take_word();
    let ty = suffixes(reader, ty)?;
    attributes.take_all(reader);
    Some(Declared {
        name,
        ty,
        align: attributes.align,
    })
}

/// Whether a bracket that opens where a name may stand is that of a function without one.
fn is_arguments(reader: &Reader<'_, '_>) -> bool {
    match reader.peek_at(1) {
        Some(Kind::Sign("*" | "(" | "&")) => false,
        // A name in brackets of its own, or a way to call before a star.
        Some(Kind::Word(_)) => !matches!(
            reader.peek_at(2),
            Some(Kind::Sign("*" | ")" | "(") | Kind::Word(_))
        ),
        _ => true,
    }
}

/// Bounds and arguments behind a name.
fn suffixes<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>) -> Option<Ty<'t>> {
    let mut bounds: Vec<Option<Box<Expr<'t>>>> = Vec::new();
    loop {
        if reader.is("(") {
            reader.skip_brackets();
            return bounds.is_empty().then_some(Ty::Function);
        }
        // `[[` begins an attribute.
        if !reader.is("[") || reader.peek_at(1) == Some(Kind::Sign("[")) {
            break;
        }
        let inside = reader.take_brackets()?;
        let mut inner = Reader::new(inside);
        let bound = match inner.is_over() {
            true => None,
            false => Some(Box::new(expr::expression(&mut inner)?)),
        };
        bounds.push(bound.filter(|_| inner.is_over()));
        if !inner.is_over() || bounds.len() > NESTING_LIMIT {
            return None;
        }
    }
    let array = |element, bound| Ty::Array(Box::new(element), bound);
    Some(bounds.into_iter().rev().fold(ty, array))
}
