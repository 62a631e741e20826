//! A header into what it declares: definitions, names for types, assertions. Functions and variables are passed over.

use super::declarator::declarator;
use super::lex::Kind;
use super::model::{Comment, Lost, Processed, Record, Tagged, Ty, Unit};
use super::pack::Packing;
use super::reader::Reader;
use super::specifier::Attributes;
use super::words::builtin;

/// Whether a word begins a definition.
pub(super) fn begins(word: &str) -> bool {
    matches!(word, "typedef" | "struct" | "union" | "class" | "enum")
}

/// What a header declares.
pub(super) fn parse(processed: Processed<'_>) -> Unit<'_> {
    let mut parser = Parser {
        reader: Reader::new(&processed.tokens),
        comments: &processed.comments,
        packing: Packing::default(),
        unit: Unit::default(),
        depth: 0,
    };
    while !parser.reader.is_over() {
        parser.outermost();
    }
    let mut unit = parser.unit;
    if processed.is_cut {
        unit.lost.push(Lost {
            line: 1,
            why: "its macros come to more words than are taken".to_owned(),
        });
    }
    unit.name_by_aliases();
    unit.comments = processed.comments;
    unit.unsettled = processed.unsettled;
    unit
}

pub(super) struct Parser<'a, 't> {
    pub(super) reader: Reader<'a, 't>,
    pub(super) comments: &'a [Comment<'t>],
    pub(super) packing: Packing<'t>,
    pub(super) unit: Unit<'t>,
    /// How many structures are open.
    pub(super) depth: usize,
}

/// What stands before names in a declaration.
pub(super) struct Specified<'t> {
    pub(super) ty: Ty<'t>,
    pub(super) attributes: Attributes<'t>,
    pub(super) is_typedef: bool,
    /// The type is defined there.
    pub(super) is_definition: bool,
}

impl<'t> Parser<'_, 't> {
    /// One thing that stands in no structure.
    fn outermost(&mut self) {
        let start = self.reader.at();
        match self.reader.peek() {
            Some(Kind::Pack(pack)) => {
                self.packing.apply(pack);
                self.reader.next();
            }
            Some(Kind::Sign(";" | "}") | Kind::Unsettled(_)) => {
                self.reader.next();
            }
            Some(Kind::Word("extern")) if matches!(self.reader.peek_at(1), Some(Kind::Text(_))) => {
                self.reader.next();
                self.reader.next();
                self.reader.take("{");
            }
            Some(Kind::Word("namespace")) => {
                while self.reader.take_word().is_some() || self.reader.take("::") {}
                self.reader.take("{");
            }
            Some(Kind::Word("template" | "using" | "friend" | "__asm" | "asm")) => {
                self.reader.skip_declaration();
            }
            Some(Kind::Word(word)) if self.asserts(word) => {}
            // A macro of which nothing is known stands before a definition.
            Some(Kind::Word(word)) if !begins(word) && self.is_definition_next() => {
                self.reader.next();
            }
            Some(Kind::Word(_)) => self.declaration(),
            _ => self.reader.skip_brackets(),
        }
        if self.reader.at() == start {
            self.reader.skip_brackets();
        }
    }

    fn is_definition_next(&self) -> bool {
        matches!(self.reader.peek_at(1), Some(Kind::Word(word)) if begins(word))
    }

    /// A definition, names for types, or what is of no interest.
    pub(super) fn declaration(&mut self) {
        let start = self.reader.at();
        match self.specified() {
            Ok(specified) if specified.is_typedef => self.names(&specified),
            Ok(_) => self.reader.skip_declaration(),
            Err(lost) => {
                self.unit.lost.push(lost);
                self.reader.skip_declaration();
            }
        }
        self.size_around(start);
    }

    /// What a `typedef` gives names to.
    fn names(&mut self, specified: &Specified<'t>) {
        loop {
            let ty = specified.ty.clone();
            let Some(declared) = declarator(&mut self.reader, ty) else {
                return self.reader.skip_declaration();
            };
            if let Some(name) = declared.name {
                match declared.ty {
                    Ty::Record(at) => {
                        if let Some(record) = self.unit.records.get_mut(at) {
                            record.add_name(name);
                            record.align = record.align.max(declared.align);
                        }
                    }
                    Ty::Enum(at) => {
                        if let Some(one) = self.unit.enums.get_mut(at) {
                            one.names.push(name);
                        }
                    }
                    _ => {}
                }
                self.unit.aliases.insert(name, declared.ty);
            }
            if !self.reader.take(",") {
                break;
            }
        }
        if !self.reader.take(";") {
            self.reader.skip_declaration();
        }
    }

    /// The type that stands before names, and what it is defined as, where that stands there.
    pub(super) fn specified(&mut self) -> Result<Specified<'t>, Lost> {
        let mut attributes = Attributes::default();
        let mut is_typedef = false;
        let definitions = (self.unit.records.len(), self.unit.enums.len());
        let mut ty = None;
        loop {
            if attributes.take(&mut self.reader) {
                if let Some(pack) = attributes.pack.take() {
                    self.packing.apply(pack);
                }
                continue;
            }
            let Some(word) = self.reader.word() else {
                break;
            };
            if word == "typedef" {
                is_typedef = true;
                self.reader.next();
            } else if ty.is_some() {
                break;
            } else if matches!(word, "struct" | "union" | "class" | "__interface") {
                ty = Some(self.record()?);
            } else if word == "enum" {
                ty = Some(self.enumeration()?);
            } else {
                ty = Some(match builtin(&mut self.reader, &mut attributes) {
                    Some(ty) => ty,
                    None => self.named()?,
                });
            }
        }
        let ty = ty.ok_or_else(|| self.lost("no type stands there"))?;
        Ok(Specified {
            ty,
            attributes,
            is_typedef,
            is_definition: (self.unit.records.len(), self.unit.enums.len()) != definitions,
        })
    }

    /// `X`, `space::X`
    fn named(&mut self) -> Result<Ty<'t>, Lost> {
        let mut name = self.reader.take_word();
        while self.reader.take("::") {
            name = self.reader.take_word();
        }
        let name = name.ok_or_else(|| self.lost("no type stands there"))?;
        match self.reader.is("<") {
            true => Err(self.lost("templates are not read")),
            false => Ok(Ty::Name(name)),
        }
    }

    pub(super) fn lost(&self, why: &str) -> Lost {
        Lost {
            line: self.reader.line(),
            why: why.to_owned(),
        }
    }
}

impl<'t> Record<'t> {
    pub(super) fn add_name(&mut self, name: &'t str) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

impl<'t> Unit<'t> {
    /// Gives definitions the names under which they are introduced elsewhere (`typedef struct _X X;`), and names what they
    /// stand for.
    fn name_by_aliases(&mut self) {
        for (name, ty) in &self.aliases {
            let Ty::Tag(tag) = ty else { continue };
            for tagged in self.tags.get(tag).into_iter().flatten() {
                match *tagged {
                    Tagged::Record(at) => {
                        if let Some(record) = self.records.get_mut(at) {
                            record.add_name(name);
                        }
                    }
                    Tagged::Enum(at) => {
                        if let Some(one) = self.enums.get_mut(at)
                            && !one.names.contains(name)
                        {
                            one.names.push(name);
                        }
                    }
                }
            }
        }
        for (at, record) in self.records.iter().enumerate() {
            for name in &record.names {
                self.named.entry(name).or_default().push(at);
            }
        }
    }
}
