//! Several structures: which of them is shown, and the way to the others, a slice at a time.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::prelude::*;

use super::desk::Desk;
use super::slice::Slice;
use super::words::{hex, signed_hex};

/// The structures of a slice. Nothing where there is but one.
#[component]
pub fn Instances(desk: Desk, slice: Arc<Slice>) -> impl IntoView {
    if slice.total == 1 {
        return ().erase();
    }
    let entry = |(place, instance): (usize, &strata_core::decode::Instance)| {
        let number = slice.first as usize + place;
        let address = instance.address().map(hex);
        let findings = match instance.findings.len() {
            0 => None,
            1 => Some("1 finding".to_owned()),
            count => Some(format!("{count} findings")),
        };
        let current = move || (desk.chosen.get() == place).then_some("true");
        view! {
            <li>
                <button
                    type="button"
                    class="instance"
                    aria-current=current
                    on:click=move |_| desk.chosen.set(place)
                >
                    <span class="instance-number">"#" {number}</span>
                    <span class="instance-offset">{signed_hex(instance.offset)}</span>
                    <span class="instance-address">{address}</span>
                    <span class="instance-findings">{findings}</span>
                </button>
            </li>
        }
    };
    let last = slice.first as usize + slice.decoded.instances.len();
    let said = format!(
        "{} to {} of {}",
        slice.first,
        last.saturating_sub(1),
        slice.total
    );
    let entries = slice
        .decoded
        .instances
        .iter()
        .enumerate()
        .map(entry)
        .collect_view();
    let (previous, next) = (slice.previous(), slice.next());
    let leaf = move |to: Option<u32>, label: &'static str| {
        let click = move |_| {
            if let Some(to) = to {
                desk.show_slice(to);
            }
        };
        view! {
            <button type="button" disabled=to.is_none() on:click=click>
                {label}
            </button>
        }
    };
    let leaves = (previous.is_some() || next.is_some())
        .then(|| view! { <span class="instances-leaves">{leaf(previous, "Earlier")} {leaf(next, "Later")}</span> });
    view! {
        <section class="decode-instances" aria-label="Structures">
            <p class="instances-head">"Structures " {said} " " {leaves}</p>
            <ol class="instances">{entries}</ol>
        </section>
    }
    .erase()
}
