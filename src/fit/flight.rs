//! The flight of a ball between bounces, and its contact: converts drop heights and flight times to impact speeds, and back.
//!
//! Straight up and down under gravity, with or without the drag and the lift of the air:
//! `dv/dt = -g' - a(v)` rising and `g' - a(v)` falling, `a = rho C_d(Re) pi r^2 v^2/(2 m)`, `Re = 2 rho r v/eta`, and
//! `g' = g (1 - rho V/m)` where buoyancy is on. Without air everything is in closed form; with it `h = int v dv/(g' -+ a)`
//! and `t = int dv/(g' -+ a)` by quadrature. Spin, wind and the mass of the air that moves with the ball are left out.

use std::cell::Cell;
use std::convert::Infallible;
use std::f64::consts::PI;
use std::sync::Arc;

use crate::collide::reference::{Approach, collide_branched};
use crate::collide::{CollisionError, Weighed, weighed};
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::scene::Scene;
use crate::law::{Ends, PowerForce, undamped};
use crate::numerics::{Bracket, root};
use crate::theory::numerics::integral;

/// Radius and mass of the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    /// m
    pub radius: f64,
    /// kg
    pub mass: f64,
}

/// Drag coefficient of a smooth sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drag {
    /// The same at every speed.
    Constant(f64),
    /// `factor (24/Re (1 + 0.15 Re^0.687) + 0.42/(1 + 42500 Re^-1.16))`; a `factor` of 1 is the published one.
    ///
    /// Within 6 % of measurements up to `Re = 3e5`, where the boundary layer turns turbulent. Clift & Gauvin 1970;
    /// Clift, Grace & Weber 1978, Bubbles, Drops and Particles, section 5.
    CliftGauvin { factor: f64 },
}

/// Largest Reynolds number the drag is known for.
const LARGEST_RE: f64 = 3e5;

impl Drag {
    /// `C_d` at a Reynolds number.
    pub fn coefficient(self, Re: f64) -> f64 {
        match self {
            Self::Constant(C_d) => C_d,
            Self::CliftGauvin { factor } => {
                let ln_Re = libm::log(Re);
                let power = |exponent: f64| libm::exp(exponent * ln_Re);
                factor * (24.0 / Re * (1.0 + 0.15 * power(0.687)) + 0.42 / (1.0 + 42_500.0 * power(-1.16)))
            }
        }
    }
}

/// The air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Air {
    /// kg/m3; 1.204 at 20 degrees C and 101325 Pa.
    pub density: f64,
    /// Pa s; 1.82e-5 at 20 degrees C.
    pub viscosity: f64,
    pub drag: Drag,
    /// Whether the air also carries the ball: `rho V/m` of its weight, 1.5 % of a table-tennis ball.
    pub buoyancy: bool,
}

/// Why a height or a time gives no speed.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoFlight {
    #[error("{name} = {value:e} does not make a flight")]
    Number { name: &'static str, value: f64 },
    #[error("the ball is lighter than the air it displaces: it does not fall")]
    Floats,
    #[error("at {speed:.3} m/s the Reynolds number is {Re:.2e}; the drag of a sphere is known up to {LARGEST_RE:e}")]
    TooFast { speed: f64, Re: f64 },
    #[error("an interval of {interval:e} s is not longer than the contact in it, {contact:e} s")]
    NoFlightLeft { interval: f64, contact: f64 },
}

/// Speeds, time and height of a flight from bounce to bounce.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hop {
    /// Speed as the ball leaves the ground, m/s.
    pub up: f64,
    /// Speed as it comes down again, m/s.
    pub down: f64,
    /// Time in the air, s.
    pub time: f64,
    /// Highest point above take-off, m.
    pub height: f64,
}

/// Gravity and air resistance of flights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    /// Less buoyancy, m/s2.
    gravity: f64,
    air: Option<(Ball, Air)>,
    /// Terminal speed, m/s; infinite without drag.
    terminal: f64,
}

impl Flight {
    /// Flights without air. `gravity` in m/s2.
    ///
    /// # Errors
    /// When gravity is not above zero.
    pub fn in_vacuum(gravity: f64) -> Result<Self, NoFlight> {
        let gravity = positive("gravity", gravity)?;
        Ok(Self { gravity, air: None, terminal: f64::INFINITY })
    }

    /// Flights in air.
    ///
    /// # Errors
    /// When a number is not above zero or the ball floats. A drag of zero is allowed.
    pub fn in_air(gravity: f64, ball: Ball, air: Air) -> Result<Self, NoFlight> {
        positive("gravity", gravity)?;
        positive("radius", ball.radius)?;
        positive("mass", ball.mass)?;
        positive("density", air.density)?;
        positive("viscosity", air.viscosity)?;
        let (Drag::Constant(scale) | Drag::CliftGauvin { factor: scale }) = air.drag;
        if !(scale >= 0.0 && scale.is_finite()) {
            return Err(NoFlight::Number { name: "drag", value: scale });
        }
        let displaced = if air.buoyancy { air.density * 4.0 / 3.0 * PI * ball.radius.powi(3) } else { 0.0 };
        if displaced >= ball.mass {
            return Err(NoFlight::Floats);
        }
        let gravity = gravity * (1.0 - displaced / ball.mass);
        let flight = Self { gravity, air: Some((ball, air)), terminal: f64::INFINITY };
        let terminal = if scale == 0.0 { f64::INFINITY } else { flight.terminal() };
        Ok(Self { terminal, ..flight })
    }

    /// Whether its speeds are in closed form.
    pub fn without_drag(&self) -> bool {
        self.terminal.is_infinite()
    }

    /// Deceleration by drag, m/s2.
    fn drag(&self, v: f64) -> f64 {
        let Some((ball, air)) = self.air else { return 0.0 };
        if v <= 0.0 {
            return 0.0;
        }
        let Re = 2.0 * air.density * ball.radius * v / air.viscosity;
        let C_d = air.drag.coefficient(Re);
        0.5 * air.density * C_d * PI * ball.radius * ball.radius * v * v / ball.mass
    }

    /// Terminal speed, at which drag equals weight; unique, since drag grows with speed.
    fn terminal(&self) -> f64 {
        root_above(|v| self.drag(v) - self.gravity, 0.0, 1.0)
    }

    /// Speed after a fall from rest through `height` (m), m/s.
    ///
    /// # Errors
    /// When the height is not above zero, or the ball gets faster than its drag is known for.
    pub fn fall_speed(&self, height: f64) -> Result<f64, NoFlight> {
        positive("height", height)?;
        if self.terminal.is_infinite() {
            return Ok((2.0 * self.gravity * height).sqrt());
        }
        self.known(self.speed_of(self.fall(height, self.guess(height))))
    }

    /// Speed at the ground of a ball that is thrown with `thrown` (m/s, positive downwards) from `height` (m), m/s.
    ///
    /// # Errors
    /// As [`Self::fall_speed`].
    pub fn thrown_speed(&self, height: f64, thrown: f64) -> Result<f64, NoFlight> {
        let higher = match thrown {
            0.0 => 0.0,
            up if up < 0.0 => self.rise_height(-up)?,
            down if down < self.terminal => self.fall_from_rest(down)?,
            _ => return Err(NoFlight::Number { name: "release speed", value: thrown }),
        };
        self.fall_speed(height + higher)
    }

    /// Height a ball reaches that leaves the ground at `speed` (m/s), m.
    ///
    /// # Errors
    /// When the speed is not above zero, or above what the drag is known for.
    pub fn rise_height(&self, speed: f64) -> Result<f64, NoFlight> {
        positive("speed", self.known(speed)?)?;
        Ok(self.rise(speed).height)
    }

    /// Speed with which a ball leaves the ground that reaches `height` (m), m/s.
    ///
    /// # Errors
    /// When the height is not above zero, or the ball is faster than its drag is known for.
    pub fn rise_speed(&self, height: f64) -> Result<f64, NoFlight> {
        positive("height", height)?;
        let vacuum = (2.0 * self.gravity * height).sqrt();
        if self.terminal.is_infinite() {
            return Ok(vacuum);
        }
        // dh/dv = v/(g + drag)
        let off = |v: f64| (self.rise_of(v) - height, v / (self.gravity + self.drag(v)));
        if let Some(v) = newton(off, vacuum) {
            return self.known(v);
        }
        // Drag only makes a start faster.
        self.known(root_above(|v| self.rise_of(v) - height, vacuum, 2.0 * vacuum))
    }

    /// The flight that begins at `up` (m/s) and ends on the same level.
    ///
    /// # Errors
    /// As [`Self::rise_height`].
    pub fn hop(&self, up: f64) -> Result<Hop, NoFlight> {
        positive("speed", self.known(up)?)?;
        Ok(self.hop_unchecked(up))
    }

    /// The flight that takes `time` (s) from ground to ground.
    ///
    /// # Errors
    /// When the time is not above zero, or the ball is faster than its drag is known for.
    pub fn hop_of_time(&self, time: f64) -> Result<Hop, NoFlight> {
        positive("time", time)?;
        let vacuum = 0.5 * self.gravity * time;
        if self.terminal.is_infinite() {
            return Ok(self.hop_unchecked(vacuum));
        }
        // dt_up/dv = 1/(g + drag), dh/dv = v/(g + drag), dt_down/dh = 1/v_down. One fall is close to the next.
        let near = Cell::new(None);
        let off = |v: f64| {
            let rise = self.rise(v);
            let guess =
                near.get().map_or_else(|| self.guess(rise.height), |(s, h)| s + (rise.height - h) / self.pace(s));
            let s = self.fall(rise.height, guess);
            near.set(Some((s, rise.height)));
            let down = self.speed_of(s);
            (rise.time + self.fall_time(s) - time, (1.0 + v / down) / (self.gravity + self.drag(v)))
        };
        if let Some(up) = newton(off, vacuum) {
            return self.hop(up);
        }
        // Drag shortens the flight, so the start was faster than without it.
        self.hop(root_above(|v| self.hop_unchecked(v).time - time, vacuum, 2.0 * vacuum))
    }

    /// Duration of the flight between two impacts that begin `interval` (s) apart, with the contact at its start taken off (s).
    ///
    /// # Errors
    /// When nothing is left of the interval.
    pub fn between_impacts(interval: f64, contact: f64) -> Result<f64, NoFlight> {
        positive("interval", interval)?;
        if !(contact >= 0.0 && contact.is_finite()) {
            return Err(NoFlight::Number { name: "contact", value: contact });
        }
        if contact >= interval {
            return Err(NoFlight::NoFlightLeft { interval, contact });
        }
        Ok(interval - contact)
    }

    fn hop_unchecked(&self, up: f64) -> Hop {
        let rise = self.rise(up);
        if self.terminal.is_infinite() {
            return Hop { up, down: up, time: 2.0 * rise.time, height: rise.height };
        }
        let s = self.fall(rise.height, self.guess(rise.height));
        Hop { up, down: self.speed_of(s), time: rise.time + self.fall_time(s), height: rise.height }
    }

    /// From `speed` to rest.
    fn rise(&self, speed: f64) -> Leg {
        let g = self.gravity;
        if self.terminal.is_infinite() {
            return Leg { height: 0.5 * speed * speed / g, time: speed / g };
        }
        Leg { height: self.rise_of(speed), time: integral(|v, _| 1.0 / (g + self.drag(v)), speed).value }
    }

    /// Height from `speed` to rest, in air.
    fn rise_of(&self, speed: f64) -> f64 {
        integral(|v, _| v / (self.gravity + self.drag(v)), speed).value
    }

    /// `dh/ds` of [`Self::fall_of`]: `v dv = v_t^2 exp(-s)/2 ds`.
    fn pace(&self, s: f64) -> f64 {
        let left = self.gravity - self.drag(self.speed_of(s));
        0.5 * self.terminal * self.terminal * libm::exp(-s) / left
    }

    /// Height from rest to `s`, where `v = v_t sqrt(1 - exp(-s))`: with a constant drag coefficient `s = 2 g h/v_t^2`, so
    /// that nothing becomes steep as the speed nears the terminal one.
    fn fall_of(&self, s: f64) -> f64 {
        integral(|s, _| self.pace(s), s).value
    }

    fn fall_time(&self, s: f64) -> f64 {
        integral(|s, _| self.pace(s) / self.speed_of(s), s).value
    }

    /// Height of a fall to this speed.
    fn fall_from_rest(&self, speed: f64) -> Result<f64, NoFlight> {
        let speed = self.known(speed)?;
        if self.terminal.is_infinite() {
            return Ok(self.rise(speed).height);
        }
        let part = speed / self.terminal;
        Ok(self.fall_of(-libm::log1p(-part * part)))
    }

    fn speed_of(&self, s: f64) -> f64 {
        self.terminal * (-libm::expm1(-s)).sqrt()
    }

    /// The `s` of [`Self::fall_of`] after a fall through `height`, with the drag coefficient of the terminal speed.
    fn guess(&self, height: f64) -> f64 {
        2.0 * self.gravity * height / (self.terminal * self.terminal)
    }

    /// The `s` of [`Self::fall_of`] after a fall through `height`, from a guess at it.
    fn fall(&self, height: f64, guess: f64) -> f64 {
        if let Some(s) = newton(|s| (self.fall_of(s) - height, self.pace(s)), guess) {
            return s;
        }
        let (mut low, mut high) = (0.5 * self.guess(height), 2.0 * self.guess(height));
        while low > 1e-300 && self.fall_of(low) > height {
            low *= 0.5;
        }
        while self.fall_of(high) < height && high < 30.0 {
            high *= 2.0;
        }
        bisect(|s| self.fall_of(s) - height, low, high)
    }

    /// Refuses a speed at which the drag is unknown.
    fn known(&self, speed: f64) -> Result<f64, NoFlight> {
        let Some((ball, air)) = self.air else { return Ok(speed) };
        let Re = 2.0 * air.density * ball.radius * speed / air.viscosity;
        let limited = matches!(air.drag, Drag::CliftGauvin { factor } if factor > 0.0);
        if limited && Re > LARGEST_RE { Err(NoFlight::TooFast { speed, Re }) } else { Ok(speed) }
    }
}

/// A rise to rest, or a fall from rest.
#[derive(Debug, Clone, Copy)]
struct Leg {
    height: f64,
    time: f64,
}

/// The root of a growing function above `low`; `high` is doubled until it is past the root.
fn root_above(f: impl Fn(f64) -> f64, low: f64, mut high: f64) -> f64 {
    while f(high) < 0.0 && high < 1e9 {
        high *= 2.0;
    }
    bisect(f, low, high)
}

/// The root of a growing function from its value and its slope, by Newton's method; `None` where that does not settle,
/// or leaves what is above zero.
fn newton(f: impl Fn(f64) -> (f64, f64), start: f64) -> Option<f64> {
    let (mut x, mut last) = (start, f64::INFINITY);
    for _ in 0..20 {
        let (value, slope) = f(x);
        let step = value / slope;
        x -= step;
        if !(x > 0.0 && x.is_finite()) {
            return None;
        }
        // Rounding keeps the last steps from getting smaller.
        if step.abs() <= 2.0 * f64::EPSILON * x || step.abs() >= last && step.abs() < 1e-13 * x {
            return Some(x);
        }
        last = step.abs();
    }
    None
}

/// The root of a growing function.
fn bisect(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let bracket = Bracket { a, fa: f(a), b, fb: f(b) };
    match root::<Infallible>(|x| Ok(f(x)), bracket, f64::EPSILON * b) {
        Ok(x) => x,
        Err(never) => match never {},
    }
}

fn positive(name: &'static str, value: f64) -> Result<f64, NoFlight> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(NoFlight::Number { name, value }) }
}

/// Tolerance of a damped contact with branches.
const TOLERANCE: f64 = 1e-11;

/// The normal law of a drop test.
#[derive(Debug, Clone)]
pub enum DropContact {
    Power(PowerForce),
    Branches(Branched),
}

impl DropContact {
    /// The law of a scene. A flight starts at zero overlap; after an earlier end of contact no force acts until then.
    ///
    /// # Errors
    /// When the law lacks what it needs.
    pub(super) fn of(scene: &Scene) -> Result<Self, String> {
        if let Some(contact) = scene.branches().map_err(|error| error.message)? {
            return Ok(Self::Branches(contact));
        }
        let mut force = scene.power()?;
        if force.ends == Ends::ZeroForce {
            force.ends = Ends::ForceClamped;
        }
        Ok(Self::Power(force))
    }

    /// The impact of a mass (kg) at a speed (m/s) under a constant `acceleration` (m/s2) towards the other body.
    /// Sticking bodies have a restitution of 0 and a duration of twice their approach.
    ///
    /// # Errors
    /// As [`weighed`], or when the integrator gives up.
    pub fn weighed(&self, m_star: f64, speed: f64, acceleration: f64) -> Result<Weighed, String> {
        let contact = match self {
            Self::Power(force) => {
                return weighed(force, m_star, speed, acceleration).map_err(|error| error.to_string());
            }
            Self::Branches(contact) => contact,
        };
        if contact.law.motion().is_some() {
            return Err("local damping beside a dashpot is not computed under a weight".to_string());
        }
        let law = Pressed { law: contact.law.clone(), weight: m_star * acceleration };
        if contact.dashpot.C == 0.0 {
            let course =
                undamped::collide(&law, m_star, speed, None).ok_or_else(|| CollisionError::NoEnd.to_string())?;
            let duration = course.duration().unwrap_or(2.0 * course.approach);
            return Ok(Weighed { restitution: course.restitution, duration });
        }
        let pressed = Branched { law: Arc::new(law), dashpot: contact.dashpot };
        let found = collide_branched(&pressed, None, &Approach::head_on(m_star, speed), TOLERANCE)
            .map_err(|error| error.to_string())?;
        let turning = found.turning.map_or(f64::NAN, |turning| 2.0 * turning.time.value);
        Ok(match found.end {
            Some(end) => Weighed { restitution: -end.speed.value / speed, duration: end.time.value },
            None => Weighed { restitution: 0.0, duration: turning },
        })
    }
}

/// A law with branches under a constant compressive force, N.
#[derive(Debug)]
struct Pressed {
    law: Arc<dyn Branches>,
    weight: f64,
}

impl Branches for Pressed {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        self.law.touch(largest)
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let spot = self.law.spot(branch, q);
        Spot { force: spot.force - self.weight, ..spot }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.law.place(branch, overlap)
    }

    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        self.law.hertz_overlap(branch, q)
    }

    fn below(&self, branch: &Branch) -> Exit {
        self.law.below(branch)
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        self.law.above(branch)
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.law.turned(branch, q)
    }

    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.law.turned_back(branch, q)
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.law.energy(branch, q) - self.weight * self.law.spot(branch, q).overlap
    }

    fn drag(&self, branch: &Branch, q: f64, v: f64) -> Option<[f64; 3]> {
        let drag = self.law.drag(branch, q, v)?;
        let spot = self.law.spot(branch, q);
        // The force of the contact is clamped without the weight.
        let clamped = self.law.never_pulls() && spot.force + drag[0] < 0.0;
        Some(if clamped { [-spot.force, -spot.slope, 0.0] } else { drag })
    }

    fn depth(&self, energy: f64) -> Option<f64> {
        self.law.depth(energy)
    }

    fn exponents(&self) -> &[f64] {
        self.law.exponents()
    }

    fn at_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        self.law.at_rate(branch, q, v)
    }

    fn rate_margin(&self, branch: &Branch, q: f64, v: f64) -> f64 {
        self.law.rate_margin(branch, q, v)
    }

    fn past_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        self.law.past_rate(branch, q, v)
    }

    /// Upper bound of the potential energy that the weight gains, down to the static overlap.
    fn well(&self) -> f64 {
        let (branch, q) = self.law.touch(0.0);
        let force = |depth: f64| self.law.spot(&branch, self.law.place(&branch, depth)).force;
        let touched = self.law.spot(&branch, q).overlap;
        let doubled = (0..200).map(|k| touched + 1e-15 * 2f64.powi(k)).find(|depth| force(*depth) > self.weight);
        self.law.well() + self.weight * doubled.unwrap_or(0.0)
    }
}
