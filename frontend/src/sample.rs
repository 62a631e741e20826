//! A structure for tests, in the notation of the catalogue.

use strata_core::catalogue::headed;
use strata_core::lookup::{self, Found};
use strata_core::raw::{RawDataset, RawFile, RawRelease, RawReleases, RawSource, RawSources};
use strata_core::{Dataset, Layout, Release};

/// A dataset in which the kernel of 6.2 on x64 defines `TEST` with this size and these rows, such as `8 [4]UCHAR Name`.
pub(crate) fn dataset(size: u32, rows: &str) -> Dataset {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let rows = rows.chunks(3).map(|row| format!(" {}\n", row.join(" ")));
    let rows: Vec<String> = rows.collect();
    let numbers: Vec<String> = (0..rows.len()).map(|number| number.to_string()).collect();
    let catalogue = format!(
        "image ntoskrnl x64 10.0.9200.1 - test\n\ntype TEST\n{}=struct {size} x64 10.0.9200.1\n:{}\n",
        rows.concat(),
        numbers.join(" ")
    );
    let source = RawSource {
        id: "test".to_owned(),
        url: "https://example.org/".to_owned(),
        kind: "article".to_owned(),
        ..RawSource::default()
    };
    let release = |release: Release| RawRelease {
        id: release.id().to_owned(),
        build: release.build(),
        // Releases that run the same kernels begin with different ones.
        file: {
            let (kernel, build) = (release.kernel(), release.build());
            format!("10.0.{kernel}.{}", 1 + build.saturating_sub(kernel))
        },
        ..RawRelease::default()
    };
    let raw = RawDataset {
        catalogues: vec![file(headed(&catalogue).into())],
        sources: vec![file(RawSources {
            source: vec![source],
        })],
        releases: file(RawReleases {
            release: Release::all().map(release).collect(),
        }),
        ..RawDataset::default()
    };
    Dataset::build(&raw).unwrap()
}

fn file<T>(content: T) -> RawFile<T> {
    RawFile {
        file: "test".to_owned(),
        content,
    }
}

/// `TEST` in a [`dataset`].
pub(crate) fn found(dataset: &Dataset) -> Found<'_> {
    let structure = dataset.structure("TEST").unwrap();
    lookup::at(structure, "6.2/x64".parse().unwrap()).unwrap()
}

/// The layout of `TEST` in a [`dataset`].
pub(crate) fn layout(size: u32, rows: &str) -> Layout {
    found(&dataset(size, rows)).layout.into_owned()
}
