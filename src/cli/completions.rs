//! `collisionbench completions SHELL`

use clap_complete::Shell;

use super::print_as_it_is;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell to complete for
    shell: Shell,
}

pub(super) fn completions(args: &Args, command: &mut clap::Command) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "collisionbench", &mut script);
    print_as_it_is(&String::from_utf8_lossy(&script))
}
