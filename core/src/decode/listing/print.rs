//! A comparison as text: a verdict, then what differs, one line each. For people; scripts get [`wire`](super::wire).

use std::fmt;

use super::compare::{Comparison, Difference, Entry, Known};

impl Comparison {
    /// What came out, in one sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        let (structure, point) = (&self.structure, self.point);
        let whose = match &self.other_name {
            Some(name) => format!(
                "the listing is of {name}, not of {structure}; held against it at {point}, "
            ),
            None => String::new(),
        };
        if let Some((listed, ours)) = self.pointer {
            let (listed, ours) = (listed.get(), ours.get());
            return format!(
                "{whose}the listing has pointers of {listed} bytes, and {point} has pointers of {ours}: choose the other architecture"
            );
        }
        let ours = self.entries.iter().filter(|entry| entry.row.is_some());
        let all = ours.clone().count();
        let listed = ours.clone().filter(|entry| entry.line.is_some()).count();
        let agreeing = ours
            .filter(|entry| entry.line.is_some() && entry.agrees(self.partial))
            .count();
        if self.agrees() {
            return match all - listed {
                0 => format!(
                    "{whose}the listing agrees with {structure} {point} about every member ({all})"
                ),
                left => format!(
                    "{whose}the listing agrees with {structure} {point} about the {listed} members that it shows; it leaves out {left}"
                ),
            };
        }
        let mut but = Vec::new();
        if let Some((listed, ours)) = self.size {
            but.push(format!("it has {listed} bytes there and {ours} here"));
        }
        let first = self
            .entries
            .iter()
            .find(|entry| !entry.agrees(self.partial));
        if let Some((entry, difference)) = first
            .and_then(|entry| Some((entry, entry.differences.iter().find(|it| it.contradicts())?)))
        {
            but.push(format!(
                "the first difference is that `{}` {difference}",
                entry.path
            ));
        }
        format!(
            "{whose}the listing does not agree with {structure} {point}: {agreeing} of {all} members agree, and {}",
            but.join(", and ")
        )
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict())?;
        let told = |entry: &&Entry| {
            let left_out = self.partial && entry.line.is_none();
            !entry.differences.is_empty() && !left_out
        };
        for entry in self.entries.iter().filter(told) {
            writeln!(f, "  {entry}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    /// `line 7: WaitEvent lies at 0x48 in the listing and at 0x40 here`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let differences: Vec<String> = self.differences.iter().map(ToString::to_string).collect();
        write!(f, "`{}` {}", self.path, differences.join(", "))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said_of("the listing"))
    }
}

impl Difference {
    /// What differs, where what was read is called so: `lies at 0x48 in the listing and at 0x40 here`.
    #[must_use]
    pub fn said_of(&self, listing: &str) -> String {
        match self {
            Self::NotListed => format!("is not in {listing}"),
            Self::OnlyListed {
                offset,
                shared: true,
                ..
            } => format!("is another view of the bytes at {offset}, which only {listing} has"),
            Self::OnlyListed { offset, .. } => format!("is only in {listing}, at {offset}"),
            Self::Moved { listed, ours } => {
                format!("lies at {listed} in {listing} and at {ours} here")
            }
            Self::Retyped { listed, ours } => {
                format!("is `{listed}` in {listing} and `{ours}` here")
            }
            Self::Bits { listed, ours } => {
                let bits = |range: &Option<crate::units::BitRange>| match range {
                    Some(range) => format!("bit {} width {}", range.bit(), range.width()),
                    None => "no bit field".to_owned(),
                };
                format!("is {} in {listing} and {} here", bits(listed), bits(ours))
            }
            Self::Renamed { listed, ours } => {
                let known = match ours {
                    Known::Surely => "",
                    Known::Inferred => {
                        "; our source carried its name over from a related structure"
                    }
                    Known::Not => "; our source knows no name for it",
                };
                format!("is called `{listed}` in {listing}{known}")
            }
        }
    }
}
