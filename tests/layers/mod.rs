//! The flow runs one way: a module imports only from modules to its left.

mod oracles;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Left to right: the groups of modules in `src/core/lib.rs`, and then those in `src/lib.rs`.
fn order() -> Vec<Vec<String>> {
    let read = |lib| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(lib)).unwrap();
    let libs = ["src/core/lib.rs", "src/lib.rs"].map(read).join("\n\n");
    let module = |line: &str| line.strip_prefix("pub mod ").map(|name| name.trim_end_matches(';').to_string());
    let groups = libs.split("\n\n").map(|group| group.lines().filter_map(module).collect::<Vec<_>>());
    groups.filter(|group| !group.is_empty()).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The folder of the crate with the modules that all others import.
const CORE: &str = "core";

fn module_of(path: &Path, src: &Path) -> String {
    let inside = path.strip_prefix(src).unwrap();
    let inside = inside.strip_prefix(CORE).unwrap_or(inside);
    inside.components().next().unwrap().as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

fn rank(module: &str) -> Option<usize> {
    order().iter().position(|group| group.iter().any(|name| name == module))
}

/// Every `crate::module` of a file, comments left out.
fn imports(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        if let Some(group) = after.strip_prefix('{') {
            let inner = group.split("};").next().unwrap_or("");
            found.extend(inner.split(',').map(|part| part.trim().split("::").next().unwrap_or("").to_string()));
        } else {
            found.push(after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn a_module_imports_only_from_its_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    let mut followed = 0;
    for file in files {
        let module = module_of(&file, &src);
        let Some(own) = rank(&module) else {
            assert!(["lib", "main"].contains(&module.as_str()), "{module} has no place in the flow");
            continue;
        };
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            if let Some(other) = rank(&import) {
                followed += 1;
                if other > own || (other == own && import != module) {
                    wrong.push(format!("{}: {module} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(followed > 50, "only {followed} imports were found: the test looks at nothing");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

type Pairs = BTreeSet<(String, String)>;

/// Which module is imported by which.
fn imported() -> Pairs {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let modules = order().concat();
    let mut known = Pairs::new();
    for file in &files {
        let module = module_of(file, &src);
        let of = imports(&fs::read_to_string(file).unwrap()).into_iter().filter(|import| modules.contains(import));
        known.extend(of.map(|import| (import, module.clone())));
    }
    known.retain(|(from, to)| from != to && modules.contains(to));
    known
}

/// Where the picture and the imports differ: an arrow that is no import, an import that is no way along arrows, a module that is not drawn
/// and stands not in the line of those for all, which import from each other alone.
fn misdrawn(picture: &str, known: &Pairs, modules: &[String]) -> Vec<String> {
    let (mut arrows, mut wrong, mut below) = (Pairs::new(), Vec::new(), Vec::new());
    for line in picture.lines().map(|line| line.trim_start_matches("//!").trim()) {
        if let Some(list) = line.strip_prefix("for all: ") {
            below = list.split(", ").map(str::to_string).collect();
        }
        let ends: Vec<&str> = line.split(" --> ").filter_map(|part| part.split_whitespace().next()).collect();
        arrows.extend(ends.windows(2).map(|pair| (pair[0].to_string(), pair[1].to_string())));
    }
    wrong.extend(arrows.difference(known).map(|(from, to)| format!("{to} does not import {from}")));
    for module in modules.iter().filter(|module| !below.contains(module)) {
        let mut reached = BTreeSet::from([module]);
        while arrows.iter().any(|(from, to)| reached.contains(from) && reached.insert(to)) {}
        let missing = known.iter().filter(|(from, to)| from == module && !reached.contains(to));
        wrong.extend(missing.map(|(from, to)| format!("no way from {from} to {to}")));
        if !arrows.iter().any(|(from, to)| from == module || to == module) {
            wrong.push(format!("{module} is not drawn"));
        }
    }
    let lifted = known.iter().filter(|(from, to)| below.contains(to) && !below.contains(from));
    wrong.extend(lifted.map(|(from, to)| format!("{to} is for all and imports {from}")));
    wrong
}

#[test]
fn the_picture_of_the_modules_is_that_of_the_imports() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let (picture, modules, known) = (lib.split("```").nth(1).unwrap(), order().concat(), imported());
    assert!(!modules.is_empty() && known.len() > modules.len(), "{} modules, {} imports", modules.len(), known.len());
    assert_eq!(misdrawn(picture, &known, &modules), Vec::<String>::new());
    for (drawn, instead, seen) in [
        ("case --> bench", "bench --> case", "case does not import bench"),
        ("bench --> shrink --> cli", "", "shrink is not drawn"),
        ("bench --> report --> cli", "bench --> report", "no way from report to cli"),
        ("for all: words", "for all: report", "report is for all and imports bench"),
        (", keys", "", "keys is not drawn"),
    ] {
        assert!(picture.contains(drawn), "{drawn}");
        let wrong = misdrawn(&picture.replace(drawn, instead), &known, &modules);
        assert!(wrong.iter().any(|found| found == seen), "{drawn}: {wrong:?}");
    }
}

/// By another name an import would not be seen here, nor what an oracle imports.
#[test]
fn the_core_is_named_by_the_root_alone() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    files.retain(|file| !file.starts_with(src.join(CORE)));
    let named = |file: &&PathBuf| fs::read_to_string(file).unwrap().contains("collisionbench_core");
    let named: Vec<&PathBuf> = files.iter().filter(named).collect();
    assert_eq!(named, [&src.join("lib.rs")]);
}

#[test]
fn an_import_against_the_flow_is_seen() {
    assert_eq!(
        imports("use crate::collide::Solver;\nuse crate::{ode::X, units::Y};\n// crate::report"),
        ["collide", "ode", "units"]
    );
    assert!(rank("report") > rank("bench"));
}

/// `crate::a::b`, `super::c` of a module as the longest module that exists.
fn module_named(path: &str, from: &[String], modules: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
    let mut place: Vec<String> = from.to_vec();
    let mut parts = path.split("::").peekable();
    if parts.peek() == Some(&"crate") {
        parts.next();
        place.clear();
    } else {
        parts.peek().filter(|first| ["super", "self"].contains(first))?;
    }
    for part in parts {
        match part {
            "super" => drop(place.pop()),
            "self" => {}
            name => {
                let deeper = [&place[..], &[name.to_string()]].concat();
                if !modules.contains(&deeper) {
                    break;
                }
                place = deeper;
            }
        }
    }
    modules.contains(&place).then_some(place)
}

/// Every path of the `use` lines and of the code of a file, groups taken apart.
fn paths(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let code = code.join(" ");
    let mut found = Vec::new();
    for statement in code.split("use ").skip(1) {
        let statement = statement.split(';').next().unwrap_or("");
        let (mut heads, mut word) = (vec![String::new()], String::new());
        for letter in statement.chars().chain([',']) {
            match letter {
                '{' => heads.push(format!("{}{}", heads.last().unwrap(), std::mem::take(&mut word))),
                ',' | '}' => {
                    if !word.trim().is_empty() {
                        found.push(format!("{}{}", heads.last().unwrap(), word.trim()));
                    }
                    word.clear();
                    if letter == '}' && heads.len() > 1 {
                        heads.pop();
                    }
                }
                ' ' => {}
                letter => word.push(letter),
            }
        }
    }
    for start in ["crate::", "super::"] {
        found.extend(
            code.match_indices(start).map(|(at, _)| {
                code[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect()
            }),
        );
    }
    found
}

/// Which files, or folders, of a folder import which.
type Arrows = BTreeMap<Vec<String>, BTreeSet<(String, String)>>;

fn arrows() -> Arrows {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let name = |path: &PathBuf| -> Vec<String> {
        let inside = path.strip_prefix(&src).unwrap().with_extension("");
        let parts: Vec<String> = inside.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
        parts.into_iter().filter(|part| part != "mod" && part != CORE).collect()
    };
    let modules: BTreeSet<Vec<String>> = files.iter().map(name).collect();
    let mut arrows = Arrows::new();
    for file in &files {
        let from = name(file);
        for to in
            paths(&fs::read_to_string(file).unwrap()).iter().filter_map(|path| module_named(path, &from, &modules))
        {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                arrows.entry(from[..common].to_vec()).or_default().insert((one.clone(), other.clone()));
            }
        }
    }
    arrows
}

/// What reaches itself through the imports of its neighbours.
fn in_circles(arrows: &Arrows) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (folder, arrows) in arrows {
        for (start, _) in arrows {
            let (mut reached, mut next) = (BTreeSet::new(), vec![start]);
            while let Some(at) = next.pop() {
                next.extend(arrows.iter().filter(|(from, to)| from == at && reached.insert(to)).map(|(_, to)| to));
            }
            if reached.contains(start) {
                found.insert([&folder[..], std::slice::from_ref(start)].concat().join("::"));
            }
        }
    }
    found
}

#[test]
fn files_of_a_folder_import_without_a_circle() {
    assert_eq!(in_circles(&arrows()), BTreeSet::new());
}

/// One line more, from the forces of a collision to the loop over its events.
#[test]
fn a_circle_within_a_folder_is_seen() {
    let mut arrows = arrows();
    let folder = ["collide", "reference"].map(str::to_string).to_vec();
    arrows.entry(folder).or_default().insert(("forces".into(), "events".into()));
    let found = in_circles(&arrows);
    assert!(found.contains("collide::reference::events") && found.contains("collide::reference::forces"), "{found:?}");
}

#[test]
fn paths_are_taken_apart() {
    let text = "use super::{a::B, c::{D, self}};\nuse crate::e::F; // use super::x\nfn f() { super::g::h() }";
    let found = paths(text);
    for path in ["super::a::B", "super::c::D", "crate::e::F", "super::g::h"] {
        assert!(found.iter().any(|known| known == path), "{path}: {found:?}");
    }
    assert!(!found.iter().any(|path| path.contains('x')), "{found:?}");
}
