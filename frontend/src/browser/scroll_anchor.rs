//! Keeping a member where it is on the screen while the page around it becomes another.

use super::linked::KEY;
use super::{document, window};

/// What the visitor is at: the member that has the focus, or that the address names, or that is lit.
const HELD: [&str; 3] = [
    "tr[data-key]:focus-within, tr[data-key]:focus",
    "tr[data-key]:target",
    "tr[data-key].lit",
];

/// Where a member is on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub key: String,
    top: f64,
}

impl Place {
    /// The same place on the screen, for that member; for the same one where there is no other.
    pub fn at(self, key: Option<String>) -> Self {
        Self {
            key: key.unwrap_or(self.key),
            ..self
        }
    }
}

/// The member that the visitor is at, and where it is; `None` where there is none or it is out of sight.
pub fn place() -> Option<Place> {
    let document = document()?;
    let held = |selector: &&str| document.query_selector(selector).ok().flatten();
    let element = HELD.iter().find_map(held)?;
    let top = element.get_bounding_client_rect().top();
    let height = window()?.inner_height().ok()?.as_f64()?;
    let key = element.get_attribute(KEY)?;
    (top >= 0.0 && top < height).then_some(Place { key, top })
}

/// Scrolls the page so that the member is where it was, if it is still there.
pub fn stay(place: Option<Place>) {
    let Some(Place { key, top }) = place else {
        return;
    };
    // Keys are row ids and numbers.
    let row = document().and_then(|it| it.query_selector(&format!("tr[{KEY}=\"{key}\"]")).ok()?);
    if let (Some(window), Some(row)) = (window(), row) {
        window.scroll_by_with_x_and_y(0.0, row.get_bounding_client_rect().top() - top);
    }
}
