//! `strata new structure NAME`: writes a data file to start with, which passes `strata check` unchanged.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use strata_core::TypeName;

use super::{Failure, output};
use crate::data::SCHEMAS;
use crate::overlay;

const STRUCTURE: &str = include_str!("new/structure.toml");
const SOURCES: &str = include_str!("new/sources.toml");
/// The template's names for the structure and its source.
const NAME: &str = "MY_STRUCTURE";
const SOURCE: &str = "our-notes";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: NewItem,
}

#[derive(Debug, clap::Subcommand)]
enum NewItem {
    /// A structure: structures/NAME.toml, and sources.toml and the schemas unless they exist
    Structure {
        /// The name, a C identifier: letters, digits, underscores
        name: String,

        /// The folder with your data files; `.` is the current one
        #[arg(long = "data", value_name = "DIR", env = "STRATA_DATA")]
        folder: PathBuf,
    },
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let NewItem::Structure { name, folder } = &args.what;
    let name: TypeName = name.parse()?;
    let built_in = overlay::load(None)?.dataset;
    if let Some(known) = built_in.structure(name.as_str()) {
        let name = &known.name;
        bail!("{name} already exists: `strata layout {name}` prints it; expected another name");
    }
    let file = format!(
        "structures/{}.toml",
        name.without_tag_underscore().to_lowercase()
    );
    let path = folder.join(file);
    if path.exists() {
        return Err(already_exists(&path));
    }
    let sources = folder.join("sources.toml");
    let source = match fs::read_to_string(&sources) {
        Ok(text) => first_source(&text),
        Err(_) => None,
    };
    let text = STRUCTURE.replace(NAME, name.as_str());
    let text = text.replace(SOURCE, source.as_deref().unwrap_or(SOURCE));
    let mut written = String::new();
    let mut write = |path: &Path, text: &str| -> Result<bool, Failure> {
        let is_new = create(path, text)?;
        if is_new {
            written.push_str(&format!("{}\n", path.display()));
        }
        Ok(is_new)
    };
    if !write(&path, &text)? {
        return Err(already_exists(&path));
    }
    let schemas = SCHEMAS.map(|(name, text)| (folder.join(name), text));
    for (path, text) in schemas.into_iter().chain([(sources, SOURCES)]) {
        write(&path, text)?;
    }
    output::text(&written)
}

/// The id of the first source in the operator's `sources.toml`.
fn first_source(text: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(text).ok()?;
    let first = table.get("source")?.as_array()?.first()?;
    Some(first.get("id")?.as_str()?.to_owned())
}

fn already_exists(path: &Path) -> Failure {
    let path = path.display();
    Failure::Nothing(format!("{path} already exists, and nothing was written"))
}

/// Creates a file and its folder; returns whether the file is new.
fn create(path: &Path, text: &str) -> Result<bool, Failure> {
    let refused = Failure::unwritable(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(&refused)?;
    }
    match fs::File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        file => file
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(refused)
            .map(|()| true),
    }
}
