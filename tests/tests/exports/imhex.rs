//! The pattern language of ImHex as far as exports use it, implemented from its documentation
//! (docs.werwolv.net/pattern-language) and its parser (WerWolv/PatternLanguage, lib/source/pl/core/parser.cpp): tokens,
//! grammar, and evaluation over bytes.

use std::collections::{BTreeMap, BTreeSet};

use strata_core::export::NESTING_LIMIT;

use crate::expected::{self, Extent, Place, Record, Records, invented};
use crate::leaves::{self, Leaf, Path, Step, in_one_dimension};
use crate::specimen::Case;
use crate::tokens::Tokens;

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

const MARKS: &str = "[]{}();:@\"";

/// Evaluates a pattern over bytes; an error where it cannot.
fn read(pattern: &str, bytes: &[u8]) -> Result<Evaluated, String> {
    let mut parser = Parser {
        tokens: Tokens::read(pattern, MARKS, Some("#pragma endian little"))?,
        types: BTreeMap::new(),
    };
    while !parser.is_placement() {
        parser.declaration()?;
    }
    let placed = parser.ty()?;
    parser.name()?;
    parser.tokens.expect("@")?;
    if parser.number()? != 0 {
        return Err("it is not placed at 0".to_owned());
    }
    parser.tokens.expect(";")?;
    match parser.tokens.is_at_end() {
        true => Ok(evaluated(&parser.types, &placed, bytes)),
        false => Err("there is more behind the placement".to_owned()),
    }
}

/// A type that the pattern declares.
enum Type {
    Struct(Vec<Member>),
    Union(Vec<Member>),
    /// Names (`None` for padding) and widths.
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
    tokens: Tokens,
    types: BTreeMap<String, Type>,
}

impl Parser {
    /// A placement begins with a type and a name; everything else begins with a keyword.
    fn is_placement(&self) -> bool {
        !matches!(self.tokens.peek(0), "struct" | "union" | "bitfield")
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.tokens.take();
        let text = token.text;
        let word = text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        let is_type = BUILT_IN.iter().any(|(name, _)| *name == text);
        match word && !token.string && !is_type && !KEYWORDS.split(' ').any(|it| it == text) {
            true => Ok(text),
            false => Err(format!("`{text}` where a name must be")),
        }
    }

    fn number(&mut self) -> Result<u32, String> {
        let text = self.tokens.take().text;
        let number = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        number.map_err(|_| format!("`{text}` is no number"))
    }

    fn declaration(&mut self) -> Result<(), String> {
        let kind = self.tokens.take().text;
        let name = self.name()?;
        self.tokens.expect("{")?;
        let ty = match kind.as_str() {
            "struct" => Type::Struct(self.members()?),
            "union" => Type::Union(self.members()?),
            _ => Type::Bitfield(self.bits()?),
        };
        self.tokens.expect("}")?;
        self.tokens.expect(";")?;
        match self.types.insert(name.clone(), ty) {
            None => Ok(()),
            Some(_) => Err(format!("{name} is declared twice")),
        }
    }

    fn members(&mut self) -> Result<Vec<Member>, String> {
        let mut members = Vec::new();
        while self.tokens.peek(0) != "}" {
            members.push(self.member()?);
        }
        Ok(members)
    }

    fn member(&mut self) -> Result<Member, String> {
        let padding = self.tokens.peek(0) == "padding";
        let (ty, name) = if padding {
            self.tokens.take();
            (Of::BuiltIn(1), None)
        } else {
            (self.ty()?, Some(self.name()?))
        };
        let mut count = None;
        if self.tokens.peek(0) == "[" && self.tokens.peek(1) != "[" {
            self.tokens.expect("[")?;
            count = Some(self.number()?);
            self.tokens.expect("]")?;
        }
        if padding && count.is_none() {
            return Err("padding without a size".to_owned());
        }
        let inline = self.attributes()?;
        self.tokens.expect(";")?;
        Ok(Member {
            name,
            ty,
            count,
            inline,
        })
    }

    fn bits(&mut self) -> Result<Vec<(Option<String>, u32)>, String> {
        let mut fields = Vec::new();
        while self.tokens.peek(0) != "}" {
            let name = match self.tokens.peek(0) {
                "padding" => {
                    self.tokens.take();
                    None
                }
                _ => Some(self.name()?),
            };
            self.tokens.expect(":")?;
            fields.push((name, self.number()?));
            self.attributes()?;
            self.tokens.expect(";")?;
        }
        Ok(fields)
    }

    /// Whether the attributes inline the members into their parent.
    fn attributes(&mut self) -> Result<bool, String> {
        let mut inline = false;
        while self.tokens.peek(0) == "[" {
            self.tokens.expect("[")?;
            self.tokens.expect("[")?;
            match self.tokens.take().text.as_str() {
                "inline" => inline = true,
                "comment" => {
                    self.tokens.expect("(")?;
                    if !self.tokens.take().string {
                        return Err("a comment that is no string".to_owned());
                    }
                    self.tokens.expect(")")?;
                }
                other => return Err(format!("`{other}` is no attribute")),
            }
            self.tokens.expect("]")?;
            self.tokens.expect("]")?;
        }
        Ok(inline)
    }

    fn ty(&mut self) -> Result<Of, String> {
        let name = self.tokens.take().text;
        if let Some((_, size)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Ok(Of::BuiltIn(*size));
        }
        match self.types.contains_key(&name) {
            true => Ok(Of::Declared(name)),
            false => Err(format!("type `{name}` has not been declared")),
        }
    }
}

/// The result of a pattern.
struct Evaluated {
    /// The types, without those that are inlined.
    records: Records,
    /// The numbers in the placed types.
    leaves: Vec<Leaf>,
}

fn evaluated(types: &BTreeMap<String, Type>, placed: &Of, bytes: &[u8]) -> Evaluated {
    let mut evaluator = Evaluator {
        types,
        bytes,
        leaves: Vec::new(),
    };
    evaluator.value(&Path::default(), placed, 0);
    let leaves = evaluator.leaves.clone();
    let inline = evaluator.inline();
    let shown = types.keys().filter(|name| !inline.contains(name));
    let record = |name: &String| {
        let mut members = BTreeSet::new();
        evaluator.places(name, 0, &mut members);
        let size = evaluator.size(&Of::Declared(name.clone()));
        (name.clone(), Record { size, members })
    };
    Evaluated {
        records: shown.map(record).collect(),
        leaves,
    }
}

struct Evaluator<'a> {
    types: &'a BTreeMap<String, Type>,
    bytes: &'a [u8],
    leaves: Vec<Leaf>,
}

impl<'a> Evaluator<'a> {
    fn inline(&self) -> BTreeSet<&'a String> {
        let members = self.types.values().flat_map(|ty| match ty {
            Type::Struct(members) | Type::Union(members) => members.as_slice(),
            Type::Bitfield(_) => &[],
        });
        let inline = members.filter(|member| member.inline);
        let name = |member: &'a Member| match &member.ty {
            Of::Declared(name) => Some(name),
            Of::BuiltIn(_) => None,
        };
        inline.filter_map(name).collect()
    }

    fn size(&self, ty: &Of) -> u32 {
        let name = match ty {
            Of::BuiltIn(size) => return *size,
            Of::Declared(name) => name,
        };
        match &self.types[name] {
            Type::Struct(members) => members.iter().map(|member| self.member_size(member)).sum(),
            Type::Union(members) => {
                let sizes = members.iter().map(|member| self.member_size(member));
                sizes.max().unwrap_or(0)
            }
            Type::Bitfield(fields) => fields.iter().map(|field| field.1).sum::<u32>().div_ceil(8),
        }
    }

    fn member_size(&self, member: &Member) -> u32 {
        self.size(&member.ty) * member.count.unwrap_or(1)
    }

    /// The members of a type with their offsets.
    fn members(&self, ty: &'a Type) -> Vec<(&'a Member, u32)> {
        let (members, step) = match ty {
            Type::Struct(members) => (members, 1),
            Type::Union(members) => (members, 0),
            Type::Bitfield(_) => return Vec::new(),
        };
        let mut at = 0;
        let place = |member: &'a Member| {
            let offset = at;
            at += step * self.member_size(member);
            (member, offset)
        };
        members.iter().map(place).collect()
    }

    fn places(&self, name: &str, at: u32, places: &mut BTreeSet<Place>) {
        let ty = &self.types[name];
        if let Type::Bitfield(fields) = ty {
            let mut bit = at * 8;
            for (name, width) in fields {
                places.extend(name.clone().map(|name| Place {
                    bit,
                    name,
                    extent: Extent::Bits(*width),
                }));
                bit += width;
            }
        }
        for (member, offset) in self.members(ty) {
            match (&member.name, &member.ty) {
                (_, Of::Declared(name)) if member.inline => self.places(name, at + offset, places),
                (Some(name), _) if !invented(name) => {
                    places.insert(Place {
                        bit: (at + offset) * 8,
                        name: name.clone(),
                        extent: Extent::Bytes(self.member_size(member)),
                    });
                }
                _ => {}
            }
        }
    }

    fn value(&mut self, path: &Path, ty: &Of, at: u32) {
        let name = match ty {
            Of::BuiltIn(size) => return self.push(path.clone(), at, *size, None),
            Of::Declared(name) => name,
        };
        let ty = &self.types[name];
        if let Type::Bitfield(fields) = ty {
            let size = self.size(&Of::Declared(name.clone()));
            let mut bit = 0;
            for (name, width) in fields {
                if let Some(name) = name {
                    self.push(path.member(name), at, size, Some((bit, *width)));
                }
                bit += width;
            }
        }
        for (member, offset) in self.members(ty) {
            let Some(name) = &member.name else {
                continue;
            };
            let within = match member.inline {
                true => path.clone(),
                false => path.member(name),
            };
            let size = self.size(&member.ty);
            match member.count {
                None => self.value(&within, &member.ty, at + offset),
                Some(count) => (0..count).for_each(|index| {
                    let at = at + offset + index * size;
                    self.value(&within.to(Step::Index(index)), &member.ty, at);
                }),
            }
        }
    }

    fn push(&mut self, path: Path, at: u32, size: u32, bits: Option<(u32, u32)>) {
        let bytes = &self.bytes[at as usize..(at + size) as usize];
        let number = bytes.iter().rev();
        let number = number.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let value = bits.map_or(number, |(bit, width)| {
            number >> bit & (u64::MAX >> (64 - width))
        });
        let narrow = |number: u32| u8::try_from(number).expect("it is in an integer");
        self.leaves.push(Leaf {
            path,
            offset: at,
            size,
            bits: bits.map(|(bit, width)| (narrow(bit), narrow(width))),
            value,
        });
    }
}

/// The errors in patterns: types, offsets, and values read from bytes.
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
