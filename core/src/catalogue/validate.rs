//! Finds definitions in a symbol file that no compiler produces.

use std::collections::BTreeMap;

use super::{Definition, SymbolFile};
use crate::ctype::CType;
use crate::name::TypeName;
use crate::types::{TypeMember, scalar};

impl SymbolFile {
    /// Returns impossible definitions by index, ascending, with the reason: a member ends after its type, a bit field
    /// ends after its integer, or a type contains itself.
    pub fn impossible(&self) -> Vec<(usize, String)> {
        let validator = Validator {
            file: self,
            by_name: (0..)
                .zip(&self.definitions)
                .filter(|(_, definition)| definition.variant == 1)
                .map(|(number, definition)| (&definition.name, number))
                .collect(),
        };
        let mut found: BTreeMap<usize, String> = validator.cycles();
        for (number, definition) in self.definitions.iter().enumerate() {
            let wrong = definition.members.iter();
            let mut wrong = wrong.filter_map(|member| validator.outside(definition, member));
            if let Some(reason) = wrong.next() {
                found.entry(number).or_insert(reason);
            }
        }
        found.into_iter().collect()
    }
}

struct Validator<'a> {
    file: &'a SymbolFile,
    by_name: BTreeMap<&'a TypeName, usize>,
}

impl Validator<'_> {
    /// The size of a type in this image, in bytes; `None` if the file does not define it.
    fn size(&self, ty: &CType) -> Option<u64> {
        let arch = self.file.image.arch;
        match ty {
            CType::Pointer(_) => Some(arch.pointer().get().into()),
            CType::Array(element, count) => self.size(element)?.checked_mul(u64::from(*count)),
            CType::AnySizeArray(element) => self.size(element),
            CType::Named(name) => match scalar(name, arch) {
                Some((_, measure)) => Some(measure.size.get().into()),
                None => {
                    let number = self.by_name.get(name)?;
                    let definition = self.file.definitions.get(*number)?;
                    Some(definition.size.get().into())
                }
            },
        }
    }

    /// Returns why a member cannot be at its position; `None` if it can.
    fn outside(&self, definition: &Definition, member: &TypeMember) -> Option<String> {
        let size = self.size(&member.declaration.ty)?;
        let (offset, whole) = (
            u64::from(member.offset.get()),
            u64::from(definition.size.get()),
        );
        if offset + size > whole {
            return Some(format!(
                "`{}` at {} has {size:#x} bytes and ends after the {whole:#x} of the type",
                member.declaration, member.offset
            ));
        }
        let range = member.bits?;
        let end = u64::from(range.bit()) + u64::from(range.width());
        (end > 8 * size).then(|| {
            format!(
                "the bit field `{}` ends at bit {end} of an integer of {size:#x} bytes",
                member.declaration
            )
        })
    }

    /// The definitions that contain themselves by value, transitively.
    fn cycles(&self) -> BTreeMap<usize, String> {
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.file.definitions.len()];
        let mut found = BTreeMap::new();
        for start in 0..states.len() {
            let mut todo = vec![start];
            while let Some(&number) = todo.last() {
                let Some(state) = states.get_mut(number) else {
                    break;
                };
                if *state != State::New {
                    *state = State::Done;
                    todo.pop();
                    continue;
                }
                *state = State::Open;
                for held in self.contained_definitions(number) {
                    match states.get(held) {
                        Some(State::New) => todo.push(held),
                        Some(State::Open) => {
                            found.insert(held, "it contains itself".to_owned());
                        }
                        Some(State::Done) | None => {}
                    }
                }
            }
        }
        found
    }

    /// The indices of the definitions that a definition contains by value.
    fn contained_definitions(&self, number: usize) -> Vec<usize> {
        let members = self.file.definitions.get(number);
        let members = members.map_or(&[][..], |definition| &definition.members);
        let held = members.iter().filter_map(|it| it.declaration.ty.by_value());
        held.filter_map(|name| self.by_name.get(name).copied())
            .collect()
    }
}
