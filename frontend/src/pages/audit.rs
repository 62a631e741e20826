//! The report on the sources: what is wrong in them, and how we know.

pub mod counts;
pub mod erratum;
pub mod findings;
pub mod kinds;
pub mod method;
pub mod notes;
pub mod notices;
pub mod rules;
pub mod structure;
pub mod summary;

use leptos::prelude::*;

use self::counts::CountTable;
use self::kinds::KindTable;
use self::method::{Limits, Method};
use self::notices::Notices;
use self::rules::RuleTable;
use self::structure::AuditedView;
use self::summary::Summary;
use crate::citation::citation;
use crate::page::Audit;
use crate::page::audit::Audited;
use crate::route::{ApiUrl, Route};

/// The title, by which the report is cited.
pub const TITLE: &str = "What is wrong in the sources, and how we know";

/// What the audit found. `hash` is that of the data.
#[component]
pub fn AuditView(page: Audit, hash: String) -> impl IntoView {
    let Audit {
        numbers,
        kinds,
        structures,
        rules,
        notices,
    } = page;
    let contents = structures.iter().map(entry).collect_view();
    let counts = structures.clone();
    let sections = structures
        .into_iter()
        .map(|audited| view! { <AuditedView audited hash=hash.clone()/> })
        .collect_view();
    let cited = citation(TITLE, &Route::Audit.to_string(), &hash);
    let permalink = format!("{}?data={}", Route::Audit, crate::citation::short(&hash));
    view! {
        <article class="report audit-report">
            <header>
                <h1>{TITLE}</h1>
                <p class="report-subtitle">{format!("An audit of the sources of {} structures", numbers.structures)}</p>
                <dl class="report-data">
                    <div>
                        <dt>"Data"</dt>
                        <dd><code>{hash}</code></dd>
                    </div>
                    <div>
                        <dt>"Program"</dt>
                        <dd>"Strata " {env!("CARGO_PKG_VERSION")}</dd>
                    </div>
                    <div>
                        <dt>"Cite as"</dt>
                        <dd>
                            <span class="citation-text">{cited}</span>
                            " "
                            <a href=permalink>"Permalink"</a>
                        </dd>
                    </div>
                    <div>
                        <dt>"For scripts"</dt>
                        <dd>
                            <a href=ApiUrl::audit().to_string() rel="external">
                                <code>"GET /api/v1/audit"</code>
                            </a>
                        </dd>
                    </div>
                </dl>
            </header>
            {(!notices.is_empty()).then(|| view! { <Notices notices/> })}
            <Summary numbers/>
            <nav class="contents" aria-label="On this page">
                <ul>
                    <li><a href="#abstract">"Abstract"</a></li>
                    <li><a href="#method">"Method"</a></li>
                    <li><a href="#rules">"Rules"</a></li>
                    <li><a href="#limits">"Limits"</a></li>
                    <li><a href="#results">"Results"</a></li>
                    {contents}
                </ul>
            </nav>
            <Method/>
            <section>
                <h2 id="rules">"Rules"</h2>
                <RuleTable rules/>
            </section>
            <Limits/>
            <section>
                <h2 id="results">"Results"</h2>
                <h3 id="by-structure">"By structure"</h3>
                <CountTable structures=counts.clone()/>
                <h3 id="by-kind">"By what is wrong"</h3>
                <KindTable kinds/>
                <h3 id="by-symbols">"Symbol files"</h3>
                <kinds::FileTable structures=counts/>
            </section>
            {sections}
        </article>
    }
    .into_any()
}

/// A structure in the contents.
fn entry(audited: &Audited) -> impl IntoView + use<> {
    let name = audited.name.to_string();
    let count = audited.errata.len();
    view! {
        <li>
            <a href=format!("#{name}")>
                <code>{name.clone()}</code>
            </a>
            <span class="quiet">{format!(" {count}")}</span>
        </li>
    }
}
