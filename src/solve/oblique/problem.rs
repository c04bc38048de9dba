//! An oblique collision without units.

use crate::contact::flow::{CollisionError, Leg, Power, Scale, Scaled, States, regular_power};
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, WhileSliding};
use crate::contact::{Ends, PowerForce};
use crate::scene::{Bodies, Scene};

/// Rolling resistance in the units of the problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rolling {
    None,
    /// On each body, against its own spin.
    Own {
        friction: f64,
    },
    /// Between the bodies, against their relative spin; with no stiffness the slider alone.
    Between {
        friction: f64,
        stiffness: f64,
        damping: f64,
        spring: bool,
    },
}

/// The laws and the bodies, in the units of the normal motion.
///
/// Lengths are in units of `L`, velocities of the speed of approach, forces of `m* v/T`; spins are the surface speeds
/// `omega_i r_i` they stand for.
#[derive(Debug, Clone, Copy)]
#[allow(non_snake_case)]
pub struct Problem {
    pub law: PowerForce,
    pub shear: ShearForce,
    pub bodies: Bodies,
    pub scale: Scale,
    pub normal: Scaled,
    /// Of the normal dashpot.
    pub g: f64,
    pub p: f64,
    /// `S` without units; 0 without a spring.
    pub kappa: f64,
    pub gamma: f64,
    /// Tangential dashpot without units.
    pub c: f64,
    pub rolling: Rolling,
    /// `m* r_i^2/I_i`; 0 for a wall and for what is held.
    pub inertia_ratio: [f64; 2],
    /// `L/(r1+r2)`; 0 at a wall.
    pub nearness: f64,
    /// `R*/r_i`; 0 for a wall.
    pub radius_ratio: [f64; 2],
    /// Energy of the approach at first touch over that of the scale.
    pub least: f64,
    /// Where the head-on motion starts: beyond touch where a clamped law feeds energy.
    pub holds: bool,
    pub powers: Powers,
}

/// How the bodies lie at an overlap.
#[derive(Debug, Clone, Copy, Default)]
pub struct Geometry {
    /// The overlap, in units.
    pub xi: f64,
    /// One over the distance of the centres.
    pub near: f64,
    /// Arms of the slip and of the torque over the radii, and how the former change with the overlap.
    pub arms: [f64; 2],
    pub torque_arms: [f64; 2],
    pub slopes: [f64; 2],
}

/// How a contact begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Onset {
    /// With a spring that carries nothing.
    Stick,
    /// The force points against the slip, 1, or along it, -1.
    Slip(f64),
    /// It sticks without a force: the spring carries what the dashpot does, the other way.
    Balanced,
}

/// Powers of `q`. Rates are taken over `q^m`, the lowest power in them, so that they say something at touch too.
#[derive(Debug, Clone, Copy)]
pub struct Powers {
    pub spring: Power,
    pub dashpot: Power,
    /// Rates of the elastic force; of the dashpot with the overlap and with the speed.
    pub elastic_rate: Power,
    pub drag_rate: Power,
    pub drag_speed_rate: Power,
    pub spring_rate: Power,
    pub dashpot_rate: Power,
    pub dashpot_speed_rate: Power,
}

impl Problem {
    /// The collision of a scene under one tangential law.
    ///
    /// # Errors
    /// When a number does not make a collision.
    pub fn new(scene: &Scene, shear: &ShearForce) -> Result<Self, CollisionError> {
        let (bodies, law) = (Bodies::of(scene), scene.power()?);
        let leg = Leg::first(&law, bodies.m_star, scene.speed, States::All)?;
        let numbers = [("friction", shear.friction), ("S", shear.S), ("C", shear.dashpot.C)];
        for (name, value) in numbers {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(CollisionError::Number { name, value });
            }
        }
        Ok(Self::at(&law, shear, bodies, scene.pair.R_star, scene.speed, leg.holds(), 0.5))
    }

    /// The same impact of bodies that do not turn, and how much larger its tangential forces are: with arms of one length at a
    /// wall spins change as the slip does. `None` where they do not, or something else acts on spins.
    pub fn without_spins(&self) -> Option<(Self, f64)> {
        let Levers { slip, torque } = self.levers();
        let rigid = [slip, torque].iter().all(|arm| self.arm_slopes(*arm, 0.0) == [0.0; 2]) && self.nearness == 0.0;
        if !(rigid && self.rolling == Rolling::None && self.shear.form.is_spring()) {
            return None;
        }
        let (arms, torque_arms) = (self.arms(slip, 0.0), self.arms(torque, 0.0));
        let compliance = 1.0 + (0..2).map(|i| self.inertia_ratio[i] * arms[i] * torque_arms[i]).sum::<f64>();
        let mut still = Self { inertia_ratio: [0.0; 2], ..*self };
        still.bodies.inertia = [f64::INFINITY; 2];
        let ShearForce { friction, S, dashpot, .. } = &mut still.shear;
        for force in [friction, S, &mut dashpot.C, &mut still.kappa, &mut still.c] {
            *force *= compliance;
        }
        Some((still, compliance))
    }

    /// The same in units of another speed.
    pub fn rescaled(&self, speed: f64) -> Self {
        let least = self.least * self.scale.energy / (self.bodies.m_star * speed * speed);
        Self::at(&self.law, &self.shear, self.bodies, self.r_star(), speed, self.holds, least)
    }

    fn r_star(&self) -> f64 {
        let [one, two] = self.bodies.radius;
        if two.is_infinite() { one } else { one * two / (one + two) }
    }

    fn at(
        law: &PowerForce,
        shear: &ShearForce,
        bodies: Bodies,
        r_star: f64,
        speed: f64,
        holds: bool,
        least: f64,
    ) -> Self {
        let m_star = bodies.m_star;
        let scale = Scale::new(law, m_star, speed);
        let Scale { length, force, time, .. } = scale;
        let g = law.C * length.powf(law.beta) * time / m_star;
        let spring = shear.form.is_spring();
        let kappa = if spring { shear.S * length.powf(shear.gamma) * length / force } else { 0.0 };
        let gamma = if spring { shear.gamma } else { 0.0 };
        let damped = spring && shear.dashpot.C > 0.0;
        let c = if damped { shear.dashpot.C * length.powf(shear.dashpot.beta) * speed / force } else { 0.0 };
        let beta_t = if damped { shear.dashpot.beta } else { 0.0 };
        let mut exponents = vec![law.alpha, gamma, beta_t];
        if g != 0.0 {
            exponents.push(law.beta);
        }
        let p = regular_power(&exponents);
        let inertia_ratio = [0, 1].map(|i| {
            let (r, inertia) = (bodies.radius[i], bodies.inertia[i]);
            if inertia.is_infinite() || r.is_infinite() { 0.0 } else { m_star * r * r / inertia }
        });
        let radius_ratio = bodies.radius.map(|r| if r.is_infinite() { 0.0 } else { r_star / r });
        let torque = force * r_star;
        let rolling = match shear.rolling {
            RollingForce::None => Rolling::None,
            RollingForce::OwnSpin { friction } => Rolling::Own { friction },
            RollingForce::Constant { friction } => {
                Rolling::Between { friction, stiffness: 0.0, damping: 0.0, spring: false }
            }
            RollingForce::SpringDashpot { stiffness, damping, friction } => Rolling::Between {
                friction,
                stiffness: stiffness * length / (torque * r_star),
                damping: damping * speed / (torque * r_star),
                spring: true,
            },
        };
        let powers =
            Powers::new(p, law.alpha, (g != 0.0).then_some(law.beta), gamma, damped.then_some(beta_t), shear.form);
        Self {
            law: *law,
            shear: *shear,
            bodies,
            scale,
            normal: Scaled::with_power(law, g, p),
            g,
            p,
            kappa,
            gamma,
            c,
            rolling,
            inertia_ratio,
            nearness: length / (bodies.radius[0] + bodies.radius[1]),
            radius_ratio,
            least,
            holds,
            powers,
        }
    }

    /// Whether the ledger cannot tell friction from spring while the surfaces slip: the spring's part has no bound at
    /// touch. Friction then takes what the spring does not.
    pub fn lumps(&self) -> bool {
        (self.c > 0.0 && self.shear.dashpot.sliding == WhileSliding::Capped)
            || (self.shear.limit == FrictionLimit::Absolute && self.law.ends.pulls() && self.g != 0.0)
    }

    /// Whether the force jumps where the surfaces begin to slip.
    pub fn drops(&self) -> bool {
        self.c > 0.0 && self.shear.dashpot.sliding == WhileSliding::Dropped
    }

    /// Whether the energy of the spring has no bound where the overlap goes to nothing: a force is left there that falls
    /// slower than the root of the stiffness. The ledger then gives all that the spring takes and gives to friction.
    pub fn unbounded(&self) -> bool {
        let slower = |beta: f64| 2.0 * beta < self.gamma - 1e-12;
        let capped = self.c > 0.0 && self.shear.dashpot.sliding == WhileSliding::Capped;
        let pulled = self.shear.limit == FrictionLimit::Absolute && self.law.ends.pulls() && self.g != 0.0;
        self.kappa > 0.0 && ((capped && slower(self.shear.dashpot.beta)) || (pulled && slower(self.law.beta)))
    }

    /// How the contact begins at this slip velocity.
    ///
    /// It sticks unless spring and dashpot rise with a lower power of the overlap than their limit, or with the same and
    /// more. Then the slider is at `mu N`, and stays there if the force would outgrow the limit once it stuck. A dashpot
    /// within the limit may not let it: the slider holds the spring at `k_t s = mu N - C delta^beta v_s`, far on the
    /// other side; where `beta < gamma` a stiffness that grows with the overlap pulls the remembered stretch harder than
    /// the dashpot pushes, and the force runs from `mu N` to `-mu N` while the overlap grows by a factor. At touch that
    /// takes no time.
    pub fn onset(&self, slip: f64) -> Onset {
        let Self { law, shear, gamma, kappa, c, .. } = self;
        let stretch = shear.form == Form::Total;
        let rising = if stretch { 1.0 } else { 1.0 / (1.0 + gamma) };
        let spring = (gamma + 1.0, kappa * slip);
        let mut force = (spring.0, spring.1 * rising);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let dashpot = (shear.dashpot.beta, if capped { c * slip } else { 0.0 });
        if capped {
            force = lower(force, dashpot);
        }
        let mut limit = (law.alpha, shear.friction);
        if self.g != 0.0 && shear.limit != FrictionLimit::Elastic {
            limit = lower(limit, (law.beta, shear.friction * self.g.abs()));
        }
        let exceeds = if same(force.0, limit.0) { force.1 > limit.1 } else { force.0 < limit.0 && force.1 > 0.0 };
        if !exceeds {
            return Onset::Stick;
        }
        // How much faster than its limit the force would grow if it stuck at sign mu N, times delta/w.
        let kept = if stretch { *gamma } else { 0.0 };
        let outgrows = |sign: f64| {
            leading([
                (spring.0, sign * spring.1),
                (dashpot.0, sign * (dashpot.0 - kept) * dashpot.1),
                (limit.0, (kept - limit.0) * limit.1),
            ]) > 0.0
        };
        [1.0, -1.0].into_iter().find(|sign| outgrows(*sign)).map_or(Onset::Balanced, Onset::Slip)
    }

    /// Whether a force that turns to pulling changes what friction can hold.
    pub fn limit_bends(&self) -> bool {
        self.shear.limit != FrictionLimit::Elastic
    }

    /// Whether the contact is deleted where its force is zero.
    pub fn deleted_by_force(&self) -> bool {
        self.law.ends == Ends::ZeroForce
    }

    pub fn levers(&self) -> Levers {
        self.shear.levers
    }

    /// How the bodies lie where the overlap is `q^p`.
    #[inline(always)]
    pub fn geometry(&self, q: f64) -> Geometry {
        let xi = if q > 0.0 { self.normal.overlap(q) } else { 0.0 };
        let Levers { slip, torque } = self.levers();
        let arms = self.arms(slip, xi);
        let torque_arms = if torque == slip { arms } else { self.arms(torque, xi) };
        Geometry { xi, near: self.curvature(xi), arms, torque_arms, slopes: self.arm_slopes(slip, xi) }
    }

    /// Arms over the radius, at an overlap in units; 0 for a wall.
    #[inline]
    pub fn arms(&self, arm: Arm, xi: f64) -> [f64; 2] {
        let [one, two] = self.bodies.radius;
        if arm == Arm::Radius {
            return [if one.is_infinite() { 0.0 } else { 1.0 }, if two.is_infinite() { 0.0 } else { 1.0 }];
        }
        let delta = xi * self.scale.length;
        let part = |r: f64, other: f64| if r.is_infinite() { 0.0 } else { arm.length(r, other, delta) / r };
        [part(one, two), part(two, one)]
    }

    /// Their change with the overlap in units.
    #[inline]
    pub fn arm_slopes(&self, arm: Arm, xi: f64) -> [f64; 2] {
        if arm == Arm::Radius {
            return [0.0; 2];
        }
        let (delta, length) = (xi * self.scale.length, self.scale.length);
        let [one, two] = self.bodies.radius;
        let part = |r: f64, other: f64| {
            if r.is_infinite() {
                return 0.0;
            }
            let d = r + other - delta;
            let slope = match arm {
                Arm::Radius => 0.0,
                Arm::HalfOverlap => 0.5,
                Arm::Overlap => 1.0,
                Arm::Proportional if other.is_infinite() => 0.0,
                Arm::Plane if other.is_infinite() => 1.0,
                Arm::Proportional => r / (r + other),
                Arm::Plane => 0.5 - 0.5 * (r * r - other * other) / (d * d),
            };
            -slope * length / r
        };
        [part(one, two), part(two, one)]
    }

    /// One over the distance of the centres.
    #[inline]
    pub fn curvature(&self, xi: f64) -> f64 {
        if self.nearness == 0.0 { 0.0 } else { self.nearness / (1.0 - self.nearness * xi) }
    }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// The coefficient of a sum of powers at touch: that of the lowest which does not cancel.
fn leading(terms: [(f64, f64); 3]) -> f64 {
    let size = terms.iter().map(|term| term.1.abs()).fold(0.0, f64::max);
    let sum_at = |exponent: f64| terms.iter().filter(|term| same(term.0, exponent)).map(|term| term.1).sum::<f64>();
    let found = terms.iter().filter(|term| sum_at(term.0).abs() > 1e-14 * size).min_by(|a, b| a.0.total_cmp(&b.0));
    found.map_or(0.0, |term| sum_at(term.0))
}

/// The one of two powers that is larger at touch: exponent and coefficient.
fn lower(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    if same(a.0, b.0) {
        (a.0, a.1 + b.1)
    } else if a.0 < b.0 {
        a
    } else {
        b
    }
}

impl Powers {
    fn new(p: f64, alpha: f64, beta: Option<f64>, gamma: f64, beta_t: Option<f64>, form: Form) -> Self {
        // A spring that remembers its stretch feels the overlap through the force itself.
        let stretch = gamma > 0.0 && matches!(form, Form::Total | Form::Rescaled);
        let lowest = |beta: f64| if beta > 0.0 || stretch { p * beta - 1.0 } else { p - 1.0 };
        let mut m = (p * alpha - 1.0).min(p * gamma + p - 1.0);
        for beta in [beta, beta_t].into_iter().flatten() {
            m = m.min(lowest(beta));
        }
        let power = |exponent: f64| Power::new(exponent - m);
        let (beta, beta_t) = (beta.unwrap_or(0.0), beta_t.unwrap_or(0.0));
        Self {
            spring: Power::new(p * gamma),
            dashpot: Power::new(p * beta_t),
            elastic_rate: power(p * alpha - 1.0),
            drag_rate: power(p * beta - 1.0),
            drag_speed_rate: power(p * beta + p - 1.0),
            spring_rate: power(p * gamma + p - 1.0),
            dashpot_rate: power(p * beta_t - 1.0),
            dashpot_speed_rate: power(p * beta_t + p - 1.0),
        }
    }
}
