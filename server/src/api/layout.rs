//! `GET /structures/{name}/layouts/{version}/{arch}`: one layout, as JSON or in the format of another tool. `POST /layouts`: many
//! in one request; each item is a layout or the reason why there is none. `GET /structures/{name}/diff`: what changed between
//! two points.

use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use serde::{Deserialize, Serializer};
use serde_json::json;
use strata_core::diff::wire::DiffAnswer;
use strata_core::export;
use strata_core::lookup::Found;
use strata_core::wire::LayoutAnswer;

use crate::error::Problem;
use crate::extract::Body;
use crate::stream;

use super::exports::{ExportChoices, ExportDepth, ExportOptions};
use super::prelude::*;
use super::resolve;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    /// A format of another tool.
    Export(export::Format),
}

impl AnswerFormat for Format {
    fn all() -> Vec<Self> {
        let exports = export::Format::ALL.map(Self::Export);
        [Self::Json].into_iter().chain(exports).collect()
    }

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Export(format) => {
                let (name, media_type) = (format.as_str(), format.media_type());
                let mut before = export::Format::ALL.iter().take_while(|it| **it != format);
                match before.any(|it| it.media_type() == media_type) {
                    true => Form::by_name(name, media_type),
                    false => Form::new(name, media_type),
                }
            }
        }
    }
}

parameters! {
    struct Query {
        /// The format; wins over `Accept`.
        format: Format = "c",
    }
}

pub(super) fn one() -> Resource {
    Operation::new(
        "getLayout",
        "One layout",
        "The layout of a structure in a version on an architecture: the members in offset order, the gaps between \
            them, the source's errors. As JSON, or in the format of another tool: a header for a compiler, the \
            output of WinDbg's `dt`, and so on. `format` wins over `Accept`. Every export begins with its source and \
            certainty.",
        Format::described(Message::json::<LayoutAnswer>("The layout.")),
    )
    .at("/structures/{name}/layouts/{version}/{arch}", layout)
}

async fn layout(call: Call<(Query, (ExportDepth, ExportChoices)), [String; 3]>) -> ApiResult {
    let (app, (Query { format }, (depth, choices))) = (&call.app, &call.query);
    let (format, exported) = (*format, ExportOptions::new(depth, choices));
    let found = resolve::layout(app.dataset(), &call.path)?;
    let url = url::layout(&found.layout, format, &exported);
    let key = match &found.version {
        version if *version == found.layout.point.version.to_string() => url.clone(),
        version => format!("{url} as {version}"),
    };
    let answer = app.answers.get_or_render(&key, || {
        let answer = match format {
            Format::Json => {
                let layout = resolve::found(app.dataset(), &found);
                revalidated(format, answer::to_json(&layout)?)
            }
            Format::Export(to) => {
                let layout = &found.layout;
                let of = (app.dataset(), app.bundle().url().hash());
                let text = exported.text(of, found.structure, layout, to);
                let file = export::file_name(&layout.structure, layout.point, to);
                revalidated(format, text).with_file_name(&file)
            }
        };
        Ok(answer.with_content_location(&url).among_formats())
    })?;
    Ok(call.request.respond(&answer))
}

fn revalidated(format: Format, content: impl Into<Bytes>) -> Representation {
    Representation::new(format.media_type(), CachePolicy::Revalidate, content)
}

const LAYOUTS_LIMIT: usize = 1000;

/// A type at a point.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LayoutInput {
    /// The name of the type. Case and a leading underscore do not count.
    structure: String,
    /// A release, a build, a file version or the id of an image; also called `point`.
    #[serde(alias = "point")]
    version: String,
    /// `x86`, `x64` or `arm64`. Not needed with an image, or where `version` has it: `6.1/x64`.
    // For the schema: it may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arch: Option<String>,
}

/// The layouts, in the order of the request.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Layouts")]
struct LayoutsAnswer {
    /// An item for each requested layout.
    #[schemars(with = "Vec<LayoutItem>")]
    items: Items,
}

answers! {
    /// A layout, or the reason why there is none.
    struct LayoutItem(app: &App, input: &LayoutInput) with {
        let (version, arch) = match &input.arch {
            Some(arch) => (&*input.version, Some(&**arch)),
            None => lookup::split_point(&input.version),
        };
        let found = at_point(app.dataset(), &input.structure, (version, arch));
        let problem = found.as_ref().err().map(Error::problem);
    } {
        /// Null if there is no layout.
        layout: Option<LayoutAnswer> = found.ok().map(|found| resolve::found(app.dataset(), &found)),
        /// The error that a request for this layout alone would get; null if there is a layout.
        problem: Option<Problem> = problem,
    }
}

/// The requested layouts; each item is made while it is written.
struct Items {
    app: Arc<App>,
    inputs: Vec<LayoutInput>,
}

formats! {
    enum ManyFormat {
        Json = new("json", JSON),
        /// An item per line.
        Ndjson = new("ndjson", NDJSON),
    }
}

impl Items {
    fn made(&self) -> impl Iterator<Item = LayoutItem> + '_ {
        let item = |input| LayoutItem::new(&self.app, input);
        self.inputs.iter().map(item)
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.made())
    }
}

parameters! {
    struct ManyQuery {
        /// The format; wins over `Accept`.
        format: ManyFormat = "ndjson",
    }
}

pub(super) fn many() -> Resource {
    let input = Message::new("The types and the points.")
        .or(JSON, Content::Json(schema_of::<Vec<LayoutInput>>))
        .example(
            "two",
            json!([
                { "structure": "_EPROCESS", "version": "22H2", "arch": "x64" },
                { "structure": "ETW_REALTIME_CONSUMER", "version": "6.1", "arch": "x86" },
            ]),
        );
    Operation::whole(
        "postLayouts",
        "Many layouts in one request",
        "The layouts of at most 1000 types at points, in the order of the request. Each item is the layout, or \
            the error that a request for this layout alone would get. As JSON, or as NDJSON with an item per line; \
            both are streamed.",
        ManyFormat::described(
            Message::json::<LayoutsAnswer>("The layouts.")
                .or(NDJSON, Content::Lines(schema_of::<LayoutItem>)),
        )
        .untagged(),
    )
    .taking(input)
    .or(&[Kind::UNUSABLE])
    .at("/layouts", layouts)
}

async fn layouts(call: Call<ManyQuery, (), Body>) -> ApiResult {
    let (app, body, ManyQuery { format }) = (call.app, call.body, call.query);
    body.expect(&[JSON])?;
    let (permit, held) = (body.permit.clone(), body.permit.clone());
    posted::respond(format.media_type(), permit, false, move || {
        let inputs: Vec<LayoutInput> = body.json()?;
        if inputs.len() > LAYOUTS_LIMIT {
            return Err(Error::Unusable(format!(
                "more than {LAYOUTS_LIMIT} layouts: ask in several requests"
            )));
        }
        let items = Items { app, inputs };
        stream::body(move |out| {
            let _held = held;
            write(items, format, out)
        })
    })
    .await
}

fn write(items: Items, format: ManyFormat, out: &mut dyn Write) -> std::io::Result<()> {
    match format {
        ManyFormat::Json => serde_json::to_writer(out, &LayoutsAnswer { items })?,
        ManyFormat::Ndjson => {
            for item in items.made() {
                stream::line(&item, &mut *out)?;
            }
        }
    }
    Ok(())
}

parameters! {
    struct Points {
        /// The first point: `version/arch`, or the id of an image.
        from: Required<PointText> = "6.1/x64",
        /// The second point: `version/arch`, or the id of an image.
        to: Required<PointText> = "6.2/x64",
    }
}

/// A point as typed: its version and its architecture, or an image, which has one.
struct PointText(String, Option<String>);

values! {
    PointText: schema_of::<words::Point>, |name, text, _| {
        let (version, arch) = lookup::split_point(&text);
        let is_whole = match arch {
            Some(arch) => !arch.is_empty() && !version.is_empty() && !version.contains('/'),
            None => lookup::is_image_name(version),
        };
        match is_whole {
            true => Ok(Self(version.to_owned(), arch.map(str::to_owned))),
            false => {
                let expected = format!("a version and an architecture, or an image: {name}=6.1/x64");
                Err(Error::parameter(name, expected))
            }
        }
    };
}

/// The layout at a version and an architecture, or in an image.
fn at_point<'a>(
    dataset: &'a Dataset,
    name: &str,
    (version, arch): (&str, Option<&str>),
) -> Result<Found<'a>, Error> {
    match arch {
        Some(arch) => resolve::layout(dataset, &[name, version, arch].map(str::to_owned)),
        None => Ok(lookup::whole(lookup::structure(dataset, name)?, version)?),
    }
}

pub(super) fn diff() -> Resource {
    Operation::new(
        "getDiff",
        "The changes between two points",
        "An entry for each added, removed or changed member. Changes that follow from others (changes before the \
            member, the size of pointers) are marked.",
        Message::json::<DiffAnswer>("The changes."),
    )
    .with(Points::described())
    .at("/structures/{name}/diff", changes)
}

async fn changes(call: Call<Points, String>) -> ApiResult {
    let (dataset, name) = (call.app.dataset(), &call.path);
    let find = |Required(PointText(version, arch)): &Required<PointText>| {
        at_point(dataset, name, (version, arch.as_deref()))
    };
    let (from, to) = (find(&call.query.from)?, find(&call.query.to)?);
    let url = url::diff(&from.layout, &to.layout);
    call.cached_json(&url, || {
        assemble::diff(dataset, from.structure, &from.layout, &to.layout)
    })
}
