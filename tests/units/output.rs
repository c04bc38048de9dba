use std::fs;
use std::path::{Path, PathBuf};

use collisionbench::error::Exit;
use collisionbench::output::{create, replace};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A folder with a file `a`, a file `b` and a folder `c`.
fn folder() -> (tempfile::TempDir, [PathBuf; 3]) {
    let root = tempfile::tempdir().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| root.path().join(name));
    fs::write(&a, "old a").unwrap();
    fs::write(&b, "old b").unwrap();
    fs::create_dir(&c).unwrap();
    (root, [a, b, c])
}

#[test]
fn files_are_replaced_all_or_none() {
    let (root, [a, b, c]) = folder();
    let error = replace(&[(&a, b"new a"), (&c, b"new c"), (&b, b"new b")]).unwrap_err();
    assert_eq!(error.exit(), Exit::Unwritable);
    assert!(error.to_string().contains(&c.display().to_string()), "{error}");
    assert_eq!([&a, &b].map(|path| fs::read_to_string(path).unwrap()), ["old a", "old b"]);
    let deep = root.path().join("deep/er/d");
    replace(&[(&a, b"new a"), (&b, b"new b"), (&deep, b"new d")]).unwrap();
    assert_eq!([&a, &b, &deep].map(|path| fs::read_to_string(path).unwrap()), ["new a", "new b", "new d"]);
    assert_eq!(names(root.path()), ["a", "b", "c", "deep"], "nothing is left beside them");
}

#[test]
fn new_files_are_written_all_or_none() {
    let (root, [a, b, _]) = folder();
    let new = root.path().join("new");
    let error = create(&[(&new, b"new"), (&b, b"new b")]).unwrap_err();
    assert!(error.to_string().contains("b already exists") && error.exit() == Exit::Wrong, "{error}");
    // A name that is too long is found when the others are written already.
    let long = root.path().join("x".repeat(300));
    assert_eq!(create(&[(&new, b"new"), (&long, b"long")]).unwrap_err().exit(), Exit::Unwritable);
    assert_eq!([&a, &b].map(|path| fs::read_to_string(path).unwrap()), ["old a", "old b"]);
    assert_eq!(names(root.path()), ["a", "b", "c"]);
    create(&[(&new, b"new")]).unwrap();
    assert_eq!(fs::read_to_string(&new).unwrap(), "new");
}

#[test]
fn what_a_killed_program_left_is_removed_and_only_that() {
    let (root, [a, ..]) = folder();
    for name in [".a.collisionbench-x7Kq2a", ".b.collisionbench-x7Kq2", ".b.collisionbench-", "b.collisionbench-x7Kq2a"]
    {
        fs::write(root.path().join(name), "half").unwrap();
    }
    fs::create_dir(root.path().join(".c.collisionbench-x7Kq2a")).unwrap();
    replace(&[(&a, b"new a")]).unwrap();
    let others = [
        ".b.collisionbench-",
        ".b.collisionbench-x7Kq2",
        ".c.collisionbench-x7Kq2a",
        "a",
        "b",
        "b.collisionbench-x7Kq2a",
        "c",
    ];
    assert_eq!(names(root.path()), others);
}

/// As any file that the user writes, not hidden from others.
#[cfg(unix)]
#[test]
fn a_file_has_the_permissions_of_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let (_root, [a, b, _]) = folder();
    replace(&[(&a, b"new a")]).unwrap();
    let [a, b] = [a, b].map(|path| fs::metadata(path).unwrap().permissions().mode());
    assert_eq!(a, b);
}
