//! `strata resolve TEXT`: which images and releases a text names.

use std::fmt::Write as _;

use strata_core::lookup;

use super::data::Asked;
use super::failure::Failure;
use super::output;
use crate::api::ResolvedAnswer;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A release, the version of a file or of a system, the GUID of a PDB, with or without its age, an image's id, the hash or time stamp of a kernel, or what `lmvm nt` says
    #[arg(value_name = "TEXT")]
    text: String,

    #[command(flatten)]
    asked: Asked,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let dataset = args.asked.load()?;
    let text = args.text.trim();
    let resolved = lookup::resolve(&dataset, text)?;
    let answer = ResolvedAnswer::new(dataset.catalogue(), text, resolved);
    args.asked
        .answer(&answer, |answer| output::text(&lines(answer)))
}

/// What the text is read as, with the releases; the images, a line each; at last what keeps the answer from being exact.
fn lines(answer: &ResolvedAnswer) -> String {
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
