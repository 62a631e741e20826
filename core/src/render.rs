//! Plain text of layouts (one line per slot, for golden texts) and of diffs (for the terminal). `dt` is an export.

pub mod diff;
pub mod plain;

/// Returns `1 byte`, `3 bytes`.
pub(crate) fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests;
