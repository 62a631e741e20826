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
    let mut names = Names::new(&reserved::RUST);
    for (name, _, member, _) in &fields {
        names.take(name, member.offset);
    }
    let _ = writeln!(text, "{ALLOW}\nimpl {} {{", shape.name);
    for (place, (name, field, member, bits)) in fields.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        let setter = names.take(&format!("set_{name}"), member.offset);
        functions((name, &setter), is_safe(shape), (member, bits, field), text);
    }
    text.push_str("}\n\n");
}

/// The functions that read and write a bit field, as an integer without a sign.
fn functions(
    (name, setter): (&str, &str),
    is_safe: bool,
    (member, bits, field): (&Member<'_>, &Bits, &BitField),
    text: &mut String,
) {
    let (own, about) = (&member.name, about(member, field));
    let ty = unsigned(bits.storage.size);
    let (how, safety, read) = match is_safe {
        true => ("const", "", format!("self.{own}")),
        false => ("const unsafe", SAFETY, format!("unsafe {{ self.{own} }}")),
    };
    let is_signed = bits.storage.value == Value::Signed;
    let (whole, back) = match is_signed {
        true => (format!("{read} as {ty}"), format!(" as {}", member.ty)),
        false => (read, String::new()),
    };
    let (bit, mask) = (field.range.bit(), field.range.mask());
    let is_whole = u32::from(field.range.width()) == text::bits(bits.storage.size);
    let (got, set) = match bit {
        _ if is_whole => ("bits".to_owned(), format!("value{back}")),
        bit => {
            let low = mask.checked_shr(bit.into()).unwrap_or_default();
            let (got, value) = match bit {
                0 => ("bits".to_owned(), "value".to_owned()),
                _ => (format!("(bits >> {bit})"), format!("(value << {bit})")),
            };
            let number = format!("others | ({value} & {mask:#x})");
            let set = match is_signed {
                true => format!("({number}){back}"),
                false => number,
            };
            (format!("{got} & {low:#x}"), set)
        }
    };
    let others = match is_whole {
        true => String::new(),
        false => format!("        let others = {whole} & !{mask:#x};\n"),
    };
    let _ = write!(
        text,
        "    /// {about}.\n{safety}    pub {how} fn {name}(&self) -> {ty} {{\n        \
         let bits = {whole};\n        {got}\n    }}\n\n    \
         /// {about}.\n{safety}    pub {how} fn {setter}(&mut self, value: {ty}) {{\n\
         {others}        self.{own} = {set};\n    }}\n"
    );
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
