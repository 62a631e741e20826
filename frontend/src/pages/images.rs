//! The pages of images: the list of those that symbol files describe and of kernels known by name alone; one image; the
//! changes from one image to another.

use crate::pages::prelude::*;
use strata_core::catalogue::{Image, ImageIndex, ModuleName, Type};
use strata_core::diff::{Diff, Kind};
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Missing};
use strata_core::raw::RawSource;
use strata_core::types::TypeKind;
use strata_core::{Arch, Build, Dataset, Point, Release, TypeName, Version};

use super::kernel::named_only;
use super::list::{Part, choice, module_choice, release_choice, same, text, with_parts};
use crate::components::sources::source_line;
use crate::page::sources::source_of;
use crate::pages::kernel::{file_fact, file_facts};
use crate::route::site_location;

const NAMED_SHOWN: usize = 50;

pub fn page<'a>(dataset: &'a Dataset, fields: &Fields) -> Result<Page<'a>, Missing> {
    let catalogue = dataset.catalogue();
    let field = |name| Some(fields.get(name)).filter(|text| !text.is_empty());
    let wanted = field(Fields::MODULE).map(|text| lookup::module(catalogue, text));
    let wanted = wanted.transpose()?;
    let arch = field(Fields::ARCH).map(lookup::arch).transpose()?;
    let release = field(Fields::RELEASE).map(lookup::release).transpose()?;
    let words = fields.get(Fields::TEXT).split_whitespace();
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let of = |module: &ModuleName, on: Arch, build: Option<Build>| {
        let release_of = |build| catalogue.release_of(build);
        wanted.as_ref().is_none_or(|wanted| module == wanted)
            && arch.is_none_or(|arch| on == arch)
            && release.is_none_or(|release| build.and_then(release_of) == Some(release))
    };
    let images = (0..).map(ImageIndex).zip(catalogue.images());
    let images = images.filter(|(_, image)| {
        of(&image.module, image.arch, image.build()) && has(&text_of(dataset, image), &words)
    });
    // The newest first.
    let mut images: Vec<(ImageIndex, &Image)> = images.collect();
    images.reverse();
    let (part, images) = Part::of(images, &Route::images(), fields)?;
    let named = named_only(dataset, |kernel| {
        of(&kernel.module, kernel.arch, Some(kernel.build))
            && has(&text_of_kernel(dataset, kernel), &words)
    });
    let mut named: Vec<&Kernel> = named.collect();
    let total = named.len();
    // Kernels known by name are listed only for a search.
    named.truncate(if words.is_empty() { 0 } else { NAMED_SHOWN });
    let fields = fields.clone();
    let route = Route::images().with_fields(fields.clone());
    let description = "The Windows kernels whose symbol files are in the data.";
    Ok(Page::read(route, "Images", description, move |_| {
        view(dataset, &fields, &part, &images, (&named, total))
    }))
}

fn view(
    dataset: &Dataset,
    fields: &Fields,
    part: &Part,
    images: &[(ImageIndex, &Image)],
    (named, named_total): (&[&Kernel], usize),
) -> AnyView {
    // Only architectures that some image has.
    let all = dataset.catalogue().images();
    let has = |arch: &Arch| all.iter().any(|it| it.arch == *arch);
    let archs = Arch::ALL.into_iter().filter(has);
    let archs = archs.map(|arch| same(arch.to_string()));
    let rows = images.iter();
    let rows = rows.map(|(index, image)| row(dataset, *index, image));
    let head = view! {
        <caption class="visually-hidden">"Images by module, architecture and version"</caption>
        {heads(["Version of the file", "Architecture", "Release", "Types", "Changed", "Described by"])}
    };
    let table = table(
        "plain-table image-list stacked",
        Name::Heading("found"),
        head,
        rows.collect(),
    );
    any_view! {
        <article class="report">
            <h1>"Images"</h1>
            <p class="lede">
                "An image is one compiled file. These are the kernels whose public symbol files are in the data. \
                 Elsewhere, a release stands for its first image."
            </p>
            <form class="filters" role="search" aria-label="Images" action=Route::images().to_string()>
                {text(fields, "Version, release, PDB, hash", "19041.2965, 22H2")}
                {release_choice(fields, Fields::RELEASE, "Release")}
                {choice(fields, Fields::ARCH, "Architecture", archs)}
                {module_choice(dataset.catalogue(), fields)}
                <button type="submit" class="button">"Show"</button>
            </form>
            <h2 id="found" class="found">{part.heading("image")}</h2>
            {with_parts(part, table)}
            {named_list(named, named_total, !fields.get(Fields::TEXT).is_empty())}
        </article>
    }
}

/// The row of an image, with the number of types that differ from the previous image.
fn row(dataset: &Dataset, index: ImageIndex, image: &Image) -> AnyView {
    let catalogue = dataset.catalogue();
    let release = image.build().and_then(|build| catalogue.release_of(build));
    let before = catalogue.predecessor(index);
    let differ = before.map(|before| catalogue.differences(before, index).len());
    let sources = sources(dataset, image).map(|it| it.author);
    any_view! {
        <tr>
            <th scope="row" class="figure">{linked(image)}</th>
            <td class="figure">{image.arch.as_str()}</td>
            <td class="figure">{release.map(Release::id)}</td>
            <td class="figure" data-head="Types">{thousands(catalogue.defined_in(index))}</td>
            <td class="figure" data-head="Changed">{differ.map(thousands)}</td>
            <td data-head="Described by">{joined(sources, ", ")}</td>
        </tr>
    }
}

fn sources<'a>(dataset: &'a Dataset, image: &'a Image) -> impl Iterator<Item = RawSource> + 'a {
    let ids = image.sources.iter();
    ids.map(|id| source_of(dataset, id))
}

/// The version of an image, as a link to its page; with the module's name unless it is the kernel.
pub(super) fn linked(image: &Image) -> AnyView {
    let module = (!image.module.is_kernel()).then(|| format!("{} ", image.module));
    any_view! {
        <a href=Route::image(image).to_string()>{module} {image.version.to_string()}</a>
    }
}

fn named_list(named: &[&Kernel], total: usize, searched: bool) -> AnyView {
    // A static site has no pages for them.
    if total == 0 || site_location().files.is_some() {
        return ().into_any();
    }
    let count = match total {
        1 => "1 kernel is".to_owned(),
        total => format!("{} kernels are", thousands(total)),
    };
    let more = match (searched, total > named.len()) {
        (false, _) => " Find one by its version, its SHA-256 or its time stamp.".to_owned(),
        (true, true) => format!(" The first {} of them:", named.len()),
        (true, false) => String::new(),
    };
    let entry = |kernel: &&Kernel| {
        view! {
            <li class="figure">
                <a href=Route::kernel(kernel).to_string()>{kernel.id()}</a>
            </li>
        }
    };
    let entries = named.iter().map(entry).collect_view();
    let body = any_view! {
        <p>{format!("{count} known by name, hash and time stamp, without a symbol file.{more}")}</p>
        <ul class="name-list">{entries}</ul>
    };
    section("named", "Known by name only", body)
}

/// Whether the lower-case text contains all the words.
fn has(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| text.contains(word))
}

/// The searched text of an image, in lower case.
fn text_of(dataset: &Dataset, image: &Image) -> String {
    let mut text = image.id();
    if let Some(pdb) = image.pdb {
        text = format!("{text} {pdb}");
    }
    if let Some(kernel) = dataset.kernels().get(image.key()) {
        text = format!("{text} {}", header(kernel));
    }
    let releases = image.build().map(|build| releases(dataset, build));
    format!("{text} {}", releases.unwrap_or_default()).to_lowercase()
}

/// The searched text of a kernel that is known by name, in lower case.
fn text_of_kernel(dataset: &Dataset, kernel: &Kernel) -> String {
    let releases = releases(dataset, kernel.build);
    format!("{} {} {releases}", kernel.id(), header(kernel)).to_lowercase()
}

fn header(kernel: &Kernel) -> String {
    format!("{} {:08x}", kernel.sha256, kernel.time_stamp)
}

/// Names and numbers of the releases with kernels of a version.
fn releases(dataset: &Dataset, build: Build) -> String {
    let mut text = String::new();
    for release in dataset.catalogue().releases_of(build) {
        let name = dataset.release_name(release);
        text = format!("{text} {release} {} {name}", release.build());
    }
    text
}

/// The page of an image that symbol files describe.
pub fn image_page<'a>(dataset: &'a Dataset, id: &str) -> Result<Page<'a>, Missing> {
    let (index, image) = find(dataset, id)?;
    let id = image.id();
    let types = dataset.catalogue().defined_in(index);
    let description = format!("{id}: {types} types, and what changed since the previous image.");
    let route = Route::image(image);
    Ok(Page::read(route, id, description, move |_| {
        image_view(dataset, index, image)
    }))
}

fn find<'a>(dataset: &'a Dataset, id: &str) -> Result<(ImageIndex, &'a Image), Missing> {
    let index = lookup::image(dataset, id)?;
    let image = dataset.catalogue().image(index);
    let image = image.ok_or_else(|| Missing::plain(format!("There is no image `{id}`.")))?;
    Ok((index, image))
}

fn image_view(dataset: &Dataset, index: ImageIndex, image: &Image) -> AnyView {
    let catalogue = dataset.catalogue();
    let release = image.build().and_then(|build| catalogue.release_of(build));
    let release = release.map(|release| {
        let url = format!("{}#release-{release}", Route::Releases);
        let name = dataset.release_name(release).to_owned();
        let release = view! { <a href=url>{release.id()}</a> ", " {name} };
        fact("Release", release)
    });
    let pdb = image.pdb.map(|pdb| pdb.to_string());
    let pdb = pdb.unwrap_or_else(|| "not known".to_owned());
    let before = catalogue.predecessor(index);
    let after = ImageIndex(index.0.saturating_add(1));
    let after = Some(after).filter(|after| catalogue.predecessor(*after) == Some(index));
    let beside = |label: &'static str, index: Option<ImageIndex>| {
        let image = catalogue.image(index?)?;
        Some(view! { <li>{label} ": " {linked(image)}</li> })
    };
    let beside = inline_list((
        beside("Previous image", before),
        beside("Next image", after),
    ));
    let changes = before.and_then(|before| {
        let linked = linked(catalogue.image(before)?);
        let title = view! { "Changed since " {linked} };
        let changes = changes(dataset, before, index, false);
        Some(section("changes", title, changes))
    });
    let sources = sources(dataset, image);
    let sources = sources.map(|source| source_line(&source)).collect_view();
    any_view! {
        <article class="report">
            {crumb(&Route::images(), "Images")}
            <h1 class="structure-name">{image.id()}</h1>
            <dl class="image-facts">
                {file_fact(&image.module, image.arch, &image.version)} {release} {systems(dataset, image)}
                {fact("PDB, GUID and age", view! { <code>{pdb}</code> })} {kinds(dataset, index, image)}
                {dataset.kernels().get(image.key()).map(file_facts)} {others(dataset, index, image)}
            </dl>
            {beside}
            {changes}
            {section("sources", "Described by", sources.into_any())}
        </article>
    }
}

/// All releases that run kernels of its branch, with their own version numbers; `None` where there is only one.
fn systems(dataset: &Dataset, image: &Image) -> Option<AnyView> {
    let build = image.build()?;
    let releases = dataset.catalogue().releases_of(build);
    let releases = releases.filter(|release| release.exists_for(image.arch));
    let system = |release: Release| {
        let number = release.build();
        let version = Build { number, ..build }.to_string();
        view! { <li>{release.id()} ": " <code>{version}</code></li> }
    };
    let systems: Vec<_> = releases.map(system).collect();
    let what = "Windows builds that share this kernel";
    (systems.len() > 1).then(|| fact(what, inline_list(systems)))
}

/// How many structures, unions and enumerations its symbol file defines.
fn kinds(dataset: &Dataset, index: ImageIndex, image: &Image) -> AnyView {
    let kind_of = |ty: &Type| ty.class_of(index).map(|class| class.kind);
    let defined = dataset.catalogue().named_types().filter_map(kind_of);
    let defined: Vec<TypeKind> = defined.collect();
    let mut total = 0;
    let kind = |kind: TypeKind| {
        let count = defined.iter().filter(|own| **own == kind).count();
        total += count;
        let what = match kind {
            TypeKind::Union => "unions",
            TypeKind::Enum => "enumerations",
            _ => "structures",
        };
        let fields = Fields::default().with(Fields::IMAGE, &image.id());
        let fields = fields.with(Fields::KIND, kind.as_str());
        let url = Route::structures().with_fields(fields).to_string();
        link_item(url, format!("{} {what}", thousands(count)))
    };
    let kinds = TypeKind::IN_SYMBOLS.map(kind).into_iter().collect_view();
    fact(format!("{} types", thousands(total)), inline_list(kinds))
}

/// The first known kernels of other releases on its architecture, to compare with.
fn others(dataset: &Dataset, index: ImageIndex, image: &Image) -> Option<AnyView> {
    let catalogue = dataset.catalogue();
    let other = |release: Release| {
        let first = catalogue.image_of(release, image.arch)?;
        let other = catalogue.image(first)?;
        let route = Route::image_diff(other, image);
        let offered = first != index && other.module == image.module && route.is_served();
        offered.then(|| link_item(route.to_string(), release.id()))
    };
    let others: Vec<_> = Release::all().filter_map(other).collect();
    let what = "Compare with the first kernel of";
    (!others.is_empty()).then(|| fact(what, inline_list(others)))
}

/// The page of the changes between two images.
pub fn diff_page<'a>(dataset: &'a Dataset, [from, to]: [&str; 2]) -> Result<Page<'a>, Missing> {
    let (before, from) = find(dataset, from)?;
    let (after, to) = find(dataset, to)?;
    if from.module != to.module {
        return Err(Missing::plain(format!(
            "{} and {} are different modules: they have no types in common.",
            from.module, to.module
        )));
    }
    let title = format!("{} → {}", from.id(), to.id());
    let description = format!(
        "The types added, removed or changed in {}, compared with {}.",
        to.id(),
        from.id()
    );
    let route = Route::image_diff(from, to);
    Ok(Page::read(route, title, description, move |_| {
        diff_view(dataset, [(before, from), (after, to)])
    }))
}

fn diff_view(
    dataset: &Dataset,
    [(before, from), (after, to)]: [(ImageIndex, &Image); 2],
) -> AnyView {
    let archs = figures::change(&from.arch, &to.arch);
    let file = format!("{}, {archs}", from.module);
    any_view! {
        <article class="report">
            {crumb(&Route::images(), "Images")}
            <h1 class="structure-name">{linked(from)} " → " {linked(to)}</h1>
            <p>
                <span class="quiet">{file} " "</span>
                <a href=Route::image_diff(to, from).to_string()>"Swap both images"</a>
            </p>
            {section("changes", "What changed", changes(dataset, before, after, true))}
        </article>
    }
}

/// The types that differ, as lists that unfold; the first one is open if `open`.
fn changes(dataset: &Dataset, from: ImageIndex, to: ImageIndex, open: bool) -> AnyView {
    let catalogue = dataset.catalogue();
    let differences = catalogue.differences(from, to);
    if differences.is_empty() {
        return any_view! { <p>"No difference: both have the same types with the same layouts."</p> };
    }
    let point = |index| point(catalogue.image(index)?);
    let points = point(from).zip(point(to));
    let changed = differences.changed.iter().filter_map(|ty| {
        let size = |image| Some(ty.class_of(image)?.size.get());
        let name = dataset.of_type(ty)?.name.clone();
        // Comparing each type takes time: only the page about nothing else does it.
        let diff = open.then(|| compared(dataset, &name, from, to)).flatten();
        Some(ChangedType {
            sizes: [size(from)?, size(to)?],
            name,
            diff,
        })
    });
    let mut changed: Vec<ChangedType> = changed.collect();
    changed.sort_by_key(ChangedType::rank);
    let keep = changed.iter().filter(|it| it.keeps_size()).count();
    let count = thousands(changed.len());
    let types = if changed.len() == 1 { "type" } else { "types" };
    let mut what = format!("{count} {types} changed");
    if keep > 0 {
        what += &format!(" ({} keep their size)", thousands(keep));
    }
    let number = changed.len();
    let changed: Vec<AnyView> = changed.iter().map(|it| it.row(points, open)).collect();
    let entry = |name: &TypeName| any_view! { <li>{type_link(Route::structure(name), name)}</li> };
    let names = |types: &[&Type]| -> Vec<AnyView> {
        let types = types.iter().filter_map(|ty| dataset.of_type(ty));
        types.map(|ty| entry(&ty.name)).collect()
    };
    let (added, removed) = (names(&differences.added), names(&differences.removed));
    let counted = |what: &str, count: usize| format!("{what}: {}", thousands(count));
    any_view! {
        {unfolded(what, number, open, || changed_table(changed, open))}
        {unfolded(counted("Types added", added.len()), added.len(), false, || any_view! { <ul class="name-list">{added}</ul> })}
        {unfolded(counted("Types removed", removed.len()), removed.len(), false, || any_view! { <ul class="name-list">{removed}</ul> })}
    }
}

/// The point of an image; `None` where its version is unknown.
fn point(image: &Image) -> Option<Point> {
    Some(Point {
        version: Version::Build(image.build()?),
        arch: image.arch,
    })
}

/// A list that unfolds; empty for no entries.
fn unfolded(what: String, count: usize, open: bool, list: impl FnOnce() -> AnyView) -> AnyView {
    if count == 0 {
        return ().into_any();
    }
    any_view! {
        <details class="image-changes" open=open>
            <summary>{what}</summary>
            {list()}
        </details>
    }
}

/// A type whose layouts in both images differ.
struct ChangedType {
    name: TypeName,
    sizes: [u32; 2],
    diff: Option<Diff>,
}

impl ChangedType {
    fn keeps_size(&self) -> bool {
        let [from, to] = self.sizes;
        from == to
    }

    /// The sort key: other size first, then other members, then other offsets.
    fn rank(&self) -> u8 {
        let changes = self.diff.iter().flat_map(|diff| &diff.changes);
        let is_other = |kind| kind == Kind::Added || kind == Kind::Removed;
        let mut others =
            changes.filter(|it| it.bit().is_none() && it.kinds.iter().copied().any(is_other));
        match (self.keeps_size(), others.next()) {
            (false, _) => 0,
            (true, Some(_)) => 1,
            (true, None) => 2,
        }
    }

    /// The row: both sizes, the changes if `with_summary`, and a link to the comparison where both images have
    /// versions.
    fn row(&self, points: Option<(Point, Point)>, with_summary: bool) -> AnyView {
        let name = &self.name;
        let route = match points {
            Some((from, to)) => Route::diff(name, from, to),
            None => Route::structure(name),
        };
        let [from, to] = self.sizes.map(figures::size);
        let sizes = figures::change(&from, &to);
        let what = with_summary.then(|| {
            let what = self.diff.as_ref().map(Diff::what_changed);
            any_view! { <td>{what}</td> }
        });
        headed_row(type_link(route, name), (figure(sizes), what))
    }
}

fn compared(dataset: &Dataset, name: &TypeName, from: ImageIndex, to: ImageIndex) -> Option<Diff> {
    let structure = dataset.structure(name.as_str())?;
    let at = |image| structure.at_image(image).ok();
    Some(structure.diff(dataset, &at(from)?, &at(to)?))
}

/// A link to a type; for one that shares its name with another, with its number.
fn type_link(route: Route, name: &TypeName) -> AnyView {
    let full = name.as_str();
    let Some((bare, number)) = full.split_once('~') else {
        return any_view! { <a href=route.to_string()><code>{breakable(full)}</code></a> };
    };
    let which = format!("type {number} of this name");
    any_view! { {code_link(route, bare)} " " <span class="quiet">{which}</span> }
}

fn changed_table(rows: Vec<AnyView>, with_summary: bool) -> AnyView {
    let label = Name::Label("Types with a different layout");
    let what = with_summary.then_some("What changed");
    let head = heads(["Type, compared", "Size"].into_iter().chain(what));
    let class = match with_summary {
        true => "plain-table stacked",
        false => "plain-table",
    };
    table(class, label, head, rows)
}
