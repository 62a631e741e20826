//! Where in the paste is decoded: why not where it was asked for, its regions, the way back, and, of several structures, which one is shown.

use leptos::prelude::{Get, Read};
use strata_core::decode::Instance;
use strata_core::decode::memory::Memory;

use super::action::{ACTION, Action};
use super::context::ViewContext;
use super::hex::debugger_address;
use super::slice::Slice;
use super::words::{counted, hex, signed_hex};
use crate::markup::{Markup, el, said};

/// The id of what says why the fields cannot be followed.
pub const WHY_NOT_ID: &str = "decode-why-not";

/// Why what the fields ask for cannot be done.
#[must_use]
pub fn why_not(context: ViewContext) -> Vec<Markup> {
    let decoding = context.work.decoding.read();
    let Some(refused) = &decoding.refused else {
        return Vec::new();
    };
    let stay = match decoding.slice {
        Some(_) => ". What is shown is what was asked for before.",
        None => "",
    };
    let why = format!("{}{stay}", refused.why);
    vec![said("p", "decode-error", why).attr("role", "alert").into()]
}

/// Where is decoded.
#[must_use]
pub fn place(context: ViewContext) -> Vec<Markup> {
    let (decoding, options) = (context.work.decoding.read(), context.state.options.read());
    let paste = context.state.paste.read();
    let reading = paste.reading();
    let current = match &decoding.slice {
        Some(slice) => slice.decoded.region,
        None => options.asked.region,
    };
    let regions = reading.and_then(|reading| regions(reading.space.regions(), current));
    let mut all: Vec<Markup> = regions.into_iter().collect();
    if let Some(slice) = &decoding.slice {
        all.extend(instances(slice, context.state.chosen.get()));
    }
    if let Some(before) = options.back.last() {
        let at = before.asked.field(super::asked::Field::At);
        let at = if at.is_empty() { "the beginning" } else { at };
        let place = format!("Back to region {}, {at}", before.asked.region + 1);
        let back = said("button", "decode-back", place).attr("type", "button");
        let back = back.attr(ACTION, Action::Back.to_string());
        all.push(el("p").with(back).into());
    }
    all
}

/// The regions, where there are several.
fn regions(regions: &[Memory], current: usize) -> Option<Markup> {
    let entry = |(region, memory): (usize, &Memory)| {
        let action = Action::Decode {
            region,
            at: 0,
            entry: false,
        };
        let address = memory.base().map(debugger_address).unwrap_or_default();
        let button = el("button")
            .attr("type", "button")
            .attr("class", "region")
            .attr_if("aria-current", (region == current).then_some("true"))
            .attr(ACTION, action.to_string())
            .with(said(
                "span",
                "region-number",
                format!("Region {}", region + 1),
            ))
            .with(said("span", "region-address", address))
            .with(said(
                "span",
                "region-size",
                format!("{} bytes", hex(memory.len() as u64)),
            ));
        el("li").with(button).into()
    };
    (regions.len() > 1).then(|| {
        el("section")
            .attr("class", "decode-regions")
            .attr("aria-label", "Regions of what was pasted")
            .with(
                el("ul")
                    .attr("class", "regions")
                    .with_all(regions.iter().enumerate().map(entry)),
            )
            .into()
    })
}

/// The structures of a slice. Nothing where there is but one.
fn instances(slice: &Slice, chosen: usize) -> Option<Markup> {
    let entry = |(place, instance): (usize, &Instance)| {
        let findings = match instance.findings.len() {
            0 => String::new(),
            count => counted(count, "finding", "findings"),
        };
        let number = format!("#{}", slice.first as usize + place);
        let address = instance.address().map(hex).unwrap_or_default();
        let button = el("button")
            .attr("type", "button")
            .attr("class", "instance")
            .attr_if("aria-current", (place == chosen).then_some("true"))
            .attr(ACTION, Action::Instance(place).to_string())
            .with(said("span", "instance-number", number))
            .with(said("span", "instance-offset", signed_hex(instance.offset)))
            .with(said("span", "instance-address", address))
            .with(said("span", "instance-findings", findings));
        el("li").with(button).into()
    };
    let shown = &slice.decoded.instances;
    let last = (slice.first as usize + shown.len()).saturating_sub(1);
    let head = format!("Structures {} to {last} of {}", slice.first, slice.total);
    let leaf = |to: Option<u32>, label: &str| {
        let button = el("button").attr("type", "button").text(label);
        match to {
            Some(to) => button.attr(ACTION, Action::Slice(to as usize).to_string()),
            None => button.attr("disabled", ""),
        }
    };
    let (previous, next) = (slice.previous(), slice.next());
    let leaves = (previous.is_some() || next.is_some()).then(|| {
        el("span")
            .attr("class", "instances-leaves")
            .with(leaf(previous, "Earlier"))
            .with(leaf(next, "Later"))
            .into()
    });
    (slice.total > 1).then(|| {
        el("section")
            .attr("class", "decode-instances")
            .attr("aria-label", "Structures")
            .with(
                el("p")
                    .attr("class", "instances-head")
                    .with(el("span").text(&head))
                    .with_all(leaves),
            )
            .with(
                el("ol")
                    .attr("class", "instances")
                    .with_all(shown.iter().enumerate().map(entry)),
            )
            .into()
    })
}
