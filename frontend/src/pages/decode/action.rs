//! The actions of the page's buttons and the keys of its elements, as attributes carry them.

use std::fmt;

use crate::view::*;
use strata_core::decode::read::Dialect;

use super::export::Form;

/// The attribute that names the action of an element.
pub const ACTION: &str = "data-do";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Selects a line of the text, and what was read from it.
    Line(usize),
    Finding(usize),
    Turn(usize),
    /// Shows a structure of the slice.
    Instance(usize),
    /// Shows the slice that begins with that structure.
    Slice(usize),
    /// Shows the lines of the text from that one on.
    Lines(usize),
    /// Follows the pointer in a line of the tree.
    Follow(usize),
    Decode {
        region: usize,
        at: usize,
        /// Whether the target is the list entry whose pointer was followed.
        entry: bool,
    },
    /// Decodes as the better fit.
    Shift,
    Back,
    /// Closes the view of a pointer's target.
    Close,
    /// Reads the text as that dialect; `None` detects the dialect.
    Read(Option<Dialect>),
    /// Compares with the layouts of every structure, or only with this one's.
    Everywhere(bool),
    /// Interprets the file as the other kind.
    Otherwise,
    Example,
    Clear,
    Copy(Form),
    /// Shows the structures as a table, or hides it.
    Table,
    /// Sorts the table by that column.
    Sort(usize),
    /// Shows the lines of the table from that one on.
    Rows(usize),
    /// Shows the structure with that number, of all requested ones.
    Show(usize),
    Count(usize),
    Download,
}

/// The actions without a number, by their words.
const WORDS: [(&str, Action); 10] = [
    ("shift", Action::Shift),
    ("back", Action::Back),
    ("close", Action::Close),
    ("everywhere", Action::Everywhere(true)),
    ("here", Action::Everywhere(false)),
    ("otherwise", Action::Otherwise),
    ("example", Action::Example),
    ("clear", Action::Clear),
    ("table", Action::Table),
    ("download", Action::Download),
];

type Numbered = (&'static str, fn(usize) -> Action);

/// The actions with a number, by their words.
const NUMBERED: [Numbered; 11] = [
    ("line", Action::Line),
    ("finding", Action::Finding),
    ("turn", Action::Turn),
    ("instance", Action::Instance),
    ("slice", Action::Slice),
    ("lines", Action::Lines),
    ("follow", Action::Follow),
    ("sort", Action::Sort),
    ("rows", Action::Rows),
    ("show", Action::Show),
    ("count", Action::Count),
];

impl Action {
    pub fn of(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut numbers = rest.split(' ').map(|number| number.parse().ok());
        if let Some((_, action)) = WORDS.iter().find(|(own, _)| *own == word) {
            return Some(*action);
        }
        if let Some((_, action)) = NUMBERED.iter().find(|(own, _)| *own == word) {
            return Some(action(numbers.next()??));
        }
        Some(match word {
            "decode" | "entry" => Self::Decode {
                region: numbers.next()??,
                at: numbers.next()??,
                entry: word == "entry",
            },
            "read" => Self::Read(Dialect::of(rest)),
            "copy" => Self::Copy(Form::of(rest)?),
            _ => return None,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Line(number)
            | Self::Finding(number)
            | Self::Turn(number)
            | Self::Instance(number)
            | Self::Slice(number)
            | Self::Lines(number)
            | Self::Follow(number)
            | Self::Sort(number)
            | Self::Rows(number)
            | Self::Show(number)
            | Self::Count(number) => {
                let mut all = NUMBERED.iter();
                let own = all.find(|(_, action)| action(number) == *self);
                write!(f, "{} {number}", own.map_or("", |(word, _)| word))
            }
            Self::Decode { region, at, entry } => {
                let word = if entry { "entry" } else { "decode" };
                write!(f, "{word} {region} {at}")
            }
            Self::Read(dialect) => write!(f, "read {}", dialect.map_or("", Dialect::as_str)),
            Self::Copy(form) => write!(f, "copy {}", form.as_str()),
            _ => {
                let own = WORDS.iter().find(|(_, action)| action == self);
                f.write_str(own.map_or("", |(word, _)| word))
            }
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
    let disabled = action.is_none();
    let action = action.map(|action| action.to_string());
    any_view! {
        <button class=class type="button" data-do=action disabled=disabled>
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
    fn actions_and_keys_are_read_as_they_are_written() {
        for action in [
            Action::Line(3),
            Action::Finding(0),
            Action::Turn(7),
            Action::Instance(63),
            Action::Slice(64),
            Action::Lines(1),
            Action::Follow(2),
            Action::Decode {
                region: 1,
                at: 0x40,
                entry: true,
            },
            Action::Decode {
                region: 0,
                at: 0,
                entry: false,
            },
            Action::Shift,
            Action::Back,
            Action::Close,
            Action::Read(None),
            Action::Read(Some(Dialect::WindbgDb)),
            Action::Everywhere(true),
            Action::Everywhere(false),
            Action::Otherwise,
            Action::Example,
            Action::Clear,
            Action::Copy(Form::Markdown),
            Action::Table,
            Action::Sort(3),
            Action::Rows(64),
            Action::Show(1),
            Action::Count(4),
            Action::Download,
        ] {
            assert_eq!(Action::of(&action.to_string()), Some(action), "{action}");
        }
        for key in [
            Key::Byte(0x11),
            Key::Value(2),
            Key::Line(30),
            Key::Finding(1),
        ] {
            assert_eq!(Key::of(&key.to_string()), Some(key), "{key}");
        }
        assert_eq!((Action::of("jump 1"), Key::of("x1")), (None, None));
    }
}
