//! The equations of motion of the judge: two rigid bodies, Cartesian vectors in the axes of first touch, which stand still.
//!
//! With `y` the displacement of body 1 from body 2 since first touch, `n` from body 2 to body 1 and `T` the tangential force that
//! resists the slip of body 1:
//!
//! `m* y'' = N n - T`, `I_i w_i' = l_i n x T`, `v_s = v - (n.v) n - (a_1 w_1 + a_2 w_2) x n`.
//!
//! What the spring remembers turns with `O = n x n' + ((w_1 + w_2).n/2) n`: of a force `f' = O x f + k v_s`, of a stretch
//! `s' = O x s + v_s`. While the surfaces slip the force within the limit is `L e`, and the spring's rate of slip is along `e`
//! (return mapping): `L (e' - O x e) = g - (g.e) e`, `g` the rate at which the held force would change but for `e`. Where `L` goes to zero
//! `e` is along `g`.

use collisionbench::law::shear::{Arm, Form, FrictionLimit, WhileSliding};
use nalgebra::Vector3;

use super::laws::{Law, Leg, Point};

pub type Vector = Vector3<f64>;

/// Places in the state: `q`, displacement, velocity, spins, memory or direction, time, works of the normal dashpot and of the
/// tangential force.
pub const Q: usize = 0;
pub const PLACE: usize = 1;
pub const SPEED: usize = 4;
pub const SPIN: [usize; 2] = [7, 10];
pub const MEMORY: usize = 13;
pub const TIME: usize = 16;
pub const DASHED: usize = 17;
pub const WORK: usize = 18;
pub const N: usize = 19;
pub type State = [f64; N];

pub fn vector(y: &State, at: usize) -> Vector {
    Vector::new(y[at], y[at + 1], y[at + 2])
}

pub fn put(y: &mut State, at: usize, v: &Vector) {
    y[at..at + 3].copy_from_slice(v.as_slice());
}

/// A collision in numbers, SI.
#[derive(Debug, Clone, Copy)]
pub struct World {
    pub m: f64,
    pub radius: [f64; 2],
    pub inertia: [f64; 2],
    /// Rate of approach, and velocity along `t`.
    pub speed: [f64; 2],
    /// Along `n`, `t`, `b`.
    pub spin: [[f64; 3]; 2],
    pub law: Law,
    /// `C width^beta w`
    pub drag: [f64; 2],
    /// Whether the normal force is cut at zero as the bodies part, and whether the contact ends there.
    pub clamps: bool,
    pub ends_at_zero_force: bool,
    /// A length of the order of the largest overlap.
    pub unit: f64,
    pub form: Form,
    /// `k = S width^gamma`
    pub S: f64,
    pub gamma: f64,
    pub friction: f64,
    pub limit: FrictionLimit,
    pub pull_off: f64,
    /// `c = C width^beta`, N s/m
    pub dashpot: [f64; 2],
    pub sliding: WhileSliding,
    pub arms: Arm,
    pub levers: Arm,
    /// Whether the spring turns about the normal with the mean spin.
    pub twists: bool,
    pub wrong: Wrong,
}

/// Deliberate mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    None,
    /// The direction of slip stands still below a fiftieth of the largest overlap.
    Freezes,
    /// The spring does not turn with the bodies.
    Stays,
    /// While the surfaces slip the force is against the slip velocity: Coulomb's direction, not that of return mapping.
    AlongSlip,
}

/// What the memory is at present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Force,
    Stretch,
    /// The force of the spring and a dashpot within the limit: where that is small the two nearly cancel.
    Held,
    /// A force, and a stretch, that are cut at the limit at each moment: for equal steps.
    CutForce,
    CutStretch,
    Slip,
    /// Slip at so small a limit that its direction follows the rate of the held force.
    Led,
}

/// What holds between two events.
#[derive(Debug, Clone, Copy)]
pub struct Regime {
    pub leg: Leg,
    pub mode: Mode,
    /// Sign of the normal force in a limit that takes the total one; 0 while that limit is zero.
    pub sign: f64,
    /// The normal force is cut at zero.
    pub clamped: bool,
    pub inward: bool,
}

/// Everything at one state. Rates `_s` are over the coordinate of integration, `dq/ds = w/V`, `dt/ds = (d delta/dq)/V`.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    pub point: Point,
    pub n: Vector,
    /// `dn/dt`
    n_t: Vector,
    pub v: Vector,
    pub spin: [Vector; 2],
    pub w: f64,
    /// Of time over `s`.
    pub pace: f64,
    pub normal: f64,
    /// Magnitude of the terms of the normal force.
    pub size: f64,
    pub limit: f64,
    pub limit_s: f64,
    pub slip: Vector,
    /// Arms of the slip, with their slopes over the overlap, and those of the torque.
    arms: [[f64; 2]; 2],
    levers: [f64; 2],
    pub turning: Vector,
    pub k: f64,
    /// Relative rate of the stiffness where the force of the spring follows it.
    r_s: f64,
    pub c: f64,
    c_s: f64,
    /// The force within the limit if nothing slips.
    pub trial: Vector,
    /// Force within the limit, and whole force.
    pub held: Vector,
    pub force: Vector,
    /// `g` over `s`, and the rate of slip times `k`, over `s`, with the magnitude of its terms.
    pub led: Vector,
    pub slides: f64,
    pub slides_size: f64,
}

fn arm(kind: Arm, [r, other]: [f64; 2], overlap: f64) -> [f64; 2] {
    if r.is_infinite() {
        return [0.0; 2];
    }
    let wall = other.is_infinite();
    let d = r + other - overlap;
    match kind {
        Arm::Radius => [r, 0.0],
        Arm::HalfOverlap => [r - 0.5 * overlap, -0.5],
        Arm::Proportional if wall => [r, 0.0],
        Arm::Proportional => [r - overlap * r / (r + other), -r / (r + other)],
        Arm::Plane if !wall => {
            let part = (r - other) * (r + other);
            [0.5 * (d + part / d), -0.5 * (1.0 - part / (d * d))]
        }
        Arm::Overlap | Arm::Plane => [r - overlap, -1.0],
    }
}

/// A unit vector along `v`, of any length.
pub fn along(v: &Vector) -> Vector {
    let most = v.amax();
    if most > 0.0 { (v / most).normalize() } else { Vector::zeros() }
}

impl World {
    pub fn start(&self, q: f64) -> State {
        let mut y = [0.0; N];
        y[Q] = q;
        put(&mut y, SPEED, &Vector::new(-self.speed[0], self.speed[1], 0.0));
        for (at, spin) in SPIN.into_iter().zip(&self.spin) {
            y[at..at + 3].copy_from_slice(spin);
        }
        y
    }

    /// The part of the motion that the force does not enter.
    fn place(&self, y: &State) -> (Vector, f64) {
        let first = Vector::new(1.0, 0.0, 0.0);
        if self.radius[1].is_infinite() {
            return (first, 0.0);
        }
        let centres = first * (self.radius[0] + self.radius[1]) + vector(y, PLACE);
        let d = centres.norm();
        (centres / d, 1.0 / d)
    }

    fn limit(&self, regime: &Regime, [normal, normal_s]: [f64; 2], [elastic, elastic_s]: [f64; 2]) -> [f64; 2] {
        let [a, b] = match self.limit {
            FrictionLimit::Total | FrictionLimit::Absolute => [regime.sign * normal, regime.sign * normal_s],
            FrictionLimit::Elastic => [elastic, elastic_s],
            FrictionLimit::PullOff => [elastic + 2.0 * self.pull_off, elastic_s],
            FrictionLimit::Repulsive => panic!("not of these scenes"),
        };
        [self.friction * a, self.friction * b]
    }

    /// Of both bodies: the length, and its slope over the overlap.
    fn both(&self, kind: Arm, overlap: f64) -> [[f64; 2]; 2] {
        let [one, two] = self.radius;
        [arm(kind, [one, two], overlap), arm(kind, [two, one], overlap)]
    }

    pub fn now(&self, regime: &Regime, y: &State) -> Now {
        let mut at = self.moving(regime, y);
        self.grips(regime, &vector(y, MEMORY), &mut at);
        at.force = if self.caps() { at.held } else { at.held + at.slip * at.c };
        at
    }

    pub fn caps(&self) -> bool {
        self.sliding == WhileSliding::Capped
    }

    /// The motion, the normal force and the limit; no tangential force yet.
    fn moving(&self, regime: &Regime, y: &State) -> Now {
        let point = regime.leg.curve.at(y[Q]);
        let (n, near) = self.place(y);
        let v = vector(y, SPEED);
        let spin = SPIN.map(|at| vector(y, at));
        let w = -n.dot(&v);
        let (pace, q_s) = (point.overlap_q / self.speed[0], w / self.speed[0]);
        let flat = v + n * w;
        let n_t = flat * near;
        // C width^e and its rate.
        let power = |C: f64, e: f64| {
            if C == 0.0 || e == 0.0 {
                return [C, 0.0];
            }
            let width = point.width.max(f64::MIN_POSITIVE);
            let value = C * width.powf(e);
            [value, value * e * point.width_q / width * q_s]
        };

        let [drag, drag_s] = power(self.drag[0], self.drag[1]);
        let (normal, normal_s) = if regime.clamped {
            (0.0, 0.0)
        } else {
            let normal = point.force + drag * w;
            let w_t = -normal / self.m - flat.norm_squared() * near;
            (normal, point.force_q * q_s + drag_s * w + drag * w_t * pace)
        };
        let [limit, limit_s] = self.limit(regime, [normal, normal_s], [point.force, point.force_q * q_s]);

        let arms = self.both(self.arms, point.overlap);
        let roll = spin[0] * arms[0][0] + spin[1] * arms[1][0];
        let twist = if self.twists { 0.5 * n.dot(&(spin[0] + spin[1])) } else { 0.0 };
        let [k, k_s] = power(self.S, self.gamma);
        let [c, c_s] = power(self.dashpot[0], self.dashpot[1]);
        let follows = self.form == Form::Total || (self.form == Form::Rescaled && !regime.inward);
        Now {
            point,
            n,
            n_t,
            v,
            spin,
            w,
            pace,
            normal,
            size: point.size + (drag * w).abs(),
            limit,
            limit_s,
            slip: flat - roll.cross(&n),
            arms,
            levers: self.both(self.levers, point.overlap).map(|[lever, _]| lever),
            turning: if self.wrong == Wrong::Stays { Vector::zeros() } else { n.cross(&n_t) + n * twist },
            k,
            r_s: if follows && k > 0.0 { k_s / k } else { 0.0 },
            c,
            c_s,
            trial: Vector::zeros(),
            held: Vector::zeros(),
            force: Vector::zeros(),
            led: Vector::zeros(),
            slides: 0.0,
            slides_size: 0.0,
        }
    }

    /// How fast the held force would change over `s` but for its direction, while the force `T` acts on the bodies.
    fn leads(&self, at: &Now, T: &Vector) -> Vector {
        let plain = at.slip * (at.k * at.pace);
        if !self.caps() || at.c == 0.0 {
            return plain;
        }
        let Now { n, n_t, v, .. } = at;
        let v_t = n * (at.normal / self.m) - T / self.m;
        let turn = n.cross(T);
        let roll = at.spin[0] * at.arms[0][0] + at.spin[1] * at.arms[1][0];
        let roll_t: Vector = (0..2)
            .map(|i| {
                let [arm, slope] = at.arms[i];
                at.spin[i] * (slope * at.w) + turn * (arm * at.levers[i] / self.inertia[i])
            })
            .sum();
        let slip_t = v_t - n * n.dot(&v_t) - n_t * n.dot(v) - n * n_t.dot(v) - roll_t.cross(n) - roll.cross(n_t);
        plain + (slip_t - at.turning.cross(&at.slip)) * (at.c * at.pace) + at.slip * (at.c_s - at.r_s * at.c)
    }

    /// The force within the limit.
    fn grips(&self, regime: &Regime, memory: &Vector, at: &mut Now) {
        let inside = if self.caps() { at.slip * at.c } else { Vector::zeros() };
        at.trial = match regime.mode {
            Mode::Force | Mode::CutForce => memory + inside,
            Mode::Stretch | Mode::CutStretch => memory * at.k + inside,
            Mode::Held => *memory,
            Mode::Slip | Mode::Led => inside,
        };
        match regime.mode {
            Mode::Force | Mode::Stretch => at.held = at.trial,
            Mode::CutForce | Mode::CutStretch => {
                let size = at.trial.norm();
                at.held = if size > at.limit { at.trial * (at.limit / size) } else { at.trial };
            }
            Mode::Held => {
                at.held = at.trial;
                at.led = self.leads(at, &at.held) + memory * at.r_s;
            }
            Mode::Slip => {
                let along_slip = self.wrong == Wrong::AlongSlip;
                at.held = along(if along_slip { &at.slip } else { memory }) * at.limit;
                at.led = self.leads(at, &at.held);
            }
            Mode::Led => {
                for _ in 0..3 {
                    at.led = self.leads(at, &at.held);
                    at.held = along(&at.led) * at.limit;
                }
            }
        }
        if matches!(regime.mode, Mode::Slip | Mode::Led) {
            let e = if at.limit == 0.0 { along(&at.led) } else { at.held / at.limit };
            at.slides = at.r_s * at.limit - at.limit_s + e.dot(&at.led);
            at.slides_size = (at.r_s * at.limit).abs() + at.limit_s.abs() + at.led.norm();
        }
    }

    /// `dy/ds`.
    pub fn rate(&self, regime: &Regime, y: &State) -> State {
        let at = self.now(regime, y);
        let mut dy = [0.0; N];
        dy[Q] = at.w / self.speed[0];
        put(&mut dy, PLACE, &(at.v * at.pace));
        put(&mut dy, SPEED, &((at.n * at.normal - at.force) * (at.pace / self.m)));
        let turn = at.n.cross(&at.force);
        for (i, place) in SPIN.into_iter().enumerate() {
            if self.inertia[i].is_finite() {
                put(&mut dy, place, &(turn * (at.levers[i] * at.pace / self.inertia[i])));
            }
        }
        let memory = vector(y, MEMORY);
        let turned = at.turning.cross(&memory) * at.pace;
        let change = match regime.mode {
            Mode::Force | Mode::CutForce => turned + at.slip * (at.k * at.pace),
            Mode::Stretch | Mode::CutStretch => turned + at.slip * at.pace,
            Mode::Held => turned + at.led,
            Mode::Slip if self.wrong == Wrong::Freezes && at.point.overlap < 0.02 * self.unit => turned,
            Mode::Slip => {
                let e = along(&memory);
                turned + (at.led - e * e.dot(&at.led)) / at.limit
            }
            Mode::Led => Vector::zeros(),
        };
        put(&mut dy, MEMORY, &change);
        dy[TIME] = at.pace;
        dy[DASHED] = (at.normal - at.point.force) * at.w * at.pace;
        dy[WORK] = at.force.dot(&at.slip) * at.pace;
        dy
    }
}
