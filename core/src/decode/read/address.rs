//! The address at the beginning of a row: ``fffff803`451e0c86``, `8056e340`, `fffff803451e0c86`.

/// The address of a row, and how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) value: u64,
    /// Whether a back-tick stands in its middle, which only WinDbg writes.
    pub(super) ticked: bool,
}

/// The address with which `text` begins and what follows it, which begins with a blank or is empty.
pub(super) fn address(text: &str) -> Option<(Address, &str)> {
    let (high, rest) = digits(text, 8)?;
    if let Some((low, rest)) = tick(rest).and_then(|rest| digits(rest, 8)) {
        let value = high << 32 | low;
        return ends(rest).then_some((
            Address {
                value,
                ticked: true,
            },
            rest,
        ));
    }
    let (value, rest) = match digits(rest, 8) {
        Some((low, rest)) => (high << 32 | low, rest),
        None => (high, rest),
    };
    let ticked = false;
    ends(rest).then_some((Address { value, ticked }, rest))
}

/// The number that the first `count` characters make, if all of them are hexadecimal digits.
fn digits(text: &str, count: usize) -> Option<(u64, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let value = plain.then(|| u64::from_str_radix(digits, 16).ok())??;
    Some((value, rest))
}

/// What follows a back-tick, or what became of it on its way: escaped, turned into an apostrophe, with a blank behind.
fn tick(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\\').unwrap_or(text);
    let rest = text.strip_prefix(['`', '\'', '\u{2018}', '\u{2019}', '\u{b4}'])?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

fn ends(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, value, ticked) in [
            ("fffff803`451e0c86  48", 0xffff_f803_451e_0c86, true),
            ("fffff803\\`451e0c86", 0xffff_f803_451e_0c86, true),
            ("ffff9285' 03dc69c0 4d", 0xffff_9285_03dc_69c0, true),
            ("8056e340  4d 5a", 0x8056_e340, false),
            ("FFFFF803451E0C86 00", 0xffff_f803_451e_0c86, false),
        ] {
            let (address, _) = address(text).unwrap();
            assert_eq!((address.value, address.ticked), (value, ticked), "{text}");
        }
        for text in [
            "",
            "4d 5a",
            "fffff803`451e0c8",
            "fffff803`451e0c86:",
            "8056e340:",
            "8056e3400",
            "ffffffff985'  03dc69c0",
            "8056e34é",
        ] {
            assert_eq!(address(text), None, "{text}");
        }
    }
}
