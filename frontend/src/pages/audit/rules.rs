//! The rules, and what each of them found.

use leptos::prelude::*;

use super::counts::number;
use crate::page::audit::RuleLine;

/// One row a rule.
#[component]
pub fn RuleTable(rules: Vec<RuleLine>) -> impl IntoView {
    let row = |rule: RuleLine| {
        let RuleLine {
            id,
            demand,
            blind,
            errata,
            notes,
        } = rule;
        let anchor = anchor(&id);
        view! {
            <tr id=anchor>
                <th scope="row">
                    <code>{id}</code>
                </th>
                <td>{demand}</td>
                <td>{blind}</td>
                {number(errata)}
                {number(notes)}
            </tr>
        }
    };
    view! {
        <p>"What every table must keep, what each rule cannot see, and how many errata and notes go back to it."</p>
        <div class="table-box" role="region" aria-labelledby="rules" tabindex="0">
            <table class="plain-table rule-table">
                <thead>
                    <tr>
                        <th scope="col">"Rule"</th>
                        <th scope="col">"Demands"</th>
                        <th scope="col">"Cannot see"</th>
                        <th scope="col">"Errata"</th>
                        <th scope="col">"Notes"</th>
                    </tr>
                </thead>
                <tbody>{rules.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// The id of a rule's row on the page.
pub(super) fn anchor(rule: &str) -> String {
    format!("rule-{rule}")
}

/// A rule's id as a link to what it demands.
#[component]
pub fn RuleLink(rule: String) -> impl IntoView {
    view! {
        <a href=format!("#{}", anchor(&rule))>
            <code>{rule.clone()}</code>
        </a>
    }
}
