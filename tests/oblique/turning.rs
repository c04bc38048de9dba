//! Friction that turns while the surfaces slip: numbers of independent integrators, the program's own steps, and a wrong twin.

use std::f64::consts::PI;

use collisionbench::collide::collision::Collision;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::reference::solve;
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Impact, Oblique, strike, strike_with};
use collisionbench::collide::trajectory::TangentialResult;
use collisionbench::law::Ends;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Arm, Form};
use collisionbench::law::spring_slider::{Resistance, Slide, SpringSlider, VectorMemory};
use nalgebra::Vector3;

use super::random::scene;
use crate::oblique::scenes::{SOFT, ball, change, levered, on_wall, tsuji, wall};
use crate::random::Random;

/// A ball that spins about all axes on a wall, under springs of constant stiffness: the direction of the slip turns most where the limit
/// of friction is smallest.
const BALL: &str = "title = \"made up\"
[material.a]
density = \"2500 kg/m3\"
young_modulus = \"10 MPa\"
poisson_ratio = 0.3
[body.one]
sphere = { radius = \"10 mm\" }
material = \"a\"
spin = [\"29 rad/s\", \"-2.69 rad/s\", \"77.3 rad/s\"]
[body.two]
wall = { normal = \"+z\" }
material = \"a\"
[impact]
normal_speed = \"1 m/s\"
tangential_speed = \"0.051 m/s\"
[contact.normal.hooke]
stiffness = \"19800 N/m\"
[contact.tangential.cundall-strack]
stiffness = \"19800 N/m\"
friction = 0.35
[run.reference]
[[expect]]
that = \"reference\"
agrees_with = \"conserved\"
energy_residual = { within = \"1e-9 absolute\" }
";

/// A plastic contact that slips back and forth, spinning about the normal alone.
const GRAIN: &str = "title = \"made up\"
[material.a]
density = \"5835.37 kg/m3\"
young_modulus = \"3236300000 Pa\"
poisson_ratio = 0.0
[material.b]
density = \"3188.52 kg/m3\"
young_modulus = \"3237660000 Pa\"
poisson_ratio = 0.11312
[body.one]
sphere = { radius = \"2.08772e-05 m\" }
material = \"a\"
spin = [\"0 rad/s\", \"0 rad/s\", \"534.602 rad/s\"]
[body.two]
wall = { normal = \"+z\" }
material = \"b\"
[impact]
normal_speed = \"0.00550924 m/s\"
tangential_speed = \"0.00290138 m/s\"
[contact]
friction_limit = \"total\"
lever = \"plane\"
[contact.normal.thornton]
yield_pressure = \"13022600 Pa\"
[contact.tangential.mindlin]
form = \"total-spring\"
friction = 0.492546
[run.reference]
[[expect]]
that = \"reference\"
agrees_with = \"conserved\"
energy_residual = { within = \"1e-9 absolute\" }
";

fn parted(scene: &Scene, tolerance: f64) -> TangentialResult {
    solve(scene, tolerance).unwrap_or_else(|error| panic!("{error}")).tangential.expect("it separates")
}

/// Numbers of two integrators that share no code with this one: one from event to event in long double, 1e-15, one by return mapping.
#[test]
fn numbers_of_independent_integrators() {
    let ball = scene(BALL);
    for tolerance in [1e-10, 1e-12, 1e-14] {
        let found = parted(&ball, tolerance).velocity[1];
        let ratio = Estimate::new(found.value / 0.051, found.uncertainty / 0.051);
        let off = (ratio.value - 0.822_181_248_479_2).abs();
        assert!(off <= ratio.uncertainty + 1e-13, "{tolerance:e}: {ratio:?} is off by {off:e}");
        assert!(ratio.uncertainty < 1e3 * tolerance, "{tolerance:e}: {ratio:?}");
    }
    let grain = scene(GRAIN);
    let found = parted(&grain, 1e-12);
    let expected = [
        (found.separation.value / grain.speed, 0.994_846_090_972),
        (found.velocity[1].value, 0.002_769_220_254_46),
        (found.spin[0][2].value, 15.823_638_348_3),
    ];
    // The velocity along the wall is the small difference of larger ones: to 2e-11 of the speed.
    for (value, expected) in expected {
        assert!((value / expected - 1.0).abs() < 5e-11, "{value} is not {expected}");
    }
}

/// A slip by spins alone, in any direction: all of it turns about the normal with them.
#[test]
fn no_direction_is_special() {
    for form in [Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled] {
        let spinning = |angle: f64| {
            let mut one = on_wall(&SOFT, form, 0.2, [0.8, 0.0]);
            one.kinematics.spin[0] = [300.0, 170.0 * angle.cos(), 170.0 * angle.sin()];
            parted(&one, 1e-12)
        };
        let zero = spinning(0.0);
        for angle in [0.3, 1.1, 0.5 * PI, 2.9, 4.4] {
            let found = spinning(angle);
            let (sin, cos) = angle.sin_cos();
            for (a, b) in [(zero.velocity, found.velocity), (zero.spin[0], found.spin[0])] {
                let [t, b_] = [b[1].value * cos + b[2].value * sin, b[2].value * cos - b[1].value * sin];
                for (a, b) in [(a[0].value, b[0].value), (a[1].value, t), (a[2].value, b_)] {
                    assert!((a - b).abs() < 1e-11 * (1.0 + a.abs()), "{form:?} {angle}: {a} {b}");
                }
            }
        }
    }
}

/// Velocities and surface speeds at the end over the speeds before.
fn numbers(scene: &Scene, velocity: [f64; 3], spin: [[f64; 3]; 2]) -> Vec<f64> {
    let speed = scene.speed + scene.kinematics.tangential_speed;
    let spins = (0..2).filter(|i| scene.bodies[*i].radius().is_finite());
    let spins = spins.flat_map(|i| spin[i].map(|spin| spin * scene.bodies[i].radius()));
    velocity.into_iter().chain(spins).map(|number| number / speed).collect()
}

fn exact(scene: &Scene) -> Vec<f64> {
    let TangentialResult { velocity, spin, .. } = parted(scene, 1e-12);
    numbers(scene, velocity.map(|part| part.value), spin.map(|spin| spin.map(|part| part.value)))
}

/// What two numbers of steps in an undamped contact extrapolate to, and their difference.
fn extrapolated(scene: &Scene, run: impl Fn(&Oblique, &Impact) -> Collision) -> (Vec<f64>, f64) {
    let oblique = Oblique::of(scene).unwrap();
    let natural = oblique.encounter.undamped_duration(scene.speed);
    let [rough, fine] = [50_000.37, 100_000.37].map(|steps| {
        let stepped = run(&oblique, &Impact { phase: 0.3, speed: scene.speed, dt: natural / steps });
        let found = stepped.rebound.expect("it separates");
        numbers(scene, found.velocity, found.spin)
    });
    let apart = rough.iter().zip(&fine).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    (rough.iter().zip(&fine).map(|(a, b)| 2.0 * b - a).collect(), apart)
}

fn by_steps(scene: &Scene) -> (Vec<f64>, f64) {
    extrapolated(scene, |oblique, impact| strike(&VelocityVerlet, oblique, impact).unwrap())
}

fn off(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Spins about all axes, of a ball or a pair; every other one on springs of constant stiffness.
fn drawn(number: u64) -> Scene {
    let random = &mut Random(number);
    let form = [Form::Total, Form::Incremental, Form::Rescaled][random.of(3)];
    let speeds = [1.0, random.decades(-1.0, 1.0)];
    let damping = tsuji(random.between(0.3, 0.95));
    let other = if random.next() < 0.5 { wall(&SOFT) } else { ball(&SOFT, random.between(1e-3, 4e-3)) };
    let friction = random.decades(-1.0, 0.0);
    let mut one =
        crate::oblique::scenes::scene([ball(&SOFT, 2e-3), other], damping, Ends::ZeroOverlap, form, friction, speeds);
    for i in 0..2 {
        if one.bodies[i].radius().is_finite() {
            one.kinematics.spin[i] = [0; 3].map(|_| random.between(-800.0, 800.0));
        }
    }
    if number.is_multiple_of(2) {
        let force = one.force.as_mut().unwrap();
        // As deep as without it.
        let depth = (1.25 * one.pair.m_star / force.K).powf(0.4);
        let stiffness = one.pair.m_star / (depth * depth);
        (force.K, force.alpha, force.C, force.beta) = (stiffness, 1.0, 0.2 * (stiffness * one.pair.m_star).sqrt(), 0.0);
        one = change(one, |shear| (shear.S, shear.gamma) = (0.8 * stiffness, 0.0));
    }
    levered(one, Arm::HalfOverlap, Arm::HalfOverlap)
}

/// Steps err by their first power, but for a step in which the surfaces begin to slip or to stick, whose error the extrapolation does not
/// know: what it leaves is in half of the scenes less than half of what the steps differ by.
#[test]
fn steps_come_to_the_reference() {
    let mut left = Vec::new();
    for scene in (0..12).map(drawn).chain([scene(BALL)]) {
        let (steps, apart) = by_steps(&scene);
        let off = off(&exact(&scene), &steps);
        let about = format!("{:?} {:?}", scene.shear, scene.kinematics);
        // Where the surfaces begin to slip or to stick within a step its error jumps by as much as it is.
        assert!(apart < 1e-4 && off < 2.0 * apart + 1e-8, "{off:e} of {apart:e}: {about}");
        left.push(off / (apart + 1e-8));
    }
    left.sort_by(f64::total_cmp);
    assert!(left[left.len() / 2] < 0.5, "{left:?}");
}

/// A spring that keeps its direction while little force holds it.
struct Frozen {
    law: SpringSlider<3>,
    last: Vector3<f64>,
    below: f64,
}

impl VectorMemory for Frozen {
    fn turn(&mut self, n: &Vector3<f64>, twist: f64) {
        self.law.turn(n, twist);
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let mut met = self.law.advance(slide);
        if slide.to.limit < self.below && self.last.norm() > 0.0 {
            met.force = self.last.normalize() * met.force.norm();
        } else {
            self.last = met.force;
        }
        met
    }

    fn open(&mut self) -> f64 {
        self.law.open()
    }

    fn keeps_accounts(&self) -> bool {
        self.law.keeps_accounts()
    }
}

/// With the direction kept below a fiftieth of the largest limit the steps come to another number, which the comparison sees.
#[test]
fn a_frozen_direction_is_seen() {
    let ball = scene(BALL);
    let most = 0.35 * ball.speed * (ball.force.unwrap().K * ball.pair.m_star).sqrt();
    let frozen = |below: f64| {
        let run = |oblique: &Oblique, impact: &Impact| {
            let law = Frozen { law: SpringSlider::new(Form::Total), last: Vector3::zeros(), below };
            strike_with(&VelocityVerlet, oblique, impact, law).unwrap()
        };
        off(&exact(&ball), &extrapolated(&ball, run).0)
    };
    let (free, kept) = (frozen(0.0), frozen(0.02 * most));
    assert!(free < 1e-8 && kept > 1e-7, "{free:e} {kept:e}");
}
