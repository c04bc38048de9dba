//! Formulas of a case, such as `k*d^1.5 + c*d^0.25*v`: read with the place of every error, held to their units, evaluated with their
//! derivatives.
//!
//! `min`, `max`, `abs` and `step` divide the plane of the variables: each has a part that changes its sign there, so that an
//! integrator can stop at it instead of stepping over it.

mod dimension;
mod monomials;
mod parse;
mod value;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

pub use dimension::{FORCE, Powers, STIFFNESS};
pub use parse::{is_name, is_taken};
pub(crate) use value::ForPair;
pub use value::{Dual, Sides};

use crate::units::Dimension;

/// Most parameters of one formula.
pub const MOST_PARAMETERS: usize = 8;

/// Most places at which `min`, `max`, `abs` and `step` change.
pub const MOST_SWITCHES: usize = 12;

/// What a formula may contain beside its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variable {
    pub name: &'static str,
    pub meaning: &'static str,
    /// The powers of kg, m and s in its unit.
    pub powers: Powers,
}

/// A parameter with what its unit says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    pub name: &'static str,
    pub dimension: Dimension,
}

/// What is wrong with a formula, and where in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub span: Range<usize>,
    pub message: String,
    pub help: Vec<String>,
}

impl Fault {
    fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: Vec::new() }
    }

    fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }
}

/// A function of one argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Sqrt,
    Exp,
    Ln,
    Sin,
    Cos,
    Tanh,
    Atan,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Number(f64),
    Variable(usize),
    Parameter(usize),
    Negative(Box<Term>),
    Binary(Operation, Box<[Term; 2]>),
    Of(Function, Box<Term>),
    /// The smaller or, if `true`, the larger of two; the switch is the first minus the second.
    Extreme(bool, usize, Box<[Term; 2]>),
    /// The switch is the argument.
    Abs(usize, Box<Term>),
    /// 0 below zero, 1 from zero on; the switch is the argument.
    Step(usize, Box<Term>),
}

/// A part of a formula with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term {
    pub kind: Kind,
    pub span: Range<usize>,
}

impl Term {
    /// Every part of it, itself first.
    fn each(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match &self.kind {
            Kind::Number(_) | Kind::Variable(_) | Kind::Parameter(_) => {}
            Kind::Negative(of) | Kind::Of(_, of) | Kind::Abs(_, of) | Kind::Step(_, of) => of.each(visit),
            Kind::Binary(_, of) | Kind::Extreme(_, _, of) => of.iter().for_each(|term| term.each(visit)),
        }
    }

    /// A copy in which every part that `replaced` has something for is that.
    fn with(&self, replaced: &dyn Fn(&Self) -> Option<Kind>) -> Self {
        let boxed = |of: &Self| Box::new(of.with(replaced));
        let both = |of: &[Self; 2]| Box::new([of[0].with(replaced), of[1].with(replaced)]);
        let kind = replaced(self).unwrap_or_else(|| match &self.kind {
            Kind::Number(_) | Kind::Variable(_) | Kind::Parameter(_) => self.kind.clone(),
            Kind::Negative(of) => Kind::Negative(boxed(of)),
            Kind::Of(function, of) => Kind::Of(*function, boxed(of)),
            Kind::Abs(switch, of) => Kind::Abs(*switch, boxed(of)),
            Kind::Step(switch, of) => Kind::Step(*switch, boxed(of)),
            Kind::Binary(operation, of) => Kind::Binary(*operation, both(of)),
            Kind::Extreme(larger, switch, of) => Kind::Extreme(*larger, *switch, both(of)),
        });
        Self { kind, span: self.span.clone() }
    }

    fn any(&self, is: impl Fn(&Kind) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |term| found |= is(&term.kind));
        found
    }
}

/// A formula that was read and whose unit is right.
#[derive(Debug, PartialEq)]
pub struct Formula {
    pub text: String,
    /// What it may contain beside its parameters, in the order of their values.
    pub variables: &'static [Variable],
    /// In the order of their values.
    pub parameters: Vec<Parameter>,
    /// An outermost `max(0, ...)` around the second variable is taken off: the value never falls below zero.
    pub clamped: bool,
    term: Term,
    pub switches: usize,
}

/// Formulas that were read, by text, variables and parameters: a law is copied for every scene, and refers to its formula.
static READ: LazyLock<Mutex<BTreeMap<String, &'static Formula>>> = LazyLock::new(Mutex::default);

impl Formula {
    /// Reads a formula of these variables and parameters whose value has the unit `wanted`.
    ///
    /// # Errors
    /// With the place of what cannot be read, of a name that is none, or of a unit that does not fit.
    pub fn read(
        text: &str,
        variables: &'static [Variable],
        parameters: &[Parameter],
        wanted: Powers,
    ) -> Result<&'static Self, Fault> {
        let listed: Vec<_> = parameters.iter().map(|of| format!("{} {}", of.name, of.dimension.si())).collect();
        let key = format!("{text}\n{}\n{wanted:?} {:?}", listed.join("\n"), variables.first());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(formula) = read.get(&key) {
            return Ok(formula);
        }
        let (term, switches) = parse::parse(text, variables, parameters)?;
        dimension::check(text, &term, variables, parameters, wanted)?;
        let rated = term.any(|kind| *kind == Kind::Variable(1));
        let (term, clamped) = if rated { without_clamp(term) } else { (term, false) };
        let formula =
            Self { text: text.to_string(), variables, parameters: parameters.to_vec(), clamped, term, switches };
        let formula: &'static Self = Box::leak(Box::new(formula));
        read.insert(key, formula);
        Ok(formula)
    }

    /// Whether a parameter occurs.
    pub fn uses(&self, parameter: usize) -> bool {
        self.term.any(|kind| *kind == Kind::Parameter(parameter))
    }

    /// Whether a variable occurs.
    pub fn has(&self, variable: usize) -> bool {
        self.term.any(|kind| *kind == Kind::Variable(variable))
    }

    /// The parts that are raised to a constant power, with it: `sqrt` to 1/2.
    pub(crate) fn powers(&self, value: impl Fn(&Term) -> f64) -> Vec<(&Term, f64)> {
        fn found<'t>(term: &'t Term, value: &dyn Fn(&Term) -> f64, powers: &mut Vec<(&'t Term, f64)>) {
            match &term.kind {
                Kind::Number(_) | Kind::Variable(_) | Kind::Parameter(_) => {}
                Kind::Of(Function::Sqrt, of) => {
                    powers.push((of, 0.5));
                    found(of, value, powers);
                }
                Kind::Binary(Operation::Power, of) => {
                    powers.push((&of[0], value(&of[1])));
                    found(&of[0], value, powers);
                }
                Kind::Negative(of) | Kind::Of(_, of) | Kind::Abs(_, of) | Kind::Step(_, of) => found(of, value, powers),
                Kind::Binary(_, of) | Kind::Extreme(_, _, of) => of.iter().for_each(|of| found(of, value, powers)),
            }
        }
        let mut powers = Vec::new();
        found(&self.term, &value, &mut powers);
        powers
    }
}

/// `max(0, F)` as `F`, and whether it was one.
fn without_clamp(term: Term) -> (Term, bool) {
    let zero = |term: &Term| matches!(term.kind, Kind::Number(number) if number == 0.0);
    match term.kind {
        Kind::Extreme(true, _, of) if of.iter().any(zero) => {
            let [one, two] = *of;
            (if zero(&one) { two } else { one }, true)
        }
        kind => (Term { kind, ..term }, false),
    }
}

/// Whether the text of a force has the rate `v` in it.
pub fn names_rate(text: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == "v")
}
