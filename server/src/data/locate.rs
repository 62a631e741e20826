//! Finds the position of a value in the text of its data file, so that a diagnostic can underline it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use strata_core::raw::Place;
use toml_edit::{Document, Item};

use super::{DataFiles, Diagnostic, Excerpt, Severity};

/// Finds positions; parses each file only once.
#[derive(Debug)]
pub struct Locator<'a> {
    files: &'a DataFiles,
    /// The names of the files, by their paths in messages.
    names: BTreeMap<&'a str, &'a str>,
    documents: HashMap<String, Option<Document<String>>>,
}

impl<'a> Locator<'a> {
    pub fn new(files: &'a DataFiles) -> Self {
        Self {
            files,
            names: files.by_path(),
            documents: HashMap::new(),
        }
    }

    pub fn diagnostic(
        &mut self,
        place: &Place,
        severity: Severity,
        code: &str,
        message: &str,
    ) -> Diagnostic {
        let excerpt = self
            .find(place)
            .and_then(|span| Some(Excerpt::new(self.text(place)?, &span)));
        let (code, message, file) = (code.to_owned(), message.to_owned(), place.file.clone());
        Diagnostic {
            severity,
            code,
            message,
            file,
            excerpt,
            help: Vec::new(),
        }
    }

    fn text(&self, place: &Place) -> Option<&'a str> {
        self.files.text(self.names.get(&*place.file)?)
    }

    /// The bytes of the value at `place`, or of the nearest enclosing one.
    fn find(&mut self, place: &Place) -> Option<Range<usize>> {
        let text = self.text(place)?;
        if let Some(("line", line)) = place.table {
            let mut lines = text.split_inclusive('\n');
            let start: usize = lines.by_ref().take(line).map(str::len).sum();
            return Some(start..start + lines.next().map_or(0, |line| line.trim_end().len()));
        }
        let parse = || Document::parse(text.to_owned()).ok();
        let document = self
            .documents
            .entry(place.file.clone())
            .or_insert_with(parse)
            .as_ref()?;
        let table = match place.table {
            Some((table, index)) => document.get(table)?.as_array_of_tables()?.get(index)?,
            None => document.as_table(),
        };
        let Some(item) = table.get(place.key) else {
            let stand_in = table.get("id").or_else(|| table.get("name"));
            return stand_in.and_then(Item::span).or_else(|| table.span());
        };
        let element = place
            .element
            .and_then(|at| item.as_array()?.get(at)?.span());
        let span = element.or_else(|| item.span())?;
        // Inside the quotes of a string without escapes, value bytes are file bytes.
        let quoted = text
            .get(span.clone())
            .filter(|value| value.starts_with('"') && !value.contains('\\'));
        match (&place.bytes, quoted) {
            (Some(bytes), Some(_)) => {
                let begin = span.start + 1;
                Some((begin + bytes.start).min(span.end)..(begin + bytes.end).min(span.end))
            }
            _ => Some(span),
        }
    }
}
