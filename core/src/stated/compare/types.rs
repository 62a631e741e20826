//! Decides which types are the same, and which different ones do not contradict each other: less specific ones, or
//! aliases.

use crate::arch::Arch;
use crate::ctype::CType;
use crate::decode::listing::ListingMember;
use crate::export::type_name;
use crate::tree::{Node, Tree};
use crate::type_equivalence::equivalent;
use crate::types::{self, ScalarKind};
use crate::units::ByteSize;

/// Whether both are the same type, possibly under another name: the name in symbol files, or two types that `dt` prints
/// alike, as it has no HANDLE and no SIZE_T. Some formats write a single structure as an array of one.
pub(super) fn same_type(ours: &CType, listed: &CType, arch: Arch) -> bool {
    let spelled = |ty: &CType| type_name(ty, arch);
    let same = |listed: &CType| {
        equivalent(ours, listed) || spelled(ours).eq_ignore_ascii_case(&spelled(listed))
    };
    match listed {
        CType::Array(one, 1) => same(listed) || same(one),
        listed => same(listed),
    }
}

/// Whether the type of a declaration does not contradict ours, of a given size.
pub(crate) fn is_allowed_for(
    declared: &CType,
    (ours, of_ours): (&CType, ByteSize),
    tree: Tree<'_>,
) -> bool {
    size(declared, tree) == Some(of_ours) && is_less_specific(declared, ours, tree)
}

/// Whether a listed member's type does not contradict ours.
pub(super) fn is_compatible(listed: &ListingMember, ours: &Node<'_>, tree: Tree<'_>) -> bool {
    let of_type = || size(listed.ty.as_ref()?, tree);
    let (size, of_ours) = (listed.size.or_else(of_type), tree.size(ours));
    if size.is_some_and(|size| Some(size) != of_ours) {
        return false;
    }
    // A type that only the file defines is compared by its members, if ours has any.
    if !listed.members.is_empty() {
        return size.is_some();
    }
    listed
        .ty
        .as_ref()
        .is_none_or(|ty| is_less_specific(ty, ours.ty, tree))
}

fn size(ty: &CType, tree: Tree<'_>) -> Option<ByteSize> {
    Some(tree.types.measure(ty, tree.scope)?.size)
}

/// Whether a type of the same size is ours or a less specific one. Recursion is bounded by the depth of declarations.
fn is_less_specific(theirs: &CType, ours: &CType, tree: Tree<'_>) -> bool {
    if same_type(ours, theirs, tree.scope.arch) {
        return true;
    }
    match (theirs, ours) {
        (CType::Pointer(theirs), CType::Pointer(ours)) => {
            points_to_less_specific(theirs, ours, tree)
        }
        // A name for a pointer, PVOID, HANDLE or PSTR, or a structure that is one.
        (CType::Pointer(theirs), CType::Named(_)) => match kind(ours, tree) {
            None => kind(theirs, tree) == Some(ScalarKind::Void),
            Some(ScalarKind::Pointer) if !is_void_pointer(ours) => is_bytes(theirs, tree),
            kind => matches!(kind, Some(ScalarKind::Pointer | ScalarKind::Handle)),
        },
        (CType::Named(_), CType::Pointer(_)) => match kind(theirs, tree) {
            Some(ScalarKind::Pointer | ScalarKind::Handle) => is_void_pointer(theirs),
            kind => is_integer(kind),
        },
        // One row of elements for several: `[512]` for `[2][256]`.
        (CType::Array(..), CType::Array(..))
            if flattened(theirs).1 == flattened(ours).1
                && (dimensions(theirs), dimensions(ours)) != (1, 1) =>
        {
            is_less_specific(flattened(theirs).0, flattened(ours).0, tree)
        }
        (CType::Array(theirs, _), CType::Array(ours, _) | CType::AnySizeArray(ours))
        | (CType::AnySizeArray(theirs), CType::Array(ours, _) | CType::AnySizeArray(ours))
            if size(theirs, tree) == size(ours, tree) =>
        {
            is_less_specific(theirs, ours, tree)
        }
        // Bytes or integers in place of a structure.
        (CType::Array(theirs, _) | CType::AnySizeArray(theirs), ours) => {
            let bytes = is_bytes(theirs, tree);
            let integers = is_integer(kind(theirs, tree));
            bytes || (integers && is_structure(ours, tree))
        }
        (CType::Named(_), CType::Named(_)) => is_less_specific_by_name(theirs, ours, tree),
        (CType::Named(_), CType::Array(ours, 1) | CType::AnySizeArray(ours)) => {
            is_less_specific(theirs, ours, tree)
        }
        _ => false,
    }
}

/// Returns the element of nested arrays, and the number of elements.
fn flattened(mut ty: &CType) -> (&CType, u64) {
    let mut all = 1_u64;
    while let CType::Array(element, count) = ty {
        all = all.saturating_mul(u64::from(*count));
        ty = element;
    }
    (ty, all)
}

fn dimensions(mut ty: &CType) -> usize {
    let mut all = 0;
    while let CType::Array(element, _) = ty {
        all += 1;
        ty = element;
    }
    all
}

fn is_less_specific_by_name(theirs: &CType, ours: &CType, tree: Tree<'_>) -> bool {
    use ScalarKind::{Boolean, Char, Handle, Pointer, Signed, Unsigned, WideChar};
    match (kind(theirs, tree), kind(ours, tree)) {
        // A number or PVOID for an address, an enumeration, or a structure of its size.
        (Some(Unsigned | Signed), Some(Pointer | Handle) | None) => true,
        (Some(Pointer | Handle), Some(Pointer | Handle)) => true,
        (Some(Pointer | Handle), None) => is_void_pointer(theirs),
        // For one and two bytes, characters and numbers are used interchangeably.
        (
            Some(Unsigned | Boolean | Char | WideChar),
            Some(Unsigned | Boolean | Char | WideChar),
        ) => true,
        _ => false,
    }
}

fn points_to_less_specific(theirs: &CType, ours: &CType, tree: Tree<'_>) -> bool {
    let void = |ty: &CType| kind(ty, tree) == Some(ScalarKind::Void);
    void(theirs)
        || void(ours)
        || is_less_specific(theirs, ours, tree) && size(theirs, tree) == size(ours, tree)
}

fn kind(ty: &CType, tree: Tree<'_>) -> Option<ScalarKind> {
    match ty {
        CType::Named(name) => types::scalar(name, tree.scope.arch).map(|(kind, _)| kind),
        _ => None,
    }
}

fn is_integer(kind: Option<ScalarKind>) -> bool {
    matches!(kind, Some(ScalarKind::Unsigned | ScalarKind::Signed))
}

fn is_void_pointer(ty: &CType) -> bool {
    matches!(ty, CType::Named(name) if !matches!(name.as_str(), "PSTR" | "PWSTR"))
}

fn is_bytes(ty: &CType, tree: Tree<'_>) -> bool {
    let kind = kind(ty, tree);
    let byte = size(ty, tree) == Some(ByteSize::new(1));
    kind == Some(ScalarKind::Void) || (byte && kind.is_some())
}

fn is_structure(ty: &CType, tree: Tree<'_>) -> bool {
    matches!(ty, CType::Named(_)) && kind(ty, tree).is_none()
}
