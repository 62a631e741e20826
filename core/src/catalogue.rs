//! The catalogue: all types in symbol files, each with its distinct layouts and the images that have them.
//!
//! # The file
//!
//! A catalogue is a text file: it diffs well, compresses to a few hundred KiB and is readable. Lines end in `\n`; the
//! first character of a line is its kind. Numbers are decimal.
//!
//! ```text
//! strata-catalogue 1 8d2f41…                   format version, hash of all that follows (FNV-1a, 64 bits, 16 hexadecimal digits)
//! image ntoskrnl x86 10.0.19041.264 - vergilius-kernels-data
//! image ntoskrnl x64 10.0.19041.508 BBED7C2955FBE4522AAA23F4B8677AD91 vergilius-kernels-data,jpcert-symbol-tables
//!
//! type _LIST_ENTRY                             name; `ntdll!_PEB` of another module, `_KPRCB~2` for a second definition
//!  0 *_LIST_ENTRY Flink                        a row: offset, type, name
//!  4 *_LIST_ENTRY Blink
//!  8 *_LIST_ENTRY Blink
//! =struct 8 x86 10.0.19041.264                 a layout class: kind, size, images …
//! :0-1                                         … and its rows by number, in the order of the declaration
//! =struct 16 x64 10.0.19041.264..10.0.22621.382
//! :0 2
//! ?x64 10.0.26100.1742                         images that declare the type without defining it
//!
//! type _EX_PUSH_LOCK
//!  0:1.3 ULONGLONG Waiting                     a bit field: offset of its unit, first bit, width
//! type _POOL_TYPE
//!  1 PagedPool                                 a value of an enumeration
//! ```
//!
//! - Images are sorted by module, architecture and version. An image is `module arch version pdb sources`; the version
//!   is that of the file, or the PDB's GUID and age if that is unknown; `-` is an unknown PDB.
//! - The images of a class are of its type's module: for each architecture `arch version..version,version`, groups
//!   separated by `;`. A range covers all listed images between its ends, inclusive.
//! - Types: `*T` a pointer, `[4]T` an array, `()` a function, a name otherwise. Scalars have the names of Windows (`ULONG`);
//!   a pointer of 64 bits in a 32-bit image is `PVOID64`.
//! - An unnamed type is named by its content, `<unnamed-0123456789abcdef>`: types of equal content are one type.
//! - `~` after a class's size: its bit positions are sums of widths, not stated by a source.

mod builder;
mod image;
mod read;
mod step;
#[cfg(test)]
mod tests;
mod types;
mod validate;
mod write;

pub use crate::release::{ParsePdbIdError, PdbId};
pub use builder::{Builder, Conflict, Counts};
pub use image::{Image, ImageIndex, ImageSet, ImageVersion, ModuleName};
pub use step::{Differences, Step};
pub use types::{Aligns, DataFileType, LayoutClass, Scope, SymbolLayout, Type};
pub use write::headed;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::arch::Arch;
use crate::constants::Constants;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::point::Point;
use crate::raw::LineError;
use crate::release::{Build, Release, Version};
use crate::types::{EnumValue, SizeAndAlign, TypeKind, TypeMember, scalar};
use crate::units::ByteSize;

/// The format version that is read and written.
pub const FORMAT: u32 = 1;
/// The maximum size of a catalogue file, in bytes.
pub const FILE_LIMIT: usize = 64 * 1024 * 1024;
pub const IMAGES_LIMIT: usize = 100_000;
pub const TYPES_LIMIT: usize = 100_000;
/// The maximum number of members or values of a layout.
pub const ROWS_LIMIT: usize = 4_096;
/// The maximum number of distinct layouts of a type.
pub const CLASSES_LIMIT: usize = 10_000;

/// A type as one symbol file defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name as in symbols; for an unnamed type, from [`Definition::unnamed`].
    pub name: TypeName,
    /// 1; 2 for a second definition of the same name in the file.
    pub variant: u8,
    /// Structure, union or enumeration.
    pub kind: TypeKind,
    /// In bytes.
    pub size: ByteSize,
    /// Members in declaration order, if the source keeps it. The offset of a bit field is that of its unit.
    pub members: Vec<TypeMember>,
    /// The values of an enumeration, in the order of the declaration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions; if not, they are sums of widths.
    pub bits_given: bool,
}

/// A symbol file: the types of one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolFile {
    /// The image that the file describes; its only source is that of the file.
    pub image: Image,
    /// The types that the file defines, including unnamed ones.
    pub definitions: Vec<Definition>,
    /// The types that the file declares without defining them.
    pub declared: Vec<TypeName>,
}

impl Definition {
    /// Returns the name of an unnamed type: a hash of its kind, size and rows, whatever the order of rows.
    pub fn unnamed(
        kind: TypeKind,
        size: ByteSize,
        members: &[TypeMember],
        values: &[EnumValue],
    ) -> TypeName {
        let mut rows: Vec<String> = members.iter().map(write::member).collect();
        rows.extend(values.iter().map(write::value));
        rows.sort_unstable();
        let content = format!("{} {}\n{}", kind.as_str(), size.get(), rows.join("\n"));
        TypeName::unnamed(crate::fnv::hash64(content.as_bytes()))
    }
}

/// All known types, and the images that symbol files describe.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    images: Arc<[Image]>,
    /// Sorted by name, module and variant.
    types: Vec<Type>,
    constants: Constants,
    release_starts: Vec<ReleaseStart>,
    /// The first kernel of each release, by architecture.
    kernels: Vec<[Option<ImageIndex>; Arch::ALL.len()]>,
    /// The scope of each image, once the releases are known.
    scopes: Vec<Scope>,
    used_by: OnceLock<BTreeMap<TypeName, Vec<Usage>>>,
    /// The indices of the types by name.
    by_name: OnceLock<HashMap<TypeName, Range<usize>>>,
    /// The indices of the named types by name, without underscore and in lower case.
    by_letters: OnceLock<BTreeMap<String, Vec<usize>>>,
    /// The indices of the enumerations that have a value of that name.
    enumerators: OnceLock<BTreeMap<Box<str>, Vec<usize>>>,
    /// The sources that keep a second definition of a name in one file.
    keep_variants: OnceLock<BTreeSet<Box<str>>>,
}

/// A use of a type: a member of another type that contains it or points to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Index in [`Catalogue::types()`] of the type that has the member.
    pub holder: usize,
    pub member: Box<str>,
    pub ty: CType,
}

/// The images to which the name of a release applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReleaseStart {
    pub release: Release,
    /// The version of the first kernel: releases can share a branch of file versions and differ in revisions.
    pub first: Build,
}

/// Why a name does not resolve to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoType {
    Unknown,
    /// Several types match; they differ in case, underscore or module.
    Several(Vec<String>),
}

impl Catalogue {
    fn of(images: Arc<[Image]>, mut types: Vec<Type>) -> Self {
        types.sort_by(|a, b| order(a).cmp(&order(b)));
        Self {
            images,
            types,
            ..Self::default()
        }
    }

    /// Returns whether the symbol file of an image would contain the type if the image had it: the type is of its
    /// module and, if it is a second definition of its name, a source of the image keeps those. ISF keeps only one.
    pub fn covers_type(&self, index: ImageIndex, ty: &Type) -> bool {
        let Some(image) = self.image(index).filter(|it| it.module == ty.module) else {
            return false;
        };
        let keeps = |source| self.keep_variants().contains(source);
        ty.variant == 1 || image.sources.iter().any(keeps)
    }

    /// The sources that are the only one of an image with a second definition.
    fn keep_variants(&self) -> &BTreeSet<Box<str>> {
        self.keep_variants.get_or_init(|| {
            let variants = self.types.iter().filter(|ty| ty.variant > 1);
            let images = variants
                .flat_map(Type::classes)
                .flat_map(|it| it.images.iter());
            let sources = images.filter_map(|index| match &*self.image(index)?.sources {
                [only] => Some(only.clone()),
                _ => None,
            });
            sources.collect()
        })
    }

    /// Parses the lines of all types and returns the errors.
    pub fn check(&self) -> Vec<LineError> {
        self.types
            .iter()
            .filter_map(|ty| ty.check().err())
            .collect()
    }

    pub fn images(&self) -> &[Image] {
        &self.images
    }

    pub fn image(&self, image: ImageIndex) -> Option<&Image> {
        self.images.get(image.index())
    }

    /// Returns all images with their indices.
    pub fn numbered_images(&self) -> impl DoubleEndedIterator<Item = (ImageIndex, &Image)> {
        let count = u32::try_from(self.images.len()).unwrap_or(u32::MAX);
        (0..count).map(ImageIndex).zip(self.images.iter())
    }

    /// Returns the first image for which the condition holds.
    pub fn find_image(&self, is: impl Fn(&Image) -> bool) -> Option<ImageIndex> {
        let mut images = self.numbered_images();
        images.find(|(_, image)| is(image)).map(|(index, _)| index)
    }

    /// Returns all types sorted by name; unnamed ones first.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    pub fn named_types(&self) -> impl Iterator<Item = &Type> {
        self.types.iter().filter(|ty| !ty.name.is_unnamed())
    }

    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    pub fn set_constants(&mut self, constants: Constants) {
        self.constants = constants;
    }

    /// Sets which images the names of releases apply to.
    pub fn set_release_starts(&mut self, labels: Vec<ReleaseStart>) {
        self.release_starts = labels;
        let first = |release| Arch::ALL.map(|arch| self.first_kernel(release, arch));
        self.kernels = Release::all().map(first).collect();
        let scopes = self.numbered_images();
        self.scopes = scopes.map(|(index, it)| self.scope_of(index, it)).collect();
    }

    /// Adds a type from a data file. A second file can state the type at further releases and architectures.
    ///
    /// # Errors
    ///
    /// Returns `data_file` if another data file states the type at one of its points, or if it adds no layouts to one.
    pub fn add_from_data_file(
        &mut self,
        name: TypeName,
        data_file: DataFileType,
    ) -> Result<(), DataFileType> {
        let kernel = ModuleName::kernel();
        let wanted = (&name, &kernel, 1);
        self.enumerators.take();
        match self.types.binary_search_by(|ty| order(ty).cmp(&wanted)) {
            Ok(at) => match &mut self.types[at].data_file {
                Some(known) => known.add(data_file),
                none => {
                    *none = Some(Box::new(data_file));
                    Ok(())
                }
            },
            Err(at) => {
                self.types.insert(at, Type::from_data_file(name, data_file));
                self.by_name.take();
                self.by_letters.take();
                Ok(())
            }
        }
    }

    /// Returns all types with this name, in any module.
    pub fn all_named(&self, name: &TypeName) -> &[Type] {
        let by_name = self.by_name.get_or_init(|| {
            let same = self.types.chunk_by(|one, next| one.name == next.name);
            let mut end = 0;
            let ranges = same.filter_map(|all| {
                let start = end;
                end += all.len();
                Some((all.first()?.name.clone(), start..end))
            });
            ranges.collect()
        });
        let range = by_name.get(name).cloned();
        range.and_then(|range| self.types.get(range)).unwrap_or(&[])
    }

    /// Returns the type that a declaration refers to: that of the image's own module, otherwise the kernel's.
    pub fn get(&self, name: &TypeName, scope: Scope) -> Option<&Type> {
        let all = self.all_named(name);
        if let [only] = all
            && only.variant == 1
            && only.module.is_kernel()
        {
            return Some(only);
        }
        let module = scope
            .image
            .and_then(|image| Some(&self.image(image)?.module));
        let of = |wanted: &ModuleName| {
            let mut own = all
                .iter()
                .filter(|ty| ty.variant == 1 && ty.module == *wanted);
            let first = own.clone().next();
            // Some types have the underscore only in some images.
            own.find(|ty| ty.class_in(scope).is_some()).or(first)
        };
        module.and_then(of).or_else(|| of(&ModuleName::kernel()))
    }

    /// Finds a type by a user's text: `EPROCESS`, `_eprocess`, `nt!_EPROCESS`, `ntdll!_PEB`, `_KPRCB~2`. An exact match
    /// wins; otherwise case and a leading underscore are ignored.
    ///
    /// # Errors
    ///
    /// There is no such type, or several match equally well.
    pub fn find(&self, text: &str) -> Result<&Type, NoType> {
        let Ok((module, name, variant)) = read::type_name(text) else {
            return Err(NoType::Unknown);
        };
        let in_c = text.strip_prefix('_').unwrap_or(text);
        if in_c.starts_with("Unnamed_") {
            let is = |ty: &&Type| ty.name.is_unnamed() && ty.name.c_identifier() == in_c;
            return self.types.iter().find(is).ok_or(NoType::Unknown);
        }
        let given = text.contains('!');
        let matches = |ty: &&Type| ty.variant == variant && (!given || ty.module == module);
        let by_letters = self.by_letters.get_or_init(|| self.by_letters());
        let found = by_letters.get(&letters(&name)).into_iter().flatten();
        let found = found.filter_map(|at| self.types.get(*at));
        let found: Vec<&Type> = found.filter(matches).collect();
        let narrowed = [
            |ty: &Type, name: &TypeName| ty.name.as_str() == name.as_str(),
            |ty: &Type, name: &TypeName| ty.name == *name,
            |_: &Type, _: &TypeName| true,
        ];
        for is in narrowed {
            let mut near = found.iter().filter(|ty| is(ty, &name));
            let kernel = near.clone().find(|ty| ty.module.is_kernel());
            match (near.next(), near.next(), kernel) {
                (Some(only), None, _) => return Ok(only),
                (Some(_), Some(_), Some(kernel))
                    if found
                        .iter()
                        .all(|ty| ty.name.as_str() == kernel.name.as_str()) =>
                {
                    return Ok(kernel);
                }
                (Some(_), Some(_), _) => {
                    return Err(NoType::Several(
                        found.iter().map(|ty| ty.full_name()).collect(),
                    ));
                }
                (None, ..) => {}
            }
        }
        Err(NoType::Unknown)
    }

    fn by_letters(&self) -> BTreeMap<String, Vec<usize>> {
        let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, ty) in self.types.iter().enumerate() {
            if !ty.name.is_unnamed() {
                index.entry(letters(&ty.name)).or_default().push(at);
            }
        }
        index
    }

    /// Returns the members of other types that contain a type or point to it, each once.
    pub fn used_by(&self, name: &TypeName) -> &[Usage] {
        let index = self.used_by.get_or_init(|| self.usages());
        index.get(name).map_or(&[], Vec::as_slice)
    }

    fn usages(&self) -> BTreeMap<TypeName, Vec<Usage>> {
        let mut index: BTreeMap<TypeName, Vec<Usage>> = BTreeMap::new();
        for (holder, ty) in self.types.iter().enumerate() {
            let mut seen: BTreeSet<(&str, &TypeName, bool)> = BTreeSet::new();
            for member in ty.all_classes().flat_map(|class| &class.members) {
                let declaration = &member.declaration;
                let (base, held) = (declaration.ty.base(), declaration.ty.by_value().is_some());
                if scalar(base, Arch::X64).is_none() && seen.insert((&declaration.name, base, held))
                {
                    index.entry(base.clone()).or_default().push(Usage {
                        holder,
                        member: declaration.name.clone(),
                        ty: declaration.ty.clone(),
                    });
                }
            }
        }
        index
    }

    /// Returns the layout of a type in a scope; `None` if unknown.
    pub fn class(&self, name: &TypeName, scope: Scope) -> Option<&LayoutClass> {
        let ty = self.get(name, scope)?;
        ty.class_in(scope).or_else(|| self.interpolate(ty, scope))
    }

    /// Returns the value of an enumerator in a scope; `None` if it is unknown there, or enumerations disagree.
    pub fn enumerator(&self, name: &str, scope: Scope) -> Option<i64> {
        let enumerators = self.enumerators.get_or_init(|| self.enumerators());
        let types = enumerators.get(name)?.iter();
        let classes = types.filter_map(|at| self.class(&self.types.get(*at)?.name, scope));
        let values = classes.flat_map(|class| &class.values);
        let mut values = values.filter(|it| *it.name == *name).map(|it| it.value);
        let value = values.next()?;
        values.all(|other| other == value).then_some(value)
    }

    fn enumerators(&self) -> BTreeMap<Box<str>, Vec<usize>> {
        let mut index: BTreeMap<Box<str>, Vec<usize>> = BTreeMap::new();
        for (at, ty) in self.types.iter().enumerate() {
            let values = ty.all_classes().flat_map(|class| &class.values);
            for name in values.map(|value| &value.name) {
                let types = index.entry(name.clone()).or_default();
                if types.last() != Some(&at) {
                    types.push(at);
                }
            }
        }
        index
    }

    /// The layout of a type at a release whose kernel is in no symbol file: that of the nearest kernels before
    /// and after, if both have the same.
    fn interpolate<'a>(&self, ty: &'a Type, scope: Scope) -> Option<&'a LayoutClass> {
        let image = |release: Release| self.image_of(release, scope.arch);
        if scope.image.is_some() || image(scope.release).is_some() {
            return None;
        }
        let mut earlier = Release::all().rev().filter(|it| *it < scope.release);
        let mut later = Release::all().filter(|it| *it > scope.release);
        let class = ty.class_of(earlier.find_map(image)?)?;
        let after = ty.class_of(later.find_map(image)?)?;
        std::ptr::eq(class, after).then_some(class)
    }

    /// Returns size and alignment of a layout.
    pub fn measure_of(&self, class: &LayoutClass, scope: Scope) -> SizeAndAlign {
        SizeAndAlign {
            size: class.size,
            align: self.align(class, scope),
        }
    }

    /// Returns the source of a type's layout in a scope: an id of `sources.toml`.
    pub fn source_of<'a>(&'a self, ty: &'a Type, class: &'a LayoutClass, scope: Scope) -> &'a str {
        let image = scope.image.and_then(|image| self.image(image));
        let of_image = image
            .and_then(|image| image.sources.first())
            .map(AsRef::as_ref);
        let data_file = ty
            .data_file
            .as_ref()
            .map(|data_file| data_file.source.as_str());
        let source = match class.releases {
            Some(_) => data_file,
            None => of_image,
        };
        class.source.as_deref().or(source).unwrap_or_default()
    }

    /// Returns size and alignment of a type; `None` if unknown or above 32 bits.
    pub fn measure(&self, ty: &CType, scope: Scope) -> Option<SizeAndAlign> {
        match ty {
            CType::Pointer(_) => Some(SizeAndAlign {
                size: scope.arch.pointer(),
                align: scope.arch.pointer(),
            }),
            CType::Array(element, count) => {
                let element = self.measure(element, scope)?;
                Some(SizeAndAlign {
                    size: element.size.checked_mul(*count)?,
                    ..element
                })
            }
            CType::AnySizeArray(element) => self.measure(element, scope),
            CType::Named(name) => match scalar(name, scope.arch) {
                Some((_, measure)) => Some(measure),
                None => Some(self.measure_of(self.class(name, scope)?, scope)),
            },
        }
    }

    /// Returns the alignment of a layout: as a data file states it, otherwise that of its most aligned member.
    pub fn align(&self, class: &LayoutClass, scope: Scope) -> ByteSize {
        if let Some(known) = class.known_align(scope.arch) {
            return known;
        }
        let mut todo = vec![class];
        let mut begun: BTreeSet<*const LayoutClass> = BTreeSet::new();
        while let Some(class) = todo.pop() {
            if class.known_align(scope.arch).is_some() {
                continue;
            }
            // Contents of a class can differ between its images: the first image decides, whatever the scope.
            let mut images = class.images.iter().filter_map(|it| self.image_scope(it));
            let scope = images.find(|it| it.arch == scope.arch).unwrap_or(scope);
            if begun.insert(class) {
                todo.push(class);
                let held = class.members.iter().filter_map(|member| {
                    let name = member.declaration.ty.by_value()?;
                    let is_scalar = scalar(name, scope.arch).is_some();
                    self.class(name, scope).filter(|_| !is_scalar)
                });
                todo.extend(held.filter(|held| !begun.contains(&std::ptr::from_ref(*held))));
                continue;
            }
            let aligns = class.members.iter().filter_map(|member| {
                let align = self.known_align(&member.declaration.ty, scope)?;
                // The offset limits the alignment of a packed member.
                Some(align.min(lowest_bit(member.offset.get())))
            });
            let align = aligns.max().unwrap_or(ByteSize::new(1));
            let align = align.min(lowest_bit(class.size.get()));
            class.aligns.cache(scope.arch, align.max(ByteSize::new(1)));
        }
        class.known_align(scope.arch).unwrap_or(ByteSize::new(1))
    }

    /// The alignment if it needs no computation. A type that contains itself has none.
    fn known_align(&self, ty: &CType, scope: Scope) -> Option<ByteSize> {
        match ty {
            CType::Pointer(_) => Some(scope.arch.pointer()),
            CType::Array(element, _) | CType::AnySizeArray(element) => {
                self.known_align(element, scope)
            }
            CType::Named(name) => match scalar(name, scope.arch) {
                Some((_, measure)) => Some(measure.align),
                None => self.class(name, scope)?.known_align(scope.arch),
            },
        }
    }

    /// Returns the first kernel of a release: the first of its branch at or above its first revision.
    pub fn image_of(&self, release: Release, arch: Arch) -> Option<ImageIndex> {
        let kernels = self.kernels.get(release.index())?;
        *kernels.get(arch as usize)?
    }

    fn first_kernel(&self, release: Release, arch: Arch) -> Option<ImageIndex> {
        let first = self.release_start(release)?.first;
        let beyond = self.next_in_branch(first);
        self.find_image(|image| {
            let is_kernel = image.module.is_kernel() && image.arch == arch;
            is_kernel
                && image.build().is_some_and(|build| {
                    build.branch_key() == first.branch_key()
                        && build.revision >= first.revision
                        && beyond.is_none_or(|beyond| build < beyond)
                })
        })
    }

    /// The first kernel of the next release in the branch of a release's first kernel.
    fn next_in_branch(&self, first: Build) -> Option<Build> {
        let others = self.release_starts.iter().map(|label| label.first);
        others
            .filter(|it| it.branch_key() == first.branch_key() && *it > first)
            .min()
    }

    fn release_start(&self, release: Release) -> Option<&ReleaseStart> {
        let mut labels = self.release_starts.iter();
        labels.find(|label| label.release == release)
    }

    /// Returns the release of a build: the newest of its branch whose first revision is not above the build's.
    pub fn release_of(&self, build: Build) -> Option<Release> {
        let same_branch = |label: &&ReleaseStart| label.first.branch_key() == build.branch_key();
        let branch = self.release_starts.iter().filter(same_branch);
        let reached = branch
            .filter(|label| label.first <= build)
            .max_by_key(|label| label.first);
        reached
            .map(|label| label.release)
            .or_else(|| Release::of(build))
    }

    /// Returns the releases with kernels of a build's branch that are not newer than the build, in order.
    pub fn releases_of(&self, build: Build) -> impl Iterator<Item = Release> + '_ {
        let labels = self.release_starts.iter();
        labels
            .filter(move |label| {
                let same_branch = label.first.branch_key() == build.branch_key();
                same_branch && label.first <= build
            })
            .map(|label| label.release)
    }

    /// Like [`Catalogue::releases_of`]; for a branch without labels (`6.1.7601`), its release.
    pub fn releases_or_fallback(&self, build: Build) -> Vec<Release> {
        let releases: Vec<Release> = self.releases_of(build).collect();
        match releases.is_empty() {
            true => self.release_of(build).into_iter().collect(),
            false => releases,
        }
    }

    /// Returns the number of named types that an image defines.
    pub fn defined_in(&self, index: ImageIndex) -> usize {
        self.named_types()
            .filter(|ty| ty.class_of(index).is_some())
            .count()
    }

    /// Returns the modules of known images, by name.
    pub fn modules(&self) -> Vec<&ModuleName> {
        // Images are sorted by module.
        let mut modules: Vec<_> = self.images.iter().map(|image| &image.module).collect();
        modules.dedup();
        modules
    }

    /// Returns the previous image of the same module and architecture.
    pub fn predecessor(&self, index: ImageIndex) -> Option<ImageIndex> {
        let image = self.image(index)?;
        let before = ImageIndex(index.0.checked_sub(1)?);
        let same = |other: &&Image| other.module == image.module && other.arch == image.arch;
        self.image(before).filter(same).map(|_| before)
    }

    /// Returns the kernel with this file version, or that of a system with this version (`10.0.19045.2965`).
    pub fn kernel(&self, build: Build, arch: Arch) -> Option<ImageIndex> {
        let exact = |build| self.image_at(&ModuleName::kernel(), arch, ImageVersion::File(build));
        exact(build).or_else(|| exact(build.kernel_file()))
    }

    /// Returns the version of a system of a release with this file version: `10.0.19045.2965` for `10.0.19041.2965` and
    /// 22H2. A service pack has a number of its own.
    pub fn system_version(&self, file: Build, release: Release) -> Build {
        let label = self.release_start(release);
        let line = label.is_some_and(|label| label.first.branch_key() == file.branch_key());
        Build {
            number: if line { release.build() } else { file.number },
            ..file
        }
    }

    /// Returns the first and last file version of kernels whose newest release is this one.
    pub fn file_versions(&self, release: Release) -> Option<(Build, Build)> {
        let first = self.release_start(release)?.first;
        let next = self.next_in_branch(first);
        let last = match next {
            Some(next) => Build {
                revision: next.revision.saturating_sub(1),
                ..first
            },
            // Service packs have build numbers of their own.
            None => Build {
                number: first.number.max(release.last_build()),
                revision: u32::MAX,
                ..first
            },
        };
        Some((first, last))
    }

    /// Returns the image of a module at a point; for a release, its first kernel.
    pub fn image_for(&self, module: &ModuleName, point: Point) -> Option<ImageIndex> {
        let arch = point.arch;
        match point.version {
            Version::Release(release) => {
                self.image_of(release, arch).filter(|_| module.is_kernel())
            }
            Version::Build(build) if module.is_kernel() => self.kernel(build, arch),
            Version::Build(build) => self.image_at(module, arch, ImageVersion::File(build)),
            Version::Pdb(pdb) => self.find_image(|image| {
                (&image.module, image.arch, image.pdb) == (module, arch, Some(pdb))
            }),
        }
    }

    /// Returns the image of this module, architecture and version.
    pub fn image_at(
        &self,
        module: &ModuleName,
        arch: Arch,
        version: ImageVersion,
    ) -> Option<ImageIndex> {
        let wanted = (module, arch, version);
        let at = self
            .images
            .binary_search_by(|image| image.key().cmp(&wanted))
            .ok()?;
        u32::try_from(at).ok().map(ImageIndex)
    }

    /// Returns the scope of a release, with its first kernel if one is known.
    pub fn scope(&self, release: Release, arch: Arch) -> Scope {
        Scope {
            arch,
            release,
            image: self.image_of(release, arch),
        }
    }

    pub fn image_scope(&self, index: ImageIndex) -> Option<Scope> {
        let image = self.image(index)?;
        let known = self.scopes.get(index.index()).copied();
        Some(known.unwrap_or_else(|| self.scope_of(index, image)))
    }

    fn scope_of(&self, index: ImageIndex, image: &Image) -> Scope {
        let newest = Release::all().next_back().unwrap_or(Release::FIRST);
        // A kernel between two releases is read like one of the release before it.
        let before = |build: Build| {
            let release = Release::until(build.number);
            release.filter(|_| image.module.is_kernel())
        };
        let release = image
            .build()
            .and_then(|build| self.release_of(build).or_else(|| before(build)))
            .unwrap_or(newest);
        Scope {
            arch: image.arch,
            release,
            image: Some(index),
        }
    }

    /// Returns the preferred point of an image: the release whose first kernel it is, otherwise its own version.
    pub fn point_of(&self, index: ImageIndex) -> Option<Point> {
        let (image, scope) = (self.image(index)?, self.image_scope(index)?);
        Some(match self.image_of(scope.release, scope.arch) {
            Some(first) if first == index => Point::new(scope.release, scope.arch),
            _ => image.point(),
        })
    }

    /// Returns the first and last image of a set, by architecture.
    pub fn point_ranges(&self, images: &ImageSet) -> Vec<(Point, Point)> {
        let of = |arch| {
            let mut own = images.iter().filter(move |index| {
                let image = self.image(*index);
                image.is_some_and(|image| image.arch == arch)
            });
            let first = own.next()?;
            let last = own.next_back().unwrap_or(first);
            // A release includes its later images.
            let scope = self.image_scope(last)?;
            let release = self.image_of(scope.release, arch);
            let last = release.filter(|it| images.contains(*it)).unwrap_or(last);
            Some((self.point_of(first)?, self.point_of(last)?))
        };
        Arch::ALL.into_iter().filter_map(of).collect()
    }

    /// Returns a structure's layouts in the symbol files of each release's first kernel, by release and architecture.
    pub fn at_releases(&self, name: &TypeName) -> Vec<SymbolLayout<'_>> {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        let layout = |(release, arch)| self.symbol_layout(name, self.image_of(release, arch)?);
        points.filter_map(layout).collect()
    }

    /// Returns the layout of a structure in the symbol file of one image.
    pub fn symbol_layout(&self, name: &TypeName, index: ImageIndex) -> Option<SymbolLayout<'_>> {
        let (image, scope) = (self.image(index)?, self.image_scope(index)?);
        let class = self.get(name, scope)?.class_of(index)?;
        let Scope { arch, release, .. } = scope;
        Some(SymbolLayout {
            image,
            build: image.build()?,
            arch,
            release,
            scope,
            class,
        })
    }

    /// Returns the types of one image, as a symbol file.
    pub fn symbol_file(&self, index: ImageIndex) -> Option<SymbolFile> {
        let image = self.image(index)?.clone();
        let own: Vec<&Type> = self
            .types
            .iter()
            .filter(|ty| ty.module == image.module)
            .collect();
        let declares = |ty: &&&Type| {
            ty.declared()
                .is_some_and(|declared| declared.contains(index))
        };
        let declared = own
            .iter()
            .filter(declares)
            .map(|ty| ty.name.clone())
            .collect();
        let definition = |ty: &&Type| Some(ty.definition(ty.class_of(index)?));
        Some(SymbolFile {
            image,
            definitions: own.iter().filter_map(definition).collect(),
            declared,
        })
    }

    /// Returns the position of a point among others: by architecture, then in time. A release is before its builds, an image
    /// without a version before all.
    pub fn order_of(&self, point: Point) -> (Arch, Option<Release>, Option<Build>) {
        let (release, build) = match point.version {
            Version::Release(release) => (Some(release), None),
            Version::Build(build) => (self.release_of(build), Some(build)),
            Version::Pdb(_) => (None, None),
        };
        (point.arch, release, build)
    }

    /// Returns the text of the catalogue file.
    pub fn text(&self) -> String {
        let in_files = self.types.iter().filter(|ty| !ty.text().is_empty());
        let mut types: Vec<&Type> = in_files.collect();
        types.sort_unstable_by_key(|ty| (&ty.module, ty.name.as_str(), ty.variant));
        let types = types.into_iter().map(|ty| (ty.full_name(), ty.text()));
        write::file(&self.images, types)
    }

    /// Returns the named types and all types that they contain by value, transitively.
    pub fn closure_by_value(&self, names: &[TypeName]) -> impl Iterator<Item = &Type> {
        let (held, _) = self.reached_from(names);
        held.into_iter().filter_map(|at| self.types.get(at))
    }

    /// The indices of the named types with all that they contain by value, and of the types they only point to.
    fn reached_from(&self, names: &[TypeName]) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (mut held, mut named) = (BTreeSet::new(), BTreeSet::new());
        let mut todo: Vec<(TypeName, bool)> =
            names.iter().map(|name| (name.clone(), true)).collect();
        while let Some((name, whole)) = todo.pop() {
            let first = self.types.partition_point(|ty| ty.name < name);
            for (at, ty) in (first..).zip(self.all_named(&name)) {
                if !whole {
                    named.insert(at);
                } else if held.insert(at) {
                    let members = ty.all_classes().flat_map(|class| &class.members);
                    let types = members.map(|member| &member.declaration.ty);
                    todo.extend(types.map(|ty| (ty.base().clone(), ty.by_value().is_some())));
                }
            }
        }
        (held, named)
    }

    /// Returns the text of a catalogue of these types and all types that they contain by value, at any depth, for a
    /// page. Types that they only point to are listed without content. PDBs are left out.
    pub fn excerpt(&self, names: &[TypeName]) -> String {
        let (held, named) = self.reached_from(names);
        let images: Vec<Image> = self
            .images
            .iter()
            .map(|image| Image {
                pdb: None,
                ..image.clone()
            })
            .collect();
        let all: BTreeSet<usize> = held.union(&named).copied().collect();
        let types = all.into_iter().filter_map(|at| {
            let ty = self.types.get(at)?;
            Some((
                ty.full_name(),
                if held.contains(&at) { ty.text() } else { "" },
            ))
        });
        write::file(&images, types)
    }
}

fn letters(name: &TypeName) -> String {
    name.without_tag_underscore().to_ascii_lowercase()
}

fn order(ty: &Type) -> (&TypeName, &ModuleName, u8) {
    (&ty.name, &ty.module, ty.variant)
}

/// The largest power of two that divides a number; unbounded for zero.
fn lowest_bit(number: u32) -> ByteSize {
    ByteSize::new(match number {
        0 => u32::MAX,
        number => 1 << number.trailing_zeros(),
    })
}
