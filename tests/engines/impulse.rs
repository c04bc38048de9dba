//! Engines of impulses: no duration, no overlap; judged by the closed form of rigid bodies.

use super::{checks, run, write};

/// A sphere on a wall, or on a larger one, at 45 and 80 degrees: at the first friction stops the slip.
fn case(other: &str, expect: &str) -> String {
    format!(
        "title = \"Impulses\"\n\
         material.glass = {{ density = \"2500 kg/m3\" }}\n\
         body.ball = {{ sphere = {{ radius = \"50 mm\" }}, material = \"glass\" }}\n\
         {other}\n\
         [impact]\nspeed = \"2 m/s\"\nangle = {{ sweep = \"45 80 deg\" }}\n\
         [contact]\nfriction_limit = \"total\"\n\
         [contact.normal.of-engine]\nlaw = \"impulse\"\nrestitution = 0.5\n\
         [contact.tangential.coulomb]\nfriction = 0.3\n\
         [run.mine]\nsteps_per_contact = 200000.37\nonset_phases = 4\n\
         {expect}"
    )
}

const WALL: &str = "body.plate = { wall = { normal = \"+z\" }, rigid = true }";
const SPHERE: &str = "body.other = { sphere = { radius = \"80 mm\" }, material = \"glass\" }";

const CLOSED: &str = "[[expect]]\nthat = \"mine\"\nagrees_with = \"rigid-impulse\"\n\
                      restitution = { within = \"1e-4 absolute\" }\ntangential_restitution = { within = \"1e-4 absolute\" }\n\
                      rebound_spin = { within = \"1e-3 relative\" }\n";

fn declared(wrong: &str) -> String {
    let script = format!("{}/tests/engines/impulse.py", env!("CARGO_MANIFEST_DIR"));
    format!(
        "[engine.mine]\ncommand = [\"python3\", \"{script}\", \"{wrong}\"]\nversion = \"1\"\n\
         covers = {{ normal = [\"impulse\"], tangential = [\"coulomb\"] }}\n"
    )
}

/// Exit code, output and rows of a run.
fn judged(wrong: &str, case: &str) -> (i32, String, Vec<std::collections::HashMap<String, String>>) {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("mine.toml", case), ("engines.toml", &declared(wrong))]);
    let (code, out, err) = run(place.path(), &["run", "mine.toml", "--engines", "engines.toml", "--no-skip"]);
    assert!(!err.contains("panicked"), "{err}");
    let rows = if code < 2 {
        checks(place.path()).into_iter().map(|row| row.into_iter().collect()).collect()
    } else {
        Vec::new()
    };
    (code, out + &err, rows)
}

#[test]
fn a_right_one_agrees_with_rigid_bodies() {
    for other in [WALL, SPHERE] {
        for right in ["right", "early"] {
            let (code, out, _) = judged(right, &case(other, CLOSED));
            assert_eq!(code, 0, "{right}, {other}: {out}");
        }
    }
}

/// Each mistake of the stand-in fails what it is about.
#[test]
#[ignore = "slow"]
fn a_wrong_one_fails() {
    for (wrong, observable) in [
        ("approach", "tangential_restitution"),
        ("product", "restitution"),
        ("spinless", "rebound_spin"),
        ("gain", "restitution"),
    ] {
        let (code, out, rows) = judged(wrong, &case(WALL, CLOSED));
        assert_eq!(code, 1, "{wrong}: {out}");
        let fails = rows.iter().any(|row| row["observable"] == observable && row["outcome"] == "fail");
        assert!(fails, "{wrong}: {out}");
    }
    // Of two spheres the angular momentum tells, too.
    let (_, out, rows) = judged("spinless", &case(SPHERE, CLOSED));
    let of = |row: &&std::collections::HashMap<String, String>| row["observable"] == "angular_momentum_residual";
    assert!(rows.iter().filter(of).any(|row| row["outcome"] == "fail"), "{out}");
}

/// No step explains what an impulse gains: a single one is enough to judge it.
#[test]
fn energy_from_nothing_fails() {
    let head_on = case(WALL, CLOSED)
        .replace("angle = { sweep = \"45 80 deg\" }", "")
        .replace("restitution = 0.5", "restitution = 1")
        .replace("2 m/s", "1.23456789012345 m/s");
    let only = "[[expect]]\nthat = \"mine\"\nagrees_with = \"rigid-impulse\"\nrestitution = { within = \"20 %\" }\n";
    let (before, _) = head_on.split_once("[[expect]]").unwrap();
    for (wrong, outcome) in [("right", "pass"), ("gain", "fail")] {
        let (_, out, rows) = judged(wrong, &format!("{before}{only}"));
        let row = rows.iter().find(|row| row["observable"] == "energy_lost").unwrap_or_else(|| panic!("{out}"));
        assert_eq!(row["outcome"], outcome, "{wrong}: {out}");
    }
}

/// What is refused, in one line.
fn refused(case: &str) -> String {
    let (code, out, _) = judged("right", case);
    assert_ne!(code, 0, "{out}");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_an_impulse_has_not_is_refused_with_the_reason() {
    let good = case(WALL, CLOSED);
    let none = "an impulse has neither a duration nor an overlap";
    let duration =
        CLOSED.replace("restitution = { within = \"1e-4 absolute\" }\nt", "duration = { within = \"1 %\" }\nt");
    assert!(refused(&case(WALL, &duration)).contains("theory `rigid-impulse` does not predict `duration`"));
    let text = refused(&good.replace("\"rigid-impulse\"", "\"reference\""));
    assert!(text.contains("agrees_with = \"rigid-impulse\""), "{text}");
    let timed = good.replace("law = \"impulse\"", "law = \"impulse\"\ncontact_time = \"1 ms\"");
    assert!(refused(&timed).contains(none));
    assert!(refused(&good.replace("restitution = 0.5", "")).contains("`impulse` needs `restitution`"));
    assert!(refused(&good.replace("restitution = 0.5", "restitution = 1.5")).contains("a number from 0 to 1"));
    assert!(
        refused(&good.replace("restitution = 0.5", "restitution = 0.5\nk = 1"))
            .contains("no parameter but `restitution`")
    );
    let spring = "[contact.tangential.cundall-strack]\nstiffness = \"1e6 N/m\"\nfriction";
    let text = refused(&good.replace("[contact.tangential.coulomb]\nfriction", spring));
    assert!(text.contains("needs a force and a duration"), "{text}");
    let other = good.replace(
        "law = \"impulse\"\nrestitution = 0.5",
        "law = \"my-law\"\ncontact_time = \"1 ms\"\nrestitution = 0.5",
    );
    let text = refused(&other);
    assert!(text.contains("computed by the engine that declares it alone"), "{text}");
}
