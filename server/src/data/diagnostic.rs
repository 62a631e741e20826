//! Diagnostics for data files, printed like a compiler's: message, place, underlined text, help; and the position of a value
//! in the text of its data file.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::string::FromUtf8Error;

use strata_core::lookup;
use strata_core::raw::Place;
use toml_edit::{Document, Item};

use super::DataFiles;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A short id: a rule of the audit, `toml`, `data` or `file`.
    pub code: String,
    pub message: String,
    pub file: String,
    /// The line, and the position in it.
    pub excerpt: Option<Excerpt>,
    /// Expected values and advice.
    pub help: Vec<String>,
}

/// A line of a file, with the underlined part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The length of the underlined part, in characters.
    pub width: usize,
    pub text: String,
}

impl Excerpt {
    /// The line of `text` in which `bytes` begin.
    pub fn new(text: &str, bytes: &Range<usize>) -> Self {
        let start = floor(text, bytes.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = floor(text, bytes.end).clamp(start, line_end);
        Self {
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            width: text[start..end].chars().count().max(1),
            text: text[line_start..line_end]
                .trim_end()
                .replace(char::is_control, " "),
        }
    }
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

impl Diagnostic {
    /// An error in a file as a whole.
    pub fn error(code: &str, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code: code.to_owned(),
            message: message.into(),
            // A name with a line break would begin another line of the log.
            file: file.into().replace(char::is_control, "\u{fffd}"),
            excerpt: None,
            help: Vec::new(),
        }
    }

    pub fn refused(path: &Path, message: impl Into<String>) -> Self {
        Self::error("file", path.display().to_string(), message)
    }

    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::refused(path, format!("cannot be read: {error}"))
    }

    /// The diagnostic for a file that is no UTF-8, at the first invalid bytes.
    pub fn no_utf_8(path: &Path, error: &FromUtf8Error) -> Self {
        let text = String::from_utf8_lossy(error.as_bytes());
        let at = error.utf8_error().valid_up_to();
        let span = Some(at..at + char::REPLACEMENT_CHARACTER.len_utf8());
        let file = path.display().to_string();
        Self::at(
            "file",
            &file,
            (&text, span),
            "is not UTF-8: save it as UTF-8",
        )
    }

    /// A diagnostic at a span of a file's text.
    pub fn at(
        code: &str,
        file: &str,
        (text, span): (&str, Option<Range<usize>>),
        message: &str,
    ) -> Self {
        let excerpt = span.map(|span| Excerpt::new(text, &span));
        Self {
            excerpt,
            ..Self::error(code, file, message)
        }
    }

    /// The diagnostic for a file that is no TOML, or does not match the schema.
    pub fn toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let message = error.message();
        let mut names = message.split('`').skip(1).step_by(2);
        let typed = names.next().filter(|_| message.starts_with("unknown"));
        let near = typed.and_then(|typed| lookup::nearest(typed, names).first().copied());
        Self {
            help: near.map_or_else(Vec::new, |near| vec![format!("did you mean `{near}`?")]),
            ..Self::at("toml", file, (text, error.span()), message)
        }
    }
}

/// The alternate form omits the content of the file, which may not be the intended file: a symbolic link can point
/// anywhere.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        // A message about a value that is not understood has the value.
        let message = match &*self.code {
            "toml" | "data" if f.alternate() => "see the log of the server, or `strata check`",
            _ => &*self.message,
        };
        writeln!(f, "{word}[{}]: {message}", self.code)?;
        let Some(excerpt) = &self.excerpt else {
            writeln!(f, "  --> {}", self.file)?;
            return self.fmt_help(f, 1);
        };
        let number = excerpt.line.to_string();
        let margin = number.len();
        writeln!(
            f,
            "{:margin$}--> {}:{}:{}",
            "", self.file, excerpt.line, excerpt.column
        )?;
        if f.alternate() {
            return Ok(());
        }
        writeln!(f, "{:margin$} |", "")?;
        writeln!(f, "{number} | {}", excerpt.text)?;
        let underline = format!(
            "{}{}",
            " ".repeat(excerpt.column - 1),
            "^".repeat(excerpt.width)
        );
        writeln!(f, "{:margin$} | {underline}", "")?;
        self.fmt_help(f, margin)
    }
}

impl Diagnostic {
    fn fmt_help(&self, f: &mut fmt::Formatter<'_>, margin: usize) -> fmt::Result {
        for help in &self.help {
            writeln!(f, "{:margin$} = {help}", "")?;
        }
        Ok(())
    }
}

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
        Diagnostic {
            severity,
            excerpt,
            ..Diagnostic::error(code, &place.file, message)
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
