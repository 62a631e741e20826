//! `cargo xtask verify-symbols DIR`: holds what the data restate from symbol files against those files.
//!
//! DIR is the folder `kernels-data` of the Vergilius Project: one `BUILD-ARCH.yml.xz` for each kernel. No test needs it.

mod restated;
mod symbols;

use std::path::Path;

use crate::failure::Failure;
use restated::{Restated, Statement};
use symbols::SymbolFile;

/// Compares everything; fails where anything differs.
pub(crate) fn run(folder: &Path) -> Result<(), Failure> {
    let restated = Restated::read()?;
    let mut files = 0;
    let mut compared = 0;
    let mut wrong = Vec::new();
    let mut seen = vec![false; restated.snapshots.len()];
    for file in symbol_files(folder)? {
        let symbols = SymbolFile::read(&file)?;
        files += 1;
        for (at, snapshot) in restated.snapshots.iter().enumerate() {
            if snapshot.build == symbols.build && snapshot.arch == symbols.arch {
                seen[at] = true;
                for statement in &snapshot.structures {
                    compared += 1;
                    wrong.extend(compare(&symbols, statement));
                }
            }
        }
        for statement in restated.types_at(&symbols) {
            compared += 1;
            wrong.extend(compare(&symbols, statement));
        }
    }
    for (at, snapshot) in restated
        .snapshots
        .iter()
        .enumerate()
        .filter(|(at, _)| !seen[*at])
    {
        let _ = at;
        wrong.push(format!(
            "{}: no symbol file of {}-{} is in the folder",
            snapshot.file, snapshot.build, snapshot.arch
        ));
    }
    println!(
        "{files} symbol files, {compared} structures and types compared, {} differences",
        wrong.len()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(wrong.join("\n")))
    }
}

fn symbol_files(folder: &Path) -> Result<Vec<std::path::PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::file("read the folder", folder, &error))?;
    let mut files: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(".yml.xz"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!(
            "{} holds no `BUILD-ARCH.yml.xz`",
            folder.display()
        )));
    }
    Ok(files)
}

/// What is said otherwise by the symbol file.
fn compare(symbols: &SymbolFile, statement: &Statement) -> Vec<String> {
    let at = format!(
        "{}: {} at {}-{}",
        statement.file, statement.name, symbols.build, symbols.arch
    );
    let Some(theirs) = symbols.find(&statement.name) else {
        return vec![format!("{at}: not in the symbol file")];
    };
    let mut wrong = Vec::new();
    if theirs.size != statement.size {
        wrong.push(format!(
            "{at}: size {:#x}, the symbol file says {:#x}",
            statement.size, theirs.size
        ));
    }
    for line in theirs
        .lines
        .iter()
        .filter(|line| !statement.lines.contains(line))
    {
        wrong.push(format!("{at}: lacks `{line}`"));
    }
    for line in statement
        .lines
        .iter()
        .filter(|line| !theirs.lines.contains(line))
    {
        wrong.push(format!("{at}: `{line}` is not in the symbol file"));
    }
    wrong
}
