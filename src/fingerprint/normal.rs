//! Stiffness: effective radius, and the modulus at a wall.
//!
//! An undamped Hertz collision lasts `tau ~ K^(-2/5)`, so a duration over the expected one gives the stiffness that was
//! used over that of our conventions, whatever else the engine reports.

use super::probes::{self, Asked, Bench, POISSON, RADIUS, YOUNG, material, scene, sphere, wall};
use super::{Finding, Hypothesis, choose};
use crate::engine::Bounce;
use crate::scene::{Body, Scene};
use crate::solve::stepper::undamped_duration;

const RADIUS_LINE: &str = "effective radius";
const MODULUS_LINE: &str = "modulus at walls";

/// Steps in a contact: a second-order scheme is off by 3e-6 in the duration.
const STEPS: f64 = 400.0;

/// What a stiffness may be off: that of forward Euler is off by 3.6e-3 at this step, and no two hypotheses are nearer than
/// 6 % to each other.
const FITS: f64 = 5e-3;

/// What an elastic engine tells.
pub(super) struct Stiffness {
    pub radius: Finding,
    pub modulus: Finding,
    /// Of two like spheres, over ours; `None` when it did not run.
    pub stiffness: Option<f64>,
}

/// `K` over that of our conventions, from the duration.
pub(super) fn stiffness(scene: &Scene, bounce: &Bounce) -> Option<f64> {
    let expected = undamped_duration(&scene.force, scene.pair.m_star, scene.speed);
    bounce.duration_to_zero_overlap.map(|duration| (expected / duration).powf(2.5)).filter(|k| k.is_finite())
}

/// `K` over ours for each pair of bodies.
fn measured(bench: &Bench<'_>, name: &str, bodies: &[[Body; 2]]) -> Result<Vec<f64>, String> {
    let scenes: Vec<Scene> = bodies.iter().filter_map(|bodies| scene(bodies, &Asked::ELASTIC, 0.0)).collect();
    let (_, bounces) = bench.run(name, &scenes, STEPS, &[0.25, 0.75])?;
    let ratio = |(scene, bounces): (&Scene, &Vec<Bounce>)| {
        let all: Option<Vec<f64>> = bounces.iter().map(|bounce| stiffness(scene, bounce)).collect();
        all.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let all: Option<Vec<f64>> = scenes.iter().zip(&bounces).map(ratio).collect();
    all.ok_or_else(|| "a pair without damping did not part".to_string())
}

/// Largest relative distance.
fn off(measured: &[f64], predicted: &[f64]) -> f64 {
    measured.iter().zip(predicted).map(|(m, p)| (m / p - 1.0).abs()).fold(0.0, f64::max)
}

pub(super) fn find(bench: &Bench<'_>) -> Stiffness {
    let ball = |radius: f64, nu: f64| sphere("ball", radius, material("ball", YOUNG, nu));
    let (like, unlike) = (probes::like_spheres(), [ball(RADIUS, POISSON), ball(3.0 * RADIUS, POISSON)]);
    let spheres = measured(bench, "spheres", &[like, unlike]);
    let stiffness = spheres.as_ref().ok().and_then(|k| k.first().copied());
    // A wall whose Poisson ratio is 0 knows nothing of how the ratio enters; one ten times as stiff tells its modulus.
    let walls = [
        [ball(RADIUS, 0.0), wall(material("plate", YOUNG, 0.0))],
        [ball(RADIUS, POISSON), wall(material("plate", YOUNG, POISSON))],
        [ball(RADIUS, POISSON), wall(material("plate", 10.0 * YOUNG, POISSON))],
    ];
    let walls = measured(bench, "walls", &walls);
    Stiffness { radius: radius(&spheres, &walls), modulus: modulus(&walls), stiffness }
}

/// What `sqrt(R*)` of a sphere on a wall is over `sqrt(r)`.
const WALL_RADII: [(&str, f64); 3] =
    [("R", 1.0), ("R/2", std::f64::consts::FRAC_1_SQRT_2), ("2R", std::f64::consts::SQRT_2)];

/// What `E*` at the three walls is over ours: `1/E* = (1-nu^2)/E + (1-nu_w^2)/E_w`.
const WALL_MODULI: [(&str, [f64; 3]); 4] = [
    ("the wall has its own modulus; a rigid one gives E* = E/(1 - nu^2)", [1.0; 3]),
    ("the wall has the modulus of the sphere", [1.0, 1.0, 0.55]),
    ("the wall does not deform, whatever its material", [2.0, 2.0, 1.1]),
    ("as for two spheres, but with nu unsquared: E* too large by 1 + nu", [1.0, 1.0 + POISSON, 1.0 + POISSON]),
];

fn radius(spheres: &Result<Vec<f64>, String>, walls: &Result<Vec<f64>, String>) -> Finding {
    let spheres = match spheres {
        Ok(spheres) => spheres,
        Err(why) => return Finding::unknown(RADIUS_LINE, why.clone()),
    };
    // sqrt(R*) over ours for like spheres, and for radii r and 3r, whose R* is 3r/4.
    let pairs = [
        ("1/R* = 1/R1 + 1/R2", [1.0, 1.0]),
        ("R* = 2 R1 R2/(R1 + R2)", [2f64.sqrt(), 2f64.sqrt()]),
        ("R* = sqrt(R1 R2)/2", [1.0, (2.0 / 3f64.sqrt()).sqrt()]),
        ("R* = (R1 + R2)/4", [1.0, (4.0f64 / 3.0).sqrt()]),
        ("R* = the smaller radius", [2f64.sqrt(), (4.0f64 / 3.0).sqrt()]),
        ("R* = half the smaller radius", [1.0, (2.0f64 / 3.0).sqrt()]),
        ("R* = (R1 + R2)/2", [2f64.sqrt(), (8.0f64 / 3.0).sqrt()]),
    ];
    let mut all = Vec::new();
    let mut evidence =
        format!("stiffness over that of 1/R* = 1/R1 + 1/R2: radii 1:1 {:.5}, 1:3 {:.5}", spheres[0], spheres[1]);
    for (says, predicted) in pairs {
        all.push(Hypothesis { says: says.to_string(), off: off(spheres, &predicted) });
    }
    if let Ok(walls) = walls {
        evidence += &format!("; over that of R* = R: wall {:.5}", walls[0]);
        all = all
            .into_iter()
            .flat_map(|pair| {
                WALL_RADII.map(|(says, factor)| {
                    let best = WALL_MODULI.iter().map(|(_, moduli)| off(walls, &moduli.map(|m| m * factor)));
                    let off = best.fold(f64::INFINITY, f64::min).max(pair.off);
                    Hypothesis { says: format!("{}; at a wall R* = {says}", pair.says), off }
                })
            })
            .collect();
    }
    choose(RADIUS_LINE, &all, FITS, 5.0, &evidence)
}

fn modulus(walls: &Result<Vec<f64>, String>) -> Finding {
    let walls = match walls {
        Ok(walls) => walls,
        Err(why) => return Finding::unknown(MODULUS_LINE, why.clone()),
    };
    let all: Vec<Hypothesis> = WALL_MODULI
        .iter()
        .map(|(says, moduli)| {
            let best = WALL_RADII.iter().map(|(_, factor)| off(walls, &moduli.map(|m| m * factor)));
            Hypothesis { says: (*says).to_string(), off: best.fold(f64::INFINITY, f64::min) }
        })
        .collect();
    let evidence = format!(
        "stiffness over ours at a wall with nu = 0, of the sphere's material (nu = {POISSON}), ten times as stiff: {:.5}, {:.5}, {:.5}",
        walls[0], walls[1], walls[2]
    );
    choose(MODULUS_LINE, &all, FITS, 5.0, &evidence)
}
