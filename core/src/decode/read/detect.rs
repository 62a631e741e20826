//! Which dialect a text is in, from all of its lines, and what shows it.

use super::fate::{Reason, Skip};
use super::lookalike::{Lookalike, lookalike};
use super::text::{Line, is_fence, uncoded};
use super::{ReadError, db, plain, prompt};

/// What a text is to be read as.
#[derive(Debug)]
pub(super) enum Detected {
    Db { why: String },
    Plain { why: String },
}

/// What the lines look like.
#[derive(Debug, Default)]
struct Tally {
    /// Rows of `db`.
    db: usize,
    /// Those of them of which nothing else is possible.
    certain: usize,
    /// Lines of bytes without an address.
    plain: usize,
    /// Rows of what is not read.
    other: usize,
    first_other: Option<(usize, Lookalike)>,
    first_skip: Option<(usize, Skip)>,
    words: Steps,
}

/// Decides what the text is to be read as.
pub(super) fn detect(lines: &[Line<'_>]) -> Result<Detected, ReadError> {
    if lines.is_empty() {
        return Err(ReadError::Empty);
    }
    let mut tally = Tally::default();
    for line in lines {
        tally.add(line);
    }
    if let Some((line, lookalike)) = tally.refused() {
        return Err(ReadError::NotReadYet { line, lookalike });
    }
    if tally.certain > 0 || (tally.db > 0 && tally.db >= tally.plain) {
        let why = tally.why_db();
        return Ok(Detected::Db { why });
    }
    if tally.plain > 0 {
        let why = format!(
            "{} of nothing but hexadecimal digits, without addresses",
            count(tally.plain, "line")
        );
        return Ok(Detected::Plain { why });
    }
    let (line, skip) = tally.first_skip.ok_or(ReadError::NoRows)?;
    Err(ReadError::NoBytes { line, skip })
}

impl Tally {
    fn add(&mut self, line: &Line<'_>) {
        let text = uncoded(&line.text);
        let row = db::row(&line.text);
        if let Ok(row) = &row
            && row.agrees
        {
            self.db += 1;
            self.certain += 1;
            return;
        }
        // `hexdump -C` begins as `db` does, but its characters stand between bars.
        match (row, lookalike(text)) {
            (_, Some(lookalike)) => {
                self.other += 1;
                self.first_other.get_or_insert((line.number, lookalike));
            }
            (Ok(row), None) => {
                self.db += 1;
                self.certain += usize::from(row.address.ticked);
            }
            (Err(reason), None) => self.add_plain(line, text, reason),
        }
    }

    fn add_plain(&mut self, line: &Line<'_>, text: &str, reason: Reason) {
        let passing = is_fence(&line.text) || prompt::prompt(text).is_some();
        if passing || prompt::is_command(text) {
            return;
        }
        match plain::bytes(text) {
            // Half a byte may be that of a long run that goes on in the next line.
            Err(Reason::OddDigits(_)) if plain::run(line).is_some() => self.plain += 1,
            Ok(_) => {
                self.plain += 1;
                self.words.add(line.number, text);
            }
            Err(as_plain) => {
                let reason = match reason {
                    Reason::NoAddress => as_plain,
                    reason => reason,
                };
                let skip = || (line.number, Skip::new(reason, text));
                self.first_skip.get_or_insert_with(skip);
            }
        }
    }

    /// What makes the text one that is not read: more of its rows look so than like anything that is.
    fn refused(&self) -> Option<(usize, Lookalike)> {
        if self.db == 0 && self.other > 0 && self.other >= self.plain {
            return self.first_other;
        }
        let stepping = self.db == 0 && self.words.stepping(self.plain);
        stepping.then_some((self.words.first, Lookalike::DoubleWords))
    }

    fn why_db(&self) -> String {
        let rows = count(self.db, "row");
        let certain = match self.certain {
            0 => String::new(),
            certain if certain == self.db => ": ".to_owned(),
            certain => format!(": in {certain}, "),
        };
        let proof = match self.certain {
            0 => "",
            _ => "a back-tick in the address, or characters that say the same as the bytes",
        };
        format!("{rows} of an address and bytes of two digits{certain}{proof}")
    }
}

/// Whether the first of several words of eight digits grows from line to line by just as many bytes as the others
/// have: then it is an address, and the lines are `dd` on x86 with its columns collapsed.
#[derive(Debug, Default)]
struct Steps {
    first: usize,
    rows: usize,
    next: u64,
    kept: usize,
}

impl Steps {
    fn add(&mut self, line: usize, text: &str) {
        let words: Vec<&str> = text.split_whitespace().take(6).collect();
        let wide = (2..=5).contains(&words.len()) && words.iter().all(|word| word.len() == 8);
        let first = words
            .first()
            .and_then(|word| u64::from_str_radix(word, 16).ok());
        let (true, Some(address)) = (wide, first) else {
            return;
        };
        if self.rows == 0 {
            self.first = line;
        } else {
            self.kept += usize::from(self.next == address);
        }
        self.rows += 1;
        self.next = address.saturating_add(4 * (words.len() as u64 - 1));
    }

    fn stepping(&self, lines: usize) -> bool {
        self.rows > 1 && self.rows == lines && self.kept + 1 == self.rows
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
