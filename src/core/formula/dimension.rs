//! The units of a formula: every sum, comparison and function is held to them.

use super::{Fault, Function, Kind, Operation, Parameter, Term, Variable};
use crate::units::{self, Dimension, unit_of as unit};

/// Powers of kg, m and s.
pub type Powers = [f64; 3];

/// N
pub const FORCE: Powers = [1.0, 1.0, -2.0];
/// N/m
pub const STIFFNESS: Powers = [1.0, 0.0, -2.0];

const NUMBER: Powers = [0.0; 3];

/// The powers in the SI unit of a dimension.
pub fn powers_of(dimension: Dimension) -> Powers {
    units::powers(dimension.si()).unwrap_or(NUMBER)
}

/// In words: a plain number has no unit.
fn shown(powers: Powers) -> String {
    if same(powers, NUMBER) { "a plain number".to_string() } else { format!("in {}", unit(powers)) }
}

fn same(a: Powers, b: Powers) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
}

/// Holds a formula to its units.
///
/// # Errors
/// At the part that does not fit.
pub fn check(
    text: &str,
    term: &Term,
    variables: &[Variable],
    parameters: &[Parameter],
    wanted: Powers,
) -> Result<(), Fault> {
    let checker = Checker { text, variables, parameters };
    match checker.of(term, Some(wanted))? {
        Some(found) if !same(found, wanted) => {
            let message = format!("the formula is {}, and must be in {}", shown(found), unit(wanted));
            Err(checker.mended(Fault::new(term.span.clone(), message), term, found, wanted))
        }
        _ => Ok(()),
    }
}

struct Checker<'a> {
    text: &'a str,
    variables: &'a [Variable],
    parameters: &'a [Parameter],
}

impl Checker<'_> {
    fn part(&self, term: &Term) -> &str {
        &self.text[term.span.clone()]
    }

    /// The powers of a part; `None` of the number zero, which has every unit. `wanted`: of a part that is a term of the whole.
    fn of(&self, term: &Term, wanted: Option<Powers>) -> Result<Option<Powers>, Fault> {
        Ok(match &term.kind {
            Kind::Number(number) => (*number != 0.0).then_some(NUMBER),
            Kind::Variable(index) => Some(self.variables[*index].powers),
            Kind::Parameter(index) => Some(powers_of(self.parameters[*index].dimension)),
            Kind::Negative(of) | Kind::Abs(_, of) => self.of(of, wanted)?,
            Kind::Step(_, of) => {
                self.of(of, None)?;
                Some(NUMBER)
            }
            Kind::Of(Function::Sqrt, of) => self.of(of, None)?.map(|powers| powers.map(|power| 0.5 * power)),
            Kind::Of(_, of) => {
                let found = self.of(of, None)?.unwrap_or(NUMBER);
                if !same(found, NUMBER) {
                    let message =
                        format!("the argument `{}` is {}, and must be a plain number", self.part(of), shown(found));
                    return Err(Fault::new(of.span.clone(), message).help("divide it by a parameter with that unit"));
                }
                Some(NUMBER)
            }
            Kind::Extreme(_, _, of) => self.alike(of, "compared", wanted)?,
            Kind::Binary(Operation::Plus | Operation::Minus, of) => self.alike(of, "added", wanted)?,
            Kind::Binary(Operation::Power, of) => Some(self.raised(&of[0], &of[1])?),
            Kind::Binary(operation, of) => {
                let sign = if *operation == Operation::Times { 1.0 } else { -1.0 };
                let [one, two] = [self.of(&of[0], None)?.unwrap_or(NUMBER), self.of(&of[1], None)?.unwrap_or(NUMBER)];
                Some([0, 1, 2].map(|i| one[i] + sign * two[i]))
            }
        })
    }

    fn alike(&self, of: &[Term; 2], what: &str, wanted: Option<Powers>) -> Result<Option<Powers>, Fault> {
        match (self.of(&of[0], wanted)?, self.of(&of[1], wanted)?) {
            (Some(one), Some(two)) if !same(one, two) => {
                let [first, second] = [0, 1].map(|i| self.part(&of[i]));
                let message = format!(
                    "`{first}` is {} and `{second}` {}: they cannot be {what}",
                    shown(one),
                    if same(two, NUMBER) { "is a plain number".to_string() } else { shown(two) }
                );
                // The one that does not have the unit of the whole is wrong, or the second.
                let first_is_wrong = wanted.is_some_and(|wanted| same(two, wanted));
                let (wrong, found, right) = if first_is_wrong { (0, one, two) } else { (1, two, one) };
                let right = wanted.unwrap_or(right);
                Err(self.mended(Fault::new(of[wrong].span.clone(), message), &of[wrong], found, right))
            }
            (one, two) => Ok(one.or(two)),
        }
    }

    fn raised(&self, base: &Term, power: &Term) -> Result<Powers, Fault> {
        let (found, exponent) = (self.of(base, None)?.unwrap_or(NUMBER), self.of(power, None)?.unwrap_or(NUMBER));
        if !same(exponent, NUMBER) {
            let message =
                format!("the power `{}` is {}, and must be a plain number", self.part(power), shown(exponent));
            return Err(Fault::new(power.span.clone(), message));
        }
        if same(found, NUMBER) {
            return Ok(NUMBER);
        }
        let Some(number) = constant(power) else {
            let (base, power) = (self.part(base), self.part(power));
            let message =
                format!("`{base}` is {}, and its power `{power}` is not a number that is written out", shown(found));
            return Err(Fault::new(0..self.text.len(), message)
                .help(format!("divide by a parameter with that unit, so that the unit does not depend on the power:  ({base}/{base}0)^{power}")));
        };
        Ok(found.map(|part| part * number))
    }

    /// Which unit a parameter of a part would need.
    fn mended(&self, fault: Fault, term: &Term, found: Powers, wanted: Powers) -> Fault {
        let mut factors = Vec::new();
        factors_of(term, &mut factors);
        let Some(index) = factors.first() else { return fault };
        let Parameter { name, dimension } = self.parameters[*index];
        let needed = unit([0, 1, 2].map(|i| powers_of(dimension)[i] + wanted[i] - found[i]));
        let needed = if needed.is_empty() { "a plain number".to_string() } else { format!("in {needed}") };
        let now =
            if dimension.si().is_empty() { "a plain number".to_string() } else { format!("in {}", dimension.si()) };
        fault.help(format!("`{name}` is {now}; it fits if it is {needed}"))
    }
}

/// The parameters that a product has as factors.
fn factors_of(term: &Term, found: &mut Vec<usize>) {
    match &term.kind {
        Kind::Parameter(index) => found.push(*index),
        Kind::Negative(of) => factors_of(of, found),
        Kind::Binary(Operation::Times, of) => of.iter().for_each(|of| factors_of(of, found)),
        Kind::Binary(Operation::Over, of) => factors_of(&of[0], found),
        _ => {}
    }
}

/// The value of a part made of numbers.
fn constant(term: &Term) -> Option<f64> {
    match &term.kind {
        Kind::Number(number) => Some(*number),
        Kind::Negative(of) => constant(of).map(|value| -value),
        Kind::Binary(operation, of) => {
            let [one, two] = [constant(&of[0])?, constant(&of[1])?];
            Some(match operation {
                Operation::Plus => one + two,
                Operation::Minus => one - two,
                Operation::Times => one * two,
                Operation::Over => one / two,
                Operation::Power => libm::pow(one, two),
            })
        }
        _ => None,
    }
}
