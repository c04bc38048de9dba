//! Friction, tangential stiffness and tangential dashpot from oblique impacts: tables made from closed forms, fitted with one
//! command.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::{Error, SourceFile};
use collisionbench::fit::calibrate::result::Parameter;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;

const RADIUS: f64 = 0.01;
const MASS: f64 = 0.02;
const STIFFNESS: f64 = 1e5;
const SPEED: f64 = 2.0;

/// Fits one tangential parameter; `columns` of the table beside the angle, `restitution` of the normal dashpot.
fn fitted(columns: &str, rows: &str, restitution: f64, tangential: &str) -> Parameter {
    let found = calibrated(columns, rows, restitution, tangential);
    found.unwrap_or_else(|e| panic!("{e}")).parameters.remove(0)
}

fn calibrated(columns: &str, rows: &str, restitution: f64, tangential: &str) -> Result<Calibrated, Error> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("impacts.csv"), format!("impact angle (deg),{columns}\n{rows}")).unwrap();
    let damping = match restitution {
        1.0 => String::new(),
        e => format!("[contact.damping.linear-dashpot]\nrestitution = {e}\n"),
    };
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"{RADIUS} m\", mass = \"{MASS} kg\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\nfriction_limit = \"total\"\n\
         [contact.normal.hooke]\nstiffness = \"{STIFFNESS} N/m\"\n{damping}{tangential}\n[experiment.oblique]\n\
         data = \"impacts.csv\"\nspeed = \"{SPEED} m/s\"\n[fit]\n
         [[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 4 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    let case = Case::read(Arc::new(file), "case", &Files::Folder(dir.path().into())).unwrap_or_else(|e| panic!("{e}"));
    calibrate(&case, Depth::Quoted, &Unwatched)
}

/// The interval holds the truth, is at most so wide a part of it, and does not hold what is a tenth off.
fn holds(found: &Parameter, truth: f64, width: f64) {
    let interval = found.interval.unwrap();
    assert!(interval.covers(truth), "{truth}: {interval:?}");
    assert!(interval.high - interval.low < width * truth, "{truth}: {interval:?}");
    assert!(!interval.covers(1.1 * truth) && !interval.covers(0.9 * truth), "{truth}: {interval:?}");
}

/// Gross sliding, `J_t = mu (1 + e) m v_n`: `e_t = 1 - mu (1 + e)/tan`, `omega = (5/2) mu (1 + e) v_n/R`, and the rebound
/// angle `atan((tan - mu (1 + e))/e)`. Each column tells the friction.
#[test]
fn friction_from_sliding_impacts() {
    /// Of friction, restitution and angle.
    type Rebound = fn(f64, f64, f64) -> f64;
    let (mu, e) = (0.15, 0.9);
    let law = "[contact.tangential.coulomb]\nfriction = { fit = 0.3, between = [0.01, 1] }";
    let columns: [(&str, f64, Rebound); 3] = [
        ("tangential restitution,tangential restitution sigma", 0.005, |mu, e, angle| {
            1.0 - mu * (1.0 + e) / angle.tan()
        }),
        ("rebound spin (rad/s),rebound spin sigma (rad/s)", 1.0, |mu, e, angle| {
            2.5 * mu * (1.0 + e) * SPEED * angle.cos() / RADIUS
        }),
        ("rebound angle (deg),rebound angle sigma (deg)", 0.3, |mu, e, angle| {
            ((angle.tan() - mu * (1.0 + e)) / e).atan().to_degrees()
        }),
    ];
    for (seed, (name, sigma, of)) in columns.into_iter().enumerate() {
        let mut stream = Stream::new(4, seed as u64);
        let mut rows = String::new();
        // It slides throughout from tan > 7/2 mu (1 + e) on: 45 degrees.
        for at in 0..24 {
            let angle = 50.0 + f64::from(at % 8) * 4.0;
            let value = of(mu, e, angle.to_radians()) + sigma * stream.normal();
            writeln!(rows, "{angle},{value},{sigma}").unwrap();
        }
        holds(&fitted(name, &rows, e, law), mu, 0.15);
    }
}

/// Sticking on a linear spring, beside an undamped linear normal contact: the slip is that of an oscillator of mass
/// `m_t = 2 m/7` during `T = pi sqrt(m/k_n)`, with a dashpot c that of a damped one,
/// `v_s(T)/v_s(0) = exp(-g T)(cos(w T) - (g/w) sin(w T))`, `g = c/(2 m_t)`, `w^2 = k_t/m_t - g^2`.
/// Then `e_t = 1 - (2/7)(1 - v_s(T)/v_s(0))`, and `omega = (5/7)(v_t/R)(1 - v_s(T)/v_s(0))`.
fn sticking(k_t: f64, c: f64, angle: f64) -> [f64; 2] {
    let (m_t, duration) = (2.0 * MASS / 7.0, std::f64::consts::PI * (MASS / STIFFNESS).sqrt());
    let g = c / (2.0 * m_t);
    let w = (k_t / m_t - g * g).sqrt();
    let slip = (-g * duration).exp() * ((w * duration).cos() - g / w * (w * duration).sin());
    [1.0 - 2.0 / 7.0 * (1.0 - slip), 5.0 / 7.0 * SPEED * angle.sin() / RADIUS * (1.0 - slip)]
}

fn sticking_rows(k_t: f64, c: f64, seed: u64) -> String {
    let mut stream = Stream::new(5, seed);
    let mut rows = String::new();
    for at in 0..24 {
        let angle = 10.0 + f64::from(at % 8) * 4.0;
        let [e_t, spin] = sticking(k_t, c, f64::to_radians(angle));
        let [e_t, spin] = [e_t + 0.003 * stream.normal(), spin + 0.5 * stream.normal()];
        writeln!(rows, "{angle},{e_t},0.003,{spin},0.5").unwrap();
    }
    rows
}

const BOTH: &str =
    "tangential restitution,tangential restitution sigma,rebound spin (rad/s),rebound spin sigma (rad/s)";

#[test]
fn tangential_stiffness_from_sticking_impacts() {
    let k_t = 1.2e4;
    let law = "[contact.tangential.cundall-strack]\nfriction = 50\n\
               stiffness = { fit = \"8 kN/m\", between = [\"1 kN/m\", \"28 kN/m\"] }";
    holds(&fitted(BOTH, &sticking_rows(k_t, 0.0, 1), 1.0, law), k_t, 0.1);
}

/// The dashpot is fitted beside a known stiffness: together one number of an impact cannot tell them apart.
#[test]
fn tangential_dashpot_from_sticking_impacts() {
    let (k_t, c) = (1.2e4, 4.0);
    let law = "[contact.tangential.cundall-strack]\nfriction = 5000\nstiffness = \"12 kN/m\"\n\
               dashpot_coefficient = { fit = \"2 N s/m\", between = [\"0.1 N s/m\", \"10 N s/m\"] }\n\
               while_sliding = \"dropped\"";
    holds(&fitted(BOTH, &sticking_rows(k_t, c, 2), 1.0, law), c, 0.15);
}
