//! A law that only an engine has: handed over by its name, and judged by conservation, by its convergence and by data.

use std::fs;
use std::path::Path;

use collisionbench::codes::engine::protocol::Request;

use super::{GLASS, checks, run, write};

/// `lambda v` of the restitution 1/2 under `F = k d^n (1 + lambda v)`, whatever `n`: of `x - ln(1 + x) = -x/2 - ln(1 - x/2)`, by bisection at
/// 60 digits.
const HALF: f64 = 1.432_750_533_271_375;

/// Two glass spheres at 1 m/s under the law of `own_law.py`.
fn case(run: &str, expect: &str) -> String {
    let law = format!(
        "[contact.normal.of-engine]\nlaw = \"stiff-power\"\ncontact_time = \"200 us\"\nk = \"1e7 N/m^1.2\"\nc = \"{HALF} s/m\"\n"
    );
    let (before, _) = GLASS.split_once("[contact.normal.hertz]").unwrap();
    let before = before.replace("20 m/s", "1 m/s");
    format!("{before}{law}\n[run.mine]\n{run}\n{expect}")
}

/// Four time steps of one ratio.
const LADDER: &str = "steps_per_contact = { sweep = [50.37, 100.74, 201.48, 402.96] }\n";

const ITSELF: &str = "[[expect]]\nthat = \"mine\"\nconverges_to = \"itself\"\nrestitution = { order = 2.0, give_or_take = 0.25 }\n\
                      max_overlap_interpolated = { order = 2.0, give_or_take = 0.25 }\n";

/// A declaration of `own_law.py` with one mistake.
fn declared(wrong: &str, covers: &str) -> String {
    let script = format!("{}/tests/engines/own_law.py", env!("CARGO_MANIFEST_DIR"));
    format!("[engine.mine]\ncommand = [\"python3\", \"{script}\", \"{wrong}\"]\nversion = \"1\"\ncovers = {covers}\n")
}

const OWN: &str = "{ normal = [\"stiff-power\"] }";

/// Runs a case; how it ended, and the rows of its checks by what they are against.
fn judged(wrong: &str, case: &str) -> (tempfile::TempDir, i32, String) {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("own.toml", case), ("engines.toml", &declared(wrong, OWN))]);
    let (code, out, err) = run(place.path(), &["run", "own.toml", "--engines", "engines.toml"]);
    assert_eq!(err, "", "{wrong}: {out}");
    (place, code, out)
}

/// The outcome of the one check of an observable against something.
fn outcome(folder: &Path, against: &str, observable: &str) -> String {
    let rows = checks(folder);
    let row = rows.iter().find(|row| row["against"] == against && row["observable"] == observable);
    row.unwrap_or_else(|| panic!("no {observable} against {against}: {rows:#?}"))["outcome"].clone()
}

/// A text in one line, wherever it is broken.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_right_one_is_conserved_converges_and_agrees_with_data() {
    // One measurement: the restitution that does not depend on the exponent.
    let data = "[[expect]]\nthat = \"mine\"\nagrees_with = \"reference-data/half\"\nrestitution = { within = \"1e-3 relative\" }\n";
    let swept = "{ sweep = \"reference-data/half\" }";
    let text = case(LADDER, &format!("{ITSELF}\n{data}")).replace("speed = \"1 m/s\"", &format!("speed = {swept}"));
    let place = tempfile::tempdir().unwrap();
    fs::create_dir_all(place.path().join("reference-data/half")).unwrap();
    let source = "title = \"A restitution of one half\"\ncite = \"the closed form\"\nread_in = \"its numbers\"\nhow = \"computed\"\nform = \"table\"\n\
                  [column.speed]\nis = \"speed\"\nunit = \"m/s\"\n[column.restitution]\nis = \"restitution\"\nunit = \"-\"\n\
                  [uncertainty]\nrestitution = \"0.1 %\"\n";
    write(
        place.path(),
        &[
            ("own.toml", &text),
            ("engines.toml", &declared("right", OWN)),
            ("reference-data/half/data.csv", "speed,restitution\n1,0.5\n"),
            ("reference-data/half/source.toml", source),
        ],
    );
    let (code, out, err) = run(place.path(), &["run", "own.toml", "--engines", "engines.toml", "--no-skip"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
}

#[test]
fn a_right_one_passes_what_is_known_of_it() {
    let (place, code, out) = judged("right", &case(LADDER, ITSELF));
    assert_eq!(code, 0, "{out}");
    for observable in ["restitution", "max_overlap_interpolated"] {
        assert_eq!(outcome(place.path(), "itself", observable), "pass", "{out}");
    }
    for observable in ["momentum_residual", "energy_lost"] {
        assert_eq!(outcome(place.path(), "conserved", observable), "pass", "{out}");
    }
    // What it is handed: its own name, its parameters, and no force.
    let text = fs::read_to_string(place.path().join("reports/latest.engines/own/mine_1/run-1/scene.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&text).unwrap();
    let contact = &scene["scenes"][0]["contact"];
    assert_eq!(
        contact["normal"],
        serde_json::json!({"name": "stiff-power", "numbers": {"k": 1e7, "c": HALF}, "words": {}})
    );
    assert!(contact["force"].is_null());
    let schema = serde_json::to_value(schemars::schema_for!(Request)).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&scene), "{text}");
}

#[test]
fn energy_made_on_unloading_fails_conservation() {
    // Without the damping part, which would hide it.
    let case = case(LADDER, "").replace(&format!("{HALF} s/m"), "0 s/m") + ITSELF;
    let (place, code, out) = judged("unloading", &case);
    assert_eq!(code, 1, "{out}");
    assert_eq!(outcome(place.path(), "conserved", "energy_lost"), "fail", "{out}");
    assert!(flat(&out).contains("gains energy, and the gain does not fall with the time step"), "{out}");
    assert_eq!(outcome(place.path(), "conserved", "momentum_residual"), "pass");
    // Without the mistake the same law gains nothing that does not fall.
    let (place, _, out) = judged("right", &case);
    assert_eq!(outcome(place.path(), "conserved", "energy_lost"), "pass", "{out}");
}

#[test]
fn a_force_that_depends_on_the_step_fails_convergence() {
    let (place, code, out) = judged("step", &case(LADDER, ITSELF));
    assert_eq!(code, 1, "{out}");
    assert_eq!(outcome(place.path(), "itself", "max_overlap_interpolated"), "fail", "{out}");
}

#[test]
fn the_energy_of_one_time_step_is_a_skip() {
    let expect = "[[expect]]\nthat = \"mine\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-9 absolute\" }\n";
    let (place, code, out) = judged("right", &case("steps_per_contact = 100.37\n", expect));
    assert_eq!(code, 0, "{out}");
    assert_eq!(outcome(place.path(), "conserved", "energy_lost"), "skip", "{out}");
    assert!(flat(&out).contains("with one time step it is not known what the step explains"), "{out}");
}

/// What is refused, with the words of it.
fn refused(case: &str, covers: &str, arguments: &[&str]) -> String {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("own.toml", case), ("engines.toml", &declared("right", covers))]);
    let (code, out, err) = run(place.path(), arguments);
    assert_ne!(code, 0, "{out}{err}");
    flat(&(out + &err))
}

const RUN: &[&str] = &["run", "own.toml", "--engines", "engines.toml"];
const ALONE: &str = "`stiff-power` is computed by the engine that declares it alone";

#[test]
fn what_needs_the_force_is_refused_with_one_sentence() {
    let good = case(LADDER, ITSELF);
    let beside = |table: &str| good.replace("[run.mine]", &format!("{table}\n[run.mine]"));
    for table in ["[run.reference]", "[run.velocity-verlet]\nsteps_per_contact = 50"] {
        let text = refused(&beside(table), OWN, RUN);
        assert!(text.contains(ALONE) && text.contains("own.toml:"), "{text}");
    }
    let theory = ITSELF.replace("converges_to = \"itself\"", "agrees_with = \"hertz-impact\"");
    let theory = theory
        .replace("order = 2.0, give_or_take = 0.25", "within = \"1 %\"")
        .replace("max_overlap_interpolated", "max_overlap");
    let text = refused(
        &case(LADDER, &theory.lines().filter(|l| !l.starts_with("restitution")).collect::<Vec<_>>().join("\n")),
        OWN,
        RUN,
    );
    assert!(text.contains(ALONE), "{text}");
    let text = refused(&good.replace("\"itself\"", "\"reference\""), OWN, RUN);
    assert!(text.contains(ALONE) && text.contains("converges_to = \"itself\""), "{text}");
    let text = refused(&beside("[contact.damping.tsuji]\nrestitution = 0.5\n"), OWN, RUN);
    assert!(text.contains("`stiff-power` has its damping in itself"), "{text}");
    let own = "steps_per_contact = 100.37\nof = \"own\"\n";
    let text = refused(&case(own, ""), OWN, RUN);
    assert!(text.contains("counted in `contact_time`"), "{text}");
    let path = good.replace("[impact]\nspeed = \"1 m/s\"", "[[path.leg]]\noverlap = \"1 um\"");
    let text = refused(&path, OWN, RUN);
    assert!(text.contains(ALONE), "{text}");
    let friction = "[contact]\nfriction_limit = \"total\"\n[contact.tangential.stiffness-ratio]\nratio = 0.8\nform = \"incremental\"\nfriction = 0.3\n";
    let text = refused(&beside(friction), OWN, RUN);
    assert!(text.contains("power of the overlap"), "{text}");
    for verb in [&["export", "own.toml", "--to", "lammps"][..], &["advise", "own.toml"]] {
        let text = refused(&good, OWN, &[verb, &["--engines", "engines.toml"]].concat());
        assert!(!text.contains("panicked"), "{verb:?}: {text}");
    }
}

#[test]
fn time_steps_that_have_no_order_are_refused() {
    let three = LADDER.replace(", 402.96", "");
    assert!(refused(&case(&three, ITSELF), OWN, RUN).contains("needs at least 4, of one ratio"));
    let uneven = LADDER.replace("402.96", "300.37");
    assert!(refused(&case(&uneven, ITSELF), OWN, RUN).contains("no ladder of one ratio"));
}

#[test]
fn a_name_that_is_none_is_refused() {
    let good = case(LADDER, ITSELF);
    for (law, words) in [
        ("herz", "there is no normal law `herz`, did you mean `hertz`?"),
        ("Stiff", "cannot be the name of a law of an engine"),
        ("of-engine", "stands for any law of an engine"),
    ] {
        let text = refused(&good, &format!("{{ normal = [\"{law}\"] }}"), RUN);
        assert!(text.contains(words), "{law}: {text}");
    }
    let text = refused(&good.replace("\"stiff-power\"", "\"hertz\""), OWN, RUN);
    assert!(text.contains("`hertz` is a law of this program"), "{text}");
    let text = refused(&good.replace("\"stiff-power\"", "\"other-law\""), OWN, &[RUN, &["--no-skip"]].concat());
    assert!(text.contains("it does not cover the normal law other-law"), "{text}");
}

/// Its engine has no collision to be tried with, and is there all the same.
#[test]
#[ignore = "slow"]
fn the_doctor_does_not_blame_an_engine_with_laws_of_its_own() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("engines.toml", &declared("right", OWN))]);
    let (_, out, _) = run(place.path(), &["doctor", "--engines", "engines.toml"]);
    assert!(out.contains("not tried"), "{out}");
}

/// A law of this program that is no power of the overlap is handed over by its name too, and compared with the reference.
#[test]
fn a_law_with_branches_is_handed_over_to_an_engine_that_declares_it() {
    let expect = "\n[[expect]]\nthat = \"mine\"\nagrees_with = \"reference\"\nrestitution = { within = \"1 %\" }\n";
    let jkr = GLASS.replace(
        "[contact.normal.hertz]",
        "[contact.normal.jkr]\nwork_of_adhesion = \"0.1 J/m2\"\nbreaks_at = \"displacement\"",
    );
    let (before, _) = jkr.split_once("[[expect]]").unwrap();
    let text = format!("{before}[run.mine]\nsteps_per_contact = 50.37\n{expect}");
    let place = tempfile::tempdir().unwrap();
    let engine = |covers: &str| format!("[engine.mine]\ncommand = [\"sh\", \"-c\", \"exit 0\"]\ncovers = {covers}\n");
    write(place.path(), &[("own.toml", &text), ("engines.toml", &engine("{ normal = [\"hertz\", \"jkr\"] }"))]);
    assert_eq!(run(place.path(), RUN).0, 3);
    let handed = fs::read_to_string(place.path().join("reports/latest.engines/own/mine/run-1/scene.json")).unwrap();
    let handed: serde_json::Value = serde_json::from_str(&handed).unwrap();
    let contact = &handed["scenes"][0]["contact"];
    assert_eq!((&contact["normal"]["name"], contact["force"].is_null()), (&"jkr".into(), true));
    // One that does not is handed nothing.
    write(place.path(), &[("engines.toml", &engine("{ normal = [\"hertz\"] }"))]);
    let (code, out, _) = run(place.path(), RUN);
    assert!(code == 3 && out.contains("it does not cover the normal law jkr"), "{code}: {out}");
}
