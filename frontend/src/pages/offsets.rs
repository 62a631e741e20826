//! The page of members in every image: a form that needs no JavaScript, and the table, by classes of equal rows.

use crate::pages::prelude::*;
use strata_core::Dataset;
use strata_core::catalogue::Image;
use strata_core::lookup::Missing;
use strata_core::offsets::{
    Bracketing, Column, Evidence, FOUND, ImageFilter, ParsedMembers, Row, Table, Value,
};
use strata_core::validity::Refused;

use super::list::typed;
use super::markdown::Text;
use super::validity::results::refused;
use crate::components::blocks;
use crate::route::OffsetsQuery;

/// Example: members that many tools hard-code.
const EXAMPLE: &str =
    "_EPROCESS.Protection\n_EPROCESS.UniqueProcessId\n_EPROCESS.Token\n_KTHREAD.ApcState.Process";
/// What the table has of images without a symbol file.
const BRACKETING: [(Option<Bracketing>, &str); 3] = [
    (None, "inferred where that is marked"),
    (Some(Bracketing::Include), "inferred in every format"),
    (Some(Bracketing::Exclude), "left out"),
];
/// How many runs of images are shown before the rest is folded.
const SHOWN: usize = 3;

/// The formats of the table, and what each is for.
const FORMATS: [(&str, &str); 8] = [
    ("csv", "one line per image"),
    ("tsv", "the same with tabs"),
    ("json", "with the source of each cell"),
    ("c", "arrays and a function for a driver"),
    ("rust", "the same in Rust"),
    ("python", "the same in Python"),
    ("edrsandblast", "in the format of EDRSandblast"),
    ("kphdyn", "in the format of System Informer"),
];

/// The page; its address names the members that were found.
pub fn page<'a>(dataset: &'a Dataset, asked: &OffsetsQuery) -> Page<'a> {
    let asked = asked.clone();
    let is_asked = !asked.members.trim().is_empty();
    let found = is_asked.then(|| Found::new(dataset, &asked));
    let query = match &found {
        Some(Ok(found)) => found.query(&asked),
        _ => OffsetsQuery::default(),
    };
    let route = Route::Offsets { query };
    let description =
        "The offset of any member in every known Windows kernel, as a table for drivers and tools.";
    let title = "Members in every image";
    Page::read(route, title, description, move |_| view(&asked, found))
}

fn view(asked: &OffsetsQuery, found: Option<Result<Found<'_>, Missing>>) -> AnyView {
    let found = found.map(|found| match found {
        Ok(found) => found.view(asked),
        Err(why) => any_view! {
            <p class="notice" role="alert"><Inline text=why.in_words()/></p>
        },
    });
    let text = Text::new(include_str!("offsets.md"))
        .with("form", form(asked))
        .with("found", found)
        .with("cross-check", cross_check(&FOUND));
    any_view! { <article class="report">{text.view()}</article> }
}

fn form(asked: &OffsetsQuery) -> AnyView {
    let rows = asked.members.lines().count().clamp(4, 14).to_string();
    let bracketing = |(value, label): (Option<Bracketing>, &'static str)| {
        let selected = value == asked.bracketing;
        let value = value.map_or("", Bracketing::as_str);
        view! { <option value=value selected=selected>{label}</option> }
    };
    any_view! {
        <form class="filters offsets-form" aria-label="Members and images" action=Route::offsets().to_string()>
            <label class="offsets-members">
                <span>"Members, one per line; or a table or header with offsets"</span>
                <textarea
                    name=OffsetsQuery::MEMBERS
                    rows=rows
                    placeholder=EXAMPLE
                    autocomplete="off"
                    autocapitalize="off"
                >
                    {asked.members.clone()}
                </textarea>
            </label>
            <label hidden>
                <span>"Add a member"</span>
                <input
                    id="add-member"
                    type="text"
                    list="known-members"
                    placeholder="token eprocess"
                    autocomplete="off"
                    autocapitalize="off"
                />
                <datalist id="known-members"></datalist>
            </label>
            {typed("Images", ("text", OffsetsQuery::IMAGES), Some(asked.images.clone()), "x64, 1809..22H2", None)}
            <label>
                <span>"Images without symbol files"</span>
                <select name=OffsetsQuery::BRACKETED>{BRACKETING.map(bracketing).collect_view()}</select>
            </label>
            <button type="submit" class="button">"Show"</button>
        </form>
    }
}

/// The requested table, and the lines that name no member, with the reason.
struct Found<'a> {
    table: Table<'a>,
    refused: Vec<Refused>,
}

impl<'a> Found<'a> {
    fn new(dataset: &'a Dataset, asked: &OffsetsQuery) -> Result<Self, Missing> {
        let listed = ParsedMembers::read(dataset, &asked.members)?;
        if listed.columns.is_empty() {
            let refused = listed.refused.iter();
            let refused = refused.map(|it| format!("Line {}: {}", it.line, it.why));
            let why = match joined(refused, " ") {
                none if none.is_empty() => {
                    "No line names a member: expected one such as _EPROCESS.Protection.".to_owned()
                }
                why => why,
            };
            return Err(Missing::plain(why));
        }
        let images = ImageFilter::read(dataset, &asked.images)?;
        let bracketing = asked.bracketing.unwrap_or_default();
        let table = Table::new(dataset, listed.columns, &images, bracketing);
        Ok(Self {
            table,
            refused: listed.refused,
        })
    }

    /// The same query for the members that were found.
    fn query(&self, asked: &OffsetsQuery) -> OffsetsQuery {
        OffsetsQuery {
            members: joined(self.table.columns.iter().map(Column::name), "\n"),
            ..asked.clone()
        }
    }

    fn view(&self, asked: &OffsetsQuery) -> AnyView {
        let table = &self.table;
        let asked = self.query(asked);
        let images = table.rows.len();
        let sets = match table.classes.len() {
            1 => "1 set of offsets".to_owned(),
            more => format!("{} different sets of offsets", thousands(more)),
        };
        let mut summary = format!("{sets} in {}", many(images, "image"));
        let described = table.rows.iter().filter(|row| row.image.is_some()).count();
        if described < images {
            summary += &format!(", {} with a symbol file", thousands(described));
        }
        let has_inferred = table.rows.iter().any(|row| !row.bracketed.is_empty());
        let unmarked = (has_inferred && asked.bracketing.is_none()).then(|| {
            view! {
                <p class="quiet">
                    "Only csv, tsv and json mark inferred values; the other formats leave them out unless “Images without symbol files” \
                     says otherwise."
                </p>
            }
        });
        let columns = table.columns.iter().map(head);
        let head = view! {
            <caption class="visually-hidden">"Classes of images with the same values"</caption>
            {heads(["Images".into_any()].into_iter().chain(columns))}
        };
        // The newest images first.
        let newest = |class: &usize| table.rows.iter().rposition(|row| row.class == *class);
        let mut classes: Vec<usize> = (0..table.classes.len()).collect();
        classes.sort_by_key(|class| std::cmp::Reverse(newest(class)));
        let rows = classes.into_iter().map(|class| class_row(table, class));
        let name = Name::Heading("found");
        let found = blocks::table(
            "plain-table offsets-table stacked",
            name,
            head,
            rows.collect(),
        );
        let refused = (!self.refused.is_empty())
            .then(|| section("refused", "Skipped lines", refused(&self.refused)));
        any_view! {
            <h2 id="found" class="found">{summary}</h2>
            {formats(&asked)}
            {unmarked}
            {refused}
            {found}
        }
    }
}

/// Links to a table in each format.
pub(super) fn formats(asked: &OffsetsQuery) -> AnyView {
    let format = |(name, what): (&'static str, &'static str)| {
        let url = ApiUrl::offsets(asked, name).to_string();
        view! {
            <li>
                <a href=url>{name}</a>
                " "
                <span class="quiet">{what}</span>
            </li>
        }
    };
    any_view! { <ul class="inline-list offsets-formats">{FORMATS.map(format).collect_view()}</ul> }
}

/// The head of a column: a member links to its history, a type to its own; a symbol has no page.
fn head(column: &Column<'_>) -> AnyView {
    let structure = column.subject.structure();
    let of_type = || structure.map(|it| Route::structure(&it.name));
    let name = any_view! { <code>{breakable(&column.name())}</code> };
    linked(Route::member(column).or_else(of_type), name)
}

/// Images with equal values: consecutive ones as one run, and a cell for each column.
fn class_row(table: &Table<'_>, class: usize) -> AnyView {
    let own = table.rows.iter().enumerate();
    let own: Vec<(usize, &Row<'_>)> = own.filter(|(_, row)| row.class == class).collect();
    let follow = |(a, before): &(usize, &Row<'_>), (b, row): &(usize, &Row<'_>)| {
        a + 1 == *b && (before.module, before.arch) == (row.module, row.arch)
    };
    let runs = own.chunk_by(follow).rev().filter_map(run).collect();
    let runs = first_of(SHOWN, None, runs, |runs| {
        any_view! { <ul class="offsets-runs">{runs}</ul> }
    });
    let values = &table.classes[class];
    let of = |is_it: &dyn Fn(&Row<'_>) -> bool| own.iter().filter(|(_, row)| is_it(row)).count();
    let inferred = |at: usize| of(&|row| row.is_bracketed(at));
    let stated = values.iter().enumerate();
    let stated = stated.filter(|(_, value)| **value != Value::NotStated);
    let mut counts: Vec<usize> = stated.map(|(at, _)| inferred(at)).collect();
    counts.dedup();
    // What holds of every column is said once.
    let alike = match counts[..] {
        [count] if count > 0 && values.len() > 1 => Some(count),
        _ => None,
    };
    let alike_said = alike.map(|count| format!(", {} inferred", thousands(count)));
    let count = many(own.len(), "image") + &alike_said.unwrap_or_default();
    let cells = values.iter().enumerate().map(|(at, value)| {
        let mark = |what: &str, is_it: &dyn Fn(&Row<'_>) -> bool| {
            let text = |count| format!("{what} in {}", thousands(count));
            let count = Some(of(is_it)).filter(|count| *count > 0);
            count.map(|it| view! { " " <span class="quiet offsets-mark">{text(it)}</span> })
        };
        let bracketed = mark("inferred", &|row| alike.is_none() && row.is_bracketed(at));
        let listed = mark("listed", &|row| row.listed.contains(&at));
        let article = mark("by the article", &|row| row.is_by_article(at));
        let column = table.columns.get(at).map(Column::name);
        view! { <td class="figure" data-head=column>{shown(*value)} {bracketed} {listed} {article}</td> }
    });
    any_view! {
        <tr>
            <th scope="row">
                {runs}
                <span class="quiet">{count}</span>
            </th>
            {cells.collect_view()}
        </tr>
    }
}

/// The module and architecture, and the first and last version.
fn run(rows: &[(usize, &Row<'_>)]) -> Option<AnyView> {
    let ((_, first), rest) = rows.split_first()?;
    let file = match first.module.is_kernel() {
        true => first.arch.to_string(),
        false => format!("{} {}", first.module, first.arch),
    };
    let last = rest.last();
    let last = last.map(|(_, last)| view! { " – " {version_link(last)} });
    Some(any_view! {
        <li class="figure">
            {file} " " {version_link(first)} {last}
        </li>
    })
}

/// The version of a row's image, as a link to its page.
pub(super) fn version_link(row: &Row<'_>) -> impl IntoView + use<> {
    let page = match (row.image, row.kernel) {
        (Some(image), _) => Route::image(image),
        (None, Some(kernel)) => Route::kernel(kernel),
        // Every row has an image or a kernel.
        (None, None) => Route::images(),
    };
    view! { <a href=page.to_string()>{row.version.to_string()}</a> }
}

/// The two images that bracket a row and whose agreement answers the column.
pub(super) fn between<'a>(row: &Row<'a>, column: usize) -> Option<[&'a Image; 2]> {
    let mut brackets = row.bracketed.iter();
    let bracket = brackets.find(|it| it.columns.contains(&column))?;
    Some(bracket.between)
}

pub(super) fn shown(value: Value) -> AnyView {
    match value {
        Value::At { offset, bits: None } => {
            any_view! { <code>{format!("{offset:#x}")}</code> }
        }
        Value::At {
            offset,
            bits: Some(bits),
        } => any_view! {
            <code>{format!("{offset:#x}:{}", bits.bit())}</code>
            <span class="quiet">" " {counted(usize::from(bits.width()), "bit")}</span>
        },
        Value::Size(size) => any_view! {
            <code>{format!("{size:#x}")}</code>
            <span class="quiet">" bytes"</span>
        },
        Value::Absent | Value::Declared | Value::NotStated => {
            any_view! { <span class="quiet">{value.state()}</span> }
        }
    }
}

/// The result of the leave-one-out test, image by image.
pub(super) fn cross_check(evidence: &Evidence) -> String {
    let [questions, wrong, carried, errs] = [
        evidence.bracketed.questions,
        evidence.bracketed.wrong,
        evidence.carried.questions,
        evidence.carried.wrong,
    ]
    .map(|count| thousands(count as usize));
    format!(
        "Cross-check: with each image here left out in turn, its neighbours gave {wrong} wrong offsets in {questions}; copying the previous \
         build’s gave {errs} in {carried}."
    )
}
