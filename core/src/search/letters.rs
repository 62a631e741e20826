//! The letters of a word as a bit set: a cheap test whether two words differ in too many letters.

/// The letters in a word, without order, each with a bit for its first and one for its second occurrence; and the length
/// of the word, up to [`LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letters(u64);

const COUNT: u32 = 2 * 26;
/// The maximum length that is distinguished.
const LONGEST: u64 = 63;

impl Letters {
    pub(super) fn of(word: &str) -> Self {
        let letters = word.bytes().filter(u8::is_ascii_lowercase);
        let bits = letters.fold(0, |bits: u64, letter| {
            let first = 1 << (2 * (letter - b'a'));
            bits | first | (bits & first) << 1
        });
        let length = u64::try_from(word.len()).unwrap_or(LONGEST).min(LONGEST);
        Self(bits | length << COUNT)
    }

    /// Returns whether `mistakes` may turn one word into the other: each changes the length by at most one, adds at
    /// most one letter and removes at most one.
    pub(super) fn is_near(self, other: Self, mistakes: usize) -> bool {
        let length = |it: Self| it.0 >> COUNT;
        let only = |one: Self, other: Self| {
            (one.0 & !other.0 & ((1 << COUNT) - 1)).count_ones() as usize <= mistakes
        };
        length(self).abs_diff(length(other)) as usize <= mistakes
            && only(self, other)
            && only(other, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_as_far_as_their_letters_tell() {
        let near = |one, other, mistakes| Letters::of(one).is_near(Letters::of(other), mistakes);
        assert!(near("loggerid", "loggreid", 0));
        assert!(near("logger", "loger", 1) && !near("logger", "loger", 0));
        assert!(near("logger", "bogger", 1) && !near("logger", "bokker", 1));
        assert!(!near("logger", "lokker", 1));
        assert!(near("2004", "1909", 0));
        assert!(!near("a", &"a".repeat(10), 3));
    }
}
