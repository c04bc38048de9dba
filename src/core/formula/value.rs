//! The value of a formula, with its derivatives.

use super::{Formula, Function, Kind, MOST_SWITCHES, Operation, Term};

/// A value with its derivatives by the first two variables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub by: [f64; 2],
}

/// A product in which a derivative of zero stays zero.
fn part(by: f64, slope: f64) -> f64 {
    if by == 0.0 { 0.0 } else { by * slope }
}

impl Dual {
    fn constant(value: f64) -> Self {
        Self { value, by: [0.0; 2] }
    }

    /// `f` of it, with `f'`; a derivative of zero remains one where `f'` is infinite.
    fn chain(self, value: f64, slope: f64) -> Self {
        let [x, y] = self.by;
        Self { value, by: [part(x, slope), part(y, slope)] }
    }

    fn negative(self) -> Self {
        let [x, y] = self.by;
        Self { value: -self.value, by: [-x, -y] }
    }

    fn plus(self, other: Self) -> Self {
        let ([x, y], [u, v]) = (self.by, other.by);
        Self { value: self.value + other.value, by: [x + u, y + v] }
    }

    fn times(self, other: Self) -> Self {
        let ([x, y], [u, v]) = (self.by, other.by);
        let (a, b) = (self.value, other.value);
        Self { value: a * b, by: [part(x, b) + part(u, a), part(y, b) + part(v, a)] }
    }

    fn power(self, of: Self) -> Self {
        let (x, y) = (self.value, of.value);
        if of.by == [0.0; 2] {
            return match y {
                0.5 => self.chain(x.sqrt(), 0.5 / x.sqrt()),
                0.25 => self.chain(x.sqrt().sqrt(), 0.25 * libm::pow(x, -0.75)),
                1.5 => self.chain(x * x.sqrt(), 1.5 * x.sqrt()),
                2.0 => self.chain(x * x, 2.0 * x),
                y => self.chain(libm::pow(x, y), y * libm::pow(x, y - 1.0)),
            };
        }
        let value = libm::pow(x, y);
        self.chain(value, y * libm::pow(x, y - 1.0)).plus(of.chain(0.0, value * libm::log(x)))
    }
}

/// On which side of its switch each of `min`, `max`, `abs` and `step` is taken: that of the values, unless a side is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides {
    /// The switches that are held.
    pub held: u32,
    /// Those of them whose value counts as positive.
    pub positive: u32,
}

impl Sides {
    /// Every switch as its value is.
    pub const FREE: Self = Self { held: 0, positive: 0 };

    /// The same with one more held.
    #[must_use]
    pub fn hold(self, switch: usize, positive: bool) -> Self {
        let bit = 1 << switch;
        Self { held: self.held | bit, positive: if positive { self.positive | bit } else { self.positive & !bit } }
    }

    /// The side of a switch that is held.
    pub(super) fn held_on(self, switch: usize) -> Option<bool> {
        (self.held >> switch & 1 == 1).then_some(self.positive >> switch & 1 == 1)
    }

    fn positive(self, switch: usize, value: f64) -> bool {
        if self.held >> switch & 1 == 1 { self.positive >> switch & 1 == 1 } else { value >= 0.0 }
    }
}

/// What a formula is evaluated at.
struct At<'a> {
    variables: &'a [f64],
    parameters: &'a [f64],
    sides: Sides,
    /// The value of every switch.
    switches: [f64; MOST_SWITCHES],
}

impl Formula {
    /// The value with its derivatives by the first two variables.
    pub fn value(&self, variables: &[f64], parameters: &[f64], sides: Sides) -> Dual {
        value(&self.term, variables, parameters, sides)
    }

    /// The value of every switch.
    pub fn switches(&self, variables: &[f64], parameters: &[f64], sides: Sides) -> [f64; MOST_SWITCHES] {
        let mut at = At { variables, parameters, sides, switches: [0.0; MOST_SWITCHES] };
        of(&self.term, &mut at);
        at.switches
    }

    /// The value of a part.
    pub(crate) fn part(&self, term: &Term, variables: &[f64], parameters: &[f64]) -> f64 {
        value(term, variables, parameters, Sides::FREE).value
    }

    /// The formula for one pair: what depends neither on the first two variables nor on a side is a number.
    pub(crate) fn for_pair(&self, variables: &[f64], parameters: &[f64]) -> ForPair {
        let folded = |term: &Term| {
            let varies = |kind: &Kind| {
                matches!(kind, Kind::Variable(0 | 1) | Kind::Extreme(..) | Kind::Abs(..) | Kind::Step(..))
            };
            (!term.any(varies)).then(|| Kind::Number(self.part(term, variables, parameters)))
        };
        ForPair(self.term.with(&folded))
    }
}

/// A formula of the first two variables alone.
#[derive(Debug)]
pub(crate) struct ForPair(Term);

impl ForPair {
    /// The value with its derivatives by both variables.
    pub fn value(&self, variables: [f64; 2], sides: Sides) -> Dual {
        value(&self.0, &variables, &[], sides)
    }
}

fn value(term: &Term, variables: &[f64], parameters: &[f64], sides: Sides) -> Dual {
    let mut at = At { variables, parameters, sides, switches: [0.0; MOST_SWITCHES] };
    of(term, &mut at)
}

fn of(term: &Term, at: &mut At<'_>) -> Dual {
    match &term.kind {
        Kind::Number(number) => Dual::constant(*number),
        Kind::Parameter(index) => Dual::constant(at.parameters[*index]),
        Kind::Variable(index) => {
            let by = |i| if i == *index { 1.0 } else { 0.0 };
            Dual { value: at.variables[*index], by: [by(0), by(1)] }
        }
        Kind::Negative(part) => of(part, at).negative(),
        Kind::Binary(operation, parts) => {
            let (one, two) = (of(&parts[0], at), of(&parts[1], at));
            match operation {
                Operation::Plus => one.plus(two),
                Operation::Minus => one.plus(two.negative()),
                Operation::Times => one.times(two),
                Operation::Over => {
                    let inverse = two.chain(1.0 / two.value, -1.0 / (two.value * two.value));
                    Dual { value: one.value / two.value, ..one.times(inverse) }
                }
                Operation::Power => one.power(two),
            }
        }
        Kind::Of(function, part) => {
            let x = of(part, at);
            let value = x.value;
            match function {
                Function::Sqrt => x.chain(value.sqrt(), 0.5 / value.sqrt()),
                Function::Exp => x.chain(libm::exp(value), libm::exp(value)),
                Function::Ln => x.chain(libm::log(value), 1.0 / value),
                Function::Sin => x.chain(libm::sin(value), libm::cos(value)),
                Function::Cos => x.chain(libm::cos(value), -libm::sin(value)),
                Function::Tanh => x.chain(libm::tanh(value), libm::cosh(value).powi(-2)),
                Function::Atan => x.chain(libm::atan(value), 1.0 / (1.0 + value * value)),
            }
        }
        Kind::Extreme(larger, switch, parts) => {
            let (one, two) = (of(&parts[0], at), of(&parts[1], at));
            let difference = one.value - two.value;
            at.switches[*switch] = difference;
            if at.sides.positive(*switch, difference) == *larger { one } else { two }
        }
        Kind::Abs(switch, part) => {
            let x = of(part, at);
            at.switches[*switch] = x.value;
            if at.sides.positive(*switch, x.value) { x } else { x.negative() }
        }
        Kind::Step(switch, part) => {
            let x = of(part, at);
            at.switches[*switch] = x.value;
            Dual::constant(if at.sides.positive(*switch, x.value) { 1.0 } else { 0.0 })
        }
    }
}
