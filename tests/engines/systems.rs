//! The drivers of systems that no registry carries, against stand-ins for their programs: what is handed over, what comes
//! back, and how it is read.

use std::path::Path;

use super::{GLASS, checks, run, write};

/// Two ways to meet, with what is expected of an engine that has Hertz's contact.
fn case(engine: &str, wall: bool, duration: &str) -> String {
    let run = format!("[run.reference]\n\n[run.{engine}]\nsteps_per_contact = 100.37\nonset_phases = 2\n");
    let expect = format!(
        "\n[[expect]]\nthat = \"{engine}\"\nagrees_with = \"hertz-impact\"\nduration = {{ within = \"{duration}\" }}\n\
         restitution = {{ within = \"1e-4 absolute\" }}\n"
    );
    let text = GLASS.replace("[run.reference]\n", &run) + &expect;
    if !wall {
        return text;
    }
    let right = "[body.right]\nsphere   = { radius = \"10 mm\" }\nmaterial = \"glass\"\n";
    assert!(text.contains(right));
    text.replace(right, "[body.right]\nwall     = { normal = \"+z\" }\nmaterial = \"glass\"\n")
}

/// Runs a case with the shipped drivers; exit code, what was printed and its rows.
fn outcome(engine: &str, text: &str, environment: &str) -> (i32, String, Vec<String>) {
    outcome_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines"), engine, text, environment)
}

/// The same with the drivers of a folder.
fn outcome_of(drivers: &Path, engine: &str, text: &str, environment: &str) -> (i32, String, Vec<String>) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    let examples = drivers.display().to_string();
    let stand_in = here.join("tests/engines/stand_in").display().to_string();
    let declared = std::fs::read_to_string(here.join("examples/engines/systems.toml")).unwrap();
    let header = format!("[engine.{engine}]\n");
    assert!(declared.contains(&header));
    let environment = format!("{header}environment = {}\n", environment.replace("STAND_IN", &stand_in));
    let declared = declared.replace("{here}", &examples).replace(&header, &environment);
    write(place.path(), &[("case.toml", text), ("engines.toml", &declared)]);
    let (code, out, err) =
        run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--no-skip", "--pictures", "none"]);
    assert_eq!(err, "", "{out}");
    let rows = checks(place.path());
    let outcomes = rows
        .iter()
        .filter(|row| row["who"] == engine && row["against"] != "conserved")
        .map(|row| row["outcome"].clone())
        .collect();
    let record = std::fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    (code, out + &record, outcomes)
}

const MUSEN: &str = "{ MUSEN = \"STAND_IN/cmusen\" }";
const WOO: &str = "{ PYTHONPATH = \"STAND_IN\", PYTHONDONTWRITEBYTECODE = \"1\" }";

/// Hertz stepped by velocity Verlet is off by -5.1e-5 in the duration at tau/100.
#[test]
fn musen_s_text_files_carry_the_scene_there_and_back() {
    for wall in [false, true] {
        let (code, out, rows) = outcome("musen", &case("musen", wall, "1e-4 relative"), MUSEN);
        assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    }
}

/// An oblique damped impact in the system's own words: levers, limit, history and dashpot of the tangential spring.
fn oblique(engine: &str, contact: &str, wall: bool) -> String {
    let head = case(engine, wall, "1e-4 relative");
    let head = head.split("\n[[expect]]").next().unwrap();
    assert!(head.contains("[contact.normal.hertz]") && head.contains("speed = \"20 m/s\""));
    let head = head.replace("[contact.normal.hertz]", contact);
    let head = head.replace("speed = \"20 m/s\"", "speed = \"2 m/s\"\nangle = \"30 deg\"").replace("100.37", "400.37");
    format!(
        "{head}\n[[expect]]\nthat = \"{engine}\"\nagrees_with = \"reference\"\nrestitution = {{ within = \"5e-3 absolute\" }}\n\
         tangential_restitution = {{ within = \"5e-3 absolute\" }}\n"
    )
}

#[test]
fn musen_is_asked_in_its_own_words() {
    let contact = "[contact.musen]\nmodel = \"Hertz-Mindlin\"\nRestitutionCoefficient = 0.6\nSlidingFriction = 0.2\n";
    for wall in [false, true] {
        let (code, out, rows) = outcome("musen", &oblique("musen", contact, wall), MUSEN);
        assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    }
}

/// A head-on impact under a law with a pull, slow enough for the pull to count.
fn pulled(engine: &str, contact: &str, wall: bool) -> String {
    let head = case(engine, wall, "1e-4 relative");
    let head = head.split("\n[[expect]]").next().unwrap();
    let head = head.replace("[contact.normal.hertz]", contact).replace("speed = \"20 m/s\"", "speed = \"0.02 m/s\"");
    format!(
        "{}\n[[expect]]\nthat = \"{engine}\"\nagrees_with = \"reference\"\nrestitution = {{ within = \"2e-3 absolute\" }}\n\
         max_overlap = {{ within = \"2e-3 relative\" }}\n",
        head.replace("100.37", "400.37")
    )
}

/// Its adhesion, in its own words and in those of this bench; a driver that leaves the energy out does not pass.
#[test]
#[ignore = "slow"]
fn musen_is_asked_for_its_adhesion() {
    let own = |model: &str, key: &str| {
        format!("[contact.musen]\nmodel = \"{model}\"\n{key} = \"5 J/m2\"\nRestitutionCoefficient = 0.8\n")
    };
    let ours = |law: &str| format!("[contact.normal.{law}]\nwork_of_adhesion = \"5 J/m2\"\n");
    let contacts =
        [own("JKR", "SurfaceEnergy"), own("Popov-JKR", "SurfaceTension"), ours("jkr-hertz-radius"), ours("popov-jkr")];
    for contact in &contacts {
        for wall in [false, true] {
            let (code, out, rows) = outcome("musen", &pulled("musen", contact, wall), MUSEN);
            assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{contact}: {out}");
        }
    }
    let driver =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/musen_engine.py"));
    let (driver, from) = (driver.unwrap(), "SURFACE_ENERGY, SURFACE_TENSION = 0, 7, 10, 11, 13");
    assert!(driver.contains(from));
    for (wrong, contact) in [("12, 13", &contacts[0]), ("11, 12", &contacts[1])] {
        let place = tempfile::tempdir().unwrap();
        let wrong = driver.replace(from, &from.replace("11, 13", wrong));
        write(place.path(), &[("musen_engine.py", &wrong)]);
        let (code, out, _) = outcome_of(place.path(), "musen", &pulled("musen", contact, false), MUSEN);
        assert_ne!(code, 0, "{contact}: {out}");
    }
    // JKR's neck is none of its laws, whatever its model is called.
    let neck = ours("jkr") + "breaks_at = \"displacement\"\n";
    let (_, out, rows) = outcome("musen", &pulled("musen", &neck, false), MUSEN);
    assert!(rows.iter().all(|row| row == "skip") && out.contains("it does not cover the normal law jkr"), "{out}");
}

/// The stand-in refuses what the program refuses; a driver that writes it does not pass.
#[test]
#[ignore = "slow"]
fn what_musen_refuses_is_not_passed_over() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let driver = std::fs::read_to_string(here.join("examples/engines/musen_engine.py")).unwrap();
    for (from, to) in [
        // A result without a folder.
        ("RESULT_FILE            ./out.txt", "RESULT_FILE            out.txt"),
        // No interval of activity.
        ("ACTIVE, 0, FOR_EVER, TIME", "TIME"),
        // What is not saved is read as 0.
        ("SELECTIVE_SAVING_P     1 1 0 0 1 0 0", "SELECTIVE_SAVING_P     1 0 0 0 1 0 0"),
        // The geometry of an object comes before its material.
        (
            "fields = [ID, 2 * place + side, TYPE, WALL if wall else SPHERE, GEOMETRY]",
            "fields = [ID, 2 * place + side, TYPE, SPHERE, COMPOUND_OF, \"s0m0\", GEOMETRY]",
        ),
    ] {
        assert!(driver.contains(from), "{from}");
        let place = tempfile::tempdir().unwrap();
        write(place.path(), &[("musen_engine.py", &driver.replace(from, to))]);
        let (code, out, _) = outcome_of(place.path(), "musen", &case("musen", false, "1e-4 relative"), MUSEN);
        assert_ne!(code, 0, "{from}: {out}");
    }
    // A wall without the model of a wall.
    let place = tempfile::tempdir().unwrap();
    let from = "((\"MODEL ModelPWHertzMindlin\",) if wall else ())";
    assert!(driver.contains(from));
    write(place.path(), &[("musen_engine.py", &driver.replace(from, "()"))]);
    let (code, out, _) = outcome_of(place.path(), "musen", &case("musen", true, "1e-4 relative"), MUSEN);
    assert_ne!(code, 0, "{out}");
}

/// The version of the program is not that of the driver: where the program is missing, there is none.
#[test]
fn a_driver_has_no_version_of_a_program_that_is_missing() {
    let place = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/systems.toml");
    for engine in ["mercurydpm", "musen", "woo"] {
        let arguments = ["doctor", engine, "--engines", file.to_str().unwrap()];
        let environment = [("MUSEN", "/nowhere/cmusen"), ("PYTHONPATH", "/nowhere")];
        let ended = super::common::run_with(place.path(), &arguments, &environment);
        let text = ended.text();
        assert_eq!(ended.code, 3, "{text}");
        let line = text.lines().find(|line| line.trim_start().starts_with(engine)).unwrap_or_default();
        assert!(line.contains("not installed") || line.contains("does not answer"), "{text}");
        assert!(!line.contains(" 1.0 ") && !line.contains(" 2.0 "), "{line}");
    }
}

/// The driver built against the stand-in for the library, in a folder of its own; `None` where there is no C++ compiler.
fn mercury(source: &str) -> Option<tempfile::TempDir> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    write(place.path(), &[("mercury_engine.cpp", source)]);
    let mut compiler = std::process::Command::new("c++");
    compiler.args(["-O1", "-std=c++17", "-I"]).arg(here.join("tests/engines/stand_in/mercury"));
    compiler.args(["mercury_engine.cpp", "-o", "mercury_engine"]).current_dir(place.path());
    let output = match compiler.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        output => output.unwrap(),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(place)
}

fn mercury_source() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/engines/mercury_engine.cpp");
    std::fs::read_to_string(path).unwrap()
}

const NO_ENVIRONMENT: &str = "{ LANG = \"C\" }";

#[test]
#[ignore = "slow"]
fn mercurydpm_is_asked_in_its_own_words() {
    let Some(place) = mercury(&mercury_source()) else { return };
    let own = "restitutionCoefficient = 0.6\nslidingFrictionCoefficient = 0.2\nreading = \"corrected\"\n";
    for more in ["", "poissonRatio = 0.3\n", "effectiveShearModulus = \"10 GPa\"\nslidingDissipation = 0.2\n"] {
        for wall in [false, true] {
            let text = oblique("mercurydpm", &format!("[contact.mercurydpm]\n{own}{more}"), wall);
            let (code, out, rows) = outcome_of(place.path(), "mercurydpm", &text, NO_ENVIRONMENT);
            assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
            assert!(out.contains("1.0+g1a2b3c4"), "{out}");
        }
    }
    // In the words of this bench, head-on.
    for wall in [false, true] {
        let text = case("mercurydpm", wall, "1e-4 relative");
        let (code, out, rows) = outcome_of(place.path(), "mercurydpm", &text, NO_ENVIRONMENT);
        assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    }
}

/// Luding's spring with its pull, in its own words and in those of this bench; a setter that is passed over is found.
#[test]
#[ignore = "slow"]
fn mercurydpm_is_asked_for_its_plastic_spring() {
    let own = "[contact.mercurydpm]\nspecies = \"LinearPlasticViscoelastic\"\nloadingStiffness = \"1e6 N/m\"\n\
               unloadingStiffnessMax = \"5e6 N/m\"\ncohesionStiffness = \"5e5 N/m\"\npenetrationDepthMax = 1e-3\ndissipation = 2\nreading = \"corrected\"\n";
    let ours = "[contact.normal.luding]\nloading_stiffness = \"1e6 N/m\"\nmax_unloading_stiffness = \"5e6 N/m\"\n\
                adhesion_stiffness = \"5e5 N/m\"\nplasticity_depth = 1e-3\nreload_stiffness = \"by-overlap\"\n";
    let Some(place) = mercury(&mercury_source()) else { return };
    for contact in [own, ours] {
        for wall in [false, true] {
            let text = pulled("mercurydpm", contact, wall);
            let (code, out, rows) = outcome_of(place.path(), "mercurydpm", &text, NO_ENVIRONMENT);
            assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{contact}: {out}");
        }
    }
    let dashpot = "species.setPenetrationDepthMax(get(\"penetrationDepthMax\"));\n        if (has(\"dissipation\"))";
    for (from, to) in [
        ("species.setCohesionStiffness(get(\"cohesionStiffness\"));", ""),
        (dashpot, "species.setPenetrationDepthMax(get(\"penetrationDepthMax\"));\n        if (false)"),
    ] {
        assert!(mercury_source().contains(from), "{from}");
        let Some(place) = mercury(&mercury_source().replace(from, to)) else { return };
        let (code, out, _) = outcome_of(place.path(), "mercurydpm", &pulled("mercurydpm", own, false), NO_ENVIRONMENT);
        assert_eq!(code, 1, "{from}: {out}");
    }
}

/// A case in the words of this bench, with conventions that the library does not have, and with a law that it has not.
fn in_other_conventions(limit: &str, tangential: &str) -> String {
    let contact = format!(
        "[contact]\nends = \"force-clamped\"\nfriction_limit = \"{limit}\"\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n\
         [contact.damping.tsuji]\nrestitution = 0.6\n\n{tangential}"
    );
    let text = oblique("mercurydpm", &contact, true);
    let judged = "\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nenergy_residual = { within = \"1e-9 absolute\" }\n";
    text.split("\n[run.mercurydpm]").next().unwrap().to_string() + judged
}

/// The library clamps nothing, has levers that shrink with the overlap and a total spring only: the case is run in these conventions beside its own,
/// and a driver that passes over the damping is found there.
#[test]
#[ignore = "slow"]
fn a_case_in_other_conventions_is_run_in_those_of_the_engine() {
    let incremental = "[contact.tangential.mindlin]\nform = \"incremental\"\nfriction = 0.2\n";
    let rings = "[contact.tangential.mindlin-deresiewicz]\nfriction = 0.2\n";
    let ran = |source: &str, limit: &str, tangential: &str| {
        let place = mercury(source)?;
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let declared = std::fs::read_to_string(here.join("examples/engines/systems.toml")).unwrap();
        let declared = declared.replace("{here}", &place.path().display().to_string());
        write(place.path(), &[("case.toml", &in_other_conventions(limit, tangential)), ("engines.toml", &declared)]);
        let arguments =
            ["run", "case.toml", "--engines", "engines.toml", "--engine", "mercurydpm", "--pictures", "none"];
        let (code, out, err) = run(place.path(), &arguments);
        assert_eq!(err, "", "{out}");
        let rows = checks(place.path());
        let of_it = rows.iter().filter(|row| row["who"] == "mercurydpm" && row["against"] == "reference");
        Some((code, of_it.map(|row| [row["case"].clone(), row["outcome"].clone()]).collect::<Vec<_>>(), out))
    };
    for (limit, tangential) in [("total", incremental), ("elastic", rings)] {
        let Some((code, rows, out)) = ran(&mercury_source(), limit, tangential) else { return };
        let pass = ["case-as-mercurydpm".to_string(), "pass".to_string()];
        assert_eq!((code, rows), (0, vec![pass; 5]), "{out}");
    }
    let wrong = mercury_source().replace("if (has(\"restitutionCoefficient\"))", "if (false)");
    let wrong = wrong.replace("if (has(\"dissipation\"))", "if (false)");
    assert_ne!(wrong, mercury_source());
    let Some((code, rows, out)) = ran(&wrong, "total", incremental) else { return };
    assert!(code == 1 && rows.iter().any(|[_, outcome]| outcome == "fail"), "{out}");
}

/// The page's rate of approach is a negative dissipation, which ends the library: a skip, and never run.
#[test]
fn what_mercurydpm_refuses_is_a_skip() {
    let Some(place) = mercury(&mercury_source()) else { return };
    let feeds = "[contact.mercurydpm]\nrestitutionCoefficient = 0.5\nv_n = \"approach\"\nslidingFrictionCoefficient = 0.2\nreading = \"as-documented\"\n";
    let negative =
        "[contact.mercurydpm]\npoissonRatio = -0.2\nslidingFrictionCoefficient = 0.2\nreading = \"corrected\"\n";
    for (contact, why) in [(feeds, "no dashpot that adds energy"), (negative, "it covers poissonRatio >= 0")] {
        let text = oblique("mercurydpm", contact, false);
        let (code, out, rows) = outcome_of(place.path(), "mercurydpm", &text, NO_ENVIRONMENT);
        assert!(rows.iter().all(|row| row == "skip") && out.contains(why), "{code} {rows:?} {out}");
    }
}

/// A driver that passes over a setter, or over what the library computes itself, does not pass.
#[test]
#[ignore = "slow"]
fn a_setter_that_is_passed_over_is_found() {
    let own = "[contact.mercurydpm]\nrestitutionCoefficient = 0.6\npoissonRatio = 0.3\nslidingFrictionCoefficient = 0.2\nreading = \"corrected\"\n";
    for (from, to) in [
        ("if (has(\"poissonRatio\"))", "if (false)"),
        ("if (has(\"restitutionCoefficient\"))", "if (false)"),
        ("wall.set(-vector(scene[\"normal\"])", "wall.set(vector(scene[\"normal\"])"),
    ] {
        assert!(mercury_source().contains(from), "{from}");
        let Some(place) = mercury(&mercury_source().replace(from, to)) else { return };
        let (code, out, _) = outcome_of(place.path(), "mercurydpm", &oblique("mercurydpm", own, true), NO_ENVIRONMENT);
        assert_ne!(code, 0, "{from}: {out}");
    }
}

#[test]
fn woo_is_built_and_stepped_and_its_wall_is_found_out() {
    let (code, out, rows) = outcome("woo", &case("woo", false, "1e-4 relative"), WOO);
    assert_eq!((code, rows), (0, vec!["pass".to_string(); 2]), "{out}");
    // A wall that is a sphere of the same size: the duration is off by 2^0.2, and the cause is named.
    let (code, out, rows) = outcome("woo", &case("woo", true, "1e-4 relative"), WOO);
    assert_eq!((code, rows), (1, vec!["fail".to_string(), "pass".to_string()]), "{out}");
    assert!(out.contains("R* = r/2"), "{out}");
}
