//! The size curve of a structure: its size by release on each architecture, with gaps where the source states none; one
//! step for each release, the architectures over one another.

use crate::view::*;
use strata_core::article::Status;
use strata_core::{Arch, ByteSize, Release};

use crate::page::structure::{Sizes, Stretch, merged};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    pub curves: Vec<Curve>,
    /// The ranges of releases (first, last) at which the source states no size for any architecture.
    pub not_stated: Vec<(Release, Release)>,
}

impl Growth {
    pub fn new(sizes: &[Sizes]) -> Self {
        let ground =
            Release::all().map(|release| (release, release, is_not_stated(sizes, release)));
        let ground = merged(ground).into_iter();
        let not_stated = ground.filter_map(|(first, last, is)| is.then_some((first, last)));
        Self {
            curves: sizes.iter().filter_map(Curve::new).collect(),
            not_stated: not_stated.collect(),
        }
    }

    /// The ranges without a stated size, in words; `None` where there are none.
    pub fn not_stated_words(&self) -> Option<String> {
        let ranges = self.not_stated.iter();
        let words = joined(ranges.map(|(from, to)| figures::span(from, to)), ", ");
        (!words.is_empty()).then_some(words)
    }
}

/// Whether the source states no size on any architecture that it covers.
fn is_not_stated(sizes: &[Sizes], release: Release) -> bool {
    let here = |(first, last, _): &&Stretch<_>| *first <= release && release <= *last;
    let stated = sizes
        .iter()
        .filter_map(|(_, sizes)| sizes.iter().find(here)?.2);
    let mut silent = false;
    for status in stated {
        match status {
            Status::Stated(_) => return false,
            Status::NotStated => silent = true,
            Status::Absent => {}
        }
    }
    silent
}

/// A structure's size on one architecture over the releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    pub arch: Arch,
    /// The ranges of equal size, in order. Between two that do not touch, there is no layout.
    pub stretches: Vec<Stretch<ByteSize>>,
}

impl Curve {
    /// The curve of one architecture; `None` where there are no layouts.
    pub fn new((arch, sizes): &Sizes) -> Option<Self> {
        let stretch = |(first, last, size): &Stretch<_>| match size {
            Some(Status::Stated(size)) => Some((*first, *last, *size)),
            _ => None,
        };
        let stretches: Vec<_> = sizes.iter().filter_map(stretch).collect();
        let arch = *arch;
        (!stretches.is_empty()).then_some(Self { arch, stretches })
    }

    pub fn largest(&self) -> ByteSize {
        let sizes = self.stretches.iter().map(|(.., size)| *size);
        sizes.max().unwrap_or_default()
    }

    /// Whether there are releases without a size: before, between or after the stretches.
    pub fn has_gaps(&self) -> bool {
        let covered = self.stretches.iter();
        let covered = covered.map(|(first, last, _)| last.index() + 1 - first.index());
        covered.sum::<usize>() < Release::COUNT
    }
}

/// Width of a release, in units of the drawing.
const STEP: usize = 10;
const HEIGHT: u32 = 56;
/// Margin above the highest point and below zero, in the drawing's units.
const MARGIN: u32 = 3;

#[component]
pub fn CurvesView(
    /// The curves and the ranges without a stated size.
    growth: Growth,
    label: String,
    /// A text alternative and its id; `None` where the same words stand beside the drawing.
    #[prop(optional)]
    description: Option<(&'static str, String)>,
) -> impl IntoView {
    let Growth { curves, not_stated } = growth;
    let largest = curves.iter().map(Curve::largest).max();
    let largest = largest.unwrap_or_default();
    let width = Release::COUNT * STEP;
    let blank = |(first, last): (Release, Release)| {
        let (from, to) = (first.index(), last.index() + 1);
        view! {
            <rect
                class="curve-blank"
                x=(from * STEP).to_string()
                y="0"
                width=((to - from) * STEP).to_string()
                height=HEIGHT.to_string()
            ></rect>
        }
    };
    let line = |curve: Curve| {
        view! { <path class=class(curve.arch) d=path(&curve.stretches, largest)></path> }
    };
    let base = format!("M0 {y}H{width}", y = HEIGHT - MARGIN);
    let described = description.as_ref().map(|(id, _)| *id);
    let description = description.map(|(id, text)| view! { <desc id=id>{text}</desc> });
    view! {
        <svg
            class="curves"
            viewBox=format!("0 0 {width} {HEIGHT}")
            preserveAspectRatio="none"
            role="img"
            aria-label=label
            aria-describedby=described
        >
            {description}
            {not_stated.into_iter().map(blank).collect_view()}
            <path class="curve-base" d=base></path>
            {curves.into_iter().map(line).collect_view()}
        </svg>
    }
}

/// The names of the releases along the axis; only those for which `named` returns true are shown.
pub fn rungs(named: fn(Release) -> bool) -> impl IntoView {
    let rung = |release: Release| {
        let name = named(release).then(|| release.id());
        view! { <li>{name}</li> }
    };
    view! { <ol class="axis-rungs">{Release::all().map(rung).collect_view()}</ol> }
}

pub fn spans(curves: &[Curve]) -> impl IntoView + use<> {
    curves.iter().filter_map(span).collect_view()
}

/// `x64 0x88 → 0x98`, with the first and the last release.
fn span(curve: &Curve) -> Option<impl IntoView + use<>> {
    let ((first, _, from), (_, last, to)) = curve.stretches.first().zip(curve.stretches.last())?;
    let (sizes, span) = (figures::change(from, to), figures::span(first, last));
    Some(view! {
        <li>
            <svg class="curve-key" viewBox="0 0 24 8" aria-hidden="true">
                <path class=class(curve.arch) d="M0 4H24"></path>
            </svg>
            " "
            <span class="figure">{curve.arch.as_str()} " " {sizes}</span>
            " "
            <span class="quiet">{span}</span>
        </li>
    })
}

const fn class(arch: Arch) -> &'static str {
    match arch {
        Arch::X86 => "curve curve-x86",
        Arch::X64 => "curve curve-x64",
        Arch::Arm64 => "curve curve-arm64",
    }
}

/// The SVG path: along each stretch, and straight up or down to the next one where they touch.
fn path(stretches: &[Stretch<ByteSize>], largest: ByteSize) -> String {
    let mut path = String::new();
    let mut end = None;
    for (first, last, size) in stretches {
        let (from, to) = (first.index(), last.index() + 1);
        let y = height(*size, largest);
        let touches = end == Some(from);
        path += &if touches {
            format!("V{y}")
        } else {
            format!("M{} {y}", from * STEP)
        };
        path += &format!("H{}", to * STEP);
        end = Some(to);
    }
    path
}

/// The y coordinate of a size: zero at the bottom, `largest` at the top.
fn height(size: ByteSize, largest: ByteSize) -> u32 {
    let room = HEIGHT - 2 * MARGIN;
    let up = u64::from(size.get()) * u64::from(room) / u64::from(largest.get().max(1));
    HEIGHT - MARGIN - u32::try_from(up).unwrap_or(room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(first: &str, last: &str, value: T) -> Stretch<T> {
        (first.parse().unwrap(), last.parse().unwrap(), value)
    }

    #[test]
    fn a_line_steps_where_releases_touch_and_breaks_where_they_do_not() {
        let stretches = [
            run("5.0", "5.1", ByteSize::new(50)),
            run("5.2", "5.2", ByteSize::new(100)),
            run("6.1", "6.1", ByteSize::ZERO),
        ];
        assert_eq!(
            path(&stretches, ByteSize::new(100)),
            "M0 28H20V3H30M40 53H50"
        );
    }

    /// The sizes on x86 and on x64, of rows with both.
    fn sizes(rows: &[(&str, &str, [Status; 2])]) -> [Sizes; 2] {
        [(Arch::X86, 0), (Arch::X64, 1)].map(|(arch, at)| {
            let rows = rows.iter();
            (
                arch,
                merged(rows.map(|(first, last, both)| run(first, last, Some(both[at])))),
            )
        })
    }

    fn stated(size: u32) -> Status {
        Status::Stated(ByteSize::new(size))
    }

    #[test]
    fn what_is_not_stated_joins_neighbours_and_is_said_by_release() {
        let [absent, none, eight] = [Status::Absent, Status::NotStated, stated(8)];
        let rows = [
            ("5.0", "10.0", [absent, eight]),
            ("1511", "1511", [absent, none]),
            ("1607", "2004", [none, eight]),
            ("20H2", "20H2", [absent, none]),
            ("21H1", "11-24H2", [none, none]),
        ];
        let words = Growth::new(&sizes(&rows)).not_stated_words();
        assert_eq!(words.as_deref(), Some("1511, 20H2 to 11-24H2"));
        assert_eq!(Growth::new(&sizes(&rows[..1])).not_stated_words(), None);
        assert!(Growth::new(&[]).not_stated.is_empty());
    }

    #[test]
    fn a_size_that_stays_is_one_stretch_and_a_gap_ends_it() {
        let [absent, eight, sixteen] = [Status::Absent, stated(8), stated(16)];
        let [_, x64] = sizes(&[
            ("6.0", "6.0", [absent, eight]),
            ("6.1", "6.1", [eight, eight]),
            ("6.2", "6.2", [eight, sixteen]),
            ("6.3", "6.3", [eight, absent]),
            ("10.0", "10.0", [eight, sixteen]),
        ]);
        let found = Curve::new(&x64).unwrap().stretches;
        let shown: Vec<String> = found
            .iter()
            .map(|(first, last, size)| format!("{first}-{last}:{}", size.get()))
            .collect();
        assert_eq!(shown, ["6.0-6.1:8", "6.2-6.2:16", "10.0-10.0:16"]);
    }
}
