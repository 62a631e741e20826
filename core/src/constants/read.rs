//! Converts the data files of constants and reports mistakes in them.

use std::collections::btree_map::Entry;
use std::sync::Arc;

use crate::guid::Guid;
use crate::name::SetId;
use crate::raw::{DataError, Place, Problem, RawConstants, RawFile, Reader};
use crate::release::Release;
use crate::types::EnumValue;

use super::{Constant, ConstantSet, Constants, KnownGuid, SetKind};

impl Constants {
    /// Converts all files; adds mistakes to `errors`.
    pub(crate) fn read(files: &[RawFile<RawConstants>], errors: &mut Vec<DataError>) -> Self {
        let mut constants = Self::default();
        let mut sets = Vec::new();
        for file in files {
            let mut reader = Reader {
                file: &file.file,
                errors,
            };
            reader.sets(&file.content, &mut sets);
        }
        // A file can add constants to the sets of another file.
        for file in files {
            let mut reader = Reader {
                file: &file.file,
                errors,
            };
            reader.constants(&file.content, &mut sets);
            reader.guids(&file.content, &mut constants);
        }
        for mut set in sets {
            set.constants.sort_by_key(|constant| constant.value);
            constants.sets.insert(set.id.clone(), Arc::new(set));
        }
        constants
    }
}

impl Reader<'_> {
    fn sets(&mut self, text: &RawConstants, sets: &mut Vec<ConstantSet>) {
        for (at, raw) in text.set.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "set", at, key);
            let Some(kind) = self.parse(&raw.kind, place("kind")) else {
                continue;
            };
            let Some(id) = self.parse::<SetId>(&raw.id, place("id")) else {
                continue;
            };
            if sets.iter().any(|set| set.id == id) {
                self.twice(place("id"), "set of constants", &raw.id);
                continue;
            }
            sets.push(ConstantSet {
                id,
                kind,
                summary: raw.summary.clone(),
                constants: Vec::new(),
            });
        }
    }

    fn constants(&mut self, text: &RawConstants, sets: &mut [ConstantSet]) {
        for (at, list) in text.constants.iter().enumerate() {
            let file = self.file;
            let place = |key| Place::entry(file, "constants", at, key);
            let Some(set) = sets.iter_mut().find(|set| set.id.as_str() == list.set) else {
                let (what, name) = ("set of constants", list.set.clone());
                self.fail(place("set"), Problem::Unknown { what, name });
                continue;
            };
            let source: Arc<str> = list.source.as_str().into();
            let since = match &list.since {
                None => None,
                Some(text) => match self.parse::<Release>(text, place("since")) {
                    None => continue,
                    since => since,
                },
            };
            for (element, line) in list.values.iter().enumerate() {
                let place = place("values").element(element);
                let Some(value) = self.parse::<EnumValue>(line, place.clone()) else {
                    continue;
                };
                let constant = Constant {
                    name: value.name.into(),
                    value: value.value.cast_unsigned(),
                    source: source.clone(),
                    since,
                };
                if let Some(other) = set.constants.iter().find(|o| clash(set.kind, o, &constant)) {
                    let what = format!(
                        "`{}` and `{}` of the set `{}` overlap: a number would have both names",
                        constant.name, other.name, set.id
                    );
                    self.fail(place, Problem::Form(what));
                    continue;
                }
                set.constants.push(constant);
            }
        }
    }

    fn guids(&mut self, text: &RawConstants, constants: &mut Constants) {
        for (at, list) in text.guids.iter().enumerate() {
            let source: Arc<str> = list.source.as_str().into();
            for (element, line) in list.values.iter().enumerate() {
                let place = Place::entry(self.file, "guids", at, "values").element(element);
                let Some((name, guid)) = line.split_once('=') else {
                    let what = format!("`{line}` is not a named GUID: expected `NAME = {{…}}`");
                    self.fail(place, Problem::Form(what));
                    continue;
                };
                let Some(guid) = self.parse::<Guid>(guid.trim(), place.clone()) else {
                    continue;
                };
                match constants.guids.entry(guid) {
                    Entry::Occupied(_) => self.twice(place, "GUID", guid.to_string().as_str()),
                    Entry::Vacant(entry) => {
                        let (name, source) = (name.trim().into(), source.clone());
                        entry.insert(KnownGuid { name, source });
                    }
                }
            }
        }
    }

    fn twice(&mut self, place: Place, what: &'static str, name: &str) {
        let name = name.to_owned();
        self.fail(place, Problem::Twice { what, name });
    }
}

/// Returns whether the constants have the same name or match the same number.
fn clash(kind: SetKind, one: &Constant, other: &Constant) -> bool {
    let same = one.value == other.value;
    same || one.name == other.name || kind == SetKind::Flags && one.value & other.value != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::{RawConstantList, RawConstantSet, RawGuidList};

    fn read(
        sets: &[(&str, &str)],
        values: &[(&str, &str)],
        guids: &[&str],
    ) -> (Constants, Vec<String>) {
        let source = || "hand".to_owned();
        let sets = sets.iter().map(|(id, kind)| RawConstantSet {
            id: (*id).to_owned(),
            kind: (*kind).to_owned(),
            summary: String::new(),
        });
        let values = values.iter().map(|(set, value)| RawConstantList {
            set: (*set).to_owned(),
            source: source(),
            // `2000: NAME = VALUE`
            since: value.split_once(": ").map(|(since, _)| since.to_owned()),
            values: vec![value.rsplit(": ").next().unwrap_or_default().to_owned()],
        });
        let guids = RawGuidList {
            source: source(),
            values: guids.iter().map(|guid| (*guid).to_owned()).collect(),
        };
        let file = RawFile {
            file: "constants.toml".to_owned(),
            content: RawConstants {
                set: sets.collect(),
                constants: values.collect(),
                guids: vec![guids],
            },
        };
        let mut errors = Vec::new();
        let constants = Constants::read(&[file], &mut errors);
        (constants, errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn flags_and_values_have_names() {
        let values = [
            ("mode", "6.1: BLOCKING = 0x20"),
            ("mode", "NONE = 0"),
            ("mode", "HIGH = 0x80000000"),
            ("mode", "LOW = 0x1"),
            ("clock", "QPC = 1"),
        ];
        let guid = "SystemTraceControlGuid = {9E814AAD-3204-11d2-9A82-006008A86939}";
        let (constants, errors) = read(&[("mode", "flags"), ("clock", "values")], &values, &[guid]);
        assert_eq!(errors, [""; 0]);
        let (vista, seven): (Release, Release) = ("6.0".parse().unwrap(), "6.1".parse().unwrap());
        let names = |id: &str, number, release| {
            let set = constants.set(&id.parse().unwrap()).unwrap();
            let (set, unknown) = set.flags(number, release);
            let names: Vec<String> = set.iter().map(|flag| flag.name.to_string()).collect();
            (names.join(" "), unknown)
        };
        assert_eq!(names("mode", 0, vista), ("NONE".to_owned(), 0));
        assert_eq!(
            names("mode", 0x8000_0011, vista),
            ("LOW HIGH".to_owned(), 0x10)
        );
        assert_eq!(names("mode", 0x21, vista), ("LOW".to_owned(), 0x20));
        assert_eq!(names("mode", 0x21, seven), ("LOW BLOCKING".to_owned(), 0));
        let clock = constants.set(&"clock".parse().unwrap()).unwrap();
        assert_eq!(&*clock.named(1, vista).unwrap().name, "QPC");
        assert_eq!(clock.named(2, vista), None);
        let guid = "9e814aad-3204-11d2-9a82-006008a86939".parse().unwrap();
        assert_eq!(
            &*constants.guid(&guid).unwrap().name,
            "SystemTraceControlGuid"
        );
    }

    #[test]
    fn mistakes_have_a_place() {
        let (_, errors) = read(
            &[
                ("mode", "flags"),
                ("mode", "flags"),
                ("Mode", "flags"),
                ("other", "bits"),
            ],
            &[
                ("mode", "A = 0x3"),
                ("mode", "B = 0x2"),
                ("mode", "C"),
                ("mode", "7.5: E = 4"),
                ("none", "D = 1"),
            ],
            &[
                "Guid",
                "G = {0}",
                "A = 9e814aad-3204-11d2-9a82-006008a86939",
                "B = {9e814aad-3204-11d2-9a82-006008a86939}",
            ],
        );
        expect_test::expect![[r#"
            constants.toml, set 2, id: the set of constants `mode` already exists
            constants.toml, set 3, id: `Mode` is not an id: expected lower-case letters, digits and hyphens, as in logger-id
            constants.toml, set 4, kind: `bits` is not a kind of set: expected flags or values
            constants.toml, constants 2, values 1: `B` and `A` of the set `mode` overlap: a number would have both names
            constants.toml, constants 3, values 1: `C` is not a value: expected `NAME = NUMBER`
            constants.toml, constants 4, since: `7.5` is not a release: expected the id of one such as 6.1, 1607 or 11-22H2
            constants.toml, constants 5, set: there is no set of constants `none`
            constants.toml, guids 1, values 1: `Guid` is not a named GUID: expected `NAME = {…}`
            constants.toml, guids 1, values 2: `{0}` is not a GUID: expected {9e814aad-3204-11d2-9a82-006008a86939}, with or without braces
            constants.toml, guids 1, values 4: the GUID `{9e814aad-3204-11d2-9a82-006008a86939}` already exists"#]].assert_eq(&errors.join("\n"));
    }
}
