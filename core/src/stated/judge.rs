//! Judges a file by Strata's data: at the requested point, at the point that the file states, or at the points where it
//! agrees; if there are none, at the nearest point.

mod findings;
mod point;

use thiserror::Error;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Scope, Type};
use crate::dataset::{Dataset, Structure};
use crate::decode::identify;
use crate::decode::listing::Tool;
use crate::lookup::{self, Missing};
use crate::name::TypeName;
use crate::point::Point;
use crate::release::{Release, Version};
use crate::words::words;

use super::compare::Comparison;
use super::finding::{Code, Finding};
use super::identify::identify;
use super::limits::FINDINGS_LIMIT;
use super::{Body, DeclarationFile, Definition, PartialPoint};
use point::choose;

/// The most definitions of one file that are judged.
pub const JUDGED_LIMIT: usize = 512;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeOptions<'a> {
    /// The point to judge at; missing parts are taken from the file or searched.
    pub at: PartialPoint,
    /// The only definition to judge, by name; or the file's single definition regardless of its name.
    pub structure: Option<&'a str>,
}

words! {
    /// How the point was chosen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PointChoice {
        Asked = "asked",
        Stated = "stated",
        /// The release of a stated build that is not in the catalogue.
        Release = "release",
        /// The point at which the file agrees.
        Found = "found",
        /// The file agrees nowhere; the point with the fewest differences.
        Nearest = "nearest",
    }
}

#[derive(Clone, Debug)]
pub struct JudgedFile {
    pub kind: Tool,
    /// Definitions judged at the same points. Most files have one group; a file that states several points has several.
    pub groups: Vec<Group>,
    /// Names of definitions that Strata does not know.
    pub unknown: Vec<String>,
    /// Findings about the file as a whole.
    pub findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub omitted: usize,
}

/// Definitions judged at the same points.
#[derive(Clone, Debug)]
pub struct Group {
    pub how: PointChoice,
    /// The points, at least one. The definitions were judged at the first; the results at the others are the same.
    pub points: Vec<Point>,
    /// The definitions, in the order of the file.
    pub definitions: Vec<JudgedDefinition>,
}

#[derive(Clone, Debug)]
pub struct JudgedDefinition {
    /// The name in Strata's data.
    pub name: String,
    /// Whether it is a structure with its own article, not a nested type.
    pub is_structure: bool,
    /// The first line of the definition, from 1.
    pub line: usize,
    /// The source id of Strata's layout; `None` if it is unknown at the point.
    pub source: Option<String>,
    /// Whether the file and Strata agree about it, as far as it was judged; `None` if it is unknown there.
    pub agrees: Option<bool>,
    /// The number of differing members, sizes and values.
    pub differing: usize,
    /// The number of members and sizes that contradict comments of the file; 0 if it agrees.
    misplaced: usize,
    /// The number of members in the file that could not be laid out.
    unplaced: usize,
    /// The member-by-member comparison; `None` for enumerations.
    pub comparison: Option<Comparison>,
    /// The points at which it agrees completely, if not here.
    pub fits: Vec<Point>,
    /// In line order.
    pub findings: Vec<Finding>,
}

impl JudgedDefinition {
    /// Whether it agrees and was judged completely.
    pub(crate) fn fits_here(&self) -> bool {
        self.agrees == Some(true) && self.unjudged().is_none()
    }

    /// Whether anything of it was judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.unjudged().is_none() || self.comparison.is_none() || self.outermost().0 > 0
    }

    /// Returns the number of our members that were judged and that were not.
    fn outermost(&self) -> (usize, usize) {
        let comparison = self.comparison.as_ref();
        comparison.map_or((0, 0), |comparison| comparison.outermost)
    }

    /// Formats how far it agrees, if only in part: `in 14 members; 77 not judged: …`, or about the members of an excerpt.
    pub fn agrees_in_words(&self) -> Option<String> {
        let Some(Finding { message, line, .. }) = self.stop() else {
            return self.comparison.as_ref()?.shown_in_words();
        };
        let why = message.split_once(": ").map_or(&**message, |(_, why)| why);
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        let (judged, unjudged) = self.outermost();
        Some(match judged {
            0 => format!("as far as it was judged: {line}{why}"),
            1 => format!("in 1 member; {unjudged} not judged: {line}{why}"),
            judged => format!("in {judged} members; {unjudged} not judged: {line}{why}"),
        })
    }

    /// Returns the finding after which the rest was not judged.
    fn stop(&self) -> Option<&Finding> {
        let mut findings = self.findings.iter();
        findings.find(|it| it.code == Code::Unjudged)
    }

    /// Returns the number of our members that were not judged, if the definition was judged in part.
    pub fn unjudged(&self) -> Option<usize> {
        self.stop().map(|_| self.outermost().1)
    }
}

impl JudgedFile {
    pub fn definitions(&self) -> impl Iterator<Item = &JudgedDefinition> {
        self.groups.iter().flat_map(|group| &group.definitions)
    }

    /// Returns all findings in line order.
    pub fn all_findings(&self) -> Vec<&Finding> {
        let own = self.definitions().flat_map(|held| &held.findings);
        let mut all: Vec<&Finding> = self.findings.iter().chain(own).collect();
        all.sort_by_key(|finding| finding.line);
        all
    }

    /// Whether the file agrees with Strata and with itself, and all known definitions in it were judged.
    pub fn agrees(&self) -> bool {
        let agrees =
            |held: &JudgedDefinition| held.agrees == Some(true) && held.findings.is_empty();
        self.omitted == 0 && self.findings.is_empty() && self.definitions().all(agrees)
    }
}

/// Judges a file by Strata's data.
///
/// # Errors
///
/// If it defines nothing known, or the requested point or structure does not exist.
pub fn judge(
    declared: &DeclarationFile<'_>,
    dataset: &Dataset,
    asked: JudgeOptions<'_>,
) -> Result<JudgedFile, JudgeError> {
    let judge = Judge { declared, dataset };
    let (targets, unknown) = judge.targets(asked)?;
    let mut groups: Vec<(PartialPoint, Vec<Target<'_>>)> = Vec::new();
    let cut = targets.len().saturating_sub(JUDGED_LIMIT);
    for one in targets.into_iter().take(JUDGED_LIMIT) {
        let at = asked.at.or(one.definition.stated);
        match groups.iter_mut().find(|(other, _)| *other == at) {
            Some((_, all)) => all.push(one),
            None => groups.push((at, vec![one])),
        }
    }
    let groups = groups
        .into_iter()
        .map(|(at, all)| choose(&judge, &all, at, asked.at));
    let groups: Vec<Group> = groups.collect::<Result<_, _>>()?;
    let points = groups.iter().flat_map(|group| &group.points);
    let archs: Vec<Arch> = points.map(|point| point.arch).collect();
    let mut judged = JudgedFile {
        kind: declared.kind,
        findings: declared.findings(&archs),
        groups,
        unknown,
        omitted: 0,
    };
    if cut > 0 {
        let message =
            format!("{cut} further definitions are not judged: the limit is {JUDGED_LIMIT}");
        let finding = Finding::new(Code::Lost, None, message);
        judged.findings.push(finding);
    }
    judged.limit();
    Ok(judged)
}

impl JudgedFile {
    /// Truncates the findings to the limit of one file.
    fn limit(&mut self) {
        let mut left = FINDINGS_LIMIT;
        let groups = self.groups.iter_mut();
        let held = groups.flat_map(|group| &mut group.definitions);
        let all = std::iter::once(&mut self.findings).chain(held.map(|held| &mut held.findings));
        for findings in all {
            self.omitted += findings.len().saturating_sub(left);
            findings.truncate(left);
            left -= findings.len();
        }
    }
}

struct Judge<'a, 't> {
    declared: &'a DeclarationFile<'t>,
    dataset: &'a Dataset,
}

/// A definition and the data it refers to.
struct Target<'a> {
    definition: &'a Definition,
    subject: Subject<'a>,
}

impl Target<'_> {
    /// Creates a finding about the definition as a whole.
    fn finding(&self, code: Code, message: String) -> Finding {
        Finding::new(code, Some(self.definition.line), message)
    }
}

impl<'a> Judge<'a, '_> {
    /// Returns the definitions to judge, and the unknown names.
    fn targets(
        &self,
        asked: JudgeOptions<'_>,
    ) -> Result<(Vec<Target<'a>>, Vec<String>), JudgeError> {
        let mut targets = Vec::new();
        let mut unknown = Vec::new();
        for definition in &self.declared.definitions {
            let mut names = definition.names.iter();
            let known = names.find_map(|name| Subject::find(self.dataset, name));
            match known.or_else(|| self.only_match(definition)) {
                Some(subject) => targets.push(Target {
                    definition,
                    subject,
                }),
                None => unknown.extend(definition.names.first().map(ToString::to_string)),
            }
        }
        if let Some(name) = asked.structure {
            return Ok((self.only_target(name, targets)?, Vec::new()));
        }
        match (targets.is_empty(), &self.declared.definitions[..]) {
            (true, [only]) if only.names.is_empty() => Err(JudgeError::Nameless),
            (true, _) => Err(JudgeError::NothingKnown(unknown)),
            (false, _) => Ok((targets, unknown)),
        }
    }

    /// Returns the only structure that an unnamed listing agrees with.
    fn only_match(&self, definition: &Definition) -> Option<Subject<'a>> {
        let Body::Listing(listing) = &definition.body else {
            return None;
        };
        if !definition.names.is_empty() {
            return None;
        }
        let judged = identify(listing, self.dataset, identify::CandidateScope::default());
        let mut agreeing = judged.best().map(|it| it.comparison.structure.as_str());
        let first = agreeing.next()?;
        let is_only = agreeing.all(|other| other == first);
        is_only.then(|| Subject::find(self.dataset, first))?
    }

    fn only_target(
        &self,
        name: &str,
        targets: Vec<Target<'a>>,
    ) -> Result<Vec<Target<'a>>, JudgeError> {
        let Some(subject) = Subject::find(self.dataset, name) else {
            let missing = lookup::structure(self.dataset, name).err();
            return Err(missing.map_or(JudgeError::Nameless, JudgeError::Missing));
        };
        let is = |one: &Target<'_>| one.subject.name() == subject.name();
        let own: Vec<Target<'a>> = targets.into_iter().filter(is).collect();
        match (own.is_empty(), &self.declared.definitions[..]) {
            (false, _) => Ok(own),
            (true, [definition]) => Ok(vec![Target {
                definition,
                subject,
            }]),
            (true, definitions) => Err(JudgeError::NotDefined {
                asked: name.to_owned(),
                defined: definitions
                    .iter()
                    .filter_map(|it| it.names.first().map(ToString::to_string))
                    .collect(),
            }),
        }
    }
}

/// The data that a name refers to.
#[derive(Clone, Copy, Debug)]
enum Subject<'a> {
    Structure(&'a Structure),
    Type(&'a Type),
}

/// Returns the scope of a type's module at a point: the image of that version if its symbol file is known, otherwise the
/// release.
fn scope(types: &Catalogue, ty: &Type, point: Point) -> Option<Scope> {
    match types.image_for(&ty.module, point) {
        Some(image) => types.image_scope(image),
        None => Some(types.scope(point.version.release()?, point.arch)),
    }
}

impl<'a> Subject<'a> {
    /// Looks up a name, ignoring case and a leading underscore.
    fn find(dataset: &'a Dataset, name: &str) -> Option<Self> {
        let Some(structure) = dataset.structure(name) else {
            let ty = dataset.catalogue().find(name).ok();
            return ty.or_else(|| exported(dataset, name)).map(Self::Type);
        };
        match structure.audited() {
            Some(_) => Some(Self::Structure(structure)),
            None => structure.ty().map(Self::Type),
        }
    }

    /// Returns the type of the same name in the image of a point, if that is an image of another module.
    fn at(self, types: &'a Catalogue, point: Point) -> Self {
        let (Self::Type(ty), Version::Build(_) | Version::Pdb(_)) = (self, point.version) else {
            return self;
        };
        if types.image_for(&ty.module, point).is_some() {
            return self;
        }
        let mut images = types
            .numbered_images()
            .filter(|(_, it)| it.point() == point);
        let own = images.find_map(|(index, image)| {
            let mut types = types.all_named(&ty.name).iter();
            types.find(|it| it.module == image.module && it.class_of(index).is_some())
        });
        own.map_or(self, Self::Type)
    }

    fn type_name(self) -> &'a TypeName {
        match self {
            Self::Structure(structure) => &structure.name,
            Self::Type(ty) => &ty.name,
        }
    }

    fn name(self) -> &'a str {
        self.type_name().as_str()
    }

    /// Returns the name shown to users; for an unnamed type, as in exports.
    fn title(self) -> String {
        match self.type_name().is_unnamed() {
            true => self.type_name().c_identifier(),
            false => self.name().to_owned(),
        }
    }

    fn is_structure(self) -> bool {
        matches!(self, Self::Structure(_))
    }

    /// Returns the known points in release order, builds last.
    fn points(self, types: &Catalogue) -> Vec<Point> {
        match self {
            Self::Structure(structure) => {
                let layouts = structure.every_layout();
                layouts.iter().map(|layout| layout.point).collect()
            }
            Self::Type(ty) => {
                let archs = Arch::ALL.into_iter();
                let points =
                    archs.flat_map(|arch| Release::all().map(move |release| (release, arch)));
                let has = |(release, arch): &(Release, Arch)| {
                    let scope = types.scope(*release, *arch);
                    release.exists_for(*arch) && ty.class_in(scope).is_some()
                };
                let points = points.filter(has);
                let points = points.map(|(release, arch)| Point::new(release, arch));
                let images = types.numbered_images();
                let own = images.filter(|(index, image)| {
                    !image.module.is_kernel() && ty.class_of(*index).is_some()
                });
                points.chain(own.map(|(_, image)| image.point())).collect()
            }
        }
    }

    /// Returns the reason why it is unknown at a point.
    fn missing(self, types: &Catalogue, point: Point) -> Option<Missing> {
        match self {
            Self::Structure(structure) => lookup::at(structure, point).err(),
            Self::Type(ty)
                if scope(types, ty, point).is_some_and(|it| ty.class_in(it).is_some()) =>
            {
                None
            }
            Self::Type(_) => {
                let detail = format!("{} is not stated at {point}.", self.title());
                Some(Missing::plain(detail))
            }
        }
    }
}

/// Returns the type of a module other than the kernel by its name in exports: `_ksi__KPH_PROCESS_CONTEXT`.
pub(super) fn exported<'a>(dataset: &'a Dataset, name: &str) -> Option<&'a Type> {
    let name = name.strip_prefix('_').unwrap_or(name);
    let own = dataset.structures().iter().find(|structure| {
        let module = structure.ty().map(|ty| &ty.module);
        module.is_some_and(|module| !module.is_kernel()) && structure.name.c_identifier() == name
    });
    own?.ty()
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JudgeError {
    #[error("none of its definitions is known here: {}", list(.0))]
    NothingKnown(Vec<String>),
    #[error("it does not define `{asked}`, but {}", list(.defined))]
    NotDefined { asked: String, defined: Vec<String> },
    #[error("{}", .0.detail)]
    Missing(Missing),
    /// The definition has no name.
    #[error(
        "it does not name its structure, and agrees with none: name the structure (--structure)"
    )]
    Nameless,
}

/// Formats the first names, and the number of the others.
pub fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    match names.split_at_checked(SHOWN) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ if names.is_empty() => "nothing has a name".to_owned(),
        _ => names.join(", "),
    }
}
