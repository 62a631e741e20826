//! The summary of the input: the dialect and why, alternatives, number of bytes and regions, the decoder's findings;
//! and how to decode without the page.

use crate::pages::prelude::*;
use strata_core::decode::finding::Finding;
use strata_core::decode::memory::Byte;
use strata_core::decode::read::{Dialect, Outcome, Reading};
use strata_core::decode::source::FileKind;
use strata_core::{Point, TypeName};

use super::action::{Action, Key, button};
use super::annotated_text::line_button;
use super::compare;
use super::state::{Source, ViewModel};
use super::verdict;
use super::words::hex;

/// The summary, or the reason why nothing was read.
pub fn summary(model: ViewModel) -> Option<AnyView> {
    let chosen = model.put.read().dialect.is_some();
    let paste = model.paste.read();
    if let Err(why) = paste.read.as_ref()? {
        let undo = chosen.then(|| view! { <p>{undo()}</p> });
        let why = figures::sentence(why);
        let alert = view! { <p class="decode-error" role="alert"><Inline text=why /></p> {undo} };
        return Some(alert.into_any());
    }
    Some(read(model, paste.reading()?, chosen))
}

fn read(model: ViewModel, reading: &Reading, chosen: bool) -> AnyView {
    let space = &reading.space;
    let (bytes, unreadable) = count_bytes(reading);
    let asked = model.options.read().asked.options().ok();
    let base = asked
        .and_then(|asked| asked.base)
        .or(space.first().base())
        .map_or_else(|| "not given".to_owned(), hex);
    let fact = |name: &'static str, class: &'static str, value: String| {
        any_view! { <div><dt>{name}</dt> <dd class=class>{value}</dd></div> }
    };
    let regions = space.regions().len();
    let regions = (regions > 1).then(|| fact("Regions", "fact-regions", regions.to_string()));
    let size = format!("{bytes} ({})", hex(bytes as u64));
    let missing = space.len().saturating_sub(bytes);
    let missing = (missing > 0).then(|| fact("Missing", "fact-missing", missing.to_string()));
    let why = format!("{}.", reading.why);
    any_view! {
        <section class="decode-read" aria-label="What was read">
            <dl class="decode-facts">
                <div class="fact-read-as">
                    <dt>"Read as"</dt>
                    <dd>
                        <details>
                            <summary title="Why">
                                <strong class="fact-dialect">{title(reading.dialect)}</strong>
                            </summary>
                            <span class="quiet"><Inline text=why /></span>
                        </details>
                        {chosen.then(undo)}
                    </dd>
                </div>
                {fact("Bytes", "fact-bytes", size)}
                {fact("First at", "fact-base", base)}
                {fact("Unreadable", "fact-unreadable", unreadable.to_string())}
                {missing}
                {regions}
            </dl>
            {others(reading)}
        </section>
    }
}

/// How many bytes the rows hold, and how many of these are unknown; between rows may be gaps.
fn count_bytes(reading: &Reading) -> (usize, usize) {
    let space = &reading.space;
    let unknown = |outcome: &Outcome| match outcome {
        Outcome::Bytes { region, at, count } => {
            let memory = space.region(*region);
            let unknown = |at: &usize| memory.is_some_and(|it| it.byte(*at) == Byte::Unreadable);
            (*at..at.saturating_add(*count)).filter(unknown).count()
        }
        _ => 0,
    };
    let all = space.unreadable();
    if all == 0 || reading.lines.is_empty() {
        return (space.len(), all);
    }
    let marked = reading.lines.iter().map(|line| unknown(&line.outcome));
    let marked = marked.sum::<usize>().min(all);
    (space.len() - all + marked, marked)
}

/// A button that returns from a chosen dialect to the detected one.
fn undo() -> AnyView {
    button(
        "read-undo",
        Some(Action::Read(None)),
        "Detect the format again",
    )
}

fn others(reading: &Reading) -> Option<AnyView> {
    let also = reading.also.iter().map(|also| {
        let why = format!(": {}.", also.why);
        any_view! { <li>{read_button(also.dialect)} <span class="quiet"><Inline text=why /></span></li> }
    });
    (!reading.also.is_empty()).then(|| {
        any_view! {
            <div class="decode-also">
                <p>"Read in another format, the input has other bytes:"</p>
                <ul>{also.collect_view()}</ul>
            </div>
        }
    })
}

fn read_button(dialect: Dialect) -> AnyView {
    let words = format!("Read it as {}", title(dialect));
    button("read-as", Some(Action::Read(Some(dialect))), &words)
}

fn title(dialect: Dialect) -> String {
    dialect.title().replace('`', "")
}

/// Some of `count` lines that were skipped or have a note, each with number, text and reason.
pub(super) fn line_list(
    skipped: usize,
    count: usize,
    lines: Vec<(usize, String, String)>,
) -> Option<AnyView> {
    let more = count.checked_sub(lines.len()).filter(|more| *more > 0);
    let more =
        more.map(|more| view! { <p class="quiet">{format!("{more} more are not listed.")}</p> });
    let line = |(number, text, why): (usize, String, String)| {
        any_view! {
            <li class="skipped-line">
                {line_button(number)}
                <code class="skipped-text">{text}</code>
                <span class="skipped-why"><Inline text=why /></span>
            </li>
        }
    };
    let noted = count.saturating_sub(skipped);
    let have = if noted == 1 { "has" } else { "have" };
    let has_note = format!("{} {have} a note", counted(noted, "line"));
    let were = if skipped == 1 { "was" } else { "were" };
    let was_skipped = format!("{} {were} skipped", counted(skipped, "line"));
    let (class, summary) = match (skipped, noted) {
        (0, _) => ("decode-notes", has_note),
        (_, 0) => ("decode-skipped", was_skipped),
        _ => ("decode-skipped", format!("{was_skipped}, {has_note}")),
    };
    (count > 0).then(|| {
        any_view! {
            <details class=class open=(skipped > 0)>
                <summary>{summary}</summary>
                <ul class="skipped-lines">
                    {lines.into_iter().map(line).collect_view()}
                </ul>
                {more}
            </details>
        }
    })
}

/// The list of all dialects, folded; each can be chosen where the input is text.
pub fn dialects(model: ViewModel) -> Option<AnyView> {
    let text = model.paste.read().text.is_some();
    let texts = Dialect::ALL.into_iter();
    let texts = texts.filter(|dialect| *dialect != Dialect::Raw);
    let texts: Vec<AnyView> = texts.map(|text_of| dialect_entry(text_of, text)).collect();
    let summary = format!("Supported formats ({})", texts.len());
    Some(any_view! {
        <details class="decode-dialects">
            <summary>{summary}</summary>
            <p>
                "Rows in no format of this list are read, too, if each begins where the one before it ends: "
                <code>"[0x1000] 4d 5a … | MZ"</code> ", " <code>"0016 | 77, 90, …"</code> "."
            </p>
            <ul class="dialects">{texts}</ul>
        </details>
    })
}

fn dialect_entry(dialect: Dialect, text: bool) -> AnyView {
    let authentic = match dialect.provenance() {
        Some(source) => {
            any_view! { <span>"authentic, " <a href=source>"from its source"</a></span> }
        }
        None => any_view! {
            <span class="dialect-constructed">"constructed: no authentic sample"</span>
        },
    };
    let read = text.then(|| view! { <span>" " {read_button(dialect)}</span> });
    any_view! {
        <li class="dialect">
            <p><strong>{title(dialect)}</strong> ". Sample: " {authentic} {read}</p>
            <pre tabindex="0" aria-label=format!("Sample of {}", title(dialect))>
                <code>{dialect.sample()}</code>
            </pre>
        </li>
    }
}

/// The status beside the field: the file and its kind, or that a dump is constructed.
pub fn status(model: ViewModel) -> Option<AnyView> {
    let put = model.put.read();
    let refused = put.refused.clone();
    let refused = refused.map(|why| view! { <p class="decode-error">{why}</p> });
    let reading = *model.reading.read();
    let reading = reading.map(|bytes| {
        let words = format!("Reading {} KiB …", bytes >> 10);
        view! { <p class="decode-reading quiet">{words}</p> }
    });
    Some(any_view! { {refused} {reading} {took(&put.source)} })
}

fn took(source: &Source) -> Option<AnyView> {
    match source {
        Source::File(file) => {
            let (as_what, otherwise) = match file.kind {
                Some(FileKind::Text) => ("text", "Read it as raw bytes"),
                _ => ("raw bytes", "Read it as text"),
            };
            let size = counted(file.bytes.len(), "byte");
            Some(any_view! {
                <p class="decode-took">
                    <code>{file.name.clone()}</code>
                    {format!(" ({size}) was read as {as_what}. ")}
                    {button("", Some(Action::Otherwise), otherwise)}
                </p>
            })
        }
        Source::Text {
            made_at: Some(point),
            ..
        } => {
            let words = format!(
                "This example dump was made from the layout at {point}. It is not from a real machine."
            );
            Some(any_view! {
                <p class="decode-constructed"><strong>"Constructed. "</strong> {words}</p>
            })
        }
        Source::Text { .. } | Source::Nothing => None,
    }
}

/// The result in one sentence, for screen readers.
pub fn status_sentence(model: ViewModel) -> Option<AnyView> {
    let paste = model.paste.read();
    let decoding = model.decoding.read();
    if let Some((compared, _)) = &decoding.compared {
        let said = compare::sentence(compared).replace('`', "");
        return Some(any_view! { <span>{said}</span> });
    }
    let reading = paste.reading()?;
    let is_read = |outcome: &Outcome| matches!(outcome, Outcome::Bytes { .. });
    let lines = reading.lines.iter().filter(|line| is_read(&line.outcome));
    let mut said = format!(
        "Read {} as {}",
        counted(count_bytes(reading).0, "byte"),
        title(reading.dialect)
    );
    if !reading.lines.is_empty() {
        let skipped = reading.skipped().count();
        said.push_str(&format!(
            " from {}, {skipped} skipped",
            counted(lines.count(), "line")
        ));
    }
    if let Some(drawn) = model.drawn.read().as_ref() {
        said.push_str(&format!("; {}", counted(drawn.findings.len(), "finding")));
    }
    // The verdict comes first, because the visitor waits for it.
    if let Some(identified) = &decoding.identified {
        let on = model.options.read().everywhere;
        let point = model.page.read().point;
        let (_, answer) = verdict::answer(point, identified, decoding.elsewhere.as_ref(), on);
        said = format!("{} {said}", answer.replace('`', ""));
    }
    Some(any_view! { <span>{said}</span> })
}

pub fn findings(model: ViewModel) -> Option<AnyView> {
    let drawn = model.drawn.read();
    let found = &drawn.as_ref()?.findings;
    if found.is_empty() {
        let nothing = view! { <p class="quiet">"No findings."</p> };
        return Some(nothing.into_any());
    }
    let mut title = counted(found.len(), "finding");
    let decoding = model.decoding.read();
    if decoding.total() > 1 {
        let number = model.shown.get();
        title.push_str(&format!(" in structure #{number}"));
    }
    Some(any_view! {
        <section class="decode-findings" aria-label="Findings">
            <h2>{title}</h2>
            <ul class="findings">{found.iter().enumerate().map(entry).collect_view()}</ul>
        </section>
    })
}

fn entry((number, finding): (usize, &Finding)) -> AnyView {
    let place = format!("+{:03x}", finding.offset.get());
    let severity = finding.severity.as_str();
    any_view! {
        <li class=format!("finding is-{severity}") data-key=Key::Finding(number).to_string()>
            <span class="finding-severity">{severity}</span>
            {button("finding-place", Some(Action::Finding(number)), &place)}
            <span class="finding-message"><Inline text=finding.message() /></span>
            <code class="finding-rule">{finding.rule.as_str()}</code>
        </li>
    }
}

/// How to decode with this layout elsewhere.
pub fn elsewhere(model: ViewModel) -> Option<AnyView> {
    let page = model.page.read();
    let (version, arch) = (page.point.version, page.point.arch);
    let command = format!("strata decode {} {version} {arch} dump.txt", page.structure);
    Some(any_view! {
        <section class="decode-elsewhere">
            <h2>"From the command line or the API"</h2>
            <p class="without-script">
                "Decoding on this page needs JavaScript and WebAssembly, because it runs in the browser and not on a server. \
                 Without them, use one of these:"
            </p>
            <p>"On the command line (nothing leaves the machine):"</p>
            {shown(command)}
            {over_http(&page.structure, page.point)}
        </section>
    })
}

/// The request to a server; `None` where no server answers.
fn over_http(structure: &TypeName, point: Point) -> Option<AnyView> {
    let url = ApiUrl::decode(structure, point).answered()?;
    let request = |kind: &str, file: &str| {
        shown(format!(
            "curl --data-binary @{file} -H 'Content-Type: {kind}' \"$STRATA{url}\""
        ))
    };
    Some(any_view! {
        <p>
            "Over HTTP (this sends the bytes). Set " <code>"STRATA"</code>
            " to the address of this server; first a dump as text, then raw bytes:"
        </p>
        {request("text/plain", "dump.txt")}
        {request("application/octet-stream", "blob.bin")}
    })
}

fn shown(text: String) -> AnyView {
    any_view! {
        <pre class="decode-command">
            <code>{text}</code>
        </pre>
    }
}
