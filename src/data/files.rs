//! Where files come from: a folder on disk, or what is built into the program.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::error::{Diagnostic, Error, SourceFile, cut};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Deepest folder that is looked into: a link that leads back up would never end.
const DEEPEST: usize = 32;

/// A tree of files under one root. Names use `/` and never leave the root.
///
/// ```
/// use collisionbench::data::Files;
/// let names = Files::Embedded.list("reference-data", "source.toml")?;
/// let text = Files::Embedded.text(&names[0], 1 << 20)?;
/// assert!(text.text.contains("title"));
/// # Ok::<(), collisionbench::error::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Files {
    /// Files under a folder.
    Folder(PathBuf),
    /// The cases and datasets the program was built with.
    Embedded,
    /// Files under a folder, and what the program was built with where the folder has none of that name.
    Over(PathBuf),
}

impl Files {
    /// The text of a file. Case files over `limit` bytes and texts that are not UTF-8 are refused.
    ///
    /// No more than `limit` bytes are held, whatever the size of the file. It is called what it was asked for, without
    /// the root.
    ///
    /// # Errors
    /// When the file is missing, a folder, too large or not UTF-8, or when the name leaves the root.
    pub fn text(&self, name: &str, limit: u64) -> Result<SourceFile, Error> {
        let name = inside(name)?;
        match self {
            Self::Over(root) => under(root, &name).text(&name, limit),
            Self::Embedded => match EMBEDDED.iter().find(|(known, _)| *known == name) {
                Some((_, text)) if text.len() as u64 > limit => Err(too_large(&name, text.len() as u64, limit)),
                Some((_, text)) => Ok(SourceFile { name, text: (*text).to_string() }),
                None if EMBEDDED.iter().any(|(known, _)| is_under(known, &name)) => Err(is_a_folder(&name)),
                None => Err(missing(Path::new(&name))),
            },
            Self::Folder(root) => {
                let text = read_bounded(&joined(root, &name), limit)?;
                Ok(SourceFile { name, text })
            }
        }
    }

    /// A file, to be read in pieces. Only ordinary files are opened: a pipe or a device may never end.
    ///
    /// # Errors
    /// When the file is missing, a folder or no ordinary file, or when the name leaves the root.
    pub fn open(&self, name: &str) -> Result<Box<dyn Read>, Error> {
        let name = inside(name)?;
        let root = match self {
            Self::Over(root) => return under(root, &name).open(&name),
            Self::Embedded => {
                let text = self.text(&name, u64::MAX)?.text;
                return Ok(Box::new(io::Cursor::new(text.into_bytes())));
            }
            Self::Folder(root) => root,
        };
        let path = joined(root, &name);
        let failed = |source| Error::Read { path: path.clone(), source };
        let metadata = fs::metadata(&path).map_err(failed)?;
        if metadata.is_dir() {
            return Err(is_a_folder(&path.display().to_string()));
        }
        if !metadata.is_file() {
            let shown = path.display().to_string();
            return Err(Error::wrong(format!("`{}` is not an ordinary file", cut(&shown, 160))));
        }
        Ok(Box::new(File::open(&path).map_err(failed)?))
    }

    /// The names of all files under `folder` that end in `suffix`, sorted.
    ///
    /// Names are relative to the root, as [`Files::text`] takes them. Hidden files and folders are passed over.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self, folder: &str, suffix: &str) -> Result<Vec<String>, Error> {
        let folder = inside(folder)?;
        let mut names: Vec<String> = match self {
            Self::Over(root) => {
                let mut names = Self::Embedded.list(&folder, suffix).unwrap_or_default();
                if names.is_empty() || joined(root, &folder).is_dir() {
                    names.extend(Self::Folder(root.clone()).list(&folder, suffix)?);
                }
                names
            }
            Self::Embedded => {
                let under = EMBEDDED.iter().map(|(name, _)| *name).filter(|name| is_under(name, &folder));
                let names: Vec<String> = under.map(str::to_string).collect();
                if names.is_empty() {
                    return Err(missing(Path::new(&folder)));
                }
                names
            }
            Self::Folder(root) => {
                let mut names = Vec::new();
                walk(&joined(root, &folder), &folder, suffix, 0, &mut names)?;
                names
            }
        };
        names.retain(|name| name.ends_with(suffix));
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// Which of the two has a file.
fn under(root: &Path, name: &str) -> Files {
    if joined(root, name).exists() { Files::Folder(root.to_path_buf()) } else { Files::Embedded }
}

/// The name with `./` and doubled slashes taken out; empty for the root itself.
fn inside(name: &str) -> Result<String, Error> {
    let mut parts = Vec::new();
    for component in Path::new(name).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_string_lossy()),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                let message = format!("`{}` is outside the folder that is searched", cut(name, 160));
                let help = "write a path without `..`, such as reference-data/published/NAME";
                return Err(Diagnostic::new(message).help(help).into());
            }
        }
    }
    Ok(parts.join("/"))
}

fn is_under(name: &str, folder: &str) -> bool {
    folder.is_empty() || name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The path as its reader would write it: `cases/a.toml`, not `./cases/a.toml`.
fn joined(root: &Path, name: &str) -> PathBuf {
    let root = if root == Path::new(".") { Path::new("") } else { root };
    match (root.as_os_str().is_empty(), name.is_empty()) {
        (true, true) => PathBuf::from("."),
        (_, true) => root.to_path_buf(),
        _ => root.join(name),
    }
}

fn read_bounded(path: &Path, limit: u64) -> Result<String, Error> {
    let shown = &path.display().to_string();
    let failed = |source| Error::Read { path: path.to_path_buf(), source };
    let metadata = fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(is_a_folder(shown));
    }
    // A pipe or a device may never end, or wait for ever.
    if !metadata.is_file() {
        return Err(Error::wrong(format!("`{}` is not an ordinary file", cut(shown, 160))));
    }
    if metadata.len() > limit {
        return Err(too_large(shown, metadata.len(), limit));
    }
    let mut bytes = Vec::new();
    // The size is asked again of what is read: a file may grow in between.
    let file = File::open(path).map_err(failed)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(shown, bytes.len() as u64, limit));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count();
        let message = format!("`{}` is not UTF-8 text: byte {at} (line {line}) is 0x{byte:02x}", cut(shown, 160));
        Diagnostic::new(message).help("save it as UTF-8").into()
    })
}

fn walk(path: &Path, name: &str, suffix: &str, depth: usize, names: &mut Vec<String>) -> Result<(), Error> {
    if depth > DEEPEST {
        return Err(Error::wrong(format!("`{}` lies more than {DEEPEST} folders deep", cut(name, 160))));
    }
    let failed = |source| Error::Read { path: path.to_path_buf(), source };
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let last = match entry.file_name().into_string() {
            Ok(last) => last,
            Err(other) if entry.path().is_dir() || other.to_string_lossy().ends_with(suffix) => {
                return Err(not_utf8(&path.join(other)));
            }
            Err(_) => continue,
        };
        if last.starts_with('.') {
            continue;
        }
        let inner = if name.is_empty() { last } else { format!("{name}/{last}") };
        if entry.path().is_dir() {
            walk(&entry.path(), &inner, suffix, depth + 1, names)?;
        } else {
            names.push(inner);
        }
    }
    Ok(())
}

/// Names are looked up, compared and written as UTF-8: another one cannot be.
pub(crate) fn not_utf8(path: &Path) -> Error {
    Diagnostic::new(format!("the name `{}` is not UTF-8", path.display())).help("rename the file").into()
}

fn missing(path: &Path) -> Error {
    Error::Read { path: path.to_path_buf(), source: io::ErrorKind::NotFound.into() }
}

fn is_a_folder(name: &str) -> Error {
    let help = "name a file in it";
    Diagnostic::new(format!("`{}` is a folder, a file is needed", cut(name, 160))).help(help).into()
}

fn too_large(name: &str, size: u64, limit: u64) -> Error {
    let message = format!("`{}` has {size} bytes; {limit} is the most that is read", cut(name, 160));
    Diagnostic::new(message).help("check the file name").into()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(
            matches!(files.text("e", 99), Err(Error::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound)
        );
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
}
