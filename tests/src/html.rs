//! An HTML document as a browser's parser reads it: links, ids, and parse errors.

use html5ever::serialize::{SerializeOpts, TraversalScope, serialize};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};

#[derive(Debug)]
pub struct Document {
    pub errors: Vec<String>,
    /// The `href` of every `a`.
    pub links: Vec<String>,
    /// Every `id`.
    pub ids: Vec<String>,
    /// The tags in order, as the parser places them: `table`, `/table` …
    pub tags: Vec<String>,
}

impl Document {
    pub fn parse(text: &str) -> Self {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(text);
        let mut document = Self {
            errors: complaints(&dom),
            links: Vec::new(),
            ids: Vec::new(),
            tags: Vec::new(),
        };
        document.walk(&dom.document);
        let mut written = Vec::new();
        let options = SerializeOpts {
            traversal_scope: TraversalScope::IncludeNode,
            ..SerializeOpts::default()
        };
        for child in dom.document.children.borrow().iter() {
            let node: SerializableHandle = child.clone().into();
            serialize(&mut written, &node, options.clone()).expect("a document can be written");
        }
        document.tags = tags(&String::from_utf8_lossy(&written));
        document
    }

    fn walk(&mut self, root: &Handle) {
        let mut open = vec![root.clone()];
        while let Some(node) = open.pop() {
            if let NodeData::Element { name, attrs, .. } = &node.data {
                for attribute in attrs.borrow().iter() {
                    match &*attribute.name.local {
                        "href" if &*name.local == "a" => {
                            self.links.push(attribute.value.to_string());
                        }
                        "id" => self.ids.push(attribute.value.to_string()),
                        _ => {}
                    }
                }
            }
            open.extend(node.children.borrow().iter().rev().cloned());
        }
    }
}

/// The tags of a text in order, without attributes. Void elements have no end tag.
pub fn tags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split('<').skip(1) {
        let end = part
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '/' && c != '-')
            .unwrap_or(part.len());
        let tag = &part[..end];
        let name = tag.trim_matches('/');
        if name.is_empty() {
            continue;
        }
        let closing = if tag.starts_with('/') { "/" } else { "" };
        // A foreign element with a slash at its end has its end tag there.
        let closed_at_once = part
            .split('>')
            .next()
            .is_some_and(|inside| inside.ends_with('/'))
            && closing.is_empty();
        found.push(format!("{closing}{}", name.to_ascii_lowercase()));
        if closed_at_once && !VOID.contains(&name) {
            found.push(format!("/{}", name.to_ascii_lowercase()));
        }
    }
    found
}

/// Void elements.
const VOID: [&str; 8] = ["area", "br", "hr", "img", "input", "link", "meta", "wbr"];

/// The parse errors except for `<!>`: Leptos' separator of texts, which every browser reads as an empty comment and the
/// standard calls an error.
fn complaints(dom: &RcDom) -> Vec<String> {
    let errors = dom.errors.borrow();
    let real = errors
        .iter()
        .filter(|error| !error.contains("MarkupDeclarationOpen"));
    real.map(ToString::to_string).collect()
}
