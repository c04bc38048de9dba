//! Impacts that nobody chose: a code steps as this bench steps its law, whatever the bodies, the angle and the axes of the spins.

use std::collections::BTreeMap;
use std::fs;

use super::{Needs, bench, observations};

pub const TESTS: &[Needs] = &[
    Needs { name: "lammps_steps_its_law_in_any_world", engines: &["lammps"], test: || steps_alike("lammps") },
    Needs { name: "liggghts_steps_its_law_in_any_world", engines: &["liggghts"], test: || steps_alike("liggghts") },
];

const WORLDS: usize = 24;

/// What the two leave of each other, over the speed of the impact, or as a part of the value: rounding, and times that are read
/// from printed positions.
const ALIKE: f64 = 1e-7;

/// The quantity `k` of a world between two limits, in equal ratios: multiples of the golden section.
fn between(world: usize, k: usize, least: f64, most: f64) -> f64 {
    let part = (0.618_033_988_749_894_9 * ((world + 1) * 17 + k * 5) as f64).fract();
    least * (most / least).powf(part)
}

fn contact(code: &str, world: usize, wall: bool) -> String {
    let (mu, stiffness) = (between(world, 1, 0.02, 1.0), between(world, 2, 1e4, 1e7));
    let damping = between(world, 3, 0.003, 0.3);
    match (code, world % 3) {
        // At a wall 29Sep2021 takes another modulus for Hertz: a known gap.
        ("lammps", 0) => format!(
            "normal = \"hooke\"\nk_n = \"{stiffness} N/m\"\ndamping = \"velocity\"\neta_n0 = {}\ntangential = \"linear_history\"\n\
             k_t = \"{} N/m\"\nmu_t = {mu}\nx_gammat = 0.7\n",
            damping * 1e-3 * stiffness.sqrt(),
            0.6 * stiffness
        ),
        ("lammps", _) if wall => {
            format!(
                "style = \"gran/hooke/history\"\nK_n = {stiffness}\nK_t = {}\ngamma_n = 0\nxmu = {mu}\ndampflag = 0\n",
                0.4 * stiffness
            )
        }
        ("lammps", 1) => {
            format!(
                "damping = \"tsuji\"\ne = {}\ntangential = \"mindlin/force\"\nmu_t = {mu}\nx_gammat = 0.5\n",
                1.0 - damping
            )
        }
        ("lammps", _) => {
            format!(
                "damping = \"velocity\"\neta_n0 = 0\ntangential = \"mindlin_rescale/force\"\nmu_t = {mu}\nx_gammat = 0\n"
            )
        }
        (_, 0) => format!(
            "model = \"hooke/stiffness\"\nkn = \"{stiffness} N/m\"\nkt = \"{} N/m\"\ngamman_abs = \"{} N s/m\"\n\
             gammat_abs = \"0 N s/m\"\ncoefficientFriction = {mu}\n",
            0.6 * stiffness,
            damping * 1e-3 * stiffness.sqrt()
        ),
        (_, 1) => format!("coefficientRestitution = {}\ncoefficientFriction = {mu}\n", 1.0 - damping),
        _ => format!(
            "coefficientRestitution = 1\nlimitForce = \"on\"\ncoefficientFriction = {mu}\ntangential_damping = \"off\"\n"
        ),
    }
}

fn world(code: &str, number: usize) -> String {
    let (wall, speed) = (number.is_multiple_of(2), between(number, 4, 0.01, 0.3));
    let spin = [5, 6, 7].map(|k| {
        let sign = if between(number, k + 9, 1.0, 4.0) > 2.0 { 1.0 } else { -1.0 };
        format!("\"{} rad/s\"", sign * between(number, k, 0.01, 3.0) * speed / 1e-3)
    });
    let other = match wall {
        true => "wall = { normal = \"+z\" }".to_string(),
        false => format!("sphere = {{ radius = \"{} mm\" }}", between(number, 8, 0.3, 4.0)),
    };
    let runs: String = [code, "velocity-verlet"]
        .map(|by| format!("[run.{by}]\nsteps_per_contact = 1000.37\nonset_phases = 1\n"))
        .concat();
    format!(
        "title = \"made up\"\n[material.soft]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"500 MPa\"\npoisson_ratio = 0.3\n\
         [body.one]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"soft\"\nspin = [{}]\n[body.two]\n{other}\nmaterial = \"soft\"\n\
         [impact]\nspeed = \"{speed} m/s\"\nangle = \"{} deg\"\n[contact.{code}]\n{}[run.reference]\n{runs}[[expect]]\n\
         that = \"{code}\"\nagrees_with = \"reference\"\nrestitution = {{ within = \"0.5 relative\" }}\n",
        spin.join(", "),
        between(number, 0, 2.0, 80.0),
        contact(code, number, wall)
    )
}

fn steps_alike(code: &str) {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("worlds")).unwrap();
    for number in 0..WORLDS {
        fs::write(place.path().join(format!("worlds/w{number}.toml")), world(code, number)).unwrap();
    }
    let (ended, out, error) = bench(place.path(), &["run", "worlds", "--pictures", "none", "--quiet"]);
    // Beside what is compared here: momentum, angular momentum by the lever, and energy of every run.
    assert_eq!(ended, 0, "{out}{error}");
    let mut found: BTreeMap<[String; 2], [Option<f64>; 2]> = BTreeMap::new();
    for row in observations(place.path()) {
        let Some(by) = [code, "velocity-verlet"].iter().position(|by| row["by"] == *by) else { continue };
        let seen = ["restitution", "tangential_restitution", "rebound_spin", "max_overlap", "max_force"];
        if seen.contains(&row["observable"].as_str()) {
            found.entry([row["case"].clone(), row["observable"].clone()]).or_default()[by] = row["value"].parse().ok();
        }
    }
    let mut compared = 0;
    for ([case, observable], values) in &found {
        let [Some(engine), Some(stepper)] = values else { panic!("{case} {observable}: {values:?}") };
        let off = (engine - stepper).abs() / if observable.ends_with("restitution") { 1.0 } else { stepper.abs() };
        assert!(off < ALIKE, "{case} {observable}: {engine} by {code}, {stepper} by velocity-verlet\n{}", {
            fs::read_to_string(place.path().join(format!("worlds/{case}.toml"))).unwrap()
        });
        compared += 1;
    }
    assert_eq!(compared, 5 * WORLDS, "{out}{error}");
}
