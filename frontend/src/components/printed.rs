//! A row of a source's table as published, above the same row as corrected: differences are struck out and inserted by
//! sign and by word, not by colour alone.

use super::blocks::head;
use crate::page::printed::{Printed, PrintedCell};
use crate::view::*;
use crate::words::words;

words! {
    State {
        /// As the source prints it.
        Published = "as published",
        /// With the errata applied.
        Corrected = "as corrected",
    }
}

/// A table of one row, published and corrected. `subject` is its accessible name: `log-file-name in ETW_…, erratum …`.
pub fn table(printed: &Printed, subject: &str) -> AnyView {
    let heads = printed.cells.iter().map(|cell| head(cell.head.clone()));
    let row = |state: State| {
        let head = any_view! { <th scope="row">{state.as_str()}</th> };
        let cells = printed.cells.iter();
        let cells = cells.map(|it| cell(it, state));
        any_view! { <tr>{head} {cells.collect_view()}</tr> }
    };
    let caption = any_view! {
        <caption class="visually-hidden">
            {format!("The row of {subject}, as published and as corrected")}
        </caption>
    };
    let table = any_view! {
        <table class="plain-table printed">
            {caption}
            <thead><tr><td></td> {heads.collect_view()}</tr></thead>
            <tbody>{State::ALL.map(row)}</tbody>
        </table>
    };
    any_view! {
        <div
            class="table-box printed-box"
            role="region"
            aria-label=format!("Row of {subject}")
            tabindex="0"
        >
            {table}
        </div>
    }
}

/// A cell in one of the two rows, with the difference from the other marked.
pub fn cell(cell: &PrintedCell, state: State) -> AnyView {
    let class = cell.figures.then_some("printed-figures");
    let [published, corrected] = differing(&cell.published, &cell.corrected);
    let (parts, tag, sign, word) = match state {
        State::Published => (published, "del", "✗", "wrong: "),
        State::Corrected => (corrected, "ins", "✓", "corrected: "),
    };
    if cell.errata.is_empty() {
        // An empty remark needs no words.
        let silent = parts.is_empty() && !cell.figures;
        let written = (!silent).then(|| written(parts, tag));
        return any_view! { <td class=class>{written}</td> };
    }
    any_view! {
        <td class=class>
            <span class="printed-sign" aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{word}</span>
            {written(parts, tag)}
        </td>
    }
}

/// The text of a cell. A blank one says so; where the blank is the difference, the word itself is marked.
fn written(parts: Vec<(String, bool)>, tag: &'static str) -> AnyView {
    if parts.is_empty() {
        return any_view! { <em class="quiet">"blank"</em> };
    }
    let parts = parts
        .into_iter()
        .map(|(text, differs)| match (differs, tag) {
            (false, _) => text.into_any(),
            (true, "del") => any_view! { <del>{text}</del> },
            (true, _) => any_view! { <ins>{text}</ins> },
        });
    any_view! { <code>{parts.collect_view()}</code> }
}

/// Splits both texts by words into common prefix, difference (`true`) and common suffix.
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

    fn shown(published: &str, corrected: &str, errata: &[&str], state: State) -> String {
        let printed = PrintedCell {
            head: "Offset (x64)".to_owned(),
            figures: true,
            published: published.to_owned(),
            corrected: corrected.to_owned(),
            errata: errata.iter().map(|id| (*id).to_owned()).collect(),
        };
        // Without Leptos' markers between texts, which are for the browser.
        cell(&printed, state).to_html().replace("<!>", "")
    }

    #[test]
    fn what_differs_is_marked_by_element_by_sign_and_by_word() {
        let html = shown("0x80", "0x80 (6.1); 0x90", &["e"], State::Corrected);
        for part in [
            "<ins>",
            "✓</span>",
            "corrected: ",
            "class=\"printed-figures\"",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        let html = shown("0x80", "0x90", &["e"], State::Published);
        for part in ["<del>0x80</del>", "✗</span>", "wrong: "] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn what_is_not_wrong_is_not_marked_and_what_is_blank_says_so() {
        let html = shown("0x80", "0x80", &[], State::Published);
        assert_eq!(html, "<td class=\"printed-figures\"><code>0x80</code></td>");
        assert!(shown("", "0x58", &["e"], State::Published).contains("blank"));
    }

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
