//! `GET /dataset/digest` and `POST /dataset/changes`: what changed between two sets of data.
//!
//! A server knows its own data alone. So a client keeps a digest (the ids of images and of distinct layouts), and posts it to a
//! server with other data, newer or not, to learn what differs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use strata_core::catalogue::Image;
use strata_core::dataset::Structure;

use super::prelude::*;

const DIGEST: &str = "/dataset/digest";
const CHANGES: &str = "/dataset/changes";

answers! {
    /// What the data are made of, by ids of the content.
    #[derive(Clone, Default, Deserialize)]
    #[schemars(rename = "DatasetDigest")]
    pub(crate) struct Digest(app: &App) {
        /// The hash of the data, as `GET /api/v1` gives it.
        data: String = app.bundle().url().hash().to_owned(),
        /// The ids of the images.
        #[schemars(with = "Vec<String>")]
        images: BTreeSet<String> = app.dataset().catalogue().images().iter().map(Image::id).collect(),
        /// The types, in the order of `GET /structures`.
        types: Vec<TypeDigest> =
            app.dataset().structures().iter().map(|structure| TypeDigest::new(app, structure)).collect(),
    }

    /// What is known of a type.
    #[derive(Clone, Default, PartialEq, Eq, Deserialize)]
    struct TypeDigest(app: &App, structure: &Structure) with {
        let classes = structure.ty().map_or(&[][..], |ty| ty.classes()).iter();
        let layouts = classes.filter_map(|class| structure.at_image(class.images.iter().next()?).ok());
    } {
        /// The type.
        name: String = structure.name.to_string(),
        /// The ids of its distinct layouts, as layouts give them in `class`.
        #[schemars(with = "Vec<String>")]
        classes: BTreeSet<String> = layouts.map(|layout| layout.class_id()).collect(),
        /// A hash of what its article says at all points, with its errata; null where there is no article.
        #[serde(deserialize_with = "Option::deserialize")]
        article: Option<String> = structure.audited().map(|_| article_hash(app, structure)),
    }
}

/// What differs between the digest that was posted and the data of this server.
#[derive(Debug, Serialize, JsonSchema)]
struct DatasetChanges {
    /// The hash of the data that the digest is of.
    from: String,
    /// The hash of the data of this server.
    to: String,
    /// The ids of images that only this server has.
    added_images: Vec<String>,
    /// The ids of images that only the digest has.
    removed_images: Vec<String>,
    /// The types that differ, by name.
    types: Vec<TypeChange>,
}

/// How a type differs.
#[derive(Debug, Serialize, JsonSchema)]
struct TypeChange {
    /// The type.
    name: String,
    /// Whether only this server has it (`added`), only the digest (`removed`), or both (`changed`).
    kind: TypeChangeKind,
    /// The ids of layouts that only this server has.
    added_classes: Vec<String>,
    /// The ids of layouts that only the digest has.
    removed_classes: Vec<String>,
    /// Whether what its article says differs, errata included.
    article_changed: bool,
}

/// Who has the type.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TypeChangeKind {
    Added,
    Removed,
    Changed,
}

impl Digest {
    /// What differs from the digest before.
    fn since(&self, before: &Self) -> DatasetChanges {
        let mut pairs: BTreeMap<&str, (Option<&TypeDigest>, Option<&TypeDigest>)> = BTreeMap::new();
        for ty in &before.types {
            pairs.entry(&ty.name).or_default().0 = Some(ty);
        }
        for ty in &self.types {
            pairs.entry(&ty.name).or_default().1 = Some(ty);
        }
        let types = pairs.into_iter();
        let types = types.filter_map(|(name, (before, now))| TypeChange::new(name, before, now));
        DatasetChanges {
            from: before.data.clone(),
            to: self.data.clone(),
            added_images: only_in(&self.images, &before.images),
            removed_images: only_in(&before.images, &self.images),
            types: types.collect(),
        }
    }
}

/// The first half of the SHA-256 of the layouts that an article gives.
fn article_hash(app: &App, structure: &Structure) -> String {
    let mut hash = Sha256::new();
    for layout in structure.every_layout() {
        let answer = assemble::layout(app.dataset(), structure, &layout);
        // A value of the API is always written.
        hash.update(serde_json::to_vec(&answer).unwrap_or_default());
    }
    hash.finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl TypeChange {
    fn new(name: &str, before: Option<&TypeDigest>, now: Option<&TypeDigest>) -> Option<Self> {
        let kind = match (before, now) {
            (None, _) => TypeChangeKind::Added,
            (_, None) => TypeChangeKind::Removed,
            (Some(before), Some(now)) if before == now => return None,
            _ => TypeChangeKind::Changed,
        };
        let none = TypeDigest::default();
        let (before, now) = (before.unwrap_or(&none), now.unwrap_or(&none));
        Some(Self {
            name: name.to_owned(),
            kind,
            added_classes: only_in(&now.classes, &before.classes),
            removed_classes: only_in(&before.classes, &now.classes),
            article_changed: before.article != now.article,
        })
    }
}

fn only_in(these: &BTreeSet<String>, others: &BTreeSet<String>) -> Vec<String> {
    these.difference(others).cloned().collect()
}

pub(super) fn digest() -> Resource {
    let operation = Operation::whole(
        "getDatasetDigest",
        "What the data are made of",
        "The ids of all images, and of the distinct layouts of each type: enough to tell later what changed, by \
            `POST /api/v1/dataset/changes`. Equal data have an equal digest on every server.",
        Answer::json::<Digest>("The digest."),
    );
    Resource::get(DIGEST, digested, operation)
}

pub(super) fn changes() -> Resource {
    let operation = Operation::whole(
        "postDatasetChanges",
        "What changed since a digest",
        "The body is a digest that was kept, of this server or of another one. The answer names the images and types \
            that came, went or are different in the data of this server.",
        Answer::json::<DatasetChanges>("What differs.").untagged(),
    );
    let input = Input {
        description: "The digest, as `GET /api/v1/dataset/digest` gave it.",
        examples: vec![(
            JSON,
            "digest",
            json!({ "data": "0123456789abcdef", "images": [], "types": [{ "name": "_EPROCESS", "classes": ["0123456789ab"], "article": null }] }),
        )],
        contents: vec![(JSON, Content::Json(schema_of::<Digest>))],
    };
    Resource::post(CHANGES, changed, operation.taking(input))
}

async fn digested(Call { app, asked, .. }: Call) -> Answered {
    let url = url::of(DIGEST);
    // Every layout of every type is made once.
    apart(move || kept(&app, &asked, &url, || app.digest())).await
}

async fn changed(
    Post {
        app, headers, body, ..
    }: Post,
) -> Answered {
    acceptable(&headers)?;
    body.expect(&[JSON])?;
    posted::answered(JSON, body.place.clone(), move || {
        let before: Digest = body.json()?;
        answer::to_json(&app.digest().since(&before))
    })
    .await
}
