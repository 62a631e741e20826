//! `strata check [DIR]`: prints the errors in data files, and fails if there are any. `strata check FILE…`: compares
//! declarations in headers, ISF files and `dt` output with the known layouts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use strata_core::Dataset;
use strata_core::lookup::{self, Missing};
use strata_core::stated::PartialPoint;
use strata_core::stated::judge::{JudgeOptions, JudgedFile, judge};
use strata_core::stated::limits::SOURCE_LIMIT;
use strata_core::stated::wire::JudgedFileDto;

use super::{Data, Failure, FormatArgs, PointArg, Success, TextOrJson, all_of, file, output};
use crate::check::{check, check_folder};
use crate::data::DataFiles;
use crate::stated::{self, report};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files that declare structures: C headers, ISF (JSON of Volatility 3), output of WinDbg's `dt` or `dx`; `-` is standard
    /// input. Or a folder with data files or a catalogue (*.strata), checked together with the built-in data; a folder with a
    /// `releases.toml` is checked alone. Default: the data that would be served
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    /// The point, such as 6.1/x64, or the image to compare with; by default the one that the file states, or those where it
    /// agrees
    #[arg(long, value_name = "VERSION/ARCH|IMAGE", conflicts_with_all = ["version", "arch"], requires = "paths")]
    at: Option<PointArg>,

    /// The release, build or image to compare with
    #[arg(long, requires = "paths")]
    version: Option<String>,

    /// The architecture to compare with: x86, x64 or arm64
    #[arg(long, requires = "paths")]
    arch: Option<String>,

    /// Judge only this structure or nested type; in a file with one definition, whatever its name
    #[arg(long, value_name = "NAME", requires = "paths")]
    structure: Option<String>,

    /// Define a macro before reading headers; without a value it is 1
    #[arg(short = 'D', long, value_name = "NAME[=VALUE]", value_parser = define, requires = "paths")]
    define: Vec<String>,

    /// Treat a macro as not defined when reading headers
    #[arg(short = 'U', long, value_name = "NAME", value_parser = undefine, requires = "paths")]
    undefine: Vec<String>,

    #[command(flatten)]
    format: FormatArgs<TextOrJson>,

    #[command(flatten)]
    data: Data,
}

/// `NAME` or `NAME=VALUE` as a `#define` line.
fn define(text: &str) -> Result<String, String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    match is_name(name) && !value.contains(char::is_control) {
        true => Ok(format!("#define {name} {value}\n")),
        false => Err("expected NAME or NAME=VALUE, on one line".to_owned()),
    }
}

/// `NAME` as an `#undef` line.
fn undefine(name: &str) -> Result<String, String> {
    match is_name(name) {
        true => Ok(format!("#undef {name}\n")),
        false => Err("expected NAME".to_owned()),
    }
}

fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

pub(super) fn run(args: &Args) -> ExitCode {
    match &args.paths[..] {
        [] => folder(args.data.folder()),
        [one] if one.is_dir() && !args.is_about_files() => folder(Some(one)),
        [one] if is_catalogue(one) && !args.is_about_files() => folder(Some(one)),
        paths => super::status(files(args, paths)),
    }
}

fn is_catalogue(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("strata"))
}

/// Checks a folder of data files, one catalogue, or the built-in data.
fn folder(folder: Option<&Path>) -> ExitCode {
    let outcome = match folder {
        Some(folder) => check_folder(folder).map(|checked| checked.outcome),
        None => Ok(check(&DataFiles::built_in())),
    };
    match outcome {
        Ok(outcome) => {
            let printed = output::text(&outcome.to_string());
            if outcome.is_sound() && printed.is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(mistakes) => {
            for mistake in mistakes {
                output::complaint(&mistake.to_string());
            }
            ExitCode::FAILURE
        }
    }
}

/// The JSON output for all files.
#[derive(Debug, Serialize)]
struct Answer {
    /// Whether all files agree, and every known type was judged.
    agrees: bool,
    files: Vec<FileAnswer>,
}

#[derive(Debug, Serialize)]
struct FileAnswer {
    file: String,
    /// The result in one sentence, or the reason why the file was not judged.
    summary: String,
    judged: Option<JudgedFileDto>,
}

fn files(args: &Args, paths: &[PathBuf]) -> Result<Success, Failure> {
    if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
        super::usage_error(&format!(
            "{} is a folder, which is checked alone: leave out other files, points and --json",
            folder.display()
        ));
    }
    let (_, dataset) = args.data.load()?;
    let options = JudgeOptions {
        at: args.stated(&dataset)?,
        structure: args.structure.as_deref(),
    };
    let defines = args.conditions()?;
    let is_json = args.format.get() == TextOrJson::Json;
    let mut answer = Answer {
        agrees: true,
        files: Vec::new(),
    };
    let mut failures = Vec::new();
    for path in paths {
        let file = file::name(path);
        let bytes = file::read(path, SOURCE_LIMIT, "paste a header, or what `dt` prints");
        // The error of an unreadable file names the file already.
        let of = match bytes {
            Ok(_) => format!("{file}: "),
            Err(_) => String::new(),
        };
        let judged = bytes.and_then(|bytes| {
            let text = stated::text(&bytes)?;
            let judged = judge(
                &stated::read_with(&text, &defines, &dataset)?,
                &dataset,
                options,
            )?;
            let said = report::text(&file, &text, &judged);
            Ok((judged, said))
        });
        if let (Ok((_, said)), false) = (&judged, is_json) {
            output::text(said)?;
        }
        let judged = judged.map(|(judged, _)| judged);
        answer.agrees &= judged.as_ref().is_ok_and(JudgedFile::agrees);
        answer.files.push(FileAnswer {
            summary: match &judged {
                Ok(judged) => report::summary(judged),
                Err(failure) => failure.to_string(),
            },
            judged: judged.as_ref().ok().map(JudgedFileDto::new),
            file,
        });
        failures.extend(judged.err().map(|failure| format!("{of}{failure}")));
    }
    if is_json {
        output::json(&answer)?;
    }
    all_of(failures, paths.len(), "files could not be judged")?;
    Ok(Success::unless(!answer.agrees))
}

impl Args {
    fn is_about_files(&self) -> bool {
        let point = self.at.is_some() || self.version.is_some() || self.arch.is_some();
        point
            || !self.define.is_empty()
            || !self.undefine.is_empty()
            || self.structure.is_some()
            || self.format.get() == TextOrJson::Json
    }

    /// The lines before a header that settle its conditions.
    fn conditions(&self) -> Result<String, Failure> {
        let name = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
        let undefined: Vec<_> = self.undefine.iter().map(|line| name(line)).collect();
        let both = self.define.iter().map(|line| name(line));
        if let Some(name) = both.filter(|it| undefined.contains(it)).flatten().next() {
            super::usage_error(&format!("{name} is both defined (-D) and undefined (-U)"));
        }
        Ok(self.define.concat() + &self.undefine.concat())
    }

    /// The point at which to judge, as far as the options give it.
    fn stated(&self, dataset: &Dataset) -> Result<PartialPoint, Missing> {
        if let Some(at) = &self.at {
            return at.point(dataset).map(PartialPoint::at);
        }
        if let Some(image) = self
            .version
            .as_deref()
            .filter(|it| lookup::is_image_name(it))
        {
            let arch = self.arch.as_deref();
            return lookup::point_of(dataset.catalogue(), image, arch).map(PartialPoint::at);
        }
        let version = self.version.as_deref().map(lookup::version);
        let arch = self.arch.as_deref().map(lookup::arch);
        Ok(PartialPoint {
            version: version.transpose()?,
            arch: arch.transpose()?,
        })
    }
}
