//! The images that symbol files describe, and those that are known by name alone.

mod changes;
mod image;

use crate::view::*;
use strata_core::catalogue::{Image, ImageIndex, ModuleName};
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Missing};
use strata_core::raw::RawSource;
use strata_core::{Arch, Build, Dataset, Release};

use super::kernel::named_only;
use super::list::{Part, choice, module_choice, release_choice, same, text, with_parts};
use crate::components::blocks::{Name, heads, section, table};
use crate::components::figures::thousands;
use crate::components::sources::source_of;
use crate::page::Page;
use crate::route::{Fields, Route, place};

pub use self::image::{diff_page, image_page};

/// How many kernels that are known by name alone are listed.
const NAMED_SHOWN: usize = 50;

/// The images that are asked for, in order.
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
    let (part, images) = Part::of(images.collect(), &Route::images(), fields)?;
    let named = named_only(dataset, |kernel| {
        of(&kernel.module, kernel.arch, Some(kernel.build))
            && has(&text_of_kernel(dataset, kernel), &words)
    });
    let mut named: Vec<&Kernel> = named.collect();
    let total = named.len();
    // The list is for those who look for one.
    named.truncate(if words.is_empty() { 0 } else { NAMED_SHOWN });
    let fields = fields.clone();
    let description = "The Windows kernels whose symbol files are in the data.";
    Ok(Page::read("Images · Strata", description, move |_| {
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
    // Only what an image has: of others nothing would be found.
    let all = dataset.catalogue().images();
    let has = |arch: &Arch| all.iter().any(|it| it.arch == *arch);
    let archs = Arch::ALL.into_iter().filter(has);
    let archs = archs.map(|arch| same(arch.to_string()));
    let rows = images.iter();
    let rows = rows
        .map(|(index, image)| row(dataset, *index, image))
        .collect();
    let head = view! {
        <caption class="visually-hidden">"Images by module, architecture and version"</caption>
        {heads(["Version of the file", "Architecture", "Release", "Types", "Different from before", "Described by"])}
    };
    let table = table("plain-table image-list", Name::heading("found"), head, rows);
    any_view! {
        <article class="report">
            <h1>"Images"</h1>
            <p class="lede">
                "An image is one compiled file. These are the kernels whose public symbol files are in the data. A release is \
                 shown by the first of its images."
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

/// An image at a glance: in how many types it differs from the image before it, too.
fn row(dataset: &Dataset, index: ImageIndex, image: &Image) -> AnyView {
    let catalogue = dataset.catalogue();
    let release = image.build().and_then(|build| catalogue.release_of(build));
    let before = catalogue.before(index);
    let differ = before.map(|before| catalogue.differences(before, index).len());
    let sources = sources(dataset, image).map(|it| it.author);
    let sources: Vec<String> = sources.collect();
    any_view! {
        <tr>
            <th scope="row" class="figure">{linked(image)}</th>
            <td class="figure">{image.arch.as_str()}</td>
            <td class="figure">{release.map(Release::id)}</td>
            <td class="figure">{thousands(catalogue.defined_in(index))}</td>
            <td class="figure">{differ.map(thousands)}</td>
            <td>{sources.join(", ")}</td>
        </tr>
    }
}

fn sources<'a>(dataset: &'a Dataset, image: &'a Image) -> impl Iterator<Item = RawSource> + 'a {
    let ids = image.sources.iter();
    ids.map(|id| source_of(dataset, id))
}

/// The version of an image, as a link to its page; a module that is not the kernel is named.
pub(super) fn linked(image: &Image) -> AnyView {
    let module = (!image.module.is_kernel()).then(|| format!("{} ", image.module));
    any_view! {
        <a href=Route::image(image).to_string()>{module} {image.version.to_string()}</a>
    }
}

fn named_list(named: &[&Kernel], total: usize, searched: bool) -> AnyView {
    // Where the site is files, there are none of these.
    if total == 0 || place().files.is_some() {
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
    section("named", "Known by name alone", body)
}

/// Whether every one of the words occurs in a text of small letters.
fn has(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| text.contains(word))
}

/// What is said of an image, in small letters.
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

/// What is said of a kernel that is known by name, in small letters.
fn text_of_kernel(dataset: &Dataset, kernel: &Kernel) -> String {
    let releases = releases(dataset, kernel.build);
    format!("{} {} {releases}", kernel.id(), header(kernel)).to_lowercase()
}

fn header(kernel: &Kernel) -> String {
    format!("{} {:08x}", kernel.sha256, kernel.time_stamp)
}

/// The releases with kernels of a version: their names and numbers.
fn releases(dataset: &Dataset, build: Build) -> String {
    let mut text = String::new();
    for release in dataset.catalogue().releases_of(build) {
        let name = dataset.release(release).map_or("", |row| row.name.as_str());
        text = format!("{text} {release} {} {name}", release.build());
    }
    text
}
