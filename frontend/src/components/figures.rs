//! Offsets and sizes, as they are written everywhere: hexadecimal, monospaced, decimal on request.

use crate::view::*;
use strata_core::{ByteOffset, ByteSize};

/// How an offset is written: `0x5c`.
pub fn offset(bytes: u32) -> String {
    ByteOffset::new(bytes).to_string()
}

/// How a size is written: `0x18`.
pub fn size(bytes: u32) -> String {
    ByteSize::new(bytes).to_string()
}

/// `1 byte`, `24 bytes`.
pub fn bytes(count: u32) -> String {
    counted(count, "byte")
}

/// `1 member`, `24 members`.
pub fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// A count with commas: `2,440`.
pub fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size as an element, in decimal on request.
pub fn size_figure(count: u32) -> AnyView {
    any_view! { <span class="figure" title=bytes(count)>{size(count)}</span> }
}
