//! From event to event by extrapolation of the modified midpoint rule (Gragg, Bulirsch & Stoer): a step in which something happens is
//! cut there by bisection.

use collisionbench::law::shear::{Form, FrictionLimit};

use super::motion::{
    DASHED, MEMORY, Mode, N, Now, PLACE, Q, Regime, SPEED, SPIN, State, TIME, Vector, WORK, World, along, put, vector,
};

/// How accurately a collision is integrated.
#[derive(Debug, Clone, Copy)]
pub struct Accuracy {
    /// Part of its scale that a step may be off.
    pub tolerance: f64,
    /// Longest step, where a collision is about 3 long.
    pub longest: f64,
    /// Part of the impulse of friction below which its direction is led.
    pub led: f64,
}

/// How the bodies part.
#[derive(Debug, Clone, Copy)]
pub struct Parted {
    /// Along `n`, `t`, `b` of first touch.
    pub velocity: Vector,
    pub spin: [Vector; 2],
    pub time: f64,
    pub deepest: f64,
    pub dashed: f64,
    /// Of the tangential force.
    pub work: f64,
}

impl Parted {
    /// Velocity and spins.
    pub fn velocities(&self) -> [Vector; 3] {
        [self.velocity, self.spin[0], self.spin[1]]
    }
}

/// Why a collision is not decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Undecided {
    /// The bodies approach again.
    TurnsBack,
    Steps,
    Events,
    /// The steps become too short.
    Stuck,
}

/// Numbers of substeps.
const PARTS: [usize; 8] = [2, 4, 6, 8, 10, 12, 14, 16];
const MOST_STEPS: usize = 60_000;
const MOST_EVENTS: usize = 400;
/// What counts as beyond zero of a function that began there.
const BEYOND: f64 = 1e-9;
/// Places inside a step that are looked at.
const INSIDE: [f64; 3] = [0.25, 0.5, 0.75];

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Turns,
    Above,
    Below,
    /// The total normal force is zero.
    Force,
    /// Of a limit that takes the normal force.
    Limit,
    Slips,
    Sticks,
    /// The direction of slip is led from here, or no longer.
    Led,
}
const EVENTS: [Event; 8] =
    [Event::Turns, Event::Above, Event::Below, Event::Force, Event::Limit, Event::Slips, Event::Sticks, Event::Led];

struct March<'a> {
    world: &'a World,
    accuracy: Accuracy,
    scale: State,
    /// Friction limit of the order of the largest.
    most: f64,
}

impl March<'_> {
    fn gragg(&self, regime: &Regime, y: &State, f: &State, h: f64, parts: usize) -> State {
        let part = h / parts as f64;
        let mut before = *y;
        let mut at: State = std::array::from_fn(|i| y[i] + part * f[i]);
        for _ in 1..parts {
            let rate = self.world.rate(regime, &at);
            let next = std::array::from_fn(|i| before[i] + 2.0 * part * rate[i]);
            (before, at) = (at, next);
        }
        at
    }

    /// A step, and its error over what is allowed.
    fn step(&self, regime: &Regime, y: &State, f: &State, h: f64) -> (State, f64) {
        let mut row = [[0.0; N]; PARTS.len()];
        for (k, parts) in PARTS.into_iter().enumerate() {
            let mut new = [[0.0; N]; PARTS.len()];
            new[0] = self.gragg(regime, y, f, h, parts);
            for j in 1..=k {
                let ratio = (parts as f64 / PARTS[k - j] as f64).powi(2) - 1.0;
                new[j] = std::array::from_fn(|i| new[j - 1][i] + (new[j - 1][i] - row[j - 1][i]) / ratio);
            }
            row = new;
        }
        let (best, other) = (&row[PARTS.len() - 1], &row[PARTS.len() - 2]);
        let mut most = 0.0_f64;
        for i in 0..N {
            let off = (best[i] - other[i]).abs() / (self.scale[i] * self.accuracy.tolerance);
            most = if off.is_finite() { most.max(off) } else { f64::INFINITY };
        }
        (*best, most)
    }

    /// Positive until the event happens.
    fn ahead(&self, event: Event, regime: &Regime, at: &Now, q: f64) -> Option<f64> {
        let world = self.world;
        let slides = matches!(regime.mode, Mode::Slip | Mode::Led);
        let takes_total = matches!(world.limit, FrictionLimit::Total | FrictionLimit::Absolute);
        match event {
            Event::Turns => Some(if regime.inward { at.w } else { -at.w } / world.speed[0]),
            Event::Above if regime.inward => world.law.above(&regime.leg).map(|(end, ..)| end - q),
            Event::Below if !regime.inward => Some(q - world.law.below(&regime.leg).0),
            Event::Force if !regime.inward && !regime.clamped && (world.clamps || world.ends_at_zero_force) => {
                Some(at.normal / at.size)
            }
            Event::Limit if takes_total && !regime.clamped && !(world.clamps || world.ends_at_zero_force) => {
                let sign = if regime.sign == 0.0 { -1.0 } else { regime.sign };
                Some(sign * at.normal / at.size)
            }
            Event::Slips if !slides => {
                let [trial, limit] = [at.trial.norm(), at.limit];
                let size = trial + limit.abs();
                Some(if size > 0.0 { (limit - trial) / size } else { 0.0 })
            }
            // Near the end of a slip the direction is led whatever comes of it.
            Event::Sticks if regime.mode == Mode::Slip || (regime.mode == Mode::Led && at.limit_s > 0.0) => {
                Some(at.slides / at.slides_size)
            }
            Event::Led if regime.sign != 0.0 || !takes_total => match regime.mode {
                Mode::Slip if at.limit_s < 0.0 && at.limit < 0.3 * -at.limit_s => {
                    Some(self.matters(at) - 1.0).map(|x| x / (x + 2.0))
                }
                Mode::Slip => Some(1.0),
                Mode::Led => Some(2.0 - self.matters(at)).map(|x| x / (4.0 - x)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Impulse of friction between here and a limit of zero over that of the collision, times the angle by which the direction lags behind
    /// the one that it is led in; over what is allowed.
    fn matters(&self, at: &Now) -> f64 {
        let limit = at.limit.abs();
        let left = (limit / at.limit_s.abs().max(1e-300)).min(1.0);
        // With the limit going to zero as x, a deviation goes as x^stiff.
        let led = at.led.norm().max(1e-300);
        let lag =
            if at.limit_s > 0.0 { limit / led } else { limit / led + 0.1_f64.powf(led / at.limit_s.abs().max(1e-300)) }
                .min(1.0);
        let part = limit / self.most * (at.point.overlap_q / self.world.unit).abs() * left;
        (part * lag / self.accuracy.led).min(1e12)
    }

    fn aheads(&self, regime: &Regime, y: &State) -> [Option<f64>; EVENTS.len()] {
        let at = self.world.now(regime, y);
        EVENTS.map(|event| self.ahead(event, regime, &at, y[Q]))
    }

    /// Between the two ends of a step, by the cubic of Hermite.
    fn between([y0, f0]: [&State; 2], [y1, f1]: [&State; 2], h: f64, x: f64) -> State {
        let (a, b) = ((1.0 + 2.0 * x) * (1.0 - x) * (1.0 - x), x * x * (3.0 - 2.0 * x));
        let (c, d) = (x * (1.0 - x) * (1.0 - x) * h, -x * x * (1.0 - x) * h);
        std::array::from_fn(|i| a * y0[i] + b * y1[i] + c * f0[i] + d * f1[i])
    }
}

fn passed(armed: bool, ahead: Option<f64>) -> bool {
    ahead.is_some_and(|ahead| if armed { ahead <= 0.0 } else { ahead < -BEYOND })
}

/// A motion under way.
struct Run<'a> {
    march: March<'a>,
    regime: Regime,
    y: State,
    armed: [bool; EVENTS.len()],
    h: f64,
    deepest: f64,
    steps: usize,
}

impl Run<'_> {
    fn arm(&mut self) {
        let aheads = self.march.aheads(&self.regime, &self.y);
        for (armed, ahead) in self.armed.iter_mut().zip(aheads) {
            *armed = ahead.is_some_and(|ahead| ahead > BEYOND);
        }
    }

    /// Goes on to the next event; `None` where `q` has come to `to` before.
    fn next(&mut self, to: Option<f64>) -> Result<Option<Event>, Undecided> {
        self.arm();
        let march = &self.march;
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Undecided::Steps);
            }
            let f = march.world.rate(&self.regime, &self.y);
            let mut h = self.h.min(march.accuracy.longest);
            if let Some(to) = to {
                let left = to - self.y[Q];
                if left <= 1e-15 {
                    return Ok(None);
                }
                h = h.min(left / f[Q]);
            }
            let (next, error) = march.step(&self.regime, &self.y, &f, h);
            let factor = 0.9 * error.max(1e-12).powf(-1.0 / 15.0);
            if error > 1.0 {
                self.h = h * factor.clamp(0.1, 0.8);
                if self.h < 1e-14 {
                    return Err(Undecided::Stuck);
                }
                continue;
            }
            if let Some((x, event)) = self.found(&next, &f, h) {
                if x > 0.0 {
                    self.y = march.step(&self.regime, &self.y, &f, x * h).0;
                }
                self.h = (0.1 * h).max(1e-10);
                return Ok(Some(event));
            }
            self.y = next;
            let aheads = march.aheads(&self.regime, &self.y);
            for (armed, ahead) in self.armed.iter_mut().zip(aheads) {
                *armed |= ahead.is_some_and(|ahead| ahead > BEYOND);
            }
            self.h = h * factor.clamp(0.3, 3.0);
        }
    }

    /// The first event in a step, and the part of the step before it.
    fn found(&self, next: &State, f: &State, h: f64) -> Option<(f64, Event)> {
        let (march, regime) = (&self.march, &self.regime);
        let first = |y: &State| (0..EVENTS.len()).find(|i| passed(self.armed[*i], march.aheads(regime, y)[*i]));
        let own = |x: f64| march.step(regime, &self.y, f, x * h).0;
        if first(&self.y).is_some() {
            return first(&self.y).map(|i| (0.0, EVENTS[i]));
        }
        let ends = [[&self.y, f], [next, &march.world.rate(regime, next)]];
        let inside = INSIDE.into_iter().find(|x| first(&March::between(ends[0], ends[1], h, *x)).is_some());
        let mut high = match inside.filter(|x| first(&own(*x)).is_some()) {
            Some(x) => x,
            None if first(next).is_some() => 1.0,
            None => return None,
        };
        let mut low = 0.0;
        // False position on the one event that happens, with bisection by turns.
        for turn in 0..200 {
            let ahead = |x: f64, i: usize| march.aheads(regime, &if x == 1.0 { *next } else { own(x) })[i];
            let i = first(&if high == 1.0 { *next } else { own(high) })?;
            let guess = match (ahead(low, i), ahead(high, i)) {
                (Some(a), Some(b)) if turn % 3 != 2 && a > 0.0 && b < 0.0 => {
                    let x = low + (high - low) * a / (a - b);
                    // A little beyond on either side closes the bracket.
                    let nudge = 1e-3 * (high - low);
                    if turn % 2 == 0 { x + nudge } else { x - nudge }
                }
                _ => 0.5 * (low + high),
            };
            let x = guess.clamp(low + 1e-3 * (high - low), high - 1e-3 * (high - low));
            if first(&own(x)).is_some() {
                high = x
            } else {
                low = x
            }
            if high - low < 1e-13 {
                return Some((high, EVENTS[i]));
            }
        }
        first(&own(high)).map(|i| (high, EVENTS[i]))
    }

    /// Begins to slip along the force that is asked for.
    fn slip(&mut self) {
        let at = self.march.world.now(&self.regime, &self.y);
        put(&mut self.y, MEMORY, &along(&at.trial));
        self.regime.mode = Mode::Slip;
    }

    /// Stops to slip: the memory holds what the spring carries.
    fn stick(&mut self) {
        let world = self.march.world;
        let at = world.now(&self.regime, &self.y);
        let inside = if world.caps() { at.c } else { 0.0 };
        if inside * at.slip.norm() > 100.0 * at.held.norm() {
            put(&mut self.y, MEMORY, &at.held);
            self.regime.mode = Mode::Held;
            return;
        }
        let spring = at.held - at.slip * inside;
        let stretch = world.form == Form::Total || (world.form == Form::Rescaled && !self.regime.inward);
        self.regime.mode = if stretch { Mode::Stretch } else { Mode::Force };
        put(&mut self.y, MEMORY, &(if stretch { spring / at.k } else { spring }));
    }

    /// The direction of slip as it leaves a limit of zero: behind the one that it is led in, `e = d - d' L/(|g| + L')`.
    fn lagging(&self, at: &Now) -> Vector {
        let world = self.march.world;
        let rate = world.rate(&self.regime, &self.y);
        let led = at.led.norm();
        let h = 1e-4 * (at.limit / at.limit_s.abs().max(at.limit)).min(1.0);
        let before = std::array::from_fn(|i| self.y[i] - h * rate[i]);
        let [now, then] = [at.led, world.now(&self.regime, &before).led].map(|led| along(&led));
        let turns = (now - then) / h - at.turning.cross(&now) * at.pace;
        along(&(now - turns * (at.limit / (led + at.limit_s.max(0.0)))))
    }

    /// Where the limit leaves zero: slip that is led, or no slip.
    fn leaves(&mut self) {
        self.regime.mode = Mode::Led;
        let at = self.march.world.now(&self.regime, &self.y);
        if at.slides < 0.0 {
            self.stick();
        }
    }

    /// The first moments: by a spring that holds, or else led.
    fn begin(&mut self, q: f64) -> Result<Option<Event>, Undecided> {
        let world = self.march.world;
        let total = matches!(world.limit, FrictionLimit::Total | FrictionLimit::Absolute);
        let mut soon = self.y;
        soon[Q] = q;
        // A force that is there as the bodies touch, or one that comes with the overlap.
        let [first, then] = [self.y, soon].map(|y| world.now(&self.regime, &y));
        let normal = if first.normal.abs() > 1e-9 * first.size.max(then.size) { first.normal } else { then.normal };
        if total {
            let absolute = world.limit == FrictionLimit::Absolute;
            self.regime.sign = if normal > 0.0 {
                1.0
            } else if absolute {
                -1.0
            } else {
                0.0
            };
        }
        if self.regime.sign == 0.0 {
            self.regime.mode = Mode::Led;
            return Ok(None);
        }
        let first = world.now(&self.regime, &self.y);
        if first.limit > 1e-9 * self.march.most {
            if first.trial.norm() > first.limit {
                self.slip();
            }
            return Ok(None);
        }
        let start = (self.regime, self.y);
        let event = self.next(Some(q))?;
        if event.is_none() || event == Some(Event::Slips) {
            let at = world.now(&self.regime, &self.y);
            if event.is_none() && at.trial.norm() < at.limit {
                return Ok(None);
            }
            (self.regime, self.y) = start;
            // Whether it slips as the limit leaves zero.
            self.regime.mode = Mode::Led;
            if world.now(&self.regime, &soon).slides < 0.0 {
                self.stick();
            }
            return Ok(None);
        }
        Ok(event)
    }

    /// What an event changes; whether the contact is over.
    fn change(&mut self, event: Event) -> Result<bool, Undecided> {
        let world = self.march.world;
        match event {
            Event::Turns if !self.regime.inward => return Err(Undecided::TurnsBack),
            Event::Turns => {
                let at = world.now(&self.regime, &self.y);
                self.deepest = at.point.overlap;
                if world.form == Form::Rescaled && self.regime.mode == Mode::Force {
                    let stretch = vector(&self.y, MEMORY) / at.k;
                    put(&mut self.y, MEMORY, &stretch);
                    self.regime.mode = Mode::Stretch;
                }
                self.regime.inward = false;
                (self.regime.leg, self.y[Q]) = world.law.turned(&self.regime.leg, self.y[Q]);
            }
            Event::Above => {
                let Some((_, leg, q)) = world.law.above(&self.regime.leg) else { return Ok(true) };
                (self.regime.leg, self.y[Q]) = (leg, q);
            }
            Event::Below => match world.law.below(&self.regime.leg).1 {
                None => return Ok(true),
                Some((leg, q)) => (self.regime.leg, self.y[Q]) = (leg, q),
            },
            Event::Force if world.ends_at_zero_force => return Ok(true),
            Event::Force => {
                self.regime.clamped = true;
                if matches!(world.limit, FrictionLimit::Total | FrictionLimit::Absolute) {
                    self.regime.sign = 0.0;
                    self.regime.mode = Mode::Led;
                }
            }
            Event::Limit => {
                let absolute = world.limit == FrictionLimit::Absolute;
                self.regime.sign = match self.regime.sign {
                    0.0 => 1.0,
                    sign if absolute => -sign,
                    _ => 0.0,
                };
                self.regime.mode = Mode::Led;
                if self.regime.sign != 0.0 {
                    self.leaves();
                }
            }
            Event::Slips => self.slip(),
            Event::Sticks => self.stick(),
            Event::Led if self.regime.mode == Mode::Slip => self.regime.mode = Mode::Led,
            Event::Led => {
                let at = world.now(&self.regime, &self.y);
                if at.slides > 0.0 {
                    let direction = self.lagging(&at);
                    put(&mut self.y, MEMORY, &direction);
                    self.regime.mode = Mode::Slip;
                } else {
                    self.stick();
                }
            }
        }
        Ok(false)
    }
}

impl World {
    fn scale(&self) -> State {
        let mut scale = [0.0; N];
        let fast = self.speed[0].hypot(self.speed[1]);
        let time = self.unit / self.speed[0];
        let energy = self.m * self.speed[0] * fast;
        scale[Q] = 1.0;
        (scale[TIME], scale[DASHED], scale[WORK]) = (time, energy, energy);
        for i in 0..3 {
            scale[PLACE + i] = self.unit;
            scale[SPEED + i] = fast;
            for (at, r) in SPIN.into_iter().zip(self.radius) {
                scale[at + i] = fast / if r.is_finite() { r } else { self.radius[0] };
            }
            scale[MEMORY + i] = 1.0;
        }
        scale
    }

    /// The collision; at `watch`ed events.
    pub fn collide(&self, accuracy: Accuracy) -> Result<Parted, Undecided> {
        let (leg, q) = self.law.touch();
        let mode = if self.form == Form::Total { Mode::Stretch } else { Mode::Force };
        let regime = Regime { leg, mode, sign: 1.0, clamped: false, inward: true };
        let most = self.friction * self.m * self.speed[0] * self.speed[0] / self.unit;
        let march = March { world: self, accuracy, scale: self.scale(), most };
        let mut run =
            Run { march, regime, y: self.start(q), armed: [false; EVENTS.len()], h: 1e-3, deepest: 0.0, steps: 0 };
        let mut event = run.begin(q + 1e-3)?;
        for _ in 0..MOST_EVENTS {
            let met = match event.take() {
                Some(event) => event,
                None => {
                    run.rescale();
                    run.next(None)?.ok_or(Undecided::Events)?
                }
            };
            if run.change(met)? {
                let y = &run.y;
                return Ok(Parted {
                    velocity: vector(y, SPEED),
                    spin: SPIN.map(|at| vector(y, at)),
                    time: y[TIME],
                    deepest: run.deepest,
                    dashed: y[DASHED],
                    work: y[WORK],
                });
            }
        }
        Err(Undecided::Events)
    }
}

impl Run<'_> {
    /// The scale of what is remembered now.
    fn rescale(&mut self) {
        let world = self.march.world;
        let scale = match self.regime.mode {
            Mode::Force | Mode::Held => self.march.most,
            Mode::Stretch | Mode::CutForce | Mode::CutStretch => {
                world.unit * world.speed[0].hypot(world.speed[1]) / world.speed[0]
            }
            Mode::Slip | Mode::Led => 1.0,
        };
        for i in 0..3 {
            self.march.scale[MEMORY + i] = scale;
        }
    }
}
