//! Bit fields: functions that read and write them, as numbers without a sign.

use std::fmt::Write as _;

use super::super::model::{BitField, Bits, Value};
use super::super::names::Names;
use super::super::{reserved, text};
use super::shape::{Member, Shape, unsigned};
use super::{ALLOW, is_safe};

/// What must be true where a union is read.
const SAFETY: &str = "    ///\n    /// # Safety\n    ///\n    /// All bytes of it were written, by whichever member.\n";

/// The functions of a shape, if it has any.
pub(super) fn write(shape: &Shape<'_>, text: &mut String) {
    let mut fields = Vec::new();
    for member in &shape.members {
        for bits in &member.bits {
            let named = bits.fields.iter();
            let named = named.filter_map(|field| Some((field.name.as_deref()?, field)));
            fields.extend(named.map(|(name, field)| (name, field, member, *bits)));
        }
    }
    if fields.is_empty() {
        return;
    }
    let mut names = Names::new(reserved::RUST);
    for (name, _, member, _) in &fields {
        names.take(name, member.offset);
    }
    let _ = writeln!(text, "{ALLOW}\nimpl {} {{", shape.name);
    for (place, (name, field, member, bits)) in fields.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        let setter = names.take(&format!("set_{name}"), member.offset);
        let access = Access::new(shape, member, bits, field);
        access.read(name, text);
        access.write(&setter, text);
    }
    text.push_str("}\n\n");
}

/// How a bit field is reached.
struct Access<'a> {
    /// What its functions are about.
    about: String,
    /// `const`, or `const unsafe`.
    how: &'static str,
    safety: &'static str,
    /// The integer without a sign, as its functions take and give it.
    ty: String,
    member: &'a str,
    /// The integer, read as `ty`.
    whole: String,
    /// What makes the integer of a `ty`.
    back: String,
    bit: u8,
    /// The integer in which just the field's bits are set; `None` where they are all that it has.
    mask: Option<u64>,
}

impl<'a> Access<'a> {
    fn new(shape: &Shape<'_>, member: &'a Member<'_>, bits: &Bits, field: &BitField) -> Self {
        let ty = unsigned(bits.storage.size);
        let signed = bits.storage.value == Value::Signed;
        let (how, safety, read) = match is_safe(shape) {
            true => ("const", "", format!("self.{}", member.name)),
            false => (
                "const unsafe",
                SAFETY,
                format!("unsafe {{ self.{} }}", member.name),
            ),
        };
        let is_all = u32::from(field.range.width()) == text::bits(bits.storage.size);
        Self {
            about: about(member, field),
            how,
            safety,
            whole: if signed {
                format!("{read} as {ty}")
            } else {
                read
            },
            back: if signed {
                format!(" as {}", member.ty)
            } else {
                String::new()
            },
            ty,
            member: &member.name,
            bit: field.range.bit(),
            mask: (!is_all).then(|| field.range.mask()),
        }
    }

    fn read(&self, name: &str, text: &mut String) {
        let Self { whole, bit, .. } = self;
        let _ = write!(text, "    /// {}.\n{}", self.about, self.safety);
        let _ = writeln!(
            text,
            "    pub {} fn {name}(&self) -> {} {{",
            self.how, self.ty
        );
        let _ = writeln!(text, "        let bits = {whole};");
        let _ = match self.mask {
            None => writeln!(text, "        bits"),
            Some(mask) if *bit == 0 => writeln!(text, "        bits & {mask:#x}"),
            Some(mask) => {
                let mask = mask.checked_shr((*bit).into()).unwrap_or_default();
                writeln!(text, "        (bits >> {bit}) & {mask:#x}")
            }
        };
        text.push_str("    }\n\n");
    }

    fn write(&self, name: &str, text: &mut String) {
        let Self {
            whole,
            back,
            bit,
            member,
            ..
        } = self;
        let _ = write!(text, "    /// {}.\n{}", self.about, self.safety);
        let _ = writeln!(
            text,
            "    pub {} fn {name}(&mut self, value: {}) {{",
            self.how, self.ty
        );
        let _ = match self.mask {
            None => writeln!(text, "        self.{member} = value{back};"),
            Some(mask) => {
                let _ = writeln!(text, "        let others = {whole} & !{mask:#x};");
                let value = match bit {
                    0 => format!("value & {mask:#x}"),
                    bit => format!("(value << {bit}) & {mask:#x}"),
                };
                let number = format!("others | ({value})");
                let number = match back.as_str() {
                    "" => number,
                    back => format!("({number}){back}"),
                };
                writeln!(text, "        self.{member} = {number};")
            }
        };
        text.push_str("    }\n");
    }
}

/// `Bits 2 to 3 of Flags`.
fn about(member: &Member<'_>, field: &BitField) -> String {
    let (bit, width) = (field.range.bit(), field.range.width());
    let last = bit.saturating_add(width.saturating_sub(1));
    let bits = match width {
        1 => format!("Bit {bit}"),
        _ => format!("Bits {bit} to {last}"),
    };
    let remark = match field.comment.as_str() {
        "" => String::new(),
        comment => format!("; {}", text::plain(comment)),
    };
    format!("{bits} of `{}`{remark}", member.name)
}
