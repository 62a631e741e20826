//! A column of the table: a member, a symbol, or the size of a type, in every image of the catalogue.

use std::collections::{BTreeSet, HashMap};

use super::{MEMBERS_LIMIT, Value};
use crate::catalogue::{Catalogue, Image, ImageIndex, LayoutClass, ModuleName, Scope, Type};
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::lookup::{self, Missing, Suggestion};
use crate::name::{MemberPath, PathStep};
use crate::numbers;
use crate::point::Point;
use crate::tree::Tree;
use crate::types::TypeMember;
use crate::units::ByteOffset;

/// A member of a type, a type as a whole, or a symbol, with its value in each image.
#[derive(Clone, Debug)]
pub struct Column<'a> {
    pub subject: Subject<'a>,
    /// Type and member as spelled in symbol files.
    key: String,
    module: ModuleName,
    catalogue: &'a Catalogue,
    /// Indexed by image.
    values: Vec<Value>,
    /// The images whose symbol files do not define the type, with a value from an article about their release.
    by_article: Vec<ImageIndex>,
    /// Whether it is a bit field in some image.
    is_bits: bool,
}

#[derive(Clone, Debug)]
pub enum Subject<'a> {
    /// A member of a type, and its path as spelled in symbol files.
    Member(&'a Structure, MemberPath),
    Size(&'a Structure),
    /// The address of a function or a variable.
    Symbol(&'a str),
}

impl<'a> Subject<'a> {
    pub const fn structure(&self) -> Option<&'a Structure> {
        match self {
            Self::Member(structure, _) | Self::Size(structure) => Some(structure),
            Self::Symbol(_) => None,
        }
    }

    /// Returns the path of a member; otherwise `None`.
    pub const fn path(&self) -> Option<&MemberPath> {
        match self {
            Self::Member(_, path) => Some(path),
            Self::Size(_) | Self::Symbol(_) => None,
        }
    }
}

impl<'a> Column<'a> {
    /// Finds the column of `Type.Member.Path`, `Type` or `nt!Symbol`; accepts WinDbg's and C's spellings.
    ///
    /// # Errors
    ///
    /// There is no such type, or no image has the member; with the nearest names.
    pub fn find(dataset: &'a Dataset, text: &str) -> Result<Self, Missing> {
        Self::find_among(dataset, text, 0)
    }

    /// Finds the column of a name after `unknown` others that were not found, as [`lookup::structure_among`] does.
    pub(super) fn find_among(
        dataset: &'a Dataset,
        text: &str,
        unknown: usize,
    ) -> Result<Self, Missing> {
        let text = text.trim();
        let plain = text.replace("->", ".").replace("::", ".");
        let of_type = plain.find('!').map_or(0, |at| at + 1);
        let dot = plain[of_type..].find('.').map(|at| of_type + at);
        let (name, path) = match dot {
            Some(at) => (&plain[..at], Some(&plain[at + 1..])),
            None => (&*plain, None),
        };
        if path.is_none()
            && dataset.structure(name).is_none()
            && let Some(column) = Self::symbol(dataset, name)?
        {
            return Ok(column);
        }
        let structure = lookup::structure_among(dataset, name, unknown).map_err(|mut missing| {
            if let Some(missing) = of_offset(dataset, name) {
                return missing;
            }
            if path.is_none() {
                let shown = lookup::clip(name);
                missing.detail = match name.contains('!') {
                    true => format!("There is no structure or symbol `{shown}`."),
                    false => format!(
                        "There is no structure or symbol `{shown}`: a member is named with its type, as in `_EPROCESS.Protection`."
                    ),
                };
            }
            missing
        })?;
        let Some(path) = path else {
            return Ok(Self::of(structure, None));
        };
        let path: MemberPath = path.parse().map_err(|_| {
            Missing::plain(format!(
                "`{}` is not a member: expected a path such as `_EPROCESS.Protection` or `_EPROCESS.Pcb.ThreadListHead.Flink`.",
                lookup::clip(text)
            ))
        })?;
        let column = Self::of(structure, Some(path));
        match column.is_anywhere() {
            true => Ok(column),
            false => Err(column.unknown(unknown < lookup::SUGGESTED_LIMIT)),
        }
    }

    /// Finds the columns of a list of members, each once, in its order.
    ///
    /// # Errors
    ///
    /// Those of [`Column::find`]; more than [`MEMBERS_LIMIT`] members.
    pub fn find_all(dataset: &'a Dataset, texts: &[impl AsRef<str>]) -> Result<Vec<Self>, Missing> {
        if texts.len() > MEMBERS_LIMIT {
            return Err(too_many());
        }
        let mut columns: Vec<Self> = Vec::with_capacity(texts.len());
        for text in texts {
            let column = Self::find(dataset, text.as_ref())?;
            if columns.iter().all(|known| known.key != column.key) {
                columns.push(column);
            }
        }
        Ok(columns)
    }

    /// Finds the symbol `nt!Name` or `Name`; `None` if no image has it.
    ///
    /// # Errors
    ///
    /// The table of addresses is not valid.
    pub fn symbol(dataset: &'a Dataset, text: &str) -> Result<Option<Self>, Missing> {
        let is_kernel = |module: &str| module.parse().is_ok_and(|it: ModuleName| it.is_kernel());
        let name = match text.split_once('!') {
            Some((module, name)) if is_kernel(module) => name,
            Some(_) => return Ok(None),
            None => text,
        };
        let table = dataset.addresses().table();
        let table = table.map_err(|error| {
            Missing::plain(format!("The addresses of symbols cannot be read: {error}."))
        })?;
        let Some(symbol) = table.and_then(|table| table.symbol_named(name)) else {
            return Ok(None);
        };
        let catalogue = dataset.catalogue();
        let at = |image: &Image| match symbol.at(image) {
            None => Value::NotStated,
            Some(None) => Value::Absent,
            Some(Some(offset)) => Value::At { offset, bits: None },
        };
        Ok(Some(Self {
            subject: Subject::Symbol(symbol.name),
            key: format!("nt!{}", symbol.name),
            module: ModuleName::kernel(),
            values: catalogue.images().iter().map(at).collect(),
            by_article: Vec::new(),
            is_bits: false,
            catalogue,
        }))
    }

    fn of(structure: &'a Structure, path: Option<MemberPath>) -> Self {
        let catalogue = structure.catalogue();
        let ty = structure.ty();
        let mut walk = Walk {
            catalogue,
            members: HashMap::new(),
        };
        let steps = path.as_ref().map(MemberPath::steps);
        let mut by_article = Vec::new();
        let at = |(index, _): (ImageIndex, &Image)| {
            let stated = in_article(structure, path.as_ref(), index);
            by_article.extend(stated.is_some().then_some(index));
            let own = ty.map(|ty| walk.value(ty, steps, index));
            stated.or(own).unwrap_or_default()
        };
        let values: Vec<Value> = catalogue.numbered_images().map(at).collect();
        let is_bits = |value: &Value| matches!(value, Value::At { bits: Some(_), .. });
        let spelt = path.map(|path| walk.spelt(&path));
        let full = ty.map_or_else(|| structure.name.to_string(), Type::full_name);
        Self {
            key: match &spelt {
                Some(path) => format!("{full}.{path}"),
                None => full,
            },
            subject: match spelt {
                Some(path) => Subject::Member(structure, path),
                None => Subject::Size(structure),
            },
            module: ty.map_or_else(ModuleName::kernel, |ty| ty.module.clone()),
            catalogue,
            is_bits: values.iter().any(is_bits),
            values,
            by_article,
        }
    }

    /// Returns the name: `_EPROCESS.Protection`; for a type with an article, under the article's name.
    pub fn name(&self) -> String {
        match &self.subject {
            Subject::Member(structure, path) => format!("{}.{path}", structure.name),
            Subject::Size(structure) => structure.name.to_string(),
            Subject::Symbol(_) => self.key.clone(),
        }
    }

    /// Returns type and member as spelled in symbol files.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    pub fn module(&self) -> &ModuleName {
        &self.module
    }

    /// Returns the value in an image: from its symbol file or, if that does not define the type, from an article.
    pub fn at(&self, image: ImageIndex) -> Value {
        self.values.get(image.index()).copied().unwrap_or_default()
    }

    /// The source of the article that states the value in an image.
    pub(super) fn article(&self, image: ImageIndex) -> Option<&'a str> {
        self.by_article.binary_search(&image).ok()?;
        let article = self.subject.structure()?.article()?;
        Some(&article.source)
    }

    /// Returns whether it is a bit field in some image.
    pub const fn is_bits(&self) -> bool {
        self.is_bits
    }

    /// Returns the first and last point with a value, by architecture.
    pub fn point_ranges(&self) -> Vec<(Point, Point)> {
        let there = |value: &Value| matches!(value, Value::At { .. } | Value::Size(_));
        let numbered = (0..).map(ImageIndex).zip(&self.values);
        let images = numbered.filter(|(_, value)| there(value));
        let images = images.map(|(index, _)| index).collect();
        self.catalogue.point_ranges(&images)
    }

    /// Returns whether two images that agree imply the value between them. Not for addresses: every build moves them.
    pub(super) const fn is_bracketed(&self) -> bool {
        !matches!(self.subject, Subject::Symbol(_))
    }

    fn is_anywhere(&self) -> bool {
        // A structure that only an article describes is in no image.
        let of_article = || {
            let structure = self.subject.structure();
            structure.is_some_and(|it| it.ty().is_none()) && self.subject.path().is_some()
        };
        let is = |value: &Value| matches!(value, Value::At { .. });
        self.values.iter().any(is) || of_article()
    }

    /// The error for a member that no image has, with similar names if `suggests`.
    fn unknown(&self, suggests: bool) -> Missing {
        let Subject::Member(structure, path) = &self.subject else {
            return Missing::plain(format!("{} is in no image.", self.name()));
        };
        let name = &structure.name;
        let Some(PathStep::Member(first)) = path.steps().first() else {
            return Missing::plain(format!("{name} has no such member."));
        };
        let classes = structure.ty().into_iter().flat_map(Type::classes);
        let members = classes.flat_map(|class| &class.members);
        let names = members.map(|member| &*member.declaration.name);
        let known = names.clone().any(|it| it.eq_ignore_ascii_case(first));
        let near = match suggests && !known {
            true => lookup::nearest(first, names.collect::<BTreeSet<&str>>().into_iter()),
            false => Vec::new(),
        };
        let shown = match known {
            true => path.to_string(),
            false => first.to_string(),
        };
        let near = near.iter().map(|near| format!("{name}.{near}"));
        let shown = lookup::clip(&shown);
        let detail = format!("The type {name} has no member `{shown}` in any image.");
        Missing::near(detail, near.map(Suggestion::Member))
    }
}

/// The error for a type with an offset, `_EPROCESS+0x58`: the member there in the newest layout, or the end of the type.
fn of_offset(dataset: &Dataset, text: &str) -> Option<Missing> {
    let (name, offset) = text.split_once('+')?;
    let (structure, offset) = (dataset.structure(name)?, offset.trim());
    let digits = offset.strip_prefix("0x").unwrap_or(offset);
    let offset = ByteOffset::new(numbers::hex(digits)?);
    let name = &structure.name;
    if let Some(end) = lookup::end_before(structure, offset, None, None) {
        let end = lookup::end_in_words(end);
        return Some(Missing::plain(format!("`{name}` {end}, before {offset}.")));
    }
    let newest = structure.newest_points().next();
    let newest = newest.and_then(|point| structure.layout(point).ok());
    let member = newest.as_ref().and_then(|layout| {
        let mut members = layout.members();
        members.find(|it| it.offset <= offset && offset < it.end())
    });
    let member = member.and_then(|member| member.name.as_deref());
    let detail = format!("`{}` is an offset: a member is named.", lookup::clip(text));
    let near = member.map(|member| Suggestion::Member(format!("{name}.{member}")));
    Some(Missing::near(detail, near))
}

/// The value that an article states for the release of an image whose symbol file does not define the type.
/// `None` if servicing changed the structure up to that image.
fn in_article(
    structure: &Structure,
    path: Option<&MemberPath>,
    index: ImageIndex,
) -> Option<Value> {
    let audited = structure.audited()?;
    let (ty, catalogue) = (structure.ty(), structure.catalogue());
    let scope = catalogue.image_scope(index)?;
    let (module, build) = catalogue
        .image(index)
        .and_then(|image| Some((&image.module, image.build()?)))?;
    let of_type = ty.map_or_else(|| module.is_kernel(), |ty| ty.module == *module);
    let serviced = audited.article.servicing.iter().any(|it| {
        (it.release, it.arch) == (scope.release, scope.arch) && it.build.revision <= build.revision
    });
    if !of_type || serviced || ty.is_some_and(|ty| ty.class_in(scope).is_some()) {
        return None;
    }
    let point = Point::new(scope.release, scope.arch);
    let mut layouts = audited.layouts().iter();
    let layout = layouts.find(|layout| layout.point == point)?;
    let Some(path) = path else {
        return Some(Value::Size(layout.size.get()));
    };
    let node = Tree::of(layout, catalogue).find(layout, path)?;
    Some(Value::At {
        offset: node.offset.get(),
        bits: node.bits,
    })
}

pub(super) fn too_many() -> Missing {
    Missing::plain(format!(
        "More than {MEMBERS_LIMIT} members: ask in several requests."
    ))
}

/// Follows one path in all images; lookups of members in classes are cached.
struct Walk<'a> {
    catalogue: &'a Catalogue,
    members: HashMap<(*const LayoutClass, usize), (&'a LayoutClass, Option<&'a TypeMember>)>,
}

impl<'a> Walk<'a> {
    fn value(&mut self, ty: &'a Type, path: Option<&[PathStep]>, index: ImageIndex) -> Value {
        let Some(scope) = self.catalogue.image_scope(index) else {
            return Value::NotStated;
        };
        if !self.catalogue.covers_type(index, ty) {
            return Value::NotStated;
        }
        let Some(class) = ty.class_in(scope) else {
            return match ty.declared() {
                Some(declared) if declared.contains(index) => Value::Declared,
                _ if ty.classes().is_empty() => Value::NotStated,
                _ => Value::Absent,
            };
        };
        match path {
            None => Value::Size(class.size.get()),
            Some(steps) => match self.follow(class, steps, scope) {
                Some((offset, TypeMember { bits, .. })) => Value::At {
                    offset,
                    bits: *bits,
                },
                None => Value::Absent,
            },
        }
    }

    /// The member at the end of a path, and its offset.
    fn follow(
        &mut self,
        class: &'a LayoutClass,
        steps: &[PathStep],
        scope: Scope,
    ) -> Option<(u32, &'a TypeMember)> {
        let mut holder = class;
        let mut at: Option<(u32, &'a TypeMember, &'a CType)> = None;
        for (depth, step) in steps.iter().enumerate() {
            let (offset, member) = match (step, at) {
                (PathStep::Member(name), None) => (0, self.member(holder, depth, name)?),
                (PathStep::Member(name), Some((offset, member, CType::Named(ty))))
                    if member.bits.is_none() =>
                {
                    match self.catalogue.class(ty, scope) {
                        Some(class) => {
                            holder = class;
                            (offset, self.member(class, depth, name)?)
                        }
                        // Bit fields are siblings of their integer.
                        None => {
                            let field = bit_field(holder, member, name)?;
                            (offset - member.offset.get(), field)
                        }
                    }
                }
                (PathStep::Index(index), Some((offset, member, ty))) if member.bits.is_none() => {
                    let (distance, element) = self.element(ty, *index, scope)?;
                    at = Some((offset.checked_add(distance)?, member, element));
                    continue;
                }
                _ => return None,
            };
            let offset = offset.checked_add(member.offset.get())?;
            at = Some((offset, member, &member.declaration.ty));
        }
        at.map(|(offset, member, _)| (offset, member))
    }

    /// The member with this name, preferring the exact spelling, then the lowest offset, then whole members.
    fn member(
        &mut self,
        class: &'a LayoutClass,
        depth: usize,
        name: &str,
    ) -> Option<&'a TypeMember> {
        let known = self.members.entry((class, depth));
        let (_, member) = known.or_insert_with(|| {
            let members = class.members.iter();
            let called = members.filter(|it| it.declaration.name.eq_ignore_ascii_case(name));
            let found = called
                .min_by_key(|it| (*it.declaration.name != *name, it.offset, it.bits.is_some()));
            (class, found.map(AsRef::as_ref))
        });
        *member
    }

    /// The offset of an element in its array, and its type.
    fn element(&self, ty: &'a CType, index: u32, scope: Scope) -> Option<(u32, &'a CType)> {
        let element = match ty {
            CType::Array(element, count) if index < *count => element,
            CType::AnySizeArray(element) => element,
            _ => return None,
        };
        let size = self.catalogue.measure(element, scope)?.size;
        Some((size.checked_mul(index)?.get(), element))
    }

    /// The path as the classes spell it; of several spellings, that of the newest image.
    fn spelt(&self, path: &MemberPath) -> MemberPath {
        let step = |(depth, step): (usize, &PathStep)| {
            let PathStep::Member(name) = step else {
                return step.clone();
            };
            let found = self.members.iter().filter(|((_, at), _)| *at == depth);
            let found = found.filter_map(|(_, (class, member))| Some((class, (*member)?)));
            let age = |class: &LayoutClass| {
                let scopes = class.images.iter().filter_map(|index| {
                    let scope = self.catalogue.image_scope(index)?;
                    Some((scope.release, index))
                });
                scopes.max()
            };
            let newest = found.max_by_key(|(class, _)| age(class));
            let newest = newest.map(|(_, member)| &member.declaration.name);
            PathStep::Member(newest.map_or_else(|| name.clone(), Clone::clone))
        };
        path.steps().iter().enumerate().map(step).collect()
    }
}

/// The bit field with this name in an integer.
fn bit_field<'a>(
    class: &'a LayoutClass,
    integer: &TypeMember,
    name: &str,
) -> Option<&'a TypeMember> {
    let mut members = class.members.iter().map(AsRef::as_ref);
    members.find(|it: &&TypeMember| {
        it.offset == integer.offset
            && it.bits.is_some()
            && it.declaration.name.eq_ignore_ascii_case(name)
    })
}
