//! `POST /layouts`: many layouts in one request; each item is a layout or the reason why there is none.

use std::io::Write;
use std::sync::Arc;

use serde::{Deserialize, Serializer};
use serde_json::json;
use strata_core::wire::LayoutAnswer;

use crate::extract::Body;
use crate::problem::Problem;
use crate::stream;

use super::prelude::*;
use super::resolve;

const LAYOUTS_LIMIT: usize = 1000;

/// A type at a point.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LayoutInput {
    /// The name of the type. Case and a leading underscore do not count.
    structure: String,
    /// A release, a build, a file version or the id of an image.
    version: String,
    /// `x86`, `x64` or `arm64`.
    arch: String,
}

/// The layouts, in the order of the request.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Layouts")]
struct LayoutsAnswer {
    /// An item for each requested layout.
    #[schemars(with = "Vec<LayoutItem>")]
    items: Items,
}

/// A layout, or the reason why there is none.
#[derive(Serialize, JsonSchema)]
struct LayoutItem {
    /// Null if there is no layout.
    layout: Option<LayoutAnswer>,
    /// The error that a request for this layout alone would get; null if there is a layout.
    problem: Option<Problem>,
}

/// The requested layouts; each item is made while it is written.
struct Items {
    app: Arc<App>,
    asked: Vec<LayoutInput>,
}

formats! {
    /// A format of the answer.
    enum Format {
        Json = new("json", JSON),
        /// An item per line.
        Ndjson = new("ndjson", NDJSON),
    }
}

impl LayoutItem {
    fn new(app: &App, asked: &LayoutInput) -> Self {
        let asked = [&asked.structure, &asked.version, &asked.arch].map(String::clone);
        let found = resolve::layout(app.dataset(), &asked);
        let layout = found
            .as_ref()
            .map(|found| resolve::found(app.dataset(), found));
        Self {
            problem: layout.as_ref().err().map(|error| error.problem()),
            layout: layout.ok(),
        }
    }
}

impl Items {
    fn made(&self) -> impl Iterator<Item = LayoutItem> + '_ {
        let item = |asked| LayoutItem::new(&self.app, asked);
        self.asked.iter().map(item)
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.made())
    }
}

parameters! {
    struct Chosen {
        /// The format; wins over `Accept`.
        format: Format = "ndjson",
    }
}

pub(super) fn resource() -> Resource {
    let input = Input::new("The types and the points.")
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
        Format::described(
            Answer::json::<LayoutsAnswer>("The layouts.")
                .or(NDJSON, Content::Lines(schema_of::<LayoutItem>)),
        )
        .untagged(),
    )
    .taking(input)
    .or(&[Kind::UNUSABLE])
    .at("/layouts", layouts)
}

async fn layouts(call: Call<Chosen, (), Body>) -> Answered {
    let (app, body, Chosen { format }) = (call.app, call.body, call.query);
    body.expect(&[JSON])?;
    let (permit, held) = (body.permit.clone(), body.permit.clone());
    posted::respond(format.media_type(), permit, false, move || {
        let asked: Vec<LayoutInput> = body.json()?;
        if asked.len() > LAYOUTS_LIMIT {
            return Err(Error::Unusable(format!(
                "more than {LAYOUTS_LIMIT} layouts: ask in several requests"
            )));
        }
        let items = Items { app, asked };
        stream::body(move |out| {
            let _held = held;
            write(items, format, out)
        })
    })
    .await
}

fn write(items: Items, format: Format, out: &mut dyn Write) -> std::io::Result<()> {
    match format {
        Format::Json => serde_json::to_writer(out, &LayoutsAnswer { items })?,
        Format::Ndjson => {
            for item in items.made() {
                stream::line(&item, &mut *out)?;
            }
        }
    }
    Ok(())
}
