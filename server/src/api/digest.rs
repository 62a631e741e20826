//! `GET /dataset/digest` and `POST /dataset/changes`: the changes between two sets of data.
//!
//! A server only knows its own data. A client keeps a digest (the ids of images and of distinct layouts), and posts it to
//! a server with other data, newer or older, to get the differences.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use strata_core::catalogue::Image;
use strata_core::dataset::Structure;

use crate::extract::Body;

use super::prelude::*;

const DIGEST: &str = "/dataset/digest";

answers! {
    /// The ids of all images and distinct layouts.
    #[derive(Clone, Default, Deserialize)]
    #[schemars(rename = "DatasetDigest")]
    pub(crate) struct Digest(app: &App) {
        /// The hash of the data, as in `GET /api/v1`.
        data: String = app.bundle().url().hash().to_owned(),
        /// The ids of the images.
        #[schemars(with = "Vec<String>")]
        images: BTreeSet<String> = app.dataset().catalogue().images().iter().map(Image::id).collect(),
        /// The types, in the order of `GET /structures`.
        types: Vec<TypeDigest> =
            app.dataset().structures().iter().map(|structure| TypeDigest::new(app, structure)).collect(),
    }

    /// The ids of the layouts of a type.
    #[derive(Clone, Default, PartialEq, Eq, Deserialize)]
    struct TypeDigest(app: &App, structure: &Structure) with {
        let classes = structure.ty().map_or(&[][..], |ty| ty.classes()).iter();
        let layouts = classes.filter_map(|class| structure.at_image(class.images.iter().next()?).ok());
    } {
        name: String = structure.name.to_string(),
        /// The ids of the distinct layouts, as in `class` of layouts.
        #[schemars(with = "Vec<String>")]
        classes: BTreeSet<String> = layouts.map(|layout| layout.class_id()).collect(),
        /// A hash of the article at all points, with its errata; null if there is no article.
        #[serde(deserialize_with = "Option::deserialize")]
        article: Option<String> = structure.audited().map(|_| article_hash(app, structure)),
    }
}

answers! {
    /// The differences between the posted digest and the data of this server.
    struct DatasetChanges(before: &Digest, now: &Digest) with {
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
            (None, _) => TypeChangeKind::Added,
            (_, None) => TypeChangeKind::Removed,
            (Some(before), Some(now)) if before == now => return None,
            _ => TypeChangeKind::Changed,
        };
        let none = TypeDigest::default();
        let (before, now) = (before.unwrap_or(&none), now.unwrap_or(&none));
    } {
        name: String = name.to_owned(),
        /// `added`: only this server has the type; `removed`: only the digest; `changed`: both.
        kind: TypeChangeKind = kind,
        /// The ids of layouts that only this server has.
        added_classes: Vec<String> = only_in(&now.classes, &before.classes),
        /// The ids of layouts that only the digest has.
        removed_classes: Vec<String> = only_in(&before.classes, &now.classes),
        /// Whether the article or its errata changed.
        article_changed: bool = before.article != now.article,
    }
}

/// The kind of change of a type.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TypeChangeKind {
    Added,
    Removed,
    Changed,
}

/// The first half of the SHA-256 of the article's layouts.
fn article_hash(app: &App, structure: &Structure) -> String {
    let mut hash = Sha256::new();
    for layout in structure.every_layout() {
        let answer = assemble::layout(app.dataset(), structure, &layout);
        // DTOs always serialize.
        hash.update(serde_json::to_vec(&answer).unwrap_or_default());
    }
    hash.finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn only_in(these: &BTreeSet<String>, others: &BTreeSet<String>) -> Vec<String> {
    these.difference(others).cloned().collect()
}

pub(super) fn digest() -> Resource {
    Operation::whole(
        "getDatasetDigest",
        "A digest of the data",
        "The ids of all images, and of the distinct layouts of each type. `POST /api/v1/dataset/changes` compares \
            them with later data. Equal data have an equal digest on every server.",
        Answer::json::<Digest>("The digest."),
    )
    .at(DIGEST, digested)
}

pub(super) fn changes() -> Resource {
    let input = Input::new("An answer of `GET /api/v1/dataset/digest`.")
        .or(JSON, Content::Json(schema_of::<Digest>))
        .example(
            "digest",
            json!({ "data": "0123456789abcdef", "images": [], "types": [{ "name": "_EPROCESS", "classes": ["0123456789ab"], "article": null }] }),
        );
    Operation::whole(
        "postDatasetChanges",
        "What changed since a digest",
        "The body is an earlier digest, of this server or of another one. The answer names the images and types \
            that were added, removed or changed in the data of this server.",
        Answer::json::<DatasetChanges>("The changes.").untagged(),
    )
    .taking(input)
    .at("/dataset/changes", changed)
}

async fn digested(call: Call) -> Answered {
    call.cached_json(&url::of(DIGEST), || call.app.digest())
}

async fn changed(call: Call<(), (), Body>) -> Answered {
    acceptable(&call.asked.headers)?;
    call.body.expect(&[JSON])?;
    posted::respond(JSON, call.body.permit.clone(), false, move || {
        let before: Digest = call.body.json()?;
        answer::to_json(&DatasetChanges::new(&before, call.app.digest()))
    })
    .await
}
