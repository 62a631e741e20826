//! Offsets, as languages and debuggers write numbers.

/// Whether a text can only be a number.
pub(super) fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// An offset: hexadecimal with `0x` or `h`, or decimal; with what C puts behind a number, or without.
pub(super) fn number(text: &str) -> Result<u32, String> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let hex = plain.strip_prefix("0x").or(plain.strip_prefix("0X"));
    let (digits, radix) = match (hex, plain.strip_suffix(['h', 'H'])) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 16),
        (None, None) => (plain, 10),
    };
    let ends = ["ull", "ul", "u32", "u64", "usize", "u", "l"];
    let lower = digits.to_ascii_lowercase();
    let bare = ends.iter().find_map(|end| lower.strip_suffix(end));
    u32::from_str_radix(bare.unwrap_or(&lower), radix)
        .ok()
        .filter(|_| !digits.starts_with(['+', '-']))
        .ok_or_else(|| {
            format!("`{text}` is no offset: expected hexadecimal such as 0x58, or decimal")
        })
}

/// What stands in the first column of a disassembler's list: eight digits of hexadecimal, or sixteen.
pub(super) fn listed(text: &str) -> Option<u32> {
    let is_it = matches!(text.len(), 8 | 16) && text.bytes().all(|b| b.is_ascii_hexdigit());
    is_it
        .then(|| u64::from_str_radix(text, 16).ok())?
        .and_then(|offset| offset.try_into().ok())
}
