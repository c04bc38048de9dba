//! A loading path: a prescribed quasi-static motion of the contact instead of an impact.

/// The prescribed normal quantity at the end of a leg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Press {
    /// To an overlap, m.
    Overlap(f64),
    /// To a normal force, N.
    Force(f64),
}

/// The prescribed tangential quantity at the end of a leg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shear {
    /// To a displacement from where they first touched, m.
    Slide(f64),
    /// To a tangential force, N.
    Force(f64),
    /// To a tangential force in units of `mu N`.
    Load(f64),
}

/// One leg of a path, quasi-static: nothing depends on the rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Leg {
    /// Linear in overlap and displacement; what is not prescribed is held constant.
    Drive { press: Option<Press>, shear: Option<Shear> },
    /// A tangential force that is applied at once and held for a time, s: surfaces without static friction creep meanwhile.
    Hold { press: Option<Press>, shear: Shear, time: f64 },
    /// Body 1 rolls on body 2 by an angle, rad; nothing else moves.
    Roll(f64),
    /// Both bodies turn about the contact normal by an angle, rad, as one.
    Twist(f64),
}

/// Legs that are run once, followed by a cycle that is repeated.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadingPath {
    /// Driven once.
    pub legs: Vec<Leg>,
    /// Driven `cycles` times after them; may be empty.
    pub cycle: Vec<Leg>,
    pub cycles: usize,
}

impl LoadingPath {
    /// All legs in order, cycles repeated, and whether a cycle ends with the leg.
    pub fn driven(&self) -> impl Iterator<Item = (Leg, bool)> + '_ {
        let once = self.legs.iter().map(|leg| (*leg, false));
        let last = self.cycle.len().saturating_sub(1);
        let cycle = move |_| self.cycle.iter().enumerate().map(move |(i, leg)| (*leg, i == last));
        once.chain((0..self.cycles).flat_map(cycle))
    }
}
