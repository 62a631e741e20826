//! Types that are not ours and say no other thing: less, or the same in words of the file's own.

use crate::ctype::CType;
use crate::declared::Ground;
use crate::decode::listing::{Listed, same_type};
use crate::types::{self, ScalarKind};
use crate::units::ByteSize;

use super::level::Our;

/// Whether a member of the file can be ours as far as its type goes.
pub(super) fn says_no_other(listed: &Listed, our: &Our<'_>, ground: Ground<'_>) -> bool {
    let size = listed.size.or_else(|| size(listed.ty.as_ref()?, ground));
    if size.is_some_and(|size| size != our.size) {
        return false;
    }
    // What only the file knows is judged by its members, where ours has any.
    if !listed.members.is_empty() {
        return size.is_some();
    }
    listed
        .ty
        .as_ref()
        .is_none_or(|ty| is_less(ty, our.ty, ground))
}

fn size(ty: &CType, ground: Ground<'_>) -> Option<ByteSize> {
    Some(ground.types.measure(ty, ground.scope)?.size)
}

/// Whether a type of the same size says what ours does, or less. As deep as declarations are, which has a limit.
fn is_less(theirs: &CType, ours: &CType, ground: Ground<'_>) -> bool {
    if same_type(ours, theirs, ground.scope.arch) {
        return true;
    }
    match (theirs, ours) {
        (CType::Pointer(theirs), CType::Pointer(ours)) => leads_to_less(theirs, ours, ground),
        // A name for a pointer: PVOID, HANDLE, PSTR.
        (CType::Pointer(theirs), CType::Named(_)) => match kind(ours, ground) {
            Some(ScalarKind::Pointer) if !is_void_pointer(ours) => is_bytes(theirs, ground),
            kind => matches!(kind, Some(ScalarKind::Pointer | ScalarKind::Handle)),
        },
        (CType::Named(_), CType::Pointer(_)) => match kind(theirs, ground) {
            Some(ScalarKind::Pointer | ScalarKind::Handle) => is_void_pointer(theirs),
            kind => is_integer(kind),
        },
        (CType::Array(theirs, _), CType::Array(ours, _) | CType::AnySizeArray(ours))
        | (CType::AnySizeArray(theirs), CType::Array(ours, _) | CType::AnySizeArray(ours))
            if size(theirs, ground) == size(ours, ground) =>
        {
            is_less(theirs, ours, ground)
        }
        // So many bytes, or so many integers for what is a structure here.
        (CType::Array(theirs, _) | CType::AnySizeArray(theirs), ours) => {
            let bytes = is_bytes(theirs, ground);
            let integers = is_integer(kind(theirs, ground));
            bytes || (integers && is_structure(ours, ground))
        }
        (CType::Named(_), CType::Named(_)) => is_less_by_name(theirs, ours, ground),
        (CType::Named(_), CType::Array(ours, 1) | CType::AnySizeArray(ours)) => {
            is_less(theirs, ours, ground)
        }
        _ => false,
    }
}

fn is_less_by_name(theirs: &CType, ours: &CType, ground: Ground<'_>) -> bool {
    use ScalarKind::{Boolean, Char, Handle, Pointer, Signed, Unsigned, WideChar};
    match (kind(theirs, ground), kind(ours, ground)) {
        // A number for an address, for an enumeration, for a structure of its size.
        (Some(Unsigned | Signed), Some(Pointer | Handle) | None) => true,
        (Some(Pointer | Handle), Some(Pointer | Handle)) => true,
        // Of one and two bytes, what a character is and what a number depends on who writes.
        (
            Some(Unsigned | Boolean | Char | WideChar),
            Some(Unsigned | Boolean | Char | WideChar),
        ) => true,
        _ => false,
    }
}

fn leads_to_less(theirs: &CType, ours: &CType, ground: Ground<'_>) -> bool {
    let void = |ty: &CType| kind(ty, ground) == Some(ScalarKind::Void);
    void(theirs)
        || void(ours)
        || is_less(theirs, ours, ground) && size(theirs, ground) == size(ours, ground)
}

fn kind(ty: &CType, ground: Ground<'_>) -> Option<ScalarKind> {
    match ty {
        CType::Named(name) => types::scalar(name, ground.scope.arch).map(|(kind, _)| kind),
        _ => None,
    }
}

fn is_integer(kind: Option<ScalarKind>) -> bool {
    matches!(kind, Some(ScalarKind::Unsigned | ScalarKind::Signed))
}

fn is_void_pointer(ty: &CType) -> bool {
    matches!(ty, CType::Named(name) if !matches!(name.as_str(), "PSTR" | "PWSTR"))
}

fn is_bytes(ty: &CType, ground: Ground<'_>) -> bool {
    let kind = kind(ty, ground);
    let byte = size(ty, ground) == Some(ByteSize::new(1));
    kind == Some(ScalarKind::Void) || (byte && kind.is_some())
}

fn is_structure(ty: &CType, ground: Ground<'_>) -> bool {
    matches!(ty, CType::Named(_)) && kind(ty, ground).is_none()
}
