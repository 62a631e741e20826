//! Words that cannot be names, by format.

use std::collections::BTreeSet;
use std::sync::LazyLock;

pub type Reserved = BTreeSet<&'static str>;

/// Splits texts at blanks into words.
fn words(texts: &[&'static str]) -> Reserved {
    texts.iter().flat_map(|text| text.split(' ')).collect()
}

pub(super) static NONE: LazyLock<Reserved> = LazyLock::new(Reserved::new);

/// The words of C, C++ and Microsoft's compilers.
pub(super) static C: LazyLock<Reserved> =
    LazyLock::new(|| words(&[C_AND_CPP, C_TAGS, MICROSOFT, OWN_INTEGERS]));
const C_AND_CPP: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class \
     co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype \
     default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int \
     long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
     reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch \
     template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void \
     volatile wchar_t while xor xor_eq";
/// Keywords that begin with an underscore.
const C_TAGS: &str = "Alignas Alignof Atomic Bool Complex Generic Imaginary Noreturn Static_assert Thread_local cdecl declspec except \
     fastcall finally forceinline int16 int32 int64 int8 leave stdcall thiscall vectorcall _int16 _int32 _int64 _int8 \
     _cdecl _declspec _stdcall _fastcall _try _except _finally _leave _inline _asm _attribute__";
const MICROSOFT: &str = "__asm __cdecl __declspec __except __fastcall __finally __forceinline __inline __int16 __int32 __int64 __int8 \
     __leave __stdcall __try _asm _cdecl _fastcall _stdcall";
const OWN_INTEGERS: &str =
    "strata_i16 strata_i32 strata_i64 strata_i8 strata_u16 strata_u32 strata_u64 strata_u8";

/// Words of C, macros of SyntheticTypes, and the attributes that it adds to instances.
pub(super) static SYNTHETIC: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        C_AND_CPP,
        C_TAGS,
        MICROSOFT,
        OWN_INTEGERS,
        "ANYSIZE_ARRAY DUMMYSTRUCTNAME DUMMYUNIONNAME IN MAX_PATH OUT targetLocation targetSize",
    ])
});

/// The words of dissect.cstruct's grammar, of Python, and of the generated classes; its built-in types.
pub(super) static CSTRUCT: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        // Its grammar.
        "enum flag struct typedef union",
        // Python's keywords: a member with such a name would not be accessible.
        "False None True and as assert async await break class continue def del elif else except finally for from global \
     if import in is lambda nonlocal not or pass raise return try while with yield",
        // Attributes of its classes.
        "alignment cs dumps dynamic fields lookup size write",
        // Its built-in types.
        "BYTE CHAR DWORD INT INT128 INT16 INT32 INT64 INT8 LONG LONG32 LONG64 LONGLONG OWORD QWORD SHORT UCHAR UINT \
     UINT128 UINT16 UINT32 UINT64 UINT8 ULONG ULONG64 ULONGLONG USHORT WCHAR WORD _BYTE _DWORD _OWORD _QWORD _WORD \
     __int128 __int16 __int32 __int64 __int8 __u16 __u32 __u64 __u8 char double float float16 ileb128 int int128 \
     int128_t int16 int16_t int24 int32 int32_t int48 int64 int64_t int8 int8_t long short u1 u16 u2 u4 u8 uchar uint \
     uint128 uint128_t uint16 uint16_t uint24 uint32 uint32_t uint48 uint64 uint64_t uint8 uint8_t uleb128 ulong \
     ushort void wchar wchar_t",
    ])
});

/// Keywords and built-in types (010 Editor's manual: Data Types, Keywords).
pub(super) static TEMPLATE_010: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        "BOOL BYTE CHAR DOSDATE DOSTIME DOUBLE DWORD FALSE FILETIME FLOAT GUID HFLOAT INT INT16 INT32 INT64 LONG OLETIME \
     OPCODE QUAD QWORD SHORT TRUE UBYTE UCHAR UINT UINT16 UINT32 UINT64 ULONG UQUAD USHORT WORD __int64 __uint64 auto \
     bool break byte case char const continue default do double else enum exists false float for function_exists \
     hfloat if inline int int16 int32 int64 local long parentof quad restrict return short signed sizeof startof \
     string struct switch this time64_t time_t true typedef ubyte uchar uint uint16 uint32 uint64 ulong union \
     unsigned uquad ushort void volatile wchar_t while wstring",
    ])
});

/// Keywords, operators, literals and types (lib/source/pl/core/token.cpp of WerWolv/PatternLanguage).
pub(super) static HEXPAT: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        "_ addressof as auto be bitfield bool break catch char char16 const continue double else enum false float fn for \
     from if import in is le match namespace null out padding parent ref return s128 s16 s24 s32 s48 s64 s8 s96 \
     signed sizeof str struct this true try typenameof u128 u16 u24 u32 u48 u64 u8 u96 union unsigned using while",
    ])
});

/// The words of Kaitai's expressions and types, booleans of old YAML, and keywords of Python, C++, Java and JavaScript,
/// where an id becomes a name unchanged.
pub(super) static KSY: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        "abstract and as assert async auto await bool boolean break byte case catch char class const continue debugger \
     def default del delete do double elif else enum except explicit export extends extern false final finally float \
     for friend from function global goto if implements import in inline instanceof int interface is lambda let long \
     mutable n namespace native new no nonlocal not null off on operator or package pass private protected public \
     raise register return short signed sizeof static str strictfp struct strz super switch synchronized template \
     this throw throws transient true try typedef typeid typename typeof union unsigned using var virtual void \
     volatile while with y yes yield",
    ])
});

/// Keywords and reserved words of every edition of Rust, and the types in definitions.
pub(super) static RUST: LazyLock<Reserved> = LazyLock::new(|| {
    words(&[
        "Self _ abstract as async await become box break const continue crate do dyn else enum extern false final fn for \
     gen i16 i32 i64 i8 if impl in let loop macro match mod move mut override priv pub ref return self static struct \
     super trait true try type typeof u16 u32 u64 u8 union unsafe unsized use virtual where while yield",
    ])
});
