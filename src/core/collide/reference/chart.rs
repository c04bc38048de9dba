//! A law with branches as the normal half of a motion.
//!
//! Between two turning points the chart coordinate `q` is monotonic, so that a branch ends on a plane `q = const` and
//! every event occurs once.

use super::normal::{AfterTurn, ForceEnd, NormalMotion, TOUCH};
use super::scaled::{LawUnits, STUCK};
use crate::collide::error::CollisionError;
use crate::collide::ode::Control;
use crate::law::Dashpot;
use crate::law::branches::{Branch, Branched, Exit, Spot};
use crate::law::scene::Bodies;
use crate::law::shear::FrictionLimit;
use crate::numerics::{halved, raised, regular_power};

/// Part of the initial energy below which bodies that creep towards each other are at rest: rounding of the adhesion well.
const AT_REST: f64 = 1e-14;

/// A branch in one direction between two turning points, and the energy lost before it.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    pub contact: &'a Branched,
    branch: Branch,
    /// 1 during approach, -1 during separation.
    way: f64,
    exit: Option<Exit>,
    /// The law's own coordinate is `origin + unit q^power`: powers of the overlap are then smooth where the contact radius is 0.
    origin: f64,
    unit: f64,
    power: f64,
    /// Whether only the force changes the rate of approach.
    straight: bool,
    /// Power of the overlap with which the force rises from zero at touch; 0 where it jumps.
    rise: f64,
    /// What [`rate_margin`](Chart::rate_margin) lacks to be positive where it last passed zero: a branch that starts below would not be
    /// seen to end.
    slack: f64,
    pub scale: LawUnits,
    /// Powers of the tangential stiffness and of the tangential dashpot.
    gamma: f64,
    beta_t: f64,
    pub lost: LostEnergy,
}

impl<'a> Chart<'a> {
    /// The chart of bodies that touch at `speed` (m/s) and remember the overlap `largest` (m), and `q` at first touch.
    /// In the units of the chart the collision without its dashpot is of order one.
    ///
    /// # Errors
    /// When the numbers are not valid for a collision.
    pub fn new(
        contact: &'a Branched,
        largest: f64,
        bodies: &Bodies,
        speed: f64,
        [gamma, beta_t]: [f64; 2],
    ) -> Result<(Self, f64), CollisionError> {
        let m_star = bodies.m_star;
        let law = &*contact.law;
        let (branch, touch) = law.touch(largest);
        let impact = 0.5 * m_star * speed * speed;
        let fastest = (2.0 * (impact + law.well()) / m_star).sqrt();
        let unit = law.depth(impact).unwrap_or_else(|| deepest(contact, &branch, touch, impact));
        let length = law.spot(&branch, unit).overlap.abs();
        let scale = LawUnits::of(length, m_star, fastest);
        let sound = [unit, scale.speed, scale.time, scale.energy, scale.impulse];
        if let Some(value) = sound.into_iter().find(|unit| !(unit.is_finite() && *unit > 0.0)) {
            return Err(CollisionError::Number { name: "the scale of the collision", value });
        }
        let (exit, lost, straight) = (law.above(&branch), LostEnergy::default(), bodies.distance(0.0).is_infinite());
        let power = power(contact, &branch, touch, unit, [gamma, beta_t]);
        let branch = law.at_rate(&branch, touch, speed);
        let chart = Self {
            contact,
            branch,
            way: 1.0,
            exit,
            origin: 0.0,
            unit,
            power,
            straight,
            rise: 0.0,
            slack: 0.0,
            scale,
            gamma,
            beta_t,
            lost,
        };
        let at = chart.q(touch);
        Ok((Self { rise: chart.rise(at, speed / fastest), ..chart }, at))
    }

    /// The coordinate of the law's own chart at `q`.
    fn place(&self, q: f64) -> f64 {
        self.origin + self.unit * if self.power == 1.0 { q } else { raised(q, self.power) }
    }

    /// Derivative of that coordinate by `q`.
    fn stretch(&self, q: f64) -> f64 {
        self.unit * if self.power == 1.0 { 1.0 } else { self.power * raised(q, self.power - 1.0) }
    }

    /// `q` of a coordinate of the law's own chart.
    fn q(&self, place: f64) -> f64 {
        let part = (place - self.origin) / self.unit;
        if self.power == 1.0 { part } else { raised(part, 1.0 / self.power) }
    }

    /// The largest overlap that the law remembers, m.
    pub fn largest(&self) -> f64 {
        self.branch.largest
    }

    /// The contact at `q`, with its derivatives by `q`.
    fn spot(&self, q: f64) -> Spot {
        let (spot, stretch) = (self.contact.law.spot(&self.branch, self.place(q)), self.stretch(q));
        Spot { rate: spot.rate * stretch, slope: spot.slope * stretch, ..spot }
    }

    /// Force of the dashpot without units, and its derivatives by `q` and by `w`.
    fn drag(&self, q: f64, w: f64) -> [f64; 3] {
        let LawUnits { speed, force, .. } = self.scale;
        let [drag, by_q, by_w] = self.contact.drag(&self.branch, self.place(q), w * speed);
        [drag / force, by_q * self.stretch(q) / force, by_w * speed / force]
    }

    /// The overlap of a Hertz contact of the same radius, and its change with `q`, without units.
    pub fn width(&self, q: f64) -> [f64; 2] {
        let [width, rate] = self.contact.law.hertz_overlap(&self.branch, self.place(q));
        [width / self.scale.length, rate * self.stretch(q) / self.scale.length]
    }

    fn power(&self, q: f64, exponent: f64) -> f64 {
        if exponent == 0.0 { 1.0 } else { raised(self.width(q)[0].max(0.0), exponent) }
    }

    /// `d ln(width^exponent)/ds`
    fn growth(&self, q: f64, w: f64, exponent: f64) -> f64 {
        let [width, rate] = self.width(q);
        if exponent != 0.0 && width > 0.0 { exponent * rate / width * w } else { 0.0 }
    }

    /// `q`, limited to the branch: beyond its end the chart may turn back, and a zero of the force there is not an event.
    fn within(&self, q: f64) -> f64 {
        let Some(end) = self.end() else { return q };
        if self.way > 0.0 { q.min(end) } else { q.max(end) }
    }

    fn energy(&self, q: f64) -> f64 {
        self.contact.law.energy(&self.branch, self.place(q))
    }

    /// Falls through zero at the end of the branch.
    fn way_to_end(&self, q: f64) -> f64 {
        self.end().map_or(1.0, |end| self.way * (end - q))
    }

    /// Falls through zero where the rate changes the force to another function.
    fn rate_margin(&self, q: f64, w: f64) -> f64 {
        self.contact.law.rate_margin(&self.branch, self.place(q), w * self.scale.speed) + self.slack
    }

    /// Changes to a branch at a place in SI; the elastic energy that the new branch lacks is lost to plasticity.
    fn enter(&mut self, q: &mut f64, (next, at): (Branch, f64)) {
        self.lost.plastic += self.energy(*q) - self.contact.law.energy(&next, at);
        let law = &self.contact.law;
        self.exit = if self.way > 0.0 { law.above(&next) } else { Some(law.below(&next)) };
        self.branch = next;
        if self.power != 1.0 {
            // The origin is at zero overlap, or at zero contact radius for a law with a residual overlap.
            let origin = law.place(&next, 0.0);
            self.origin = if origin.is_finite() { origin } else { 0.0 };
        }
        *q = self.q(at);
    }

    /// Zero or less where a linear dashpot stops bodies before they separate: a speed below the line `v = C delta/(2 m*)`,
    /// `delta` from the end of the contact, stays below it while `F <= C^2 delta/(4 m*)`. If the force falls ever more slowly,
    /// the condition at `q` holds down to the end; for a force that is zero at the end, its slope there is checked too.
    fn trapped(&self, q: f64, w: f64) -> f64 {
        let (law, branch, Dashpot { C, beta }) = (&*self.contact.law, &self.branch, self.contact.dashpot);
        let end = law.below(branch);
        let [here, last] = [self.place(q), end.at].map(|at| law.spot(branch, at));
        let linear = beta == 0.0 && C != 0.0 && law.drag(branch, end.at, 0.0).is_none();
        if !(self.straight && linear) || end.next.is_some() || last.force > 0.0 {
            return 1.0;
        }
        let (m_star, delta) = (self.scale.energy / self.scale.speed.powi(2), here.overlap - last.overlap);
        let steep = if last.force < 0.0 || last.rate == 0.0 { 0.0 } else { last.slope / last.rate };
        let over_damped = C * C * delta - 4.0 * m_star * here.force.max(steep * delta);
        let below = C * delta + 2.0 * m_star * self.scale.speed * w;
        -(over_damped / (C * C)).min(below / C) / self.scale.length
    }

    /// Passes the largest overlap, with the energy (J) at first touch and the work of the dashpot (J) since.
    fn turns_outward(&mut self, q: &mut f64, energies: Option<[f64; 2]>) -> AfterTurn {
        let next = self.contact.law.turned(&self.branch, self.place(*q));
        self.way = -1.0;
        self.enter(q, next);
        let Some([impact, work]) = energies else { return AfterTurn::Goes };
        self.lost.rest = [self.energy(*q), work, self.lost.plastic];
        let (left, _) = self.lost.left(impact, work, self.contact.barrier(&self.branch), self.contact.law.well());
        if left <= STUCK * impact || self.trapped(*q, 0.0) <= 0.0 { AfterTurn::Stays } else { AfterTurn::Goes }
    }
}

/// `q` at which a branch has absorbed this energy (J) since `touch`.
fn deepest(contact: &Branched, branch: &Branch, touch: f64, energy: f64) -> f64 {
    let reaches = |q: f64| contact.law.energy(branch, q) >= energy;
    let mut deep = f64::MIN_POSITIVE.max(touch);
    let mut step = f64::MIN_POSITIVE.sqrt().max(1e-6 * touch);
    for _ in 0..2000 {
        if reaches(deep) {
            break;
        }
        deep += step;
        step *= 2.0;
    }
    halved([touch, deep], 60, reaches)[1]
}

impl NormalMotion for Chart<'_> {
    const PIECES: bool = true;

    fn overlap(&self, q: f64) -> f64 {
        self.contact.law.geometry(&self.branch, self.place(q))[0] / self.scale.length
    }

    fn off_touch(&self, q: f64, least: f64) -> f64 {
        if self.width(q)[0] > 0.0 && self.clock(q) > 0.0 { q } else { q.abs().max(least) }
    }

    fn clock(&self, q: f64) -> f64 {
        let [_, rate] = self.contact.law.geometry(&self.branch, self.place(q));
        rate * self.stretch(q) / self.scale.length
    }

    fn force(&self, q: f64, w: f64) -> [f64; 2] {
        let spot = self.spot(q);
        let [drag, ..] = self.drag(q, w);
        [spot.force / self.scale.force + drag, drag]
    }

    /// The force over the power of the overlap with which it rises from zero, so that it has a sign at touch too.
    fn divided_force(&self, q: f64, w: f64) -> f64 {
        let q = self.off_touch(self.within(q), TOUCH);
        self.force(q, w)[0] / if self.rise == 0.0 { 1.0 } else { raised(self.width(q)[0], self.rise) }
    }

    fn spring(&self, q: f64) -> f64 {
        self.power(q, self.gamma)
    }

    fn dashpot(&self, q: f64) -> f64 {
        self.power(q, self.beta_t)
    }

    fn over(&self, _: f64) -> f64 {
        1.0
    }

    fn elastic_rate(&self, q: f64, w: f64) -> f64 {
        self.spot(q).slope / self.scale.force * w
    }

    fn drag_rate(&self, q: f64, w: f64, approach: f64) -> f64 {
        let [_, by_q, by_w] = self.drag(q, w);
        by_q * w + by_w * self.clock(q) * approach
    }

    fn spring_rate(&self, q: f64) -> f64 {
        self.spring(q) * self.clock(q)
    }

    fn dashpot_rates(&self, q: f64, w: f64) -> [f64; 2] {
        let dashpot = self.dashpot(q);
        [dashpot * self.growth(q, w, self.beta_t), dashpot * self.clock(q)]
    }

    fn softens(&self, q: f64, w: f64) -> f64 {
        self.growth(q, w, self.gamma)
    }

    fn held(&self, q: f64, w: f64, total: bool) -> f64 {
        let [force, drag] = self.force(q, w);
        if total { force } else { force - drag }
    }

    fn added_to_limit(&self, limit: FrictionLimit, q: f64, w: f64) -> [f64; 2] {
        let [added, rate] = self.contact.law.added_to_limit(limit, &self.branch, self.place(q));
        [added / self.scale.force, rate * self.stretch(q) / self.scale.force * w]
    }

    fn held_dashpot(&self, q: f64) -> f64 {
        self.dashpot(q)
    }

    fn softened(&self, [squared, stiffness]: [f64; 2], q: f64, w: f64) -> f64 {
        squared / stiffness * self.growth(q, w, self.gamma)
    }

    fn rates_by_s(&self, q: f64, w: f64, _: [f64; 2], approach: f64) -> [f64; 2] {
        [self.elastic_rate(q, w), self.drag_rate(q, w, approach)]
    }

    fn ending(&self, _: bool) -> ForceEnd {
        let (branch, touch) = self.contact.law.touch(self.branch.largest);
        let [width, _] = self.contact.law.hertz_overlap(&branch, touch);
        let Dashpot { C, beta } = self.contact.dashpot;
        let drags = C != 0.0 && 2.0 * beta < self.gamma - 1e-12;
        let leaves_force =
            self.gamma > 0.0 && width == 0.0 && (drags || self.contact.law.spot(&branch, touch).force < 0.0);
        ForceEnd {
            pulls: !self.contact.law.never_pulls(),
            may_turn_to_pull: true,
            deleted_by_force: false,
            may_never_turn: false,
            stays_clamped: false,
            force_ends_first: true,
            leaves_force,
            mixes: leaves_force,
        }
    }

    fn end(&self) -> Option<f64> {
        self.exit.map(|exit| self.q(exit.at))
    }

    fn left(&self, q: f64, w: f64) -> f64 {
        self.way_to_end(q).min(self.rate_margin(q, w))
    }

    fn peak(&self, rate: f64) -> f64 {
        self.way * rate
    }

    /// Positive during separation while a damped contact has enough energy to end, during approach while it has any energy.
    fn unspent(&self, q: f64, w: f64, _: f64) -> f64 {
        if self.contact.dashpot.C == 0.0 {
            return 1.0;
        }
        let (unit, law) = (0.5 * self.scale.energy, &self.contact.law);
        let energy = self.energy(q) / unit + w * w;
        if self.way < 0.0 {
            return self.trapped(q, w).min(energy - self.contact.barrier(&self.branch) / unit - STUCK);
        }
        energy + law.well() / unit - AT_REST
    }

    fn necked(&self, q: f64) -> f64 {
        if self.way < 0.0 { self.overlap(self.within(q)) } else { 1.0 }
    }

    fn spent(&self, _: f64, _: f64) -> f64 {
        0.0
    }

    fn coasts(&self, q: f64) -> bool {
        let Spot { force, slope, .. } = self.contact.law.spot(&self.branch, self.place(q));
        force == 0.0 && slope == 0.0 && self.contact.dashpot.C == 0.0
    }

    /// Where overlap and force go to zero together, rounding causes spurious events just before.
    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool {
        if ended && self.rate_margin(*q, w) < self.way_to_end(*q) {
            self.branch = self.contact.law.past_rate(&self.branch, self.place(*q), w * self.scale.speed);
            self.slack = 0.0;
            self.slack = (-2.0 * self.rate_margin(*q, w)).max(0.0);
            return false;
        }
        let Some(exit) = self.exit else { return false };
        let end = self.q(exit.at);
        let fades = || w < 0.0 && exit.next.is_none() && self.way_to_end(*q) <= TOUCH && self.clock(end) == 0.0;
        if !(ended || fades()) {
            return false;
        }
        if let Some(next) = exit.next {
            self.enter(q, next);
            self.branch = self.contact.law.at_rate(&self.branch, self.place(*q), w * self.scale.speed);
            self.slack = 0.0;
            return false;
        }
        *q = end;
        self.lost.adhesive = self.energy(*q);
        self.lost.residual = self.contact.law.residual(&self.branch);
        true
    }

    /// Bodies that turn back during separation stay together: a passive contact then lacks the energy to end, except
    /// for energy from their spins, and for the rounding error of a deep adhesion well.
    fn turns(&mut self, q: &mut f64, energies: Option<[f64; 2]>) -> AfterTurn {
        if self.way > 0.0 {
            return self.turns_outward(q, energies);
        }
        let Some([impact, work]) = energies else { return AfterTurn::Stays };
        let (next, at) = self.contact.law.turned_back(&self.branch, self.place(*q));
        let plastic = self.lost.plastic + self.energy(*q) - self.contact.law.energy(&next, at);
        let lost = LostEnergy { plastic, adhesive: self.contact.barrier(&next), ..self.lost };
        let (left, _) = lost.left(impact, work, lost.adhesive, self.contact.law.well());
        if left <= STUCK * impact {
            return AfterTurn::Stays;
        }
        // Slower than the rounding error of the well energy: the bodies are at rest where the contact ends.
        self.lost = LostEnergy { residual: self.contact.law.residual(&self.branch), ..lost };
        AfterTurn::Ends
    }
}

/// The power of the chart coordinate that makes the exponents of dashpot, tangential stiffness and tangential dashpot
/// whole numbers where the bodies touch with zero contact radius.
fn power(contact: &Branched, branch: &Branch, touch: f64, unit: f64, along: [f64; 2]) -> f64 {
    let width = |q: f64| contact.law.hertz_overlap(branch, q);
    if touch != 0.0 || width(touch)[0] != 0.0 {
        return 1.0;
    }
    let near = TOUCH * unit;
    let [overlap, rate] = width(near);
    let own = (4.0 * near * rate / overlap).round() / 4.0;
    let normal = if contact.dashpot.C == 0.0 { 0.0 } else { contact.dashpot.beta };
    let [gamma, beta_t] = along;
    let mut exponents = vec![own * normal, own * gamma, own * beta_t];
    exponents.extend(contact.law.exponents().iter().map(|exponent| own * exponent));
    regular_power(&exponents)
}

impl Chart<'_> {
    /// Leading power of the overlap in a force next to touch (`q = 0`): exponent and coefficient.
    pub fn leading(&self, force: impl Fn(f64) -> f64) -> (f64, f64) {
        let [near, far] = [TOUCH, 2.0 * TOUCH].map(|q| (self.width(q)[0], force(q)));
        if near.1 == 0.0 {
            return (f64::INFINITY, 0.0);
        }
        let exponent = (4.0 * libm::log(far.1 / near.1) / libm::log(far.0 / near.0)).round() / 4.0;
        (exponent, near.1.abs() / raised(near.0, exponent))
    }

    /// The power of the overlap with which elastic force and dashpot rise from zero at `q`; 0 where the force jumps.
    fn rise(&self, q: f64, w: f64) -> f64 {
        if q != 0.0 || self.width(q)[0] != 0.0 || self.force(q, w)[0] != 0.0 {
            return 0.0;
        }
        let [(elastic, _), (drag, _)] = [0, 1].map(|part| {
            self.leading(|q| {
                let [total, drag] = self.force(q, w);
                [total - drag, drag][part]
            })
        });
        let rise = elastic.min(drag);
        if rise.is_finite() { rise } else { 0.0 }
    }
}

/// Rate of separation over the largest speed below which it is computed from the remaining energy: the integrated speed
/// is accurate only to the rounding of the energy.
const SLOW: f64 = 0.1;

/// Largest difference of the energies at the end, integrated and by balance, in tolerances: two passes of some hundred steps.
const AGREEMENT: f64 = 100.0;

/// Energy lost to the law so far, J, and the residual overlap, m.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LostEnergy {
    pub plastic: f64,
    pub adhesive: f64,
    pub residual: Option<f64>,
    /// Where the bodies last were at rest: elastic energy, work of the dashpot and plastic work until then, J.
    pub rest: [f64; 3],
}

impl LostEnergy {
    /// Kinetic energy after `work` of the dashpot, at the elastic energy `elastic`, and the sum of the magnitudes of
    /// its terms, J: counted from first touch, with the energy `impact`, or from the last rest, whichever cancels less.
    pub fn left(&self, impact: f64, work: f64, elastic: f64, well: f64) -> (f64, f64) {
        let [kept, before, plastic] = self.rest;
        let since = [work - before, self.plastic - plastic, elastic];
        let whole = [work, self.plastic, elastic];
        let size = |from: f64, spent: [f64; 3]| from + spent.into_iter().map(f64::abs).sum::<f64>();
        let (start, rest) = (size(impact, whole), size(kept.abs() + well, since));
        if start <= rest {
            (impact - whole.into_iter().sum::<f64>(), start)
        } else {
            (kept - since.into_iter().sum::<f64>(), rest)
        }
    }

    /// Rate of separation (m/s) at the end of a contact of an effective mass (kg), from the integrated speed and from
    /// the energy `impact` (J) at first touch minus the losses; and the uncertainty (m/s) of this choice.
    pub fn parting(
        &self,
        integrated: f64,
        m_star: f64,
        work: f64,
        [impact, well]: [f64; 2],
        control: &Control,
    ) -> [f64; 2] {
        let (energy, size) = self.left(impact, work, self.adhesive, well);
        let by_energy = (2.0 * energy.max(0.0) / m_star).sqrt();
        let whole = impact + well;
        let least = AGREEMENT * control.tolerance;
        // After a strong dashpot less energy remains than the error of its work: then the integrated speed is better.
        if energy <= least * work.abs() || integrated >= SLOW * (2.0 * whole / m_star).sqrt() {
            return [integrated, 0.0];
        }
        // The two values have to agree within the integration error of the energy: an energy function that is not the
        // integral of the force must not be used.
        if (0.5 * m_star * integrated * integrated - energy).abs() <= least * whole {
            [by_energy, 8.0 * f64::EPSILON * size / (m_star * by_energy)]
        } else {
            [integrated, (by_energy - integrated).abs()]
        }
    }
}
