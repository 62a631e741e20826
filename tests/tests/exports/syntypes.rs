//! WinDbg's SyntheticTypes as a reader of headers: its tokens, its grammar and its way to place members, restated from what
//! SynTypes.js of microsoft/WinDbg-Samples does (and that of WDK 10.0.22621, which differs in what it does with pointers to
//! structures: here they are refused). The module is one that knows none of the structures.

#[path = "syntypes/places.rs"]
mod places;

use std::collections::BTreeMap;

use crate::clang::{self, Target};
use crate::expected::{Extent, Record, Records, differences};
use crate::specimen::Case;

/// What is wrong in headers for clang, which aligns a number of eight bytes at eight, and by the rules of SyntheticTypes, which
/// aligns it at the size of a pointer; both must come to our layout.
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

/// An array without elements is a comment.
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

/// How it calls bits that are skipped.
const SKIPPED: &str = "__UNNAMED_FIELD_";

/// Macros that are replaced wherever they stand.
const MACROS: [&str; 6] = [
    "DUMMYSTRUCTNAME",
    "DUMMYUNIONNAME",
    "MAX_PATH",
    "IN",
    "OUT",
    "ANYSIZE_ARRAY",
];

/// What it makes of a header, for a target with pointers of so many bytes; or where it gives up.
fn read(header: &str, pointer: u32) -> Result<Records, String> {
    let mut reader = Reader {
        tokens: tokens(header)?,
        next: 0,
        types: BTreeMap::new(),
        aliases: BTreeMap::new(),
        unnamed: 0,
        pointer,
    };
    while reader.next < reader.tokens.len() {
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

/// Words, numbers and marks. Everything else makes it lose the rest of a line.
fn tokens(header: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = header;
    while let Some(first) = rest.chars().next() {
        let run = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
        let length = match first {
            '\n' | ' ' => 1,
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").ok_or("a comment without an end")?;
                end + 2
            }
            '_' | 'a'..='z' | 'A'..='Z' => run(|c| c == '_' || c.is_ascii_alphanumeric()),
            '0'..='9' => run(|c| c.is_ascii_digit()),
            '*' | '[' | ']' | '{' | '}' | ';' | ':' => 1,
            other => return Err(format!("`{other}` is no token")),
        };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        if !first.is_whitespace() && first != '/' {
            tokens.push(token.to_owned());
        }
    }
    match tokens.iter().find(|token| MACROS.contains(&token.as_str())) {
        Some(token) => Err(format!("`{token}` is a macro")),
        None => Ok(tokens),
    }
}

#[derive(Clone)]
struct Field {
    /// Without one, it is embedded.
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
    tokens: Vec<String>,
    next: usize,
    types: BTreeMap<String, Synthetic>,
    aliases: BTreeMap<String, String>,
    unnamed: u32,
    pointer: u32,
}

/// Its grammar.
impl Reader {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens
            .get(self.next + ahead)
            .map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        let token = self.peek(0).to_owned();
        self.next += 1;
        token
    }

    fn expect(&mut self, expected: &str) -> Result<(), String> {
        match self.take() {
            token if token == expected => Ok(()),
            token => Err(format!("`{token}` where `{expected}` must be")),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.take();
        let word = token.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        match word && !KEYWORDS.contains(&token.as_str()) {
            true => Ok(token),
            false => Err(format!("`{token}` where a name must be")),
        }
    }

    fn typedef(&mut self) -> Result<(), String> {
        self.expect("typedef")?;
        let tag = self.definition()?;
        let name = self.name()?;
        self.expect(";")?;
        self.aliases.insert(name, tag);
        Ok(())
    }

    fn definition(&mut self) -> Result<String, String> {
        let is_union = match self.take().as_str() {
            "struct" => false,
            "union" => true,
            other => return Err(format!("`{other}` defines nothing")),
        };
        let tag = match self.peek(0) {
            "{" => {
                self.unnamed += 1;
                format!("__UNNAMED_TYPE_{}", self.unnamed)
            }
            _ => self.name()?,
        };
        self.expect("{")?;
        let mut fields = Vec::new();
        while self.peek(0) != "}" {
            fields.push(self.field()?);
        }
        self.expect("}")?;
        self.types
            .insert(tag.clone(), Synthetic { is_union, fields });
        Ok(tag)
    }

    fn field(&mut self) -> Result<Field, String> {
        let embedded = matches!(self.peek(0), "struct" | "union");
        let of = self.of()?;
        let name = match self.peek(0) {
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
        match self.peek(0) {
            "[" => {
                self.expect("[")?;
                field.count = Some(self.number()?);
                self.expect("]")?;
            }
            ":" => {
                self.expect(":")?;
                field.bits = Some(self.number()?);
            }
            _ => {}
        }
        self.expect(";")?;
        Ok(field)
    }

    fn number(&mut self) -> Result<u32, String> {
        let token = self.take();
        token.parse().map_err(|_| format!("`{token}` is no number"))
    }

    /// The type of a field.
    fn of(&mut self) -> Result<Of, String> {
        if matches!(self.peek(0), "struct" | "union") {
            return Ok(Of::Synthetic(self.definition()?));
        }
        if self.peek(0) == "unsigned" {
            self.take();
        }
        let word = self.take();
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
        let before = self.next;
        while self.peek(0) == "*" {
            self.take();
        }
        self.next > before
    }
}

/// What its reader does not take: C that is right.
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

/// What it takes and misplaces: an array of structures, and padding that is no member.
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
