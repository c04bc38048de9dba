//! Oblique impacts with friction, as an engine runs them and as our own solver predicts them with the same two time steps.

use nalgebra::Vector3;

use super::largest;
use super::probes::{Bench, Reading, StepPair};
use crate::collide::bounce::Bounce;
use crate::collide::flight::dot;
use crate::collide::schemes;
use crate::collide::stepper::{Impact, Oblique, strike, strike_with};
use crate::law::rolling::Free;
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, SpringRotation};
use crate::law::spring_slider::{Resistance, Slide, SpringSlider, VectorMemory};
use crate::law::tangential::{Coulomb, Mindlin};
use crate::law::{Friction, Rolling, Tangential};

/// Steps in a contact, and twice as many.
const STEPS: f64 = 1000.0;

/// The tangential laws that are tried until the engine covers one.
pub(super) fn frictions() -> Vec<Friction> {
    let arms = [
        Levers::both(Arm::Radius),
        Levers::both(Arm::HalfOverlap),
        Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
        Levers { slip: Arm::Radius, torque: Arm::Overlap },
        Levers::both(Arm::Overlap),
        Levers { slip: Arm::Proportional, torque: Arm::Radius },
    ];
    let laws = [Form::Total, Form::Incremental, Form::Rescaled]
        .map(|form| {
            let law = Mindlin { form, friction: FRICTION, dashpot: None, dynamic: None, effective_shear_modulus: None };
            Tangential::Mindlin(law)
        })
        .into_iter()
        .chain([Tangential::Coulomb(Coulomb { friction: FRICTION, dynamic: None })]);
    laws.flat_map(|tangential| {
        arms.map(|levers| Friction {
            tangential: tangential.clone(),
            rolling: Rolling::Free(Free),
            limit: FrictionLimit::Total,
            levers,
            rotation: SpringRotation::NormalAndSpin,
        })
    })
    .collect()
}

/// Runs scenes at two step sizes; the predictions use the engine's `stiffness` relative to the declared one.
pub(super) fn run(
    bench: &Bench<'_>,
    name: &str,
    scenes: &[Scene],
    stiffness: f64,
) -> Result<(Vec<Measured>, Vec<StepPair>), String> {
    let (coarse_dt, coarse) = bench.run(&format!("{name}-coarse"), scenes, STEPS, &[0.5])?;
    let (fine_dt, fine) = bench.run(&format!("{name}-fine"), scenes, 2.0 * STEPS, &[0.5])?;
    let both = scenes.iter().zip(coarse.iter().flatten().zip(fine.iter().flatten()));
    let measured = both.map(|(scene, (coarse, fine))| {
        let (coarse, fine) = (seen(scene, coarse), seen(scene, fine));
        let asked = scene.clone();
        let mut scene = scene.clone();
        if let Some(force) = &mut scene.force {
            force.K *= stiffness;
        }
        Measured { dt: [coarse_dt, fine_dt], coarse, fine, scene, asked }
    });
    let measured: Vec<Measured> = measured.collect();
    match measured.len() == scenes.len() {
        true => Ok((measured, coarse.into_iter().zip(fine).map(|(coarse, fine)| [coarse, fine]).collect())),
        false => Err("the engine lost a pair".to_string()),
    }
}

pub(super) const FRICTION: f64 = 0.4;

/// Impact angles from the normal, degrees: sticking, stick-slip, gross sliding.
pub(super) const ANGLES: [f64; 3] = [12.0, 30.0, 80.0];

/// An impact at two step sizes, as returned by [`seen`].
pub(super) struct Measured {
    /// With the stiffness of the engine.
    pub scene: Scene,
    /// As it was asked for.
    pub asked: Scene,
    /// Steps, s.
    pub dt: [f64; 2],
    pub coarse: ObliqueReading,
    pub fine: ObliqueReading,
}

/// A tangential force to be predicted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Force {
    pub shear: ShearForce,
    /// What friction is from the first slip on, over what it is before.
    pub after_slip: Option<f64>,
}

impl From<ShearForce> for Force {
    fn from(shear: ShearForce) -> Self {
        Self { shear, after_slip: None }
    }
}

/// A spring whose friction is less from the first slip on.
struct Weakens {
    spring: SpringSlider<3>,
    slid: bool,
    to: f64,
}

impl VectorMemory for Weakens {
    fn turn(&mut self, n: &Vector3<f64>, twist: f64) {
        self.spring.turn(n, twist);
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let before = self.spring;
        let full = self.spring.advance(slide);
        self.slid |= full.force.norm() >= slide.to.limit * (1.0 - 1e-9);
        if !self.slid {
            return full;
        }
        self.spring = before;
        let mut weaker = *slide;
        weaker.to.limit *= self.to;
        self.spring.advance(&weaker)
    }

    fn open(&mut self) -> f64 {
        self.slid = false;
        self.spring.open()
    }

    fn keeps_accounts(&self) -> bool {
        true
    }
}

/// A prediction that is as far off, in units of the error, is not looked at any further.
const FAR: f64 = 30.0;

impl Measured {
    /// Extrapolated to short steps.
    pub(super) fn readings(&self) -> [Reading; 3] {
        std::array::from_fn(|i| Reading::new(self.coarse[i], self.fine[i], FLOOR))
    }

    /// Largest difference to the prediction of a tangential force at the same two steps, in units of the error.
    pub(super) fn distance(&self, force: Force) -> f64 {
        let [Some(coarse), Some(fine)] = self.dt.map(|dt| predicted(&self.scene, force, dt)) else { return f64::NAN };
        let measured = self.readings();
        largest((0..coarse.len()).map(|i| {
            let exact = Reading::new(coarse[i], fine[i], 0.0);
            (measured[i].value - exact.value).abs() / (measured[i].off + exact.off)
        }))
    }
}

/// As [`Measured::distance`], of several impacts.
pub(super) fn distance(measured: &[Measured], force: Force) -> f64 {
    let mut far = 0.0f64;
    for one in measured {
        let off = one.distance(force);
        if off.is_nan() {
            return off;
        }
        far = far.max(off);
        if far > FAR {
            break;
        }
    }
    far
}

/// Mindlin's spring of a scene, with `k_t` over `G* a` and levers, and a friction.
pub(super) fn mindlin(scene: &Scene, form: Form, (factor, levers): (f64, Levers), friction: f64) -> Option<ShearForce> {
    Some(ShearForce {
        S: factor * scene.pair.G_star? * scene.pair.R_star.sqrt(),
        gamma: 0.5,
        levers,
        rolling: RollingForce::None,
        ..ShearForce::new(form, friction)
    })
}

/// The reading of a bounce.
pub(super) fn seen(scene: &Scene, bounce: &Bounce) -> ObliqueReading {
    let [_, t, b] = scene.kinematics.frame;
    let [one, two] = &bounce.end;
    let unit = scene.kinematics.tangential_speed;
    let moving = dot(one.velocity, t) - dot(two.velocity, t);
    [moving / unit, surface(scene, 0, dot(one.spin, b)), surface(scene, 1, dot(two.spin, b))]
}

/// Speed of the surface of a body by its spin (rad/s), over the tangential speed before; 0 of a wall.
fn surface(scene: &Scene, body: usize, spin: f64) -> f64 {
    let body = &scene.bodies[body];
    if body.is_wall() { 0.0 } else { body.radius() * spin / scene.kinematics.tangential_speed }
}

/// The prediction for a tangential force.
pub(super) fn predicted(scene: &Scene, force: Force, dt: f64) -> Option<ObliqueReading> {
    let oblique = Oblique { shear: force.shear, ..Oblique::of(scene)? };
    let scheme = schemes::find("velocity-verlet")?;
    let impact = Impact { phase: 0.5, speed: scene.speed, dt };
    let struck = match force.after_slip {
        None => strike(scheme, &oblique, &impact),
        Some(to) => {
            let spring = SpringSlider::new(force.shear.form);
            strike_with(scheme, &oblique, &impact, Weakens { spring, slid: false, to })
        }
    };
    let tangential = struck.ok()?.rebound?;
    let [one, two] = tangential.spin;
    Some([
        tangential.velocity[1] / scene.kinematics.tangential_speed,
        surface(scene, 0, one[2]),
        surface(scene, 1, two[2]),
    ])
}

/// After an impact, over the tangential speed before: tangential speed of body 1 relative to body 2, and the speed of the
/// surface of each by its spin.
pub(super) type ObliqueReading = [f64; 3];

/// Error of a tangential speed, in parts of the one before: what extrapolation leaves where sticking turns to sliding.
const FLOOR: f64 = 3e-4;
