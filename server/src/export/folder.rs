//! Replaces a folder atomically: writes the new one next to it, so that an interrupted export keeps the old one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::MARK;

#[derive(Debug, Error)]
pub enum FolderError {
    #[error("cannot {what} {path}: {error}", path = .path.display())]
    Refused {
        what: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    #[error(
        "{path} is not empty, and not an earlier site of files (it has no {MARK}): name an empty folder, an earlier site, or a new folder",
        path = .0.display()
    )]
    Foreign(PathBuf),
    #[error("{path} is not the name of a folder", path = .0.display())]
    Nameless(PathBuf),
}

/// A new folder, deleted on drop unless it was put in place.
#[derive(Debug)]
pub struct Folder {
    fresh: PathBuf,
    place: PathBuf,
}

impl Folder {
    /// Creates the new folder for that place.
    pub fn begin(place: &Path) -> Result<Self, FolderError> {
        // The target of a link is replaced, not the link.
        let place = match place.canonicalize() {
            Ok(place) => place,
            Err(_) => std::path::absolute(place).map_err(refused("find", place))?,
        };
        is_free(&place)?;
        let (Some(parent), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(FolderError::Nameless(place));
        };
        fs::create_dir_all(parent).map_err(refused("create", parent))?;
        let name = format!(".{}.new-{}", name.to_string_lossy(), std::process::id());
        let fresh = parent.join(name);
        fs::create_dir(&fresh).map_err(refused("create", &fresh))?;
        Ok(Self { fresh, place })
    }

    /// Writes a file into it; parent folders are created.
    pub fn write(&self, file: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.fresh.join(file.trim_start_matches('/'));
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(refused("create", parent))?;
        }
        fs::write(&path, bytes).map_err(refused("write", &path))
    }

    /// Puts it in place, and deletes the old folder.
    pub fn put(self) -> Result<(), FolderError> {
        let (fresh, place) = (&self.fresh, &self.place);
        is_free(place)?;
        if place.exists() {
            exchange(fresh, place).map_err(refused("replace", place))
            // The old folder is now at the new one's path, and is deleted with it.
        } else {
            fs::rename(fresh, place).map_err(refused("create", place))
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Once it is in place, nothing is left at the temporary path.
        let _ = fs::remove_dir_all(&self.fresh);
    }
}

/// Fails unless the place is free: nothing is there, or an earlier site.
fn is_free(place: &Path) -> Result<(), FolderError> {
    let mut entries = match fs::read_dir(place) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(refused("read", place)(error)),
    };
    if entries.next().is_some() && !place.join(MARK).is_file() {
        return Err(FolderError::Foreign(place.to_owned()));
    }
    Ok(())
}

/// Exchanges two folders, atomically where the system can.
fn exchange(fresh: &Path, place: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        match renameat_with(CWD, fresh, CWD, place, RenameFlags::EXCHANGE) {
            Ok(()) => return Ok(()),
            // Some file systems cannot.
            Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let old = fresh.with_extension("old");
    fs::rename(place, &old)?;
    match fs::rename(fresh, place) {
        Ok(()) => fs::rename(&old, fresh),
        Err(error) => {
            fs::rename(&old, place)?;
            Err(error)
        }
    }
}

fn refused(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError + use<> {
    let path = path.to_owned();
    move |error| FolderError::Refused { what, path, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A free path in a temporary folder of the tests.
    fn place(name: &str) -> PathBuf {
        let parent = std::env::temp_dir().join(format!("strata-folder-{}", std::process::id()));
        fs::create_dir_all(&parent).unwrap();
        let place = parent.join(name);
        let _ = fs::remove_dir_all(&place);
        place
    }

    fn read(place: &Path, file: &str) -> Option<String> {
        fs::read_to_string(place.join(file)).ok()
    }

    #[test]
    fn a_folder_takes_the_place_of_an_earlier_one_and_of_nothing_else() {
        let place = place("replaced");
        let first = Folder::begin(&place).unwrap();
        first.write("/a/index.html", b"first").unwrap();
        first.write(MARK, b"{}").unwrap();
        assert!(!place.exists());
        first.put().unwrap();
        let second = Folder::begin(&place).unwrap();
        second.write("/b/index.html", b"second").unwrap();
        second.write(MARK, b"{}").unwrap();
        assert_eq!(read(&place, "a/index.html").as_deref(), Some("first"));
        let fresh = second.fresh.clone();
        second.put().unwrap();
        assert_eq!(read(&place, "a/index.html"), None);
        assert_eq!(read(&place, "b/index.html").as_deref(), Some("second"));
        assert!(!fresh.exists());
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn what_was_begun_and_not_put_is_gone_and_the_old_one_there() {
        let place = place("interrupted");
        let old = Folder::begin(&place).unwrap();
        old.write(MARK, b"{}").unwrap();
        old.put().unwrap();
        let begun = Folder::begin(&place).unwrap();
        begun.write("a", b"half").unwrap();
        let fresh = begun.fresh.clone();
        drop(begun);
        assert!(!fresh.exists() && place.join(MARK).is_file());
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn what_is_no_site_is_left_alone() {
        let place = place("foreign");
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("thesis.txt"), "all of it").unwrap();
        let refused = Folder::begin(&place).unwrap_err();
        assert!(matches!(refused, FolderError::Foreign(_)), "{refused}");
        assert_eq!(read(&place, "thesis.txt").as_deref(), Some("all of it"));
        let file = Folder::begin(&place.join("thesis.txt")).unwrap_err();
        assert!(matches!(file, FolderError::Refused { .. }), "{file}");
        fs::remove_dir_all(&place).unwrap();
    }
}
