//! Which case files a run is about.

use std::path::{Path, PathBuf};

use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile, nearest};

/// Case files are small; a larger one is not a case.
const LARGEST_CASE: u64 = 1 << 20;

/// The case files of a run, and where the datasets they name are read from.
#[derive(Debug)]
pub struct Found {
    /// `./cases`, `built in`, or what was asked for.
    pub from: String,
    /// Name and text of each case, sorted by name.
    pub cases: Vec<(String, SourceFile)>,
    pub data: Files,
}

/// Finds the cases that are asked for: files, folders, or names of shipped cases (`normal/elastic/glass-head-on`). With
/// nothing asked for it is the `cases` folder here, or else the cases built into the program.
///
/// # Errors
/// When something asked for is not there, cannot be read, or holds no case.
pub fn find(asked: &[PathBuf], here: &Path) -> Result<Found, Error> {
    let on_disk = Files::Folder(here.to_path_buf());
    let data = datasets(here);
    let own = here.join("cases").is_dir();
    let (shipped, from) = if own { (on_disk, "./cases") } else { (Files::Embedded, "the cases built in") };

    let mut cases = Vec::new();
    let from = if asked.is_empty() {
        for file in shipped.list("cases", ".toml")? {
            cases.push((name_under("cases", &file), shipped.text(&file, LARGEST_CASE)?));
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
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    cases.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
    if let Some(pair) = cases.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Error::wrong(format!(
            "two cases are called `{}`: {} and {}",
            pair[0].0, pair[0].1.name, pair[1].1.name
        )));
    }
    Ok(Found { from, cases, data })
}

/// Where datasets are read from: `reference-data` here, or else what is built in. Accepted numbers are kept in
/// `reference-data/baselines`, and do not make it a folder of datasets.
pub fn datasets(here: &Path) -> Files {
    let inside = std::fs::read_dir(here.join("reference-data")).into_iter().flatten().flatten();
    let own = inside.map(|entry| entry.file_name()).any(|name| name != "baselines");
    if own { Files::Folder(here.to_path_buf()) } else { Files::Embedded }
}

fn collect(path: &Path, here: &Path, shipped: &Files, cases: &mut Vec<(String, SourceFile)>) -> Result<(), Error> {
    let place = here.join(path);
    let shown = path.display().to_string();
    if place.is_dir() {
        let folder = Files::Folder(place);
        for file in folder.list("", ".toml")? {
            let mut text = folder.text(&file, LARGEST_CASE)?;
            text.name = format!("{}/{}", shown.trim_end_matches('/'), file);
            cases.push((name_in_tree(&text.name), text));
        }
        return Ok(());
    }
    if place.exists() || path.extension().is_some() {
        let folder = place.parent().unwrap_or(here).to_path_buf();
        let file = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut text = Files::Folder(folder).text(&file, LARGEST_CASE)?;
        text.name = shown;
        cases.push((name_in_tree(&text.name), text));
        return Ok(());
    }
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
        return Err(match nearest(&shown, names.iter().map(String::as_str)) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("`collisionbench list cases` names the shipped ones"),
        }
        .into());
    }
    for file in matching {
        cases.push((name_under("cases", file), shipped.text(file, LARGEST_CASE)?));
    }
    Ok(())
}

/// `cases/normal/x.toml` -> `normal/x`
fn name_under(folder: &str, file: &str) -> String {
    let inside = file.strip_prefix(folder).unwrap_or(file).trim_start_matches('/');
    inside.strip_suffix(".toml").unwrap_or(inside).to_string()
}

/// The name of a file given by its path: what follows the last `cases/`, or the file's own stem.
fn name_in_tree(path: &str) -> String {
    let path = path.replace('\\', "/");
    let inside = match path.rfind("cases/") {
        Some(at) if at == 0 || path.as_bytes()[at - 1] == b'/' => &path[at + "cases/".len()..],
        _ => path.rsplit('/').next().unwrap_or(&path),
    };
    name_under("", inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_called_by_its_path_under_cases() {
        assert_eq!(name_under("cases", "cases/normal/glass.toml"), "normal/glass");
        assert_eq!(name_in_tree("/x/y/cases/normal/glass.toml"), "normal/glass");
        assert_eq!(name_in_tree("cases/glass.toml"), "glass");
        assert_eq!(name_in_tree("/tmp/showcases/glass.toml"), "glass");
    }
}
