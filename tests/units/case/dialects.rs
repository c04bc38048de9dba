//! A contact in the words of one system.

use std::f64::consts::{LN_2, PI};

use crate::src::case::*;
use collisionbench::codes::{CODES, Key, Reading};
use collisionbench::law::Ends;
use collisionbench::law::scene::ParameterValue;
use collisionbench::units::Dimension;

/// Two spheres of 10 mm with a contact said in one system's words; the material has no moduli unless they are given.
fn with(moduli: &str, contact: &str) -> String {
    format!(
        r#"
title = "Two spheres"

[material.glass]
density = "2800 kg/m3"
{moduli}

[body.left]
sphere   = {{ radius = "10 mm" }}
material = "glass"

[body.right]
sphere   = {{ radius = "10 mm" }}
material = "glass"

[impact]
speed = "1 m/s"

{contact}

[run.reference]

[[expect]]
that            = "reference"
agrees_with     = "conserved"
energy_residual = {{ within = "1e-11 absolute" }}
"#
    )
}

const MODULI: &str = "young_modulus = \"48 GPa\"\npoisson_ratio = 0.20";

pub(super) const PFC: &str = r#"
[contact.pfc]
reading   = { sweep = ["corrected", "as-documented"] }
hz_shear  = { sweep = "10 20 GPa" }
hz_poiss  = 0.25
dp_nratio = 0.1
dp_mode   = { sweep = [0, 1] }
"#;

const WOO: &str = "[contact.woo]\nreading = \"as-documented\"\nen = 0.5\nnoAttraction = true\n";

pub(super) fn told() -> Vec<String> {
    let lammps = "[contact.lammps]\ndamping = \"coeff_restitution\"\ne = 0.5\nlimit_damping = \"true\"\n";
    let yade = "[contact.yade]\nen = 0.5\nrelease = 2023.02\n";
    let mut cases: Vec<String> = [WOO, lammps, yade].iter().map(|words| with(MODULI, words)).collect();
    cases.push(with("", PFC));
    let composed = "[contact.mujoco]\nstiffness = \"1e6 1/s2\"\ndamping = { sweep = \"10 20 1/s\" }\n";
    cases.push(with("", composed));
    cases
}

#[test]
fn a_system_with_its_own_stiffness_needs_no_moduli() {
    let case = read(&with("", PFC)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.scenes.len(), 2 * 2 * 2);
    let scene = &case.scenes[3];
    assert_eq!(scene.name, "reading=corrected, hz_shear=20 GPa, dp_mode=1");
    let told = scene.system.as_ref().unwrap();
    assert_eq!((told.system, told.reading), ("pfc", Reading::Corrected));
    assert_eq!(told.parsed.contact, scene.contact);
    assert_eq!(scene.contact.ends, Ends::ForceClamped);
    assert_eq!(case.scenes[2].contact.ends, Ends::ZeroOverlap);
    assert_eq!(case.scenes[4].system.as_ref().map(|told| told.reading), Some(Reading::AsDocumented));
    // PFC, Hertz model, eq. (3): h_n = 2 G sqrt(2 R-bar)/(3 (1 - nu)) with R-bar = 2 R* = 10 mm.
    let h_n = 2.0 * 20e9 * (2.0 * 0.01_f64).sqrt() / (3.0 * 0.75);
    assert!((scene.power().unwrap().K / h_n - 1.0).abs() < 1e-14, "{:e} {h_n:e}", scene.power().unwrap().K);
}

#[test]
fn the_words_are_parameters_under_their_own_names() {
    let case = read(&with("", PFC)).unwrap_or_else(|error| panic!("{error}"));
    let scene = &case.scenes[3];
    let paths: Vec<&str> = scene.parameters.iter().map(|p| p.path.as_str()).collect();
    let words = ["reading", "hz_shear", "hz_poiss", "dp_nratio", "dp_mode"].map(|key| format!("contact.pfc.{key}"));
    assert_eq!(paths[paths.len() - 6], "contact.dialect");
    assert_eq!(paths[paths.len() - 5..], words);
    let shear = scene.parameter("hz_shear").unwrap();
    assert_eq!((shear.text.as_str(), shear.swept), ("20 GPa", true));
    assert_eq!(shear.value, ParameterValue::Number(20e9, Dimension::Pressure));
    assert_eq!(scene.parameter("dp_mode").unwrap().value, ParameterValue::Word("1".into()));
    assert_eq!(case.swept, ["contact.pfc.reading", "contact.pfc.hz_shear", "contact.pfc.dp_mode"]);
}

#[test]
fn an_expectation_can_be_about_one_reading() {
    let narrowed = with("", PFC)
        .replace("[[expect]]", "[[expect]]\nwhere = { reading = \"corrected\", dp_mode = 1, hz_shear = \"> 10 GPa\" }");
    let case = read(&narrowed).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.expects[0].scenes, [3]);
}

#[test]
fn woo_asks_for_a_restitution_and_damps_the_full_force() {
    let case = read(&with(MODULI, WOO)).unwrap_or_else(|error| panic!("{error}"));
    let scene = &case.scenes[0];
    assert_eq!(scene.restitution_requested(), Some(0.5));
    assert_eq!(scene.contact.ends, Ends::ForceClamped);
    // Antypov & Elliott 2011, eq. 17: alpha = -sqrt(5) ln e/sqrt(ln^2 e + pi^2).
    let alpha = 5_f64.sqrt() * LN_2 / LN_2.hypot(PI);
    let C = alpha * (scene.pair.m_star * scene.power().unwrap().K).sqrt();
    assert!((scene.power().unwrap().C / C - 1.0).abs() < 1e-14);
}

#[test]
fn words_that_look_like_numbers_need_no_quotes() {
    for text in told() {
        let bare = read(&text).unwrap_or_else(|error| panic!("{error}"));
        let quoted =
            text.replace("2023.02", "\"2023.02\"").replace("= true", "= \"true\"").replace("[0, 1]", "[\"0\", \"1\"]");
        let quoted = read(&quoted).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bare.scenes, quoted.scenes);
    }
}

#[test]
fn our_own_words_are_nobodys_dialect() {
    assert!(valid().scenes.iter().all(|scene| scene.system.is_none()));
}

#[test]
fn every_system_is_read_and_asked_how_where_that_matters() {
    let elastic = read(&with(MODULI, "[contact.normal.hertz]\n")).unwrap().scenes.remove(0);
    for dialect in CODES {
        let name = dialect.name();
        let said = match dialect.render(&elastic.contact, dialect.in_use, &elastic.pair) {
            Ok(said) => said.params,
            // Linear springs only.
            Err(error) => {
                assert!(
                    ["drake", "mujoco"].contains(&name) && error.message.contains("only a linear one"),
                    "{name}: {error:?}"
                );
                continue;
            }
        };
        let written = |key: &Key| match key.dimension() {
            Some(dimension) => {
                let value = said.numbers.get(key.name)?;
                Some(if dimension.si().is_empty() {
                    value.to_string()
                } else {
                    format!("\"{value} {}\"", dimension.si())
                })
            }
            None => Some(format!("\"{}\"", said.given(key.name)?)),
        };
        let lines = dialect.keys.iter().filter_map(|key| Some(format!("{} = {}\n", key.name, written(key)?)));
        let model: String = lines.collect();
        let plain = format!("[contact.{name}]\n{model}");
        let reading = format!("{plain}reading = \"corrected\"\n");
        let (with_reading, without) = (read(&with(MODULI, &reading)), read(&with(MODULI, &plain)));
        let two = dialect.readings.len() > 1;
        assert_eq!((with_reading.is_ok(), without.is_ok()), (two, !two), "{name}");
        let case = with_reading.or(without).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(case.scenes[0].system.as_ref().map(|told| told.system), Some(name));
        assert!((case.scenes[0].power().unwrap().K / elastic.power().unwrap().K - 1.0).abs() < 1e-12, "{name}");
    }
}
