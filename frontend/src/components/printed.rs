//! A row of a source's table as it is printed there, above the same row as it holds: what differs is struck out and put in
//! by sign and by word, not by colour alone.

mod differing;

use crate::markup::{Element, Markup, el, said};
use crate::page::printed::{Printed, PrintedCell};

use differing::differing;

/// Which of the two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As the source has it.
    Published,
    /// With the errata applied.
    Corrected,
}

impl State {
    /// The head of the row.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Published => "as published",
            Self::Corrected => "as corrected",
        }
    }
}

/// A table of one row, published and corrected. `subject` is what a screen reader calls it: `log-file-name in ETW_…, erratum …`.
#[must_use]
pub fn table(printed: &Printed, subject: &str) -> Element {
    let head = el("tr")
        .with(el("td"))
        .with_all(heads(printed).map(Markup::from));
    let row = |state: State| {
        let head = el("th").attr("scope", "row").text(state.as_str());
        let cells = printed.cells.iter();
        let cells = cells.map(|it| Markup::from(cell(it, state)));
        Markup::from(el("tr").with(head).with_all(cells))
    };
    let caption = said(
        "caption",
        "visually-hidden",
        format!("The row of {subject}, as published and as corrected"),
    );
    let table = el("table")
        .attr("class", "plain-table printed")
        .with(caption)
        .with(el("thead").with(head))
        .with(el("tbody").with_all([State::Published, State::Corrected].map(row)));
    el("div")
        .attr("class", "table-box printed-box")
        .attr("role", "region")
        .attr("aria-label", format!("Row of {subject}"))
        .attr("tabindex", "0")
        .with(table)
}

/// The heads of the row's columns.
pub fn heads(printed: &Printed) -> impl Iterator<Item = Element> + '_ {
    let heads = printed.cells.iter().map(|cell| cell.head.as_str());
    heads.map(|head| el("th").attr("scope", "col").text(head))
}

/// A cell in one of the two rows, with what differs from the other marked.
#[must_use]
pub fn cell(cell: &PrintedCell, state: State) -> Element {
    let td = el("td").attr_if("class", cell.figures.then_some("printed-figures"));
    let [published, corrected] = differing(&cell.published, &cell.corrected);
    let (parts, tag, sign, word) = match state {
        State::Published => (published, "del", "✗", "wrong: "),
        State::Corrected => (corrected, "ins", "✓", "corrected: "),
    };
    if cell.errata.is_empty() {
        // An empty remark is nothing to speak of.
        let silent = parts.is_empty() && !cell.figures;
        return if silent {
            td
        } else {
            td.with(written(parts, tag))
        };
    }
    let sign = said("span", "printed-sign", sign).attr("aria-hidden", "true");
    let word = said("span", "visually-hidden", word);
    td.with(sign).with(word).with(written(parts, tag))
}

/// What stands in a cell. A blank one says so; where that is what differs, the word itself is marked.
fn written(parts: Vec<(String, bool)>, tag: &'static str) -> Element {
    if parts.is_empty() {
        return said("em", "quiet", "blank");
    }
    let parts = parts.into_iter().map(|(text, differs)| match differs {
        true => Markup::from(el(tag).text(&text)),
        false => Markup::Text(text.into()),
    });
    el("code").with_all(parts)
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
        cell(&printed, state).to_string()
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
}
