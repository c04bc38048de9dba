//! A whole collision by the method of dimensionality reduction.

use super::mdr::{Motion, Normal, Scaling, Springs, half, rebound, spheres, watched};
use super::reference::collide;
use crate::case::Settings;
use crate::contact::Ends;
use crate::contact::history::Spheres;
use crate::contact::shear::{Arm, Levers};
use crate::halt;
use crate::scene::{Bodies, Scene};
use crate::solve::{Solution, SolveError, Solver};
use crate::trajectory::{Estimate, Outcome, ShearChange, ShearEvent, ShearSample, TangentialResult, Trajectory};

/// Relative tolerance of the normal motion.
const TOLERANCE: f64 = 1e-13;

/// Fewest steps to the turning point in the coarser of two integrations: the ledger then closes to 1e-9 with few springs too.
const FEWEST_STEPS: usize = 1500;

/// The exact tangential reference: the friction coefficient of the scene, for every form of its tangential law.
///
/// The normal motion is that of the scene, dashpot included; the friction limit is that of the elastic pressure, as with
/// `friction_limit = "elastic"`. Lever arms are the nominal radii, and the contact does not rotate with the bodies, as in the
/// theory of Maw, Barber & Fawcett: both are exact in the limit of small overlaps. For bodies that are not elastically
/// similar the result is an approximation (Dundurs beta).
#[derive(Debug, Clone, Copy)]
pub struct Mdr;

impl Solver for Mdr {
    fn name(&self) -> &'static str {
        "mdr"
    }

    fn title(&self) -> &'static str {
        "the exact tangential reference for spheres in partial slip, by the method of dimensionality reduction"
    }

    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError> {
        let Settings::Mdr { springs } = *settings else { return Err(SolveError::Settings(self.name())) };
        if let Some(path) = &scene.path {
            return Ok(Solution::Path(Box::new(crate::solve::path::mdr(scene, path, springs)?)));
        }
        collision(scene, springs).map(|trajectory| Solution::Exact(Box::new(trajectory)))
    }
}

fn collision(scene: &Scene, springs: usize) -> Result<Trajectory, SolveError> {
    let refused = |why: &str| SolveError::Refused(why.to_string());
    let spheres = spheres(scene)?;
    if !scene.kinematics.is_planar() {
        return Err(refused("mdr has one tangential direction, and spin about another axis turns it"));
    }
    let (m_star, v_n) = (scene.pair.m_star, scene.speed);
    let trajectory = collide(&scene.power()?, m_star, v_n, TOLERANCE)?;
    let stays = || refused("the bodies never separate, so there is no rebound");
    if trajectory.outcome == Outcome::StaysInContact {
        return Err(stays());
    }
    let force = scene.power()?;
    let unit = (m_star * v_n * v_n / force.K).powf(0.4);
    let damping = force.C * unit.powf(force.beta) * v_n / (force.K * unit.powf(1.5));
    let normal = Normal { damping, beta: force.beta, ends: force.ends };
    let impact = Impact::new(scene, spheres);
    let psi2 = rebound(&normal, impact.psi1().abs(), impact.scaling.chi, springs).ok_or_else(stays)?;
    let tangential = impact.tangential(scene, &trajectory, &normal, psi2, springs).ok_or_else(stays)?;
    Ok(Trajectory { tangential: Some(tangential), ..trajectory })
}

/// A planar impact of given bodies.
struct Impact {
    bodies: Bodies,
    spheres: Spheres,
    scaling: Scaling,
    /// Effective mass for tangential motion, kg
    m_t: f64,
    v_n: f64,
    /// Slip velocity at first touch, m/s
    v_s: f64,
}

impl Impact {
    fn new(scene: &Scene, spheres: Spheres) -> Self {
        let bodies = Bodies::of(scene);
        let ratio = bodies.mass_ratio(Levers::both(Arm::Radius));
        let [one, two] = bodies.arms(Arm::Radius, 0.0);
        let [[_, _, omega_1], [_, _, omega_2]] = scene.kinematics.spin;
        let v_s = scene.kinematics.tangential_speed - one * omega_1 - two * omega_2;
        let scaling = Scaling::new(&spheres, ratio);
        Self { bodies, spheres, scaling, m_t: scene.pair.m_star / ratio, v_n: scene.speed, v_s }
    }

    fn psi1(&self) -> f64 {
        self.scaling.psi(self.v_s, self.v_n)
    }

    /// Spin of a body along `b` after the tangential impulse `J`.
    fn spin(&self, scene: &Scene, i: usize, J: f64) -> f64 {
        let gain =
            if self.bodies.inertia[i].is_infinite() { 0.0 } else { self.bodies.radius[i] * J / self.bodies.inertia[i] };
        scene.kinematics.spin[i][2] + gain
    }

    fn tangential(
        &self,
        scene: &Scene,
        trajectory: &Trajectory,
        normal: &Normal,
        psi2: Estimate,
        springs: usize,
    ) -> Option<TangentialResult> {
        let m_star = scene.pair.m_star;
        let sign = if self.v_s < 0.0 { -1.0 } else { 1.0 };
        let motion = Motion::along(normal, 2 * (2 * half(springs)).max(FEWEST_STEPS))?;
        let deepest = trajectory.turning?.overlap.value;
        let (samples, events, coarse) = self.samples(scene, deepest, &motion.coarser(), springs);
        let fine = self.march(deepest, &motion, springs, |_| {});
        if halt::is_asked() {
            return None;
        }
        // More steps than in `rebound`, so that the ledger is not limited by the steps of `rebound`.
        let further = |coarse: f64, fine: f64| fine + (fine - coarse) / 3.0;
        let back = self.scaling.slip_velocity(psi2, self.v_n);
        let (v_s, off) = (sign * further(coarse.speed, fine.speed), back.uncertainty);
        let J = self.m_t * (self.v_s - v_s);
        let J_off = self.m_t * off;
        let near = |value: f64, off: f64| Estimate::new(value, off + 8.0 * f64::EPSILON * value.abs());
        let v_t = scene.kinematics.tangential_speed - J / m_star;
        let end = trajectory.end?.speed;
        let separation = Estimate::new(-end.value, end.uncertainty);
        let spin = [0, 1].map(|i| {
            let per_impulse = self.spin(scene, i, 1.0) - self.spin(scene, i, 0.0);
            let [n, t, _] = scene.kinematics.spin[i];
            [Estimate::exact(n), Estimate::exact(t), near(self.spin(scene, i, J), (per_impulse * J_off).abs())]
        });
        // The contact does not rotate, so the impulse along n is that of the reference.
        let impulse = [trajectory.impulse, near(-J, J_off), Estimate::new(0.0, 0.0)];
        let lost_off = self.m_t * v_s.abs() * off + 0.5 * self.m_t * off * off;
        // Slip energy from the springs, independent of the energy lost by the motion: the ledger compares the two.
        let slip = near(further(coarse.slip, fine.slip), lost_off + (fine.slip - coarse.slip).abs() / 3.0);
        // A contact that ends while the springs are strained deletes their elastic energy.
        let ends_strained = normal.damping != 0.0 && normal.ends == Ends::ZeroForce;
        let left = if ends_strained { fine.left } else { 0.0 };
        let none = Estimate::new(0.0, 0.0);
        let rounding = Estimate::new(0.0, 8.0 * f64::EPSILON);
        Some(TangentialResult {
            velocity: [separation, near(v_t, J_off / m_star), none],
            spin,
            slip_before: [self.v_s, 0.0],
            slip: [near(v_s, off), none],
            separation,
            impulse,
            turned: none,
            energy_slip: slip,
            energy_shear_dashpot: none,
            energy_rolling: none,
            energy_created: none,
            energy_shear_strain: Estimate::new(left, lost_off + 1e-3 * left),
            momentum_residual: rounding,
            angular_momentum_residual: rounding,
            samples,
            events,
        })
    }

    /// Integrates the tangential motion with the springs; returns stored energy and slip energy. `shown` receives time, overlap,
    /// slip velocity and force at the end of each step, in SI.
    fn march(&self, deepest: f64, motion: &Motion, springs: usize, mut shown: impl FnMut([f64; 4])) -> Booked {
        let mut bed = Springs::new(Spheres::SCALED, 1.0, springs);
        let (speed, force) = (self.v_n / self.scaling.psi_per_slope, self.spheres.pressed(deepest).limit);
        let energy = force * deepest / self.scaling.psi_per_slope;
        let mut slipped = 0.0;
        let held = |delta, dw| {
            slipped += bed.advance_slipping(delta, dw);
            bed.force()
        };
        let end = watched(motion, self.psi1().abs(), self.scaling.chi, held, |[time, delta, rate, pull]| {
            shown([time * deepest / self.v_n, delta * deepest, rate * speed, pull * force]);
        });
        Booked { speed: end * speed, slip: slipped * energy, left: bed.energy() * energy }
    }

    /// Time series of the tangential motion, its events, and the energies of the springs.
    fn samples(
        &self,
        scene: &Scene,
        deepest: f64,
        motion: &Motion,
        springs: usize,
    ) -> (Vec<ShearSample>, Vec<ShearEvent>, Booked) {
        let sign = if self.v_s < 0.0 { -1.0 } else { 1.0 };
        // The force is a sum over springs: at full slip it deviates from `mu N` by the error of the midpoint rule.
        let drift = 1.0 / springs as f64;
        let at = |[time, delta, slip, T]: [f64; 4]| {
            let limit = self.spheres.pressed(delta).limit;
            let J = self.m_t * (self.v_s - sign * slip);
            let spin = [0, 1].map(|i| self.spin(scene, i, J));
            let sliding = limit > 0.0 && T.abs() >= limit * (1.0 - drift);
            ShearSample { time, slip: [sign * slip, 0.0], force: [sign * T, 0.0], limit, spin, sliding }
        };
        let mut samples = vec![at([0.0, 0.0, self.v_s.abs(), 0.0])];
        let booked = self.march(deepest, motion, springs, |now| samples.push(at(now)));
        let step = |i: usize| samples[i].time - samples[i - 1].time;
        let change = |i: usize| match (samples[i - 1].sliding, samples[i].sliding) {
            (false, true) => Some(ShearChange::Slips),
            (true, false) if samples[i].limit > 0.0 => Some(ShearChange::Sticks),
            _ => None,
        };
        let event =
            |i: usize| Some(ShearEvent { change: change(i)?, time: Estimate::new(samples[i].time, 2.0 * step(i)) });
        let events = (1..samples.len()).filter_map(event).collect();
        (samples, events, booked)
    }
}

/// Final state of an integration.
#[derive(Debug, Clone, Copy)]
struct Booked {
    /// Slip velocity, positive in the initial direction, m/s
    speed: f64,
    /// Energy lost to slip, J
    slip: f64,
    /// Elastic energy of the springs, J
    left: f64,
}
