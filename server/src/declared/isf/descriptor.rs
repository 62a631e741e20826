//! Types as ISF describes them.

use serde_json::Value as Json;
use strata_core::ctype::{CType, DECLARATOR_LIMIT};
use strata_core::units::{BitRange, ByteSize};

use super::{Reader, number};

/// A type.
#[derive(Debug, Default)]
pub(super) struct Typed {
    /// What it is called here; `None` where it has no name.
    pub(super) ty: Option<CType>,
    pub(super) size: Option<u32>,
    pub(super) bits: Option<BitRange>,
    /// The structure whose members only the file knows.
    pub(super) holds: Option<String>,
}

impl Typed {
    fn of(ty: Option<CType>, size: Option<u32>) -> Self {
        Self {
            ty,
            size,
            ..Self::default()
        }
    }
}

/// Where something is wrong, and what.
pub(super) type Wrong = (String, String);

/// What can be described.
const KINDS: &str =
    "expected base, pointer, array, struct, union, class, enum, bitfield or function";

fn called(name: &str) -> Option<CType> {
    name.parse().ok().map(CType::Named)
}

/// What a structure is called that has no name in the source.
pub(super) fn is_unnamed(name: &str) -> bool {
    let plain = name.trim_start_matches(['_', '<']).to_ascii_lowercase();
    plain.starts_with("unnamed") || plain.starts_with("anonymous")
}

impl Reader<'_> {
    /// A type; or where its description is wrong. As deep as declarations are, which has a limit.
    pub(super) fn typed(&self, json: &Json, path: &str, depth: usize) -> Result<Typed, Wrong> {
        let wrong = |key: &str, why: &str| (format!("{path}{key}"), why.to_owned());
        if depth > DECLARATOR_LIMIT {
            return Err(wrong(
                "",
                "more pointers and arrays within one another than are read",
            ));
        }
        let text = |key: &str| {
            let text = json.get(key).and_then(Json::as_str);
            text.ok_or_else(|| wrong(&format!("/{key}"), "expected a text"))
        };
        let inner = |key: &str| {
            let inner = json.get(key);
            let inner = inner.ok_or_else(|| wrong(&format!("/{key}"), "expected a type"))?;
            self.typed(inner, &format!("{path}/{key}"), depth + 1)
        };
        let count = |key: &str| {
            let count = number(json.get(key));
            count.ok_or_else(|| wrong(&format!("/{key}"), "expected a number"))
        };
        match text("kind")? {
            "base" => {
                let known = self.base(text("name")?);
                known.ok_or_else(|| wrong("/name", "base_types has no such type"))
            }
            "pointer" => {
                let to = inner("subtype")?.ty.map(Box::new);
                let size = self.pointer.map(ByteSize::get);
                Ok(Typed::of(to.map(CType::Pointer), size))
            }
            "array" => Ok(array(inner("subtype")?, count("count")?)),
            "struct" | "union" | "class" => Ok(self.structure(text("name")?)),
            "enum" => Ok(self.enumeration(text("name")?)),
            "bitfield" => {
                let byte = |key: &str| Ok::<_, Wrong>(u8::try_from(count(key)?).unwrap_or(u8::MAX));
                let bits = BitRange::new(byte("bit_position")?, byte("bit_length")?);
                let bits = bits.ok_or_else(|| wrong("/bit_length", "there are no such bits"))?;
                Ok(Typed {
                    bits: Some(bits),
                    ..Typed::of(None, inner("type")?.size)
                })
            }
            "function" => Ok(Typed::default()),
            _ => Err(wrong("/kind", KINDS)),
        }
    }

    /// What the file says of a number or character, whatever it is called.
    fn base(&self, name: &str) -> Option<Typed> {
        let json = self.bases.get(name)?;
        let size = number(json.get("size"))?;
        let kind = json.get("kind").and_then(Json::as_str)?;
        let signed = json.get("signed").and_then(Json::as_bool) == Some(true);
        let is_wide = name.contains("wchar");
        let is = match (kind, size) {
            ("void", _) => "VOID",
            ("bool", 1) => "BOOLEAN",
            ("char" | "int", 2) if is_wide || kind == "char" => "WCHAR",
            ("int", _) if name == "pointer" => "PVOID",
            ("float", 4) => "float",
            ("float", 8) => "double",
            ("char" | "int", 1) => {
                if signed {
                    "CHAR"
                } else {
                    "UCHAR"
                }
            }
            ("int" | "bool", 2) => {
                if signed {
                    "SHORT"
                } else {
                    "USHORT"
                }
            }
            ("int" | "bool", 4) => {
                if signed {
                    "LONG"
                } else {
                    "ULONG"
                }
            }
            ("int" | "bool", 8) => {
                if signed {
                    "LONGLONG"
                } else {
                    "ULONGLONG"
                }
            }
            _ => return Some(Typed::of(None, Some(size))),
        };
        Some(Typed::of(called(is), Some(size)))
    }

    fn structure(&self, name: &str) -> Typed {
        let json = self.types.get(name);
        let ours = self.dataset.catalogue().find(name).ok();
        let ty = match ours {
            Some(ours) => Some(CType::Named(ours.name.clone())),
            None if is_unnamed(name) => None,
            None => called(name),
        };
        Typed {
            holds: ours.is_none().then(|| name.to_owned()),
            ..Typed::of(ty, json.and_then(|json| number(json.get("size"))))
        }
    }

    fn enumeration(&self, name: &str) -> Typed {
        let json = self.enums.get(name);
        let base = json.and_then(|json| json.get("base"));
        let base = base.and_then(Json::as_str).and_then(|base| self.base(base));
        let base = base.unwrap_or_default();
        let ours = self.dataset.catalogue().find(name).ok();
        let ty = ours.map_or(base.ty, |ours| Some(CType::Named(ours.name.clone())));
        let size = json.and_then(|json| number(json.get("size")));
        Typed::of(ty, size.or(base.size))
    }
}

fn array(element: Typed, count: u32) -> Typed {
    let of = |ty| match count {
        0 => CType::AnySizeArray(Box::new(ty)),
        count => CType::Array(Box::new(ty), count),
    };
    let size = element.size.filter(|_| count > 0);
    Typed {
        ty: element.ty.map(of),
        size: size.and_then(|size| size.checked_mul(count)),
        ..element
    }
}
