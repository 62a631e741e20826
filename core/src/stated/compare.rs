//! Compares a type in a text with ours, member by member and level by level. All comparisons of types with texts are
//! here.
//!
//! Members correspond by name, ignoring case; by offset if our source has no name or an inferred one, or if neither
//! name exists on the other side. A debugger's output is complete and exact, unless it is an excerpt. A declaration
//! (`Precision::Declared`) may state less: bytes left out or under a placeholder name, an integer in place of an
//! irrelevant type, named padding, one of several views of the same bytes.

mod types;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::catalogue::{Catalogue, Scope};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::dataset::Structure;
use crate::decode::listing::{Listing, ListingMember, dt_elements, dt_extent};
use crate::export::{type_name, unknown};
use crate::layout::{Bits, GapKind, Layout};
use crate::name::{MemberPath, RowId, TypeName};
use crate::point::Point;
use crate::tree::{Aggregate, Node, NodeKind, Tree};
use crate::types::NESTING_LIMIT;
use crate::units::{BitRange, ByteOffset, ByteSize};

use super::names::{is_anonymous_placeholder, is_placeholder};
pub(crate) use types::is_allowed_for;

/// A listing compared with a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub structure: TypeName,
    pub point: Point,
    /// The name of the listed type, if it is not that of the structure.
    pub other_name: Option<TypeName>,
    /// The listed size (or, if the text states none, the end of the listed members beyond our size), and ours, if they
    /// differ.
    pub size: Option<(ByteSize, ByteSize)>,
    /// The listed pointer width, and ours, if they differ.
    pub pointer: Option<(ByteSize, ByteSize)>,
    /// The listed number of elements, and ours, if they differ.
    pub elements: Option<(usize, usize)>,
    /// Whether the listing is an excerpt: it says so, some members are missing and all others agree, or it has fewer
    /// than half of the members. Missing members are then no differences.
    pub partial: bool,
    /// The numbers of our members that the text has and lacks, without those of nested types.
    pub outermost: (usize, usize),
    /// One entry for each member in the order of our layout, then members only in the listing. Nested members only if
    /// they differ.
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path; an unnamed member has the id of its row.
    pub path: MemberPath,
    /// The row, if it is a member of our layout itself.
    pub row: Option<RowId>,
    /// The line in the listing, if it is listed.
    pub line: Option<usize>,
    /// Empty if the listing agrees with us.
    pub differences: Vec<Difference>,
}

/// How a member of the listing differs from the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schemars(rename = "ListingDifference")]
pub enum Difference {
    /// The member is not in the listing.
    NotListed,
    /// The member is only in the listing. `shared` if its bytes belong to a member that agrees, or to no known member.
    OnlyListed {
        offset: ByteOffset,
        text: String,
        shared: bool,
    },
    /// The member has another offset.
    Moved {
        listed: ByteOffset,
        ours: ByteOffset,
    },
    /// The member has another type.
    // Both in the spelling of `dt`, or of C for C declarations.
    Retyped { listed: String, ours: String },
    /// The member has other bits; null if it is not a bit field.
    Bits {
        listed: Option<BitRange>,
        ours: Option<BitRange>,
    },
    /// The member has another name; `certain` if the source has its name from the structure itself.
    Renamed {
        listed: Box<str>,
        #[serde(rename = "certain", serialize_with = "is_certain")]
        #[schemars(with = "bool")]
        ours: NameCertainty,
    },
}

fn is_certain<S: Serializer>(ours: &NameCertainty, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*ours == NameCertainty::Surely)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameCertainty {
    /// The source states it for the structure itself.
    Surely,
    /// The source inferred it from a related structure.
    Inferred,
    Not,
}

impl Difference {
    /// Whether the listing and our layout cannot both be right.
    pub const fn contradicts(&self) -> bool {
        !matches!(
            self,
            Self::Renamed {
                ours: NameCertainty::Inferred | NameCertainty::Not,
                ..
            } | Self::OnlyListed { shared: true, .. }
        )
    }

    /// Formats the difference with a name for the listing: `is at 0x48 in the listing and at 0x40 here`.
    pub fn describe(&self, listing: &str) -> String {
        match self {
            Self::NotListed => format!("is not in {listing}"),
            Self::OnlyListed {
                offset,
                shared: true,
                ..
            } => format!("is another view of the bytes at {offset}, which only {listing} has"),
            Self::OnlyListed { offset, .. } => format!("is only in {listing}, at {offset}"),
            Self::Moved { listed, ours } => {
                format!("is at {listed} in {listing} and at {ours} here")
            }
            Self::Retyped { listed, ours } => {
                format!("is `{listed}` in {listing} and `{ours}` here")
            }
            Self::Bits { listed, ours } => {
                let bits = |range: &Option<BitRange>| match range {
                    Some(range) => format!("bit {} width {}", range.bit(), range.width()),
                    None => "no bit field".to_owned(),
                };
                format!("is {} in {listing} and {} here", bits(listed), bits(ours))
            }
            Self::Renamed { listed, ours } => {
                let known = match ours {
                    NameCertainty::Surely => "",
                    NameCertainty::Inferred => {
                        "; our source carried its name over from a related structure"
                    }
                    NameCertainty::Not => "; our source knows no name for it",
                };
                format!("is called `{listed}` in {listing}{known}")
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe("the listing"))
    }
}

impl Entry {
    /// Whether the listing and our layout agree about it.
    pub fn agrees(&self, partial: bool) -> bool {
        let left_out = |difference: &Difference| partial && *difference == Difference::NotListed;
        let mut differences = self.differences.iter();
        differences.all(|it| !it.contradicts() || left_out(it))
    }

    /// Whether it is about one of our members, and not about one of a nested type.
    fn is_outermost(&self) -> bool {
        let is_extra = |it: &Difference| matches!(it, Difference::OnlyListed { .. });
        self.path.steps().len() == 1 && !self.differences.iter().any(is_extra)
    }

    fn is_left_out(&self) -> bool {
        self.differences.contains(&Difference::NotListed)
    }
}

impl fmt::Display for Entry {
    /// Formats an entry: `line 7: WaitEvent is at 0x48 in the listing and at 0x40 here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let differences: Vec<String> = self.differences.iter().map(ToString::to_string).collect();
        write!(f, "`{}` {}", self.path, differences.join(", "))
    }
}

impl Comparison {
    /// Whether listing and layout agree about everything that both state.
    pub fn agrees(&self) -> bool {
        self.count() == 0
    }

    pub fn differing(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(|entry| !entry.agrees(self.partial))
    }

    /// Returns the number of differing members; the size, the pointer width and the number of elements count as one each.
    pub fn count(&self) -> usize {
        let whole = [
            self.size.is_some(),
            self.pointer.is_some(),
            self.elements.is_some(),
        ];
        self.differing().count() + whole.into_iter().map(usize::from).sum::<usize>()
    }

    /// Returns how many of our members a partial listing leaves out.
    pub fn left_out(&self) -> usize {
        match self.partial {
            true => self.entries.iter().filter(|it| it.is_left_out()).count(),
            false => 0,
        }
    }

    /// Formats how much a partial listing shows: `in the 3 members that it shows; it leaves out 231`.
    pub fn shown_in_words(&self) -> Option<String> {
        let left = self.left_out();
        (left > 0).then(|| match self.outermost.0 {
            1 => format!("in the member that it shows; it leaves out {left}"),
            shown => format!("in the {shown} members that it shows; it leaves out {left}"),
        })
    }

    pub fn verdict(&self) -> String {
        let (structure, point) = (&self.structure, self.point);
        let whose = match &self.other_name {
            Some(name) => format!(
                "the listing is of {name}, not of {structure}; compared with it at {point}, "
            ),
            None => String::new(),
        };
        if let Some((listed, ours)) = self.pointer {
            let (listed, ours) = (listed.get(), ours.get());
            return format!(
                "{whose}the listing has pointers of {listed} bytes, but {point} has pointers of {ours}: choose the other architecture"
            );
        }
        let ours = self.entries.iter().filter(|entry| entry.is_outermost());
        let all = ours.clone().count();
        let listed: Vec<&Entry> = ours.filter(|entry| entry.line.is_some()).collect();
        let agreeing = listed.iter().filter(|it| it.agrees(self.partial)).count();
        if self.agrees() {
            return match self.shown_in_words() {
                None => format!(
                    "{whose}the listing agrees with {structure} {point} in every member ({all})"
                ),
                Some(shown) => {
                    format!("{whose}the listing agrees with {structure} {point} {shown}")
                }
            };
        }
        let all = match self.partial {
            true => format!("the {} members that it shows", listed.len()),
            false => format!("{all} members"),
        };
        let mut but = Vec::new();
        if let Some((listed, ours)) = self.size {
            but.push(format!("it has {listed} bytes there and {ours} here"));
        }
        if let Some((listed, ours)) = self.elements {
            but.push(format!("it has {listed} elements there and {ours} here"));
        }
        let mut differing = self.differing().flat_map(|entry| {
            let differences = entry.differences.iter().map(move |it| (entry, it));
            differences.filter(|(_, it)| it.contradicts())
        });
        if let Some((entry, difference)) = differing.next() {
            but.push(format!(
                "the first difference is that `{}` {difference}",
                entry.path
            ));
        }
        format!(
            "{whose}the listing does not agree with {structure} {point}: {agreeing} of {all} agree, and {}",
            but.join(", and ")
        )
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict())?;
        let is_shown = |entry: &&Entry| {
            let left_out = self.partial && entry.line.is_none();
            !entry.differences.is_empty() && !left_out
        };
        for entry in self.entries.iter().filter(is_shown) {
            writeln!(f, "  {entry}")?;
        }
        Ok(())
    }
}

/// The precision of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// Printed by a debugger, from symbols.
    Printed,
    Declared {
        is_sized: bool,
        /// Byte offset from which members may be missing.
        until: Option<ByteOffset>,
    },
}

impl Precision {
    /// The precision of a complete declaration.
    pub(super) const DECLARED: Self = Self::Declared {
        is_sized: true,
        until: None,
    };
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ours<'a> {
    name: &'a TypeName,
    size: ByteSize,
    members: Aggregate<'a>,
    point: Point,
    scope: Scope,
}

impl<'a> Ours<'a> {
    pub(super) fn new(
        name: &'a TypeName,
        members: Aggregate<'a>,
        (point, scope): (Point, Scope),
    ) -> Self {
        let size = match members {
            Aggregate::Layout(layout) => layout.size,
            Aggregate::Class(class) => class.size,
        };
        Self {
            name,
            size,
            members,
            point,
            scope,
        }
    }

    pub(super) fn of(layout: &'a Layout) -> Self {
        let at = (layout.point, layout.scope());
        Self::new(&layout.structure, Aggregate::Layout(layout), at)
    }
}

/// Compares a debugger's listing with a layout.
pub fn compare(listing: &Listing, layout: &Layout, types: &Catalogue) -> Comparison {
    compare_as(listing, Ours::of(layout), types, Precision::Printed)
}

/// Returns the points whose layouts the listing matches completely, or else in the members it lists.
pub fn fits(listing: &Listing, structure: &Structure, types: &Catalogue) -> Vec<Point> {
    let layouts = structure.every_layout();
    let compared = layouts.iter().map(|layout| compare(listing, layout, types));
    let agreeing: Vec<Comparison> = compared.filter(Comparison::agrees).collect();
    let fewest = agreeing.iter().map(Comparison::left_out).min();
    let whole = fewest == Some(0);
    let best = agreeing.iter().filter(|it| !whole || it.left_out() == 0);
    best.map(|comparison| comparison.point).collect()
}

/// Compares a text with a type of ours.
pub(super) fn compare_as(
    listing: &Listing,
    ours: Ours<'_>,
    types: &Catalogue,
    precision: Precision,
) -> Comparison {
    let mut comparer = Comparer {
        tree: Tree {
            types,
            scope: ours.scope,
        },
        precision,
        entries: Vec::new(),
        outermost: (0, 0),
        open: vec![Level {
            path: MemberPath::default(),
            listed: &listing.members,
            ours: ours.members,
            depth: 0,
            is_target: false,
        }],
    };
    while let Some(level) = comparer.open.pop() {
        comparer.level(&level);
    }
    let pointer = ours.point.arch.pointer();
    let other = listing.pointer.filter(|listed| *listed != pointer);
    let pointer = other.map(|listed| (listed, pointer));
    let mut comparison = Comparison {
        structure: ours.name.clone(),
        point: ours.point,
        other_name: (listing.name.as_ref())
            .filter(|name| !ours.name.matches(name.as_str()))
            .cloned(),
        size: None,
        elements: None,
        pointer,
        partial: listing.partial,
        outermost: comparer.outermost,
        entries: comparer.entries,
    };
    let entries = &comparison.entries;
    let (shown, missing) = comparison.outermost;
    comparison.partial |= precision == Precision::Printed
        && listing.size.is_none()
        && pointer.is_none()
        && entries.iter().any(Entry::is_left_out)
        && (shown < missing || entries.iter().all(|entry| entry.agrees(true)));
    let is_sized = match precision {
        Precision::Printed => true,
        Precision::Declared { is_sized, .. } => is_sized,
    };
    // Without a size, the listed members must fit in ours; the alignment of a type is not printed.
    let end = || (!comparison.partial).then(|| end_of_members(listing, types, ours.scope))?;
    let beyond = || end().filter(|end| *end > ours.size);
    comparison.size = (listing.size.or_else(beyond))
        .filter(|listed| is_sized && *listed != ours.size)
        .map(|listed| (listed, ours.size));
    let listed = listing.elements.map(|listed| listed as usize);
    comparison.elements = (listed.filter(|_| is_from_symbols(ours.members)))
        .map(|listed| {
            (
                listed,
                comparer.tree.members_and_fields(ours.members).count(),
            )
        })
        .filter(|(listed, ours)| listed != ours);
    comparison
}

/// Returns the end of the listed members; `None` if the size of one is unknown.
fn end_of_members(listing: &Listing, types: &Catalogue, scope: Scope) -> Option<ByteSize> {
    let mut end = ByteOffset::ZERO;
    // The storage of bit fields is unknown.
    for listed in listing.members.iter().filter(|it| it.bits.is_none()) {
        let measure = types.measure(listed.ty.as_ref()?, scope)?;
        end = end.max(listed.offset.checked_add(measure.size)?);
    }
    Some(ByteSize::new(end.get()))
}

/// Members at one level of a text, and our type to compare them with.
struct Level<'a> {
    path: MemberPath,
    listed: &'a [ListingMember],
    ours: Aggregate<'a>,
    depth: usize,
    /// Whether it is the target of a pointer, which may be listed in part.
    is_target: bool,
}

/// A member of our layout with its counterpart.
struct Pair<'a> {
    ours: Node<'a>,
    listed: Option<&'a ListingMember>,
    differences: Vec<Difference>,
}

impl Pair<'_> {
    fn agrees(&self) -> bool {
        self.differences.iter().all(|it| !it.contradicts())
    }
}

struct Comparer<'a> {
    tree: Tree<'a>,
    precision: Precision,
    entries: Vec<Entry>,
    /// The numbers of our outermost members that the text has and lacks.
    outermost: (usize, usize),
    /// Levels that remain to be compared.
    open: Vec<Level<'a>>,
}

impl<'a> Comparer<'a> {
    fn is_declared(&self) -> bool {
        self.precision != Precision::Printed
    }

    fn level(&mut self, level: &Level<'a>) {
        let ours = self.our_members(level);
        let names = ours.iter().map(|it| member_name(it).0);
        let names: BTreeSet<String> = names.flatten().map(|name| letters(&name)).collect();
        let mut unmatched = Unmatched::new(level.listed);
        let mut pairs: Vec<Pair<'a>> = Vec::new();
        for node in &ours {
            let at = self.counterpart(node, level, &names, &unmatched);
            let listed = at.and_then(|at| unmatched.take(at));
            let differences = match listed {
                Some(listed) => self.differences(listed, node),
                None if level.is_target || is_listed_by_bits(node, level.listed) => Vec::new(),
                None => vec![Difference::NotListed],
            };
            if let Some(listed) = listed {
                self.unfold(listed, node, level);
            }
            pairs.push(Pair {
                ours: *node,
                listed,
                differences,
            });
            // Our source states that there are bit fields, but not which ones.
            if let NodeKind::Member(member) = node.kind
                && matches!(member.bits, Bits::NotStated)
            {
                let inside = member.offset..member.end();
                unmatched
                    .retain(|listed| listed.bits.is_none() || !inside.contains(&listed.offset));
            }
        }
        if self.is_declared() {
            self.allow_left_out(&mut pairs, level);
        }
        let rest = self.only_listed(&unmatched, &pairs, level);
        if level.depth == 0 {
            let is_listed = |pair: &&Pair<'_>| {
                pair.listed.is_some() || is_listed_by_bits(&pair.ours, level.listed)
            };
            let listed = pairs.iter().filter(is_listed).count();
            self.outermost = (listed, pairs.len() - listed);
        }
        let is_outermost = level.depth == 0;
        let known = pairs.into_iter().map(|pair| Entry {
            path: level.path.member(&pair.ours.label()),
            row: pair.ours.row().cloned(),
            line: pair.listed.map(|listed| listed.line),
            differences: pair.differences,
        });
        let shown = known.filter(|entry| is_outermost || !entry.differences.is_empty());
        self.entries.extend(shown.chain(rest));
    }

    /// Returns our members. For declarations, a member with a placeholder name (`u1`) and an unnamed type is replaced
    /// by the members of that type, unless the text has the name: many headers omit it.
    fn our_members(&self, level: &Level<'a>) -> Vec<Node<'a>> {
        let mut nodes: Vec<Node<'a>> = self.tree.members_and_fields(level.ours).collect();
        let is_dissolved = |node: &Node<'a>| {
            let is_unnamed = matches!(node.ty, CType::Named(name) if name.is_unnamed());
            let name = node.label();
            is_unnamed
                && is_anonymous_placeholder(&name)
                && !level.listed.iter().any(|listed| same_name(&name, listed))
        };
        for _ in 0..NESTING_LIMIT {
            if !self.is_declared() || !nodes.iter().any(is_dissolved) {
                break;
            }
            let inside = nodes
                .into_iter()
                .flat_map(|node| match is_dissolved(&node) {
                    true => self.tree.inside(&node).1.collect(),
                    false => vec![node],
                });
            nodes = inside.collect();
        }
        nodes
    }

    /// Returns the index of the listed member that corresponds to ours, whose names are `names`.
    fn counterpart(
        &self,
        node: &Node<'a>,
        level: &Level<'a>,
        names: &BTreeSet<String>,
        unmatched: &Unmatched<'a>,
    ) -> Option<usize> {
        let alike = |listed: &ListingMember| listed.bits.is_some() == node.bits.is_some();
        let here = |listed: &ListingMember| listed.offset == node.offset;
        let (name, known) = member_name(node);
        if let Some(name) = &name {
            let named = || {
                unmatched
                    .named(name)
                    .filter(|(_, it)| self.may_be(it, node, level))
            };
            let found = named()
                .find(|(_, listed)| alike(listed) && here(listed))
                .or_else(|| named().find(|(_, listed)| alike(listed)))
                .or_else(|| named().next());
            if let Some((at, _)) = found {
                return Some(at);
            }
        }
        // By offset: a listed member whose name is not one of ours.
        let is_one = |listed: &ListingMember| match node.bits {
            Some(bits) => listed.bits.map(BitRange::width) == Some(bits.width()),
            None if known != NameCertainty::Surely => true,
            None if self.is_declared() => types::is_compatible(listed, node, self.tree),
            None => (listed.ty.as_ref())
                .is_some_and(|ty| types::same_type(node.ty, ty, self.tree.scope.arch)),
        };
        let mut there = unmatched.beginning_at(first_bit(node.offset, node.bits));
        let found = there.find(|(_, listed)| {
            let named = !(self.is_declared() && is_placeholder(&listed.name));
            alike(listed) && named && is_one(listed) && !names.contains(&letters(&listed.name))
        });
        found.map(|(at, _)| at)
    }

    /// Whether a listed member can be our member of the same name: not if the name is that of a placeholder, and a
    /// placeholder covers our member.
    fn may_be(&self, listed: &ListingMember, node: &Node<'a>, level: &Level<'a>) -> bool {
        if !self.is_declared() || !is_placeholder(&listed.name) {
            return true;
        }
        let bits_of = |listed: &ListingMember| {
            let start = first_bit(listed.offset, listed.bits);
            let end = match listed.bits {
                Some(bits) => start + u64::from(bits.width()),
                None => first_bit(self.end(listed)?, None),
            };
            Some(start..end)
        };
        let start = first_bit(node.offset, node.bits);
        let size = self.tree.size(node).map_or(0, ByteSize::get);
        let end = start
            + node
                .bits
                .map_or(u64::from(size) * 8, |bits| bits.width().into());
        let covers = |it: &&ListingMember| {
            is_placeholder(&it.name)
                && bits_of(it).is_some_and(|bits| bits.start <= start && end <= bits.end)
        };
        self.differences(listed, node).is_empty() || !level.listed.iter().any(|it| covers(&it))
    }

    /// Returns the differences between a listed member and ours.
    fn differences(&self, listed: &ListingMember, node: &Node<'a>) -> Vec<Difference> {
        let mut differences = match node.bits {
            Some(range) => bit_differences(listed, node.offset, range),
            None => self.plain_differences(listed, node),
        };
        let (name, ours) = member_name(node);
        let same = name.is_some_and(|name| same_name(&name, listed));
        let is_placeholder = match self.is_declared() {
            true => is_placeholder(&listed.name),
            false => listed.name.starts_with('<') || *listed.name == *unknown(listed.offset),
        };
        if !same && !is_placeholder {
            differences.push(Difference::Renamed {
                listed: listed.name.clone(),
                ours,
            });
        }
        differences
    }

    fn plain_differences(&self, listed: &ListingMember, node: &Node<'a>) -> Vec<Difference> {
        let mut differences = Vec::new();
        if listed.offset != node.offset {
            differences.push(Difference::Moved {
                listed: listed.offset,
                ours: node.offset,
            });
        }
        if listed.bits.is_some() {
            differences.push(Difference::Bits {
                listed: listed.bits,
                ours: None,
            });
        } else {
            differences.extend(self.retyped(listed, node));
        }
        differences
    }

    fn retyped(&self, listed: &ListingMember, node: &Node<'a>) -> Option<Difference> {
        let arch = self.tree.scope.arch;
        let is_other = |ty: &CType| !types::same_type(node.ty, ty, arch);
        if !self.is_declared() {
            let other = match &listed.ty {
                Some(ty) => is_other(ty).then(|| type_name(ty, arch)),
                // Beside a value, and before the type of a function, `dt` prints only the number of elements.
                None => dt_elements(&listed.text)
                    .filter(|count| *count != elements(node.ty))
                    .map(|count| format!("[{count}]")),
            };
            if other.is_none() {
                return self.remeasured(listed, node);
            }
            return Some(Difference::Retyped {
                listed: other?,
                ours: type_name(node.ty, arch),
            });
        }
        let (is_other, spelled) = match (&listed.ty, listed.size) {
            (Some(ty), _) => (is_other(ty), ty.to_string()),
            // An unnamed type still has a size.
            (None, Some(size)) => {
                let ours = self.tree.size(node)?;
                return (size != ours).then(|| Difference::Retyped {
                    listed: format!("{size} bytes"),
                    ours: format!("{}, {ours} bytes", node.ty),
                });
            }
            (None, None) => return None,
        };
        let differs = is_other && !types::is_compatible(listed, node, self.tree);
        differs.then(|| Difference::Retyped {
            listed: spelled,
            ours: node.ty.to_string(),
        })
    }

    /// Returns the difference in what `dt -v` states of a member's type, of its elements or of its target:
    /// `Ptr64 to struct _MDL, 10 elements, 0x30 bytes`.
    fn remeasured(&self, listed: &ListingMember, node: &Node<'a>) -> Option<Difference> {
        let (elements, size) = dt_extent(&listed.text)?;
        let class = self.tree.types.class(node.ty.base(), self.tree.scope)?;
        let ours = (class.members.len(), class.size);
        let name = listed.text.split(',').next().unwrap_or_default();
        ((elements as usize, size) != ours).then(|| Difference::Retyped {
            listed: listed.text.clone(),
            ours: format!("{name}, {} elements, {} bytes", ours.0, ours.1),
        })
    }

    /// Queues the nested listed members for comparison with our type.
    fn unfold(&mut self, listed: &'a ListingMember, node: &Node<'a>, level: &Level<'a>) {
        // For an array, the unfolded type is the element; for a pointer, `dt -r` unfolds the target.
        let elements = matches!(node.ty, CType::Array(..) | CType::AnySizeArray(_));
        let Tree { types, scope } = self.tree;
        let name = match node.ty {
            CType::Pointer(target) => target.by_value(),
            ty => ty.by_value(),
        };
        let class = name.and_then(|name| types.class(name, scope));
        let Some(class) = class.filter(|_| level.depth < NESTING_LIMIT) else {
            return;
        };
        let mut push = |listed: &'a [ListingMember], path: MemberPath| {
            if !listed.is_empty() {
                self.open.push(Level {
                    path,
                    listed,
                    ours: Aggregate::Class(class),
                    depth: level.depth + 1,
                    is_target: level.is_target || matches!(node.ty, CType::Pointer(_)),
                });
            }
        };
        let path = level.path.member(&node.label());
        let is_indexed = |member: &ListingMember| member.name.starts_with('[');
        if !listed.members.iter().any(is_indexed) {
            let path = if elements { path.index(0) } else { path };
            push(&listed.members, path);
        } else if listed.members.iter().all(is_indexed) {
            for (index, element) in (0_u32..).zip(&listed.members) {
                push(&element.members, path.index(index));
            }
        }
    }

    /// Removes the differences of members that a declaration may omit: those under a placeholder name, other views of
    /// bytes that agree, padding named by symbols, and those after `until`.
    fn allow_left_out(&self, pairs: &mut [Pair<'a>], level: &Level<'a>) {
        let wrong: BTreeSet<*const ListingMember> = (pairs.iter())
            .filter(|pair| !pair.agrees())
            .filter_map(|pair| pair.listed.map(std::ptr::from_ref))
            .collect();
        let covered = level.listed.iter().filter(|listed| {
            is_placeholder(&listed.name) || !wrong.contains(&std::ptr::from_ref(*listed))
        });
        let covered =
            ByteRanges::of(covered.filter_map(|listed| Some((listed.offset, self.end(listed)?))));
        let is_covered = |start, end| covered.end_at(start).is_some_and(|reached| reached >= end);
        let until = match self.precision {
            Precision::Declared { until, .. } if level.depth == 0 => until,
            _ => None,
        };
        for pair in pairs {
            let Some(size) = self.tree.size(&pair.ours) else {
                continue;
            };
            let offset = pair.ours.offset;
            let end = offset.saturating_add(size);
            let until_passed = until.is_some_and(|until| offset >= until);
            let overlaps = |listed: &ListingMember| {
                listed.offset < end && self.end(listed).is_none_or(|end| end > offset)
            };
            let is_padding =
                || is_placeholder(&pair.ours.label()) && !level.listed.iter().any(overlaps);
            let may = until_passed || is_covered(offset, end) || is_padding();
            if may && pair.differences[..] == [Difference::NotListed] {
                pair.differences.clear();
            }
        }
    }

    fn end(&self, listed: &ListingMember) -> Option<ByteOffset> {
        let Tree { types, scope } = self.tree;
        let measured = || Some(types.measure(listed.ty.as_ref()?, scope)?.size);
        listed.offset.checked_add(listed.size.or_else(measured)?)
    }

    fn only_listed(
        &self,
        unmatched: &Unmatched<'a>,
        pairs: &[Pair<'a>],
        level: &Level<'a>,
    ) -> Vec<Entry> {
        let agreeing = pairs
            .iter()
            .filter(|pair| pair.ours.bits.is_none() && pair.listed.is_some() && pair.agrees());
        let agreeing = agreeing.filter_map(|pair| {
            let size = self.tree.size(&pair.ours)?;
            Some((pair.ours.offset, pair.ours.offset.saturating_add(size)))
        });
        let agreeing = ByteRanges::of(agreeing);
        let is_complete = is_from_symbols(level.ours);
        let is_shared = |listed: &ListingMember| {
            // Symbol files state all members, but a declaration may name the integer of bits.
            if is_complete {
                let is_integer = |pair: &Pair<'_>| {
                    let is_at = pair.ours.bits.is_some() && pair.ours.offset == listed.offset;
                    let end = self
                        .tree
                        .size(&pair.ours)
                        .map(|size| pair.ours.offset.saturating_add(size));
                    is_at && end.is_some() && end == self.end(listed)
                };
                return self.is_declared() && listed.bits.is_none() && pairs.iter().any(is_integer);
            }
            let in_hole = || {
                let Aggregate::Layout(layout) = level.ours else {
                    return false;
                };
                let mut gaps = layout.gaps().filter(|gap| gap.kind == GapKind::Hole);
                gaps.any(|it| {
                    (it.offset..it.offset.saturating_add(it.size)).contains(&listed.offset)
                })
            };
            // A bit field only in the text overlaps an integer whose bits we know.
            let in_member = || agreeing.end_at(listed.offset) > Some(listed.offset);
            (listed.bits.is_none() && in_member()) || (self.is_declared() && in_hole())
        };
        let is_reported =
            |listed: &&ListingMember| !(self.is_declared() && is_placeholder(&listed.name));
        let entries = unmatched.rest().filter(is_reported).map(|listed| Entry {
            path: level.path.member(&listed.name),
            row: None,
            line: Some(listed.line),
            differences: vec![Difference::OnlyListed {
                offset: listed.offset,
                text: listed.text.clone(),
                shared: is_shared(listed),
            }],
        });
        entries.collect()
    }
}

/// The listed members of a level that have no counterpart among ours yet, by name and by first bit.
struct Unmatched<'a> {
    listed: Vec<Option<&'a ListingMember>>,
    /// Indices by [`letters`] of the name, in ascending order.
    by_name: BTreeMap<String, Vec<usize>>,
    /// Indices by the first bit, in ascending order.
    by_place: BTreeMap<u64, Vec<usize>>,
}

impl<'a> Unmatched<'a> {
    fn new(listed: &'a [ListingMember]) -> Self {
        let (mut by_name, mut by_place) = (BTreeMap::new(), BTreeMap::new());
        for (at, member) in listed.iter().enumerate() {
            let named: &mut Vec<usize> = by_name.entry(letters(&member.name)).or_default();
            named.push(at);
            let place = first_bit(member.offset, member.bits);
            let placed: &mut Vec<usize> = by_place.entry(place).or_default();
            placed.push(at);
        }
        Self {
            listed: listed.iter().map(Some).collect(),
            by_name,
            by_place,
        }
    }

    fn named(&self, name: &str) -> impl Iterator<Item = (usize, &'a ListingMember)> {
        self.at(self.by_name.get(&letters(name)))
    }

    fn beginning_at(&self, bit: u64) -> impl Iterator<Item = (usize, &'a ListingMember)> {
        self.at(self.by_place.get(&bit))
    }

    fn at(&self, all: Option<&Vec<usize>>) -> impl Iterator<Item = (usize, &'a ListingMember)> {
        let all = all.into_iter().flatten();
        all.filter_map(|at| Some((*at, (*self.listed.get(*at)?)?)))
    }

    fn take(&mut self, at: usize) -> Option<&'a ListingMember> {
        self.listed.get_mut(at)?.take()
    }

    fn retain(&mut self, stays: impl Fn(&ListingMember) -> bool) {
        let listed = self.listed.iter_mut();
        listed.for_each(|listed| *listed = listed.filter(|it| stays(it)));
    }

    fn rest(&self) -> impl Iterator<Item = &'a ListingMember> {
        self.listed.iter().flatten().copied()
    }
}

/// Whether symbol files state all members of a type.
fn is_from_symbols(ours: Aggregate<'_>) -> bool {
    match ours {
        Aggregate::Class(_) => true,
        Aggregate::Layout(layout) => {
            let mut members = layout.members();
            members.all(|it| it.name.is_some() && it.certainty == Certainty::SymbolFiles)
        }
    }
}

/// Whether an unnamed integer is listed by its bit fields.
fn is_listed_by_bits(node: &Node<'_>, listed: &[ListingMember]) -> bool {
    let NodeKind::Member(member) = node.kind else {
        return false;
    };
    let fields = member.bits.known_bits().unwrap_or_default();
    let is_one = |listed: &ListingMember| {
        listed.bits.is_some() && fields.iter().any(|field| same_name(&field.name, listed))
    };
    member.name.is_none() && listed.iter().any(is_one)
}

/// Returns the number of elements of an array, 1 for any other type.
const fn elements(ty: &CType) -> u32 {
    match ty {
        CType::Array(_, count) => *count,
        _ => 1,
    }
}

/// Returns the index of a bit from the start of the structure: the sides may differ in the integer's byte.
fn first_bit(offset: ByteOffset, range: Option<BitRange>) -> u64 {
    u64::from(offset.get()) * 8 + range.map_or(0, |range| range.bit().into())
}

/// Returns the differences between a listed bit field and ours.
fn bit_differences(listed: &ListingMember, ours: ByteOffset, range: BitRange) -> Vec<Difference> {
    match listed.bits {
        Some(bits)
            if (first_bit(listed.offset, Some(bits)), bits.width())
                == (first_bit(ours, Some(range)), range.width()) =>
        {
            Vec::new()
        }
        // Beside a value, `dt` does not print the bit range.
        None if listed.text.starts_with("0y") && listed.offset == ours => Vec::new(),
        Some(_) if listed.offset != ours => vec![Difference::Moved {
            listed: listed.offset,
            ours,
        }],
        bits => vec![Difference::Bits {
            listed: bits,
            ours: Some(range),
        }],
    }
}

/// A name for comparison, which ignores case.
fn letters(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn same_name(name: &str, listed: &ListingMember) -> bool {
    name.eq_ignore_ascii_case(&listed.name)
}

/// Returns the name of our member, and its certainty.
fn member_name<'a>(node: &Node<'a>) -> (Option<Cow<'a, str>>, NameCertainty) {
    let NodeKind::Member(member) = node.kind else {
        return (Some(node.label()), NameCertainty::Surely);
    };
    let known = match (&member.name, member.certainty) {
        (None, _) => NameCertainty::Not,
        (Some(_), Certainty::Inferred | Certainty::Unaccounted) => NameCertainty::Inferred,
        _ => NameCertainty::Surely,
    };
    (member.name.as_deref().map(Cow::from), known)
}

/// Byte ranges, merged if they touch.
struct ByteRanges(Vec<(ByteOffset, ByteOffset)>);

impl ByteRanges {
    fn of(ranges: impl Iterator<Item = (ByteOffset, ByteOffset)>) -> Self {
        let mut ranges: Vec<(ByteOffset, ByteOffset)> = ranges.collect();
        ranges.sort_unstable();
        ranges.dedup_by(|(start, end), before| {
            let touches = *start <= before.1;
            if touches {
                before.1 = before.1.max(*end);
            }
            touches
        });
        Self(ranges)
    }

    /// Returns the end of the last range that begins at or before an offset.
    fn end_at(&self, offset: ByteOffset) -> Option<ByteOffset> {
        let behind = self.0.partition_point(|(start, _)| *start <= offset);
        Some(self.0.get(behind.checked_sub(1)?)?.1)
    }
}

#[cfg(test)]
mod tests;
