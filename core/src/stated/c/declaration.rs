//! Parses declarators and the words around them: built-in types, words without effect on layout or with effect on
//! alignment only, pointers, array bounds, function arguments.

use std::collections::BTreeMap;

use super::expr;
use super::lex::{Kind, Reader, Token};
use super::model::{Expr, Scalar, Ty};
use super::preprocess::Pack;
use crate::stated::limits::NESTING_LIMIT;

/// The attributes that change alignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes<'t> {
    /// The least alignment in bytes.
    pub(super) align: Option<u32>,
    /// Whether members are not aligned.
    pub(super) is_packed: bool,
    /// The packing of a `__pragma(pack(…))`.
    pub(super) pack: Option<Pack<'t>>,
    /// An unknown macro before a tag, which may be one of these by its name.
    pub(super) unknown: Option<&'t str>,
}

impl<'t> Attributes<'t> {
    /// Consumes one attribute or word without effect on types, if it is next.
    pub(super) fn take(&mut self, reader: &mut Reader<'_, 't>) -> bool {
        if reader.is("[") && reader.peek_at(1) == Some(Kind::Punct("[")) {
            reader.skip_brackets();
            return true;
        }
        let Some(word) = reader.word() else {
            return false;
        };
        let is_noise = is_noise(word);
        if !is_noise && !takes_arguments(word) {
            return false;
        }
        reader.next();
        let opens = !is_noise && reader.is("(");
        let inside = opens.then(|| reader.take_brackets()).flatten();
        let inside = inside.unwrap_or_default();
        match word {
            "__declspec" | "_declspec" | "__attribute__" | "__attribute" => self.read(inside),
            "alignas" | "_Alignas" | "DECLSPEC_ALIGN" => self.aligned(inside),
            "__pragma" => self.pack = Pack::of_pragma(inside).or(self.pack),
            _ => {}
        }
        true
    }

    pub(super) fn take_all(&mut self, reader: &mut Reader<'_, 't>) {
        while self.take(reader) {}
    }

    /// Parses `align(8)`, `(packed, aligned(8))`.
    fn read(&mut self, inside: &[Token<'t>]) {
        let mut reader = Reader::new(inside);
        while let Some(kind) = reader.next() {
            match kind {
                Kind::Word("align" | "aligned" | "__aligned__") => {
                    let inside = reader.take_brackets().unwrap_or_default();
                    self.aligned(inside);
                }
                Kind::Word("packed" | "__packed__") => self.is_packed = true,
                _ => {}
            }
        }
    }

    fn aligned(&mut self, inside: &[Token<'t>]) {
        let mut reader = Reader::new(inside);
        let value = expr::expression(&mut reader);
        let value = value.and_then(|value| expr::value(&value, &mut BTreeMap::new()));
        let bytes = value.and_then(|value| u32::try_from(value).ok());
        let sound = bytes.filter(|bytes| bytes.is_power_of_two() && *bytes <= 0x2000);
        self.align = self.align.max(sound);
    }
}

/// Words without effect on layout: qualifiers, storage classes, calling conventions, annotations of Windows' headers.
const NOISE: &str = "\
    const volatile static extern inline register restrict mutable constexpr _Atomic auto __restrict __restrict__ \
    __unaligned UNALIGNED CONST VOLATILE FAR NEAR far near IN OUT OPTIONAL __in __out __inout __in_opt __out_opt \
    __volatile __volatile__ __const __inline __forceinline FORCEINLINE __extension__ typename __cdecl __stdcall \
    __fastcall __thiscall __vectorcall __clrcall __pascal __usercall __userpurge _cdecl _stdcall _fastcall cdecl NTAPI \
    WINAPI APIENTRY CALLBACK FASTCALL STDCALL STDMETHODCALLTYPE NTSYSAPI NTSYSCALLAPI DECLSPEC_IMPORT __cppobj __hidden \
    __shifted __noreturn __spoils UNREFERENCED __w64";

fn is_noise(word: &str) -> bool {
    NOISE.split(' ').any(|noise| noise == word)
}

/// Whether a word is not a name and takes arguments in brackets. IDA prints `__fixed` with a number of bytes.
fn takes_arguments(word: &str) -> bool {
    let words = "__declspec _declspec __attribute__ __attribute alignas _Alignas DECLSPEC_ALIGN __pragma __fixed";
    words.split(' ').any(|own| own == word) || is_annotation(word)
}

/// Whether a word is an annotation without effect on layout: `_Field_size_bytes_`, `_In_opt_`.
fn is_annotation(word: &str) -> bool {
    let inside = word
        .strip_prefix('_')
        .and_then(|word| word.strip_suffix('_'));
    let annotates = |inside: &str| {
        inside.starts_with(|c: char| c.is_ascii_uppercase()) && inside.contains(char::is_lowercase)
    };
    let older = ["__field_", "__bcount", "__ecount", "__drv_", "__deref_"];
    inside.is_some_and(annotates) || older.iter().any(|prefix| word.starts_with(prefix))
}

/// Parses a type name without declarator, as an operand of `sizeof`: `unsigned long`, `struct _X *`.
pub(super) fn type_name<'t>(reader: &mut Reader<'_, 't>) -> Option<Ty<'t>> {
    let mut attributes = Attributes::default();
    attributes.take_all(reader);
    let ty = match builtin(reader, &mut attributes) {
        Some(ty) => ty,
        None => match reader.take_word()? {
            "struct" | "union" | "class" | "enum" => Ty::Tag(reader.take_word()?),
            name => Ty::Name(name),
        },
    };
    attributes.take_all(reader);
    stars(reader, ty)
}

/// Parses the `*` after a type, each with its optional width.
pub(super) fn stars<'t>(reader: &mut Reader<'_, 't>, mut ty: Ty<'t>) -> Option<Ty<'t>> {
    let mut attributes = Attributes::default();
    let mut count = 0;
    loop {
        attributes.take_all(reader);
        let said = width(reader);
        if !reader.take("*") && !reader.take("&") {
            return Some(ty);
        }
        count += 1;
        if count > NESTING_LIMIT {
            return None;
        }
        attributes.take_all(reader);
        ty = Ty::Pointer(Box::new(ty), width(reader).or(said));
    }
}

/// Parses an explicit pointer width, such as `__ptr32`.
fn width(reader: &mut Reader<'_, '_>) -> Option<u32> {
    let bytes = match reader.word()? {
        "__ptr32" | "POINTER_32" | "_ptr32" => 4,
        "__ptr64" | "POINTER_64" | "_ptr64" => 8,
        _ => return None,
    };
    reader.next();
    Some(bytes)
}

/// A name and its type.
#[derive(Debug)]
pub(super) struct Declarator<'t> {
    pub(super) name: Option<&'t str>,
    pub(super) ty: Ty<'t>,
    /// The least alignment by an attribute.
    pub(super) align: Option<u32>,
}

/// Parses a declarator; `None` if it is not valid.
pub(super) fn declarator<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>) -> Option<Declarator<'t>> {
    nested(reader, ty, 0)
}

/// Recursion is bounded by the limit on nested brackets.
fn nested<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>, depth: usize) -> Option<Declarator<'t>> {
    if depth >= NESTING_LIMIT {
        return None;
    }
    let mut attributes = Attributes::default();
    let is_pointer = reader.is("*");
    let ty = stars(reader, ty)?;
    attributes.take_all(reader);
    // The last of several words after a star is the name: `*RESTRICTED_POINTER Flink`.
    while is_pointer && reader.word().is_some() && matches!(reader.peek_at(1), Some(Kind::Word(_)))
    {
        reader.next();
    }
    if reader.is("(") && !is_arguments(reader) {
        let inside = reader.take_brackets()?;
        let ty = suffixes(reader, ty)?;
        attributes.take_all(reader);
        let mut inner = Reader::new(inside);
        let declared = nested(&mut inner, ty, depth + 1)?;
        return inner.is_over().then_some(Declarator {
            align: declared.align.max(attributes.align),
            ..declared
        });
    }
    let name = reader.take_word();
    let ty = suffixes(reader, ty)?;
    attributes.take_all(reader);
    Some(Declarator {
        name,
        ty,
        align: attributes.align,
    })
}

/// Whether a bracket in place of a name begins the arguments of an unnamed function.
fn is_arguments(reader: &Reader<'_, '_>) -> bool {
    match reader.peek_at(1) {
        Some(Kind::Punct("*" | "(" | "&")) => false,
        // A name in brackets, or a calling convention before a star.
        Some(Kind::Word(_)) => !matches!(
            reader.peek_at(2),
            Some(Kind::Punct("*" | ")" | "(") | Kind::Word(_))
        ),
        _ => true,
    }
}

/// Parses the bounds and arguments after a name.
fn suffixes<'t>(reader: &mut Reader<'_, 't>, ty: Ty<'t>) -> Option<Ty<'t>> {
    let mut bounds: Vec<Option<Box<Expr<'t>>>> = Vec::new();
    loop {
        if reader.is("(") {
            reader.skip_brackets();
            return bounds.is_empty().then_some(Ty::Function);
        }
        // `[[` begins an attribute.
        if !reader.is("[") || reader.peek_at(1) == Some(Kind::Punct("[")) {
            break;
        }
        let inside = reader.take_brackets()?;
        let mut inner = Reader::new(inside);
        let bound = match inner.is_over() {
            true => None,
            false => Some(Box::new(expr::expression(&mut inner)?)),
        };
        bounds.push(bound.filter(|_| inner.is_over()));
        if !inner.is_over() || bounds.len() > NESTING_LIMIT {
            return None;
        }
    }
    let array = |element, bound| Ty::Array(Box::new(element), bound);
    Some(bounds.into_iter().rev().fold(ty, array))
}

/// Parses a built-in type, if one is next.
pub(super) fn builtin<'t>(
    reader: &mut Reader<'_, 't>,
    attributes: &mut Attributes<'t>,
) -> Option<Ty<'t>> {
    let mut words = Words::default();
    let mut any = false;
    loop {
        if any && attributes.take(reader) {
            continue;
        }
        match reader.word() {
            Some(word) if words.take(word) => {
                reader.next();
                any = true;
            }
            _ => break,
        }
    }
    any.then(|| Ty::Scalar(words.scalar()))
}

/// The words of a built-in type.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    sign: Option<bool>,
    longs: u8,
    base: Option<&'static str>,
}

impl Words {
    /// Consumes a word of a built-in type that may follow.
    fn take(&mut self, word: &str) -> bool {
        match word {
            "signed" | "__signed" | "__signed__" => self.sign = Some(true),
            "unsigned" => self.sign = Some(false),
            "long" if self.longs < 2 => self.longs += 1,
            word => {
                let base = match word {
                    "char" | "__int8" | "_int8" => "char",
                    "short" | "__int16" | "_int16" => "short",
                    "int" | "__int32" | "_int32" | "__LONG32" => "int",
                    "__int64" | "_int64" => "int64",
                    "__int128" => "int128",
                    "float" => "float",
                    "double" => "double",
                    "void" => "void",
                    "bool" | "_Bool" => "bool",
                    "wchar_t" | "__wchar_t" | "char16_t" => "wchar",
                    _ => return false,
                };
                // `short int`, `int short`.
                self.base = match (self.base, base) {
                    (None | Some("int"), base) => Some(base),
                    (Some("short"), "int") => Some("short"),
                    _ => return false,
                };
            }
        }
        true
    }

    /// Returns the type as in Microsoft's compilers: `long` has four bytes on every architecture.
    fn scalar(self) -> Scalar {
        let unsigned = self.sign == Some(false);
        let pick = |plain, without_sign| Scalar::Known(if unsigned { without_sign } else { plain });
        match (self.base, self.longs) {
            (Some("void"), _) => Scalar::Known("VOID"),
            (Some("bool"), _) => Scalar::Known("BOOLEAN"),
            (Some("wchar"), _) => Scalar::Known("WCHAR"),
            (Some("float"), _) => Scalar::Known("FLOAT"),
            (Some("double"), _) => Scalar::Known("DOUBLE"),
            (Some("int128"), _) => Scalar::Bytes("__int128", 16),
            (Some("char"), _) => pick("CHAR", "UCHAR"),
            (Some("short"), _) => pick("SHORT", "USHORT"),
            (Some("int64"), _) | (_, 2) => pick("LONGLONG", "ULONGLONG"),
            _ => pick("LONG", "ULONG"),
        }
    }
}
