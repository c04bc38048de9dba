//! Integration of a path: leg after leg; for a prescribed force the displacement is searched for.

use std::convert::Infallible;

use super::load::Load;
use super::springs::{SpringPath, rolling};
use super::{Driven, Spent, lacks};
use crate::collide::SolveError;
use crate::collide::estimate::Estimate;
use crate::collide::trajectory::{Ledger, PathEnd, PathState, Trace};
use crate::halt;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, LoadingPath, Shear};
use crate::law::shear::{Form, FrictionRate, RollingForce, ShearForce, SmoothFriction, SmoothOf, SpringRotation};
use crate::numerics::{Bracket, root};

/// Number of equal parts of a leg at which the state is recorded.
pub(super) const PIECES: usize = 24;

/// Largest number of doublings of the first guess of a displacement.
const MOST_DOUBLINGS: usize = 60;

/// Rounding error of closed forms and quadratures, relative to the largest value along the path.
const ROUNDING: f64 = 4e-13;

/// A path with the normal contact and the tangential parameters, for any tangential law.
#[derive(Debug, Clone)]
pub(super) struct Course<'a, N> {
    path: &'a LoadingPath,
    /// The normal contact at the beginning.
    normal: N,
    /// The tangential force.
    pub shear: ShearForce,
    /// m
    R_star: f64,
    /// Whether there is a tangential law.
    rubs: bool,
}

impl<'a, N: Load> Course<'a, N> {
    /// A scene without a tangential law counts as frictionless.
    pub fn new(scene: &Scene, path: &'a LoadingPath, normal: impl Fn(&ShearForce) -> N) -> Self {
        let shear = scene.shear.unwrap_or(ShearForce::new(Form::Frictionless, 0.0));
        Self { path, normal: normal(&shear), shear, R_star: scene.pair.R_star, rubs: scene.shear.is_some() }
    }
}

/// Result of one law along a path.
#[derive(Debug, Clone, Default)]
pub(super) struct Followed {
    pub states: Vec<PathState>,
    pub ends: Vec<usize>,
    /// Work done over each cycle, J
    pub loops: Vec<f64>,
}

/// Drives a law, out of contact at first, along a path; also returns the normal contact at the end.
pub(super) fn drive<N: Load, L: Driven>(
    course: &Course<N>,
    rolling: impl Fn(&ShearForce) -> N,
    law: &L,
) -> Result<(Followed, N), SolveError> {
    if matches!(course.shear.rolling, RollingForce::OwnSpin { .. }) {
        return Err(lacks(
            "rolling resistance by each body's own spin has no work on a path: bodies do not spin there",
        ));
    }
    let (mut law, mut normal) = (law.clone(), course.normal.clone());
    let resists = self::rolling(&course.shear, course.R_star);
    let mut rolled = SpringPath::new(resists.form, rolling(&resists));
    let (mut state, mut sum) = (PathState::default(), Spent::default());
    let (mut followed, mut at_cycle) = (Followed::default(), 0.0);
    for (number, (leg, closes)) in course.path.driven().enumerate() {
        if halt::is_asked() {
            return Err(SolveError::Refused("interrupted".to_string()));
        }
        match leg {
            Leg::Drive { press, shear } => {
                let placed = |error: SolveError| lacks(&format!("leg {}: {error}", number + 1));
                let delta = press.map_or(Ok(state.overlap), |press| normal.overlap(press)).map_err(placed)?;
                let du = displacement(course, &law, &normal, &state, delta, shear, number)?;
                let (from, start) = (state.overlap, state.slide);
                // A slide requested twice is the same number.
                let end = if let Some(Shear::Slide(u)) = shear { u } else { start + du };
                for k in 1..=PIECES {
                    let part = k as f64 / PIECES as f64;
                    let at = if k == PIECES { delta } else { from + (delta - from) * part };
                    sum += law.straight(at, du / PIECES as f64);
                    state.slide = if k == PIECES { end } else { start + du * part };
                    state.overlap = at;
                    normal.arrive(at);
                    // The limit of a rolling spring decreases with the load; the spring relaxes without work.
                    rolled.advance(at, 0.0);
                    followed.states.push(course.read(&law, &normal, &sum, &mut state));
                }
            }
            Leg::Hold { press, shear, time } => {
                let placed = |error: SolveError| lacks(&format!("leg {}: {error}", number + 1));
                let delta = press.map_or(Ok(state.overlap), |press| normal.overlap(press)).map_err(placed)?;
                state.overlap = delta;
                normal.arrive(delta);
                let [T, creep] = held(course, shear, normal.ahead(delta)[0]).map_err(placed)?;
                for _ in 1..=PIECES {
                    let du = creep * time / PIECES as f64;
                    state.slide += du;
                    sum += Spent { work: T * du, slip: T * du, created: 0.0 };
                    let now = course.read(&law, &normal, &sum, &mut state);
                    followed.states.push(PathState { tangential: T, ..now });
                }
            }
            Leg::Roll(angle) => {
                for _ in 1..=PIECES {
                    let work = rolled.straight(state.overlap, angle / PIECES as f64).work;
                    sum.work += work;
                    state.energy.rolling += work;
                    followed.states.push(course.read(&law, &normal, &sum, &mut state));
                }
            }
            Leg::Twist(_) if course.shear.rotation == SpringRotation::Normal => {
                return Err(lacks("`twist` turns the spring with the bodies; here it turns with the normal alone"));
            }
            // A rotation about the normal has no effect in axes that rotate with it.
            Leg::Twist(_) => {
                followed.states.push(course.read(&law, &normal, &sum, &mut state));
            }
        }
        followed.ends.push(followed.states.len() - 1);
        let work = state.energy.work;
        if closes {
            followed.loops.push(work - at_cycle);
        }
        // The initial legs precede all cycles.
        if closes || number + 1 == course.path.legs.len() {
            at_cycle = work;
        }
    }
    Ok((followed, normal))
}

impl<N: Load> Course<'_, N> {
    /// The forces and energies of the laws at present, added to the prescribed quantities.
    fn read<L: Driven>(&self, law: &L, normal: &N, sum: &Spent, state: &mut PathState) -> PathState {
        state.normal = normal.force();
        state.tangential = law.force();
        state.stick_radius = law.stick_radius();
        let Spent { work, slip, created } = *sum;
        let [pressed, back, lost] = normal.energies();
        state.energy = Ledger {
            work: pressed + work,
            strain: Some(back + law.strain()),
            slip: self.rubs.then_some(slip),
            rolling: state.energy.rolling,
            lost,
            created: self.rubs.then_some(created),
        };
        *state
    }
}

/// A tangential force within `limit`, both N, that is held, and the speed at which friction without a threshold creeps under it, m/s.
fn held<N>(course: &Course<N>, shear: Shear, limit: f64) -> Result<[f64; 2], SolveError> {
    let FrictionRate::Regularised(SmoothFriction { curve, speed, of: SmoothOf::Slip, .. }) = course.shear.rate else {
        return Err(lacks(
            "`hold` is for `regularised` friction of the slip, which creeps: other surfaces rest under a force below the limit",
        ));
    };
    let T = match shear {
        Shear::Force(T) => T,
        Shear::Load(part) => part * limit,
        Shear::Slide(_) => {
            return Err(lacks("a force is held, not a slide: write `tangential_force` or `tangential_load`"));
        }
    };
    if T.abs() >= limit {
        return Err(lacks(&format!(
            "a tangential force of {T:e} N is not held: friction is less than {limit:e} N there"
        )));
    }
    Ok([T, speed * curve.inverse(T / limit)])
}

/// The tangential displacement of a leg, m.
fn displacement<N: Load, L: Driven>(
    course: &Course<N>,
    law: &L,
    normal: &N,
    state: &PathState,
    delta: f64,
    shear: Option<Shear>,
    number: usize,
) -> Result<f64, SolveError> {
    let [limit, stiffness] = match shear {
        None => return Ok(0.0),
        Some(Shear::Slide(u)) if course.shear.form != Form::Regularised => return Ok(u - state.slide),
        Some(Shear::Slide(_)) => [0.0; 2],
        Some(Shear::Force(_) | Shear::Load(_)) => normal.ahead(delta),
    };
    let target = match shear {
        Some(Shear::Force(T)) => T,
        Some(Shear::Load(part)) => part * limit,
        None | Some(Shear::Slide(_)) => 0.0,
    };
    let leg = number + 1;
    if course.shear.form == Form::Regularised {
        return Err(lacks(&format!(
            "leg {leg}: friction that depends on the slip velocity needs a time: give  hold = \"1 s\"  beside `tangential_force`"
        )));
    }
    if matches!(course.shear.form, Form::Frictionless | Form::Coulomb) {
        let why = "a law without a spring has no displacement for a given tangential force: give `slide`";
        return Err(lacks(&format!("leg {leg}: {why}")));
    }
    if target.abs() >= limit * (1.0 - 1e-12) {
        return Err(lacks(&format!(
            "leg {leg} asks for a tangential force of {target:e} N, and friction holds less than {limit:e} N there"
        )));
    }
    let force = |du: f64| {
        let mut ahead = law.clone();
        for k in 1..=PIECES {
            let at = state.overlap + (delta - state.overlap) * k as f64 / PIECES as f64;
            ahead.advance(if k == PIECES { delta } else { at }, du / PIECES as f64);
        }
        ahead.force() - target
    };
    meet(force, limit / stiffness, limit)
        .ok_or_else(|| lacks(&format!("leg {leg}: no displacement gives a tangential force of {target:e} N")))
}

/// The zero of an increasing function, with a first step of `unit`; values below the rounding of `limit` count as 0.
fn meet(f: impl Fn(f64) -> f64, unit: f64, limit: f64) -> Option<f64> {
    let near = 1e-16 * limit;
    // A force below rounding has no sign.
    let value = |x: f64| Some(f(x)).map_or(0.0, |left| if left.abs() <= near { 0.0 } else { left });
    let (mut a, mut fa) = (0.0, value(0.0));
    let mut step = -fa.signum() * unit * 0.1;
    for _ in 0..MOST_DOUBLINGS {
        let b = a + step;
        let fb = value(b);
        if fa * fb <= 0.0 {
            return root::<Infallible>(|x| Ok(value(x)), Bracket { a, fa, b, fb }, 0.0).ok();
        }
        (a, fa) = (b, fb);
        step *= 2.0;
    }
    None
}

/// Indices of overlap, normal force and work in [`numbers`].
pub(super) const OVERLAP: usize = 0;
pub(super) const NORMAL: usize = 1;
pub(super) const WORK: usize = 5;

/// The results at the last state, in a fixed order.
fn numbers(state: &PathState) -> [Option<f64>; 9] {
    let energy = &state.energy;
    [
        Some(state.overlap),
        Some(state.normal),
        Some(state.slide),
        Some(state.tangential),
        state.stick_radius,
        Some(energy.work),
        energy.strain,
        energy.slip,
        energy.created,
    ]
}

impl Followed {
    /// Rounding error of a length, a force or an energy, for the index `number` in [`numbers`].
    pub fn rounding(&self, number: usize) -> f64 {
        ROUNDING * self.scales()[number]
    }

    fn last(&self) -> PathState {
        self.states.last().copied().unwrap_or_default()
    }

    /// Largest magnitude of each number along the path, to which rounding is relative. All energies have the same one.
    fn scales(&self) -> [f64; 9] {
        let mut scales = [0.0_f64; 9];
        let mut energy = 0.0_f64;
        for state in &self.states {
            for (scale, number) in scales.iter_mut().zip(numbers(state)) {
                *scale = scale.max(number.unwrap_or(0.0).abs());
            }
            energy = energy.max(state.energy.largest());
        }
        scales[WORK..].fill(energy);
        scales
    }

    fn residual(&self) -> Option<Estimate> {
        let largest = self.states.iter().map(|state| state.energy.largest()).fold(0.0, f64::max);
        let mut worst = 0.0_f64;
        for state in &self.states {
            let left = state.energy.unaccounted()?;
            // Not a number counts as the largest residual, and remains so.
            if left.is_nan() || left.abs() > worst.abs() {
                worst = left;
            }
        }
        let unit = if largest > 0.0 { largest } else { 1.0 };
        Some(Estimate::new(worst / unit, ROUNDING))
    }

    /// The trace, with its rounding errors.
    pub fn trace(self) -> Trace {
        let estimates: [Option<Estimate>; 9] = {
            let (values, scales) = (numbers(&self.last()), self.scales());
            std::array::from_fn(|i| values[i].map(|value| Estimate::new(value, ROUNDING * scales[i])))
        };
        let rounding = self.rounding(WORK);
        let loops = self.loops.iter().map(|work| Estimate::new(*work, rounding)).collect();
        let [overlap, normal, slide, tangential, stick_radius, work, strain, slip, created] = estimates;
        let or = |estimate: Option<Estimate>| estimate.unwrap_or(Estimate::new(0.0, 0.0));
        let rolling = self.last().energy.rolling;
        let end = PathEnd {
            overlap: or(overlap),
            normal: or(normal),
            slide: or(slide),
            tangential: or(tangential),
            stick_radius,
            work: or(work),
            strain,
            slip,
            rolling: Estimate::new(rolling, ROUNDING * rolling),
            created,
            residual: self.residual(),
            losses: None,
        };
        Trace { states: self.states, ends: self.ends, loops, end }
    }
}
