//! What pressing something on the page does, and what something on it stands for, as its elements carry it.

use std::fmt;

use crate::view::*;
use strata_core::decode::read::Dialect;

use super::export::Form;

/// The attribute that says what pressing an element does.
pub const ACTION: &str = "data-do";
/// The attribute that says what an element stands for.
pub const KEY: &str = "data-key";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Shows a line of the text, and what was read from it.
    Line(usize),
    /// Shows the place of a finding.
    Finding(usize),
    Turn(usize),
    /// Shows a structure of the slice.
    Instance(usize),
    /// Shows the slice that begins with the structure of that number.
    Slice(usize),
    /// Shows the lines of the text from that one on.
    Lines(usize),
    /// Shows where the pointer in a line of the tree leads.
    Follow(usize),
    /// Decodes at a place.
    Decode {
        region: usize,
        at: usize,
        /// Whether that is where the list entry lies whose pointer was followed.
        entry: bool,
    },
    /// Decodes from the member with which the bytes begin where they fit.
    First,
    Back,
    /// Closes what shows where a pointer leads.
    Close,
    /// Reads the text as that; as what it looks like where it is none.
    Read(Option<Dialect>),
    /// Compares with the layouts of every structure, or only with this one's.
    Everywhere(bool),
    /// Takes the file as the other thing.
    Otherwise,
    Example,
    Clear,
    Copy(Form),
    /// Shows the structures as a table, or hides it.
    Table,
    /// Sorts the table by the number in that column.
    Sort(usize),
    /// Shows the lines of the table from that one on.
    Rows(usize),
    /// Shows the structure of that number, of all that were asked for.
    Show(usize),
    Download,
}

impl Action {
    pub fn of(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = rest.split(' ');
        let mut number = || words.next().and_then(|word| word.parse().ok());
        Some(match word {
            "line" => Self::Line(number()?),
            "finding" => Self::Finding(number()?),
            "turn" => Self::Turn(number()?),
            "instance" => Self::Instance(number()?),
            "slice" => Self::Slice(number()?),
            "lines" => Self::Lines(number()?),
            "follow" => Self::Follow(number()?),
            "decode" | "entry" => Self::Decode {
                region: number()?,
                at: number()?,
                entry: word == "entry",
            },
            "first" => Self::First,
            "back" => Self::Back,
            "close" => Self::Close,
            "read" => Self::Read(Dialect::of(rest)),
            "everywhere" => Self::Everywhere(true),
            "here" => Self::Everywhere(false),
            "otherwise" => Self::Otherwise,
            "example" => Self::Example,
            "clear" => Self::Clear,
            "copy" => Self::Copy(Form::of(rest)?),
            "table" => Self::Table,
            "sort" => Self::Sort(number()?),
            "rows" => Self::Rows(number()?),
            "show" => Self::Show(number()?),
            "download" => Self::Download,
            _ => return None,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, number) = match *self {
            Self::Line(number) => ("line", number),
            Self::Finding(number) => ("finding", number),
            Self::Turn(number) => ("turn", number),
            Self::Instance(number) => ("instance", number),
            Self::Slice(number) => ("slice", number),
            Self::Lines(number) => ("lines", number),
            Self::Follow(number) => ("follow", number),
            Self::Sort(number) => ("sort", number),
            Self::Rows(number) => ("rows", number),
            Self::Show(number) => ("show", number),
            Self::Decode { region, at, entry } => {
                let word = if entry { "entry" } else { "decode" };
                return write!(f, "{word} {region} {at}");
            }
            Self::Read(dialect) => {
                return write!(f, "read {}", dialect.map_or("", Dialect::as_str));
            }
            Self::Copy(form) => return write!(f, "copy {}", form.as_str()),
            Self::First => return f.write_str("first"),
            Self::Back => return f.write_str("back"),
            Self::Close => return f.write_str("close"),
            Self::Everywhere(true) => return f.write_str("everywhere"),
            Self::Everywhere(false) => return f.write_str("here"),
            Self::Otherwise => return f.write_str("otherwise"),
            Self::Example => return f.write_str("example"),
            Self::Clear => return f.write_str("clear"),
            Self::Table => return f.write_str("table"),
            Self::Download => return f.write_str("download"),
        };
        write!(f, "{word} {number}")
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

/// A button that does that; one that is disabled, where there is nothing to do.
pub fn button(class: &'static str, action: Option<Action>, words: &str) -> AnyView {
    let disabled = action.is_none();
    let action = action.map(|action| action.to_string());
    any_view! {
        <button class=class type="button" data-do=action disabled=disabled>
            {words.to_owned()}
        </button>
    }
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
            Action::First,
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
