//! Flights between bounces, against closed forms and against an integration in time that is not the program's.

use std::f64::consts::PI;

use collisionbench::case::HeightTo;
use collisionbench::fit::flight::{Air, Ball, Drag, Flight, Hop, NoFlight};

const G: f64 = 9.81;
/// A regulation table-tennis ball.
const BALL: Ball = Ball { radius: 0.020, mass: 2.7e-3 };

fn air(drag: Drag) -> Air {
    Air { density: 1.204, viscosity: 1.82e-5, drag, buoyancy: false }
}

fn flight(drag: Drag) -> Flight {
    Flight::in_air(G, BALL, air(drag)).unwrap()
}

/// The flight between two impacts that begin an interval apart.
fn hop(flight: &Flight, interval: f64, contact: f64) -> Result<Hop, NoFlight> {
    flight.hop_of_time(Flight::between_impacts(interval, contact)?)
}

fn near(a: f64, b: f64, within: f64) {
    assert!((a / b - 1.0).abs() <= within, "{a:e} against {b:e}: {:e}", a / b - 1.0);
}

/// `v_t^2 = 2 m g/(rho C_d pi r^2)`.
fn terminal(C_d: f64) -> f64 {
    (2.0 * BALL.mass * G / (1.204 * C_d * PI * BALL.radius * BALL.radius)).sqrt()
}

#[test]
fn without_air_everything_is_exact() {
    let vacuum = Flight::in_vacuum(G).unwrap();
    for h in [1e-3, 0.3, 2.0] {
        near(vacuum.fall_speed(h).unwrap(), (2.0 * G * h).sqrt(), 1e-15);
        near(vacuum.rise_speed(h).unwrap(), (2.0 * G * h).sqrt(), 1e-15);
        near(vacuum.thrown_speed(h, 1.5).unwrap(), (2.0 * G * h + 2.25).sqrt(), 1e-14);
        near(vacuum.thrown_speed(h, -1.5).unwrap(), (2.0 * G * h + 2.25).sqrt(), 1e-14);
    }
    let hop = vacuum.hop_of_time(0.4).unwrap();
    assert_eq!((hop.up, hop.down), (0.2 * G, 0.2 * G));
    near(hop.height, G * 0.16 / 8.0, 1e-15);
    // e = T_2/T_1 and e = sqrt(h'/h).
    let [first, second] = [0.5, 0.4].map(|time| vacuum.hop_of_time(time).unwrap());
    near(second.up / first.down, 0.8, 1e-15);
    near(vacuum.rise_speed(0.32).unwrap() / vacuum.fall_speed(0.5).unwrap(), 0.8, 1e-15);
}

#[test]
fn a_constant_drag_coefficient_has_closed_forms() {
    for C_d in [0.05, 0.44, 5.0] {
        let (flight, v_t) = (flight(Drag::Constant(C_d)), terminal(C_d));
        for h in [0.02, 0.3, 2.0] {
            let down = v_t * (-(-2.0 * G * h / (v_t * v_t)).exp_m1()).sqrt();
            near(flight.fall_speed(h).unwrap(), down, 1e-12);
            let up = v_t * (2.0 * G * h / (v_t * v_t)).exp_m1().sqrt();
            near(flight.rise_speed(h).unwrap(), up, 1e-12);
            near(flight.rise_height(up).unwrap(), h, 1e-12);
            // Up in v_t/g atan(v/v_t), down in v_t/g atanh(v'/v_t).
            let time = v_t / G * ((up / v_t).atan() + (down / v_t).atanh());
            let hop = flight.hop(up).unwrap();
            near(hop.down, down, 1e-12);
            near(hop.time, time, 1e-12);
            let back = flight.hop_of_time(time).unwrap();
            near(back.up, up, 1e-11);
            near(back.down, down, 1e-11);
            // Thrown from h, up or down: as from rest higher up.
            let thrown = 0.5 * v_t;
            let higher = h + v_t * v_t / (2.0 * G) * 1.25f64.ln();
            near(flight.thrown_speed(h, -thrown).unwrap(), flight.fall_speed(higher).unwrap(), 1e-12);
            let higher = h - v_t * v_t / (2.0 * G) * 0.75f64.ln();
            near(flight.thrown_speed(h, thrown).unwrap(), flight.fall_speed(higher).unwrap(), 1e-12);
        }
    }
    near(flight(Drag::Constant(0.0)).fall_speed(0.3).unwrap(), (2.0 * G * 0.3).sqrt(), 1e-15);
}

#[test]
fn buoyancy_takes_its_part_of_the_weight() {
    let lifted = Air { buoyancy: true, ..air(Drag::Constant(0.0)) };
    let flight = Flight::in_air(G, BALL, lifted).unwrap();
    let g = G * (1.0 - 1.204 * 4.0 / 3.0 * PI * 8e-6 / 2.7e-3);
    near(flight.fall_speed(0.3).unwrap(), (2.0 * g * 0.3).sqrt(), 1e-14);
    let balloon = Ball { radius: 0.2, mass: 2.7e-3 };
    assert_eq!(Flight::in_air(G, balloon, lifted).unwrap_err(), NoFlight::Floats);
}

/// Clift & Gauvin's form, written again.
fn drag_coefficient(Re: f64) -> f64 {
    24.0 / Re + 3.6 * Re.powf(-0.313) + 0.42 / (1.0 + 4.25e4 * Re.powf(-1.16))
}

#[test]
fn the_drag_of_a_sphere_is_that_of_the_standard_curve() {
    let drag = Drag::CliftGauvin { factor: 1.0 };
    // The standard drag curve, Clift, Grace & Weber 1978, table 5.2 (rounded): within the 6 % that is claimed.
    for (Re, C_d) in [(1.0, 27.2), (10.0, 4.26), (100.0, 1.09), (1e3, 0.47), (1e4, 0.41)] {
        near(drag.coefficient(Re), C_d, 0.06);
    }
    for Re in [0.01, 3.0, 400.0, 2e5] {
        near(drag.coefficient(Re), drag_coefficient(Re), 1e-13);
    }
}

/// A throw, stepped in time with the classical Runge-Kutta method: the times of its impacts.
fn throw(drop: f64, e: impl Fn(f64) -> f64, count: usize, contact: f64) -> (Vec<f64>, Vec<f64>) {
    let acceleration = |v: f64| {
        let Re = 1.204 * 2.0 * BALL.radius * v.abs() / 1.82e-5;
        let a = if v == 0.0 { 0.0 } else { 0.5 * 1.204 * drag_coefficient(Re) * PI * 4e-4 * v * v.abs() / BALL.mass };
        -G - a
    };
    let step = |h: f64, v: f64, dt: f64| {
        let k1 = acceleration(v);
        let k2 = acceleration(v + 0.5 * dt * k1);
        let k3 = acceleration(v + 0.5 * dt * k2);
        let k4 = acceleration(v + dt * k3);
        (h + dt * (v + dt * (k1 + k2 + k3) / 6.0), v + dt * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0)
    };
    let dt = 1e-4;
    let (mut h, mut v, mut t) = (drop, 0.0, 0.0);
    let (mut impacts, mut speeds) = (Vec::new(), Vec::new());
    while impacts.len() <= count {
        let (next, speed) = step(h, v, dt);
        if next > 0.0 {
            (h, v, t) = (next, speed, t + dt);
            continue;
        }
        // The part of the step to the ground, by Newton's method.
        let mut part = dt * h / (h - next);
        for _ in 0..8 {
            let (at, speed) = step(h, v, part);
            part -= at / speed;
        }
        let (_, speed) = step(h, v, part);
        impacts.push(t + part);
        speeds.push(-speed);
        (h, v, t) = (0.0, -speed * e(-speed), t + part + contact);
    }
    (impacts.windows(2).map(|pair| pair[1] - pair[0]).collect(), speeds)
}

#[test]
fn synthetic_drops_with_drag_give_back_their_restitution() {
    let flight = flight(Drag::CliftGauvin { factor: 1.0 });
    let vacuum = Flight::in_vacuum(G).unwrap();
    for drop in [0.08, 0.3, 1.0] {
        for contact in [0.0, 1e-3] {
            // Falls with speed, so that a bias of drag would be seen as another slope.
            let law = |v: f64| 0.93 * v.powf(-0.05);
            let (intervals, speeds) = throw(drop, law, 8, contact);
            let first = flight.fall_speed(drop).unwrap();
            near(first, speeds[0], 1e-9);
            assert_eq!(intervals.len(), 8);
            let train = |flight: &Flight| -> Vec<Hop> {
                intervals.iter().map(|interval| hop(flight, *interval, contact).unwrap()).collect()
            };
            let mut before = first;
            for (hop, &speed) in train(&flight).iter().zip(&speeds) {
                near(before, speed, 1e-6);
                assert!((hop.up / before - law(speed)).abs() < 1e-6, "{}", hop.up / before);
                before = hop.down;
            }
            // Without drag the same times read lower: what is lost to the air is taken for a loss in the contact.
            for (pair, &speed) in train(&vacuum).windows(2).zip(&speeds[1..]) {
                assert!(pair[1].up / pair[0].down < law(speed) - 1e-3);
            }
        }
    }
}

/// With a constant coefficient `T(v) = v_t/g (atan(v/v_t) + asinh(v/v_t))`, and without drag `e` is read as `T_2/T_1`.
#[test]
fn without_drag_the_bias_is_the_predicted_one() {
    let (C_d, e) = (0.44, 0.9);
    let (flight, v_t) = (flight(Drag::Constant(C_d)), terminal(C_d));
    let vacuum = Flight::in_vacuum(G).unwrap();
    let time = |v: f64| v_t / G * ((v / v_t).atan() + (v / v_t).asinh());
    for up in [0.5, 1.0, 3.0f64] {
        let down = up / (up / v_t).hypot(1.0);
        let intervals = [time(up), time(e * down)];
        let read = |flight: &Flight| {
            let [first, second] = intervals.map(|interval| flight.hop_of_time(interval).unwrap());
            second.up / first.down
        };
        assert!((read(&flight) - e).abs() < 1e-10);
        let predicted = time(e * down) / time(up) - e;
        assert!((read(&vacuum) - e - predicted).abs() < 1e-14);
        // To leading order the ball loses (v/v_t)^2/2 on its way and the intervals hide (1 - e^2)/4 of that:
        // T = 2v/g (1 - (v/v_t)^2/4).
        let leading = e * (up / v_t).powi(2) * (-0.5 + 0.25 * (1.0 - e * e));
        assert!((predicted / leading - 1.0).abs() < 2.0 * (up / v_t).powi(2), "{predicted} {leading}");
    }
}

#[test]
fn what_does_not_make_a_flight_is_refused() {
    let vacuum = Flight::in_vacuum(G).unwrap();
    assert!(matches!(hop(&vacuum, 1e-4, 1e-3), Err(NoFlight::NoFlightLeft { .. })));
    assert!(HeightTo::Centre.clearance(0.02, 0.02).is_err());
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Flight::in_vacuum(bad).is_err());
        assert!(vacuum.fall_speed(bad).is_err() && vacuum.rise_speed(bad).is_err() && vacuum.hop_of_time(bad).is_err());
        assert!(Flight::in_air(G, Ball { mass: bad, ..BALL }, air(Drag::Constant(0.4))).is_err());
    }
    assert!(Flight::in_air(G, BALL, air(Drag::Constant(-0.4))).is_err());
    let marble = Ball { radius: 0.2, mass: 80.0 };
    let fast = Flight::in_air(G, marble, air(Drag::CliftGauvin { factor: 1.0 })).unwrap();
    assert!(matches!(fast.fall_speed(50.0), Err(NoFlight::TooFast { .. })));
}
