//! The text that was pasted, line by line, as its lines are numbered where they are read.

use std::ops::Range;
use std::sync::Arc;

use strata_core::decode::read::{Fate, LineFate};

/// A text and where its lines lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    text: Arc<str>,
    lines: Vec<Range<u32>>,
}

impl Text {
    /// A text whose lines end with a line feed, a carriage return or both.
    #[must_use]
    pub fn new(text: Arc<str>) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let mut lines = Vec::new();
        let (mut start, mut after_return) = (0, false);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'\n' if after_return => start = at + 1,
                b'\n' | b'\r' => {
                    lines.push(place(start)..place(at));
                    start = at + 1;
                }
                _ => {}
            }
            after_return = byte == b'\r';
        }
        if start < text.len() {
            lines.push(place(start)..place(text.len()));
        }
        Self { text, lines }
    }

    /// The whole of it.
    #[must_use]
    pub fn whole(&self) -> &Arc<str> {
        &self.text
    }

    /// How many lines it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line of that number, from 1.
    #[must_use]
    pub fn line(&self, number: usize) -> &str {
        let line = number.checked_sub(1).and_then(|at| self.lines.get(at));
        let range = line.map(|line| line.start as usize..line.end as usize);
        range
            .and_then(|range| self.text.get(range))
            .unwrap_or_default()
    }
}

/// What became of the line of that number; `None` where it is blank.
#[must_use]
pub fn fate_of(fates: &[LineFate], number: usize) -> Option<&LineFate> {
    let at = fates.binary_search_by(|fate| fate.line.cmp(&number)).ok()?;
    fates.get(at)
}

/// The line that gave that byte of that region: the first, where several did.
#[must_use]
pub fn line_of(fates: &[LineFate], region: usize, byte: usize) -> Option<usize> {
    let gave = |line: &&LineFate| match line.fate {
        Fate::Bytes {
            region: own,
            at,
            count,
        } => own == region && byte >= at && byte - at < count,
        _ => false,
    };
    fates.iter().find(gave).map(|line| line.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_core::decode::read::read;

    #[test]
    fn lines_have_the_numbers_that_they_are_read_under() {
        let text = "\u{feff}00 11\r\n\r\n# a note\n22 33\r\r44 55\n\n";
        let lines = Text::new(text.into());
        let reading = read(text).unwrap();
        let told: Vec<_> = reading
            .lines
            .iter()
            .map(|fate| (fate.line, lines.line(fate.line)))
            .collect();
        assert_eq!(
            told,
            [
                (1, "\u{feff}00 11"),
                (3, "# a note"),
                (4, "22 33"),
                (6, "44 55")
            ]
        );
        assert_eq!((lines.len(), lines.line(0), lines.line(9)), (7, "", ""));
    }

    #[test]
    fn bytes_lead_back_to_their_line() {
        let reading = read("00 11 22\nnothing\n33 44").unwrap();
        for (byte, line) in [(0, Some(1)), (2, Some(1)), (3, Some(3)), (5, None)] {
            assert_eq!(line_of(&reading.lines, 0, byte), line, "{byte}");
        }
        assert_eq!(line_of(&reading.lines, 1, 0), None);
        assert!(fate_of(&reading.lines, 2).is_some() && fate_of(&reading.lines, 4).is_none());
    }
}
