//! A second integration of the same laws, which shares neither axes nor steps with the stepper, nor arms, limits or inertia: what it takes
//! of the program are the words for them, and numbers that `scenes.rs` makes from E, nu, r and rho.
//!
//! Axes are carried along with the normal without turning about it (`n' = v/d`, `e_i' = -(v.e_i/d) n`), so that
//! velocities and spins get the terms of turning axes and the memory gets the twist by the mean spin:
//! `delta' = w`, `w' = -N/m* - v^2/d`, `v' = -T/m* + w v/d`, `omega_n' = omega_p.v/d`,
//! `omega_p' = l n x T/I - omega_n v/d`, `T' = k_t v_s + [(omega_1n + omega_2n)/2] n x T` while it sticks.
//! Classical Runge-Kutta of fourth order, the slider trimmed after each step: second order at a change.

use collisionbench::collide::stepper::Oblique;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, WhileSliding};

const N: usize = 22;
const DELTA: usize = 0;
const W: usize = 1;
const V: usize = 2;
const SPIN: [usize; 2] = [4, 7];
const MEMORY: usize = 10;
const WORK: usize = 12;
const CREATED: usize = 13;
/// 1 if the slider was trimmed at the end of the last step: what is at its limit is not above it.
const SLID: usize = 14;
/// The carried `n`, from body 2 to body 1, and the first axis across it, in the axes of first touch.
const NORMAL: usize = 15;
const ACROSS: usize = 18;
/// Work of the dashpot: none while a capped or dropped one slides.
const DASHED: usize = 21;
type State = [f64; N];

/// What is left when the overlap is zero again.
#[derive(Debug, Clone, Copy)]
pub struct Parted {
    pub separation: f64,
    /// Of body 1 relative to body 2, and the spins, in the axes `n`, `t`, `b` of first touch.
    pub velocity: [f64; 3],
    pub spin: [[f64; 3]; 2],
    /// In the carried axes.
    pub slip: [f64; 2],
    /// Work of friction if nothing is stored at the end.
    pub slipped: f64,
    pub created: f64,
    /// Work of the tangential dashpot.
    pub dashed: f64,
}

struct Now {
    normal: f64,
    force: [f64; 2],
    slip: [f64; 2],
    k_t: f64,
    dash: [f64; 2],
    slides: bool,
}

/// From the centre of each sphere to where the law has its force, at this overlap; a wall has no arm.
pub fn arms(arm: Arm, [one, two]: [f64; 2], delta: f64) -> [f64; 2] {
    let whole = one + two;
    let of = |r: f64, other: f64| match arm {
        _ if r.is_infinite() => 0.0,
        Arm::Radius => r,
        Arm::HalfOverlap => r - 0.5 * delta,
        Arm::Proportional if other.is_finite() => r * (1.0 - delta / whole),
        Arm::Proportional => r,
        // Of the circle in which two spheres cut each other.
        Arm::Plane if other.is_finite() => 0.5 * ((whole - delta) + (r - other) * whole / (whole - delta)),
        Arm::Overlap | Arm::Plane => r - delta,
    };
    [of(one, two), of(two, one)]
}

/// The normal force whose `mu`-th part is the most that friction holds.
pub fn holding(limit: FrictionLimit, total: f64, elastic: f64) -> f64 {
    match limit {
        FrictionLimit::Total => total.max(0.0),
        FrictionLimit::Elastic => elastic,
        FrictionLimit::Absolute => total.abs(),
        other => panic!("{other:?} needs an attraction"),
    }
}

/// Parts along the carried axes as a vector in the axes of first touch.
fn fixed(y: &State, parts: [f64; 3]) -> [f64; 3] {
    let [n, t] = [NORMAL, ACROSS].map(|at| [y[at], y[at + 1], y[at + 2]]);
    let b = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
    std::array::from_fn(|i| parts[0] * n[i] + parts[1] * t[i] + parts[2] * b[i])
}

fn slip(o: &Oblique, y: &State) -> [f64; 2] {
    let arms = arms(o.shear.levers.slip, o.bodies.radius, y[DELTA].max(0.0));
    let p = [0, 1].map(|i| arms[0] * y[SPIN[0] + 1 + i] + arms[1] * y[SPIN[1] + 1 + i]);
    // (x t + y b) x n = y t - x b
    [y[V] - p[1], y[V + 1] + p[0]]
}

/// Normal force, tangential force within its limit, and what the memory has to become to agree with it.
fn now(o: &Oblique, y: &State) -> (Now, [f64; 2]) {
    let f = &o.encounter.force;
    let delta = y[DELTA].max(0.0);
    let elastic = f.K * delta.powf(f.alpha);
    let total = elastic + f.C * delta.powf(f.beta) * y[W];
    let normal = if f.ends.pulls() { total } else { total.max(0.0) };
    let limit = o.shear.friction * holding(o.shear.limit, normal, elastic);
    let k_t = o.shear.S * delta.powf(o.shear.gamma);
    let v_s = slip(o, y);
    let c = o.shear.dashpot.C * delta.powf(o.shear.dashpot.beta);
    let capped = o.shear.dashpot.sliding == WhileSliding::Capped;
    let unit = if o.shear.form == Form::Total { k_t } else { 1.0 };
    let spring = [y[MEMORY] * unit, y[MEMORY + 1] * unit];
    let dash = [c * v_s[0], c * v_s[1]];
    let trial = if capped { [spring[0] + dash[0], spring[1] + dash[1]] } else { spring };
    let size = trial[0].hypot(trial[1]);
    let cut = if size > limit { limit / size } else { 1.0 };
    let held = [trial[0] * cut, trial[1] * cut];
    let off = if capped { dash } else { [0.0; 2] };
    let added = match o.shear.dashpot.sliding {
        WhileSliding::Capped => [0.0; 2],
        WhileSliding::Dropped if cut < 1.0 || y[SLID] > 0.0 => [0.0; 2],
        _ => dash,
    };
    let memory = [0, 1].map(|i| if cut < 1.0 && unit > 0.0 { (held[i] - off[i]) / unit } else { y[MEMORY + i] });
    let slides = cut < 1.0 || y[SLID] > 0.0;
    (Now { normal, force: [held[0] + added[0], held[1] + added[1]], slip: v_s, k_t, dash, slides }, memory)
}

fn rate(o: &Oblique, y: &State) -> State {
    let (at, memory) = now(o, y);
    let delta = y[DELTA].max(1e-300);
    let m = o.encounter.m_star;
    let per_d = 1.0 / (o.bodies.radius[0] + o.bodies.radius[1] - y[DELTA]);
    let v = [y[V], y[V + 1]];
    let mut dy = [0.0; N];
    dy[DELTA] = y[W];
    dy[W] = -at.normal / m - (v[0] * v[0] + v[1] * v[1]) * per_d;
    for i in 0..2 {
        dy[V + i] = -at.force[i] / m + y[W] * v[i] * per_d;
    }
    // n x (x t + y b) = x b - y t
    let turn = [-at.force[1], at.force[0]];
    let arms = arms(o.shear.levers.torque, o.bodies.radius, delta);
    for body in 0..2 {
        let s = SPIN[body];
        dy[s] = (y[s + 1] * v[0] + y[s + 2] * v[1]) * per_d;
        for i in 0..2 {
            dy[s + 1 + i] = arms[body] * turn[i] / o.bodies.inertia[body] - y[s] * v[i] * per_d;
        }
    }
    let moved = fixed(y, [0.0, v[0] * per_d, v[1] * per_d]);
    for i in 0..3 {
        dy[NORMAL + i] = moved[i];
        dy[ACROSS + i] = -v[0] * per_d * y[NORMAL + i];
    }
    let twist = 0.5 * (y[SPIN[0]] + y[SPIN[1]]);
    let across = [-memory[1], memory[0]];
    let stiff = if o.shear.form == Form::Total { 1.0 } else { at.k_t };
    let per_k = o.shear.gamma * y[W] / delta;
    let square = memory[0] * memory[0] + memory[1] * memory[1];
    for i in 0..2 {
        dy[MEMORY + i] = stiff * at.slip[i] + twist * across[i];
        if o.shear.form == Form::Rescaled && y[W] < 0.0 {
            dy[MEMORY + i] += memory[i] * per_k;
        }
    }
    dy[WORK] = at.force[0] * at.slip[0] + at.force[1] * at.slip[1];
    dy[CREATED] = match o.shear.form {
        Form::Total => 0.5 * at.k_t * per_k * square,
        Form::Rescaled if y[W] < 0.0 => 0.5 * square * per_k / at.k_t.max(1e-300),
        Form::Incremental | Form::Rescaled => -0.5 * square * per_k / at.k_t.max(1e-300),
        _ => 0.0,
    };
    // What the limit gives a spring beside a capped dashpot is not made by the law: friction has it less.
    let whole = o.shear.dashpot.C > 0.0 && o.shear.dashpot.sliding == WhileSliding::Capped;
    if at.slides && whole {
        dy[CREATED] = 0.0;
    } else if !at.slides || o.shear.dashpot.sliding == WhileSliding::Added {
        dy[DASHED] = at.dash[0] * at.slip[0] + at.dash[1] * at.slip[1];
    }
    dy
}

/// The collision in so many steps of its undamped duration.
pub fn collide(o: &Oblique, speed: f64, steps: usize) -> Parted {
    let h = o.encounter.undamped_duration(speed) / steps as f64;
    let mut y = [0.0; N];
    y[W] = speed;
    y[V] = o.kinematics.tangential_speed;
    (y[NORMAL], y[ACROSS + 1]) = (1.0, 1.0);
    for body in 0..2 {
        y[SPIN[body]..SPIN[body] + 3].copy_from_slice(&o.kinematics.spin[body]);
    }
    let plus = |y: &State, k: &State, h: f64| -> State { std::array::from_fn(|i| y[i] + h * k[i]) };
    loop {
        let before = y;
        let a = rate(o, &y);
        let b = rate(o, &plus(&y, &a, 0.5 * h));
        let c = rate(o, &plus(&y, &b, 0.5 * h));
        let d = rate(o, &plus(&y, &c, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
        if y[DELTA] <= 0.0 {
            // Nothing acts any more: the crossing lies on a straight line.
            let part = before[DELTA] / (before[DELTA] - y[DELTA]);
            y = std::array::from_fn(|i| before[i] + part * (y[i] - before[i]));
            break;
        }
        y[SLID] = 0.0;
        let (_, memory) = now(o, &y);
        y[SLID] = f64::from(u8::from(memory != [y[MEMORY], y[MEMORY + 1]]));
        y[MEMORY..MEMORY + 2].copy_from_slice(&memory);
    }
    Parted {
        separation: -y[W],
        velocity: fixed(&y, [-y[W], y[V], y[V + 1]]),
        spin: SPIN.map(|s| fixed(&y, [y[s], y[s + 1], y[s + 2]])),
        slip: slip(o, &y),
        slipped: y[WORK] + y[CREATED] - y[DASHED],
        created: y[CREATED],
        dashed: y[DASHED],
    }
}
