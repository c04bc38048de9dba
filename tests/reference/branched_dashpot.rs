//! Tangential dashpots within the limit of friction, and those that stop while the surfaces slide, beside laws with branches:
//! against small steps of the fourth order with events of their own.

use super::branched_slide::{FRICTION, K1, K2, Law, Limit, RADIUS, STEPS, W, mass, scene, solved};

/// N s/m
const C: f64 = 1e-4;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sliding {
    /// Spring and dashpot together stay within `mu N`.
    Capped,
    /// The spring does; no dashpot while it slips.
    Dropped,
    /// A mistake: the slipping spring of `Capped` keeps `mu N/k_t`, as if there were no dashpot.
    Forgotten,
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Loose,
    Stick,
    Slip(f64),
}

/// `q`, rate of approach, stretch, slip, tangential velocity, time.
type State = [f64; 6];

#[derive(Clone, Copy)]
struct Contact {
    law: Law,
    sliding: Sliding,
}

impl Contact {
    fn capped(self) -> bool {
        self.sliding != Sliding::Dropped
    }

    /// What spring and dashpot give, and what friction is asked to hold of it.
    fn stuck(self, y: &State) -> [f64; 2] {
        let spring = self.law.at(y[0]).stiffness[0] * y[2];
        let all = spring + C * y[3];
        [all, if self.capped() { all } else { spring }]
    }

    fn force(self, mode: Mode, y: &State) -> f64 {
        match mode {
            Mode::Loose => 0.0,
            Mode::Stick => self.stuck(y)[0],
            Mode::Slip(sign) => sign * FRICTION * self.law.at(y[0]).bound,
        }
    }

    /// The stretch of a spring whose slider holds this force.
    fn held(self, force: f64, y: &State) -> f64 {
        let left = if self.sliding == Sliding::Capped { force - C * y[3] } else { force };
        left / self.law.at(y[0]).stiffness[0]
    }

    fn rates(self, mode: Mode, y: &State) -> State {
        let (spot, T, m) = (self.law.at(y[0]), self.force(mode, y), mass());
        let stretched = if mode == Mode::Stick { y[3] } else { 0.0 };
        let mut by_q = [0.0, -spot.force / m, stretched, -3.5 * T / m, -T / m, 1.0].map(|rate| rate * spot.rate);
        by_q[0] = y[1];
        by_q
    }

    fn stepped(self, mode: Mode, y: &State, h: f64) -> State {
        let along = |k: &State, h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        let a = self.rates(mode, y);
        let b = self.rates(mode, &along(&a, 0.5 * h));
        let c = self.rates(mode, &along(&b, 0.5 * h));
        let d = self.rates(mode, &along(&c, h));
        std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    }

    /// How fast what friction is asked to hold would grow if the surfaces stuck now, and how fast the limit does, by the variable
    /// of the steps; `T` is what is held.
    fn growth(self, y: &State, T: f64) -> [f64; 2] {
        let (spot, h) = (self.law.at(y[0]), 1e-6 * y[0].abs().max(1e-12));
        let by_q = (self.law.at(y[0] + h).bound - self.law.at(y[0] - h).bound) / (2.0 * h);
        let spring = spot.stiffness[0] * y[3] * spot.rate + self.held(T, y) * spot.stiffness[1] * y[1];
        let dashpot = if self.capped() { C * -3.5 * T / mass() * spot.rate } else { 0.0 };
        [spring + dashpot, FRICTION * by_q * y[1]]
    }

    /// Each falls through zero at an event: the end, the turning point, the sign of what bounds friction, the slider.
    fn events(self, mode: Mode, y: &State) -> [f64; 4] {
        let bound = self.law.at(y[0]).bound;
        let slider = match mode {
            Mode::Loose => 1.0,
            Mode::Stick => FRICTION * bound - self.stuck(y)[1].abs(),
            Mode::Slip(sign) => {
                let [stuck, limit] = self.growth(y, sign * FRICTION * bound);
                sign * stuck - limit
            }
        };
        let turning = if let Law::WaltonBraun { turned: None, .. } = self.law { y[1] } else { 1.0 };
        [self.law.left(y[0]), turning, if mode == Mode::Loose { -bound } else { bound }, slider]
    }

    /// Where friction begins to hold, at once or from nothing.
    fn begun(self, y: &mut State, at_once: bool) -> Mode {
        let limit = FRICTION * self.law.at(y[0]).bound;
        if at_once {
            y[2] = 0.0;
            if !self.capped() || C * y[3].abs() <= limit {
                return Mode::Stick;
            }
            // The slider holds the spring on the other side, and a stiffness that grows may pull it from the limit at once.
            let force = y[3].signum() * limit;
            let [stuck, growth] = self.growth(y, force);
            y[2] = self.held(force, y);
            return if y[3].signum() * stuck > growth { Mode::Slip(y[3].signum()) } else { Mode::Stick };
        }
        let [stuck, limit] = self.growth(y, 0.0);
        y[2] = self.held(0.0, y);
        if stuck.abs() > limit { Mode::Slip(stuck.signum()) } else { Mode::Stick }
    }

    /// The end of an impact: rate of separation, tangential velocity, slip, time.
    fn ends(mut self, speed: f64, along: f64) -> [f64; 4] {
        let mut y = [self.law.touch(), speed, 0.0, along, along, 0.0];
        let unit = (mass() * speed * speed / (5e10 * RADIUS.sqrt())).powf(0.4);
        let h = unit * if let Law::Jkr(_) = self.law { 30.0 } else { 1.0 } / speed / STEPS;
        let bound = self.law.at(y[0]).bound;
        let mut mode = if bound < 0.0 { Mode::Loose } else { self.begun(&mut y, bound > 0.0) };
        y = self.stepped(mode, &y, 1e-7 * h);
        for _ in 0..10_000_000 {
            let next = self.stepped(mode, &y, h);
            let (before, after) = (self.events(mode, &y), self.events(mode, &next));
            let fires = (0..4).filter(|&k| before[k] > 0.0 && after[k] <= 0.0);
            let first = fires.map(|k| (k, self.located(mode, &y, h, k))).min_by(|a, b| a.1.total_cmp(&b.1));
            let Some((k, at)) = first else {
                y = next;
                continue;
            };
            y = self.stepped(mode, &y, at);
            match k {
                0 => return [-y[1], y[4], y[3], y[5]],
                1 => {
                    let Law::WaltonBraun { stiffness, .. } = self.law else { unreachable!() };
                    self.law = Law::WaltonBraun { turned: Some(y[0]), stiffness };
                    y[1] = 0.0;
                }
                2 if mode == Mode::Loose => mode = self.begun(&mut y, false),
                2 => (mode, y[2]) = (Mode::Loose, 0.0),
                _ => {
                    let asked = self.stuck(&y)[1].signum();
                    mode = match mode {
                        Mode::Slip(sign) => {
                            y[2] = self.held(sign * FRICTION * self.law.at(y[0]).bound, &y);
                            Mode::Stick
                        }
                        _ => Mode::Slip(asked),
                    };
                }
            }
            y = self.stepped(mode, &y, 1e-7 * h);
        }
        panic!("no end");
    }

    fn located(self, mode: Mode, y: &State, h: f64, k: usize) -> f64 {
        let (mut low, mut high) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.events(mode, &self.stepped(mode, y, middle))[k] > 0.0 { low = middle } else { high = middle }
        }
        high
    }
}

#[test]
fn a_dashpot_within_the_limit_or_dropped_is_that_of_small_steps() {
    let jkr = format!("[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\"");
    let walton =
        format!("[contact.normal.walton-braun]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\"");
    let limited = |limit: &str| format!("[contact]\nfriction_limit = \"{limit}\"\n{jkr}");
    let springs = [
        format!("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = {FRICTION}"),
        format!("[contact.tangential.cundall-strack]\nstiffness = \"1500 N/m\"\nfriction = {FRICTION}"),
    ];
    let plastic = Law::WaltonBraun { turned: None, stiffness: 1500.0 };
    let (mut worst, mut apart, mut forgotten) = (0.0f64, 0.0f64, 0.0f64);
    let mut wrong = Vec::new();
    for (normal, spring, law) in [
        (&jkr, &springs[0], Law::Jkr(Limit::Total)),
        (&limited("pull-off"), &springs[0], Law::Jkr(Limit::PullOff)),
        (&limited("repulsive"), &springs[0], Law::Jkr(Limit::Repulsive)),
        (&walton, &springs[1], plastic),
    ] {
        for (speed, degrees) in [(0.05, 10.0), (0.05, 40.0), (0.3, 25.0), (0.3, 55.0), (0.3, 70.0), (2.0, 45.0)] {
            let ends = [Sliding::Capped, Sliding::Dropped].map(|sliding| {
                let word = if sliding == Sliding::Capped { "capped" } else { "dropped" };
                let along = format!("{spring}\ndashpot_coefficient = \"{C} N s/m\"\nwhile_sliding = \"{word}\"");
                let scene = scene(normal, &along, speed, degrees);
                let (trajectory, tangential) = solved(&scene);
                let own = Contact { law, sliding }.ends(scene.speed, scene.kinematics.tangential_speed);
                let end = trajectory.end.expect("it parts");
                let found = [-end.speed.value, tangential.velocity[1].value, tangential.slip[0].value, end.time.value];
                let unit = [speed, speed, speed, own[3]];
                let off = (0..4).map(|i| ((found[i] - own[i]) / unit[i]).abs()).fold(0.0, f64::max);
                worst = worst.max(off);
                if off > 1e-8 {
                    wrong.push(format!("{normal} {word} at {speed} m/s, {degrees} deg: {off:e} {found:?} {own:?}"));
                }
                if sliding == Sliding::Capped {
                    let twin = Contact { law, sliding: Sliding::Forgotten };
                    let twin = twin.ends(scene.speed, scene.kinematics.tangential_speed);
                    forgotten = forgotten.max((twin[1] - own[1]).abs() / speed);
                }
                own
            });
            apart = apart.max((ends[0][1] - ends[1][1]).abs() / speed);
        }
    }
    println!("largest difference {worst:e}; capped and dropped {apart:e} apart, the mistake {forgotten:e}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(apart > 1e-3 && forgotten > 1e-4, "{apart:e} {forgotten:e}");
}
