//! What the methods do right, and where their error estimates see too little.

use collisionbench::collide::ode::{
    Control, Flow, Integration, Method, OdeError, Vector, advance, integrate, locate, onto_plane,
};

const METHODS: [Method; 3] = [Method::Dop853, Method::Dopri5, Method::Extrapolation];

fn control(method: Method, tolerance: f64, length: f64, longest_step: f64) -> Control {
    Control { method, tolerance, absolute: 1e-3, longest_step, first_step: longest_step, length, most_steps: 10_000 }
}

/// An elastic Hertz collision with its time, `q' = w`, `w' = -4 q^9`, `t' = 4 q^3`. Exact: w = -1 at the end.
struct Elastic;

impl Flow<3, 1> for Elastic {
    fn derivative(&self, y: &Vector<3>, dy: &mut Vector<3>) {
        *dy = Vector::from([y[1], -4.0 * y[0].powi(9), 4.0 * y[0].powi(3)]);
    }

    fn switches(&self, y: &Vector<3>) -> [f64; 1] {
        [y[0]]
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

fn bounce(method: Method, tolerance: f64, longest_step: f64) -> f64 {
    let control = control(method, tolerance, 100.0, longest_step);
    let run = integrate(&Elastic, Vector::from([0.0, 1.0, 0.0]), &control).unwrap();
    let before = run.states[run.stopped.unwrap().before];
    let end = onto_plane(&Elastic, before, 0, 0.0, &control).unwrap();
    assert_eq!(end[0], 0.0);
    (1.0 + end[1]).abs()
}

#[test]
fn long_steps_go_wrong_unseen() {
    // The estimator divides by the third-order error of all components together; the one of time hides those of the rest.
    let (free, capped) = (bounce(Method::Dop853, 1e-12, 0.5), bounce(Method::Dop853, 1e-12, 0.05));
    assert!(free > 10.0 * 1e-12, "{free:e}. When this fails the estimate is better: the longest step may grow");
    assert!(capped < 1e-12, "{capped:e}");
}

#[test]
fn every_method_finds_the_same_end() {
    for method in METHODS {
        assert!(bounce(method, 1e-13, 0.05) < 1e-12, "{method:?}");
    }
}

#[test]
fn extrapolation_sees_the_errors_of_long_steps() {
    // Its estimate is the error of one order less, of the worst component: no other component hides it.
    for tolerance in [1e-9, 1e-12] {
        for longest in [0.05, 0.5, 5.0] {
            let error = bounce(Method::Extrapolation, tolerance, longest);
            assert!(error < tolerance, "{tolerance:e} {longest}: {error:e}");
        }
    }
}

/// The error of an oscillator over one radian, in steps of a given length, accepted whatever their error.
fn turned(method: Method, step: f64) -> f64 {
    let control = control(method, 1e3, 1.0, step);
    let y: Vector<2> = advance(&Free(idle::<2>), Vector::from([1.0, 0.0]), 1.0, &control).unwrap();
    (y[0] - 1f64.cos()).hypot(y[1] + 1f64.sin())
}

#[test]
fn the_methods_have_their_orders() {
    for (method, order) in [(Method::Dop853, 8.0), (Method::Dopri5, 5.0), (Method::Extrapolation, 12.0)] {
        let found = (turned(method, 1.0) / turned(method, 0.5)).log2();
        assert!((found - order).abs() < 0.5, "{method:?} {found}: {:e}", turned(method, 0.5));
    }
    assert!(turned(Method::Dop853, 0.1) < 1e-15 && turned(Method::Extrapolation, 0.1) < 4.0 * f64::EPSILON);
}

#[test]
fn a_switch_is_located_as_exactly_as_the_flow() {
    for method in METHODS {
        let control = control(method, 1e-13, 100.0, 0.05);
        let run = integrate(&Elastic, Vector::from([0.0, 1.0, 0.0]), &control).unwrap();
        let end = locate(&Elastic, &run, run.stopped.unwrap(), &control).unwrap();
        assert!(end[0].abs() < 1e-15 && (1.0 + end[1]).abs() < 1e-12, "{method:?} {end}");
    }
}

#[test]
fn a_switch_that_starts_at_zero_does_not_fire_and_one_that_never_rises_is_told() {
    struct Drop;
    impl Flow<1, 2> for Drop {
        fn derivative(&self, _: &Vector<1>, dy: &mut Vector<1>) {
            dy[0] = -1.0;
        }
        fn switches(&self, y: &Vector<1>) -> [f64; 2] {
            [y[0], y[0] + 0.5]
        }
        fn stops(&self, switch: usize) -> bool {
            switch == 0
        }
    }
    let run: Integration<1, 2> = integrate(&Drop, Vector::zeros(), &control(Method::Dop853, 1e-12, 1.0, 0.1)).unwrap();
    assert_eq!((run.stopped, run.crossings.len()), (None, 1));
    assert_eq!(run.first(1).unwrap().before, 4);
}

/// A flow with this rate and no switches.
struct Free<F>(F);

impl<F: Fn(&Vector<N>) -> Vector<N>, const N: usize> Flow<N, 0> for Free<F> {
    fn derivative(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        *dy = (self.0)(y);
    }

    fn switches(&self, _: &Vector<N>) -> [f64; 0] {
        []
    }

    fn stops(&self, _: usize) -> bool {
        false
    }
}

/// An oscillator beside components that do nothing.
fn idle<const N: usize>(y: &Vector<N>) -> Vector<N> {
    let mut dy = Vector::zeros();
    (dy[0], dy[1]) = (y[1], -y[0]);
    dy
}

#[test]
fn the_error_norm_is_an_average_over_components() {
    fn steps<const N: usize>() -> usize {
        let mut start = Vector::<N>::zeros();
        start[0] = 1.0;
        integrate(&Free(idle::<N>), start, &control(Method::Dop853, 1e-12, 50.0, 10.0)).unwrap().at.len()
    }
    let (small, large) = (steps::<2>(), steps::<200>());
    assert!(large < small, "{large} {small}. When this fails the largest component counts");
}

#[test]
fn what_cannot_be_integrated_ends_as_an_error() {
    // Towards negative y: not a number after a while.
    let root = Free(|y: &Vector<1>| Vector::from([-1.0 - y[0].sqrt()]));
    for method in METHODS {
        let run = |y, control: Control| integrate(&root, Vector::from([y]), &control).unwrap_err();
        let control = control(method, 1e-9, 10.0, 0.1);
        assert_eq!(run(-1.0, control), OdeError::NotFinite);
        assert!(matches!(run(1.0, control), OdeError::StepUnderflow { .. }));
        assert!(matches!(run(1e9, Control { most_steps: 20, ..control }), OdeError::TooManySteps { .. }));
    }
}

#[test]
fn stiffness_is_told() {
    // An explicit method creeps.
    let stiff = Free(|y: &Vector<1>| Vector::from([-1000.0 * (y[0] - 1.0)]));
    for method in METHODS {
        let control = Control { most_steps: 2000, ..control(method, 1e-9, 1000.0, 10.0) };
        assert!(matches!(
            integrate(&stiff, Vector::zeros(), &control),
            Err(OdeError::Stiff { .. } | OdeError::TooManySteps { .. })
        ));
    }
}

/// `q' = sqrt(1/2 - t)`, which is not a number after 1/2, beside a clock that goes on.
struct Hole;

impl Flow<2, 1> for Hole {
    fn derivative(&self, y: &Vector<2>, dy: &mut Vector<2>) {
        *dy = Vector::from([(0.5 - y[1]).sqrt(), 1.0]);
    }

    fn switches(&self, y: &Vector<2>) -> [f64; 1] {
        [1.0 - y[1]]
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

#[test]
fn no_step_leads_to_what_is_not_a_number() {
    for method in METHODS {
        let run = integrate(&Hole, Vector::from([0.0, 0.0]), &control(method, 1e-9, 100.0, 0.2));
        assert!(run.is_err(), "{method:?}: {:?}", run.map(|run| run.states.last().copied()));
    }
}
