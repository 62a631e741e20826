//! One definition against what Strata knows of it at one point.

use super::subject::{self, Subject};
use super::values;
use super::{Held, Meant, Work, say};
use crate::declared::allow::allow;
use crate::declared::finding::{Code, Finding};
use crate::declared::{Body, Ground};
use crate::decode::listing::{Comparison, compare, compare_nested};
use crate::point::Point;
use crate::tree::Aggregate;
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
            _ => self.hold_members(one, point),
        }
    }

    fn hold_members(&self, one: &Meant<'a>, point: Point) -> Option<Held> {
        let types = self.dataset.catalogue();
        let layout;
        let (ours, scope, source) = match one.subject {
            Subject::Structure(structure) => {
                layout = structure.layout(point).ok()?;
                let source = layout.source.as_str();
                (Aggregate::Layout(&layout), layout.scope(), source)
            }
            Subject::Type(ty) => {
                let scope = subject::scope(types, point)?;
                let class = ty.class_in(scope)?;
                let source = types.source_of(ty, class, scope);
                (Aggregate::Class(class), scope, source)
            }
        };
        let ground = Ground {
            types,
            pointees: self.pointees,
            scope,
        };
        let name = one.subject.type_name();
        let measured = self.declared.measured(one.definition, name, ground)?;
        let listing = &measured.listing;
        let mut comparison = match ours {
            Aggregate::Layout(layout) => compare(listing, layout, types),
            Aggregate::Class(class) => {
                compare_nested(listing, (name, class.size), (point, scope), types)
            }
        };
        if !self.is_printed() {
            allow(&mut comparison, &measured, ours, ground);
        }
        let mut findings = measured.findings.clone();
        findings.extend(say::comparison(&comparison, one, ours, source));
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
