//! `strata import FILE…`: reads symbol files, prints new and contradicting definitions, and writes a catalogue.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use strata_core::catalogue::{Builder, Catalogue, Counts, ModuleName, SymbolFile};
use strata_core::escape::escaped;
use strata_core::{Arch, Build, TypeName};
use strata_import::limits::TEXT_LIMIT;
use strata_import::{BuildList, Hints, Imported, NoteKind};

use super::{Data, Failure, Success, all_of, arch, file, output};
use crate::check::count;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Symbol files: PDB, YAML of the Vergilius Project, or ISF, the JSON of Volatility 3; also compressed with xz; `-` is
    /// standard input. A tab-separated table with the columns `file_version` and `guid_age` gives PDB and ISF files their versions
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The image file that they describe, such as ntoskrnl; by default what they state, or the name of the PDB file
    #[arg(long)]
    module: Option<ModuleName>,

    /// The version of the image file, such as 10.0.19041.2965; by default what they state
    #[arg(long)]
    version: Option<Build>,

    /// The architecture: x86, x64 or arm64; by default what they state
    #[arg(long, value_parser = arch)]
    arch: Option<Arch>,

    /// Their source: an id of `sources.toml`; by default vergilius-kernels-data for YAML, isf for ISF, and pdb for PDB
    #[arg(long, value_name = "ID", value_parser = source)]
    source: Option<String>,

    /// Write nothing; report what is new and what disagrees
    #[arg(long)]
    check: bool,

    /// The catalogue to write, into a folder for --data
    #[arg(
        short,
        long,
        value_name = "OUT.strata",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    output: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

/// Parses a source id as in `sources.toml`.
fn source(text: &str) -> Result<String, String> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    match !text.is_empty() && text.bytes().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("expected lower-case letters, digits and hyphens".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> Result<Success, Failure> {
    let (_, dataset) = args.data.load()?;
    let (hints, paths) = args.sort(dataset.catalogue())?;
    if let Some(source) = args
        .source
        .as_deref()
        .filter(|id| dataset.source(id).is_none())
    {
        eprintln!(
            "strata: the source `{source}` is not in the data: state it in a sources.toml beside the catalogue, for --data"
        );
    }
    let to_out = args.output.as_deref() == Some(Path::new("-"));
    let say = |report: &str| -> Result<(), Failure> {
        if !to_out {
            return output::text(report);
        }
        output::complaint(report);
        Ok(())
    };
    let mut known = Builder::from_catalogue(dataset.catalogue());
    let mut imported = Builder::default();
    let mut tally = Tally {
        known: known.counts(),
        files: 0,
        left_out: 0,
        conflicts: 0,
    };
    let mut failures = Vec::new();
    let progress = Progress::new(paths.len());
    for (number, path) in paths.iter().enumerate() {
        let name = file::name(path);
        progress.show(number, &name);
        let bytes = file::read(path, TEXT_LIMIT, "paste a symbol file")?;
        match strata_import::read(&name, &bytes, &hints) {
            Ok(read) => {
                let (report, file) = tally.take_in(&name, read, &mut known);
                if let Some(file) = file {
                    imported.add(file);
                }
                progress.clear();
                say(&report)?;
            }
            Err(error) => failures.push(format!("{name}: {}", escaped(&error.to_string()))),
        }
    }
    progress.clear();
    if paths.is_empty() {
        bail!("there is no symbol file among the files");
    }
    all_of(
        failures,
        paths.len(),
        "files cannot be read: nothing is written",
    )?;
    say(&tally.summary(&known))?;
    if let Some(path) = &args.output {
        if imported.images().is_empty() {
            bail!("no type is left: nothing is written");
        }
        let catalogue = imported.finish().map_err(|error| {
            Failure::Nothing(format!(
                "the catalogue would have {}: import fewer files into it",
                error.problem
            ))
        })?;
        let text = catalogue.text();
        output::file(path, text.as_bytes())?;
        say(&format!("{}: {} bytes\n", path.display(), text.len()))?;
    }
    Ok(Success::unless(tally.left_out > 0 || tally.conflicts > 0))
}

impl Args {
    /// Separates the lists of builds from the other files; returns the hints (from the lists, the options and the known
    /// images) and the other files.
    fn sort(&self, known: &Catalogue) -> Result<(Hints, Vec<&Path>), Failure> {
        let mut hints = Hints {
            module: self.module.clone(),
            version: self.version,
            arch: self.arch,
            source: self.source.clone(),
            builds: known
                .images()
                .iter()
                .filter_map(|image| image.pdb.zip(image.build()))
                .collect(),
        };
        let mut paths = Vec::new();
        for path in &self.files {
            if !is_build_list(path) {
                paths.push(path.as_path());
                continue;
            }
            let bytes = file::read(path, TEXT_LIMIT, "paste a list of builds")?;
            let text = String::from_utf8_lossy(&bytes);
            let list = BuildList::read(&text)
                .map_err(|error| Failure::Nothing(format!("{}: {error}", file::name(path))))?;
            hints.builds.extend(list);
        }
        Ok((hints, paths))
    }
}

/// Whether a file is a list of builds, by its first line. Standard input, which can be read only once, never is.
fn is_build_list(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head));
    read.is_ok() && BuildList::is_one(&String::from_utf8_lossy(&head))
}

#[derive(Debug)]
struct Tally {
    known: Counts,
    files: usize,
    left_out: usize,
    conflicts: usize,
}

impl Tally {
    /// Adds a file to the catalogue; returns what is new in it and what contradicts, and the file without the
    /// types that contradict, which no server would read; `None` if nothing is left.
    fn take_in(
        &mut self,
        name: &str,
        read: Imported,
        known: &mut Builder,
    ) -> (String, Option<SymbolFile>) {
        let Imported { mut file, notes } = read;
        let SymbolFile {
            image, definitions, ..
        } = &file;
        let before = known.counts();
        let conflicts = known.add(file.clone());
        let types = definitions
            .iter()
            .filter(|it| !it.name.is_unnamed())
            .count();
        let (types, new) = (count(types, "type"), added(before, known.counts()));
        let mut text = format!("{name}: {}: {types}; {new}\n", image.id());
        for note in &notes {
            let word = match note.kind {
                NoteKind::LeftOut => "not read",
                NoteKind::Corrected => "corrected",
                NoteKind::Remark => "note",
            };
            text += &format!("  {word}: {note}\n");
            self.left_out += usize::from(note.kind == NoteKind::LeftOut);
        }
        for conflict in &conflicts {
            text += &format!("  disagrees: {conflict}\n");
        }
        self.files += 1;
        self.conflicts += conflicts.len();
        // A conflict without a name is about the image.
        let contradicts = |name: &TypeName| {
            let mut conflicts = conflicts.iter();
            conflicts.any(|it| it.name.as_ref().is_none_or(|it| it == name))
        };
        file.definitions.retain(|it| !contradicts(&it.name));
        let is_left = conflicts.is_empty() || !file.definitions.is_empty();
        (text, is_left.then_some(file))
    }

    fn summary(&self, known: &Builder) -> String {
        format!(
            "{}: {}; {}, {}\n",
            count(self.files, "file"),
            added(self.known, known.counts()),
            count(self.left_out, "unread part"),
            count(self.conflicts, "disagreement"),
        )
    }
}

/// The counts of what was added.
fn added(before: Counts, after: Counts) -> String {
    if before == after {
        return "nothing new".to_owned();
    }
    let images = count(after.images - before.images, "new image");
    let types = count(after.types - before.types, "new type");
    let layouts = count(after.layouts - before.layouts, "new layout");
    format!("{images}, {types}, {layouts}")
}

/// The progress display on standard error, where that is a terminal.
struct Progress {
    files: usize,
    is_shown: bool,
}

impl Progress {
    fn new(files: usize) -> Self {
        Self {
            files,
            is_shown: files > 1 && io::stderr().is_terminal(),
        }
    }

    fn show(&self, number: usize, name: &str) {
        if self.is_shown {
            self.write(&format!("\r\x1b[K{}/{} {name}", number + 1, self.files));
        }
    }

    fn clear(&self) {
        if self.is_shown {
            self.write("\r\x1b[K");
        }
    }

    fn write(&self, text: &str) {
        let mut errors = io::stderr().lock();
        // A failure to show progress is ignored.
        let _ = errors
            .write_all(text.as_bytes())
            .and_then(|()| errors.flush());
    }
}
