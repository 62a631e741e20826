//! Equivalent types that symbol files spell differently from sources: symbol files have no HANDLE, BOOLEAN or PSTR.

use crate::ctype::CType;

/// The name of a scalar in sources and in symbol files.
const SCALARS: [(&str, &str); 4] = [
    ("BOOLEAN", "UCHAR"),
    ("BYTE", "UCHAR"),
    ("DWORD", "ULONG"),
    ("REGHANDLE", "ULONGLONG"),
];

/// The name of a pointer type in sources and the target type in symbol files.
const POINTERS: [(&str, &str); 4] = [
    ("HANDLE", "VOID"),
    ("PVOID", "VOID"),
    ("PSTR", "CHAR"),
    ("PWSTR", "WCHAR"),
];

/// Returns whether `symbol` is the symbol files' spelling of `declared`, or the same type.
pub fn equivalent(declared: &CType, symbol: &CType) -> bool {
    match (declared, symbol) {
        (CType::Named(declared), CType::Pointer(pointee)) => {
            let CType::Named(pointee) = &**pointee else {
                return false;
            };
            POINTERS.contains(&(declared.as_str(), pointee.as_str()))
        }
        (CType::Named(declared), CType::Named(symbol)) => {
            declared == symbol || SCALARS.contains(&(declared.as_str(), symbol.as_str()))
        }
        (CType::Pointer(declared), CType::Pointer(symbol)) => equivalent(declared, symbol),
        (CType::Array(declared, ours), CType::Array(symbol, theirs)) => {
            ours == theirs && equivalent(declared, symbol)
        }
        (CType::AnySizeArray(declared), CType::AnySizeArray(symbol) | CType::Array(symbol, 1)) => {
            equivalent(declared, symbol)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_symbol_files_say_instead() {
        let is = |declared: &str, symbol: &str| {
            equivalent(&declared.parse().unwrap(), &symbol.parse().unwrap())
        };
        assert!(is("HANDLE", "VOID *") && is("PSTR", "CHAR *") && is("BOOLEAN", "UCHAR"));
        assert!(is("BOOLEAN [4]", "UCHAR [4]") && is("DWORD *", "ULONG *"));
        assert!(is("EJOB * [ANYSIZE_ARRAY]", "EJOB * [1]") && is("GUID", "GUID"));
        assert!(!is("UCHAR", "BOOLEAN") && !is("HANDLE", "CHAR *") && !is("ULONG", "LONG"));
    }
}
