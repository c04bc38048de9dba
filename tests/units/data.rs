//! Datasets and the files that they are in.

use std::fs::File;
use std::{fs, io};

use collisionbench::data::dataset::*;
use collisionbench::data::files::*;
use collisionbench::error::{Error, SourceFile};

// src/data/dataset.rs
/// FIPS 180-2, appendix B.1.
#[test]
fn hashes_are_sha_256_in_hexadecimal() {
    assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// src/data/files.rs
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    dir
}

fn message(result: Result<SourceFile, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn files_are_listed_below_a_folder_in_order() {
    let dir =
        folder(&[("c/b.toml", b""), ("c/a/z.toml", b""), ("c/a.txt", b""), ("c/.x/h.toml", b""), ("d.toml", b"")]);
    let files = Files::Folder(dir.path().into());
    assert_eq!(files.list("c", ".toml").unwrap(), ["c/a/z.toml", "c/b.toml"]);
    assert_eq!(files.list("./c/", ".toml").unwrap(), ["c/a/z.toml", "c/b.toml"]);
    assert_eq!(files.list("", ".toml").unwrap(), ["c/a/z.toml", "c/b.toml", "d.toml"]);
    assert!(matches!(files.list("missing", ".toml"), Err(Error::Read { .. })));
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8_is_refused_and_never_passed_over() {
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&[("c/a.toml", b"")]);
    let odd = |name: &[u8]| dir.path().join("c").join(std::ffi::OsStr::from_bytes(name));
    fs::write(odd(b"\xff.csv"), "").unwrap();
    let files = Files::Folder(dir.path().into());
    assert_eq!(files.list("c", ".toml").unwrap(), ["c/a.toml"]);
    fs::write(odd(b"\xff.toml"), "").unwrap();
    let shown = files.list("c", ".toml").unwrap_err().to_string();
    assert!(shown.contains("is not UTF-8") && shown.contains("rename"), "{shown}");
}

#[test]
fn a_name_never_leaves_the_root() {
    let dir = folder(&[("in/a.toml", b"x = 1"), ("out.toml", b"")]);
    for files in [Files::Folder(dir.path().join("in")), Files::Embedded] {
        for name in ["../out.toml", "/etc/hostname", "a/../../out.toml"] {
            assert!(message(files.text(name, 100)).contains("is outside the folder"), "{name}");
            assert!(files.list(name, "").is_err(), "{name}");
        }
    }
    assert_eq!(Files::Folder(dir.path().join("in")).text("./a.toml", 100).unwrap().text, "x = 1");
}

#[test]
fn size_encoding_and_kind_are_checked() {
    let dir = folder(&[("a.toml", b"0123456789"), ("b.toml", b"ok\nbad \xff here"), ("c/d", b"")]);
    let files = Files::Folder(dir.path().into());
    assert!(files.text("a.toml", 10).is_ok());
    assert!(message(files.text("a.toml", 9)).contains("has 10 bytes; 9 is the most"));
    assert!(message(files.text("b.toml", 99)).contains("is not UTF-8 text: byte 7 (line 2) is 0xff"));
    assert!(message(files.text("c", 99)).contains("is a folder, a file is needed"));
    assert!(matches!(files.text("e", 99), Err(Error::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound));
}

/// 200 MB are refused by size; the file is sparse, and nothing of it is read.
#[test]
fn an_enormous_file_is_refused_unread() {
    let dir = folder(&[("a.toml", b"")]);
    File::options().write(true).open(dir.path().join("a.toml")).unwrap().set_len(200 << 20).unwrap();
    let shown = message(Files::Folder(dir.path().into()).text("a.toml", 1 << 20));
    assert!(shown.contains("has 209715200 bytes; 1048576 is the most"), "{shown}");
}

#[test]
fn a_folder_comes_before_what_is_built_in() {
    let name = "cases/normal/elastic/power-law.toml";
    let dir = folder(&[(name, b"mine"), ("cases/own.toml", b"x")]);
    let files = Files::Over(dir.path().into());
    assert_eq!(files.text(name, 99).unwrap().text, "mine");
    let other = "cases/normal/elastic/glass-head-on.toml";
    assert_eq!(files.text(other, 1 << 20).unwrap(), Files::Embedded.text(other, 1 << 20).unwrap());
    let names = files.list("cases", ".toml").unwrap();
    assert_eq!(names.len(), Files::Embedded.list("cases", ".toml").unwrap().len() + 1);
    assert!(matches!(files.text("cases/none.toml", 99), Err(Error::Read { .. })));
}

#[cfg(unix)]
#[test]
fn a_device_without_end_is_refused() {
    assert!(message(Files::Folder("/dev".into()).text("zero", 100)).contains("is not an ordinary file"));
}

#[test]
fn embedded_files_answer_like_a_folder() {
    let disk = Files::Folder(env!("CARGO_MANIFEST_DIR").into());
    for (folder, suffix) in [("cases", ".toml"), ("reference-data", "/data.csv")] {
        let names = Files::Embedded.list(folder, suffix).unwrap();
        assert_eq!(names, disk.list(folder, suffix).unwrap());
        for name in &names {
            assert_eq!(Files::Embedded.text(name, 1 << 20).unwrap().text, disk.text(name, 1 << 20).unwrap().text);
        }
    }
    assert!(message(Files::Embedded.text("cases", 100)).contains("is a folder"));
    assert!(matches!(Files::Embedded.text("cases/none.toml", 100), Err(Error::Read { .. })));
}
