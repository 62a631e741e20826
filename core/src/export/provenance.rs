//! The provenance and certainty of an export, which every format states in a comment.

use std::fmt;

use crate::article::CorrectedField;
use crate::catalogue::Image;
use crate::certainty::Certainty;
use crate::dataset::{Dataset, Structure};
use crate::layout::{Layout, Member};
use crate::name::TypeName;
use crate::point::Point;
use crate::units::ByteSize;

use super::model::Definition;
use super::names;

/// The width of [`Provenance::lines`], unless a word is longer.
const WIDTH: usize = 110;

/// The sources and the certainty of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    pub structure: TypeName,
    pub point: Point,
    pub size: ByteSize,
    /// The hash of the data, from the caller.
    pub data: String,
    /// The sources without duplicates, the structure's own first.
    pub sources: Vec<Source>,
    /// The errata that were applied to its members and bit fields, without duplicates.
    pub errata: Vec<AppliedErratum>,
    /// The members of lower certainty, grouped by certainty, the highest first.
    pub uncertain: Vec<(Certainty, Vec<String>)>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The id in `sources.toml`.
    pub id: String,
    pub title: String,
    pub author: String,
    /// Empty if there is none.
    pub url: String,
    /// Names of the definitions that the source states.
    pub definitions: Vec<String>,
}

/// An error of a source with its correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedErratum {
    pub id: Box<str>,
    pub about: CorrectedField,
    /// The cell as published; empty if it is blank.
    pub published: String,
    /// In the notation of the cell.
    pub corrected: String,
    pub forced: bool,
}

#[cfg(test)]
impl Provenance {
    /// Returns the provenance of a layout without sources.
    pub(crate) fn bare(layout: &Layout) -> Self {
        Self {
            structure: layout.structure.clone(),
            point: layout.point,
            size: layout.size,
            data: "0".to_owned(),
            sources: Vec::new(),
            errata: Vec::new(),
            uncertain: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl Source {
    fn of(dataset: &Dataset, id: &str) -> Self {
        let known = dataset.source(id);
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        Self {
            id: id.to_owned(),
            title: text(known.map(|source| &source.title)),
            author: text(known.map(|source| &source.author)),
            url: text(known.map(|source| &source.url)),
            definitions: Vec::new(),
        }
    }
}

/// Formats a source: `etw: Events, somebody https://…`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, title) = (&self.id, &self.title);
        write!(f, "{id}: {title}, {} {}", self.author, self.url)
    }
}

impl Provenance {
    /// Returns the provenance of a layout and its definitions. `data` is the hash of the data.
    pub fn of(
        dataset: &Dataset,
        (structure, layout): (&Structure, &Layout),
        definitions: &[Definition],
        data: &str,
    ) -> Self {
        Self {
            structure: layout.structure.clone(),
            point: layout.point,
            size: layout.size,
            data: data.to_owned(),
            sources: sources(dataset, definitions),
            errata: errata(structure, layout),
            uncertain: uncertain(layout),
            notes: structure.notes(layout),
        }
    }

    /// Formats everything as lines of words without control characters.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut say = |text: String| wrap(&text, &mut lines);
        say(format!(
            "{} at {}, {} bytes",
            self.structure, self.point, self.size
        ));
        say(format!("Written by Strata from data {}", self.data));
        for source in &self.sources {
            say(format!(
                "Source of {}: {source}",
                source.definitions.join(", ")
            ));
        }
        for erratum in &self.errata {
            let published = match erratum.published.as_str() {
                "" => "blank",
                published => published,
            };
            let forced = match erratum.forced {
                true => "nothing else fits",
                false => "chosen among several that fit",
            };
            say(format!(
                "Erratum {}: {} published as {published}, corrected to {}; {forced}",
                erratum.id, erratum.about, erratum.corrected
            ));
        }
        for (certainty, members) in &self.uncertain {
            say(format!(
                "Certainty {certainty}: {} {}",
                certainty.meaning(),
                members.join(", ")
            ));
        }
        for note in &self.notes {
            say(format!("Note: {note}"));
        }
        lines
    }
}

/// Formats the provenance of all types of an image as lines of words. `data` is the hash of the data.
pub fn about_image(dataset: &Dataset, image: &Image, data: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |text: String| wrap(&text, &mut lines);
    say(format!("All types of {}", image.id()));
    say(format!("Written by Strata from data {data}"));
    for id in &image.sources {
        say(format!("Source: {}", Source::of(dataset, id)));
    }
    lines
}

/// Returns the sources of definitions, which are innermost first; the structure's own is the last.
fn sources(dataset: &Dataset, definitions: &[Definition]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for definition in definitions.iter().rev() {
        let (id, name) = (&definition.source, definition.name.clone());
        if let Some(source) = sources.iter_mut().find(|source| source.id == *id) {
            source.definitions.push(name);
            continue;
        }
        sources.push(Source {
            definitions: vec![name],
            ..Source::of(dataset, id)
        });
    }
    sources
}

fn errata(structure: &Structure, layout: &Layout) -> Vec<AppliedErratum> {
    let of_member = |member: &Member| {
        let bits = member.bits.known_bits().unwrap_or_default().iter();
        let bits = bits.flat_map(|field| field.errata.clone());
        let own = member.errata.iter().cloned();
        own.chain(bits).collect::<Vec<Box<str>>>()
    };
    let mut applied: Vec<AppliedErratum> = Vec::new();
    for id in layout.members().flat_map(of_member) {
        let erratum = structure.article().and_then(|article| article.erratum(&id));
        let Some(erratum) = erratum.filter(|_| applied.iter().all(|one| one.id != id)) else {
            continue;
        };
        applied.push(AppliedErratum {
            id,
            about: erratum.field,
            published: erratum.published.clone(),
            corrected: erratum.corrected.clone(),
            forced: erratum.is_only_fix,
        });
    }
    applied
}

fn uncertain(layout: &Layout) -> Vec<(Certainty, Vec<String>)> {
    let named = |member: &Member| match &member.name {
        Some(name) => name.to_string(),
        None => names::unknown(member.offset),
    };
    let of = |certainty: Certainty| {
        let members = layout.members();
        let members = members.filter(|member| member.certainty == certainty);
        (certainty, members.map(named).collect::<Vec<String>>())
    };
    let all = Certainty::ALL.into_iter();
    all.filter(|certainty| !certainty.is_plain())
        .map(of)
        .filter(|(_, members)| !members.is_empty())
        .collect()
}

/// Adds a text, wrapped to lines of at most [`WIDTH`] characters; all but the first are indented.
fn wrap(text: &str, lines: &mut Vec<String>) {
    let plain = |word: &str| word.replace(char::is_control, "");
    let mut line = String::new();
    for word in text.split_whitespace().map(plain) {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    lines.push(line);
}
