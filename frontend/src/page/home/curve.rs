//! How a structure grew on one architecture: its size, release by release.

use strata_core::{Arch, Layout, Release};

/// A structure's size on one architecture through the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The architecture.
    pub arch: Arch,
    /// Where the size stays the same, in order. Between two that do not touch, there is no layout.
    pub stretches: Vec<Stretch>,
}

/// Consecutive releases at which a structure has one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first of them.
    pub first: Release,
    /// The last of them.
    pub last: Release,
    /// The size, in bytes.
    pub size: u32,
}

impl Curve {
    /// The curve through the layouts of one architecture, given in the order of the ladder; `None` where there are none.
    #[must_use]
    pub fn new<'a>(arch: Arch, layouts: impl Iterator<Item = &'a Layout>) -> Option<Self> {
        let sizes = layouts.map(|layout| (layout.release, layout.size.get()));
        let stretches = stretches(sizes);
        (!stretches.is_empty()).then_some(Self { arch, stretches })
    }

    /// The largest size.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.stretches.iter().map(|it| it.size).max().unwrap_or(0)
    }

    /// The first and the last stretch.
    #[must_use]
    pub fn ends(&self) -> Option<(Stretch, Stretch)> {
        Some((*self.stretches.first()?, *self.stretches.last()?))
    }
}

fn stretches(sizes: impl Iterator<Item = (Release, u32)>) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (release, size) in sizes {
        match stretches.last_mut() {
            Some(last) if last.size == size && last.last.next() == Some(release) => {
                last.last = release;
            }
            _ => stretches.push(Stretch {
                first: release,
                last: release,
                size,
            }),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(id: &str) -> Release {
        id.parse().unwrap()
    }

    #[test]
    fn a_size_that_stays_is_one_stretch_and_a_gap_ends_it() {
        let sizes = [("6.0", 8), ("6.1", 8), ("6.2", 16), ("10.0", 16)];
        let found = stretches(sizes.into_iter().map(|(id, size)| (release(id), size)));
        let shown: Vec<String> = found
            .iter()
            .map(|it| format!("{}-{}:{}", it.first, it.last, it.size))
            .collect();
        assert_eq!(shown, ["6.0-6.1:8", "6.2-6.2:16", "10.0-10.0:16"]);
    }
}
