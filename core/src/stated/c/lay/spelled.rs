//! What types are called that pointers lead to. Nothing of them is measured.

use super::Layer;
use super::typed::called;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::stated::c::base;
use crate::stated::c::model::{Scalar, Ty};
use crate::stated::limits::HOLDING_LIMIT;
use crate::types;

impl<'t> Layer<'_, 't> {
    /// What a name leads to that is a pointer by the custom of Windows, where that is known.
    pub(super) fn pointee(&self, name: &'t str) -> Option<CType> {
        base::pointed(name).find_map(|to| {
            let of_header = self.unit.aliases.contains_key(to)
                || self.tagged(to).is_some()
                || self.tagged(&format!("_{to}")).is_some();
            if let Some(Scalar::Known(scalar)) = base::named(to) {
                return called(scalar);
            }
            let known = of_header || self.ground.knows(to);
            known.then(|| called(to)).flatten()
        })
    }

    /// What a type that a pointer leads to is called here. Nothing is measured.
    pub(super) fn spelled(&mut self, ty: &Ty<'t>) -> Option<CType> {
        if self.depth >= HOLDING_LIMIT {
            return None;
        }
        self.depth += 1;
        let spelled = self.spelled_within(ty);
        self.depth -= 1;
        spelled
    }

    fn spelled_within(&mut self, ty: &Ty<'t>) -> Option<CType> {
        let unit = self.unit;
        let of_record = |at: usize| {
            let record = unit.records.get(at)?;
            called(record.names.first()?)
        };
        match ty {
            Ty::Scalar(Scalar::Known(name) | Scalar::Bytes(name, _)) => called(name),
            Ty::Pointer(inner, _) => Some(CType::Pointer(Box::new(self.spelled(inner)?))),
            Ty::Array(element, _) => self.spelled(element),
            Ty::Tag(name) => called(name),
            Ty::Record(at) => of_record(*at),
            Ty::Enum(at) => called(unit.enums.get(*at)?.names.first()?),
            Ty::Function => None,
            Ty::Name(name) => {
                let own = name.parse::<TypeName>().ok();
                let scalar = own.filter(|own| types::scalar(own, self.ground.scope.arch).is_some());
                if let Some(scalar) = scalar {
                    return Some(CType::Named(scalar));
                }
                match unit.aliases.get(name) {
                    Some(Ty::Tag(_) | Ty::Record(_)) => called(name),
                    Some(alias) => self.spelled(alias),
                    None => match base::named(name) {
                        Some(Scalar::Known(name) | Scalar::Bytes(name, _)) => called(name),
                        None => match self.pointee(name).filter(|_| !self.ground.knows(name)) {
                            Some(to) => Some(CType::Pointer(Box::new(to))),
                            None => called(name),
                        },
                    },
                }
            }
        }
    }
}
