//! C declarations as the sources write them: `ULONG volatile HookIdCount;`, `WMI_BUFFER_HEADER **ProcessorBuffers;`.
//!
//! Supports only what structure tables need: a named type, pointers, arrays, the width of a bit field. Sizes and
//! members of named types are in [`crate::types`].

use std::fmt;
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use crate::name::{ParseNameError, TypeName};

/// The maximum number of pointers and arrays in one declaration.
pub const DECLARATOR_LIMIT: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum CType {
    /// `ULONG`, `LIST_ENTRY`.
    Named(TypeName),
    /// `EJOB *`.
    Pointer(Box<CType>),
    /// `USHORT [8]`.
    Array(Box<CType>, u32),
    /// `HAL_PMC_COUNTERS * [ANYSIZE_ARRAY]`: one element in the declaration, any number in memory.
    AnySizeArray(Box<CType>),
}

impl CType {
    /// Returns the innermost type name.
    pub fn base(&self) -> &TypeName {
        match self {
            Self::Named(name) => name,
            Self::Pointer(inner) | Self::Array(inner, _) | Self::AnySizeArray(inner) => {
                inner.base()
            }
        }
    }

    /// Returns the innermost type name if the type is held by value; `None` behind a pointer.
    pub fn by_value(&self) -> Option<&TypeName> {
        match self {
            Self::Named(name) => Some(name),
            Self::Pointer(_) => None,
            Self::Array(inner, _) | Self::AnySizeArray(inner) => inner.by_value(),
        }
    }
}

impl fmt::Display for CType {
    /// `EJOB *`, `USHORT [8]`, `WMI_LOGGER_CONTEXT * [64]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stars, dimensions) = declarator(self);
        if self.base().is_function() {
            return write!(f, "VOID ({}{dimensions})()", "*".repeat(stars));
        }
        f.write_str(shown(self.base()))?;
        if stars > 0 {
            write!(f, " {}", "*".repeat(stars))?;
        }
        if !dimensions.is_empty() {
            write!(f, " {dimensions}")?;
        }
        Ok(())
    }
}

/// The name for display: an unnamed type as debuggers print it, without its content hash.
fn shown(name: &TypeName) -> &str {
    match name.is_unnamed() {
        true => "<unnamed-tag>",
        false => name.as_str(),
    }
}

/// The number of `*` before the name, and the dimensions after it.
fn declarator(ty: &CType) -> (usize, String) {
    match ty {
        CType::Named(_) => (0, String::new()),
        CType::Pointer(inner) => (declarator(inner).0 + 1, String::new()),
        CType::Array(inner, count) => {
            let (stars, inner) = declarator(inner);
            (stars, format!("[{count}]{inner}"))
        }
        CType::AnySizeArray(inner) => {
            let (stars, inner) = declarator(inner);
            (stars, format!("[ANYSIZE_ARRAY]{inner}"))
        }
    }
}

/// A member's declaration: type, name and, for a bit field, width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    pub ty: CType,
    pub name: Box<str>,
    /// In bits; `None` if it is not a bit field.
    pub width: Option<u8>,
    /// `volatile` does not change the layout.
    pub volatile: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseDeclarationError {
    #[error(transparent)]
    Name(#[from] ParseNameError),
    /// The text does not have the form of a declaration.
    #[error(
        "`{0}` is not a declaration: expected `TYPE NAME;`, with `*`, `[N]`, `[ANYSIZE_ARRAY]` or `: WIDTH` as needed"
    )]
    Form(String),
    /// An invalid array length or bit field width.
    #[error("`{0}` is not a length of an array or a width of a bit field")]
    Number(String),
    /// More than [`DECLARATOR_LIMIT`] pointers and arrays.
    #[error("more than {DECLARATOR_LIMIT} pointers and arrays in one declaration")]
    TooDeep,
}

impl fmt::Display for Declaration {
    /// Without the final semicolon: `ULONG *UserBufferCount`, `USHORT HookId [4]`, `UCHAR Wow : 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stars, dimensions) = declarator(&self.ty);
        let volatile = if self.volatile { " volatile" } else { "" };
        if self.ty.base().is_function() {
            let (stars, name) = ("*".repeat(stars), &self.name);
            let space = if dimensions.is_empty() { "" } else { " " };
            return write!(f, "VOID ({stars}{name}{space}{dimensions})()");
        }
        write!(
            f,
            "{}{volatile} {}{}",
            shown(self.ty.base()),
            "*".repeat(stars),
            self.name
        )?;
        if !dimensions.is_empty() {
            write!(f, " {dimensions}")?;
        }
        if let Some(width) = self.width {
            write!(f, " : {width}")?;
        }
        Ok(())
    }
}

impl FromStr for Declaration {
    type Err = ParseDeclarationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut tokens = Tokens::new(text);
        let mut volatile = false;
        let base = loop {
            match tokens.word()? {
                "volatile" | "const" | "struct" | "union" | "enum" => {
                    volatile |= tokens.last == "volatile";
                }
                word => break TypeName::from_str(word)?,
            }
        };
        let mut ty = CType::Named(base);
        let mut depth = 0;
        let name = loop {
            if tokens.take("*") {
                ty = CType::Pointer(Box::new(ty));
                depth += 1;
            } else {
                match tokens.word()? {
                    "volatile" | "const" => volatile |= tokens.last == "volatile",
                    word => break word,
                }
            }
            if depth > DECLARATOR_LIMIT {
                return Err(ParseDeclarationError::TooDeep);
            }
        };
        let name = tokens.member_name(name)?;
        let mut dimensions = Vec::new();
        while tokens.take("[") {
            dimensions.push(tokens.until("]")?);
        }
        if depth + dimensions.len() > DECLARATOR_LIMIT {
            return Err(ParseDeclarationError::TooDeep);
        }
        for dimension in dimensions.into_iter().rev() {
            ty = match dimension {
                "ANYSIZE_ARRAY" => CType::AnySizeArray(Box::new(ty)),
                count => CType::Array(Box::new(ty), parse_count(count)?),
            };
        }
        let width = if tokens.take(":") {
            Some(tokens.width()?)
        } else {
            None
        };
        tokens.end()?;
        Ok(Self {
            ty,
            name,
            width,
            volatile,
        })
    }
}

impl FromStr for CType {
    type Err = ParseDeclarationError;

    /// Parses a type without a member's name: `EPROCESS *`, `UCHAR [8]`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (front, dimensions) = text.split_at(text.find('[').unwrap_or(text.len()));
        format!("{front} _{dimensions}")
            .parse::<Declaration>()
            .map(|declaration| declaration.ty)
    }
}

fn parse_count(text: &str) -> Result<u32, ParseDeclarationError> {
    let count = text
        .parse::<crate::ByteSize>()
        .map(crate::ByteSize::get)
        .ok();
    count
        .filter(|count| *count > 0)
        .ok_or_else(|| ParseDeclarationError::Number(text.to_owned()))
}

struct Tokens<'a> {
    whole: &'a str,
    rest: &'a str,
    last: &'a str,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        let rest = text.trim();
        Self {
            whole: text,
            rest: rest.strip_suffix(';').unwrap_or(rest).trim_end(),
            last: "",
        }
    }

    fn form(&self) -> ParseDeclarationError {
        ParseDeclarationError::Form(self.whole.trim().to_owned())
    }

    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> Result<&'a str, ParseDeclarationError> {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(self.form());
        }
        (self.last, self.rest) = rest.split_at(end);
        Ok(self.last)
    }

    fn member_name(&self, word: &str) -> Result<Box<str>, ParseDeclarationError> {
        let starts_well = word
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
        let fits = word.len() <= crate::name::NAME_LIMIT;
        if !fits {
            return Err(ParseNameError::TooLong.into());
        }
        if starts_well {
            Ok(word.into())
        } else {
            Err(self.form())
        }
    }

    fn until(&mut self, end: &str) -> Result<&'a str, ParseDeclarationError> {
        let (inside, rest) = self.rest.split_once(end).ok_or_else(|| self.form())?;
        self.rest = rest;
        Ok(inside.trim())
    }

    fn width(&mut self) -> Result<u8, ParseDeclarationError> {
        let word = self.word()?;
        let width = word.parse().ok().filter(|width| (1..=64).contains(width));
        width.ok_or_else(|| ParseDeclarationError::Number(word.to_owned()))
    }

    fn end(&self) -> Result<(), ParseDeclarationError> {
        if self.rest.trim().is_empty() {
            Ok(())
        } else {
            Err(self.form())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_round_trip() {
        for (text, printed, ty) in [
            ("LIST_ENTRY Links;", "LIST_ENTRY Links", "LIST_ENTRY"),
            (
                "ULONG volatile HookIdCount;",
                "ULONG volatile HookIdCount",
                "ULONG",
            ),
            (
                "WMI_BUFFER_HEADER **ProcessorBuffers;",
                "WMI_BUFFER_HEADER **ProcessorBuffers",
                "WMI_BUFFER_HEADER **",
            ),
            (
                "KPROFILE_SOURCE Source [4];",
                "KPROFILE_SOURCE Source [4]",
                "KPROFILE_SOURCE [4]",
            ),
            (
                "WMI_LOGGER_CONTEXT *WmipLoggerContext [0x40];",
                "WMI_LOGGER_CONTEXT *WmipLoggerContext [64]",
                "WMI_LOGGER_CONTEXT * [64]",
            ),
            (
                "UCHAR ShutDownRequest : 1;",
                "UCHAR ShutDownRequest : 1",
                "UCHAR",
            ),
            ("UCHAR A [2] [3];", "UCHAR A [2][3]", "UCHAR [2][3]"),
            (
                "HAL_PMC_COUNTERS *ProcessorCtrs [ANYSIZE_ARRAY];",
                "HAL_PMC_COUNTERS *ProcessorCtrs [ANYSIZE_ARRAY]",
                "HAL_PMC_COUNTERS * [ANYSIZE_ARRAY]",
            ),
        ] {
            let declaration: Declaration = text.parse().unwrap();
            assert_eq!(declaration.to_string(), printed);
            assert_eq!(declaration.ty.to_string(), ty);
            assert_eq!(printed.parse(), Ok(declaration.clone()));
            assert_eq!(ty.parse(), Ok(declaration.ty));
        }
    }

    #[test]
    fn invalid_declarations() {
        for text in [
            "",
            "ULONG",
            "ULONG;",
            "ULONG A B;",
            "ULONG A [0];",
            "ULONG A [;",
            "UCHAR A : 65;",
            "ULONG 1A;",
            "*A;",
        ] {
            assert!(text.parse::<Declaration>().is_err(), "{text}");
        }
        assert_eq!(
            "A *********B".parse::<Declaration>(),
            Err(ParseDeclarationError::TooDeep)
        );
    }
}
