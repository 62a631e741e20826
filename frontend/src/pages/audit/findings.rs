//! What rules found.

use leptos::prelude::*;

use super::rules::RuleLink;
use crate::page::audit::FindingLine;
use crate::pages::inline::Inline;

/// One line a finding.
#[component]
pub fn FindingList(findings: Vec<FindingLine>) -> impl IntoView {
    let line = |finding: FindingLine| {
        let FindingLine {
            rule,
            place,
            message,
            expected,
        } = finding;
        let expected = expected.map(|expected| view! { "; expected " <code>{expected}</code> });
        let place = (!place.is_empty()).then(|| format!("{place}: "));
        view! {
            <li>
                <RuleLink rule/>
                " "
                <span class="quiet">{place}</span>
                <Inline text=message/>
                {expected}
            </li>
        }
    };
    view! { <ul class="finding-list">{findings.into_iter().map(line).collect_view()}</ul> }
}
