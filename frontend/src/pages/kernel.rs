//! A kernel that is known by name: what it is, and the offsets that are known of it.

use leptos::prelude::*;
use strata_core::catalogue::Image;
use strata_core::kernels::Kernel;
use strata_core::lookup::Near;

use super::images::linked;
use super::offsets::shown;
use crate::components::figures;
use crate::components::source_line::source_line;
use crate::page::KernelPage;
use crate::page::kernel::{Alike, KnownOffset};
use crate::route::{OffsetsQuery, Route};

/// What is known of a kernel that no symbol file describes.
#[component]
pub fn KernelView(page: KernelPage) -> impl IntoView {
    let KernelPage {
        kernel,
        releases,
        source,
        near,
        alike,
        offsets,
    } = page;
    let id = kernel.id();
    let query = OffsetsQuery {
        images: id.clone(),
        ..OffsetsQuery::default()
    };
    let others = format!(
        "{}?{}",
        Route::Offsets,
        query.to_string().trim_start_matches('&')
    );
    let releases = releases.into_iter().map(|release| {
        let url = format!("{}#release-{release}", Route::Releases);
        view! {
            <li>
                <a href=url>{release.id()}</a>
            </li>
        }
    });
    let releases = releases.collect_view();
    let none = near.is_empty();
    let near = near.iter().map(beside).collect_view();
    let table = (!offsets.is_empty()).then(|| table(offsets));
    view! {
        <article class="report">
            <p class="crumbs">
                <a href=Route::images().to_string()>"Images"</a>
            </p>
            <h1 class="structure-name">{id}</h1>
            <p class="lede">
                "A kernel that is known by name. No symbol file of it is in the data, so that there are no layouts of it; the offsets \
                 below are known."
            </p>
            <dl class="image-facts">
                <div>
                    <dt>"File"</dt>
                    <dd>
                        <code>{kernel.module.to_string()}</code>
                        ", "
                        {kernel.arch.as_str()}
                        ", version "
                        <code>{kernel.build.to_string()}</code>
                    </dd>
                </div>
                <div>
                    <dt>"Releases with kernels of its line"</dt>
                    <dd>
                        <ul class="inline-list">{releases}</ul>
                    </dd>
                </div>
                {file_facts(&kernel)}
            </dl>
            <section aria-labelledby="offsets">
                <h2 id="offsets">"Offsets that are known of it"</h2>
                {table}
                <p>
                    <a href=others>"Other members of this kernel"</a>
                </p>
            </section>
            <section aria-labelledby="near">
                <h2 id="near">"The nearest kernels of its line with symbol files"</h2>
                {none.then(|| view! { <p>"None is in the data."</p> })}
                <ul>{near}</ul>
                {alike.map(in_both)}
            </section>
            <section aria-labelledby="sources">
                <h2 id="sources">"Listed by"</h2>
                {source_line(&source)}
            </section>
        </article>
    }
    .into_any()
}

/// The facts of a kernel's file, as entries of a description list.
pub(super) fn file_facts(kernel: &Kernel) -> AnyView {
    let facts = [
        ("SHA-256", kernel.sha256.to_string()),
        (
            "Time stamp of the PE header",
            format!("{:08x}", kernel.time_stamp),
        ),
        ("SizeOfImage", format!("{:#x}", kernel.size_of_image)),
        ("Path on a symbol server", kernel.path()),
    ];
    let fact = |(what, value): (&'static str, String)| {
        view! {
            <div>
                <dt>{what}</dt>
                <dd>
                    <code>{value}</code>
                </dd>
            </div>
        }
    };
    facts.map(fact).collect_view().into_any()
}

fn beside((image, near): &(Image, Near)) -> AnyView {
    let away = match near {
        Near::Before(count) => format!(
            "{} revisions before it: ",
            figures::thousands(*count as usize)
        ),
        Near::After(count) => format!(
            "{} revisions behind it: ",
            figures::thousands(*count as usize)
        ),
        Near::Exact | Near::First => String::new(),
    };
    view! {
        <li>
            {away} {linked(image)}
        </li>
    }
    .into_any()
}

fn in_both(alike: Alike) -> AnyView {
    let [equal, total] = [alike.equal, alike.total].map(figures::thousands);
    let diff = alike.diff.is_served().then(|| {
        view! {
            " "
            <a href=alike.diff.to_string()>"What differs between them"</a>
        }
    });
    view! {
        <p>{format!("{equal} of {total} types have one layout in both, and so most likely in this kernel.")} {diff}</p>
    }
    .into_any()
}

fn table(offsets: Vec<KnownOffset>) -> AnyView {
    let rows = offsets.into_iter().map(row).collect_view();
    view! {
        <div class="table-box" role="region" aria-label="Offsets, as a table" tabindex="0">
            <table class="plain-table member-table">
                <thead>
                    <tr>
                        <th scope="col">"Member"</th>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"How known"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(offset: KnownOffset) -> AnyView {
    let member = match offset.history {
        Some(route) => view! {
            <a href=route.to_string()>
                <code>{offset.member}</code>
            </a>
        }
        .into_any(),
        None => view! { <code>{offset.member}</code> }.into_any(),
    };
    let known = match offset.between {
        None => "listed".into_any(),
        Some([before, behind]) => view! {
            "bracketed: the same in "
            {linked(&before)}
            " and "
            {linked(&behind)}
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{member}</th>
            <td class="figure">{shown(offset.value)}</td>
            <td>{known}</td>
        </tr>
    }
    .into_any()
}
