//! Cases that are read, and what becomes of them.

mod calibration;
mod condition;
mod damage;
mod dialects;
mod edit;
mod expect;
mod oblique;
mod reader;
mod runs;
mod samples;
mod scalar;
mod schema;
mod sweep;

use std::path::Path;
use std::sync::Arc;

use collisionbench::case::*;
use collisionbench::collide::How;
use collisionbench::data::Files;
use collisionbench::law::Ends;
use collisionbench::law::scene::{DataRow, ParameterValue, Scene, Shape};
use collisionbench::units::Dimension;

use collisionbench::error::{Error, SourceFile};

const VALID: &str = r#"
title  = "A ball of either material meets a plate"
source = "nowhere"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20

[material.steel]
density       = "7850 kg/m3"
young_modulus = "208 GPa"
poisson_ratio = 0.3

[body.ball]
sphere   = { radius = { sweep = { from = "1 mm", to = "100 mm", steps = 3, scale = "log" } }, inertia = "thin-shell" }
material = { sweep = ["glass", "steel"] }

[body.plate]
wall  = { normal = [0, 3, 4] }
rigid = true

[impact]
speed = { sweep = "0.5 1 m/s", together = "pace" }

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[contact.damping.tsuji]
alpha = { sweep = [0.1, 0.2], together = "pace" }

[run.reference]
tolerance = 1e-12

[[expect]]
that        = "reference"
agrees_with = "antypov-elliott"
where       = { speed = "> 0.5 m/s", body.ball.material = ["steel"], radius = "1 mm .. 10 mm" }
max_force   = { within = "0.7 %" }
duration    = { within_sigma = 2 }
max_overlap = { within = "0.1 um" }
restitution = { within = "1e-12 absolute" }
known_gap   = { reason = "an example", seen = { max_force = "12 %", duration = "4.1 sigma", max_overlap = "250 nm", restitution = "no value" } }
"#;

/// The datasets that are made for the mistakes serve here too.
fn files() -> Files {
    Files::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes"))
}

fn read(text: &str) -> Result<Case, Error> {
    Case::read(Arc::new(SourceFile { name: "a.toml".into(), text: text.into() }), "a", &files())
}

fn valid() -> Case {
    read(VALID).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_first_sweep_varies_slowest_and_names_are_as_written() {
    let case = valid();
    assert_eq!(case.swept, ["body.ball.radius", "body.ball.material", "impact.speed", "contact.damping.tsuji.alpha"]);
    let names: Vec<&str> = case.scenes.iter().map(|scene| scene.name.as_str()).collect();
    assert_eq!(names.len(), 3 * 2 * 2);
    assert_eq!(names[0], "radius=1 mm, material=glass, speed=0.5 m/s, alpha=0.1");
    assert_eq!(names[1], "radius=1 mm, material=glass, speed=1 m/s, alpha=0.2");
    assert_eq!(names[2], "radius=1 mm, material=steel, speed=0.5 m/s, alpha=0.1");
    assert_eq!(names[11], "radius=100 mm, material=steel, speed=1 m/s, alpha=0.2");
}

#[test]
fn a_scene_has_what_the_file_says() {
    let scene = &valid().scenes[2];
    let [ball, plate] = &scene.bodies;
    assert_eq!(ball.shape, Shape::Sphere { radius: 1e-3, inertia_factor: 2.0 / 3.0 });
    assert_eq!(plate.shape, Shape::Wall { normal: [0.0, 0.6, 0.8] });
    // A ball of radius 1 has the volume 4 pi/3 = 4.18879020478639098...
    let mass = 4.188_790_204_786_391 * 1e-9 * 7850.0;
    assert!((ball.mass / mass - 1.0).abs() < 1e-14, "{:e}", ball.mass);
    assert_eq!((plate.mass, plate.rigid, plate.held), (f64::INFINITY, true, false));
    assert_eq!(ball.material.as_ref().map(|m| m.young_modulus), Some(Some(208e9)));
    assert_eq!((scene.speed, scene.contact.ends), (0.5, Ends::ForceClamped));
    // Johnson 1985, eq. 4.23: 4/3 E* sqrt(R*), E* = E/(1 - nu^2) against a rigid wall.
    let K = 4.0 / 3.0 * 208e9 / (1.0 - 0.09) * 1e-3_f64.sqrt();
    assert!((scene.power().unwrap().K / K - 1.0).abs() < 1e-14);
    assert!((scene.power().unwrap().C / (0.1 * (ball.mass * K).sqrt()) - 1.0).abs() < 1e-14);
}

#[test]
fn parameters_stand_in_the_order_of_the_file_and_only_where_they_apply() {
    let case = valid();
    let paths: Vec<&str> = case.scenes[2].parameters.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "material.steel.density",
            "material.steel.young_modulus",
            "material.steel.poisson_ratio",
            "body.ball.radius",
            "body.ball.inertia",
            "body.ball.material",
            "body.plate.normal",
            "body.plate.rigid",
            "impact.speed",
            "contact.ends",
            "contact.normal",
            "contact.damping",
            "contact.damping.tsuji.alpha",
        ]
    );
    let scene = &case.scenes[2];
    assert_eq!(scene.number("young_modulus"), Some(208e9));
    assert_eq!(scene.number("alpha"), Some(0.1));
    let radius = scene.parameter("radius").unwrap();
    assert_eq!((radius.text.as_str(), radius.swept), ("1 mm", true));
    assert_eq!(scene.parameter("density").unwrap().value, ParameterValue::Number(7850.0, Dimension::Density));
}

#[test]
fn an_expectation_has_its_scenes_and_tolerances() {
    let case = valid();
    assert_eq!(case.runs.len(), 1);
    assert_eq!(case.runs[0].settings, Settings::Computed(How::Exact { tolerance: 1e-12 }));
    let [expect] = &case.expects[..] else { panic!("{:?}", case.expects) };
    let names: Vec<&str> = expect.scenes.iter().map(|&index| case.scenes[index].name.as_str()).collect();
    assert_eq!(
        names,
        ["radius=1 mm, material=steel, speed=1 m/s, alpha=0.2", "radius=10 mm, material=steel, speed=1 m/s, alpha=0.2",]
    );
    let gap = expect.known_gap.as_ref().unwrap();
    assert_eq!(gap.reason, "an example");
    assert_eq!(gap.seen.iter().map(|seen| seen.off).collect::<Vec<_>>(), [Some(0.12), Some(4.1), Some(2.5e-7), None]);
    let wanted: Vec<(&str, &Tolerance)> =
        expect.wanted.iter().map(|wanted| (wanted.observable.text.as_str(), &wanted.tolerance)).collect();
    assert_eq!(
        wanted,
        [
            ("max_force", &Tolerance::Relative(0.007)),
            ("duration", &Tolerance::Sigma(2.0)),
            ("max_overlap", &Tolerance::Absolute { number: "0.1".into(), unit: "um".into() }),
            ("restitution", &Tolerance::Absolute { number: "1e-12".into(), unit: String::new() }),
        ]
    );
    assert_eq!((expect.origin.line(), expect.that.origin.line()), (37, 38));
}

#[test]
fn nothing_swept_is_one_scene_and_undamped_needs_no_end() {
    let text = VALID
        .replace("{ sweep = { from = \"1 mm\", to = \"100 mm\", steps = 3, scale = \"log\" } }", "\"1 mm\"")
        .replace("{ sweep = [\"glass\", \"steel\"] }", "\"steel\"")
        .replace("{ sweep = \"0.5 1 m/s\", together = \"pace\" }", "\"1 m/s\"")
        .replace("[contact]\nends = \"force-clamped\"\n", "")
        .replace("[contact.damping.tsuji]\nalpha = { sweep = [0.1, 0.2], together = \"pace\" }\n", "")
        .replace(
            "[material.glass]\ndensity       = \"2800 kg/m3\"\nyoung_modulus = \"48 GPa\"\npoisson_ratio = 0.20\n",
            "",
        );
    let case = read(&text).unwrap_or_else(|error| panic!("{error}"));
    let [scene] = &case.scenes[..] else { panic!("{} scenes", case.scenes.len()) };
    assert_eq!((scene.name.as_str(), scene.contact.ends, scene.power().unwrap().C), ("-", Ends::ZeroOverlap, 0.0));
    assert!(case.swept.is_empty());
}

#[test]
fn a_dataset_gives_its_own_abscissae_and_rows() {
    let dataset = "reference-data/published/requested";
    let text = VALID
        .replace(
            "alpha = { sweep = [0.1, 0.2], together = \"pace\" }",
            &format!("restitution = {{ sweep = \"{dataset}\" }}"),
        )
        .replace(", together = \"pace\"", "");
    let case = read(&text).unwrap_or_else(|error| panic!("{error}"));
    // The table has rows for 0.5 and 0.9.
    let scene = &case.scenes[1];
    assert_eq!(scene.name, "radius=1 mm, material=glass, speed=0.5 m/s, restitution=0.9");
    assert_eq!(scene.rows, [DataRow { dataset: dataset.into(), row: 1 }]);
    assert_eq!(case.scenes.len(), 3 * 2 * 2 * 2);
}

#[test]
fn sweeps_over_one_dataset_advance_by_its_rows() {
    let dataset = "reference-data/published/moduli";
    let sweep = format!("{{ sweep = \"{dataset}\", together = \"rows\" }}");
    let text = VALID
        .replace("poisson_ratio = 0.3", &format!("poisson_ratio = {sweep}"))
        .replace("{ sweep = \"0.5 1 m/s\", together = \"pace\" }", &sweep)
        .replace("{ sweep = [0.1, 0.2], together = \"pace\" }", "0.1")
        .replace("radius = \"1 mm .. 10 mm\"", "radius = \"1 mm\"");
    let case = read(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.scenes.len(), 2 * 3 * 2);
    let scene = &case.scenes[case.scenes.len() - 1];
    // The second row: nu = 0.3, 2 m/s.
    assert_eq!((scene.number("poisson_ratio"), scene.speed), (Some(0.3), 2.0));
    assert_eq!(scene.rows, [DataRow { dataset: dataset.into(), row: 1 }]);
}

#[test]
fn the_template_is_a_case() {
    for name in ["steel on steel", "quotes \" and \\ and ''' and \u{7}", "", "\n"] {
        let case = read(&template(Template::Impact, name, "")).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        assert_eq!(case.scenes.len(), 12, "{name:?}");
        assert!(!case.title.is_empty());
    }
    assert_eq!(
        read(&template(Template::Impact, "say \"hi\"", "")).map(|case| case.title).ok().as_deref(),
        Some("say \"hi\"")
    );
}

#[test]
fn every_shipped_case_reads() {
    let names = Files::Embedded.list("cases", ".toml").unwrap();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let file = Arc::new(Files::Embedded.text(&name, 1 << 20).unwrap());
        let case = Case::read(file, &name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
        let fitted = case.calibration.as_ref().is_some_and(|found| !found.expects.is_empty());
        assert!(fitted || (!case.scenes.is_empty() && !case.expects.is_empty()), "{name}");
    }
}

#[test]
fn reading_twice_gives_the_same() {
    assert_eq!(format!("{:?}", valid()), format!("{:?}", valid()));
}

/// Reading takes time in proportion to the file, and the message stays short.
#[test]
fn a_megabyte_of_mistakes_is_told_in_twenty() {
    let fill = |line: &dyn Fn(usize) -> String| {
        let mut text = VALID.to_string();
        for number in 0.. {
            text.push_str(&line(number));
            if text.len() > 1_000_000 {
                break;
            }
        }
        text
    };
    let files = [
        fill(&|number| format!("x{number} = 1\n")),
        fill(&|number| format!("[material.m{number}]\n")),
        fill(&|number| format!("[body.b{number}]\n")),
        fill(&|_| "[[expect]]\n".to_string()),
        fill(&|_| "=\n".to_string()),
        fill(&|_| "x = 1\n".to_string()),
        fill(&|_| "\"".to_string()),
        fill(&|_| "[".to_string()),
        fill(&|_| "a.".to_string()),
        fill(&|_| "x = { ".to_string()),
        format!("{VALID}[x]\n{}", "x = { y = 1, ".repeat(70) + &"y = 1, ".repeat(140_000)),
        format!("title = \"{}\"", "x".repeat(1_000_000)),
        VALID.replace("[0.1, 0.2]", &format!("[0.1{}]", ", nan".repeat(200_000))),
    ];
    for text in files {
        let error = read(&text).map(|_| ()).unwrap_err();
        let message = error.to_string();
        assert!(message.len() < 20_000, "{} bytes for {:?}...", message.len(), &text[..40]);
        let Error::Wrong(problems) = error else { panic!("{message}") };
        assert!((1..=21).contains(&problems.len()), "{}", problems.len());
    }
}
