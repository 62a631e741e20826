//! Ids in the style of Kaitai, `logger_id` for `LoggerId`, unique in their scope in every target language.

use std::collections::BTreeSet;

use super::super::reserved;
use crate::units::ByteOffset;

#[derive(Debug, Default)]
pub(in crate::export) struct Ids {
    /// The ids without underscores: some languages do not distinguish `foo_1` and `foo1`.
    taken: BTreeSet<String>,
}

impl Ids {
    /// Reserves the id for a name at `offset`: the plain one if it is valid and free, otherwise a similar one.
    pub(in crate::export) fn take(&mut self, name: &str, offset: ByteOffset) -> String {
        let plain = snake(name);
        let placed = format!("{plain}_0x{:02x}", offset.get());
        let distinct = (2_u32..).map(|number| format!("{placed}_{number}"));
        let mut candidates = [plain, placed.clone()].into_iter().chain(distinct);
        let free = candidates.find(|id| {
            !reserved::KSY.contains(id.as_str())
                && !is_number(id)
                && self.taken.insert(squeezed(id))
        });
        free.unwrap_or(placed)
    }
}

fn squeezed(id: &str) -> String {
    id.replace('_', "")
}

/// Whether it is a built-in type of Kaitai: `u4`, `b12`, `f8le`.
fn is_number(id: &str) -> bool {
    let digits = id.strip_prefix(['u', 's', 'f', 'b']).unwrap_or_default();
    let digits = digits
        .strip_suffix("le")
        .or(digits.strip_suffix("be"))
        .unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts `WinRtProviderBinaryList` to `win_rt_provider_binary_list`, `Unknown_0x1C` to `unknown_0x1c`.
fn snake(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(word).collect();
    let id = words.join("_");
    match id.bytes().next() {
        Some(first) if first.is_ascii_lowercase() => id,
        _ => format!("n_{id}"),
    }
}

/// Converts a part of a name: inserts an underscore before each capital letter that begins a word.
fn word(word: &str) -> String {
    let is_place = word.strip_prefix("0x");
    if is_place.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return word.to_ascii_lowercase();
    }
    let mut id = String::new();
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = |before: char| {
            let next = letters.peek().is_some_and(char::is_ascii_lowercase);
            before.is_ascii_lowercase() || next
        };
        if letter.is_ascii_uppercase() && before.is_some_and(ends) {
            id.push('_');
        }
        id.push(letter.to_ascii_lowercase());
        before = Some(letter);
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_style_of_kaitai() {
        for (name, id) in [
            ("LoggerId", "logger_id"),
            ("WinRtProviderBinaryList", "win_rt_provider_binary_list"),
            ("ETW_REF_CLOCK", "etw_ref_clock"),
            ("WMIBuffer", "wmi_buffer"),
            ("Data4", "data4"),
            ("Level1Cache", "level1_cache"),
            ("Unknown_0x1BC", "unknown_0x1bc"),
            ("_Padding__0x5F", "padding_0x5f"),
            ("0xNo", "n_0x_no"),
            ("_", "n_"),
        ] {
            assert_eq!(snake(name), id);
        }
    }

    #[test]
    fn invalid_ids_get_stable_replacements() {
        let mut ids = Ids::default();
        let mut take = |name: &str, offset| ids.take(name, ByteOffset::new(offset));
        assert_eq!(take("FooBar", 0), "foo_bar");
        assert_eq!(take("FOOBAR", 0x1c), "foobar_0x1c");
        assert_eq!(take("Foo_Bar", 0x1c), "foo_bar_0x1c_2");
        assert_eq!(take("Class", 4), "class_0x04");
        assert_eq!(take("U4", 8), "u4_0x08");
        assert_eq!(take("B12", 8), "b12_0x08");
    }
}
