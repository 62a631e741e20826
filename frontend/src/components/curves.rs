//! How a structure grew: its size, release by release, on each architecture, and where its source says nothing; drawn as curves,
//! a step for each release, the architectures over one another.

use crate::view::*;
use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::{Arch, Layout, Release};

use super::figures;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    pub curves: Vec<Curve>,
    /// The rungs at which its source does not state it for any architecture: from, and before which.
    pub not_stated: Vec<(usize, usize)>,
}

impl Growth {
    pub fn new(structure: &Structure) -> Self {
        let layouts = structure.layouts();
        let of = |arch| layouts.iter().filter(move |it| it.arch() == arch);
        let curves = Arch::ALL.into_iter();
        let not_stated = Release::all().filter(|release| is_not_stated(structure, *release));
        Self {
            curves: curves
                .filter_map(|arch| Curve::new(arch, of(arch)))
                .collect(),
            not_stated: ranges(not_stated.map(Release::rank)),
        }
    }

    /// The releases at which its source does not state it, in words; `None` where there are none.
    pub fn not_stated_words(&self) -> Option<String> {
        let id = |rank: usize| Release::all().nth(rank).map(Release::id);
        let range = |&(from, to): &(usize, usize)| {
            let (first, last) = (id(from)?, id(to.checked_sub(1)?)?);
            Some(figures::span(&first, &last))
        };
        let words: Vec<String> = self.not_stated.iter().filter_map(range).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Whether the source does not reach a structure at a release, on any architecture of which it speaks.
fn is_not_stated(structure: &Structure, release: Release) -> bool {
    let archs = structure.archs().into_iter();
    let statuses: Vec<Status> = archs.map(|arch| structure.status(release, arch)).collect();
    let stated = |status: &Status| matches!(status, Status::Stated(_));
    !statuses.iter().any(stated) && statuses.contains(&Status::NotStated)
}

fn ranges(numbers: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end == number => *end += 1,
            _ => ranges.push((number, number + 1)),
        }
    }
    ranges
}

/// A structure's size on one architecture through the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    pub arch: Arch,
    /// Where the size stays the same, in order. Between two that do not touch, there is no layout.
    pub stretches: Vec<Stretch>,
}

/// Consecutive releases at which a structure has one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub first: Release,
    pub last: Release,
    pub size: u32,
}

impl Curve {
    /// The curve through the layouts of one architecture, given in the order of the ladder; `None` where there are none.
    pub fn new<'a>(arch: Arch, layouts: impl Iterator<Item = &'a Layout>) -> Option<Self> {
        let sizes = layouts.map(|layout| (layout.release, layout.size.get()));
        let stretches = stretches(sizes);
        (!stretches.is_empty()).then_some(Self { arch, stretches })
    }

    pub fn largest(&self) -> u32 {
        self.stretches.iter().map(|it| it.size).max().unwrap_or(0)
    }

    /// Whether there are releases without a size, before, between or behind.
    pub fn has_gaps(&self) -> bool {
        let covered = self.stretches.iter();
        let covered = covered
            .map(|it| it.last.rank() + 1 - it.first.rank())
            .sum::<usize>();
        covered < Release::COUNT
    }

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

/// How many units of the drawing a release is wide.
const STEP: usize = 10;
const HEIGHT: u32 = 56;
/// What is left free above the highest point and below zero.
const MARGIN: u32 = 3;

#[component]
pub fn CurvesView(
    /// The curves, and where there is no answer.
    growth: Growth,
    label: String,
    rungs: usize,
    /// What the drawing shows, in words, and the id of that text; not where the words stand beside it.
    #[prop(optional)]
    told: Option<(&'static str, String)>,
) -> impl IntoView {
    let Growth { curves, not_stated } = growth;
    let largest = curves.iter().map(Curve::largest).max().unwrap_or(0);
    let width = rungs * STEP;
    let blank = |(from, to): (usize, usize)| {
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
    let described = told.as_ref().map(|(id, _)| *id);
    let told = told.map(|(id, text)| view! { <desc id=id>{text}</desc> });
    view! {
        <svg
            class="curves"
            viewBox=format!("0 0 {width} {HEIGHT}")
            preserveAspectRatio="none"
            role="img"
            aria-label=label
            aria-describedby=described
        >
            {told}
            {not_stated.into_iter().map(blank).collect_view()}
            <path class="curve-base" d=base></path>
            {curves.into_iter().map(line).collect_view()}
        </svg>
    }
}

/// The rungs of the ladder below or above the curves, in their places; `named` are those that have a name.
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

/// `x64 0x88 → 0x98`, and where that begins and ends.
fn span(curve: &Curve) -> Option<impl IntoView + use<>> {
    let (first, last) = curve.ends()?;
    let sizes = if first.size == last.size {
        figures::size(first.size)
    } else {
        format!(
            "{} → {}",
            figures::size(first.size),
            figures::size(last.size)
        )
    };
    let span = figures::span(&first.first, &last.last);
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

/// A line that goes along each stretch and straight up or down to the next, where they touch.
fn path(stretches: &[Stretch], largest: u32) -> String {
    let mut path = String::new();
    let mut end = None;
    for stretch in stretches {
        let (from, to) = (stretch.first.rank(), stretch.last.rank() + 1);
        let y = height(stretch.size, largest);
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

/// Where a size lies in the drawing: zero below, the largest above.
fn height(size: u32, largest: u32) -> u32 {
    let room = HEIGHT - 2 * MARGIN;
    let up = u64::from(size) * u64::from(room) / u64::from(largest.max(1));
    HEIGHT - MARGIN - u32::try_from(up).unwrap_or(room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(first: &str, last: &str, size: u32) -> Stretch {
        Stretch {
            first: first.parse().unwrap(),
            last: last.parse().unwrap(),
            size,
        }
    }

    #[test]
    fn a_line_steps_where_releases_touch_and_breaks_where_they_do_not() {
        let stretches = [
            stretch("5.0", "5.1", 50),
            stretch("5.2", "5.2", 100),
            stretch("6.1", "6.1", 0),
        ];
        assert_eq!(path(&stretches, 100), "M0 28H20V3H30M40 53H50");
    }

    fn release(id: &str) -> Release {
        id.parse().unwrap()
    }

    #[test]
    fn ranges_join_neighbours() {
        assert_eq!(ranges([3, 4, 5, 9].into_iter()), [(3, 6), (9, 10)]);
        assert!(ranges(std::iter::empty()).is_empty());
    }

    #[test]
    fn what_is_not_stated_is_said_by_release() {
        let of = |not_stated| Growth {
            not_stated,
            ..Growth::default()
        };
        assert_eq!(of(Vec::new()).not_stated_words(), None);
        let words = of(vec![(8, 9), (17, Release::COUNT)]).not_stated_words();
        assert_eq!(words.as_deref(), Some("1511, 20H2 to 11-24H2"));
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
