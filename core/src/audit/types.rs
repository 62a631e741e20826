//! Audits the types in data files by the rules for tables, and the number of leaves (scalars, bit fields) of both.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::arch::Arch;
use crate::article::Table;
use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::ctype::CType;
use crate::name::TypeName;
use crate::raw::Place;
use crate::release::Release;
use crate::resolve::placements;
use crate::types::{LEAVES_LIMIT, SizeAndAlign, TypeKind, TypeMember, scalar};
use crate::units::ByteSize;

use super::Rule;
use super::layouts::{Container, Extent};

/// A rule for data files of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeRule {
    /// A rule that also holds for tables.
    Table(Rule),
    /// A structure without members, or an enumeration without values.
    NoMember,
    /// A name occurs twice in a layout, or a second layout is stated for a release and architecture.
    Twice,
    /// A bit field ends after its integer.
    BitRange,
    /// A type contains itself by value.
    HoldsItself,
    /// A type has more than [`LEAVES_LIMIT`] leaves.
    LeavesLimit,
}

impl TypeRule {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Table(rule) => rule.as_str(),
            Self::NoMember => "no-member",
            Self::Twice => "twice",
            Self::BitRange => "bit-range",
            Self::HoldsItself => "holds-itself",
            Self::LeavesLimit => "leaves-limit",
        }
    }

    /// Returns the requirement as one sentence.
    pub fn requirement(self) -> String {
        match self {
            Self::Table(rule) => rule.requirement().to_owned(),
            Self::NoMember => "A structure has members, an enumeration has values.".to_owned(),
            Self::Twice => {
                "A layout has each name once, a type one layout at a release on an architecture."
                    .to_owned()
            }
            Self::BitRange => "A bit field lies within its integer.".to_owned(),
            Self::HoldsItself => "No type contains itself; it may point to itself.".to_owned(),
            Self::LeavesLimit => format!(
                "A type has at most {LEAVES_LIMIT} numbers, addresses and bit fields, with all arrays unfolded (LEAVES_LIMIT)."
            ),
        }
    }
}

impl fmt::Display for TypeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeFinding {
    pub rule: TypeRule,
    pub place: Place,
    pub name: TypeName,
    /// `None` if it is not limited to one architecture.
    pub arch: Option<Arch>,
    /// Ascending; empty if the finding concerns no release.
    pub releases: Vec<Release>,
    /// The message, with the figures of the first release.
    pub message: String,
    /// The expected content, if known.
    pub expected: Option<String>,
    /// The type that [`Rule::UnknownType`] is about.
    pub unknown: Option<TypeName>,
}

/// Audits types and tables; leaf counts are shared between them.
#[derive(Debug)]
pub struct TypeAudit<'a> {
    types: &'a Catalogue,
    counts: BTreeMap<(Release, Arch), Counts<'a>>,
    /// The place that first states the layout of a type at a release and architecture.
    stated: BTreeMap<(TypeName, Release, Arch), Place>,
    findings: Vec<TypeFinding>,
    /// Index of the finding by rule, place and architecture, to merge releases.
    found: BTreeMap<(TypeRule, String, Option<Arch>), usize>,
}

impl<'a> TypeAudit<'a> {
    pub fn new(types: &'a Catalogue) -> Self {
        Self {
            types,
            counts: BTreeMap::new(),
            stated: BTreeMap::new(),
            findings: Vec::new(),
            found: BTreeMap::new(),
        }
    }

    pub fn into_findings(self) -> Vec<TypeFinding> {
        self.findings
    }

    /// Audits the layouts of one data file, in its order.
    pub fn audit(&mut self, file: &str, name: &TypeName, layouts: &[LayoutClass]) {
        for (at, layout) in layouts.iter().enumerate() {
            let of = AuditedLayout {
                file,
                name,
                at,
                layout,
            };
            self.rows(&of);
            let points = of.points();
            if points.is_empty() {
                let message =
                    "none of these releases has an edition for the architecture".to_owned();
                let rule = TypeRule::Table(Rule::ImpossiblePoint);
                self.add(of.finding(rule, of.place("versions"), message));
            }
            for (release, arch) in points {
                self.stated_once(&of, (release, arch));
                if of.is_audited_on(arch) {
                    self.at_point(&of, release, arch);
                }
            }
        }
    }

    /// Audits the number of leaves in a table's structure.
    pub fn audit_table(&mut self, file: &str, name: &TypeName, table: &Table) {
        for (release, arch, _) in table.stated_sizes() {
            let scope = self.types.scope(release, arch);
            let placed = placements(table, self.types, scope);
            let held = placed.iter().map(|placement| placement.reading.ty(arch));
            let Some(at) = self.beyond_limit(held, scope) else {
                continue;
            };
            let row = placed.get(at).map(|placement| &placement.row.id);
            let row = table.rows.iter().position(|it| Some(&it.id) == row);
            let place = Place::entry(file, "row", row.unwrap_or_default(), "declaration");
            self.add(beyond_limit(place, name, (release, arch)));
        }
    }

    fn add(&mut self, finding: TypeFinding) {
        let key = (finding.rule, finding.place.to_string(), finding.arch);
        let known = self.found.entry(key).or_insert(self.findings.len());
        match self.findings.get_mut(*known) {
            Some(known) => known.releases.extend(finding.releases),
            None => self.findings.push(finding),
        }
    }

    /// Adds findings that do not depend on a point: duplicate names, no members.
    fn rows(&mut self, of: &AuditedLayout<'_>) {
        let (members, values) = (&of.layout.members, &of.layout.values);
        let (key, names): (_, Vec<&str>) = match of.layout.kind {
            TypeKind::Struct | TypeKind::Union => {
                let names = members.iter().map(|it| &*it.declaration.name);
                ("members", names.collect())
            }
            TypeKind::Enum => ("values", values.iter().map(|it| &*it.name).collect()),
            TypeKind::Scalar => return,
        };
        if names.is_empty() {
            let message = format!("there are no {key}");
            self.add(of.finding(TypeRule::NoMember, of.place(key), message));
        }
        let mut seen = BTreeSet::new();
        for (element, name) in names.into_iter().enumerate() {
            if !seen.insert(name) {
                let message = format!("`{name}` already exists");
                let place = of.place(key).element(element);
                self.add(of.finding(TypeRule::Twice, place, message));
            }
        }
    }

    fn stated_once(&mut self, of: &AuditedLayout<'_>, (release, arch): (Release, Arch)) {
        let place = of.place("versions");
        let key = (of.name.clone(), release, arch);
        match self.stated.get(&key) {
            None => {
                self.stated.insert(key, place);
            }
            Some(first) => {
                let message = format!("the layout in {release} is also stated in {first}");
                let finding = of.finding(TypeRule::Twice, place, message);
                self.add(finding.at(release, arch));
            }
        }
    }

    fn at_point(&mut self, of: &AuditedLayout<'_>, release: Release, arch: Arch) {
        let scope = self.types.scope(release, arch);
        let here = |finding: TypeFinding| finding.at(release, arch);
        let layout = of.layout;
        let element = |at: usize| of.place("members").element(at);
        for (at, message) in broken_bits(layout, self.types, scope) {
            self.add(here(of.finding(TypeRule::BitRange, element(at), message)));
        }
        if matches!(layout.kind, TypeKind::Struct | TypeKind::Union) && !layout.members.is_empty() {
            let (elements, extents) = extents(layout, self.types, scope);
            let aligns = extents.iter().filter_map(|it| Some(it.measure?.align));
            let needed = aligns.max().unwrap_or(ByteSize::new(1));
            let align = layout.align.unwrap_or(needed);
            if align < needed {
                let message = format!("{align} in {release}, but a member is aligned to {needed}");
                let rule = TypeRule::Table(Rule::Misaligned);
                let finding = of.finding(rule, of.place("align"), message);
                self.add(here(finding));
            }
            let container = Container {
                kind: layout.kind,
                word: "type",
                stated_by: "the layout",
                size: layout.size,
                align,
                release,
                arch,
            };
            for violation in container.violations(&extents) {
                let at = violation.at.and_then(|at| elements.get(at));
                let place = at.map_or_else(|| of.place("size"), |at| element(*at));
                let finding = of.finding(TypeRule::Table(violation.rule), place, violation.message);
                self.add(here(TypeFinding {
                    expected: violation.expected,
                    unknown: violation.unknown,
                    ..finding
                }));
            }
            for (at, message) in shared_bits(layout) {
                let rule = TypeRule::Table(Rule::Overlap);
                self.add(here(of.finding(rule, element(at), message)));
            }
        }
        let types = self.types;
        let counts = self.counts.entry((release, arch)).or_default();
        counts.count(of.name, types, scope);
        if let Some((at, way)) = counts.cycles.get(of.name) {
            let message = format!("the type contains itself: {way}");
            let finding = of.finding(TypeRule::HoldsItself, element(*at), message);
            self.add(here(finding));
        }
        let held = layout.members.iter().map(|it| &it.declaration.ty);
        if let Some(at) = self.beyond_limit(held, scope) {
            self.add(beyond_limit(element(at), of.name, (release, arch)));
        }
    }

    /// The index of the member that exceeds the limit; `None` also if a type that it contains exceeds it alone.
    fn beyond_limit<'b>(
        &mut self,
        held: impl Iterator<Item = &'b CType>,
        scope: Scope,
    ) -> Option<usize> {
        let types = self.types;
        let counts = self.counts.entry((scope.release, scope.arch)).or_default();
        let limit = LEAVES_LIMIT as u64;
        let (mut sum, mut passed) = (0_u64, None);
        for (at, ty) in held.enumerate() {
            if let Some(name) = ty.by_value() {
                counts.count(name, types, scope);
                if counts.of_name(name) > limit {
                    return None;
                }
            }
            sum = sum.saturating_add(counts.of(ty));
            if sum > limit && passed.is_none() {
                passed = Some(at);
            }
        }
        passed
    }
}

impl TypeFinding {
    fn new(rule: TypeRule, place: Place, name: &TypeName, message: String) -> Self {
        Self {
            rule,
            place,
            name: name.clone(),
            arch: None,
            releases: Vec::new(),
            message,
            expected: None,
            unknown: None,
        }
    }

    fn at(self, release: Release, arch: Arch) -> Self {
        Self {
            arch: Some(arch),
            releases: vec![release],
            ..self
        }
    }
}

fn beyond_limit(place: Place, name: &TypeName, (release, arch): (Release, Arch)) -> TypeFinding {
    let message = format!(
        "with this member, the type has more than {LEAVES_LIMIT} (LEAVES_LIMIT) numbers, addresses and bit fields in {release}"
    );
    TypeFinding::new(TypeRule::LeavesLimit, place, name, message).at(release, arch)
}

/// One layout of a data file.
struct AuditedLayout<'a> {
    file: &'a str,
    name: &'a TypeName,
    at: usize,
    layout: &'a LayoutClass,
}

impl AuditedLayout<'_> {
    fn place(&self, key: &'static str) -> Place {
        Place::entry(self.file, "layout", self.at, key)
    }

    fn finding(&self, rule: TypeRule, place: Place, message: String) -> TypeFinding {
        TypeFinding::new(rule, place, self.name, message)
    }

    fn points(&self) -> Vec<(Release, Arch)> {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        let holds = |(release, arch): &(Release, Arch)| {
            release.exists_for(*arch) && self.layout.is_stated_for(*release, *arch)
        };
        points.filter(holds).collect()
    }

    /// Returns whether the layout is audited on `arch`. A layout for all architectures is not audited on arm64: without
    /// symbol files, the sizes of common types are unknown.
    fn is_audited_on(&self, arch: Arch) -> bool {
        let of_one = matches!(&self.layout.releases, Some((_, Some(_))));
        of_one || Arch::IN_ARTICLES.contains(&arch)
    }
}

/// The members in offset order, with their indices in the file. Bit fields count once, as their integer; a
/// named integer of the same offset and size counts as that integer.
fn extents<'a>(
    layout: &'a LayoutClass,
    types: &Catalogue,
    scope: Scope,
) -> (Vec<usize>, Vec<Extent<'a>>) {
    let mut all: Vec<(usize, Extent<'a>)> = Vec::new();
    // True while a unit has only bit fields.
    let mut units: HashMap<(u32, Option<SizeAndAlign>), bool> = HashMap::new();
    for (at, member) in layout.members.iter().enumerate() {
        let measure = types.measure(&member.declaration.ty, scope);
        let is_field = member.bits.is_some();
        let unit = (member.offset.get(), measure);
        match units.get(&unit) {
            Some(of_fields) if is_field || *of_fields => {
                units.insert(unit, is_field && *of_fields);
                continue;
            }
            Some(_) => {}
            None => {
                units.insert(unit, is_field);
            }
        }
        let extent = Extent {
            label: &member.declaration.name,
            ty: &member.declaration.ty,
            offset: member.offset,
            measure,
        };
        all.push((at, extent));
    }
    all.sort_by_key(|(_, extent)| extent.offset);
    all.into_iter().unzip()
}

/// The bit fields that end after their integer, with a message.
fn broken_bits(layout: &LayoutClass, types: &Catalogue, scope: Scope) -> Vec<(usize, String)> {
    let broken = |(at, member): (usize, &Arc<TypeMember>)| {
        let range = member.bits?;
        let size = types.measure(&member.declaration.ty, scope)?.size;
        let end = u64::from(range.bit()) + u64::from(range.width());
        let bits = 8 * u64::from(size.get());
        let ty = &member.declaration.ty;
        let message = format!("the bit field ends at bit {end}, but `{ty}` has {bits}");
        (end > bits).then_some((at, message))
    };
    let members = layout.members.iter().enumerate();
    members.filter_map(broken).collect()
}

/// The bit fields of a structure that share bits with an earlier one of the same integer, with a message.
fn shared_bits(layout: &LayoutClass) -> Vec<(usize, String)> {
    let mut shared = Vec::new();
    if layout.kind == TypeKind::Union {
        return shared;
    }
    let mut taken: BTreeMap<u32, Vec<(u64, &str)>> = BTreeMap::new();
    for (at, member) in layout.members.iter().enumerate() {
        let Some(range) = member.bits else {
            continue;
        };
        let others = taken.entry(member.offset.get()).or_default();
        let same = others.iter().find(|(mask, _)| mask & range.mask() != 0);
        if let Some((_, name)) = same {
            shared.push((at, format!("the bits are also those of {name}")));
        }
        others.push((range.mask(), &member.declaration.name));
    }
    shared
}

/// The number of leaves of each type at one point, each computed once.
#[derive(Debug, Default)]
struct Counts<'a> {
    /// `None` while a type is being counted.
    leaves: BTreeMap<&'a TypeName, Option<u64>>,
    /// The types that contain themselves: index of the member, and the chain of types.
    cycles: BTreeMap<TypeName, (usize, String)>,
}

/// A type that is being counted.
struct Frame<'a> {
    name: &'a TypeName,
    members: &'a [Arc<TypeMember>],
    /// Number of `members` counted so far.
    counted: usize,
    leaves: u64,
}

impl<'a> Counts<'a> {
    /// Counts a type and all types in it. Iterative, because nesting has no limit here.
    fn count(&mut self, name: &TypeName, types: &'a Catalogue, scope: Scope) {
        let mut open: Vec<Frame<'a>> = Vec::new();
        open.extend(self.open(name, types, scope));
        while let Some(last) = open.last_mut() {
            let Some(member) = last.members.get(last.counted) else {
                self.leaves.insert(last.name, Some(last.leaves.max(1)));
                open.pop();
                continue;
            };
            let ty = &member.declaration.ty;
            let held = ty.by_value().filter(|it| scalar(it, scope.arch).is_none());
            if let Some(inner) = held.and_then(|name| self.open(name, types, scope)) {
                open.push(inner);
                continue;
            }
            last.leaves = last.leaves.saturating_add(self.of(ty));
            last.counted += 1;
            let name = held.filter(|name| self.leaves.get(name) == Some(&None));
            let start = name.and_then(|name| open.iter().position(|it| it.name == name));
            if let Some(round) = start.and_then(|start| open.get(start..)) {
                self.add_cycle(round);
            }
        }
    }

    /// Starts to count a type; `None` if it is counted, being counted or unknown.
    fn open(&mut self, name: &TypeName, types: &'a Catalogue, scope: Scope) -> Option<Frame<'a>> {
        if self.leaves.contains_key(name) {
            return None;
        }
        let ty = types.get(name, scope)?;
        let class = types.class(name, scope)?;
        self.leaves.insert(&ty.name, None);
        Some(Frame {
            name: &ty.name,
            members: &class.members,
            counted: 0,
            leaves: 0,
        })
    }

    /// Records that each type of a cycle contains itself.
    fn add_cycle(&mut self, round: &[Frame<'_>]) {
        for (start, of) in round.iter().enumerate() {
            // The last type has already counted the member that closes the cycle.
            let is_last = start + 1 == round.len();
            let at = of.counted - usize::from(is_last);
            let others = round.iter().cycle().skip(start + 1).take(round.len());
            let way: Vec<&str> = others.map(|it| it.name.as_str()).collect();
            let way = format!("{} contains {}", of.name, way.join(", which contains "));
            self.cycles.entry(of.name.clone()).or_insert((at, way));
        }
    }

    fn of_name(&self, name: &TypeName) -> u64 {
        self.leaves.get(name).copied().flatten().unwrap_or(1)
    }

    fn of(&self, ty: &CType) -> u64 {
        match ty {
            CType::Pointer(_) => 1,
            CType::Array(element, count) => self.of(element).saturating_mul((*count).into()),
            CType::AnySizeArray(element) => self.of(element),
            CType::Named(name) => self.of_name(name),
        }
    }
}
