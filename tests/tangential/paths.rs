//! Loading paths as the solvers follow them: closed forms, published energies, the ledger.

use std::f64::consts::PI;

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe_path};
use collisionbench::collide::trajectory::Trace;
use collisionbench::collide::{How, Solution, SolveError, collide};
use collisionbench::law::damping::Undamped;
use collisionbench::law::normal::Hertz;
use collisionbench::law::rolling::Free;
use collisionbench::law::scene::path::{Leg, LoadingPath, Press, Shear};
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, SpringRotation};
use collisionbench::law::tangential::{Mindlin, MindlinDeresiewicz};
use collisionbench::law::{Contact, Damping, Ends, Friction, Normal, Pair, Rolling, Tangential};
use collisionbench::theory::{self, Prediction};

use crate::random::Random;
use crate::tangential::laws::{Load, Memory, spring};
use crate::tangential::shipped::assert_springs;

/// Identical spheres of nu = 0.22 with E* = 3.8e10 Pa and R* = 1 mm, mu = 0.5: the contact of theory.md section 5.
pub fn scene(tangential: Tangential, path: Option<LoadingPath>) -> Scene {
    let nu = 0.22;
    let body = |name: &str| Body {
        name: name.to_string(),
        shape: Shape::Sphere { radius: 2e-3, inertia_factor: 0.4 },
        mass: 2500.0 * 4.0 / 3.0 * PI * 8e-9,
        material: Some(Material {
            name: "glass".to_string(),
            density: Some(2500.0),
            young_modulus: Some(2.0 * 3.8e10 * (1.0 - nu * nu)),
            poisson_ratio: Some(nu),
            yield_stress: None,
        }),
        rigid: false,
        held: false,
    };
    let bodies = [body("one"), body("two")];
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let friction = Friction {
        tangential,
        rolling: Rolling::Free(Free),
        limit: FrictionLimit::Total,
        levers: Levers::both(Arm::Radius),
        rotation: SpringRotation::NormalAndSpin,
    };
    let contact = Contact {
        normal: Normal::Hertz(Hertz { effective_modulus: None }),
        damping: Damping::Undamped(Undamped),
        ends: Ends::ZeroOverlap,
        friction: Some(friction),
    };
    let (force, shear) = (contact.force(&pair).unwrap(), contact.shear(&pair).unwrap());
    Scene {
        before: None,
        name: "-".to_string(),
        parameters: Vec::new(),
        bodies,
        speed: 0.0,
        kinematics: ImpactKinematics::HEAD_ON,
        path,
        contact,
        pair,
        force: Some(force),
        shear,
        rows: Vec::new(),
        system: None,
    }
}

pub const MU: f64 = 0.5;

pub fn mindlin(form: Form) -> Tangential {
    Tangential::Mindlin(Mindlin { form, friction: MU, dashpot: None, dynamic: None, effective_shear_modulus: None })
}

pub fn partial_slip() -> Tangential {
    Tangential::MindlinDeresiewicz(MindlinDeresiewicz { friction: MU })
}

pub fn press(overlap: f64) -> Leg {
    Leg::Drive { press: Some(Press::Overlap(overlap)), shear: None }
}

pub fn shear(shear: Shear) -> Leg {
    Leg::Drive { press: None, shear: Some(shear) }
}

pub fn follow(how: &How, scene: &Scene) -> Result<Trace, SolveError> {
    match collide(scene, how)? {
        Solution::Path(trace) => Ok(*trace),
        other => panic!("{other:?}"),
    }
}

pub fn reference(scene: &Scene) -> Trace {
    follow(&How::Exact { tolerance: 1e-13 }, scene).unwrap()
}

pub(super) fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within * expected.abs(), "{found:e}, not {expected:e}");
}

pub(super) fn of(scene: &Scene, trace: &Trace, observable: Observable) -> Option<Estimate> {
    observe_path(scene, trace).into_iter().find(|(o, _)| *o == observable).map(|(_, e)| e)
}

pub(super) const HIGH: f64 = 1e-6;
pub(super) const LOW: f64 = 0.25e-6;
/// 0.99 mu N at the low load, N.
const SHEAR: f64 = 0.099_137_404_646_278_67;

/// Elata & Berryman: load, shear, unload at a held slide, unshear, load.
fn elata_berryman(cycles: usize) -> LoadingPath {
    let cycle = vec![shear(Shear::Force(SHEAR)), press(LOW), shear(Shear::Force(0.0)), press(HIGH)];
    LoadingPath { legs: vec![press(HIGH)], cycle, cycles }
}

#[test]
fn the_springs_make_and_destroy_the_energy_of_elata_and_berryman() {
    for (form, created) in [
        (Form::Incremental, 2.333_065_364_151_6e-9),
        (Form::Rescaled, -0.5 * 2.333_065_364_151_6e-9),
        (Form::Total, -0.5 * 2.333_065_364_151_6e-9),
    ] {
        let scene = scene(mindlin(form), Some(elata_berryman(1)));
        let trace = reference(&scene);
        close(trace.end.created.unwrap().value, created, 1e-11);
        close(trace.loops[0].value, -created, 1e-11);
        assert!(trace.end.slip.unwrap().value == 0.0, "it never slips");
        assert!(trace.end.residual.unwrap().value.abs() < 1e-11);
    }
}

/// theory.md section 5: 1.364293e-9 J over the first cycle, 1.26721e-9 J over the second, 5.07 % of the slide left.
#[test]
fn partial_slip_pays_for_the_cycle_of_elata_and_berryman() {
    let scene = scene(partial_slip(), Some(elata_berryman(2)));
    let trace = reference(&scene);
    close(trace.loops[0].value, 1.364_293e-9, 6e-7);
    close(trace.loops[1].value, 1.267_21e-9, 5e-6);
    close(trace.states[trace.ends[2]].tangential, 0.046_104_9, 2e-6);
    let (out, home) = (trace.states[trace.ends[1]].slide, trace.states[trace.ends[4]].slide);
    close(home / out, 0.0507, 1e-3);
    let locked = trace.states[trace.ends[4]].energy.strain.unwrap();
    assert!(locked > 1e-12, "what is locked in is apart: {locked:e}");
    assert!(trace.end.residual.unwrap().value.abs() < 1e-9);
    assert_eq!(trace.end.created.unwrap().value, 0.0);
}

/// A path with nested reversals, the load rising and falling alone and together with the slide.
fn random(seed: u64) -> LoadingPath {
    let mut dice = Random(seed);
    let unit = MU * 3.8e10 / (4.0 * 8.325_842_696_6e9) * HIGH;
    let mut legs = vec![press(HIGH * (0.3 + 0.7 * dice.next()))];
    for _ in 0..12 {
        let to = Press::Overlap(HIGH * (0.2 + 0.8 * dice.next()));
        let slide = Shear::Slide(unit * 3.0 * (dice.next() - 0.5));
        legs.push(match (3.0 * dice.next()) as usize {
            0 => Leg::Drive { press: Some(to), shear: None },
            1 => Leg::Drive { press: None, shear: Some(slide) },
            _ => Leg::Drive { press: Some(to), shear: Some(slide) },
        });
    }
    LoadingPath { legs, cycle: Vec::new(), cycles: 0 }
}

#[test]
fn the_ledger_closes_on_any_path() {
    for seed in 1..=40 {
        for law in [mindlin(Form::Total), mindlin(Form::Incremental), mindlin(Form::Rescaled), partial_slip()] {
            let scene = scene(law, Some(random(seed)));
            let trace = reference(&scene);
            let residual = trace.end.residual.unwrap().value;
            assert!(residual.abs() < 1e-11, "seed {seed}, {:?}: {residual:e}", scene.shear.unwrap().form);
            assert!(trace.states.iter().all(|s| s.energy.slip.unwrap() >= -1e-20));
            let slips: Vec<f64> = trace.states.iter().map(|s| s.energy.slip.unwrap()).collect();
            let most = slips.last().unwrap();
            assert!(slips.windows(2).all(|w| w[1] >= w[0] - 1e-12 * most), "friction gives energy");
        }
        let scene = scene(partial_slip(), Some(random(seed)));
        assert_springs(&format!("seed {seed}"), &scene, &reference(&scene));
    }
}

/// Nothing is created where the stiffness is constant, or where the load never falls and the spring is total... of
/// these only the constant stiffness and the memory diagram are without exception.
#[test]
fn nothing_is_created_where_nothing_may_be() {
    let constant = Tangential::CundallStrack(collisionbench::law::tangential::CundallStrack {
        stiffness: 1e6,
        friction: MU,
        dashpot: None,
        dynamic: None,
    });
    for seed in 1..=10 {
        for law in [constant.clone(), partial_slip()] {
            let trace = reference(&scene(law, Some(random(seed))));
            let largest = trace.states.iter().map(|s| s.energy.largest()).fold(0.0, f64::max);
            assert!(trace.end.created.unwrap().value.abs() < 1e-9 * largest);
            assert!(trace.end.residual.unwrap().value.abs() < 1e-10);
        }
    }
}

/// The same straight piece marched in small steps by the law a production code has.
#[test]
fn the_closed_forms_are_what_small_steps_tend_to() {
    use collisionbench::law::shear::Spheres;
    for seed in 1..=6 {
        for form in [Form::Total, Form::Incremental, Form::Rescaled] {
            let scene = scene(mindlin(form), Some(random(seed)));
            let trace = reference(&scene);
            let spheres = Spheres {
                E_star: scene.pair.E_star.unwrap(),
                G_star: scene.pair.G_star.unwrap(),
                R_star: scene.pair.R_star,
                friction: MU,
            };
            let march = |steps: usize| {
                let mut law = spring(form);
                let (mut delta, mut slide) = (0.0, 0.0);
                // Off at the end of every leg, and of the last, over `mu N` there.
                let (mut worst, mut off, mut T) = (0.0_f64, 0.0, 0.0);
                for &end in &trace.ends {
                    let to = trace.states[end];
                    for k in 1..=steps {
                        let at = delta + (to.overlap - delta) * k as f64 / steps as f64;
                        T = law.step(&spheres.pressed(at), (to.slide - slide) / steps as f64);
                    }
                    (delta, slide) = (to.overlap, to.slide);
                    off = (T - to.tangential).abs() / (MU * to.normal);
                    worst = worst.max(off);
                }
                [off, worst]
            };
            let ([coarse, worst_coarse], [fine, worst]) = (march(4000), march(40_000));
            let said = format!("{seed} {form:?} {coarse:e} {fine:e}, on the way {worst_coarse:e} {worst:e}");
            assert!(fine < 2e-4 && worst <= 0.2 * worst_coarse + 1e-9, "{said}");
            assert!(fine <= 0.2 * coarse + 1e-9, "{said}");
        }
    }
}

#[test]
fn rolling_and_turning_take_what_they_must() {
    let mut scene = scene(mindlin(Form::Incremental), None);
    let legs =
        vec![press(HIGH), shear(Shear::Load(0.5)), Leg::Roll(0.01), Leg::Twist(0.3), Leg::Roll(-0.01), press(LOW)];
    scene.path = Some(LoadingPath { legs, cycle: Vec::new(), cycles: 0 });
    let load = scene.power().unwrap().elastic(HIGH) * scene.pair.R_star;
    let holds = |mu_r: f64| mu_r * load;
    let mut shear = scene.shear.unwrap();
    shear.rolling = RollingForce::Constant { friction: 0.02 };
    scene.shear = Some(shear);
    let trace = reference(&scene);
    close(trace.end.rolling.value, holds(0.02) * 0.02, 1e-12);
    close(trace.states[trace.ends[4]].tangential, 0.5 * MU * scene.power().unwrap().elastic(HIGH), 1e-12);
    // A spring that is wound to its limit by the first thousandth of a radian: forth 1 half + 9, back 2 halves less and 8.
    let stiffness = holds(0.02) / 1e-3;
    shear.rolling = RollingForce::SpringDashpot { stiffness, damping: 0.0, friction: 0.02 };
    scene.shear = Some(shear);
    close(reference(&scene).end.rolling.value, holds(0.02) * 1e-3 * (0.5 + 9.0 + 0.0 + 8.0), 1e-9);
    shear.rolling = RollingForce::OwnSpin { friction: 0.02 };
    scene.shear = Some(shear);
    assert!(follow(&How::Exact { tolerance: 1e-13 }, &scene).is_err());
}

#[test]
fn what_friction_cannot_hold_is_refused() {
    let path = LoadingPath { legs: vec![press(HIGH), shear(Shear::Force(10.0))], cycle: Vec::new(), cycles: 0 };
    let refused = follow(&How::Exact { tolerance: 1e-13 }, &scene(mindlin(Form::Total), Some(path)));
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("leg 2") && text.contains("friction holds less than"), "{text}");
}

/// A ledger with one mistake does not close, and so the test that it closes says something.
#[test]
fn a_ledger_with_a_mistake_does_not_close() {
    let scene = scene(mindlin(Form::Incremental), Some(random(3)));
    let trace = reference(&scene);
    let energy = trace.states.last().unwrap().energy;
    let largest = energy.largest();
    let (strain, slip, created) = (energy.strain.unwrap(), energy.slip.unwrap(), energy.created.unwrap());
    let residual = |strain: f64, slip: f64, created: f64| ((energy.work - strain - slip + created) / largest).abs();
    assert!(residual(strain, slip, created) < 1e-11);
    for (mistake, left) in [
        ("created counted the wrong way", residual(strain, slip, -created)),
        ("created forgotten", residual(strain, slip, 0.0)),
        ("strain doubled", residual(2.0 * strain, slip, created)),
        ("slip a thousandth too small", residual(strain, 0.999 * slip, created)),
    ] {
        assert!(left > 1e-6, "{mistake} is not caught: {left:e}");
    }
}

/// The two theories of paths cover what they are about and say why not otherwise.
#[test]
fn theories_of_paths_know_their_range() {
    let says = |name: &str, scene: &Scene| match theory::find(name).unwrap().predict(scene) {
        Prediction::Covers { values, .. } => Ok(values),
        Prediction::DoesNotCover(why) => Err(why),
    };
    let constant = LoadingPath { legs: vec![press(HIGH), shear(Shear::Load(0.5))], cycle: Vec::new(), cycles: 1 };
    for form in [Form::Incremental, Form::Rescaled, Form::Total] {
        let scene = scene(mindlin(form), Some(elata_berryman(3)));
        let values = says("elata-berryman", &scene).unwrap();
        let trace = reference(&scene);
        for (observable, expected) in values {
            let found = of(&scene, &trace, observable).unwrap();
            assert!((found.value - expected.value).abs() <= 1e-11 * expected.value.abs(), "{form:?} {observable:?}");
        }
        assert!(says("mindlin-deresiewicz", &scene).unwrap_err().contains("loaded once"));
    }
    let held = scene(mindlin(Form::Incremental), Some(constant.clone()));
    assert!(says("elata-berryman", &held).is_err() && says("mindlin-deresiewicz", &held).is_ok());
    let slipping = |T: f64| {
        let cycle = vec![shear(Shear::Force(T)), press(LOW), shear(Shear::Force(0.0)), press(HIGH)];
        let path = LoadingPath { legs: vec![press(HIGH)], cycle, cycles: 1 };
        says("elata-berryman", &scene(mindlin(Form::Incremental), Some(path)))
    };
    assert!(slipping(SHEAR).is_ok() && slipping(1.1 * SHEAR).unwrap_err().contains("slips"));
    // An impact is no path.
    let impact = scene(partial_slip(), None);
    assert!(says("mindlin-deresiewicz", &impact).is_err() && says("elata-berryman", &impact).is_err());
    // And the theory of partial slip is not what a spring does: a broken twin of the law is seen.
    let spring = scene(mindlin(Form::Incremental), Some(constant.clone()));
    let values = says("mindlin-deresiewicz", &spring).unwrap();
    let slide = values.iter().find(|(o, _)| *o == Observable::Slide).unwrap().1.value;
    assert!((reference(&spring).end.slide.value / slide - 1.0).abs() > 0.05);
}
