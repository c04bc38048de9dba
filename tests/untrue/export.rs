//! Exports that leave out what they do not say.

use std::fs;
use std::path::{Path, PathBuf};

use collisionbench::codes;
use tempfile::TempDir;

use crate::common;
use crate::common::fit_json::{fit_json, parameter};

fn export(folder: &Path, source: &str, engine: &str) -> (i32, String) {
    let ended = common::run(folder, &["export", source, "--to", engine, "--strict"]);
    (ended.code, ended.text())
}

/// An undamped ball on a plate, with lines along the contact.
fn case(tangential: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let text = format!(
        r#"title = "A ball slides on a plate"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = {{ radius = "5 mm" }}
material = "glass"

[body.plate]
wall  = {{ normal = "+z" }}
rigid = true

[impact]
speed = "1 m/s"
angle = "30 deg"

{tangential}

[run.reference]

[[expect]]
that              = "reference"
agrees_with       = "conserved"
momentum_residual = {{ within = "1e-11 absolute" }}
"#
    );
    let path = folder.path().join("ball.toml");
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// Nobody may call this faithful, whatever it writes.
fn refused(tangential: &str, engines: &[&str], words: &str) {
    let (folder, _) = case(tangential);
    for engine in engines {
        let (code, text) = export(folder.path(), "ball.toml", engine);
        assert_eq!(code, 2, "{engine} --strict:\n{text}");
        assert!(!text.contains("faithful: the"), "{engine}:\n{text}");
        assert!(text.contains(words) || text.contains("no export to"), "{engine}: no `{words}` in\n{text}");
    }
}

/// A fit that found a friction: where the lines are called faithful they have it.
#[test]
fn way_24_a_fit_with_friction() {
    let (folder, path) = case(
        "[contact]\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n\
         [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.0889",
    );
    let text = fs::read_to_string(path).unwrap();
    let fit = fit_json("ball", &text, &[parameter("contact.tangential.mindlin.friction", 0.0889, None)]);
    fs::write(folder.path().join("fit.json"), fit).unwrap();
    let (code, text) = export(folder.path(), "fit.json", "lammps");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("tangential mindlin NULL 0 0.0889 "), "{text}");
    assert!(!text.contains("it is 0 here") && !text.contains("linear_nohistory"), "{text}");
    // At a wall MUSEN's arms are the radius: its `Hertz-Mindlin` with a restitution of 1 is this contact.
    let (code, text) = export(folder.path(), "fit.json", "musen");
    assert!(code == 0 && text.contains("Sliding friction [-] = 0.0889") && text.contains("= Hertz-Mindlin"), "{text}");
    let others: Vec<&str> = codes::names().filter(|engine| !["lammps", "musen", "lethe"].contains(engine)).collect();
    for engine in others {
        let (code, text) = export(folder.path(), "fit.json", engine);
        assert_eq!(code, 2, "{engine}: {text}");
    }
}

#[test]
fn way_25_rolling_friction() {
    let rolling = "[contact]\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n\
                   [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3\n\n\
                   [contact.rolling.constant]\nfriction = 0.02";
    // Those three have no spring beside that of Hertz along the contact, or no spring of Hertz.
    let springs = codes::names().filter(|name| !["drake", "simbody", "mujoco"].contains(name));
    refused(rolling, &springs.collect::<Vec<_>>(), "rolling resistance");
}

#[test]
fn way_26_a_friction_limit_and_a_lever() {
    let limit = "[contact]\nends = \"force-clamped\"\nfriction_limit = \"elastic\"\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n\
                 [contact.damping.tsuji]\nrestitution = 0.7\n\n\
                 [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3";
    refused(limit, &["lammps", "liggghts", "yade", "kratos", "woo"], "friction limit");
    let lever = "[contact]\nlever = \"overlap\"\n\n[contact.normal.hertz]\n\n\
                 [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3";
    refused(lever, &["lammps", "liggghts", "yade", "pfc", "musen"], "lever: ");
}

/// A thin shell has 5/3 of the moment of inertia of a solid sphere, and these codes have no other.
#[test]
fn a_shell_that_friction_turns_in_a_code_of_solid_spheres() {
    let contact = |friction: &str| format!("[contact]\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n{friction}");
    let friction = contact("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3");
    let hollow = |contact: &str| {
        let (folder, path) = case(contact);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, text.replace("radius = \"5 mm\" }", "radius = \"5 mm\", inertia = \"thin-shell\" }")).unwrap();
        export(folder.path(), "ball.toml", "lammps")
    };
    let (code, text) = hollow(&friction);
    assert!(code == 2 && text.contains("moment of inertia: lammps has solid spheres only"), "{text}");
    // Nothing turns it without friction.
    let (code, text) = hollow(&contact("[contact.tangential.none]"));
    assert!(code == 0 && text.contains("note: the case has a sphere that is not solid"), "{text}");
}

#[test]
fn way_27_a_total_spring_in_a_code_that_has_an_incremental_one() {
    let total = |lever: &str| {
        format!(
            "[contact]\nlever = {lever}\n\n[contact.normal.hertz]\n\n\
             [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3"
        )
    };
    refused(&total("{ slip = \"radius\", torque = \"overlap\" }"), &["yade"], "tangential history");
    refused(&total("\"overlap\""), &["kratos", "woo"], "tangential history");
    refused(&total("\"half-overlap\""), &["pfc"], "tangential history");
}
