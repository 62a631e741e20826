//! Reads a structure's data file into an [`Article`]. Every mistake is reported, each with its place.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

use crate::arch::Arch;
use crate::cell::OffsetCell;
use crate::ctype::{CType, Declaration};
use crate::name::RowId;
use crate::per_arch::PerArch;
use crate::raw::{
    Place, RawBit, RawCorrection, RawErratum, RawFile, RawNote, RawRow, RawStructure,
};
use crate::span::Versions;
use crate::units::{BitRange, ByteSize};

use super::{
    About, Article, BitRow, Correction, Erratum, Note, Reading, ReadingPart, Row, Servicing,
    SizeRow, Subject, Table,
};

/// A mistake in a data file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct DataError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a value of a data file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// It is not of the form that is expected.
    #[error("{0}")]
    Form(String),
    /// It names something that is not there.
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// A row, a source …
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// It says again what was said already.
    #[error("the {what} `{name}` is there already")]
    Twice {
        /// A row, an erratum …
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// It says something else than the cell that it quotes.
    #[error("says that `{quoted}` is published; the cell reads `{cell}`")]
    Misquoted {
        /// What the erratum says.
        quoted: String,
        /// What the cell says.
        cell: String,
    },
    /// A key is missing.
    #[error("expected {0}")]
    Missing(&'static str),
}

/// Reads values and gathers mistakes.
pub(crate) struct Reader<'a> {
    pub(crate) file: &'a str,
    pub(crate) errors: &'a mut Vec<DataError>,
}

impl Reader<'_> {
    pub(crate) fn fail(&mut self, place: Place, problem: Problem) {
        self.errors.push(DataError { place, problem });
    }

    /// The value, or `None` with the mistake noted.
    pub(crate) fn parse<T: FromStr<Err: Display>>(
        &mut self,
        text: &str,
        place: Place,
    ) -> Option<T> {
        let parsed = text.parse();
        parsed
            .map_err(|error: T::Err| self.fail(place, Problem::Form(error.to_string())))
            .ok()
    }

    fn optional<T: FromStr<Err: Display>>(
        &mut self,
        text: Option<&str>,
        place: Place,
    ) -> Option<T> {
        text.and_then(|text| self.parse(text, place))
    }

    fn cell(&mut self, text: &str, place: &Place) -> OffsetCell {
        let report = |at: Range<usize>| place.clone().bytes(at);
        text.parse()
            .unwrap_or_else(|error: crate::cell::ParseCellError| {
                self.errors.push(DataError {
                    place: report(error.at.clone()),
                    problem: Problem::Form(error.to_string()),
                });
                OffsetCell::default()
            })
    }
}

/// The integer's declaration inside `union { ULONG RequestFlag; struct { … }; };`.
fn bit_union(definition: &str) -> Option<&str> {
    let inside = definition
        .trim()
        .strip_prefix("union")?
        .trim_start()
        .strip_prefix('{')?;
    let (unit, rest) = inside.split_once(';')?;
    rest.trim_start().starts_with("struct").then(|| unit.trim())
}

impl Article {
    /// Reads one file. Mistakes go to `errors`; the article is `None` where too little is left to go on with.
    pub(crate) fn read(raw: &RawFile<RawStructure>, errors: &mut Vec<DataError>) -> Option<Self> {
        let before = errors.len();
        let mut reader = Reader {
            file: &raw.file,
            errors,
        };
        let text = &raw.content;
        let key = |key| Place::key(&raw.file, key);
        let name = reader.parse(&text.name, key("name"))?;
        let certainty = reader.parse(&text.certainty, key("certainty"))?;
        let first = reader.parse(&text.first, key("first"))?;
        let reach = reader.parse(&text.reach, key("reach"))?;
        let sizes = reader.sizes(text);
        let rows: Vec<Row> = text
            .row
            .iter()
            .enumerate()
            .filter_map(|(at, row)| reader.row(at, row))
            .collect();
        let bits = text
            .bit
            .iter()
            .enumerate()
            .filter_map(|(at, bit)| reader.bit(at, bit))
            .collect();
        let mut published = Table {
            first,
            reach,
            sizes,
            rows,
            bits,
        };
        reader.check_rows(text, &published);
        share_cells(&mut published);
        let errata = reader.errata(text, &published);
        let notes = text
            .note
            .iter()
            .enumerate()
            .filter_map(|(at, note)| reader.note(at, note, &published))
            .collect();
        let servicing = reader.servicing(text);
        if reader.errors.len() > before {
            return None;
        }
        Some(Self {
            file: raw.file.clone(),
            name,
            source: text.source.clone(),
            summary: text.summary.clone(),
            description: text.description.clone(),
            certainty,
            beyond: text.beyond.clone(),
            published,
            errata,
            notes,
            servicing,
        })
    }
}

/// Gives the rows that are spanned by another's cells a copy of them.
fn share_cells(table: &mut Table) {
    for at in 0..table.rows.len() {
        let head = table.rows[at]
            .spanned
            .as_ref()
            .and_then(|head| table.row(head.as_str()));
        if let Some(cells) = head.map(|head| head.cells.clone()) {
            table.rows[at].cells = cells;
        }
    }
}

impl Reader<'_> {
    fn sizes(&mut self, text: &RawStructure) -> Vec<SizeRow> {
        let mut rows = Vec::new();
        for (at, size) in text.size.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "size", at, key);
            let [versions_at, x86_at, x64_at] = ["versions", "x86", "x64"].map(place);
            let versions = self.parse(&size.versions, versions_at);
            let size = PerArch {
                x86: self.optional(size.x86.as_deref(), x86_at),
                x64: self.optional(size.x64.as_deref(), x64_at),
            };
            rows.extend(versions.map(|versions| SizeRow { versions, size }));
        }
        rows
    }

    fn row(&mut self, at: usize, raw: &RawRow) -> Option<Row> {
        let file = self.file;
        let place = |key| Place::entry(file, "row", at, key);
        let id = self.parse(&raw.id, place("id"));
        let reading = self.reading(at, raw);
        let cells = PerArch {
            x86: self.cell(raw.x86.as_deref().unwrap_or_default(), &place("x86")),
            x64: self.cell(raw.x64.as_deref().unwrap_or_default(), &place("x64")),
        };
        let versions = self.parse(&raw.versions, place("versions"));
        Some(Row {
            certainty: self.optional(raw.certainty.as_deref(), place("certainty")),
            spanned: self.optional(raw.spanned.as_deref(), place("spanned")),
            continues: self.optional(raw.continues.as_deref(), place("continues")),
            id: id?,
            definition: raw.declaration.clone(),
            readings: vec![ReadingPart {
                versions: None,
                reading: reading?,
            }],
            cells,
            versions: versions?,
            remark: raw.remarks.clone().unwrap_or_default(),
            about: raw.about.clone(),
        })
    }

    fn reading(&mut self, at: usize, raw: &RawRow) -> Option<Reading> {
        let file = self.file;
        let place = |key| Place::entry(file, "row", at, key);
        if let Some(ty) = &raw.ty {
            let x86: CType = self.parse(ty, place("type"))?;
            let x64 = match &raw.type_x64 {
                Some(ty) => self.parse(ty, place("type_x64"))?,
                None => x86.clone(),
            };
            return Some(Reading::Described(PerArch { x86, x64 }));
        }
        if let Some(unit) = bit_union(&raw.declaration) {
            return self
                .parse(unit, place("declaration"))
                .map(Reading::BitUnion);
        }
        if !raw.declaration.trim_end().ends_with(';') {
            self.fail(
                place("type"),
                Problem::Missing("a `type`, for the definition is words, not a declaration"),
            );
            return None;
        }
        self.parse(&raw.declaration, place("declaration"))
            .map(Reading::Declared)
    }

    fn bit(&mut self, at: usize, raw: &RawBit) -> Option<BitRow> {
        let file = self.file;
        let place = |key| Place::entry(file, "bit", at, key);
        let id = self.parse(&raw.id, place("id"));
        let unit = self.parse(&raw.row, place("row"));
        let declaration: Option<Declaration> = self.parse(&raw.declaration, place("declaration"));
        let masks = PerArch {
            x86: self.mask(raw.x86.as_deref(), place("x86")),
            x64: self.mask(raw.x64.as_deref(), place("x64")),
        };
        let versions = self.parse(&raw.versions, place("versions"));
        Some(BitRow {
            continues: self.optional(raw.continues.as_deref(), place("continues")),
            id: id?,
            unit: unit?,
            definition: raw.declaration.clone(),
            declaration: declaration?,
            masks,
            versions: versions?,
            remark: raw.remarks.clone().unwrap_or_default(),
            about: raw.about.clone(),
        })
    }

    fn mask(&mut self, text: Option<&str>, place: Place) -> Option<BitRange> {
        let text = text.filter(|text| !text.is_empty())?;
        let digits = text
            .strip_prefix("0x")
            .and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let range = digits.and_then(BitRange::from_mask);
        if range.is_none() {
            let what = format!(
                "`{text}` is not a mask of adjacent bits: expected hexadecimal such as 0x10"
            );
            self.fail(place, Problem::Form(what));
        }
        range
    }

    /// Ids that recur, and rows that are named but not there.
    fn check_rows(&mut self, text: &RawStructure, table: &Table) {
        let mut seen = BTreeSet::new();
        let rows = text
            .row
            .iter()
            .enumerate()
            .map(|(at, row)| ("row", at, &row.id));
        let bits = text
            .bit
            .iter()
            .enumerate()
            .map(|(at, bit)| ("bit", at, &bit.id));
        for (kind, at, id) in rows.chain(bits) {
            if !seen.insert(id) {
                let place = Place::entry(self.file, kind, at, "id");
                self.fail(
                    place,
                    Problem::Twice {
                        what: "row",
                        name: id.clone(),
                    },
                );
            }
        }
        for (at, row) in text.row.iter().enumerate() {
            for (key, named) in [("spanned", &row.spanned), ("continues", &row.continues)] {
                self.known_row(
                    named.as_deref(),
                    table,
                    Place::entry(self.file, "row", at, key),
                );
            }
        }
        for (at, bit) in text.bit.iter().enumerate() {
            self.known_row(
                Some(&bit.row),
                table,
                Place::entry(self.file, "bit", at, "row"),
            );
            self.known_row(
                bit.continues.as_deref(),
                table,
                Place::entry(self.file, "bit", at, "continues"),
            );
        }
    }

    fn known_row(&mut self, named: Option<&str>, table: &Table, place: Place) {
        if let Some(name) = named.filter(|name| table.row(name).is_none()) {
            self.fail(
                place,
                Problem::Unknown {
                    what: "row",
                    name: name.to_owned(),
                },
            );
        }
    }

    fn errata(&mut self, text: &RawStructure, table: &Table) -> Vec<Erratum> {
        let mut seen = BTreeSet::new();
        let mut errata = Vec::new();
        for (at, raw) in text.erratum.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "erratum", at, key);
            if !seen.insert(&raw.id) {
                let place = place("id");
                self.fail(
                    place,
                    Problem::Twice {
                        what: "erratum",
                        name: raw.id.clone(),
                    },
                );
            }
            for (element, id) in raw.with.iter().enumerate() {
                if !text.erratum.iter().any(|other| other.id == *id) {
                    let place = Place::entry(self.file, "erratum", at, "with").element(element);
                    self.fail(
                        place,
                        Problem::Unknown {
                            what: "erratum",
                            name: id.clone(),
                        },
                    );
                }
            }
            errata.extend(self.erratum(at, raw, table));
        }
        errata
    }

    fn erratum(&mut self, at: usize, raw: &RawErratum, table: &Table) -> Option<Erratum> {
        let file = self.file;
        let place = |key| Place::entry(file, "erratum", at, key);
        let about: About = self.parse(&raw.about, place("about"))?;
        let arch = self.optional(raw.arch.as_deref(), place("arch"));
        let rule = self.parse(&raw.rule, place("rule"));
        let subject = self.subject(raw, table, place("row"))?;
        let correction = self.correction(at, raw, about, &subject, table);
        self.check_quotation(raw, about, arch, &subject, table, place("published"));
        Some(Erratum {
            id: raw.id.as_str().into(),
            subject,
            arch,
            about,
            published: raw.published.clone(),
            corrected: correction_text(&raw.corrected),
            correction: correction?,
            rule: rule?,
            forced: raw.forced,
            with: raw.with.iter().map(|id| id.as_str().into()).collect(),
            why: raw.why.clone(),
        })
    }

    fn subject(&mut self, raw: &RawErratum, table: &Table, place: Place) -> Option<Subject> {
        match (&raw.row, &raw.bit) {
            (Some(row), _) => {
                let known = table.row(row).map(|row| Subject::Row(row.id.clone()));
                if known.is_none() {
                    self.fail(
                        place,
                        Problem::Unknown {
                            what: "row",
                            name: row.clone(),
                        },
                    );
                }
                known
            }
            (None, Some(bit)) => {
                let known = table.bit(bit).map(|bit| Subject::Bit(bit.id.clone()));
                if known.is_none() {
                    self.fail(
                        place,
                        Problem::Unknown {
                            what: "bit",
                            name: bit.clone(),
                        },
                    );
                }
                known
            }
            (None, None) => Some(Subject::Sizes),
        }
    }

    fn correction(
        &mut self,
        at: usize,
        raw: &RawErratum,
        about: About,
        subject: &Subject,
        table: &Table,
    ) -> Option<Correction> {
        let place = Place::entry(self.file, "erratum", at, "corrected");
        let parts: Vec<(Option<&str>, &str)> = match &raw.corrected {
            RawCorrection::Whole(text) => vec![(None, text.as_str())],
            RawCorrection::ByRelease(parts) => parts
                .iter()
                .map(|part| (Some(part.versions.as_str()), part.is.as_str()))
                .collect(),
        };
        let (Some((_, whole)), by_release) = (
            parts.first(),
            parts.len() > 1 || parts.iter().any(|part| part.0.is_some()),
        ) else {
            self.fail(place, Problem::Missing("what holds"));
            return None;
        };
        if by_release && !matches!(about, About::Declaration | About::Size) {
            self.fail(
                place,
                Problem::Form(
                    "only a declaration or a size is corrected release by release".to_owned(),
                ),
            );
            return None;
        }
        match about {
            About::Offset => Some(Correction::Offset(self.cell(whole, &place))),
            About::Versions => self.parse(whole, place).map(Correction::Versions),
            About::Remark => Some(Correction::Remark((*whole).to_owned())),
            About::Name => Some(Correction::Name((*whole).into())),
            About::Bits => Some(Correction::Bits(self.mask(Some(whole), place))),
            About::Size => {
                let mut sizes = Vec::new();
                for (versions, size) in parts {
                    let versions: Versions =
                        self.parse(versions.unwrap_or_default(), place.clone())?;
                    let size: ByteSize = self.parse(size, place.clone())?;
                    sizes.push((versions, size));
                }
                Some(Correction::Size(sizes))
            }
            About::Declaration => {
                let unit = matches!(subject, Subject::Row(row)
                    if matches!(table.row(row.as_str()).and_then(|row| row.readings.first()),
                        Some(ReadingPart { reading: Reading::BitUnion(_), .. })));
                let mut readings = Vec::new();
                for (versions, text) in parts {
                    let declaration = self.parse(text, place.clone())?;
                    let versions = self.optional(versions, place.clone());
                    let reading = if unit {
                        Reading::BitUnion(declaration)
                    } else {
                        Reading::Declared(declaration)
                    };
                    readings.push(ReadingPart { versions, reading });
                }
                Some(Correction::Declaration(readings))
            }
        }
    }

    /// What an erratum quotes as published must be what the cell says.
    fn check_quotation(
        &mut self,
        raw: &RawErratum,
        about: About,
        arch: Option<Arch>,
        subject: &Subject,
        table: &Table,
        place: Place,
    ) {
        let cell = match subject {
            Subject::Row(id) => table.row(id.as_str()).and_then(|row| match about {
                About::Offset => Some(row.cells.get(arch?)?.to_string()),
                About::Declaration => Some(row.definition.clone()),
                About::Name => row.name().map(str::to_owned),
                About::Versions => Some(row.versions.to_string()),
                About::Remark => Some(row.remark.clone()),
                About::Size | About::Bits => None,
            }),
            Subject::Bit(id) => table.bit(id.as_str()).and_then(|bit| match about {
                About::Name => Some(bit.declaration.name.to_string()),
                About::Versions => Some(bit.versions.to_string()),
                About::Remark => Some(bit.remark.clone()),
                _ => None,
            }),
            Subject::Sizes => None,
        };
        let quoted = match about {
            About::Offset => raw
                .published
                .parse::<OffsetCell>()
                .map(|cell| cell.to_string())
                .unwrap_or_default(),
            _ => raw.published.clone(),
        };
        if let Some(cell) = cell.filter(|cell| *cell != quoted) {
            self.fail(place, Problem::Misquoted { quoted, cell });
        }
    }

    fn note(&mut self, at: usize, raw: &RawNote, table: &Table) -> Option<Note> {
        let file = self.file;
        let place = |key| Place::entry(file, "note", at, key);
        let rule = self.parse(&raw.rule, place("rule"));
        let row: Option<RowId> =
            self.optional(raw.row.as_deref().or(raw.bit.as_deref()), place("row"));
        if let Some(unknown) = row
            .as_ref()
            .filter(|row| table.row(row.as_str()).is_none() && table.bit(row.as_str()).is_none())
        {
            self.fail(
                place("row"),
                Problem::Unknown {
                    what: "row",
                    name: unknown.to_string(),
                },
            );
        }
        Some(Note {
            arch: self.optional(raw.arch.as_deref(), place("arch")),
            versions: self.optional(raw.versions.as_deref(), place("versions")),
            rule: rule?,
            row,
            text: raw.text.clone(),
        })
    }

    fn servicing(&mut self, text: &RawStructure) -> Vec<Servicing> {
        let mut all = Vec::new();
        for (at, raw) in text.servicing.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "servicing", at, key);
            let [release_at, arch_at, build_at, size_at] =
                ["release", "arch", "build", "size"].map(place);
            let release = self.parse(&raw.release, release_at);
            let arch = self.parse(&raw.arch, arch_at);
            let build = self.parse(&raw.build, build_at);
            let size = self.parse(&raw.size, size_at);
            if let (Some(release), Some(arch), Some(build), Some(size)) =
                (release, arch, build, size)
            {
                let (text, source) = (raw.text.clone(), raw.source.clone());
                all.push(Servicing {
                    release,
                    arch,
                    build,
                    size,
                    text,
                    source,
                });
            }
        }
        all
    }
}

/// What holds, on one line: `VALUE`, or `VALUE (RELEASES); …`.
fn correction_text(raw: &RawCorrection) -> String {
    match raw {
        RawCorrection::Whole(text) => text.clone(),
        RawCorrection::ByRelease(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| format!("{} ({})", part.is, part.versions))
                .collect();
            parts.join("; ")
        }
    }
}
