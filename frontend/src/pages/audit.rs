//! The report on the sources: what is wrong in them, and how we know.

pub mod counts;
pub mod erratum;
pub mod findings;
pub mod notes;
pub mod rules;
pub mod structure;

use crate::erase::Erase;
use leptos::prelude::*;

use self::counts::CountTable;
use self::rules::RuleTable;
use self::structure::AuditedView;
use crate::page::Audit;
use crate::page::audit::Verdict;
use crate::route::Route;

/// What the audit found.
#[component]
pub fn AuditView(page: Audit) -> impl IntoView {
    let Audit { structures, rules } = page;
    let result = result(&structures);
    let sections = structures
        .iter()
        .cloned()
        .map(|audited| view! { <AuditedView audited/> })
        .collect_view();
    let entry = |name: String| view! { <li><a href=format!("#{name}")><code>{name.clone()}</code></a></li> };
    let names = structures
        .iter()
        .map(|audited| entry(audited.name.to_string()))
        .collect_view();
    view! {
        <article class="report">
            <h1>"Audit of the sources"</h1>
            <p class="lede">{result}</p>
            <nav class="contents" aria-label="On this page">
                <ul>
                    <li><a href="#method">"Method"</a></li>
                    <li><a href="#results">"Results"</a></li>
                    <li><a href="#rules">"Rules"</a></li>
                    {names}
                </ul>
            </nav>
            <Method/>
            <section>
                <h2 id="results">"Results"</h2>
                <CountTable structures=structures.clone()/>
            </section>
            <section>
                <h2 id="rules">"Rules"</h2>
                <RuleTable rules/>
            </section>
            {sections}
        </article>
    }
    .erase()
}

/// The result in two sentences.
fn result(structures: &[crate::page::audit::Audited]) -> String {
    let errata = || structures.iter().flat_map(|it| &it.errata);
    let of = |verdict| errata().filter(|it| it.verdict() == verdict).count();
    let layouts: usize = structures.iter().map(|it| it.layouts).sum();
    let open: usize = structures.iter().map(|it| it.open.len()).sum();
    let left = match open {
        0 => "With these applied, no finding is left that nothing accounts for.".to_owned(),
        1 => "1 finding is left that nothing accounts for.".to_owned(),
        _ => format!("{open} findings are left that nothing accounts for."),
    };
    let verdicts = [
        (of(Verdict::Forced), "forced"),
        (of(Verdict::ForcedTogether), "forced together with others"),
        (of(Verdict::Chosen), "chosen"),
    ];
    let verdicts: Vec<String> = verdicts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    format!(
        "The sources of {} structures, {layouts} layouts in all, contain {} errata: {}. {left}",
        structures.len(),
        errata().count(),
        verdicts.join(", "),
    )
}

/// How the audit goes about it.
#[component]
fn Method() -> impl IntoView {
    view! {
        <section aria-labelledby="method" class="prose">
            <h2 id="method">"Method"</h2>
            <p>
                "Every cell of a source is kept as it was published. A machine then holds it against the rules by which C \
                 compilers lay structures out (order, alignment, the size of each type, the size of the whole), against the \
                 other cells of the same table, against the other architecture and the releases before and after, and, where \
                 public symbol files describe the structure, against those."
            </p>
            <p>
                "Where a rule fires, one of two things follows. Either the source is wrong: then there is an "
                <dfn>"erratum"</dfn>
                ", which says what was published, what holds, and why. Or nothing is wrong and the rule only noticed something: \
                 then there is a " <dfn>"note"</dfn>
                " that says what is known. Nothing is ever repaired silently."
            </p>
            <p>
                "Each erratum is tested by taking it back, alone: the finding that this brings up is printed with it. It is "
                <dfn>"forced"</dfn>
                " if every other value in the room makes some rule fire, "
                <dfn>"forced together"</dfn>
                " if that holds given the other errata that it names, and "
                <dfn>"chosen"</dfn>
                " if several values would fit and one was preferred for the reason given. Errata have stable ids; cite them as "
                <code>{format!("{}#id", Route::Audit)}</code>
                "."
            </p>
        </section>
    }
}
