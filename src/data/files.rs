//! Where files come from: a folder on disk, or what is built into the program.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, SourceFile, cut, disguises};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Deepest folder that is looked into: a link that leads back up would never end.
const DEEPEST: usize = 32;

/// Where the datasets are.
const DATA: &str = "reference-data";

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
        ordinary(&path)?;
        Ok(Box::new(File::open(&path).map_err(|source| Error::Read { path, source })?))
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

/// Which of the two has a file. A folder of a dataset is of one: its numbers and their source belong together.
fn under(root: &Path, name: &str) -> Files {
    let whole = Path::new(name).parent().filter(|folder| folder.starts_with(DATA) && folder.components().count() > 2);
    let own = joined(root, name).exists() || whole.is_some_and(|folder| root.join(folder).is_dir());
    if own { Files::Folder(root.to_path_buf()) } else { Files::Embedded }
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
                return Err(Error::with_help(message, help));
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

/// The size of a file. A pipe or a device is refused: it may never end, or wait for ever.
fn ordinary(path: &Path) -> Result<u64, Error> {
    let metadata = fs::metadata(path).map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
    let shown = path.display().to_string();
    match () {
        () if metadata.is_dir() => Err(is_a_folder(&shown)),
        () if metadata.is_file() => Ok(metadata.len()),
        () => Err(Error::wrong(format!("`{}` is not an ordinary file", cut(&shown, 160)))),
    }
}

fn read_bounded(path: &Path, limit: u64) -> Result<String, Error> {
    let shown = &path.display().to_string();
    let failed = |source| Error::Read { path: path.to_path_buf(), source };
    let size = ordinary(path)?;
    if size > limit {
        return Err(too_large(shown, size, limit));
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
        Error::with_help(message, "save it as UTF-8")
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
    Error::with_help(format!("the name `{}` is not UTF-8", path.display()), "rename the file")
}

/// Longest part of a path between two `/`, in bytes: file systems allow 255, and suffixes are added.
pub(crate) const LONGEST_PART: usize = 200;

/// The name, if it can be a path below the report's folder on any system: no part is empty, hidden or `..`.
///
/// # Errors
/// Says which name is wrong and why.
pub fn checked(name: &str) -> Result<&str, Error> {
    let why = name.split('/').find_map(|part| match part {
        "" => Some("has an empty part"),
        _ if part.starts_with('.') => Some("has a part that begins with a dot"),
        _ if part.len() > LONGEST_PART => Some("has a part longer than 200 bytes"),
        _ if part.chars().any(|c| disguises(c) || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')) => {
            Some("has a character that is not allowed in a file name")
        }
        _ => None,
    });
    match why {
        None => Ok(name),
        Some(why) => Err(Error::with_help(
            format!("the name `{}` {why}, so no report folder can be created", cut(name, 80)),
            "rename the case file; letters, digits, `-`, `_` and `.` always work",
        )),
    }
}

fn missing(path: &Path) -> Error {
    Error::Read { path: path.to_path_buf(), source: io::ErrorKind::NotFound.into() }
}

fn is_a_folder(name: &str) -> Error {
    let help = "name a file in it";
    Error::with_help(format!("`{}` is a folder, a file is needed", cut(name, 160)), help)
}

fn too_large(name: &str, size: u64, limit: u64) -> Error {
    let message = format!("`{}` has {size} bytes; {limit} is the most that is read", cut(name, 160));
    Error::with_help(message, "check the file name")
}
