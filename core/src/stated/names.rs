//! Placeholder names (`Reserved1`, `pad`, `unknown`), which match any member.

/// Words for unused or unknown bytes.
const PLACEHOLDERS: &str = "\
    pad padding reserved unused unknown undocumented gap hole fill filler skipped skip unk dummy align alignment \
    undefined opaque spare spares anonymous";

/// Words after placeholder names that only state a width: `SpareUlong3`, `ReservedBits`.
const WIDTHS: &str = "\
    bit bits byte bytes bool boolean char uchar short ushort word dword qword int uint long ulong longlong \
    ulonglong ptr pointer pvoid field member data area space flag flags array unionname structname struct union \
    type";

/// Prefixes of names that tools derive from offsets: `field_18`, `field3_0x1c`, `qword48`.
const NUMBERED: &str = "field byte word dword qword oword off";

/// Placeholder names of structures that cannot be unnamed in C.
const ANONYMOUS_PLACEHOLDERS: &str =
    "u s union struct bits anon anonymous dummyunionname dummystructname unnamed";

/// Whether a name is a placeholder for unused or unknown bytes: `Padding`, `Reserved1`, `field_18`, `Unknown_0x0C`, but not
/// `ReservedPageCount`.
pub(super) fn is_placeholder(name: &str) -> bool {
    let name = name.trim_start_matches(['_', '<']);
    let plain = name.to_ascii_lowercase();
    let numbered = NUMBERED.split(' ');
    let mut numbered = numbered.filter_map(|word| plain.strip_prefix(word));
    if plain.is_empty() || numbered.any(|rest| has_digit(rest) && is_number(rest)) {
        return true;
    }
    let Some(mut length) = longest(PLACEHOLDERS, &plain) else {
        return false;
    };
    while let Some(rest) = name.get(length..) {
        if is_number(rest) && (starts_number(rest) || !rest.contains(char::is_lowercase)) {
            return true;
        }
        let digits = rest.len() - rest.trim_start_matches(is_digit).len();
        let word = || {
            let rest = plain.get(length..)?;
            longest(PLACEHOLDERS, rest).max(longest(WIDTHS, rest))
        };
        match digits {
            0 => match word() {
                Some(word) => length += word,
                None => return false,
            },
            _ => length += digits,
        }
    }
    false
}

/// Returns the length of the longest word at the start of a text.
fn longest(words: &str, text: &str) -> Option<usize> {
    let begins = words.split(' ').filter(|word| text.starts_with(word));
    begins.map(str::len).max()
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '_' | '>')
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn starts_number(text: &str) -> bool {
    text.starts_with(is_digit)
}

/// Whether a text has only digits, hexadecimal ones included; also true for an empty text.
fn is_number(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_hexdigit() || matches!(c, '_' | 'x' | '>');
    text.chars().all(digit)
}

/// Whether the name of a union or structure is a placeholder: `u`, `s1`, `DUMMYUNIONNAME2`, `Union_0x5A`.
pub(super) fn is_anonymous_placeholder(name: &str) -> bool {
    let plain = name.trim_start_matches('_').to_ascii_lowercase();
    let plain = match plain.rsplit_once("_0x") {
        Some((word, offset)) if offset.bytes().all(|b| b.is_ascii_hexdigit()) => word,
        _ => &plain,
    };
    let word = plain.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    ANONYMOUS_PLACEHOLDERS
        .split(' ')
        .any(|nameless| nameless == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholder_names() {
        for name in "\
            Padding_0x84 _pad0 Reserved gap5B field_18 field3_0x1c qword48 Unknown_0x0C unk \
            __align _ Reserved7 RESERVED SpareUlong3 Spare2Bytes ReservedBits gapB0 padding1a \
            unk_1f0 DummyUnionName UnusedPadding"
            .split(' ')
        {
            assert!(is_placeholder(name), "{name}");
        }
        for name in "\
            LoggerId Flags ReservedPageCount ReservedBufferSpace2 PaddingFoo UnknownProcess \
            AlignedSize Filled SparePageList Links fieldwork Bytes ByteOffset word"
            .split(' ')
        {
            assert!(!is_placeholder(name), "{name}");
        }
        for name in "\
            u u1 s DUMMYUNIONNAME2 Union_0x5A Bits_0x32 ___u0 anonymous_0"
            .split(' ')
        {
            assert!(is_anonymous_placeholder(name), "{name}");
        }
        for name in ["Flags", "us", "Users", "status", "0x10"] {
            assert!(!is_anonymous_placeholder(name), "{name}");
        }
    }
}
