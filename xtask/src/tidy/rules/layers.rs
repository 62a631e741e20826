//! Checks which modules of core and of the server import which: core has layers, and server and front end no circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{File, Tree, Violation, source};

const CORE: &str = "core/src/";
/// The crates whose modules import in no circle.
const ACYCLIC: [&str; 2] = ["server/src/", "frontend/src/"];
const LIB: &str = "core/src/lib.rs";

/// The modules of core, one layer per line: a module may import from earlier lines only. `wire` stands for every module
/// of that name inside another.
const LAYERS: [&str; 20] = [
    "words",
    "certainty csv edit_distance escape fnv guid mode name numbers rule units",
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
    "stated xref",
    "validity",
    "offsets",
    "search",
    "wire",
];

fn layer(module: &str) -> Option<usize> {
    let mut layers = LAYERS.iter();
    layers.position(|layer| layer.split(' ').any(|other| other == module))
}

pub(super) fn core_imports_from_lower_layers(tree: &Tree) -> Vec<Violation> {
    let of_tests = of_tests(tree, CORE);
    let exports = exports(tree);
    let mut violations = unlisted(tree, &of_tests);
    for file in tree.rust(CORE).filter(|file| file.path != LIB) {
        let stem = stem(file, CORE);
        let steps: Vec<&str> = stem.split('/').collect();
        let own = target(&steps);
        let (Some(own_layer), false) = (layer(own), of_tests.iter().any(|it| is_in(stem, it)))
        else {
            continue;
        };
        for (line, path) in imports(&code(file)) {
            let export = path.first().and_then(|first| exports.get(first));
            let module = export.copied().unwrap_or(target(&path));
            if module != own && layer(module).is_some_and(|layer| layer >= own_layer) {
                let message = format!(
                    "`{own}` does not import `{module}`, which is in no lower layer: move what both need further down (the layers stand in xtask/src/tidy/rules/layers.rs)"
                );
                violations.push(file.violation(line, message));
            }
        }
    }
    violations
}

/// Of modules that import one another, none can be read or tested without the others.
pub(super) fn modules_import_in_no_circle(tree: &Tree) -> Vec<Violation> {
    let circular = |root: &&'static str| circular(tree, root);
    ACYCLIC.iter().flat_map(circular).collect()
}

/// The imports of a crate that are part of a circle.
fn circular(tree: &Tree, root: &'static str) -> Vec<Violation> {
    let of_tests = of_tests(tree, root);
    let mut imported: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut lines = Vec::new();
    for file in tree.rust(root) {
        let stem = stem(file, root);
        if of_tests.iter().any(|it| is_in(stem, it)) {
            continue;
        }
        let own = stem.split('/').next().unwrap_or(stem);
        for (line, path) in imports(&code(file)) {
            let module = path.first().filter(|module| **module != own);
            for module in module.into_iter().map(ToString::to_string) {
                imported.entry(own).or_default().insert(module.clone());
                lines.push((file, line, own, module));
            }
        }
    }
    let leads_to = |from: &str, to: &str| {
        let mut reached = BTreeSet::from([from]);
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            let modules = imported.get(module).into_iter().flatten();
            next.extend(modules.map(String::as_str).filter(|it| reached.insert(it)));
        }
        reached.contains(to)
    };
    let circular = lines
        .iter()
        .filter(|(.., own, module)| leads_to(module, own));
    let violations = circular.map(|(file, line, own, module)| {
        let message = format!(
            "`{own}` does not import `{module}`, which imports it, directly or through others: move what both need into a module below"
        );
        file.violation(*line, message)
    });
    violations.collect()
}

/// The modules of core that are in no layer, and names in layers that are no modules.
fn unlisted(tree: &Tree, of_tests: &[String]) -> Vec<Violation> {
    let Some(lib) = tree.file(LIB) else {
        return Vec::new();
    };
    let mut missing: BTreeSet<&str> = LAYERS.iter().flat_map(|layer| layer.split(' ')).collect();
    let mut violations = Vec::new();
    for (line, text) in (1..).zip(lib.text.lines()) {
        let module = declared(text).filter(|it| !of_tests.iter().any(|test| test == it));
        if let Some(module) = module
            && !missing.remove(module)
        {
            let message = format!("`{module}` is in no layer: add it to `LAYERS` of tidy");
            violations.push(lib.violation(line, message));
        }
    }
    if !missing.is_empty() {
        let message = format!("`LAYERS` of tidy has modules that core has not: {missing:?}");
        violations.push(lib.violation(1, message));
    }
    violations
}

/// The module that a line declares: `pub mod a;`.
fn declared(line: &str) -> Option<&str> {
    let (before, module) = line.strip_suffix(';')?.rsplit_once(' ')?;
    before.ends_with("mod").then_some(module)
}

/// The re-exports of `lib.rs`, with the module of each.
fn exports(tree: &Tree) -> BTreeMap<&str, &str> {
    let lines = tree.file(LIB).into_iter().flat_map(|lib| lib.text.lines());
    let mut found = Vec::new();
    for line in lines.filter_map(|line| line.strip_prefix("pub use ")) {
        paths(line, &[], &mut found);
    }
    let exports = found.iter().filter_map(|path| match path[..] {
        [module, .., name] => Some((name, module)),
        _ => None,
    });
    exports.collect()
}

/// The modules that are compiled only for tests: `decode/tests`.
fn of_tests(tree: &Tree, root: &str) -> Vec<String> {
    let of_file = |file: &File| {
        let parent = match stem(file, root) {
            "lib" => String::new(),
            stem => format!("{stem}/"),
        };
        let lines: Vec<&str> = file.text.lines().collect();
        let tests = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
        let modules = tests.filter_map(|pair| declared(pair[1]));
        let modules = modules.map(|module| format!("{parent}{module}"));
        modules.collect::<Vec<_>>()
    };
    tree.rust(root).flat_map(of_file).collect()
}

/// `core/src/decode/wire.rs` → `decode/wire`.
fn stem<'a>(file: &'a File, root: &str) -> &'a str {
    file.path.trim_start_matches(root).trim_end_matches(".rs")
}

fn is_in(stem: &str, module: &str) -> bool {
    let inside = stem.strip_prefix(module);
    inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The layered module that a path leads into.
fn target<'a>(path: &[&'a str]) -> &'a str {
    match path.contains(&"wire") {
        true => "wire",
        false => path.first().copied().unwrap_or(""),
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
fn imports(code: &str) -> Vec<(usize, Vec<&str>)> {
    let mut imports = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let mut found = Vec::new();
        paths(&code[at + root.len()..], &[], &mut found);
        imports.extend(found.into_iter().map(|path| (line, path)));
    }
    imports
}

/// Finds the paths at the start of a text, each behind `parent`: `a::{b, c::d}` → `a::b`, `a::c::d`. Returns the rest.
fn paths<'a>(text: &'a str, parent: &[&'a str], found: &mut Vec<Vec<&'a str>>) -> &'a str {
    if let Some(group) = text.strip_prefix('{') {
        let mut rest = group;
        loop {
            rest = paths(rest.trim_start(), parent, found);
            // `as b` may come first.
            let Some(end) = rest.find([',', '}']) else {
                return "";
            };
            let is_last = rest[end..].starts_with('}');
            rest = &rest[end + 1..];
            if is_last {
                return rest;
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let path = [parent, &[name]].concat();
    if let Some(rest) = rest.strip_prefix("::") {
        return paths(rest, &path, found);
    }
    found.push(path);
    rest
}
