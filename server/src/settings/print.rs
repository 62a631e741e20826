//! The settings that hold, for `--print-config`, and the table of all of them, for docs/operations.md.

use std::fmt::Write;

use super::{Given, Settings, TABLE};

/// As a file that `--config` reads, with where each value is from. What is not set stands there as a comment.
#[must_use]
pub fn print(settings: &Settings, given: &Given) -> String {
    let mut out = String::new();
    for (name, value) in settings.written() {
        let key = name.replace('_', "-");
        let origin = given.origin(name);
        // A string takes whatever is written.
        let _ = match value {
            Some(value) => writeln!(out, "{key} = {value} # {origin}"),
            None => writeln!(out, "# {key} is not set"),
        };
    }
    out
}

/// A row for each setting: name, form, default, meaning.
#[must_use]
pub fn manual() -> String {
    let mut out = "| setting | value | default | what it decides |\n|---|---|---|---|\n".to_owned();
    for entry in TABLE {
        let default = match entry.default {
            "" => "not set".to_owned(),
            default => format!("`{default}`"),
        };
        let form = entry.form.replace('|', "\\|");
        // A string takes whatever is written.
        let _ = writeln!(
            out,
            "| `{}` | `{form}` | {default} | {} |",
            entry.key(),
            entry.sentence()
        );
    }
    out
}
