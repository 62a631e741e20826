//! Plain text of layouts (one line per slot, for golden texts) and of diffs (for the terminal). `dt` is an export.

pub mod diff;
pub mod plain;

/// Returns `1 byte`, `3 bytes`, `2 entries`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if count == 1 => format!("{count} {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests;
