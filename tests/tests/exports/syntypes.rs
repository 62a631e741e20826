//! WinDbg's SyntheticTypes as a reader of headers: its tokens, its grammar and its way to place members, restated from what
//! SynTypes.js of microsoft/WinDbg-Samples does (and that of WDK 10.0.22621, which differs in what it does with pointers to
//! structures: here they are refused). The module is one that knows none of the structures.

use std::collections::{BTreeMap, BTreeSet};

use crate::expected::{Extent, INVENTED, Place, Record, Records};

/// Words that are tokens of their own, and so no names.
const KEYWORDS: [&str; 15] = [
    "struct", "typedef", "union", "sizeof", "const", "volatile", "unsigned", "char", "short",
    "int", "long", "__int64", "enum", "true", "false",
];

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
pub(crate) fn read(header: &str, pointer: u32) -> Result<Records, String> {
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
                Some(format!("__UNNAMED_FIELD_{}", self.unnamed))
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

/// Where it places what.
impl Reader {
    /// Of an array of structures, the size of one.
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

    /// What it says the size is: that of the fields, without padding between them.
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

    /// The members of an instance that begins `at` a byte.
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
                (Some(name), _) if !invented(name) => {
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

fn invented(name: &str) -> bool {
    name.starts_with("__UNNAMED_FIELD_") || INVENTED.iter().any(|start| name.starts_with(start))
}
