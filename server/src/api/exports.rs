//! `GET /structures/{name}/exports` and `GET /exports`: all layouts of a structure, or of every structure with an article,
//! in the formats of other tools, in one archive. `GET /images/{id}/export`: all types of one image in one file. All are
//! streamed.
//!
//! The options of exports are shared by all resources with exports.

use std::cell::Cell;
use std::io::{self, Seek, Write};
use std::sync::Arc;

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
use crate::negotiate;

use super::answer::RequestParts;
use super::images::{ImageAnswer, image_of, image_parameter};
use super::parameters::listed;
use super::prelude::*;

parameters! {
    /// The content of an archive.
    struct Query {
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
        "All layouts, for other tools",
        "All layouts of the structures with an article, at releases and known builds, in the formats of other \
            tools: a ZIP archive with a folder for each format, and in it one for each structure. Each file is the \
            answer of `GET /structures/{name}/layouts/{version}/{arch}` in that format. Equal data give equal bytes.",
        archived(),
    )
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
    .at("/structures/{name}/exports", structure)
}

fn archived() -> Message {
    Message::new("The archive.").or(ZIP, Content::Bytes)
}

async fn everything(call: Call<Wanted>) -> ApiResult {
    archive(call.app, &call.request, None, &call.query)
}

async fn structure(call: Call<Wanted, String>) -> ApiResult {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    let name = structure.name.clone();
    archive(call.app, &call.request, Some(name), &call.query)
}

type Wanted = (Query, (ExportDepth, ExportChoices));

/// Streams the archive of one type, or of all types with an article.
fn archive(
    app: Arc<App>,
    request: &RequestParts,
    one: Option<TypeName>,
    (Query { format }, (depth, choices)): &Wanted,
) -> ApiResult {
    negotiate::media_type(&request.headers, &[ZIP])?;
    let (format, exported) = (*format, ExportOptions::new(depth, choices));
    let url = url::exports(one.as_ref(), format, &exported);
    let file = archive_name(one.as_ref(), format);
    let data = Arc::clone(&app);
    request.stream(&data, (ZIP, &url), Some(&file), move |out| {
        let dataset = app.dataset();
        let archive = Archive {
            dataset,
            data: app.bundle().url().hash(),
            format,
            exported,
        };
        let layouts = match &one {
            Some(name) => layouts(dataset.structure(name.as_str()).into_iter()),
            None => layouts(dataset.audited()),
        };
        archive.write(&layouts, out)
    })
}

parameters! {
    /// The depth of exports.
    #[derive(Default)]
    pub(super) struct ExportDepth {
        /// How many levels of nested structures an export defines; deeper ones are bytes. Default: all levels; 0 for
        /// `dt`.
        depth: Option<Nesting> = 1,
    }
}

parameters! {
    /// The other options of exports.
    pub(super) struct ExportChoices {
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

/// How layouts are exported.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExportOptions {
    /// `None` for the format's usual depth.
    pub(crate) depth: Option<usize>,
    pub(crate) options: Options,
}

impl ExportOptions {
    pub(super) fn new(depth: &ExportDepth, choices: &ExportChoices) -> Self {
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

    /// A layout in a format. `data` is the hash of the data.
    pub(crate) fn text(
        &self,
        (dataset, data): (&Dataset, &str),
        structure: &Structure,
        layout: &Layout,
        format: Format,
    ) -> String {
        let depth = self.depth.unwrap_or(format.usual_depth());
        let request = ExportRequest {
            format,
            data,
            depth,
        };
        export(dataset, structure, layout, request, self.options)
    }

    /// The options in a canonical query, without those that have their default.
    pub(super) fn in_query(&self) -> String {
        let (usual, own) = (Options::default(), &self.options);
        let depth = self.depth.map(|depth| format!("&depth={depth}"));
        let option = |is_usual, name, text| match is_usual {
            true => String::new(),
            false => format!("&{name}={text}"),
        };
        let (pointers, types) = (own.pointers, own.windows_types);
        [
            depth.unwrap_or_default(),
            option(pointers == usual.pointers, "pointers", pointers.as_str()),
            option(own.prefix == usual.prefix, "prefix", own.prefix.as_str()),
            option(own.suffix == usual.suffix, "suffix", own.suffix.as_str()),
            option(
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
    /// The hash of the data.
    pub(crate) data: &'a str,
    pub(crate) format: Option<Format>,
    pub(crate) exported: ExportOptions,
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
    /// Writes an archive without going back in `out`; stops when `out` fails.
    pub(crate) fn write(&self, layouts: &[Stated<'_>], out: &mut dyn Write) -> io::Result<()> {
        let error = Cell::new(None);
        let mut zip = ZipWriter::new_stream(SilentWriter { out, error: &error });
        for format in self.formats() {
            for layout in layouts {
                self.add(&mut zip, layout, *format)?;
                error.take().map_or(Ok(()), Err)?;
            }
        }
        zip.finish()?;
        error.take().map_or(Ok(()), Err)
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
        let of = (self.dataset, self.data);
        let text = self.exported.text(of, structure, layout, format);
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

/// Keeps the last error of a writer and returns none: a [`ZipWriter`] that is dropped after an error would write again, and
/// print the next error.
struct SilentWriter<'a> {
    out: &'a mut dyn Write,
    error: &'a Cell<Option<io::Error>>,
}

impl Write for SilentWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.out.write_all(bytes) {
            self.error.set(Some(error));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
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

/// Writes all types of an image. `data` is the hash of the data.
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
    struct ImageQuery {
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
            Message::json::<ImageTypes<'_>>("The types.")
                .or(Format::Isf.media_type(), Content::Bytes),
        ),
    )
    .with([image_parameter("ntoskrnl-5.1.2600.5512-x86")])
    .at("/images/{id}/export", image_export)
}

async fn image_export(call: Call<(ImageQuery, ExportChoices), String>) -> ApiResult {
    let (app, (ImageQuery { format }, choices)) = (call.app, call.query);
    let exported = ExportOptions::new(&ExportDepth::default(), &choices);
    let (index, image) = image_of(app.dataset(), &call.path)?;
    let id = image.id();
    let (name, chosen) = (format.as_str(), exported.in_query());
    let url = format!(
        "{}/images/{}/export?format={name}{chosen}",
        url::ROOT,
        url::segment(&id)
    );
    let file = format!("{id}.{}", format.extension());
    let data = Arc::clone(&app);
    let of = (format.media_type(), &*url);
    call.request.stream(&data, of, Some(&file), move |out| {
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
    })
}

#[cfg(test)]
mod tests {
    use crate::data::DataFiles;

    use super::*;

    /// The stream to a client that reads some bytes and leaves.
    struct Left {
        wanted: usize,
        refused: usize,
    }

    impl Write for Left {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.wanted.checked_sub(bytes.len()) {
                Some(wanted) => self.wanted = wanted,
                None => {
                    self.refused += 1;
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_archive_ends_when_its_client_leaves() {
        let (_, dataset) = DataFiles::built_in().load().expect("they are sound");
        let archive = Archive {
            dataset: &dataset,
            data: "0",
            format: Some(Format::C),
            exported: ExportOptions {
                depth: Some(0),
                ..ExportOptions::default()
            },
        };
        let layouts = layouts(dataset.audited());
        for wanted in [0, 10_000] {
            let mut out = Left { wanted, refused: 0 };
            let error = archive.write(&layouts, &mut out).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
            // The rest of one file, and the end of the archive; not a file for each layout.
            assert!(out.refused < layouts.len(), "{}", out.refused);
        }
    }
}
