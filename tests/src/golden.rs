//! Golden files: output must equal the file. `UPDATE_GOLDEN=1` writes them; a file without output is an orphan.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of golden files, with the output for each.
#[derive(Debug)]
pub struct Golden {
    folder: PathBuf,
    printed: BTreeMap<String, String>,
}

impl Golden {
    /// The folder of that name below `tests/golden`.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("golden")
            .join(name);
        Self {
            folder,
            printed: BTreeMap::new(),
        }
    }

    /// Adds the output for one file.
    pub fn add(&mut self, file: impl Into<String>, text: impl Into<String>) {
        let (file, text) = (file.into(), text.into());
        assert!(
            self.printed.insert(file.clone(), text).is_none(),
            "{file} was printed twice"
        );
    }

    /// Compares the output with the files, or writes them.
    pub fn check(self) {
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            self.write();
        }
        let mut wrong = Vec::new();
        for (file, printed) in &self.printed {
            match std::fs::read_to_string(self.folder.join(file)) {
                Ok(held) if held == *printed => {}
                Ok(held) => wrong.push(format!(
                    "{file} differs:\n{}",
                    first_difference(&held, printed)
                )),
                Err(error) => wrong.push(format!("{file}: {error}")),
            }
        }
        for orphan in self
            .held()
            .into_iter()
            .filter(|file| !self.printed.contains_key(file))
        {
            wrong.push(format!("{orphan} is an orphan: nothing prints it"));
        }
        assert!(
            wrong.is_empty(),
            "{}\n(UPDATE_GOLDEN=1 writes them anew)",
            wrong.join("\n")
        );
    }

    fn held(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    fn write(&self) {
        std::fs::create_dir_all(&self.folder).expect("the golden folder can be made");
        for orphan in self
            .held()
            .iter()
            .filter(|file| !self.printed.contains_key(*file))
        {
            std::fs::remove_file(self.folder.join(orphan)).expect("an orphan can be removed");
        }
        for (file, text) in &self.printed {
            std::fs::write(self.folder.join(file), text).expect("a golden file can be written");
        }
    }
}

fn first_difference(held: &str, printed: &str) -> String {
    let lines = held.lines().map(Some).chain(std::iter::repeat(None));
    let other = printed.lines().map(Some).chain(std::iter::repeat(None));
    let at = lines
        .zip(other)
        .enumerate()
        .find(|(_, (a, b))| a != b || (a.is_none() && b.is_none()));
    match at {
        Some((line, (held, printed))) => {
            format!(
                "  line {}\n  held:    {}\n  printed: {}",
                line + 1,
                held.unwrap_or("-"),
                printed.unwrap_or("-")
            )
        }
        None => "  the line ends".to_owned(),
    }
}
