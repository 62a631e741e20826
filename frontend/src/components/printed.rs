//! A row of a source's table as published, above the same row as corrected: differences are struck out and inserted by
//! sign and by word, not by colour alone.

use strata_core::article::{Article, CorrectedField, Erratum, Subject};

use super::blocks::*;
use crate::view::*;
use crate::words::words;

/// A row of a source's table, as published and as corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The cells, from left to right.
    pub cells: Vec<PrintedCell>,
    /// The row whose offset cells span this one too.
    pub spanned: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    pub head: String,
    /// Whether it holds offsets, masks or sizes.
    pub figures: bool,
    pub published: String,
    /// The corrected text, in the same notation.
    pub corrected: String,
    pub errata: Vec<String>,
}

impl Printed {
    /// The row of an erratum or of provenance; `None` where there is no such row.
    pub fn new(article: &Article, subject: &Subject) -> Option<Self> {
        let table = &article.published;
        let (what, figures, texts, spanned) = match subject {
            Subject::Row(id) => {
                let row = table.row(id.as_str())?;
                let texts = [&row.definition, &row.versions.to_string(), &row.remark];
                let (texts, spanned) = (texts.map(String::clone), row.merged_into.as_ref());
                ("Offset", &row.published_cells, texts, spanned)
            }
            Subject::Bit(id) => {
                let bit = table.bit(id.as_str())?;
                let texts = [&bit.definition, &bit.versions.to_string(), &bit.remark];
                ("Mask", &bit.published_cells, texts.map(String::clone), None)
            }
            Subject::Sizes => return None,
        };
        // The cells of a spanned row are those of the row that spans it, and so are their errata.
        let head = spanned.map_or_else(|| subject.clone(), |head| Subject::Row(head.clone()));
        // The cells of the architectures for which the source's tables have columns.
        let figures = table.archs().filter_map(|arch| {
            let published = figures.get(arch)?.to_string();
            let about = |it: &&Erratum| {
                it.subject == head
                    && matches!(it.field, CorrectedField::Offset | CorrectedField::Bits)
                    && it.archs().any(|it| it == arch)
            };
            let cell = printed_cell(article, format!("{what} ({arch})"), published, about);
            Some(PrintedCell {
                figures: true,
                ..cell
            })
        });
        let heads = ["Definition", "Versions", "Remarks"];
        let about: [&[CorrectedField]; 3] = [
            &[CorrectedField::Declaration, CorrectedField::Name],
            &[CorrectedField::Versions],
            &[CorrectedField::Remark],
        ];
        let words = heads.into_iter().zip(texts).zip(about);
        let words = words.take(if has_remarks(article) { 3 } else { 2 });
        let words = words.map(|((head, published), kinds)| {
            let about = |it: &&Erratum| it.subject == *subject && kinds.contains(&it.field);
            printed_cell(article, head.to_owned(), published, about)
        });
        Some(Self {
            cells: figures.chain(words).collect(),
            spanned: spanned.map(ToString::to_string),
        })
    }

    /// The change of an erratum in the table of sizes, which has no row here.
    pub fn sizes(erratum: &Erratum) -> Self {
        let arch = erratum.arch.map(|arch| format!(" ({arch})"));
        let cell = PrintedCell {
            head: format!("Size{}", arch.unwrap_or_default()),
            figures: true,
            published: erratum.published.clone(),
            corrected: erratum.corrected.clone(),
            errata: vec![erratum.id.to_string()],
        };
        Self {
            cells: vec![cell],
            spanned: None,
        }
    }

    pub fn differs(&self) -> bool {
        self.cells.iter().any(|cell| !cell.errata.is_empty())
    }
}

/// Whether the source's tables have a column of remarks.
fn has_remarks(article: &Article) -> bool {
    let table = &article.published;
    let mut remarks = table.rows.iter().map(|row| &row.remark);
    let mut of_bits = table.bits.iter().map(|bit| &bit.remark);
    remarks.any(|it| !it.is_empty()) || of_bits.any(|it| !it.is_empty())
}

fn printed_cell(
    article: &Article,
    head: String,
    published: String,
    about: impl Fn(&&Erratum) -> bool,
) -> PrintedCell {
    let mut corrected = published.clone();
    let mut errata = Vec::new();
    for erratum in article.errata.iter().filter(about) {
        // A name is a part of the cell; any other subject is the whole cell.
        corrected = match erratum.field {
            CorrectedField::Name => corrected.replace(&erratum.published, &erratum.corrected),
            _ => erratum.corrected.clone(),
        };
        errata.push(erratum.id.to_string());
    }
    PrintedCell {
        head,
        figures: false,
        published,
        corrected,
        errata,
    }
}

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
        <table class="plain-table printed stacked">
            {caption}
            <thead><tr><td></td> {heads.collect_view()}</tr></thead>
            <tbody>{State::ALL.map(row)}</tbody>
        </table>
    };
    let label = format!("Row of {subject}");
    scrolling("table-box printed-box", Name::Label(&label), table)
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
        return any_view! { <td class=class data-head=cell.head.clone()>{written}</td> };
    }
    any_view! {
        <td class=class data-head=cell.head.clone()>
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
        assert_eq!(
            html,
            "<td data-head=\"Offset (x64)\" class=\"printed-figures\"><code>0x80</code></td>"
        );
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
