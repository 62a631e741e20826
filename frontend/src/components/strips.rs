//! Layouts as strips of bytes with ribbons between them, drawn. It needs no script: heads and ribbons are links.
//!
//! What became of a member is told by pattern, by sign and by colour; the sentence of each link says it in words.

use strata_core::TypeName;
use strata_core::diff::Mark;
use strata_core::lookup::Reason;

use super::{figures, mark};
use crate::markup::{Element, Markup, el, said};
use crate::page::strips::{Block, GAP, Gap, HEAD, Link, Ribbon, Strip, Strips};
use crate::route::Route;

/// How low a block is that still has room for a line of text.
const LINE: u32 = 11;
/// How far below the middle of a block its text stands.
const BASE: u32 = 4;
/// How far from the left.
const INDENT: u32 = 6;
/// How wide a letter is.
const LETTER: u32 = 7;
/// How far below the top of a gap its word stands.
const WORD: u32 = 18;
/// From one line of a pattern to the next.
const GRID: &str = "6";

/// Strips on a page.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The structure: heads and ribbons lead to its pages.
    pub structure: &'a TypeName,
    /// What is drawn.
    pub strips: &'a Strips,
    /// The beginning of its ids.
    pub id: &'a str,
    /// What it is called.
    pub title: &'a str,
}

impl Drawing<'_> {
    /// As it is drawn: in a box of its own, which scrolls sideways.
    #[must_use]
    pub fn markup(self) -> Element {
        let Strips { width, height, .. } = self.strips;
        let (title, text) = (format!("{}-title", self.id), format!("{}-text", self.id));
        let patterns = self.strips.marks();
        let patterns = patterns.iter().map(|mark| self.pattern(*mark));
        let reasons = self.strips.reasons().into_iter();
        let reasons = reasons.map(|why| {
            let ground = ground(gap_class(why), gap_lines(why));
            ground.attr("id", self.gap_id(why)).into()
        });
        let mut drawing = el("svg")
            .attr("class", "strips")
            .attr("viewBox", format!("0 0 {width} {height}"))
            .attr("width", width.to_string())
            .attr("height", height.to_string())
            .attr("role", "group")
            .attr("aria-labelledby", title.clone())
            .attr("aria-describedby", text.clone())
            .with(el("title").attr("id", title).text(self.title))
            .with(el("desc").attr("id", text).text(&self.description()))
            .with(el("defs").with_all(patterns).with_all(reasons));
        for (at, strip) in self.strips.strips.iter().enumerate() {
            let before = at.checked_sub(1);
            let before =
                before.and_then(|at| self.strips.strips.get(at).zip(self.strips.links.get(at)));
            if let Some((before, link)) = before {
                drawing = drawing.with(self.link(link, before.x + self.strips.strip, strip.x));
            }
            drawing = drawing.with(self.strip(strip));
        }
        // Over the ribbons: what is behind a gap is not known to be so.
        let gaps = self.strips.gaps.iter().map(|gap| self.gap(gap));
        let drawing = drawing.with_all(gaps);
        let frame = el("div")
            .attr("class", "strips-box")
            .attr("role", "region")
            .attr("aria-label", self.title.to_owned())
            .attr("tabindex", "0")
            .with(drawing);
        el("figure")
            .attr("class", "strips-figure")
            .with(self.legend())
            .with(frame)
    }

    /// What the drawing shows, for whoever does not see it.
    fn description(self) -> String {
        let strips = self.strips.strips.iter();
        let heads = strips.map(|strip| format!("{}: {}", strip.head, figures::size(strip.size)));
        let heads: Vec<String> = heads.collect();
        let links = self.strips.links.iter();
        let links =
            links.map(|it| format!(" {} → {}: {}.", it.from.version, it.to.version, it.summary));
        let gaps = self.strips.gaps.iter();
        let gaps = gaps.map(|gap| format!(" {}.", gap_words(gap)));
        format!(
            "Each strip is a layout, its members from above, their bytes to scale: {}.{}{}",
            heads.join(", "),
            gaps.collect::<String>(),
            links.collect::<String>()
        )
    }

    /// Releases without a layout: as high as the highest strip, with the word in it.
    fn gap(self, gap: &Gap) -> Markup {
        let Gap { x, releases, why } = gap;
        let line = |y: u32, text: &str| {
            let text = el("text").attr("y", y.to_string()).text(text);
            Markup::from(text.attr("x", (x + GAP / 2).to_string()))
        };
        let (first, last) = (releases.first(), releases.get(1));
        let heads = [
            first.map(|it| line(HEAD - 22, it)),
            last.map(|it| line(HEAD - 7, &format!("to {it}"))),
        ];
        let band = el("rect")
            .attr("class", gap_class(*why))
            .attr("fill", format!("url(#{})", self.gap_id(*why)))
            .attr("x", x.to_string())
            .attr("y", HEAD.to_string())
            .attr("width", GAP.to_string())
            .attr("height", (self.strips.height - HEAD).to_string());
        el("g")
            .attr("class", "strip-gap")
            .with(el("title").text(&gap_words(gap)))
            .with_all(heads.into_iter().flatten())
            .with(band)
            .with(line(HEAD + WORD, why.as_str()))
            .into()
    }

    fn strip(self, strip: &Strip) -> Element {
        let Strip { x, head, size, .. } = strip;
        let size = figures::size(*size);
        let line = |class: &'static str, y: u32, text: &str| {
            said("text", class, text)
                .attr("x", x.to_string())
                .attr("y", y.to_string())
        };
        let url = Route::layout(self.structure, strip.point).to_string();
        let head = linked(url, "strip-head")
            .with(line("strip-releases", HEAD - 22, head))
            .with(line("strip-size", HEAD - 7, &size));
        el("g").with(head).with_all(
            strip
                .blocks
                .iter()
                .filter(|block| block.drawn)
                .map(|it| block(it, *x, self.strips.strip)),
        )
    }

    /// What became of the members between two strips, as one link to the comparison.
    fn link(self, link: &Link, left: u32, right: u32) -> Element {
        let url = Route::diff(self.structure, link.from, link.to).to_string();
        let label = format!(
            "Compare {} with {}: {}",
            link.from.version, link.to.version, link.summary
        );
        linked(url, "strip-link")
            .attr("aria-label", label)
            .with_all(link.ribbons.iter().map(|it| self.ribbon(it, left, right)))
    }

    fn ribbon(self, ribbon: &Ribbon, left: u32, right: u32) -> Markup {
        let title = format!("{}: {}", ribbon.label, ribbon.mark.words());
        let path = el("path")
            .attr("class", mark::tone(ribbon.mark))
            .attr("fill", self.fill(ribbon.mark))
            .attr("d", ribbon.outline(left, right))
            .with(el("title").text(&title));
        path.into()
    }

    fn pattern_id(self, mark: Mark) -> String {
        format!("{}-{}", self.id, mark::class(mark))
    }

    fn gap_id(self, why: Reason) -> String {
        format!("{}-{}", self.id, gap_class(why))
    }

    fn fill(self, mark: Mark) -> String {
        format!("url(#{})", self.pattern_id(mark))
    }

    /// What a mark looks like: a ground, and lines or dots on it.
    fn pattern(self, mark: Mark) -> Markup {
        ground(mark::tone(mark), lines(mark))
            .attr("id", self.pattern_id(mark))
            .into()
    }

    /// What the patterns and signs mean: only of those that the drawing has.
    fn legend(self) -> Element {
        let swatch = |class: &'static str, fill: String| {
            let rect = el("rect")
                .attr("class", class)
                .attr("fill", fill)
                .attr("width", "24")
                .attr("height", "12");
            el("svg")
                .attr("class", "strip-swatch")
                .attr("viewBox", "0 0 24 12")
                .attr("aria-hidden", "true")
                .with(rect)
        };
        let entry = |mark: Mark| -> Markup {
            let swatch = swatch(mark::tone(mark), self.fill(mark));
            let sign = match mark.sign() {
                "" => String::new(),
                sign => format!("{sign} "),
            };
            el("li").with(swatch).text(&sign).text(mark.words()).into()
        };
        let gap = |why: Reason| -> Markup {
            let class = gap_class(why);
            let swatch = swatch(class, format!("url(#{})", self.gap_id(why)));
            el("li").with(swatch).text(why.as_str()).into()
        };
        let marks = self.strips.marks();
        let folded = self.strips.is_folded().then(|| {
            let text = "A dashed edge: folded, not to scale";
            said("li", "strip-folded", text).into()
        });
        el("ul")
            .attr("class", "strip-legend")
            .attr("aria-label", "Patterns")
            .with_all(marks.into_iter().map(entry))
            .with_all(self.strips.reasons().into_iter().map(gap))
            .with_all(folded)
    }
}

/// A pattern: a ground, and lines on it.
fn ground(class: &'static str, lines: Option<&'static str>) -> Element {
    let ground = el("rect").attr("width", GRID).attr("height", GRID);
    let lines = lines.map(|d| el("path").attr("d", d).into());
    el("pattern")
        .attr("class", class)
        .attr("width", GRID)
        .attr("height", GRID)
        .attr("patternUnits", "userSpaceOnUse")
        .with(ground)
        .with_all(lines)
}

fn linked(url: String, class: &'static str) -> Element {
    el("a").attr("class", class).attr("href", url)
}

/// The lines of a mark's pattern, within a square of [`GRID`].
const fn lines(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::Blank | Mark::First | Mark::Same => None,
        Mark::MovedWithRest => Some("M0 3H6"),
        Mark::MovedAlone => Some("M0 0L6 6"),
        Mark::Renamed => Some("M0 1.5H3M3 4.5H6"),
        Mark::Resized => Some("M3 0V6"),
        Mark::Retyped => Some("M1 1H3V3H1Z"),
        Mark::ToBits | Mark::FromBits => Some("M0 3H6M3 0V6"),
        Mark::New => Some("M1 3H5M3 1V5"),
        Mark::Gone => Some("M0 6L6 0"),
    }
}

const fn gap_class(why: Reason) -> &'static str {
    match why {
        Reason::Absent | Reason::Declared => "strip-absent",
        Reason::NotStated => "strip-not-stated",
    }
}

/// What is not there is empty; what is not known is hatched in waves.
const fn gap_lines(why: Reason) -> Option<&'static str> {
    match why {
        Reason::Absent | Reason::Declared => None,
        Reason::NotStated => Some("M0 4.5L3 1.5L6 4.5"),
    }
}

/// `not stated: 1511`, `absent: 5.0 to 5.2`.
fn gap_words(gap: &Gap) -> String {
    format!("{}: {}", gap.why.as_str(), gap.releases.join(" to "))
}

fn block(block: &Block, x: u32, width: u32) -> Markup {
    let Block { edge, label, .. } = block;
    let mut class = match (label, block.mark) {
        (None, _) => format!("block {}", block.kind.class()),
        (_, became) => format!("block {}", mark::tone(became)),
    };
    if block.folded {
        class.push_str(" strip-folded");
    }
    let offset = figures::offset(block.offset);
    let said_all = [
        offset.clone(),
        format!("+{}", figures::size(block.size)),
        block.text.clone(),
        block.mark.words().to_owned(),
    ];
    let mut title = said_all.join(" ");
    title.truncate(title.trim_end().len());
    let rect = el("rect")
        .attr("class", class)
        .attr("x", x.to_string())
        .attr("y", edge.y.to_string())
        .attr("width", width.to_string())
        .attr("height", edge.height.to_string())
        .with(el("title").text(&title));
    let text = label.as_ref().filter(|_| edge.height >= LINE).map(|label| {
        let sign = block.mark.sign();
        let text = short(&format!("{sign} {offset} {label}"), width);
        let y = edge.y + edge.height / 2 + BASE;
        el("text")
            .attr("x", (x + INDENT).to_string())
            .attr("y", y.to_string())
            .text(text.trim_start())
            .into()
    });
    el("g").with(rect).with_all(text).into()
}

/// As much of a text as a strip of that width has room for.
fn short(text: &str, width: u32) -> String {
    let letters = (width.saturating_sub(INDENT) / LETTER) as usize;
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_at_a_letter() {
        assert_eq!(short("0x08 Links", 196), "0x08 Links");
        let cut = short("→ 0x58 ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ", 196);
        assert_eq!(cut.chars().count(), 27);
        assert!(cut.ends_with('…'));
    }
}
