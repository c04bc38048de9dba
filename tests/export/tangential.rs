//! What acts along the contact is exported, read back the same, or named as lost.

use collisionbench::codes::CODES;
use collisionbench::codes::export::export;
use collisionbench::law::ShearForce;
use collisionbench::law::scene::Scene;

use super::read::back;
use super::{SPHERES, WALL, name, scene};

/// A frictional Hertz contact without dashpot.
fn contact(law: &str, lever: &str, rolling: &str) -> String {
    format!("[contact]\nlever = {lever}\n\n[contact.normal.hertz]\n\n{law}\n\n{rolling}")
}

fn mindlin(form: &str, lever: &str) -> String {
    contact(&format!("[contact.tangential.mindlin]\nform = \"{form}\"\nfriction = 0.3"), lever, "")
}

/// Engine, bodies, and the contact that it has: from each code's page or source (theory.md, section 6).
fn own() -> Vec<(&'static str, &'static str, String)> {
    // 2/3 of Mindlin's 4 G*/E* = 2(1-nu)/(2-nu) at nu = 0.22.
    let ratio =
        "[contact.tangential.stiffness-ratio]\nform = \"total-spring\"\nfriction = 0.3\nratio = 0.5842696629213483";
    let constant = "[contact.tangential.cundall-strack]\nstiffness = \"80 kN/m\"\nfriction = 0.3";
    let rolling = "[contact.rolling.constant]\nfriction = 0.02";
    vec![
        ("lammps", WALL, mindlin("total-spring", "\"radius\"")),
        ("lammps", WALL, mindlin("incremental", "\"radius\"")),
        ("lammps", WALL, mindlin("rescaled", "\"radius\"")),
        ("lammps", SPHERES, mindlin("total-spring", "{ slip = \"radius\", torque = \"half-overlap\" }")),
        ("liggghts", SPHERES, mindlin("total-spring", "\"half-overlap\"")),
        ("yade", WALL, mindlin("incremental", "{ slip = \"radius\", torque = \"overlap\" }")),
        ("kratos", SPHERES, mindlin("rescaled", "\"half-overlap\"")),
        ("woo", SPHERES, mindlin("incremental", "\"half-overlap\"")),
        ("mercurydpm", SPHERES, contact(ratio, "\"half-overlap\"", "")),
        ("hybird", SPHERES, contact(constant, "\"radius\"", rolling)),
        ("pfc", SPHERES, mindlin("incremental", "\"half-overlap\"")),
        ("musen", SPHERES, mindlin("incremental", "{ slip = \"proportional\", torque = \"radius\" }")),
    ]
}

fn why_not(scene: &Scene, engine: &str) -> Vec<String> {
    let writer = CODES.iter().copied().find(|writer| name(writer) == engine).unwrap();
    export(scene, writer, 0.01).unwrap_or_else(|error| panic!("{engine}: {}", error.message)).why_not
}

/// At a constant stiffness total, incremental and rescaled are one law, and a code that has one has all.
#[test]
fn a_spring_of_constant_stiffness_has_one_history() {
    for form in ["total-spring", "incremental", "rescaled"] {
        let law = format!("[contact.tangential.stiffness-ratio]\nform = \"{form}\"\nratio = 0.6\nfriction = 0.3");
        let contact = contact(&law, "\"half-overlap\"", "")
            .replace("[contact.normal.hertz]", "[contact.normal.hooke]\nstiffness = \"50 kN/m\"");
        assert_eq!(why_not(&scene(SPHERES, &contact), "liggghts"), Vec::<String>::new(), "{form}");
        let hertzian = contact.replace("[contact.normal.hooke]\nstiffness = \"50 kN/m\"", "[contact.normal.hertz]");
        let lost = why_not(&scene(SPHERES, &hertzian), "liggghts").join("\n").contains("tangential history");
        assert_eq!(lost, form != "total-spring", "{form}");
    }
}

#[test]
fn the_slip_of_yade_between_spheres_is_named() {
    let scene = scene(SPHERES, &mindlin("incremental", "{ slip = \"radius\", torque = \"half-overlap\" }"));
    let why = why_not(&scene, "yade");
    assert!(why.len() == 1 && why[0].contains("(r1+r2)/d times"), "{why:?}");
}

fn text(scene: &Scene, engine: &str) -> String {
    super::good(scene, engine).text("two", false)
}

/// Friction, and what else the dialect reads along the contact in the lines of a text.
fn read(scene: &Scene, engine: &str, text: &str) -> Option<ShearForce> {
    let dialect = collisionbench::codes::find(engine).unwrap();
    let code = dialect.contact(&back(engine, text), dialect.in_use, &scene.pair).unwrap();
    code.contact.shear(&scene.pair).unwrap()
}

#[test]
fn what_a_code_has_is_written_and_read_back() {
    for (engine, bodies, contact) in own() {
        let scene = scene(bodies, &contact);
        assert_eq!(why_not(&scene, engine), Vec::<String>::new(), "{engine}: {contact}");
        let text = text(&scene, engine);
        let wanted = scene.shear.unwrap();
        let found = read(&scene, engine, &text).unwrap_or_else(|| panic!("{engine} is frictionless:\n{text}"));
        assert!((found.friction / 0.3 - 1.0).abs() < 1e-15, "{engine}: {}", found.friction);
        assert!((found.S / wanted.S - 1.0).abs() < 1e-12, "{engine}: {} for {}", found.S, wanted.S);
        let kept = |shear: &ShearForce| (shear.form, shear.gamma, shear.rolling, shear.levers);
        assert_eq!(kept(&found), kept(&wanted), "{engine}");
        assert_eq!(found.dashpot.C, 0.0, "{engine}");
        assert!(!text.contains("has no friction"), "{engine}:\n{text}");
    }
}

/// One thing otherwise than the code has it, and it is named.
#[test]
fn what_a_code_does_not_have_is_named() {
    let named = |engine: &str, bodies: &str, contact: &str, words: &str| {
        let why = why_not(&scene(bodies, contact), engine);
        assert!(why.iter().any(|line| line.contains(words)), "{engine}: no `{words}` in {why:?}\n{contact}");
    };
    for (engine, bodies, contact) in own() {
        // LAMMPS has the spring and dashpot.
        let rolls = match engine {
            "lammps" => "[contact.rolling.constant]\nfriction = 0.05",
            _ => {
                "[contact.rolling.spring-dashpot]\nstiffness = \"2 N m/rad\"\ndamping = \"0 N m s/rad\"\nfriction = 0.05"
            }
        };
        if !contact.contains("rolling") {
            named(engine, bodies, &format!("{contact}\n{rolls}"), "rolling resistance");
        }
        let plane = contact.lines().map(|line| if line.starts_with("lever") { "lever = \"plane\"" } else { line });
        named(engine, bodies, &plane.collect::<Vec<_>>().join("\n"), "lever: ");
        if contact.contains("form = ") {
            let other = contact.replace("\"rescaled\"", "\"total-spring\"");
            let other = other.replace("\"incremental\"", "\"rescaled\"");
            let other = if other == contact { contact.replace("\"total-spring\"", "\"rescaled\"") } else { other };
            // LAMMPS has more than one.
            if engine != "lammps" {
                named(engine, bodies, &other, "tangential history");
            }
        }
    }
    // A limit is another one beside a dashpot only.
    let damped = "[contact]\nends = \"force-clamped\"\nfriction_limit = \"elastic\"\nlever = \"radius\"\n\n[contact.normal.hertz]\n\n\
                  [contact.damping.tsuji]\nrestitution = 0.8\n\n[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3";
    named("lammps", WALL, damped, "friction limit: LAMMPS has `absolute`");
    let total = damped.replace("\"elastic\"", "\"total\"");
    assert_eq!(why_not(&scene(WALL, &total), "lammps"), Vec::<String>::new());
    for (engine, words) in
        [("kratos", "damps the tangential force"), ("woo", "viscous tangential force"), ("edem", "manual does not say")]
    {
        named(engine, SPHERES, &total, words);
    }
    // HYBIRD has no spring that grows with the overlap: the normal law is written, the friction is named.
    named("hybird", SPHERES, &mindlin("incremental", "\"radius\""), "HYBIRD's tangential spring is constant");
    named("hybird", SPHERES, &mindlin("incremental", "\"radius\""), "friction: 0.3 becomes 0");
}

/// Lines that lose the friction, or part of it, are seen by the reader of this test.
#[test]
fn broken_lines_are_seen() {
    let law = mindlin("total-spring", "\"radius\"");
    let scene = scene(WALL, &law);
    let lines = text(&scene, "lammps");
    for (from, to) in [
        ("tangential mindlin NULL 0 0.3", "tangential linear_nohistory 0 0"),
        ("mindlin NULL", "mindlin/force NULL"),
        ("NULL 0 0.3", "NULL 0 0.03"),
    ] {
        assert!(lines.contains(from), "{lines}");
        let found = std::panic::catch_unwind(|| read(&scene, "lammps", &lines.replace(from, to)));
        let same = found.ok().flatten().is_some_and(|found| {
            let wanted = scene.shear.unwrap();
            found.friction == wanted.friction && found.form == wanted.form
        });
        assert!(!same, "{to} was not seen");
    }
}
