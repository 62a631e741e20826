//! The words that all pages use, each for one thing.

use crate::view::*;
use strata_core::certainty::Certainty;
use strata_core::offsets::FOUND;

use crate::components::blocks::{fact, section};
use crate::components::sources::certainty_badge;
use crate::pages::offsets::tried;
use crate::words::pairs;

const WORDS: &str = "\
    type: A structure, a union or an enumeration.\n\
    structure: A type with members at fixed places in a run of bytes.\n\
    member: A part of a structure, with a name and a type as far as they are known.\n\
    bit field: Some bits of an integer that have a name of their own.\n\
    offset, size: Where a member begins, and how much room it has: bytes, in hexadecimal.\n\
    architecture: x86, x64 or arm64.\n\
    release: A release of Windows, such as 6.1 or 1607: a name for many images.\n\
    build: One compilation of Windows, such as 10.0.19041.264.\n\
    image: One compiled file: module, architecture and the version of the file. Trust it rather than the name of a release.\n\
    version: A release, a build, or the version of a file, as you pick it.\n\
    point: A version and an architecture, written 6.1/x64.\n\
    layout: A structure at one point: every member with its offset.\n\
    layout class: Points that share one layout.\n\
    padding: Bytes between members that alignment explains.\n\
    hole: Bytes between members that nothing explains.\n\
    cell: One entry of offsets in a source’s table.\n\
    source: Who says so: an article, symbol files, public headers.\n\
    erratum: What a source gets wrong: the value as published, the value that holds, the rule that shows it, why.\n\
    finding: What a rule of the audit, or the decoder, noticed.\n\
    span: A range of releases, such as 6.1 to 1607.";

pub(super) fn words() -> AnyView {
    let words = pairs(WORDS)
        .map(|(word, meaning)| fact(word, meaning))
        .collect_view();
    section(
        "words",
        "Words",
        any_view! { <dl class="glossary">{words}</dl> },
    )
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
