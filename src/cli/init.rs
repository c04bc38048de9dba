//! `collisionbench init NAME`: what a code of one's own needs to be tested, from its declaration to CI.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{one_case, print};
use crate::case;
use crate::error::{Error, cut};
use crate::report::run::in_shell;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What your code is called: the engine in engines.toml, its case and its program have this name
    name: String,
    /// The folder of your code (default: this one); nothing in it is overwritten
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The CI that the gate runs in
    #[arg(long, value_enum, default_value_t = Ci::Github)]
    ci: Ci,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ci {
    Github,
    Gitlab,
}

/// Where accepted numbers go, with what is said there: a folder without a file is lost in git.
const BASELINES: [&str; 2] = [
    "reference-data/baselines/README.md",
    "# Accepted numbers\n\n`collisionbench accept` writes a file a case here, and `collisionbench gate` compares with them.\n",
];

impl Ci {
    /// The file that the CI reads, and its text.
    fn file(self) -> [&'static str; 2] {
        match self {
            Self::Github => {
                [".github/workflows/gate.yml", include_str!("../../examples/gated-code/.github/workflows/gate.yml")]
            }
            Self::Gitlab => [".gitlab-ci.yml", include_str!("../../docs/ci/gitlab.yml")],
        }
    }
}

pub(super) fn init(args: &Args) -> Result<(), Error> {
    let name = args.name.as_str();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        let message = format!("`{}` cannot be the name of an engine", cut(name, 40));
        return Err(Error::with_help(message, "use small letters, digits and hyphens:  collisionbench init my-dem"));
    }
    let folder = args.out.clone().unwrap_or_default();
    let [program, declared, text] = case::own_engine(name);
    let [workflow, steps] = args.ci.file();
    let case_file = folder.join(format!("cases/{name}.toml"));
    let engines = folder.join("engines.toml");
    let beside = [
        (engines.clone(), declared.as_str()),
        (folder.join(format!("{name}.py")), program.as_str()),
        (folder.join(BASELINES[0]), BASELINES[1]),
        (folder.join(workflow), steps),
    ];
    let beside: Vec<(&Path, &[u8])> = beside.iter().map(|(path, text)| (path.as_path(), text.as_bytes())).collect();
    let files: Vec<&Path> = std::iter::once(case_file.as_path()).chain(beside.iter().map(|(path, _)| *path)).collect();
    if let Some(there) = files.iter().find(|path| path.exists()) {
        let message = format!("{} already exists", there.display());
        return Err(Error::with_help(message, "move it away, or name another folder with --out DIR"));
    }
    let made = folders(&files)?;
    if let Err(error) = one_case::create(&[(&case_file, text.as_bytes())], &beside, Some(&engines)) {
        // What was not there before is not left behind.
        made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        return Err(error);
    }
    let written: Vec<String> = files.iter().map(|path| format!("  {}\n", path.display())).collect();
    let there =
        if args.out.is_some() { format!("  cd {}\n", in_shell(&folder.display().to_string())) } else { String::new() };
    print(&format!(
        "wrote\n{}\nit runs as it is; then start your own code in place of {name}.py:\n{there}  \
         collisionbench doctor {name} --engines engines.toml\n  \
         collisionbench run --engines engines.toml --no-skip\n  \
         collisionbench accept cases --engines engines.toml --within 1e-9 --why \"agrees with the reference\"\n  \
         collisionbench gate --engines engines.toml\n",
        written.concat()
    ))
}

/// Makes the folders of files; returns those that were not there.
fn folders(files: &[&Path]) -> Result<Vec<PathBuf>, Error> {
    let mut made = Vec::new();
    for file in files {
        let all: Vec<&Path> = file.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()).collect();
        for folder in all.into_iter().rev().filter(|folder| !folder.exists()) {
            fs::create_dir(folder).map_err(|source| Error::write(folder, source))?;
            made.push(folder.to_path_buf());
        }
    }
    Ok(made)
}
