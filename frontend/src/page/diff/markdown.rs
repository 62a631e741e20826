//! A comparison as Markdown, for an issue or a commit message: the sentence, then a table of what changed.

use strata_core::diff::wire::KindDto;

use super::{DiffPage, Entry, Side};

/// The comparison as Markdown.
#[must_use]
pub fn markdown(page: &DiffPage) -> String {
    let (from, to) = (page.from.point, page.to.point);
    let mut text = format!(
        "**{}** {from} → {to}: {}\n\n| member | what | {from} | {to} |\n|---|---|---|---|\n",
        page.structure, page.summary
    );
    let shifted = page.shifts.iter().flat_map(|shift| &shift.entries);
    let groups = [&page.removed, &page.added, &page.changed]
        .into_iter()
        .flatten();
    for entry in groups.chain(shifted).chain(&page.width) {
        text += &row(entry);
    }
    for (name, numbers) in &page.values {
        let number = |at: usize| {
            numbers
                .get(at)
                .copied()
                .flatten()
                .map_or_else(String::new, |it| it.to_string())
        };
        text += &format!("| {name} | value | {} | {} |\n", number(0), number(1));
    }
    text
}

fn row(entry: &Entry) -> String {
    let kinds = entry.kinds.iter().map(|kind| word(*kind));
    let mut what = kinds.collect::<Vec<_>>().join(", ");
    if let Some(by) = &entry.by {
        what = format!("{what} by {by}");
    }
    let [from, to] = [&entry.from, &entry.to].map(|it| it.as_ref().map_or_else(String::new, side));
    format!("| {} | {what} | {from} | {to} |\n", escaped(&entry.label))
}

fn side(side: &Side) -> String {
    let bits = side.bits.as_ref();
    let bits = bits.map_or_else(String::new, |bits| format!(" ({bits})"));
    format!(
        "`{:#x}` `{}`{}",
        side.offset,
        side.declaration,
        escaped(&bits)
    )
}

/// What ends a cell of a table does not, in a text.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

const fn word(kind: KindDto) -> &'static str {
    match kind {
        KindDto::Added => "added",
        KindDto::Removed => "removed",
        KindDto::Moved => "moved",
        KindDto::Resized => "resized",
        KindDto::Retyped => "retyped",
        KindDto::Renamed => "renamed",
        KindDto::ToBits => "became bits",
        KindDto::FromBits => "became a member",
    }
}
