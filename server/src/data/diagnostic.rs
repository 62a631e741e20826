//! Diagnostics for data files, printed like a compiler's: message, place, underlined text, help.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::string::FromUtf8Error;

use strata_core::lookup;

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
            text: text[line_start..line_end].trim_end().to_owned(),
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
    fn error(code: &str, file: impl Into<String>, message: impl Into<String>) -> Self {
        let (code, message) = (code.to_owned(), message.into());
        Self {
            severity: Severity::Error,
            code,
            message,
            file: file.into(),
            excerpt: None,
            help: Vec::new(),
        }
    }

    pub fn of_file(file: &str, message: &str) -> Self {
        Self::error("file", file, message)
    }

    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::error(
            "file",
            path.display().to_string(),
            format!("cannot be read: {error}"),
        )
    }

    pub fn refused(path: &Path, message: String) -> Self {
        Self::error("file", path.display().to_string(), message)
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

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        writeln!(f, "{word}[{}]: {}", self.code, self.message)?;
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
