//! The steps of the reference solution and of the steppers.

use std::f64::consts::PI;

use collisionbench::collide::advise::*;
use collisionbench::collide::ode::{
    Control, Flow, Integration, Method, OdeError, Vector, advance, integrate, locate, onto_plane,
};
use collisionbench::collide::reference::scaled::*;
use collisionbench::collide::schemes::touch::*;
use collisionbench::collide::schemes::{Lane, Lanes, VelocityVerlet};
use collisionbench::collide::stepper::energy::*;
use collisionbench::collide::stepper::{Encounter, Exact, StepError, StepSize, undamped_overlap};
use collisionbench::collide::{SolveError, restitution, restitutions};
use collisionbench::law::tangential::StiffnessRatio;
use collisionbench::law::{Dashpot, Elastic, Ends, Pair, PowerForce, Side, Stiffness};
use pulp::{Arch, Scalar, Simd, WithSimd};

// src/core/collide/advise.rs
/// Rayleigh's equation `(2 - x^2)^2 = 4 sqrt(1 - x^2) sqrt(1 - x^2 k)`, `x = c_R/c_S`, `k = (1-2nu)/(2(1-nu))`.
fn rayleigh_speed(nu: f64) -> f64 {
    let k = (1.0 - 2.0 * nu) / (2.0 * (1.0 - nu));
    let excess = |x: f64| (2.0 - x * x).powi(2) - 4.0 * ((1.0 - x * x) * (1.0 - x * x * k)).sqrt();
    let (mut low, mut high) = (0.5, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

#[test]
fn the_rayleigh_time_travels_at_the_speed_of_rayleigh_waves() {
    for nu in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5] {
        let (radius, density, E) = (2e-3, 2500.0f64, 70e9f64);
        let shear_speed = (E / (2.0 * (1.0 + nu)) / density).sqrt();
        let exact = PI * radius / (rayleigh_speed(nu) * shear_speed);
        assert!((rayleigh_time(radius, density, E, nu) / exact - 1.0).abs() < 4e-3, "{nu}");
    }
}

/// theory.md section 1: r = 1 mm, E/(1-nu^2) = 7.36e10, rho = 2500, u = 1.
#[test]
fn the_three_readings_of_hybrid_have_the_numbers_of_theory() {
    let R_star: f64 = 0.5e-3;
    let time = |reading| hybird_collision_time(reading, 7.36e10, 2500.0, R_star, 1.0);
    assert!((time(TimeReading::AsDocumented) / 279.0 - 1.0).abs() < 2e-3);
    assert!((time(TimeReading::RatioCorrected) / 5.66e-7 - 1.0).abs() < 1e-3);
    // What it should be is the Hertz duration of the same spheres.
    let mass = 2500.0 * 4.0 / 3.0 * PI * 1e-9;
    let force = PowerForce::new(
        Elastic { K: 4.0 / 3.0 * 3.68e10 * R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 },
        Dashpot { C: 0.0, beta: 0.0 },
        Ends::ZeroForce,
    );
    let encounter = Encounter { force, m_star: 0.5 * mass };
    let hertz = encounter.undamped_duration(1.0);
    assert!((hertz / 6.01e-6 - 1.0).abs() < 1e-3);
    // C (32 pi/3)^(2/5) in place of 1.1, with C = 2.86826569919533 of tau = C (m*^2/(R* E*^2 v))^(1/5).
    assert!((hertz / time(TimeReading::RatioCorrected) * 1.1 / 11.686_670_994_122_458 - 1.0).abs() < 1e-12);
    let overlap = collisionbench::collide::stepper::undamped_overlap(&force, encounter.m_star, 1.0);
    let exact = Exact {
        restitution: 1.0,
        duration_to_zero_overlap: hertz,
        max_overlap: overlap,
        max_force: force.elastic(overlap),
    };
    let judged = |time| judge_tenth(&VelocityVerlet, &encounter, 1.0, &exact, time);
    assert!((judged(hertz).unwrap().steps_per_contact - 10.0).abs() < 1e-9);
    let slow = judged(time(TimeReading::RatioCorrected)).unwrap();
    assert!((slow.steps_per_contact - 106.2).abs() < 0.1);
    // theory.md section 6 at 100 steps: 5.0e-6, 5.2e-5, 9.2e-5.
    for (error, wanted) in slow.errors.iter().zip([5.0e-6, 5.2e-5, 9.2e-5]) {
        assert!(error.worst < 1.15 * wanted, "{} {wanted}", error.worst);
    }
    assert!(matches!(judged(time(TimeReading::AsDocumented)), Err(SolveError::Step(StepError::TooCoarse { .. }))));
}

#[test]
fn softening_follows_the_power_law() {
    let force = PowerForce::new(
        Elastic { K: 2e9, alpha: 1.5, reference_gap: 0.0 },
        Dashpot { C: 0.0, beta: 0.0 },
        Ends::ZeroForce,
    );
    let encounter = Encounter { force, m_star: 1e-3 };
    let softened = soften(&encounter, 1.0, 1e-3, &[10.0, 100.0, 1000.0]);
    for (found, wanted) in softened.iter().zip([2.511_886_431_509_58, 6.309_573_444_801_93, 15.848_931_924_611_1]) {
        assert!((found.grows / wanted - 1.0).abs() < 1e-12);
        let soft = Encounter { force: PowerForce { K: 2e9 / found.factor, ..force }, ..encounter };
        assert!((soft.undamped_duration(1.0) / found.duration - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_tangential_ratio_is_that_of_equal_materials() {
    for E in [70e9, 70e6] {
        let side =
            Side { radius: 1e-3, mass: 1e-3, stiffness: Stiffness::Elastic { young_modulus: E, poisson_ratio: 0.3 } };
        let ratio = StiffnessRatio::of_mindlin(&Pair::new(&side, &side)).unwrap();
        assert!((ratio - 2.0 * 0.7 / 1.7).abs() < 1e-14);
    }
}

// src/core/collide/ode/canary.rs: what the methods do right, and where their error estimates see too little.
const METHODS: [Method; 3] = [Method::Dop853, Method::Dopri5, Method::Extrapolation];

fn control(method: Method, tolerance: f64, length: f64, longest_step: f64) -> Control {
    Control { method, tolerance, absolute: 1e-3, longest_step, first_step: longest_step, length, most_steps: 10_000 }
}

/// An elastic Hertz collision with its time, `q' = w`, `w' = -4 q^9`, `t' = 4 q^3`. Exact: w = -1 at the end.
struct Hertzian;

impl Flow<3, 1> for Hertzian {
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
    let run = integrate(&Hertzian, Vector::from([0.0, 1.0, 0.0]), &control).unwrap();
    let before = run.states[run.stopped.unwrap().before];
    let end = onto_plane(&Hertzian, before, 0, 0.0, &control).unwrap();
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
        let run = integrate(&Hertzian, Vector::from([0.0, 1.0, 0.0]), &control).unwrap();
        let end = locate(&Hertzian, &run, run.stopped.unwrap(), &control).unwrap();
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

/// A clock, the integral of its square, and switches that are functions of the clock alone.
struct Clock<const LEADS: usize, const GRAZES: bool>(fn(f64) -> f64);

impl<const LEADS: usize, const GRAZES: bool> Flow<2, 1> for Clock<LEADS, GRAZES> {
    const LEADS: usize = LEADS;
    const GRAZES: bool = GRAZES;

    fn derivative(&self, y: &Vector<2>, dy: &mut Vector<2>) {
        *dy = Vector::from([1.0, y[0] * y[0]]);
    }

    fn switches(&self, y: &Vector<2>) -> [f64; 1] {
        [(self.0)(y[0])]
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

/// Where a switch of a clock stops it, in steps of 0.2.
fn stopped<const LEADS: usize, const GRAZES: bool>(method: Method, switch: fn(f64) -> f64) -> Option<f64> {
    let flow = Clock::<LEADS, GRAZES>(switch);
    let control = control(method, 1e-12, 1.0, 0.2);
    let run = integrate(&flow, Vector::from([0.0, 0.0]), &control).unwrap();
    run.stopped.map(|stop| {
        let y = locate(&flow, &run, stop, &control).unwrap();
        assert!((y[1] - y[0].powi(3) / 3.0).abs() < 1e-14, "{method:?} {y}");
        y[0]
    })
}

#[test]
fn a_switch_that_dips_between_two_steps_is_found_at_its_first_zero() {
    for method in [Method::Dop853, Method::Extrapolation] {
        // Zero at 0.52 and 0.56, at 0.5299 and 0.5301, and 2e-5 apart; the last rises above zero first.
        type Dip = fn(f64) -> f64;
        let dips: [(Dip, f64); 4] = [
            (|t| (t - 0.52) * (t - 0.56), 0.52),
            (|t| (t - 0.5299) * (t - 0.5301), 0.5299),
            (|t| (t - 0.53) * (t - 0.53002), 0.53),
            (|t| (0.52 - t) * (t - 0.58), 0.58),
        ];
        for (switch, zero) in dips {
            let found = stopped::<1, true>(method, switch).unwrap_or(f64::NAN);
            assert!((found - zero).abs() < 1e-13, "{method:?} {zero} {found}");
            assert_eq!(stopped::<2, false>(method, switch), None, "{method:?}. When this fails the steps are shorter");
        }
        // Near zero is not below it.
        assert_eq!(stopped::<1, true>(method, |t| (t - 0.53).powi(2) + 1e-9), None);
    }
}

#[test]
fn integrals_need_no_stages_of_their_own() {
    // The integral of a state that oscillates: the same to the last bit, whether stages contain it or not.
    struct Area<const LEADS: usize>;
    impl<const LEADS: usize> Flow<3, 0> for Area<LEADS> {
        const LEADS: usize = LEADS;

        fn derivative(&self, y: &Vector<3>, dy: &mut Vector<3>) {
            *dy = Vector::from([y[1], -y[0], y[0] * y[0]]);
        }

        fn switches(&self, _: &Vector<3>) -> [f64; 0] {
            []
        }

        fn stops(&self, _: usize) -> bool {
            false
        }
    }
    for method in METHODS {
        let (start, control) = (Vector::from([1.0, 0.0, 0.0]), control(method, 1e-12, 1.0, 0.1));
        let [some, all] = [advance(&Area::<2>, start, 1.0, &control), advance(&Area::<3>, start, 1.0, &control)];
        assert_eq!(some, all, "{method:?}");
        assert!((some.unwrap()[2] - (0.5 + 0.25 * 2f64.sin())).abs() < 1e-13, "{method:?}");
    }
}

// src/core/collide/lockstep.rs
/// Laws, of which the series do not serve the last two, with a coefficient `g` at 1 m/s.
fn served(g: f64, ends: Ends) -> Vec<PowerForce> {
    let exponents = [
        (1.5, 0.5),
        (1.5, 0.25),
        (1.0, 0.0),
        (1.5, 0.0),
        (1.5, 1.5),
        (1.25, 0.25),
        (2.0, 1.0),
        (1.0, 0.5),
        (1.5, 0.1),
        (1.0, 2.0),
    ];
    exponents.map(|(alpha, beta)| PowerForce { K: 1.0, alpha, C: g, beta, reference_gap: 0.0, ends }).to_vec()
}

/// Series against the pair of order 8, which shares no coefficient with them.
#[test]
fn speeds_side_by_side_have_the_restitution_of_each_alone() {
    let speeds: Vec<f64> = (0..37).map(|k| 10f64.powf(f64::from(k) / 9.0 - 2.0)).collect();
    let mut compared = 0;
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped, Ends::ZeroForce] {
        for law in [0.01, 0.3, 1.0].into_iter().flat_map(|g| served(g, ends)) {
            for (e, speed) in restitutions(&law, 1.0, &speeds, 1e-12).into_iter().zip(&speeds) {
                match (e, restitution(&law, 1.0, *speed, 1e-12)) {
                    // What is integrated alone is that to the last bit.
                    (Ok(e), Ok(alone)) if e != alone => {
                        let right = restitution(&law, 1.0, *speed, 1e-13).unwrap();
                        assert!((e - right).abs() <= 2e-12 * right, "{law:?} at {speed}: {e} {right}");
                        compared += 1;
                    }
                    (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
                    other => panic!("{law:?} at {speed}: {other:?}"),
                }
            }
        }
    }
    assert!(compared > 1500, "{compared}");
}

/// Antypov & Elliott 2011: Tsuji's oscillator in closed form, to rounding.
#[test]
fn restitution_in_lockstep_is_that_of_the_closed_form() {
    for e in [0.2, 0.5, 0.9, 0.999] {
        let ratio = -f64::ln(e) / f64::hypot(std::f64::consts::PI, f64::ln(e));
        let law = PowerForce {
            K: 1e9,
            alpha: 1.5,
            C: 5f64.sqrt() * ratio * 1e3,
            beta: 0.25,
            reference_gap: 0.0,
            ends: Ends::ZeroOverlap,
        };
        for found in restitutions(&law, 1e-3, &[0.1, 1.0, 10.0], 1e-12) {
            let found = found.unwrap();
            assert!((found - e).abs() < 1e-12 * e, "{e}: {found}");
        }
    }
}

// src/core/collide/reference/scaled.rs
fn scaled(alpha: f64, beta: f64, g: f64) -> Scaled {
    let law = PowerForce { K: 1.0, alpha, C: g, beta, reference_gap: 0.0, ends: Ends::ZeroOverlap };
    Scaled::new(&law, g, States::All)
}

#[test]
fn the_smallest_power_that_makes_exponents_whole_is_taken() {
    for (alpha, beta, p) in
        [(1.5, 0.25, 4.0), (1.0, 0.0, 1.0), (1.5, 0.5, 2.0), (4.0 / 3.0, 0.5, 6.0), (1.1, 0.05, 8.0)]
    {
        assert_eq!(States::All.power(alpha, Some(beta)), p, "{alpha} {beta}");
    }
    assert_eq!(States::All.power(1.5, None), 2.0, "an absent dashpot has no say");
    for (alpha, beta, p) in
        [(1.5, 0.25, 0.8), (1.0, 0.0, 1.0), (1.5, 0.5, 2.0), (1.5, 1.5, 0.4), (1.1, 0.05, 2.0 / 2.1)]
    {
        assert!((States::Motion.power(alpha, Some(beta)) - p).abs() < 1e-15, "{alpha} {beta}");
    }
}

#[test]
fn the_right_side_is_the_equation_of_motion() {
    for (alpha, beta, g) in [(1.5, 0.25, 0.7), (1.0, 0.0, -0.4), (1.5, 1.5, 2.0), (1.1, 0.05, 0.3), (1.5, 0.5, 0.0)] {
        let flow = scaled(alpha, beta, g);
        let (q, w): (f64, f64) = (0.83, -0.41);
        let xi = q.powf(flow.p);
        let force = xi.powf(alpha) + g * xi.powf(beta) * w;
        let clock = flow.p * q.powf(flow.p - 1.0);
        assert!((flow.clock(q) - clock).abs() < 1e-14);
        assert!((flow.pull(q, w) + clock * force).abs() < 1e-14);
        assert!((flow.force(q, w)[0] - force).abs() < 1e-14);
        assert!((flow.divided_force(q, w) * xi.powf(alpha.min(beta)) - force).abs() < 1e-14);
    }
}

#[test]
fn only_the_over_damped_contact_is_trapped() {
    // z = g/sqrt(5) for Tsuji, g/2 for the linear dashpot; at rest at the turning point, and at touch.
    for (q, w) in [(0.9, 0.0), (0.0, 1.0)] {
        assert!(!scaled(1.5, 0.25, 0.999 * 5f64.sqrt()).trapped(q, w, 0.0));
        assert!(scaled(1.5, 0.25, 1.001 * 5f64.sqrt()).trapped(q, w, 0.0));
        assert!(!scaled(1.0, 0.0, 1.999).trapped(q, w, 0.0));
        assert!(scaled(1.0, 0.0, 2.001).trapped(q, w, 0.0));
    }
    // Viscoelastic spheres always let go in the end.
    assert!(!scaled(1.5, 0.5, 100.0).trapped(0.9, 0.0, 0.0));
}

// src/core/collide/schemes/touch.rs
fn law(alpha: f64, beta: f64, ends: Ends) -> PowerForce {
    PowerForce::new(Elastic { K: 3.7e9, alpha, reference_gap: 0.0 }, Dashpot { C: 41.0, beta }, ends)
}

#[test]
fn the_push_is_the_force_of_the_law_over_the_mass() {
    let laws = [(1.5, 0.25), (1.5, 0.5), (1.0, 0.0), (1.3, 0.15), (1.25, 0.125), (2.0, 0.75), (3.75, 1.5), (4.0, 3.0)];
    for (alpha, beta) in laws {
        for ends in Ends::ALL {
            let force = law(alpha, beta, ends);
            for (overlap, speed) in [(1e-6, 2.0), (3e-5, -0.01), (1e-9, -5.0), (-1e-6, 1.0), (-1e-7, -1.0)] {
                let mut touch = Touch::<f64>::new(&force, 0.25);
                let (got, expected) = (0.25 * touch.push(overlap, speed), force.force(overlap, speed));
                let scale = force.elastic(overlap) + (force.C * overlap.max(0.0).powf(beta) * speed).abs();
                assert!(
                    (got - expected).abs() <= 4e-16 * scale.max(expected.abs()),
                    "{alpha} {beta} {ends:?}: {got} {expected}"
                );
            }
        }
    }
}

/// Both pushes of contacts side by side.
struct SideBySide<'a>(&'a PowerForce);

fn overlap(i: usize) -> f64 {
    -1e-6 + 7.3e-7 * i as f64
}

fn speed(i: usize) -> f64 {
    1.0 - 0.31 * i as f64
}

impl WithSimd for SideBySide<'_> {
    type Output = Vec<[f64; 2]>;

    fn with_simd<S: Simd>(self, with: S) -> Vec<[f64; 2]> {
        let (overlaps, speeds) = (Lanes::each(with, overlap), Lanes::each(with, speed));
        let mut many = Touch::like(overlaps, self.0, 0.25);
        let pushes = many.push(overlaps, speeds);
        let implicit = many.push_implicit(overlaps, speeds, speeds.same(1e-7));
        (0..Lanes::<S>::width()).map(|i| [pushes.lane(i), implicit.lane(i)]).collect()
    }
}

#[test]
fn contacts_side_by_side_have_the_bits_of_one() {
    for (alpha, beta) in [(1.5, 0.25), (1.3, 0.15), (1.0, 0.0), (2.25, 0.75)] {
        for ends in Ends::ALL {
            let force = law(alpha, beta, ends);
            // With the instructions of this processor, and with those of every one.
            for many in [Arch::new().dispatch(SideBySide(&force)), SideBySide(&force).with_simd(Scalar::new())] {
                assert!(many.len() >= 4);
                for (i, pushes) in many.into_iter().enumerate() {
                    let mut one = Touch::<f64>::new(&force, 0.25);
                    let alone = [one.push(overlap(i), speed(i)), one.push_implicit(overlap(i), speed(i), 1e-7)];
                    assert_eq!(pushes.map(f64::to_bits), alone.map(f64::to_bits));
                }
            }
        }
    }
}

#[test]
fn a_deleted_contact_does_not_come_back() {
    let mut deleted = Touch::<f64>::new(&law(1.5, 0.25, Ends::ZeroForce), 1.0);
    let mut clamped = Touch::<f64>::new(&law(1.5, 0.25, Ends::ForceClamped), 1.0);
    for touch in [&mut deleted, &mut clamped] {
        assert!(touch.push(1e-5, 1.0) > 0.0);
        assert_eq!(touch.push(1e-8, -50.0), 0.0);
    }
    assert_eq!(deleted.push(1e-5, 1.0), 0.0);
    assert!(clamped.push(1e-5, 1.0) > 0.0);
}

// src/core/collide/stepper/energy.rs
/// `zeta(-1, phi) = -B_2(phi)/2`, `zeta(-2, phi) = -B_3(phi)/3`; `zeta(-3/2) = -0.025485201889833035` (Riemann's, DLMF 25.6).
#[test]
fn hurwitz_zeta_is_that_of_the_tables() {
    for i in 1..=10 {
        let x = 0.1 * f64::from(i);
        let (b2, b3) = (x * x - x + 1.0 / 6.0, x * (x - 0.5) * (x - 1.0));
        assert!((hurwitz_zeta(1.0, x) + b2 / 2.0).abs() < 1e-13, "{x}");
        assert!((hurwitz_zeta(2.0, x) + b3 / 3.0).abs() < 1e-12, "{x}");
    }
    let riemann = -0.025_485_201_889_833_035;
    assert!((hurwitz_zeta(1.5, 1.0) - riemann).abs() < 1e-12);
    assert!((hurwitz_zeta(1.5, 0.5) - (0.5f64.powf(1.5) - 1.0) * riemann).abs() < 1e-12);
}

// src/core/collide/stepper/step.rs
fn encounter(alpha: f64) -> Encounter {
    let elastic = Elastic { K: 2.0e6, alpha, reference_gap: 0.0 };
    let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
    Encounter { force, m_star: 0.02 }
}

#[test]
fn the_duration_is_that_of_theory() {
    // Hertz 1881: 2.94327518432470465... delta_max/v.
    let hertz = encounter(1.5);
    let expected = 2.943_275_184_324_704_7 * undamped_overlap(&hertz.force, 0.02, 3.0) / 3.0;
    assert!((hertz.undamped_duration(3.0) / expected - 1.0).abs() < 1e-14);
    let spring = encounter(1.0);
    assert!((spring.undamped_duration(3.0) / (PI * (0.02f64 / 2.0e6).sqrt()) - 1.0).abs() < 1e-14);
}

#[test]
fn steps_that_cannot_be_run_are_refused() {
    let hertz = encounter(1.5);
    let tau = hertz.undamped_duration(3.0);
    assert_eq!(StepSize::PerContact(50.37).dt(tau, None).unwrap(), tau / 50.37);
    assert_eq!(StepSize::PerOwnContact(50.0).dt(tau, Some(2.0 * tau)).unwrap(), 2.0 * tau / 50.0);
    assert!(StepSize::PerOwnContact(50.0).dt(tau, None).is_err());
    for bad in [0.0, 1.0, -3.0, f64::NAN, f64::INFINITY, 1e7] {
        assert!(StepSize::PerContact(bad).dt(tau, None).is_err(), "{bad}");
    }
    for bad in [0.0, -1.0, tau, 1e-30, f64::NAN, f64::INFINITY] {
        assert!(StepSize::Time(bad).dt(tau, None).is_err(), "{bad}");
    }
}
