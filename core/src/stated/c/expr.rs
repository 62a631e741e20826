//! Constant expressions: array bounds, widths, conditions, assertions.
//!
//! A value may be unknown; expressions that do not depend on it still have a value (`0 && X`).

use std::collections::BTreeMap;

use super::declaration::type_name;
use super::lex::{Kind, Reader};
use super::model::{Expr, SizeofOperand, Ty};
use crate::stated::limits::NESTING_LIMIT;

/// The most operators of one expression.
const OPERATORS_LIMIT: usize = 256;

/// Binary operators by precedence, the lowest first.
const BINARY: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

pub(super) const OFFSETS: [&str; 4] = [
    "offsetof",
    "FIELD_OFFSET",
    "UFIELD_OFFSET",
    "__builtin_offsetof",
];

/// Parses an expression; `None` if there is none, or it exceeds a limit.
pub(super) fn expression<'t>(reader: &mut Reader<'_, 't>) -> Option<Expr<'t>> {
    ExprParser {
        reader,
        depth: 0,
        operators: 0,
    }
    .choice()
}

struct ExprParser<'r, 'a, 't> {
    reader: &'r mut Reader<'a, 't>,
    depth: usize,
    operators: usize,
}

impl<'t> ExprParser<'_, '_, 't> {
    fn choice(&mut self) -> Option<Expr<'t>> {
        if self.depth >= NESTING_LIMIT {
            return None;
        }
        self.depth += 1;
        let mut value = self.binary(0)?;
        if self.reader.take("?") {
            let then = self.choice()?;
            if !self.reader.take(":") {
                return None;
            }
            value = Expr::Choice(Box::new([value, then, self.choice()?]));
        }
        self.depth -= 1;
        Some(value)
    }

    /// Recursion is bounded by the ten levels of precedence.
    fn binary(&mut self, level: usize) -> Option<Expr<'t>> {
        let Some(operators) = BINARY.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(Kind::Punct(sign)) = self.reader.peek()
            && operators.contains(&sign)
        {
            self.operators += 1;
            if self.operators > OPERATORS_LIMIT {
                return None;
            }
            self.reader.next();
            let right = self.binary(level + 1)?;
            left = Expr::Binary(sign, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr<'t>> {
        let mut signs = Vec::new();
        while let Some(Kind::Punct(sign @ ("-" | "+" | "~" | "!"))) = self.reader.peek() {
            self.reader.next();
            signs.push(sign);
            if signs.len() > NESTING_LIMIT {
                return None;
            }
        }
        let operand = self.operand()?;
        let wrap = |inner, sign| Expr::Unary(sign, Box::new(inner));
        Some(signs.into_iter().rev().fold(operand, wrap))
    }

    fn operand(&mut self) -> Option<Expr<'t>> {
        match self.reader.next()? {
            Kind::Number(text) => number(text).map(Expr::Number),
            Kind::Char(text) => character(text).map(Expr::Number),
            Kind::Punct("(") => self.in_brackets(),
            Kind::Word("sizeof" | "_Alignof") => self.size_of(),
            Kind::Word(word) if OFFSETS.contains(&word) => self.offset_of(),
            Kind::Word("defined") => {
                let bracket = self.reader.take("(");
                let name = self.reader.take_word()?;
                (!bracket || self.reader.take(")")).then_some(Expr::Defined(name))
            }
            Kind::Word("true" | "TRUE") => Some(Expr::Number(1)),
            Kind::Word("false" | "FALSE") => Some(Expr::Number(0)),
            // A name with arguments is a macro, which is not supported.
            Kind::Word(name) => (!self.reader.is("(")).then_some(Expr::Name(name)),
            _ => None,
        }
    }

    /// Parses an expression in brackets, or a cast, which does not change the value here.
    fn in_brackets(&mut self) -> Option<Expr<'t>> {
        let (start, depth) = (self.reader.at(), self.depth);
        let value = self.choice();
        self.depth = depth;
        if let Some(value) = value
            && self.reader.take(")")
        {
            let follows = matches!(self.reader.peek(), Some(Kind::Number(_) | Kind::Word(_)));
            let cast = matches!(value, Expr::Name(_)) && (follows || self.reader.is("("));
            if !cast {
                return Some(value);
            }
        } else {
            self.reader.back_to(start);
            type_name(self.reader)?;
            if !self.reader.take(")") {
                return None;
            }
        }
        self.depth += 1;
        let value = (self.depth < NESTING_LIMIT).then(|| self.unary()).flatten();
        self.depth -= 1;
        value
    }

    fn size_of(&mut self) -> Option<Expr<'t>> {
        if !self.reader.take("(") {
            return None;
        }
        // `sizeof(((type *)0)->member)`
        let of_member = self.reader.is("(");
        let extent = match of_member {
            true => self.member_of_zero()?,
            false => SizeofOperand {
                of: self.sized_type()?,
                member: None,
                is_size: true,
            },
        };
        self.reader.take(")").then_some(Expr::Extent(extent))
    }

    fn member_of_zero(&mut self) -> Option<SizeofOperand<'t>> {
        self.reader.take("(");
        self.reader.take("(");
        let Ty::Pointer(of, _) = type_name(self.reader)? else {
            return None;
        };
        let zero = self.reader.take(")") && self.reader.next().is_some();
        let arrow = zero && self.reader.take(")") && self.reader.take("->");
        Some(SizeofOperand {
            of: *of,
            member: Some(arrow.then(|| self.reader.take_word())??),
            is_size: true,
        })
    }

    /// Parses a type, or `ULONG[4]`.
    fn sized_type(&mut self) -> Option<Ty<'t>> {
        let ty = type_name(self.reader)?;
        if !self.reader.take("[") {
            return Some(ty);
        }
        let count = self.choice()?;
        let closed = self.reader.take("]");
        closed.then(|| Ty::Array(Box::new(ty), Some(Box::new(count))))
    }

    fn offset_of(&mut self) -> Option<Expr<'t>> {
        if !self.reader.take("(") {
            return None;
        }
        let extent = SizeofOperand {
            of: type_name(self.reader)?,
            member: Some(self.reader.take(",").then(|| self.reader.take_word())??),
            is_size: false,
        };
        self.reader.take(")").then_some(Expr::Extent(extent))
    }
}

/// Parses `16`, `0x10`, `020`, `0b10000`, with any suffix.
fn number(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| *c != '\'').collect();
    let lower = plain.to_ascii_lowercase();
    let (digits, radix) = if let Some(digits) = lower.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (digits, 2)
    } else if let Some(digits) = lower.strip_prefix('0') {
        (digits, 8)
    } else {
        (lower.as_str(), 10)
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
    let plain = [
        "", "u", "l", "ul", "lu", "ll", "ull", "llu", "i64", "ui64", "i32", "ui32",
    ];
    let value = match digits {
        // `0` itself, and `0u`.
        "" if radix == 8 => Some(0),
        digits => u64::from_str_radix(digits, radix).ok(),
    };
    value
        .filter(|_| plain.contains(&suffix))
        .map(u64::cast_signed)
}

/// Parses `'A'`, `'\0'`, `'ABCD'`; the first character is the highest byte.
fn character(text: &str) -> Option<i64> {
    match text {
        "\\0" => return Some(0),
        "\\n" => return Some(10),
        _ if text.contains('\\') || text.is_empty() || text.len() > 4 || !text.is_ascii() => {
            return None;
        }
        _ => {}
    }
    Some(
        text.bytes()
            .fold(0, |value, byte| value << 8 | i64::from(byte)),
    )
}

/// The values of names in an expression.
pub(super) trait Names<'t> {
    fn constant(&self, name: &str) -> Option<i64>;

    fn defined(&self, _name: &str) -> Option<bool> {
        None
    }

    fn extent(&mut self, _extent: &SizeofOperand<'t>) -> Option<i64> {
        None
    }
}

/// Names of constants only.
impl<'t> Names<'t> for BTreeMap<&str, i64> {
    fn constant(&self, name: &str) -> Option<i64> {
        self.get(name).copied()
    }
}

/// Evaluates an expression; `None` if its value is unknown. The recursion is bounded by the depth of expressions.
pub(super) fn value<'t>(expr: &Expr<'t>, names: &mut impl Names<'t>) -> Option<i64> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(name) => names.constant(name),
        Expr::Defined(name) => names.defined(name).map(i64::from),
        Expr::Extent(extent) => names.extent(extent),
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

#[cfg(test)]
mod tests {
    use super::super::lex::lex_body;
    use super::*;

    fn check(text: &str, expected: Option<i64>) {
        let tokens = lex_body(text, 1).unwrap();
        let mut reader = Reader::new(&tokens);
        let is = expression(&mut reader).filter(|_| reader.is_over());
        let is = is.and_then(|expr| value(&expr, &mut BTreeMap::from([("FOUR", 4)])));
        assert_eq!(is, expected, "{text}");
    }

    #[test]
    fn values() {
        check("1 + 2 * 3 - 4 / 2", Some(5));
        check("(1 + 2) * FOUR", Some(12));
        check("0x10u | 0b11 | 010", Some(0x1b));
        check("1ull << 40 >> 38", Some(4));
        check("-1 < 0 && !(2 == 3)", Some(1));
        check("FOUR ? 7 : UNKNOWN", Some(7));
        check("UNKNOWN && 0", Some(0));
        check("1 || UNKNOWN", Some(1));
        check("UNKNOWN || 0", None);
        check("'A'", Some(65));
        check("(ULONG)16", Some(16));
        check("(unsigned long)16 / FOUR", Some(4));
        check("~0 & 0xff", Some(0xff));
        check("10 / 0", None);
        check("0x7fffffffffffffff + 1", None);
        check("1 << 64", None);
        check("MACRO(1)", None);
        check("1 +", None);
        check("1.5", None);
        check(&"(".repeat(1000), None);
        check(&"-".repeat(1000), None);
        check(&"1+".repeat(1000), None);
        check("0", Some(0));
    }
}
