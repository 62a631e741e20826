//! Turns rows into claims, with context from the lines above: the structure of a heading, the architecture of a comment.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::line::{Line, Row, split_type};
use super::naming::{behind_prefix, existing_member, is_prefix_of, parse_member, split_constant};
use super::words::{Part, is_container, part_of_key};
use super::{Claim, ClaimedMember, ClaimedType, Claims};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::decode::listing::{Listing, ListingMember};
use crate::escape::escaped;
use crate::lookup::{self, clip};
use crate::release::Version;
use crate::stated::PartialPoint;
use crate::units::ByteOffset;
use crate::validity::{CLAIMS_LIMIT, REFUSED_LIMIT, Refused, StructureCache};

/// The maximum number of structures for a claim that names none.
const EVERYWHERE_LIMIT: usize = 20;
const EXPECTED: &str = "expected `STRUCTURE Member 0x58`";
/// The maximum number of unknown types that a message names.
const UNKNOWN_TYPES_SHOWN: usize = 4;

/// The structure of lines that name none.
#[derive(Clone, Debug)]
enum About<'a> {
    None,
    /// The structure of a heading, or the requested one.
    Heading(&'a Structure),
    /// The structure of the line before.
    Before(&'a Structure),
    /// A heading that is not a known structure.
    Unknown(String),
}

/// The structure, the member and the parts of a point that the name of a constant has.
type Constant<'a, 't> = (&'a Structure, &'t str, PartialPoint);

/// The state of the parser.
pub(super) struct Reader<'a> {
    dataset: &'a Dataset,
    cache: StructureCache<'a>,
    about: About<'a>,
    /// The structure of lines without a heading.
    asked: Option<&'a Structure>,
    /// The depth of brackets before the heading, and whether it is in a comment.
    block: Option<(usize, bool)>,
    /// Whether brackets were opened after the heading.
    is_entered: bool,
    /// Whether the heading is on this line.
    is_begun: bool,
    depth: usize,
    /// Whether the line before is a comment.
    is_remark: bool,
    /// The member of a heading inside a structure's heading.
    member: Option<String>,
    /// The indentation of the structure's heading.
    indentation: usize,
    arch: Option<Arch>,
    pointed: bool,
    version: Option<Version>,
    /// The depth of brackets in a `switch` over versions.
    switch: Option<usize>,
    claims: Claims<'a>,
    /// The names of unknown types, each once, and the number of lines refused because of them.
    unknown_types: (Vec<String>, usize),
    /// The errors of unknown names, so that the nearest names are searched once.
    unknown_name_errors: BTreeMap<String, String>,
    /// The first line refused beyond [`REFUSED_LIMIT`](crate::validity::REFUSED_LIMIT).
    stopped: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(dataset: &'a Dataset, structure: Option<&'a Structure>) -> Self {
        Self {
            dataset,
            cache: StructureCache::default(),
            about: structure.map_or(About::None, About::Heading),
            asked: structure,
            block: None,
            is_entered: false,
            is_begun: false,
            depth: 0,
            is_remark: false,
            member: None,
            indentation: 0,
            arch: None,
            pointed: false,
            version: None,
            switch: None,
            claims: Claims::default(),
            unknown_types: (Vec::new(), 0),
            unknown_name_errors: BTreeMap::new(),
            stopped: None,
        }
    }

    /// The line at which parsing ends, because too many lines before it were refused.
    pub(super) fn stopped(&self) -> Option<usize> {
        self.stopped
    }

    /// The member of a structure that a text names.
    fn member_of(&self, structure: &'a Structure, text: &str) -> Option<ClaimedMember> {
        existing_member(&self.cache.of(structure), text)
    }

    /// Joins words to a path, or to the wording of an unnamed member.
    fn joined_path(&self, structure: &'a Structure, words: &[&str]) -> String {
        let spaced = words.join(" ");
        match words.len() < 2 || self.member_of(structure, &spaced).is_some() {
            true => spaced,
            false => words.join("."),
        }
    }

    /// Returns whether a text names a structure and its member: `_EPROCESS.Token`, `EPROCESS_Token`.
    pub(super) fn names_member(&self, name: &str) -> bool {
        let (structure, member) = match split_type(name) {
            Some((structure, member)) => (self.structure(structure), member),
            None => match split_constant(self.dataset, name) {
                Some((structure, member, _)) => (Some(structure), member),
                None => (None, ""),
            },
        };
        structure.is_some_and(|it| self.member_of(it, member).is_some())
    }

    /// Returns whether a text names a member of the structure of the heading.
    pub(super) fn is_here(&self, name: &str) -> bool {
        matches!(self.about, About::Heading(it) if self.member_of(it, name).is_some())
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.structure(name).is_some()
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        self.dataset.structure(name).is_some()
    }

    /// Returns whether a name inside `outer` is that of a structure, and not of a member of `outer`.
    pub(super) fn is_structure(&self, name: &str, outer: Option<&str>) -> bool {
        let outer = outer.and_then(|outer| self.dataset.structure(outer));
        self.knows(name) && outer.is_none_or(|outer| self.member_of(outer, name).is_none())
    }

    /// A name without its module, unless it is that of a type of this module.
    pub(super) fn bare<'t>(&self, name: &'t str) -> &'t str {
        let whole = split_type(name).map_or(name, |(ty, _)| ty);
        match name.rsplit_once('!') {
            Some((_, bare)) if self.dataset.structure(whole).is_none() => bare,
            _ => name,
        }
    }

    /// The structure that a word names. There are types called `_flags`: a word that is not spelled as in
    /// symbols is taken for a member if there is one.
    fn structure(&self, name: &str) -> Option<&'a Structure> {
        let structure = self.dataset.structure(name)?;
        let is_member = || match self.about {
            About::Heading(about) | About::Before(about) => self.member_of(about, name).is_some(),
            About::None | About::Unknown(_) => {
                let mut audited = self.dataset.audited();
                audited.any(|about| self.member_of(about, name).is_some())
            }
        };
        Some(structure).filter(|it| is_spelled_out(it, name) || !is_member())
    }

    pub(super) fn done(mut self) -> Claims<'a> {
        // Inner brackets are parsed first.
        self.claims.claims.sort_by_key(|claim| claim.line);
        self.claims.refused.sort_by_key(|refused| refused.line);
        self.report_unknown_types_once();
        self.claims
    }

    /// Reports once that no type in the text is known, instead of refusing each line for the same reason.
    fn report_unknown_types_once(&mut self) {
        let (names, lines) = &self.unknown_types;
        let refused = &mut self.claims.refused;
        if !self.claims.claims.is_empty() || *lines < 2 || *lines != refused.len() {
            return;
        }
        refused.truncate(1);
        if let Some(first) = refused.first_mut().filter(|_| names.len() > 1) {
            let (shown, rest) = names.split_at(names.len().min(UNKNOWN_TYPES_SHOWN));
            let more = match rest.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            first.why = format!(
                "none of the types that it names is known here: {}{more}",
                shown.join(", ")
            );
        }
    }

    /// The structure with this name; records an unknown name.
    fn structure_by_name(&mut self, name: &str) -> Result<&'a Structure, String> {
        let known = match self.unknown_name_errors.get(name) {
            Some(why) => Err(why.clone()),
            None => {
                let unknown = self.unknown_name_errors.len();
                lookup::structure_among(self.dataset, name, unknown).map_err(|it| it.in_words())
            }
        };
        known.inspect_err(|why| {
            self.unknown_name_errors
                .insert(name.to_owned(), why.clone());
            self.unknown_type(name);
        })
    }

    fn unknown_type(&mut self, name: &str) {
        let (names, lines) = &mut self.unknown_types;
        *lines += 1;
        let name = excerpt(name);
        if names.len() < REFUSED_LIMIT && !names.contains(&name) {
            names.push(name);
        }
    }

    /// Sets the architecture of the lines that follow, if they state none.
    pub(super) const fn set_arch(&mut self, arch: Option<Arch>) {
        self.arch = arch;
    }

    pub(super) fn take(&mut self, number: usize, text: &str, line: Line<'_>) {
        let is_remark = matches!(line, Line::Heading(_) | Line::Title(..)) && is_remark(text);
        let was_remark = std::mem::replace(&mut self.is_remark, is_remark);
        let taken = match line {
            // A comment of several lines.
            Line::Title(_, false) if was_remark => Ok(()),
            Line::Nothing | Line::Nested => Ok(()),
            Line::At(point) => {
                (self.arch, self.pointed) = (Some(point.arch), true);
                self.version = Some(point.version);
                Ok(())
            }
            Line::Version(version) => {
                (self.version, self.pointed) = (Some(version), true);
                Ok(())
            }
            Line::Case(version) => {
                self.case(version);
                Ok(())
            }
            Line::Structure(name) => {
                self.indentation = indentation(text);
                self.heading(name, true)
            }
            Line::Title(title, ends_all) => {
                self.title(title, ends_all);
                Ok(())
            }
            Line::Heading(name) => {
                let is_inside = indentation(text) > self.indentation;
                if !is_inside {
                    self.indentation = indentation(text);
                }
                self.heading(name, !is_inside)
            }
            Line::Member(name) => self.heading(name, false),
            Line::Row(row) => self.row(number, row),
            Line::Refused(why) => Err(why),
        };
        if let Err(why) = taken {
            self.refuse(number, text, why);
        }
    }

    /// Reports why a line makes no claim.
    pub(super) fn refuse(&mut self, line: usize, text: &str, why: String) {
        if self.claims.refused.len() >= REFUSED_LIMIT {
            self.stopped.get_or_insert(line);
            return;
        }
        let last = self.claims.refused.last();
        if last.is_some_and(|it| it.line == line && it.why == why) {
            return;
        }
        let text = excerpt(text);
        self.claims.refused.push(Refused { line, text, why });
    }

    /// Makes claims from a debugger's listing.
    pub(super) fn listing(&mut self, listing: &Listing) {
        if let Some(member) = listing.members.first()
            && let Some(name) = &listing.name
            && let Err(why) = self.heading(name.as_str(), true)
        {
            self.refuse(member.line, name.as_str(), why);
        }
        self.add_listing(&listing.members, "", ByteOffset::ZERO);
        for skipped in &listing.skipped {
            self.refuse(skipped.line, &skipped.text, skipped.reason.to_string());
        }
    }

    /// Makes claims from listed members. Members expanded under a pointer belong to its target type.
    fn add_listing(&mut self, members: &[ListingMember], path: &str, base: ByteOffset) {
        for member in members {
            let name = format!("{path}{}", member.name);
            let offset = base.get().saturating_add(member.offset.get());
            let element = member.name.starts_with('[');
            let row = Row {
                names: vec![&name],
                offset: Some(offset),
                bits: member.bits.map(|it| (it.bit(), Some(it.width()))),
                said: member
                    .ty
                    .clone()
                    .filter(|_| member.bits.is_none())
                    .map(ClaimedType::Type),
                ..Row::default()
            };
            if !element && let Err(why) = self.row(member.line, row) {
                self.refuse(member.line, &member.text, why);
            }
            let Some(first) = member.members.first() else {
                continue;
            };
            match &member.ty {
                Some(CType::Pointer(pointee)) => {
                    let about = self.about.clone();
                    match self.heading(pointee.base().as_str(), true) {
                        Ok(()) => self.add_listing(&member.members, "", ByteOffset::ZERO),
                        Err(why) => self.refuse(first.line, &first.text, why),
                    }
                    self.about = about;
                }
                // For several equal elements, one is enough.
                _ if element => {}
                _ => self.add_listing(
                    &member.members,
                    &format!("{name}."),
                    ByteOffset::new(offset),
                ),
            }
        }
    }

    /// Begins the lines about a structure. If a name is that of a type and of a member of the structure above, it is
    /// the type's if `is_structure`.
    fn heading(&mut self, name: &str, is_structure: bool) -> Result<(), String> {
        let mut bare = self.bare(name);
        if let Some((first, rest)) = bare.split_once('.')
            && is_container(first)
        {
            bare = rest;
        }
        let known = match is_structure {
            true => self.dataset.structure(bare),
            false => self.structure(bare),
        };
        let block = (Some((self.depth, self.is_remark)), false, true);
        if let Some(structure) = known {
            (self.about, self.member) = (About::Heading(structure), None);
            (self.block, self.is_entered, self.is_begun) = block;
            return Ok(());
        }
        if let About::Heading(structure) = self.about
            && self.member_of(structure, bare).is_some()
        {
            self.member = Some(bare.to_owned());
            return Ok(());
        }
        if is_container(bare) {
            return Ok(());
        }
        (self.about, self.member) = (About::Unknown(excerpt(bare)), None);
        (self.block, self.is_entered, self.is_begun) = block;
        self.structure_by_name(bare).map(drop)
    }

    /// Ends the lines about a structure at the title of others: a heading of Markdown, or a comment if its name was in one.
    fn title(&mut self, title: &str, ends_all: bool) {
        let About::Heading(structure) = self.about else {
            return;
        };
        let is_of_remark = matches!(self.block, Some((_, true)));
        let first = title.split(char::is_whitespace).next().unwrap_or_default();
        let is_member = || {
            let mut names = [title, first].into_iter();
            names.any(|it| self.member_of(structure, it).is_some())
        };
        if ends_all || is_of_remark && !is_member() {
            (self.about, self.member) = (About::Unknown(excerpt(title)), None);
        }
    }

    /// Begins or ends the lines for a version in a `switch`.
    fn case(&mut self, version: Option<Version>) {
        if version.is_some() || self.switch.is_some() {
            (self.version, self.pointed) = (version, version.is_some());
        }
        self.switch = version.map(|_| self.depth);
    }

    /// Ends the lines about a structure at the end of its block. `depth` is the depth of brackets after a line.
    pub(super) fn at_depth(&mut self, depth: usize, opens: bool) {
        self.depth = depth;
        if self.switch.is_some_and(|switch| depth < switch) {
            self.case(None);
        }
        let Some((outer, _)) = self.block else {
            return;
        };
        let is_begun = std::mem::take(&mut self.is_begun);
        self.is_entered |= depth > outer || opens && is_begun;
        if self.is_entered && depth <= outer || depth < outer {
            self.about = self.asked.map_or(About::None, About::Heading);
            (self.block, self.member) = (None, None);
        }
    }

    /// Whether a name alone, without `+`, stands for a type and not for a member with the name of a type: `_EPROCESS`,
    /// but not `Token`.
    fn is_type_alone(&self, name: &str) -> bool {
        let structure = self.dataset.structure(name);
        structure.is_some_and(|it| is_spelled_out(it, name))
    }

    /// Completes a row from its headings and makes claims from it.
    fn row(&mut self, line: usize, mut row: Row<'_>) -> Result<(), String> {
        let member = self.member.clone();
        let key = row.names.first().and_then(|key| part_of_key(key));
        let names = match (&member, key) {
            (Some(member), Some(Part::Offset)) if row.names.len() == 1 => vec![member.as_str()],
            // Further statements about the member.
            (Some(_), Some(Part::Type | Part::Size | Part::Bits | Part::Width | Part::Other)) => {
                return Ok(());
            }
            _ => row.names.clone(),
        };
        row.arch = row.arch.or(self.arch);
        row.pointed |= self.pointed;
        row.version = row.version.or(self.version);
        self.claim(line, Row { names, ..row })
    }

    /// Makes a claim about the structure that a row names itself, otherwise one [in context](Self::in_context).
    pub(super) fn claim(&mut self, line: usize, mut row: Row<'_>) -> Result<(), String> {
        let commented = row.commented.map(|it| self.bare(it));
        if let Some(path) = commented.filter(|it| it.contains('.') && self.names_member(it)) {
            let commented = split_type(path).and_then(|(ty, _)| self.dataset.structure(ty));
            let is_other = |own: &Structure| commented.is_none_or(|it| !std::ptr::eq(it, own));
            if self.named_structure(&row).is_some_and(is_other) {
                return Err("its comment names a member of another structure".to_owned());
            }
            (row.structure, row.names) = (None, vec![path]);
        }
        if let Some(name) = row.structure {
            let structure = self.structure_by_name(name)?;
            if row.names.is_empty() && !self.is_type_alone(name) {
                return Err(only_a_type(name));
            }
            return self.of(line, structure, &row.names.join(" "), &row);
        }
        // `0x440, // UniqueProcessId`
        if row.names.is_empty()
            && let Some(name) = commented.filter(|it| self.is_here(it))
        {
            row.names = vec![name];
        }
        let first = row.names.first().copied().unwrap_or_default();
        let (head, way) = split_type(first).unwrap_or((first, ""));
        if row.is_declared
            && let About::Heading(structure) = self.about
        {
            return self.of(line, structure, self.declared_path(structure, first), &row);
        }
        let is_alone = row.names.len() < 2 && way.is_empty() && !row.is_place;
        // Before one of the type's members, the name is that of the type, not of a member.
        let whose = |it: &&'a Structure| {
            let member = row.names.get(1).copied().unwrap_or(way);
            let member = member.trim_start_matches('>');
            !member.is_empty() && self.member_of(it, member).is_some()
        };
        let named = self.dataset.structure(head).filter(whose);
        if is_alone && row.offset.is_some() && self.is_type_alone(head) {
            return Err(only_a_type(head));
        }
        if let Some(structure) = named.or_else(|| self.structure(head))
            && !is_alone
        {
            let rest = row.names.iter().skip(1).copied();
            let rest = std::iter::once(way.trim_start_matches('>')).chain(rest);
            let rest: Vec<&str> = rest.filter(|word| !word.is_empty()).collect();
            let text = self.joined_path(structure, &rest);
            self.of(line, structure, &text, &row)?;
            self.about = About::Before(structure);
            return Ok(());
        }
        if let [name] = row.names[..]
            && let Some(((structure, member, point), is_prefixed)) = self.constant(name)
        {
            if row.is_declared && row.offset.is_none() {
                return Err("it declares a variable for an offset, and states none".to_owned());
            }
            if is_prefixed && let Some((prefix, _)) = name.split_once(member) {
                row.note = Some(format!("`{prefix}` is not a structure and is ignored"));
            }
            row.pointed |= point != PartialPoint::default();
            row.arch = point.arch.or(row.arch);
            row.version = point.version.or(row.version);
            return self.of(line, structure, member, &row);
        }
        self.in_context(line, &row)
    }

    /// Makes a claim about the structure of the lines above, or about every structure with such a member.
    fn in_context(&mut self, line: usize, row: &Row<'_>) -> Result<(), String> {
        let whole = row.names.join(" ");
        let about = match &self.about {
            About::Heading(structure) => Some(*structure),
            About::Before(structure) => Some(*structure).filter(|it| match row.names.is_empty() {
                true => row.is_place,
                false => self.member_of(it, &whole).is_some(),
            }),
            About::Unknown(name) => {
                let name = name.clone();
                self.unknown_type(&name);
                return Err(format!(
                    "it is under `{name}`, which is not a known structure"
                ));
            }
            About::None => None,
        };
        match about {
            Some(_) if row.names.is_empty() && !row.is_place => {
                Err(format!("an offset alone names no member: {EXPECTED}"))
            }
            Some(structure)
                if row.names.len() < 2 || self.member_of(structure, &whole).is_some() =>
            {
                self.of(line, structure, &whole, row)
            }
            _ if row.names.len() > 1 => {
                self.structure_by_name(row.names.first().copied().unwrap_or_default())?;
                Err(format!(
                    "`{}` is not a member of a known structure: {EXPECTED}",
                    clip(&whole)
                ))
            }
            _ => self.everywhere(line, &whole, row),
        }
    }

    /// The structure that a row or its heading names.
    fn named_structure(&self, row: &Row<'_>) -> Option<&'a Structure> {
        let first = row.names.first().copied().unwrap_or_default();
        let head = split_type(first).map(|(ty, _)| ty);
        let head = head.or((row.names.len() > 1).then_some(first));
        let named = row
            .structure
            .or(head)
            .and_then(|it| self.dataset.structure(it));
        let constant = || {
            let (structure, member, _) = split_constant(self.dataset, first)?;
            // `TOKEN_OFFSET`
            (part_of_key(member) != Some(Part::Offset)).then_some(structure)
        };
        named.or_else(constant).or(match self.about {
            About::Heading(structure) => Some(structure),
            _ => None,
        })
    }

    /// The path to a declared member, without the names that only the file gives to inner structures.
    fn declared_path<'t>(&self, structure: &'a Structure, path: &'t str) -> &'t str {
        let mut path = path;
        while let Some((first, rest)) = path.split_once('.')
            && self.member_of(structure, first).is_none()
        {
            path = rest;
        }
        path
    }

    /// The member that a constant names (of the structure in its name, of the current structure after a prefix, or of
    /// the only structure with such a member), and whether a prefix that is not a structure was dropped. `None` if the
    /// whole name is that of a member of the current structure.
    fn constant<'t>(&self, name: &'t str) -> Option<(Constant<'a, 't>, bool)> {
        let own = match self.about {
            About::Heading(structure) | About::Before(structure) => vec![structure],
            About::None | About::Unknown(_) => Vec::new(),
        };
        if own.iter().any(|it| self.member_of(it, name).is_some()) {
            return None;
        }
        let all = || match self.about {
            About::None | About::Before(_) => self.dataset.audited().collect(),
            About::Heading(_) | About::Unknown(_) => Vec::new(),
        };
        if let Some(whole) = split_constant(self.dataset, name) {
            return Some((whole, false));
        }
        let prefixed = self.prefixed(name, &own);
        let prefixed = prefixed.or_else(|| self.prefixed(name, &all()));
        let prefixed = prefixed.map(|found| (found, true));
        prefixed.or_else(|| Some((self.prefixed_structure(name)?, false)))
    }

    /// The member that a constant names after a prefix without meaning (`OFF_LoggerId`) or after a part of the
    /// structure's name; of the only structure with such a member.
    fn prefixed<'t>(
        &self,
        name: &'t str,
        candidates: &[&'a Structure],
    ) -> Option<Constant<'a, 't>> {
        let among = |text: &str| -> Vec<&'a Structure> {
            let has = |it: &&'a Structure| self.member_of(it, text).is_some();
            candidates.iter().copied().filter(has).collect()
        };
        if !among(name).is_empty() {
            return None;
        }
        behind_prefix(name, |prefix, member| match among(member).as_slice() {
            [structure] => Some(*structure).filter(|it| is_prefix_of(prefix, &it.name)),
            _ => None,
        })
    }

    /// The member that a constant names after another prefix and its structure: `MY_OFF_EPROCESS_Token`.
    fn prefixed_structure<'t>(&self, name: &'t str) -> Option<Constant<'a, 't>> {
        let found = |_: &str, rest| {
            let found = split_constant(self.dataset, rest);
            found.filter(|(structure, member, _)| self.member_of(structure, member).is_some())
        };
        let ((structure, member, of_member), _, point) = behind_prefix(name, found)?;
        Some((structure, member, of_member.or(point)))
    }

    /// Resolves a row to a claim about a structure.
    fn of(
        &mut self,
        line: usize,
        structure: &'a Structure,
        member: &str,
        row: &Row<'_>,
    ) -> Result<(), String> {
        // A member with a byte distance (`Links+0x8`) is a place, not a member.
        let whole = member.contains('+') && row.offset.is_some();
        let member = match member.is_empty() || whole {
            true => None,
            false => Some(parse_member(&self.cache.of(structure), member)?),
        };
        if member.is_none() && row.offset.is_none() {
            return Err(format!("neither a member nor an offset: {EXPECTED}"));
        }
        self.push(line, structure, member, row);
        Ok(())
    }

    /// Claims about every structure with such a member, for a row without a structure.
    fn everywhere(&mut self, line: usize, member: &str, row: &Row<'_>) -> Result<(), String> {
        let dataset = self.dataset;
        if member.is_empty() && !row.is_place {
            return Err(format!("neither a structure nor a member: {EXPECTED}"));
        }
        let offset = row.offset.map(ByteOffset::new);
        let begins = |structure: &Structure| {
            let asked = |arch| row.arch.is_none_or(|only| only == arch);
            let layouts = structure.layouts();
            let layouts = layouts.iter().filter(|it| asked(it.arch()));
            let mut members = layouts.flat_map(crate::Layout::members);
            members.any(|it| Some(it.offset) == offset)
        };
        let found: Vec<(&'a Structure, Option<ClaimedMember>)> = dataset
            .audited()
            .filter_map(|structure| match member.is_empty() {
                true => begins(structure).then_some((structure, None)),
                false => self
                    .member_of(structure, member)
                    .map(|it| (structure, Some(it))),
            })
            .take(EVERYWHERE_LIMIT + 1)
            .collect();
        if found.len() > EVERYWHERE_LIMIT {
            return Err(format!(
                "more than {EVERYWHERE_LIMIT} structures have it: name the structure, as in `STRUCTURE Member 0x58`"
            ));
        }
        if found.is_empty() {
            let named = member.split_once('.');
            let named = named.map(|(name, _)| self.structure_by_name(name));
            return Err(match offset {
                Some(offset) if member.is_empty() => {
                    format!("no structure has a member that begins at {offset}: {EXPECTED}")
                }
                _ if dataset.structure(member).is_some() => only_a_type(member),
                _ => match named {
                    Some(Err(why)) => why,
                    _ => {
                        self.unknown_type(member);
                        format!("it names no known structure: {EXPECTED}")
                    }
                },
            });
        }
        let count = found.len();
        for (structure, member) in found {
            let note = format!("no structure is named: judged for {count} with an article");
            let note = row.note.clone().or(Some(note));
            let row = Row {
                note,
                ..row.clone()
            };
            self.push(line, structure, member, &row);
        }
        Ok(())
    }

    /// The pointer that a type such as `PPEB` is.
    fn pointed(&self, said: ClaimedType) -> ClaimedType {
        let pointer = |ty: CType| {
            let target = match &ty {
                CType::Named(name) if !self.is_type(name.as_str()) => {
                    name.as_str().strip_prefix('P')
                }
                _ => None,
            };
            let target = target.and_then(|it| self.dataset.structure(it));
            target.map_or(ty, |it| {
                CType::Pointer(Box::new(CType::Named(it.name.clone())))
            })
        };
        match said {
            ClaimedType::Type(ty) => ClaimedType::Type(pointer(ty)),
            ClaimedType::Sized(ty, size) => ClaimedType::Sized(pointer(ty), size),
            said => said,
        }
    }

    fn push(
        &mut self,
        line: usize,
        structure: &'a Structure,
        member: Option<ClaimedMember>,
        row: &Row<'_>,
    ) {
        let claim = Claim {
            line,
            structure,
            member,
            offset: row.offset.map(ByteOffset::new),
            bits: row.bits.filter(|_| row.offset.is_some()),
            arch: row.arch,
            ty: row.said.clone().map(|it| self.pointed(it)),
            versions: row.version.into_iter().collect(),
            note: row.note.clone(),
        };
        let again = |it: &Claim<'_>| {
            std::ptr::eq(it.structure, structure)
                && (it.offset, it.bits, it.arch) == (claim.offset, claim.bits, claim.arch)
                && it.member == claim.member
                && it.ty == claim.ty
        };
        // Rows about several versions are one claim, judged at each.
        let mut known = self.claims.claims.iter_mut();
        if row.pointed
            && let Some(known) = known.find(|it| again(it))
        {
            let new = claim.versions.into_iter();
            known.versions.extend(
                new.filter(|it| !known.versions.contains(it))
                    .collect::<Vec<_>>(),
            );
            return;
        }
        match self.claims.claims.len() < CLAIMS_LIMIT {
            true => self.claims.claims.push(claim),
            false => self.claims.omitted += 1,
        }
    }
}

/// Whether a line is only a comment, or a heading of Markdown.
fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(['/', '#', ';', '*', '-'])
}

/// The number of blanks before a line.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a name is that of a structure with an article, or spelled as in symbols.
fn is_spelled_out(structure: &Structure, name: &str) -> bool {
    structure.audited().is_some() || structure.name.as_str() == name || name.contains('!')
}

fn only_a_type(name: &str) -> String {
    let name = clip(name);
    format!(
        "`{name}` is a type, or a member of an unknown structure: write `{name}+0x58`, or `STRUCTURE {name} 0x58`"
    )
}

/// The maximum number of characters of a line that are shown.
const SHOWN: usize = 80;

/// Byte order marks and invisible characters.
const fn means_nothing(c: char) -> bool {
    matches!(
        c,
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}'
    )
}

/// Removes characters without meaning, and the marks of a quotation.
pub(super) fn cleaned(text: &str) -> Cow<'_, str> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if text.starts_with("> ") && lines.all(|line| line.starts_with('>')) {
        let plain = text.lines().map(|line| {
            let line = line.trim_start_matches('>');
            line.strip_prefix(' ').unwrap_or(line)
        });
        return Cow::Owned(plain.collect::<Vec<_>>().join("\n"));
    }
    match text.is_ascii() || !text.contains(means_nothing) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter(|c| !means_nothing(*c)).collect()),
    }
}

/// Formats a line for messages: whitespace collapsed, control characters escaped, truncated.
pub(super) fn excerpt(line: &str) -> String {
    let mut shown = String::new();
    let mut characters = line.split_whitespace().flat_map(|word| {
        let blank = std::iter::once(' ');
        blank.chain(word.chars())
    });
    shown.extend(characters.by_ref().skip(1).take(SHOWN));
    let mut shown = escaped(&shown).replace('\u{fffd}', "\\ufffd");
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
