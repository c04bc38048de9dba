//! `check`: an input script as it is, with numbers of closed forms and of runs by hand; scripts that fail; scripts that are wrong.

use std::f64::consts::PI;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::say;
use crate::common::{Ended, write};

/// The head of a script: one type, particles of a size, a time step.
fn head(units: &str, diameter: f64, density: f64, step: &str) -> String {
    format!(
        "units {units}\natom_style sphere\nnewton off\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0\n\
         set group all diameter {diameter} density {density}\ntimestep {step}\n"
    )
}

/// Two sizes of particles under `damping tsuji`, at a coarse step.
pub const DRUM: &str = "units lj
create_box 1 box
variable small equal 0.25
variable large equal 2*v_small
fix ins all pour 100 1 4711 region top diam range $(2*v_small) $(2.0*${large}) dens 1 1.0
pair_style granular
pair_coeff * * hertz/material 1e5 0.2 0.3 &
    tangential mindlin NULL 1.0 0.5 damping tsuji  # a comment
timestep 0.001
";

fn soft() -> String {
    head("si", 0.004, 2500.0, "1e-6")
        + "pair_style granular\npair_coeff * * hertz/material 1e6 0.8 0.4 tangential mindlin NULL 0.0 0.5 damping coeff_restitution\n"
}

fn cohesive() -> String {
    "units si
create_box 1 reg
fix m1 all property/global youngsModulus peratomtype 5.e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix m4 all property/global coefficientFriction peratomtypepair 1 0.05
fix m5 all property/global cohesionEnergyDensity peratomtypepair 1 300000
pair_style gran model hertz tangential history cohesion sjkr
pair_coeff * *
timestep 0.00001
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0
fix t all particletemplate/sphere 1 atom_type 1 density constant 2500 radius constant 0.0015
"
    .to_string()
}

/// Without runs of a code that may be installed.
fn check(text: &str, more: &[&str]) -> Ended {
    let here = TempDir::new().unwrap();
    write(here.path(), "in.lmp", text);
    say(here.path(), &[&["check", "in.lmp", "--measure", "0"], more].concat())
}

fn json(text: &str, more: &[&str]) -> Value {
    let said = check(text, &[&["--json"], more].concat());
    assert!(said.code <= 1, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

fn near(value: &Value, expected: f64, relative: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} where {expected} belongs"));
    assert!((value / expected - 1.0).abs() <= relative, "{value} where {expected} belongs");
}

/// Run by hand, case by case: asks 0.2, gets 0.3433, at its own step less, with so many steps.
#[test]
fn tsuji_at_a_coarse_step() {
    let found = json(DRUM, &["--speed", "0.5 5 20 m/s"]);
    assert_eq!((found["code"].as_str(), found["units"].as_str()), (Some("lammps"), Some("lj")));
    let size = &found["contacts"][0]["sizes"][1];
    assert_eq!(size["radii"], serde_json::json!([0.25, 0.5]));
    assert_eq!(size["restitution_requested"], 0.2);
    for (place, (at_step, steps)) in [(0.3323, 22.0), (0.3202, 14.0), (0.3078, 11.0)].into_iter().enumerate() {
        let impact = &size["impacts"][place];
        near(&impact["restitution"], 0.3433, 2e-4);
        near(&impact["restitution_at_step_worst"], at_step, 5e-4);
        near(&impact["steps_per_contact"], steps, 0.03);
    }
    near(&size["impacts"][2]["contact_radius_over_r_star"], 0.61, 0.01);
    assert_eq!(size["impacts"][2]["contact_radius_light"], "red");
    // Nothing else is read into it.
    assert_eq!(found["not_read"], serde_json::json!([]));
    let text = check(DRUM, &["--speed", "5 m/s"]).well().out;
    for part in ["0.3433", "damping tsuji -> damping coeff_restitution", "L1", "in.lmp:7", "may pull"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// `delta = ((5/4) m* v^2/K)^(2/5)` of the undamped collision, `a/R* = sqrt(delta/R*)`.
#[test]
fn restitution_met_and_a_contact_far_too_large() {
    let found = json(&soft(), &["--speed", "2 m/s"]);
    let size = &found["contacts"][0]["sizes"][0];
    near(&size["impacts"][0]["restitution"], 0.8, 1e-8);
    let (R_star, m_star) = (0.001, 0.5 * 2500.0 * 4.0 / 3.0 * PI * 0.002f64.powi(3));
    let K = 4.0 / 3.0 * 1e6 / (2.0 * (1.0 - 0.16)) * f64::sqrt(R_star);
    near(&size["law"]["stiffness"][0], K, 1e-12);
    let delta = (1.25 * m_star * 4.0 / K).powf(0.4);
    near(&size["impacts"][0]["contact_radius_over_r_star"], (delta / R_star).sqrt(), 1e-9);
    near(&size["impacts"][0]["contact_radius_over_r_star"], 0.77, 0.01);
}

/// sjkr: sticks at 0.02 and 0.2 m/s; friction beside it is refused with its reason, and its wall is computed. At its step LIGGGHTS 3.8.0
/// gives 0.635557 at 1 m/s and 0.841299 at 5 m/s, means over eight positions of first touch.
#[test]
fn a_cohesive_script_of_liggghts() {
    let found = json(&cohesive(), &["--speed", "0.02, 0.2, 1, 5 m/s"]);
    assert_eq!(found["code"], "liggghts");
    let size = &found["contacts"][0]["sizes"][0];
    assert_eq!(size["impacts"][0]["sticks"], true);
    assert_eq!(size["impacts"][1]["restitution"], 0.0);
    near(&size["impacts"][2]["restitution_at_step"], 0.635557, 1e-3);
    near(&size["impacts"][3]["restitution_at_step"], 0.841299, 1e-3);
    let sticks = size["sticks_below"].as_f64().unwrap();
    assert!(sticks > 0.2 && sticks < 1.0, "{sticks}");
    assert!(size["head_on_alone"].as_str().unwrap().contains("friction beside cohesion is not supported"));
    let wall = &found["contacts"][1]["sizes"][0];
    near(&wall["impacts"][1]["restitution"], 0.9, 1e-8);
    assert_eq!(wall["oblique"].as_array().unwrap().len(), 3);
    // A wall of its own type: both moduli count.
    let E_star = 5e6 / (2.0 * (1.0 - 0.45 * 0.45));
    near(&wall["law"]["stiffness"][0], 4.0 / 3.0 * E_star * 0.0015f64.sqrt(), 1e-12);
}

/// The areas of both models between unlike spheres and at a wall: runs of LIGGGHTS 3.8.0, means over eight positions of first touch.
#[test]
fn the_areas_of_cohesion_in_liggghts() {
    let unlike = "fix u all particletemplate/sphere 1 atom_type 1 density constant 2500 radius constant 0.003\n";
    let of = |model: &str| {
        let wall = format!("model hertz tangential history cohesion {model} primitive");
        let text = cohesive().replace("cohesion sjkr", &format!("cohesion {model}"));
        text.replace("model hertz tangential history primitive", &wall) + unlike
    };
    for (model, place, size, speed, run) in [
        ("sjkr", 0, 1, "2 m/s", 0.762_744),
        ("sjkr", 1, 0, "2 m/s", 0.689_370),
        ("sjkr2", 0, 0, "5 m/s", 0.554_169),
        ("sjkr2", 1, 0, "2 m/s", 0.611_202),
    ] {
        let found = json(&of(model), &["--speed", speed]);
        let size = &found["contacts"][place]["sizes"][size];
        near(&size["impacts"][0]["restitution_at_step"], run, 2e-3);
    }
}

/// Runs of LAMMPS, means over 64 positions of first touch: a linear spring beside the default damping (29Sep2021 and 22Jul2025), a
/// tangential stiffness in numbers beside jkr (both) and hertz/material (22Jul2025), tsuji beside jkr (29Sep2021).
#[test]
fn laws_that_lammps_ran() {
    let of = |radius: f64, density: f64, law: &str| {
        head("si", 2.0 * radius, density, "1e-6") + &format!("pair_style granular\npair_coeff * * {law}\n")
    };
    let linear = "hooke 2000 3e5 tangential linear_history 1500 0.5 0.3";
    let wall = format!("fix w all wall/gran granular {linear} zplane 0 NULL\n");
    let linear = of(0.003, 2000.0, linear) + &wall;
    let jkr = of(0.001, 2500.0, "jkr 1e7 2e4 0.3 0.05 tangential mindlin 6e6 0.5 0.3");
    let hertz =
        of(0.001, 2500.0, "hertz/material 1e7 0.6 0.3 tangential mindlin 6e6 0.5 0.3 damping coeff_restitution");
    let rescaled = of(0.001, 2500.0, "hertz/material 1e7 2e4 0.3 tangential mindlin_rescale/force 6e6 0.5 0.3");
    let tsuji = of(0.001, 2500.0, "jkr 1e7 0.6 0.3 0.05 tangential mindlin NULL 0.5 0.3 damping tsuji");
    let head_on = |text: &str, contact: usize, speed: &str, run: f64| {
        let found = json(text, &["--speed", speed]);
        near(&found["contacts"][contact]["sizes"][0]["impacts"][0]["restitution_at_step"], run, 5e-4);
    };
    head_on(&linear, 0, "0.2 m/s", 0.981_983);
    head_on(&linear, 0, "1 m/s", 0.960_373);
    head_on(&linear, 1, "1 m/s", 0.909_452);
    head_on(&jkr, 0, "0.2 m/s", 0.999_286);
    head_on(&tsuji, 0, "0.1 m/s", 0.630_306);
    head_on(&tsuji, 0, "1 m/s", 0.685_220);
    for (text, contact, speed, runs) in [
        (&linear, 0, "1 m/s", [None, Some(0.666_875), None]),
        (&linear, 1, "1 m/s", [None, Some(0.626_740), None]),
        (&jkr, 0, "0.2 m/s", [0.815_306, 0.632_487, 0.642_584].map(Some)),
        (&hertz, 0, "0.2 m/s", [0.680_702, 0.637_240, 0.749_866].map(Some)),
        (&rescaled, 0, "0.2 m/s", [0.653_422, 0.597_738, 0.675_584].map(Some)),
        (&tsuji, 0, "0.2 m/s", [None, Some(0.757_454), None]),
    ] {
        let found = json(text, &["--speed", speed]);
        let size = &found["contacts"][contact]["sizes"][0];
        for (oblique, run) in size["oblique"].as_array().unwrap().iter().zip(runs) {
            run.into_iter().for_each(|run| near(&oblique["tangential_restitution_at_step"], run, 1e-3));
        }
        assert_eq!(size["oblique"].as_array().unwrap().len(), 3, "{size}");
    }
    // What the later release refuses is said.
    check(&tsuji, &["--speed", "1 m/s"]).well().prints(["releases of 2023 and later stop there"]);
}

/// `2/omega` of the springs at the largest overlap: `2 sqrt(m*/k)`, with Hertz `k = 3/2 K sqrt(delta)`; along, solid spheres have 2/7 of `m*`.
#[test]
fn where_the_scheme_becomes_unstable() {
    let text = head("si", 0.01, 2000.0, "1e-5")
        + "pair_style gran/hooke/history 2000 1000 0 0 0.5 1\nfix w all wall/gran hooke/history 4000 NULL 0 0 0 0 zplane 0 NULL\n";
    let found = json(&text, &["--speed", "0.3 m/s"]);
    let mass = 2000.0 * 4.0 / 3.0 * PI * 0.005f64.powi(3);
    let impact = |place: usize| found["contacts"][place]["sizes"][0]["impacts"][0].clone();
    near(&impact(0)["two_over_omega"], 2.0 * (0.5 * mass / 2e3).sqrt(), 1e-9);
    near(&impact(0)["two_over_omega_tangential"], 2.0 * (0.5 * mass * 2.0 / 7.0 / 1e3).sqrt(), 1e-9);
    near(&impact(1)["two_over_omega"], 2.0 * (mass / 4e3).sqrt(), 1e-9);
    let found = json(&soft().replace("coeff_restitution", "none"), &["--speed", "0.1 m/s"]);
    let impact = &found["contacts"][0]["sizes"][0]["impacts"][0];
    let K = found["contacts"][0]["sizes"][0]["law"]["stiffness"][0].as_f64().unwrap();
    let m_star = 0.5 * 2500.0 * 4.0 / 3.0 * PI * 0.002f64.powi(3);
    let delta = (1.25 * m_star * 0.01 / K).powf(0.4);
    near(&impact["two_over_omega"], 2.0 * (m_star / (1.5 * K * delta.sqrt())).sqrt(), 1e-7);
    assert!(check(&text, &["--speed", "0.3 m/s"]).well().out.contains("2/omega"));
}

/// Where the centres would meet there is no number.
#[test]
fn bodies_that_pass_through_each_other() {
    let text = head("si", 0.004, 2500.0, "1e-7") + "pair_style granular\npair_coeff * * hertz 1e2 0 damping none\n";
    let found = json(&text, &["--speed", "0.001 10 m/s"]);
    let impacts = &found["contacts"][0]["sizes"][0]["impacts"];
    near(&impacts[0]["restitution"], 1.0, 1e-9);
    assert_eq!(impacts[1]["restitution"], Value::Null);
    assert!(impacts[1]["why"].as_str().unwrap().contains("pass through each other"));
    assert_eq!(check(&text, &["--speed", "10 m/s", "--gate"]).code, 3);
}

/// The page, a picture and a table of each contact, the cases and the object; a folder of something else stays.
#[test]
fn a_page_is_written() {
    let here = TempDir::new().unwrap();
    let text = soft().replace("create_box", "# <script>alert(1)</script>\ncreate_box");
    write(here.path(), "<in>.lmp", text);
    let words = ["check", "<in>.lmp", "--measure", "0", "--speed", "0.1, 1 m/s", "--out", "page"];
    say(here.path(), &words).well().prints(["page/index.html"]);
    // Again in its place.
    say(here.path(), &words).well();
    let read = |name: &str| std::fs::read(here.path().join("page").join(name)).unwrap();
    let page = String::from_utf8(read("index.html")).unwrap();
    assert!(page.contains("&lt;in&gt;.lmp") && !page.contains("<in>"), "{page}");
    assert!(page.contains("types 1-1") && page.contains("coeff_restitution"));
    assert!(read("types-1-1.png").starts_with(b"\x89PNG") && !read("types-1-1.svg").is_empty());
    let table = String::from_utf8(read("types-1-1.csv")).unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].starts_with("speed,restitution_asked,restitution,") && rows.len() == 3, "{table}");
    let object: Value = serde_json::from_slice(&read("check.json")).unwrap();
    near(&object["contacts"][0]["sizes"][0]["impacts"][1]["restitution"], 0.8, 1e-7);
    assert!(String::from_utf8(read("cases/types-1-1.toml")).unwrap().contains("[contact.lammps]"));
    write(here.path(), "other/mine.txt", "mine");
    let said = say(here.path(), &["check", "<in>.lmp", "--measure", "0", "--out", "other"]);
    assert_eq!((said.code, std::fs::read_to_string(here.path().join("other/mine.txt")).unwrap().as_str()), (5, "mine"));
}

/// A code that is not installed measures nothing, and that is said; what is no time is refused.
#[test]
fn what_is_not_measured() {
    let found = json(&soft(), &["--speed", "1 m/s"]);
    assert_eq!(found["contacts"][0]["sizes"][0]["impacts"][0]["measured"], Value::Null);
    assert!(check(&soft(), &["--speed", "1 m/s"]).well().out.contains("read, none measured"));
    check(&soft(), &["--measure", "fast"]).refused(2);
    check(&soft(), &["--measure", "-1 s"]).refused(2);
}

/// A linear spring and dashpot: `e = exp(-pi z/sqrt(1 - z^2))`, a contact lasts `pi/(omega sqrt(1 - z^2))`.
#[test]
fn the_older_styles() {
    let (K, gamma, dt) = (2e3, 300.0, 1e-5);
    let text = head("si", 0.01, 2000.0, "1e-5")
        + "pair_style gran/hooke/history 2000 NULL 300 NULL 0.5 1\npair_coeff * *\n\
           fix w all wall/gran hooke/history 4000 NULL 300 NULL 0.5 0 zplane 0 NULL\n";
    let found = json(&text, &["--speed", "0.3 m/s"]);
    let mass = 2000.0 * 4.0 / 3.0 * PI * 0.005f64.powi(3);
    for (place, m_star, K) in [(0, 0.5 * mass, K), (1, mass, 2.0 * K)] {
        let z = gamma * m_star / (2.0 * (m_star * K).sqrt());
        let damped = (1.0 - z * z).sqrt();
        let impact = &found["contacts"][place]["sizes"][0]["impacts"][0];
        near(&impact["restitution"], (-PI * z / damped).exp(), 1e-7);
        near(&impact["steps_per_contact"], PI / ((K / m_star).sqrt() * damped) / dt, 1e-6);
        assert_eq!(found["contacts"][place]["sizes"][0]["restitution_requested"], Value::Null);
    }
    // Hertz with a stiffness of its own: F = K_n sqrt(R*) delta^(3/2), at a wall R* = R.
    let text = head("si", 0.01, 2000.0, "1e-5")
        + "pair_style gran/hertz/history 1e6 NULL 0 NULL 0.5 1\nfix w all wall/gran/region hertz/history 1e6 NULL 0 0 0 0 region box\n";
    let found = json(&text, &["--speed", "0.3 m/s"]);
    near(&found["contacts"][0]["sizes"][0]["law"]["stiffness"][0], 1e6 * 0.0025f64.sqrt(), 1e-12);
    near(&found["contacts"][1]["sizes"][0]["law"]["stiffness"][0], 1e6 * 0.005f64.sqrt(), 1e-12);
}

/// `hooke` of LIGGGHTS: k_n = 16/15 sqrt(R*) E* (15 m* V^2/(16 sqrt(R*) E*))^(1/5), and the restitution that is asked for.
#[test]
fn a_linear_spring_from_a_characteristic_velocity() {
    let text = cohesive().replace("model hertz tangential history cohesion sjkr", "model hooke tangential history")
        + "fix v all property/global characteristicVelocity scalar 2.\n";
    let found = json(&text, &["--speed", "0.1, 1 m/s"]);
    let (R, m) = (0.00075, 0.5 * 2500.0 * 4.0 / 3.0 * PI * 0.0015f64.powi(3));
    let k = f64::sqrt(R) * 5e6 / (2.0 * (1.0 - 0.45 * 0.45));
    let size = &found["contacts"][0]["sizes"][0];
    near(&size["law"]["stiffness"][0], 16.0 / 15.0 * k * (15.0 * m * 4.0 / (16.0 * k)).powf(0.2), 1e-12);
    assert_eq!(size["restitution_requested"], 0.9);
    near(&size["impacts"][0]["restitution"], 0.9, 1e-7);
}

/// Mixing of LAMMPS: E* of both materials, the geometric mean of the restitutions, and for `k_t` a modulus that is E* already. A run of
/// 22Jul2025 at this step, over 64 positions of first touch, gives e = 0.632438 head-on, e_t = 0.680534 at 10 degrees and 0.659138 at 30.
#[test]
fn pairs_that_are_mixed() {
    let text = "units si\ncreate_box 2 box\ncreate_atoms 1 box\ncreate_atoms 2 box\nset type 1 diameter 0.004 density 2500\nset type 2 diameter 0.006 density 2500\npair_style granular\n\
                pair_coeff 1 1 hertz/material 1e8 0.5 0.3 tangential mindlin NULL 1.0 0.4 damping coeff_restitution\n\
                pair_coeff 2 2 hertz/material 1e9 0.8 0.2 tangential mindlin NULL 1.0 0.1 damping coeff_restitution\n";
    let mixed = |found: &Value| {
        let contacts = found["contacts"].as_array().unwrap();
        contacts.iter().find(|contact| contact["name"] == "types 1-2").unwrap()["sizes"][0].clone()
    };
    let size = mixed(&json(text, &["--speed", "1 m/s"]));
    let E_star = 1.0 / ((1.0 - 0.09) / 1e8 + (1.0 - 0.04) / 1e9);
    near(&size["law"]["stiffness"][0], 4.0 / 3.0 * E_star * 0.0012f64.sqrt(), 1e-12);
    near(&size["impacts"][0]["restitution"], 0.4f64.sqrt(), 1e-7);
    assert!(size["law"]["errata"][0].as_str().unwrap().starts_with("L4:"), "{size}");
    assert!(size["notes"].to_string().contains("0.5519 of 8 G* a"), "{size}");
    // No step, and none is invented.
    assert_eq!(size["impacts"][0]["steps_per_contact"], Value::Null);
    let size = mixed(&json(text, &["--speed", "1 m/s", "--step", "0.2 us"]));
    near(&size["impacts"][0]["restitution_at_step"], 0.632_438, 1e-4);
    for (place, run) in [(0, 0.680_534), (1, 0.659_138)] {
        near(&size["oblique"][place]["tangential_restitution_at_step"], run, 3e-4);
    }
    near(&json(text, &["--speed", "1 m/s", "--step", "1 us"])["time_step"], 1e-6, 0.0);
}

/// The same script in centimetres and grams.
#[test]
fn units_change_no_number() {
    let si = json(&soft(), &["--speed", "0.5 m/s"]);
    let text = head("cgs", 0.4, 2.5, "1e-6")
        + "pair_style granular\npair_coeff * * hertz/material 1e7 0.8 0.4 tangential mindlin NULL 0.0 0.5 damping coeff_restitution\n";
    let cgs = json(&text, &["--speed", "0.5 m/s"]);
    for key in ["restitution", "duration", "max_overlap", "contact_radius_over_r_star", "step_error"] {
        let of = |found: &Value| found["contacts"][0]["sizes"][0]["impacts"][0][key].clone();
        near(&of(&cgs), of(&si).as_f64().unwrap(), 1e-6);
    }
}

/// What variables can be, by the time step that comes out.
#[test]
fn variables() {
    let soft = soft().replace("timestep 1e-6\n", "");
    for (lines, step) in [
        ("variable a equal 2\nvariable b equal 3*${a}\ntimestep ${b}e-7", 6e-7),
        ("variable a equal 2^3\nvariable b equal v_a*2\ntimestep $(v_b*1e-7)", 1.6e-6),
        ("variable a equal -2^2\ntimestep $(v_a*1e-7)", 4e-7),
        ("variable a equal 2^3^2\ntimestep $(v_a*1e-8)", 6.4e-7),
        ("variable a equal round(7/3)*sqrt(4)-ceil(0.2)\ntimestep $(v_a*1e-6:%.10g)", 3e-6),
        ("variable t index 2e-7 5e-7\nvariable t index 9e-7\ntimestep $t", 2e-7),
        ("variable s string \"1e-6  # no comment\"\ntimestep ${s}", 1e-6),
        ("variable x internal 4e-7\ntimestep ${x}", 4e-7),
        ("variable a equal \"PI/PI + ternary(1>2, 5, 1)\"\ntimestep $(1e-7*v_a)", 2e-7),
        ("timestep &\n  3e-7", 3e-7),
        ("variable a equal exp(ln(5))\nvariable a equal 2\ntimestep $(v_a/1e6)", 2e-6),
    ] {
        near(&json(&format!("{lines}\n{soft}"), &["--speed", "1 m/s"])["time_step"], step, 1e-12);
    }
}

/// Steps, contact and restitution within their limits; and each of them broken.
#[test]
fn the_gate_fails_where_a_limit_is_broken() {
    let text = head("si", 0.004, 2500.0, "1e-7")
        + "pair_style granular\npair_coeff * * hertz/material 1e8 0.5 0.3 damping coeff_restitution\n";
    let gate = ["--gate", "--speed", "0.1..1 m/s"];
    assert_eq!(check(&text, &gate).code, 0);
    for (wrong, limit) in [
        (text.replace("coeff_restitution", "coeff_restitution limit_damping"), "restitution 0.5 asked"),
        (text.replace("coeff_restitution", "tsuji"), "restitution 0.5 asked"),
        (text.replace("1e8", "1e5"), "contact radius"),
        (text.replace("1e-7", "1e-5"), "steps per contact"),
        (text.replace("1e-7", "1e-5"), "timestep ->"),
    ] {
        let said = check(&wrong, &gate);
        assert_eq!(said.code, 1, "{limit}: {}", said.out);
        said.prints([limit]);
        assert_eq!(check(&wrong, &gate[1..]).code, 0);
    }
    // What cannot be judged does not pass: no time step, and a contact that is not read.
    let without = text.replace("timestep 1e-7\n", "");
    check(&without, &gate).prints(["not judged", "no time step"]);
    assert_eq!(check(&without, &gate).code, 3);
    assert_eq!(check(&without, &gate[1..]).code, 0);
    // With wider limits the same script passes.
    let coarse = text.replace("1e-7", "1e-5");
    assert_eq!(check(&coarse, &[&gate[..], &["--within", "40 %", "--min-steps", "2"]].concat()).code, 0);
}

/// The cases that are written run, and say of the script what `check` says.
#[test]
#[ignore = "slow"]
fn written_cases_run() {
    let here = TempDir::new().unwrap();
    write(here.path(), "good.lmp", soft().replace("1e6", "1e9").replace("1e-6", "1e-8"));
    write(here.path(), "drum.lmp", DRUM);
    write(here.path(), "sticky.lig", cohesive());
    for (deck, code) in [("good.lmp", 0), ("drum.lmp", 1), ("sticky.lig", 1)] {
        let folder = format!("cases-of-{deck}");
        say(here.path(), &["check", deck, "--measure", "0", "--speed", "0.2 m/s", "--write", &folder])
            .well()
            .prints(["collisionbench run"]);
        let ran = say(here.path(), &["run", &folder, "--no-report"]);
        assert_eq!(ran.code, code, "{deck}: {}", ran.text());
        // Nothing is written over.
        say(here.path(), &["check", deck, "--write", &folder]).refused(2);
    }
    let text = std::fs::read_to_string(here.path().join("cases-of-good.lmp/types-1-1.toml")).unwrap();
    assert!(text.contains("[contact.lammps]") && text.contains("coeff_restitution"), "{text}");
}

/// What a script does not give is asked for, and taken from options.
#[test]
fn sizes_and_steps_that_are_asked_for() {
    let text = "units si\nread_data spheres.data\npair_style granular\npair_coeff * * hertz/material 1e9 0.5 0.3 damping coeff_restitution\n";
    let said = check(text, &[]).ends(2);
    said.complains(["read_data", "in.lmp:2", "--radius \"2 mm\" --density \"2500 kg/m3\""]);
    check(text, &["--radius", "1 mm"]).ends(2).complains(["--density"]);
    let found = json(text, &["--radius", "1 mm", "--density", "2500 kg/m3", "--step", "1 us", "--code", "lammps"]);
    assert_eq!(found["contacts"][0]["sizes"][0]["radii"][0], 0.001);
    // Particles of a file whose size the script sets.
    let set = text.replace("pair_style", "set group all diameter 0.006 density 1200\npair_style");
    assert_eq!(json(&set, &["--speed", "1 m/s"])["contacts"][0]["sizes"][0]["radii"][0], 0.003);
    let line = check(text, &["--radius", "1 mm", "--density", "2500 kg/m3"]).well().out;
    assert!(line.contains("given with --radius") && line.contains("no time step"), "{line}");
}

/// Files beside the script are read where it includes them.
#[test]
fn included_files() {
    let here = TempDir::new().unwrap();
    write(here.path(), "deck/in.lmp", "include parts/size.lmp\ninclude law.lmp\n");
    write(here.path(), "deck/parts/size.lmp", head("si", 0.004, 2500.0, "1e-7"));
    write(
        here.path(),
        "deck/law.lmp",
        "pair_style granular\npair_coeff * * hertz/material 1e8 0.5 0.3 damping coeff_restitution\n",
    );
    say(here.path(), &["check", "deck/in.lmp", "--measure", "0"]).well().prints(["deck/law.lmp", "size.lmp:6"]);
    for (name, text, message) in [
        ("loop.lmp", "include loop.lmp\n", "includes itself"),
        ("a.lmp", "include b.lmp\n", "a.lmp -> b.lmp -> a.lmp"),
        ("up.lmp", "include ../deck/law.lmp\n", "is not in the folder"),
        ("root.lmp", "include /etc/passwd\n", "is not in the folder"),
        ("none.lmp", "include nothing.lmp\n", "nothing.lmp"),
        ("name.lmp", "include ${where}\n", "no variable `where`"),
    ] {
        write(here.path(), &format!("deck/{name}"), text);
        write(here.path(), "deck/b.lmp", "include a.lmp\n");
        say(here.path(), &["check", &format!("deck/{name}")]).refused(2).complains([message, ":1:9"]);
    }
    std::fs::remove_file(here.path().join("deck/law.lmp")).unwrap();
    say(here.path(), &["check", "deck"]).refused(2);
}

/// The line, what is missing, and what to write.
#[test]
fn wrong_scripts() {
    let granular = |law: &str| head("si", 0.004, 2500.0, "1e-7") + "pair_style granular\npair_coeff * * " + law + "\n";
    let gran = |words: &str| cohesive().replace("model hertz tangential history cohesion sjkr", words);
    for (text, parts) in [
        ("units si\n".to_string(), &["has no `pair_style`", "in.lmp:1:1"][..]),
        (granular("mdr 5e6 0.4 1e5 2 0.5 0.2"), &["`mdr` is not read", "in.lmp:9:16", "^^^"]),
        (granular("hertz/materiel 1e6 0.5 0.3"), &["did you mean `hertz/material`?"]),
        (granular("hertz/material 1e6 0.5"), &["takes 3 numbers, and 2 follow"]),
        (granular("hertz/material ${E} 0.5 0.3"), &["no variable `E`", "write the number"]),
        (granular("hertz/material 1e6 0.5 0.3 damping tsuij"), &["did you mean `tsuji`?"]),
        (granular("hertz/material 1e6 0.5 0.3 tangential mindlin NULL 1.0"), &["takes 2 numbers, and 1 follow"]),
        (granular("hertz/material 1e6 zero 0.3"), &["`zero` is not a number"]),
        (granular("hertz/material 1e6 0.5 0.3").replace("* *", "1 7"), &["`7` is not a type", "1 types"]),
        (
            soft().replace("pair_style granular", "pair_style lj/cut 2.5"),
            &["`pair_style lj/cut` is not read", "gran/hooke"],
        ),
        (soft().replace("units si", "units metal"), &["`units metal` is not read", "cgs"]),
        (soft().replace("0.004", "c_size"), &["`c_size` is not a number"]),
        (soft().replace("timestep 1e-6", "timestep -1"), &["greater than zero"]),
        (
            format!(
                "variable E equal 1\nif \"$a > 1\" then \"variable E equal 2\"\n{}",
                granular("hertz/material ${E} 0.5 0.3")
            ),
            &["`E` depends on `if` in line 2"],
        ),
        (format!("variable E loop 3\n{}", granular("hertz/material $E 0.5 0.3")), &["style `loop`"]),
        (
            format!("variable a equal v_b\nvariable b equal v_a\n{}", granular("hertz/material ${a} 0.5 0.3")),
            &["refers to itself"],
        ),
        (gran("model hertz tangential history surface superquadric"), &["surface superquadric", "is not read"]),
        (gran("model hetrz tangential history"), &["did you mean `hertz`?"]),
        (gran("model hertz tangential history cohesion washino/capillary/viscous"), &["cohesion model"]),
        (cohesive().replace("fix m1", "# "), &["needs the property `youngsModulus`"]),
        (cohesive().replace("peratomtype 0.45", "peratomtype"), &["`poissonsRatio` has 0 values"]),
    ] {
        check(&text, &[]).refused(2).complains(parts);
    }
    // Not read, named, and the rest is computed.
    let text = soft() + "fix w all wall/gran granular mdr 1 2 3 4 5 6 zplane 0 NULL\n";
    check(&text, &["--speed", "1 m/s"]).well().prints(["not read", "`mdr`", "types 1-1"]);
    let text = soft() + "if \"1\" then \"pair_coeff * * hooke 1 1\"\n";
    check(&text, &["--speed", "1 m/s"]).well().prints(["`pair_coeff` is a part of an `if`"]);
    for words in
        [&["--speed", "0"][..], &["--speed", "10..1 m/s"], &["--speed", "fast"], &["--step", "1 m"], &["--within", "2"]]
    {
        check(&soft(), words).refused(2);
    }
}

/// No text stops the program.
#[test]
fn any_text_has_an_answer() {
    let long = |part: &str| part.repeat((1 << 20) / part.len() - 400);
    let texts: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0, 255, 254, 10, 0, 13, 10, 128],
        b"\"\"\" pair_style granular".to_vec(),
        b"pair_style".to_vec(),
        b"pair_style granular\npair_coeff\npair_coeff 1\npair_coeff * *\nset\ngroup\nfix\nfix 1 all wall/gran\ninclude\nvariable\n$\n${\n$(\ntimestep\nunits si\nfix a all pour\ncreate_box\n&".to_vec(),
        b"fix p all property/global\nfix q all property/global a peratomtypepair\nfix w all wall/gran model\npair_style gran\n".to_vec(),
        format!("timestep $({}\n", long("(")).into_bytes(),
        format!("variable a equal {}1\ntimestep ${{a}}\n", long("-(")).into_bytes(),
        format!("variable a equal 1{}\ntimestep ${{a}}\n", long("+v_a")).into_bytes(),
        format!("variable a equal 1+v_a\n{}", long("timestep ${a}\n")).into_bytes(),
        format!("pair_style granular\npair_coeff * * hooke 1 1 {}\n", long("limit_damping ")).into_bytes(),
        format!("pair_style granular\n{}", long("create_box 9999\n")).into_bytes(),
        vec![b'#'; 2 << 20],
        vec![b'\n'; (1 << 20) - 1],
    ];
    for text in texts {
        let here = TempDir::new().unwrap();
        write(here.path(), "in.lmp", &text);
        let said = say(here.path(), &["check", "in.lmp", "--measure", "0", "--radius", "1 mm", "--density", "1 g/cm3"]);
        assert!((0..=3).contains(&said.code) && !said.err.contains("panicked"), "{}: {}", said.code, said.err);
    }
}

/// docs/json.md has every key of the object.
#[test]
fn every_key_is_documented() {
    let page = include_str!("../../docs/json.md");
    let part = page.split_once("## `check`").unwrap().1.split("\n## ").next().unwrap();
    let mut values = vec![json(DRUM, &["--speed", "5 m/s"]), json(&cohesive(), &[])];
    let mut seen = 0;
    while let Some(value) = values.pop() {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    seen += 1;
                    assert!(part.contains(&format!("`{key}`")), "docs/json.md has no `{key}` under check");
                    values.push(value);
                }
            }
            Value::Array(all) => values.extend(all),
            _ => {}
        }
    }
    assert!(seen > 100, "{seen}");
}
