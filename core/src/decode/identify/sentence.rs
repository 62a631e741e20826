//! Formats the result for people: whether the chosen point fits, why not, and which ones do.

use super::wire::AdviceDto;
use super::{ANSWER_LIMIT, CLEAR_MARGIN, Candidate, Identified, KnownBytes, Reason, Verdict};
use crate::arch::Arch;
use crate::decode::finding::Rule;
use crate::point::Point;
use crate::release::{Release, Version};
use crate::span::Span;

/// Number of reasons in a sentence.
const REASONS_SHOWN: usize = 3;

/// The least weight of a reason in a sentence.
const SHOWN_WEIGHT: i32 = 10;

impl Identified {
    /// Returns the candidate with a point: of the requested structure, or of the likeliest one.
    pub fn candidate_at(&self, point: Point) -> Option<&Candidate> {
        let mut candidates = self.candidates.iter();
        candidates.find(|candidate| candidate.points.contains(&point))
    }

    /// Whether the bytes distinguish the candidates.
    pub fn distinguishes(&self) -> bool {
        let mut contents = self.candidates.iter().map(|candidate| candidate.content);
        let first = contents.next();
        self.known_bytes == KnownBytes::Values && contents.any(|other| Some(other) != first)
    }

    /// Returns a candidate of the same structure that fits clearly better than that of `point`.
    pub fn better(&self, point: Point) -> Option<&Candidate> {
        let chosen = self.candidate_at(point)?;
        let mut fitting = self.candidates.iter().filter(|it| it.verdict.is_possible());
        let other = fitting.find(|other| other.structure == chosen.structure)?;
        let ahead = other.content.saturating_sub(chosen.content);
        let clearly = match chosen.verdict {
            Verdict::Fits | Verdict::NotRuledOut => ahead >= CLEAR_MARGIN,
            Verdict::FitsBadly => ahead > 0 && other.score > chosen.score,
            Verdict::DoesNotFit => ahead > 0,
        };
        (self.distinguishes() && clearly).then_some(other)
    }

    /// Formats whether the bytes fit a point, why not, and which points they do fit.
    pub fn sentence(&self, point: Point) -> String {
        let sentence = self.verdict(point);
        let chosen = self.candidate_at(point);
        let chosen = chosen.filter(|_| self.known_bytes == KnownBytes::Values);
        match chosen.is_some_and(|chosen| chosen.unstated.contains(&point)) {
            true => format!(
                "{sentence} A type in it is not stated for {}; the layout of the versions beside it is assumed.",
                point.version
            ),
            false => sentence,
        }
    }

    fn verdict(&self, point: Point) -> String {
        let Some(chosen) = self.candidate_at(point) else {
            return format!("No layout is known at {point}. {}", self.summary());
        };
        if self.known_bytes != KnownBytes::Values {
            return self.no_evidence_sentence();
        }
        let version = point.version;
        let how = match (chosen.verdict, self.better(point)) {
            (Verdict::Fits | Verdict::NotRuledOut, None) => {
                let fits = self.fits(version, chosen);
                return match chosen.structures {
                    1 => fits,
                    structures => format!(
                        "{fits} The bytes are {}.",
                        all_fit(structures, "structures", chosen.judged)
                    ),
                };
            }
            (Verdict::Fits | Verdict::NotRuledOut, Some(better)) => {
                let better_words = in_words(&[better], chosen.arch);
                let why = favouring_words(better, chosen);
                return format!("Fits {version}, but {better_words} fits better: {why}.");
            }
            (Verdict::FitsBadly, _) => format!("Fits {version} badly"),
            (Verdict::DoesNotFit, _) => format!("Does not fit {version}"),
        };
        let fitting = self.fitting(chosen);
        let doubtful = self.doubtful(chosen);
        if doubtful.is_some_and(|it| it.points.contains(&point)) {
            return self.with_doubts(chosen);
        }
        let is_it = |it: &Candidate| self.headline_candidates(it).contains(&chosen);
        // The point that does fit is the answer.
        let others = match (doubtful, &fitting[..]) {
            (Some(doubtful), _) => self.with_doubts(doubtful),
            (None, []) if self.nearest().is_some_and(is_it) => return self.summary(),
            (None, []) => format!("No known version of {} fits.", chosen.structure),
            (None, [best, ..]) => format!("Fits {}", best_of(best, &fitting, chosen.arch)),
        };
        let better = doubtful.or(fitting.first().copied());
        let why = list_reasons(reasons_against(chosen, better).into_iter());
        let colon = if why.is_empty() { "" } else { ": " };
        format!("{others} {how}{colon}{why}.")
    }

    /// Returns the advice to decode at another point that fits clearly better.
    pub fn advice(&self, point: Point) -> Option<AdviceDto> {
        let better = self.better(point)?;
        Some(AdviceDto::new(self.sentence(point), better))
    }

    /// Formats the evidence that distinguishes two points as a sentence; `None` if there is none.
    pub fn difference(&self, one: Point, other: Point) -> Option<String> {
        let (a, b) = (self.candidate_at(one)?, self.candidate_at(other)?);
        let side = |point: Point, word: &str, reasons: Vec<&Reason>| {
            let (version, is_empty) = (point.version, reasons.is_empty());
            let why = list_reasons(reasons.into_iter());
            (!is_empty).then(|| format!("{word} {version}: {why}"))
        };
        let own = |one, other| unshared_reasons(one, other).filter(|reason| !reason.rule.of_size());
        let pro = |one, other| own(one, other).filter(|reason| reason.weight > 0).collect();
        let contra = |one, other| own(one, other).filter(|reason| reason.weight < 0).collect();
        let sides = [
            side(one, "against", contra(a, b)),
            side(one, "for", pro(a, b)),
            side(other, "against", contra(b, a)),
            side(other, "for", pro(b, a)),
        ];
        let sides: Vec<String> = sides.into_iter().flatten().collect();
        let (one, other, all) = (one.version, other.version, sides.join("; "));
        (!sides.is_empty()).then(|| format!("{one} and {other} differ here: {all}."))
    }

    /// Formats the points that the bytes fit as a sentence.
    pub fn summary(&self) -> String {
        let nearest = self.nearest().map(|it| self.nearest_sentence(it));
        nearest.unwrap_or_else(|| self.summary_with(""))
    }

    /// The same with an additional condition, such as `, if it begins at +0x10`.
    pub(super) fn summary_with(&self, besides: &str) -> String {
        if self.known_bytes != KnownBytes::Values {
            return self.no_evidence_sentence();
        }
        let Some(first) = self.headline() else {
            return self.none_fits();
        };
        if first.verdict == Verdict::FitsBadly {
            return self.doubtful_sentence(first);
        }
        let what = self.named(first) + besides;
        if first.content <= 0 {
            return format!("No evidence for any layout. {what} is merely not ruled out.");
        }
        let end = match self.distinguishes() {
            true => reasons_for(first, &self.fitting(first), first.arch),
            false => ". The values do not tell these apart.".to_owned(),
        };
        let head = self.head(first);
        format!("{head} {what}{end}{}", self.equally_good(first))
    }

    /// Returns the nearest candidate, where none fits.
    fn nearest(&self) -> Option<&Candidate> {
        let has_values = self.known_bytes == KnownBytes::Values && self.headline().is_none();
        self.candidates.first().filter(|_| has_values)
    }

    fn none_fits(&self) -> String {
        let mut names = self.candidates.iter().map(|it| &it.structure);
        match names.next() {
            Some(first) if names.all(|name| name == first) => {
                format!("No known version of {first} fits.")
            }
            _ => "No known structure fits.".to_owned(),
        }
    }

    /// Formats that nothing fits, with the nearest candidate and the evidence against it.
    fn nearest_sentence(&self, nearest: &Candidate) -> String {
        let (none, what) = (self.none_fits(), self.named(nearest));
        let why = list_reasons(reasons_against(nearest, None).into_iter());
        let colon = if why.is_empty() { "" } else { ": " };
        format!("{none} The nearest is {what}{colon}{why}.")
    }

    fn head(&self, likeliest: &Candidate) -> &'static str {
        match self.supports(likeliest) {
            true => "Best fit:",
            false => "No layout fits clearly. The likeliest is",
        }
    }

    /// Formats the structure, points and architecture of the headline.
    fn named(&self, first: &Candidate) -> String {
        let Candidate {
            structure, arch, ..
        } = first;
        let points = in_words(&self.headline_candidates(first), *arch);
        format!("{structure} {points} on {arch}")
    }

    /// Formats the points of the headline: those that its structure fits best, or all it fits if the values do not
    /// differ.
    pub fn headline_points_in_words(&self) -> Option<String> {
        let first = self.headline()?;
        Some(in_words(&self.headline_candidates(first), first.arch))
    }

    /// Returns the candidates that the headline names if this one leads.
    fn headline_candidates<'a>(&'a self, first: &'a Candidate) -> Vec<&'a Candidate> {
        match first.verdict {
            Verdict::FitsBadly | Verdict::DoesNotFit => {
                alike(first, &self.candidates.iter().collect::<Vec<_>>())
            }
            _ if first.content > 0 && self.distinguishes() => alike(first, &self.fitting(first)),
            _ => self.fitting(first),
        }
    }

    /// Returns the candidates that the sentence about a point names instead of its own.
    pub fn alternatives(&self, point: Point) -> Vec<&Candidate> {
        match (self.candidate_at(point), self.better(point)) {
            (Some(chosen), better) if chosen.verdict.is_possible() => better.into_iter().collect(),
            (Some(chosen), _) => self.fitting(chosen),
            (None, _) => Vec::new(),
        }
    }

    /// Returns the candidate that answers which structure and version it is, which is the first; `None` if none fits.
    pub fn headline(&self) -> Option<&Candidate> {
        let first = self.candidates.first()?;
        let is_answer = match first.verdict {
            Verdict::Fits | Verdict::NotRuledOut => true,
            Verdict::FitsBadly => {
                let mut others = self.candidates.iter();
                self.supports(first) || others.any(|it| it.verdict.is_possible())
            }
            Verdict::DoesNotFit => false,
        };
        is_answer.then_some(first)
    }

    /// Returns the likeliest candidate of the same structure if it is supported and fits badly.
    fn doubtful(&self, chosen: &Candidate) -> Option<&Candidate> {
        let mut own = self.candidates.iter();
        let first = own.find(|it| it.structure == chosen.structure)?;
        (first.verdict == Verdict::FitsBadly && self.supports(first)).then_some(first)
    }

    /// Formats the points of a candidate that fits badly, but better than the others, and the evidence against it.
    fn with_doubts(&self, likeliest: &Candidate) -> String {
        format!(
            "Best fit: {}, with doubts: {}.",
            in_words(&self.headline_candidates(likeliest), likeliest.arch),
            list_reasons(reasons_against(likeliest, None).into_iter())
        )
    }

    /// Formats the likeliest candidate and the evidence against it.
    fn doubtful_sentence(&self, likeliest: &Candidate) -> String {
        let (head, what) = (self.head(likeliest), self.named(likeliest));
        let why = list_reasons(reasons_against(likeliest, None).into_iter());
        format!("{head} {what}, with doubts: {why}.")
    }

    /// Formats the other structures that fit as well as a candidate.
    fn equally_good(&self, first: &Candidate) -> String {
        let as_good = |other: &&Candidate| {
            other.verdict.is_possible()
                && other.score == first.score
                && other.structure != first.structure
        };
        let mut names: Vec<&str> = Vec::new();
        for other in self.candidates.iter().filter(as_good) {
            let name = other.structure.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let (shown, more) = names.split_at(names.len().min(REASONS_SHOWN));
        match (shown, more.len()) {
            ([], _) => String::new(),
            (shown, 0) => format!(" Equally good: {}.", shown.join(", ")),
            (shown, more) => format!(" Equally good: {} and {more} others.", shown.join(", ")),
        }
    }

    /// Returns the first candidates, at most [`ANSWER_LIMIT`].
    pub fn first_candidates(&self) -> &[Candidate] {
        let most = self.candidates.len().min(ANSWER_LIMIT);
        &self.candidates[..most]
    }

    /// Whether the evidence for a candidate exceeds that expected by chance.
    pub fn supports(&self, candidate: &Candidate) -> bool {
        candidate.each > self.needed
    }

    fn no_evidence_sentence(&self) -> String {
        let what = match self.known_bytes {
            KnownBytes::None => "No byte is known there",
            _ => "All bytes are zero",
        };
        format!("{what}: nothing distinguishes the versions.")
    }

    /// Formats the sentence for a chosen version without evidence against it.
    fn fits(&self, version: Version, chosen: &Candidate) -> String {
        let alike = self.as_good(chosen);
        let words = in_words(&alike, chosen.arch);
        if chosen.content <= 0 {
            return format!("No evidence for any version. {words} is merely not ruled out.");
        }
        let [_, _, ..] = &alike[..] else {
            return match words == version.to_string() || words.is_empty() {
                true => format!("Fits {version}."),
                false => format!("Fits {words}, one layout."),
            };
        };
        let of_length = |it: &&Candidate| {
            let mut rules = it.reasons.iter().map(|reason| reason.rule);
            rules.any(|rule| rule == Rule::ExactSize)
        };
        let of_length: Vec<&Candidate> = alike.iter().copied().filter(of_length).collect();
        let length = match of_length.first() {
            // Only a length that some of them do not have is information.
            Some(first) if of_length.len() < alike.len() => format!(
                "; the length, 0x{:x}, is that of {}",
                first.size.get(),
                in_words(&of_length, chosen.arch)
            ),
            _ => String::new(),
        };
        format!("Fits {words}. The values do not tell these apart{length}.")
    }

    /// Formats the points whose layouts fit as well as this candidate, with its architecture if it is not clear.
    pub(super) fn fits_in_words(&self, best: &Candidate) -> String {
        in_words(&self.as_good(best), best.arch)
    }

    /// Returns the candidates of the same structure with the same evidence.
    fn as_good(&self, chosen: &Candidate) -> Vec<&Candidate> {
        let mut alike = self.fitting(chosen);
        alike.retain(|other| other.content == chosen.content);
        alike
    }

    /// Returns the candidates of the same structure that fit about as well as the best, preferably on its architecture.
    fn fitting(&self, chosen: &Candidate) -> Vec<&Candidate> {
        let fits =
            |other: &&Candidate| other.verdict.is_possible() && other.structure == chosen.structure;
        let mut all: Vec<&Candidate> = self.candidates.iter().filter(fits).collect();
        // A candidate that is not ruled out but explains far less is not mentioned.
        let best = all.iter().map(|other| other.content).max().unwrap_or(0);
        all.retain(|other| best - other.content < CLEAR_MARGIN);
        if all.iter().any(|other| other.arch == chosen.arch) {
            all.retain(|other| other.arch == chosen.arch);
        }
        all
    }
}

impl Candidate {
    /// Formats the points: `6.2 to 1511`; builds if there is no release among them.
    pub fn points_in_words(&self) -> String {
        points_in_words(&self.points, Some(self.arch))
    }

    /// Formats the remark that the bytes are several structures.
    fn array(&self) -> Option<String> {
        let several = self.structures > 1;
        several.then(|| {
            let all = all_fit(self.structures, "of its structures", self.judged);
            format!("the bytes are {all}")
        })
    }
}

/// Formats points: `6.0, 6.2 to 1511 on x64`; builds if an architecture has no release among them. The architecture
/// `but` is omitted.
pub(crate) fn points_in_words(points: &[Point], but: Option<Arch>) -> String {
    let words = Arch::ALL.into_iter().filter_map(|arch| {
        let of_arch = points.iter().filter(|point| point.arch == arch);
        let releases = of_arch.clone().filter_map(|point| match point.version {
            Version::Release(release) => Some(release),
            Version::Build(_) | Version::Pdb(_) => None,
        });
        let mut releases: Vec<Release> = releases.collect();
        releases.sort_unstable();
        let mut words: Vec<String> = Span::of(releases).iter().map(Span::to_string).collect();
        if words.is_empty() {
            words.extend(of_arch.map(|point| point.version.to_string()));
        }
        let on = match but == Some(arch) {
            true => String::new(),
            false => format!(" on {arch}"),
        };
        (!words.is_empty()).then(|| words.join(", ") + &on)
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// Formats the number of structures that the bytes are; not all of many are judged.
fn all_fit(structures: u32, what: &str, judged: u32) -> String {
    match judged < structures {
        true => format!("{structures} {what}; the first {judged} were judged, each of which fits"),
        false => format!("{structures} {what}, each of which fits"),
    }
}

/// Iterates over the evidence of one candidate that the other does not share, the strongest first.
fn unshared_reasons<'a>(
    one: &'a Candidate,
    other: &'a Candidate,
) -> impl Iterator<Item = &'a Reason> {
    let same = |own: &Reason, reason: &Reason| {
        (own.rule, own.offset, own.weight) == (reason.rule, reason.offset, reason.weight)
    };
    let reasons = one.reasons.iter();
    reasons.filter(move |reason| !other.reasons.iter().any(|own| same(own, reason)))
}

/// Returns the evidence for one candidate that the other lacks, and that against the other, the strongest first.
fn favouring_reasons<'a>(one: &'a Candidate, other: &'a Candidate) -> Vec<&'a Reason> {
    let pro = unshared_reasons(one, other).filter(|reason| reason.weight > 0);
    let contra = unshared_reasons(other, one);
    let contra = contra.filter(|reason| reason.weight < 0 && !reason.rule.of_size());
    let mut more: Vec<&Reason> = pro.chain(contra).collect();
    more.sort_by_key(|reason| (-reason.weight.abs(), reason.offset));
    more
}

/// Returns the evidence against one candidate that a better one does not have.
fn reasons_against<'a>(one: &'a Candidate, better: Option<&'a Candidate>) -> Vec<&'a Reason> {
    let is_strong = |reason: &&Reason| reason.weight <= -SHOWN_WEIGHT && !reason.rule.of_size();
    let own: Vec<&Reason> = match better {
        Some(better) => unshared_reasons(one, better).filter(is_strong).collect(),
        None => Vec::new(),
    };
    match own.is_empty() {
        true => one.reasons.iter().filter(is_strong).collect(),
        false => own,
    }
}

/// Returns a candidate with the equally likely ones of its structure and architecture.
fn alike<'a>(one: &'a Candidate, all: &[&'a Candidate]) -> Vec<&'a Candidate> {
    let same = |other: &&Candidate| {
        (&other.structure, other.arch, other.score, other.verdict)
            == (&one.structure, one.arch, one.score, one.verdict)
    };
    let alike: Vec<&Candidate> = all.iter().copied().filter(same).collect();
    if alike.is_empty() { vec![one] } else { alike }
}

/// Formats the fitting candidates: the likeliest, the reasons, and the others.
fn best_of<'a>(best: &'a Candidate, fitting: &[&'a Candidate], chosen: Arch) -> String {
    let words = in_words(&alike(best, fitting), chosen);
    words + &reasons_for(best, fitting, chosen)
}

/// Formats the end of the sentence about the likeliest candidates: the reasons, and the other candidates.
fn reasons_for<'a>(best: &'a Candidate, fitting: &[&'a Candidate], chosen: Arch) -> String {
    let named = alike(best, fitting);
    let others = fitting.iter().copied();
    let others: Vec<&Candidate> = others.filter(|it| !named.contains(it)).collect();
    let why = match others.first() {
        Some(next) => favouring_words(best, next),
        None => best.array().unwrap_or_default(),
    };
    let colon = if why.is_empty() { "" } else { ": " };
    match others.is_empty() {
        true => format!("{colon}{why}."),
        false => format!("{colon}{why}. Less well: {}.", in_words(&others, chosen)),
    }
}

fn favouring_words(better: &Candidate, other: &Candidate) -> String {
    let array = better.array();
    array.unwrap_or_else(|| list_reasons(favouring_reasons(better, other).into_iter()))
}

/// Formats the strongest reasons with their offsets.
fn list_reasons<'a>(reasons: impl Iterator<Item = &'a Reason>) -> String {
    let mut text = String::new();
    for reason in reasons.take(REASONS_SHOWN) {
        if !text.is_empty() {
            text.push_str("; ");
        }
        if reason.path.is_some() {
            text.push_str(&format!("at +0x{:02x} ", reason.offset.get()));
        }
        text.push_str(&reason.message);
    }
    text
}

/// Formats the points of candidates, with ` on x64` if another architecture was chosen.
fn in_words(candidates: &[&Candidate], chosen: Arch) -> String {
    let points = candidates.iter().flat_map(|one| &one.points);
    points_in_words(&points.copied().collect::<Vec<_>>(), Some(chosen))
}
