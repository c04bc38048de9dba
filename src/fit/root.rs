//! Finds the root of a function between two points.

use argmin::core::Error as Stop;
use argmin::core::{CostFunction, Executor, State as _};
use argmin::solver::brent::BrentRoot;
use std::cell::{Cell, RefCell};

/// Steps after which a root is given up; bisection of two doubles takes some 1080.
const MOST_STEPS: u64 = 1200;

/// A point that was looked at: where, and the value there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub f: f64,
}

impl Point {
    /// Whether a continuous function has a root between the two.
    fn brackets(self, other: Self) -> bool {
        (self.f <= 0.0) != (other.f <= 0.0)
    }
}

/// A sign change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Root {
    /// The end with the smaller `|f|`.
    pub best: Point,
    /// The closest pair of points that were looked at with a sign change between them, the smaller `x` first.
    pub bracket: [Point; 2],
    /// How often the function was computed, in this search.
    pub evaluations: usize,
}

/// Why no root was found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoRoot<E> {
    /// The function could not be computed inside the bracket.
    #[error("at {x:e}: {why}")]
    Failed { x: f64, why: E },
    /// The function is not a number inside the bracket.
    #[error("not a number at {0:e}")]
    NotANumber(f64),
    /// No sign change between the two points.
    #[error("no sign change between {:e} and {:e}", .0.x, .1.x)]
    NoBracket(Point, Point),
    /// The search was given up.
    #[error("the search was given up: {0}")]
    GivenUp(String),
}

/// Brent's root between two points with a sign change between them.
///
/// Stops at `|f| <= enough`, or when the bracket is as narrow as two doubles. Then a function that jumps across zero
/// leaves an `f` that is not small: [`Root::bracket`] holds both sides of the jump. Brent 1973, chapter 4, as argmin has
/// it.
///
/// ```
/// use collisionbench::fit::root::{Point, root};
/// let f = |x: f64| Ok::<f64, String>(x * x - 2.0);
/// let found = root(f, Point { x: 0.0, f: -2.0 }, Point { x: 2.0, f: 2.0 }, 0.0)?;
/// assert!((found.best.x - 2f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the points do not bracket a sign change or the function cannot be computed between them.
pub fn root<E: Clone>(
    f: impl FnMut(f64) -> Result<f64, E>,
    one: Point,
    two: Point,
    enough: f64,
) -> Result<Root, NoRoot<E>> {
    if let Some(bad) = [one, two].into_iter().find(|point| point.f.is_nan() || !point.x.is_finite()) {
        return Err(NoRoot::NotANumber(bad.x));
    }
    for point in [one, two] {
        if point.f.abs() <= enough {
            return Ok(Root { best: point, bracket: [point, point], evaluations: 0 });
        }
    }
    if !one.brackets(two) {
        return Err(NoRoot::NoBracket(one, two));
    }
    let probe = Probe {
        f: RefCell::new(f),
        known: [one, two],
        closest: Cell::new(ordered(one, two)),
        failure: RefCell::new(None),
        evaluations: Cell::new(0),
    };
    // argmin owns the problem and drops it with an error: what it has seen is kept outside.
    let run = Executor::new(&probe, BrentRoot::new(one.x, two.x, 0.0))
        .configure(|state| state.max_iters(MOST_STEPS).target_cost(enough))
        .run();
    if let Some(failure) = probe.failure.borrow_mut().take() {
        return Err(failure);
    }
    let bracket = probe.closest.get();
    let [a, b] = bracket;
    let found = run.map_err(|error| NoRoot::GivenUp(error.to_string()))?;
    if found.state().get_iter() >= MOST_STEPS {
        return Err(NoRoot::GivenUp(format!("{MOST_STEPS} steps were not enough")));
    }
    Ok(Root { best: if a.f.abs() <= b.f.abs() { a } else { b }, bracket, evaluations: probe.evaluations.get() })
}

fn ordered(one: Point, two: Point) -> [Point; 2] {
    if one.x <= two.x { [one, two] } else { [two, one] }
}

/// The function for argmin, with a cache of its values.
struct Probe<F, E> {
    f: RefCell<F>,
    /// Values at the ends, which argmin requests again.
    known: [Point; 2],
    closest: Cell<[Point; 2]>,
    failure: RefCell<Option<NoRoot<E>>>,
    evaluations: Cell<usize>,
}

impl<F: FnMut(f64) -> Result<f64, E>, E> Probe<F, E> {
    fn value(&self, x: f64) -> Result<f64, NoRoot<E>> {
        if let Some(point) = self.known.iter().find(|point| point.x == x) {
            return Ok(point.f);
        }
        self.evaluations.set(self.evaluations.get() + 1);
        let f = (self.f.borrow_mut())(x).map_err(|why| NoRoot::Failed { x, why })?;
        if f.is_nan() {
            return Err(NoRoot::NotANumber(x));
        }
        self.narrow(Point { x, f });
        Ok(f)
    }

    /// Keeps the closest pair with a sign change.
    fn narrow(&self, new: Point) {
        let [a, b] = self.closest.get();
        if a.x < new.x && new.x < b.x {
            self.closest.set(if new.brackets(a) { [a, new] } else { [new, b] });
        }
    }
}

impl<F: FnMut(f64) -> Result<f64, E>, E> CostFunction for &Probe<F, E> {
    type Param = f64;
    type Output = f64;

    fn cost(&self, x: &f64) -> Result<f64, Stop> {
        self.value(*x).map_err(|failure| {
            *self.failure.borrow_mut() = Some(failure);
            Stop::msg("the function could not be computed")
        })
    }
}
