//! What an expression comes to.

use super::{Expr, Ty};

/// What names mean where an expression stands.
pub(in crate::stated::c) trait Names<'t> {
    fn constant(&self, name: &str) -> Option<i64>;

    fn defined(&self, _name: &str) -> Option<bool> {
        None
    }

    fn size_of(&mut self, _ty: &Ty<'t>) -> Option<i64> {
        None
    }

    /// Where a member lies, and how large it is.
    fn member(&mut self, _ty: &Ty<'t>, _member: &str) -> Option<(i64, i64)> {
        None
    }
}

/// The value of an expression; `None` where it is not known. As deep as expressions are.
pub(in crate::stated::c) fn value<'t>(expr: &Expr<'t>, names: &mut impl Names<'t>) -> Option<i64> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(name) => names.constant(name),
        Expr::Defined(name) => names.defined(name).map(i64::from),
        Expr::SizeOf(ty) => names.size_of(ty),
        Expr::OffsetOf(ty, member) => Some(names.member(ty, member)?.0),
        Expr::Unary("sizeof", inner) => match &**inner {
            Expr::OffsetOf(ty, member) => Some(names.member(ty, member)?.1),
            _ => None,
        },
        Expr::Unary(sign, inner) => {
            let value = value(inner, names)?;
            match *sign {
                "-" => value.checked_neg(),
                "~" => Some(!value),
                "!" => Some((value == 0).into()),
                _ => Some(value),
            }
        }
        Expr::Binary(sign, left, right) => {
            let (left, right) = (value(left, names), value(right, names));
            binary(sign, left, right)
        }
        Expr::Choice(parts) => {
            let [condition, then, otherwise] = &**parts;
            match value(condition, names)? {
                0 => value(otherwise, names),
                _ => value(then, names),
            }
        }
    }
}

fn binary(sign: &str, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    let is = |value: Option<i64>, truth| value.is_some_and(|value| (value != 0) == truth);
    match sign {
        "&&" if is(left, false) || is(right, false) => return Some(0),
        "||" if is(left, true) || is(right, true) => return Some(1),
        _ => {}
    }
    let (left, right) = (left?, right?);
    let shift = || u32::try_from(right).ok();
    match sign {
        "&&" | "||" => Some((sign == "&&").into()),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => Some((left == right).into()),
        "!=" => Some((left != right).into()),
        "<" => Some((left < right).into()),
        ">" => Some((left > right).into()),
        "<=" => Some((left <= right).into()),
        ">=" => Some((left >= right).into()),
        "<<" => left.checked_shl(shift()?),
        ">>" => left.checked_shr(shift()?),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}
