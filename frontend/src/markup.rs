//! A piece of a document as a value of one type.
//!
//! What a page draws anew again and again once it is awake is made of these. A view of `view!` is a type of its own, with
//! code of its own for building, waking and changing it; some hundreds of them do not fit into a page's budget of bytes.
//! An [`Element`] is a view of Leptos' like any other ([`view`]), and all of them are of the same type. A value also needs
//! no browser to be tested.

mod patch;
pub mod view;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// A text or an element. Copies share what is in them, and what is shared is equal without being looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Markup {
    /// A text, as it is read.
    Text(Arc<str>),
    /// An element.
    Element(Arc<Element>),
}

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its name.
    pub tag: &'static str,
    /// What it is known by among its neighbours, from one drawing to the next; without it, its `id`.
    pub key: Option<String>,
    /// Its attributes.
    pub attributes: Vec<(&'static str, Cow<'static, str>)>,
    /// What is in it.
    pub children: Vec<Markup>,
}

/// An element without attributes and with nothing in it.
#[must_use]
pub const fn el(tag: &'static str) -> Element {
    Element {
        tag,
        key: None,
        attributes: Vec::new(),
        children: Vec::new(),
    }
}

/// An element of that class that says something.
#[must_use]
pub fn said(tag: &'static str, class: &'static str, text: impl AsRef<str>) -> Element {
    el(tag).attr("class", class).text(text.as_ref())
}

impl Element {
    /// Known by that among its neighbours: drawn anew, it is the same node of the document wherever it stands by then.
    #[must_use]
    pub fn known_by(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// With an attribute.
    #[must_use]
    pub fn attr(mut self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// With an attribute, if there is a value for it.
    #[must_use]
    pub fn attr_if(self, name: &'static str, value: Option<impl Into<Cow<'static, str>>>) -> Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// With a text behind what is in it; nothing, where the text is empty.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        match self.children.last_mut() {
            // A parser makes one text of neighbours.
            Some(Markup::Text(last)) => *last = format!("{last}{text}").into(),
            _ if text.is_empty() => {}
            _ => self.children.push(Markup::Text(text.into())),
        }
        self
    }

    /// With something behind what is in it.
    #[must_use]
    pub fn with(mut self, child: impl Into<Markup>) -> Self {
        self.children.push(child.into());
        self
    }

    /// With all of that behind what is in it.
    #[must_use]
    pub fn with_all(mut self, children: impl IntoIterator<Item = Markup>) -> Self {
        self.children.extend(children);
        self
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find_map(|(own, value)| (*own == name).then_some(&**value))
    }

    /// What it is known by among its neighbours, if by anything.
    fn identity(&self) -> Option<&str> {
        self.key.as_deref().or_else(|| self.attribute("id"))
    }

    /// Whether the node of this one can become that of `other`.
    fn becomes(&self, other: &Self) -> bool {
        (self.tag, self.identity()) == (other.tag, other.identity())
    }
}

impl Markup {
    fn identity(&self) -> Option<&str> {
        match self {
            Self::Text(_) => None,
            Self::Element(element) => element.identity(),
        }
    }

    /// Whether the node of this one can become that of `other`.
    fn becomes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(_), Self::Text(_)) => true,
            (Self::Element(own), Self::Element(other)) => own.becomes(other),
            _ => false,
        }
    }
}

impl From<Element> for Markup {
    fn from(element: Element) -> Self {
        Self::Element(Arc::new(element))
    }
}

impl fmt::Display for Markup {
    /// As HTML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => escape(text, f),
            Self::Element(element) => element.fmt(f),
        }
    }
}

impl fmt::Display for Element {
    /// As HTML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.tag)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"")?;
            escape(value, f)?;
            f.write_char('"')?;
        }
        f.write_char('>')?;
        if VOID.contains(&self.tag) {
            return Ok(());
        }
        self.children.iter().try_for_each(|child| child.fmt(f))?;
        write!(f, "</{}>", self.tag)
    }
}

/// Elements that have nothing in them, and no end.
const VOID: [&str; 2] = ["input", "br"];

fn escape(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text.chars().try_for_each(|c| match c {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        '"' => f.write_str("&quot;"),
        c => f.write_char(c),
    })
}

/// What of two lists is alike: so many at their beginning and so many at their end.
#[must_use]
pub fn alike(old: &[Markup], new: &[Markup]) -> (usize, usize) {
    let most = old.len().min(new.len());
    let equal = |(old, new): &(&Markup, &Markup)| old == new;
    let first = old.iter().zip(new).take_while(equal).count();
    let pairs = old.iter().rev().zip(new.iter().rev());
    let last = pairs.take(most - first).take_while(equal).count();
    (first, last)
}

/// For each of `new` the place of that of `old` whose node it takes over, if there is one: what is known by something is
/// found again wherever it stands, the rest in its order.
fn pairs(old: &[Markup], new: &[Markup]) -> Vec<Option<usize>> {
    let known = old.iter().enumerate();
    let known = known.filter_map(|(at, markup)| Some((markup.identity()?, at)));
    let mut known: BTreeMap<&str, usize> = known.collect();
    let mut next = 0;
    let of = |new: &Markup| match new.identity() {
        Some(key) => {
            let at = known.get(key).copied();
            let at = at.filter(|at| old.get(*at).is_some_and(|old| old.becomes(new)))?;
            known.remove(key);
            Some(at)
        }
        None => {
            let mut rest = old.iter().enumerate().skip(next);
            let (at, _) = rest.find(|(_, old)| old.becomes(new))?;
            next = at + 1;
            Some(at)
        }
    };
    new.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let hostile = said("p", "note", "<script>&\"").attr("title", "\"><b>");
        assert_eq!(
            Markup::from(hostile).to_string(),
            "<p class=\"note\" title=\"&quot;>&lt;b>\">&lt;script>&amp;&quot;</p>"
        );
    }

    #[test]
    fn what_is_alike_is_counted_once() {
        let list = |text: &str| -> Vec<Markup> {
            text.chars()
                .map(|c| said("b", "", c.to_string()).into())
                .collect()
        };
        for (old, new, expected) in [
            ("abc", "abc", (3, 0)),
            ("abc", "abxc", (2, 1)),
            ("aa", "aaa", (2, 0)),
            ("abc", "bc", (0, 2)),
            ("", "a", (0, 0)),
        ] {
            assert_eq!(alike(&list(old), &list(new)), expected, "{old} {new}");
        }
    }

    #[test]
    fn what_is_known_is_found_again_and_the_rest_keeps_its_order() {
        let row = |key: &str| Markup::from(el("tr").attr("id", key.to_owned()));
        let list = |keys: &str| -> Vec<Markup> {
            let plain = |c: char| match c {
                '.' => el("td").into(),
                ',' => Markup::Text("text".into()),
                c => row(&c.to_string()),
            };
            keys.chars().map(plain).collect()
        };
        let none = None::<usize>;
        for (old, new, expected) in [
            ("abc", "axbc", vec![Some(0), none, Some(1), Some(2)]),
            ("abc", "ca", vec![Some(2), Some(0)]),
            (".a.b", ".b.", vec![Some(0), Some(3), Some(2)]),
            (",.", "..", vec![Some(1), none]),
            ("a", "aa", vec![Some(0), none]),
            ("", "a.", vec![none, none]),
        ] {
            assert_eq!(pairs(&list(old), &list(new)), expected, "{old} {new}");
        }
    }

    #[test]
    fn a_key_is_no_part_of_the_document() {
        assert_eq!(el("p").known_by("it").to_string(), "<p></p>");
    }
}
