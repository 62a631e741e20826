//! `md`: Markdown with GitHub's tables, for wikis, issues and reports.
//!
//! It has a heading, the provenance as a list, and a table for each definition, the structure's own first. Names and
//! remarks are escaped, so that they are never markup.

use super::model::{Definition, Entry, Kind, Type, Unit};
use super::text;
use crate::render::counted;
use crate::units::ByteSize;

const COLUMNS: [&str; 5] = ["offset", "size", "type", "name", "notes"];

pub(super) fn write(unit: &Unit) -> String {
    let mut text = head(unit);
    for definition in unit.definitions.iter().rev() {
        about(definition, &mut text);
    }
    text
}

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
    let (of, size) = (kind.as_str(), measure.size);
    text.push_str(&format!(
        "\n## {name}\n\n{of}, {size} bytes, as {source} says.\n\n"
    ));
    let rows = definition.entries().into_iter();
    let rows = rows.filter_map(|entry| row(entry, *kind));
    let rows: Vec<[String; COLUMNS.len()]> = rows.collect();
    let mut widths = COLUMNS.map(str::len);
    for row in &rows {
        // The notes are not padded.
        let columns = widths.iter_mut().zip(row).take(COLUMNS.len() - 1);
        columns.for_each(|(width, cell)| *width = cell.chars().count().max(*width));
    }
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

/// Formats a row; `None` for bytes that other members of a union have.
fn row(entry: Entry<'_>, of: Kind) -> Option<[String; COLUMNS.len()]> {
    let bytes = |size: ByteSize| format!("0x{:x}", size.get());
    let name = code(entry.name());
    let (size, ty, name, notes) = match entry {
        Entry::Field(field) => {
            let notes = plain(&text::remark(field, None));
            (bytes(field.size), ty(&field.ty), name, notes)
        }
        Entry::Bit(_, field, bits) => {
            let (width, declared) = (field.range.width(), code(&bits.storage.declared));
            let width = counted(width.into(), "bit");
            (width, declared, name, plain(&field.comment))
        }
        Entry::Pad(pad) => {
            let what = pad.in_table(of)?.to_owned();
            (bytes(pad.size), String::new(), String::new(), what)
        }
    };
    Some([code(&entry.place()), size, ty, name, notes])
}

/// Formats a type, with a link if it has a table.
fn ty(ty: &Type) -> String {
    let spelled = text::source_type_name(ty);
    match ty.unfolded().0 {
        Type::Definition { name, .. } => {
            let dimensions = spelled.strip_prefix(name.as_str()).unwrap_or_default();
            let link = format!("[{}](#{})", code(name), name.to_ascii_lowercase());
            match dimensions.trim_start() {
                "" => link,
                dimensions => format!("{link} {}", code(dimensions)),
            }
        }
        _ => code(&spelled),
    }
}

/// Formats code without markup, also in a table cell.
pub(super) fn code(text: &str) -> String {
    let text = text::plain(text).replace('`', "'").replace('|', "\\|");
    format!("`{text}`")
}

/// Formats text without markup, except links for URLs.
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
            // Inside a word it is not markup.
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
