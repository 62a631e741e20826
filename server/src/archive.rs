//! Exports of many layouts as a ZIP archive: a folder for each format, with a file for each structure. The same data
//! give the same bytes, whenever and wherever it is written.

use std::io::{Seek, Write};

use strata_core::dataset::Structure;
use strata_core::export::{ExportRequest, Format, Options, export, path_in_archive};
use strata_core::{Dataset, Layout, TypeName};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// File mode of the entries: readable by all, writable by the owner.
const PERMISSIONS: u32 = 0o644;

/// The file name of an archive: `strata-ETW_PMC_SUPPORT-c.zip`.
pub(crate) fn archive_name(structure: Option<&TypeName>, format: Option<Format>) -> String {
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
