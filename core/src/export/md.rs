//! `md`: Markdown, with tables as GitHub has them: for wikis, issues and reports.
//!
//! A heading, where it comes from as a list, and a table for each definition, the structure's own first. Nothing in a name or a
//! note is markup, whatever it is.

use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{Definition, Entry, Kind, PadKind, Type, Unit};
use super::text;
use crate::units::ByteSize;

pub(super) const FORM: Form = Form {
    word: "md",
    title: "Markdown",
    readers: "Wikis, issues and reports",
    media_type: "text/markdown; charset=utf-8",
    extension: "md",
    reserved: &[],
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

const COLUMNS: [&str; 5] = ["offset", "size", "type", "name", "notes"];

/// The document of a unit.
fn write(unit: &Unit) -> String {
    let mut text = head(unit);
    for definition in unit.definitions.iter().rev() {
        about(definition, &mut text);
    }
    text
}

/// Where it comes from, below the heading.
pub(super) fn head(unit: &Unit) -> String {
    let mut text = String::new();
    for (place, line) in unit.provenance.lines().iter().enumerate() {
        let start = match (place, line.starts_with(' ')) {
            (0, _) => "# ",
            (_, true) => "  ",
            (_, false) => "- ",
        };
        text.extend([start, &plain(line), "\n"]);
        if place == 0 {
            text.push('\n');
        }
    }
    text
}

fn about(definition: &Definition, text: &mut String) {
    let Definition {
        name,
        kind,
        measure,
        source,
        ..
    } = definition;
    let (name, source) = (plain(name), plain(source));
    text.push_str(&format!("\n## {name}\n\n"));
    text.push_str(&format!(
        "{}, {} bytes, as {source} says.\n\n",
        kind.as_str(),
        measure.size
    ));
    let rows = definition.entries();
    let rows = rows
        .into_iter()
        .filter_map(|entry| row(entry, definition.kind));
    let rows: Vec<[String; COLUMNS.len()]> = rows.collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let longest = cells.map(|cell| cell.chars().count()).max();
        let name = COLUMNS.get(column).map(|name| name.len());
        longest.max(name).unwrap_or_default()
    };
    // The notes are as long as they are.
    let widths = [width(0), width(1), width(2), width(3), COLUMNS[4].len()];
    line(&COLUMNS.map(str::to_owned), widths, text);
    line(&widths.map(|width| "-".repeat(width)), widths, text);
    for row in &rows {
        line(row, widths, text);
    }
}

fn line(cells: &[String; COLUMNS.len()], widths: [usize; COLUMNS.len()], text: &mut String) {
    text.push('|');
    for (cell, width) in cells.iter().zip(widths) {
        text.push_str(&format!(" {cell:<width$} |"));
    }
    text.push('\n');
}

/// A row; none for bytes that other members of a union have.
fn row(entry: Entry<'_>, of: Kind) -> Option<[String; COLUMNS.len()]> {
    let size = |size: ByteSize| format!("0x{:x}", size.get());
    let row = match entry {
        Entry::Field(field) => [
            code(&text::place(field.offset)),
            size(field.size),
            ty(&field.ty),
            code(&field.name),
            plain(&text::remark(field, None)),
        ],
        Entry::Bit(name, field, bits) => {
            let (bit, width) = (field.range.bit(), field.range.width());
            let plural = if width == 1 { "" } else { "s" };
            [
                code(&format!("{}:{bit}", text::place(bits.offset))),
                format!("{width} bit{plural}"),
                code(&bits.storage.declared),
                code(name),
                plain(&field.comment),
            ]
        }
        Entry::Pad(pad) => {
            let what = match (pad.kind, of) {
                (PadKind::Padding, Kind::Struct) => "padding",
                (PadKind::Hole, Kind::Struct) => "hole",
                (PadKind::Skipped, _) | (_, Kind::Union | Kind::Enum) => return None,
            };
            let place = code(&text::place(pad.offset));
            [
                place,
                size(pad.size),
                String::new(),
                String::new(),
                what.to_owned(),
            ]
        }
    };
    Some(row)
}

/// A type; one that has a table leads there.
fn ty(ty: &Type) -> String {
    let mut base = ty;
    while let Type::Array { element, .. } = base {
        base = element;
    }
    let spelled = text::spelled(ty);
    match base {
        Type::Definition { name, .. } => {
            let dimensions = spelled
                .strip_prefix(name.as_str())
                .unwrap_or_default()
                .trim_start();
            let link = format!("[{}](#{})", code(name), name.to_ascii_lowercase());
            match dimensions {
                "" => link,
                dimensions => format!("{link} {}", code(dimensions)),
            }
        }
        _ => code(&spelled),
    }
}

/// A text in which nothing is markup, for a cell of a table, too.
pub(super) fn code(text: &str) -> String {
    let text = text::plain(text).replace('`', "'").replace('|', "\\|");
    format!("`{text}`")
}

/// Words in which nothing is markup, but for addresses, which are links.
pub(super) fn plain(text: &str) -> String {
    let text = text::plain(text);
    let words = text.split_whitespace().map(|word| match word {
        address if address.starts_with("https://") || address.starts_with("http://") => {
            format!("<{}>", address.replace(['<', '>', '|'], ""))
        }
        word => escaped(word),
    });
    words.collect::<Vec<String>>().join(" ")
}

fn escaped(word: &str) -> String {
    let mut text = String::new();
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let within = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
        let is_markup = match letter {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '&' => true,
            // Within a word it is none.
            '_' => !within(before) || !within(letters.peek().copied()),
            // At the start of a line.
            '#' | '+' | '-' | '=' => before.is_none(),
            '.' | ')' => is_number(&text) && letters.peek().is_none(),
            _ => false,
        };
        if is_markup {
            text.push('\\');
        }
        text.push(letter);
        before = Some(letter);
    }
    text
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
