//! The words that all pages use, each for one thing.

use crate::view::*;
use strata_core::certainty::Certainty;
use strata_core::offsets::FOUND;

use crate::components::blocks::{fact, section};
use crate::components::sources::certainty_badge;
use crate::pages::offsets::tried;

const WORDS: [(&str, &str); 20] = [
    ("type", "A structure, a union or an enumeration."),
    (
        "structure",
        "A type with members at fixed places in a run of bytes.",
    ),
    (
        "member",
        "A part of a structure, with a name and a type as far as they are known.",
    ),
    (
        "bit field",
        "Some bits of an integer that have a name of their own.",
    ),
    (
        "offset, size",
        "Where a member begins, and how much room it has: bytes, in hexadecimal.",
    ),
    ("architecture", "x86, x64 or arm64."),
    (
        "release",
        "A release of Windows, such as 6.1 or 1607: a name for many images.",
    ),
    (
        "build",
        "One compilation of Windows, such as 10.0.19041.264.",
    ),
    (
        "image",
        "One compiled file: module, architecture and the version of the file. Trust it rather than the name of a release.",
    ),
    (
        "version",
        "A release, a build, or the version of a file, as you pick it.",
    ),
    ("point", "A version and an architecture, written 6.1/x64."),
    (
        "layout",
        "A structure at one point: every member with its offset.",
    ),
    ("layout class", "Points that share one layout."),
    ("padding", "Bytes between members that alignment explains."),
    ("hole", "Bytes between members that nothing explains."),
    ("cell", "One entry of offsets in a source’s table."),
    (
        "source",
        "Who says so: an article, symbol files, public headers.",
    ),
    (
        "erratum",
        "What a source gets wrong: the value as published, the value that holds, the rule that shows it, why.",
    ),
    (
        "finding",
        "What a rule of the audit, or the decoder, noticed.",
    ),
    ("span", "A range of releases, such as 6.1 to 1607."),
];

pub(super) fn words() -> AnyView {
    let body = any_view! {
        <dl class="glossary">{WORDS.map(|(word, meaning)| fact(word, meaning)).collect_view()}</dl>
    };
    section("words", "Words", body)
}

pub(super) fn answers() -> impl IntoView {
    let bracketed = view! {
        "No source speaks of the kernel, and the nearest known ones before and behind it in the same line agree. "
        {tried(&FOUND)}
    };
    view! {
        <section aria-labelledby="answers">
            <h3 id="answers">"Different answers"</h3>
            <dl class="glossary">
                {fact("stated", "The source gives it.")}
                {fact("absent", "The source says that it is not there: the structure or the member did not exist at that point.")}
                {fact("declared", "A symbol file names the type and does not define it.")}
                {fact("not stated", "The source does not reach that point. It may be there or not; nothing is guessed.")}
                {fact("listed", "No symbol file of the kernel is here, but a list of offsets that others keep has the member.")}
                {fact("bracketed", bracketed)}
            </dl>
        </section>
    }
}

pub(super) fn certainty_levels() -> AnyView {
    let entry =
        |certainty: Certainty| fact(certainty_badge(certainty.as_str()), certainty.meaning());
    let body = any_view! {
        <p>"Every member of every layout carries one of these words, the surest first."</p>
        <dl class="glossary">{Certainty::ALL.map(entry).collect_view()}</dl>
    };
    section("certainty", "Certainty", body)
}
