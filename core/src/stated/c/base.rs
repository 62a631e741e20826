//! Types that headers use without defining them: those of Windows, of the C standard, of IDA and of Ghidra, with their
//! names in Strata. Sources: the SDK's `basetsd.h`, `windef.h` and `winnt.h`, the WDK's `ntdef.h` and `wdm.h`, C's
//! `stdint.h`, IDA's `defs.h`, Ghidra's built-in types.

use super::model::{Expr, Scalar, Ty};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::types;

/// On each line the name in Strata, then its aliases.
const NAMES: &str = "\
UCHAR BYTE UINT8 uint8_t uint8 u8 U8 _BYTE byte uchar undefined undefined1 KIRQL KPROCESSOR_MODE UBYTE
CHAR INT8 int8_t int8 i8 s8 S8 CCHAR schar sbyte
BOOLEAN _BOOL1
USHORT WORD UINT16 uint16_t uint16 u16 U16 _WORD word ushort undefined2 ATOM LANGID
SHORT INT16 int16_t int16 i16 s16 S16 CSHORT sword _BOOL2
WCHAR wchar WCH wchar16 char16 OLECHAR TCHAR
ULONG DWORD UINT UINT32 ULONG32 DWORD32 uint32_t uint32 u32 U32 _DWORD dword uint ulong undefined4 ACCESS_MASK \
LCID LOGICAL CLONG DEVICE_TYPE EXECUTION_STATE SECURITY_INFORMATION
LONG INT INT32 LONG32 int32_t int32 i32 s32 S32 BOOL NTSTATUS HRESULT KPRIORITY sdword _BOOL4 HFILE
ULONGLONG ULONG64 DWORD64 DWORDLONG UINT64 QWORD uint64_t uint64 u64 U64 _QWORD qword ulonglong undefined8 \
REGHANDLE TRACEHANDLE
LONGLONG LONG64 INT64 int64_t int64 i64 s64 S64 longlong sqword USN _BOOL8
ULONG_PTR SIZE_T UINT_PTR DWORD_PTR size_t uintptr_t usize KAFFINITY KSPIN_LOCK EX_RUNDOWN_REF WPARAM \
PFN_NUMBER
LONG_PTR INT_PTR SSIZE_T intptr_t ptrdiff_t ssize_t isize LPARAM LRESULT
HANDLE HMODULE HINSTANCE HWND HKEY HGLOBAL HLOCAL HDESK HWINSTA SC_HANDLE
PVOID LPVOID LPCVOID PCVOID pointer PSECURITY_DESCRIPTOR PSID PACCESS_TOKEN EX_FAST_REF
PSTR LPSTR LPCSTR PCSTR PCHAR PCCHAR PSZ PCSZ LPCH PCH
PWSTR LPWSTR LPCWSTR PCWSTR PWCHAR PWCH PCWCH LPWCH PZZWSTR
PVOID64
FLOAT
DOUBLE DATE
VOID _UNKNOWN";

/// Vectors and numbers that Strata does not know, with their sizes.
const OTHERS: [(&str, u32); 7] = [
    ("undefined3", 3),
    ("M128A", 16),
    ("__m64", 8),
    ("__m128", 16),
    ("_OWORD", 16),
    ("undefined16", 16),
    ("_TBYTE", 10),
];

/// Other names that Windows' headers give to a structure: the structure's own name, then the others.
const SAME: [(&str, &str); 3] = [
    ("LARGE_INTEGER", "PHYSICAL_ADDRESS"),
    ("STRING", "ANSI_STRING OEM_STRING CANSI_STRING UTF8_STRING"),
    ("GUID", "CLSID IID UUID"),
];

/// Returns the structure's own name.
pub(super) fn structure_name(name: &str) -> &str {
    let mut same = SAME.iter();
    let is_it = |(_, names): &&(&str, &str)| names.split(' ').any(|it| it == name);
    same.find(is_it).map_or(name, |(own, _)| own)
}

/// Returns a constant of `winnt.h` that is the number of elements of an array.
pub(super) fn constant(name: &str) -> Option<i64> {
    Some(match name {
        "ANYSIZE_ARRAY" => 1,
        "EXCEPTION_MAXIMUM_PARAMETERS" => 15,
        "MAX_HW_COUNTERS" | "IMAGE_NUMBEROF_DIRECTORY_ENTRIES" => 16,
        "MAXIMUM_XSTATE_FEATURES" | "PROCESSOR_FEATURE_MAX" | "TLS_MINIMUM_AVAILABLE" => 64,
        "MAX_PATH" => 260,
        "MAXIMUM_SUPPORTED_EXTENSION" => 512,
        _ => return None,
    })
}

/// Looks up a well-known type by name.
pub(super) fn named(name: &str) -> Option<Scalar> {
    let mut lines = NAMES.lines();
    let line = lines.find(|line| line.split(' ').any(|word| word == name));
    if let Some(own) = line.and_then(|line| line.split(' ').next()) {
        return Some(Scalar::Known(own));
    }
    let mut others = OTHERS.iter();
    let (name, bytes) = others.find(|(other, _)| *other == name)?;
    Some(Scalar::Bytes(name, *bytes))
}

/// Converts a type by its words alone. Structures that `knows` accepts, and Strata's scalars, keep their names.
pub(super) fn type_by_words(ty: &Ty<'_>, knows: &impl Fn(&str) -> bool) -> Option<CType> {
    let called = |name: &str| name.parse().ok().map(CType::Named);
    let pointer = |to| CType::Pointer(Box::new(to));
    match ty {
        Ty::Scalar(scalar) => called(scalar.name()),
        Ty::Tag(name) | Ty::Name(name) => {
            let own: TypeName = name.parse().ok()?;
            let is_known = knows(name) || types::scalar(&own, Arch::X64).is_some();
            let other = named(name).map(Scalar::name).filter(|_| !is_known);
            let to = pointer_targets(name).find(|to| knows(to));
            match (is_known, other, to) {
                (false, None, Some(to)) => called(to).map(pointer),
                (_, other, _) => called(other.unwrap_or(name)),
            }
        }
        Ty::Pointer(to, _) => type_by_words(to, knows).map(pointer),
        Ty::Array(element, Some(count)) => {
            let element = Box::new(type_by_words(element, knows)?);
            match **count {
                Expr::Number(count @ 1..) => Some(CType::Array(element, count.try_into().ok()?)),
                Expr::Name("ANYSIZE_ARRAY") => Some(CType::AnySizeArray(element)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Possible targets by Windows' naming convention: `EPROCESS` for `PEPROCESS`, `DWORD` for `LPDWORD`.
pub(super) fn pointer_targets(name: &str) -> impl Iterator<Item = &str> {
    let prefixes = ["P", "LP", "PC", "LPC", "PP"].into_iter();
    let behind = prefixes.filter_map(move |prefix| name.strip_prefix(prefix));
    behind.filter(|rest| rest.len() > 1 && !rest.starts_with('_'))
}

/// Whether a name follows Windows' convention for function pointers: `PKKERNEL_ROUTINE`.
pub(super) fn points_to_function(name: &str) -> bool {
    let ends = ["_ROUTINE", "_CALLBACK", "_CALLOUT", "_FUNCTION"];
    name.starts_with('P') && ends.iter().any(|end| name.ends_with(end))
}

/// Words that begin with `P` and with which names of types begin that are not pointers.
const WORDS_IN_P: &str = "\
    PAGE PAGED PACKET PARAMETER PARAMETERS PARTITION PATH PCI PEB PERF PERFORMANCE PF PFN PHASE PHYSICAL PIPE PLUGPLAY PM PNP \
    PO POINT POLICY POOL POP PORT POWER PP PPM PREFETCH PRIORITY PRIVATE PRIVILEGE PROCESS PROCESSOR PROFILE PROPERTY \
    PROTECTION PROTOCOL PROVIDER PS PSP PTE PUBLIC PUSH";

/// Whether a name is that of a pointer by Windows' convention, whatever it points to: `PAPI_SET_NAMESPACE`, `LPFOO`,
/// `FOO_PTR`.
pub(super) fn is_pointer_by_name(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or_default();
    let is_word = || WORDS_IN_P.split(' ').any(|word| word == first);
    let is_capital = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_uppercase())
            && rest.len() > 1
            && !rest.contains(|c: char| c.is_ascii_lowercase())
    };
    let prefixed = |prefix| name.strip_prefix(prefix).is_some_and(is_capital);
    let is_pointer = prefixed("LP") || prefixed("P") && !is_word() || name.ends_with("_PTR");
    is_pointer && first != "LPC" && !name.ends_with("_T")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pointers() {
        for name in ["PAPI_SET_NAMESPACE", "LPFOO", "FOO_PTR", "PFOO"] {
            assert!(is_pointer_by_name(name), "{name}");
        }
        for name in
            "POOL_TYPE PROCESS_INFO PEB Point PVal P API_SET LPC_SIZE_T LPC_CLIENT_ID".split(' ')
        {
            assert!(!is_pointer_by_name(name), "{name}");
        }
    }

    #[test]
    fn every_name_is_there_once_and_leads_to_one_of_ours() {
        let mut seen = std::collections::BTreeSet::new();
        for line in NAMES.lines() {
            let own = line.split(' ').next().unwrap();
            let name: TypeName = own.parse().unwrap();
            let (_, measure) = types::scalar(&name, Arch::X64).expect("it is one of ours");
            for name in line.split(' ') {
                assert!(seen.insert(name), "{name}");
                assert_eq!(named(name), Some(Scalar::Known(own)), "{name}");
                // A name that both tables know has the same size in both.
                let ours = name.parse().ok();
                let ours = ours.and_then(|name| types::scalar(&name, Arch::X64));
                assert!(ours.is_none_or(|(_, it)| it == measure), "{name}");
            }
        }
    }

    #[test]
    fn what_names_point_to() {
        let of = |name| pointer_targets(name).collect::<Vec<&str>>();
        assert_eq!(of("PEPROCESS"), ["EPROCESS"]);
        assert_eq!(of("LPDWORD"), ["DWORD"]);
        assert_eq!(of("PCHAR"), ["CHAR", "HAR"]);
        assert_eq!(of("EPROCESS"), [""; 0]);
    }
}
