//! `GET /structures/{name}/used-by`: who contains a type, and who points to it.

use strata_core::Point;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::xref::{self, Holder, Use};

use super::prelude::*;

answers! {
    /// Who contains a type, and who points to it.
    struct UsedBy(dataset: &Dataset, structure: &Structure, image: Option<ImageIndex>) with {
        let catalogue = dataset.catalogue();
        let uses = match image {
            None => xref::uses(dataset, structure.name.as_str()),
            Some(image) => {
                let mut uses = xref::in_types(catalogue, &structure.name);
                uses.retain(|used| used.images.contains(image));
                uses
            }
        };
    } {
        /// By structure, audited ones first, then in the order of its members.
        items: Vec<UserAnswer> = uses.iter().map(|used| UserAnswer::new(catalogue, used)).collect(),
    }

    /// A member that is of the type, or holds its address.
    #[schemars(rename = "User")]
    struct UserAnswer(catalogue: &Catalogue, used: &Use) with {
        let (Holder::Structure(structure, _) | Holder::Type(structure)) = &used.holder;
        let mut times = catalogue.reach(&used.images);
        for run in &used.runs {
            match times.last_mut().filter(|it| it.0.arch == run.first.arch) {
                Some((_, last)) => *last = run.last,
                None => times.push((run.first, run.last)),
            }
        }
    } {
        /// `contains` or `points-to`.
        #[schemars(with = "words::How")]
        how: &'static str = used.how.as_str(),
        /// The type that has the member.
        structure: String = structure.to_string(),
        /// What the member is called; `u.Flags` where it lies in an unnamed type.
        member: String = used.member.clone(),
        /// Its type.
        r#type: String = used.ty.to_string(),
        /// Since when and until when, by architecture.
        times: Vec<Time> = times.into_iter().map(Time::new).collect(),
    }

    /// The first and the last version at which something is so; between them there may be others at which it is not.
    struct Time(reach: (Point, Point)) {
        /// The architecture.
        #[schemars(with = "words::Arch")]
        arch: &'static str = reach.0.arch.as_str(),
        /// The first release, or file version of an image.
        #[schemars(with = "words::Version")]
        first: String = reach.0.version.to_string(),
        /// The last.
        #[schemars(with = "words::Version")]
        last: String = reach.1.version.to_string(),
    }
}

parameters! {
    struct Narrowed {
        /// Only members that this image has: its id, as `GET /images` lists it.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getUsedBy",
        "Who uses a type",
        "The members of other types that are of this type or an array of it, and those that hold its address.",
        Answer::json::<UsedBy>("Who uses it."),
    )
    .at("/structures/{name}/used-by", used_by)
}

async fn used_by(call: Call<Narrowed, String>) -> Answered {
    let (dataset, image) = (call.app.dataset(), call.query.image);
    let structure = lookup::structure(dataset, &call.path)?;
    let url = format!("{}/used-by", url::structure(&structure.name));
    let known = image.and_then(|image| dataset.catalogue().image(image));
    let query = known.map(|image| format!("image={}", url::segment(&image.id())));
    let make = || UsedBy::new(dataset, structure, image);
    call.narrowed((&url, query.as_deref()), make, |_| None)
}
