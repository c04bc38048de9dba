//! A second way: the laws in SI and in plain time, by the classical Runge-Kutta method with small steps, the slider by
//! return mapping after every step. The steps begin small, `t ~ k^4`: what a force that starts as `delta^(1/4)` does at
//! touch is over when the overlap has grown a hundredfold.
//!
//! Forces, arms, limits and effective quantities are written here and in `oblique_stepper/independent.rs`. Of the program are the words, and
//! the coefficients that a scene is given: its dashpots', and its `S`, which is first held to `8 G* sqrt(R*)`.

use collisionbench::law::damping::LinearDashpot;
use collisionbench::law::scene::{Scene, Shape};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, RollingForce, WhileSliding};
use collisionbench::law::{Damping, Ends, PowerForce};

use crate::oblique::scenes::{SOFT, ball, change, levered, limited, pair, scene, tsuji, wall};
use crate::oblique::tangential;
use crate::oblique_stepper::independent::{arms, holding};

/// Overlap, rate of approach, tangential velocity, spins, memory.
type Y = [f64; 6];

/// Two elastic spheres, or one on a wall, from E, nu, masses and radii.
struct Own {
    radius: [f64; 2],
    inertia: [f64; 2],
    m: f64,
    /// Of Hertz's force and of Mindlin's spring.
    K: f64,
    S: f64,
    alpha: f64,
}

impl Own {
    fn of(scene: &Scene) -> Self {
        let (mut mass, mut curved, mut soft, mut sheared) = (0.0, 0.0, 0.0, 0.0);
        let (mut radius, mut inertia) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
        for (at, body) in scene.bodies.iter().enumerate() {
            let material = body.material.as_ref().unwrap();
            let (E, nu) = (material.young_modulus.unwrap(), material.poisson_ratio.unwrap());
            (soft, sheared) = (soft + (1.0 - nu * nu) / E, sheared + 2.0 * (1.0 + nu) * (2.0 - nu) / E);
            if let Shape::Sphere { radius: r, inertia_factor } = body.shape {
                (mass, curved) = (mass + 1.0 / body.mass, curved + 1.0 / r);
                (radius[at], inertia[at]) = (r, inertia_factor * body.mass * r * r);
            }
        }
        let R = 1.0f64 / curved;
        let (given, shear) = (scene.power().unwrap(), scene.shear.unwrap());
        // Another power of the overlap has the coefficients that the test gives it.
        let (K, S) = if given.alpha == 1.5 {
            (4.0 / 3.0 / soft * R.sqrt(), 8.0 / sheared * R.sqrt())
        } else {
            (given.K, shear.S)
        };
        Self { radius, inertia, m: 1.0 / mass, K, S, alpha: given.alpha }
    }

    /// The normal force without and with what the end of the contact does to it, and its elastic part.
    fn normal(&self, scene: &Scene, delta: f64, w: f64) -> [f64; 3] {
        let (law, delta) = (scene.power().unwrap(), delta.max(0.0));
        let elastic = self.K * delta.powf(self.alpha);
        let whole = elastic + law.C * delta.powf(law.beta) * w;
        [whole, if law.ends == Ends::ZeroOverlap { whole } else { whole.max(0.0) }, elastic]
    }
}

struct Brute<'a> {
    scene: &'a Scene,
    own: Own,
    stretch: bool,
    /// What the return mapping said last.
    slides: bool,
}

impl Brute<'_> {
    fn normal(&self, y: &Y) -> (f64, f64) {
        let [_, total, elastic] = self.own.normal(self.scene, y[0], y[1]);
        (total, elastic)
    }

    fn stiffness(&self, y: &Y) -> f64 {
        let shear = self.scene.shear.unwrap();
        shear.S * y[0].max(0.0).powf(shear.gamma)
    }

    fn slip(&self, y: &Y) -> f64 {
        let arms = arms(self.scene.shear.unwrap().levers.slip, self.own.radius, y[0].max(0.0));
        y[2] - arms[0] * y[3] - arms[1] * y[4]
    }

    /// Spring, dashpot and limit.
    fn parts(&self, y: &Y) -> (f64, f64, f64) {
        let shear = self.scene.shear.unwrap();
        let (total, elastic) = self.normal(y);
        let damp = if y[0] > 0.0 { shear.dashpot.C * y[0].powf(shear.dashpot.beta) * self.slip(y) } else { 0.0 };
        let spring = if self.stretch { self.stiffness(y) * y[5] } else { y[5] };
        (spring, damp, shear.friction * holding(shear.limit, total, elastic))
    }

    fn force(&self, y: &Y) -> f64 {
        let (spring, damp, limit) = self.parts(y);
        let within = |x: f64| x.clamp(-limit, limit);
        match self.scene.shear.unwrap().dashpot.sliding {
            WhileSliding::Capped => within(spring + damp),
            WhileSliding::Added => within(spring) + damp,
            WhileSliding::Dropped if self.slides => within(spring),
            WhileSliding::Dropped => spring + damp,
        }
    }

    fn rate(&self, y: &Y) -> Y {
        let shear = self.scene.shear.unwrap();
        let (N, _) = self.normal(y);
        let T = self.force(y);
        let Own { radius, inertia, m, .. } = self.own;
        let d = radius[0] + radius[1] - y[0];
        let arms = arms(shear.levers.torque, radius, y[0].max(0.0));
        let slip = self.slip(y);
        let memory = if self.stretch { slip } else { self.stiffness(y) * slip };
        [
            y[1],
            -N / m - y[2] * y[2] / d,
            -T / m + y[1] * y[2] / d,
            arms[0] * T / inertia[0],
            arms[1] * T / inertia[1],
            memory,
        ]
    }

    fn step(&self, y: &Y, h: f64) -> Y {
        let plus = |k: &Y, f: f64| std::array::from_fn(|i| y[i] + f * k[i]);
        let a = self.rate(y);
        let b = self.rate(&plus(&a, 0.5 * h));
        let c = self.rate(&plus(&b, 0.5 * h));
        let d = self.rate(&plus(&c, h));
        std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    }

    fn slide(&mut self, y: &mut Y) {
        let (spring, damp, limit) = self.parts(y);
        let capped = self.scene.shear.unwrap().dashpot.sliding == WhileSliding::Capped;
        let asked = if capped { spring + damp } else { spring };
        self.slides = asked.abs() > limit;
        if self.slides {
            let held = limit.copysign(asked) - if capped { damp } else { 0.0 };
            let stiffness = self.stiffness(y);
            y[5] = if !self.stretch {
                held
            } else if stiffness > 0.0 {
                held / stiffness
            } else {
                0.0
            };
        }
    }
}

/// Part of the collision in which the steps grow.
const GRADED: f64 = 0.2;

/// Tangential velocity and spins at the end, by about `count` steps in a characteristic duration.
pub fn brute(scene: &Scene, count: usize) -> [f64; 3] {
    let form = scene.shear.unwrap().form;
    let mut brute = Brute { scene, own: Own::of(scene), stretch: form == Form::Total, slides: false };
    let spin = scene.kinematics.spin;
    let mut y: Y = [0.0, scene.speed, scene.kinematics.tangential_speed, spin[0][2], spin[1][2], 0.0];
    let ends = scene.power().unwrap().ends;
    let length = (brute.own.m * scene.speed * scene.speed / brute.own.K).powf(1.0 / (brute.own.alpha + 1.0));
    let duration = 3.2 * length / scene.speed;
    let graded = count / 2;
    let at = |k: usize| GRADED * duration * (k as f64 / graded as f64).powi(4);
    for k in 0..100 * count {
        let h = if k < graded { at(k + 1) - at(k) } else { duration / count as f64 };
        let next = brute.step(&y, h);
        if next[0] <= 0.0 {
            let part = y[0] / (y[0] - next[0]);
            return [2, 3, 4].map(|i| y[i] + part * (next[i] - y[i]));
        }
        let [before, after] = [&y, &next].map(|y| brute.own.normal(scene, y[0], y[1])[0]);
        if ends == Ends::ZeroForce && next[1] < 0.0 && after <= 0.0 {
            let part = before / (before - after);
            return [2, 3, 4].map(|i| y[i] + part * (next[i] - y[i]));
        }
        if form == Form::Rescaled && !brute.stretch && next[1] < 0.0 {
            brute.stretch = true;
            y = next;
            y[5] /= brute.stiffness(&y);
        } else {
            y = next;
        }
        brute.slide(&mut y);
    }
    panic!("it does not end")
}

/// How far the reference is from this way with each of these numbers of steps, over the speeds at first touch.
pub fn off<const COUNT: usize>(scene: &Scene, counts: [usize; COUNT]) -> [f64; COUNT] {
    off_from(scene, scene, counts)
}

/// The reference of one scene from this way of `other`.
pub fn off_from<const COUNT: usize>(scene: &Scene, other: &Scene, counts: [usize; COUNT]) -> [f64; COUNT] {
    let found = tangential(scene);
    let (own, given) = (Own::of(scene).S, scene.shear.unwrap().S);
    assert!((given / own - 1.0).abs() < 1e-12, "8 G* sqrt(R*): {given:e}, not {own:e}");
    // This way has the velocity in the turned axes.
    let (sin, cos) = found.turned.value.sin_cos();
    let along = found.velocity[1].value * cos - found.velocity[0].value * sin;
    let radius = [0, 1].map(|i| if scene.bodies[i].mass.is_finite() { scene.bodies[i].radius() } else { 0.0 });
    let speed = scene.speed + scene.kinematics.tangential_speed;
    counts.map(|count| {
        let [v, one, two] = brute(other, count);
        let spins =
            ((one - found.spin[0][2].value) * radius[0]).abs().max(((two - found.spin[1][2].value) * radius[1]).abs());
        (along - v).abs().max(spins) / speed
    })
}

#[test]
fn another_way_of_integrating_agrees() {
    let mut scenes = Vec::new();
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        for v in [0.05, 0.3, 1.5] {
            scenes.push(levered(pair(&SOFT, form, 0.4, [1.0, v]), Arm::HalfOverlap, Arm::Radius));
            for ends in Ends::ALL {
                let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
                let damped = scene(bodies, tsuji(0.6), ends, form, 0.4, [1.0, v]);
                scenes.push(damped.clone());
                scenes.push(limited(damped.clone(), FrictionLimit::Elastic));
            }
            let constant = Damping::LinearDashpot(LinearDashpot::Coefficient(0.05));
            let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
            scenes.push(scene(bodies, constant, Ends::ForceClamped, form, 0.4, [1.0, v]));
        }
    }
    for (k, mut scene) in scenes.into_iter().enumerate() {
        if k % 3 == 1 {
            scene.kinematics.spin[0][2] = 150.0;
        }
        let [off_by] = off(&scene, [20_000]);
        let about = format!("scene {k}: {:?} {:?}, {:?}", scene.shear, scene.power().unwrap().ends, scene.kinematics);
        assert!(off_by < 3e-4, "{about}: off by {off_by:e}");
    }
}

/// A spring that goes with the normal stiffness, `delta^(n-1)`, beside every power of the overlap: the stiffer the power, the softer
/// the spring where the bodies touch.
#[test]
fn so_it_does_beside_every_power_of_the_overlap() {
    for n in [1.37, 2.36, 2.45, 2.9, 3.33, 3.97] {
        for form in [Form::Total, Form::Incremental, Form::Rescaled] {
            for damped in [0.0, 0.1] {
                let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
                let one = scene(bodies, tsuji(0.6), Ends::ForceClamped, form, 0.3, [1.0, 0.6]);
                let (m, deepest) = (one.pair.m_star, 2e-4_f64);
                let K = 0.5 * (n + 1.0) * m / deepest.powf(n + 1.0);
                let C = damped * (m * n * K).sqrt();
                let mut one = change(one, |shear| (shear.S, shear.gamma) = (0.8 * n * K, n - 1.0));
                one.force = Some(PowerForce {
                    K,
                    alpha: n,
                    C,
                    beta: 0.5 * (n - 1.0),
                    reference_gap: 0.0,
                    ends: Ends::ForceClamped,
                });
                let trajectory = crate::oblique::solved(&one);
                let slip = trajectory.tangential.unwrap().energy_slip.value;
                assert!(slip > 0.0, "{n} {form:?} {damped}: {slip}");
                let [off_by] = off(&one, [20_000]);
                assert!(off_by < 3e-4, "{n} {form:?} {damped}: off by {off_by:e}");
            }
        }
    }
}

#[test]
fn rolling_resistance_is_what_its_formula_says() {
    // A frictionless ball that spins: mu_r J_n R* is all that slows it, until it stands still.
    let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
    let mut plain = scene(bodies, tsuji(0.7), Ends::ForceClamped, Form::Frictionless, 0.0, [1.0, 0.0]);
    plain.kinematics.spin[0][2] = 400.0;
    let inertia = Own::of(&plain).inertia[0];
    for rolling in [RollingForce::Constant { friction: 0.02 }, RollingForce::OwnSpin { friction: 0.02 }] {
        let rolls = change(plain.clone(), |shear| shear.rolling = rolling);
        let found = tangential(&rolls);
        let impulse = found.impulse[0].value;
        let expected = 400.0 - 0.02 * 2e-3 * impulse / inertia;
        assert!((found.spin[0][2].value - expected).abs() < 1e-9 * 400.0, "{rolling:?}: {:?}", found.spin[0][2]);
        let work = 0.5 * inertia * (400.0f64.powi(2) - expected * expected);
        assert!((found.energy_rolling.value - work).abs() < 1e-9 * work);
        let much = change(plain.clone(), |shear| {
            shear.rolling = match rolling {
                RollingForce::OwnSpin { .. } => RollingForce::OwnSpin { friction: 2.0 },
                _ => RollingForce::Constant { friction: 2.0 },
            }
        });
        assert!(tangential(&much).spin[0][2].value.abs() < 1e-9, "it does not turn back");
    }
    // A soft rolling spring without slip gives the spin back as an oscillator of its frequency would: less, never more.
    let spring = RollingForce::SpringDashpot { stiffness: 1e-7, damping: 0.0, friction: 10.0 };
    let sprung = tangential(&change(plain.clone(), |shear| shear.rolling = spring));
    let duration = crate::oblique::solved(&plain).end.unwrap().time.value;
    let expected = 400.0 * ((1e-7 / inertia).sqrt() * duration).cos();
    assert!((sprung.spin[0][2].value - expected).abs() < 1e-4 * 400.0, "{:?} {expected}", sprung.spin[0][2]);
}

/// `int N dt` of the normal force that bounds, N s: the normal motion alone in small steps. The force of the law has a term in
/// `delta^(1/4)`, so the steps grow at touch and shrink at the end.
fn bounding_impulse(scene: &Scene, limit: FrictionLimit) -> f64 {
    let own = Own::of(scene);
    let rate = |[x, v]: [f64; 2]| [v, -own.normal(scene, x, v)[1] / own.m];
    let bound = |[x, v]: [f64; 2]| {
        let [_, total, elastic] = own.normal(scene, x, v);
        holding(limit, total, elastic)
    };
    let length = (own.m * scene.speed * scene.speed / own.K).powf(1.0 / (own.alpha + 1.0));
    let (mut y, mut sum) = ([0.0, scene.speed], 0.0);
    let count = 100_000;
    for k in 0.. {
        let h =
            3.2 * length / scene.speed / f64::from(count) * (f64::from(k + 1) / f64::from(count / 5)).powi(3).min(1.0);
        let at = |k: [f64; 2], f: f64| [y[0] + f * k[0], y[1] + f * k[1]];
        let a = rate(y);
        let b = rate(at(a, 0.5 * h));
        let c = rate(at(b, 0.5 * h));
        let d = rate(at(c, h));
        let next = std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
        let part = if next[0] < 0.0 { y[0] / (y[0] - next[0]) } else { 1.0 };
        sum += 0.5 * part * h * (bound(y) + bound(next));
        if next[0] < 0.0 {
            break;
        }
        y = next;
    }
    sum
}

/// Rolling is bounded by the normal force that `friction_limit` names: a frictionless spinning ball under a damped contact that
/// pulls before it ends loses `mu_r R* int N dt / I` of its spin, and the three limits are three numbers.
#[test]
fn rolling_resistance_has_the_limit_of_friction() {
    let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
    let mut plain = scene(bodies, tsuji(0.5), Ends::ZeroOverlap, Form::Frictionless, 0.0, [1.0, 0.0]);
    plain.kinematics.spin[0][2] = 4000.0;
    let inertia = Own::of(&plain).inertia[0];
    let lost = FrictionLimit::PLAIN.map(|limit| {
        let expected = 0.02 * 2e-3 * bounding_impulse(&plain, limit) / inertia;
        for rolling in [RollingForce::Constant { friction: 0.02 }, RollingForce::OwnSpin { friction: 0.02 }] {
            let rolls = limited(change(plain.clone(), |shear| shear.rolling = rolling), limit);
            let lost = 4000.0 - tangential(&rolls).spin[0][2].value;
            assert!((lost / expected - 1.0).abs() < 1e-6, "{limit:?} {rolling:?}: {lost} {expected}");
        }
        expected
    });
    for (one, two) in [(0, 1), (0, 2), (1, 2)] {
        assert!((lost[one] / lost[two] - 1.0).abs() > 0.02, "{lost:?}");
    }
}
