//! `GET /changes`: the changes of each release, and of each later kernel of a release.

use strata_core::catalogue::{Image, Step, Type};
use strata_core::{Arch, Release};

use super::prelude::*;

const PATH: &str = "/changes";

/// The changes of each image against the image before it; images without changes are left out.
#[derive(Debug, Serialize, JsonSchema)]
struct Changes {
    /// By module, architecture and version.
    items: Vec<StepAnswer>,
}

answers! {
    /// The changes of an image against the image before it.
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
        /// `servicing` if both images belong to one release, otherwise `release`.
        kind: &'static str = Kind::of(&step).as_str(),
        #[schemars(with = "words::Arch")]
        arch: &'static str = image.arch.as_str(),
        /// The release of the image.
        #[schemars(with = "Option<words::Version>")]
        release: Option<String> = step.release.map(|release| release.to_string()),
        /// The added types.
        added: Vec<String> = names(&differences.added),
        /// The removed types.
        removed: Vec<String> = names(&differences.removed),
        /// The types with another layout of the same size.
        changed_at_same_size: Vec<String> = names(&same),
        /// The types with another layout of another size.
        changed: Vec<String> = names(&other),
    }
}

parameters! {
    /// The filter of the list.
    struct Filter {
        /// Only images of this architecture.
        arch: Option<Arch> = "x64",
        /// Only images of this release.
        release: Option<Release> = "22H2",
        /// Only steps to another release (`release`), or only steps within a release (`servicing`).
        kind: Option<Kind> = "servicing",
    }
}

strata_core::words! {
    /// Whether a step leads to another release or stays within one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Kind {
        Release = "release",
        Servicing = "servicing",
    }
}

impl Kind {
    const fn of(step: &Step) -> Self {
        match step.is_servicing {
            true => Self::Servicing,
            false => Self::Release,
        }
    }
}

values! {
    Kind: |_| one_of(Self::ALL.map(Self::as_str)), |name, text, _| word(name, &text, Self::ALL, Self::as_str);
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
        "Every image whose types differ from those of the image of the same module and architecture before it, \
            with the names of these types. `GET /images/{a}/diff/{b}` has the changes of each type.",
        Answer::json::<Changes>("The steps, in order."),
    )
    .at(PATH, changes)
}

async fn changes(call: Call<Filter>) -> Answered {
    let make = || Changes::new(call.app.dataset(), &call.query);
    call.list(&url::of(PATH), make, |_| None)
}
