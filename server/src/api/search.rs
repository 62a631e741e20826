//! `GET /search`: structures, members, types and versions by a free text.

use strata_core::dataset::ChangedIn;
use strata_core::search;
use strata_core::search::wire::{SearchAnswer, to_wire};

use super::prelude::*;

const PATH: &str = "/search";

type Hits = PageOffset<20, { search::HITS_LIMIT as u32 }>;

parameters! {
    /// The parameters.
    struct Sought {
        /// The text to search for. An empty text has no results.
        q: Text = "ETW_REALTIME_CONSUMER+0x5a",
        /// Only types whose layout changed in this release, against the release before, or in this image, against the
        /// image before; and the members that changed there. `q` can say it, too: `Token changed in 1809`.
        changed_in: Option<ChangedIn> = "1809",
    }
}

struct Text(String);

impl Argument for Text {
    const REQUIRED: bool = true;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": search::TEXT_LIMIT })
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let limit = search::TEXT_LIMIT;
        match given.query.take(name) {
            None => Err(Error::Malformed(format!(
                "`{name}` is missing: expected the text to search for"
            ))),
            Some(text) if text.chars().count() > limit => Err(Error::Malformed(format!(
                "`{name}` has more than {limit} characters"
            ))),
            Some(text) => Ok(Self(text)),
        }
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "search",
        "Find anything",
        "Structures, members, nested types, remarks, releases and builds by name, even misspelt; members by \
            offset (`0x58 x64`, `ETW_REALTIME_CONSUMER+0x5a`), structures by size (`size 0x88`). A version or an \
            architecture narrows the results.",
        Answer::json::<SearchAnswer>("The results, the best first.").paged(),
    )
    .at(PATH, searched)
}

async fn searched(call: Call<(Sought, Hits)>) -> Answered {
    let (dataset, index, (sought, place)) = (call.app.dataset(), call.app.index(), &call.query);
    let mut looked_for = search::Query::read(&sought.q.0);
    looked_for.changed_in = sought.changed_in.or(looked_for.changed_in);
    let found = index.search_behind(dataset, &looked_for, place.behind, place.limit);
    let make = || to_wire(&found, place.next(found.hits.len(), found.total));
    call.list(&url::of(PATH), make, |it| it.next.as_deref())
}
