//! `GET /structures/{name}/used-by`: the members that have a type or point to it.

use strata_core::Point;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::xref::{self, Holder, Use};

use super::prelude::*;

answers! {
    /// The members that have a type or point to it.
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
        /// By structure, audited ones first, then in the order of members.
        items: Vec<UserAnswer> = uses.iter().map(|used| UserAnswer::new(catalogue, used)).collect(),
    }

    /// A member that has the type, or points to it.
    #[schemars(rename = "User")]
    struct UserAnswer(catalogue: &Catalogue, used: &Use) with {
        let (Holder::Structure(structure, _) | Holder::Type(structure)) = &used.holder;
        let mut times = catalogue.point_ranges(&used.images);
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
        /// The name; `u.Flags` for a member of an unnamed type.
        member: String = used.member.clone(),
        r#type: String = used.ty.to_string(),
        /// The first and the last version, by architecture.
        times: Vec<Time> = times.into_iter().map(Time::new).collect(),
    }

    /// The first and the last version of a fact; versions between them may be exceptions.
    struct Time(reach: (Point, Point)) {
        #[schemars(with = "words::Arch")]
        arch: &'static str = reach.0.arch.as_str(),
        /// A release, or the file version of an image.
        #[schemars(with = "words::Version")]
        first: String = reach.0.version.to_string(),
        /// A release, or the file version of an image.
        #[schemars(with = "words::Version")]
        last: String = reach.1.version.to_string(),
    }
}

parameters! {
    struct Narrowed {
        /// Only members in this image. The id of an image, as in `GET /images`.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getUsedBy",
        "The uses of a type",
        "The members of other types that have this type or an array of it, and the pointers to it.",
        Answer::json::<UsedBy>("The uses."),
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
