//! A normal law of the user's own, written as a formula of the overlap and the rate of approach.

use std::sync::Arc;

use super::NormalLaw;
use crate::formula::{self, Dual, FORCE, ForPair, MOST_PARAMETERS, MOST_SWITCHES, Sides, Variable};
use crate::keys::{Spec, Takes};
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::formula_table;
use crate::law::{Damping, Dashpot, Pair};
use crate::number::brief;
use crate::numerics::{halved, smooth};

/// What a normal force may contain: the first two vary during a collision.
const VARIABLES: &[Variable] = &[
    Variable { name: "d", meaning: "(overlap, m)", powers: [0.0, 1.0, 0.0] },
    Variable { name: "v", meaning: "(its rate, positive on approach, m/s)", powers: [0.0, 1.0, -1.0] },
    Variable { name: "m_eff", meaning: "(m*, kg)", powers: [1.0, 0.0, 0.0] },
    Variable { name: "R_eff", meaning: "(R*, m)", powers: [0.0, 1.0, 0.0] },
    Variable { name: "E_eff", meaning: "(E*, Pa)", powers: [1.0, -1.0, -2.0] },
    Variable { name: "G_eff", meaning: "(G*, Pa)", powers: [1.0, -1.0, -2.0] },
];

const RATE: usize = 1;
const MODULI: [usize; 2] = [4, 5];

/// A normal force `F(d, v)` as it is written, in N, with the values of its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormulaForce {
    pub force: &'static formula::Formula,
    /// In the order of the parameters of the formula; the rest is 0.
    values: [f64; MOST_PARAMETERS],
}

/// The key of the formula.
pub const FORCE_KEY: Key = Key::new(
    "force",
    Takes::Value(Spec::Text("\"k*d^1.5 + c*d^0.25*v\"")),
    "F(d, v), N: positive when it pushes apart; every other key of the table is a parameter of it",
);

impl FormulaForce {
    pub const CARD: Card = Card {
        name: "formula",
        title: "A force of one's own, as a formula",
        formula: "F = F(d, v)      as written, e.g. k*d^1.5 + c*d^0.25*v\n\
                  W = int_0^d F(x, 0) dx      elastic energy; what depends on v is the dissipative part\n\
                  max(0, F) outermost: the force never pulls, the contact ends at zero overlap",
        symbols: &[
            ("d", "overlap", "m"),
            ("v", "rate of the overlap, positive on approach", "m/s"),
            ("m_eff, R_eff", "m*, R* of the pair", "kg, m"),
            ("E_eff, G_eff", "E*, G* of the pair", "Pa"),
            (
                "pi; + - * / ^",
                "and sqrt, exp, ln, sin, cos, tanh, atan, min, max, abs, step (0 below zero, 1 from zero on)",
                "-",
            ),
        ],
        holds: "a force that rises with the overlap as far as an impact reaches, and whose part with v takes energy; refused otherwise. min, max, abs and step are events. No theory is claimed",
        source: "the case",
        known_as: &[],
    };

    pub const KEYS: &[Key] = &[FORCE_KEY];

    /// The law of a table: the formula under `force`, and each parameter with its dimension.
    ///
    /// # Errors
    /// As [`formula::Formula::read`], at `force`.
    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let ([force], values) = formula_table::of_table(numbers, [(FORCE_KEY.name, VARIABLES, FORCE)])?;
        Ok(Self { force, values })
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        formula_table::to_table(&[(FORCE_KEY.name, self.force)], &self.values)
    }

    /// Whether the force depends on the rate.
    pub fn is_damped(&self) -> bool {
        self.force.has(RATE)
    }

    /// Whether an impact of a pair at a speed (m/s) stays where the force rises with the overlap and its part with the rate takes energy.
    ///
    /// # Errors
    /// At `force`, with the place where it does not.
    pub fn reaches(&self, pair: &Pair, speed: f64) -> Result<(), LawError> {
        let contact = FormulaContact::new(self, pair)?;
        contact.reaches(0.5 * pair.m_star * speed * speed, speed)
    }
}

impl NormalLaw for FormulaForce {
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        if !matches!(damping, Damping::Undamped(_)) {
            let message = format!(
                "`formula` has its damping in itself: [contact.damping.{}] does not go with it",
                damping.card().name
            );
            return Err(LawError::table(message).help("write the dashpot into `force`, for example  + c*v"));
        }
        let contact = FormulaContact::new(self, pair)?;
        let dashpot = contact.dashpot();
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// At `v = 0` a switch counts as on approach.
const AT_REST: f64 = 0.0;

/// Overlaps over `R*` that are looked at, and their number.
const LOOKED_AT: [f64; 2] = [1e-12, 10.0];
const LOOKS: usize = 1200;

/// Most overlaps at which switches change: a formula with more oscillates faster than is looked.
const MOST_BREAKS: usize = 64;

/// Part of a force or of its slope that is rounding of the formula.
const ROUNDING: f64 = 1e-9;

/// Halvings after which a place is exact to rounding.
const HALVINGS: usize = 200;

/// What makes a switch change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Changes {
    Never,
    /// The overlap alone: a branch ends there.
    AtOverlap,
    /// The sign of the rate: at a turning point.
    AtRest,
    /// Overlap and rate.
    AtRate,
}

/// Why an elastic force does not stop an approach.
enum Stopping {
    /// It falls, or is none, between two overlaps, m.
    Falls { last: f64, at: f64 },
    /// It has taken this energy as far as is looked, J.
    Never { work: f64 },
}

/// The force of one pair. `q` is the overlap.
#[derive(Debug)]
struct FormulaContact {
    law: FormulaForce,
    /// Its formula for this pair.
    of_pair: ForPair,
    /// The variables of the formula; the first two are replaced.
    variables: [f64; 6],
    changes: [Changes; MOST_SWITCHES],
    /// Overlaps at which a switch changes, in their order, m.
    breaks: Vec<f64>,
    /// Switches of the overlap below the first of them, between them, and above the last.
    sides: Vec<Sides>,
    /// Elastic energy there, J.
    energies: Vec<f64>,
    /// The elastic force of each piece as `a d^b`, added; `None` for another function.
    powers: Vec<Option<Vec<[f64; 2]>>>,
    exponents: Vec<f64>,
    /// Energy below that of touch, J.
    well: f64,
}

/// Bits of [`Branch::kind`]: switches of the rate are held; on separation; then the piece and the switches of the rate.
const HELD: usize = 1;
const APART: usize = 2;
const PIECE: usize = 2;
const SIGNS: usize = 12;
const PIECES: usize = (1 << (SIGNS - PIECE)) - 1;

impl FormulaContact {
    fn new(law: &FormulaForce, pair: &Pair) -> Result<Self, LawError> {
        let modulus = |index: usize, value: Option<f64>| match value {
            Some(value) => Ok(value),
            None if law.force.has(index) => {
                let name = VARIABLES[index].name;
                let message = format!(
                    "`{name}` needs the `young_modulus` and `poisson_ratio` of at least one body that is not rigid"
                );
                Err(LawError::table(message).help("or give a parameter in its place:  E = \"70 GPa\""))
            }
            None => Ok(f64::NAN),
        };
        let moduli = [modulus(MODULI[0], pair.E_star)?, modulus(MODULI[1], pair.G_star)?];
        let variables = [0.0, 0.0, pair.m_star, pair.R_star, moduli[0], moduli[1]];
        let mut contact = Self {
            law: *law,
            of_pair: law.force.for_pair(&variables, &law.values),
            variables,
            changes: [Changes::Never; MOST_SWITCHES],
            breaks: Vec::new(),
            sides: vec![Sides::FREE],
            energies: Vec::new(),
            powers: Vec::new(),
            exponents: Vec::new(),
            well: 0.0,
        };
        let at_touch = contact.force(0.0, AT_REST, Sides::FREE).value;
        if !at_touch.is_finite() {
            let what = if at_touch.is_nan() { "not a number" } else { "infinite" };
            let message =
                format!("the force `{}` has a pole at touch: at d = 0 and v = 0 it is {what}", law.force.text);
            return Err(contact.wrong(message).help("a force starts from a finite value, mostly 0, at d = 0"));
        }
        contact.sort_switches();
        contact.find_breaks()?;
        contact.powers = contact.powers_of_pieces();
        contact.exponents = contact.exponents_at_touch();
        contact.energies = contact.energies_at_breaks();
        contact.well = contact.deepest_well();
        Ok(contact)
    }

    /// What is wrong with the whole formula.
    fn wrong(&self, message: String) -> LawError {
        LawError { within: Some(0..self.law.force.text.len()), ..LawError::key(FORCE_KEY.name, message) }
    }

    fn force(&self, d: f64, v: f64, sides: Sides) -> Dual {
        self.of_pair.value([d, v], sides)
    }

    fn switches(&self, d: f64, v: f64, sides: Sides) -> [f64; MOST_SWITCHES] {
        let mut variables = self.variables;
        (variables[0], variables[1]) = (d, v);
        self.law.force.switches(&variables, &self.law.values, sides)
    }

    /// Overlaps, m, that are looked at: evenly spaced in their logarithm.
    fn looks(&self) -> impl Iterator<Item = f64> {
        let radius = self.variables[3];
        let [low, high] = LOOKED_AT.map(libm::log);
        (0..=LOOKS).map(move |k| radius * libm::exp(low + (high - low) * k as f64 / LOOKS as f64))
    }

    /// What makes each switch change: from its values at overlaps and rates of every order of magnitude.
    fn sort_switches(&mut self) {
        let places: Vec<f64> = std::iter::once(0.0).chain(self.looks().step_by(40)).collect();
        let rates = [1e-6, 1e-3, 0.03, 1.0, 30.0];
        for switch in 0..self.law.force.switches {
            let value = |d: f64, v: f64| self.switches(d, v, Sides::FREE)[switch];
            let pairs = || places.iter().flat_map(|&d| rates.map(|v| (d, v)));
            let by_rate = pairs().any(|(d, v)| {
                let [apart, rest, on] = [value(d, -v), value(d, 0.0), value(d, v)];
                apart != rest || on != rest
            });
            let follows = || {
                let sign = |d: f64, v: f64| value(d, v) * value(d, -v) < 0.0 || value(d, v) == value(d, -v);
                pairs().all(|(d, v)| value(d, 0.0) == 0.0 && sign(d, v))
            };
            self.changes[switch] = match (by_rate, by_rate && follows()) {
                (true, true) => Changes::AtRest,
                (true, false) => Changes::AtRate,
                _ if places.windows(2).any(|at| value(at[0], 0.0) != value(at[1], 0.0)) => Changes::AtOverlap,
                _ => Changes::Never,
            };
        }
    }

    fn switching(&self, of: Changes) -> impl Iterator<Item = usize> {
        (0..self.law.force.switches).filter(move |switch| self.changes[*switch] == of)
    }

    /// The overlaps at which switches of the overlap change, and their sides in between.
    fn find_breaks(&mut self) -> Result<(), LawError> {
        let mut breaks = Vec::new();
        for switch in self.switching(Changes::AtOverlap) {
            let positive = |d: f64| self.switches(d, AT_REST, Sides::FREE)[switch] >= 0.0;
            let mut before = (0.0, positive(self.variables[3] * LOOKED_AT[0] * 1e-3));
            for d in self.looks() {
                let here = positive(d);
                if here != before.1 {
                    breaks.push(halved([before.0, d], HALVINGS, |d| positive(d) == here)[1]);
                }
                before = (d, here);
            }
        }
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
        if breaks.len() > MOST_BREAKS {
            let message = format!(
                "min, max, abs and step of `{}` change at {} overlaps up to ten times R*; at most {MOST_BREAKS} are followed",
                self.law.force.text,
                breaks.len()
            );
            return Err(self.wrong(message).help("write a formula that does not oscillate in the overlap"));
        }
        let places = |k: usize| match (k.checked_sub(1).map(|k| breaks[k]), breaks.get(k)) {
            (None, None) => 1e-3 * self.variables[3],
            (None, Some(&above)) => 0.5 * above,
            (Some(below), None) => 2.0 * below,
            (Some(below), Some(&above)) => 0.5 * (below + above),
        };
        let sides = (0..=breaks.len()).map(|k| {
            let values = self.switches(places(k), AT_REST, Sides::FREE);
            self.switching(Changes::AtOverlap)
                .fold(Sides::FREE, |sides, switch| sides.hold(switch, values[switch] >= 0.0))
        });
        let sides = sides.collect();
        (self.breaks, self.sides) = (breaks, sides);
        Ok(())
    }

    /// The exponents of the overlap that parts of the force start with.
    fn exponents_at_touch(&self) -> Vec<f64> {
        let mut variables = self.variables;
        variables[1] = 1.0;
        let value = |term: &formula::Term, d: f64| {
            let mut variables = variables;
            variables[0] = d;
            self.law.force.part(term, &variables, &self.law.values)
        };
        let near = 1e-9 * variables[3];
        let powers = self.law.force.powers(|power| value(power, near));
        let starts = powers.into_iter().filter_map(|(base, power)| {
            let [zero, one, two] = [0.0, near, 2.0 * near].map(|d| value(base, d));
            let leading = (16.0 * libm::log(two / one) / std::f64::consts::LN_2).round() / 16.0;
            (zero == 0.0 && leading.is_finite()).then_some(leading * power)
        });
        let mut exponents: Vec<f64> = starts.collect();
        exponents.sort_by(f64::total_cmp);
        exponents.dedup();
        exponents
    }

    fn energies_at_breaks(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let ends = std::iter::once(0.0).chain(self.breaks.iter().copied());
        let mut energies = Vec::new();
        for (piece, (from, to)) in ends.zip(self.breaks.iter().copied()).enumerate() {
            sum += self.work(piece, from, to);
            energies.push(sum);
        }
        energies
    }

    /// The elastic force of the pieces, where no switch but those of the overlap is left open.
    fn powers_of_pieces(&self) -> Vec<Option<Vec<[f64; 2]>>> {
        // At rest a switch of the rate counts as its value there, which may depend on the overlap.
        let at_rest = |sides: Sides| {
            let values = self.switches(self.variables[3], AT_REST, sides);
            let open = self.switching(Changes::AtRest).chain(self.switching(Changes::Never));
            open.fold(sides, |sides, switch| sides.hold(switch, values[switch] >= 0.0))
        };
        let mut variables = self.variables;
        variables[1] = AT_REST;
        let powers = |sides: &Sides| {
            let powers = self.law.force.monomials(&variables, &self.law.values, at_rest(*sides));
            powers.filter(|sum| sum.iter().all(|[_, exponent]| *exponent > -1.0))
        };
        self.sides.iter().map(powers).collect()
    }

    /// Work of the elastic force within a piece, J.
    fn work(&self, piece: usize, from: f64, to: f64) -> f64 {
        if let Some(powers) = &self.powers[piece] {
            let whole = |d: f64| powers.iter().map(|[a, b]| a * libm::pow(d, b + 1.0) / (b + 1.0)).sum::<f64>();
            return whole(to) - whole(from);
        }
        let sides = self.sides[piece];
        let [work] = smooth(|x| [self.force(from + (to - from) * x, AT_REST, sides).value]);
        work * (to - from)
    }

    fn energy_at(&self, piece: usize, d: f64) -> f64 {
        match piece.checked_sub(1) {
            None => self.work(0, 0.0, d.max(0.0)),
            Some(below) => self.energies[below] + self.work(piece, self.breaks[below], d),
        }
    }

    fn piece_of(&self, d: f64) -> usize {
        self.breaks.partition_point(|at| *at <= d)
    }

    /// How far the energy falls below that of touch.
    fn deepest_well(&self) -> f64 {
        let elastic = |d: f64| self.force(d, AT_REST, self.sides[self.piece_of(d)]).value;
        let mut before = 0.0;
        for d in self.looks() {
            if elastic(d) >= 0.0 {
                if before == 0.0 {
                    return 0.0;
                }
                let end = halved([before, d], HALVINGS, |d| elastic(d) >= 0.0)[1];
                return (-self.energy_at(self.piece_of(end), end)).max(0.0);
            }
            before = d;
        }
        0.0
    }

    /// The dissipative part by itself, as a power of the overlap at touch: whether there is one, and how it starts.
    fn dashpot(&self) -> Dashpot {
        if !self.law.is_damped() {
            return Dashpot { C: 0.0, beta: 0.0 };
        }
        let near = 1e-9 * self.variables[3];
        let drag = |d: f64| {
            let [on, rest] = [1.0, AT_REST].map(|v| self.force(d, v, self.sides[0]).value);
            on - rest
        };
        let [one, two] = [drag(near), drag(2.0 * near)];
        let beta = (16.0 * libm::log(two / one) / std::f64::consts::LN_2).round() / 16.0;
        let beta = if beta.is_finite() { beta.max(0.0) } else { 0.0 };
        let C = one / libm::pow(near, beta);
        Dashpot { C: if C.is_finite() && C != 0.0 { C } else { f64::MIN_POSITIVE }, beta }
    }

    fn sides(&self, branch: &Branch) -> Sides {
        let piece = (branch.kind >> PIECE) & PIECES;
        let mut sides = self.sides[piece.min(self.sides.len() - 1)];
        if branch.kind & HELD != 0 {
            for switch in self.switching(Changes::AtRate) {
                sides = sides.hold(switch, branch.kind >> (SIGNS + switch) & 1 == 1);
            }
            let apart = branch.kind & APART != 0;
            for switch in self.switching(Changes::AtRest) {
                let rate = if apart { -1.0 } else { 1.0 };
                sides = sides.hold(switch, self.switches(self.variables[3], rate, Sides::FREE)[switch] >= 0.0);
            }
        }
        sides
    }

    /// The switches of the rate, each with a value that falls through zero where it changes.
    fn margins(&self, branch: &Branch, q: f64, v: f64) -> impl Iterator<Item = (usize, f64)> {
        let (values, kind) = (self.switches(q.max(0.0), v, self.sides(branch)), branch.kind);
        let signed =
            move |switch: usize| if kind >> (SIGNS + switch) & 1 == 1 { values[switch] } else { -values[switch] };
        self.switching(Changes::AtRate).map(move |switch| (switch, signed(switch)))
    }

    fn with_piece(branch: &Branch, piece: usize) -> Branch {
        Branch { kind: branch.kind & !(PIECES << PIECE) | piece << PIECE, ..*branch }
    }

    fn piece(branch: &Branch) -> usize {
        (branch.kind >> PIECE) & PIECES
    }

    /// The overlap at which the elastic force has taken an energy (J), m, to a few per cent.
    ///
    /// # Errors
    /// Where the force stops to rise before.
    fn stopping(&self, energy: f64) -> Result<f64, Stopping> {
        let elastic = |d: f64| self.force(d, AT_REST, self.sides[self.piece_of(d)]);
        let rises = |d: f64| {
            let Dual { value, by } = elastic(d);
            value.is_finite() && by[0] >= -ROUNDING * (value / d).abs() && (!self.law.force.clamped || value >= 0.0)
        };
        let (mut last, mut work) = (0.0, 0.0);
        for d in self.looks() {
            let mut next = d;
            // A place where it does not rise is approached: the impact may end before it.
            let mut bad = None;
            for _ in 0..HALVINGS {
                if rises(next) {
                    let step = 0.5 * (elastic(last).value + elastic(next).value) * (next - last);
                    (work, last) = (work + step, next);
                    if work >= energy {
                        return Ok(last);
                    }
                    let Some(end) = bad else { break };
                    next = 0.5 * (last + end);
                } else {
                    bad = Some(next);
                    next = 0.5 * (last + next);
                }
                if bad.is_some_and(|end| next <= last || next >= end) {
                    break;
                }
            }
            if let Some(at) = bad {
                return Err(Stopping::Falls { last, at });
            }
        }
        Err(Stopping::Never { work })
    }

    /// See [`FormulaForce::reaches`]; `energy` is that of the impact, J.
    fn reaches(&self, energy: f64, speed: f64) -> Result<(), LawError> {
        match self.stopping(energy) {
            Ok(deepest) => self.takes_energy(deepest, speed),
            Err(Stopping::Falls { last, at }) => Err(self.wrong_at(last, at, speed)),
            Err(Stopping::Never { work }) => {
                let (text, far) = (&self.law.force.text, LOOKED_AT[1] * self.variables[3]);
                let [far, work, energy] = [far, work, energy].map(brief);
                let message = format!(
                    "the force `{text}` never stops an approach at {speed} m/s: at an overlap of ten times R*, {far} m, it has taken {work} of {energy} J"
                );
                Err(self.wrong(message).help("a force is positive when it pushes apart"))
            }
        }
    }

    /// Why the force is none between two overlaps, m.
    fn wrong_at(&self, last: f64, at: f64, speed: f64) -> LawError {
        let text = &self.law.force.text;
        let elastic = |d: f64| self.force(d, AT_REST, self.sides[self.piece_of(d)]).value;
        let (before, after) = (elastic(last), elastic(at));
        let from = if last < 1e-11 * self.variables[3] { 0.0 } else { last };
        let from = brief(from);
        if self.law.force.clamped && after < 0.0 && before.abs() <= 1e3 * after.abs().max(f64::MIN_POSITIVE) {
            let message = format!("inside max(0, ...) the force without v is negative at d = {from} m");
            return self
                .wrong(message)
                .help("take max(0, ...) off where the law pulls; it is for a dashpot that would pull on separation");
        }
        let jumps = (before - after).abs() > 0.5 * before.abs().max(after.abs()) && from != "0";
        if !after.is_finite() || !before.is_finite() || jumps {
            let message =
                format!("the force `{text}` has a pole at d = {from} m, and an impact at {speed} m/s reaches it");
            return self
                .wrong(message)
                .help("lower the speed, or write a force that is finite as far as the overlap goes");
        }
        let message = format!(
            "the force `{text}` has a negative stiffness: it falls with the overlap from d = {from} m on, and an impact at {speed} m/s reaches that"
        );
        self.wrong(message).help("a force is positive when it pushes apart, and rises with the overlap d")
    }

    /// Whether the part with `v` takes energy up to an overlap, at rates up to a speed.
    fn takes_energy(&self, deepest: f64, speed: f64) -> Result<(), LawError> {
        for k in 1..=40 {
            let d = deepest * f64::from(k) / 40.0;
            for v in [-1.0, -0.3, -0.01, 0.01, 0.3, 1.0].map(|part| part * speed) {
                let sides = self.sides[self.piece_of(d)];
                let [total, elastic] = [v, AT_REST].map(|v| self.force(d, v, sides).value);
                let drag = total - elastic;
                if drag.is_nan() || drag * v < -ROUNDING * (elastic * v).abs() {
                    let [d, v, drag] = [d, v, drag].map(brief);
                    let message = format!(
                        "the part of the force with v gives energy: at d = {d} m and v = {v} m/s it is {drag} N"
                    );
                    return Err(self
                        .wrong(message)
                        .help("v is positive on approach: a dashpot that resists it is  + c*v  with a positive c"));
                }
            }
        }
        Ok(())
    }
}

impl Branches for FormulaContact {
    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let d = q.max(0.0);
        let Dual { value, by } = self.force(d, AT_REST, self.sides[Self::piece(branch)]);
        Spot { overlap: q, rate: 1.0, force: value, slope: if by[0].is_finite() { by[0] } else { 0.0 } }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap
    }

    fn geometry(&self, _: &Branch, q: f64) -> [f64; 2] {
        [q, 1.0]
    }

    fn hertz_overlap(&self, _: &Branch, q: f64) -> [f64; 2] {
        [q, 1.0]
    }

    fn below(&self, branch: &Branch) -> Exit {
        match Self::piece(branch).checked_sub(1) {
            None => Exit { at: 0.0, next: None },
            Some(below) => {
                let at = self.breaks[below];
                Exit { at, next: Some((Self::with_piece(branch, below), at)) }
            }
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let piece = Self::piece(branch);
        let at = *self.breaks.get(piece)?;
        Some(Exit { at, next: Some((Self::with_piece(branch, piece + 1), at)) })
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (Branch { kind: branch.kind | APART, ..*branch }, q)
    }

    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (Branch { kind: branch.kind & !APART, ..*branch }, q)
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.energy_at(Self::piece(branch), q)
    }

    fn well(&self) -> f64 {
        self.well
    }

    fn depth(&self, energy: f64) -> Option<f64> {
        self.stopping(energy).ok()
    }

    fn never_pulls(&self) -> bool {
        self.law.force.clamped
    }

    fn exponents(&self) -> &[f64] {
        &self.exponents
    }

    fn drag(&self, branch: &Branch, q: f64, v: f64) -> Option<[f64; 3]> {
        let (d, sides) = (q.max(0.0), self.sides(branch));
        let total = self.force(d, v, sides);
        let elastic = self.force(d, AT_REST, self.sides[Self::piece(branch)]);
        let finite = |by: f64| if by.is_finite() { by } else { 0.0 };
        Some([total.value - elastic.value, finite(total.by[0] - elastic.by[0]), finite(total.by[1])])
    }

    fn rate_margin(&self, branch: &Branch, q: f64, v: f64) -> f64 {
        if branch.kind & HELD == 0 {
            return f64::INFINITY;
        }
        self.margins(branch, q, v).map(|(_, margin)| margin).fold(f64::INFINITY, f64::min)
    }

    fn at_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        let values = self.switches(q.max(0.0), v, self.sides[Self::piece(branch)]);
        let signs = self.switching(Changes::AtRate).filter(|switch| values[*switch] >= 0.0);
        let signs = signs.fold(0, |signs, switch| signs | 1 << (SIGNS + switch));
        Branch { kind: branch.kind & ((1 << SIGNS) - 1) | HELD | signs, ..*branch }
    }

    fn past_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        let first = self.margins(branch, q, v).min_by(|a, b| a.1.total_cmp(&b.1));
        first.map_or(*branch, |(switch, _)| Branch { kind: branch.kind ^ 1 << (SIGNS + switch), ..*branch })
    }
}
