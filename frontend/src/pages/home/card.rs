//! One structure on the start page.

use leptos::prelude::*;

use super::count;
use crate::components::curves::{CurvesView, spans};
use crate::components::figures::counted;
use crate::page::home::Card;
use crate::route::Route;

/// What it is, how it grew, where to go.
#[component]
pub fn CardView(card: Card, rungs: usize) -> impl IntoView {
    let Card {
        name,
        summary,
        growth,
        points,
        classes,
        errata,
        newest,
        source,
    } = card;
    let history = Route::structure(&name).to_string();
    let sizes = spans(&growth.curves);
    let label = format!("Size of {name}, release by release");
    let errata = (errata > 0).then(|| {
        let text = if errata == 1 {
            "1 erratum".to_owned()
        } else {
            format!("{errata} errata")
        };
        let url = format!("{}#{name}", Route::Audit);
        view! { <li><a href=url>{text}</a></li> }
    });
    view! {
        <li class="card">
            <div class="card-what">
                <h3 class="card-name">
                    <a href=history.clone()>{name.to_string()}</a>
                </h3>
                <p>{summary}</p>
                <p class="card-source quiet">
                    "Source: "
                    <a href=source.url rel="external noreferrer">{source.author}</a>
                </p>
            </div>
            <div class="card-growth">
                <CurvesView growth label rungs/>
                <ul class="card-sizes">{sizes}</ul>
            </div>
            <div class="card-links">
                {newest
                    .map(|(point, route)| {
                        view! {
                            <a class="button" href=route.to_string()>"Layout at " <code>{point}</code></a>
                        }
                    })} <a class="button" href=history>"History"</a>
                <ul class="card-facts quiet">
                    <li>{counted(count(points), "point")}</li>
                    <li>{format!("{classes} different layouts")}</li>
                    {errata}
                </ul>
            </div>
        </li>
    }
    .into_any()
}
