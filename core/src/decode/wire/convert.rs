//! Converts decoded inputs to the JSON of the API.

use std::cell::Cell;

use serde::{Serialize, Serializer};

use super::{DecodeAnswer, DecodeInputDto, FindingDto, InstanceDto, KIND};
use crate::decode::read::Reading;
use crate::decode::{Decoded, Decoding};

/// Converts a decoded input to an answer.
pub fn to_wire(decoded: &Decoded, reading: &Reading) -> DecodeAnswer {
    let instances = decoded.instances.iter();
    DecodeAnswer {
        kind: KIND,
        structure: decoded.structure.to_string(),
        version: decoded.point.version.to_string(),
        arch: decoded.point.arch,
        size: decoded.size.get(),
        input: DecodeInputDto::new(decoded.base, reading),
        findings: decoded.findings.iter().map(FindingDto::new).collect(),
        instances: instances
            .map(|one| InstanceDto::new(decoded.region, one))
            .collect(),
        advice: None,
        elsewhere: None,
    }
}

/// Converts to an answer whose instances are decoded during serialization.
pub fn one_by_one(answer: DecodeAnswer, decoding: Decoding<'_>) -> DecodeAnswer<OneByOne<'_>> {
    DecodeAnswer {
        kind: answer.kind,
        structure: answer.structure,
        version: answer.version,
        arch: answer.arch,
        size: answer.size,
        input: answer.input,
        findings: answer.findings,
        instances: OneByOne {
            decoding,
            has_error: Cell::new(false),
        },
        advice: answer.advice,
        elsewhere: answer.elsewhere,
    }
}

/// Returns the instances of a decoding, decoded lazily.
pub fn instances<'a>(decoding: &'a Decoding<'_>) -> impl Iterator<Item = InstanceDto> + 'a {
    let region = decoding.region();
    let instances = decoding.instances();
    instances.map(move |one| InstanceDto::new(region, &one))
}

/// Instances that are decoded during serialization.
#[derive(Debug)]
pub struct OneByOne<'a> {
    decoding: Decoding<'a>,
    has_error: Cell<bool>,
}

impl OneByOne<'_> {
    /// Whether an instance serialized so far has an error among its findings.
    pub fn has_error(&self) -> bool {
        self.has_error.get()
    }
}

impl Serialize for OneByOne<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = |one: &InstanceDto| self.has_error.set(self.has_error() || one.has_error());
        serializer.collect_seq(instances(&self.decoding).inspect(told))
    }
}
