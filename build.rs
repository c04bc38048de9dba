//! Puts the shipped cases and datasets into the program, so that it works in an empty folder.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// What is embedded: every case, and the two files of every dataset.
fn wanted(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    (name.starts_with("cases/") && name.ends_with(".toml"))
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
