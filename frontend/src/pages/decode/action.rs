//! The actions of the page's buttons and the keys of its elements, as attributes carry them.

use std::fmt;

use crate::view::*;
use strata_core::decode::read::Dialect;

use super::export::Form;

/// The attribute that names the action of an element.
pub const ACTION: &str = "data-do";

/// An argument of an action that is a number; enumerations have an `of` of their own.
trait Number: Sized {
    fn of(text: &str) -> Option<Self>;
}

impl Number for usize {
    fn of(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Defines the actions, each with its word and the arguments that follow it, with a parser and a printer.
macro_rules! actions {
    ($($(#[$what:meta])* $name:ident $(($($argument:ident: $of:ty),+))? = $word:literal,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$what])* $name $(($($of),+))?,)+
        }

        impl Action {
            pub fn of(text: &str) -> Option<Self> {
                let mut parts = text.split(' ');
                match parts.next()? {
                    $($word => Some(Self::$name $(($(<$of>::of(parts.next()?)?),+))?),)+
                    _ => None,
                }
            }
        }

        impl fmt::Display for Action {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $(($($argument),+))? => {
                        f.write_str($word)?;
                        $($(write!(f, " {}", $argument)?;)+)?
                    })+
                }
                Ok(())
            }
        }
    };
}

actions! {
    /// Selects a line of the text, and what was read from it.
    Line(number: usize) = "line",
    Finding(number: usize) = "finding",
    Turn(line: usize) = "turn",
    /// Shows a structure of the slice.
    Instance(number: usize) = "instance",
    /// Shows the slice that begins with that structure.
    Slice(first: usize) = "slice",
    /// Shows the lines of the text from that one on.
    Lines(first: usize) = "lines",
    /// Follows the pointer in a line of the tree.
    Follow(line: usize) = "follow",
    /// Decodes at that offset of that region.
    Decode(region: usize, at: usize) = "decode",
    /// The same, where the list entry whose pointer was followed is there.
    Entry(region: usize, at: usize) = "entry",
    /// Decodes as the better fit.
    Shift = "shift",
    Back = "back",
    /// Closes the view of a pointer's target.
    Close = "close",
    /// Detects the dialect of the text.
    Detect = "detect",
    /// Reads the text as that dialect.
    Read(dialect: Dialect) = "read",
    /// Compares with the layouts of every structure.
    Everywhere = "everywhere",
    /// Compares with the layouts of this structure only.
    Here = "here",
    /// Interprets the file as the other kind.
    Otherwise = "otherwise",
    Copy(form: Form) = "copy",
    /// Shows the structures as a table, or hides it.
    Table = "table",
    /// Sorts the table by that column.
    Sort(column: usize) = "sort",
    /// Shows the lines of the table from that one on.
    Rows(first: usize) = "rows",
    /// Shows the structure with that number, of all requested ones.
    Show(number: usize) = "show",
    Count(number: usize) = "count",
    Download = "download",
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
        let actions = "line 3,finding 0,turn 7,instance 63,slice 64,lines 1,follow 2,entry 1 64,decode 0 0,shift,back,close,\
            detect,read windbg-db,everywhere,here,otherwise,copy markdown,table,sort 3,rows 64,show 1,count 4,download";
        for text in actions.split(',') {
            let action = Action::of(text).map(|it| it.to_string());
            assert_eq!(action.as_deref(), Some(text));
        }
        for text in ["b17", "v2", "t30", "f1"] {
            let key = Key::of(text).map(|it| it.to_string());
            assert_eq!(key.as_deref(), Some(text));
        }
        let action = Action::of("decode 1 64");
        assert_eq!(action, Some(Action::Decode(1, 64)));
        assert_eq!((Action::of("jump 1"), Key::of("x1")), (None, None));
    }
}
