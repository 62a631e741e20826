//! Primitive types, which have no record: numbers below 0x1000 whose low byte is the scalar and whose next digit says
//! whether it is a pointer to it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Primitive {
    /// In C spelling.
    pub(super) name: &'static str,
    /// In bytes.
    pub(super) size: u64,
    pub(super) is_signed: bool,
    /// The size of a pointer to it in bytes, if it is one.
    pub(super) pointer: Option<u64>,
}

/// (Number, spelling, size in bytes, whether it is signed).
const PRIMITIVES: [(u32, &str, u64, bool); 34] = [
    (0x00, "<NoType>", 0, false),
    (0x03, "void", 0, false),
    (0x08, "HRESULT", 4, true),
    (0x10, "signed char", 1, true),
    (0x11, "short", 2, true),
    (0x12, "long", 4, true),
    (0x13, "int64", 8, true),
    (0x14, "int128", 16, true),
    (0x20, "unsigned char", 1, false),
    (0x21, "unsigned short", 2, false),
    (0x22, "unsigned long", 4, false),
    (0x23, "unsigned int64", 8, false),
    (0x24, "unsigned int128", 16, false),
    (0x30, "bool", 1, false),
    (0x31, "bool16", 2, false),
    (0x32, "bool32", 4, false),
    (0x33, "bool64", 8, false),
    (0x40, "float", 4, true),
    (0x41, "double", 8, true),
    (0x42, "long double", 10, true),
    (0x46, "float16", 2, true),
    (0x68, "int8", 1, true),
    (0x69, "unsigned int8", 1, false),
    (0x70, "char", 1, true),
    (0x71, "wchar_t", 2, false),
    (0x72, "int16", 2, true),
    (0x73, "unsigned int16", 2, false),
    (0x74, "int", 4, true),
    (0x75, "unsigned int", 4, false),
    (0x76, "int64", 8, true),
    (0x77, "unsigned int64", 8, false),
    (0x7a, "char16_t", 2, false),
    (0x7b, "char32_t", 4, false),
    (0x7c, "char8_t", 1, false),
];

pub(super) fn primitive(number: u32) -> Result<Primitive, String> {
    let unknown = || format!("the base type {number:#06x} is not known");
    let scalar = PRIMITIVES.iter().find(|it| it.0 == number & 0xff);
    let (_, name, size, is_signed) = *scalar.ok_or_else(unknown)?;
    let pointer = match number >> 8 {
        0 => None,
        4 => Some(4),
        6 => Some(8),
        _ => return Err(unknown()),
    };
    Ok(Primitive {
        name,
        size,
        is_signed,
        pointer,
    })
}
