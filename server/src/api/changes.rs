//! `GET /changes`: what each release and each of its later kernels changed.

use strata_core::catalogue::{Image, Step, Type};
use strata_core::{Arch, Release};

use super::prelude::*;

const PATH: &str = "/changes";

/// What each image changed against the one before it; images that changed nothing are left out.
#[derive(Debug, Serialize, JsonSchema)]
struct Changes {
    /// By module, architecture and version.
    items: Vec<StepAnswer>,
}

answers! {
    /// What an image changed against the one before it.
    #[schemars(rename = "Step")]
    struct StepAnswer(dataset: &Dataset, step: Step) -> Option with {
        let catalogue = dataset.catalogue();
        let differences = catalogue.differences(step.from, step.to);
        if differences.is_empty() {
            return None;
        }
        let changed = differences.changed.iter().copied();
        let (same, other): (Vec<&Type>, _) = changed.partition(|ty| differences.keeps_size(ty));
        let names = |types: &[&Type]| types.iter().map(|ty| ty.full_name()).collect();
        let image = catalogue.image(step.to)?;
    } {
        /// The id of the image before.
        from: String = catalogue.image(step.from).map(Image::id)?,
        /// The id of the image.
        to: String = image.id(),
        /// `servicing` where both are of one release, otherwise `release`.
        kind: &'static str = Kind::of(&step).0,
        /// The architecture.
        #[schemars(with = "words::Arch")]
        arch: &'static str = image.arch.as_str(),
        /// The release that the image is one of.
        #[schemars(with = "Option<words::Version>")]
        release: Option<String> = step.release.map(|release| release.to_string()),
        /// The types that are new.
        added: Vec<String> = names(&differences.added),
        /// The types that are gone.
        removed: Vec<String> = names(&differences.removed),
        /// The types that have another layout of the same size.
        changed_at_same_size: Vec<String> = names(&same),
        /// The types that have another layout and another size.
        changed: Vec<String> = names(&other),
    }
}

parameters! {
    /// Which steps are asked for.
    struct Filter {
        /// Only images for this architecture.
        arch: Option<Arch> = "x64",
        /// Only images of this release.
        release: Option<Release> = "22H2",
        /// Only steps from one release to another, or only those within a release.
        kind: Option<Kind> = "servicing",
    }
}

/// What a step is called that leads to another release, or one within a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind(&'static str);

impl Kind {
    const ALL: [Self; 2] = [Self("release"), Self("servicing")];

    fn of(step: &Step) -> Self {
        let [release, servicing] = Self::ALL;
        if step.is_servicing {
            servicing
        } else {
            release
        }
    }
}

values! {
    Kind: |_| one_of(Self::ALL.map(|kind| kind.0)), |name, text, _| word(name, &text, Self::ALL, |kind| kind.0);
}

impl Changes {
    fn new(dataset: &Dataset, filter: &Filter) -> Self {
        let wanted = |step: &Step| {
            let image = dataset.catalogue().image(step.to);
            filter.release.is_none_or(|it| step.release == Some(it))
                && filter.kind.is_none_or(|it| Kind::of(step) == it)
                && (filter.arch).is_none_or(|it| image.is_some_and(|image| image.arch == it))
        };
        let steps = dataset.catalogue().steps().filter(wanted);
        Self {
            items: steps
                .filter_map(|step| StepAnswer::new(dataset, step))
                .collect(),
        }
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "listChanges",
        "What each release and each servicing step changed",
        "Every image that changed types against the image of the same module and architecture before it, with their \
            names; how each changed is told by `GET /images/{a}/diff/{b}`.",
        Answer::json::<Changes>("The steps, in order."),
    )
    .at(PATH, changes)
}

async fn changes(call: Call<Filter>) -> Answered {
    let make = || Changes::new(call.app.dataset(), &call.query);
    call.list(&url::of(PATH), make, |_| None)
}
