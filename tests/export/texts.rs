//! The text for each engine, to the letter. `UPDATE=1 cargo test --test codes export::texts` writes it anew: read the difference.

use std::path::Path;

use collisionbench::system::SYSTEMS;

use super::{SPHERES, WALL, good, name, scene, tsuji};

#[test]
fn every_text_is_what_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export/text");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for writer in SYSTEMS {
        let engine = name(*writer);
        let wall = good(&scene(WALL, &tsuji(0.5, "force-clamped")), engine).text("a ball on a plate", true);
        let pair = good(&scene(SPHERES, &tsuji(0.9, "zero-overlap")), engine).text("two spheres", false);
        let text = format!("{wall}\n{pair}");
        let place = folder.join(format!("{engine}.txt"));
        if update {
            std::fs::write(&place, &text).unwrap();
        }
        if std::fs::read_to_string(&place).unwrap_or_default() != text {
            wrong.push(format!("{engine}: the text is now\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), SYSTEMS.len(), "a text too many");
}

/// What stands in a text has to stand in it: traps of the engines that bite when a line is missing.
#[test]
fn the_traps_are_closed() {
    let wall = scene(WALL, &tsuji(0.5, "force-clamped"));
    for (engine, line) in [
        ("yade", "NewtonIntegrator(damping=0)"),
        ("yade", "Ig2_Wall_Sphere_ScGeom(hertzian=True)"),
        ("woo", "Leapfrog(damping=0"),
        ("liggghts", "hard_particles yes\n"),
        ("lammps", "fix wall all wall/gran granular hertz/material 1.4e11 "),
        ("lammps", "newton off\n"),
        ("kratos", "\"plate_wall\""),
        ("pfc", "inheritance hz_shear off hz_poiss off"),
        ("mercurydpm", "the modulus is E* of this pair"),
    ] {
        let text = good(&wall, engine).text("", false);
        assert!(text.contains(line), "{engine} without `{line}`:\n{text}");
    }
}
