//! What the type of a member is, at the point of the layout.

use crate::ctype::CType;
use crate::name::TypeName;
use crate::types::{self, Measure, ScalarKind, TypeKind};
use crate::units::ByteSize;

use super::super::model::{Kind, Pointee, Pointer, Scalar, Type, Value};
use super::Planner;

impl Planner<'_> {
    /// A type; `None` where its size is not known, or it has none.
    pub(super) fn ty(&mut self, ty: &CType) -> Option<Type> {
        let measure = self.tree.types.measure(ty, self.tree.scope)?;
        if measure.size == ByteSize::ZERO
            && !matches!(ty, CType::Array(..))
            && self.called.is_none()
        {
            return None;
        }
        match ty {
            CType::Pointer(inner) => Some(self.pointer(self.pointee(inner), ty)),
            CType::Array(element, count) => self.array(element, *count, false),
            CType::AnySizeArray(element) => self.array(element, 1, true),
            CType::Named(name) => match types::scalar(name, self.tree.scope.arch) {
                Some((kind, measure)) => Some(self.scalar(kind, measure.size, ty)),
                None => self
                    .define(name)
                    .or_else(|| Some(self.folded(name, measure))),
            },
        }
    }

    fn array(&mut self, element: &CType, count: u32, any_size: bool) -> Option<Type> {
        let element = Box::new(self.ty(element)?);
        Some(Type::Array {
            element,
            count,
            any_size,
        })
    }

    fn pointer(&self, to: Pointee, declared: &CType) -> Type {
        Type::Pointer(Pointer {
            size: self.tree.scope.arch.pointer(),
            to,
            declared: declared.to_string(),
        })
    }

    fn scalar(&self, kind: ScalarKind, size: ByteSize, ty: &CType) -> Type {
        match value_of(kind) {
            Some(value) => Type::Scalar(Scalar {
                value,
                size,
                declared: ty.to_string(),
            }),
            None => self.pointer(named_pointee(ty.base()), ty),
        }
    }

    fn pointee(&self, ty: &CType) -> Pointee {
        match ty {
            CType::Pointer(inner) => Pointee::Pointer(Box::new(self.pointee(inner))),
            CType::Array(element, _) | CType::AnySizeArray(element) => self.pointee(element),
            CType::Named(name) => match types::scalar(name, self.tree.scope.arch) {
                Some((ScalarKind::Void, _)) => Pointee::Void,
                Some((kind, measure)) => match self.scalar(kind, measure.size, ty) {
                    Type::Scalar(scalar) => Pointee::Scalar(scalar),
                    _ => Pointee::Pointer(Box::new(named_pointee(name))),
                },
                None => self.named(name),
            },
        }
    }

    fn named(&self, name: &TypeName) -> Pointee {
        if name.is_function() {
            return Pointee::Void;
        }
        let measure = self
            .layout(name)
            .map(|it| self.tree.types.measure_of(it, self.tree.scope));
        match measure.map(|measure| self.folded(name, measure)) {
            Some(Type::Scalar(scalar)) => Pointee::Scalar(scalar),
            _ => Pointee::Named(self.called(name), self.kind(name)),
        }
    }

    /// The name with the underscore of a tag, where the types of an image have names beforehand.
    fn called(&self, name: &TypeName) -> TypeName {
        let called = self.called.as_ref().and_then(|called| called.get(name));
        let tag = called.and_then(|called| TypeName::in_symbols(&format!("_{called}")).ok());
        tag.unwrap_or_else(|| name.clone())
    }

    fn type_kind(&self, name: &TypeName) -> Option<TypeKind> {
        let ty = self.tree.types.get(name, self.tree.scope)?;
        let here = ty.class_in(self.tree.scope).map(|class| class.kind);
        Some(here.unwrap_or_else(|| ty.kind()))
    }

    pub(super) fn kind(&self, name: &TypeName) -> Kind {
        match self.type_kind(name) {
            Some(TypeKind::Union) => Kind::Union,
            _ => Kind::Struct,
        }
    }

    /// A type that is not defined: an enumeration is its integer, anything else its bytes.
    fn folded(&self, name: &TypeName, measure: Measure) -> Type {
        let value = match self.type_kind(name) {
            Some(TypeKind::Enum) => Some(Value::Signed),
            Some(TypeKind::Scalar) => Some(Value::Unsigned),
            _ => None,
        };
        let (size, declared) = (measure.size, CType::Named(name.clone()).to_string());
        match value.filter(|_| matches!(size.get(), 1 | 2 | 4 | 8)) {
            Some(value) => Type::Scalar(Scalar {
                value,
                size,
                declared,
            }),
            None => Type::Bytes { size, declared },
        }
    }
}

/// The value of a scalar; `None` for pointers and what has no value.
fn value_of(kind: ScalarKind) -> Option<Value> {
    match kind {
        ScalarKind::Unsigned => Some(Value::Unsigned),
        ScalarKind::Signed => Some(Value::Signed),
        ScalarKind::Boolean => Some(Value::Boolean),
        ScalarKind::Char => Some(Value::Char),
        ScalarKind::WideChar => Some(Value::WideChar),
        ScalarKind::Pointer | ScalarKind::Handle | ScalarKind::Void => None,
    }
}

/// What a pointer type that has a name of its own leads to.
fn named_pointee(name: &TypeName) -> Pointee {
    let (value, size, declared) = match name.as_str() {
        "PSTR" => (Value::Char, 1, "CHAR"),
        "PWSTR" => (Value::WideChar, 2, "WCHAR"),
        _ => return Pointee::Void,
    };
    Pointee::Scalar(Scalar {
        value,
        size: ByteSize::new(size),
        declared: declared.to_owned(),
    })
}

/// The integer that bit fields of that type divide.
pub(super) fn storage(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) => Some(scalar.clone()),
        Type::Pointer(pointer) => Some(Scalar {
            value: Value::Unsigned,
            size: pointer.size,
            declared: pointer.declared.clone(),
        }),
        Type::Definition {
            name,
            kind: Kind::Enum,
            measure,
        } => Some(Scalar {
            value: Value::Signed,
            size: measure.size,
            declared: name.clone(),
        }),
        Type::Array { .. } | Type::Definition { .. } | Type::Bytes { .. } => None,
    }
}
