//! Puts the shipped cases and datasets into the program, so that it works in an empty folder, and what it was built
//! from and with, for the record of a run.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// What is embedded: every case, every recording, and the two files of every dataset.
fn wanted(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    (name.starts_with("cases/") && name.ends_with(".toml"))
        || (name.starts_with("reference-data/recordings/") && name.ends_with(".csv"))
        || (name.starts_with("reference-data/") && (file == "data.csv" || file == "source.toml"))
}

fn collect(folder: &Path, name: &str, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(last) = entry.file_name().into_string() else { continue };
        let inner = format!("{name}/{last}");
        if entry.path().is_dir() {
            collect(&entry.path(), &inner, found)?;
        } else if wanted(&inner) {
            found.push(inner);
        }
    }
    Ok(())
}

/// What a command prints, trimmed; `None` when it cannot be run, fails or prints nothing.
fn output(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let done = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?.trim().to_string();
    (done.status.success() && !text.is_empty()).then_some(text)
}

/// The commit, where this is a checkout and git is there. A source archive has none, and a folder unpacked inside
/// somebody else's checkout must not take theirs.
fn commit(root: &Path) -> Option<String> {
    if !root.join(".git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| output("git", arguments, root);
    let mut watched = vec!["HEAD".to_string(), "packed-refs".to_string()];
    // A checkout of a bare commit has no branch, and no file for it.
    watched.extend(git(&["symbolic-ref", "-q", "HEAD"]));
    for name in watched {
        // A path that is not there would build anew every time.
        if let Some(path) = git(&["rev-parse", "--git-path", &name]).map(|path| root.join(path)).filter(|p| p.exists())
        {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["rev-parse", "HEAD"])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let mut found = Vec::new();
    for name in ["cases", "reference-data"] {
        // A folder is watched whole: cargo looks at every file below it.
        println!("cargo::rerun-if-changed={name}");
        let folder = Path::new(&root).join(name);
        if folder.is_dir() {
            collect(&folder, name, &mut found)?;
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"], Path::new(&root)));
    for (name, value) in [("COMPILER", compiler), ("COMMIT", commit(Path::new(&root)))] {
        if let Some(value) = value {
            println!("cargo::rustc-env=COLLISIONBENCH_{name}={value}");
        }
    }
    // Folders are listed in no particular order; the program promises the same bytes every time.
    found.sort();

    let mut code = String::from("/// Name and text of every embedded file, sorted by name.\n");
    code.push_str("static EMBEDDED: &[(&str, &str)] = &[\n");
    for name in &found {
        let path = Path::new(&root).join(name);
        writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string())?;
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("embedded.rs"), code)?;
    Ok(())
}
