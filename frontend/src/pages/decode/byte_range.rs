//! What is looked at, in the bytes, in the values or in the text: all of them mark it.

/// A place in an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteRange {
    /// Where it begins, from the start of the instance.
    pub offset: u32,
    /// How many bytes it has; none where it lies outside of the instance.
    pub size: u32,
    /// The line of the tree that it is, where it is one.
    pub value: Option<usize>,
    /// The line of the text that it is, where it is one.
    pub text: Option<usize>,
}

impl ByteRange {
    /// Whether the byte at that place belongs to it.
    #[must_use]
    pub const fn covers(self, at: u32) -> bool {
        at >= self.offset && at - self.offset < self.size
    }

    /// The part of it between two places; `None` where there is none.
    #[must_use]
    pub fn within(self, start: u32, end: u32) -> Option<Self> {
        let first = self.offset.max(start);
        let last = self.offset.saturating_add(self.size).min(end);
        (first < last).then(|| Self {
            offset: first,
            size: last - first,
            ..self
        })
    }
}
