//! Fits through an installed LAMMPS: the number makes it reach the drops.

use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::case::engines_toml;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::{Depth, FitOptions, Unwatched, calibrate_with};
use collisionbench::system::engine::{Engines, Folders};

use super::{Needs, engines_file};

pub const TESTS: &[Needs] =
    &[Needs { name: "lammps_is_fitted_through", engines: &["lammps"], test: lammps_is_fitted_through }];

/// A glass ball on a glass plate, fitted through LAMMPS at a coarse step.
const BALL: &str = r#"
title = "A ball on a plate"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22

[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[body.plate]
wall     = { normal = "+z" }
material = "glass"

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[contact.damping.tsuji]
restitution = { fit = 0.7, between = [0.2, 0.99] }

[experiment.drop-height]
data         = "drops.csv"
height_to    = "bottom"
gravity      = "9.81 m/s2"
height_sigma = "2 mm"

[fit]
uncertainty = { bootstrap = 40, level = 0.95, seed = 1 }
with = "lammps"
steps_per_contact = 20.5
onset_phases = 4

[[expect]]
that        = "fit"
agrees_with = "residuals"
birge_ratio = { within_sigma = 3 }
"#;

/// Restitutions about 0.8 from three heights, as `sqrt(rebound/drop)`.
const DROPS: &str = "drop height (cm),rebound height (cm)
20,12.9\n20,12.7\n20,12.8\n50,32.1\n50,31.9\n50,32.2\n90,57.5\n90,57.7\n90,57.6\n90,57.4\n";

fn lammps_is_fitted_through() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("drops.csv"), DROPS).unwrap();
    let read = |text: &str| {
        let file = SourceFile { name: "ball.toml".into(), text: text.to_string() };
        let files = Files::Folder(place.path().to_path_buf());
        Case::read_with(Arc::new(file), "ball", &files, &[]).unwrap_or_else(|error| panic!("{error}"))
    };
    let config = engines_file().map(|file| engines_toml::file(&file).unwrap()).unwrap_or_default();
    let engines = Engines::new(config, Folders::temporary());
    let versions: Vec<String> =
        engines.installations("lammps").iter().map(|engine| engine.version().to_string()).collect();
    assert!(!versions.is_empty());
    for version in &versions {
        let named = BALL.replace("with = \"lammps\"", &format!("with = \"lammps\"\nvariant = \"{version}\""));
        let found =
            calibrate_with(&read(&named), FitOptions { depth: Depth::Full, resamples: Some(40) }, &engines, &Unwatched);
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        let through = found.engine.unwrap();
        assert!(through.table_off < 1e-5 && through.runs <= 4, "{through:#?}");
        let off = through.speed_groups.iter().map(|row| row.measured - row.engine).sum::<f64>() / 3.0;
        assert!(off.abs() < 2e-3, "{version}: {through:#?}");
    }
    if versions.len() > 1 {
        let found =
            calibrate_with(&read(BALL), FitOptions { depth: Depth::Quick, resamples: None }, &engines, &Unwatched);
        let error = found.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("installations of lammps answer") && error.contains("variant = \""), "{error}");
    }
}
