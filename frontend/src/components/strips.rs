//! Draws layouts as strips of bytes with ribbons between them. It needs no script: heads and ribbons are links.
//!
//! A change mark shows by pattern, sign and colour; the label of each link says it in words.

use crate::view::*;
use leptos::svg;
use strata_core::TypeName;
use strata_core::diff::Mark;
use strata_core::lookup::Reason;

use super::mark;
use crate::page::strips::{Block, GAP, Gap, HEAD, Link, Ribbon, Strip, Strips};

/// The least height of a block that has room for a line of text.
const LINE: u32 = 11;
/// From the middle of a block down to the baseline of its text.
const BASE: u32 = 3;
const INDENT: u32 = 6;
const LETTER: u32 = 7;
/// From the top of a gap down to its word.
const WORD: u32 = 18;
/// The distance between the lines of a pattern.
const GRID: &str = "6";

#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The structure whose pages heads and ribbons lead to.
    pub structure: &'a TypeName,
    pub strips: &'a Strips,
    /// The prefix of its ids.
    pub id: &'a str,
    pub title: &'a str,
}

impl Drawing<'_> {
    /// The drawing, in a box of its own that scrolls sideways.
    pub fn view(self) -> AnyView {
        let Strips { width, height, .. } = self.strips;
        let (title, text) = (format!("{}-title", self.id), format!("{}-text", self.id));
        let [labelled, described] = [title.clone(), text.clone()];
        let patterns = self.strips.marks();
        let patterns = patterns.iter().map(|mark| self.pattern(*mark));
        let reasons = self.strips.reasons().into_iter();
        let reasons = reasons.map(|why| ground(self.gap_id(why), gap_class(why), gap_lines(why)));
        let strips = self.strips.strips.iter().enumerate().map(|(at, strip)| {
            let before = at.checked_sub(1);
            let before =
                before.and_then(|at| self.strips.strips.get(at).zip(self.strips.links.get(at)));
            let link =
                before.map(|(before, link)| self.link(link, before.x + self.strips.strip, strip.x));
            (link, self.strip(strip))
        });
        // Over the ribbons, because nothing is known behind a gap.
        let gaps = self.strips.gaps.iter().map(|gap| self.gap(gap));
        let drawing = view! {
            <svg
                class="strips"
                viewBox=format!("0 0 {width} {height}")
                width=width.to_string()
                height=height.to_string()
                role="group"
                aria-labelledby=labelled
                aria-describedby=described
            >
                {svg::title().attr("id", title).child(self.title.to_owned())}
                <desc id=text>{self.description()}</desc>
                <defs>{patterns.collect_view()} {reasons.collect_view()}</defs>
                <g data-rows="">{strips.collect_view()}</g>
                {gaps.collect_view()}
            </svg>
        };
        any_view! {
            <figure class="strips-figure">
                {self.legend()}
                <div class="strips-box" role="region" aria-label=self.title.to_owned() tabindex="0">
                    {drawing}
                </div>
            </figure>
        }
    }

    fn description(self) -> String {
        let strips = self.strips.strips.iter();
        let heads = strips.map(|strip| format!("{}: {}", strip.head, figures::size(strip.size)));
        let links = self.strips.links.iter();
        let links =
            links.map(|it| format!(" {} → {}: {}.", it.from.version, it.to.version, it.summary));
        let gaps = self.strips.gaps.iter();
        let gaps = gaps.map(|gap| format!(" {}.", gap_words(gap)));
        format!(
            "Each strip is a layout, to scale, with its members from top to bottom: {}.{}{}",
            joined(heads, ", "),
            gaps.collect::<String>(),
            links.collect::<String>()
        )
    }

    /// Releases without a layout: a box as high as the highest strip, with the reason in it.
    fn gap(self, gap: &Gap) -> AnyView {
        let Gap { x, releases, why } = gap;
        let line = |y: u32, text: &str| {
            let middle = x + GAP / 2;
            any_view! { <text y=y.to_string() x=middle.to_string()>{text}</text> }
        };
        let (first, last) = (releases.first(), releases.get(1));
        let heads = [
            first.map(|it| line(HEAD - 22, it)),
            last.map(|it| line(HEAD - 7, &format!("to {it}"))),
        ];
        let band = any_view! {
            <rect
                class={gap_class(*why)}
                fill={format!("url(#{})", self.gap_id(*why))}
                x=x.to_string()
                y=HEAD.to_string()
                width=GAP.to_string()
                height={(self.strips.height - HEAD).to_string()}
            ></rect>
        };
        any_view! {
            <g class="strip-gap">
                {tooltip(gap_words(gap))}
                {heads.into_iter().flatten().collect_view()}
                {band}
                {line(HEAD + WORD, why.as_str())}
            </g>
        }
    }

    fn strip(self, strip: &Strip) -> AnyView {
        let Strip { x, head, size, .. } = strip;
        let size = figures::size(*size);
        let line = |class: &'static str, y: u32, text: &str| {
            any_view! { <text class=class x=x.to_string() y=y.to_string()>{text}</text> }
        };
        // As in the heads of gaps, the last release stands below the first: strips are narrower than both.
        let (first, last) = match head.split_once(" to ") {
            Some((first, last)) => (Some(first), format!("to {last}")),
            None => (None, head.clone()),
        };
        let url = Route::layout(self.structure, strip.point).to_string();
        let lines = [
            first.map(|first| line("strip-releases", HEAD - 37, first)),
            Some(line("strip-releases", HEAD - 22, &last)),
            Some(line("strip-size", HEAD - 7, &size)),
        ];
        let lines = lines.into_iter().flatten().collect();
        let blocks = strip.blocks.iter().filter(|block| block.drawn);
        // The names lie above all blocks: in a low block, they touch the next one.
        let blocks = blocks.map(|it| block(it, *x, self.strips.strip));
        let (blocks, names): (Vec<_>, Vec<_>) = blocks.unzip();
        any_view! {
            <g>{leads_to("strip-head", url, None, lines)} {blocks} {names}</g>
        }
    }

    /// The changes between two strips, as one link to the comparison.
    fn link(self, link: &Link, left: u32, right: u32) -> AnyView {
        let url = Route::diff(self.structure, link.from, link.to).to_string();
        let label = format!(
            "Compare {} with {}: {}",
            link.from.version, link.to.version, link.summary
        );
        let ribbons = link.ribbons.iter();
        let ribbons = ribbons.map(|it| self.ribbon(it, left, right));
        let link = leads_to("strip-link", url, Some(label), ribbons.collect());
        any_view! { <g>{link}</g> }
    }

    fn ribbon(self, ribbon: &Ribbon, left: u32, right: u32) -> AnyView {
        let title = format!("{}: {}", ribbon.label, ribbon.mark.words());
        any_view! {
            <path class=mark::tone(ribbon.mark) fill=self.fill(ribbon.mark) d=ribbon.outline(left, right)>
                {tooltip(title)}
            </path>
        }
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

    /// The SVG pattern of a mark: a ground with lines or dots.
    fn pattern(self, mark: Mark) -> AnyView {
        ground(self.pattern_id(mark), mark::tone(mark), lines(mark))
    }

    /// The legend of the marks that the drawing has.
    fn legend(self) -> AnyView {
        let swatch = |class: &'static str, fill: String| {
            view! {
                <svg class="strip-swatch" viewBox="0 0 24 12" aria-hidden="true">
                    <rect class=class fill=fill width="24" height="12"></rect>
                </svg>
            }
        };
        let entry = |mark: Mark| -> AnyView {
            let swatch = swatch(mark::tone(mark), self.fill(mark));
            let words = match mark.sign() {
                "" => mark.words().to_owned(),
                sign => format!("{sign} {}", mark.words()),
            };
            any_view! { <li>{swatch} {words}</li> }
        };
        let gap = |why: Reason| -> AnyView {
            let class = gap_class(why);
            let swatch = swatch(class, format!("url(#{})", self.gap_id(why)));
            any_view! { <li>{swatch} {why.as_str()}</li> }
        };
        let marks = self.strips.marks();
        let folded = self.strips.is_folded().then(|| {
            view! { <li class="strip-folded">"A dashed edge: folded, not to scale"</li> }
        });
        any_view! {
            <ul class="strip-legend" aria-label="Patterns">
                {marks.into_iter().map(entry).collect_view()}
                {self.strips.reasons().into_iter().map(gap).collect_view()}
                {folded}
            </ul>
        }
    }
}

fn ground(id: String, class: &'static str, lines: Option<&'static str>) -> AnyView {
    any_view! {
        <pattern id=id class=class width=GRID height=GRID patternUnits="userSpaceOnUse">
            <rect width=GRID height=GRID></rect>
            {lines.map(|d| view! { <path d=d></path> })}
        </pattern>
    }
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

/// The lines of a gap's pattern: none where the structure is absent, waves where the layout is not stated.
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

/// A block and its name, if there is room for it.
fn block(block: &Block, x: u32, width: u32) -> (AnyView, Option<AnyView>) {
    let Block { run, edge, .. } = block;
    let mark = run.mark.unwrap_or(Mark::Blank);
    let class = match run.title() {
        None => run.kind.as_str(),
        Some(_) => mark::tone(mark),
    };
    let folded = if block.folded { " strip-folded" } else { "" };
    let class = format!("block {class}{folded}");
    let (offset, size) = (run.slot.offset(), run.slot.size());
    let title = format!("{offset} +{size} {} {}", run.text(), mark.words());
    let title = title.trim_end().to_owned();
    let rect = any_view! {
        <rect
            class=class
            x=x.to_string()
            y=edge.y.to_string()
            width=width.to_string()
            height=edge.height.to_string()
        >
            {tooltip(title)}
        </rect>
    };
    let text = run.title().filter(|_| edge.height >= LINE).map(|label| {
        let text = short(&format!("{} {offset} {label}", mark.sign()), width);
        let y = edge.y + edge.height / 2 + BASE;
        any_view! { <text x={(x + INDENT).to_string()} y=y.to_string()>{text.trim_start()}</text> }
    });
    (rect, text)
}

/// The text, shortened to the width of a strip.
fn short(text: &str, width: u32) -> String {
    let letters = (width.saturating_sub(INDENT) / LETTER) as usize;
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// A link in the drawing; `view!` would make an HTML link, which SVG does not draw.
fn leads_to(
    class: &'static str,
    url: String,
    label: Option<String>,
    parts: Vec<AnyView>,
) -> AnyView {
    let link = svg::a().attr("class", class).attr("href", url);
    link.attr("aria-label", label).child(parts).into_any()
}

/// The `<title>` of a part of the drawing; not made with `view!` for the same reason.
fn tooltip(text: String) -> AnyView {
    svg::title().child(text).into_any()
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
