//! The cubic through both ends of a step, which guesses what happens inside it.

use super::{Flow, Vector};
use crate::numerics::{Bracket, narrowed};

/// The cubic with the states and the rates at both ends of a step.
pub(super) struct Cubic<'a, const N: usize> {
    states: [&'a Vector<N>; 2],
    rates: [Vector<N>; 2],
    length: f64,
}

impl<'a, const N: usize> Cubic<'a, N> {
    /// With the rates that the flow has there.
    pub fn new<F: Flow<N, S>, const S: usize>(flow: &F, states: [&'a Vector<N>; 2], length: f64) -> Self {
        let mut rates = [Vector::zeros(); 2];
        for (state, rate) in states.iter().zip(&mut rates) {
            flow.derivative(state, rate);
        }
        Self { states, rates, length }
    }

    /// With these rates.
    pub fn of(states: [&'a Vector<N>; 2], rates: [Vector<N>; 2], length: f64) -> Self {
        Self { states, rates, length }
    }

    /// The first `leads` numbers at a part of the step; the others are those of its start.
    pub fn at(&self, part: f64, leads: usize) -> Vector<N> {
        let Self { states: [from, to], rates: [begun, ended], length } = self;
        let rest = 1.0 - part;
        let [a, b] = [rest * rest * (1.0 + 2.0 * part), part * part * (1.0 + 2.0 * rest)];
        let [c, d] = [rest * rest * part * length, part * part * rest * length];
        let mut y = **from;
        for i in 0..leads {
            y[i] = a * from[i] + b * to[i] + (c * begun[i] - d * ended[i]);
        }
        y
    }

    /// Where a switch is about zero; the zero of the chord where a rate is not finite.
    pub fn zero<F: Flow<N, S>, const S: usize>(&self, flow: &F, switch: usize, bracket: Bracket) -> f64 {
        let Bracket { fa, fb, .. } = bracket;
        let chord = self.length * fa / (fa - fb);
        if !self.rates.iter().all(|rate| rate.iter().all(|x| x.is_finite())) {
            return chord;
        }
        let value = |at: f64| Ok(flow.switches(&self.at(at / self.length, F::LEADS))[switch]);
        let enough = GUESS * fa.abs().min(fb.abs());
        narrowed::<std::convert::Infallible>(value, bracket, NARROW * self.length, enough)
            .map_or(chord, |found| found.best())
    }
}

/// Part of a switch at the ends of a step down to which the cubic is followed: it is no more exact.
const GUESS: f64 = 1e-6;

/// Part of a step within which the zero of the cubic is found.
const NARROW: f64 = 1e-5;
