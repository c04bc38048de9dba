//! Kernels that `fingerprint` must not name wrongly: small engines of the zoo.

use crate::common::{run, single_spaced, write};

#[path = "../fingerprint_zoo/engine.rs"]
mod engine;

/// The engine itself: this test program runs it when it is started by `fingerprint`.
#[test]
#[ignore = "started by the other tests as the engine under test"]
fn as_engine() {
    if let Ok(quirk) = std::env::var("ZOO_QUIRK") {
        engine::run(&quirk);
    }
}

/// Lines of the fingerprint of an engine with this quirk, blanks drawn together.
fn lines(quirk: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap().display().to_string();
    let text = format!(
        "[engine.kernel]\ncommand = [{program:?}, \"untrue::fingerprint::as_engine\", \"--exact\", \"--ignored\"]\nversion = \"1\"\n\
         environment = {{ ZOO_QUIRK = {quirk:?} }}\ncovers = {{ normal = [\"hertz\"], damping = [\"none\", \"tsuji\"], \
         ends = [\"zero-overlap\"], tangential = [\"mindlin\"] }}\n"
    );
    write(folder.path(), "engines.toml", text);
    let ended = run(folder.path(), &["fingerprint", "kernel", "--engines", "engines.toml"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    ended.out.lines().map(single_spaced).collect()
}

#[track_caller]
fn has(lines: &[String], begins: &str) {
    assert!(lines.iter().any(|line| line.starts_with(begins)), "no line `{begins}` in\n{}", lines.join("\n"));
}

#[test]
fn way_35_m1_for_m_star() {
    let lines = lines("m1");
    has(&lines, "effective mass pairs certain m* = m1");
    has(&lines, "mass at walls walls certain m* is the free mass");
    has(
        &lines,
        "damping normalisation pairs certain 2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force",
    );
}

#[test]
fn way_36_odd_pairs_and_right_walls() {
    let lines = lines("twice-m-star");
    has(&lines, "effective mass pairs certain m* = 2 m1 m2/(m1 + m2)");
    has(&lines, "mass at walls walls certain m* is the free mass");
}

#[test]
fn way_37_stiffness_of_1_05() {
    let lines = lines("stiffness-1-05");
    has(&lines, "normal force pairs number stiffness over mass 1.0500 of Hertz in every impact");
    has(&lines, "effective radius pairs cannot tell");
    has(&lines, "effective modulus pairs cannot tell");
}

#[test]
fn way_38_schemes_that_move_alike() {
    // Its dashpot is none of the list, so that four schemes fit its elastic impacts alike.
    let lines = lines("constant-dashpot");
    has(&lines, "integrator pairs likely velocity-verlet or leapfrog or velocity-verlet-implicit or position-verlet");
}

#[test]
fn way_39_levers_of_pairs_and_walls() {
    let lines = lines("lever-short-at-walls");
    has(&lines, "lever pairs certain r for slip velocity and torque");
    has(&lines, "lever walls certain r - delta for slip velocity and torque");
}
