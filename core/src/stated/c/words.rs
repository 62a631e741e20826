//! The language's own types, of several words each.

use super::model::{Scalar, Ty};
use super::reader::Reader;
use super::specifier::Attributes;

/// The type that the language's own words name, if such a word is next.
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

/// The words of the language that name a type together.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    sign: Option<bool>,
    longs: u8,
    base: Option<&'static str>,
}

/// Words that name a type, alone or after a sign.
const BASES: [(&str, &str); 20] = [
    ("char", "char"),
    ("short", "short"),
    ("int", "int"),
    ("__int8", "char"),
    ("_int8", "char"),
    ("__int16", "short"),
    ("_int16", "short"),
    ("__int32", "int"),
    ("_int32", "int"),
    ("__int64", "int64"),
    ("_int64", "int64"),
    ("__int128", "int128"),
    ("float", "float"),
    ("double", "double"),
    ("bool", "bool"),
    ("_Bool", "bool"),
    ("wchar_t", "wchar"),
    ("__wchar_t", "wchar"),
    ("char16_t", "wchar"),
    ("void", "void"),
];

impl Words {
    /// Takes a word that is one of them and may stand there.
    fn take(&mut self, word: &str) -> bool {
        match word {
            "signed" | "__signed" | "__signed__" => self.sign = Some(true),
            "unsigned" => self.sign = Some(false),
            "long" if self.longs < 2 => self.longs += 1,
            word => {
                let Some((_, base)) = BASES.iter().find(|(name, _)| *name == word) else {
                    return false;
                };
                // `short int`, `int short`.
                self.base = match (self.base, *base) {
                    (None | Some("int"), base) => Some(base),
                    (Some("short"), "int") => Some("short"),
                    _ => return false,
                };
            }
        }
        true
    }

    /// As Microsoft's compilers have them: `long` has four bytes on every architecture.
    fn scalar(self) -> Scalar {
        let unsigned = self.sign == Some(false);
        let pick = |plain, without_sign| Scalar::Known(if unsigned { without_sign } else { plain });
        match (self.base, self.longs) {
            (Some("void"), _) => Scalar::Known("VOID"),
            (Some("bool"), _) => Scalar::Known("BOOLEAN"),
            (Some("wchar"), _) => Scalar::Known("WCHAR"),
            (Some("float"), _) => Scalar::Bytes("float", 4),
            (Some("double"), _) => Scalar::Bytes("double", 8),
            (Some("int128"), _) => Scalar::Bytes("__int128", 16),
            (Some("char"), _) => pick("CHAR", "UCHAR"),
            (Some("short"), _) => pick("SHORT", "USHORT"),
            (Some("int64"), _) | (_, 2) => pick("LONGLONG", "ULONGLONG"),
            _ => pick("LONG", "ULONG"),
        }
    }
}
