//! The start page: what this is, where to begin, and the structures.

pub mod card;

use leptos::prelude::*;
use strata_core::Release;

use self::card::CardView;
use crate::components::curves::rungs;
use crate::components::figures::{counted, thousands};
use crate::page::Home;
use crate::page::home::{Card, FeaturedExamples};
use crate::route::Route;

/// The structures, what they are, how they grew.
#[component]
pub fn HomePage(page: Home) -> impl IntoView {
    let Home {
        structures,
        audited,
        types,
        images,
        rungs,
        featured,
    } = page;
    let tally = tally(&structures, audited);
    let cards = structures
        .into_iter()
        .map(|card| view! { <CardView card rungs/> })
        .collect_view();
    view! {
        <div class="home">
            <h1>"Structure layouts that Windows does not document"</h1>
            <p class="lede">
                "Every member’s offset, in every Windows version, on every architecture, with its source and how certain it \
                 is."
            </p>
            {featured.map(|featured| view! { <DoorList featured/> })}
            <Recent/>
            <section aria-labelledby="structures">
                <h2 id="structures">"Audited structures"</h2>
                <ul class="doorways">
                    <li>
                        <a class="button" href=Route::structures().to_string()>
                            {format!("All {} structures, unions and enumerations", thousands(types))}
                        </a>
                    </li>
                    <li>
                        <a class="button" href=Route::images().to_string()>
                            {format!("{} images of the kernel", thousands(images))}
                        </a>
                    </li>
                </ul>
                <p class="quiet">
                    {tally} " What the sources get wrong is in the "
                    <a href=Route::Audit.to_string()>"audit"</a>
                    "; what the words mean is on the "
                    <a href=Route::About.to_string()>"about"</a>
                    " page."
                </p>
                <Axis/>
                <ul class="cards">{cards}</ul>
                <p class="quiet curve-note">
                    "The curves show the size by release, Windows 2000 to Windows 11 24H2, from zero. Solid: x64; dashed: x86. No \
                     line: absent. Grey: not stated by the source."
                </p>
            </section>
        </div>
    }
    .into_any()
}

/// `5 structures at 109 points, 61 errata found in their sources.`
fn tally(cards: &[Card], audited: usize) -> String {
    let sum = |of: fn(&Card) -> usize| count(cards.iter().map(of).sum());
    let errata = sum(|card| card.errata);
    let shown = match cards.len() < audited {
        true => format!("Of {} structures the first by name: ", thousands(audited)),
        false => String::new(),
    };
    format!(
        "{shown}{}, {}, {}.",
        counted(count(cards.len()), "structure"),
        counted(sum(|card| card.points), "layout"),
        if errata == 1 {
            "1 erratum".to_owned()
        } else {
            format!("{errata} errata")
        },
    )
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The rungs that the axis over the curves names. Between two there is room for a name.
const NAMED: [usize; 7] = [0, 3, 7, 10, 13, 16, 22];

/// The releases over the curves, in the place of the curves. Each card says its own in words.
#[component]
fn Axis() -> impl IntoView {
    let named = |release: Release| NAMED.contains(&release.rank());
    view! {
        <div class="card axis" aria-hidden="true">
            {rungs(named)}
        </div>
    }
}

/// The points that were looked at last. Only the browser knows them: `static/recent.js` lists them here, where there are any.
#[component]
fn Recent() -> impl IntoView {
    view! {
        <nav id="recent" class="recent" aria-label="Recent" hidden>
            <p class="doors-head quiet">"Recent (kept in this browser only):"</p>
            <ul></ul>
            <button type="button">"Clear history"</button>
        </nav>
    }
}

/// Three things that can be done, each with an example.
#[component]
fn DoorList(featured: FeaturedExamples) -> impl IntoView {
    let FeaturedExamples {
        structure,
        layout,
        diff,
        decode,
    } = featured;
    let door = |what: &'static str, how: &'static str, (label, route): (String, Route)| {
        view! {
            <li class="door">
                <a href=route.to_string()>
                    <strong>{what}</strong>
                    <code>{label}</code>
                </a>
                <span>{how}</span>
            </li>
        }
    };
    view! {
        <nav aria-label="Where to begin">
            <p class="doors-head quiet">"For example, with " <code>{structure.to_string()}</code> ":"</p>
            <ul class="doors">
                {door("See a layout", "Every byte: members, padding, holes, and how sure each is.", layout)}
                {door("Compare two versions", "What was added, moved, resized, or turned into bits.", diff)}
                {door("Decode bytes", "Paste a dump. It is read in your browser; no byte leaves it.", decode)}
            </ul>
        </nav>
    }
}
