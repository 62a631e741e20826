//! How exports are written: the parameters `depth` and `pointers`, which mean the same wherever there are exports.

use schemars::json_schema;
use serde_json::json;
use strata_core::export::{self, Asked, NESTING_LIMIT, Options, Pointers};

use crate::app::App;
use crate::error::Error;
use crate::openapi::Parameter;

/// The names of the parameters.
pub(super) const DEPTH: &str = "depth";
pub(super) const POINTERS: &str = "pointers";

/// How exports are to be written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exported {
    /// `None` where the format's usual depth will do.
    pub(super) depth: Option<usize>,
    pub(super) options: Options,
}

impl Exported {
    /// What the two parameters say.
    pub(super) fn read(depth: Option<&str>, pointers: Option<&str>) -> Result<Self, Error> {
        let depth = depth.map(|text| {
            let depth = text.parse().ok().filter(|depth| *depth <= NESTING_LIMIT);
            depth.ok_or_else(|| Error::parameter(DEPTH, format!("0 to {NESTING_LIMIT}")))
        });
        let pointers = pointers.map(|text| {
            let [one, other] = Pointers::ALL;
            let expected = || format!("{one} or {other}");
            text.parse()
                .map_err(|_| Error::parameter(POINTERS, expected()))
        });
        Ok(Self {
            depth: depth.transpose()?,
            options: Options {
                pointers: pointers.transpose()?.unwrap_or_default(),
            },
        })
    }

    /// For one format.
    pub(super) fn asked<'a>(&self, app: &'a App, format: export::Format) -> Asked<'a> {
        Asked {
            format,
            data: app.bundle().url().hash(),
            depth: self.depth.unwrap_or(format.usual_depth()),
        }
    }

    /// What follows in a canonical query: nothing for what is usual.
    pub(super) fn in_query(&self) -> String {
        let depth = self.depth.map(|depth| format!("&{DEPTH}={depth}"));
        let pointers = self.options.pointers;
        let pointers = (pointers != Pointers::default()).then(|| format!("&{POINTERS}={pointers}"));
        [depth, pointers].into_iter().flatten().collect()
    }

    /// The two, for the OpenAPI document.
    pub(super) fn parameters() -> [Parameter; 2] {
        [
            Parameter::query(
                DEPTH,
                "How many structures within one another an export defines; deeper ones are bytes. Where left out, all, but for \
                 `dt`, which folds them.",
                json_schema!({ "type": "integer", "minimum": 0, "maximum": NESTING_LIMIT }),
                json!(1),
            ),
            Parameter::query(
                POINTERS,
                "How an export writes pointers: as such, or as integers of their width, right where the tool's own have another \
                 one. To a format that has no pointers it says nothing.",
                json_schema!({ "type": "string", "enum": Pointers::ALL.map(Pointers::as_str) }),
                json!(Pointers::AsIntegers.as_str()),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_unusual_stands_in_a_query() {
        let query = |depth, pointers| Exported::read(depth, pointers).unwrap().in_query();
        assert_eq!(query(None, None), "");
        assert_eq!(query(None, Some("typed")), "");
        assert_eq!(
            query(Some("0"), Some("integers")),
            "&depth=0&pointers=integers"
        );
    }

    #[test]
    fn what_cannot_be_is_told_what_can() {
        let said = |depth, pointers| {
            let error = Exported::read(depth, pointers).unwrap_err();
            error.problem().detail
        };
        for depth in ["17", "-1", "", "1.0", "99999999999999999999"] {
            assert_eq!(said(Some(depth), None), "`depth` is 0 to 16", "{depth}");
        }
        assert_eq!(said(None, Some("far")), "`pointers` is typed or integers");
    }
}
