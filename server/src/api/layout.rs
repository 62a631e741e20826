//! `GET /structures/{name}/layouts/{version}/{arch}`: one layout, as JSON or in the format of another tool.

use axum::body::Bytes;
use strata_core::export;
use strata_core::lookup::Found;
use strata_core::wire::LayoutAnswer;

use super::exported::{Choices, Depth, Exported};
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
    struct Chosen {
        /// The format; wins over `Accept`.
        format: Format = "c",
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getLayout",
        "One layout",
        "The layout of a structure in a version on an architecture: the members in offset order, the gaps between \
            them, the source's errors. As JSON, or in the format of another tool: a header for a compiler, the \
            output of WinDbg's `dt`, and so on. `format` wins over `Accept`. Every export begins with its source and \
            certainty.",
        Format::described(Answer::json::<LayoutAnswer>("The layout.")),
    )
    .at("/structures/{name}/layouts/{version}/{arch}", layout)
}

async fn layout(call: Call<(Chosen, (Depth, Choices)), [String; 3]>) -> Answered {
    let (app, (Chosen { format }, (depth, choices))) = (&call.app, &call.query);
    let (format, exported) = (*format, Exported::new(depth, choices));
    let found = resolve::layout(app.dataset(), &call.path)?;
    let url = url::layout(&found.layout, format, &exported);
    let key = match &found.version {
        version if *version == found.layout.point.version.to_string() => url.clone(),
        version => format!("{url} as {version}"),
    };
    let answer = app.answers().get_or_render(&key, || {
        let answer = match format {
            Format::Json => {
                let layout = resolve::found(app.dataset(), &found);
                revalidated(format, answer::to_json(&layout)?)
            }
            Format::Export(to) => {
                revalidated(format, written(app, &found, to, &exported)).with_file_name(
                    &export::file_name(&found.layout.structure, found.layout.point, to),
                )
            }
        };
        Ok(answer.with_content_location(&url).among_formats())
    })?;
    Ok(call.asked.respond(&answer))
}

fn revalidated(format: Format, content: impl Into<Bytes>) -> Representation {
    Representation::new(format.media_type(), CachePolicy::Revalidate, content)
}

fn written(app: &App, found: &Found<'_>, to: export::Format, exported: &Exported) -> String {
    let Found {
        structure, layout, ..
    } = found;
    let asked = exported.asked(app, to);
    export::export(app.dataset(), structure, layout, asked, exported.options)
}
