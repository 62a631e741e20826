//! A built site inside the binary; `cargo xtask build` says at compile time where it is.

use std::collections::BTreeMap;

use axum::body::Bytes;
use include_dir::{Dir, include_dir};
use strata_frontend::route::Package;

use super::SiteError;

static SITE: Dir<'_> = include_dir!("$STRATA_SITE");
/// Named here so that cargo compiles this again when the place changes.
const _: &str = env!("STRATA_SITE");

/// Takes the one package out of the binary.
pub(super) fn read() -> Result<(Package, BTreeMap<String, Bytes>), SiteError> {
    let packages: Vec<_> = SITE
        .dirs()
        .filter_map(|dir| Some((Package::from_folder(dir.path().to_str()?)?, dir)))
        .collect();
    let [(package, folder)] = packages.as_slice() else {
        return Err(SiteError::Packages {
            found: packages.len(),
        });
    };
    let name =
        |file: &include_dir::File<'static>| Some(file.path().file_name()?.to_str()?.to_owned());
    let files = folder
        .files()
        .filter_map(|file| Some((name(file)?, Bytes::from_static(file.contents()))));
    Ok((package.clone(), files.collect()))
}
