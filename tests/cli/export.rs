//! `export`: an engine's own lines.

use tempfile::TempDir;

use crate::cli::{case, good, say, wrong};
use crate::common::fit_json::{fit_json, parameter};

const VISCOUS: &str = "normal/damped/viscoelastic-speed";

/// A folder with the small case in it.
fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("ball.toml"), text).unwrap();
    folder
}

const RESTITUTION: &str = "contact.damping.tsuji.restitution";

#[test]
fn a_case_becomes_the_lines_of_an_input() {
    let folder = folder(&case("0.5", ""));
    let said = say(folder.path(), &["export", "ball.toml", "--to", "lammps,yade"]).well();
    // A rigid wall: twice the ball's 60 GPa. What the full force is asked for: z (clamped) of 0.5 is 0.25527563764865.
    let z: f64 = 0.255_275_637_648_651_8;
    let asked = (-std::f64::consts::PI * z / (1.0 - z * z).sqrt()).exp();
    let line = said.out.lines().find(|line| line.starts_with("pair_coeff")).unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words[..5], ["pair_coeff", "*", "*", "hertz/material", "1.2e11"]);
    assert!((words[5].parse::<f64>().unwrap() / asked - 1.0).abs() < 1e-14, "{line}");
    said.prints(["# lammps: ball\n# faithful: the force law is kept\n"]);
    assert!(said.out.contains("\n\n# yade: ball\n") && said.out.contains("NewtonIntegrator(damping=0)"));
    assert!(!said.out.contains("Conventions of"));
    say(folder.path(), &["export", "ball.toml", "--to", "yade", "--paragraph"])
        .prints(["# Conventions of YADE. end of contact: force-clamped"]);
}

#[test]
fn every_engine_is_named_by_all() {
    let folder = folder(&case("0.5", ""));
    let all = say(folder.path(), &["export", "ball.toml", "--to", "all"]).ends(0);
    for engine in collisionbench::codes::names() {
        if ["drake", "simbody", "mujoco"].contains(&engine) {
            assert!(all.out.contains(&format!("# no export to {engine}: ")), "{engine}: {}", all.out);
            continue;
        }
        let alone = say(folder.path(), &["export", "ball.toml", "--to", engine]);
        assert!(all.out.contains(&alone.out), "{engine}");
        assert!(alone.out.contains(&format!(" {engine}: ball\n")), "{engine}");
    }
}

#[test]
fn strict_refuses_what_is_not_faithful() {
    let folder = folder(&case("0.5", ""));
    say(folder.path(), &["export", "ball.toml", "--to", "yade", "--strict"]).well();
    let strict = say(folder.path(), &["export", "ball.toml", "--to", "yade,musen", "--strict"]);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""), "all or nothing");
    strict.complains(["the export to musen is not faithful\n  MUSEN has an attractive force before"]);
    say(folder.path(), &["export", "ball.toml", "--to", "musen"])
        .ends(0)
        .prints(["# NOT faithful: MUSEN has an attractive force before the contact ends"]);
}

#[test]
fn a_law_that_depends_on_speed_says_where_its_restitution_holds() {
    let scene = "speed=1 m/s, ends=force-clamped";
    let words = ["export", VISCOUS, "--to", "yade", "--scene", scene];
    let text = good(&words);
    assert!(
        text.contains("# NOT faithful: YADE has no dashpot that grows with the overlap to the power 0.5"),
        "{text}"
    );
    assert!(text.contains("# the restitution holds within 1 % from "), "{text}");
    let wide = good(&[&words[..], &["--within", "5 %"]].concat());
    assert!(wide.contains("within 5 % from "), "{wide}");
    let strict = wrong(&[&words[..], &["--strict"]].concat());
    assert!(strict.contains("without --strict: the restitution holds within 1 % from"), "{strict}");
    assert!(
        good(&["export", VISCOUS, "--to", "lammps", "--scene", scene, "--strict"]).contains("damping viscoelastic")
    );
}

#[test]
fn an_old_release_gets_the_words_it_has() {
    let case = ["export", "dialects/lammps/coeff-restitution", "--scene", "e=0.5", "--strict", "--to"];
    let to = |to: &'static str| [&case[..], &[to]].concat();
    let newest = good(&to("lammps"));
    assert!(newest.contains(" damping coeff_restitution"), "{newest}");
    let old = good(&to("lammps 29Sep2021"));
    assert!(old.contains(" damping tsuji") && !old.contains(" damping coeff_restitution"), "{old}");
    assert!(
        old.contains("# faithful") && old.contains("in place of") && old.contains("lammps 29Sep2021 is given"),
        "{old}"
    );
    assert!(wrong(&to("lammps stable")).contains("`stable` is not a LAMMPS release"));
    assert!(wrong(&to("kratos 10.4.4")).contains("versions of kratos are not distinguished"));
}

/// Friction beside adhesion, in the parameters of LAMMPS.
const DMT: &str = "[contact.lammps]\nnormal = \"dmt\"\ngamma = \"0.05 J/m2\"\ndamping = \"velocity\"\neta_n0 = 0\n\
                   tangential = \"linear_history\"\nk_t = \"1 kN/m\"\nx_gammat = 0\nmu_t = 0.3\n\
                   [run.reference]\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\n\
                   momentum_residual = { within = \"1e-11 absolute\" }\n";

#[test]
fn friction_beside_dmt_is_refused_up_to_the_rewriting_of_march_2023() {
    let ball = case("0.02", "");
    let (bodies, _) = ball.split_once("[contact]").unwrap();
    let folder = folder(&format!("{bodies}{DMT}"));
    let sticky = |to: &str| say(folder.path(), &["export", "ball.toml", "--to", to]);
    let old = sticky("lammps 8Feb2023");
    assert!(
        old.code != 0 && old.err.contains("8Feb2023 bounds friction beside `dmt` by a number it never sets"),
        "{}",
        old.err
    );
    sticky("lammps 28Mar2023").well();
}

#[test]
fn what_cannot_be_exported_is_said() {
    assert!(wrong(&["export", VISCOUS, "--to", "yade"]).contains("differ in contact or bodies: choose one"));
    assert!(wrong(&["export", VISCOUS, "--to", "yade", "--scene", "speed=1 m/s"]).contains("--scene \""));
    assert!(wrong(&["export", VISCOUS, "--to", "lamps"]).contains("did you mean `lammps`?"));
    assert!(
        wrong(&["export", VISCOUS, "--to", "abaqus"])
            .contains("use one of woo, mercurydpm, hybird, pfc, musen, lethe, mfix, chrono, drake, simbody, mujoco, lammps, liggghts, yade, kratos, edem")
    );
    assert!(wrong(&["export", VISCOUS, "--to", "yade", "--within", "1"]).contains("write \"1 %\""));
    assert!(wrong(&["export", "normal/damped", "--to", "yade"]).contains("contains several cases"));
    let linear = wrong(&[
        "export",
        "normal/damped/linear-restitution",
        "--to",
        "yade",
        "--scene",
        "ends=zero-overlap, restitution=0.5",
    ]);
    assert!(linear.contains("no export to yade: YADE has no spring with exponent 1"), "{linear}");
    // What can be written is, and the rest is an error all the same.
    let folder = folder(&case("0.02", ""));
    let said = say(folder.path(), &["export", "ball.toml", "--to", "yade,liggghts"]).ends(2);
    assert!(said.out.contains("betan=") && said.err.contains("no export to liggghts"), "{}", said.err);
}

#[test]
fn a_fit_is_exported_with_its_values() {
    let folder = folder(&case("0.5", ""));
    let fit = |value| fit_json("marble", &case("0.81", ""), &[parameter(RESTITUTION, value, None)]);
    std::fs::write(folder.path().join("fit.json"), fit(0.81)).unwrap();
    let said = say(folder.path(), &["export", "fit.json", "--to", "yade"]).well();
    assert!(said.out.contains("# yade: marble\n") && said.out.contains("achieves a restitution of 0.810000"));
    std::fs::write(folder.path().join("fit.json"), fit(0.8)).unwrap();
    say(folder.path(), &["export", "fit.json", "--to", "yade"])
        .ends(2)
        .complains(["is 0.8 among the parameters and 0.81 in the contact"]);
}

/// The ends of an interval: the number of the code is that of the end, and a comment states value and interval.
#[test]
fn a_fit_is_exported_at_the_ends_of_its_interval() {
    let folder = folder(&case("0.5", ""));
    let restitution = parameter(RESTITUTION, 0.81, Some([0.79, 0.83]));
    let fit = |parameters: &[serde_json::Value]| fit_json("marble", &case("0.81", ""), parameters);
    std::fs::write(folder.path().join("fit.json"), fit(std::slice::from_ref(&restitution))).unwrap();
    let at = |source: &str, end: &str| say(folder.path(), &["export", source, "--to", "yade", "--at", end]);
    for (end, e, words) in [
        (
            "low",
            "0.790000",
            "fitted: restitution = 0.7900, the low end of 0.7900 to 0.8300 (95 %, profile likelihood); the fitted value is 0.8100",
        ),
        (
            "best",
            "0.810000",
            "fitted: restitution = 0.8100, the fitted value; its interval is 0.7900 to 0.8300 (95 %, profile likelihood)",
        ),
        (
            "restitution=high",
            "0.830000",
            "fitted: restitution = 0.8300, the high end of 0.7900 to 0.8300 (95 %, profile likelihood); the fitted value is 0.8100",
        ),
    ] {
        let said = at("fit.json", end).well();
        said.prints([&format!("achieves a restitution of {e} at 1 m/s")]);
        assert!(said.out.lines().any(|line| line == format!("# {words}")), "{words}: {}", said.out);
    }
    let poisson = parameter("material.glass.poisson_ratio", 0.25, None);
    std::fs::write(folder.path().join("two.json"), fit(&[restitution, poisson])).unwrap();
    for (source, end, words) in [
        ("fit.json", "lowest", "`lowest` is not an end of an interval"),
        ("fit.json", "restitutio=low", "did you mean `restitution`?"),
        ("two.json", "low", "2 parameters are fitted: name one"),
        ("two.json", "poisson_ratio=low", "the fit has no interval for poisson_ratio"),
        ("ball.toml", "low", "--at takes an end of a fitted interval, and this is a case"),
    ] {
        let said = at(source, end);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{source} {end}");
        assert!(said.err.contains(words), "{source} {end}: {}", said.err);
    }
}
