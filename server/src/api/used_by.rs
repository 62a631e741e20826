//! `GET /structures/{name}/used-by`: who contains a type, and who points to it.

use strata_core::Point;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::xref::{self, Holder, Use};

use super::answer::narrowed;
use super::prelude::*;

const PATH: &str = "/structures/{name}/used-by";

/// Who contains a type, and who points to it.
#[derive(Debug, Serialize, JsonSchema)]
struct UsedBy {
    /// By structure, audited ones first, then in the order of its members.
    items: Vec<UserAnswer>,
}

/// A member that is of the type, or holds its address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "User")]
struct UserAnswer {
    /// `contains` or `points-to`.
    #[schemars(with = "words::How")]
    how: &'static str,
    /// The type that has the member.
    structure: String,
    /// What the member is called; `u.Flags` where it lies in an unnamed type.
    member: String,
    /// Its type.
    r#type: String,
    /// Since when and until when, by architecture.
    times: Vec<Time>,
}

/// The first and the last version at which something is so; between them there may be others at which it is not.
#[derive(Debug, Serialize, JsonSchema)]
struct Time {
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: &'static str,
    /// The first release, or file version of an image.
    #[schemars(with = "words::Version")]
    first: String,
    /// The last.
    #[schemars(with = "words::Version")]
    last: String,
}

impl UsedBy {
    fn new(dataset: &Dataset, structure: &Structure, image: Option<ImageIndex>) -> Self {
        let catalogue = dataset.catalogue();
        let uses = match image {
            None => xref::uses(dataset, structure.name.as_str()),
            Some(image) => {
                let mut uses = xref::in_types(catalogue, &structure.name);
                uses.retain(|used| used.images.contains(image));
                uses
            }
        };
        Self {
            items: uses
                .iter()
                .map(|used| UserAnswer::new(catalogue, used))
                .collect(),
        }
    }
}

impl UserAnswer {
    fn new(catalogue: &Catalogue, used: &Use) -> Self {
        let (Holder::Structure(structure, _) | Holder::Type(structure)) = &used.holder;
        let mut times = catalogue.reach(&used.images);
        for run in &used.runs {
            match times.last_mut().filter(|it| it.0.arch == run.first.arch) {
                Some((_, last)) => *last = run.last,
                None => times.push((run.first, run.last)),
            }
        }
        Self {
            how: used.how.as_str(),
            structure: structure.to_string(),
            member: used.member.clone(),
            r#type: used.ty.to_string(),
            times: times.into_iter().map(Time::from).collect(),
        }
    }
}

impl From<(Point, Point)> for Time {
    fn from((first, last): (Point, Point)) -> Self {
        Self {
            arch: first.arch.as_str(),
            first: first.version.to_string(),
            last: last.version.to_string(),
        }
    }
}

parameters! {
    struct Narrowed {
        /// Only members that this image has: its id, as `GET /images` lists it.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::new(
        "getUsedBy",
        "Who uses a type",
        "The members of other types that are of this type or an array of it, and those that hold its address.",
        Answer::json::<UsedBy>("Who uses it."),
    );
    let operation = operation.with([Parameter::structure()]);
    Resource::get(PATH, used_by, operation.with(Narrowed::described()))
}

async fn used_by(
    Path(name): Path<String>,
    Call { app, query, asked }: Call<Narrowed>,
) -> Result<Response, Error> {
    let (dataset, image) = (app.dataset(), query.image);
    let structure = lookup::structure(dataset, &name)?;
    let url = format!("{}/used-by", url::structure(&structure.name));
    let known = image.and_then(|image| dataset.catalogue().image(image));
    let query = known.map(|image| format!("image={}", url::segment(&image.id())));
    let make = || UsedBy::new(dataset, structure, image);
    narrowed(&app, &asked, (&url, query.as_deref()), make, |_| None)
}
