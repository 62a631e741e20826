//! How exports are written: parameters that mean the same wherever there are exports.

use schemars::json_schema;
use serde_json::json;
use strata_core::export::{
    self, AFFIX_LIMIT, Affix, Asked, NESTING_LIMIT, Options, Pointers, WindowsTypes,
};

use crate::app::App;
use crate::error::Error;
use crate::openapi::Parameter;

/// The names of the parameters.
pub(super) const DEPTH: &str = "depth";
pub(super) const POINTERS: &str = "pointers";
pub(super) const PREFIX: &str = "prefix";
pub(super) const SUFFIX: &str = "suffix";
pub(super) const WINDOWS: &str = "windows_types";

/// How exports are to be written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exported {
    /// `None` where the format's usual depth will do.
    pub(super) depth: Option<usize>,
    pub(super) options: Options,
}

impl Exported {
    /// What the parameters say: [`DEPTH`], [`POINTERS`], [`PREFIX`], [`SUFFIX`], [`WINDOWS`].
    pub(super) fn read(
        [depth, pointers, prefix, suffix, windows_types]: [Option<String>; 5],
    ) -> Result<Self, Error> {
        fn parsed<T, E>(
            name: &str,
            text: Option<String>,
            parse: impl Fn(&str) -> Result<T, E>,
            expected: impl Fn() -> String,
        ) -> Result<Option<T>, Error> {
            let parsed = text.map(|text| parse(&text));
            let parsed = parsed.transpose();
            parsed.map_err(|_| Error::parameter(name, expected()))
        }
        let within = |text: &str| {
            let depth = text.parse::<usize>().ok();
            depth.filter(|it| *it <= NESTING_LIMIT).ok_or(())
        };
        let depth = parsed(DEPTH, depth, within, || format!("0 to {NESTING_LIMIT}"))?;
        let pointers = parsed(POINTERS, pointers, str::parse, || {
            let [one, other] = Pointers::ALL;
            format!("{one} or {other}")
        })?;
        let prefix = parsed(PREFIX, prefix, Affix::prefix, || {
            format!("at most {AFFIX_LIMIT} letters, digits and underscores, no digit first")
        })?;
        let suffix = parsed(SUFFIX, suffix, Affix::suffix, || {
            format!("at most {AFFIX_LIMIT} letters, digits and underscores")
        })?;
        let windows_types = parsed(WINDOWS, windows_types, str::parse, || {
            WindowsTypes::ALL.map(WindowsTypes::as_str).join(" or ")
        })?;
        Ok(Self {
            depth,
            options: Options {
                pointers: pointers.unwrap_or_default(),
                prefix: prefix.unwrap_or_default(),
                suffix: suffix.unwrap_or_default(),
                windows_types: windows_types.unwrap_or_default(),
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
        let (usual, own) = (Options::default(), &self.options);
        let depth = self.depth.map(|depth| depth.to_string());
        let all = [
            (DEPTH, depth),
            (
                POINTERS,
                (own.pointers != usual.pointers).then(|| own.pointers.to_string()),
            ),
            (
                PREFIX,
                (own.prefix != usual.prefix).then(|| own.prefix.as_str().to_owned()),
            ),
            (
                SUFFIX,
                (own.suffix != usual.suffix).then(|| own.suffix.as_str().to_owned()),
            ),
            (
                WINDOWS,
                (own.windows_types != usual.windows_types)
                    .then(|| own.windows_types.as_str().to_owned()),
            ),
        ];
        let told = all.into_iter();
        told.filter_map(|(name, value)| Some(format!("&{name}={}", value?)))
            .collect()
    }

    /// They, for the OpenAPI document.
    pub(super) fn parameters() -> [Parameter; 5] {
        let affix = |pattern: &str| json_schema!({ "type": "string", "maxLength": AFFIX_LIMIT, "pattern": pattern });
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
            Parameter::query(
                PREFIX,
                "What stands before each name that a C header defines, so that headers of two versions can be included \
                 together: types, tags and enumerators. A digit cannot be first. To other formats it says nothing.",
                affix("^([A-Za-z_][0-9A-Za-z_]*)?$"),
                json!("W10_"),
            ),
            Parameter::query(
                SUFFIX,
                "What stands behind each name that a C header defines. To other formats it says nothing.",
                affix("^[0-9A-Za-z_]*$"),
                json!("_22H2"),
            ),
            Parameter::query(
                WINDOWS,
                "Whether a C header defines what Windows' own headers do (LIST_ENTRY, GUID, UNICODE_STRING and others that are the \
                 same in every version), or these are included before it. They have neither prefix nor suffix. To other formats \
                 it says nothing.",
                json_schema!({ "type": "string", "enum": WindowsTypes::ALL.map(WindowsTypes::as_str) }),
                json!(WindowsTypes::Included.as_str()),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(depth: Option<&str>, pointers: Option<&str>) -> Result<Exported, Error> {
        let [depth, pointers] = [depth, pointers].map(|text| text.map(str::to_owned));
        Exported::read([depth, pointers, None, None, None])
    }

    #[test]
    fn only_what_is_unusual_stands_in_a_query() {
        let query = |depth, pointers| read(depth, pointers).unwrap().in_query();
        assert_eq!(query(None, None), "");
        assert_eq!(query(None, Some("typed")), "");
        assert_eq!(
            query(Some("0"), Some("integers")),
            "&depth=0&pointers=integers"
        );
        let all = ["1", "integers", "A_", "_1", "included"].map(|text| Some(text.to_owned()));
        assert_eq!(
            Exported::read(all).unwrap().in_query(),
            "&depth=1&pointers=integers&prefix=A_&suffix=_1&windows_types=included"
        );
    }

    #[test]
    fn what_cannot_be_is_told_what_can() {
        let detail = |read: Result<Exported, Error>| read.unwrap_err().problem().detail;
        let said = |depth, pointers| detail(read(depth, pointers));
        for depth in ["17", "-1", "", "1.0", "99999999999999999999"] {
            assert_eq!(said(Some(depth), None), "`depth` is 0 to 16", "{depth}");
        }
        assert_eq!(said(None, Some("far")), "`pointers` is typed or integers");
        let of = |at: usize, text: &str| {
            let mut all = [const { None }; 5];
            all[at] = Some(text.to_owned());
            detail(Exported::read(all))
        };
        assert_eq!(
            of(2, "1x"),
            "`prefix` is at most 32 letters, digits and underscores, no digit first"
        );
        assert_eq!(
            of(3, "-"),
            "`suffix` is at most 32 letters, digits and underscores"
        );
        assert_eq!(of(4, "no"), "`windows_types` is defined or included");
    }
}
