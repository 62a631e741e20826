//! One definition against what Strata knows of it at one point.

use super::subject::{self, Subject};
use super::values;
use super::{Held, Meant, Work, say};
use crate::declared::allow::{Ours, allow};
use crate::declared::finding::{Code, Finding};
use crate::declared::{Body, Ground};
use crate::decode::listing::{Comparison, compare, compare_nested};
use crate::point::Point;
use crate::types::TypeKind;

impl<'a> Work<'a, '_> {
    /// What comes out at a point; `None` where the definition or what it is of is not there.
    pub(super) fn hold(&self, one: &Meant<'a>, point: Point) -> Option<Held> {
        match (&one.definition.body, one.subject) {
            (Body::Values(values), Subject::Type(ty)) if ty.kind() == TypeKind::Enum => {
                let types = self.dataset.catalogue();
                let scope = subject::scope(types, point)?;
                let ours = ty.class_in(scope)?;
                let source = types.source_of(ty, ours, scope);
                let findings = values::compare(one, values, ours, point, source);
                Some(self.held(one, source, None, findings))
            }
            (Body::Values(_), _) => Some(self.another(one, "an enumeration", "a structure")),
            (_, Subject::Type(ty)) if ty.kind() == TypeKind::Enum => {
                Some(self.another(one, "a structure", "an enumeration"))
            }
            (_, Subject::Type(_)) => self.hold_type(one, point),
            (_, Subject::Structure(_)) => self.hold_structure(one, point),
        }
    }

    fn hold_structure(&self, one: &Meant<'a>, point: Point) -> Option<Held> {
        let Subject::Structure(structure) = one.subject else {
            return None;
        };
        let layout = structure.layout(point).ok()?;
        let types = self.dataset.catalogue();
        let ground = Ground {
            types,
            pointees: self.pointees,
            scope: layout.scope(),
        };
        let name = one.subject.type_name();
        let measured = self.declared.measured(one.definition, name, ground)?;
        let mut comparison = compare(&measured.listing, &layout, types);
        let ours = Ours::Structure(&layout);
        if !self.is_printed() {
            allow(&mut comparison, &measured, ours, ground);
        }
        let mut findings = measured.findings.clone();
        findings.extend(say::comparison(
            &comparison,
            one,
            (ours, structure),
            &layout.source,
        ));
        Some(self.held(one, &layout.source, Some(comparison), findings))
    }

    fn hold_type(&self, one: &Meant<'a>, point: Point) -> Option<Held> {
        let Subject::Type(ty) = one.subject else {
            return None;
        };
        let types = self.dataset.catalogue();
        let scope = subject::scope(types, point)?;
        let layout = ty.class_in(scope)?;
        let ground = Ground {
            types,
            pointees: self.pointees,
            scope,
        };
        let name = one.subject.type_name();
        let measured = self.declared.measured(one.definition, name, ground)?;
        let mut comparison = compare_nested(&measured.listing, ty, (point, scope), types)?;
        if !self.is_printed() {
            allow(&mut comparison, &measured, Ours::Type(layout), ground);
        }
        let source = types.source_of(ty, layout, scope);
        let mut findings = measured.findings.clone();
        findings.extend(say::nested(&comparison, one, source));
        Some(self.held(one, source, Some(comparison), findings))
    }

    /// Whether a debugger printed it, from symbols: it leaves nothing out of its own accord.
    fn is_printed(&self) -> bool {
        use crate::declared::Kind;
        matches!(self.declared.kind, Kind::Dt | Kind::Dx)
    }

    fn another(&self, one: &Meant<'a>, theirs: &str, ours: &str) -> Held {
        let name = one.subject.name();
        let message = format!("{name} is {theirs} in the file and {ours} here");
        let finding = Finding::new(Code::Retyped, Some(one.definition.line), message);
        self.held(one, "", None, vec![finding.about(name)])
    }

    fn held(
        &self,
        one: &Meant<'a>,
        source: &str,
        comparison: Option<Comparison>,
        mut findings: Vec<Finding>,
    ) -> Held {
        let differing = match &comparison {
            Some(comparison) => say::differing(comparison),
            None => {
                let contradicting = findings.iter().filter(|it| it.code.is_disagreement());
                contradicting.map(|finding| 1 + finding.following).sum()
            }
        };
        findings.sort_by_key(|finding| (finding.line, finding.code));
        Held {
            name: one.subject.title(),
            is_structure: one.subject.is_structure(),
            line: one.definition.line,
            source: (!source.is_empty()).then(|| source.to_owned()),
            agrees: Some(differing == 0),
            differing,
            comparison,
            fits: Vec::new(),
            findings,
        }
    }
}
