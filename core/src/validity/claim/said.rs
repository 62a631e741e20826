//! What a table says a member is: a type as C, a debugger or a language spells it, or a size.

use super::Said;
use crate::ctype::CType;
use crate::decode::listing::dt_type;
use crate::units::ByteSize;

/// Sizes by the names that languages have for them.
const SIZES: [(&str, u32); 22] = [
    ("uint8_t", 1),
    ("uint16_t", 2),
    ("uint32_t", 4),
    ("uint64_t", 8),
    ("int8_t", 1),
    ("int16_t", 2),
    ("int32_t", 4),
    ("int64_t", 8),
    ("u8", 1),
    ("u16", 2),
    ("u32", 4),
    ("u64", 8),
    ("byte", 1),
    ("ushort", 2),
    ("uint", 4),
    ("ulong", 8),
    ("db", 1),
    ("dw", 2),
    ("dd", 4),
    ("dq", 8),
    ("char", 1),
    ("short", 2),
];

/// What it says; `None` for what is no type that is known to be one.
pub(super) fn said(text: &str) -> Option<Said> {
    let text = text.trim();
    if let Some((_, size)) = SIZES.iter().find(|(name, _)| *name == text) {
        return Some(Said::Size(ByteSize::new(*size)));
    }
    if let Some(ty) = dt_type(text) {
        return Some(Said::Type(ty));
    }
    // A type of Windows is written in capitals.
    let is_type = |c: char| !c.is_ascii_lowercase();
    let ty = Some(text).filter(|text| text.len() > 1 && text.chars().all(is_type));
    ty?.parse::<CType>().ok().map(Said::Type)
}
