//! `strata list [STRUCT]`, `strata images [QUERY]` and `strata resolve TEXT`: the types, or the versions of one; the
//! images whose types are known; the images and releases that a text names.

use std::cmp::Reverse;
use std::fmt::Write as _;

use strata_core::catalogue::ModuleName;
use strata_core::dataset::{self, Filter, SourceKind, Structure};
use strata_core::types::TypeKind;
use strata_core::{Arch, lookup};

use super::{Asked, Failure, one_of, output};
use crate::api::{Images, ResolvedAnswer, Structures, image_list};

const NAME_WIDTH: usize = 40;

#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// The type whose versions are listed; case and a leading underscore do not count
    #[arg(value_name = "STRUCT", conflicts_with_all = ["matching", "kind", "source", "image", "changed_in"])]
    structure: Option<String>,

    /// Only types in whose name or summary all of these words occur
    #[arg(long = "match", value_name = "WORDS", default_value = "")]
    matching: String,

    /// Only types of this kind
    #[arg(long, value_parser = one_of(TypeKind::IN_SYMBOLS, TypeKind::as_str))]
    kind: Option<TypeKind>,

    /// Only types for which this speaks
    #[arg(long, value_parser = one_of(SourceKind::ALL, SourceKind::as_str))]
    source: Option<SourceKind>,

    /// Only types that this image defines: its id, as `strata images` lists it, or the GUID and age of its PDB
    #[arg(long, value_name = "IMAGE")]
    image: Option<String>,

    /// Only types whose layout in this release, or in this image, is another than in the one before
    #[arg(long, value_name = "RELEASE|IMAGE")]
    changed_in: Option<String>,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn list(args: &List) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    let listed: Vec<&Structure> = match &args.structure {
        Some(name) => vec![lookup::structure(&dataset, name)?],
        None => {
            let image = args.image.as_deref();
            let changed_in = args.changed_in.as_deref();
            let mut listed = dataset.list(&Filter {
                text: args.matching.clone(),
                kind: args.kind,
                module: None,
                image: image.map(|id| lookup::image(&dataset, id)).transpose()?,
                source: args.source,
                changed_in: changed_in
                    .map(|what| lookup::change(&dataset, what))
                    .transpose()?,
            });
            listed.sort_by_key(|structure| Reverse(structure.audited().is_some()));
            listed
        }
    };
    if args.asked.json {
        return output::json(&Structures::new(&dataset, &listed, None, None));
    }
    output::text(&match (&args.structure, &listed[..]) {
        (Some(_), [one]) => versions(one),
        _ => types(&listed),
    })
}

/// One line per type: name, kind, summary; without a summary, the number of layouts.
fn types(listed: &[&Structure]) -> String {
    let widths = listed.iter().map(|it| it.name.as_str().len());
    let width = widths.max().unwrap_or(0).min(NAME_WIDTH);
    let mut text = String::new();
    for structure in listed {
        let classes = structure.ty().map_or(0, |ty| ty.classes().len());
        let told = match (structure.summary(), classes) {
            ("", 0) => "declared, but not defined".to_owned(),
            ("", 1) => "1 layout".to_owned(),
            ("", classes) => format!("{classes} layouts"),
            (summary, _) => summary.to_owned(),
        };
        let (name, kind) = (structure.name.as_str(), structure.kind().as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<width$}  {kind:<6}  {told}");
    }
    text
}

/// A line for each size on each architecture, then kernels in which servicing changed it, and images of no release.
fn versions(structure: &Structure) -> String {
    let told = match structure.summary() {
        "" => structure.kind().as_str(),
        summary => summary,
    };
    let mut text = format!("{}: {told}\n", structure.name);
    for run in dataset::sizes(structure) {
        let releases: Vec<&str> = run.releases.iter().map(|release| release.id()).collect();
        let (arch, size) = (run.arch.as_str(), run.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", releases.join(" "));
    }
    for layout in structure.beside_releases() {
        let (arch, size) = (layout.arch().as_str(), layout.size.to_string());
        let _ = writeln!(text, "{arch:<5} {size:<6} {}", layout.point.version);
    }
    text
}

#[derive(Debug, clap::Args)]
pub(super) struct ListImages {
    /// Only images whose id, PDB or releases contain this: 19041, 22H2
    #[arg(value_name = "QUERY", default_value = "")]
    query: String,

    /// Only images of this file: ntoskrnl
    #[arg(long)]
    module: Option<ModuleName>,

    /// Only images for this architecture: x86, x64 or arm64
    #[arg(long)]
    arch: Option<Arch>,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn images(args: &ListImages) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    if let Some(module) = &args.module {
        lookup::module(dataset.catalogue(), module.as_str())?;
    }
    let images = image_list(&dataset, args.module.as_ref(), args.arch, &args.query);
    args.asked
        .answer(&images, |images| match images.items.is_empty() {
            true => Err(Failure::Nothing(
                "There is no such image: `strata images` lists them all.".to_owned(),
            )),
            false => output::text(&image_lines(images)),
        })
}

/// One line per image: id, number of types, releases that may run it, sources.
fn image_lines(images: &Images) -> String {
    let ids = images.items.iter().map(|image| image.id.len());
    let width = ids.max().unwrap_or(0);
    let mut text = String::new();
    for image in &images.items {
        let sources: Vec<&str> = image
            .source
            .iter()
            .map(|source| source.id.as_str())
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<width$}  {:>5} types  {}  {}",
            image.id,
            image.types,
            image.releases.join(" "),
            sources.join(", ")
        );
    }
    text
}

#[derive(Debug, clap::Args)]
pub(super) struct Resolve {
    /// A release, the version of a file or of a system, the GUID of a PDB, with or without its age, an image's id, the hash or time stamp of a kernel, or what `lmvm nt` says
    #[arg(value_name = "TEXT")]
    text: String,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn resolve(args: &Resolve) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    let text = args.text.trim();
    let resolved = lookup::resolve(&dataset, text)?;
    let answer = ResolvedAnswer::new(dataset.catalogue(), text, resolved);
    args.asked
        .answer(&answer, |answer| output::text(&resolved_lines(answer)))
}

/// The interpretation of the text with its releases; a line per image; then the caveat.
fn resolved_lines(answer: &ResolvedAnswer) -> String {
    let mut text = format!("{}: {}", answer.query, answer.kind);
    if !answer.releases.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, " of {}", answer.releases.join(", "));
    }
    text.push('\n');
    for image in &answer.images {
        let _ = write!(text, "{}  {}", image.image, image.near);
        if let Some(distance) = image.distance.filter(|it| *it > 0) {
            let revisions = if distance == 1 {
                "revision"
            } else {
                "revisions"
            };
            let _ = write!(text, ", {distance} {revisions} away");
        }
        text.push('\n');
    }
    for kernel in &answer.kernels {
        let _ = writeln!(
            text,
            "{}  sha256 {}, time stamp {}, size {:#x}",
            kernel.id, kernel.sha256, kernel.time_stamp, kernel.size_of_image
        );
    }
    text.extend(answer.caveat.iter().map(|caveat| format!("{caveat}\n")));
    text
}
