//! Parses types in the spelling of `dt` and `dx`: `Ptr64 _EPROCESS`, `[4] UChar`; `unsigned long`, `_LIST_ENTRY *`.

use super::Tool;
use crate::ctype::{CType, DECLARATOR_LIMIT};
use crate::name::TypeName;
use crate::units::ByteSize;

/// Scalars: our name, then the spellings of `dt`, then those of `dx`.
const SCALARS: [(&str, &str, &str); 10] = [
    ("UCHAR", "UChar|Uint1B", "unsigned char|bool"),
    ("CHAR", "Char|Int1B", "char"),
    ("WCHAR", "WChar|Wchar", "wchar_t"),
    ("USHORT", "Uint2B", "unsigned short"),
    ("SHORT", "Int2B", "short"),
    ("ULONG", "Uint4B", "unsigned long|unsigned int"),
    ("LONG", "Int4B", "long|int"),
    ("ULONGLONG", "Uint8B", "unsigned __int64|unsigned long long"),
    ("LONGLONG", "Int8B", "__int64|long long"),
    ("VOID", "Void", "void"),
];

/// Returns the pointer width that the type implies.
pub(super) fn pointer(text: &str) -> Option<ByteSize> {
    let mut words = text.split(' ');
    words.find_map(|word| match word {
        "Ptr64" => Some(ByteSize::new(8)),
        "Ptr32" => Some(ByteSize::new(4)),
        _ => None,
    })
}

/// Strips the keyword before the name in `struct _X, 2 elements, 0x10 bytes`.
pub(super) fn shaped(text: &str) -> Option<&str> {
    let mut shapes = ["struct ", "union ", "class "].into_iter();
    shapes.find_map(|shape| text.strip_prefix(shape))
}

/// Returns the size in `struct _X, 2 elements, 0x10 bytes`.
pub(super) fn size(text: &str) -> Option<ByteSize> {
    let mut parts = shaped(text)?.split(',').map(str::trim);
    parts
        .find_map(|part| part.strip_suffix(" bytes"))?
        .parse()
        .ok()
}

/// Returns the number of members and the size at the end of `Ptr64 to struct _X, 2 elements, 0x10 bytes`: those of `_X`.
pub(crate) fn extent(text: &str) -> Option<(u32, ByteSize)> {
    let (front, size) = text.strip_suffix(" bytes")?.rsplit_once(", ")?;
    let (_, elements) = front.rsplit_once(", ")?;
    Some((
        elements.strip_suffix(" elements")?.parse().ok()?,
        size.parse().ok()?,
    ))
}

/// Returns the number of elements in `[15]  "System"`, `[28] Ptr64     long`.
pub(crate) fn elements(text: &str) -> Option<u32> {
    count(text.strip_prefix('[')?.split_once(']')?.0)
}

/// Parses the type after a name in `dt`, with or without a value.
pub(crate) fn dt(text: &str) -> Option<CType> {
    let mut rest = text;
    let mut wraps: Vec<Option<u32>> = Vec::new();
    while wraps.len() <= DECLARATOR_LIMIT {
        let array = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        if let Some((count, behind)) = array {
            wraps.push(Some(self::count(count)?));
            rest = behind.trim_start();
        } else if let Some(behind) = rest
            .strip_prefix("Ptr64 ")
            .or_else(|| rest.strip_prefix("Ptr32 "))
        {
            wraps.push(None);
            let behind = behind.trim_start();
            rest = behind.strip_prefix("to ").unwrap_or(behind).trim_start();
        } else {
            break;
        }
    }
    let ty = base(rest).or_else(|| pointed(rest).filter(|_| wraps.is_empty()))?;
    Some(wraps.into_iter().rev().fold(ty, |ty, wrap| match wrap {
        Some(count) => CType::Array(Box::new(ty), count),
        None => CType::Pointer(Box::new(ty)),
    }))
}

/// Parses a scalar or a type name, optionally before a value.
fn base(text: &str) -> Option<CType> {
    if let Some(ty) = scalar(text, Tool::Dt) {
        return Some(ty);
    }
    // `struct _X, 2 elements, 0x10 bytes`, `Enum _X,  3 total enums`
    let verbose = shaped(text).or_else(|| text.strip_prefix("Enum "));
    let name = verbose.unwrap_or(text);
    let end = name.find([' ', ',']).unwrap_or(name.len());
    let name = name.get(..end)?;
    let named = verbose.is_some() || name.starts_with('_');
    named.then(|| named_type(name))?
}

/// Parses ``0x00000000`00000b38 Void``: a pointer's value and target type.
fn pointed(text: &str) -> Option<CType> {
    let (value, ty) = text.split_once(' ')?;
    let digits = value.strip_prefix("0x")?;
    let address = digits.bytes().all(|b| b.is_ascii_hexdigit() || b == b'`');
    let ty = scalar(ty.trim(), Tool::Dt).or_else(|| named_type(ty.trim().strip_prefix('_')?))?;
    address.then(|| CType::Pointer(Box::new(ty)))
}

fn scalar(text: &str, tool: Tool) -> Option<CType> {
    let found = SCALARS.iter().find(|(_, dt, dx)| {
        let spellings = if tool == Tool::Dx { dx } else { dt };
        spellings.split('|').any(|spelled| spelled == text)
    });
    found.and_then(|(name, ..)| named_type(name))
}

fn named_type(name: &str) -> Option<CType> {
    name.parse::<TypeName>().ok().map(CType::Named)
}

/// Parses a type of `dx`: `unsigned char [16]`, `_EPROCESS *`, `void *`.
pub(super) fn dx(text: &str) -> Option<CType> {
    let (front, dimensions) = text.split_at(text.find('[').unwrap_or(text.len()));
    let base = front.trim_end_matches(['*', ' ']);
    let stars = front.matches('*').count();
    let ty = scalar(base, Tool::Dx).or_else(|| {
        let plain = base.rsplit('!').next().unwrap_or(base);
        named_type(plain.strip_prefix("struct ").unwrap_or(plain))
    })?;
    let counts = dimensions.split(']');
    let counts = counts.map(|part| part.trim().trim_start_matches('['));
    let counts = counts.filter(|count| !count.is_empty()).map(count);
    let counts = counts.collect::<Option<Vec<u32>>>()?;
    if stars.max(counts.len()) > DECLARATOR_LIMIT {
        return None;
    }
    let ty = (0..stars).fold(ty, |ty, _| CType::Pointer(Box::new(ty)));
    let array = |ty, count| CType::Array(Box::new(ty), count);
    Some(counts.into_iter().rev().fold(ty, array))
}

fn count(text: &str) -> Option<u32> {
    let count = text.parse::<ByteSize>().ok()?.get();
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_dt() {
        for (text, expected) in [
            ("Uint4B", "ULONG"),
            ("UChar", "UCHAR"),
            ("Ptr64 Void", "VOID *"),
            ("Ptr32 _EPROCESS", "EPROCESS *"),
            ("Ptr64 Ptr64 _EPROCESS", "EPROCESS **"),
            ("[4] UChar", "UCHAR [4]"),
            ("[28] Ptr32 _X", "X * [28]"),
            ("_LIST_ENTRY", "LIST_ENTRY"),
            (
                "_LIST_ENTRY [ 0xffff9f8d`baaac368 - 0xffff9f8d`baa5b368 ]",
                "LIST_ENTRY",
            ),
            ("struct _LIST_ENTRY, 2 elements, 0x10 bytes", "LIST_ENTRY"),
            ("Ptr64 to struct _X, 2 elements, 0x10 bytes", "X *"),
            ("0x00000000`00000b38 Void", "VOID *"),
            ("0xb41d9b80 _X", "X *"),
        ] {
            let shown = dt(text).map(|ty| ty.to_string());
            assert_eq!(shown.as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "0x31 '1'",
            "0n12",
            "(null)",
            "0y001",
            "<unnamed-tag>",
            "Ptr32     long",
            "[x] UChar",
            "\"text\"",
        ] {
            assert_eq!(dt(text), None, "{text}");
        }
        assert_eq!(pointer("[2] Ptr64 _X"), Some(ByteSize::new(8)));
    }

    #[test]
    fn types_of_dx() {
        for (text, expected) in [
            ("unsigned long", "ULONG"),
            ("unsigned char [16]", "UCHAR [16]"),
            ("unsigned int [4]", "ULONG [4]"),
            ("_LIST_ENTRY", "LIST_ENTRY"),
            ("_LIST_ENTRY *", "LIST_ENTRY *"),
            ("void *", "VOID *"),
            ("unsigned __int64", "ULONGLONG"),
        ] {
            assert_eq!(
                dx(text).map(|ty| ty.to_string()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in ["", "<anonymous-tag>", "long (__cdecl*)(_DEVICE_OBJECT *)"] {
            assert_eq!(dx(text), None, "{text}");
        }
    }
}
