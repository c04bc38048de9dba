//! One oblique impact in 32 digits, by Taylor series of the motion between two events. Nothing is shared with the program
//! but the law's text, and its words for levers, limits and forms.
//!
//! Beside `q`, `w` and the time of [`crate::exact::taylor`] there are the velocity `v` along the contact, the surface speeds
//! `o_i = omega_i r_i`, what the spring remembers and the angle of the line of centres, all in units of `L`, `v_n`, `T`:
//! `w' = -t'(N + v^2 k)`, `v' = t'(w v k - F)`, `o_i' = t' c_i B_i F`, `k` one over the distance of the centres and
//! `B_i` the arm of the torque over the radius.

mod events;
mod series;
mod step;

use collisionbench::law::Ends;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, WhileSliding};
use step::Step;

use crate::exact::double::Double;
use crate::exact::taylor::{ORDER, SMALL, Series, at, product, slope};

pub use events::impact;
use series::{d, falls, integral, inverse, plus, scaled, stripped, times};

const ZERO: Series = [Double::ZERO; ORDER + 1];
/// Part of a series below which a coefficient is rounding.
const NOTHING: f64 = 1e-24;
/// Events and steps after which an impact is given up.
const MOST: [usize; 2] = [400, 20_000];

/// An impact without units. Exponents in `r`-ths of the overlap.
#[derive(Debug, Clone)]
pub struct Problem {
    pub r: u32,
    pub alpha: u32,
    pub beta: u32,
    pub gamma: u32,
    /// Of the tangential dashpot.
    pub beta_t: u32,
    pub g: Double,
    pub kappa: Double,
    pub c: Double,
    pub mu: Double,
    pub ends: Ends,
    pub form: Form,
    pub limit: FrictionLimit,
    pub sliding: WhileSliding,
    /// In the slip and in the torque.
    pub arms: [Arm; 2],
    /// `m* r_i^2/I_i` and `L/r_i`; 0 for a wall.
    pub agility: [Double; 2],
    pub flat: [Double; 2],
    /// `L/(r_1 + r_2)`; 0 at a wall.
    pub near: Double,
}

/// Where it is at one moment.
#[derive(Debug, Clone, Copy)]
pub struct State {
    pub time: Double,
    pub q: Double,
    pub w: Double,
    pub v: Double,
    pub o: [Double; 2],
    /// Stretch or force of the spring.
    pub memory: Double,
    pub angle: Double,
    pub force: Double,
}

/// What an impact does. Works in units of `m v_n^2`.
#[derive(Debug, Clone)]
pub struct Impact {
    pub turning: State,
    pub peak: State,
    /// Where the normal force falls to zero before the overlap does.
    pub zero_force: Option<State>,
    pub end: State,
    pub deleted: bool,
    pub slip: Double,
    pub normal_dashpot: Double,
    pub friction: Double,
    pub dashpot: Double,
    pub created: Double,
    /// Left in the tangential spring at the end.
    pub shear_strain: Double,
    /// Angular momentum that arms make, in units of `m v_n L`.
    pub twist: Double,
    /// Surfaces stuck and slid so many times.
    pub changes: usize,
}

/// Why an impact is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// The bodies do not part.
    Stays,
    /// A dropped dashpot: neither sticking nor slipping lasts.
    Held,
    /// Too many steps or events.
    Long,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Slide {
    Stick,
    Slip(f64),
    Loose,
}

#[derive(Debug, Clone, Copy)]
struct Branch {
    pushes: bool,
    hold: f64,
    stretch: bool,
    slide: Slide,
}

impl Problem {
    fn wall(&self) -> bool {
        self.near.hi == 0.0
    }

    fn capped(&self) -> bool {
        self.c.hi > 0.0 && self.sliding == WhileSliding::Capped
    }

    fn pulled(&self) -> bool {
        self.limit == FrictionLimit::Absolute && self.ends.pulls() && self.g.hi > 0.0
    }

    fn is_spring(&self) -> bool {
        matches!(self.form, Form::Total | Form::Incremental | Form::Rescaled)
    }

    /// Whether the ledger gives friction all that the spring does not take while the surfaces slip.
    fn lumps(&self) -> bool {
        self.capped() || self.pulled()
    }

    /// Whether the spring's energy has no bound at touch.
    fn unbounded(&self) -> bool {
        let slower = |beta: u32| 2 * beta < self.gamma;
        self.is_spring() && ((self.capped() && slower(self.beta_t)) || (self.pulled() && slower(self.beta)))
    }

    /// An arm over the radius of body `i` and its slope by the overlap, of one order in `s`.
    pub fn arm(&self, kind: Arm, i: usize, [one, xi, j, jj]: [Double; 4]) -> [Double; 2] {
        if i == 1 && self.wall() {
            return [Double::ZERO; 2];
        }
        let (flat, near) = (self.flat[i], self.near);
        match kind {
            Arm::Radius => [one, Double::ZERO],
            Arm::HalfOverlap => [one - flat * xi / d(2.0), -(flat / d(2.0)) * one],
            Arm::Proportional => [one - near * xi, -near * one],
            Arm::Plane if !self.wall() => {
                // (d^2 + r^2 - r_o^2)/(2 d r), d = (r + r_o)(1 - near xi).
                let half = flat / near / d(2.0);
                let rest = Double::ONE - half;
                [half * (one - near * xi) + rest * j, -(half * near) * one + rest * near * jj]
            }
            Arm::Overlap | Arm::Plane => [one - flat * xi, -flat * one],
        }
    }

    fn expand(&self, branch: &Branch, y: &State) -> Step {
        let (r, mu) = (self.r as usize, self.mu);
        let top = [self.alpha, self.beta, self.gamma, self.beta_t, self.r].into_iter().max().unwrap_or(1) as usize;
        let mut powers = vec![ZERO; top + 1];
        powers[0][0] = Double::ONE;
        let mut s = Step {
            q: ZERO,
            w: ZERO,
            v: ZERO,
            o: [ZERO; 2],
            memory: ZERO,
            time: ZERO,
            angle: ZERO,
            powers,
            clock: ZERO,
            elastic: ZERO,
            drag: ZERO,
            normal: ZERO,
            limit: ZERO,
            slip: ZERO,
            through: ZERO,
            damp: ZERO,
            force: ZERO,
            spring: ZERO,
            dash: ZERO,
            lever: ZERO,
        };
        (s.q[0], s.w[0], s.v[0], s.memory[0]) = (y.q, y.w, y.v, y.memory);
        (s.time[0], s.angle[0], s.o[0][0], s.o[1][0]) = (y.time, y.angle, y.o[0], y.o[1]);
        let (mut j, mut jj, mut bend, mut drive) = (ZERO, ZERO, ZERO, ZERO);
        let (mut slips, mut torques, mut slopes) = ([ZERO; 2], [ZERO; 2], [ZERO; 2]);
        let (mut vv, mut wv, mut wo, mut turned, mut along) = (ZERO, ZERO, [ZERO; 2], [ZERO; 2], ZERO);
        let (mut give, mut pushed, mut stiff, mut swung) = (ZERO, ZERO, ZERO, ZERO);
        for k in 0..=ORDER {
            for n in 1..=top {
                s.powers[n][k] = product(&s.powers[n - 1], &s.q, k);
            }
            let one = if k == 0 { Double::ONE } else { Double::ZERO };
            let xi = s.powers[r][k];
            // 1/(1 - near xi), and its square.
            let earlier = (1..=k).fold(Double::ZERO, |sum, i| sum + s.powers[r][i] * j[k - i]);
            j[k] = (one + self.near * earlier) / (Double::ONE - self.near * s.powers[r][0]);
            jj[k] = product(&j, &j, k);
            bend[k] = self.near * j[k];
            for i in 0..2 {
                [slips[i][k], slopes[i][k]] = self.arm(self.arms[0], i, [one, xi, j[k], jj[k]]);
                [torques[i][k], _] = self.arm(self.arms[1], i, [one, xi, j[k], jj[k]]);
            }
            // In units of L: r_i/L is one over `flat`.
            let distance = if self.wall() { one / self.flat[0] } else { one / self.near } - xi;
            let arm = |i: usize| if self.flat[i].hi == 0.0 { Double::ZERO } else { torques[i][k] / self.flat[i] };
            s.lever[k] = arm(0) + arm(1) - distance;
            s.clock[k] = d(f64::from(self.r)) * s.powers[r - 1][k];
            s.elastic[k] = s.powers[self.alpha as usize][k];
            s.drag[k] = self.g * product(&s.powers[self.beta as usize], &s.w, k);
            let total = s.elastic[k] + s.drag[k];
            s.normal[k] = if branch.pushes { total } else { Double::ZERO };
            s.limit[k] = match self.limit {
                FrictionLimit::Elastic => mu * s.elastic[k],
                _ => mu * d(branch.hold) * s.normal[k],
            };
            let surface = |arms: &[Series; 2], s: &Step| product(&arms[0], &s.o[0], k) + product(&arms[1], &s.o[1], k);
            s.slip[k] = s.v[k] - surface(&slips, &s);
            s.through[k] = s.v[k] - surface(&torques, &s);
            s.damp[k] = self.c * product(&s.powers[self.beta_t as usize], &s.slip, k);
            vv[k] = product(&s.v, &s.v, k);
            wv[k] = product(&s.w, &s.v, k);
            let swing = product(&wv, &bend, k);
            let (none, damp, limit) = (Double::ZERO, s.damp[k], s.limit[k]);
            [s.force[k], s.spring[k], s.dash[k]] = match (branch.slide, self.form) {
                (Slide::Loose, _) => match self.sliding {
                    WhileSliding::Capped => [none, -damp, none],
                    WhileSliding::Added => [damp, none, damp],
                    WhileSliding::Dropped => [none; 3],
                },
                (Slide::Slip(sign), _) => {
                    let held = d(sign) * limit;
                    match self.sliding {
                        WhileSliding::Capped => [held, held - damp, damp],
                        WhileSliding::Added => [held + damp, held, damp],
                        WhileSliding::Dropped => [held, held, none],
                    }
                }
                (Slide::Stick, Form::Coulomb) => {
                    let mut free = swing;
                    give[k] = one;
                    for i in 0..2 {
                        wo[i][k] = product(&s.w, &s.o[i], k);
                        free = free - product(&slopes[i], &wo[i], k);
                        give[k] = give[k] + self.agility[i] * product(&slips[i], &torques[i], k);
                    }
                    let known = (1..=k).fold(none, |sum, i| sum + give[i] * s.force[k - i]);
                    [(free - known) / give[0], none, none]
                }
                (Slide::Stick, _) => {
                    let stretched = self.kappa * product(&s.powers[self.gamma as usize], &s.memory, k);
                    let spring = if branch.stretch { stretched } else { s.memory[k] };
                    [spring + damp, spring, damp]
                }
            };
            drive[k] = s.normal[k] + product(&vv, &bend, k);
            along[k] = swing - s.force[k];
            swung[k] = product(&s.v, &bend, k);
            stiff[k] = self.kappa * product(&s.powers[self.gamma as usize], &s.slip, k);
            pushed[k] = if branch.stretch { s.slip[k] } else { stiff[k] };
            for (turned, arm) in turned.iter_mut().zip(&torques) {
                turned[k] = product(arm, &s.force, k);
            }
            if k == ORDER {
                break;
            }
            let by = d((k + 1) as f64);
            s.q[k + 1] = s.w[k] / by;
            s.w[k + 1] = -(product(&s.clock, &drive, k) / by);
            s.v[k + 1] = product(&s.clock, &along, k) / by;
            for (i, torque) in turned.iter().enumerate() {
                s.o[i][k + 1] = self.agility[i] * product(&s.clock, torque, k) / by;
            }
            if branch.slide == Slide::Stick && self.is_spring() {
                s.memory[k + 1] = product(&s.clock, &pushed, k) / by;
            }
            s.time[k + 1] = s.clock[k] / by;
            s.angle[k + 1] = product(&s.clock, &swung, k) / by;
        }
        s
    }

    /// How much faster than its limit the force would grow if the surfaces stuck, by `s` and times `q`.
    fn excess(&self, branch: &Branch, s: &Step, sign: f64) -> Series {
        let stiff = times(&s.powers[self.gamma as usize], &s.slip);
        let mut rate = scaled(&times(&s.q, &times(&s.clock, &stiff)), self.kappa);
        if branch.stretch && self.gamma > 0 {
            rate = plus(&rate, &times(&s.w, &s.spring), d(f64::from(self.gamma)));
        }
        if self.capped() {
            rate = plus(&rate, &times(&s.q, &slope(&s.damp)), Double::ONE);
        }
        plus(&scaled(&rate, d(sign)), &times(&s.q, &slope(&s.limit)), d(-1.0))
    }

    /// Energy in the spring.
    fn stored(&self, branch: &Branch, s: &Step, h: Double) -> Double {
        if !self.is_spring() || self.unbounded() {
            return Double::ZERO;
        }
        let stiffness = self.kappa * at(&s.powers[self.gamma as usize], h);
        let half = d(0.5);
        if branch.slide == Slide::Stick && branch.stretch {
            let stretch = at(&s.memory, h);
            return half * stiffness * stretch * stretch;
        }
        if at(&s.q, h).value().abs() > 1e-20 || (self.gamma == 0 && stiffness.hi > 0.0) {
            let spring = at(&s.spring, h);
            return half * spring * spring / stiffness;
        }
        // At touch: what falls as the root of the stiffness does.
        let mut left = Double::ZERO;
        if let Slide::Slip(sign) = branch.slide
            && 2 * self.beta == self.gamma
            && self.limit != FrictionLimit::Elastic
            && branch.pushes
        {
            left = d(sign * branch.hold) * self.mu * self.g * at(&s.w, h);
        }
        if self.capped() && 2 * self.beta_t == self.gamma && branch.slide != Slide::Stick {
            left = left - self.c * at(&s.slip, h);
        }
        half * left * left / self.kappa
    }

    /// `T^2 k'/(2 k^2)` by `s` while the spring is at `mu N`.
    fn softens(&self, branch: &Branch, s: &Step) -> Series {
        let (a, b, e) = (self.alpha as i32, self.beta as i32, self.gamma as i32);
        let around = self.limit != FrictionLimit::Elastic && self.g.hi > 0.0;
        let inverse = if s.q[0].value() > 0.0 { inverse(&s.q) } else { ZERO };
        let power = |n: i32| {
            let mut x = ZERO;
            x[0] = Double::ONE;
            (0..n.abs()).fold(x, |x, _| times(&x, if n > 0 { &s.q } else { &inverse }))
        };
        let mut sum = power(2 * a - e - 1);
        if around {
            let cross = times(&power(a + b - e - 1), &s.w);
            sum = plus(&sum, &cross, d(2.0) * self.g);
            sum = plus(&sum, &times(&power(2 * b - e - 1), &times(&s.w, &s.w)), self.g * self.g);
        }
        let hold = if self.limit == FrictionLimit::Elastic || branch.pushes { 1.0 } else { 0.0 };
        let factor = d(hold * 0.5 * f64::from(self.gamma)) * self.mu * self.mu / self.kappa;
        scaled(&times(&s.w, &sum), factor)
    }

    /// Whether [`softens`](Self::softens) has a pole at touch.
    fn has_pole(&self) -> bool {
        let around = self.limit != FrictionLimit::Elastic && self.g.hi > 0.0;
        around && self.gamma > 0 && (2 * self.beta).min(self.alpha + self.beta) < self.gamma + 1
    }

    fn remembered(&self, branch: &Branch, s: &Step, h: Double) -> Double {
        let spring = at(&s.spring, h);
        if branch.stretch { spring / (self.kappa * at(&s.powers[self.gamma as usize], h)) } else { spring }
    }

    /// The slider at first touch: it sticks if the force stays within its limit, and else slips to the side to which the
    /// force would outgrow it; where it would to neither, it sticks at the limit.
    fn begin(&self, branch: &Branch, y: &mut State) -> Slide {
        if self.form == Form::Frictionless || self.mu.hi == 0.0 {
            return Slide::Loose;
        }
        let h = 1e-3;
        let to = |slide: Slide| Branch { slide, ..*branch };
        let stuck = self.expand(&to(Slide::Stick), y);
        if self.form == Form::Coulomb {
            return Slide::Slip(stuck.slip[0].value().signum());
        }
        let asked = if self.capped() { stuck.force } else { stuck.spring };
        let within = |sign: f64| stripped(&plus(&stuck.limit, &asked, d(sign)), h)[0].value() >= 0.0;
        if within(1.0) && within(-1.0) {
            return Slide::Stick;
        }
        let way = stuck.slip[0].value().signum();
        for sign in [way, -way] {
            let slips = to(Slide::Slip(sign));
            if stripped(&self.excess(&slips, &self.expand(&slips, y), sign), h)[0].value() > 0.0 {
                return Slide::Slip(sign);
            }
        }
        // Of a limit that is not zero at touch the force is at it.
        if branch.stretch {
            if self.beta_t == self.gamma {
                let held = if self.gamma == 0 { d(way) * stuck.limit[0] } else { Double::ZERO };
                y.memory = (held - self.c * stuck.slip[0]) / self.kappa;
            }
        } else {
            y.memory = d(way) * stuck.limit[0] - stuck.damp[0];
        }
        Slide::Stick
    }
}
