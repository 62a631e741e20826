//! The bits of C's bit fields: stated where the fields of an integer fill it.

use super::line::split_remark;
use crate::arch::Arch;
use crate::stated;
use crate::types::{self, ScalarKind};

/// Returns for each line the lowest bit and the number of bits of the field that it declares, if the fields around it fill
/// an integer.
pub(super) fn positions(text: &str) -> Vec<Option<(u8, Option<u8>)>> {
    let mut found = vec![None; text.lines().count()];
    let mut run: Vec<(usize, u8)> = Vec::new();
    let mut last = None;
    for (line, text) in text.lines().enumerate() {
        let field = field(text);
        let integer = field.map(|(integer, _)| integer);
        let Some(((ty, _), width)) = field else {
            (run, last) = (Vec::new(), None);
            continue;
        };
        let bits =
            |run: &[(usize, u8)]| run.iter().map(|(_, width)| u32::from(*width)).sum::<u32>();
        let is_beyond = bits(&run) + u32::from(width) > ty;
        if last != integer || is_beyond {
            run.clear();
        }
        last = integer;
        run.push((line, width));
        if bits(&run) == ty {
            let mut bit = 0;
            for (line, width) in run.drain(..) {
                if let Some(place) = found.get_mut(line) {
                    *place = Some((bit, Some(width)));
                }
                bit += width;
            }
        }
    }
    found
}

/// The bits of its integer, the offset in its comment, and its width.
fn field(line: &str) -> Option<((u32, Option<u32>), u8)> {
    let (code, remark) = split_remark(line.trim());
    let (declared, width) = code.strip_suffix(';')?.rsplit_once(':')?;
    let (_, ty) = stated::member(&format!("{declared};"), &|_| false)?;
    let ty = ty?;
    let bytes = |arch| {
        let (kind, measure) = types::scalar(ty.by_value()?, arch)?;
        let is_integer = matches!(
            kind,
            ScalarKind::Unsigned | ScalarKind::Signed | ScalarKind::Char
        );
        is_integer.then_some(measure.size.get())
    };
    let bytes = bytes(Arch::X64).filter(|it| bytes(Arch::X86) == Some(*it))?;
    Some((
        (8 * bytes, stated::commented_offset(remark)),
        width.trim().parse().ok()?,
    ))
}
