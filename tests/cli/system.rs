//! `convert`: one system's words in another's.

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;

use crate::cli::{case, good, wrong};
use crate::common::single_spaced;

/// The number of a line `name = `: the words, not the formulas above them.
fn number(text: &str, name: &str) -> f64 {
    let after = text.split_once(&format!("\n      {name} = ")).unwrap_or_else(|| panic!("no {name} in {text}")).1;
    after.split_whitespace().next().unwrap().parse().unwrap()
}

/// The cells of a row of the table.
fn cells(text: &str, title: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(title)).unwrap_or_else(|| panic!("{text}"));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(String::from).collect()
}

#[test]
fn woo_in_the_words_of_yade() {
    let text = good(&["convert", "--from", "woo", "en=0.5", "--to", "yade"]);
    // betan = sqrt(5/6) z(0.5) of the full force, z = 0.21545376196624678; what a force that never pulls then achieves.
    assert!((number(&text, "betan") - (5.0f64 / 6.0).sqrt() * 0.21545376196624678).abs() < 1e-15, "{text}");
    assert_eq!(cells(&text, "restitution achieved"), ["0.550283", "0.550283"]);
    assert_eq!(cells(&text, "requested restitution"), ["0.5", "-"]);
    for part in ["from  woo, as-documented", "P_n = k_n0", "to    yade\n", "2 betan sqrt(m kn) v", "W8:", "lever"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.ends_with("for two spheres: 2 mm, 2500 kg/m3, 70 GPa, 0.22 (default bodies)\n"), "{text}");
}

#[test]
fn the_reading_and_the_bodies_can_be_chosen() {
    let words = ["convert", "--from", "woo", "en=0.5", "--to", "yade", "--reading-from", "corrected"];
    let text = good(&words);
    assert_eq!(cells(&text, "restitution achieved"), ["0.500000", "0.500000"]);
    let text = good(&[&words[..], &["--radius", "1 mm", "--radius", "3 mm", "--density", "8 g/cm3"]].concat());
    assert!(text.ends_with("for spheres: 1 mm, 8 g/cm3, 70 GPa, 0.22; 3 mm, 8 g/cm3, 70 GPa, 0.22\n"), "{text}");
    let text = good(&[&words[..], &["--pair", "normal/elastic/unequal-radii"]].concat());
    assert!(text.lines().last().unwrap().contains("of normal/elastic/unequal-radii"), "{text}");
}

#[test]
fn a_law_that_pulls_goes_over_with_its_factor() {
    let lammps = ["convert", "--from", "lammps", "normal=dmt", "damping=velocity", "eta_n0=0", "gamma=0.05 J/m2"];
    let text = good(&[&lammps[..], &["--to", "kratos"]].concat());
    assert_eq!(number(&text, "PARTICLE_COHESION"), 0.1);
    assert_eq!(cells(&text, "law"), ["dmt", "dmt"]);
    assert_eq!(cells(&text, "work_of_adhesion, J/m2"), ["0.1000000", "0.1000000"]);
    assert!(text.contains("\n  adhesion\n    lammps  w = 2 gamma"), "{text}");
    let text = good(&[&lammps[..], &["--to", "ours"]].concat());
    assert!(text.contains("[contact.normal.dmt]\n    work_of_adhesion = \"0.1 J/m2\""), "{text}");
    let jkr = ["convert", "--from", "woo", "surfEnergy=0.05 J/m2", "alpha=1", "--to", "lammps"];
    assert!(wrong(&jkr).contains("not at `breaks_at = \"displacement\"`"));
    let kept = [&lammps[..], &["--to", "kratos", "--keep", "restitution"]].concat();
    assert!(wrong(&kept).contains("kept whole or not at all"));
}

#[test]
fn what_cannot_be_faithful_is_refused() {
    let from_woo = |more: &[&str]| wrong(&[&["convert", "--from", "woo", "en=0.5"], more].concat());
    assert!(from_woo(&["--to", "mercurydpm"]).contains("has an attractive force before the contact ends"));
    assert!(from_woo(&["--to", "ydae"]).contains("did you mean `yade`?"));
    assert!(from_woo(&["--to", "yade", "en=0.6"]).contains("`en` is given twice"));
    assert!(from_woo(&["--to", "yade", "ne=0.6"]).contains("did you mean `en`?"));
    assert!(from_woo(&["--to", "yade", "0.6"]).contains("is not `name=value`"));
    assert!(from_woo(&["--to", "yade", "young=70"]).contains("has no unit"));
    assert!(from_woo(&["--to", "yade", "young=70 GPa"]).contains("requires `poisson`"));
    assert!(from_woo(&["--to", "yade", "noAttraction=maybe"]).contains("use one of true, false"));
    assert!(from_woo(&["--to", "yade", "--reading-to", "as-documented"]).contains("has no reading"));
    assert!(from_woo(&["--to", "yade", "--radius", "0 m"]).contains("greater than zero"));
    assert!(from_woo(&["--to", "yade", "--poisson-ratio", "0.6"]).contains("at most at 0.5"));
    assert!(from_woo(&["--to", "yade", "--radius", "1 m", "--radius", "1 m", "--radius", "1 m"]).contains("3 times"));
    assert!(wrong(&["convert", "--from", "ours", "--to", "yade"]).contains("--pair CASE"));
    let viscous = ["convert", "--from", "lammps", "eta_n0=1e6", "--to", "yade"];
    assert!(wrong(&viscous).contains("keep the restitution at one speed"));
    assert!(wrong(&[&viscous[..], &["--keep", "restitution"]].concat()).contains("give the impact speed"));
    let feeding = ["convert", "--from", "mercurydpm", "restitutionCoefficient=0.5", "--reading-from", "as-documented"];
    assert!(wrong(&[&feeding[..], &["--to", "ours"]].concat()).contains("adds energy"));
}

#[test]
fn a_restitution_is_kept_where_the_force_cannot_be() {
    let text = good(&["convert", "--from", "woo", "en=0.5", "--to", "mercurydpm", "--keep", "restitution"]);
    assert_eq!(cells(&text, "restitution achieved"), ["0.550283", "0.550283"]);
    assert!(text.contains("the end of contact changes from force-clamped to zero-overlap"), "{text}");
    let viscous = ["convert", "--from", "lammps", "eta_n0=1e9", "--to", "yade", "--keep", "restitution"];
    let text = good(&[&viscous[..], &["--at-speed", "2 m/s"]].concat());
    let [one, other] = &cells(&text, "restitution achieved")[..] else { panic!("{text}") };
    assert_eq!(one, &format!("{other} at 2 m/s"));
    assert!(text.contains("they agree within 1 % from"), "{text}");
}

/// What `--to ours` prints is read by a case file, and makes the force that Woo's words make.
#[test]
fn our_own_words_are_those_of_a_case_file() {
    let text = good(&["convert", "--from", "woo", "en=0.5", "young=60 GPa", "poisson=0.25", "--to", "ours"]);
    let (_, after) = text.split_once("to    ours, as in a case file\n").unwrap();
    let tables: Vec<&str> = after.lines().take_while(|line| line.is_empty() || line.starts_with("    ")).collect();
    let whole = case("0.5", "");
    let (head, rest) = whole.split_once("[contact]").unwrap();
    let (_, tail) = rest.split_once("[run.reference]").unwrap();
    let written = format!("{head}{}\n[run.reference]{tail}", tables.join("\n"));
    let file = SourceFile { name: "written.toml".into(), text: written };
    let scene = &Case::read(file.into(), "written", &Files::Embedded).unwrap().scenes[0];
    // E* = 60 GPa/(2(1 - 0.25^2)) = 32 GPa; C = sqrt(5) z sqrt(m* K).
    assert_eq!(scene.power().unwrap().K, 4.0 / 3.0 * 32e9 * scene.pair.R_star.sqrt());
    let C = (5.0 * scene.pair.m_star * scene.power().unwrap().K).sqrt() * 0.21545376196624678;
    assert!((scene.power().unwrap().C / C - 1.0).abs() < 1e-14, "{} {C}", scene.power().unwrap().C);
    assert!(text.contains("woo's alpha_sqrtMK"), "{text}");
}

/// The contact of a case in a system's words.
#[test]
fn our_own_laws_are_said_in_a_system_s_words() {
    let text = good(&["convert", "--from", "ours", "--pair", "normal/damped/tsuji-restitution", "--to", "pfc"]);
    assert!(text.starts_with("from  ours, as in a case file\n    [contact]\n    ends = \"zero-overlap\"\n"), "{text}");
    assert!(text.contains("    [contact.damping.tsuji]\n    restitution = 0.01\n"), "{text}");
    // e = 0.01 with the attraction kept: z = 0.82608505461395710, beta_n = sqrt(5/6) z.
    let beta = (5.0f64 / 6.0).sqrt() * 0.826_085_054_613_957_1;
    assert!((number(&text, "dp_nratio") - beta).abs() < 1e-14, "{text}");
    assert_eq!(cells(&text, "restitution achieved"), ["0.0100000", "0.0100000"]);
}

/// What has a key in a case file is expressed there; with and without friction.
#[test]
fn the_tables_of_a_case_express_what_they_have_keys_for() {
    let lammps = ["convert", "--from", "lammps", "--to", "ours", "normal=jkr", "gamma=0.05 J/m2", "eta_n0=0"];
    for more in [&[][..], &["mu_t=0.3"]] {
        let text = good(&[&lammps[..], more].concat());
        let (_, left) = text.split_once("conventions of lammps that the tables cannot express\n").unwrap();
        let lines: Vec<&str> = left.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["  modulus at walls  the wall has the modulus of the sphere"], "{text}");
    }
}

/// A code without parameters beside a case has the contact of the case, with the conventions that it has for it.
#[test]
fn a_case_is_compared_with_the_conventions_of_its_own_contact() {
    let text = good(&["compare", "engines/chung-ooi-7-lammps", "lammps", "-v"]);
    assert!(single_spaced(&text).contains("lever both r for the slip velocity, r - delta/2 for the torque"), "{text}");
    let wall = good(&["compare", "engines/glancing-yade", "yade", "-v"]);
    assert!(single_spaced(&wall).contains("lever both r for the slip velocity, r - delta for the torque"), "{wall}");
    let jkr = good(&["compare", "engines/jkr-lammps", "lammps", "-v"]);
    assert!(single_spaced(&jkr).contains("end of contact both defined by `jkr`, breaks_at = force"), "{jkr}");
    assert!(jkr.contains("The two contacts are the same."), "{jkr}");
    // No such contact.
    let other = wrong(&["compare", "engines/jkr-lammps", "pfc"]);
    assert!(other.contains("pfc has no contact law with the force of `jkr`"), "{other}");
}
