//! The texts of pages, in a small part of Markdown: `# Title`, `> lede`, `## Section {#id}`, `### Heading {#id}`,
//! paragraphs, lists of `- term: meaning`, code, `*terms*` that are defined, and links. A name in braces stands for a view
//! that the page supplies.
//!
//! A link leads to an anchor, or to a page by its path, which is read as a [`Route`].

use crate::components::inline::parts;
use crate::pages::prelude::*;

/// A text, and the views that replace their names in it.
pub(super) struct Text {
    text: &'static str,
    views: Views,
}

type Views = Vec<(&'static str, AnyView)>;

impl Text {
    pub(super) const fn new(text: &'static str) -> Self {
        let views = Vec::new();
        Self { text, views }
    }

    pub(super) fn with(mut self, name: &'static str, view: impl IntoView + 'static) -> Self {
        self.views.push((name, view.into_view().into_any()));
        self
    }

    /// Draws the text before the first section, and the sections. `{contents}` is replaced by links to the sections,
    /// unless there is a view of that name.
    pub(super) fn view(mut self) -> AnyView {
        let (introduction, sections) = self.text.split_once("\n## ").unwrap_or((self.text, ""));
        let sections = sections.split("\n## ");
        let sections = sections.filter_map(|section| section.split_once('\n'));
        let sections = sections.map(|(heading, body)| (anchored(heading), body));
        let links = sections.clone();
        let links = links.map(|((title, id), _)| link_item(format!("#{id}"), title));
        let views = &mut self.views;
        views.push(("contents", contents(links.collect_view())));
        let introduction = blocks(introduction, views);
        let section = |((title, id), body)| part(id, title, blocks(body, views));
        let sections = sections.map(section).collect_view();
        any_view! { {introduction} {sections} }
    }
}

fn anchored(heading: &'static str) -> (&'static str, &'static str) {
    let heading = heading.trim_end().trim_end_matches('}');
    heading.split_once(" {#").unwrap_or((heading, ""))
}

fn blocks(text: &'static str, views: &mut Views) -> AnyView {
    let blocks = text.split("\n\n").map(str::trim);
    let blocks = blocks.filter(|block| !block.is_empty());
    let blocks: Vec<AnyView> = blocks.map(|text| block(text, views)).collect();
    blocks.into_any()
}

fn block(text: &'static str, views: &mut Views) -> AnyView {
    match text.split_once(' ') {
        Some(("#", title)) => any_view! { <h1>{title}</h1> },
        Some((">", lede)) => any_view! { <p class="lede">{inline(lede, views)}</p> },
        Some(("###", heading)) => {
            let (title, id) = anchored(heading);
            any_view! { <h3 id=id>{title}</h3> }
        }
        Some(("-", _)) => glossary(text, views),
        // A view by itself is no paragraph.
        None if text.starts_with('{') => inline(text, views).into_any(),
        _ => any_view! { <p>{inline(text, views)}</p> },
    }
}

fn glossary(text: &'static str, views: &mut Views) -> AnyView {
    let entries = text.trim_start_matches("- ").split("\n- ");
    let entries = entries.filter_map(|entry| entry.split_once(": "));
    let entry = |(term, meaning)| {
        let (term, id) = anchored(term);
        let (term, meaning) = (inline(term, views), inline(meaning, views));
        let id = (!id.is_empty()).then_some(id);
        any_view! { <div id=id><dt>{term}</dt> <dd>{meaning}</dd></div> }
    };
    any_view! { <dl class="glossary">{entries.map(entry).collect_view()}</dl> }
}

/// A text with its code, links and views.
fn inline(text: &str, views: &mut Views) -> Vec<AnyView> {
    let mut all = Vec::new();
    for (is_code, part) in parts(&text.replace('\n', " ")) {
        let mut rest = part;
        while let Some((before, mark, after)) = (!is_code).then(|| mark(rest, views)).flatten() {
            all.extend(plain(before).into_iter().chain([mark]));
            rest = after;
        }
        all.extend(match is_code {
            true => Some(any_view! { <code>{rest.to_owned()}</code> }),
            false => plain(rest),
        });
    }
    all
}

/// A text; an empty one would be written as a blank.
fn plain(text: &str) -> Option<AnyView> {
    (!text.is_empty()).then(|| text.to_owned().into_any())
}

/// Splits a text at its first link, defined term or view.
fn mark<'a>(text: &'a str, views: &mut Views) -> Option<(&'a str, AnyView, &'a str)> {
    let (before, rest) = text.split_at(text.find(['[', '*', '{'])?);
    let (sign, rest) = rest.split_at(1);
    let (view, after) = match sign {
        "[" => {
            let (label, rest) = rest.split_once("](")?;
            let (target, after) = rest.split_once(')')?;
            let link = any_view! { <a href=url(target)>{label.to_owned()}</a> };
            (link, after)
        }
        "*" => {
            let (term, after) = rest.split_once('*')?;
            (any_view! { <dfn>{term.to_owned()}</dfn> }, after)
        }
        _ => {
            let (name, after) = rest.split_once('}')?;
            let at = views.iter().position(|(own, _)| *own == name)?;
            (views.remove(at).1, after)
        }
    };
    Some((before, view, after))
}

/// The URL of a target: a path of the site, an anchor, or both.
fn url(target: &str) -> String {
    let (path, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
    let route = path.parse::<Route>();
    route.map_or_else(|_| path.to_owned(), |route| route.to_string()) + anchor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_sections_with_links_and_views() {
        let text = "# A\n\n> b `c`\n\n{contents}\n\n## D {#d}\n\n*e* [f](/audit#g),\n{h} {i}\n\n- j {#k}: l\n- m: n";
        let html = Text::new(text)
            .with("h", view! { <b>"h"</b> })
            .view()
            .to_html();
        let expected = "<h1>A</h1><p class=\"lede\">b <code>c</code></p>\
            <nav aria-label=\"On this page\" class=\"contents\"><ul><li><a href=\"#d\">D</a></li></ul></nav>\
            <section><h2 id=\"d\">D</h2><p><dfn>e</dfn> <a href=\"/audit#g\">f</a>, <b>h</b> {i}</p>\
            <dl class=\"glossary\"><div id=\"k\"><dt>j</dt><dd>l</dd></div><div><dt>m</dt><dd>n</dd></div></dl>\
            </section>";
        assert_eq!(html.replace("<!>", ""), expected);
    }
}
