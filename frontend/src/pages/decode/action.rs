//! The actions of the page's buttons, and the keys of its elements.

use std::fmt;

use leptos::ev::MouseEvent;
use strata_core::decode::read::Dialect;
use strata_core::decode::space::RegionOffset;

use super::export::Form;
use super::state::ViewModel;
use crate::browser;
use crate::pages::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Selects a line of the text, and what was read from it.
    Line(usize),
    Finding(usize),
    /// Folds or unfolds a line of the tree.
    Turn(usize),
    /// Shows the lines of the text from that one on.
    Lines(usize),
    /// Follows the pointer in a line of the tree.
    Follow(usize),
    Decode(RegionOffset),
    /// The same, where the list entry whose pointer was followed is there.
    Entry(RegionOffset),
    /// Decodes as the better fit.
    Shift,
    Back,
    /// Closes the view of a pointer's target.
    Close,
    /// Reads the text as that dialect; `None` detects it.
    Read(Option<Dialect>),
    /// Compares with the layouts of every structure, or of this one only.
    Compare {
        everywhere: bool,
    },
    /// Interprets the file as the other kind.
    Otherwise,
    Copy(Form),
    /// Shows the structures as a table, or hides it.
    Table,
    Sort(usize),
    /// Shows the lines of the table from that one on.
    Rows(usize),
    /// Shows the structure with that number, of all requested ones.
    Show(u32),
    /// Asks for that many structures.
    Count(u32),
    Download,
}

/// Handles a plain click: performs the action on the page around the element.
pub fn performs(action: Option<Action>) -> impl Fn(MouseEvent) {
    let model = use_context::<ViewModel>();
    move |event| {
        if let (Some(model), Some(action)) = (model, action)
            && browser::is_plain(&event)
        {
            event.prevent_default();
            model.act(action);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Byte(u32),
    Value(usize),
    Line(usize),
    Finding(usize),
}

impl Key {
    pub fn of(text: &str) -> Option<Self> {
        let (sort, number) = text.split_at_checked(1)?;
        Some(match sort {
            "b" => Self::Byte(number.parse().ok()?),
            "v" => Self::Value(number.parse().ok()?),
            "t" => Self::Line(number.parse().ok()?),
            "f" => Self::Finding(number.parse().ok()?),
            _ => return None,
        })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(at) => write!(f, "b{at}"),
            Self::Value(line) => write!(f, "v{line}"),
            Self::Line(number) => write!(f, "t{number}"),
            Self::Finding(number) => write!(f, "f{number}"),
        }
    }
}

/// A button for an action; disabled without one.
pub fn button(class: &'static str, action: Option<Action>, words: &str) -> AnyView {
    any_view! {
        <button class=class type="button" on:click=performs(action) disabled=action.is_none()>
            {words.to_owned()}
        </button>
    }
}

/// Buttons to the lines that are not drawn, of `lines` with `shown` drawn from `first` on; empty where all are drawn.
/// The classes are those of the whole and of each button.
pub fn leaves(
    [class, leaf]: [&'static str; 2],
    first: usize,
    shown: usize,
    lines: usize,
    to: fn(usize) -> Action,
) -> Option<AnyView> {
    let last = (first + shown).min(lines);
    let way = |at: Option<usize>, label| button(leaf, at.map(to), label);
    let before = (first > 0).then(|| first.saturating_sub(shown));
    (lines > shown).then(|| {
        any_view! {
            <p class=class>
                {way(before, "Earlier")}
                {format!(" lines {} to {last} of {lines} ", first + 1)}
                {way((last < lines).then_some(last), "Later")}
            </p>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in ["b17", "v2", "t30", "f1"] {
            let key = Key::of(text).map(|it| it.to_string());
            assert_eq!(key.as_deref(), Some(text));
        }
        assert_eq!(Key::of("x1"), None);
    }
}
