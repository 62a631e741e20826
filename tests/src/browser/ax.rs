//! The browser's accessibility tree as indented text, one line per role with its name and states: what a screen reader
//! announces.
//!
//! Parts that change with every build or edit of the data are omitted or masked: ids, addresses, the data hash, and all
//! but the first of many similar rows.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Session;

/// How many neighbours of one role are printed.
const ALIKE: usize = 4;
/// The longest printed name, in characters.
const NAME: usize = 96;
/// The depth limit. No page is deeper.
const DEPTH: usize = 64;

/// Roles without a meaning of their own: their children are printed in their place.
const SILENT: [&str; 6] = [
    "generic",
    "none",
    "InlineTextBox",
    "LineBreak",
    "paragraph",
    "LayoutTableCell",
];
/// States that are printed if set.
const STATES: [&str; 11] = [
    "level", "checked", "pressed", "expanded", "selected", "disabled", "required", "invalid",
    "readonly", "hasPopup", "live",
];

/// The accessibility tree of the page that a session has open, as text.
pub async fn tree(session: &Session) -> String {
    let answer = session
        .devtools("Accessibility.getFullAXTree", json!({}))
        .await;
    let nodes = answer["nodes"].as_array().cloned().unwrap_or_default();
    printed(&nodes, &Masks::of(session).await)
}

fn printed(nodes: &[Value], masks: &Masks) -> String {
    let by_id: HashMap<&str, &Value> = nodes
        .iter()
        .filter_map(|node| Some((node["nodeId"].as_str()?, node)))
        .collect();
    let mut text = String::new();
    let root = nodes.iter().find(|node| node["parentId"].is_null());
    if let Some(root) = root {
        print(&by_id, root, 0, masks, &mut text);
    }
    text
}

fn print(
    by_id: &HashMap<&str, &Value>,
    node: &Value,
    depth: usize,
    masks: &Masks,
    text: &mut String,
) {
    if depth > DEPTH {
        return;
    }
    let name = name(node);
    // Writing to a string cannot fail.
    let _ = write!(text, "{}{}", "  ".repeat(depth), role(node));
    if !name.is_empty() {
        let _ = write!(text, " \"{}\"", shortened(&masks.masked(name)));
    }
    let states = states(node);
    if !states.is_empty() {
        let _ = write!(text, " [{}]", states.join(", "));
    }
    text.push('\n');
    let mut children = Vec::new();
    heard(by_id, node, 0, &mut children);
    // A text that repeats its parent's name is omitted.
    if let [only] = children.as_slice()
        && role(only) == "StaticText"
        && self::name(only) == name
    {
        return;
    }
    let mut alike = 0;
    let mut before = "";
    let mut left_out = 0;
    for child in children {
        let role = role(child);
        alike = if role == before { alike + 1 } else { 1 };
        if role != before {
            left_out = ended(text, depth, left_out);
        }
        before = role;
        if alike > ALIKE && role != "StaticText" {
            left_out += 1;
        } else {
            print(by_id, child, depth + 1, masks, text);
        }
    }
    ended(text, depth, left_out);
}

/// Marks that similar nodes were omitted, and resets their count.
fn ended(text: &mut String, depth: usize, left_out: usize) -> usize {
    if left_out > 0 {
        let _ = writeln!(text, "{}…", "  ".repeat(depth + 1));
    }
    0
}

/// The announced descendants of a node: ignored and silent nodes are replaced by their children.
fn heard<'a>(
    by_id: &HashMap<&str, &'a Value>,
    node: &Value,
    depth: usize,
    into: &mut Vec<&'a Value>,
) {
    let ids = node["childIds"].as_array();
    for id in ids.into_iter().flatten().filter_map(Value::as_str) {
        let Some(child) = by_id.get(id) else {
            continue;
        };
        let role = role(child);
        let silent = child["ignored"] == true
            || role.is_empty()
            || (SILENT.contains(&role) && name(child).is_empty());
        let blank = role == "StaticText" && name(child).trim().is_empty();
        if silent && depth < DEPTH {
            heard(by_id, child, depth + 1, into);
        } else if !blank && role != "InlineTextBox" {
            into.push(child);
        }
    }
}

fn role(node: &Value) -> &str {
    node["role"]["value"].as_str().unwrap_or_default()
}

fn name(node: &Value) -> &str {
    node["name"]["value"].as_str().unwrap_or_default()
}

fn states(node: &Value) -> Vec<String> {
    let properties = node["properties"].as_array().into_iter().flatten();
    let mut states: Vec<String> = properties
        .filter_map(|property| {
            let state = property["name"].as_str()?;
            let known = STATES.contains(&state);
            let value = &property["value"]["value"];
            match value {
                _ if !known => None,
                Value::Bool(false) if state != "expanded" => None,
                Value::Bool(true) => Some(state.to_owned()),
                Value::String(value) if value == "false" => None,
                Value::String(value) => Some(format!("{state} {value}")),
                value => Some(format!("{state} {value}")),
            }
        })
        .collect();
    states.sort_unstable();
    states
}

/// Replacements for what changes from run to run: the server's address and the data hash.
#[derive(Debug, Default)]
struct Masks(Vec<(String, &'static str)>);

impl Masks {
    async fn of(session: &Session) -> Self {
        let hash = session.attribute("[data-hash]", "data-hash").await;
        let hash = hash.filter(|hash| !hash.is_empty());
        let mut masks = vec![(session.url(""), "ORIGIN")];
        if let Some(hash) = hash {
            let short = strata_frontend::citation::short(&hash).to_owned();
            masks.extend([(hash, "HASH"), (short, "HASH")]);
        }
        Self(masks)
    }

    fn masked(&self, text: &str) -> String {
        let mask = |text: String, (what, by): &(String, &'static str)| text.replace(what, by);
        self.0.iter().fold(text.to_owned(), mask)
    }
}

fn shortened(text: &str) -> String {
    let text = text.replace('\n', " ");
    if text.chars().count() <= NAME {
        return text;
    }
    let start: String = text.chars().take(NAME).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: &str, parent: Option<&str>, role: &str, name: &str, children: &[&str]) -> Value {
        json!({
            "nodeId": id,
            "parentId": parent,
            "role": { "value": role },
            "name": { "value": name },
            "childIds": children,
            "properties": [{ "name": "expanded", "value": { "value": false } },
                { "name": "focusable", "value": { "value": true } }],
        })
    }

    #[test]
    fn what_says_nothing_stands_for_what_is_in_it() {
        let nodes = [
            node("1", None, "RootWebArea", "Title", &["2"]),
            node("2", Some("1"), "generic", "", &["3", "4"]),
            node("3", Some("2"), "button", "Copy", &["5"]),
            node("5", Some("3"), "StaticText", "Copy", &[]),
            node(
                "4",
                Some("2"),
                "StaticText",
                "data 99a5a0533cbc7655, end",
                &[],
            ),
        ];
        let masks = Masks(vec![("99a5a0533cbc7655".to_owned(), "HASH")]);
        let text = printed(&nodes, &masks);
        assert_eq!(
            text,
            "RootWebArea \"Title\" [expanded false]\n  button \"Copy\" [expanded false]\n  \
             StaticText \"data HASH, end\" [expanded false]\n"
        );
    }

    #[test]
    fn of_many_alike_the_first_are_printed() {
        let ids: Vec<String> = (10..20).map(|id| id.to_string()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut nodes = vec![node("1", None, "list", "", &ids)];
        nodes.extend(
            ids.iter()
                .map(|id| node(id, Some("1"), "listitem", id, &[])),
        );
        let text = printed(&nodes, &Masks::default());
        assert_eq!(text.matches("listitem").count(), ALIKE);
        assert!(text.ends_with("  …\n"), "{text}");
    }
}
