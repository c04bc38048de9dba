//! Spheres that slip in a part of their contact: Mindlin & Deresiewicz under a constant load, Maw, Barber & Fawcett in an oblique impact.

use std::sync::OnceLock;

use super::rigid_body::ObliqueCollision;
use super::scales::undamped;
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::path::{Leg, LoadingPath, Press, Shear};
use crate::law::scene::{Body, Scene};
use crate::law::{Card, Normal};

/// Mindlin & Deresiewicz at constant load: the first loading, and every branch the same curve twice as large.
pub static MINDLIN_DERESIEWICZ: Oracle = Oracle::of_paths(
    Card {
        name: "mindlin-deresiewicz",
        title: "Spheres sheared back and forth under a constant load",
        formula: "loading:    u = f(T) = (3/2) mu N C [1 - (1 - T/muN)^(2/3)],  C = 1/(8 G* a)\n\
                  from (T1, u1):  u = u1 - 2 f((T1 - T)/2) until T passes the turn before\n\
                  c/a = (1 - T/muN)^(1/3) on first loading,  (1 - |T1 - T|/(2 muN))^(1/3) after a turn",
        symbols: &[
            ("T", "tangential force", "N"),
            ("u", "displacement", "m"),
            ("N", "normal load", "N"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
            ("c", "radius of the stick zone", "m"),
        ],
        holds: "spheres of Hertz, loaded before they are sheared; exact for like elastic constants",
        source: "Cattaneo 1938; Mindlin 1949; Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327",
        known_as: &[],
    },
    &[
        Observable::TangentialForce,
        Observable::Slide,
        Observable::StickRadius,
        Observable::WorkIn,
        Observable::LoopEnergy,
        Observable::EnergyCreated,
    ],
    mindlin_deresiewicz,
)
.noting(dissimilar);

/// Relative rounding error of the closed forms.
const ROUNDING: f64 = 1e-13;

/// Largest Dundurs beta of elastically similar bodies.
const SIMILAR: f64 = 1e-3;

/// A note for bodies with nonzero Dundurs beta, whose surfaces slip under a normal force.
fn dissimilar(scene: &Scene) -> Option<String> {
    let beta = mismatch(scene).filter(|beta| beta.abs() > SIMILAR)?;
    Some(format!("uncoupled approximation: Dundurs beta is {beta:.3}"))
}

/// Young's modulus and Poisson's ratio of a body; `None` for a rigid one.
fn elastic(body: &Body) -> Result<Option<(f64, f64)>, String> {
    if body.rigid {
        return Ok(None);
    }
    let material = body.material.as_ref();
    let moduli = material.and_then(|m| Some((m.young_modulus?, m.poisson_ratio?)));
    moduli.map(Some).ok_or_else(|| format!("the moduli of `{}` are not given", body.name))
}

/// Dundurs' second constant, Johnson 1985, eq. 5.3.
fn mismatch(scene: &Scene) -> Option<f64> {
    let parts = |body: &Body| {
        elastic(body).ok().map(|moduli| {
            moduli.map_or((0.0, 0.0), |(E, nu)| {
                let G = E / (2.0 * (1.0 + nu));
                ((1.0 - 2.0 * nu) / G, (1.0 - nu) / G)
            })
        })
    };
    let ((a, b), (c, d)) = (parts(&scene.bodies[0])?, parts(&scene.bodies[1])?);
    (b + d > 0.0).then(|| 0.5 * (a - c) / (b + d))
}

/// What the theories of paths read off a scene.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spheres {
    /// `1/R*`, 1/m
    pub curvature: f64,
    /// `1/E*`, 1/Pa
    soft: f64,
    /// `1/G*`, 1/Pa
    pub limp: f64,
}

impl Spheres {
    /// `4/3 E* sqrt(R*)`, N/m^(3/2)
    fn per_overlap(&self) -> f64 {
        4.0 / 3.0 / self.soft / self.curvature.sqrt()
    }

    /// m, of a normal force (N).
    pub fn overlap(&self, N: f64) -> f64 {
        libm::pow(N / self.per_overlap(), 2.0 / 3.0)
    }

    /// `mu N` at an overlap, N.
    pub fn limit(&self, delta: f64, friction: f64) -> f64 {
        friction * self.per_overlap() * libm::pow(delta, 1.5)
    }

    /// Mindlin's `8 G* a`, N/m, at an overlap.
    pub fn stiffness(&self, delta: f64) -> f64 {
        8.0 / self.limp * (delta / self.curvature).sqrt()
    }
}

/// The spheres of a scene; why not, where its normal law is not theirs or a modulus is not given.
pub(super) fn spheres(scene: &Scene) -> Result<Spheres, String> {
    match &scene.contact.normal {
        Normal::Hertz(law) if law.effective_modulus.is_none() => {}
        _ => return Err("valid for Hertzian spheres only".to_string()),
    }
    let curvature: f64 = scene.bodies.iter().map(|body| 1.0 / body.radius()).sum();
    let (mut soft, mut limp) = (0.0, 0.0);
    for body in &scene.bodies {
        if let Some((E, nu)) = elastic(body)? {
            soft += (1.0 - nu * nu) / E;
            limp += (2.0 - nu) * 2.0 * (1.0 + nu) / E;
        }
    }
    if soft > 0.0 && curvature > 0.0 {
        Ok(Spheres { curvature, soft, limp })
    } else {
        Err("both bodies are rigid".to_string())
    }
}

fn mindlin_deresiewicz(scene: &Scene) -> Values {
    let Some(path) = &scene.path else { return Err("valid for loading paths only".to_string()) };
    let friction = scene.contact.friction.as_ref().map(|friction| &friction.tangential);
    let friction = friction.map_or(0.0, |law| law.friction());
    if friction <= 0.0 {
        return Err("a friction coefficient above 0 is required".to_string());
    }
    let spheres = spheres(scene)?;
    let (press, legs, cycle) = split(path)?;
    let delta = match press {
        Press::Overlap(delta) => delta,
        Press::Force(N) => spheres.overlap(N),
    };
    let N = spheres.limit(delta, 1.0);
    let contact = ConstantLoad::new(1.0 / spheres.limp, (delta / spheres.curvature).sqrt(), friction, N);
    let mut shear = Turning::new(contact);
    for leg in legs {
        shear.drive(leg)?;
    }
    let mut over_cycle = None;
    for _ in 0..path.cycles {
        let before = shear.work;
        for leg in &cycle {
            shear.drive(*leg)?;
        }
        over_cycle = (!cycle.is_empty()).then_some(shear.work - before);
    }
    let (limit, way) = (contact.limit, contact.load(contact.limit));
    let energy = limit * way;
    let mut values = vec![
        (Observable::TangentialForce, Estimate::new(shear.T, ROUNDING * limit)),
        (Observable::Slide, Estimate::new(shear.u, ROUNDING * way)),
        // A root of what rounding leaves where hardly anything sticks.
        (Observable::StickRadius, Estimate::new(shear.stick_radius(), 1e-9)),
        (Observable::WorkIn, Estimate::new(shear.work, 10.0 * ROUNDING * energy)),
        (Observable::EnergyCreated, Estimate::new(0.0, 0.0)),
    ];
    values.extend(over_cycle.map(|work| (Observable::LoopEnergy, Estimate::new(work, 10.0 * ROUNDING * energy))));
    Ok(values)
}

/// The one press, then what only shears.
fn split(path: &LoadingPath) -> Result<(Press, Vec<Shear>, Vec<Shear>), String> {
    let constant = "valid for a contact that is loaded once and then sheared";
    let mut legs = path.legs.iter();
    let Some(Leg::Drive { press: Some(press), shear: None }) = legs.next() else { return Err(constant.to_string()) };
    let shear = |leg: &Leg| match leg {
        Leg::Drive { press: None, shear: Some(shear) } => Ok(*shear),
        _ => Err(constant.to_string()),
    };
    Ok((*press, legs.map(shear).collect::<Result<_, _>>()?, path.cycle.iter().map(shear).collect::<Result<_, _>>()?))
}

/// A contact under constant load with its turns: each branch is the first loading, twice as large, until it meets the
/// turn before; the loop in between is then forgotten.
#[derive(Debug, Clone)]
struct Turning {
    contact: ConstantLoad,
    /// Force and displacement at each turn that still counts, outermost first.
    turns: Vec<(f64, f64)>,
    T: f64,
    u: f64,
    work: f64,
}

impl Turning {
    fn new(contact: ConstantLoad) -> Self {
        Self { contact, turns: Vec::new(), T: 0.0, u: 0.0, work: 0.0 }
    }

    /// Displacement on the first loading, odd in the force.
    fn first(&self, T: f64) -> f64 {
        self.contact.load(T.abs()).copysign(T)
    }

    /// `int T du` of the first loading, `T f - (3/2) L^2 C [q - (3/5)(1 - (1-q)^(5/3))]` with `q = T/L`.
    fn put_in(&self, T: f64) -> f64 {
        let (L, C) = (self.contact.limit, self.contact.compliance);
        let q = (T / L).abs();
        let left = -(libm::expm1(libm::log1p(-q) * 5.0 / 3.0));
        T.abs() * self.contact.load(T.abs()) - 1.5 * L * L * C * (q - 0.6 * left)
    }

    fn drive(&mut self, shear: Shear) -> Result<(), String> {
        let limit = self.contact.limit;
        match shear {
            Shear::Force(T) => self.load(T)?,
            Shear::Load(part) => self.load(part * limit)?,
            Shear::Slide(u) => self.slide(u),
        }
        Ok(())
    }

    fn load(&mut self, T: f64) -> Result<(), String> {
        if T.abs() >= self.contact.limit {
            return Err("a leg exceeds the friction limit".to_string());
        }
        self.to(T);
        Ok(())
    }

    /// To a displacement: the branches are monotone, so the force is bracketed; beyond the last of them all slips.
    fn slide(&mut self, u: f64) {
        let reached = |T: f64| {
            let mut ahead = self.clone();
            ahead.to(T);
            ahead.u
        };
        let side = if u < self.u { -1.0 } else { 1.0 };
        let limit = side * self.contact.limit;
        let slipping = reached(limit);
        if side * (u - slipping) >= 0.0 {
            self.to(limit);
            self.work += limit * (u - slipping);
            // The way back begins here, whatever was before.
            (self.T, self.u, self.turns) = (limit, u, vec![(limit, u)]);
            return;
        }
        let (mut low, mut high) = (self.T, limit);
        loop {
            let mid = 0.5 * (low + high);
            if mid == low || mid == high {
                break;
            }
            if side * (reached(mid) - u) < 0.0 { low = mid } else { high = mid }
        }
        self.to(low);
        self.u = u;
    }

    /// To a force, one branch after the other.
    fn to(&mut self, T: f64) {
        while T != self.T {
            let rises = T > self.T;
            // Away from its own turn a branch is followed on; otherwise the shear turns here.
            let onward = match self.turns.last() {
                Some((turn, _)) => self.T == *turn || (self.T > *turn) == rises,
                None => self.T == 0.0 || (self.T > 0.0) == rises,
            };
            if !onward {
                self.turns.push((self.T, self.u));
            }
            // A branch closes at the turn before its own; the first one where the first loading is met again.
            let closes = match self.turns[..] {
                [.., (outer, _), _] => outer,
                [(only, _)] => -only,
                [] => T,
            };
            let beyond = if rises { T > closes } else { T < closes };
            let end = if beyond { closes } else { T };
            let branch = self.turns.last().copied();
            self.work += self.along(branch, end);
            self.u = branch.map_or_else(|| self.first(end), |(turn, at)| at - 2.0 * self.first(0.5 * (turn - end)));
            self.T = end;
            if beyond {
                self.turns.truncate(self.turns.len().saturating_sub(2));
            }
        }
    }

    /// `int T du` along one branch from here to `T`.
    fn along(&self, branch: Option<(f64, f64)>, T: f64) -> f64 {
        let Some((turn, _)) = branch else { return self.put_in(T) - self.put_in(self.T) };
        // With T = turn - 2 t, u = at - 2 f(t):  int T du = -2 int (turn - 2 t) df = -2 turn f + 4 int t df.
        let part = |T: f64| {
            let t = 0.5 * (turn - T);
            let f = self.first(t);
            -2.0 * turn * f + 4.0 * self.put_in(t)
        };
        part(T) - part(self.T)
    }

    /// Over the contact radius.
    fn stick_radius(&self) -> f64 {
        let slipped = self.turns.last().map_or(self.T, |(turn, _)| 0.5 * (turn - self.T));
        self.contact.stick_radius(slipped.abs())
    }
}

/// A contact under the constant load `N`: closed forms of Cattaneo 1938, Mindlin 1949 and Mindlin & Deresiewicz 1953.
///
/// Valid for elastic spheres in partial slip (`|T| <= mu N`), `N` constant since before the first shear, with pressure
/// and shear uncoupled: exact for elastically similar bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstantLoad {
    /// Friction limit, `mu N`, N
    pub limit: f64,
    /// Displacement per force without slip, `C = 1/(8 G* a)`, m/N
    pub compliance: f64,
}

/// `1 - (1-x)^(2/3)` for `x <= 1`, without cancellation at small `x`.
fn fall(x: f64) -> f64 {
    if x >= 1.0 { 1.0 } else { -libm::expm1(libm::log1p(-x) * 2.0 / 3.0) }
}

impl ConstantLoad {
    /// Of spheres: `G_star` (Pa, `1/G* = sum (2-nu)/G`), contact radius `a` (m), friction, normal load `N` (N).
    pub fn new(G_star: f64, a: f64, friction: f64, N: f64) -> Self {
        Self { limit: friction * N, compliance: 1.0 / (8.0 * G_star * a) }
    }

    /// Displacement on the first loading, m: `(3/2) mu N C [1 - (1 - T/muN)^(2/3)]`.
    pub fn load(&self, T: f64) -> f64 {
        1.5 * self.limit * self.compliance * fall(T / self.limit)
    }

    /// Radius of the circle that has not slipped on first loading, in contact radii: `(1 - T/muN)^(1/3)`.
    pub fn stick_radius(&self, T: f64) -> f64 {
        libm::cbrt((1.0 - T / self.limit).max(0.0))
    }
}

/// Maw, Barber & Fawcett: tangential restitution of an elastic sphere with friction at any angle of incidence.
pub static MAW_BARBER_FAWCETT: Oracle = Oracle::of_impacts(
    Card {
        name: "maw-barber-fawcett",
        title: "Oblique elastic impact with partial slip",
        formula: "psi = 4 G* v_s/(mu E* v_n),  chi = (2 G*/E*) m*/m_t;  psi2 = f(psi1, chi) from a table\n\
                  psi1 >= 4 chi - 1:  psi2 = psi1 - 4 chi\n\
                  P_t = m_t (v_s - v_s'),  v_t' = v_t - P_t/m*,  omega_1' = omega_1 + r_1 P_t/I_1",
        symbols: &[
            ("psi", "slip in units of the velocity change by friction", "-"),
            ("chi", "stiffness ratio times mass ratio; (7/2)(1-nu)/(2-nu) for a solid sphere on its own material", "-"),
            ("v_s, v_n", "slip and approach", "m/s"),
            ("mu", "friction", "-"),
        ],
        holds: "elastic spheres, pressure and shear uncoupled (exact for like materials); chi of a solid sphere of nu = 0, 0.2, 0.3 or 0.5, psi1 up to 8 or sliding throughout",
        source: "Maw, Barber & Fawcett 1976, Wear 38, 101; table: reference-data/published/maw",
        known_as: &[],
    },
    &[
        Observable::TangentialRestitution,
        Observable::TangentialRestitutionContact,
        Observable::ReboundSpin,
        Observable::TangentialImpulseRatio,
        Observable::Psi1,
        Observable::Psi2,
    ],
    maw_barber_fawcett,
);

const TABLE: &str = include_str!("../../reference-data/published/maw/data.csv");

/// One incidence of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    chi: f64,
    psi1: f64,
    psi2: f64,
    uncertainty: f64,
}

fn table() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |line: &str| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.trim().parse().ok()).collect::<Option<_>>()?;
            match cells[..] {
                [_, chi, psi1, psi2, _, uncertainty] => Some(Row { chi, psi1, psi2, uncertainty }),
                _ => None,
            }
        };
        TABLE.lines().skip(1).filter_map(row).collect()
    })
}

/// Two values of chi that are the same but for rounding.
const SAME_CHI: f64 = 1e-9;

/// `psi2` at `psi1 >= 0`; `None` beyond the table and before gross sliding.
///
/// Between rows by the cubic through the four nearest; its difference to the parabola through three is part of the
/// uncertainty. The curve has kinks at 1 and at `4 chi - 1`: no row beyond one is used before it.
pub fn psi2(psi1: f64, chi: f64) -> Option<Estimate> {
    let slides = 4.0 * chi - 1.0;
    if psi1 >= slides {
        return Some(Estimate::new(psi1 - 4.0 * chi, 16.0 * f64::EPSILON * (psi1 + 4.0 * chi)));
    }
    let mut rows: Vec<Row> = table().iter().filter(|row| (row.chi / chi - 1.0).abs() < SAME_CHI).copied().collect();
    if rows.is_empty() || psi1 < 0.0 {
        return None;
    }
    if let Some(row) = rows.iter().find(|row| (row.psi1 - psi1).abs() <= 1e-9 * psi1.max(1.0)) {
        return Some(Estimate::new(row.psi2, row.uncertainty));
    }
    // Both ends of the branch are known: nothing comes of nothing, and sliding throughout.
    rows.retain(|row| (row.psi1 - slides).abs() > 1e-9);
    rows.push(Row { chi, psi1: 0.0, psi2: 0.0, uncertainty: 0.0 });
    rows.push(Row { chi, psi1: slides, psi2: -1.0, uncertainty: 0.0 });
    let inside = |psi: f64| if psi1 < 1.0 { psi <= 1.0 } else { (1.0..=slides).contains(&psi) };
    rows.retain(|row| inside(row.psi1));
    rows.sort_by(|a, b| (a.psi1 - psi1).abs().total_cmp(&(b.psi1 - psi1).abs()));
    let near = rows.get(..4)?;
    let (three, four) = (lagrange(&near[..3], psi1), lagrange(near, psi1));
    let own = near.iter().map(|row| row.uncertainty).fold(0.0, f64::max);
    Some(Estimate::new(four, 2.0 * own + (four - three).abs()))
}

/// The polynomial through the rows.
fn lagrange(rows: &[Row], psi1: f64) -> f64 {
    let term = |i: usize| {
        let other = rows.iter().enumerate().filter(|(j, _)| *j != i);
        rows[i].psi2 * other.map(|(_, row)| (psi1 - row.psi1) / (rows[i].psi1 - row.psi1)).product::<f64>()
    };
    (0..rows.len()).map(term).sum()
}

fn maw_barber_fawcett(scene: &Scene) -> Values {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    if friction.tangential.depends_on_speed() {
        return Err("friction depends on the slip velocity".into());
    }
    let mu = friction.tangential.friction();
    if !matches!(scene.contact.normal, Normal::Hertz(_)) || !undamped(&scene.contact) {
        return Err("the normal law is not `hertz` without damping".into());
    }
    let bodies = ObliqueCollision::of(scene)?;
    if bodies.distance.is_finite() {
        return Err("the contact of two spheres turns, and the theory takes it as fixed".into());
    }
    let (stiffness_ratio, chi) =
        bodies.stiffness_ratio().zip(bodies.chi()).ok_or("the bodies have no effective moduli")?;
    if mu <= 0.0 || bodies.v_s == 0.0 {
        return Err("there is no friction, or nothing slides at first touch".into());
    }
    let unit = mu * bodies.v_n / stiffness_ratio;
    let psi1 = bodies.v_s.abs() / unit;
    let found = psi2(psi1, chi).ok_or_else(|| format!("psi1 = {psi1:.3}, chi = {chi:.6} is not in the table"))?;

    let sign = bodies.v_s.signum();
    let v_s_after = sign * unit * found.value;
    let (J, J_off) =
        ((bodies.v_s - v_s_after) / bodies.slip_per_impulse, unit * found.uncertainty / bodies.slip_per_impulse);
    let normal_impulse = 2.0 * bodies.m_star * bodies.v_n;
    let rounding = 16.0 * f64::EPSILON;
    let mut list = vec![
        (Observable::Psi1, Estimate::new(sign * psi1, rounding * psi1)),
        (Observable::Psi2, Estimate::new(sign * found.value, found.uncertainty)),
        (Observable::TangentialRestitutionContact, Estimate::new(-found.value / psi1, found.uncertainty / psi1)),
        (Observable::TangentialImpulseRatio, Estimate::new(J / normal_impulse, J_off / normal_impulse + rounding)),
    ];
    if bodies.v_t != 0.0 {
        let after = bodies.v_t - J / bodies.m_star;
        list.push((
            Observable::TangentialRestitution,
            Estimate::new(after / bodies.v_t, J_off / (bodies.m_star * bodies.v_t) + rounding),
        ));
    }
    if bodies.nominal {
        let spun = bodies.spin[0] + bodies.spin_per_impulse[0] * J;
        list.push((
            Observable::ReboundSpin,
            Estimate::new(spun, bodies.spin_per_impulse[0] * J_off + rounding * spun.abs()),
        ));
    }
    Ok(list)
}
