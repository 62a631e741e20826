//! Names of scalars in symbol files and in Windows.

/// Returns the Windows name of a scalar. `int` and `long` are one: some files do not distinguish them (both 32 bits).
pub(crate) fn windows_name(name: &str) -> Option<&'static str> {
    let found = SCALARS
        .iter()
        .find(|(_, spellings)| spellings.contains(&name));
    found.map(|(windows, _)| *windows)
}

/// A 64-bit pointer in a 32-bit image.
pub(crate) const POINTER_64: &str = "PVOID64";

const SCALARS: [(&str, &[&str]); 14] = [
    ("CHAR", &["CHAR", "char", "signed char", "int8"]),
    (
        "UCHAR",
        &["UCHAR", "unsigned char", "BYTE", "unsigned int8", "char8_t"],
    ),
    ("SHORT", &["SHORT", "short", "int16"]),
    (
        "USHORT",
        &["USHORT", "unsigned short", "WORD", "unsigned int16"],
    ),
    ("LONG", &["LONG", "long", "INT", "int", "int32"]),
    (
        "ULONG",
        &[
            "ULONG",
            "unsigned long",
            "UINT",
            "unsigned int",
            "DWORD",
            "unsigned int32",
            "char32_t",
        ],
    ),
    ("LONGLONG", &["LONGLONG", "long long", "LONG64", "int64"]),
    (
        "ULONGLONG",
        &[
            "ULONGLONG",
            "unsigned long long",
            "ULONG64",
            "unsigned int64",
        ],
    ),
    ("FLOAT", &["FLOAT", "float", "f32"]),
    ("DOUBLE", &["DOUBLE", "double", "f64"]),
    ("VOID", &["VOID", "void"]),
    ("WCHAR", &["WCHAR", "wchar", "wchar_t", "char16_t"]),
    ("BOOLEAN", &["BOOLEAN", "bool"]),
    ("HRESULT", &["HRESULT"]),
];
