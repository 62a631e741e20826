//! The file of settings: TOML, one key a setting. What is no setting is a mistake, with its line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, Item, Value};

use super::TABLE;
use super::given::Origin;
use crate::data::{Diagnostic, Excerpt, Severity};

/// How many bytes of such a file are read.
const FILE_LIMIT: u64 = 1024 * 1024;

/// The values of a file.
#[derive(Clone, Debug)]
pub(super) struct SettingsFile {
    path: String,
    text: String,
    /// By the setting's name: the value, and where it stands.
    values: BTreeMap<&'static str, (String, Range<usize>)>,
}

impl SettingsFile {
    pub(super) fn read(path: &str) -> Result<Self, Box<Diagnostic>> {
        let unreadable = |error: &std::io::Error| Box::new(Diagnostic::io(Path::new(path), error));
        let length = std::fs::metadata(path).map_err(|it| unreadable(&it))?.len();
        if length > FILE_LIMIT {
            let message = format!("has more than {FILE_LIMIT} bytes: expected a file of settings");
            return Err(Box::new(Diagnostic::refused(Path::new(path), message)));
        }
        let text = std::fs::read_to_string(path).map_err(|it| unreadable(&it))?;
        Self::parse(path, text)
    }

    fn parse(path: &str, text: String) -> Result<Self, Box<Diagnostic>> {
        let mistake = |span: Option<Range<usize>>, message: String| {
            Box::new(diagnostic(path, &text, span.as_ref(), message))
        };
        let document = Document::parse(text.as_str())
            .map_err(|error| mistake(error.span(), error.message().to_owned()))?;
        let mut values = BTreeMap::new();
        for (key, item) in document.as_table() {
            let span = document.as_table().key(key).and_then(toml_edit::Key::span);
            let Some(entry) = TABLE.iter().find(|entry| entry.key() == key) else {
                return Err(mistake(span, unknown(key)));
            };
            let at = item.span().or_else(|| span.clone()).unwrap_or_default();
            let Some(value) = plain(item) else {
                let expected = format!("expected {} = {}", entry.key(), entry.form);
                return Err(mistake(Some(at), expected));
            };
            values.insert(entry.name, (value, at));
        }
        Ok(Self {
            path: path.to_owned(),
            values,
            text,
        })
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|(value, _)| value.as_str())
    }

    pub(super) fn origin(&self, name: &str) -> Option<Origin> {
        let (_, span) = self.values.get(name)?;
        let line = Excerpt::new(&self.text, span).line;
        Some(Origin::File(self.path.clone(), line))
    }

    /// Says that a value makes no sense.
    pub(super) fn wrong_value(&self, name: &str, expected: &str) -> Box<Diagnostic> {
        let span = self.values.get(name).map(|(_, span)| span);
        let message = format!("`{}`: {expected}", name.replace('_', "-"));
        Box::new(diagnostic(&self.path, &self.text, span, message))
    }
}

fn diagnostic(path: &str, text: &str, span: Option<&Range<usize>>, message: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: "settings".to_owned(),
        message,
        file: path.to_owned(),
        excerpt: span.map(|span| Excerpt::new(text, span)),
        help: Vec::new(),
    }
}

/// What is no setting, and which one may be meant.
fn unknown(key: &str) -> String {
    let flat = key.replace('_', "-").to_lowercase();
    let near = TABLE.iter().map(super::Entry::key).find(|known| {
        *known == flat
            || known.starts_with(&flat)
            || (!flat.is_empty() && flat.starts_with(known.as_str()))
    });
    match near {
        Some(near) => format!("`{key}` is no setting: is `{near}` meant?"),
        None => format!("`{key}` is no setting: `strata serve --print-config` lists them"),
    }
}

/// A value as a flag would say it; `None` where it could not.
fn plain(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Boolean(yes) => Some(yes.value().to_string()),
        Value::Array(list) => {
            let parts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            Some(parts?.join(","))
        }
        _ => None,
    }
}
