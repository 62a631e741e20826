//! `GET /structures/{name}/exports` and `GET /exports`: all layouts of a structure, or of every structure with an article,
//! in the formats of other tools, in one archive. `GET /images/{id}/export`: all types of one image in one file, streamed.
//!
//! The options of exports are shared by all resources with exports.

use std::io::{self, Cursor, Seek, Write};
use std::sync::Arc;

use axum::http::HeaderValue;
use axum::http::header::CONTENT_DISPOSITION;
use serde::Serializer;
use strata_core::catalogue::{Image, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::export::{
    self, AFFIX_LIMIT, Affix, ExportRequest, Format, IMAGE_FORMATS, NESTING_LIMIT, Options,
    Pointers, WindowsTypes, export, path_in_archive,
};
use strata_core::wire::LayoutAnswer;
use strata_core::{Dataset, Layout, TypeName};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::media_type::ZIP;
use crate::{negotiate, representation};

use super::images::{ImageAnswer, image_of, image_parameter};
use super::parameters::listed;
use super::prelude::*;

const ARCHIVE_LIMIT: usize = 64 * 1024 * 1024;

parameters! {
    /// The content of an archive.
    struct Chosen {
        /// The format. Default: all formats.
        format: Option<Format> = "c",
    }
}

values! {
    Format: |_| one_of(Self::ALL.map(Self::as_str)),
        |name, text, _| {
            let unknown = |_| Error::parameter(name, listed(&Self::ALL.map(Self::as_str)));
            text.parse().map_err(unknown)
        };
}

pub(super) fn of_everything() -> Resource {
    Operation::whole(
        "getExports",
        "Every layout, for other tools",
        "All layouts of the structures with an article, at releases and known builds, in the formats of other \
            tools: a ZIP archive with a folder for each format, and in it one for each structure. Each file is the \
            answer of `GET /structures/{name}/layouts/{version}/{arch}` in that format. Equal data give equal bytes.",
        archived(),
    )
    .or(&[Kind::UNUSABLE])
    .at("/exports", everything)
}

pub(super) fn of_structure() -> Resource {
    Operation::new(
        "getStructureExports",
        "All layouts of a structure, for other tools",
        "All layouts of the structure, at releases and known builds, in the formats of other tools: a ZIP archive \
            like that of `GET /exports`.",
        archived(),
    )
    .or(&[Kind::UNUSABLE])
    .at("/structures/{name}/exports", structure)
}

fn archived() -> Answer {
    Answer::of(ZIP, Content::Bytes, "The archive.")
}

async fn everything(call: Call<Wanted>) -> Answered {
    negotiate::media_type(&call.asked.headers, &[ZIP])?;
    let archive = archive(&call.app, None, &call.query)?;
    Ok(call.asked.respond(&archive))
}

async fn structure(call: Call<Wanted, String>) -> Answered {
    negotiate::media_type(&call.asked.headers, &[ZIP])?;
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    let archive = archive(&call.app, Some(structure), &call.query)?;
    Ok(call.asked.respond(&archive))
}

type Wanted = (Chosen, (Depth, Choices));

/// The archive of one type, or of all types with an article.
fn archive(
    app: &App,
    one: Option<&Structure>,
    (Chosen { format }, (depth, choices)): &Wanted,
) -> Result<Arc<Representation>, Error> {
    let (format, exported) = (*format, Exported::new(depth, choices));
    let layouts = match one {
        Some(structure) => layouts(std::iter::once(structure)),
        None => layouts(app.dataset().audited()),
    };
    let one = one.map(|structure| &structure.name);
    let url = url::exports(one, format, &exported);
    app.answers.get_or_render(&url, || {
        let archive = Archive {
            dataset: app.dataset(),
            data: app.bundle().url().hash(),
            format,
            depth: exported.depth,
            options: exported.options,
        };
        let mut bytes = Vec::new();
        archive
            .write(&layouts, Cursor::new(&mut bytes))
            .map_err(|error| Error::Internal(error.to_string()))?;
        if bytes.len() > ARCHIVE_LIMIT {
            let format = if format.is_some() { "" } else { "one format, or for " };
            let parts = one.map_or("structures", |_| "layouts");
            return Err(Error::Unusable(format!(
                "the archive has more than {ARCHIVE_LIMIT} bytes: ask for {format}the {parts} one by one"
            )));
        }
        let file = archive_name(one, format);
        let answer = Representation::new(ZIP, CachePolicy::Revalidate, bytes);
        Ok(answer
            .with_codings(None, None)
            .with_file_name(&file)
            .with_content_location(&url))
    })
}

parameters! {
    /// The depth of exports.
    #[derive(Default)]
    pub(super) struct Depth {
        /// How many levels of nested structures an export defines; deeper ones are bytes. Default: all levels; 0 for
        /// `dt`.
        depth: Option<Nesting> = 1,
    }
}

parameters! {
    /// The other options of exports.
    pub(super) struct Choices {
        /// How an export writes pointers: as pointers, or as integers of their size, which are right even if the tool's
        /// own pointers have another size. No effect on formats without pointers.
        pointers: Option<Pointers> = "integers",
        /// A prefix for each name that a C header defines (types, tags, enumerators), so that headers of two versions can
        /// be included together. Does not begin with a digit. No effect on other formats.
        prefix: Option<Prefix> = "W10_",
        /// A suffix for each name that a C header defines. No effect on other formats.
        suffix: Option<Suffix> = "_22H2",
        /// Whether a C header defines the types of Windows' own headers (LIST_ENTRY, GUID, UNICODE_STRING and others that
        /// are the same in every version), or expects those headers to be included before it. These types have neither
        /// prefix nor suffix. No effect on other formats.
        windows_types: Option<WindowsTypes> = "included",
    }
}

struct Nesting(usize);
struct Prefix(Affix);
struct Suffix(Affix);

values! {
    Nesting: |_| json_schema!({ "type": "integer", "minimum": 0, "maximum": NESTING_LIMIT }),
        |name, text, _| {
            let depth = text.parse().ok().filter(|it| *it <= NESTING_LIMIT);
            parsed(name, depth.map(Self).ok_or(()), &format!("0 to {NESTING_LIMIT}"))
        };
    Pointers: |_| one_of(Self::ALL.map(Self::as_str)),
        |name, text, _| parsed(name, text.parse(), &Self::ALL.map(Self::as_str).join(" or "));
    Prefix: |_| affix("^([A-Za-z_][0-9A-Za-z_]*)?$"),
        |name, text, _| {
            let expected = format!("at most {AFFIX_LIMIT} letters, digits and underscores, no digit first");
            parsed(name, Affix::prefix(&text).map(Self), &expected)
        };
    Suffix: |_| affix("^[0-9A-Za-z_]*$"),
        |name, text, _| {
            let expected = format!("at most {AFFIX_LIMIT} letters, digits and underscores");
            parsed(name, Affix::suffix(&text).map(Self), &expected)
        };
    WindowsTypes: |_| one_of(Self::ALL.map(Self::as_str)),
        |name, text, _| parsed(name, text.parse(), &Self::ALL.map(Self::as_str).join(" or "));
}

fn parsed<T, E>(name: &str, parsed: Result<T, E>, expected: &str) -> Result<T, Error> {
    parsed.map_err(|_| Error::parameter(name, expected))
}

fn affix(pattern: &str) -> Schema {
    json_schema!({ "type": "string", "maxLength": AFFIX_LIMIT, "pattern": pattern })
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exported {
    /// `None` for the format's usual depth.
    pub(super) depth: Option<usize>,
    pub(super) options: Options,
}

impl Exported {
    pub(super) fn new(depth: &Depth, choices: &Choices) -> Self {
        Self {
            depth: depth.depth.as_ref().map(|it| it.0),
            options: Options {
                pointers: choices.pointers.unwrap_or_default(),
                prefix: choices
                    .prefix
                    .as_ref()
                    .map_or_else(Affix::default, |it| it.0),
                suffix: choices
                    .suffix
                    .as_ref()
                    .map_or_else(Affix::default, |it| it.0),
                windows_types: choices.windows_types.unwrap_or_default(),
            },
        }
    }

    /// For one format.
    pub(super) fn asked<'a>(&self, app: &'a App, format: Format) -> ExportRequest<'a> {
        ExportRequest {
            format,
            data: app.bundle().url().hash(),
            depth: self.depth.unwrap_or(format.usual_depth()),
        }
    }

    /// The options in a canonical query, without those that have their default.
    pub(super) fn in_query(&self) -> String {
        let (usual, own) = (Options::default(), &self.options);
        let depth = self.depth.map(|depth| format!("&depth={depth}"));
        let told = |is_usual, name, text| match is_usual {
            true => String::new(),
            false => format!("&{name}={text}"),
        };
        let (pointers, types) = (own.pointers, own.windows_types);
        [
            depth.unwrap_or_default(),
            told(pointers == usual.pointers, "pointers", pointers.as_str()),
            told(own.prefix == usual.prefix, "prefix", own.prefix.as_str()),
            told(own.suffix == usual.suffix, "suffix", own.suffix.as_str()),
            told(
                types == usual.windows_types,
                "windows_types",
                types.as_str(),
            ),
        ]
        .concat()
    }
}

/// File mode of the entries: readable by all, writable by the owner.
const PERMISSIONS: u32 = 0o644;

/// The file name of an archive: `strata-ETW_PMC_SUPPORT-c.zip`.
fn archive_name(structure: Option<&TypeName>, format: Option<Format>) -> String {
    let structure = structure.map_or_else(String::new, |name| format!("-{name}"));
    let format = format.map_or_else(String::new, |format| format!("-{format}"));
    format!("strata{structure}{format}.zip")
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Archive<'a> {
    pub(crate) dataset: &'a Dataset,
    /// The version of the data.
    pub(crate) data: &'a str,
    pub(crate) format: Option<Format>,
    /// `None` for each format's default.
    pub(crate) depth: Option<usize>,
    pub(crate) options: Options,
}

pub(crate) type Stated<'a> = (&'a Structure, Layout);

/// All layouts of structures, releases before builds.
pub(crate) fn layouts<'a>(structures: impl Iterator<Item = &'a Structure>) -> Vec<Stated<'a>> {
    let each = structures.flat_map(|structure| {
        let all = structure.every_layout().into_iter();
        all.map(move |layout| (structure, layout))
    });
    each.collect()
}

impl Archive<'_> {
    pub(crate) fn write<W: Write + Seek>(&self, layouts: &[Stated<'_>], out: W) -> ZipResult<()> {
        let mut zip = ZipWriter::new(out);
        for format in self.formats() {
            for layout in layouts {
                self.add(&mut zip, layout, *format)?;
            }
        }
        zip.finish().map(drop)
    }

    fn formats(&self) -> &[Format] {
        match &self.format {
            Some(one) => std::slice::from_ref(one),
            None => &Format::ALL,
        }
    }

    fn add<W: Write + Seek>(
        &self,
        zip: &mut ZipWriter<W>,
        (structure, layout): &Stated<'_>,
        format: Format,
    ) -> ZipResult<()> {
        let asked = ExportRequest {
            format,
            data: self.data,
            depth: self.depth.unwrap_or(format.usual_depth()),
        };
        let text = export(self.dataset, structure, layout, asked, self.options);
        let path = path_in_archive(&layout.structure, layout.point, format);
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(PERMISSIONS);
        zip.start_file(path, options)?;
        zip.write_all(text.as_bytes())?;
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Json,
    /// A format of another tool: one of [`IMAGE_FORMATS`].
    Export(Format),
}

impl AnswerFormat for ImageFormat {
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

impl ImageFormat {
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
pub(crate) fn write_image(
    (dataset, data): (&Dataset, &str),
    (index, image): (ImageIndex, &Image),
    (format, options): (ImageFormat, Options),
    out: &mut dyn Write,
) -> io::Result<()> {
    let format = match format {
        ImageFormat::Export(format) => format,
        ImageFormat::Json => {
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
    struct ImageChosen {
        /// The format; wins over `Accept`.
        format: ImageFormat = "c",
    }
}

pub(super) fn of_image() -> Resource {
    Operation::new(
        "getImageExport",
        "All types of one image",
        "Every type that the image defines, each once, in one file: a C header, a symbol file for Volatility 3, \
            or the layouts as JSON. The header and the symbol file also contain the unnamed types. The answer is \
            streamed. `format` wins over `Accept`.",
        // A symbol file has no short example.
        ImageFormat::described(
            Answer::json::<ImageTypes<'_>>("The types.")
                .or(Format::Isf.media_type(), Content::Bytes),
        ),
    )
    .with([image_parameter("ntoskrnl-5.1.2600.5512-x86")])
    .at("/images/{id}/export", image_export)
}

async fn image_export(call: Call<(ImageChosen, Choices), String>) -> Answered {
    let (app, (ImageChosen { format }, choices)) = (call.app, call.query);
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
        write_image(
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use crate::api::parameters::{ParameterContext, Parameters};
    use crate::data::DataFiles;
    use crate::extract::Query;

    use super::*;

    fn read(query: &str) -> Result<Exported, Error> {
        let (_, dataset) = DataFiles::built_in().load().expect("they are sound");
        let url = format!("/?{query}").parse().expect("it is a URL");
        let given = ParameterContext {
            dataset: &dataset,
            headers: &HeaderMap::new(),
            query: Query::of(&url)?,
        };
        let (depth, choices) = Parameters::of(given)?;
        Ok(Exported::new(&depth, &choices))
    }

    #[test]
    fn only_what_is_unusual_stands_in_a_query() {
        for (query, expected) in [
            ("", ""),
            ("pointers=typed", ""),
            ("pointers=integers&depth=0", "&depth=0&pointers=integers"),
            (
                "windows_types=included&depth=1&suffix=_1&prefix=A_&pointers=integers",
                "&depth=1&pointers=integers&prefix=A_&suffix=_1&windows_types=included",
            ),
        ] {
            assert_eq!(read(query).unwrap().in_query(), expected);
        }
    }

    #[test]
    fn what_cannot_be_is_told_what_can() {
        let said = |query: &str| read(query).unwrap_err().problem().detail;
        for depth in ["17", "-1", "", "1.0", "99999999999999999999"] {
            let query = format!("depth={depth}");
            assert_eq!(said(&query), "`depth` is 0 to 16", "{depth}");
        }
        assert_eq!(said("pointers=far"), "`pointers` is typed or integers");
        assert_eq!(
            said("prefix=1x"),
            "`prefix` is at most 32 letters, digits and underscores, no digit first"
        );
        assert_eq!(
            said("suffix=-"),
            "`suffix` is at most 32 letters, digits and underscores"
        );
        assert_eq!(
            said("windows_types=no"),
            "`windows_types` is defined or included"
        );
    }
}
