//! What rules found.

use leptos::prelude::*;

use super::rules::RuleLink;
use crate::page::audit::FindingLine;

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
        let expected = expected.map(|expected| format!(" Expected: {expected}."));
        let place = (!place.is_empty()).then(|| format!("{place}: "));
        view! {
            <li>
                <RuleLink rule/>
                " "
                <span class="quiet">{place}</span>
                {message}
                {expected}
            </li>
        }
    };
    view! { <ul class="finding-list">{findings.into_iter().map(line).collect_view()}</ul> }
}
