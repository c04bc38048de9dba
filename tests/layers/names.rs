//! One name, one public type.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The public types that a text declares.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("pub ")?;
        let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

/// The names that more than one place declares, with their files.
fn twice(files: &[(String, String)]) -> BTreeMap<&str, Vec<&str>> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, text) in files {
        types(text).for_each(|name| places.entry(name).or_default().push(file));
    }
    places.retain(|_, files| files.len() > 1);
    places
}

fn files() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    super::sources(&src, &mut found);
    let read = |path: std::path::PathBuf| (path.display().to_string(), fs::read_to_string(&path).unwrap());
    found.into_iter().map(read).collect()
}

#[test]
fn no_two_public_types_have_one_name() {
    let files = files();
    let declared = files.iter().map(|(_, text)| types(text).count()).sum::<usize>();
    assert!(declared > 500, "only {declared} types were found: the test looks at nothing");
    assert_eq!(twice(&files), BTreeMap::new());
}

#[test]
fn a_second_type_of_a_name_is_seen() {
    let mut files = files();
    files.push(("made.rs".into(), "worded! {\n    /// pub struct Body\n    pub enum Scene { A = \"a\" }\n}\n".into()));
    let found = twice(&files);
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), ["Scene"]);
    assert!(found["Scene"].contains(&"made.rs"));
}
