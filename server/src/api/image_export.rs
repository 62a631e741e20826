//! `GET /images/{id}/export`: all types of one image in one file, streamed.

use std::io::{self, Write};

use axum::http::HeaderValue;
use axum::http::header::CONTENT_DISPOSITION;
use serde::Serializer;
use strata_core::catalogue::{Image, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::export::{self, IMAGE_FORMATS, Options};
use strata_core::wire::LayoutAnswer;

use crate::representation;

use super::exported::{Choices, Depth, Exported};
use super::images::{ImageAnswer, image_of, image_parameter};
use super::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    /// A format of another tool: one of [`IMAGE_FORMATS`].
    Export(export::Format),
}

impl AnswerFormat for Format {
    fn all() -> Vec<Self> {
        let exports = IMAGE_FORMATS.map(Self::Export);
        [Self::Json].into_iter().chain(exports).collect()
    }

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Export(format) => Form::new(format.as_str(), format.media_type()),
        }
    }
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Export(format) => format.extension(),
        }
    }
}

/// All types of an image.
#[derive(Serialize, JsonSchema)]
struct ImageTypes<'a> {
    image: ImageAnswer,
    /// Each named type, by name, as `GET /structures/{name}/layouts/{version}/{arch}` answers for the image.
    #[serde(serialize_with = "one_by_one")]
    #[schemars(with = "Vec<LayoutAnswer>")]
    types: Defined<'a>,
}

struct Defined<'a> {
    dataset: &'a Dataset,
    index: ImageIndex,
}

impl Defined<'_> {
    fn layout(&self, structure: &Structure) -> Option<LayoutAnswer> {
        structure.ty()?.class_of(self.index)?;
        let layout = structure.at_image(self.index).ok()?;
        Some(assemble::layout(self.dataset, structure, &layout))
    }
}

/// Writes each before the next is made.
fn one_by_one<S: Serializer>(types: &Defined<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let all = types.dataset.structures().iter();
    serializer.collect_seq(all.filter_map(|structure| types.layout(structure)))
}

/// Writes all types of an image. `data` is the version of the data.
pub(crate) fn write(
    (dataset, data): (&Dataset, &str),
    (index, image): (ImageIndex, &Image),
    (format, options): (Format, Options),
    out: &mut dyn Write,
) -> io::Result<()> {
    let format = match format {
        Format::Export(format) => format,
        Format::Json => {
            let types = ImageTypes {
                image: ImageAnswer::new(dataset, index, image),
                types: Defined { dataset, index },
            };
            return serde_json::to_writer(out, &types).map_err(io::Error::from);
        }
    };
    let lines = export::about_image(dataset, image, data);
    let pieces = export::image(dataset.catalogue(), index, format, options, lines);
    for piece in pieces.into_iter().flatten() {
        out.write_all(piece.as_bytes())?;
    }
    Ok(())
}

parameters! {
    struct Chosen {
        /// The format; wins over `Accept`.
        format: Format = "c",
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getImageExport",
        "All types of one image",
        "Every type that the image defines, each once, in one file: a C header, a symbol file for Volatility 3, \
            or the layouts as JSON. The header and the symbol file also contain the unnamed types. The answer is \
            streamed. `format` wins over `Accept`.",
        // A symbol file has no short example.
        Format::described(
            Answer::json::<ImageTypes<'_>>("The types.")
                .or(export::Format::Isf.media_type(), Content::Bytes),
        ),
    )
    .with([image_parameter("ntoskrnl-5.1.2600.5512-x86")])
    .at("/images/{id}/export", image_export)
}

async fn image_export(call: Call<(Chosen, Choices), String>) -> Answered {
    let (app, (Chosen { format }, choices)) = (call.app, call.query);
    let exported = Exported::new(&Depth::default(), &choices);
    let (index, image) = image_of(app.dataset(), &call.path)?;
    let id = image.id();
    let (name, chosen) = (format.as_str(), exported.in_query());
    let url = format!(
        "{}/images/{}/export?format={name}{chosen}",
        url::ROOT,
        url::segment(&id)
    );
    // The text depends only on the data and the request.
    let tag = format!("{}-{id}-{name}{chosen}", app.bundle().url().hash());
    let file = format!("inline; filename=\"{id}.{}\"", format.extension());
    let write = move |out: &mut dyn Write| {
        let dataset = app.dataset();
        let Some(image) = dataset.catalogue().image(index) else {
            return Ok(());
        };
        let data = app.bundle().url().hash();
        write(
            (dataset, data),
            (index, image),
            (format, exported.options),
            out,
        )
    };
    let media_type = format.media_type();
    let mut response = representation::streamed(
        media_type,
        (&url, &tag),
        (&call.asked.method, &call.asked.headers),
        write,
    )?;
    let file = HeaderValue::from_str(&file);
    response
        .headers_mut()
        .extend(file.map(|file| (CONTENT_DISPOSITION, file)));
    Ok(response)
}
