//! `strata dataset`: all data, for programs that analyse them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use strata_core::Dataset;

use super::{Data, Failure, output};
use crate::api::{DatasetFormat, write_dataset};

/// The Parquet tables and their file names.
const TABLES: [(&str, DatasetFormat); 2] = [
    ("members.parquet", DatasetFormat::Parquet),
    ("images.parquet", DatasetFormat::ParquetImages),
];

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How to write it
    #[arg(long, value_enum)]
    format: Format,

    /// The file; for parquet, the folder. Standard output where left out, but for parquet
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Two tables, members.parquet and images.parquet: every type, each distinct layout once, and the images that have it
    Parquet,
    /// A line a member and point, of structures with an article
    Csv,
    /// The same as a JSON object a line
    Ndjson,
    /// The catalogue file
    Strata,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (_, dataset) = args.data.load()?;
    let format = match (args.format, &args.output) {
        (Format::Parquet, Some(folder)) if folder != Path::new("-") => {
            return tables(&dataset, folder);
        }
        (Format::Parquet, _) => {
            let why = "--format parquet writes two files: name a folder with --output";
            return Err(Failure::Nothing(why.to_owned()));
        }
        (Format::Csv, _) => DatasetFormat::Csv,
        (Format::Ndjson, _) => DatasetFormat::Ndjson,
        (Format::Strata, _) => DatasetFormat::Strata,
    };
    match &args.output {
        Some(path) => output::file(path, &to_bytes(&dataset, format)?),
        None => match write_dataset(&dataset, format, &mut io::stdout()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
            _ => Ok(()),
        },
    }
}

fn tables(dataset: &Dataset, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::Unwritable {
        path: folder.to_owned(),
        error,
    })?;
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
