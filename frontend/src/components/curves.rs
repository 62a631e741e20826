//! The curve of a structure's size, drawn: a step for each release, the architectures over one another.

use crate::view::*;
use strata_core::{Arch, Release};

use super::figures;
use crate::page::curve::{Curve, Growth, Stretch};

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
}
