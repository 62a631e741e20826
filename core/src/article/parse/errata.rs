//! Parses errata, notes and servicing changes.

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::article::{
    CorrectedField, Correction, DefinitionPart, Erratum, Interpretation, Note, Servicing, Subject,
    Table,
};
use crate::cell::OffsetCell;
use crate::name::RowId;
use crate::raw::{Place, Problem, RawCorrection, RawErratum, RawNote, RawStructure, Reader};
use crate::span::Versions;
use crate::units::ByteSize;

impl Reader<'_> {
    pub(super) fn errata(&mut self, text: &RawStructure, table: &Table) -> Vec<Erratum> {
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
        let about: CorrectedField = self.parse(&raw.about, place("about"))?;
        let arch = self.optional(raw.arch.as_deref(), place("arch"));
        let rule = self.parse(&raw.rule, place("rule"));
        let subject = self.subject(raw, table, place("row"))?;
        let correction = self.correction(at, raw, about, &subject, table);
        self.check_quotation(raw, about, arch, &subject, table, place("published"));
        Some(Erratum {
            id: raw.id.as_str().into(),
            subject,
            arch,
            field: about,
            published: raw.published.clone(),
            corrected: correction_text(&raw.corrected),
            correction: correction?,
            rule: rule?,
            is_only_fix: raw.forced,
            depends_on: raw.with.iter().map(|id| id.as_str().into()).collect(),
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
        about: CorrectedField,
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
        if by_release && !matches!(about, CorrectedField::Declaration | CorrectedField::Size) {
            self.fail(
                place,
                Problem::Form(
                    "only a declaration or a size is corrected release by release".to_owned(),
                ),
            );
            return None;
        }
        match about {
            CorrectedField::Offset => Some(Correction::Offset(self.cell(whole, &place))),
            CorrectedField::Versions => self.parse(whole, place).map(Correction::Versions),
            CorrectedField::Remark => Some(Correction::Remark((*whole).to_owned())),
            CorrectedField::Name => Some(Correction::Name((*whole).into())),
            CorrectedField::Bits => Some(Correction::Bits(self.mask(Some(whole), place))),
            CorrectedField::Size => {
                let mut sizes = Vec::new();
                for (versions, size) in parts {
                    let versions: Versions =
                        self.parse(versions.unwrap_or_default(), place.clone())?;
                    let size: ByteSize = self.parse(size, place.clone())?;
                    sizes.push((versions, size));
                }
                Some(Correction::Size(sizes))
            }
            CorrectedField::Declaration => {
                let unit = matches!(subject, Subject::Row(row)
                    if matches!(table.row(row.as_str()).and_then(|row| row.parts.first()),
                        Some(DefinitionPart { interpretation: Interpretation::BitUnion(_), .. })));
                let mut readings = Vec::new();
                for (versions, text) in parts {
                    let declaration = self.parse(text, place.clone())?;
                    let versions = self.optional(versions, place.clone());
                    let reading = if unit {
                        Interpretation::BitUnion(declaration)
                    } else {
                        Interpretation::Declared(declaration)
                    };
                    readings.push(DefinitionPart {
                        versions,
                        interpretation: reading,
                    });
                }
                Some(Correction::Declaration(readings))
            }
        }
    }

    /// Reports an erratum whose `published` text differs from the cell.
    fn check_quotation(
        &mut self,
        raw: &RawErratum,
        about: CorrectedField,
        arch: Option<Arch>,
        subject: &Subject,
        table: &Table,
        place: Place,
    ) {
        let cell = match subject {
            Subject::Row(id) => table.row(id.as_str()).and_then(|row| match about {
                CorrectedField::Offset => Some(row.cells.get(arch?)?.to_string()),
                CorrectedField::Declaration => Some(row.definition.clone()),
                CorrectedField::Name => row.name().map(str::to_owned),
                CorrectedField::Versions => Some(row.versions.to_string()),
                CorrectedField::Remark => Some(row.remark.clone()),
                CorrectedField::Size | CorrectedField::Bits => None,
            }),
            Subject::Bit(id) => table.bit(id.as_str()).and_then(|bit| match about {
                CorrectedField::Name => Some(bit.declaration.name.to_string()),
                CorrectedField::Versions => Some(bit.versions.to_string()),
                CorrectedField::Remark => Some(bit.remark.clone()),
                _ => None,
            }),
            Subject::Sizes => None,
        };
        let quoted = match about {
            CorrectedField::Offset => raw
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

    pub(super) fn note(&mut self, at: usize, raw: &RawNote, table: &Table) -> Option<Note> {
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

    pub(super) fn servicing(&mut self, text: &RawStructure) -> Vec<Servicing> {
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

/// The correction on one line: `VALUE`, or `VALUE (RELEASES); …`.
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
