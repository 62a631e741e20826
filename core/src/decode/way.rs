//! The way to a member → how far behind the start of the structure it lies.

use super::shape::{Part, Shape};
use crate::arch::Arch;
use crate::name::{MemberPath, PathStep};

/// How far behind the start of the structure that member lies; `None` where there is no such member.
///
/// Names count without case. A member may go by its row, too. An array of any size has any element.
pub(super) fn offset_of(parts: &[Part], path: &MemberPath, arch: Arch) -> Option<u32> {
    let mut steps = path.steps().iter();
    let Some(PathStep::Member(first)) = steps.next() else {
        return None;
    };
    let named = |part: &&Part| {
        let name = part.name.as_deref();
        name.is_some_and(|name| name.eq_ignore_ascii_case(first))
    };
    let by_row = |part: &&Part| part.row.as_str().eq_ignore_ascii_case(first);
    let part = parts.iter().find(named);
    let part = part.or_else(|| parts.iter().find(by_row))?;
    let (mut offset, mut inside) = (part.offset, Inside::Shape(&part.shape));
    for step in steps {
        let (distance, deeper) = inside.step(step, arch)?;
        offset = offset.checked_add(distance)?;
        inside = deeper;
    }
    Some(offset)
}

/// What a step is taken in.
enum Inside<'a> {
    Shape(&'a Shape),
    /// A scalar, in which there is nothing more.
    Scalar,
}

impl<'a> Inside<'a> {
    /// How far behind its start the step leads, and into what.
    fn step(&self, step: &PathStep, arch: Arch) -> Option<(u32, Inside<'a>)> {
        let Self::Shape(shape) = self else {
            return None;
        };
        let pointer = arch.pointer().get();
        match (shape, step) {
            (
                Shape::Array {
                    element,
                    stride,
                    count,
                    open,
                },
                PathStep::Index(index),
            ) => {
                let there = *open || index < count;
                let distance = there.then(|| stride.checked_mul(*index))??;
                Some((distance, Inside::Shape(element)))
            }
            (Shape::Struct { fields, .. }, PathStep::Member(name)) => {
                let field = fields
                    .iter()
                    .find(|field| field.name.eq_ignore_ascii_case(name))?;
                Some((field.offset, Inside::Shape(&field.shape)))
            }
            (Shape::Bits { fields, .. }, PathStep::Member(name)) => {
                let mut fields = fields.iter().flat_map(|fields| fields.iter());
                fields.find(|bit| bit.name.eq_ignore_ascii_case(name))?;
                Some((0, Inside::Scalar))
            }
            (shape, PathStep::Member(name)) => {
                let members: &[(&str, u32)] = match shape {
                    Shape::ListEntry => &[("Flink", 0), ("Blink", pointer)],
                    Shape::UnicodeString => {
                        &[("Length", 0), ("MaximumLength", 2), ("Buffer", pointer)]
                    }
                    _ => &[],
                };
                let member = members
                    .iter()
                    .find(|(member, _)| member.eq_ignore_ascii_case(name));
                member.map(|(_, distance)| (*distance, Inside::Scalar))
            }
            (_, PathStep::Index(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::fixtures::{everything, types};
    use crate::decode::shape::compile;

    #[test]
    fn ways_lead_through_nested_types() {
        let parts = compile(&everything(), &types(Arch::X64)).unwrap();
        for (path, expected) in [
            ("Links", Some(0)),
            ("links.blink", Some(8)),
            ("LoggerName.Buffer", Some(0x28)),
            ("Table[1].ListHead[2].Flink", Some(0xd0)),
            ("Table[1].Lock.Waiting", Some(0xf0)),
            ("Flags.ShutDownRequest", Some(0x51)),
            ("unknown1", Some(0xfc)),
            ("Ctrs[3]", Some(0x158)),
            ("Ctrs[536870911]", None),
            ("Source[2]", None),
            ("Table[2]", None),
            ("Table.ListHead", None),
            ("Links.Next", None),
            ("Links.Flink.Flink", None),
            ("LoggerId[0]", None),
            ("Nothing", None),
        ] {
            let way = path.parse().unwrap();
            assert_eq!(offset_of(&parts, &way, Arch::X64), expected, "{path}");
        }
    }
}
