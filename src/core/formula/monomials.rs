//! A formula of one variable as a sum of powers, where it is one: its integral is then exact and needs no quadrature.

use super::{Formula, Function, Kind, Operation, Sides, Term};

/// Most powers in a sum.
const MOST: usize = 16;

/// `coefficient x^exponent`, all added.
type Sum = Vec<[f64; 2]>;

impl Formula {
    /// The formula as a sum of powers of the first variable, with the others fixed and every switch on a side; `None` for any other function.
    pub fn monomials(&self, variables: &[f64], parameters: &[f64], sides: Sides) -> Option<Sum> {
        let sum = Reader { variables, parameters, sides }.of(&self.term)?;
        sum.iter().flatten().all(|number| number.is_finite()).then_some(sum)
    }
}

struct Reader<'a> {
    variables: &'a [f64],
    parameters: &'a [f64],
    sides: Sides,
}

impl Reader<'_> {
    fn of(&self, term: &Term) -> Option<Sum> {
        match &term.kind {
            Kind::Number(number) => Some(constant(*number)),
            Kind::Parameter(index) => Some(constant(self.parameters[*index])),
            Kind::Variable(0) => Some(vec![[1.0, 1.0]]),
            Kind::Variable(index) => Some(constant(self.variables[*index])),
            Kind::Negative(of) => Some(times(&self.of(of)?, [-1.0, 0.0])),
            Kind::Binary(operation, of) => self.binary(*operation, self.of(&of[0])?, self.of(&of[1])?),
            Kind::Of(Function::Sqrt, of) => raised(&self.of(of)?, 0.5),
            Kind::Of(..) => None,
            Kind::Extreme(larger, switch, of) => self.of(&of[usize::from(self.side(*switch)? != *larger)]),
            Kind::Abs(switch, of) => Some(times(&self.of(of)?, [if self.side(*switch)? { 1.0 } else { -1.0 }, 0.0])),
            Kind::Step(switch, _) => Some(constant(if self.side(*switch)? { 1.0 } else { 0.0 })),
        }
    }

    /// The side that a switch is held on.
    fn side(&self, switch: usize) -> Option<bool> {
        self.sides.held_on(switch)
    }

    fn binary(&self, operation: Operation, one: Sum, two: Sum) -> Option<Sum> {
        let sum = match operation {
            Operation::Plus => one.into_iter().chain(two).collect(),
            Operation::Minus => one.into_iter().chain(times(&two, [-1.0, 0.0])).collect(),
            Operation::Times => two.iter().flat_map(|factor| times(&one, *factor)).collect(),
            Operation::Over => times(&one, *raised(&two, -1.0)?.first()?),
            Operation::Power => raised(&one, single(&two).filter(|[_, exponent]| *exponent == 0.0)?[0])?,
        };
        let sum = merged(sum);
        (sum.len() <= MOST).then_some(sum)
    }
}

fn constant(value: f64) -> Sum {
    if value == 0.0 { Vec::new() } else { vec![[value, 0.0]] }
}

fn times(sum: &Sum, [factor, power]: [f64; 2]) -> Sum {
    sum.iter().map(|[coefficient, exponent]| [coefficient * factor, exponent + power]).collect()
}

/// The one power of a sum; zero for none.
fn single(sum: &Sum) -> Option<[f64; 2]> {
    match sum[..] {
        [] => Some([0.0, 0.0]),
        [one] => Some(one),
        _ => None,
    }
}

fn raised(sum: &Sum, power: f64) -> Option<Sum> {
    let [coefficient, exponent] = single(sum)?;
    let raised = libm::pow(coefficient, power);
    raised.is_finite().then(|| if raised == 0.0 { Vec::new() } else { vec![[raised, exponent * power]] })
}

fn merged(sum: Sum) -> Sum {
    let mut merged: Sum = Vec::new();
    for [coefficient, exponent] in sum {
        match merged.iter_mut().find(|known| known[1] == exponent) {
            Some(known) => known[0] += coefficient,
            None => merged.push([coefficient, exponent]),
        }
    }
    merged.retain(|[coefficient, _]| *coefficient != 0.0);
    merged
}
