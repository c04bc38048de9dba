//! The normal contact along a straight piece of path, as input of a spring with a slider.

use super::lacks;
use super::tension::pulled;
use crate::collide::SolveError;
use crate::law::branches::{Branch, History};
use crate::law::scene::path::Press;
use crate::law::shear::{FrictionLimit, ShearForce};
use crate::law::{Branched, PowerForce};
use crate::numerics::{halved, panel};

/// Halvings of the search for the overlap of a given force, and for the overlap of zero force.
const HALVINGS: usize = 200;

/// Largest number of pieces in one part of a leg: branches of a law, and points of zero force.
pub(super) const MOST_PIECES: usize = 64;

/// Fraction of a piece at both ends within which a zero of the force is ignored.
const MARGIN: f64 = 1e-12;

/// The normal contact along a path, with the friction limit and the stiffness of a tangential spring.
pub(super) trait Load: Clone {
    /// The overlap (m) at the end of a leg that starts at the present state.
    ///
    /// # Errors
    /// When no overlap gives the requested force.
    fn overlap(&self, press: Press) -> Result<f64, SolveError>;

    /// Starts towards an overlap (m); returns the end of the first smooth piece.
    fn set_out(&mut self, to: f64) -> f64;

    /// Advances to the end of that piece, or to an overlap before it (m); returns whether the bodies are in contact there.
    fn arrive(&mut self, delta: f64) -> bool;

    /// The friction limit at a later overlap, N, and the stiffness of the spring there, N/m.
    fn ahead(&self, delta: f64) -> [f64; 2] {
        let mut there = self.clone();
        for _ in 0..MOST_PIECES {
            let end = there.set_out(delta);
            if end == there.within(delta) {
                break;
            }
            there.arrive(end);
        }
        [there.limit(delta), there.stiffness(delta)]
    }

    /// The nearest overlap at which a contact can be, m.
    fn within(&self, delta: f64) -> f64 {
        self.least(delta, delta).max(delta)
    }

    /// Elastic normal force at present, N.
    fn force(&self) -> f64;

    /// Work of the normal force so far, recoverable elastic energy, and energy lost to plasticity and adhesion, J: counted for
    /// laws with branches; zero for a power of the overlap, which loses no energy.
    fn energies(&self) -> [f64; 3] {
        [0.0; 3]
    }

    /// Lower bound of the overlap between two overlaps of the path, m.
    fn least(&self, from: f64, to: f64) -> f64;

    /// Friction limit at an overlap of this piece, N.
    fn limit(&self, delta: f64) -> f64;

    /// Stiffness of the spring at this overlap, N/m.
    fn stiffness(&self, delta: f64) -> f64;

    /// Mean stiffness between two overlaps of this piece, N/m.
    fn mean_stiffness(&self, d0: f64, d: f64) -> f64;

    /// Relative change of the stiffness while the overlap changes by `rise` (m).
    fn growth(&self, delta: f64, rise: f64) -> f64;

    /// Displacement that a spring at its limit follows while the overlap changes by `rise`, m: the change of the quotient
    /// limit/stiffness where the spring keeps its `stretch`, otherwise the change of the limit divided by the stiffness.
    fn yielding(&self, delta: f64, rise: f64, stretch: bool) -> f64;
}

/// A normal force that is a power of the overlap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Power {
    shear: ShearForce,
    normal: PowerForce,
    delta: f64,
}

impl Power {
    pub fn new(shear: &ShearForce, normal: &PowerForce) -> Self {
        Self { shear: *shear, normal: *normal, delta: 0.0 }
    }
}

impl Load for Power {
    fn overlap(&self, press: Press) -> Result<f64, SolveError> {
        Ok(match press {
            Press::Overlap(delta) => delta.max(0.0),
            Press::Force(N) => libm::pow(N.max(0.0) / self.normal.K, 1.0 / self.normal.alpha),
        })
    }

    fn set_out(&mut self, to: f64) -> f64 {
        to.max(0.0)
    }

    fn arrive(&mut self, delta: f64) -> bool {
        self.delta = delta;
        true
    }

    fn force(&self) -> f64 {
        self.normal.elastic(self.delta)
    }

    fn least(&self, _: f64, _: f64) -> f64 {
        0.0
    }

    fn limit(&self, delta: f64) -> f64 {
        self.shear.friction * self.normal.elastic(delta)
    }

    fn stiffness(&self, delta: f64) -> f64 {
        self.shear.stiffness(delta)
    }

    fn mean_stiffness(&self, d0: f64, d: f64) -> f64 {
        mean_power(&self.shear, d0, d)
    }

    fn growth(&self, delta: f64, rise: f64) -> f64 {
        if delta > 0.0 { self.shear.gamma * rise / delta } else { 0.0 }
    }

    fn yielding(&self, delta: f64, rise: f64, stretch: bool) -> f64 {
        let (n, shear) = (&self.normal, &self.shear);
        let power = if stretch { n.alpha - shear.gamma } else { n.alpha };
        let shape = libm::pow(delta.max(f64::MIN_POSITIVE), n.alpha - shear.gamma - 1.0);
        shear.friction * n.K / shear.S * power * shape * rise
    }
}

/// Mean of `S delta^gamma` between two overlaps, without cancellation where they are almost equal.
fn mean_power(shear: &ShearForce, d0: f64, d: f64) -> f64 {
    let power = shear.gamma + 1.0;
    let ratio = (d - d0) / d0;
    if d == d0 {
        shear.stiffness(d)
    } else if d0 > 0.0 && ratio.abs() < 0.5 {
        shear.stiffness(d0) * libm::expm1(power * libm::log1p(ratio)) / (power * ratio)
    } else {
        shear.S * (libm::pow(d, power) - libm::pow(d0, power)) / (power * (d - d0))
    }
}

/// A law with branches: the branch of the present piece, and the memory of the law.
#[derive(Debug, Clone)]
pub(super) struct OnBranches<'a> {
    contact: &'a Branched,
    shear: ShearForce,
    pub history: History,
    /// The branch of the present piece; `None` while no force acts.
    piece: Option<Branch>,
    /// Largest tension so far, N.
    pub tension: f64,
}

/// Friction limit and stiffness at one point of a branch, each with its derivative by the overlap.
struct Spot {
    /// Friction limit, N.
    limit: [f64; 2],
    /// Stiffness of the tangential spring, N/m.
    stiffness: [f64; 2],
}

impl<'a> OnBranches<'a> {
    /// Bodies that are not in contact yet.
    pub fn new(contact: &'a Branched, shear: &ShearForce) -> Self {
        let (branch, q) = contact.law.touch(0.0);
        let history = History::new(0.0, contact.law.spot(&branch, q).overlap);
        Self { contact, shear: *shear, history, piece: None, tension: 0.0 }
    }

    /// The residual overlap on unloading from the present state, m; `None` for a law without plasticity.
    pub fn residual(&self) -> Option<f64> {
        let law = &self.contact.law;
        let (branch, q) = self.history.place()?;
        let (turned, _) = law.turned(&branch, q);
        law.residual(&turned)
    }

    fn spot(&self, delta: f64) -> Option<Spot> {
        let (law, branch, shear) = (&self.contact.law, self.piece?, &self.shear);
        let q = law.place(&branch, delta);
        let spot = law.spot(&branch, q);
        let [added, rises] = law.added_to_limit(shear.limit, &branch, q);
        let side = match shear.limit {
            FrictionLimit::Total => f64::from(spot.force > 0.0),
            FrictionLimit::Absolute => spot.force.signum(),
            FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive => 1.0,
        };
        let limit = [spot.force * side + added, (spot.slope * side + rises) / spot.rate].map(|N| shear.friction * N);
        let [width, widens] = law.hertz_overlap(&branch, q);
        let k_t = shear.stiffness(width);
        let grows = if k_t > 0.0 { shear.gamma * k_t / width * widens / spot.rate } else { 0.0 };
        Some(Spot { limit, stiffness: [if shear.gamma == 0.0 { shear.S } else { k_t }, grows] })
    }

    /// The overlap of zero force on a branch, before `end`, m: a limit that depends on the total force has a kink there.
    fn kink(&self, branch: &Branch, end: f64) -> Option<f64> {
        if self.shear.friction == 0.0 || self.shear.limit.is_elastic() {
            return None;
        }
        let (law, last) = (&self.contact.law, self.history.last);
        let force = |delta: f64| law.spot(branch, law.place(branch, delta)).force;
        if force(last) * force(end) >= 0.0 {
            return None;
        }
        let rises = force(end) > 0.0;
        let [zero, _] = halved([last, end], HALVINGS, |delta| (force(delta) > 0.0) == rises);
        let margin = MARGIN * (end - last).abs();
        ((zero - last).abs() > margin && (end - zero).abs() > margin).then_some(zero)
    }

    /// The overlap with the normal force `N`, m: a larger one where the present force is smaller, else one on unloading.
    fn pressed(&self, N: f64) -> Option<f64> {
        let (law, history) = (&*self.contact.law, &self.history);
        let force = |overlap: f64| {
            let mut there = *history;
            there.advance(law, overlap);
            there.force(law)
        };
        let deeper = history.force(law) < N;
        let mut far = history.last;
        let mut step = if deeper { f64::MIN_POSITIVE.sqrt().max(1e-9 * far.abs()) } else { -1e-9 * far.abs() };
        while (force(far) < N) == deeper {
            far += step;
            step *= 2.0;
            if !far.is_finite() || far < -history.last.abs() {
                return None;
            }
        }
        Some(halved([history.last, far], HALVINGS, |overlap| (force(overlap) < N) != deeper)[1])
    }
}

impl Load for OnBranches<'_> {
    fn overlap(&self, press: Press) -> Result<f64, SolveError> {
        match press {
            Press::Overlap(delta) => Ok(delta),
            Press::Force(N) => {
                self.pressed(N).ok_or_else(|| lacks(&format!("no overlap gives a normal force of {N:e} N")))
            }
        }
    }

    fn set_out(&mut self, to: f64) -> f64 {
        let (law, last) = (&*self.contact.law, self.history.last);
        let (touch, at) = law.touch(self.history.largest);
        let first = law.spot(&touch, at).overlap;
        let branch = match self.history.branch {
            Some(_) => self.history.piece(law, to),
            None if to > last && last >= first => Some((touch, law.above(&touch))),
            None => None,
        };
        self.piece = branch.map(|(branch, _)| branch);
        let Some((branch, exit)) = branch else { return if last < first { to.min(first) } else { to } };
        let end = exit.map_or(to, |exit| law.spot(&branch, exit.at).overlap);
        let end = if to > last { end.min(to) } else { end.max(to) };
        self.kink(&branch, end).unwrap_or(end)
    }

    fn arrive(&mut self, delta: f64) -> bool {
        let law = &*self.contact.law;
        if delta < self.history.last {
            self.tension = self.tension.max(pulled(law, &self.history, delta).unwrap_or_default());
        }
        self.history.advance(law, delta);
        self.history.branch.is_some()
    }

    fn force(&self) -> f64 {
        self.history.force(&*self.contact.law)
    }

    fn energies(&self) -> [f64; 3] {
        let [back, plastic] = self.history.energies(&*self.contact.law);
        let adhesive = self.history.adhesive;
        [back + plastic + adhesive, back, plastic + adhesive]
    }

    fn least(&self, from: f64, to: f64) -> f64 {
        from.min(to)
    }

    fn limit(&self, delta: f64) -> f64 {
        self.spot(delta).map_or(0.0, |spot| spot.limit[0].max(0.0))
    }

    fn stiffness(&self, delta: f64) -> f64 {
        self.spot(delta).map_or(0.0, |spot| spot.stiffness[0])
    }

    fn mean_stiffness(&self, d0: f64, d: f64) -> f64 {
        let Some(branch) = self.piece.filter(|_| d != d0) else { return self.stiffness(d) };
        let law = &self.contact.law;
        let [q0, q] = [d0, d].map(|delta| law.place(&branch, delta));
        if [q0, q].iter().all(|&q| law.hertz_overlap(&branch, q)[0] == law.spot(&branch, q).overlap) {
            return mean_power(&self.shear, d0, d);
        }
        let [sum] = panel(|x| {
            let q = q0 + (q - q0) * x;
            [self.shear.stiffness(law.hertz_overlap(&branch, q)[0]) * law.spot(&branch, q).rate]
        });
        sum * (q - q0) / (d - d0)
    }

    fn growth(&self, delta: f64, rise: f64) -> f64 {
        let grows = self.spot(delta).map(|spot| spot.stiffness).filter(|[k_t, _]| *k_t > 0.0);
        grows.map_or(0.0, |[k_t, change]| change / k_t * rise)
    }

    fn yielding(&self, delta: f64, rise: f64, stretch: bool) -> f64 {
        let Some(Spot { limit: [limit, change], stiffness: [k_t, grows] }) = self.spot(delta) else { return 0.0 };
        let change = if stretch { change - limit * grows / k_t } else { change };
        if rise == 0.0 { 0.0 } else { change / k_t * rise }
    }
}
