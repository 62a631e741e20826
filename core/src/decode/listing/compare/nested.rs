//! What a listing unfolds inside a member, held against the nested types, level by level.

use super::work::{Work, only_listed, same_name};
use super::{Difference, Entry};
use crate::ctype::CType;
use crate::decode::listing::Listed;
use crate::name::{MemberPath, TypeName};
use crate::types::NESTING_LIMIT;
use crate::units::ByteOffset;

/// Members that are unfolded in the listing, and the type of ours that they are held against.
pub(super) struct Inside<'a> {
    path: MemberPath,
    listed: &'a [Listed],
    ty: TypeName,
    depth: usize,
}

impl<'a> Work<'a> {
    /// Remembers what the listing unfolds, to be held against the type of ours.
    pub(super) fn unfolded(
        &mut self,
        listed: &'a Listed,
        ty: &CType,
        path: &MemberPath,
        depth: usize,
    ) {
        // What a pointer points to is another matter; of an array, what is unfolded is an element.
        let elements = matches!(ty, CType::Array(..) | CType::AnySizeArray(_));
        let Some(name) = ty.by_value() else { return };
        let mut push = |listed: &'a [Listed], path: MemberPath| {
            if !listed.is_empty() && depth < NESTING_LIMIT {
                let ty = name.clone();
                self.inside.push(Inside {
                    path,
                    listed,
                    ty,
                    depth,
                });
            }
        };
        let (indexed, plain): (Vec<&Listed>, Vec<&Listed>) = listed
            .members
            .iter()
            .partition(|member| member.name.starts_with('['));
        if indexed.is_empty() {
            let path = if elements {
                path.index(0)
            } else {
                path.clone()
            };
            return push(&listed.members, path);
        }
        if plain.is_empty() {
            for (index, element) in (0_u32..).zip(indexed) {
                push(&element.members, path.index(index));
            }
        }
    }

    /// The listing itself is one of that type.
    pub(super) fn begin_nested(&mut self, ty: &TypeName) {
        self.inside.push(Inside {
            path: MemberPath::default(),
            listed: &self.listing.members,
            ty: ty.clone(),
            depth: 0,
        });
    }

    /// What the listing unfolds, level by level. Only what differs has an entry.
    pub(super) fn nested(&mut self) {
        while let Some(inside) = self.inside.pop() {
            let Inside {
                path,
                listed,
                ty,
                depth,
            } = inside;
            let Some(layout) = self.types.class(&ty, self.scope) else {
                continue;
            };
            let mut taken = vec![false; listed.len()];
            for member in &layout.members {
                let name = &member.declaration.name;
                let at = listed
                    .iter()
                    .zip(&taken)
                    .position(|(listed, taken)| !taken && same_name(name, listed));
                let path = path.member(name);
                let (line, differences) = match at.and_then(|at| Some((at, listed.get(at)?))) {
                    None => (None, vec![Difference::NotListed]),
                    Some((at, listed)) => {
                        if let Some(taken) = taken.get_mut(at) {
                            *taken = true;
                        }
                        let ty = &member.declaration.ty;
                        self.unfolded(listed, ty, &path, depth + 1);
                        (
                            Some(listed.line),
                            self.differences(listed, member.offset, ty, member.bits),
                        )
                    }
                };
                self.differing(path, line, differences);
            }
            let found: Vec<ByteOffset> = listed
                .iter()
                .zip(&taken)
                .filter(|(_, taken)| **taken)
                .map(|(listed, _)| listed.offset)
                .collect();
            for (listed, _) in listed.iter().zip(taken).filter(|(_, taken)| !taken) {
                let shared = found.contains(&listed.offset);
                let difference = only_listed(listed, shared);
                self.differing(
                    path.member(&listed.name),
                    Some(listed.line),
                    vec![difference],
                );
            }
        }
    }

    fn differing(&mut self, path: MemberPath, line: Option<usize>, differences: Vec<Difference>) {
        if !differences.is_empty() {
            self.entries.push(Entry {
                path,
                row: None,
                line,
                differences,
            });
        }
    }
}
