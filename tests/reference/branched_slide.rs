//! Oblique impacts at a wall under laws with branches, against small steps of the fourth order and against closed forms.
//!
//! The integrator here shares nothing with the library: it has its own formulas, its own events, and steps of one length.

use std::f64::consts::PI;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::reference;
use collisionbench::collide::trajectory::{TangentialResult, Trajectory};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::Branched;
use collisionbench::law::scene::Scene;

use crate::oblique::narrow::Narrow;

pub(super) const RADIUS: f64 = 10e-6;
const E_STAR: f64 = 50e9;
const NU: f64 = 0.2;
const DENSITY: f64 = 2500.0;
pub(super) const W: f64 = 0.05;
pub(super) const K1: f64 = 2000.0;
pub(super) const K2: f64 = 5000.0;
pub(super) const FRICTION: f64 = 0.3;

/// Steps of the integrator per unit of its variable.
pub(super) const STEPS: f64 = 4000.0;

pub(super) fn mass() -> f64 {
    DENSITY * 4.0 / 3.0 * PI * RADIUS.powi(3)
}

pub(super) fn scene(normal: &str, tangential: &str, speed: f64, degrees: f64) -> Scene {
    twice(normal, tangential, speed, degrees, "")
}

/// `again` beside the speed and the angle of the impact.
fn twice(normal: &str, tangential: &str, speed: f64, degrees: f64, again: &str) -> Scene {
    let text = format!(
        "title = \"made up\"\n[material.glass]\ndensity = \"{DENSITY} kg/m3\"\nyoung_modulus = \"96 GPa\"\npoisson_ratio = {NU}\n\
         [body.ball]\nsphere = {{ radius = \"10 um\" }}\nmaterial = \"glass\"\n[body.floor]\nwall = {{ normal = \"+z\" }}\nmaterial = \"glass\"\n\
         [impact]\nspeed = \"{speed} m/s\"\nangle = \"{degrees} deg\"\n{again}\n{normal}\n{tangential}\n[run.reference]\n\
         [[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nenergy_residual = {{ within = \"1e-9 absolute\" }}\n"
    );
    let file = SourceFile { name: "made-up.toml".into(), text: text.clone() };
    let case = Case::read(file.into(), "made-up", &Files::Embedded).unwrap_or_else(|error| panic!("{error}\n{text}"));
    case.scenes.into_iter().next().unwrap()
}

pub(super) fn solved(scene: &Scene) -> (Trajectory, TangentialResult) {
    let trajectory = reference::solve(scene, 1e-12).unwrap_or_else(|error| panic!("{error}"));
    let tangential = trajectory.tangential.clone().expect("it parts");
    (trajectory, tangential)
}

/// What acts at a place: `d delta/dq`, the normal force, the force that bounds friction, and the tangential stiffness with
/// its change by `q`.
pub(super) struct Spot {
    pub rate: f64,
    pub force: f64,
    pub bound: f64,
    pub stiffness: [f64; 2],
}

/// What bounds friction: the force, that and twice the pull-off force, or `4 E* a^3/(3 R*)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Limit {
    Total,
    PullOff,
    Repulsive,
}

#[derive(Clone, Copy)]
pub(super) enum Law {
    /// In the contact radius; tangential stiffness `8 G* a`.
    Jkr(Limit),
    /// In the overlap, turned at the largest one; a constant tangential stiffness.
    WaltonBraun { turned: Option<f64>, stiffness: f64 },
}

impl Law {
    pub(super) fn at(self, q: f64) -> Spot {
        match self {
            Self::Jkr(limit) => {
                let G_star = 96e9 / (4.0 * (2.0 - NU) * (1.0 + NU));
                let rate = 2.0 * q / RADIUS - 0.5 * (2.0 * PI * W / (E_STAR * q)).sqrt();
                let force = 4.0 * E_STAR * q.powi(3) / (3.0 * RADIUS) - (8.0 * PI * W * E_STAR * q.powi(3)).sqrt();
                let bound = match limit {
                    Limit::Total => force,
                    Limit::PullOff => force + 3.0 * PI * W * RADIUS,
                    Limit::Repulsive => 4.0 * E_STAR * q.powi(3) / (3.0 * RADIUS),
                };
                Spot { rate, force, bound, stiffness: [8.0 * G_star * q, 8.0 * G_star] }
            }
            Self::WaltonBraun { turned: None, stiffness } => {
                Spot { rate: 1.0, force: K1 * q, bound: K1 * q, stiffness: [stiffness, 0.0] }
            }
            Self::WaltonBraun { turned: Some(largest), stiffness } => {
                let force = K2 * q - (K2 - K1) * largest;
                Spot { rate: 1.0, force, bound: force, stiffness: [stiffness, 0.0] }
            }
        }
    }

    pub(super) fn touch(self) -> f64 {
        match self {
            Self::Jkr(_) => (2.0 * PI * W * RADIUS * RADIUS / E_STAR).cbrt(),
            Self::WaltonBraun { turned, .. } => (1.0 - K1 / K2) * turned.unwrap_or(0.0),
        }
    }

    /// Falls through zero where the contact ends.
    pub(super) fn left(self, q: f64) -> f64 {
        match self {
            Self::Jkr(_) => q - (PI * W * RADIUS * RADIUS / (8.0 * E_STAR)).cbrt(),
            Self::WaltonBraun { turned: Some(_), .. } => self.at(q).force,
            Self::WaltonBraun { turned: None, .. } => 1.0,
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// The normal force pulls: friction holds nothing.
    Loose,
    Stick,
    Slip(f64),
}

/// `q`, rate of approach, stretch of the spring, slip, tangential velocity, time.
type State = [f64; 6];

fn force(law: Law, mode: Mode, y: &State) -> f64 {
    let spot = law.at(y[0]);
    match mode {
        Mode::Loose => 0.0,
        Mode::Stick => spot.stiffness[0] * y[2],
        Mode::Slip(sign) => sign * FRICTION * spot.bound,
    }
}

fn rates(law: Law, mode: Mode, y: &State) -> State {
    let (spot, T, m) = (law.at(y[0]), force(law, mode, y), mass());
    let stretched = if mode == Mode::Stick { y[3] } else { 0.0 };
    let by_time = [0.0, -spot.force / m, stretched, -3.5 * T / m, -T / m, 1.0];
    let mut by_q = by_time.map(|rate| rate * spot.rate);
    by_q[0] = y[1];
    by_q
}

fn stepped(law: Law, mode: Mode, y: &State, h: f64) -> State {
    let along = |k: &State, h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    let a = rates(law, mode, y);
    let b = rates(law, mode, &along(&a, 0.5 * h));
    let c = rates(law, mode, &along(&b, 0.5 * h));
    let d = rates(law, mode, &along(&c, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
}

/// Each falls through zero at an event: the end, the turning point, the sign of the force, the slider.
fn events(law: Law, mode: Mode, y: &State) -> [f64; 4] {
    let spot = law.at(y[0]);
    let limit = FRICTION * spot.bound;
    let slider = match mode {
        Mode::Loose => 1.0,
        Mode::Stick => limit - (spot.stiffness[0] * y[2]).abs(),
        Mode::Slip(sign) => {
            // The stretch that the limit holds, `mu N/k_t`, against the slip.
            let h = 1e-6 * y[0];
            let by_q = (law.at(y[0] + h).bound - law.at(y[0] - h).bound) / (2.0 * h);
            let held = FRICTION * (by_q - spot.bound * spot.stiffness[1] / spot.stiffness[0]) / spot.stiffness[0];
            sign * y[3] * spot.rate - held * y[1]
        }
    };
    let turning = if let Law::WaltonBraun { turned: None, .. } = law { y[1] } else { 1.0 };
    [law.left(y[0]), turning, if mode == Mode::Loose { -spot.bound } else { spot.bound }, slider]
}

/// The end of an impact by small steps: rate of separation, tangential velocity, slip, time.
fn by_small_steps(mut law: Law, speed: f64, along: f64) -> [f64; 4] {
    let mut y = [law.touch(), speed, 0.0, along, along, 0.0];
    // A few units of q over the speed are one collision.
    let h =
        (mass() * speed * speed / (E_STAR * RADIUS.sqrt())).powf(0.4) * if let Law::Jkr(_) = law { 30.0 } else { 1.0 };
    let h = h / speed / STEPS;
    let mut mode = if law.at(y[0]).bound < 0.0 { Mode::Loose } else { begun(law, &mut y, h) };
    for _ in 0..10_000_000 {
        let next = stepped(law, mode, &y, h);
        let (before, after) = (events(law, mode, &y), events(law, mode, &next));
        // A value of zero at the start of a piece is the event that began it.
        let fires = |k: usize| before[k] > 0.0 && after[k] <= 0.0;
        let Some((k, at)) =
            (0..4).filter(|k| fires(*k)).map(|k| (k, located(law, mode, &y, h, k))).min_by(|a, b| a.1.total_cmp(&b.1))
        else {
            y = next;
            continue;
        };
        y = stepped(law, mode, &y, at);
        match k {
            0 => return [-y[1], y[4], y[3], y[5]],
            1 => {
                let Law::WaltonBraun { stiffness, .. } = law else { unreachable!() };
                law = Law::WaltonBraun { turned: Some(y[0]), stiffness };
                y[1] = 0.0;
            }
            2 => {
                y[2] = 0.0;
                mode = if mode == Mode::Loose { begun(law, &mut y, h) } else { Mode::Loose };
            }
            _ => {
                let limit = FRICTION * law.at(y[0]).bound;
                mode = match mode {
                    Mode::Slip(sign) => {
                        y[2] = sign * limit / law.at(y[0]).stiffness[0];
                        Mode::Stick
                    }
                    _ => Mode::Slip(y[2].signum()),
                };
                // Off the threshold, so that the switch of the next piece has a sign.
                y = stepped(law, mode, &y, 1e-7 * h);
            }
        }
    }
    panic!("no end");
}

/// Where friction begins to hold: it sticks unless the spring outgrows its limit from the start.
fn begun(law: Law, y: &mut State, h: f64) -> Mode {
    let next = stepped(law, Mode::Stick, y, 1e-7 * h);
    let mode = if events(law, Mode::Stick, &next)[3] < 0.0 { Mode::Slip(y[3].signum()) } else { Mode::Stick };
    *y = stepped(law, mode, y, 1e-7 * h);
    mode
}

fn located(law: Law, mode: Mode, y: &State, h: f64, k: usize) -> f64 {
    let (mut low, mut high) = (0.0, h);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if events(law, mode, &stepped(law, mode, y, middle))[k] > 0.0 { low = middle } else { high = middle }
    }
    high
}

#[test]
fn an_oblique_impact_is_that_of_small_steps() {
    let jkr = format!("[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\"");
    let mindlin = format!("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = {FRICTION}");
    let walton =
        format!("[contact.normal.walton-braun]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\"");
    let strack = format!("[contact.tangential.cundall-strack]\nstiffness = \"1500 N/m\"\nfriction = {FRICTION}");
    let plastic = Law::WaltonBraun { turned: None, stiffness: 1500.0 };
    let limited = |limit: &str| format!("[contact]\nfriction_limit = \"{limit}\"\n{jkr}");
    let (with_pull, without) = (limited("pull-off"), limited("repulsive"));
    for (normal, tangential, law) in [
        (&jkr, &mindlin, Law::Jkr(Limit::Total)),
        (&with_pull, &mindlin, Law::Jkr(Limit::PullOff)),
        (&without, &mindlin, Law::Jkr(Limit::Repulsive)),
        (&walton, &strack, plastic),
    ] {
        for (speed, degrees) in [(0.05, 10.0), (0.05, 40.0), (0.3, 25.0), (0.3, 55.0), (0.3, 70.0), (2.0, 45.0)] {
            let scene = scene(normal, tangential, speed, degrees);
            let (trajectory, tangential) = solved(&scene);
            let [away, along, slip, time] = by_small_steps(law, scene.speed, scene.kinematics.tangential_speed);
            let end = trajectory.end.expect("it parts");
            let unit = scene.speed.hypot(scene.kinematics.tangential_speed);
            let off = [
                (-end.speed.value - away) / unit,
                (tangential.velocity[1].value - along) / unit,
                (tangential.slip[0].value - slip) / unit,
                (end.time.value - time) / time,
            ];
            let largest = off.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            assert!(largest <= 1e-8, "{normal} at {speed} m/s, {degrees} deg: {off:?}");
        }
    }
}

/// A slower second impact of Walton & Braun's contact goes up and down the line of unloading of the first, from the overlap that
/// it left: `(1 - k1/k2) v1 sqrt(m/k1)`. At the angle of the first.
#[test]
fn a_second_oblique_impact_is_that_of_small_steps() {
    let walton =
        format!("[contact.normal.walton-braun]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\"");
    let strack = format!("[contact.tangential.cundall-strack]\nstiffness = \"1500 N/m\"\nfriction = {FRICTION}");
    for degrees in [10.0, 25.0, 55.0, 70.0] {
        let again = |memory: &str| format!("again = {{ speed = \"0.2 m/s\", memory = \"{memory}\" }}");
        let [kept, lost] = ["kept", "lost"].map(|memory| twice(&walton, &strack, 0.5, degrees, &again(memory)));
        let (sin, cos) = f64::to_radians(degrees).sin_cos();
        let largest = 0.5 * cos * (mass() / K1).sqrt();
        let law = Law::WaltonBraun { turned: Some(largest), stiffness: 1500.0 };
        let [away, along, slip, time] = by_small_steps(law, 0.2 * cos, 0.2 * sin);
        let off = |scene: &Scene| {
            let (trajectory, tangential) = solved(scene);
            let end = trajectory.end.expect("it parts");
            let off = [
                (-end.speed.value - away) / 0.2,
                (tangential.velocity[1].value - along) / 0.2,
                (tangential.slip[0].value - slip) / 0.2,
                (end.time.value - time) / time,
            ];
            off.iter().fold(0.0, |a: f64, b| a.max(b.abs()))
        };
        assert!(off(&kept) <= 1e-8, "{degrees} deg: {:e}", off(&kept));
        assert!(off(&lost) > 1e-2, "{degrees} deg: {:e}", off(&lost));
    }
}

#[test]
fn a_spring_that_misses_the_contact_radius_is_caught() {
    let jkr = format!("[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\"");
    let mindlin = format!("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = {FRICTION}");
    let scene = scene(&jkr, &mindlin, 0.05, 10.0);
    let right = scene.branches().unwrap().unwrap();
    let wrong = Branched { law: Arc::new(Narrow(right.law.clone())), ..right.clone() };
    let [_, along, ..] = by_small_steps(Law::Jkr(Limit::Total), scene.speed, scene.kinematics.tangential_speed);
    let off = |contact: &Branched| {
        let tangential =
            reference::collide_branched(contact, scene.shear.as_ref(), &reference::Approach::of(&scene), 1e-12)
                .unwrap()
                .tangential
                .unwrap();
        (tangential.velocity[1].value - along).abs() / scene.speed
    };
    assert!(off(&right) < 1e-8);
    assert!(off(&wrong) > 1e-3, "{:e}", off(&wrong));
}

/// Each of the limits beside adhesion is far from the others.
#[test]
fn a_friction_limit_that_leaves_the_pull_out_is_caught() {
    let [with_pull, repulsive, total] =
        [Limit::PullOff, Limit::Repulsive, Limit::Total].map(|limit| by_small_steps(Law::Jkr(limit), 0.05, 0.01)[1]);
    assert!(
        (with_pull - repulsive).abs() > 1e-5 && (with_pull - total).abs() > 1e-5,
        "{with_pull} {repulsive} {total}"
    );
}

/// `v_t` falls by `mu (1 + e) v_n` under Coulomb's law while the surfaces slip throughout, whatever the normal law.
#[test]
fn what_slides_throughout_loses_friction_times_the_impulse() {
    for normal in [
        "[contact.normal.walton-braun]\nloading_stiffness = \"2000 N/m\"\nunloading_stiffness = \"5000 N/m\"",
        "[contact.normal.luding]\nloading_stiffness = \"2000 N/m\"\nunloading_stiffness = \"5000 N/m\"\nadhesion_stiffness = \"0 N/m\"",
        "[contact.normal.thornton]\nyield_pressure = \"1 GPa\"",
    ] {
        let scene = scene(normal, &format!("[contact.tangential.coulomb]\nfriction = {FRICTION}"), 0.5, 85.0);
        let (trajectory, tangential) = solved(&scene);
        let away = -trajectory.end.unwrap().speed.value;
        let lost = scene.kinematics.tangential_speed - tangential.velocity[1].value;
        let expected = FRICTION * (scene.speed + away);
        assert!((lost / expected - 1.0).abs() < 1e-11, "{normal}: {lost:e}, not {expected:e}");
    }
}

/// Energy before is energy after with every process in the ledger, beside springs and rolling resistance.
#[test]
fn the_ledger_of_an_oblique_impact_closes() {
    let normals = [
        format!("[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\""),
        format!("[contact.normal.dmt]\nwork_of_adhesion = \"{W} J/m2\""),
        format!("[contact.normal.walton-braun]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\""),
        format!(
            "[contact.normal.luding]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\"\nadhesion_stiffness = \"300 N/m\""
        ),
        "[contact.normal.thornton]\nyield_pressure = \"1 GPa\"".to_string(),
    ];
    let limits = ["total", "absolute", "pull-off", "repulsive"];
    let adhesive = limits.iter().flat_map(|limit| {
        normals[..2].iter().map(move |normal| format!("[contact]\nfriction_limit = \"{limit}\"\n{normal}"))
    });
    let normals: Vec<String> = adhesive.chain(normals[2..].iter().cloned()).collect();
    let rolling = ["", "[contact.rolling.constant]\nfriction = 0.05", "[contact.rolling.own-spin]\nfriction = 0.05"];
    for normal in &normals {
        for form in ["total-spring", "incremental", "rescaled"] {
            for rolling in rolling {
                let along =
                    format!("[contact.tangential.mindlin]\nform = \"{form}\"\nfriction = {FRICTION}\n{rolling}");
                let scene = scene(normal, &along, 0.5, 60.0);
                let (trajectory, _) = solved(&scene);
                let seen = observe(&scene, &trajectory.collision(&scene));
                let residual = seen.iter().find(|(o, _)| *o == Observable::EnergyResidual).map(|(_, e)| e.value);
                assert!(residual.is_some_and(|r| r.abs() < 1e-11), "{normal} {along}: {residual:?}");
            }
        }
    }
}
