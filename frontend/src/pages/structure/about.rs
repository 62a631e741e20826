//! Further sections about a structure: its changes, the types it uses and its users, servicing, images with symbol
//! files, errata, the limits of its source, its sources.

use std::collections::BTreeMap;

use crate::pages::prelude::*;
use strata_core::article::{Article, Erratum, Servicing};
use strata_core::catalogue::{ImageIndex, LayoutClass, Scope};
use strata_core::dataset::Structure;
use strata_core::diff::Diff;
use strata_core::xref::{self, Use};
use strata_core::{Arch, Dataset, TypeName};

use crate::components::sources::{erratum_box, source_line};
use crate::components::used_by::{cells, used_by};
use crate::page::sources::source_of;

/// How many members that use the type are listed before the rest is folded.
const USES: usize = 20;

/// The changes from one layout to the next on an architecture, each with a link to the full comparison.
pub fn steps(name: &TypeName, arch: Arch, steps: &[Diff]) -> AnyView {
    let step = |step: &Diff| {
        let (from, to) = (step.from.point, step.to.point);
        let text = format!("{} → {}", from.version, to.version);
        view! {
            <li>
                <a class="step-link" href=Route::diff(name, from, to).to_string()>
                    <code>{text}</code>
                </a>
                <span>{step.summary()}</span>
            </li>
        }
    };
    let body = match steps.is_empty() {
        true => any_view! { <p>"One layout at all stated points."</p> },
        false => {
            any_view! { <ol class="steps" data-rows="">{steps.iter().map(step).collect_view()}</ol> }
        }
    };
    any_view! {
        <div data-arch=arch.as_str()>
            <h3>{format!("On {arch}")}</h3>
            {body}
        </div>
    }
}

/// The types that use a structure, and where an article describes it, the types that it uses.
pub(super) fn uses(dataset: &Dataset, structure: &Structure, has_article: bool) -> AnyView {
    let outward = has_article.then(|| part("uses", "Types that it uses", used(dataset, structure)));
    let users = xref::uses(dataset, structure.name.as_str());
    let (first, rest) = users.split_at(users.len().min(USES));
    let body = match users.is_empty() {
        true => any_view! { <p>"No member of another type contains it or holds its address."</p> },
        false => used_by(dataset, first, "used-by"),
    };
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details class="use-more">
                <summary id="used-by-more">{format!("{} more", rest.len())}</summary>
                {used_by(dataset, rest, "used-by-more")}
            </details>
        }
    });
    let title = format!("Used by {}", counted(users.len(), "member"));
    let inward = part("used-by", title, any_view! { {body} {rest} });
    any_view! { {outward} {inward} }
}

fn used(dataset: &Dataset, structure: &Structure) -> AnyView {
    let layouts = structure.layouts();
    let bases = layouts.iter().flat_map(|layout| {
        let bases = layout.members().map(|member| member.ty.base());
        bases.filter_map(|base| dataset.declared(base, layout.scope()))
    });
    let used: BTreeMap<&TypeName, &Structure> = bases.map(|it| (&it.name, it)).collect();
    if used.is_empty() {
        return any_view! { <p>"No member has a type with a page here."</p> };
    }
    let rows = used.into_values().map(|ty| uses_of(dataset, structure, ty));
    let (head, rows) = (heads(["Type", "Member", "How", "Where"]), rows.collect());
    table("plain-table uses", Name::Heading("uses"), head, rows)
}

/// The members of a structure that contain one type, or point to it.
fn uses_of(dataset: &Dataset, structure: &Structure, ty: &Structure) -> AnyView {
    let mut uses = Vec::new();
    xref::in_structure(structure, ty.name.as_str(), &mut uses);
    let (url, name) = (Route::structure(&ty.name).to_string(), ty.name.to_string());
    let mut head = Some(view! {
        <th scope="rowgroup" rowspan=uses.len().to_string()>
            <a href=url title=ty.summary().to_owned()>
                <code>{name}</code>
            </a>
        </th>
    });
    let row = |used: &Use| view! { <tr>{head.take()} {cells(dataset, used)}</tr> };
    uses.iter().map(row).collect_view().into_any()
}

/// The changes that monthly servicing made inside a release.
pub(super) fn servicing(dataset: &Dataset, servicing: &[Servicing]) -> AnyView {
    if servicing.is_empty() {
        return ().into_any();
    }
    // One source for the entries before it.
    let entry = |(at, it): (usize, &Servicing)| {
        let next = servicing.get(at + 1);
        let is_last = next.is_none_or(|next| next.source != it.source);
        let source = is_last.then(|| source_line(&source_of(dataset, &it.source)));
        view! {
            <li>
                <p>
                    <code>{format!("{}/{}", it.release, it.arch)}</code>
                    ": "
                    <code>{it.size.to_string()}</code>
                    " by build "
                    <code>{it.build.to_string()}</code>
                    ". "
                    {it.text.clone()}
                </p>
                {source}
            </li>
        }
    };
    any_view! {
        <div class="servicing">
            <h2>"Changed by servicing"</h2>
            <p class="quiet">
                "A release shows its first build. Monthly updates changed this structure later, inside a release:"
            </p>
            <ul>{servicing.iter().enumerate().map(entry).collect_view()}</ul>
        </div>
    }
}

/// Why the newest release's layout must not be assumed for later ones.
pub(super) fn beyond(article: &Article) -> Option<impl IntoView + use<>> {
    article.no_extrapolation_reason.clone().map(|text| {
        view! {
            <h2>"Beyond the newest release"</h2>
            <p><Inline text/></p>
        }
    })
}

pub(super) fn errata(article: &Article) -> AnyView {
    let audit = format!("{}#{}", Route::Audit, article.name);
    if article.errata.is_empty() {
        let body = any_view! {
            <p>
                "The audit found no errors in the source’s tables. "
                <a href=audit>"How they were checked"</a>
                "."
            </p>
        };
        return section("errata", "Errata", body);
    }
    let entry = |erratum: &Erratum| {
        let row = erratum.row().map(ToString::to_string);
        let row = row.unwrap_or_else(|| "table of sizes".to_owned());
        view! {
            <li id=erratum.id.to_string()>
                <span class="erratum-subject">
                    <code>{row}</code>
                    " "
                    <span class="quiet">{erratum.arch.map_or("both", Arch::as_str)}</span>
                </span>
                {erratum_box(erratum)}
            </li>
        }
    };
    let body = any_view! {
        <p>
            "Errors of the source: the published value, the corrected value, the reason. The proof of each is in the "
            <a href=audit>"audit"</a>
            "."
        </p>
        <ul class="errata-list">{article.errata.iter().map(entry).collect_view()}</ul>
    };
    section("errata", "Errata", body)
}

/// An image whose symbol file defines a type, and the type's layout in it.
type Defining<'a> = (ImageIndex, Scope, &'a LayoutClass);

/// Consecutive images with the same layout.
fn runs<'a>(images: &'a [Defining<'a>]) -> Vec<&'a [Defining<'a>]> {
    let runs = images.chunk_by(|(.., a), (.., b)| std::ptr::eq(*a, *b));
    runs.collect()
}

/// The images of a release on an architecture: a line, which unfolds where servicing changed the type.
fn release_row(
    dataset: &Dataset,
    structure: &Structure,
    images: &[Defining<'_>],
) -> Option<AnyView> {
    let (_, scope, _) = images.first()?;
    let mut before = None;
    let runs = runs(images);
    let layouts = runs.len();
    let runs = runs.into_iter().filter_map(|run| {
        let last = run.last().map(|(last, ..)| *last);
        let before = std::mem::replace(&mut before, last);
        run_view(dataset, structure, run, before)
    });
    let runs = runs.collect_view();
    let body = match layouts {
        1 => any_view! { <ul class="image-runs">{runs}</ul> },
        layouts => {
            let images = counted(images.len(), "image");
            let summary = format!("{} in {images}", counted(layouts, "layout"));
            fold(None, summary, view! { <ol class="image-runs">{runs}</ol> })
        }
    };
    let cells = (figure(scope.arch.as_str()), any_view! { <td>{body}</td> });
    Some(figure_row(scope.release.id(), cells))
}

/// Images with the same layout; `before` is the previous image of the same release, with another layout.
fn run_view(
    dataset: &Dataset,
    structure: &Structure,
    run: &[Defining<'_>],
    before: Option<ImageIndex>,
) -> Option<AnyView> {
    let ((first, ..), (last, _, class)) = (run.first()?, run.last()?);
    let version = |index: ImageIndex| {
        let image = structure.catalogue().image(index)?;
        let layout = Route::layout(&structure.name, image.point());
        Some(code_link(layout, image.version))
    };
    let to_last = (last != first).then(|| view! { " to " {version(*last)} });
    let step = before.and_then(|before| {
        let from = structure.at_image(before).ok()?;
        let to = structure.at_image(*first).ok()?;
        let route = Route::diff(&structure.name, from.point, to.point);
        Some(view! {
            ". "
            <a href=route.to_string()>"Changed"</a>
            ": "
            {structure.diff(dataset, &from, &to).summary()}
        })
    });
    Some(any_view! {
        <li>
            {version(*first)} {to_last} ", " <code>{class.size.to_string()}</code>
            <span class="quiet">{format!(", {}", counted(run.len(), "image"))}</span> {step}
        </li>
    })
}

/// The images of those architectures whose symbol files define a type, by release.
pub fn images(dataset: &Dataset, structure: &Structure, archs: &[Arch]) -> AnyView {
    let images = structure.images().filter_map(|index| {
        let scope = structure.catalogue().image_scope(index)?;
        let class = structure.ty()?.class_of(index)?;
        archs.contains(&scope.arch).then_some((index, scope, class))
    });
    let images: Vec<Defining<'_>> = images.collect();
    if images.is_empty() {
        return ().into_any();
    }
    let mut archs: Vec<&str> = images.iter().map(|(_, it, _)| it.arch.as_str()).collect();
    archs.sort_unstable();
    archs.dedup();
    let archs = archs.join(" and ");
    let releases =
        images.chunk_by(|(_, a, _), (_, b, _)| (a.release, a.arch) == (b.release, b.arch));
    let (steady, serviced): (Vec<_>, Vec<_>) = releases.partition(|it| runs(it).len() == 1);
    let count = steady.iter().map(|images| images.len()).sum();
    let of = match serviced.is_empty() {
        true => "Its",
        false => "All other",
    };
    let count = counted(count, "image");
    let summary = format!("{of} {count}: one layout in each release");
    let table = |releases: &[&[Defining<'_>]], what: &str| {
        let rows = releases.iter();
        let rows = rows.filter_map(|images| release_row(dataset, structure, images));
        let label = format!("{what} kernels, {archs}");
        let head = heads(["Release", "Architecture", "Kernels"]);
        table(
            "plain-table images-of",
            Name::Label(&label),
            head,
            rows.collect(),
        )
    };
    let serviced = (!serviced.is_empty()).then(|| {
        view! {
            <p>"Monthly servicing changed it inside these releases:"</p>
            {table(&serviced, "Serviced")}
        }
    });
    let steady = (!steady.is_empty()).then(|| fold(None, summary, table(&steady, "Other")));
    let body = any_view! {
        <p>
            "The kernels whose public symbol files define it. A release shows its first kernel; ask for a version to see that \
             build."
        </p>
        {serviced} {steady}
    };
    part("builds", "Images", body)
}

/// The sources, and the kind of that of the article.
pub(super) fn origin(
    dataset: &Dataset,
    structure: &Structure,
    article: Option<&Article>,
) -> AnyView {
    let sources = sources(structure).into_iter();
    let sources: Vec<AnyView> = sources
        .map(|id| source_line(&source_of(dataset, id)))
        .collect();
    let Some(article) = article else {
        return section("source", "Sources", sources.into_any());
    };
    let symbols = (!sources.is_empty()).then(|| {
        view! {
            <p>"Symbol files are the second source, and the only one for what the article does not cover:"</p>
            {sources}
        }
    });
    let kind = dataset.source(&article.source);
    let kind = kind.map_or("", |source| &source.kind);
    let body = any_view! {
        {source_line(&source_of(dataset, &article.source))}
        <p>{kind_words(kind)} " Facts are restated in our own words and notation; nothing else is taken."</p>
        {symbols}
    };
    section("source", "Source", body)
}

/// The sources of the symbol files that define a type, in the order of the images, and that of its data file; each once.
fn sources(structure: &Structure) -> Vec<&str> {
    let images = structure.images();
    let images = images.filter_map(|it| structure.catalogue().image(it));
    let of_images = images.flat_map(|image| image.sources.iter().map(AsRef::as_ref));
    let by_hand = structure.ty().and_then(|ty| ty.data_file.as_ref());
    let mut ids: Vec<&str> = Vec::new();
    for id in of_images.chain(by_hand.map(|by_hand| &*by_hand.source)) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

pub(crate) fn kind_words(kind: &str) -> &'static str {
    match kind {
        "article" => "An article: one author’s published study, read cell by cell.",
        "symbol-files" => {
            "Symbol files: the contents of Microsoft’s public symbol files, extracted by others."
        }
        "sdk" => "Public headers: the declarations in Microsoft’s own development kits.",
        "derived" => "Derived: no source states it, but it follows from what other sources state.",
        _ => "A source.",
    }
}
