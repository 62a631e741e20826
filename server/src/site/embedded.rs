//! A built site inside the binary.

use std::collections::BTreeMap;

use axum::body::Bytes;
use strata_frontend::route::Package;

use super::SiteError;
use crate::embedded;

/// Takes the one package out of the binary; of what is only there compressed, the file as it is, too.
pub(super) fn read() -> Result<(Package, BTreeMap<String, Bytes>), SiteError> {
    let packages: Vec<_> = embedded::site()
        .filter_map(|dir| Some((Package::from_folder(dir.path().to_str()?)?, dir)))
        .collect();
    let [(package, folder)] = packages.as_slice() else {
        return Err(SiteError::Packages {
            found: packages.len(),
        });
    };
    let mut files = BTreeMap::new();
    for file in folder.files() {
        let name = file.path().file_name().and_then(|name| name.to_str());
        let Some(name) = name else { continue };
        if let Some(plain) = name.strip_suffix(embedded::CODED) {
            let bytes = || embedded::unpacked(file.contents()).into();
            files.entry(plain.to_owned()).or_insert_with(bytes);
        }
        files.insert(name.to_owned(), Bytes::from_static(file.contents()));
    }
    Ok((package.clone(), files))
}
