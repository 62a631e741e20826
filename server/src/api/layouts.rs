//! `POST /layouts`: many layouts in one request, each answered by its layout or by why there is none.

use std::io::Write;
use std::sync::Arc;

use axum::body::Body as HttpBody;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serializer};
use serde_json::json;
use strata_core::wire::LayoutAnswer;

use crate::problem::Problem;
use crate::stream;

use super::prelude::*;
use super::resolve;

const PATH: &str = "/layouts";
/// How many layouts a request may ask for.
const LAYOUTS_LIMIT: usize = 1000;

/// A type at a point.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LayoutInput {
    /// The name of a type, as in the path of one layout.
    structure: String,
    /// A release, a build, a file version or the id of an image.
    version: String,
    /// An architecture.
    arch: String,
}

/// The layouts, in the order of the request.
#[derive(JsonSchema)]
#[schemars(rename = "Layouts")]
struct LayoutsAnswer {
    /// An item for each layout that was asked for.
    #[schemars(with = "Vec<LayoutItem>")]
    items: Items,
}

/// A layout, or why there is none.
#[derive(Serialize, JsonSchema)]
struct LayoutItem {
    /// The layout; null where there is none.
    layout: Option<LayoutAnswer>,
    /// What the request of this one layout would be refused with; null where there is a layout.
    problem: Option<Problem>,
}

/// What was asked for; each item is made while it is written.
struct Items {
    app: Arc<App>,
    asked: Vec<LayoutInput>,
}

formats! {
    /// A format of the answer.
    enum Format {
        Json = new("json", JSON),
        /// An item a line.
        Ndjson = new("ndjson", NDJSON),
    }
}

impl LayoutItem {
    fn new(app: &App, asked: &LayoutInput) -> Self {
        let LayoutInput {
            structure,
            version,
            arch,
        } = asked;
        match resolve::layout(app.dataset(), [structure, version, arch]) {
            Ok(found) => Self {
                layout: Some(LayoutAnswer {
                    version: found.version.clone(),
                    ..assemble::layout(app.dataset(), found.structure, &found.layout)
                }),
                problem: None,
            },
            Err(error) => Self {
                layout: None,
                problem: Some(error.problem()),
            },
        }
    }
}

impl Items {
    fn made(&self) -> impl Iterator<Item = LayoutItem> + '_ {
        let item = |asked| LayoutItem::new(&self.app, asked);
        self.asked.iter().map(item)
    }
}

impl Serialize for LayoutsAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("Layouts", 1)?;
        answer.serialize_field("items", &self.items)?;
        answer.end()
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.made())
    }
}

parameters! {
    struct Chosen {
        /// The format, whatever `Accept` says.
        format: Format = "ndjson",
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::whole(
        "postLayouts",
        "Many layouts in one request",
        "Types at points, at most 1000, in the order of the request. Each item is the layout, or the problem that the \
            request of this one layout would be answered with. As JSON, or as NDJSON with an item a line; both are sent while they \
            are made.",
        Format::described(
            Answer::json::<LayoutsAnswer>("The layouts.")
                .or(NDJSON, Content::Lines(schema_of::<LayoutItem>)),
        )
        .untagged(),
    );
    let input = Input {
        description: "The types and the points.",
        examples: vec![(
            JSON,
            "two",
            json!([
                { "structure": "_EPROCESS", "version": "22H2", "arch": "x64" },
                { "structure": "ETW_REALTIME_CONSUMER", "version": "6.1", "arch": "x86" },
            ]),
        )],
        contents: vec![(JSON, Content::Json(schema_of::<Vec<LayoutInput>>))],
    };
    let operation = operation.with(Chosen::described()).taking(input);
    Resource::post(PATH, layouts, operation.or(&[Kind::UNUSABLE]))
}

async fn layouts(
    Post {
        app, query, body, ..
    }: Post<Chosen>,
) -> Answered {
    let Chosen { format } = query;
    body.expect(&[JSON])?;
    let (place, held) = (body.place.clone(), body.place.clone());
    posted::answered(format.media_type(), place, move || {
        let asked: Vec<LayoutInput> = body.json()?;
        if asked.len() > LAYOUTS_LIMIT {
            return Err(Error::Unusable(format!(
                "more than {LAYOUTS_LIMIT} layouts: ask in several requests"
            )));
        }
        let items = Items { app, asked };
        Ok::<HttpBody, _>(stream::body(move |out| {
            let _held = held;
            write(items, format, out)
        }))
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
