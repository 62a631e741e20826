//! The paths to the members of structures that are declared inside another one.

/// The deepest nesting that is followed.
const DEPTH_LIMIT: usize = 32;

/// Returns for each line of C the path to the inner structure that it is in: `Parameters.Read.`; empty if it has none.
pub(super) fn paths(text: &str) -> Vec<String> {
    let mut paths = vec![String::new(); text.lines().count()];
    let mut open: Vec<usize> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (place, sign) in code.match_indices(['{', '}']) {
            if sign == "{" {
                if open.len() < DEPTH_LIMIT {
                    open.push(at);
                }
                continue;
            }
            let name = code.get(place + 1..).unwrap_or_default().trim();
            let name = name
                .split([';', '[', '/'])
                .next()
                .unwrap_or_default()
                .trim();
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let begun = open.pop();
            let is_inner = !open.is_empty() && !name.is_empty() && name.chars().all(is_name);
            for path in begun.filter(|_| is_inner).into_iter().flat_map(|it| it..at) {
                if let Some(path) = paths.get_mut(path) {
                    path.insert_str(0, &format!("{name}."));
                }
            }
        }
    }
    paths
}
