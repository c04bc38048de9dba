mod advise;
mod figure;

use clap::CommandFactory;
use collisionbench::cli::*;

#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
}
