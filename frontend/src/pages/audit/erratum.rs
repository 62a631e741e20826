//! One erratum in the report, with its proof.

use crate::erase::Erase;
use leptos::prelude::*;

use super::findings::FindingList;
use super::rules::RuleLink;
use crate::page::audit::{AuditedErratum, FindingLine, Verdict};
use crate::pages::inline::Inline;

/// How many findings are shown before the rest is folded.
const SHOWN: usize = 2;

/// What was published, what holds, why, and what is found where it is taken back.
#[component]
pub fn ErratumEntry(erratum: AuditedErratum) -> impl IntoView {
    let verdict = verdict(erratum.verdict());
    let AuditedErratum {
        row,
        arch,
        erratum,
        with,
        findings,
    } = erratum;
    let id = erratum.id.clone();
    let subject = row.unwrap_or_else(|| "table of sizes".to_owned());
    let arch = arch.unwrap_or_else(|| "both architectures".to_owned());
    let change = change(&erratum.published, &erratum.corrected);
    let together = together(with);
    view! {
        <article class="audit-erratum" id=id.clone()>
            <h4 class="entry-head">
                <code>{subject}</code>
                " "
                <span class="quiet">{arch} ", " {erratum.about}</span>
                " "
                <a class="entry-id" href=format!("#{id}")>{id.clone()}</a>
            </h4>
            {change}
            <p><Inline text=erratum.why/></p>
            <p class="entry-proof">
                <span class="verdict-tag">{verdict}</span>
                " under "
                <RuleLink rule=erratum.rule/>
                {together}
            </p>
            <Proof findings/>
        </article>
    }
    .erase()
}

const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Forced => "forced",
        Verdict::ForcedTogether => "forced together",
        Verdict::Chosen => "chosen",
    }
}

/// ` with a, b`
fn together(with: Vec<String>) -> impl IntoView {
    let link = |id: String| view! { " " <a href=format!("#{id}")>{id.clone()}</a> };
    (!with.is_empty()).then(|| view! { ", with" {with.into_iter().map(link).collect_view()} })
}

/// What is found where the erratum is taken back.
#[component]
fn Proof(findings: Vec<FindingLine>) -> impl IntoView {
    let mut shown = findings;
    let rest = shown.split_off(shown.len().min(SHOWN));
    let more = (!rest.is_empty()).then(|| {
        view! {
            <details class="proof">
                <summary>{format!("{} more", rest.len())}</summary>
                <FindingList findings=rest/>
            </details>
        }
    });
    view! {
        <p class="quiet proof-head">"Taken back, this fires:"</p>
        <FindingList findings=shown/>
        {more}
    }
}

/// The cell as published and as it holds, with what differs marked.
fn change(published: &str, corrected: &str) -> impl IntoView + use<> {
    let [before, after] = differing(published, corrected);
    let part = |(text, differs): (String, bool), is_new: bool| match (differs, is_new) {
        (false, _) => view! { <span>{text}</span> }.erase(),
        (true, false) => view! { <del>{text}</del> }.erase(),
        (true, true) => view! { <ins>{text}</ins> }.erase(),
    };
    let cell = |parts: Vec<(String, bool)>, is_new| {
        if parts.is_empty() {
            return view! { <em class="quiet">"blank"</em> }.erase();
        }
        let parts = parts.into_iter().map(|it| part(it, is_new));
        view! { <code>{parts.collect_view()}</code> }.erase()
    };
    view! {
        <dl class="erratum-cells">
            <dt>"published"</dt>
            <dd>{cell(before, false)}</dd>
            <dt>"holds"</dt>
            <dd>{cell(after, true)}</dd>
        </dl>
    }
}

/// Both texts in parts: what they begin with in common, what differs, what they end with in common, by words.
fn differing(a: &str, b: &str) -> [Vec<(String, bool)>; 2] {
    let (a, b): (Vec<&str>, Vec<&str>) = (words(a), words(b));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = a.iter().zip(&b).take_while(same).count();
    let room = a.len().min(b.len()) - before;
    let ends = a.iter().rev().zip(b.iter().rev());
    let after = ends.take_while(same).count().min(room);
    [a, b].map(|words| {
        let end = words.len() - after;
        let parts = [
            (&words[..before], false),
            (&words[before..end], true),
            (&words[end..], false),
        ];
        let parts = parts.into_iter().filter(|(words, _)| !words.is_empty());
        parts
            .map(|(words, differs)| (words.concat(), differs))
            .collect()
    })
}

/// A text's words, and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let of_word = |letter: char| letter.is_alphanumeric() || "._*".contains(letter);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = of_word(first);
        let end = rest.find(|letter| of_word(letter) != kind);
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: &str) {
        let show = |parts: Vec<(String, bool)>| -> String {
            let part = |(text, differs): (String, bool)| match differs {
                true => format!("[{text}]"),
                false => text,
            };
            parts.into_iter().map(part).collect()
        };
        let shown = differing(a, b).map(show).join(" | ");
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_differs_is_marked_by_words() {
        check(
            "0x10 (5.0 to 6.0); 0x14",
            "0x10 (5.0 to 6.1); 0x14",
            "0x10 (5.0 to [6.0]); 0x14 | 0x10 (5.0 to [6.1]); 0x14",
        );
        check("", "0x58", " | [0x58]");
        check("a a", "a", "a[ a] | a");
        check("same", "same", "same | same");
    }
}
