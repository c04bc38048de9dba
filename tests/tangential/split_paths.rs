//! A leg is the same driven at once or in parts, with or without a rest on the way, whatever the law.

use collisionbench::collide::observe::{Observable, observe_path};

use crate::random::Random;
use crate::tangential::branched_paths::{End, case, followed};

/// Normal laws of two glass beads of 10 um, with the friction limits they take.
const LAWS: [(&str, &[&str]); 11] = [
    ("hertz]", &["total"]),
    (
        "jkr]\nwork_of_adhesion = \"0.05 J/m2\"\nbreaks_at = \"displacement\"",
        &["total", "absolute", "pull-off", "repulsive"],
    ),
    ("dmt]\nwork_of_adhesion = \"0.05 J/m2\"", &["total", "absolute", "pull-off", "repulsive"]),
    ("popov-jkr]\nwork_of_adhesion = \"0.05 J/m2\"", &["total", "absolute"]),
    ("jkr-hertz-radius]\nwork_of_adhesion = \"0.05 J/m2\"", &["total", "absolute"]),
    ("sjkr]\ncohesion_energy_density = \"1e7 J/m3\"", &["total", "absolute"]),
    ("thornton]\nyield_pressure = \"1 GPa\"", &["total"]),
    (
        "thornton-ning]\nwork_of_adhesion = \"0.05 J/m2\"\nyield_pressure = \"1 GPa\"\nbreaks_at = \"displacement\"",
        &["total", "absolute"],
    ),
    (
        "eepa]\nslope = \"hertz\"\nplasticity_ratio = 0.6\nadhesion_ratio = 0.1\npull_off_force = \"1 uN\"",
        &["total", "absolute"],
    ),
    (
        "luding]\nloading_stiffness = \"1e3 N/m\"\nunloading_stiffness = \"3e3 N/m\"\nadhesion_stiffness = \"300 N/m\"",
        &["total", "absolute"],
    ),
    ("walton-braun]\nloading_stiffness = \"1e3 N/m\"\nunloading_stiffness = \"3e3 N/m\"", &["total"]),
];

const TANGENTIAL: [&str; 4] = [
    "mindlin]\nform = \"total-spring\"",
    "mindlin]\nform = \"incremental\"",
    "mindlin]\nform = \"rescaled\"",
    "cundall-strack]\nstiffness = \"2e3 N/m\"",
];

fn drawn(dice: &mut Random) -> Vec<End> {
    let mut legs = vec![[2.0 + 8.0 * dice.next(), 0.0]];
    for _ in 0..6 {
        let [delta, u] = *legs.last().unwrap();
        let [to, slide] = [0.5 + 9.5 * dice.next(), 8.0 * dice.next() - 4.0];
        legs.push([[to, u], [delta, slide], [to, slide]][(3.0 * dice.next()) as usize % 3]);
    }
    legs
}

fn split(legs: &[End], dice: &mut Random) -> Vec<End> {
    let mut parts = Vec::new();
    let mut from = [0.0; 2];
    for to in legs {
        let part = 0.1 + 0.8 * dice.next();
        let between = [0, 1].map(|k| if from[k] == to[k] { to[k] } else { from[k] + (to[k] - from[k]) * part });
        // It rests where it is and where it arrives.
        parts.extend([between, between, *to, *to]);
        from = *to;
    }
    parts
}

/// Force, and energies, at the end of legs in nm.
fn ends(laws: &str, legs: &[End]) -> Vec<(Observable, f64)> {
    let scene = case(laws, &legs.iter().map(|leg| leg.map(|x| x * 1e-9)).collect::<Vec<_>>());
    let wanted = [Observable::TangentialForce, Observable::WorkIn, Observable::EnergySlip, Observable::EnergyCreated];
    let all = observe_path(&scene, &followed(&scene)).into_iter().map(|(observable, found)| (observable, found.value));
    all.filter(|(observable, _)| wanted.contains(observable)).collect()
}

#[test]
#[ignore = "slow"]
fn a_leg_in_parts_is_the_same_leg_under_every_law() {
    let mut dice = Random(15);
    for (normal, limits) in LAWS {
        for tangential in TANGENTIAL {
            // A spring of Mindlin's needs moduli that go with the force.
            if tangential.starts_with("mindlin") && (normal.starts_with("luding") || normal.starts_with("walton")) {
                continue;
            }
            for limit in limits {
                let laws = format!(
                    "[contact]\nfriction_limit = \"{limit}\"\n[contact.normal.{normal}\n[contact.tangential.{tangential}\nfriction = 0.3\n"
                );
                for _ in 0..4 {
                    let legs = drawn(&mut dice);
                    let [whole, parts] = [legs.clone(), split(&legs, &mut dice)].map(|legs| ends(&laws, &legs));
                    let energy = whole.iter().skip(1).map(|(_, value)| value.abs()).fold(0.0, f64::max);
                    assert_eq!(whole.len(), 4);
                    for ((observable, one), (_, other)) in whole.iter().zip(&parts) {
                        let scale = if *observable == Observable::TangentialForce { 1e-5 } else { energy };
                        let off = (one - other).abs() / scale;
                        assert!(off < 1e-9, "{laws}\n{legs:?}: {observable:?} {one:e} in parts {other:e}: {off:e}");
                    }
                }
            }
        }
    }
}
