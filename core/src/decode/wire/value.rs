//! The JSON of a decoded value: in one table, each kind with its members, what makes these, and the value that it is.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ConstantDto, DecodedBitDto, DecodedFieldDto, DecodedPlaceDto};
use crate::decode::Instance;
use crate::decode::space::RegionOffset;
use crate::decode::value::{
    Bitmap, HandleClass, Item, List, Meaning, Pointer, PointerClass, Text, Value,
};
use crate::wire::words::Hex;

macro_rules! kinds {
    (
        $(#[$attribute:meta])*
        pub enum $Name:ident($($argument:ident: $Argument:ty),*) with { $($before:tt)* } match $of:expr; {
            $(
                $(#[$note:meta])*
                $Kind:ident $({ $($(#[$such:meta])* $member:ident: $Type:ty = $value:expr,)* })? for $pattern:pat,
            )*
        }
    ) => {
        #[derive(Debug, Serialize, JsonSchema)]
        $(#[$attribute])*
        pub enum $Name {
            $($(#[$note])* $Kind $({ $($(#[$such])* $member: $Type,)* })?,)*
        }

        impl $Name {
            pub(super) fn new($($argument: $Argument),*) -> Self {
                $($before)*
                match $of {
                    $($pattern => Self::$Kind $({ $($member: $value,)* })?,)*
                }
            }
        }
    };
}

kinds! {
    /// A decoded value.
    #[schemars(rename = "Value")]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the fields are those of `value::Value`")]
    pub enum DecodedValueDto(instance: &Instance, item: &Item) with {
        let meaning = item.meaning.as_deref();
        let hex = || Hex(item.value.number().unwrap_or_default());
        let address = |pointer: &Option<Pointer>| pointer.map(|pointer| Hex(pointer.address));
        let inside = |pointer: &Option<Pointer>| pointer.and_then(|it| it.target);
        let class = |pointer: &Option<Pointer>| pointer.map(|pointer| pointer.class);
        let fields = |fields: &[Item]| fields.iter().map(|item| DecodedFieldDto::new(instance, item)).collect();
    } match &item.value; {
        /// A value with an unknown byte.
        Unknown for Value::Unknown,
        /// An unsigned integer. If its values are named: `constants` is the constant that it equals, or the flags that are
        /// set; `unknown_bits` has the set bits that are no known flag.
        Unsigned {
            decimal: String = number.to_string(),
            hex: Hex = hex(),
            #[serde(skip_serializing_if = "Option::is_none")]
            constants: Option<Vec<ConstantDto>> = match meaning {
                Some(Meaning::Flags { set, .. }) => Some(set.iter().map(ConstantDto::new).collect()),
                Some(Meaning::Constant(constant)) => Some(constant.iter().map(ConstantDto::new).collect()),
                _ => None,
            },
            #[serde(skip_serializing_if = "Option::is_none")]
            unknown_bits: Option<Hex> = match meaning {
                Some(Meaning::Flags { unknown, .. }) => Some(Hex(*unknown)),
                _ => None,
            },
        } for Value::Unsigned(number),
        /// A signed integer.
        Signed { decimal: String = value.to_string(), hex: Hex = hex(), } for Value::Signed { value, .. },
        /// A boolean.
        Boolean { value: bool = *byte != 0, hex: Hex = hex(), } for Value::Boolean(byte),
        /// A character; `text` is null if it cannot be printed.
        Char {
            text: Option<char> = byte.is_ascii_graphic().then_some(char::from(*byte)),
            hex: Hex = hex(),
        } for Value::Char(byte),
        /// A UTF-16 code unit; `text` is null if it cannot be printed.
        WideChar {
            text: Option<char> = char::from_u32(u32::from(*unit)).filter(|c| !c.is_control()),
            hex: Hex = hex(),
        } for Value::WideChar(unit),
        /// An address; `inside` is the byte that it points to, null if the input does not contain it.
        Pointer {
            class: PointerClass = pointer.class,
            hex: Hex = hex(),
            inside: Option<RegionOffset> = pointer.target,
        } for Value::Pointer(pointer),
        /// A handle: the handle table that it belongs to, and its lowest two bits (`tag`), which the system ignores.
        Handle {
            class: HandleClass = handle.class,
            hex: Hex = hex(),
            tag: u8 = handle.tag,
        } for Value::Handle(handle),
        /// A signed 64-bit integer. `possible_time` is the value read as a time, if plausible; no source states that it is
        /// one.
        LargeInteger {
            decimal: String = value.to_string(),
            hex: Hex = hex(),
            possible_time: Option<String> = match meaning {
                Some(Meaning::Time(time)) => Some(time.to_string()),
                _ => None,
            },
        } for Value::LargeInteger(value),
        /// A GUID in the usual notation, with braces; its well-known name, and the id of the source of the name.
        Guid {
            text: String = guid.to_string(),
            name: Option<String> = match meaning {
                Some(Meaning::Guid(known)) => Some(known.name.to_string()),
                _ => None,
            },
            source: Option<String> = match meaning {
                Some(Meaning::Guid(known)) => Some(known.source.to_string()),
                _ => None,
            },
        } for Value::Guid(guid),
        /// A `UNICODE_STRING`. Lengths are in bytes, null if unknown; `text` is null if the input does not contain the
        /// buffer.
        UnicodeString {
            length: Option<u16> = *length,
            maximum_length: Option<u16> = *maximum_length,
            buffer: Option<Hex> = address(buffer),
            buffer_class: Option<PointerClass> = class(buffer),
            buffer_inside: Option<RegionOffset> = inside(buffer),
            text: Option<Text> = match meaning {
                Some(Meaning::Text(text)) => Some(text.clone()),
                _ => None,
            },
        } for Value::UnicodeString { length, maximum_length, buffer },
        /// A `LIST_ENTRY`. Links are null if unknown; `list` is null if the input does not contain the next entry.
        ListEntry {
            flink: Option<Hex> = address(flink),
            flink_class: Option<PointerClass> = class(flink),
            flink_inside: Option<RegionOffset> = inside(flink),
            blink: Option<Hex> = address(blink),
            blink_class: Option<PointerClass> = class(blink),
            blink_inside: Option<RegionOffset> = inside(blink),
            list: Option<List> = match meaning {
                Some(Meaning::List(list)) => Some(*list),
                _ => None,
            },
        } for Value::ListEntry { flink, blink },
        /// A value of an enumeration; `name` is null if the value has no known name.
        Enum {
            name: Option<String> = name.as_deref().map(str::to_owned),
            decimal: String = number.to_string(),
            hex: Hex = hex(),
        } for Value::Enum { number, name, .. },
        /// An integer with bit fields. `fields` is null if the source only says that there are some; `unnamed` has the set
        /// bits without a known bit field.
        Bits {
            hex: Option<Hex> = number.map(Hex),
            fields: Option<Vec<DecodedBitDto>> = fields.as_ref().map(|all| all.iter().map(DecodedBitDto::new).collect()),
            unnamed: Hex = Hex(*unnamed),
        } for Value::Bits { number, fields, unnamed },
        /// A bit field of a nested type; `hex` is null if unknown.
        BitField {
            bit: u8 = range.bit(),
            width: u8 = range.width(),
            mask: Hex = Hex(range.mask()),
            hex: Option<Hex> = number.map(Hex),
        } for Value::BitField { range, number },
        /// The first `shown` of `count` elements.
        Array {
            count: u32 = *count,
            shown: usize = elements.len(),
            elements: Vec<DecodedPlaceDto> = elements.iter().map(|item| DecodedPlaceDto::new(instance, item)).collect(),
        } for Value::Array { count, elements },
        /// A structure; members may overlap. `bitmap` is its content if it is a bitmap whose buffer is in the input.
        Struct {
            r#type: String = ty.to_string(),
            fields: Vec<DecodedFieldDto> = fields(members),
            #[serde(skip_serializing_if = "Option::is_none")]
            bitmap: Option<Bitmap> = match meaning {
                Some(Meaning::Bitmap(bitmap)) => Some(bitmap.clone()),
                _ => None,
            },
        } for Value::Struct { ty, union: false, fields: members },
        /// A union: its members share bytes.
        Union {
            r#type: String = ty.to_string(),
            fields: Vec<DecodedFieldDto> = fields(members),
        } for Value::Struct { ty, fields: members, .. },
        /// Bytes without a known meaning.
        Bytes { reason: &'static str = why.as_str(), } for Value::Bytes(why),
    }
}
