//! The page that checks offsets: a pasted table of `structure member offset`, judged at every point, in the browser.

mod matrix;
pub mod results;

use crate::pages::prelude::*;
use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::validity::offsets::{Format, offsets};
use strata_core::validity::wire::{ValidityAnswer, answer};
use strata_core::validity::{claims, table};
use strata_core::{Arch, Dataset, Point, Release};

use self::results::{JudgedPoints, results};
use crate::components::copy::CopyButton;
use crate::route::{TABLE_PARAMETER, site_location, table_of_query};
use crate::{browser, data};

const TEXT_ID: &str = "validity-text";
/// The id of the field in the form that needs no JavaScript.
const FORM_ID: &str = "validity-table";
/// The most characters of a table in an address.
const FORM_LIMIT: usize = 4000;

fn judge(text: &str, arch: Option<Arch>) -> ValidityAnswer {
    let judged = |dataset: &Dataset| answer(dataset, &claims(dataset, text, None), arch);
    data::loaded().map_or_else(ValidityAnswer::default, |dataset| judged(&dataset))
}

#[component]
pub fn ValidityView(page: ValidityPage) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let archs_shown = RwSignal::new(Archs::Guessed);
    let arch = move || archs_shown.get().one();
    // The point for which the table was made; `None`: guessed.
    let from = RwSignal::new(None::<Point>);
    // The point of use.
    let point = RwSignal::new(page.points.first().copied());
    let format = RwSignal::new(Format::Table);
    let all = page.points.clone();
    let given = page.given.as_ref().map(|(table, _)| table.clone());
    // The input that the browser kept over a reload, or that came with the address.
    Effect::new(move || {
        let kept = browser::value_of(TEXT_ID);
        let kept = Some(kept).filter(|kept| !kept.is_empty());
        if let Some(kept) = kept.or_else(|| given.clone()) {
            text.set(kept);
        }
        if !browser::has_focus() {
            browser::focus(TEXT_ID);
        }
    });
    let answer = Memo::new(move |_| judge(&text.read(), arch()));
    let none = move || answer.read().items.is_empty();
    // A narrow window shows the column of the point of use first.
    Effect::new(move || {
        answer.track();
        point.track();
        browser::once_drawn(|| browser::reveal_each(".matrix thead .is-target", ".table-box"));
    });
    let empty = move || text.with(|text| text.trim().is_empty());
    let csv = move |()| table::to_csv(&answer.read());
    let corrected = move |()| {
        let one = point.get_untracked().map(|point| vec![point]);
        let points = one.unwrap_or_else(|| all.clone());
        let answer = judge(&text.read_untracked(), None);
        offsets(&answer, &points, format.get_untracked())
    };
    let target = move || match point.get() {
        Some(point) => point.to_string(),
        None => "every version".to_owned(),
    };
    let draw = move || match empty() {
        true => any_view! { <div class="validity-results"></div> },
        false => {
            let is_asked = |point: &Point| arch().is_none_or(|arch| arch == point.arch);
            let asked = JudgedPoints {
                from: from.get().filter(is_asked),
                to: point.get().filter(is_asked),
                all: archs_shown.get() != Archs::Guessed,
                // On a phone, they would be longer than the page before them.
                folded: browser::is_narrow(),
            };
            results(&answer.read(), asked)
        }
    };
    let pick = move |event| archs_shown.set(Archs::of(&event_target_value(&event)));
    let begin = move |event| from.set(event_target_value(&event).parse().ok());
    let choose = move |event| point.set(event_target_value(&event).parse().ok());
    let write = move |event| {
        let chosen = Format::of(&event_target_value(&event));
        format.set(chosen.unwrap_or(Format::Table));
    };
    view! {
        <article class="report validity-page">
            {lede()}
            {without_script(&page)}
            <div class="needs-script validity-desk">
                <label class="validity-label" for=TEXT_ID>"Your offsets"</label>
                <textarea
                    id=TEXT_ID
                    rows="8"
                    autocomplete="off"
                    placeholder="STRUCTURE Member 0x58"
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
                <div class="validity-bar">
                    <span class="validity-target">
                        <label for="validity-from">"Made for"</label>
                        <select id="validity-from" on:change=begin>
                            <option value="">"detect"</option>
                            {points(&page.points)}
                        </select>
                    </span>
                    <span class="validity-target">
                        <label for="validity-point">"Used at"</label>
                        <select id="validity-point" on:change=choose>
                            {points(&page.points)}
                            <option value="">"every point"</option>
                        </select>
                    </span>
                    <div on:change=pick>{archs(&page.points)}</div>
                    <button type="button" class="button" on:click=move |_| text.set(EXAMPLE.to_owned())>
                        "Fill in an example"
                    </button>
                    <button type="button" class="button" disabled=empty on:click=move |_| text.set(String::new())>
                        "Clear"
                    </button>
                </div>
                {draw}
                <div class="validity-bar" hidden=none>
                    <CopyButton label="Copy all as CSV" text=csv/>
                    <span class="validity-corrected">
                        <label for="validity-format">
                            "These members at " {target} " as"
                        </label>
                        <select id="validity-format" on:change=write>
                            {formats()}
                        </select>
                        <CopyButton label="Copy the offsets" text=corrected/>
                    </span>
                </div>
            </div>
            {scripts()}
        </article>
    }
}

fn lede() -> impl IntoView {
    let lede = any_view! {
        <p class="lede">
            "Paste the offsets of your tool or driver, and see whether each is still valid in every version of Windows. "
            <span class="quiet needs-script">"Your table stays in this browser."</span>
        </p>
    };
    let how = any_view! {
        <p class="quiet validity-how">
            "One offset per line. Accepted: C, CSV, "
            <code>"dt"</code>
            ", IDA, JSON, INI; for example "
            <code>"STRUCTURE Member 0x58"</code>
            ", "
            <code>"nt!_STRUCTURE+0x58"</code>
            ", "
            <code class="nowrap">"#define STRUCTURE_Member 0x58"</code>
            ". A bare member or offset searches all structures."
        </p>
    };
    (
        any_view! { <h1>"Are my offsets still right?"</h1> },
        lede,
        how,
    )
}

/// A form for browsers without JavaScript, answered with a page.
fn without_script(page: &ValidityPage) -> AnyView {
    if site_location().files.is_some() {
        return any_view! {
            <div class="without-script">
                <p>
                    "Checking needs JavaScript and WebAssembly here: this site is a set of files without a server."
                </p>
            </div>
        };
    }
    let given = page.given.as_ref();
    let asked = JudgedPoints {
        to: page.points.first().copied(),
        ..JudgedPoints::default()
    };
    let results = given.map(|(_, answer)| results(answer, asked));
    let limit = FORM_LIMIT.to_string();
    // An empty text would be rendered as a blank.
    let field = match given {
        Some((table, _)) => any_view! {
            <textarea id=FORM_ID name=TABLE_PARAMETER rows="8" maxlength=limit>
                {table.clone()}
            </textarea>
        },
        None => any_view! {
            <textarea id=FORM_ID name=TABLE_PARAMETER rows="8" maxlength=limit>
            </textarea>
        },
    };
    any_view! {
        <div class="without-script">
            <form method="get" action=Route::Validity.to_string()>
                <label class="validity-label" for=FORM_ID>"Your offsets"</label>
                {field}
                <button type="submit" class="button">"Check"</button>
                <p class="quiet">
                    "Without JavaScript, the server checks the table, which is sent to it in the address. For a longer table, \
                     use the API, as below."
                </p>
            </form>
            {results}
        </div>
    }
}

/// The architectures whose points are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Archs {
    /// The architectures that the table is about.
    Guessed,
    One(Arch),
    All,
}

/// The name of the fields that select an architecture.
const ARCH: &str = "validity-arch";
/// The value that selects all architectures.
const ALL_ARCHS: &str = "all";

impl Archs {
    fn of(text: &str) -> Self {
        match text.parse() {
            Ok(arch) => Self::One(arch),
            Err(_) if text == ALL_ARCHS => Self::All,
            Err(_) => Self::Guessed,
        }
    }

    const fn one(self) -> Option<Arch> {
        match self {
            Self::One(arch) => Some(arch),
            Self::Guessed | Self::All => None,
        }
    }
}

/// A choice of architectures: the table's, one of those with points, or all.
fn archs(points: &[Point]) -> AnyView {
    let has = |arch: &Arch| points.iter().any(|point| point.arch == *arch);
    let archs = Arch::PREFERRED.into_iter().filter(has);
    let archs = archs.map(|arch| (arch.as_str(), arch.as_str()));
    let choices = std::iter::once(("", "automatic")).chain(archs);
    let choices = choices.chain([(ALL_ARCHS, "all")]).collect();
    choice("choices", "Architecture", ARCH, "", choices)
}

fn points(points: &[Point]) -> impl IntoView + use<> {
    let option =
        |point: &Point| view! { <option value=point.to_string()>{point.to_string()}</option> };
    points.iter().map(option).collect_view()
}

fn formats() -> impl IntoView {
    let option = |format: Format| {
        let label = match format {
            Format::Table => "the same table",
            Format::Header => "C header",
            Format::Csv => "CSV",
            Format::Json => "JSON",
        };
        view! { <option value=format.as_str()>{label}</option> }
    };
    Format::ALL.map(option).collect_view()
}

/// The request for scripts; `None` where no server answers.
fn scripts() -> Option<AnyView> {
    let url = ApiUrl::validity().answered()?;
    let command = format!(
        "curl -s --data-binary @offsets.txt -H 'Content-Type: text/plain' \"$STRATA{url}?arch=x64&format=csv\""
    );
    let body = any_view! {
        <p>
            "The same result as CSV, one line for each offset and version; without " <code>"format"</code>
            ", as JSON. "
            <code>"$STRATA"</code>
            " stands for the server’s address, as in this page’s own:"
        </p>
        <pre class="command" tabindex="0"><code>{command.clone()}</code></pre>
    };
    Some(section("script", "From a script", body))
}

/// An example table, with typical errors.
const EXAMPLE: &str = "\
# structure             member             offset
ETW_REALTIME_CONSUMER   LoggerId           0x58
ETW_REALTIME_CONSUMER   Disconnected       0x5e
ETW_REALTIME_CONSUMER   Links.Blink        0x08
nt!_ETW_REALTIME_CONSUMER+0x60
#define ETW_SILODRIVERSTATE MaxLoggers     0x04
ETW_REALTIME_CONSUMR    ProcessObject      0x18
";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidityPage {
    /// The points for which a corrected table can be made: newest first, by architecture.
    pub points: Vec<Point>,
    /// A table that came with the address, and its judgement.
    pub given: Option<(String, ValidityAnswer)>,
}

impl ValidityPage {
    pub fn new(dataset: &Dataset) -> Self {
        let mut points: Vec<Point> = Vec::new();
        for arch in Arch::PREFERRED {
            let stated = |release: &Release| {
                let stated =
                    |it: &Structure| matches!(it.status(*release, arch), Status::Stated(_));
                dataset.catalogue().image_of(*release, arch).is_some()
                    || dataset.audited().any(stated)
            };
            let here = Release::all().rev().filter(stated);
            points.extend(here.map(|release| Point::new(release, arch)));
        }
        Self {
            points,
            given: None,
        }
    }

    /// The same page with the table in the query.
    #[must_use]
    pub fn with_query(self, dataset: &Dataset, query: &str) -> Self {
        let table = table_of_query(query);
        let judged = || answer(dataset, &claims(dataset, &table, None), None);
        let given = (!table.trim().is_empty()).then(judged);
        Self {
            given: given.map(|answer| (table, answer)),
            ..self
        }
    }
}
