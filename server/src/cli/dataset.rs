//! `strata dataset`: all data, for programs that analyse them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use strata_core::Dataset;

use super::{Data, Failure, one_of, output, usage_error};
use crate::api::{AnswerFormat, DatasetFormat, write_dataset};

/// The Parquet tables and their file names.
const TABLES: [(&str, DatasetFormat); 2] = [
    ("members.parquet", DatasetFormat::Parquet),
    ("images.parquet", DatasetFormat::ParquetImages),
];

const FORMATS: [DatasetFormat; 4] = [
    DatasetFormat::Parquet,
    DatasetFormat::Csv,
    DatasetFormat::Ndjson,
    DatasetFormat::Strata,
];

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The format: parquet, two tables of every type (members.parquet with each distinct layout once, images.parquet with the
    /// images that have it); csv, a line for each member and point of structures with an article; ndjson, the same as JSON
    /// objects; strata, the catalogue file
    #[arg(long, value_parser = one_of(FORMATS, DatasetFormat::as_str))]
    format: DatasetFormat,

    /// The file, by default standard output; for parquet, the folder
    #[arg(
        short,
        long,
        value_name = "FILE|FOLDER",
        required_if_eq("format", "parquet")
    )]
    output: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    match (args.format, &args.output) {
        (DatasetFormat::Parquet, Some(folder)) if folder != Path::new("-") => {
            tables(&dataset, folder)
        }
        (DatasetFormat::Parquet, _) => {
            usage_error("--format parquet writes two files: name a folder with --output")
        }
        (format, Some(path)) => output::file(path, &to_bytes(&dataset, format)?),
        (format, None) => match write_dataset(&dataset, format, &mut io::stdout()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
            _ => Ok(()),
        },
    }
}

fn tables(dataset: &Dataset, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    for (name, format) in TABLES {
        output::file(&folder.join(name), &to_bytes(dataset, format)?)?;
    }
    Ok(())
}

fn to_bytes(dataset: &Dataset, format: DatasetFormat) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    write_dataset(dataset, format, &mut bytes as &mut (dyn Write + Send))?;
    Ok(bytes)
}
