//! Resolves types of a header: size, alignment, and name in Strata.

use std::rc::Rc;

use super::{LayoutBuilder, RecordLayout};
use crate::arch::Arch;
use crate::catalogue::{LayoutClass, Type};
use crate::ctype::CType;
use crate::decode::limits::LISTED_LIMIT;
use crate::decode::listing::ListingMember;
use crate::name::TypeName;
use crate::stated::TypeContext;
use crate::stated::c::base;
use crate::stated::c::model::{Expr, Scalar, Ty, Unparsed};
use crate::stated::limits::HOLDING_LIMIT;
use crate::types::{self, SizeAndAlign};
use crate::units::ByteSize;

/// Types that `winnt.h` aligns to 16 bytes on x64 (`DECLSPEC_ALIGN(16)`), which symbol files do not state. All 349 members
/// with these types in x64 kernels have such offsets.
const ALIGNED: [&str; 5] = [
    "CONTEXT",
    "M128A",
    "SLIST_ENTRY",
    "SLIST_HEADER",
    "XSAVE_FORMAT",
];

fn is_aligned(ty: &Type) -> bool {
    ALIGNED.contains(&ty.name.without_tag_underscore())
}

#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) size: u32,
    pub(super) align: u32,
    /// The minimum alignment, which packing does not lower.
    pub(super) required: u32,
    /// `None` for an unnamed type or a function pointer.
    pub(super) ty: Option<CType>,
    /// The nested members, if only the header defines them.
    pub(super) inside: Vec<ListingMember>,
    /// The number of nested members.
    pub(super) weight: usize,
    /// The layout of an unnamed definition.
    pub(super) layout: Option<Rc<RecordLayout>>,
    /// Whether it is a flexible array.
    pub(super) is_open: bool,
}

impl Typed {
    fn new(size: u32, align: u32, ty: Option<CType>) -> Self {
        Self {
            size,
            align,
            required: 1,
            ty,
            inside: Vec::new(),
            weight: 0,
            layout: None,
            is_open: false,
        }
    }

    fn natural(size: u32, ty: Option<CType>) -> Self {
        let align = if size.is_power_of_two() { size } else { 1 };
        Self::new(size, align, ty)
    }
}

/// Creates a named type; `None` if the text is not a name.
pub(super) fn named_type(name: &str) -> Option<CType> {
    name.parse::<TypeName>().ok().map(CType::Named)
}

impl<'a, 't> LayoutBuilder<'a, 't> {
    /// Measures a type; an error with the reason if that is not possible.
    pub(super) fn typed(&mut self, ty: &Ty<'t>) -> Result<Typed, String> {
        if self.depth >= HOLDING_LIMIT {
            return Err(format!("types are nested more than {HOLDING_LIMIT} deep"));
        }
        self.depth += 1;
        let typed = self.measured(ty);
        self.depth -= 1;
        typed
    }

    fn measured(&mut self, ty: &Ty<'t>) -> Result<Typed, String> {
        match ty {
            Ty::Scalar(scalar) => self.scalar(*scalar),
            Ty::Pointer(inner, width) => {
                let size = width.unwrap_or(self.context.scope.arch.pointer().get());
                let to = self.target_name(inner).map(Box::new);
                Ok(Typed::natural(size, to.map(CType::Pointer)))
            }
            Ty::Array(element, bound) => self.array(element, bound.as_deref()),
            Ty::Record(at) => self.of_record(*at),
            Ty::Enum(at) => self.of_enum(*at),
            Ty::Function => Err("a function is not a member".to_owned()),
            Ty::Tag(name) => match self.defined(name, self.current_definition()) {
                Some(defined) => self.measured(defined),
                None => self.known(name).unwrap_or_else(|| Err(unknown(name))),
            },
            Ty::Name(name) => self.of_name(name),
        }
    }

    fn scalar(&self, scalar: Scalar) -> Result<Typed, String> {
        let size = match scalar {
            Scalar::Bytes(_, size) => Some(size),
            Scalar::Known(name) => self.scalar_size(name),
        };
        let size = size.filter(|size| *size > 0);
        let size = size.ok_or("a member cannot be void")?;
        Ok(Typed::natural(size, named_type(scalar.name())))
    }

    /// Returns the size of a scalar by its name in Strata.
    fn scalar_size(&self, name: &str) -> Option<u32> {
        let (_, measure) = types::scalar(&name.parse().ok()?, self.context.scope.arch)?;
        Some(measure.size.get())
    }

    fn array(&mut self, element: &Ty<'t>, bound: Option<&Expr<'t>>) -> Result<Typed, String> {
        let any_size = matches!(bound, Some(Expr::Name("ANYSIZE_ARRAY")));
        let count = match bound {
            None => 0,
            Some(bound) => {
                let count = self.value(bound);
                let count = count.and_then(|count| u32::try_from(count).ok());
                count.ok_or_else(|| match bound {
                    Expr::Name(name) => format!("its number of elements, `{name}`, is not known"),
                    _ => "its number of elements is not known".to_owned(),
                })?
            }
        };
        let element = self.typed(element)?;
        let of = element.ty.clone().map(Box::new);
        let ty = of.map(|of| match count {
            0 => CType::AnySizeArray(of),
            1 if any_size => CType::AnySizeArray(of),
            count => CType::Array(of, count),
        });
        Ok(Typed {
            size: element
                .size
                .checked_mul(count)
                .ok_or("it extends beyond 4 GiB")?,
            ty,
            layout: None,
            is_open: count == 0,
            ..element
        })
    }

    fn of_record(&mut self, at: usize) -> Result<Typed, String> {
        let unit = self.unit;
        let names = unit.records.get(at).map_or(&[][..], |record| &record.names);
        let shown = names.first().map(|name| format!("`{name}`"));
        let shown = shown.unwrap_or_else(|| "an unnamed structure".to_owned());
        let layout = self
            .record(at)
            .ok_or_else(|| format!("{shown} contains itself"))?;
        let size = layout.size.ok_or_else(|| match &layout.stop {
            Some(Unparsed { line, why }) => {
                // For nested structures, the reason is that of the innermost one.
                let own = format!("{line} {why}");
                let root = why.rsplit_once(BECAUSE).map_or(&*own, |(_, root)| root);
                format!("the size of {shown} is not known{BECAUSE}{root}")
            }
            None => format!("the size of {shown} is not known"),
        })?;
        let ours = self.our_name(names);
        let is_ours = ours.is_some();
        let ty = ours.or_else(|| named_type(names.first()?));
        let mut inside = Vec::new();
        let mut weight = 0;
        if !is_ours && self.unfolded + layout.weight <= LISTED_LIMIT {
            weight = layout.weight;
            self.unfolded += weight;
            inside.extend(layout.members.iter().map(|member| member.listed.clone()));
        }
        Ok(Typed {
            size,
            align: layout.align,
            required: layout.required,
            ty,
            inside,
            weight,
            is_open: layout.is_open,
            layout: names.is_empty().then_some(layout),
        })
    }

    fn of_enum(&mut self, at: usize) -> Result<Typed, String> {
        let unit = self.unit;
        let one = unit.enums.get(at);
        let mut typed = match one.and_then(|one| one.of.as_ref()) {
            Some(of) => self.typed(of)?,
            None => self.scalar(Scalar::Known("LONG"))?,
        };
        let names = one.map_or(&[][..], |one| &one.names);
        typed.ty = self.our_name(names).or(typed.ty);
        Ok(typed)
    }

    /// Returns the index of the definition being laid out, or the largest number if there is none.
    fn current_definition(&self) -> usize {
        self.open.last().copied().unwrap_or(usize::MAX)
    }

    /// Returns the type that a name refers to in a definition: the last one before it, otherwise the first after it.
    fn defined(&self, name: &str, user: usize) -> Option<&'a Ty<'t>> {
        let all = self.unit.named.get(name)?;
        let before = |it: &&Ty<'t>| matches!(it, Ty::Record(at) if *at < user);
        all.iter().rfind(before).or(all.first())
    }

    fn of_name(&mut self, name: &'t str) -> Result<Typed, String> {
        let defined = || self.defined(name, self.current_definition());
        let own = match self.unit.aliases.get(name) {
            Some(ty @ (Ty::Tag(_) | Ty::Record(_) | Ty::Enum(_))) => defined().or(Some(ty)),
            Some(ty) => Some(ty),
            None => defined(),
        };
        if let Some(own) = own {
            let typed = self.typed(own)?;
            return Ok(self.by_our_name(name, typed));
        }
        match (self.known(name), base::named(name)) {
            (Some(Err(_)) | None, Some(scalar)) => return self.scalar(scalar),
            (Some(typed), _) => return typed,
            (None, None) => {}
        }
        let to = self.pointee(name);
        if to.is_none() && !base::points_to_function(name) {
            if !base::is_pointer_by_name(name) {
                return Err(unknown(name));
            }
            self.assumed.entry(name).or_insert(self.line);
        }
        let size = self.context.scope.arch.pointer().get();
        let ty = to.map(|to| CType::Pointer(Box::new(to)));
        Ok(Typed::natural(size, ty))
    }

    /// Uses the header's own name for a type if Strata knows a type of that name and size.
    fn by_our_name(&self, name: &str, typed: Typed) -> Typed {
        let nested = || Some(self.measure_of_ours(name)?.ok()?.size.get());
        let size = self.scalar_size(name).or_else(nested);
        match size == Some(typed.size) && typed.inside.is_empty() {
            true => Typed {
                ty: self.our_name(&[name]).or_else(|| named_type(name)),
                ..typed
            },
            false => typed,
        }
    }

    /// Returns the name in Strata of a type with these names.
    fn our_name(&self, names: &[&str]) -> Option<CType> {
        let mut names = names.iter();
        let ours = names.find_map(|name| self.ours(name))?;
        Some(CType::Named(ours.name.clone()))
    }

    fn ours(&self, name: &str) -> Option<&'a Type> {
        self.context.types.find(base::structure_name(name)).ok()
    }

    /// Returns the scalar with this name, unless it stands for a structure of ours, as `EX_FAST_REF` does.
    fn scalar_named(&self, name: &str) -> Option<Scalar> {
        base::named(name).filter(|_| self.ours(name).is_none())
    }

    /// Measures a type that the header does not define.
    fn known(&self, name: &str) -> Option<Result<Typed, String>> {
        let measure = self.measure_of_ours(name)?;
        let ty = self.our_name(&[name]);
        Some(measure.map(|it| Typed::new(it.size.get(), it.align.get(), ty)))
    }

    fn measure_of_ours(&self, name: &str) -> Option<Result<SizeAndAlign, String>> {
        let TypeContext { types, scope, .. } = self.context;
        let ty = self.ours(name)?;
        let layout = types
            .class(&ty.name, scope)
            .or_else(|| self.only_layout(ty));
        let align = |measure: SizeAndAlign| match scope.arch == Arch::X64 && is_aligned(ty) {
            true => SizeAndAlign {
                align: ByteSize::new(16),
                ..measure
            },
            false => measure,
        };
        let measure = layout.map(|layout| align(types.measure_of(layout, scope)));
        Some(measure.ok_or_else(|| {
            format!(
                "`{name}` is not in the file, and Strata does not know it in {} on {}",
                scope.release, scope.arch
            )
        }))
    }

    /// Returns the only layout of a type in all kernels of the architecture: other modules are compiled with the same
    /// headers.
    fn only_layout(&self, ty: &'a Type) -> Option<&'a LayoutClass> {
        let TypeContext { types, scope, .. } = self.context;
        let is_here = |class: &&LayoutClass| {
            let mut images = class.images.iter().filter_map(|image| types.image(image));
            images.any(|image| image.arch == scope.arch)
        };
        let mut here = ty.classes().iter().filter(is_here);
        here.next().filter(|_| here.next().is_none())
    }

    /// Returns the definition that a type names, as seen after so many definitions.
    pub(in crate::stated::c) fn record_of(
        &self,
        ty: &Ty<'t>,
        definitions_before: usize,
    ) -> Option<usize> {
        let (mut ty, mut left) = (ty, HOLDING_LIMIT);
        loop {
            left = left.checked_sub(1)?;
            let name = match ty {
                Ty::Record(at) => return Some(*at),
                Ty::Tag(name) | Ty::Name(name) => name,
                _ => return None,
            };
            ty = match self.defined(name, definitions_before) {
                Some(record @ Ty::Record(_)) => record,
                _ => self.unit.aliases.get(name)?,
            };
        }
    }
}

const BECAUSE: &str = ", because in line ";

fn unknown(name: &str) -> String {
    format!("the type `{name}` is neither in the file nor known here")
}

impl<'t> LayoutBuilder<'_, 't> {
    /// Returns the known target of a name that is a pointer by Windows' convention.
    pub(super) fn pointee(&self, name: &'t str) -> Option<CType> {
        base::pointer_targets(name).find_map(|to| {
            let of_header = self.unit.aliases.contains_key(to)
                || self.unit.named.contains_key(to)
                || self.unit.named.contains_key(&*format!("_{to}"));
            if let Some(Scalar::Known(scalar)) = self.scalar_named(to) {
                return named_type(scalar);
            }
            let known = of_header || self.context.knows(to);
            known.then(|| named_type(to)).flatten()
        })
    }

    /// Returns the name of a pointer's target, without measuring it.
    pub(super) fn target_name(&mut self, ty: &Ty<'t>) -> Option<CType> {
        if self.depth >= HOLDING_LIMIT {
            return None;
        }
        self.depth += 1;
        let spelled = self.target_name_within(ty);
        self.depth -= 1;
        spelled
    }

    fn target_name_within(&mut self, ty: &Ty<'t>) -> Option<CType> {
        let unit = self.unit;
        let name: &str = match ty {
            Ty::Pointer(inner, _) => {
                return Some(CType::Pointer(Box::new(self.target_name(inner)?)));
            }
            Ty::Array(element, _) => return self.target_name(element),
            Ty::Function => return None,
            Ty::Scalar(scalar) => scalar.name(),
            Ty::Tag(name) => name,
            Ty::Record(at) => unit.records.get(*at)?.names.first()?,
            Ty::Enum(at) => unit.enums.get(*at)?.names.first()?,
            Ty::Name(name) if self.scalar_size(name).is_some() => name,
            Ty::Name(name) => match unit.aliases.get(name) {
                Some(Ty::Tag(_) | Ty::Record(_)) => name,
                Some(alias) => return self.target_name(alias),
                None => match self.scalar_named(name) {
                    Some(scalar) => scalar.name(),
                    None => {
                        let to = self.pointee(name).filter(|_| !self.context.knows(name));
                        let pointer = to.map(|to| CType::Pointer(Box::new(to)));
                        return pointer.or_else(|| named_type(name));
                    }
                },
            },
        };
        named_type(name)
    }
}
