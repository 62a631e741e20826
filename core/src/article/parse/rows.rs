//! Parses the tables of sizes, members and bits.

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::article::{BitRow, DefinitionPart, Interpretation, Row, SizeRow, Table};
use crate::ctype::{CType, Declaration};
use crate::layout::ValueMeaning;
use crate::per_arch::PerArch;
use crate::raw::{Place, Problem, RawBit, RawRow, RawStructure, Reader};

/// The integer's declaration in `union { ULONG RequestFlag; struct { … }; };`.
fn bit_union(definition: &str) -> Option<&str> {
    let inside = definition
        .trim()
        .strip_prefix("union")?
        .trim_start()
        .strip_prefix('{')?;
    let (unit, rest) = inside.split_once(';')?;
    rest.trim_start().starts_with("struct").then(|| unit.trim())
}

/// The cells of a row verbatim.
fn published_cells(cells: [&Option<String>; 3]) -> PerArch<Box<str>> {
    let [x86, x64, arm64] = cells.map(|cell| cell.as_deref().unwrap_or_default().into());
    PerArch { x86, x64, arm64 }
}

impl Reader<'_> {
    pub(super) fn sizes(&mut self, text: &RawStructure) -> Vec<SizeRow> {
        let mut rows = Vec::new();
        for (at, size) in text.size.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "size", at, key);
            let versions = self.parse(&size.versions, place("versions"));
            let published_cells = published_cells([&size.x86, &size.x64, &size.arm64]);
            let size = PerArch {
                x86: self.optional(size.x86.as_deref(), place("x86")),
                x64: self.optional(size.x64.as_deref(), place("x64")),
                arm64: self.optional(size.arm64.as_deref(), place("arm64")),
            };
            rows.extend(versions.map(|versions| SizeRow {
                versions,
                size,
                published_cells,
            }));
        }
        rows
    }

    pub(super) fn row(&mut self, at: usize, raw: &RawRow) -> Option<Row> {
        let file = self.file;
        let place = |key| Place::entry(file, "row", at, key);
        let id = self.row_id(&raw.id, place("id"));
        let reading = self.reading(at, raw);
        let cells = PerArch {
            x86: self.cell(raw.x86.as_deref().unwrap_or_default(), &place("x86")),
            x64: self.cell(raw.x64.as_deref().unwrap_or_default(), &place("x64")),
            arm64: self.cell(raw.arm64.as_deref().unwrap_or_default(), &place("arm64")),
        };
        let versions = self.parse(&raw.versions, place("versions"));
        Some(Row {
            certainty: self.optional(raw.certainty.as_deref(), place("certainty")),
            meaning: self.meaning(at, raw, reading.as_ref()),
            merged_into: self.optional(raw.spanned.as_deref(), place("spanned")),
            is_merged_head: false,
            continues: self.optional(raw.continues.as_deref(), place("continues")),
            id: id?,
            definition: raw.declaration.clone(),
            parts: vec![DefinitionPart {
                versions: None,
                interpretation: reading?,
            }],
            cells,
            published_cells: published_cells([&raw.x86, &raw.x64, &raw.arm64]),
            versions: versions?,
            remark: raw.remarks.clone().unwrap_or_default(),
            about: raw.about.clone(),
        })
    }

    fn meaning(
        &mut self,
        at: usize,
        raw: &RawRow,
        reading: Option<&Interpretation>,
    ) -> Option<ValueMeaning> {
        let file = self.file;
        let place = |key| Place::entry(file, "row", at, key);
        let keys = [
            ("constants", raw.constants.as_deref()),
            ("pages_of", raw.pages_of.as_deref()),
            ("counted_by", raw.counted_by.as_deref()),
        ];
        let mut given = keys.iter().filter(|(_, text)| text.is_some());
        if let (Some((one, _)), Some((other, _))) = (given.next(), given.next()) {
            let what = format!("a member has one meaning: either `{one}` or `{other}`");
            self.fail(place(other), Problem::Form(what));
        }
        let types = reading.map(|reading| [Arch::X86, Arch::X64].map(|arch| reading.ty(arch)));
        let is_array = |ty: &CType| matches!(ty, CType::Array(..) | CType::AnySizeArray(_));
        if raw.counted_by.is_some() && types.is_some_and(|types| !types.into_iter().any(is_array)) {
            let what = "`counted_by` is for an array, but this row declares none: remove the key, or declare an array such as `ULONG Values [ANYSIZE_ARRAY];`";
            self.fail(place("counted_by"), Problem::Form(what.to_owned()));
        }
        let [set, pages_of, counted_by] = keys;
        let set = self
            .optional(set.1, place(set.0))
            .map(ValueMeaning::Constants);
        let pages_of = self.optional(pages_of.1, place(pages_of.0));
        let counted_by = self.optional(counted_by.1, place(counted_by.0));
        let number = set.or(pages_of.map(ValueMeaning::PagesOf));
        number.or(counted_by.map(ValueMeaning::CountedBy))
    }

    fn reading(&mut self, at: usize, raw: &RawRow) -> Option<Interpretation> {
        let file = self.file;
        let place = |key| Place::entry(file, "row", at, key);
        if let Some(ty) = &raw.ty {
            let x86: CType = self.parse(ty, place("type"))?;
            let x64 = match &raw.type_x64 {
                Some(ty) => self.parse(ty, place("type_x64"))?,
                None => x86.clone(),
            };
            let arm64 = x64.clone();
            return Some(Interpretation::Described(PerArch { x86, x64, arm64 }));
        }
        if let Some(unit) = bit_union(&raw.declaration) {
            return self
                .parse(unit, place("declaration"))
                .map(Interpretation::BitUnion);
        }
        let declaration = raw.declaration.trim_end();
        if !declaration.ends_with(';') {
            let is_unfinished = format!("{declaration};").parse::<Declaration>().is_ok();
            let (key, missing) = match is_unfinished {
                true => (
                    "declaration",
                    "`;` at the end of the declaration; or, if it is in words, a `type` beside it",
                ),
                false => (
                    "type",
                    "a `type`, because the definition is in words, not a declaration",
                ),
            };
            self.fail(place(key), Problem::Missing(missing));
            return None;
        }
        self.parse(&raw.declaration, place("declaration"))
            .map(Interpretation::Declared)
    }

    pub(super) fn bit(&mut self, at: usize, raw: &RawBit) -> Option<BitRow> {
        let file = self.file;
        let place = |key| Place::entry(file, "bit", at, key);
        let id = self.row_id(&raw.id, place("id"));
        let unit = self.parse(&raw.row, place("row"));
        let declaration: Option<Declaration> = self.parse(&raw.declaration, place("declaration"));
        let masks = PerArch {
            x86: self.mask(raw.x86.as_deref(), place("x86")),
            x64: self.mask(raw.x64.as_deref(), place("x64")),
            arm64: self.mask(raw.arm64.as_deref(), place("arm64")),
        };
        let versions = self.parse(&raw.versions, place("versions"));
        Some(BitRow {
            continues: self.optional(raw.continues.as_deref(), place("continues")),
            id: id?,
            unit: unit?,
            definition: raw.declaration.clone(),
            declaration: declaration?,
            published_cells: published_cells([&raw.x86, &raw.x64, &raw.arm64]),
            masks,
            versions: versions?,
            remark: raw.remarks.clone().unwrap_or_default(),
            about: raw.about.clone(),
        })
    }

    /// Reports duplicate ids and references to unknown rows.
    pub(super) fn check_rows(&mut self, text: &RawStructure, table: &Table) {
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
}
