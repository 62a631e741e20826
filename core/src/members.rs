//! Parses lines of data files: a member (`0x32:4 UCHAR Wow : 1;`, the bit is optional) or a value of an enumeration.

use std::str::FromStr;

use thiserror::Error;

use crate::ctype::{Declaration, ParseDeclarationError};
use crate::types::{EnumValue, TypeMember};
use crate::units::{BitRange, ParseUnitError};

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMemberError {
    #[error(
        "`{0}` is not a member: expected `OFFSET DECLARATION;` or `OFFSET:BIT DECLARATION : WIDTH;`"
    )]
    Form(String),
    #[error(transparent)]
    Offset(#[from] ParseUnitError),
    #[error(transparent)]
    Declaration(#[from] ParseDeclarationError),
    /// A first bit without a width, a width without a first bit, or bits beyond the 64th.
    #[error("`{0}`: a bit field has both a first bit and a width, within 64 bits")]
    Bits(String),
}

impl FromStr for TypeMember {
    type Err = ParseMemberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ParseMemberError::Form(text.to_owned());
        let bits_error = || ParseMemberError::Bits(text.to_owned());
        let (place, declaration) = text.trim().split_once(' ').ok_or_else(form)?;
        let declaration: Declaration = declaration.parse()?;
        let (offset, bit) = match place.split_once(':') {
            Some((offset, bit)) => (offset, Some(bit.parse::<u8>().map_err(|_| form())?)),
            None => (place, None),
        };
        let bits = match (bit, declaration.width) {
            (Some(bit), Some(width)) => Some(BitRange::new(bit, width).ok_or_else(bits_error)?),
            (None, None) => None,
            _ => return Err(bits_error()),
        };
        Ok(Self {
            offset: offset.parse()?,
            declaration,
            bits,
        })
    }
}

/// The line is not a value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a value: expected `NAME = NUMBER`")]
pub struct ParseValueError(pub String);

impl FromStr for EnumValue {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseValueError(text.to_owned());
        let (name, value) = text.split_once('=').ok_or_else(error)?;
        let value = value.trim();
        let hex = value
            .strip_prefix("0x")
            .map(|digits| i64::from_str_radix(digits, 16));
        let value = hex.unwrap_or_else(|| value.parse()).map_err(|_| error())?;
        Ok(Self {
            name: name.trim().into(),
            value,
        })
    }
}
