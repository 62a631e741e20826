//! The pattern language of ImHex as far as exports use it, restated from its documentation (docs.werwolv.net/pattern-language) and
//! its parser (WerWolv/PatternLanguage, lib/source/pl/core/parser.cpp): tokens, grammar, and what it reads from bytes.

#[path = "imhex/evaluated.rs"]
mod evaluated;
#[path = "imhex/tokens.rs"]
mod tokens;

use std::collections::BTreeMap;

use self::evaluated::Evaluated;
use self::tokens::{Token, tokens};
use strata_core::export::NESTING_LIMIT;

use crate::expected;
use crate::leaves::{self, in_one_dimension};
use crate::specimen::Case;

/// The built-in types that exports use, with their sizes.
const BUILT_IN: [(&str, u32); 11] = [
    ("u8", 1),
    ("u16", 2),
    ("u32", 4),
    ("u64", 8),
    ("s8", 1),
    ("s16", 2),
    ("s32", 4),
    ("s64", 8),
    ("char", 1),
    ("char16", 2),
    ("bool", 1),
];

/// Words that cannot be names.
const KEYWORDS: &str = "_ addressof as auto be bitfield break catch const continue double else enum false float fn for from \
    if import in is le match namespace null out padding parent ref return signed sizeof str struct this \
    true union using";

/// What it makes of a pattern over some bytes; or where it gives up.
fn read(pattern: &str, bytes: &[u8]) -> Result<Evaluated, String> {
    let mut parser = Parser {
        tokens: tokens(pattern)?,
        next: 0,
        types: BTreeMap::new(),
    };
    while !parser.is_placement() {
        parser.declaration()?;
    }
    let placed = parser.ty()?;
    parser.name()?;
    parser.expect("@")?;
    if parser.number()? != 0 {
        return Err("it is not placed at 0".to_owned());
    }
    parser.expect(";")?;
    match parser.next == parser.tokens.len() {
        true => Ok(evaluated::evaluated(&parser.types, &placed, bytes)),
        false => Err("there is more behind the placement".to_owned()),
    }
}

/// A type that the pattern declares.
enum Type {
    Struct(Vec<Member>),
    Union(Vec<Member>),
    /// Names, `None` for padding, and widths.
    Bitfield(Vec<(Option<String>, u32)>),
}

struct Member {
    /// `None` for padding.
    name: Option<String>,
    ty: Of,
    count: Option<u32>,
    inline: bool,
}

#[derive(Clone)]
enum Of {
    BuiltIn(u32),
    Declared(String),
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    types: BTreeMap<String, Type>,
}

impl Parser {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens
            .get(self.next + ahead)
            .map_or("", |token| token.text.as_str())
    }

    fn take(&mut self) -> Token {
        let token = self.tokens.get(self.next).cloned().unwrap_or_default();
        self.next += 1;
        token
    }

    fn expect(&mut self, expected: &str) -> Result<(), String> {
        match self.take() {
            token if token.text == expected && !token.string => Ok(()),
            token => Err(format!("`{}` where `{expected}` must be", token.text)),
        }
    }

    /// A placement begins with a type and a name; everything else with a keyword.
    fn is_placement(&self) -> bool {
        !matches!(self.peek(0), "struct" | "union" | "bitfield")
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.take();
        let text = token.text;
        let word = text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        let is_type = BUILT_IN.iter().any(|(name, _)| *name == text);
        match word && !token.string && !is_type && !KEYWORDS.split(' ').any(|it| it == text) {
            true => Ok(text),
            false => Err(format!("`{text}` where a name must be")),
        }
    }

    fn number(&mut self) -> Result<u32, String> {
        let text = self.take().text;
        let number = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        number.map_err(|_| format!("`{text}` is no number"))
    }

    fn declaration(&mut self) -> Result<(), String> {
        let kind = self.take().text;
        let name = self.name()?;
        self.expect("{")?;
        let ty = match kind.as_str() {
            "struct" => Type::Struct(self.members()?),
            "union" => Type::Union(self.members()?),
            _ => Type::Bitfield(self.bits()?),
        };
        self.expect("}")?;
        self.expect(";")?;
        match self.types.insert(name.clone(), ty) {
            None => Ok(()),
            Some(_) => Err(format!("{name} is declared twice")),
        }
    }

    fn members(&mut self) -> Result<Vec<Member>, String> {
        let mut members = Vec::new();
        while self.peek(0) != "}" {
            members.push(self.member()?);
        }
        Ok(members)
    }

    fn member(&mut self) -> Result<Member, String> {
        let padding = self.peek(0) == "padding";
        let (ty, name) = if padding {
            self.take();
            (Of::BuiltIn(1), None)
        } else {
            (self.ty()?, Some(self.name()?))
        };
        let mut count = None;
        if self.peek(0) == "[" && self.peek(1) != "[" {
            self.expect("[")?;
            count = Some(self.number()?);
            self.expect("]")?;
        }
        if padding && count.is_none() {
            return Err("padding without a size".to_owned());
        }
        let inline = self.attributes()?;
        self.expect(";")?;
        Ok(Member {
            name,
            ty,
            count,
            inline,
        })
    }

    fn bits(&mut self) -> Result<Vec<(Option<String>, u32)>, String> {
        let mut fields = Vec::new();
        while self.peek(0) != "}" {
            let name = match self.peek(0) {
                "padding" => {
                    self.take();
                    None
                }
                _ => Some(self.name()?),
            };
            self.expect(":")?;
            fields.push((name, self.number()?));
            self.attributes()?;
            self.expect(";")?;
        }
        Ok(fields)
    }

    /// Whether the members are shown in the place of what holds them.
    fn attributes(&mut self) -> Result<bool, String> {
        let mut inline = false;
        while self.peek(0) == "[" {
            self.expect("[")?;
            self.expect("[")?;
            match self.take().text.as_str() {
                "inline" => inline = true,
                "comment" => {
                    self.expect("(")?;
                    if !self.take().string {
                        return Err("a comment that is no string".to_owned());
                    }
                    self.expect(")")?;
                }
                other => return Err(format!("`{other}` is no attribute")),
            }
            self.expect("]")?;
            self.expect("]")?;
        }
        Ok(inline)
    }

    fn ty(&mut self) -> Result<Of, String> {
        let name = self.take().text;
        if let Some((_, size)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Ok(Of::BuiltIn(*size));
        }
        match self.types.contains_key(&name) {
            true => Ok(Of::Declared(name)),
            false => Err(format!("type `{name}` has not been declared")),
        }
    }
}

/// What is wrong in patterns by the rules of their language: types, places, and what is read from bytes.
pub(crate) fn wrong(cases: &[Case<'_>]) -> Vec<String> {
    let wrong = cases.iter().flat_map(|case| case.about(mistakes(case)));
    wrong.collect()
}

fn mistakes(case: &Case<'_>) -> Vec<String> {
    let found = match read(&case.text, &case.blob()) {
        Ok(found) => found,
        Err(refusal) => return vec![refusal],
    };
    let mut wrong = expected::differences("the pattern", &case.records(), &found.records);
    if case.depth == NESTING_LIMIT {
        let leaves = in_one_dimension(&case.leaves());
        wrong.extend(leaves::differences("the pattern", &leaves, found.leaves));
    }
    wrong
}

#[test]
fn what_is_not_in_the_language_is_refused() {
    let refused = [
        "struct X { union { u8 A; u16 B; }; };",
        "struct X { u8 A[2][2]; };",
        "struct X { u8 parent; };",
        "struct X { unsigned char A; };",
        "struct X { Y A; };",
        "bitfield X { : 3; };",
        "struct X { u8 A [[comment(\"B\")]] };",
    ];
    for declaration in refused {
        let pattern = format!("#pragma endian little\n{declaration}\nX structure @ 0x00;");
        assert!(read(&pattern, &[0; 8]).is_err(), "{pattern}");
    }
}
