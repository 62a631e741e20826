//! The images that symbol files describe, and one of them: what it is, and what changed since the one before.

mod changes;

use leptos::prelude::*;
use strata_core::catalogue::Image;
use strata_core::kernels::Kernel;
use strata_core::types::TypeKind;
use strata_core::{Arch, Release};

use self::changes::changes;
use super::kernel::file_facts;
use super::list::{ABOVE, BELOW, choice, parts, text, told};
use crate::components::figures;
use crate::components::source_line::source_line;
use crate::page::images::ImageEntry;
use crate::page::{ImageDiffPage, ImageList, ImagePage};
use crate::route::{Fields, Route, place};

/// The images that are asked for.
#[component]
pub fn ImagesView(page: ImageList) -> impl IntoView {
    let ImageList {
        fields,
        modules,
        part,
        entries,
        named,
        named_total,
    } = page;
    let named = named_list(named, named_total, !fields.get(Fields::TEXT).is_empty());
    let modules = modules.into_iter().map(|it| (it.clone(), it));
    let releases = Release::all()
        .rev()
        .map(|it| (it.to_string(), it.to_string()));
    let archs = Arch::ALL.map(|arch| (arch.to_string(), arch.to_string()));
    let (nav, below) = (parts(&part, ABOVE), parts(&part, BELOW));
    let rows = entries.into_iter().map(row).collect_view();
    let table = view! {
        <div class="table-box" role="region" aria-labelledby="found" tabindex="0">
            <table class="plain-table image-list">
                <caption class="visually-hidden">"Images by module, architecture and version"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Version of the file"</th>
                        <th scope="col">"Architecture"</th>
                        <th scope="col">"Release"</th>
                        <th scope="col">"Types"</th>
                        <th scope="col">"Different from before"</th>
                        <th scope="col">"Described by"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    view! {
        <article class="report">
            <h1>"Images"</h1>
            <p class="lede">
                "An image is one compiled file. These are the kernels whose public symbol files are in the data: each answers for \
                 itself, and a release answers with its first."
            </p>
            <form class="filters" role="search" aria-label="Images" action=Route::images().to_string()>
                {text(&fields, "Version, release, PDB, hash", "19041.2965, 22H2")}
                {choice(&fields, Fields::RELEASE, "Release", releases)}
                {choice(&fields, Fields::ARCH, "Architecture", archs)}
                {choice(&fields, Fields::MODULE, "Module", modules)}
                <button type="submit" class="button">"Show"</button>
            </form>
            <h2 id="found" class="found">{told(&part, "image")}</h2>
            {nav} {(part.total > 0).then_some(table)} {below} {named}
        </article>
    }
    .into_any()
}

/// The kernels that are known by name alone.
fn named_list(named: Vec<Kernel>, total: usize, searched: bool) -> AnyView {
    // Where the site is files, there are none of these.
    if total == 0 || place().files.is_some() {
        return ().into_any();
    }
    let count = match total {
        1 => "1 kernel is".to_owned(),
        total => format!("{} kernels are", figures::thousands(total)),
    };
    let more = match (searched, total > named.len()) {
        (false, _) => " Find one by its version, its SHA-256 or its time stamp.".to_owned(),
        (true, true) => format!(" The first {} of them:", named.len()),
        (true, false) => String::new(),
    };
    let entry = |kernel: &Kernel| {
        view! {
            <li class="figure">
                <a href=Route::kernel(kernel).to_string()>{kernel.id()}</a>
            </li>
        }
    };
    let entries = named.iter().map(entry).collect_view();
    view! {
        <section aria-labelledby="named">
            <h2 id="named">"Known by name alone"</h2>
            <p>{format!("{count} known by name, hash and time stamp, without a symbol file.{more}")}</p>
            <ul class="name-list">{entries}</ul>
        </section>
    }
    .into_any()
}

fn row(entry: ImageEntry) -> AnyView {
    let ImageEntry {
        image,
        release,
        types,
        differ,
        sources,
    } = entry;
    view! {
        <tr>
            <th scope="row" class="figure">{linked(&image)}</th>
            <td class="figure">{image.arch.as_str()}</td>
            <td class="figure">{release.map(Release::id)}</td>
            <td class="figure">{figures::thousands(types)}</td>
            <td class="figure">{differ.map(figures::thousands)}</td>
            <td>{sources.join(", ")}</td>
        </tr>
    }
    .into_any()
}

/// The version of an image, as a link to its page; a module that is not the kernel is named.
pub(super) fn linked(image: &Image) -> AnyView {
    let module = (!image.module.is_kernel()).then(|| format!("{} ", image.module));
    view! {
        <a href=Route::image(image).to_string()>{module} {image.version.to_string()}</a>
    }
    .into_any()
}

/// What an image is, and what changed.
#[component]
pub fn ImageView(page: ImagePage) -> impl IntoView {
    let ImagePage {
        image,
        release,
        systems,
        sources,
        kinds,
        before,
        after,
        others,
        differences,
        kernel,
    } = page;
    let id = image.id();
    let release = release.map(|(release, name)| {
        let url = format!("{}#release-{release}", Route::Releases);
        view! {
            <div>
                <dt>"Release"</dt>
                <dd>
                    <a href=url>{release.id()}</a>
                    ", "
                    {name}
                </dd>
            </div>
        }
    });
    let system = |(release, version): (Release, String)| {
        view! {
            <li>
                {release.id()}
                ": "
                <code>{version}</code>
            </li>
        }
    };
    let several = systems.len() > 1;
    let systems = systems.into_iter().map(system).collect_view();
    let systems = several.then(|| {
        view! {
            <div>
                <dt>"Versions of systems with kernels of this line"</dt>
                <dd>
                    <ul class="inline-list">{systems}</ul>
                </dd>
            </div>
        }
    });
    let pdb = image
        .pdb
        .map_or_else(|| "not known".to_owned(), |pdb| pdb.to_string());
    let total: usize = kinds.iter().map(|(_, count)| count).sum();
    let of_image = |kind: &str| {
        let fields = Fields::default()
            .with(Fields::IMAGE, &id)
            .with(Fields::KIND, kind);
        Route::structures().with_fields(fields).to_string()
    };
    let kind = |(kind, count): (TypeKind, usize)| {
        let what = match kind {
            TypeKind::Union => "unions",
            TypeKind::Enum => "enumerations",
            _ => "structures",
        };
        view! {
            <li>
                <a href=of_image(kind.as_str())>{format!("{} {what}", figures::thousands(count))}</a>
            </li>
        }
    };
    let kinds = kinds.into_iter().map(kind).collect_view();
    let beside = |label: &'static str, image: Option<Image>| {
        image.map(|image| view! { <li>{label} ": " {linked(&image)}</li> })
    };
    let witnesses = sources.iter().map(source_line).collect_view();
    let changes = before.as_ref().map(|before| {
        view! {
            <section aria-labelledby="changes">
                <h2 id="changes">"Changed since " {linked(before)}</h2>
                {changes(differences, false)}
            </section>
        }
    });
    let compared = |(release, other): (Release, Image)| {
        let route = Route::image_diff(&other, &image);
        route.is_served().then(|| {
            view! {
                <li>
                    <a href=route.to_string()>{release.id()}</a>
                </li>
            }
        })
    };
    let others: Vec<_> = others.into_iter().filter_map(compared).collect();
    let others = (!others.is_empty()).then(|| {
        view! {
            <div>
                <dt>"Compare with the first kernel of"</dt>
                <dd>
                    <ul class="inline-list">{others}</ul>
                </dd>
            </div>
        }
    });
    view! {
        <article class="report">
            <p class="crumbs">
                <a href=Route::images().to_string()>"Images"</a>
            </p>
            <h1 class="structure-name">{id.clone()}</h1>
            <dl class="image-facts">
                <div>
                    <dt>"File"</dt>
                    <dd>
                        <code>{image.module.to_string()}</code>
                        ", "
                        {image.arch.as_str()}
                        ", version "
                        <code>{image.version.to_string()}</code>
                    </dd>
                </div>
                {release} {systems}
                <div>
                    <dt>"PDB, GUID and age"</dt>
                    <dd>
                        <code>{pdb}</code>
                    </dd>
                </div>
                <div>
                    <dt>{format!("{} types", figures::thousands(total))}</dt>
                    <dd>
                        <ul class="inline-list">{kinds}</ul>
                    </dd>
                </div>
                {kernel.as_ref().map(file_facts)} {others}
            </dl>
            <ul class="inline-list">{beside("Image before", before.clone())} {beside("Image after", after)}</ul>
            {changes}
            <section aria-labelledby="sources">
                <h2 id="sources">"Described by"</h2>
                {witnesses}
            </section>
        </article>
    }
    .into_any()
}

/// What changed between two images.
#[component]
pub fn ImageDiffView(page: ImageDiffPage) -> impl IntoView {
    let ImageDiffPage {
        from,
        to,
        differences,
    } = page;
    let back = Route::image_diff(&to, &from).to_string();
    let file = match from.arch == to.arch {
        true => format!("{}, {}", from.module, from.arch),
        false => format!("{}, {} → {}", from.module, from.arch, to.arch),
    };
    view! {
        <article class="report">
            <p class="crumbs">
                <a href=Route::images().to_string()>"Images"</a>
            </p>
            <h1 class="structure-name">{linked(&from)} " → " {linked(&to)}</h1>
            <p class="quiet">{file}</p>
            <section aria-labelledby="changes">
                <h2 id="changes">"What changed"</h2>
                {changes(differences, true)}
            </section>
            <p>
                <a href=back>"The other way round"</a>
            </p>
        </article>
    }
    .into_any()
}
