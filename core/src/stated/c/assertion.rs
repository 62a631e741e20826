//! What a header asserts of its own definitions: sizes and places.

use super::expr;
use super::lex::Kind;
use super::model::{Asserted, Expr, Ty};
use super::parse::Parser;
use super::reader::Reader;

/// What assertions are called that compilers check.
const ASSERTIONS: [&str; 6] = [
    "C_ASSERT",
    "static_assert",
    "_Static_assert",
    "STATIC_ASSERT",
    "CT_ASSERT",
    "COMPILE_TIME_ASSERT",
];

impl Parser<'_, '_> {
    /// Takes an assertion, if that word begins one.
    pub(super) fn asserts(&mut self, word: &str) -> bool {
        let line = self.reader.line();
        let ours = matches!(word, "STRATA_SIZE" | "STRATA_MEMBER");
        let is = ours || ASSERTIONS.contains(&word);
        if !is || self.reader.peek_at(1) != Some(Kind::Sign("(")) {
            return false;
        }
        self.reader.next();
        let inside = self.reader.take_brackets().unwrap_or_default();
        let mut inside = Reader::new(inside);
        let asserted = match ours {
            true => of_ours(&mut inside, line),
            false => expr::expression(&mut inside)
                .and_then(|expr| of_equation(expr, line))
                .into_iter()
                .collect(),
        };
        let behind = self.unit.records.len();
        let asserted = asserted.into_iter();
        let asserted = asserted.map(|asserted| Asserted { behind, ..asserted });
        self.unit.asserted.extend(asserted);
        self.reader.take(";");
        true
    }
}

/// `STRATA_SIZE(type, size)`, `STRATA_MEMBER(type, member, offset, size)`
fn of_ours<'t>(reader: &mut Reader<'_, 't>, line: usize) -> Vec<Asserted<'t>> {
    let mut read = || {
        let of = reader.take_word()?;
        reader.take(",");
        let member = reader.take_word();
        if member.is_some() {
            reader.take(",");
        }
        let first = expr::expression(reader)?;
        let asserted = |member, is_size, value| Asserted {
            line,
            of: Ty::Name(of),
            member,
            is_size,
            value,
            behind: 0,
        };
        let Some(member) = member else {
            return Some(vec![asserted(None, true, first)]);
        };
        reader.take(",");
        let size = expr::expression(reader)?;
        Some(vec![
            asserted(Some(member), false, first),
            asserted(Some(member), true, size),
        ])
    };
    read().unwrap_or_default()
}

/// `sizeof(X) == 0x10`, `offsetof(X, y) == 8`, whichever way round.
fn of_equation(expr: Expr<'_>, line: usize) -> Option<Asserted<'_>> {
    let Expr::Binary("==", left, right) = expr else {
        return None;
    };
    let asked = |expr: &Expr<'_>| {
        matches!(
            expr,
            Expr::SizeOf(_) | Expr::OffsetOf(..) | Expr::Unary("sizeof", _)
        )
    };
    let (what, value) = match asked(&left) {
        true => (*left, *right),
        false => (*right, *left),
    };
    let asserted = |of, member, is_size, value| Asserted {
        line,
        of,
        member,
        is_size,
        value,
        behind: 0,
    };
    match what {
        Expr::SizeOf(of) => Some(asserted(of, None, true, value)),
        Expr::OffsetOf(of, member) => Some(asserted(of, Some(member), false, value)),
        Expr::Unary("sizeof", inner) => match *inner {
            Expr::OffsetOf(of, member) => Some(asserted(of, Some(member), true, value)),
            _ => None,
        },
        _ => None,
    }
}
