//! The contact law of a case as a model of the measurements, with the speed below which it sticks.

use std::cell::OnceCell;
use std::sync::Arc;

use super::{FittedLaw, Watch};
use crate::case::Calibration;
use crate::case::experiment::GRAVITY;
use crate::collide::observe::{Observable, observe};
use crate::collide::reference::{Approach, collide};
use crate::collide::trajectory::Sample;
use crate::collide::{cohesion, rebound, reference};
use crate::fit::curve::{CollisionCurves, number, pushing};
use crate::fit::problem::{Datum, Model, Predictor, Target, Unknown};
use crate::fit::search::least_between;
use crate::law::scene::{Scene, Shape};
use crate::law::shear::RollingForce;
use crate::law::{Branched, Ends, undamped};
use crate::number::significant;
use crate::numerics::halved;

/// Tolerance of an oblique collision; numerical derivatives need more digits than a restitution.
const TOLERANCE: f64 = 1e-11;

/// Tolerance of the fast integration: its errors are noise in the derivatives of a search.
const TIGHT: f64 = 1e-13;

/// Largest difference between the fast integration and the reference, relative to the impact speed.
const AGREES: f64 = 1e-9;

/// The law of a case, with other values for some inputs.
#[derive(Debug, Clone)]
pub(super) struct Law<'a> {
    calibration: &'a Calibration,
    unknowns: Vec<Unknown>,
    /// The measured quantity of each index.
    targets: Vec<Target>,
    inputs: Vec<(usize, f64)>,
    /// Curves of a head-on contact whose force is a power of the overlap.
    scaled: Option<Arc<CollisionCurves>>,
    /// Whether the contact is head-on with branches and without dashpot, so that the restitution follows from energies.
    by_energy: bool,
    stop: Stop<'a>,
}

/// Stops a search on request; checked before every prediction.
#[derive(Clone, Copy)]
struct Stop<'a>(&'a dyn Watch);

impl std::fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stop")
    }
}

/// The unknowns of a case with their bounds.
pub(super) fn unknowns(calibration: &Calibration) -> Vec<Unknown> {
    let of = |unknown: &crate::case::SoughtValue| Unknown {
        name: unknown.name.clone(),
        unit: unknown.dimension.si().to_string(),
        start: unknown.start,
        low: unknown.low,
        high: unknown.high,
    };
    calibration.unknowns.iter().map(of).collect()
}

impl<'a> Law<'a> {
    /// The law for measurements at speeds between `speeds`, m/s.
    pub(super) fn new(
        calibration: &'a Calibration,
        targets: Vec<Target>,
        speeds: (f64, f64),
        watch: &'a dyn Watch,
    ) -> Self {
        let unknowns = unknowns(calibration);
        let timed = targets.contains(&Target::Duration);
        let head_on = targets.iter().all(|target| matches!(target, Target::Restitution | Target::Duration));
        let scaled = head_on.then(|| curves(calibration, &unknowns, speeds, timed)).flatten();
        let undamped = |scene: &Scene| matches!(scene.branches(), Ok(Some(contact)) if contact.dashpot.C == 0.0);
        let by_energy = head_on && undamped(&calibration.nominal);
        Self { calibration, unknowns, targets, inputs: Vec::new(), scaled, by_energy, stop: Stop(watch) }
    }

    /// The law with other values for some inputs.
    pub(super) fn moved(&self, inputs: &[(usize, f64)]) -> Self {
        Self { inputs: inputs.to_vec(), ..self.clone() }
    }

    /// The law with other start values of the search, if they are within the bounds.
    pub(super) fn starting(&self, theta: &[f64]) -> Self {
        let mut law = self.clone();
        for (unknown, &value) in law.unknowns.iter_mut().zip(theta) {
            if unknown.low < value && value < unknown.high {
                unknown.start = value;
            }
        }
        law
    }

    /// The end of contact of the law.
    pub(super) fn ends(&self) -> Ends {
        self.calibration.nominal.contact.ends
    }

    /// Whether each prediction requires a simulation.
    pub(super) fn costly(&self) -> bool {
        self.scaled.is_none() && !self.by_energy
    }

    /// The name of a law with branches and without a dashpot.
    pub(super) fn branches(&self) -> Option<&'static str> {
        self.by_energy.then(|| self.calibration.nominal.contact.normal.card().name)
    }

    /// Predictions of a law with branches and without a dashpot.
    fn energies<'m>(&'m self, theta: &[f64]) -> Result<Predictor<'m>, String> {
        let scene = self.scene(theta, 1.0, 0.0)?;
        let contact = scene.branches().map_err(|error| error.message)?.ok_or("the law has no branches")?;
        let (m_star, before) = (scene.pair.m_star, scene.before);
        Ok(Box::new(move |datum| {
            let timed = self.target(datum)? == Target::Duration;
            let collide = if timed { undamped::collide } else { undamped::restitution };
            let course = collide(&*contact.law, m_star, datum.speed, before).ok_or("the bodies do not turn round")?;
            if timed { course.duration().ok_or_else(|| "the bodies stick".to_string()) } else { Ok(course.restitution) }
        }))
    }

    /// Predictions of the law itself.
    fn law_prediction<'m>(&'m self, theta: &'m [f64]) -> Result<Predictor<'m>, String> {
        if self.by_energy {
            return self.energies(theta);
        }
        let Some(scaled) = &self.scaled else {
            return Ok(Box::new(move |datum| match self.target(datum)? {
                Target::Force => self.force(theta, datum),
                target @ (Target::RollingDistance | Target::RollingTime) => self.rolling(theta, datum, target),
                target => self.oblique(theta, datum, target),
            }));
        };
        // A memoryless force does not depend on the speed it is met at.
        let scene = self.scene(theta, 1.0, 0.0)?;
        let (force, m_star) = (scene.power()?, scene.pair.m_star);
        if scaled.holds(&force) {
            return Ok(Box::new(move |datum| {
                let (g, time) = number(&force, m_star, datum.speed);
                match self.target(datum)? {
                    Target::Duration => Ok(time * scaled.duration(g)?),
                    _ => scaled.restitution(g),
                }
            }));
        }
        // An exponent is unknown: no curve serves two of them.
        Ok(Box::new(move |datum| match self.target(datum)? {
            Target::Duration => pushing(&force, m_star, datum.speed, TOLERANCE),
            _ => crate::collide::restitution(&force, m_star, datum.speed, TOLERANCE).map_err(|error| error.to_string()),
        }))
    }

    fn target(&self, datum: &Datum) -> Result<Target, String> {
        self.targets.get(datum.quantity).copied().ok_or_else(|| format!("there is no quantity {}", datum.quantity))
    }

    fn scene(&self, theta: &[f64], speed: f64, angle: f64) -> Result<Scene, String> {
        self.calibration.scene_at(theta, speed, angle, &self.inputs).map_err(|problem| problem.message)
    }

    /// An observable of one impact, by the fast integration if possible: a search needs thousands.
    fn oblique(&self, theta: &[f64], datum: &Datum, target: Target) -> Result<f64, String> {
        let scene = self.scene(theta, datum.speed, datum.at)?;
        motion_observable(&scene, target).map_or_else(|| reference_observable(&scene, target), Ok)
    }

    /// Compares the results of the fast integration with the reference, whose two integrators have to agree.
    ///
    /// # Errors
    /// When they do not agree, or differ from the fast integration.
    pub(super) fn confirm(&self, theta: &[f64], data: &[Datum]) -> Result<(), String> {
        for datum in data.iter().filter(|_| self.costly()) {
            let target = self.target(datum)?;
            if matches!(target, Target::Force | Target::RollingDistance | Target::RollingTime) {
                continue;
            }
            let scene = self.scene(theta, datum.speed, datum.at)?;
            let Some(alone) = motion_observable(&scene, target) else { continue };
            let known = reference_observable(&scene, target)?;
            let unit = if target == Target::ReboundSpin { datum.speed / scene.bodies[0].radius() } else { 1.0 };
            let apart = (alone - known).abs();
            if apart.is_nan() || apart > AGREES * unit {
                let at = datum.at.to_degrees();
                return Err(format!(
                    "the impact at {} m/s and {at} deg is {alone:e} by one integrator and {known:e} by two",
                    datum.speed
                ));
            }
        }
        Ok(())
    }

    /// Distance or time in which a ball rolls to rest on a level plate: a constant torque `M = mu_r m g R` decelerates
    /// it by `a = mu_r g/(1 + J)`, `J = I/(m R^2)`, so that `d = v^2/(2 a)`, `t = v/a`. Rolling without slip.
    fn rolling(&self, theta: &[f64], datum: &Datum, target: Target) -> Result<f64, String> {
        let scene = self.scene(theta, datum.speed, 0.0)?;
        let gravity = self.calibration.experiment.number(&GRAVITY).ok_or("rolling needs `gravity`")?;
        let moved = self
            .inputs
            .iter()
            .find(|(at, _)| self.calibration.inputs.get(*at).is_some_and(|input| input.path == "experiment.gravity"));
        let g = moved.map_or(gravity, |(_, value)| *value);
        let Some(RollingForce::Constant { friction }) = scene.shear.map(|shear| shear.rolling) else {
            return Err(
                "a ball rolls to rest under [contact.rolling.constant] alone: other laws have no such distance".into(),
            );
        };
        let (Shape::Sphere { inertia_factor, .. }, true) = (&scene.bodies[0].shape, scene.bodies[1].is_wall()) else {
            return Err("a ball rolls on a plate: write a sphere and a wall, in this order".into());
        };
        let a = friction * g / (1.0 + inertia_factor);
        Ok(if target == Target::RollingTime { datum.speed / a } else { datum.speed * datum.speed / (2.0 * a) })
    }

    /// Force at an overlap, on loading or unloading.
    fn force(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        let scene = self.scene(theta, datum.speed, 0.0)?;
        let (force, overlap) = (scene.power()?, datum.at.abs());
        if force.C == 0.0 {
            return Ok(force.elastic(overlap));
        }
        let trajectory = collide(&force, None, &Approach::head_on(scene.pair.m_star, datum.speed), 1e-10)
            .map_err(|error| error.to_string())?;
        let turning = trajectory.turning.ok_or("the bodies do not turn round")?;
        let inward = datum.at >= 0.0;
        let pairs = trajectory.samples.windows(2).filter(|pair| {
            let [a, b] = pair else { return false };
            let middle = 0.5 * (a.time + b.time);
            (middle <= turning.time.value) == inward
        });
        for pair in pairs {
            let [a, b] = pair else { continue };
            let (low, high) = (a.overlap.min(b.overlap), a.overlap.max(b.overlap));
            if low <= overlap && overlap <= high && high > low {
                return Ok(force.force(overlap, speed_at(a, b, overlap)));
            }
        }
        // Deeper than the impact goes, or after its end: the spring alone, or nothing.
        Ok(if overlap > turning.overlap.value { force.elastic(overlap) } else { 0.0 })
    }
}

/// An observable of an impact by the reference.
fn reference_observable(scene: &Scene, target: Target) -> Result<f64, String> {
    let observable = match target {
        Target::Restitution => Observable::Restitution,
        Target::Duration if scene.contact.ends == Ends::ForceClamped => Observable::DurationToZeroForce,
        Target::Duration => Observable::Duration,
        Target::TangentialRestitution => Observable::TangentialRestitution,
        Target::ReboundSpin => Observable::ReboundSpin,
        _ => Observable::ReboundAngle,
    };
    let trajectory = reference::solve(scene, TOLERANCE).map_err(|error| error.to_string())?;
    let found = observe(scene, &trajectory.collision(scene)).into_iter().find(|(known, _)| *known == observable);
    found.map(|(_, value)| value.value).ok_or_else(|| format!("{} has no value here", observable.word()))
}

/// An observable of an impact by one fast integration of the motion. `None` if that does not apply: it requires a
/// tangential spring, a normal force that is a power of the overlap, and a wall, whose normal does not rotate.
fn motion_observable(scene: &Scene, target: Target) -> Option<f64> {
    let shear = scene.shear.filter(|shear| shear.form.is_spring())?;
    let along_before = scene.kinematics.tangential_speed;
    if scene.force.is_none() || !scene.bodies[1].is_wall() || !scene.kinematics.is_planar() || along_before == 0.0 {
        return None;
    }
    let [away, along, spin, _] = rebound(scene, &shear, TIGHT).ok().filter(|[away, ..]| *away > 0.0)?;
    match target {
        Target::Restitution => Some(away / scene.speed),
        Target::TangentialRestitution => Some(along / along_before),
        Target::ReboundSpin => Some(spin),
        Target::ReboundAngle => Some(libm::atan2(along, away)),
        _ => None,
    }
}

/// Rate of approach at an overlap between two samples, by cubic Hermite interpolation.
fn speed_at(a: &Sample, b: &Sample, overlap: f64) -> f64 {
    let h = b.time - a.time;
    let cubic = |x: f64| {
        let (bend, twist) = (3.0 * (b.overlap - a.overlap) - h * (2.0 * a.speed + b.speed), h * (a.speed + b.speed));
        let third = twist - 2.0 * (b.overlap - a.overlap);
        let value = a.overlap + x * (h * a.speed + x * (bend + x * third));
        (value, a.speed + x * (2.0 * bend + 3.0 * x * third) / h)
    };
    let rises = b.overlap > a.overlap;
    let [low, high] = halved([0.0, 1.0], 50, |x| (cubic(x).0 < overlap) != rises);
    cubic(0.5 * (low + high)).1
}

/// Curves for all values within the bounds; `None` for a law that is not a power of the overlap.
fn curves(
    calibration: &Calibration,
    unknowns: &[Unknown],
    speeds: (f64, f64),
    timed: bool,
) -> Option<Arc<CollisionCurves>> {
    let nominal = calibration.nominal.force?;
    let (mut low, mut high) = (f64::INFINITY, 0.0f64);
    let corners = 1usize << unknowns.len().min(6);
    let at = |corner: usize| {
        let pick = |(bit, unknown): (usize, &Unknown)| {
            if corner >> bit & 1 == 1 { unknown.high } else { unknown.low.max(1e-9 * unknown.start.abs()) }
        };
        unknowns.iter().enumerate().map(pick).collect::<Vec<f64>>()
    };
    let mut see = |theta: &[f64]| {
        let Ok(scene) = calibration.scene(theta, 1.0) else {
            // Beyond what the law allows, a restitution above 1: between here and there lies no damping at all.
            low = 0.0;
            return;
        };
        let Some(force) = scene.force else { return };
        for speed in [speeds.0, speeds.1] {
            let (g, _) = number(&force, scene.pair.m_star, speed);
            if g.is_finite() {
                // No damping at all: the curve begins where there is next to none.
                (low, high) = (low.min(g), high.max(g));
            }
        }
    };
    (0..corners).for_each(|corner| see(&at(corner)));
    see(&calibration.start());
    // Inputs move the number by some per cent.
    Some(CollisionCurves::cached(&nominal, 0.8 * low, 1.25 * high, timed))
}

impl Model for Law<'_> {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        self.with(theta)?(datum)
    }

    fn with<'m>(&'m self, theta: &'m [f64]) -> Result<Predictor<'m>, String> {
        let law = self.law_prediction(theta)?;
        // It is costly under a dashpot, and asked for by few data.
        let sticks = OnceCell::new();
        let own: Predictor<'m> = Box::new(move |datum| {
            if datum.speed_sigma == 0.0 {
                return law(datum);
            }
            let sticks: &Result<f64, String> = sticks.get_or_init(|| self.sticking_speed(theta));
            from_nearest(&law, datum, sticks.clone()?)
        });
        Ok(Box::new(move |datum| match self.stop.0.stop() {
            true => Err("interrupted".to_string()),
            false => own(datum),
        }))
    }

    fn sticking_speed(&self, theta: &[f64]) -> Result<f64, String> {
        sticking_speed(&self.scene(theta, 1.0, 0.0)?)
    }

    fn numerical_error(&self) -> f64 {
        self.scaled.as_ref().map_or(1e-10, |scaled| scaled.error())
    }
}

/// Range of speeds in the search, in standard deviations, and number of its parts.
const FAR: f64 = 6.0;
const PARTS: usize = 6;

/// The value less the distance of a datum from the law, in its own standard deviations: the least of `((v - v')/s_v)^2 + ((e -
/// e(v'))/s_e)^2` over the speeds `v'` at which bodies part (Deming 1943; total least squares). An error of the speed is no error of
/// the restitution where the law is steep, as it is next to the sticking speed.
///
/// # Errors
/// When the law has no meaning at any of these speeds.
pub(super) fn from_nearest(law: &Predictor<'_>, datum: &Datum, sticks: f64) -> Result<f64, String> {
    let s_v = datum.speed_sigma;
    let e = |speed: f64| law(&Datum { speed, speed_sigma: 0.0, ..datum.clone() });
    let square = |speed: f64| {
        let of_e = e(speed).map_or(f64::INFINITY, |e| (datum.value - e) / datum.sigma);
        ((datum.speed - speed) / s_v).powi(2) + of_e * of_e
    };
    let low = (datum.speed - FAR * s_v).max(sticks * (1.0 + 1e-12)).max(1e-3 * datum.speed);
    let high = (datum.speed + FAR * s_v).max(low + s_v);
    // Closer together at the lower end, where a law with adhesion is steep.
    let place = |k: usize| low + (high - low) * (k as f64 / PARTS as f64).powi(2);
    let best = (0..=PARTS).min_by(|a, b| square(place(*a)).total_cmp(&square(place(*b)))).unwrap_or(0);
    let (from, to) = (place(best.saturating_sub(1)), place((best + 1).min(PARTS)));
    let distance = least_between(&square, from, to).map_or(f64::NAN, f64::sqrt);
    let above = datum.speed <= sticks || datum.value > e(datum.speed)?;
    Ok(datum.value - if above { distance } else { -distance } * datum.sigma)
}

/// Probability below which a row is reported.
const RARE: f64 = 0.05;
/// Most steps by which a speed is increased.
const STEPS: usize = 50;
/// Part of the sticking speed of a damped law to which it is found, and to which it has to be.
const CLOSE: f64 = 1e-9;
const NEAR: f64 = 1e-5;
/// Tolerance of a collision that decides whether bodies separate.
const PARTS_TO: f64 = 1e-10;

/// The largest speed at which the bodies of a scene stick, dashpot included, m/s; 0 if they always separate.
///
/// # Errors
/// When the law has no meaning for these bodies.
pub(super) fn sticking_speed(scene: &Scene) -> Result<f64, String> {
    let Some(contact) = scene.branches().map_err(|error| error.message)? else { return Ok(0.0) };
    let undamped = cohesion::sticking_speed(&contact, scene.pair.m_star);
    if contact.dashpot.C == 0.0 || undamped == 0.0 { Ok(undamped) } else { damped(&contact, scene, undamped) }
}

/// Sticking speed with a dashpot, by the reference solver, searched above that without one.
fn damped(contact: &Branched, scene: &Scene, undamped: f64) -> Result<f64, String> {
    let parts = |speed: f64| {
        let found =
            reference::collide_branched(contact, None, &Approach { speed, ..Approach::normal(scene) }, PARTS_TO);
        found.map(|trajectory| trajectory.end.is_some()).map_err(|error| error.to_string())
    };
    let (mut low, mut high) = (undamped, 1.5 * undamped);
    for step in 0.. {
        if parts(high)? {
            break;
        }
        if step == STEPS {
            return Err(format!("the bodies still stick at {} m/s", significant(high, 3)));
        }
        (low, high) = (high, 1.5 * high);
    }
    while high - low > CLOSE * high {
        let middle = 0.5 * (low + high);
        match parts(middle) {
            Ok(true) => high = middle,
            Ok(false) => low = middle,
            // Nearer than that bodies come to rest where they would part, and neither is found.
            Err(_) if high - low < NEAR * high => break,
            Err(why) => return Err(why),
        }
    }
    Ok(0.5 * (low + high))
}

/// A note on the speeds of the sticking rows relative to the sticking speed of the fit.
pub(super) fn note(found: &FittedLaw<'_>) -> Option<String> {
    let stuck = &found.data.problem.stuck;
    let fastest = stuck.iter().max_by(|a, b| a.speed.total_cmp(&b.speed))?;
    let speed = found.law.sticking_speed(&found.estimate.theta).ok()?;
    let mm = |speed: f64| format!("{} mm/s", significant(1e3 * speed, 4));
    let rows = if stuck.len() == 1 {
        "1 row sticks: it is".to_string()
    } else {
        format!("{} rows stick: each is", stuck.len())
    };
    let mut text = format!(
        "{rows} a bound, a speed not above the sticking speed, {} in this fit; the fastest is {}",
        mm(speed),
        mm(fastest.speed)
    );
    let rare = stuck.iter().map(|row| row.probability(speed)).fold(1.0, f64::min);
    // The least probable of so many.
    let chance = 1.0 - (1.0 - rare).powi(i32::try_from(stuck.len()).unwrap_or(i32::MAX));
    if chance < RARE {
        let p = significant(chance, 2);
        text.push_str(&format!(
            ": under this law a row that sticks at such a speed is rare (p = {p}), look at its speed and error"
        ));
    }
    Some(text)
}
