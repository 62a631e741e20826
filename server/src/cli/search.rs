//! `strata search WORDS…`: anything, by what people type.

use strata_core::lookup;
use strata_core::search::wire::to_wire;
use strata_core::search::{HITS_LIMIT, Index, Query, TEXT_LIMIT};

use super::data::Asked;
use super::failure::Failure;
use super::hits;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to look for: names, even misspelt; `0x58 x64` or `EPROCESS+0x5a`, members at an offset; `size 0x88`; a version or an
    /// architecture narrows it down
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,

    /// Only types whose layout in this release, or in this image, is another than in the one before, and the members that are
    /// different there
    #[arg(long, value_name = "RELEASE|IMAGE")]
    changed_in: Option<String>,

    /// How many at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST), default_value = "20")]
    limit: u16,

    #[command(flatten)]
    asked: Asked,
}

/// [`HITS_LIMIT`], as clap counts.
const MOST: i64 = HITS_LIMIT as i64;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = args.words.join(" ");
    if text.chars().count() > TEXT_LIMIT {
        return Err(Failure::Nothing(format!(
            "the text has more than {TEXT_LIMIT} characters: pass the words that matter"
        )));
    }
    let dataset = args.asked.load()?;
    let index = Index::new(&dataset);
    let mut query = Query::read(&text);
    if let Some(what) = &args.changed_in {
        query.changed_in = Some(lookup::change(&dataset, what)?);
    }
    let found = index.search(&dataset, &query, args.limit.into());
    let answer = to_wire(&found, None);
    let none = format!("nothing fits `{text}`");
    args.asked
        .answer(&answer, |it| hits::print(&it.items, it.total, &none))
}
