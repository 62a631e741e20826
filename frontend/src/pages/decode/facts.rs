//! What was read and what was not: the dialect and why, what else it may be, how many bytes and where they lie; what the decoder
//! noticed; and how to do the same without the page.

use leptos::prelude::Read;
use strata_core::decode::finding::Finding;
use strata_core::decode::read::{Dialect, Fate, Reading, Skip};
use strata_core::decode::source::FileKind;
use strata_core::{Point, TypeName};

use super::action::{ACTION, Action, KEY, Key};
use super::margin::line_button;
use super::state::{Source, ViewContext};
use super::words::{counted, hex};
use crate::markup::{Element, Markup, el, said};
use crate::route::ApiUrl;

/// The most skipped lines that are listed; how many more there are is told all the same.
const SKIPPED_SHOWN: usize = 1000;

/// What was read, or why nothing was.
#[must_use]
pub fn facts(context: ViewContext) -> Vec<Markup> {
    let chosen = context.state.put.read().dialect;
    let paste = context.state.paste.read();
    match &paste.read {
        None => Vec::new(),
        Some(Err(why)) => {
            let alert = said("p", "decode-error", why).attr("role", "alert");
            let mut all = vec![alert.into()];
            all.extend(chosen.map(|_| el("p").with(undo()).into()));
            all
        }
        Some(Ok(_)) => match paste.reading() {
            Some(reading) => vec![read(context, reading, chosen.is_some())],
            None => Vec::new(),
        },
    }
}

fn read(context: ViewContext, reading: &Reading, chosen: bool) -> Markup {
    let space = &reading.space;
    let bytes = space.len();
    let asked = context.state.options.read().asked.options().ok();
    let base = asked
        .and_then(|asked| asked.base)
        .or(space.first().base())
        .map_or_else(|| "not given".to_owned(), hex);
    let fact = |name: &str, class: &'static str, value: &str| {
        el("div")
            .with(el("dt").text(name))
            .with(said("dd", class, value))
    };
    let regions = space.regions().len();
    let facts = el("dl")
        .attr("class", "decode-facts")
        .with(read_as(reading, chosen))
        .with(fact(
            "Bytes",
            "fact-bytes",
            &format!("{bytes} ({})", hex(bytes as u64)),
        ))
        .with(fact("First at", "fact-base", &base))
        .with(fact(
            "Unreadable",
            "fact-unreadable",
            &space.unreadable().to_string(),
        ))
        .with_all((regions > 1).then(|| {
            let regions = regions.to_string();
            fact("Regions", "fact-regions", &regions).into()
        }));
    el("section")
        .attr("class", "decode-read")
        .attr("aria-label", "What was read")
        .with(facts)
        .with_all(others(reading))
        .with_all(skipped(reading))
        .into()
}

fn read_as(reading: &Reading, chosen: bool) -> Element {
    let mut words = el("dd")
        .with(said("strong", "fact-dialect", title(reading.dialect)))
        .with(said("span", "quiet", format!(": {}. ", reading.why)));
    if chosen {
        words = words.with(undo());
    }
    el("div")
        .attr("class", "fact-read-as")
        .with(el("dt").text("Read as"))
        .with(words)
}

/// The way back from a dialect that was chosen.
fn undo() -> Element {
    said("button", "read-undo", "Read it as what it looks like")
        .attr("type", "button")
        .attr(ACTION, Action::Read(None).to_string())
}

/// What else the text may be.
fn others(reading: &Reading) -> Option<Markup> {
    let other = |dialect: Dialect, why: &str| {
        el("li")
            .with(read_button(dialect))
            .with(said("span", "quiet", format!(": {why}.")))
            .into()
    };
    let also = reading
        .also
        .iter()
        .map(|also| other(also.dialect, &also.why));
    (!reading.also.is_empty()).then(|| {
        el("div")
            .attr("class", "decode-also")
            .with(el("p").text("It may also be something else, with other bytes:"))
            .with(el("ul").with_all(also))
            .into()
    })
}

fn read_button(dialect: Dialect) -> Element {
    said(
        "button",
        "read-as",
        format!("Read it as {}", title(dialect)),
    )
    .attr("type", "button")
    .attr(ACTION, Action::Read(Some(dialect)).to_string())
}

fn title(dialect: Dialect) -> String {
    dialect.title().replace('`', "")
}

/// Every line that was not understood.
fn skipped(reading: &Reading) -> Option<Markup> {
    let count = reading.skipped().count();
    let line = |(number, skip): (usize, &Skip)| {
        el("li")
            .attr("class", "skipped-line")
            .with(line_button(number))
            .with(said("code", "skipped-text", &skip.text))
            .with(said("span", "skipped-why", skip.to_string()))
            .into()
    };
    let more = count.checked_sub(SKIPPED_SHOWN).filter(|more| *more > 0);
    (count > 0).then(|| {
        el("details")
            .attr("class", "decode-skipped")
            .attr("open", "")
            .with(el("summary").text(&format!(
                "{} skipped",
                counted(count, "line was", "lines were")
            )))
            .with(
                el("ul")
                    .attr("class", "skipped-lines")
                    .with_all(reading.skipped().take(SKIPPED_SHOWN).map(line)),
            )
            .with_all(
                more.map(|more| said("p", "quiet", format!("{more} more are not listed.")).into()),
            )
            .into()
    })
}

/// Every dialect that is read, folded; each can be chosen where there is a text.
#[must_use]
pub fn dialects(context: ViewContext) -> Vec<Markup> {
    let text = context.state.paste.read().text.is_some();
    let authentic = |dialect: Dialect| match dialect.provenance() {
        Some(source) => el("span")
            .text("authentic, ")
            .with(el("a").attr("href", source).text("from its source")),
        None => said(
            "span",
            "dialect-constructed",
            "constructed: no authentic sample",
        ),
    };
    let entry = |dialect: Dialect| {
        el("li")
            .attr("class", "dialect")
            .with(
                el("p")
                    .with(el("strong").text(&title(dialect)))
                    .text(". Sample: ")
                    .with(authentic(dialect))
                    .with_all(
                        text.then(|| Markup::from(el("span").text(" ").with(read_button(dialect)))),
                    ),
            )
            .with(
                el("pre")
                    .attr("tabindex", "0")
                    .attr("aria-label", format!("Sample of {}", title(dialect)))
                    .with(el("code").text(dialect.sample())),
            )
            .into()
    };
    let texts = || {
        Dialect::ALL
            .into_iter()
            .filter(|dialect| *dialect != Dialect::Raw)
    };
    let summary = format!("Supported formats ({})", texts().count());
    vec![
        el("details")
            .attr("class", "decode-dialects")
            .with(el("summary").text(&summary))
            .with(
                el("ul")
                    .attr("class", "dialects")
                    .with_all(texts().map(entry)),
            )
            .into(),
    ]
}

/// What is on the page, beside the field: which file, as what it was taken, or that a dump is constructed.
#[must_use]
pub fn status(context: ViewContext) -> Vec<Markup> {
    let put = context.state.put.read();
    let refused = put.refused.as_ref();
    let mut all: Vec<Markup> = refused
        .map(|why| said("p", "decode-error", why).into())
        .into_iter()
        .collect();
    let reading = *context.state.reading.read();
    all.extend(reading.map(|bytes| {
        let words = format!("Reading {} KiB …", bytes >> 10);
        said("p", "decode-reading quiet", words).into()
    }));
    match &put.source {
        Source::File(file) => {
            let (as_what, otherwise) = match file.kind {
                Some(FileKind::Text) => ("as text, for it looks like a dump", "Take it as raw bytes"),
                _ => ("as raw bytes", "Take it as text"),
            };
            let size = counted(file.bytes.len(), "byte", "bytes");
            all.push(
                el("p")
                    .attr("class", "decode-took")
                    .text("Took ")
                    .with(el("code").text(&file.name))
                    .text(&format!(" ({size}), {as_what}. "))
                    .with(
                        el("button")
                            .attr("type", "button")
                            .attr(ACTION, Action::Otherwise.to_string())
                            .text(otherwise),
                    )
                    .into(),
            );
        }
        Source::Text {
            made_at: Some(point),
            ..
        } => all.push(
            el("p")
                .attr("class", "decode-constructed")
                .with(el("strong").text("Constructed. "))
                .text(&format!(
                    "This dump was made from the layout at {point}, to show what the page does: no machine ever held \
                     these bytes."
                ))
                .into(),
        ),
        Source::Text { .. } | Source::Nothing => {}
    }
    all
}

/// In one sentence what came out, for those who hear the page.
#[must_use]
pub fn told(context: ViewContext) -> Vec<Markup> {
    let paste = context.state.paste.read();
    let Some(reading) = paste.reading() else {
        return Vec::new();
    };
    let is_read = |fate: &Fate| matches!(fate, Fate::Bytes { .. });
    let lines = reading.lines.iter().filter(|line| is_read(&line.fate));
    let mut said = format!(
        "Read {} as {}",
        counted(reading.space.len(), "byte", "bytes"),
        title(reading.dialect)
    );
    if !reading.lines.is_empty() {
        let skipped = reading.skipped().count();
        said.push_str(&format!(
            " from {}, {skipped} skipped",
            counted(lines.count(), "line", "lines")
        ));
    }
    if let Some(drawn) = context.work.drawn.read().as_ref() {
        said.push_str(&format!(
            "; {}",
            counted(drawn.findings.len(), "finding", "findings")
        ));
    }
    vec![el("span").text(&said).into()]
}

/// The findings of the structure that is shown.
#[must_use]
pub fn findings(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let Some(drawn) = drawn.as_ref() else {
        return Vec::new();
    };
    let found = &drawn.findings;
    if found.is_empty() {
        let nothing = said("p", "quiet decode-findings-none", "No findings.");
        return vec![nothing.into()];
    }
    let title = counted(found.len(), "finding", "findings");
    let list = el("ul")
        .attr("class", "findings")
        .with_all(found.iter().enumerate().map(entry));
    vec![
        el("section")
            .attr("class", "decode-findings")
            .attr("aria-label", "Findings")
            .with(el("h2").text(&title))
            .with(list)
            .into(),
    ]
}

fn entry((number, finding): (usize, &Finding)) -> Markup {
    let place = said(
        "button",
        "finding-place",
        format!("+{:03x}", finding.offset.get()),
    )
    .attr("type", "button")
    .attr(ACTION, Action::Finding(number).to_string());
    let severity = finding.severity.as_str();
    el("li")
        .attr("class", format!("finding is-{severity}"))
        .attr(KEY, Key::Finding(number).to_string())
        .with(said("span", "finding-severity", severity))
        .with(place)
        .with(said("span", "finding-message", finding.message()))
        .with(said("code", "finding-rule", finding.rule.as_str()))
        .into()
}

/// How to decode by this layout elsewhere.
#[must_use]
pub fn elsewhere(context: ViewContext) -> Vec<Markup> {
    let page = context.page.read();
    let (version, arch) = (page.point.version, page.point.arch);
    let command = format!("strata decode {} {version} {arch} dump.txt", page.structure);
    let without = said(
        "p",
        "without-script",
        "Decoding here needs JavaScript and WebAssembly, for it happens in the browser and not on a server. Without them, \
         these do the same:",
    );
    let section = el("section")
        .attr("class", "decode-elsewhere")
        .with(el("h2").text("From the command line or the API"))
        .with(without)
        .with(el("p").text("On the command line, where nothing leaves the machine either:"))
        .with(shown(command))
        .with_all(
            over_http(page.structure.clone(), page.point)
                .into_iter()
                .flatten(),
        );
    vec![section.into()]
}

/// How a server does it; nothing where none answers.
fn over_http(structure: TypeName, point: Point) -> Option<[Markup; 3]> {
    let url = ApiUrl::decode(&structure, point).answered()?;
    let request = |kind: &str, file: &str| {
        shown(format!(
            "curl --data-binary @{file} -H 'Content-Type: {kind}' \"$STRATA{url}\""
        ))
    };
    let says = el("p")
        .text("Over HTTP, which does send the bytes to the server; ")
        .with(el("code").text("$STRATA"))
        .text(" stands for its address, as in this page’s own. First a dump as text, then a blob:");
    Some([
        says.into(),
        request("text/plain", "dump.txt").into(),
        request("application/octet-stream", "blob.bin").into(),
    ])
}

fn shown(text: String) -> Element {
    el("pre")
        .attr("class", "decode-command")
        .with(el("code").text(&text))
}
