//! `advise`: the step that is printed keeps what it promises.

use collisionbench::case::Case;
use collisionbench::collide::reference::{Approach, collide, collide_branched};
use collisionbench::collide::schemes;
use collisionbench::collide::stepper::{BranchedBodies, Encounter, ErrorMeasure, Exact, Oblique, StepSize, Stepper};
use collisionbench::data::Files;
use collisionbench::law::branches::Branch;
use collisionbench::law::scene::Scene;

use tempfile::TempDir;

use crate::cli::{case, good, say, wrong};

fn shipped(name: &str) -> Case {
    let file = Files::Embedded.text(&format!("cases/{name}.toml"), 1 << 20).unwrap();
    Case::read(file.into(), name, &Files::Embedded).unwrap()
}

/// Largest error over what is wanted, of the worst of 64 phases.
fn excess(scheme: &str, scene: &Scene, dt: f64, wanted: [f64; 3]) -> f64 {
    let trajectory = collide(&scene.power().unwrap(), None, &Approach::normal(scene), 1e-13).unwrap();
    let exact = Exact::of(&trajectory, scene.speed).unwrap();
    let stepper = Stepper { scheme: schemes::find(scheme).unwrap(), step: StepSize::Time(dt), phases: 64 };
    let phases = stepper.run(&Encounter::of(scene).unwrap(), scene.speed, None).unwrap();
    let quantities = [ErrorMeasure::Restitution, ErrorMeasure::Duration, ErrorMeasure::MaxOverlap];
    quantities.iter().zip(wanted).map(|(&q, wanted)| phases.errors(q, &exact).worst / wanted).fold(0.0, f64::max)
}

/// Time step and steps per contact of a scheme, as printed.
fn row(text: &str, scheme: &str) -> [f64; 2] {
    let line =
        text.lines().find(|line| line.split_whitespace().next() == Some(scheme)).unwrap_or_else(|| panic!("{text}"));
    let cells: Vec<&str> = line.split_whitespace().collect();
    [cells[1], cells[2]].map(|cell| cell.parse().unwrap())
}

/// On three shipped cases: the printed step keeps its promise, and one at most 10 % larger breaks it.
#[test]
fn the_printed_step_keeps_its_promise() {
    let cases = [
        ("normal/elastic/glass-head-on", "velocity-verlet", ["0.1 %", "1 %", "1 %"], [1e-3, 1e-2, 1e-2]),
        ("normal/damped/linear-restitution", "leapfrog", ["1 %", "1 %", "1 %"], [1e-2; 3]),
        (
            "normal/damped/viscoelastic-at-speed",
            "velocity-verlet-implicit",
            ["0.2 %", "1 %", "0.5 %"],
            [2e-3, 1e-2, 5e-3],
        ),
    ];
    for (name, scheme, [e, duration, overlap], wanted) in cases {
        let [e, duration, overlap] = [("restitution", e), ("duration", duration), ("overlap", overlap)]
            .map(|(word, error)| format!("{word}={error}"));
        let words = ["advise", name, "--scheme", scheme, "--within", &e, "--within", &duration, "--within", &overlap];
        let text = good(&words);
        let [dt, steps] = row(&text, scheme);
        let case = shipped(name);
        let scene = &case.scenes[0];
        assert!(
            (Encounter::of(scene).unwrap().undamped_duration(scene.speed) / dt / steps - 1.0).abs() < 1e-4,
            "{text}"
        );
        let kept = excess(scheme, scene, dt, wanted);
        assert!(kept <= 1.0, "{name}: {kept}\n{text}");
        // The worst error swings with the fraction of a step at which the contact ends: 400 steps up to 10 % larger.
        let broken = (1..=400).any(|i| excess(scheme, scene, dt * (1.0 + 0.1 * f64::from(i) / 400.0), wanted) > 1.0);
        assert!(broken, "{name}: a needlessly small step\n{text}");
    }
}

#[test]
fn every_scheme_is_advised_on_and_the_rule_of_hybird_judged() {
    let text = good(&["advise", "normal/elastic/glass-head-on"]);
    for scheme in schemes::SCHEMES {
        let [dt, steps] = row(&text, scheme.name());
        // theory.md, section 5, test 1: the contact takes 40.34 us.
        assert!((dt * steps / 4.034e-5 - 1.0).abs() < 1e-3, "{text}");
    }
    // theory.md, section 1: with its ratio put right the time of HYBIRD is 10.62 times too short.
    let line = text.lines().find(|line| line.contains("1.1 with the corrected ratio")).unwrap();
    assert_eq!(line.split_whitespace().nth(6), Some("106.2"), "{line}");
    assert!(text.contains("1.1 as documented: a time step of"), "{text}");
    // sqrt(274.11 um/5 mm) = 0.234 lies between the 0.1 and the 0.3 of the validity sheet, ten times softer does not.
    for (row, light) in [("E/1 ", "amber"), ("E/10 ", "red")] {
        let line = text.lines().find(|line| line.trim_start().starts_with(row)).unwrap();
        assert_eq!(line.split_whitespace().rev().nth(1), Some(light), "{line}");
    }
    // factor^(2/5), factor^(-4/5), 2(1-nu)/(2-nu) with nu = 0.2.
    for part in ["E/10 ", "2.512", "0.158", "6.310", "15.85", "k_t/k_n = 0.88889"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The numbers of a row of a table, by its first word, of the first or the second table.
fn cells(text: &str, first: &str, which: usize) -> Vec<f64> {
    let line = text
        .lines()
        .filter(|line| line.split_whitespace().next() == Some(first))
        .nth(which)
        .unwrap_or_else(|| panic!("{text}"));
    line.split_whitespace().filter_map(|cell| cell.parse().ok()).collect()
}

/// `V_s` goes as `w^(5/6) E*^(-1/3)`, the pull-off force as `w`: a modulus a thousandth as large makes it stick at ten times the
/// speed, and a work of adhesion that goes as `E*^(2/5)` keeps the speed and leaves 6.310 % of the force.
#[test]
fn softening_a_sticky_body_is_said_in_three_numbers() {
    let text = good(&["advise", "normal/adhesive/jkr", "--scheme", "velocity-verlet"]);
    assert!(text.contains("0: the bodies stick") && text.contains("no time step"), "{text}");
    // V_s = 10.762 mm/s: W = 7.09220 (w^5 R*^4/E*^2)^(1/3), m* = 5.236e-12 kg, w = 0.05 J/m2, R* = 5 um, E* = 50 GPa.
    let m = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-15;
    let W = 7.092_195_971_863_958_8 * (0.05_f64.powi(5) * 5e-6_f64.powi(4) / 50e9_f64.powi(2)).cbrt();
    let (V, F) = ((4.0 * W / m).sqrt(), 1.5 * std::f64::consts::PI * 0.05 * 5e-6);
    let close = |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 2e-3, "{found} {wanted}\n{text}");
    for (row, table, speed, force) in [
        ("E/1", 0, 1.0, 1.0),
        ("E/1000", 0, 10.0, 1.0),
        ("E/1", 1, 1.0, 1.0),
        ("E/10", 1, 1.0, 10f64.powf(-0.4)),
        ("E/1000", 1, 1.0, 1000f64.powf(-0.4)),
    ] {
        let found = cells(&text, row, table);
        // Units are those of the first row's size: mm/s and uN, or nN.
        let [v, f, bond] = found[..] else { panic!("{found:?}") };
        close(bond, force * F / (m * 9.80665));
        let scaled = |found: f64, wanted: f64| {
            let power = (wanted / found).log10().round();
            close(found * 10f64.powf(power), wanted);
        };
        scaled(v, speed * V);
        scaled(f, force * F);
    }
    // Its force jumps where the contact begins: 1 % takes six thousand steps, 20 % a few hundred.
    let words = ["advise", "normal/adhesive/dmt", "--scheme", "velocity-verlet", "--within", "20 %"];
    let never = good(&words);
    assert!(never.contains("0: never sticks"), "{never}");
}

/// The step that is named for a contact that bounces keeps its promise.
#[test]
fn a_step_is_named_for_a_plastic_contact() {
    let name = "normal/plastic/thornton";
    let text = good(&["advise", name, "--scheme", "velocity-verlet"]);
    let [dt, steps] = row(&text, "velocity-verlet");
    let case = shipped(name);
    let scene = &case.scenes[0];
    let contact = scene.branches().unwrap().unwrap();
    let (m_star, speed) = (scene.pair.m_star, scene.speed);
    let exact =
        Exact::of(&collide_branched(&contact, None, &Approach::head_on(m_star, speed), 1e-13).unwrap(), speed).unwrap();
    let bodies = BranchedBodies { contact: &contact, m_star, before: None, largest: 0.0, natural: dt * steps };
    let stepper = Stepper { scheme: schemes::find("velocity-verlet").unwrap(), step: StepSize::Time(dt), phases: 64 };
    let phases = stepper.run(&Oblique::head_on(bodies), speed, None).unwrap();
    for quantity in [ErrorMeasure::Restitution, ErrorMeasure::Duration, ErrorMeasure::MaxOverlap] {
        assert!(phases.errors(quantity, &exact).worst <= 1e-2, "{quantity:?}\n{text}");
    }
}

#[test]
fn all_scenes_on_request() {
    let words = ["advise", "normal/elastic/unequal-masses", "--scheme", "velocity-verlet"];
    assert!(good(&words).contains("scenes; --all advises on each"));
    let text = good(&[&words[..], &["--all"]].concat());
    let count = shipped("normal/elastic/unequal-masses").scenes.len();
    assert!(count > 1);
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("velocity-verlet ")).count(), count);
}

#[test]
fn what_cannot_be_promised_is_refused() {
    let words = ["advise", "normal/elastic/glass-head-on", "--scheme", "forward-euler", "--within", "1e-9"];
    let said = wrong(&words);
    assert!(said.contains("no time step found") && said.contains("take a scheme of higher order"), "{said}");
    // alpha = 3 and a contact that may pull: overdamped, the bodies never separate.
    let here = TempDir::new().unwrap();
    let stuck = case("0.5", "").replace("restitution = 0.5", "alpha = 3").replace("force-clamped", "zero-overlap");
    std::fs::write(here.path().join("stuck.toml"), stuck).unwrap();
    say(here.path(), &["advise", "stuck.toml"]).refused(2).complains(["the bodies stay in contact"]);
}

/// What the steps were not searched for is stated: how oblique impacts slide, and bodies with many contacts.
#[test]
fn what_a_step_was_not_searched_for_is_stated() {
    let short = |case: &str| good(&["advise", case, "--scheme", "velocity-verlet"]);
    let oblique = "Tangential restitution and spin of this oblique impact were not looked at";
    assert!(short("oblique/kharaz-kratos-total-spring").contains(oblique));
    let head_on = short("normal/elastic/glass-head-on");
    assert!(!head_on.contains(oblique));
    // Of a fast impact and of a small error the step is less than a fifth of the Rayleigh time.
    let here = TempDir::new().unwrap();
    for (speed, overlap, warned) in [("1 mm/s", "1 %", true), ("50 m/s", "0.1 %", false)] {
        let text = case("0.9", "").replace("\"1 m/s\"", &format!("\"{speed}\""));
        std::fs::write(here.path().join("ball.toml"), text).unwrap();
        let words = [
            "advise",
            "ball.toml",
            "--scheme",
            "velocity-verlet",
            "--within",
            "1 %",
            "--within",
            &format!("overlap={overlap}"),
        ];
        let text = say(here.path(), &words).out;
        let line = text.lines().find(|line| line.contains("velocity-verlet ")).unwrap();
        let share: f64 = line.split_whitespace().nth(3).unwrap().parse().unwrap();
        assert_eq!((share > 20.0, text.contains("EDEM's manual")), (warned, warned), "{text}");
    }
}

/// A column has one unit, and a body without a dashpot loses none.
#[test]
fn a_column_of_sticky_bodies_has_one_unit() {
    let text = good(&["advise", "normal/adhesive/jkr", "--scheme", "velocity-verlet"]);
    assert!(text.contains("a softer, sticky body, the surface energy"), "{text}");
    let damped = good(&["advise", "normal/adhesive/jkr-viscoelastic", "--scheme", "velocity-verlet"]);
    assert!(damped.contains("a softer, sticky body without its dashpot"), "{damped}");
    let rows: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("E/")).collect();
    assert_eq!(rows.len(), 8);
    for rows in rows.chunks(4) {
        for unit in [2, 4] {
            let units: std::collections::BTreeSet<_> =
                rows.iter().map(|row| row.split_whitespace().nth(unit)).collect();
            assert_eq!(units.len(), 1, "{text}");
        }
    }
}

/// A search that begins at the last place finds what one without it finds, also next to the smallest overlap.
#[test]
fn a_place_is_the_same_from_wherever_it_is_looked_for() {
    let case = shipped("steppers/jkr");
    let law = case.scenes[0].branches().unwrap().unwrap().law;
    let branch = Branch::ONLY;
    let end = law.below(&branch).at;
    for i in 0..200 {
        let q = end * (1.001 + 0.02 * f64::from(i));
        let overlap = law.spot(&branch, q).overlap;
        for near in [f64::NAN, 0.5, 0.97, 0.9999, 1.0, 1.0001, 1.03, 2.0] {
            let found = law.place_near(&branch, overlap, near * q);
            assert!((found / q - 1.0).abs() < 1e-12, "{found} for {q} from {near}");
        }
    }
}
