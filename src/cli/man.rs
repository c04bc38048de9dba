//! `collisionbench man DIR`: manual pages, one a verb.

use std::fs;
use std::path::PathBuf;

use super::print;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Output folder; pages of an earlier version are replaced
    folder: PathBuf,
}

pub(super) fn man(args: &Args, command: clap::Command) -> Result<(), Error> {
    let failed = |source| Error::write(&args.folder, source);
    // A page has no width of its own: what it says must not depend on the terminal.
    let command = command.term_width(100);
    fs::create_dir_all(&args.folder).map_err(failed)?;
    let mut names = Vec::new();
    let mut page = |command: clap::Command, name: String| -> Result<(), Error> {
        let mut text = Vec::new();
        let command = command.display_name(name.clone()).bin_name(name.replacen('-', " ", 1));
        clap_mangen::Man::new(command).title(name.clone()).date("").render(&mut text).map_err(failed)?;
        let path = args.folder.join(format!("{name}.1"));
        let new = args.folder.join(format!(".{name}.1.new"));
        fs::write(&new, text).and_then(|()| fs::rename(&new, &path)).map_err(|e| Error::write(&path, e))?;
        names.push(path.display().to_string());
        Ok(())
    };
    let verbs: Vec<clap::Command> = command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned().collect();
    page(command, "collisionbench".to_string())?;
    for verb in verbs {
        let name = format!("collisionbench-{}", verb.get_name());
        page(verb, name)?;
    }
    print(&format!("{}\n", names.join("\n")))
}
