//! A type of the dataset with all that is known of it, from its article and from symbol files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::arch::Arch;
use crate::article::{Article, Note, Status, Table};
use crate::catalogue::{Catalogue, ImageIndex, LayoutClass, Scope, Type};
use crate::diff::{Diff, DiffContext, Lineage, diff_in};
use crate::layout::Layout;
use crate::name::TypeName;
use crate::point::Point;
use crate::release::{Build, Release, Version};
use crate::resolve::{NoLayout, of_class, resolve};
use crate::types::{TypeKind, scalar};
use crate::units::ByteSize;

use super::Dataset;

/// A type: a structure, a union or an enumeration, known from an article, from symbol files, or from both.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The article's name, otherwise the name in symbols: `_EPROCESS`, `ntdll!_PEB`, `_KPRCB~2`.
    pub name: TypeName,
    audited: Option<Box<Audited>>,
    catalogue: Arc<Catalogue>,
    /// Index in the catalogue's types.
    ty: Option<usize>,
    changed: OnceLock<Vec<(ReleaseArch, ImageIndex)>>,
}

type ReleaseArch = (Release, Arch);

/// The size of a structure at a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeAt {
    pub size: ByteSize,
    /// Whether the layout is that of the release before which has one.
    pub is_same: bool,
}

/// The article about a structure, with its tables and layouts.
#[derive(Clone, Debug)]
pub struct Audited {
    /// As published by the source.
    pub article: Article,
    /// The tables with all errata applied.
    pub table: Table,
    catalogue: Arc<Catalogue>,
    layouts: OnceLock<Vec<Layout>>,
    /// These, and those in symbol files at releases that the article does not cover.
    all: OnceLock<Vec<Layout>>,
}

impl Audited {
    /// Returns every layout that the article states, by release and architecture.
    pub fn layouts(&self) -> &[Layout] {
        self.layouts.get_or_init(|| {
            let (article, table) = (&self.article, &self.table);
            let layout =
                |(release, arch, _)| resolve(article, table, &self.catalogue, release, arch).ok();
            table.stated_sizes().filter_map(layout).collect()
        })
    }
}

/// What is stated of a structure at a point.
pub(super) enum Stated<'a> {
    /// An article's layout.
    Resolved(&'a Layout),
    /// The class in a symbol file or data file, where it applies, and its source.
    Class(&'a LayoutClass, (Point, Scope), &'a str),
}

impl<'a> Stated<'a> {
    pub(super) const fn size(&self) -> ByteSize {
        match self {
            Self::Resolved(layout) => layout.size,
            Self::Class(class, ..) => class.size,
        }
    }

    /// Returns the layout; an error if the members of the class do not fit into it.
    fn resolve(self, of: &Structure) -> Result<Cow<'a, Layout>, NoLayout> {
        match self {
            Self::Resolved(layout) => Ok(Cow::Borrowed(layout)),
            Self::Class(class, at, source) => {
                let layout = of_class(&of.name, class, &of.catalogue, at, source, of.table());
                layout.map(Cow::Owned)
            }
        }
    }
}

impl Structure {
    pub(super) fn of_article(
        article: Article,
        catalogue: &Arc<Catalogue>,
        ty: Option<usize>,
    ) -> Self {
        Self {
            name: article.name.clone(),
            audited: Some(Box::new(Audited {
                table: article.corrected(),
                article,
                catalogue: catalogue.clone(),
                layouts: OnceLock::new(),
                all: OnceLock::new(),
            })),
            catalogue: catalogue.clone(),
            ty,
            changed: OnceLock::new(),
        }
    }

    pub(super) fn of_type(name: TypeName, catalogue: &Arc<Catalogue>, ty: usize) -> Self {
        Self {
            name,
            audited: None,
            catalogue: catalogue.clone(),
            ty: Some(ty),
            changed: OnceLock::new(),
        }
    }

    /// `None` without an article.
    pub fn audited(&self) -> Option<&Audited> {
        self.audited.as_deref()
    }

    /// Returns the article; `None` if there is none.
    pub fn article(&self) -> Option<&Article> {
        self.audited().map(|audited| &audited.article)
    }

    /// Returns the article's tables with all errata applied; `None` without an article.
    pub fn table(&self) -> Option<&Table> {
        self.audited().map(|audited| &audited.table)
    }

    /// Returns the architectures with columns in the article; without an article, [`Arch::IN_ARTICLES`].
    pub fn archs(&self) -> Vec<Arch> {
        match self.table() {
            Some(table) => table.archs().collect(),
            None => Arch::IN_ARTICLES.into(),
        }
    }

    /// Returns the type in symbol files and data files.
    pub fn ty(&self) -> Option<&Type> {
        self.catalogue.types().get(self.ty?)
    }

    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns structure, union or enumeration, as of the newest image.
    pub fn kind(&self) -> TypeKind {
        match self.audited {
            Some(_) => TypeKind::Struct,
            None => self.ty().map_or(TypeKind::Struct, Type::kind),
        }
    }

    /// Returns structure, union or enumeration, as of an image; as of the newest one if that does not define the type.
    pub fn kind_in(&self, image: Option<ImageIndex>) -> TypeKind {
        let class = image.and_then(|image| self.ty()?.class_of(image));
        class.map_or_else(|| self.kind(), |class| class.kind)
    }

    /// One sentence; empty if nobody wrote one.
    pub fn summary(&self) -> &str {
        let by_hand = || Some(self.ty()?.data_file.as_ref()?.summary.as_str());
        let article = self.article().map(|article| article.summary.as_str());
        article.or_else(by_hand).unwrap_or_default()
    }

    /// Returns the main source, an id of `sources.toml`: that of the article, otherwise the first of the newest image.
    pub fn source(&self) -> &str {
        if let Some(article) = self.article() {
            return &article.source;
        }
        let newest = self.images().last();
        let newest = newest.and_then(|image| self.catalogue.image(image));
        let witness = newest.and_then(|image| Some(&**image.sources.first()?));
        let by_hand = || Some(self.ty()?.data_file.as_ref()?.source.as_str());
        witness.or_else(by_hand).unwrap_or_default()
    }

    /// Returns the layout at a point.
    ///
    /// # Errors
    ///
    /// The type does not exist there, or nothing is known of it there.
    pub fn layout(&self, point: Point) -> Result<Cow<'_, Layout>, NoLayout> {
        self.stated(point)?.resolve(self)
    }

    /// Returns what is stated at a point, without a layout.
    fn stated(&self, point: Point) -> Result<Stated<'_>, NoLayout> {
        match point.version {
            Version::Release(release) => self.at_release(release, point.arch),
            Version::Build(_) | Version::Pdb(_) => {
                self.in_image(self.image(point).ok_or(NoLayout::NotStated)?)
            }
        }
    }

    /// Returns the newest release with a layout on an architecture.
    pub fn newest(&self, arch: Arch) -> Option<Point> {
        let points = Release::all().rev().map(|it| Point::new(it, arch));
        let mut layouts = points.filter_map(|point| self.layout(point).ok());
        layouts.next().map(|layout| layout.point)
    }

    /// Returns the newest point with a layout on each architecture that has one, x64 first.
    pub fn newest_points(&self) -> impl Iterator<Item = Point> {
        let archs = Arch::PREFERRED.into_iter();
        archs.filter_map(|arch| self.newest(arch))
    }

    pub(super) fn at_release(&self, release: Release, arch: Arch) -> Result<Stated<'_>, NoLayout> {
        if let Some(audited) = self.audited() {
            let here = |layout: &&Layout| layout.point == Point::new(release, arch);
            if let Some(layout) = audited.layouts().iter().find(here) {
                return Ok(Stated::Resolved(layout));
            }
            match audited.table.status(release, arch) {
                Status::Absent => return Err(NoLayout::Absent),
                Status::Stated(_) => {
                    let row = "the table".to_owned();
                    return Err(NoLayout::Unsound { row });
                }
                Status::NotStated => {}
            }
        }
        let (point, scope) = (
            Point::new(release, arch),
            self.catalogue.scope(release, arch),
        );
        if let Some(image) = scope.image {
            return self.in_scope(point, scope, image);
        }
        let ty = self.ty().ok_or(NoLayout::NotStated)?;
        let class = ty.data_file_layout(release, arch);
        let class = class.ok_or(NoLayout::NotStated)?;
        let by_hand = ty.data_file.as_ref();
        let source = by_hand.map_or("", |by_hand| by_hand.source.as_str());
        Ok(Stated::Class(class, (point, scope), source))
    }

    /// Returns the layout in the symbol file of an image.
    ///
    /// # Errors
    ///
    /// The image does not define the type.
    pub fn at_image(&self, index: ImageIndex) -> Result<Layout, NoLayout> {
        let layout = self.in_image(index)?.resolve(self);
        layout.map(Cow::into_owned)
    }

    fn in_image(&self, index: ImageIndex) -> Result<Stated<'_>, NoLayout> {
        let scope = self
            .catalogue
            .image_scope(index)
            .ok_or(NoLayout::NotStated)?;
        let image = self.catalogue.image(index).ok_or(NoLayout::NotStated)?;
        self.in_scope(image.point(), scope, index)
    }

    fn in_scope(
        &self,
        point: Point,
        scope: Scope,
        index: ImageIndex,
    ) -> Result<Stated<'_>, NoLayout> {
        let ty = self.ty().ok_or(NoLayout::NotStated)?;
        if !self.catalogue.covers_type(index, ty) {
            return Err(NoLayout::NotStated);
        }
        let by_hand = || ty.data_file_layout(scope.release, scope.arch);
        let Some(class) = ty.class_of(index).or_else(by_hand) else {
            return Err(match ty.declared() {
                Some(declared) if declared.contains(index) => NoLayout::Declared,
                // The image's symbol file is known but does not contain the type.
                _ if ty.classes().is_empty() => NoLayout::NotStated,
                _ => NoLayout::Absent,
            });
        };
        let source = self.catalogue.source_of(ty, class, scope);
        Ok(Stated::Class(class, (point, scope), source))
    }

    /// Returns the image of the type's module at a point.
    pub fn image(&self, point: Point) -> Option<ImageIndex> {
        self.catalogue.image_for(&self.ty()?.module, point)
    }

    /// Returns the layouts at releases, by release and architecture.
    pub fn layouts(&self) -> Cow<'_, [Layout]> {
        match self.audited() {
            Some(audited) => Cow::Borrowed(audited.all.get_or_init(|| self.all_layouts())),
            None => Cow::Owned(self.all_layouts()),
        }
    }

    fn all_layouts(&self) -> Vec<Layout> {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        let stated = points.filter_map(|(release, arch)| self.at_release(release, arch).ok());
        let layouts = stated.filter_map(|it| it.resolve(self).ok());
        layouts.map(Cow::into_owned).collect()
    }

    /// Returns the layouts at releases on an architecture that have this size, each with its rank among all layouts there.
    pub(crate) fn layouts_of_size(
        &self,
        arch: Arch,
        size: ByteSize,
    ) -> Vec<(usize, Cow<'_, Layout>)> {
        if let Some(audited) = self.audited() {
            let all = audited.all.get_or_init(|| self.all_layouts()).iter();
            let ranked = all.filter(|layout| layout.arch() == arch).enumerate();
            let sized = ranked.filter(|(_, layout)| layout.size == size);
            return sized.map(|(at, it)| (at, Cow::Borrowed(it))).collect();
        }
        let stated = Release::all().filter_map(|release| self.at_release(release, arch).ok());
        let sized = stated.enumerate().filter(|(_, it)| it.size() == size);
        sized
            .filter_map(|(rank, it)| Some((rank, it.resolve(self).ok()?)))
            .collect()
    }

    /// Returns the layouts in symbol files on an architecture that have this size, by image.
    pub(crate) fn symbols_of_size(&self, arch: Arch, size: ByteSize) -> Vec<Layout> {
        let images = self.symbol_images(Some(arch)).into_iter();
        let stated = images.filter_map(|image| self.in_image(image).ok());
        let sized = stated.filter(|it| it.size() == size);
        let layouts = sized.filter_map(|it| it.resolve(self).ok());
        layouts.map(Cow::into_owned).collect()
    }

    /// Returns the layouts at releases, those changed by servicing within them, and those at images without a release.
    pub fn every_layout(&self) -> Vec<Layout> {
        let mut layouts = self.layouts().into_owned();
        layouts.extend(self.beside_releases());
        layouts
    }

    /// Returns the layouts outside of releases: those changed by servicing, then those at images without a release.
    pub fn beside_releases(&self) -> Vec<Layout> {
        let images = self.images_beside_releases(None).into_iter();
        images.filter_map(|it| self.at_image(it).ok()).collect()
    }

    /// The images of [`Self::beside_releases`], on one architecture or on all.
    fn images_beside_releases(&self, only: Option<Arch>) -> Vec<ImageIndex> {
        let wanted = |arch: Arch| only.is_none_or(|only| only == arch);
        let changed = self.changed_images().iter();
        let changed = changed.filter(|((_, arch), _)| wanted(*arch));
        let mut images: Vec<ImageIndex> = changed.map(|(_, index)| *index).collect();
        images.extend(self.outside_releases(wanted));
        images
    }

    /// The images without a release: of other modules than the kernel, or without a version. Of consecutive images with
    /// the same layout, only the first.
    fn outside_releases(&self, wanted: impl Fn(Arch) -> bool) -> Vec<ImageIndex> {
        let images = self.images().filter_map(|index| {
            let image = self.catalogue.image(index)?;
            let has_release = image.module.is_kernel() && image.build().is_some();
            (wanted(image.arch) && !has_release).then_some((image.arch, index))
        });
        let changed = self.differing(images, true).into_iter();
        changed.map(|(_, index)| index).collect()
    }

    /// The images whose layout differs from that of the image before with the same key; those without one if `first`.
    fn differing<K: PartialEq + Copy>(
        &self,
        images: impl Iterator<Item = (K, ImageIndex)>,
        first: bool,
    ) -> Vec<(K, ImageIndex)> {
        let Some(ty) = self.ty() else {
            return Vec::new();
        };
        let mut before: Option<(K, ImageIndex)> = None;
        let differs = |(key, index): &(K, ImageIndex)| {
            let earlier = before.replace((*key, *index));
            let earlier = earlier.filter(|(own, _)| own == key);
            earlier.map_or(first, |(_, earlier)| self.differ(ty, earlier, *index))
        };
        images.filter(differs).collect()
    }

    /// Returns the layouts in symbol files, by image: at each release's first kernel, and [`Self::beside_releases`].
    pub fn in_symbol_files(&self) -> Vec<Layout> {
        let images = self.symbol_images(None).into_iter();
        images.filter_map(|it| self.at_image(it).ok()).collect()
    }

    /// The images of [`Self::in_symbol_files`], on one architecture or on all.
    fn symbol_images(&self, only: Option<Arch>) -> Vec<ImageIndex> {
        let archs = Arch::ALL.into_iter();
        let archs = archs.filter(|arch| only.is_none_or(|only| only == *arch));
        let points = archs.flat_map(|arch| Release::all().map(move |release| (release, arch)));
        let first = points.filter_map(|(release, arch)| self.catalogue.image_of(release, arch));
        let defines =
            |image: &ImageIndex| self.ty().is_some_and(|ty| ty.class_of(*image).is_some());
        let mut images: Vec<ImageIndex> = first.filter(defines).collect();
        images.extend(self.images_beside_releases(only));
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Returns the layouts changed by monthly servicing: they differ from the previous image of the same release. By
    /// architecture and version.
    pub fn servicing(&self) -> Vec<Layout> {
        let changed = self.changed_images().iter();
        changed
            .filter_map(|(_, index)| self.at_image(*index).ok())
            .collect()
    }

    /// Returns the first build in each release whose layout differs from that of the release's first kernel, according
    /// to symbol files or the article, whichever is earlier.
    pub fn serviced(&self) -> Vec<(Release, Arch, Build)> {
        let of_image = |(place, index): &(ReleaseArch, ImageIndex)| {
            Some((*place, self.catalogue.image(*index)?.build()?))
        };
        let images = self.changed_images().iter();
        let stated = self.article().map_or(&[][..], |it| &it.servicing);
        let stated = stated.iter().map(|it| ((it.release, it.arch), it.build));
        let mut first: BTreeMap<ReleaseArch, Build> = BTreeMap::new();
        for (place, build) in images.filter_map(of_image).chain(stated) {
            let known = first.entry(place).or_insert(build);
            *known = build.min(*known);
        }
        let all = first.into_iter();
        all.map(|((release, arch), build)| (release, arch, build))
            .collect()
    }

    /// The images whose layout differs from that of the previous image of the same release. Found at the first call.
    fn changed_images(&self) -> &[(ReleaseArch, ImageIndex)] {
        self.changed.get_or_init(|| self.find_changed_images())
    }

    fn find_changed_images(&self) -> Vec<(ReleaseArch, ImageIndex)> {
        let images = self.catalogue.numbered_images();
        let images = images.filter_map(|(index, image)| {
            // An image without a version has no position in the order.
            let is_dated = image.build().is_some();
            let speaks = is_dated && self.catalogue.covers_type(index, self.ty()?);
            let scope = self.catalogue.image_scope(index).filter(|_| speaks)?;
            Some(((scope.release, scope.arch), index))
        });
        self.differing(images, false)
    }

    /// Returns whether two images have the same layout, whose members have the same sizes.
    pub(crate) fn agree(&self, a: ImageIndex, b: ImageIndex) -> bool {
        self.ty().is_some_and(|ty| !self.differ(ty, a, b))
    }

    /// Returns whether two images have different layouts of a type; the sizes of the members' types count.
    pub(super) fn differ(&self, ty: &Type, a: ImageIndex, b: ImageIndex) -> bool {
        let (Some(first), Some(second)) = (ty.class_of(a), ty.class_of(b)) else {
            return ty.class_of(a).is_some() != ty.class_of(b).is_some();
        };
        let scope = |image| self.catalogue.image_scope(image);
        let scopes = scope(a).zip(scope(b));
        let same_sizes = |(a, b)| self.same_sizes(first, a, b);
        !std::ptr::eq(first, second) || !scopes.is_some_and(same_sizes)
    }

    /// Returns whether the types of a layout's members have the same sizes in two scopes of an architecture.
    fn same_sizes(&self, class: &LayoutClass, a: Scope, b: Scope) -> bool {
        let members = class.members.iter();
        let held = members.filter_map(|it| it.declaration.ty.by_value());
        // Scalars and pointers have the same size in every image of an architecture.
        let mut held = held.filter(|name| scalar(name, a.arch).is_none());
        held.all(|name| {
            let size = |scope| self.catalogue.class(name, scope).map(|class| class.size);
            size(a) == size(b)
        })
    }

    /// Returns the size at each release of an architecture, without resolving layouts of the same class.
    pub fn release_sizes(&self, arch: Arch) -> Vec<(Release, Result<SizeAt, NoLayout>)> {
        let mut before: Option<Cow<'_, Layout>> = None;
        let mut class_before: Option<(&LayoutClass, Scope)> = None;
        let mut size = |release| {
            let stated = self.at_release(release, arch)?;
            let size = stated.size();
            let class = match stated {
                Stated::Class(class, (_, scope), _) => Some((class, scope)),
                Stated::Resolved(_) => None,
            };
            let both = class_before.zip(class);
            let mut is_same = both.is_some_and(|((a, there), (b, here))| {
                std::ptr::eq(a, b) && self.same_sizes(a, there, here)
            });
            if !is_same {
                let layout = stated.resolve(self)?;
                is_same = before.as_ref().is_some_and(|it| it.same_as(&layout));
                (before, class_before) = (Some(layout), class);
            }
            Ok(SizeAt { size, is_same })
        };
        let all = Release::all();
        all.map(|release| (release, size(release))).collect()
    }

    pub fn status(&self, release: Release, arch: Arch) -> Status {
        match self.layout(Point::new(release, arch)) {
            Ok(layout) => Status::Stated(layout.size),
            Err(NoLayout::Absent) => Status::Absent,
            Err(_) => Status::NotStated,
        }
    }

    pub fn diff(&self, dataset: &Dataset, from: &Layout, to: &Layout) -> Diff {
        let layouts = match self.audited() {
            Some(audited) => audited.layouts(),
            // Rows of symbol files are identified by name; none continues another.
            None => &[],
        };
        let lineage = Lineage::of(layouts);
        let known = DiffContext {
            lineage: &lineage,
            types: dataset.catalogue(),
        };
        diff_in(known, from, to)
    }

    /// Returns remarks on a layout: changes by servicing, images that it is bracketed by, notes of the article.
    pub fn notes(&self, layout: &Layout) -> Vec<String> {
        let mut all = self.servicing_in_symbols(layout);
        all.extend(self.bracketing(layout));
        let Some(article) = self.article() else {
            return all;
        };
        let here = |arch| arch == layout.arch();
        let is_release = matches!(layout.point.version, Version::Release(_));
        let servicing = article.servicing.iter();
        let servicing =
            servicing.filter(|s| is_release && s.release == layout.release && here(s.arch));
        all.extend(servicing.map(|s| s.text.clone()));
        let reach = article.published.last_release;
        let bears = |note: &&Note| {
            let (row, versions) = (note.row.as_ref(), note.versions.as_ref());
            row.is_some_and(|row| layout.member(row.as_str()).is_some())
                && note.arch.is_none_or(here)
                && versions.is_none_or(|versions| versions.covers(layout.release, reach))
        };
        for note in article.notes.iter().filter(bears) {
            if !all.contains(&note.text) {
                all.push(note.text.clone());
            }
        }
        all
    }

    /// Returns a remark on a layout that no symbol file states.
    pub fn bracketing(&self, layout: &Layout) -> Option<String> {
        let [before, after] = layout.between?.map(|index| self.catalogue.image(index));
        let (before, after) = (&before?.version, &after?.version);
        let version = layout.point.version;
        Some(format!(
            "No symbol file of {version} is in the data. Those of {before} and {after}, the nearest before and after it, have this layout."
        ))
    }

    /// Returns a remark if later images of a release have other layouts than its first image.
    fn servicing_in_symbols(&self, layout: &Layout) -> Vec<String> {
        let (Version::Release(release), Some(_)) = (layout.point.version, layout.image) else {
            return Vec::new();
        };
        if self.article().is_some_and(|it| it.source == layout.source) {
            return Vec::new();
        }
        let changed = self.changed_images().iter();
        let versions: Vec<String> = changed
            .filter(|(place, _)| *place == (release, layout.arch()))
            .filter_map(|(_, index)| Some(self.catalogue.image(*index)?.version.to_string()))
            .collect();
        if versions.is_empty() {
            return Vec::new();
        }
        let versions = versions.join(", ");
        vec![format!(
            "This is the layout of the first known kernel of {release}. Servicing changed it inside the release: see {versions}."
        )]
    }

    pub fn images(&self) -> impl Iterator<Item = ImageIndex> + '_ {
        let ty = self.ty();
        let images = self.catalogue.numbered_images().map(|(index, _)| index);
        images.filter(move |image| ty.is_some_and(|ty| ty.class_of(*image).is_some()))
    }

    /// Returns the builds and architectures of the images that define it.
    pub fn known_builds(&self) -> impl Iterator<Item = (Build, Arch)> + '_ {
        self.images().filter_map(|index| {
            let image = self.catalogue.image(index)?;
            Some((image.build()?, image.arch))
        })
    }
}
