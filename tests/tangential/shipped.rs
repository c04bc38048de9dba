//! Every shipped scene of elastic partial slip, as the reference computes it, against the bed of springs.

use std::fs;
use std::path::Path;

use collisionbench::case::Case;
use collisionbench::collide::trajectory::Trace;
use collisionbench::collide::{Solution, collide};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::Spheres;

use crate::tangential::springs::{Springs, rebound};

/// A shipped case, its text changed by `edit`.
fn shipped(name: &str, edit: impl Fn(String) -> String) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{name}.toml"));
    let file = SourceFile { name: format!("{name}.toml"), text: edit(fs::read_to_string(path).unwrap()) };
    Case::read(file.into(), name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"))
}

fn spheres(scene: &Scene) -> Spheres {
    let (E_star, G_star) = (scene.pair.E_star.unwrap(), scene.pair.G_star.unwrap());
    Spheres { E_star, G_star, R_star: scene.pair.R_star, friction: scene.shear.unwrap().friction }
}

/// What the reference of a case makes of each scene.
fn solved(case: &Case) -> impl Iterator<Item = (&Scene, Solution)> {
    let run = case.runs.iter().find(|run| run.solver.text == "reference").unwrap();
    case.scenes.iter().map(move |scene| (scene, collide(scene, run.settings.how().unwrap()).unwrap()))
}

/// `psi2` of each scene of a case, a solid ball on a wall, is that of the springs to 1e-5; returns the number of scenes.
fn impacts(case: &Case) -> usize {
    for (scene, solution) in solved(case) {
        let Solution::Exact(found) = solution else { panic!("{}: no impact", scene.name) };
        assert!(scene.bodies[1].is_wall() && scene.kinematics.spin == [[0.0; 3]; 2]);
        let spheres = spheres(scene);
        let stiffness_ratio = 4.0 * spheres.G_star / spheres.E_star;
        let unit = stiffness_ratio / spheres.friction / scene.speed;
        let psi1 = unit * scene.kinematics.tangential_speed;
        // m*/m_t = 7/2 for a solid ball on a wall.
        let expected = rebound(psi1, 0.5 * stiffness_ratio * 3.5, 1000);
        let psi2 = unit * found.tangential.unwrap().slip[0].value;
        assert!((psi2 - expected).abs() < 1e-5, "{} {}: {psi2}, springs {expected}", case.name, scene.name);
    }
    case.scenes.len()
}

#[test]
fn the_rebound_of_every_shipped_elastic_impact_is_that_of_the_springs() {
    let names =
        ["maw-nu-0-0", "maw-nu-0-2", "maw-nu-0-3", "maw-nu-0-5", "partial-slip-exact", "partial-slip-memory-diagram"];
    let scenes: usize = names.iter().map(|name| impacts(&shipped(&format!("oblique/{name}"), |text| text))).sum();
    assert!(scenes > 100, "{scenes}");
}

/// The alumina ball of Kharaz, without what its damping adds.
#[test]
fn the_rebound_of_the_alumina_ball_is_that_of_the_springs() {
    let elastic = |text: String| {
        let without = text
            .replace("[contact.damping.tsuji]\nrestitution = 0.98\n", "")
            .replace("ends           = \"force-clamped\"\n", "");
        assert!(without.len() < text.len());
        without.replace("tolerance = 1e-10", "tolerance = 1e-6")
    };
    let case = shipped("oblique/incidence-memory-diagram", elastic);
    assert!(case.scenes[0].force.unwrap().C == 0.0 && impacts(&case) > 25);
}

/// Drives springs along the overlaps and slides of a trace: their force, work, slip and stored energy are its own at every state, to 1e-6 of
/// the largest. Returns the work of the springs at each state.
pub fn assert_springs(name: &str, scene: &Scene, trace: &Trace) -> Vec<f64> {
    let spheres = spheres(scene);
    let deepest = trace.states.iter().map(|state| state.overlap).fold(0.0, f64::max);
    let mut bed = Springs::new(spheres, deepest, 4000);
    let (mut slide, mut sums) = (0.0, [0.0, 0.0]);
    let mut states = Vec::new();
    for state in &trace.states {
        let [work, slip] = bed.advance_counted(state.overlap, state.slide - slide);
        (sums, slide) = ([sums[0] + work, sums[1] + slip], state.slide);
        states.push([bed.force(), sums[0], sums[1], bed.energy()]);
    }
    // Work and energy of an elastic path are tangential: pressing the spheres together is not counted.
    let known = trace.states.iter().map(|state| {
        let energy = &state.energy;
        [state.tangential, energy.work - energy.rolling, energy.slip.unwrap(), energy.strain.unwrap()]
    });
    let known: Vec<[f64; 4]> = known.collect();
    let largest = |k: usize| known.iter().map(|state| state[k].abs()).fold(0.0, f64::max);
    let units = [largest(0), largest(1), largest(1), largest(1)];
    for (found, expected) in states.iter().zip(&known) {
        for (k, word) in ["force", "work", "slip", "strain"].into_iter().enumerate() {
            let off = (found[k] - expected[k]).abs() / units[k];
            assert!(off < 1e-6, "{name} {}: {word} {:e}, springs {:e}: {off:e}", scene.name, expected[k], found[k]);
        }
    }
    states.iter().map(|state| state[1]).collect()
}

#[test]
fn every_shipped_loading_path_is_that_of_the_springs() {
    for (name, loops) in [
        ("elata-berryman-partial-slip", 1e-6),
        ("load-and-shear-together", 1e-6),
        ("mindlin-deresiewicz-loops", 1e-4),
        ("nested-reversals", 1e-4),
        ("roll-twist-unload-partial-slip", 1e-6),
    ] {
        let case = shipped(&format!("loading-path/{name}"), |text| text);
        for (scene, solution) in solved(&case) {
            let Solution::Path(trace) = solution else { panic!("{name}: no path") };
            let works = assert_springs(name, scene, &trace);
            let path = scene.path.as_ref().unwrap();
            let work_after = |cycles: usize| works[trace.ends[path.legs.len() + cycles * path.cycle.len() - 1]];
            for (k, expected) in trace.loops.iter().enumerate() {
                let off = (work_after(k + 1) - work_after(k)) / expected.value - 1.0;
                assert!(off.abs() < loops, "{name} {}: cycle {k}: {expected:?}, springs off by {off:e}", scene.name);
            }
        }
    }
}
