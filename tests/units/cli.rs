//! What verbs compute by themselves.

use clap::CommandFactory;
use collisionbench::cli::advise::rounded_down;
use collisionbench::cli::figure::*;
use collisionbench::cli::*;

// src/cli/advise.rs
#[test]
fn a_step_is_never_rounded_up() {
    for k in 1..2000 {
        let dt = 1e-6 * f64::from(k).powf(1.37);
        let back: f64 = rounded_down(dt).parse().unwrap();
        assert!(back <= dt && back > dt * (1.0 - 1.1e-5), "{dt:e} {back:e}");
    }
    assert_eq!(rounded_down(1.999_999_9e-7), "1.99999e-7");
}

// src/cli/figure.rs
#[test]
fn widths_have_units() {
    assert_eq!(millimetres("85mm"), Ok(85.0));
    assert_eq!(millimetres("17.4 cm"), Ok(174.0));
    assert_eq!(millimetres("4in"), Ok(101.6));
    for wrong in ["85px", "mm", "", "1mm", "nan", "1e9mm", "inf"] {
        assert!(millimetres(wrong).is_err(), "{wrong}");
    }
}

// src/cli.rs
#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
}
