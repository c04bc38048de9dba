//! Finds the coefficient of a damping law that gives a required restitution, without data.
//!
//! Two ways, which can be held against each other: the closed form, where there is one, and a search through the reference.

use std::cell::RefCell;
use std::f64::consts::PI;

use libm::tgamma;

use crate::collide::stepper::undamped_overlap;
use crate::collide::{CollisionError, restitution};
use crate::fit::search::root_between;
use crate::law::achieved::{damping_ratio, hunt_crossley_number};
use crate::law::{Dashpot, Elastic, Ends, Key, LawError, Numbers, Pair, PowerForce, Stiffness, damping};

/// Tolerance of the reference inside the search.
const TOLERANCE: f64 = 1e-14;
/// Relative tolerance of `e` in a search: the numerical noise of the reference.
const ENOUGH: f64 = 4e-15;
/// Most widenings of the bracket.
const WIDENINGS: usize = 60;
/// Most that the first step of the bracket changes `ln C`.
const FARTHEST: f64 = 0.7;
/// The first step of the bracket over a Newton step.
const WIDER: f64 = 1.2;

/// The required restitution of an elastic contact with a dashpot `C delta^beta v`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DampingTarget {
    /// Required restitution, above 0 and at most 1.
    pub restitution: f64,
    pub elastic: Elastic,
    /// Exponent of the overlap in the dashpot.
    pub beta: f64,
    pub ends: Ends,
    /// Effective mass, kg.
    pub m_star: f64,
    /// Speed of approach, m/s.
    pub speed: f64,
}

/// A coefficient and the restitution it gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficient {
    /// `C` of `C delta^beta v`, N s/m^(1+beta).
    pub C: f64,
    /// Restitution with this coefficient.
    pub restitution: f64,
    /// Collisions that were computed.
    pub evaluations: usize,
}

/// Why there is no such coefficient.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoFit {
    #[error("a restitution of {0} cannot be fitted: it is above 0 and at most 1")]
    Restitution(f64),
    #[error("{0}")]
    Law(String),
    #[error("the collision cannot be computed: {0}")]
    Collision(#[from] CollisionError),
    #[error(
        "no coefficient reaches a restitution of {wanted}: C from {:e} to {:e} gives {:e} to {:e}",
        .tried[0].0, .tried[1].0, .tried[0].1, .tried[1].1
    )]
    OutOfReach { wanted: f64, tried: [(f64, f64); 2] },
}

impl From<LawError> for NoFit {
    fn from(error: LawError) -> Self {
        Self::Law(error.message)
    }
}

impl DampingTarget {
    /// The force with one coefficient.
    pub fn force(&self, C: f64) -> PowerForce {
        PowerForce::new(self.elastic, Dashpot { C, beta: self.beta }, self.ends)
    }

    /// `C` of a weak dashpot: what it takes from the undamped collision is `-ln e = C I/(m* v)`, to first order, with
    /// `I = 2 delta_max^(1+beta)/(n+1) B((1+beta)/(n+1), 3/2)`, the integral of `delta^beta v` over the path in units of
    /// the speed of impact.
    ///
    /// Exact as `e` goes to 1, whatever the law and the end of contact. From `v = v_0 sqrt(1 - (delta/delta_max)^(n+1))`.
    pub fn weak(&self) -> f64 {
        let n = self.elastic.alpha;
        let deepest = undamped_overlap(&self.force(0.0), self.m_star, self.speed);
        let p = (self.beta + 1.0) / (n + 1.0);
        let beta_function = tgamma(p) * (0.5 * PI.sqrt()) / tgamma(p + 1.5);
        let path = 2.0 * libm::pow(deepest, self.beta + 1.0) / (n + 1.0) * beta_function;
        -libm::log(self.restitution) * self.m_star * self.speed / path
    }

    /// The coefficient in closed form, where there is one.
    ///
    /// - `beta = (n-1)/2`: restitution does not depend on speed, `C = z sqrt(2(n+1) m* K)` with the ratio `z` of
    ///   [`damping_ratio`] (Antypov & Elliott 2011, EPL 94, 50004; Schwager & Poeschel 2007).
    /// - `beta = n`: `C = lambda K` (Hunt & Crossley 1975) with [`hunt_crossley_number`].
    pub fn closed_form(&self) -> Option<f64> {
        let Elastic { K, alpha: n, .. } = self.elastic;
        let e = self.restitution;
        if !(e > 0.0 && e <= 1.0) {
            None
        } else if self.beta == 0.5 * (n - 1.0) {
            Some(damping_ratio(e, self.ends) * (2.0 * (n + 1.0) * self.m_star * K).sqrt())
        } else if self.beta == n {
            Some(hunt_crossley_number(e) / self.speed * K)
        } else {
            None
        }
    }

    /// The coefficient with which the law, integrated exactly, reaches the target.
    ///
    /// # Errors
    /// When the target is not above 0 and at most 1, or nothing reaches it.
    pub fn through_reference(&self) -> Result<Coefficient, NoFit> {
        let achieved = |C: f64| Ok(restitution(&self.force(C), self.m_star, self.speed, TOLERANCE)?);
        self.fit(achieved)
    }

    /// Searches `ln C` for `ln e = ln e_target`; `ln ln e` is a straight line of slope 1 for weak damping. The coefficient nearest to
    /// the target.
    fn fit(&self, achieved: impl Fn(f64) -> Result<f64, NoFit>) -> Result<Coefficient, NoFit> {
        if !(self.restitution > 0.0 && self.restitution <= 1.0) {
            return Err(NoFit::Restitution(self.restitution));
        }
        let wanted = -libm::log(self.restitution);
        if wanted == 0.0 {
            return Ok(Coefficient { C: 0.0, restitution: achieved(0.0)?, evaluations: 1 });
        }
        // What was achieved at each coefficient: nothing is computed twice.
        let seen = RefCell::new(Vec::<Coefficient>::new());
        let off = |y: f64| {
            let C = libm::exp(y);
            let known = seen.borrow().iter().find(|seen| seen.C == C).map(|seen| seen.restitution);
            let restitution = match known {
                Some(restitution) => restitution,
                None => {
                    let restitution = achieved(C)?;
                    seen.borrow_mut().push(Coefficient { C, restitution, evaluations: 0 });
                    restitution
                }
            };
            Ok(excess(restitution, wanted))
        };
        // An error of e is an error of its logarithm, magnified where the logarithm is small.
        let enough = ENOUGH * (1.0 / wanted).max(1.0);
        let ends = bracket(off, libm::log(self.weak()), enough)?;
        if let Some(ends) = ends {
            root_between(&off, ends, enough)?;
        }
        let seen = seen.into_inner();
        let far = |at: &Coefficient| (at.restitution - self.restitution).abs();
        let (Some(_), Some(nearest)) = (ends, seen.iter().min_by(|a, b| far(a).total_cmp(&far(b)))) else {
            let tried =
                [seen.first(), seen.last()].map(|at| at.map_or((f64::NAN, f64::NAN), |at| (at.C, at.restitution)));
            return Err(NoFit::OutOfReach { wanted: self.restitution, tried });
        };
        Ok(Coefficient { evaluations: seen.len(), ..*nearest })
    }
}

/// A bracket from a first guess, twice the same number where that is the root; `None` where none is found.
fn bracket(f: impl Fn(f64) -> Result<f64, NoFit>, guess: f64, enough: f64) -> Result<Option<[f64; 2]>, NoFit> {
    let first = f(guess)?;
    let (mut a, mut fa) = (guess, first);
    // The slope is near 1/2: a little more than one Newton step leads across the root.
    let mut stride = (WIDER * 2.0 * libm::atanh(first.abs()) + 1e-9).min(FARTHEST);
    for _ in 0..WIDENINGS {
        if fa.abs() <= enough {
            return Ok(Some([a, a]));
        }
        let b = a - stride.copysign(first);
        let fb = f(b)?;
        if (fb <= 0.0) != (fa <= 0.0) {
            return Ok(Some([a, b]));
        }
        (a, fa) = (b, fb);
        stride *= 2.0;
    }
    Ok(None)
}

/// `(ln e - ln e_target)/(ln e + ln e_target)`, positive when `e` is too low; 1 if the bodies never separate, -1 if
/// they gain speed.
fn excess(e: f64, wanted: f64) -> f64 {
    if e <= 0.0 {
        return 1.0;
    }
    let lost = -libm::log(e);
    if lost <= 0.0 { -1.0 } else { (lost - wanted) / (lost + wanted) }
}

/// A damping law with the coefficient by which case files give it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LawCoefficient {
    /// Name of the law in case files.
    pub law: &'static str,
    /// Key of the coefficient in case files.
    pub key: &'static Key,
    /// Exponent of the overlap in the dashpot.
    pub beta: f64,
    /// Ratio of `C` of the power law to the law's coefficient.
    pub C_over_own: f64,
}

/// The law `name` with an elastic part, and the coefficient that is fitted.
///
/// # Errors
/// When there is no such law, or it is not valid with the elastic part.
pub fn own(name: &str, elastic: &Elastic, m_star: f64) -> Result<LawCoefficient, NoFit> {
    // Damping that makes branches is no dashpot with one coefficient.
    let fitted = damping::KINDS
        .iter()
        .filter(|kind| !kind.marked)
        .filter_map(|kind| Some((kind, coefficient(kind.keys, elastic.alpha)?)));
    let fitted: Vec<_> = fitted.collect();
    let Some((kind, key)) = fitted.iter().find(|(kind, _)| kind.card.name == name) else {
        let names: Vec<&str> = fitted.iter().map(|(kind, _)| kind.card.name).collect();
        let names = names.join(", ");
        return Err(NoFit::Law(format!("there is no damping law `{name}` with a coefficient; choose {names}")));
    };
    let law = (kind.build)(&Numbers::new(vec![(key.name, 1.0)]))?;
    let (stiffness, radii) = ([Stiffness::Unknown; 2], [2.0; 2]);
    let pair =
        Pair { m_star, R_star: 1.0, E_star: None, G_star: None, dundurs_beta: None, wall: false, stiffness, radii };
    // Every law is linear in its coefficient, and none but a restitution looks at the end of contact.
    let Dashpot { C, beta } = law.dashpot(elastic, &pair, Ends::ForceClamped)?;
    Ok(LawCoefficient { law: kind.card.name, key, beta, C_over_own: C })
}

/// The key of the coefficient: the first that is not a restitution; the ratio of a dashpot beside a linear spring.
fn coefficient(keys: &'static [Key], n: f64) -> Option<&'static Key> {
    // A plate has no coefficient: it is given by its thickness and material.
    if keys.iter().any(|key| key.name == "thickness") {
        return None;
    }
    let ratio = keys.iter().find(|key| key.name == "ratio" && n == 1.0);
    ratio.or_else(|| keys.iter().find(|key| key.name != "restitution"))
}
