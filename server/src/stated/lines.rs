//! Line numbers of types and members in a JSON text, which a JSON parser does not keep.

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Lines {
    types: BTreeMap<String, usize>,
    members: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut finder = Finder {
            lines: Self::default(),
            open: Vec::new(),
        };
        finder.run(text);
        finder.lines
    }

    /// The line of a type, of a member or of a named value; 1 where it is not found. Members of an unnamed type are
    /// found by their own names.
    pub(super) fn line(&self, ty: &str, name: Option<&str>) -> usize {
        let known = |ty: &str| self.members.get(ty)?.get(name?).copied();
        let unnamed = || {
            let unnamed = self.members.iter().filter(|(ty, _)| is_unnamed(ty));
            unnamed
                .filter_map(|(_, members)| members.get(name?))
                .min()
                .copied()
        };
        let of_type = || self.types.get(ty).copied();
        known(ty).or_else(unnamed).or_else(of_type).unwrap_or(1)
    }
}

fn is_unnamed(name: &str) -> bool {
    let name = name.trim_start_matches(['_', '<']);
    name.starts_with("unnamed") || name.starts_with("anonymous")
}

/// The open brackets, each with the latest member name in it.
struct Finder {
    lines: Lines,
    open: Vec<(char, String)>,
}

impl Finder {
    fn run(&mut self, text: &str) {
        let mut line = 1;
        let mut rest = text;
        // Whether a string at this position is a member name.
        let mut names = false;
        while let Some(c) = rest.chars().next() {
            let Some(behind) = rest.get(c.len_utf8()..) else {
                return;
            };
            rest = behind;
            match c {
                '\n' => line += 1,
                '{' | '[' => {
                    self.open.push((c, String::new()));
                    names = c == '{';
                }
                '}' | ']' => {
                    self.open.pop();
                    names = false;
                }
                ',' => names = self.open.last().is_some_and(|(open, _)| *open == '{'),
                ':' => names = false,
                '"' => {
                    let end = end_of_text(rest);
                    let text = rest.get(..end).unwrap_or_default();
                    if names {
                        self.name(text, line);
                    }
                    rest = rest.get(end + 1..).unwrap_or_default();
                }
                _ => {}
            }
        }
    }

    fn name(&mut self, raw: &str, line: usize) {
        // Type names have no escapes; a name with one is decoded.
        let name = match raw.contains('\\') {
            true => serde_json::from_str(&format!("\"{raw}\"")).unwrap_or_default(),
            false => raw.to_owned(),
        };
        if let Some((_, last)) = self.open.last_mut() {
            last.clone_from(&name);
        }
        if self.open.len() > 4 {
            return;
        }
        let path: Vec<&str> = self.open.iter().map(|(_, name)| name.as_str()).collect();
        match path[..] {
            ["user_types" | "enums", ty] => {
                self.lines.types.insert(ty.to_owned(), line);
            }
            ["user_types", ty, "fields", _] | ["enums", ty, "constants", _] => {
                let members = self.lines.members.entry(ty.to_owned()).or_default();
                members.insert(name, line);
            }
            _ => {}
        }
    }
}

/// The length of a string that begins here, without its closing quote.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_members() {
        let lines = Lines::of(
            "{\"metadata\": {\"a\\\"{\": [\"x\", {\"fields\": 1}]},\n \"user_types\": {\n  \"_X\": {\"size\": 4,\n   \"fields\": {\n    \"A\": {\"offset\": 0},\n    \"B\\u0031\": {}}},\n  \"_Y\": {}},\n\"enums\": {\"E\":\n{\"constants\": {\n\"C\": 1}}}}",
        );
        let of = |ty, name| lines.line(ty, Some(name));
        let types = ["_X", "_Y", "Z"].map(|ty| lines.line(ty, None));
        assert_eq!(types, [3, 7, 1]);
        assert_eq!((of("_X", "A"), of("_X", "B1"), of("_X", "C")), (5, 6, 3));
        assert_eq!((lines.line("E", None), of("E", "C")), (8, 10));
    }
}
