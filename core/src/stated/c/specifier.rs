//! What stands before a name in a declaration: the language's own types, and words that change no layout or only the
//! alignment.

use super::expr::{self, Names};
use super::lex::{Kind, Token};
use super::model::Ty;
use super::pack::Pack;
use super::reader::Reader;
use super::words::builtin;
use crate::stated::limits::NESTING_LIMIT;

/// Words that change no layout: qualifiers, storage, ways to call, and what headers of Windows write there.
const NOISE: &str = "\
    const volatile static extern inline register restrict mutable constexpr _Atomic auto __restrict __restrict__ \
    __unaligned UNALIGNED CONST VOLATILE FAR NEAR far near IN OUT OPTIONAL __in __out __inout __in_opt __out_opt \
    __volatile__ __const __inline __forceinline FORCEINLINE __extension__ typename __cdecl __stdcall __fastcall \
    __thiscall __vectorcall __clrcall __pascal __usercall __userpurge _cdecl _stdcall _fastcall cdecl NTAPI WINAPI \
    APIENTRY CALLBACK FASTCALL STDCALL STDMETHODCALLTYPE NTSYSAPI NTSYSCALLAPI DECLSPEC_IMPORT __cppobj __hidden \
    __shifted __noreturn __spoils UNREFERENCED __w64";

/// What changes how something is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes<'t> {
    /// To the multiples of how many bytes at least.
    pub(super) align: Option<u32>,
    /// Nothing in it is aligned.
    pub(super) is_packed: bool,
    /// `__pragma(pack(…))` stands there.
    pub(super) pack: Option<Pack<'t>>,
}

impl<'t> Attributes<'t> {
    /// Takes one thing that changes no type, if one is next.
    pub(super) fn take(&mut self, reader: &mut Reader<'_, 't>) -> bool {
        if reader.is("[") && reader.peek_at(1) == Some(Kind::Sign("[")) {
            reader.skip_brackets();
            return true;
        }
        let Some(word) = reader.word() else {
            return false;
        };
        match word {
            "__declspec" | "_declspec" | "__attribute__" | "__attribute" => {
                reader.next();
                let inside = reader.take_brackets().unwrap_or_default();
                self.read(inside);
            }
            "alignas" | "_Alignas" | "DECLSPEC_ALIGN" => {
                reader.next();
                let inside = reader.take_brackets().unwrap_or_default();
                self.aligned(inside);
            }
            "__pragma" => {
                reader.next();
                let inside = reader.take_brackets().unwrap_or_default();
                if let Some((Kind::Word("pack"), rest)) = split(inside) {
                    self.pack = Pack::read(rest);
                }
            }
            // With a number of bytes, in what IDA writes.
            "__fixed" => {
                reader.next();
                reader.take_brackets();
            }
            word if NOISE.split(' ').any(|noise| noise == word) => {
                reader.next();
            }
            word if is_annotation(word) => {
                reader.next();
                if reader.is("(") {
                    reader.skip_brackets();
                }
            }
            _ => return false,
        }
        true
    }

    /// Takes all of them.
    pub(super) fn take_all(&mut self, reader: &mut Reader<'_, 't>) {
        while self.take(reader) {}
    }

    /// `align(8)`, `(packed, aligned(8))`
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
        let value = value.and_then(|value| expr::value(&value, &mut Nothing));
        let bytes = value.and_then(|value| u32::try_from(value).ok());
        let sound = bytes.filter(|bytes| bytes.is_power_of_two() && *bytes <= 0x2000);
        self.align = self.align.max(sound);
    }
}

/// No name means anything.
struct Nothing;

impl Names<'_> for Nothing {
    fn constant(&self, _name: &str) -> Option<i64> {
        None
    }
}

fn split<'s, 't>(tokens: &'s [Token<'t>]) -> Option<(Kind<'t>, &'s [Token<'t>])> {
    let (first, rest) = tokens.split_first()?;
    Some((first.kind, rest))
}

/// `_Field_size_bytes_`, `_In_opt_`: what says something of a value, and nothing of a layout.
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

/// A type without a name of something, as `sizeof` takes it: `unsigned long`, `struct _X *`.
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

/// The pointers that stand behind a type, each with its width where that is said.
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

/// `__ptr32`: how wide a pointer is, whatever the architecture.
fn width(reader: &mut Reader<'_, '_>) -> Option<u32> {
    let bytes = match reader.word()? {
        "__ptr32" | "POINTER_32" | "_ptr32" => 4,
        "__ptr64" | "POINTER_64" | "_ptr64" => 8,
        _ => return None,
    };
    reader.next();
    Some(bytes)
}
