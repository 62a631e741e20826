//! What became of a line of the text, as it is told in the margin.

use strata_core::decode::listing::{Comparison, Listed, Listing};
use strata_core::decode::read::{Fate, LineFate, Pasted, Reading};

use super::state::Paste;
use super::text::fate_of;
use super::words::counted;
use super::work::Decoding;

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepChanges {
    /// The class of the line.
    pub class: &'static str,
    /// A sign for it.
    pub sign: &'static str,
    /// The same in words.
    pub words: String,
    /// Why, or what else stands in it: a class, and the words.
    pub remark: Option<(&'static str, String)>,
}

impl StepChanges {
    fn new(class: &'static str, sign: &'static str, words: impl Into<String>) -> Self {
        Self {
            class,
            sign,
            words: words.into(),
            remark: None,
        }
    }

    fn because(self, remark: String) -> Self {
        let remark = Some(("source-why", remark));
        Self { remark, ..self }
    }
}

/// What became of the line of that number.
#[must_use]
pub fn told(paste: &Paste, decoding: &Decoding, number: usize) -> StepChanges {
    let read = paste.read.as_ref().and_then(|read| read.as_deref().ok());
    let compared = decoding.compared.as_ref().map(|(compared, _)| compared);
    match (read, compared) {
        (Some(Pasted::Bytes(reading)), _) => of_bytes(reading, number),
        (Some(Pasted::Listing(listing)), Some(compared)) => of_listing(listing, compared, number),
        _ => StepChanges::new("is-blank", "", ""),
    }
}

fn of_bytes(reading: &Reading, number: usize) -> StepChanges {
    let Some(LineFate { fate, note, .. }) = fate_of(&reading.lines, number) else {
        return StepChanges::new("is-blank", "", "blank");
    };
    let around = |sign, words| StepChanges::new("is-around", sign, words);
    let told = match fate {
        Fate::Bytes { region, at, count } => {
            let place = match reading.space.regions().len() {
                1 => format!("read +0x{at:02x}"),
                _ => format!("read {}+0x{at:02x}", region + 1),
            };
            let bytes = counted(*count, "byte", "bytes");
            StepChanges::new("is-read", "✓", format!("{place}, {bytes}"))
        }
        Fate::Prompt => around("›", "prompt"),
        Fate::Fence => around("‹›", "mark of a block"),
        Fate::Gap => around("…", "something left out"),
        Fate::End => around("⊣", "where it ends"),
        Fate::Heading => around("≡", "heading"),
        Fate::Code => around("{}", "code around it"),
        Fate::Skipped(skip) => {
            let skipped = StepChanges::new("is-skipped", "✗", "skipped");
            return skipped.because(format!("skipped because {skip}"));
        }
    };
    let noticed = reading.notes.iter().find(|note| note.line == number);
    let noticed = noticed.map(|noticed| ("source-why", noticed.text.clone()));
    let note = note
        .as_ref()
        .map(|note| ("source-note", format!("note: {note}")));
    StepChanges {
        remark: noticed.or(note),
        ..told
    }
}

fn of_listing(listing: &Listing, compared: &Comparison, number: usize) -> StepChanges {
    let mut entries = compared.entries.iter();
    let entry = entries.find(|entry| entry.line == Some(number));
    if let Some(entry) = entry.filter(|entry| !entry.agrees(compared.partial)) {
        let differences = entry.differences.iter().map(ToString::to_string);
        let why: Vec<String> = differences.collect();
        return StepChanges::new("is-skipped", "✗", "differs").because(why.join("; "));
    }
    if let Some(skipped) = listing.skipped.iter().find(|line| line.line == number) {
        let why = format!("skipped because {}", skipped.reason);
        return StepChanges::new("is-skipped", "✗", "skipped").because(why);
    }
    match entry.is_some() || is_listed(&listing.members, number) {
        true => StepChanges::new("is-read", "✓", "agrees"),
        false => StepChanges::new("is-around", "", ""),
    }
}

/// Whether a member stands in that line. Listings are at most `LISTING_DEPTH_LIMIT` deep.
fn is_listed(members: &[Listed], number: usize) -> bool {
    let here = |member: &Listed| member.line == number || is_listed(&member.members, number);
    members.iter().any(here)
}
