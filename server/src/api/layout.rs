//! `GET /structures/{name}/layouts/{version}/{arch}`: one layout, as JSON or as another tool takes it.

use axum::body::Bytes;
use strata_core::export;
use strata_core::lookup::Found;
use strata_core::wire::LayoutAnswer;

use super::exported::{Choices, Depth, Exported};
use super::prelude::*;
use super::resolve;

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}";

/// A format in which a layout comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    /// As another tool takes it.
    Export(export::Format),
}

/// JSON, and then the exports in their order.
const FORMATS: [Format; 1 + export::Format::ALL.len()] = {
    let mut formats = [Format::Json; 1 + export::Format::ALL.len()];
    let mut at = 0;
    while at < export::Format::ALL.len() {
        formats[at + 1] = Format::Export(export::Format::ALL[at]);
        at += 1;
    }
    formats
};

impl AnswerFormat for Format {
    const ALL: &'static [Self] = &FORMATS;

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
        /// The format, whatever `Accept` says.
        format: Format = "c",
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::new(
        "getLayout",
        "One layout",
        "A structure at a version on an architecture: its members in offset order, the gaps between them, \
            what is wrong in the source. As JSON, or as another tool takes it: a header for a compiler, what WinDbg's `dt` writes, \
            and so on; `format` wins over `Accept`. Every export begins with where it comes from and how sure it is.",
        Format::described(Answer::json::<LayoutAnswer>("The layout.")),
    );
    let operation = operation.with(Parameter::point());
    let operation = operation.with(<(Chosen, (Depth, Choices))>::described());
    Resource::get(PATH, layout, operation)
}

async fn layout(
    Path((name, version, arch)): Path<(String, String, String)>,
    Call { app, query, asked }: Call<(Chosen, (Depth, Choices))>,
) -> Answered {
    let (Chosen { format }, (depth, choices)) = query;
    let exported = Exported::new(depth, choices);
    let found = resolve::layout(app.dataset(), [&name, &version, &arch])?;
    let url = url::layout(&found.layout, format, &exported);
    let key = match &found.version {
        version if *version == found.layout.point.version.to_string() => url.clone(),
        version => format!("{url} as {version}"),
    };
    let answer = app.answers().get_or_render(&key, || {
        let answer = match format {
            Format::Json => {
                let layout = LayoutAnswer {
                    version: found.version.clone(),
                    ..assemble::layout(app.dataset(), found.structure, &found.layout)
                };
                revalidated(format, answer::to_json(&layout)?)
            }
            Format::Export(to) => {
                revalidated(format, written(&app, &found, to, &exported)).with_file_name(
                    &export::file_name(&found.layout.structure, found.layout.point, to),
                )
            }
        };
        Ok::<_, Error>(answer.with_content_location(&url).among_formats())
    })?;
    Ok(asked.answered(&answer))
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
