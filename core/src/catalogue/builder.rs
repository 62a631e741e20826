//! Merges symbol files into types and layout classes, and writes the catalogue.
//!
//! # When two layouts are equal
//!
//! Kind, size and rows count, and the sizes of the types in it. The order of members does not, because some sources do
//! not keep it: if two sources state the same layout, an order other than that of the offsets is taken as the
//! declaration's.
//!
//! Some sources do not state positions of bit fields; their readers sum up widths. A sum is right if the fields of a
//! unit are contiguous. If not, positions from another source replace the sums.
//!
//! # Two definitions of one name
//!
//! A symbol file can define a name twice; the definitions are variants 1, 2 …, largest first. The largest is that of
//! the image's own code. A source that keeps only one definition is matched to a variant by content.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Write as _};

use super::read::images_of;
use super::{
    Catalogue, Definition, Image, ImageIndex, ImageSet, ModuleName, Scope, SymbolFile, write,
};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::name::TypeName;
use crate::raw::{LineError, Text};
use crate::release::Release;
use crate::types::{EnumValue, SizeAndAlign, TypeKind, TypeMember, scalar};
use crate::units::BitRange;

/// Collects symbol files. Sharing of layouts between images is final when all files are added.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// In the order in which they were added.
    images: Vec<Image>,
    types: BTreeMap<ModuleName, BTreeMap<Box<str>, Entry>>,
    /// The catalogue that it started with. Types to which no file adds anything are not parsed: most of a catalogue, when a
    /// server merges a small one with the built-in one.
    known: Catalogue,
}

/// A disagreement between two sources of one image. The first source's statement is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The image, as [`Image::id`] writes it.
    pub image: String,
    /// The type; `None` if the conflict is about the image itself.
    pub name: Option<TypeName>,
    /// The two statements.
    pub problem: String,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.image)?;
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        f.write_str(&self.problem)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub images: usize,
    /// Named types that an image defines.
    pub types: usize,
    /// Distinct layouts of these types, ignoring bit positions.
    pub layouts: usize,
}

/// All definitions of one name in one module.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// The types in `known` that are not parsed yet, by index.
    known: Vec<usize>,
    classes: Vec<Class>,
    by_content: HashMap<String, usize>,
    declared: ImageSet,
}

#[derive(Clone, Debug)]
struct Class {
    definition: Definition,
    /// The content without bit positions.
    shape: String,
    images: ImageSet,
    /// The images with a source that states bit positions.
    given: ImageSet,
}

impl Builder {
    /// Starts with the symbol files in a catalogue.
    pub fn from_catalogue(catalogue: &Catalogue) -> Self {
        let mut builder = Self {
            images: catalogue.images().to_vec(),
            known: catalogue.clone(),
            ..Self::default()
        };
        let types = catalogue.types().iter().enumerate();
        for (at, ty) in types.filter(|(_, ty)| !ty.text().is_empty()) {
            let types = builder.types.entry(ty.module.clone()).or_default();
            let entry = types.entry(ty.name.as_str().into()).or_default();
            entry.known.push(at);
        }
        builder
    }

    /// Returns the images so far, in the order in which they were added.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            images: self.images.len(),
            ..Counts::default()
        };
        for entry in self.types.values().flat_map(BTreeMap::values) {
            let mut entry = Cow::Borrowed(entry);
            if !entry.known.is_empty() {
                entry.to_mut().parse(&self.known);
            }
            let classes = entry.classes.iter();
            let classes =
                classes.filter(|it| !it.images.is_empty() && !it.definition.name.is_unnamed());
            let shapes: BTreeSet<&str> = classes.map(|class| class.shape.as_str()).collect();
            counts.types += usize::from(!shapes.is_empty());
            counts.layouts += shapes.len();
        }
        counts
    }

    /// Adds a symbol file. Returns the conflicts with an earlier file of the same image; what only one states is added.
    pub fn add(&mut self, file: SymbolFile) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        let known = self.position(&file.image);
        let at = match known {
            Some(at) => {
                conflicts.extend(self.join(at, &file.image));
                at
            }
            None => {
                self.images.push(file.image.clone());
                self.images.len() - 1
            }
        };
        let image = ImageIndex(u32::try_from(at).unwrap_or(u32::MAX));
        let id = file.image.id();
        let types = self.types.entry(file.image.module).or_default();
        for definitions in by_name(file.definitions) {
            let Some(name) = definitions.first().map(|it| it.name.clone()) else {
                continue;
            };
            let entry = types.entry(name.as_str().into()).or_default();
            entry.parse(&self.known);
            let problems = match known {
                None => {
                    let new = definitions.iter();
                    new.for_each(|it| entry.add_definition(it, image));
                    Vec::new()
                }
                Some(_) => entry.merge_definitions(&definitions, image),
            };
            conflicts.extend(problems.into_iter().map(|problem| Conflict {
                image: id.clone(),
                name: Some(name.clone()),
                problem,
            }));
        }
        for name in file.declared {
            let entry = types.entry(name.as_str().into()).or_default();
            entry.parse(&self.known);
            let mut classes = entry.classes.iter();
            if !classes.any(|class| class.images.contains(image)) {
                entry.declared.insert(image);
            }
        }
        conflicts
    }

    /// Adds the symbol files of another catalogue.
    pub fn add_catalogue(&mut self, other: &Catalogue) -> Vec<Conflict> {
        let images = other.numbered_images();
        let files = images.filter_map(|(index, _)| other.symbol_file(index));
        files.flat_map(|file| self.add(file)).collect()
    }

    fn position(&self, image: &Image) -> Option<usize> {
        self.images.iter().position(|it| it.key() == image.key())
    }

    /// Merges another symbol file of an image.
    fn join(&mut self, at: usize, witness: &Image) -> Option<Conflict> {
        let image = &mut self.images[at];
        for source in &witness.sources {
            if !image.sources.contains(source) {
                image.sources.push(source.clone());
            }
        }
        let (known, other) = (image.pdb.or(witness.pdb), witness.pdb.or(image.pdb));
        image.pdb = known;
        let (known, other) = known.zip(other).filter(|(known, other)| known != other)?;
        let problem = format!("the known PDB {known} is kept; this file has {other}");
        Some(Conflict {
            image: image.id(),
            name: None,
            problem,
        })
    }

    /// Returns the catalogue of all files.
    ///
    /// # Errors
    ///
    /// Its file would be too large, or have too many images or types.
    pub fn finish(mut self) -> Result<Catalogue, LineError> {
        let mut order: Vec<usize> = (0..self.images.len()).collect();
        order.sort_unstable_by(|a, b| self.images[*a].key().cmp(&self.images[*b].key()));
        let mut places = vec![0; order.len()];
        for (place, image) in order.iter().enumerate() {
            places[*image] = place;
        }
        let images: Vec<Image> = order.iter().map(|at| self.images[*at].clone()).collect();
        let sorted = |set: &ImageSet| -> ImageSet {
            let places = set.iter().map(|image| places[image.index()]);
            places
                .map(|place| ImageIndex(u32::try_from(place).unwrap_or(u32::MAX)))
                .collect()
        };
        for entry in self.types.values_mut().flat_map(BTreeMap::values_mut) {
            entry.resolve_bit_positions();
            entry.declared = sorted(&entry.declared);
            for class in &mut entry.classes {
                class.images = sorted(&class.images);
            }
        }
        let entries = self.types.values().flat_map(BTreeMap::values);
        let kept = entries.flat_map(|entry| &entry.known);
        let kept = kept.filter_map(|at| Some((*at, self.kept(*at, &images, sorted)?)));
        let kept: BTreeMap<usize, (String, String)> = kept.collect();
        let merged = Text::from(self.text(&images, &kept, None));
        let catalogue = Catalogue::of_text(merged.clone())?;
        // Images with the same members can differ in the sizes of the types in them.
        let split = self.text(&images, &kept, Some(&catalogue));
        match *split == *merged {
            true => Ok(catalogue),
            false => Catalogue::of_text(split.into()),
        }
    }

    /// The name and the lines of a type that is not parsed, with its images among all images; `None` if an image is unknown.
    fn kept(
        &self,
        at: usize,
        images: &[Image],
        sorted: impl Fn(&ImageSet) -> ImageSet,
    ) -> Option<(String, String)> {
        let ty = self.known.types().get(at)?;
        if images.len() == self.known.images().len() {
            return Some((ty.full_name(), ty.text().to_owned()));
        }
        let moved = |text: &str| {
            let set = images_of(text, &ty.module, self.known.images()).ok()?;
            Some(write::images(&sorted(&set), images))
        };
        let mut text = String::with_capacity(ty.text().len());
        for line in ty.text().lines() {
            // `=struct 16~ x64 10.0.19041.264`, `?x64 10.0.26100.1742`
            let head = match line.as_bytes().first() {
                Some(b'=') => line.match_indices(' ').nth(1)?.0 + 1,
                Some(b'?') => 1,
                _ => line.len(),
            };
            let (head, set) = line.split_at(head);
            text.push_str(head);
            if !set.is_empty() {
                text.push_str(&moved(set)?);
            }
            text.push('\n');
        }
        Some((ty.full_name(), text))
    }

    /// The text with images sorted; classes are split by the sizes of the types in them if these are known.
    fn text(
        &self,
        images: &[Image],
        kept: &BTreeMap<usize, (String, String)>,
        known: Option<&Catalogue>,
    ) -> String {
        let mut texts: Vec<(String, Cow<'_, str>)> = Vec::new();
        for (module, types) in &self.types {
            for (name, entry) in types {
                let own = entry.known.iter().filter_map(|at| kept.get(at));
                texts.extend(own.map(|(name, lines)| (name.clone(), lines.into())));
                for (at, variant) in entry.variants(images).into_iter().enumerate() {
                    let variant = match known {
                        Some(known) => split_by_measures(variant, known),
                        None => variant,
                    };
                    let of_module = match module.is_kernel() {
                        true => String::new(),
                        false => format!("{module}!"),
                    };
                    let (number, declared) = match at {
                        0 => (String::new(), entry.declared.clone()),
                        _ => (format!("~{}", at + 1), ImageSet::default()),
                    };
                    let lines = lines(&variant, &declared, images);
                    if !lines.is_empty() {
                        texts.push((format!("{of_module}{name}{number}"), lines.into()));
                    }
                }
            }
        }
        write::file(images, texts.into_iter())
    }
}

/// Splits classes so that in all images of a class each member has the same size and alignment.
fn split_by_measures<'a>(
    classes: Vec<(&'a Definition, ImageSet)>,
    known: &Catalogue,
) -> Vec<(&'a Definition, ImageSet)> {
    let mut split: Vec<(&Definition, ImageSet)> = Vec::with_capacity(classes.len());
    for (definition, images) in classes {
        let is_held = |ty: &&CType| {
            let held = ty.by_value();
            held.is_some_and(|name| scalar(name, Arch::X64).is_none())
        };
        let types = definition.members.iter().map(|it| &it.declaration.ty);
        let (held, plain): (Vec<&CType>, Vec<&CType>) = types.partition(is_held);
        let measures = |types: &[&CType], scope: Scope| -> Vec<Option<SizeAndAlign>> {
            let measures = types.iter().map(|ty| known.measure(ty, scope));
            measures.collect()
        };
        let of_arch =
            Arch::ALL.map(|arch| measures(&plain, Scope::of_release(Release::FIRST, arch)));
        let mut parts: Vec<(_, ImageSet)> = Vec::new();
        for image in images.iter() {
            let Some(scope) = known.image_scope(image) else {
                continue;
            };
            let key = (&of_arch[scope.arch as usize], measures(&held, scope));
            match parts.iter_mut().find(|(known, _)| *known == key) {
                Some((_, images)) => images.insert(image),
                None => parts.push((key, ImageSet::from_iter([image]))),
            }
        }
        split.extend(parts.into_iter().map(|(_, images)| (definition, images)));
    }
    split.sort_by_key(|(_, images)| images.runs().first().copied());
    split
}

/// Groups definitions by name, sorted by name.
fn by_name(mut definitions: Vec<Definition>) -> Vec<Vec<Definition>> {
    definitions.sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
    let mut groups: Vec<Vec<Definition>> = Vec::new();
    for definition in definitions {
        match groups.last_mut() {
            Some(group) if group[0].name.as_str() == definition.name.as_str() => {
                group.push(definition);
            }
            _ => groups.push(vec![definition]),
        }
    }
    groups
}

fn extend(set: &mut ImageSet, other: &ImageSet) {
    for (first, last) in other.runs() {
        set.insert_run(*first, *last);
    }
}

impl Entry {
    /// Parses its types in the catalogue that the builder started with.
    fn parse(&mut self, known: &Catalogue) {
        for at in std::mem::take(&mut self.known) {
            let Some(ty) = known.types().get(at) else {
                continue;
            };
            for class in ty.classes() {
                let at = self.class(&ty.definition(class));
                let own = &mut self.classes[at];
                extend(&mut own.images, &class.images);
                if class.bits_given {
                    extend(&mut own.given, &class.images);
                }
            }
            if let Some(declared) = ty.declared() {
                extend(&mut self.declared, declared);
            }
        }
    }

    /// Returns the class with a definition's content, creating it if needed. Takes over the order of a declaration.
    fn class(&mut self, definition: &Definition) -> usize {
        let content = content(definition);
        let Some(&at) = self.by_content.get(&content) else {
            self.by_content.insert(content, self.classes.len());
            self.classes.push(Class {
                definition: definition.clone(),
                shape: shape(definition),
                images: ImageSet::default(),
                given: ImageSet::default(),
            });
            return self.classes.len() - 1;
        };
        let own = &mut self.classes[at].definition;
        own.bits_given |= definition.bits_given;
        if !has_declared_order(own) && has_declared_order(definition) {
            own.members.clone_from(&definition.members);
            own.values.clone_from(&definition.values);
        }
        at
    }

    fn add_definition(&mut self, definition: &Definition, image: ImageIndex) {
        let at = self.class(definition);
        let class = &mut self.classes[at];
        class.images.insert(image);
        if definition.bits_given {
            class.given.insert(image);
        }
        self.declared.remove(image);
    }

    /// Adds the definitions of another source of an image and returns the conflicts.
    fn merge_definitions(&mut self, definitions: &[Definition], image: ImageIndex) -> Vec<String> {
        let has = |class: &Class| class.images.contains(image);
        let of_image = |(at, class): (usize, &Class)| has(class).then_some(at);
        let classes = self.classes.iter().enumerate();
        let mut before: Vec<usize> = classes.filter_map(of_image).collect();
        let mut problems = Vec::new();
        let mut new = Vec::new();
        for definition in definitions {
            let (content, shape) = (content(definition), shape(definition));
            let same = self.by_content.get(&content).copied();
            let equal = before.iter().position(|at| Some(*at) == same);
            let is_like = |at: &usize| self.classes[*at].shape == shape;
            let like = || before.iter().position(is_like);
            let Some(at) = equal.or_else(like).map(|at| before.remove(at)) else {
                new.push(definition);
                continue;
            };
            let given = self.classes[at].given.contains(image);
            match (equal.is_some(), given, definition.bits_given) {
                (true, ..) => self.add_definition(definition, image),
                (false, false, true) => {
                    self.classes[at].images.remove(image);
                    self.add_definition(definition, image);
                }
                // Sums of widths do not contradict stated positions, but can supply the order.
                (false, true, false) => {
                    self.class(definition);
                }
                (false, ..) => problems.push(difference(&self.classes[at].definition, definition)),
            }
        }
        for definition in new {
            match before.first() {
                // One source keeps one definition of the name, the other both.
                None => self.add_definition(definition, image),
                Some(at) => problems.push(difference(&self.classes[*at].definition, definition)),
            }
        }
        problems
    }

    /// Replaces sums of widths by positions that another source states.
    fn resolve_bit_positions(&mut self) {
        for sums in 0..self.classes.len() {
            let class = &self.classes[sums];
            if class.definition.bits_given {
                continue;
            }
            let stated = |other: &Class| {
                other.definition.bits_given
                    && other.shape == class.shape
                    && may_be_summed_wrong(&class.definition, &other.definition)
            };
            let mut found = (0..self.classes.len()).filter(|at| stated(&self.classes[*at]));
            let (Some(found), None) = (found.next(), found.next()) else {
                continue;
            };
            let images = std::mem::take(&mut self.classes[sums].images);
            let declared = has_declared_order(&self.classes[sums].definition);
            if declared && !has_declared_order(&self.classes[found].definition) {
                let order = self.classes[sums].definition.members.clone();
                reorder(&mut self.classes[found].definition.members, &order);
            }
            extend(&mut self.classes[found].images, &images);
        }
    }

    /// The classes of each variant with their images; the sets index `images`.
    fn variants(&self, images: &[Image]) -> Vec<Vec<(&Definition, ImageSet)>> {
        let mut of_image: BTreeMap<ImageIndex, Vec<usize>> = BTreeMap::new();
        for (at, class) in self.classes.iter().enumerate() {
            for image in class.images.iter() {
                of_image.entry(image).or_default().push(at);
            }
        }
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        let mut since: HashMap<Arch, ImageIndex> = HashMap::new();
        for (image, classes) in of_image.iter_mut().filter(|(_, classes)| classes.len() > 1) {
            classes.sort_by(|a, b| {
                let (a, b) = (&self.classes[*a].definition, &self.classes[*b].definition);
                let rows = |it: &Definition| (it.size, it.members.len() + it.values.len());
                let order = rows(b).cmp(&rows(a));
                order.then_with(|| content(a).cmp(&content(b)))
            });
            for (number, class) in classes.iter().enumerate() {
                numbers.entry(*class).or_insert(number);
            }
            if let Some(image_of) = images.get(image.index()) {
                since.entry(image_of.arch).or_insert(*image);
            }
        }
        let mut variants: Vec<BTreeMap<usize, ImageSet>> = vec![BTreeMap::new()];
        for (image, classes) in &of_image {
            let arch = images.get(image.index()).map(|image| image.arch);
            let since = arch.and_then(|arch| since.get(&arch));
            for (place, class) in classes.iter().enumerate() {
                let number = match (classes.len(), since) {
                    // Before the first file with two definitions, a lone definition is variant 1.
                    (1, Some(since)) if image >= since => numbers
                        .get(class)
                        .copied()
                        .unwrap_or_else(|| self.nearest_variant(*class, &numbers)),
                    _ => place,
                };
                while variants.len() <= number {
                    variants.push(BTreeMap::new());
                }
                variants[number].entry(*class).or_default().insert(*image);
            }
        }
        let sorted = |classes: BTreeMap<usize, ImageSet>| {
            let definition =
                |(at, images): (usize, ImageSet)| (&self.classes[at].definition, images);
            let mut classes: Vec<(&Definition, ImageSet)> =
                classes.into_iter().map(definition).collect();
            classes.sort_by_key(|(_, images)| images.runs().first().copied());
            classes
        };
        variants.into_iter().map(sorted).collect()
    }

    /// The variant that a class resembles most by the names of its rows.
    fn nearest_variant(&self, class: usize, numbers: &HashMap<usize, usize>) -> usize {
        let names = |at: usize| -> BTreeSet<&str> {
            let definition = &self.classes[at].definition;
            let members = definition.members.iter().map(|it| &*it.declaration.name);
            let values = definition.values.iter().map(|it| &*it.name);
            members.chain(values).collect()
        };
        let own = names(class);
        let likeness = |other: usize| {
            let other = names(other);
            let common = own.intersection(&other).count();
            common * 1_000 / (own.len() + other.len() - common).max(1)
        };
        let by_number =
            |(at, number): (&usize, &usize)| (likeness(*at), std::cmp::Reverse(*number));
        let best = numbers.iter().map(by_number).max();
        best.map_or(0, |(_, number)| number.0)
    }
}

/// The identity of a layout: kind, size and rows in canonical order.
fn content(definition: &Definition) -> String {
    text(definition, write::key)
}

/// The content without the positions of bit fields.
fn shape(definition: &Definition) -> String {
    text(definition, |member| {
        let mut whole = member.clone();
        whole.bits = None;
        match member.bits {
            Some(bits) => format!("{}:{}", bits.width(), write::key(&whole)),
            None => write::key(&whole),
        }
    })
}

fn text(definition: &Definition, row: impl Fn(&TypeMember) -> String) -> String {
    let mut rows: Vec<String> = definition.members.iter().map(row).collect();
    rows.extend(definition.values.iter().map(write::value));
    rows.sort_unstable();
    let mut text = format!("{} {}", definition.kind.as_str(), definition.size.get());
    for row in rows {
        text.push('\n');
        text.push_str(&row);
    }
    text
}

/// Returns whether the rows must be in declaration order, as they are sorted neither by offset nor by value.
fn has_declared_order(definition: &Definition) -> bool {
    let member = |it: &TypeMember| {
        let bit = it.bits.map(BitRange::bit);
        (it.offset, bit, it.declaration.name.clone())
    };
    let value = |it: &EnumValue| (it.value, it.name.clone());
    !definition.members.is_sorted_by_key(member) || !definition.values.is_sorted_by_key(value)
}

/// Returns whether sums of widths can be wrong where they differ from stated positions: only in units whose fields
/// overlap or leave bits unused. In other units a different position is a different layout.
fn may_be_summed_wrong(sums: &Definition, stated: &Definition) -> bool {
    let unit = |definition: &Definition, of: &TypeMember| {
        let is_of =
            |it: &&TypeMember| it.offset == of.offset && it.declaration.ty == of.declaration.ty;
        let members = definition.members.iter().filter(is_of);
        let fields = members.filter_map(|it| Some((it.bits?, it.declaration.name.clone())));
        let mut fields: Vec<_> = fields.collect();
        fields.sort_unstable();
        fields
    };
    let mut fields = stated.members.iter().filter(|it| it.bits.is_some());
    fields.all(|member| {
        let fields = unit(stated, member);
        let mut next = 0;
        let tiles = fields.iter().all(|(bits, _)| {
            let follows = bits.bit() == next;
            next = bits.bit() + bits.width();
            follows
        });
        !tiles || unit(sums, member) == fields
    })
}

/// Sorts rows like `order`, whose rows differ only in bit positions.
fn reorder(members: &mut Vec<TypeMember>, order: &[TypeMember]) {
    let mut rest = std::mem::take(members);
    for wanted in order {
        let is =
            |it: &TypeMember| it.offset == wanted.offset && it.declaration == wanted.declaration;
        if let Some(at) = rest.iter().position(is) {
            members.push(rest.remove(at));
        }
    }
    members.append(&mut rest);
}

/// Describes the difference of two definitions in one sentence.
fn difference(known: &Definition, other: &Definition) -> String {
    let (a, b) = (known.kind.as_str(), other.kind.as_str());
    if a != b {
        return format!("the known kind {a} is kept; this file has {b}");
    }
    let (a, b) = (known.size.get(), other.size.get());
    if a != b {
        return format!("the known size, {a} bytes, is kept; this file has {b}");
    }
    let rows = |it: &Definition| -> BTreeSet<String> {
        let members = it.members.iter().map(write::key);
        members.chain(it.values.iter().map(write::value)).collect()
    };
    let (known, other) = (rows(known), rows(other));
    let first = |a: &BTreeSet<String>, b: &BTreeSet<String>| match a.difference(b).next() {
        Some(row) => format!("`{row}`"),
        None => "no such row".to_owned(),
    };
    let (known, other) = (first(&known, &other), first(&other, &known));
    format!("the known {known} is kept; this file has {other}")
}

/// The lines of one type. Members and values are numbered apart: a name can be a structure in one image and an
/// enumeration in another.
fn lines(classes: &[(&Definition, ImageSet)], declared: &ImageSet, images: &[Image]) -> String {
    let mut text = String::new();
    let mut heads = String::new();
    let (mut members, mut values) = (Rows::default(), Rows::default());
    for (definition, of) in classes {
        let own: Vec<usize> = match definition.kind {
            TypeKind::Enum => {
                let rows = definition.values.iter().map(write::value);
                rows.map(|row| values.number(row, &mut text)).collect()
            }
            _ => {
                let rows = definition.members.iter().map(write::member);
                rows.map(|row| members.number(row, &mut text)).collect()
            }
        };
        let has_bits = definition.members.iter().any(|it| it.bits.is_some());
        let is_sum = has_bits && !definition.bits_given;
        let sums = if is_sum { "~" } else { "" };
        let (kind, size) = (definition.kind.as_str(), definition.size.get());
        // Writing to a string cannot fail.
        let _ = writeln!(heads, "={kind} {size}{sums} {}", write::images(of, images));
        let _ = writeln!(heads, ":{}", write::numbers(&own));
    }
    text.push_str(&heads);
    if !declared.is_empty() {
        let _ = writeln!(text, "?{}", write::images(declared, images));
    }
    text
}

/// The distinct rows of a type, in the order of writing.
#[derive(Default)]
struct Rows(HashMap<String, usize>);

impl Rows {
    /// Returns the number of a row; writes the row if it is new.
    fn number(&mut self, row: String, text: &mut String) -> usize {
        let next = self.0.len();
        *self.0.entry(row).or_insert_with_key(|row| {
            let _ = writeln!(text, " {row}");
            next
        })
    }
}

#[cfg(test)]
mod tests;
