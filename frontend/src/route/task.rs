//! What one comes to do, before it is said with which structure.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Bytes are at hand, and it is known what they are.
    Decode,
    /// Bytes are at hand, and it is not known what they are.
    Identify,
    /// Two versions of a structure are to be compared.
    Compare,
}

impl Task {
    pub const ALL: [Self; 3] = [Self::Decode, Self::Identify, Self::Compare];

    /// The word for it in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Identify => "identify",
            Self::Compare => "compare",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.word() == word)
    }
}
