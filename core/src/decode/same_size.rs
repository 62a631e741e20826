//! Finds layouts of a structure with the same size and other members, which the number of bytes cannot distinguish.

use std::borrow::Cow;

use super::finding::{Detail, Finding};
use crate::dataset::Dataset;
use crate::layout::{Layout, Member};
use crate::release::Version;
use crate::types::EnumValue;

/// The most differences that a finding names.
const NAMED: usize = 4;

/// Returns a finding for each other layout class of the structure with the same size on the same architecture: its
/// points, and the differences.
///
/// The findings are independent of the bytes: store them in [`Decoded::findings`](super::Decoded::findings).
pub fn same_size_layouts(dataset: &Dataset, layout: &Layout) -> Vec<Finding> {
    let Some(structure) = dataset.structure(layout.structure.as_str()) else {
        return Vec::new();
    };
    let (arch, size) = (layout.arch(), layout.size);
    // Symbol files and articles spell the same types differently, so each is compared with its own kind.
    let layouts = match layout.point.version {
        Version::Release(_) => structure.layouts_of_size(arch, size),
        Version::Build(_) | Version::Pdb(_) => {
            let layouts = structure.symbols_of_size(arch, size).into_iter();
            layouts.map(Cow::Owned).enumerate().collect()
        }
    };
    let mut classes: Vec<Class<'_>> = Vec::new();
    for (rank, other) in &layouts {
        if other.same_as(layout) {
            continue;
        }
        match classes.iter_mut().find(|class| class.of.same_as(other)) {
            Some(class) => class.add(*rank, other),
            None => classes.push(Class {
                of: other,
                runs: vec![Run::new(*rank, other)],
            }),
        }
    }
    let finding = |class: &Class<'_>| {
        let text = format!(
            "{} has {} bytes, too, on {} at {}, with other meanings: {}",
            layout.structure,
            layout.size,
            layout.arch(),
            class.points(),
            differences(layout, class.of),
        );
        Finding::about(0, Detail::SameSize(text))
    };
    classes.iter().map(finding).collect()
}

/// Points with the same layout.
struct Class<'a> {
    of: &'a Layout,
    runs: Vec<Run>,
}

/// Consecutive layouts of an architecture.
struct Run {
    last_rank: usize,
    first: Version,
    last: Version,
}

impl Run {
    fn new(rank: usize, layout: &Layout) -> Self {
        Self {
            last_rank: rank,
            first: layout.point.version,
            last: layout.point.version,
        }
    }
}

impl Class<'_> {
    fn add(&mut self, rank: usize, layout: &Layout) {
        let version = layout.point.version;
        let release = matches!(version, Version::Release(_));
        match self.runs.last_mut() {
            Some(run) if release && run.last_rank + 1 == rank => {
                (run.last_rank, run.last) = (rank, version);
            }
            _ => self.runs.push(Run::new(rank, layout)),
        }
    }

    /// Formats the points: `6.3 to 1511, 1703`; builds one by one.
    fn points(&self) -> String {
        let runs = self.runs.iter().map(|run| match run.first == run.last {
            true => run.first.to_string(),
            false => format!("{} to {}", run.first, run.last),
        });
        runs.collect::<Vec<_>>().join(", ")
    }
}

fn differences(layout: &Layout, other: &Layout) -> String {
    let mut named = Vec::new();
    let mut more = 0_usize;
    let mut differ = |text: String| match named.len() < NAMED {
        true => named.push(text),
        false => more += 1,
    };
    for value in &layout.values {
        let same = |other: &&EnumValue| other.name == value.name;
        match other.values.iter().find(same) {
            None => differ(format!("{} is not there", value.name)),
            Some(there) if there.value != value.value => {
                differ(format!("{} is {}", value.name, there.value));
            }
            Some(_) => {}
        }
    }
    for value in &other.values {
        if !layout.values.iter().any(|own| own.name == value.name) {
            differ(format!("{} is {}", value.name, value.value));
        }
    }
    for member in layout.members() {
        if let Some(how) = difference(member, counterpart(member, other)) {
            differ(format!("{} {how}", member.label()));
        }
    }
    for member in other.members() {
        if counterpart(member, layout).is_none() {
            differ(format!("{} is at {}", member.label(), member.offset));
        }
    }
    let more = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    named.join(", ") + &more
}

/// Returns the member of the same row, or of the same name if a changed member has its own row.
fn counterpart<'a>(member: &Member, layout: &'a Layout) -> Option<&'a Member> {
    let named = |other: &&Member| other.name.is_some() && other.name == member.name;
    let of_row = layout.member(member.row.as_str());
    of_row.or_else(|| layout.members().find(named))
}

fn difference(here: &Member, there: Option<&Member>) -> Option<String> {
    let Some(there) = there else {
        return Some("is not there".to_owned());
    };
    if here.offset != there.offset {
        Some(format!("is at {}", there.offset))
    } else if here.ty != there.ty {
        Some(format!("is {}", there.ty))
    } else if !here.bits.same_as(&there.bits) {
        Some("has other bits".to_owned())
    } else if here.name != there.name || here.size != there.size {
        Some(format!("is {} of {} bytes", there.label(), there.size))
    } else {
        None
    }
}
