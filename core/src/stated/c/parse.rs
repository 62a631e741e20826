//! Parses a header: definitions, type names, enumerations, and assertions about sizes and offsets. Functions and
//! variables are skipped.

use std::collections::{BTreeMap, BTreeSet};

use super::declaration::{Attributes, builtin, declarator};
use super::expr;
use super::lex::{Kind, Reader, Token, tokens_text};
use super::model::{
    Comment, Enum, Expr, LayoutAssertion, Preprocessed, SizeofOperand, TranslationUnit, Ty,
    Unparsed,
};
use super::preprocess::Packing;
use crate::stated::Value;
use crate::stated::limits::{DEFINITIONS_LIMIT, NAMES_LIMIT};

/// Whether a word begins a definition.
pub(super) fn begins(word: &str) -> bool {
    matches!(word, "typedef" | "struct" | "union" | "class" | "enum")
}

pub(super) fn parse(processed: Preprocessed<'_>) -> TranslationUnit<'_> {
    let mut parser = Parser::new(&processed);
    while !parser.reader.is_over() {
        parser.outermost();
    }
    let inside = parser.undecided_inside;
    let mut unit = parser.unit;
    if processed.is_cut {
        unit.lost.push(Unparsed {
            line: 1,
            why: "its macros expand beyond the limit".to_owned(),
        });
    }
    unit.name_by_aliases();
    unit.comments = processed.comments;
    unit.unknown_conditions = processed.unknown_conditions;
    let mut at = 0..;
    unit.unknown_conditions.retain(|part| {
        let is_inside = at.next().is_some_and(|at| inside.contains(&at));
        part.declares || is_inside
    });
    unit
}

pub(super) struct Parser<'a, 't> {
    pub(super) reader: Reader<'a, 't>,
    pub(super) comments: &'a [Comment<'t>],
    pub(super) packing: Packing<'t>,
    pub(super) unit: TranslationUnit<'t>,
    pub(super) depth: usize,
    /// The tag of the structure whose members are parsed.
    pub(super) holder: Option<&'t str>,
    /// The parts of definitions that depend on an unknown condition.
    undecided_inside: BTreeSet<usize>,
}

/// The declaration specifiers.
pub(super) struct DeclSpecifiers<'t> {
    pub(super) ty: Ty<'t>,
    pub(super) attributes: Attributes<'t>,
    pub(super) is_typedef: bool,
    /// Whether the specifiers define the type.
    pub(super) is_definition: bool,
}

impl<'a, 't> Parser<'a, 't> {
    pub(super) fn new(processed: &'a Preprocessed<'t>) -> Self {
        Self {
            reader: Reader::new(&processed.tokens),
            comments: &processed.comments,
            packing: Packing::default(),
            unit: TranslationUnit::default(),
            depth: 0,
            holder: None,
            undecided_inside: BTreeSet::new(),
        }
    }

    /// Parses one item at file scope.
    fn outermost(&mut self) {
        let start = self.reader.at();
        if self.takes_no_declaration() {
            return;
        }
        match self.reader.peek() {
            Some(Kind::Punct("}") | Kind::UnknownCondition(_)) => {
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
            // An unknown macro before a definition.
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

    /// Consumes a packing directive, an assertion or a semicolon, if it is next.
    pub(super) fn takes_no_declaration(&mut self) -> bool {
        match self.reader.peek() {
            Some(Kind::Pack(pack)) => {
                self.packing.apply(pack);
                self.reader.next();
                true
            }
            Some(Kind::Word(word)) => self.asserts(word),
            _ => self.reader.take(";"),
        }
    }

    pub(super) fn is_definition_next(&self) -> bool {
        matches!(self.reader.peek_at(1), Some(Kind::Word(word)) if begins(word))
    }

    /// Parses a definition or `typedef`, or skips another declaration.
    pub(super) fn declaration(&mut self) {
        let start = self.reader.at();
        match self.decl_specifiers() {
            Ok(specified) if specified.is_typedef => self.names(&specified),
            Ok(_) => self.reader.skip_declaration(),
            Err(lost) => {
                self.unit.lost.push(lost);
                self.reader.skip_declaration();
            }
        }
        self.size_around(start);
    }

    /// Parses the names of a `typedef`.
    fn names(&mut self, specified: &DeclSpecifiers<'t>) {
        loop {
            let ty = specified.ty.clone();
            let Some(declared) = declarator(&mut self.reader, ty) else {
                return self.reader.skip_declaration();
            };
            if let Some(name) = declared.name {
                self.unit.add_name(&declared.ty, name);
                if let Ty::Record(at) = declared.ty
                    && let Some(record) = self.unit.records.get_mut(at)
                {
                    record.align = record.align.max(declared.align);
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

    /// Parses declaration specifiers, with the definition of a type among them.
    pub(super) fn decl_specifiers(&mut self) -> Result<DeclSpecifiers<'t>, Unparsed> {
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
        let ty = ty.ok_or_else(|| self.lost("a type is missing"))?;
        Ok(DeclSpecifiers {
            ty,
            attributes,
            is_typedef,
            is_definition: (self.unit.records.len(), self.unit.enums.len()) != definitions,
        })
    }

    /// Parses `X`, `space::X`.
    fn named(&mut self) -> Result<Ty<'t>, Unparsed> {
        let mut name = self.reader.take_word();
        while self.reader.take("::") {
            name = self.reader.take_word();
        }
        let name = name.ok_or_else(|| self.lost("a type is missing"))?;
        match self.reader.is("<") {
            true => Err(self.lost("templates are not supported")),
            false => Ok(Ty::Name(name)),
        }
    }

    /// Returns the reason if the rest of a definition depends on an unknown condition that is next.
    pub(super) fn undecided(&mut self) -> Option<Unparsed> {
        let Some(Kind::UnknownCondition(at)) = self.reader.peek() else {
            return None;
        };
        self.undecided_inside.insert(at);
        Some(self.lost("the rest depends on an undecided condition"))
    }

    pub(super) fn lost(&self, why: &str) -> Unparsed {
        Unparsed {
            line: self.reader.line(),
            why: why.to_owned(),
        }
    }
}

impl<'t> TranslationUnit<'t> {
    /// Adds a name to a definition.
    fn add_name(&mut self, ty: &Ty<'t>, name: &'t str) {
        let names = match *ty {
            Ty::Record(at) => self.records.get_mut(at).map(|it| &mut it.names),
            Ty::Enum(at) => self.enums.get_mut(at).map(|it| &mut it.names),
            _ => None,
        };
        let is_new = |it: &&mut Vec<&'t str>| it.len() < NAMES_LIMIT && !it.contains(&name);
        if let Some(names) = names.filter(is_new) {
            names.push(name);
        }
    }

    /// Adds the names that a `typedef` elsewhere gives to definitions (`typedef struct _X X;`).
    fn name_by_aliases(&mut self) {
        let tagged = self.by_name();
        let aliases = std::mem::take(&mut self.aliases);
        for (name, alias) in &aliases {
            let Ty::Tag(tag) = alias else { continue };
            for ty in tagged.get(tag).into_iter().flatten() {
                self.add_name(ty, name);
            }
        }
        self.aliases = aliases;
        self.named = self.by_name();
    }

    fn by_name(&self) -> BTreeMap<&'t str, Vec<Ty<'t>>> {
        let records = self.records.iter().map(|it| &it.names).enumerate();
        let records = records.map(|(at, names)| (Ty::Record(at), names));
        let enums = self.enums.iter().map(|it| &it.names).enumerate();
        let enums = enums.map(|(at, names)| (Ty::Enum(at), names));
        let mut named: BTreeMap<&str, Vec<Ty<'_>>> = BTreeMap::new();
        for (ty, names) in records.chain(enums) {
            for name in names {
                named.entry(name).or_default().push(ty.clone());
            }
        }
        named
    }
}

impl<'t> Parser<'_, 't> {
    /// Parses an enumeration, from `enum` on.
    pub(super) fn enumeration(&mut self) -> Result<Ty<'t>, Unparsed> {
        let (line, start) = (self.reader.line(), self.start_of_declaration());
        self.reader.next();
        let mut attributes = Attributes::default();
        attributes.take_all(&mut self.reader);
        if matches!(self.reader.word(), Some("class" | "struct")) {
            self.reader.next();
        }
        attributes.take_all(&mut self.reader);
        let tag = self.reader.take_word();
        let of = match self.reader.is(":") && !self.is_bits() {
            true => self.integer(&mut attributes),
            false => None,
        };
        if !self.reader.is("{") {
            return tag
                .map(Ty::Tag)
                .ok_or_else(|| self.lost("an enumeration has neither a name nor values"));
        }
        let mut one = Enum {
            names: tag.into_iter().collect(),
            line,
            start,
            of,
            values: Vec::new(),
            unparsed: None,
        };
        self.reader.next();
        self.values(&mut one);
        attributes.take_all(&mut self.reader);
        let at = self.unit.enums.len();
        if at >= DEFINITIONS_LIMIT {
            return Err(self.lost("there are too many enumerations before it"));
        }
        self.unit.enums.push(one);
        Ok(Ty::Enum(at))
    }

    /// Parses `: unsigned char` after the name of an enumeration.
    fn integer(&mut self, attributes: &mut Attributes<'t>) -> Option<Ty<'t>> {
        self.reader.next();
        attributes.take_all(&mut self.reader);
        let built_in = builtin(&mut self.reader, attributes);
        built_in.or_else(|| self.reader.take_word().map(Ty::Name))
    }

    fn values(&mut self, one: &mut Enum<'t>) {
        let mut next = Some(0_i64);
        while !self.reader.is_over() && !self.reader.take("}") {
            let line = self.reader.line();
            let start = self.reader.at();
            let Some(name) = self.reader.take_word() else {
                if let Some(lost) = self.undecided() {
                    one.unparsed = Some(lost);
                    next = None;
                }
                self.reader.skip_brackets();
                continue;
            };
            Attributes::default().take_all(&mut self.reader);
            if self.reader.take("=") {
                let value = expr::expression(&mut self.reader);
                next = value.and_then(|value| expr::value(&value, &mut self.unit.constants));
            }
            let ends = self.reader.is(",") || self.reader.is("}");
            if !ends {
                next = None;
                self.reader.skip_to(&[",", "}"]);
            }
            if next.is_none() && one.unparsed.is_none() {
                let text = self.reader.shown_from(start);
                one.unparsed = Some(Unparsed {
                    line,
                    why: format!("the value of `{text}` is not understood"),
                });
            }
            one.values.push(Value {
                line,
                name: name.into(),
                value: next,
            });
            if let Some(value) = next {
                self.unit.constants.insert(name, value);
            }
            next = next.and_then(|value| value.checked_add(1));
            self.reader.take(",");
        }
    }
}

/// The names of compile-time assertions.
pub(super) const ASSERTIONS: [&str; 6] = [
    "C_ASSERT",
    "static_assert",
    "_Static_assert",
    "STATIC_ASSERT",
    "CT_ASSERT",
    "COMPILE_TIME_ASSERT",
];

impl Parser<'_, '_> {
    /// Parses an assertion, if the word begins one.
    fn asserts(&mut self, word: &str) -> bool {
        let line = self.reader.line();
        let ours = matches!(word, "STRATA_SIZE" | "STRATA_MEMBER");
        let is = ours || ASSERTIONS.contains(&word);
        if !is || self.reader.peek_at(1) != Some(Kind::Punct("(")) {
            return false;
        }
        self.reader.next();
        let tokens = self.reader.take_brackets().unwrap_or_default();
        let mut inside = Reader::new(tokens);
        let asserted = match ours {
            true => of_ours(&mut inside).unwrap_or_default(),
            false => {
                let expr = expr::expression(&mut inside);
                let is_whole = inside.is_over() || inside.is(",");
                let asserted = expr.filter(|_| is_whole).and_then(of_expression);
                if asserted.is_none() && tokens.iter().any(is_extent) {
                    let why = format!(
                        "the assertion `{}` is not judged: it is not understood",
                        tokens_text(tokens)
                    );
                    self.unit.lost.push(Unparsed { line, why });
                }
                asserted.into_iter().collect()
            }
        };
        let definitions_before = self.unit.records.len();
        let asserted = asserted.into_iter();
        let asserted = asserted.map(|(extent, value, is_equation)| LayoutAssertion {
            line,
            extent,
            value,
            is_equation,
            definitions_before,
        });
        self.unit.asserted.extend(asserted);
        self.reader.take(";");
        true
    }
}

/// What is asserted, the value, and whether they are equal; otherwise the value is not 0.
type Asserted<'t> = (SizeofOperand<'t>, Expr<'t>, bool);

fn is_extent(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Word(word) if word == "sizeof" || expr::OFFSETS.contains(&word))
}

/// Parses `STRATA_SIZE(type, size)`, `STRATA_MEMBER(type, member, offset, size)`.
fn of_ours<'t>(reader: &mut Reader<'_, 't>) -> Option<Vec<Asserted<'t>>> {
    let of = Ty::Name(reader.take_word()?);
    reader.take(",");
    let member = reader.take_word();
    let offset = match member {
        Some(_) => {
            reader.take(",");
            let offset = expr::expression(reader)?;
            reader.take(",");
            Some(offset)
        }
        None => None,
    };
    let extent = |is_size| SizeofOperand {
        of: of.clone(),
        member,
        is_size,
    };
    let size = (extent(true), expr::expression(reader)?, true);
    let offset = offset.map(|offset| (extent(false), offset, true));
    Some(offset.into_iter().chain([size]).collect())
}

/// Parses `sizeof(X) == 0x10`, `offsetof(X, y) == 8`, in either order, or another expression about a type.
fn of_expression(expr: Expr<'_>) -> Option<Asserted<'_>> {
    match expr {
        Expr::Binary("==", left, right) if matches!(*left, Expr::Extent(_)) => {
            let extent = extent_in(&left)?.clone();
            Some((extent, *right, true))
        }
        Expr::Binary("==", left, right) if matches!(*right, Expr::Extent(_)) => {
            let extent = extent_in(&right)?.clone();
            Some((extent, *left, true))
        }
        expr => Some((extent_in(&expr)?.clone(), expr, false)),
    }
}

/// Returns the first type or member that an expression is about. Recursion is bounded by the depth of expressions.
fn extent_in<'e, 't>(expr: &'e Expr<'t>) -> Option<&'e SizeofOperand<'t>> {
    match expr {
        Expr::Extent(extent) => Some(extent),
        Expr::Unary(_, inner) => extent_in(inner),
        Expr::Binary(_, left, right) => extent_in(left).or_else(|| extent_in(right)),
        Expr::Choice(parts) => parts.iter().find_map(extent_in),
        Expr::Number(_) | Expr::Name(_) | Expr::Defined(_) => None,
    }
}
