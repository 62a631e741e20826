//! Names that are none: what people and tools write where they know no name, or mean bytes that nobody uses.

/// What such names begin with, besides underscores.
const FILLERS: [&str; 16] = [
    "pad",
    "reserved",
    "unused",
    "unknown",
    "undocumented",
    "gap",
    "hole",
    "fill",
    "skipped",
    "unk",
    "dummy",
    "align",
    "undefined",
    "opaque",
    "spare",
    "anonymous_",
];

/// What stands before a number in names that tools make of offsets: `field_18`, `field3_0x1c`, `qword48`.
const NUMBERED: [&str; 7] = ["field", "byte", "word", "dword", "qword", "oword", "off"];

/// What structures are called within others that C could not leave without a name.
const NAMELESS: [&str; 10] = [
    "u",
    "s",
    "union",
    "struct",
    "bits",
    "anon",
    "anonymous",
    "dummyunionname",
    "dummystructname",
    "unnamed",
];

/// Whether a name says that its bytes are not used or not known: `Padding`, `Reserved1`, `field_18`, `Unknown_0x0C`.
pub(super) fn is_filler(name: &str) -> bool {
    let plain = name.trim_start_matches(['_', '<']).to_ascii_lowercase();
    let is_number = |rest: &str| {
        rest.contains(|c: char| c.is_ascii_digit())
            && rest
                .chars()
                .all(|c| c.is_ascii_hexdigit() || matches!(c, '_' | 'x'))
    };
    let mut numbered = NUMBERED.iter().filter_map(|word| plain.strip_prefix(word));
    let is_filler = FILLERS.iter().any(|filler| plain.starts_with(filler));
    plain.is_empty() || is_filler || numbered.any(is_number)
}

/// Whether a member that is a union or structure is called by nothing but that: `u`, `s1`, `DUMMYUNIONNAME2`, `Union_0x5A`.
pub(super) fn is_nameless(name: &str) -> bool {
    let plain = name.trim_start_matches('_').to_ascii_lowercase();
    let plain = match plain.rsplit_once("_0x") {
        Some((word, offset)) if offset.bytes().all(|b| b.is_ascii_hexdigit()) => word,
        _ => &plain,
    };
    let word = plain.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    NAMELESS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_none() {
        for name in [
            "Padding_0x84",
            "_pad0",
            "Reserved",
            "gap5B",
            "field_18",
            "field3_0x1c",
            "qword48",
            "Unknown_0x0C",
            "unk",
            "__align",
            "_",
        ] {
            assert!(is_filler(name), "{name}");
        }
        for name in [
            "LoggerId",
            "Flags",
            "Links",
            "fieldwork",
            "Bytes",
            "ByteOffset",
            "word",
        ] {
            assert!(!is_filler(name), "{name}");
        }
        for name in [
            "u",
            "u1",
            "s",
            "DUMMYUNIONNAME2",
            "Union_0x5A",
            "Bits_0x32",
            "___u0",
            "anonymous_0",
        ] {
            assert!(is_nameless(name), "{name}");
        }
        for name in ["Flags", "us", "Users", "status", "0x10"] {
            assert!(!is_nameless(name), "{name}");
        }
    }
}
