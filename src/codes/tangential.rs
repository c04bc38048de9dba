//! Tangential forces of DEM codes: friction, spring, dashpot and their conventions.

use super::keys::{Key, Limits, Parameters};
use crate::law::contract::{Contract, Convention};
use crate::law::rolling::Free;
use crate::law::shear::{
    Arm, Form, FrictionLimit, FrictionRate, Levers, RollingForce, SmoothOf, SmoothStep, SpringRotation, WhileSliding,
};
use crate::law::tangential::{Regularised, ShearDamping, StiffnessRatio};
use crate::law::{Contact, Friction, LawError, Numbers, Pair, Rolling, ShearForce, Tangential};
use crate::number::{exact, relative_difference};
use crate::units::Dimension;

pub(super) use crate::law::tangential::ShearStrength;

/// The tangential spring and conventions of a DEM code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FrictionModel {
    pub form: Form,
    /// `k_t` over Mindlin's `8 G* a`.
    pub factor: f64,
    pub limit: FrictionLimit,
    /// Between spheres.
    pub levers: Levers,
    pub at_wall: Levers,
    pub rotation: SpringRotation,
    /// Behaviour of its tangential dashpot during sliding.
    pub sliding: WhileSliding,
}

/// The same arm twice.
pub(crate) const fn both(arm: Arm) -> Levers {
    Levers { slip: arm, torque: arm }
}

impl FrictionModel {
    /// The same for one pair: with the arms that act there.
    pub fn for_pair(self, pair: &Pair) -> Self {
        if pair.wall { Self { levers: self.at_wall, ..self } } else { Self { at_wall: self.levers, ..self } }
    }

    /// The line of a contract for its arms.
    pub fn lever(&self) -> Convention {
        Convention::Levers { spheres: self.levers, wall: self.at_wall }
    }

    /// Friction beside a spring of `ratio` times the normal tangent stiffness, and of the factor.
    pub fn friction(&self, mu: f64, ratio: f64, dashpot: Option<ShearStrength>) -> Friction {
        let dashpot = dashpot.filter(|strength| match *strength {
            ShearStrength::Coefficient(c) | ShearStrength::Ratio(c) | ShearStrength::Beta(c) => c != 0.0,
            ShearStrength::Power { C, .. } => C != 0.0,
        });
        let dashpot = dashpot.map(|strength| ShearDamping { strength, sliding: self.sliding });
        let ratio = Some(self.factor * ratio);
        self.with(Tangential::StiffnessRatio(StiffnessRatio {
            form: self.form,
            ratio,
            friction: mu,
            dashpot,
            dynamic: None,
        }))
    }

    /// Friction with another spring, and the limit, levers and rotation of this code.
    pub fn with(&self, tangential: Tangential) -> Friction {
        Friction {
            tangential,
            rolling: Rolling::Free(Free),
            limit: self.limit,
            levers: self.levers,
            rotation: self.rotation,
        }
    }

    /// Fills in the tangential lines of a contract.
    pub fn on(&self, contract: Contract) -> Contract {
        Contract {
            friction_limit: Convention::Limit(self.limit),
            lever: self.lever(),
            history: Convention::Spring { form: self.form, stiffness: self.factor },
            rotation: Convention::Rotation(self.rotation),
            ..contract
        }
    }
}

/// The key for Coulomb's coefficient under a system's own name.
pub(super) const fn friction_key(name: &'static str, doc: &'static str) -> Key {
    Key::quantity(name, Dimension::Number, Limits::NOT_NEGATIVE, doc)
}

/// Mindlin's `k_t/k_n`, `4 G*/E*`: of one material with this Poisson's ratio, or else of the pair.
pub(super) fn mindlin(nu: Option<f64>, pair: &Pair) -> Result<f64, LawError> {
    nu.map_or_else(|| StiffnessRatio::of_mindlin(pair), |nu| Ok(StiffnessRatio::of_poisson(nu)))
}

/// The tangential force that a code has to express, with Coulomb's coefficient; `None` without friction.
pub(super) fn friction_to_render(contact: &Contact, pair: &Pair) -> Result<Option<ShearForce>, LawError> {
    let shear = contact.shear(pair)?.filter(|shear| shear.form != Form::Frictionless);
    match shear.map(|shear| shear.rate) {
        Some(FrictionRate::Regularised(_)) => Err(no_smooth_friction()),
        Some(FrictionRate::Decaying(_)) => {
            Err(LawError::table("the code has one coefficient of friction for every slip velocity, no dynamic one")
                .help("of the codes here Kratos has both; leave `dynamic_friction` and `friction_decay` out"))
        }
        Some(FrictionRate::Constant) | None => Ok(shear),
    }
}

/// The error for a friction that is a smooth function of the slip velocity.
pub(super) fn no_smooth_friction() -> LawError {
    LawError::table("the code has no friction that is a smooth function of the slip velocity")
        .help("its own is Coulomb's: write  [contact.tangential.coulomb]")
}

/// Friction as a smooth function of the slip velocity: static and dynamic coefficient, and the slip speed, m/s, of the static one.
pub(super) fn smooth(step: SmoothStep, [mu, dynamic, speed]: [f64; 3], levers: Levers) -> Result<Friction, LawError> {
    let mut numbers = vec![("friction", mu), ("slip_speed", speed)];
    numbers.extend((dynamic != mu).then_some(("dynamic_friction", dynamic)));
    let numbers = Numbers::new(numbers).with_words(vec![("function", step.word().to_string())]);
    let law = Regularised::build(&numbers).map_err(|error| LawError { key: None, ..error })?;
    let (tangential, rolling) = (Tangential::Regularised(law), Rolling::Free(Free));
    Ok(Friction { tangential, rolling, limit: FrictionLimit::Total, levers, rotation: SpringRotation::Normal })
}

/// The numbers of [`smooth`] of a contact; `None` without friction.
pub(super) fn smooth_to_render(
    contact: &Contact,
    step: SmoothStep,
    system: &str,
) -> Result<Option<[f64; 3]>, LawError> {
    let Some(friction) = &contact.friction else { return Ok(None) };
    match &friction.tangential {
        Tangential::Frictionless(_) => Ok(None),
        Tangential::Regularised(law) if law.step == step && law.of == SmoothOf::Slip => {
            Ok(Some([law.friction, law.dynamic.unwrap_or(law.friction), law.slip_speed]))
        }
        _ => Err(LawError::table(format!(
            "friction in {system} is a smooth function of the slip velocity, without a spring"
        ))
        .help(format!("its equivalent is [contact.tangential.regularised] with  function = \"{}\"", step.word()))),
    }
}

/// The dynamic friction, in the text of the static one, where it is not given beside it.
pub(super) fn same_dynamic(
    params: &Parameters,
    mu: &'static str,
    dynamic: &'static str,
) -> Vec<(&'static str, String)> {
    let missing = params.numbers.get(dynamic).is_none();
    params.numbers.get(mu).filter(|_| missing).map(|mu| (dynamic, exact(mu))).into_iter().collect()
}

/// The lines of a contract for a smooth friction.
pub(super) fn smooth_contract(levers: Levers, contract: Contract) -> Contract {
    let limit = Convention::Limit(FrictionLimit::Total);
    Contract {
        friction_limit: limit.and(", times a smooth function of the slip velocity; nothing sticks"),
        lever: Convention::Levers { spheres: levers, wall: levers },
        rotation: "none: no spring".into(),
        ..contract
    }
}

/// `z` of a tangential dashpot `2 z sqrt(m* k_t)`, 0 without one; `None` for another power of the overlap.
pub(super) fn dashpot_ratio(shear: &ShearForce, pair: &Pair) -> Option<f64> {
    if shear.dashpot.C == 0.0 {
        return Some(0.0);
    }
    let goes = (shear.dashpot.beta - 0.5 * shear.gamma).abs() < 1e-12 && shear.S > 0.0;
    goes.then(|| 0.5 * shear.dashpot.C / (pair.m_star * shear.S).sqrt())
}

/// Relative difference below which two numbers are equal except for rounding.
const SAME: f64 = 1e-13;

fn apart(a: f64, b: f64) -> bool {
    relative_difference(a, b) > SAME
}

/// Whether two rolling resistances give the same torque.
fn same_rolling(one: RollingForce, two: RollingForce) -> bool {
    let numbers = |force| match force {
        RollingForce::None => [0.0; 3],
        RollingForce::OwnSpin { friction } | RollingForce::Constant { friction } => [friction, 0.0, 0.0],
        RollingForce::SpringDashpot { stiffness, damping, friction } => [friction, stiffness, damping],
    };
    let same = numbers(one).into_iter().zip(numbers(two)).all(|(one, two)| !apart(one, two));
    same && std::mem::discriminant(&one) == std::mem::discriminant(&two)
}

/// The tangential properties that a conversion changes, one line each.
pub(crate) fn lost(from: Option<&ShearForce>, to: Option<&ShearForce>, system: &str) -> Vec<String> {
    let (from, to) = match (from, to) {
        (None, _) => return Vec::new(),
        (Some(from), None) if from.form == Form::Frictionless => return Vec::new(),
        (Some(_), None) => return vec![format!("{system} has no friction here")],
        (Some(from), Some(to)) => (from, to),
    };
    let mut lines = Vec::new();
    if apart(from.friction, to.friction) {
        lines.push(format!("friction: {} becomes {} in {system}", from.friction, to.friction));
    }
    if from.rate != to.rate {
        lines.push(format!("dynamic friction: {system} has another dependence on the slip velocity"));
    }
    if from.form != to.form && !(from.is_constant() && to.is_constant()) {
        lines.push(format!("tangential history: {system} has `{}`, not `{}`", to.form.word(), from.form.word()));
    }
    if apart(from.gamma, to.gamma) {
        lines.push(format!(
            "tangential stiffness: in {system} it grows with the overlap to the power {}, not {}",
            to.gamma, from.gamma
        ));
    } else if apart(from.S, to.S) {
        lines.push(format!("tangential stiffness: that of {system} is {:.4} times the one given", to.S / from.S));
    }
    if apart(from.dashpot.C, to.dashpot.C) || (from.dashpot.C != 0.0 && apart(from.dashpot.beta, to.dashpot.beta)) {
        let why = if to.dashpot.C == 0.0 { "does not have it" } else { "has another" };
        lines.push(format!("tangential dashpot: {system} {why}"));
    } else if from.dashpot.C != 0.0 && from.dashpot.sliding != to.dashpot.sliding {
        lines.push(format!("tangential dashpot: {system} treats it differently during sliding"));
    }
    if !same_rolling(from.rolling, to.rolling) {
        lines.push(format!("rolling resistance: {system} has a different model, or none"));
    }
    lines
}
