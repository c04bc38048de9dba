//! A tangential spring of the user's own: its stiffness and its limit as formulas.

use super::{FORM, FORMS, TangentialLaw};
use crate::formula::{self, FORCE, MOST_PARAMETERS, STIFFNESS, Sides, Variable};
use crate::keys::{Spec, Takes};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::formula_table;
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};

/// What a stiffness may contain.
const OF_STIFFNESS: &[Variable] = &[
    Variable { name: "d", meaning: "(overlap, m)", powers: [0.0, 1.0, 0.0] },
    Variable { name: "R_eff", meaning: "(R*, m)", powers: [0.0, 1.0, 0.0] },
    Variable { name: "E_eff", meaning: "(E*, Pa)", powers: [1.0, -1.0, -2.0] },
    Variable { name: "G_eff", meaning: "(G*, Pa)", powers: [1.0, -1.0, -2.0] },
];

/// What a limit may contain.
const OF_LIMIT: &[Variable] =
    &[Variable { name: "N", meaning: "(normal force of `friction_limit`, N)", powers: FORCE }];

const STIFFNESS_KEY: Key = Key::new(
    "stiffness",
    Takes::Value(Spec::Text("\"kt*d^0.5\"")),
    "k_t(d), N/m: one power of the overlap; every other key of the table is a parameter",
);
const LIMIT_KEY: Key = Key::new("limit", Takes::Value(Spec::Text("\"mu*N\"")), "largest force, N: proportional to N");

/// A spring `k_t(d)` within a limit proportional to the normal force, in N, as they are written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormulaSpring {
    pub form: Form,
    stiffness: &'static formula::Formula,
    limit: &'static formula::Formula,
    values: [f64; MOST_PARAMETERS],
    friction: f64,
}

impl FormulaSpring {
    pub const CARD: Card = Card {
        name: "formula",
        title: "A tangential spring of one's own, as formulas",
        formula: "k_t = stiffness(d)      one power of the overlap, e.g. kt*d^0.5\n\
                  |T| <= limit(N)         proportional to N, e.g. mu*N\n\
                  total-spring:  T = k_t s\n\
                  incremental:   T += k_t du\n\
                  rescaled:      as incremental; on unloading T also falls as T k_t/k_t_old",
        symbols: &[
            ("d", "overlap", "m"),
            ("N", "normal force of `friction_limit`", "N"),
            ("R_eff, E_eff, G_eff", "R*, E*, G* of the pair, in the stiffness", "m, Pa, Pa"),
            ("T", "tangential force", "N"),
            ("s, u", "total displacement of the spring, tangential displacement of the surfaces", "m"),
        ],
        holds: "as written; another stiffness or another limit is refused. No theory is claimed",
        source: "the case",
        known_as: &[],
    };

    pub const KEYS: &[Key] = &[FORM, STIFFNESS_KEY, LIMIT_KEY];

    /// The law of a table: the formulas, and each parameter with its dimension.
    ///
    /// # Errors
    /// As [`formula::Formula::read`], at the formula; a limit that is not proportional to `N`.
    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let wanted = [(STIFFNESS_KEY.name, OF_STIFFNESS, STIFFNESS), (LIMIT_KEY.name, OF_LIMIT, FORCE)];
        let ([stiffness, limit], values) = formula_table::of_table(numbers, wanted)?;
        let form = numbers.require_word(FORM.name, FORMS, Self::CARD.name)?;
        let form = Form::from_word(form).unwrap_or(Form::Total);
        let at = |N: f64| limit.value(&[N], &values, Sides::FREE).value;
        let friction = at(1.0);
        let proportional = |N: f64| (at(N) - friction * N).abs() <= 1e-12 * (friction * N).abs();
        if !(friction >= 0.0 && friction.is_finite() && [0.0, 1e-6, 0.1, 7.0, 1e4].into_iter().all(proportional)) {
            let message = format!("the limit `{}` is not a positive number times N", limit.text);
            return Err(LawError::key(LIMIT_KEY.name, message)
                .help("write  limit = \"mu*N\"; for an attraction in the limit take an adhesive normal law with its `friction_limit`"));
        }
        Ok(Self { form, stiffness, limit, values, friction })
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        let formulas = [(STIFFNESS_KEY.name, self.stiffness), (LIMIT_KEY.name, self.limit)];
        let mut numbers = formula_table::to_table(&formulas, &self.values);
        numbers.set_word(FORM.name, if self.form == Form::Total { FORMS[0] } else { self.form.word() });
        numbers
    }

    /// The limit over the normal force.
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// `S` and `gamma` of the stiffness `S d^gamma`.
    fn power(&self, pair: &Pair) -> Result<[f64; 2], LawError> {
        let (at, text) = (pair.R_star, &self.stiffness.text);
        for (index, modulus) in [(2, pair.E_star), (3, pair.G_star)] {
            if self.stiffness.has(index) && modulus.is_none() {
                return Err(LawError::key(
                    STIFFNESS_KEY.name,
                    format!("`{}` needs the moduli of a body", OF_STIFFNESS[index].name),
                )
                .help("give a material with `young_modulus` and `poisson_ratio`, or a parameter in its place"));
            }
        }
        let moduli = [pair.E_star, pair.G_star].map(|modulus| modulus.unwrap_or(f64::NAN));
        let value = |d: f64| self.stiffness.value(&[d, at, moduli[0], moduli[1]], &self.values, Sides::FREE);
        let here = value(at);
        let gamma = (1e9 * here.by[0] * at / here.value).round() / 1e9;
        let S = here.value / libm::pow(at, gamma);
        if !(S > 0.0 && S.is_finite() && gamma >= 0.0) {
            let message = format!("the stiffness `{text}` must be positive and not fall with the overlap");
            return Err(
                LawError::key(STIFFNESS_KEY.name, message).help("for example  stiffness = \"8*G_eff*sqrt(R_eff*d)\"")
            );
        }
        let same = |d: f64| (value(d).value / (S * libm::pow(d, gamma)) - 1.0).abs() <= 1e-9;
        if (0..12).all(|k| same(at * 10f64.powi(-k))) {
            return Ok([S, gamma]);
        }
        let message = format!("the stiffness `{text}` is not one power of the overlap");
        Err(LawError::key(STIFFNESS_KEY.name, message)
            .help("write a number times d^x, for example  kt*d^0.5: the slider is located for those alone"))
    }
}

impl TangentialLaw for FormulaSpring {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let [S, gamma] = self.power(pair)?;
        Ok(ShearForce { S, gamma, ..ShearForce::new(self.form, self.friction) })
    }
}
