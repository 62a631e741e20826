//! The digest of a dataset (the ids of its images and of the distinct layouts of each type), and the differences between
//! two digests.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use strata_core::Dataset;
use strata_core::catalogue::Image;
use strata_core::dataset::Structure;
use strata_core::wire::answers::answers;
use strata_core::wire::{assemble, words};

answers! {
    /// The ids of all images and distinct layouts.
    #[derive(Clone, Default, Deserialize)]
    #[schemars(rename = "DatasetDigest")]
    pub(crate) struct Digest(dataset: &Dataset, hash: &str) {
        /// The hash of the data, as in `GET /api/v1`.
        data: String = hash.to_owned(),
        /// The ids of the images.
        images: BTreeSet<String> as "Vec<String>" = dataset.catalogue().images().iter().map(Image::id).collect(),
        /// The types, in the order of `GET /structures`.
        types: Vec<TypeDigest> =
            dataset.structures().iter().map(|structure| TypeDigest::new(dataset, structure)).collect(),
    }

    /// The ids of the layouts of a type.
    #[derive(Clone, Default, PartialEq, Eq, Deserialize)]
    struct TypeDigest(dataset: &Dataset, structure: &Structure) with {
        let classes = structure.ty().map_or(&[][..], |ty| ty.classes()).iter();
        let layouts = classes.filter_map(|class| structure.at_image(class.images.iter().next()?).ok());
    } {
        name: String = structure.name.to_string(),
        /// The ids of the distinct layouts, as in `class` of layouts.
        classes: BTreeSet<String> as "Vec<String>" = layouts.map(|layout| layout.class_id()).collect(),
        /// A hash of the article at all points, with its errata; null if there is no article.
        #[serde(deserialize_with = "Option::deserialize")]
        article: Option<String> = structure.audited().map(|_| article_hash(dataset, structure)),
    }
}

answers! {
    /// The differences between the posted digest and the data of this server.
    pub(crate) struct DatasetChanges(before: &Digest, now: &Digest) with {
        let mut pairs: BTreeMap<&str, (Option<&TypeDigest>, Option<&TypeDigest>)> = BTreeMap::new();
        for ty in &before.types {
            pairs.entry(&ty.name).or_default().0 = Some(ty);
        }
        for ty in &now.types {
            pairs.entry(&ty.name).or_default().1 = Some(ty);
        }
        let changes = pairs.into_iter().filter_map(|(name, (before, now))| TypeChange::new(name, before, now));
    } {
        /// The hash of the data of the digest.
        from: String = before.data.clone(),
        /// The hash of the data of this server.
        to: String = now.data.clone(),
        /// The ids of images that only this server has.
        added_images: Vec<String> = only_in(&now.images, &before.images),
        /// The ids of images that only the digest has.
        removed_images: Vec<String> = only_in(&before.images, &now.images),
        /// The changed types, by name.
        types: Vec<TypeChange> = changes.collect(),
    }

    /// The change of a type.
    struct TypeChange(name: &str, before: Option<&TypeDigest>, now: Option<&TypeDigest>) -> Option with {
        let kind = match (before, now) {
            (None, _) => "added",
            (_, None) => "removed",
            (Some(before), Some(now)) if before == now => return None,
            _ => "changed",
        };
        let none = TypeDigest::default();
        let (before, now) = (before.unwrap_or(&none), now.unwrap_or(&none));
    } {
        name: String = name.to_owned(),
        /// `added`: only this server has the type; `removed`: only the digest; `changed`: both.
        kind: &'static str as "words::TypeChangeKind" = kind,
        /// The ids of layouts that only this server has.
        added_classes: Vec<String> = only_in(&now.classes, &before.classes),
        /// The ids of layouts that only the digest has.
        removed_classes: Vec<String> = only_in(&before.classes, &now.classes),
        /// Whether the article or its errata changed.
        article_changed: bool = before.article != now.article,
    }
}

/// The first half of the SHA-256 of the article's layouts.
fn article_hash(dataset: &Dataset, structure: &Structure) -> String {
    let mut hash = Sha256::new();
    for layout in structure.every_layout() {
        let answer = assemble::layout(dataset, structure, &layout);
        // DTOs always serialize.
        hash.update(serde_json::to_vec(&answer).unwrap_or_default());
    }
    hex::encode(&hash.finalize()[..16])
}

fn only_in(these: &BTreeSet<String>, others: &BTreeSet<String>) -> Vec<String> {
    these.difference(others).cloned().collect()
}
