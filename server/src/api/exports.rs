//! `GET /structures/{name}/exports` and `GET /exports`: all layouts of a structure, or of every structure with an
//! article, in the formats of other tools, in one archive.

use std::io::Cursor;
use std::sync::Arc;

use strata_core::dataset::Structure;
use strata_core::export;

use crate::archive::{Archive, archive_name, layouts};
use crate::media_type::ZIP;
use crate::negotiate;

use super::exported::{Choices, Depth, Exported};
use super::format::listed;
use super::prelude::*;

const ARCHIVE_LIMIT: usize = 64 * 1024 * 1024;

parameters! {
    /// The content of an archive.
    struct Chosen {
        /// The format. Default: all formats.
        format: Option<export::Format> = "c",
    }
}

values! {
    export::Format: |_| one_of(Self::ALL.map(Self::as_str)),
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
    app.answers().get_or_render(&url, || {
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
            return Err(Error::Unusable(format!(
                "the archive has more than {ARCHIVE_LIMIT} bytes: ask for one format, or for the structures one by one"
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
