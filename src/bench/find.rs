//! Finds the requested case files of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::data::{Files, not_utf8};
use crate::error::{Diagnostic, Error, SourceFile, nearest};

/// Case files are small; a larger one is not a case.
const LARGEST_CASE: u64 = 1 << 20;

/// The case files of a run, and where the datasets they name are read from.
#[derive(Debug)]
pub struct CaseFiles {
    /// `./cases`, `built in`, or what was asked for.
    pub from: String,
    /// Name and text of each case, sorted by name.
    pub cases: Vec<(String, SourceFile)>,
    pub data: Files,
    /// Whether a case without a check is refused.
    pub judged: bool,
}

/// Prefix of a name that means a case built into the program, even if `./cases` has one of that name.
const SHIPPED: &str = "shipped:";

/// A case file with its name.
struct CaseFile {
    name: String,
    file: SourceFile,
    /// Path of the file; `None` for a case built into the program.
    place: Option<PathBuf>,
}

/// Finds the cases that are asked for: files, folders, or names of shipped cases (`normal/elastic/glass-head-on`, and
/// `shipped:normal/elastic/glass-head-on` where there is a folder of cases here); a name that is no shipped case may be
/// that of a file without its `.toml`. With nothing asked for it is the `cases` folder here, or else the cases built into
/// the program. A case that is named twice is one case.
///
/// # Errors
/// When something asked for is not there, cannot be read, or holds no case.
pub fn find(asked: &[PathBuf], here: &Path) -> Result<CaseFiles, Error> {
    let on_disk = Files::Folder(here.to_path_buf());
    let is_shipped = |path: &PathBuf| path.to_string_lossy().starts_with(SHIPPED);
    let data = match datasets(here) {
        Files::Folder(_) if !asked.is_empty() && asked.iter().all(is_shipped) => Files::Embedded,
        Files::Folder(folder) if asked.iter().any(is_shipped) => Files::Over(folder),
        data => data,
    };
    let own = here.join("cases").is_dir();
    let (shipped, from) = if own { (on_disk, "./cases") } else { (Files::Embedded, "the built-in cases") };

    let mut cases: Vec<CaseFile> = Vec::new();
    let mut from = if asked.is_empty() {
        spelled(&shipped, "cases")?;
        for file in shipped.list("cases", ".toml")? {
            cases.push(case_file(&shipped, &file)?);
        }
        from.to_string()
    } else {
        for path in asked {
            collect(path, here, &shipped, &mut cases)?;
        }
        let names: Vec<String> = asked.iter().map(|p| p.display().to_string()).collect();
        names.join(" ")
    };
    if cases.is_empty() {
        return Err(Diagnostic::new(format!("there is no case in {from}"))
            .help("a case is a .toml file: `collisionbench new NAME` writes one to start from")
            .into());
    }
    let (mut cases, twice) = deduplicated(cases);
    if twice > 0 {
        from = format!("({twice} given twice, run once) {from}");
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    // A name is a folder of the report, and one folder where capitals do not count.
    let mut names: BTreeMap<String, &CaseFile> = BTreeMap::new();
    for case in &cases {
        if let Some(other) = names.insert(case.name.to_lowercase(), case) {
            let but = if other.name == case.name { "" } else { " but for capitals" };
            let message =
                format!("two cases are called `{}`{but}: {} and {}", case.name, other.file.name, case.file.name);
            return Err(Error::with_help(message, "rename one of them"));
        }
    }
    let cases = cases.into_iter().map(|case| (case.name, case.file)).collect();
    Ok(CaseFiles { from, cases, data, judged: true })
}

/// Refuses a file that is no case for the spelling of its ending alone.
fn spelled(files: &Files, folder: &str) -> Result<(), Error> {
    for ending in [".TOML", ".Toml"] {
        if let Some(file) = files.list(folder, ending)?.first() {
            let message = format!("`{file}` is not read: the name of a case ends in .toml");
            return Err(Error::with_help(message, "rename it, or take it out of the folder"));
        }
    }
    Ok(())
}

/// Removes duplicates, keeping the longest name of a case; also the number of duplicates.
fn deduplicated(all: Vec<CaseFile>) -> (Vec<CaseFile>, usize) {
    let mut cases: Vec<CaseFile> = Vec::new();
    let mut twice = 0;
    let last = |case: &CaseFile| case.name.rsplit('/').next().map(String::from);
    for case in all {
        let same = |other: &&mut CaseFile| match (&case.place, &other.place) {
            (Some(here), Some(there)) => here == there,
            // A copy of one that is built in.
            _ => case.file.text == other.file.text && last(&case) == last(other),
        };
        match cases.iter_mut().find(same) {
            Some(other) => {
                twice += 1;
                if case.name.len() > other.name.len() {
                    *other = case;
                }
            }
            None => cases.push(case),
        }
    }
    (cases, twice)
}

/// Reads a case of `./cases` or one that is built in.
fn case_file(files: &Files, file: &str) -> Result<CaseFile, Error> {
    let place = match files {
        Files::Folder(root) | Files::Over(root) => Some(resolved(&root.join(file))),
        Files::Embedded => None,
    };
    Ok(CaseFile { name: name_under("cases", file), file: files.text(file, LARGEST_CASE)?, place })
}

/// The path of a file with symbolic links resolved.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Where datasets are read from: a folder here, or else what is built in.
pub fn datasets(here: &Path) -> Files {
    Files::Over(here.to_path_buf())
}

fn collect(path: &Path, here: &Path, shipped: &Files, cases: &mut Vec<CaseFile>) -> Result<(), Error> {
    if path.to_str().is_none() {
        return Err(not_utf8(path));
    }
    let place = here.join(path);
    let shown = path.display().to_string();
    if let Some(name) = shown.strip_prefix(SHIPPED) {
        return by_name(name, &Files::Embedded, cases);
    }
    if place.is_dir() {
        let folder = Files::Folder(place.clone());
        spelled(&folder, "")?;
        for file in folder.list("", ".toml")? {
            let mut text = folder.text(&file, LARGEST_CASE)?;
            text.name = format!("{}/{}", shown.trim_end_matches('/'), file);
            cases.push(CaseFile {
                name: name_here(&text.name, &place.join(&file)),
                file: text,
                place: Some(resolved(&place.join(&file))),
            });
        }
        return Ok(());
    }
    if place.exists() || path.extension().is_some() {
        let folder = place.parent().unwrap_or(here).to_path_buf();
        let file = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut text = Files::Folder(folder).text(&file, LARGEST_CASE)?;
        text.name = shown;
        cases.push(CaseFile { name: name_here(&text.name, &place), file: text, place: Some(resolved(&place)) });
        return Ok(());
    }
    let own = PathBuf::from(format!("{shown}.toml"));
    match by_name(&shown, shipped, cases) {
        Err(_) if here.join(&own).is_file() => collect(&own, here, shipped, cases),
        found => found,
    }
}

/// Adds the shipped case of this name, or the shipped cases in the folder of this name.
fn by_name(shown: &str, shipped: &Files, cases: &mut Vec<CaseFile>) -> Result<(), Error> {
    let known: Vec<String> = shipped.list("cases", ".toml")?;
    let wanted = shown.trim_end_matches('/');
    let matching: Vec<&String> = known
        .iter()
        .filter(|file| {
            let name = name_under("cases", file);
            name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('/'))
        })
        .collect();
    if matching.is_empty() {
        let names: Vec<String> = known.iter().map(|file| name_under("cases", file)).collect();
        let error = Diagnostic::new(format!(
            "there is no case `{shown}`: no such file or folder, and no shipped case of that name"
        ));
        let built_in = |name: &str| Files::Embedded.text(&format!("cases/{name}.toml"), LARGEST_CASE).is_ok();
        return Err(match nearest(shown, names.iter().map(String::as_str)) {
            _ if *shipped != Files::Embedded && built_in(wanted) => {
                error.help(format!("./cases has no such case; the built-in one is `{SHIPPED}{wanted}`"))
            }
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("`collisionbench list cases` names the shipped ones"),
        }
        .into());
    }
    for file in matching {
        cases.push(case_file(shipped, file)?);
    }
    Ok(())
}

/// The name of a case by the path that is given, or, where that is none in a `cases` tree, from inside of such a tree.
fn name_here(shown: &str, place: &Path) -> String {
    let whole = tree_of(Path::new(shown)).is_none().then(|| tree_of(&resolved(place))).flatten();
    whole.map_or_else(|| name_in_tree(shown), |whole| name_in_tree(&whole))
}

/// A path that goes through a folder `cases`, if it is relative to the folder where the program is started and does.
fn tree_of(path: &Path) -> Option<String> {
    let text = path.to_string_lossy().replace('\\', "/");
    (text.starts_with("cases/") || text.contains("/cases/")).then_some(text)
}

/// Whether a case of this name belongs to a folder that is asked for, one of a `cases` tree or of shipped cases. The cases of
/// another folder are named by their files alone, so that none is known to have been there.
pub fn is_within(name: &str, asked: &Path) -> bool {
    let shown = asked.to_string_lossy().replace('\\', "/");
    let mut folder = format!("{}/", shown.trim_start_matches(SHIPPED).trim_end_matches('/'));
    if asked.is_dir() && tree_of(Path::new(&folder)).is_none() {
        let whole = format!("{}/", resolved(asked).to_string_lossy());
        folder = tree_of(Path::new(&whole)).map_or(folder, |_| whole.replace('\\', "/"));
    }
    let inside = match (folder.starts_with("cases/"), folder.rfind("/cases/")) {
        (_, Some(at)) => &folder[at + "/cases/".len()..],
        (true, None) => &folder["cases/".len()..],
        (false, None) if asked.is_dir() => return false,
        (false, None) => &folder,
    };
    name.starts_with(inside)
}

/// `cases/normal/x.toml` -> `normal/x`
pub fn name_under(folder: &str, file: &str) -> String {
    let inside = file.strip_prefix(folder).unwrap_or(file).trim_start_matches('/');
    inside.strip_suffix(".toml").unwrap_or(inside).to_string()
}

/// The name of a file given by its path: what follows the last `cases/`, or the file's own stem.
pub fn name_in_tree(path: &str) -> String {
    let path = path.replace('\\', "/");
    let inside = match path.rfind("cases/") {
        Some(at) if at == 0 || path.as_bytes()[at - 1] == b'/' => &path[at + "cases/".len()..],
        _ => path.rsplit('/').next().unwrap_or(&path),
    };
    name_under("", inside)
}
