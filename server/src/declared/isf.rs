//! Symbols of Volatility 3 (ISF): JSON with types, of which those that Strata knows become definitions.
//!
//! What is wrong in a type is told with its path in the JSON; what is wrong elsewhere in the file is of no interest.

mod descriptor;
mod lines;
mod metadata;

use serde_json::{Map, Value as Json};
use strata_core::Dataset;
use strata_core::declared::finding::{Code, Finding};
use strata_core::declared::limits::DEFINITIONS_LIMIT;
use strata_core::declared::{Body, Declared, Definition, Kind, Stated, Value};
use strata_core::decode::limits::LISTED_LIMIT;
use strata_core::decode::listing::{Listed, Listing, Tool};
use strata_core::types::NESTING_LIMIT;
use strata_core::units::{ByteOffset, ByteSize};
use thiserror::Error;

use descriptor::{Typed, Wrong};
use lines::Lines;

/// Why a text is no ISF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoIsf {
    /// It is no JSON.
    #[error("it begins as JSON and is none: {0}")]
    NoJson(String),
    /// It is JSON of another kind.
    #[error("it is JSON, but no ISF: there is no object `user_types` in it{0}")]
    NoTypes(&'static str),
}

/// What an ISF file declares of that which Strata knows; of the rest, the names.
pub fn read(text: &str, dataset: &Dataset) -> Result<Declared<'static>, NoIsf> {
    let text = text.trim_start_matches('\u{feff}');
    let root: Json =
        serde_json::from_str(text).map_err(|error| NoIsf::NoJson(error.to_string()))?;
    let types = root.get("user_types").and_then(Json::as_object);
    let Some(types) = types else {
        let rekall = root.get("$STRUCTS").is_some();
        return Err(NoIsf::NoTypes(if rekall {
            ", but it looks like a profile of Rekall"
        } else {
            ""
        }));
    };
    let nothing = Map::new();
    let part = |name| root.get(name).and_then(Json::as_object);
    let pointer = metadata::pointer(&root);
    let mut reader = Reader {
        types,
        bases: part("base_types").unwrap_or(&nothing),
        enums: part("enums").unwrap_or(&nothing),
        dataset,
        lines: Lines::of(text),
        pointer,
        stated: metadata::stated(&root, pointer),
        findings: Vec::new(),
        listed: 0,
    };
    let mut definitions = Vec::new();
    let named = types
        .iter()
        .filter(|(name, _)| !descriptor::is_unnamed(name));
    for (name, ty) in named.take(DEFINITIONS_LIMIT) {
        let body = match reader.is_known(name) {
            true => reader.listing(name, ty),
            false => empty(name),
        };
        definitions.push(reader.definition(name, body));
    }
    for (name, one) in reader.enums.iter().take(DEFINITIONS_LIMIT) {
        let values = match reader.is_known(name) {
            true => reader.values(name, one),
            false => Vec::new(),
        };
        definitions.push(reader.definition(name, Body::Values(values)));
    }
    Ok(Declared::of(Kind::Isf, definitions, reader.findings))
}

struct Reader<'j> {
    types: &'j Map<String, Json>,
    bases: &'j Map<String, Json>,
    enums: &'j Map<String, Json>,
    dataset: &'j Dataset,
    lines: Lines,
    pointer: Option<ByteSize>,
    stated: Stated,
    findings: Vec<Finding>,
    /// How many members were listed, those that are unfolded included.
    listed: usize,
}

fn empty(name: &str) -> Body {
    Body::Listing(Box::new(Listing {
        tool: Tool::Isf,
        name: name.parse().ok(),
        size: None,
        pointer: None,
        partial: true,
        members: Vec::new(),
        skipped: Vec::new(),
    }))
}

/// A number that is an offset, a size or a count.
fn number(json: Option<&Json>) -> Option<u32> {
    json?.as_u64()?.try_into().ok()
}

impl Reader<'_> {
    fn is_known(&self, name: &str) -> bool {
        self.dataset.structure(name).is_some()
    }

    fn definition(&self, name: &str, body: Body) -> Definition {
        Definition {
            names: vec![name.into()],
            line: self.lines.of_type(name),
            stated: self.stated,
            body,
        }
    }

    fn lost(&mut self, line: usize, path: &str, why: &str) {
        let message = format!("{path}: {why}");
        self.findings
            .push(Finding::new(Code::Lost, Some(line), message));
    }

    fn listing(&mut self, name: &str, ty: &Json) -> Body {
        let line = self.lines.of_type(name);
        let size = number(ty.get("size"));
        if size.is_none() {
            self.lost(
                line,
                &format!("user_types/{name}/size"),
                "expected a number of bytes",
            );
        }
        let lost = self.findings.len();
        let members = self.members(name, ty, 0);
        Body::Listing(Box::new(Listing {
            tool: Tool::Isf,
            name: name.parse().ok(),
            size: size.map(ByteSize::new),
            pointer: self.pointer,
            partial: self.findings.len() > lost,
            members,
            skipped: Vec::new(),
        }))
    }

    /// The members of a type in the order of their places. As deep as types without a name are within one another, which has
    /// a limit.
    fn members(&mut self, name: &str, ty: &Json, depth: usize) -> Vec<Listed> {
        let line = self.lines.of_type(name);
        let path = format!("user_types/{name}/fields");
        let Some(fields) = ty.get("fields").and_then(Json::as_object) else {
            self.lost(line, &path, "expected an object of members");
            return Vec::new();
        };
        let mut members = Vec::new();
        for (member, field) in fields {
            let line = self.lines.of_member(name, member);
            self.listed += 1;
            if self.listed > LISTED_LIMIT.saturating_mul(16) || depth > NESTING_LIMIT {
                self.lost(line, &path, "there are more members than are read");
                break;
            }
            match self.member(name, (member, field), line, depth) {
                Ok(mut own) => members.append(&mut own),
                Err((behind, why)) => self.lost(line, &format!("{path}/{member}{behind}"), &why),
            }
        }
        members.sort_by_key(|listed| (listed.offset, listed.bits));
        members
    }

    /// A member; those of one without a name, which are members of what is around it.
    fn member(
        &mut self,
        name: &str,
        (member, field): (&str, &Json),
        line: usize,
        depth: usize,
    ) -> Result<Vec<Listed>, Wrong> {
        let wrong = |key: &str, why: &str| (key.to_owned(), why.to_owned());
        let offset = number(field.get("offset"));
        let offset = offset.ok_or_else(|| wrong("/offset", "expected a number of bytes"))?;
        let descriptor = field.get("type");
        let descriptor = descriptor.ok_or_else(|| wrong("/type", "expected a type"))?;
        let Typed {
            ty,
            size,
            bits,
            holds,
        } = self.typed(descriptor, "/type", 0)?;
        let inside = match &holds {
            Some(held) if *held != name => match self.types.get(held) {
                Some(json) => self.members(held, json, depth + 1),
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        let anonymous = field.get("anonymous").and_then(Json::as_bool) == Some(true);
        if anonymous && !inside.is_empty() {
            return Ok(inside
                .into_iter()
                .map(|mut listed| {
                    listed.offset = ByteOffset::new(listed.offset.get().saturating_add(offset));
                    listed
                })
                .collect());
        }
        Ok(vec![Listed {
            line,
            name: member.into(),
            offset: ByteOffset::new(offset),
            size: size.map(ByteSize::new),
            bits,
            text: ty.as_ref().map_or_else(String::new, ToString::to_string),
            ty,
            members: inside,
        }])
    }

    fn values(&mut self, name: &str, one: &Json) -> Vec<Value> {
        let Some(constants) = one.get("constants").and_then(Json::as_object) else {
            let path = format!("enums/{name}/constants");
            self.lost(
                self.lines.of_type(name),
                &path,
                "expected an object of numbers",
            );
            return Vec::new();
        };
        let value = |(constant, value): (&String, &Json)| Value {
            line: self.lines.of_member(name, constant),
            name: constant.as_str().into(),
            value: value.as_i64(),
        };
        constants.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests;
