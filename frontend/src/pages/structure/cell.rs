//! One cell of a history: where the member is, and what became of it.

use crate::view::*;

use crate::components::{figures, mark};
use crate::page::structure::{Cell, Mark, Place};

/// A member in some columns. The sign is for the eye, the words are for ears and for whoever asks. The offset leads to the
/// member in the layout; it is no stop of the tab key, for there are hundreds of them, and the heads lead there, too.
pub(super) fn cell_view(cell: Cell, url: Option<String>, columns: usize) -> AnyView {
    let span = (columns > 1).then(|| columns.to_string());
    let Cell {
        place,
        mark,
        also,
        words,
        erratum,
        ..
    } = cell;
    let marks: Vec<Mark> = also.into_iter().chain([mark]).collect();
    let class = match place.why_none() {
        Some([_, class, _]) if mark != Mark::Gone => class,
        _ => mark::class(mark),
    };
    let title = title(&place, &marks, &words);
    let is_quiet = matches!(mark, Mark::Same | Mark::First | Mark::Blank) && erratum.is_none();
    let is_titled = !is_quiet || matches!(place, Place::Elsewhere(_));
    // The sign of what is gone says enough.
    let text = match mark {
        Mark::Gone => String::new(),
        _ => text(&place),
    };
    let has_sign = !is_quiet && !mark.sign().is_empty();
    let sign = has_sign.then(|| {
        let signs: String = marks.iter().map(|mark| mark.sign()).collect();
        view! { <span class="became-sign" aria-hidden="true">{signs}</span> }
    });
    let said = has_sign.then(|| {
        view! { <span class="visually-hidden">{format!(" {}", words_of(&marks))}</span> }
    });
    let erratum = erratum.map(|id| {
        view! {
            <a class="became-erratum" href=format!("#{id}") aria-label="erratum">
                "†"
            </a>
        }
    });
    let said = view! { {sign} {linked(text, url)} {said} {erratum} };
    let said = match columns {
        1 => said.into_any(),
        _ => any_view! { <span class="in-run">{said}</span> },
    };
    any_view! { <td class=class title=is_titled.then_some(title) colspan=span>{said}</td> }
}

fn linked(text: String, url: Option<String>) -> AnyView {
    match url.filter(|_| !text.is_empty()) {
        Some(url) => any_view! { <a href=url tabindex="-1">{text}</a> },
        None => text.into_any(),
    }
}

/// `0x5c`, `0x4c:3`, or the sign of why there is no offset.
fn text(place: &Place) -> String {
    match place {
        Place::At(offset) => figures::offset(*offset),
        Place::Bit(offset, bit, 1) => format!("{}:{bit}", figures::offset(*offset)),
        Place::Bit(offset, bit, width) => {
            let last = u16::from(*bit) + u16::from(*width) - 1;
            format!("{}:{bit}–{last}", figures::offset(*offset))
        }
        Place::Elsewhere(_) | Place::Absent | Place::NotStated => {
            let why = place.why_none();
            why.map_or_else(String::new, |[sign, ..]| sign.to_owned())
        }
    }
}

fn words_of(marks: &[Mark]) -> String {
    let words: Vec<&str> = marks.iter().map(|mark| mark.words()).collect();
    words.join(", ")
}

fn title(place: &Place, marks: &[Mark], words: &str) -> String {
    let elsewhere = match place {
        Place::Elsewhere(row) => format!("under another row: {row}"),
        _ => String::new(),
    };
    let became = words_of(marks);
    let parts = [became.as_str(), words, &elsewhere];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_briefly() {
        let shown = [
            Place::At(0x8),
            Place::Bit(0x4c, 3, 1),
            Place::Bit(0x4c, 4, 8),
            Place::Elsewhere("count".to_owned()),
            Place::Absent,
            Place::NotStated,
        ]
        .map(|place| text(&place));
        assert_eq!(shown, ["0x08", "0x4c:3", "0x4c:4–11", "↕", "·", "?"]);
    }

    #[test]
    fn a_title_says_all_that_happened() {
        let place = Place::Elsewhere("count".to_owned());
        assert_eq!(
            title(&place, &[Mark::Blank], ""),
            "under another row: count"
        );
        let moved = title(&Place::At(8), &[Mark::MovedWithRest], "by +0x8");
        assert_eq!(moved, "moved with the rest; by +0x8");
    }
}
