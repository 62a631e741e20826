//! Parses structures and unions with their members.

use super::comments::keep_consistent_side;
use super::declaration::{Attributes, declarator};
use super::expr;
use super::lex::Kind;
use super::model::{Field, Item, OffsetComments, Record, Ty, Unparsed};
use super::parse::{DeclSpecifiers, Parser, begins};
use crate::stated::limits::{DEFINITIONS_LIMIT, MACRO_WORDS_LIMIT, MEMBERS_LIMIT, NESTING_LIMIT};

const MAY_ALIGN: &str = " may change alignment, and the file does not define it";

/// Whether an unknown macro may be about alignment, by its name: `DECLSPEC_CACHEALIGN`.
fn may_align(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    word.contains("ALIGN") || word.contains("PACK")
}

impl<'t> Parser<'_, 't> {
    /// Parses a structure or union from its first word on: a definition or a reference.
    pub(super) fn record(&mut self) -> Result<Ty<'t>, Unparsed> {
        let (line, start) = (self.reader.line(), self.start_of_declaration());
        let is_union = self.reader.take_word() == Some("union");
        let mut attributes = Attributes::default();
        let tag = self.tag(&mut attributes)?;
        let derived = self.reader.is(":");
        while derived && !self.reader.is("{") && !self.reader.is(";") && !self.reader.is_over() {
            self.reader.next();
        }
        if !self.reader.is("{") {
            let why = "a structure has neither a name nor members";
            return tag.map(Ty::Tag).ok_or_else(|| self.lost(why));
        }
        if self.depth >= NESTING_LIMIT {
            self.reader.skip_brackets();
            let why = format!("it is nested more than {NESTING_LIMIT} structures deep");
            return Err(Unparsed { line, why });
        }
        let mut items = Vec::new();
        if derived {
            items.push(self.stop("it is derived from another class, which is not supported"));
        }
        if let Some(word) = attributes.unknown {
            items.push(self.stop(&format!("the macro `{word}`{MAY_ALIGN}")));
        }
        let pack = self.packing.now();
        let mut comment = self.commented_size(start + 1, self.reader.at());
        self.reader.next();
        comment = comment.or(self.size_inside(self.reader.line(), self.reader.line_before()));
        self.depth += 1;
        let outer = std::mem::replace(&mut self.holder, tag);
        self.items(&mut items);
        self.holder = outer;
        self.depth -= 1;
        comment = comment.or(self.size_inside(self.reader.line_before(), self.reader.line()));
        let count_comment = self.commented_count(self.reader.at());
        if !self.reader.take("}") {
            items.push(self.stop("its bracket is not closed"));
            // The comment at the end is about a member.
            comment = comment.or(self.size_before(start));
        }
        attributes.take_all(&mut self.reader);
        keep_consistent_side(&mut items);
        let at = self.unit.records.len();
        if at >= DEFINITIONS_LIMIT {
            let why = format!("it is beyond the limit of {DEFINITIONS_LIMIT} definitions");
            return Err(Unparsed { line, why });
        }
        self.unit.records.push(Record {
            is_union,
            names: tag.into_iter().collect(),
            line,
            start,
            items,
            pack: if attributes.is_packed { Some(1) } else { pack },
            align: attributes.align,
            size_comment: comment,
            count_comment,
        });
        Ok(Ty::Record(at))
    }

    /// Returns the index of the current declaration's first token, `typedef` included.
    pub(super) fn start_of_declaration(&self) -> usize {
        let at = self.reader.at();
        let typedef = self.reader.peek_before() == Some(Kind::Word("typedef"));
        if typedef { at.saturating_sub(1) } else { at }
    }

    /// Parses the tag after `struct`; after macros, the last word.
    fn tag(&mut self, attributes: &mut Attributes<'t>) -> Result<Option<&'t str>, Unparsed> {
        attributes.take_all(&mut self.reader);
        let first = self.reader.take_word();
        let behind_first = self.reader.at();
        let mut tag = first;
        for _ in 0..MACRO_WORDS_LIMIT {
            attributes.take_all(&mut self.reader);
            if self.reader.take("::") {
                tag = self.reader.take_word();
            } else if self.reader.is("<") {
                return Err(self.lost("templates are not supported"));
            } else if self.reader.word() == Some("final") {
                self.reader.next();
            } else if first.is_some() && self.reader.word().is_some() {
                attributes.unknown = tag.filter(|word| may_align(word)).or(attributes.unknown);
                tag = self.reader.take_word();
            } else {
                break;
            }
        }
        if self.reader.is("{") || (self.reader.is(":") && !self.is_bits()) {
            return Ok(tag);
        }
        self.reader.back_to(behind_first);
        Ok(first)
    }

    /// Whether a colon begins a bit width, not a base class: `struct X Name : 3`, which no compiler accepts.
    pub(super) fn is_bits(&self) -> bool {
        matches!(self.reader.peek_at(1), Some(Kind::Number(_)))
    }

    fn items(&mut self, items: &mut Vec<Item<'t>>) {
        while !self.reader.is_over() && !self.reader.is("}") {
            if items.len() >= MEMBERS_LIMIT {
                let why = format!("it has more than {MEMBERS_LIMIT} members");
                items.push(self.stop(&why));
                return self.reader.skip_to(&["}"]);
            }
            let start = self.reader.at();
            self.item(items);
            if self.reader.at() == start {
                self.reader.skip_brackets();
            }
        }
    }

    fn item(&mut self, items: &mut Vec<Item<'t>>) {
        if self.takes_no_declaration() {
            return;
        }
        if let Some(lost) = self.undecided() {
            items.push(Item::Unsupported(lost));
            self.reader.next();
            return;
        }
        match self.reader.peek() {
            Some(Kind::Word("public" | "private" | "protected"))
                if self.reader.peek_at(1) == Some(Kind::Punct(":")) =>
            {
                self.reader.next();
                self.reader.next();
            }
            Some(Kind::Word(
                "static" | "friend" | "using" | "template" | "explicit" | "operator",
            ))
            | Some(Kind::Punct("~")) => self.reader.skip_declaration(),
            Some(Kind::Word("virtual")) => {
                items.push(self.stop("it has virtual functions"));
                self.reader.skip_declaration();
            }
            Some(Kind::Word("typedef")) => self.declaration(),
            // An unknown macro before a definition.
            Some(Kind::Word(word)) if !begins(word) && self.is_definition_next() => {
                if may_align(word) {
                    items.push(self.stop(&format!("the macro `{word}`{MAY_ALIGN}")));
                }
                self.reader.next();
            }
            _ => {
                let (start, line) = (self.reader.at(), self.reader.line());
                if let Err(mut lost) = self.members(items) {
                    if lost.why.is_empty() {
                        let text = self.reader.shown_from(start);
                        lost.why = format!("`{text}` is not understood");
                    }
                    items.push(Item::Unsupported(Unparsed { line, ..lost }));
                    self.reader.skip_declaration();
                }
            }
        }
    }

    /// Parses the members of one declaration.
    pub(super) fn members(&mut self, items: &mut Vec<Item<'t>>) -> Result<(), Unparsed> {
        let (start, line) = (self.reader.at(), self.reader.line());
        let first = items.len();
        let is_call =
            self.reader.word().is_some() && self.reader.peek_at(1) == Some(Kind::Punct("("));
        let DeclSpecifiers {
            ty,
            attributes,
            is_definition,
            ..
        } = self.decl_specifiers()?;
        let field = |name, ty, width, align: Option<u32>| {
            Item::Field(Field {
                line,
                name,
                ty,
                width,
                align: align.max(attributes.align),
                comments: OffsetComments::default(),
            })
        };
        if self.reader.take(";") {
            match (&ty, is_definition) {
                (Ty::Record(at), true) if self.is_unnamed(*at) => {
                    items.push(field(None, ty, None, None));
                }
                // The declaration only defines a type, without a member.
                (Ty::Enum(_) | Ty::Tag(_), _) => {}
                (Ty::Record(_), true) => {
                    items.push(self.stop(
                        "a structure with a tag but without a member name is a member in Microsoft's C, but not in C++",
                    ));
                }
                _ => return Err(self.lost("")),
            }
        } else {
            loop {
                let declared = declarator(&mut self.reader, ty.clone());
                let declared = declared.ok_or_else(|| self.lost(""))?;
                let width = match self.reader.take(":") {
                    true => Some(expr::expression(&mut self.reader).ok_or_else(|| self.lost(""))?),
                    false => None,
                };
                let mut behind = Attributes::default();
                behind.take_all(&mut self.reader);
                let is_function = matches!(declared.ty, Ty::Function);
                let is_constructor = matches!(ty, Ty::Name(name) if self.holder == Some(name));
                let is_type = is_call && self.reader.word().is_some();
                if is_function && declared.name.is_none() && !is_constructor || is_type {
                    let text = self.reader.shown_from(start);
                    return Err(self.lost(&format!(
                        "`{text}` is a macro with arguments, which is not expanded"
                    )));
                }
                if is_function {
                    // A C++ member function takes no space.
                    self.reader.skip_declaration();
                    return Ok(());
                }
                if declared.name.is_none() && width.is_none() {
                    return Err(self.lost(""));
                }
                let align = declared.align.max(behind.align);
                items.push(field(declared.name, declared.ty, width, align));
                if self.reader.is("=") || self.reader.is("{") {
                    self.reader.skip_to(&[",", ";", "}"]);
                }
                if self.reader.take(";") {
                    break;
                }
                if !self.reader.take(",") {
                    return Err(self.lost(""));
                }
            }
        }
        let beside = self.offset_comments(start, is_definition);
        for item in items.iter_mut().skip(first) {
            if let Item::Field(field) = item {
                field.comments = beside;
            }
        }
        Ok(())
    }

    /// Creates a stop: the rest cannot be laid out.
    fn stop(&self, why: &str) -> Item<'t> {
        Item::Unsupported(self.lost(why))
    }

    fn is_unnamed(&self, record: usize) -> bool {
        let record = self.unit.records.get(record);
        record.is_some_and(|record| record.names.is_empty())
    }
}
