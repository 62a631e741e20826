//! The options of exports, which all resources with exports share.

use strata_core::export::{
    self, AFFIX_LIMIT, Affix, ExportRequest, NESTING_LIMIT, Options, Pointers, WindowsTypes,
};

use super::prelude::*;

parameters! {
    /// The depth of exports.
    #[derive(Default)]
    pub(super) struct Depth {
        /// How many levels of nested structures an export defines; deeper ones are bytes. Default: all levels; 0 for
        /// `dt`.
        depth: Option<Nesting> = 1,
    }
}

parameters! {
    /// The other options of exports.
    pub(super) struct Choices {
        /// How an export writes pointers: as pointers, or as integers of their size, which are right even if the tool's
        /// own pointers have another size. No effect on formats without pointers.
        pointers: Option<Pointers> = "integers",
        /// A prefix for each name that a C header defines (types, tags, enumerators), so that headers of two versions can
        /// be included together. Does not begin with a digit. No effect on other formats.
        prefix: Option<Prefix> = "W10_",
        /// A suffix for each name that a C header defines. No effect on other formats.
        suffix: Option<Suffix> = "_22H2",
        /// Whether a C header defines the types of Windows' own headers (LIST_ENTRY, GUID, UNICODE_STRING and others that
        /// are the same in every version), or expects those headers to be included before it. These types have neither
        /// prefix nor suffix. No effect on other formats.
        windows_types: Option<WindowsTypes> = "included",
    }
}

struct Nesting(usize);
struct Prefix(Affix);
struct Suffix(Affix);

values! {
    Nesting: |_| json_schema!({ "type": "integer", "minimum": 0, "maximum": NESTING_LIMIT }),
        |name, text, _| {
            let depth = text.parse().ok().filter(|it| *it <= NESTING_LIMIT);
            parsed(name, depth.map(Self).ok_or(()), &format!("0 to {NESTING_LIMIT}"))
        };
    Pointers: |_| one_of(Self::ALL.map(Self::as_str)),
        |name, text, _| parsed(name, text.parse(), &Self::ALL.map(Self::as_str).join(" or "));
    Prefix: |_| affix("^([A-Za-z_][0-9A-Za-z_]*)?$"),
        |name, text, _| {
            let expected = format!("at most {AFFIX_LIMIT} letters, digits and underscores, no digit first");
            parsed(name, Affix::prefix(&text).map(Self), &expected)
        };
    Suffix: |_| affix("^[0-9A-Za-z_]*$"),
        |name, text, _| {
            let expected = format!("at most {AFFIX_LIMIT} letters, digits and underscores");
            parsed(name, Affix::suffix(&text).map(Self), &expected)
        };
    WindowsTypes: |_| one_of(Self::ALL.map(Self::as_str)),
        |name, text, _| parsed(name, text.parse(), &Self::ALL.map(Self::as_str).join(" or "));
}

fn parsed<T, E>(name: &str, parsed: Result<T, E>, expected: &str) -> Result<T, Error> {
    parsed.map_err(|_| Error::parameter(name, expected))
}

fn affix(pattern: &str) -> Schema {
    json_schema!({ "type": "string", "maxLength": AFFIX_LIMIT, "pattern": pattern })
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exported {
    /// `None` for the format's usual depth.
    pub(super) depth: Option<usize>,
    pub(super) options: Options,
}

impl Exported {
    pub(super) fn new(depth: &Depth, choices: &Choices) -> Self {
        Self {
            depth: depth.depth.as_ref().map(|it| it.0),
            options: Options {
                pointers: choices.pointers.unwrap_or_default(),
                prefix: choices
                    .prefix
                    .as_ref()
                    .map_or_else(Affix::default, |it| it.0),
                suffix: choices
                    .suffix
                    .as_ref()
                    .map_or_else(Affix::default, |it| it.0),
                windows_types: choices.windows_types.unwrap_or_default(),
            },
        }
    }

    /// For one format.
    pub(super) fn asked<'a>(&self, app: &'a App, format: export::Format) -> ExportRequest<'a> {
        ExportRequest {
            format,
            data: app.bundle().url().hash(),
            depth: self.depth.unwrap_or(format.usual_depth()),
        }
    }

    /// The options in a canonical query, without those that have their default.
    pub(super) fn in_query(&self) -> String {
        let (usual, own) = (Options::default(), &self.options);
        let depth = self.depth.map(|depth| format!("&depth={depth}"));
        let told = |is_usual, name, text| match is_usual {
            true => String::new(),
            false => format!("&{name}={text}"),
        };
        let (pointers, types) = (own.pointers, own.windows_types);
        [
            depth.unwrap_or_default(),
            told(pointers == usual.pointers, "pointers", pointers.as_str()),
            told(own.prefix == usual.prefix, "prefix", own.prefix.as_str()),
            told(own.suffix == usual.suffix, "suffix", own.suffix.as_str()),
            told(
                types == usual.windows_types,
                "windows_types",
                types.as_str(),
            ),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::*;
    use crate::api::parameters::{ParameterContext, Parameters};
    use crate::data::DataFiles;
    use crate::extract::Query;

    fn read(query: &str) -> Result<Exported, Error> {
        let (_, dataset) = DataFiles::built_in().load().expect("they are sound");
        let url = format!("/?{query}").parse().expect("it is a URL");
        let given = ParameterContext {
            dataset: &dataset,
            headers: &HeaderMap::new(),
            query: Query::of(&url)?,
        };
        let (depth, choices) = Parameters::of(given)?;
        Ok(Exported::new(&depth, &choices))
    }

    #[test]
    fn only_what_is_unusual_stands_in_a_query() {
        for (query, expected) in [
            ("", ""),
            ("pointers=typed", ""),
            ("pointers=integers&depth=0", "&depth=0&pointers=integers"),
            (
                "windows_types=included&depth=1&suffix=_1&prefix=A_&pointers=integers",
                "&depth=1&pointers=integers&prefix=A_&suffix=_1&windows_types=included",
            ),
        ] {
            assert_eq!(read(query).unwrap().in_query(), expected);
        }
    }

    #[test]
    fn what_cannot_be_is_told_what_can() {
        let said = |query: &str| read(query).unwrap_err().problem().detail;
        for depth in ["17", "-1", "", "1.0", "99999999999999999999"] {
            let query = format!("depth={depth}");
            assert_eq!(said(&query), "`depth` is 0 to 16", "{depth}");
        }
        assert_eq!(said("pointers=far"), "`pointers` is typed or integers");
        assert_eq!(
            said("prefix=1x"),
            "`prefix` is at most 32 letters, digits and underscores, no digit first"
        );
        assert_eq!(
            said("suffix=-"),
            "`suffix` is at most 32 letters, digits and underscores"
        );
        assert_eq!(
            said("windows_types=no"),
            "`windows_types` is defined or included"
        );
    }
}
