//! Checks the layers of core: which modules may import which.

use std::collections::{BTreeMap, BTreeSet};

use super::violation;
use crate::tidy::Violation;
use crate::tidy::source;
use crate::tidy::tree::{File, Tree};

const CORE: &str = "core/src/";
const LIB: &str = "core/src/lib.rs";

/// The modules of core, one layer per line: a module may import from earlier lines only. `wire` stands for every module
/// of that name inside another.
const LAYERS: [&str; 19] = [
    "words",
    "certainty csv fnv guid mode name rule units",
    "arch ctype",
    "per_arch release type_equivalence types",
    "members point span",
    "cell",
    "raw",
    "constants",
    "catalogue",
    "addresses kernels layout",
    "article diff tree",
    "render resolve",
    "audit",
    "dataset",
    "decode export history lookup",
    "search stated xref",
    "validity",
    "offsets",
    "wire",
];

fn layer(module: &str) -> Option<usize> {
    LAYERS
        .iter()
        .position(|layer| layer.split(' ').any(|other| other == module))
}

pub(super) fn core_imports_from_lower_layers(tree: &Tree) -> Vec<Violation> {
    let of_tests = of_tests(tree);
    let exports = exports(tree);
    let mut violations = unlisted(tree);
    for file in tree.rust(CORE).filter(|file| file.path != LIB) {
        let path = module_path(file);
        if of_tests.iter().any(|test| path.starts_with(test)) {
            continue;
        }
        let own = target(&path);
        let Some(own_layer) = layer(own) else {
            continue;
        };
        for (line, path) in imports(&code(file)) {
            let module = path.first().and_then(|first| exports.get(first));
            let module = module.map_or(target(&path), String::as_str);
            if module != own && layer(module).is_some_and(|layer| layer >= own_layer) {
                let message = format!(
                    "`{own}` does not import `{module}`, which is in no lower layer: move what both need further down (the layers stand in xtask/src/tidy/rules/layers.rs)"
                );
                violations.push(violation(file, line, message));
            }
        }
    }
    violations
}

/// The modules of core that are in no layer, and names in layers that are no modules.
fn unlisted(tree: &Tree) -> Vec<Violation> {
    let Some(lib) = tree.files.iter().find(|file| file.path == LIB) else {
        return Vec::new();
    };
    let tests = of_tests(tree);
    let mut missing: BTreeSet<&str> = LAYERS.iter().flat_map(|layer| layer.split(' ')).collect();
    let mut violations = Vec::new();
    for (at, line) in lib.text.lines().enumerate() {
        let Some(module) = declared(line).filter(|it| !tests.contains(&vec![(*it).to_owned()]))
        else {
            continue;
        };
        if !missing.remove(module) {
            let message = format!("`{module}` is in no layer: add it to `LAYERS` of tidy");
            violations.push(violation(lib, at + 1, message));
        }
    }
    if !missing.is_empty() {
        let message = format!("`LAYERS` of tidy has modules that core has not: {missing:?}");
        violations.push(violation(lib, 1, message));
    }
    violations
}

/// The module that a line declares: `pub mod a;`.
fn declared(line: &str) -> Option<&str> {
    let (before, module) = line.strip_suffix(';')?.rsplit_once(' ')?;
    let before = before.trim();
    (before == "mod" || before.ends_with(" mod")).then_some(module)
}

/// The re-exports of `lib.rs`, with the module of each.
fn exports(tree: &Tree) -> BTreeMap<String, String> {
    let lib = tree.files.iter().find(|file| file.path == LIB);
    let lines = lib.into_iter().flat_map(|lib| lib.text.lines());
    let exported = lines.filter_map(|line| line.strip_prefix("pub use "));
    let paths = exported.flat_map(paths).filter_map(|path| {
        let (module, name) = (path.first()?.clone(), path.last()?.clone());
        Some((name, module))
    });
    paths.collect()
}

/// The modules that are compiled only for tests.
fn of_tests(tree: &Tree) -> Vec<Vec<String>> {
    let of_file = |file: &File| {
        let lines: Vec<&str> = file.text.lines().collect();
        let pairs = lines.windows(2);
        let tests = pairs.filter(|pair| pair[0] == "#[cfg(test)]");
        let modules: Vec<&str> = tests.filter_map(|pair| declared(pair[1])).collect();
        let parent = match file.path == LIB {
            true => Vec::new(),
            false => module_path(file),
        };
        let inside = |module: &&str| [&parent[..], &[(*module).to_owned()]].concat();
        modules.iter().map(inside).collect::<Vec<_>>()
    };
    tree.rust(CORE).flat_map(of_file).collect()
}

/// `core/src/decode/wire.rs` → `decode`, `wire`.
fn module_path(file: &File) -> Vec<String> {
    let path = file.path.trim_start_matches(CORE).trim_end_matches(".rs");
    path.split('/').map(str::to_owned).collect()
}

/// The layered module that a path leads into.
fn target(path: &[String]) -> &str {
    match path.iter().any(|step| step == "wire") {
        true => "wire",
        false => path.first().map_or("", String::as_str),
    }
}

/// The code of a file without the tests at its end.
fn code(file: &File) -> String {
    let mut code = source::parse(&file.text).code;
    if let Some(tests) = code.find("#[cfg(test)]\nmod tests {") {
        code.truncate(tests);
    }
    code
}

/// The paths that begin with `crate::`, each with its line.
fn imports(code: &str) -> Vec<(usize, Vec<String>)> {
    let mut imports = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let paths = paths(&code[at + root.len()..]);
        imports.extend(paths.into_iter().map(|path| (line, path)));
    }
    imports
}

/// The paths at the start of a text: `a::{b, c::d}` → `a::b`, `a::c::d`.
fn paths(text: &str) -> Vec<Vec<String>> {
    if let Some(group) = text.strip_prefix('{') {
        return items(group).into_iter().flat_map(paths).collect();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let longer = match rest.strip_prefix("::") {
        Some(rest) => paths(rest),
        None => vec![Vec::new()],
    };
    let begin = |path: Vec<String>| [vec![name.to_owned()], path].concat();
    longer.into_iter().map(begin).collect()
}

/// The items of a group, up to its closing brace.
fn items(group: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                items.push(group[start..at].trim());
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items
}
