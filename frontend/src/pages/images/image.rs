//! One image: what it is, and what changed since the one before. And what changed between any two.

use crate::view::*;
use strata_core::catalogue::{Image, ImageIndex, Type};
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Build, Dataset, Release};

use super::changes::changes;
use super::{linked, sources};
use crate::components::blocks::{crumb, fact, inline_list, link_item, section};
use crate::components::figures::thousands;
use crate::components::sources::source_line;
use crate::page::Page;
use crate::pages::kernel::{file_fact, file_facts};
use crate::route::{Fields, Route};

/// An image that symbol files describe, and where its page is.
pub fn image_page<'a>(dataset: &'a Dataset, id: &str) -> Result<(Page<'a>, Route), Missing> {
    let (index, image) = find(dataset, id)?;
    let id = image.id();
    let types = dataset.catalogue().defined_in(index);
    let description = format!("{id}: {types} types, and what changed since the image before.");
    let page = Page::read(format!("{id} · Strata"), description, move |_| {
        view(dataset, index, image)
    });
    Ok((page, Route::image(image)))
}

fn find<'a>(dataset: &'a Dataset, id: &str) -> Result<(ImageIndex, &'a Image), Missing> {
    let index = lookup::image(dataset, id)?;
    let image = dataset.catalogue().image(index);
    let image = image.ok_or_else(|| Missing::plain(format!("There is no image `{id}`.")))?;
    Ok((index, image))
}

fn view(dataset: &Dataset, index: ImageIndex, image: &Image) -> AnyView {
    let catalogue = dataset.catalogue();
    let release = image.build().and_then(|build| catalogue.release_of(build));
    let release = release.map(|release| {
        let url = format!("{}#release-{release}", Route::Releases);
        let name = dataset.release(release);
        let name = name.map_or_else(|| release.to_string(), |row| row.name.clone());
        fact(
            "Release",
            view! { <a href=url>{release.id()}</a> ", " {name} },
        )
    });
    let pdb = image.pdb.map(|pdb| pdb.to_string());
    let pdb = pdb.unwrap_or_else(|| "not known".to_owned());
    let before = catalogue.before(index);
    let after = ImageIndex(index.0.saturating_add(1));
    let after = Some(after).filter(|after| catalogue.before(*after) == Some(index));
    let beside = |label: &'static str, index: Option<ImageIndex>| {
        let image = catalogue.image(index?)?;
        Some(view! { <li>{label} ": " {linked(image)}</li> })
    };
    let beside = inline_list((beside("Image before", before), beside("Image after", after)));
    let changes = before.and_then(|before| {
        let linked = linked(catalogue.image(before)?);
        let title = view! { "Changed since " {linked} };
        Some(section(
            "changes",
            title,
            changes(dataset, before, index, false),
        ))
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

/// All releases that run kernels of its line, and the versions that those systems give themselves; nothing where there is one.
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
    let defined = dataset.catalogue().named().filter_map(kind_of);
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

/// The first known kernels of other releases on its architecture, to compare it with.
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

/// What changed between two images, and where that page is.
pub fn diff_page<'a>(
    dataset: &'a Dataset,
    [from, to]: [&str; 2],
) -> Result<(Page<'a>, Route), Missing> {
    let (before, from) = find(dataset, from)?;
    let (after, to) = find(dataset, to)?;
    if from.module != to.module {
        return Err(Missing::plain(format!(
            "{} and {} are different modules, which have no types in common.",
            from.module, to.module
        )));
    }
    let title = format!("{} → {} · Strata", from.id(), to.id());
    let description = format!(
        "The types that are new, gone or laid out otherwise in {}, compared with {}.",
        to.id(),
        from.id()
    );
    let page = Page::read(title, description, move |_| {
        diff_view(dataset, [(before, from), (after, to)])
    });
    Ok((page, Route::image_diff(from, to)))
}

fn diff_view(
    dataset: &Dataset,
    [(before, from), (after, to)]: [(ImageIndex, &Image); 2],
) -> AnyView {
    let file = match from.arch == to.arch {
        true => format!("{}, {}", from.module, from.arch),
        false => format!("{}, {} → {}", from.module, from.arch, to.arch),
    };
    any_view! {
        <article class="report">
            {crumb(&Route::images(), "Images")}
            <h1 class="structure-name">{linked(from)} " → " {linked(to)}</h1>
            <p class="quiet">{file}</p>
            {section("changes", "What changed", changes(dataset, before, after, true))}
            <p>
                <a href=Route::image_diff(to, from).to_string()>"The other way round"</a>
            </p>
        </article>
    }
}
