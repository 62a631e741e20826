//! WinDbg's SyntheticTypes as a reader of headers: its tokens, grammar and placement of members, implemented after
//! SynTypes.js of microsoft/WinDbg-Samples (and that of WDK 10.0.22621, which differs for pointers to structures: here
//! they are refused). The module is one that knows none of the structures.

use std::collections::{BTreeMap, BTreeSet};

use crate::clang::{self, Target};
use crate::expected::{Extent, Place, Record, Records, differences, invented};
use crate::specimen::Case;
use crate::tokens::Tokens;

/// The errors in headers for clang, which aligns 8-byte numbers to 8, and for SyntheticTypes, which aligns them to the
/// pointer size; both must give our layout.
pub(crate) fn wrong(folder: &str, cases: &[Case<'_>]) -> Vec<String> {
    let records: Vec<Records> = cases.iter().map(records).collect();
    let headers = cases.iter().map(|case| case.text.as_str());
    let headers: Vec<_> = headers.zip(records).collect();
    let target = Target::of(cases[0].of.1.arch());
    let mut wrong = clang::disagreements(folder, target, &headers);
    for (case, (header, records)) in cases.iter().zip(&headers) {
        wrong.extend(
            case.about(match read(header, case.of.1.arch().pointer().get()) {
                Ok(found) => differences("SyntheticTypes", records, &found),
                Err(refusal) => vec![refusal],
            }),
        );
    }
    wrong
}

/// The expected records; an array without elements is a comment.
fn records(case: &Case<'_>) -> Records {
    let mut records = case.records();
    for record in records.values_mut() {
        let places = &mut record.members;
        places.retain(|place| place.extent != Extent::Bytes(0));
    }
    records
}

/// Words that are tokens of their own, and so no names.
const KEYWORDS: [&str; 15] = [
    "struct", "typedef", "union", "sizeof", "const", "volatile", "unsigned", "char", "short",
    "int", "long", "__int64", "enum", "true", "false",
];

/// Its prefix for the names of skipped bits.
const SKIPPED: &str = "__UNNAMED_FIELD_";

/// Macros that are replaced wherever they occur.
const MACROS: [&str; 6] = [
    "DUMMYSTRUCTNAME",
    "DUMMYUNIONNAME",
    "MAX_PATH",
    "IN",
    "OUT",
    "ANYSIZE_ARRAY",
];

/// The records that it reads from a header, for a pointer size; an error where it gives up.
fn read(header: &str, pointer: u32) -> Result<Records, String> {
    let mut reader = Reader {
        tokens: tokens(header)?,
        types: BTreeMap::new(),
        aliases: BTreeMap::new(),
        unnamed: 0,
        pointer,
    };
    while !reader.tokens.is_at_end() {
        reader.typedef()?;
    }
    let defined = reader.aliases.iter();
    let record = |(name, tag): (&String, &String)| {
        let mut members = Record::default().members;
        reader.instance(tag, 0, &mut members);
        let size = reader.size(tag);
        (name.clone(), Record { size, members })
    };
    Ok(defined.map(record).collect())
}

/// The tokens: words, numbers and marks. Anything else makes it lose the rest of a line.
fn tokens(header: &str) -> Result<Tokens, String> {
    let tokens = Tokens::read(header, "*[]{};:", None)?;
    let found = tokens.iter().find(|token| MACROS.contains(token));
    match found {
        Some(token) => Err(format!("`{token}` is a macro")),
        None => Ok(tokens),
    }
}

#[derive(Clone)]
struct Field {
    /// `None` for an embedded one.
    name: Option<String>,
    of: Of,
    count: Option<u32>,
    bits: Option<u32>,
}

#[derive(Clone)]
enum Of {
    BuiltIn(u32),
    Synthetic(String),
}

struct Synthetic {
    is_union: bool,
    fields: Vec<Field>,
}

struct Reader {
    tokens: Tokens,
    types: BTreeMap<String, Synthetic>,
    aliases: BTreeMap<String, String>,
    unnamed: u32,
    pointer: u32,
}

impl Reader {
    fn name(&mut self) -> Result<String, String> {
        let token = self.tokens.take().text;
        let word = token.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        match word && !KEYWORDS.contains(&token.as_str()) {
            true => Ok(token),
            false => Err(format!("`{token}` where a name must be")),
        }
    }

    fn typedef(&mut self) -> Result<(), String> {
        self.tokens.expect("typedef")?;
        let tag = self.definition()?;
        let name = self.name()?;
        self.tokens.expect(";")?;
        self.aliases.insert(name, tag);
        Ok(())
    }

    fn definition(&mut self) -> Result<String, String> {
        let is_union = match self.tokens.take().text.as_str() {
            "struct" => false,
            "union" => true,
            other => return Err(format!("`{other}` defines nothing")),
        };
        let tag = match self.tokens.peek(0) {
            "{" => {
                self.unnamed += 1;
                format!("__UNNAMED_TYPE_{}", self.unnamed)
            }
            _ => self.name()?,
        };
        self.tokens.expect("{")?;
        let mut fields = Vec::new();
        while self.tokens.peek(0) != "}" {
            fields.push(self.field()?);
        }
        self.tokens.expect("}")?;
        self.types
            .insert(tag.clone(), Synthetic { is_union, fields });
        Ok(tag)
    }

    fn field(&mut self) -> Result<Field, String> {
        let embedded = matches!(self.tokens.peek(0), "struct" | "union");
        let of = self.of()?;
        let name = match self.tokens.peek(0) {
            ";" if embedded => None,
            ":" => {
                self.unnamed += 1;
                Some(format!("{SKIPPED}{}", self.unnamed))
            }
            _ => Some(self.name()?),
        };
        let mut field = Field {
            name,
            of,
            count: None,
            bits: None,
        };
        match self.tokens.peek(0) {
            "[" => {
                self.tokens.expect("[")?;
                field.count = Some(self.number()?);
                self.tokens.expect("]")?;
            }
            ":" => {
                self.tokens.expect(":")?;
                field.bits = Some(self.number()?);
            }
            _ => {}
        }
        self.tokens.expect(";")?;
        Ok(field)
    }

    fn number(&mut self) -> Result<u32, String> {
        let token = self.tokens.take().text;
        token.parse().map_err(|_| format!("`{token}` is no number"))
    }

    /// Parses the type of a field.
    fn of(&mut self) -> Result<Of, String> {
        if matches!(self.tokens.peek(0), "struct" | "union") {
            return Ok(Of::Synthetic(self.definition()?));
        }
        if self.tokens.peek(0) == "unsigned" {
            self.tokens.take();
        }
        let word = self.tokens.take().text;
        let pointers = self.stars();
        let size = match word.as_str() {
            _ if pointers && self.aliases.contains_key(&word) => {
                return Err(format!("a pointer to {word}"));
            }
            "void" if !pointers => return Err("void without a pointer".to_owned()),
            "void" | "char" | "short" | "int" | "long" | "__int64" if pointers => self.pointer,
            "char" => 1,
            "short" => 2,
            "int" | "long" => 4,
            "__int64" => 8,
            _ => {
                let tag = self.aliases.get(&word);
                let tag = tag.ok_or_else(|| format!("`{word}` is not known"))?;
                return Ok(Of::Synthetic(tag.clone()));
            }
        };
        Ok(Of::BuiltIn(size))
    }

    fn stars(&mut self) -> bool {
        let any = self.tokens.peek(0) == "*";
        while self.tokens.peek(0) == "*" {
            self.tokens.take();
        }
        any
    }
}

/// The placement of members, and the sizes of types.
impl Reader {
    /// For an array of structures, the size of one.
    fn field_size(&self, field: &Field) -> u32 {
        match &field.of {
            Of::BuiltIn(size) => size * field.count.unwrap_or(1),
            Of::Synthetic(tag) => self.size(tag),
        }
    }

    fn field_align(&self, field: &Field) -> u32 {
        match &field.of {
            Of::BuiltIn(size) => self.pointer.min(*size),
            Of::Synthetic(tag) => self.align(tag),
        }
    }

    fn align(&self, tag: &str) -> u32 {
        let fields = self.types[tag].fields.iter();
        let aligns = fields.map(|field| self.field_align(field));
        aligns.max().unwrap_or(1).min(self.pointer)
    }

    /// Its size of a type: that of the fields, without padding between them.
    fn size(&self, tag: &str) -> u32 {
        let of = &self.types[tag];
        let (mut size, mut bits) = (0, 0);
        for field in &of.fields {
            let own = self.field_size(field);
            let counted = if bits > 0 && field.bits.is_some() {
                0
            } else {
                own
            };
            bits = field.bits.map_or(0, |width| bits + width);
            if bits >= own * 8 {
                bits = 0;
            }
            size = if of.is_union {
                size.max(counted)
            } else {
                size + counted
            };
        }
        size.next_multiple_of(self.align(tag))
    }

    /// Adds the members of an instance that begins at byte `at`.
    fn instance(&self, tag: &str, at: u32, members: &mut BTreeSet<Place>) {
        let of = &self.types[tag];
        let (mut at, mut bits) = (at, 0);
        for field in &of.fields {
            if !of.is_union {
                at = at.next_multiple_of(self.field_align(field));
            }
            let own = self.field_size(field);
            let (bit, extent) = match (field.bits, &field.of) {
                (Some(width), _) => (at * 8 + bits, Extent::Bits(width)),
                (None, Of::Synthetic(tag)) => {
                    let count = field.count.unwrap_or(1);
                    (at * 8, Extent::Bytes(self.size(tag) * count))
                }
                (None, Of::BuiltIn(_)) => (at * 8, Extent::Bytes(own)),
            };
            match (&field.name, &field.of) {
                (None, Of::Synthetic(tag)) => self.instance(tag, at, members),
                (Some(name), _) if !invented(name) && !name.starts_with(SKIPPED) => {
                    let name = name.clone();
                    members.insert(Place { bit, name, extent });
                }
                _ => {}
            }
            let Some(width) = field.bits else {
                at += if of.is_union { 0 } else { own };
                continue;
            };
            bits += width;
            if bits >= own * 8 {
                bits = 0;
                at += if of.is_union { 0 } else { own };
            }
        }
    }
}

/// Valid C that its reader does not accept.
#[test]
fn what_the_reader_does_not_take_is_refused() {
    let refused = [
        "typedef struct _X { unsigned long long A; } X;",
        "typedef struct _X { signed char A; } X;",
        "typedef struct _X { int A[2][2]; } X;",
        "typedef struct _X { struct _X *Next; } X;",
        "typedef struct _X { int IN; } X;",
        "#pragma pack(1)\ntypedef struct _X { int A; } X;",
    ];
    for header in refused {
        assert!(read(header, 8).is_err(), "{header}");
    }
}

/// Declarations that it accepts but misplaces: an array of structures, and padding that is no member.
#[test]
fn what_the_reader_misplaces_is_misplaced() {
    let size = |header: &str| {
        let records = read(header, 8).expect("it is read");
        records["X"].size
    };
    let array = "typedef struct _E { int A; int B; } E; typedef struct _X { E A[4]; } X;";
    assert_eq!(size(array), 8);
    let padded = "typedef struct _X { char A; int B; char C; int D; } X;";
    assert_eq!(size(padded), 12);
}
