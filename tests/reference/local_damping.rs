//! Local damping that is no sequence of branches: beside a dashpot, of oblique impacts on walls and of spheres, in space.
//!
//! The numbers are those of DOP853 at 1e-13 in time, from event to event: a program of its own, in Python, with the sign of each component
//! of velocity and normal, of the force and of the rate of approach as events.

use collisionbench::collide::reference::solve;
use collisionbench::theory::Prediction;
use collisionbench::theory::local::{LOCAL_DAMPING_DASHPOT, LOCAL_DAMPING_OBLIQUE};

use super::{TOLERANCE, scenes};

/// Normal, and the direction of the motion along the contact.
type Frame = [[f64; 3]; 2];

const TURNED: Frame = [[0.8660254037844387, 0.49999999999999994, 0.0], [-0.49999999999999994, 0.8660254037844387, 0.0]];
/// A component of the normal changes its sign as the spheres turn about each other.
const NEARLY_Y: Frame = [[0.01, 0.9999499987499375, 0.0], [0.9999499987499375, -0.01, 0.0]];
const ALONG_X: Frame = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const IN_SPACE: Frame = [[1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0], [2.0 / 3.0, 1.0 / 3.0, -2.0 / 3.0]];

/// A wall or a pair with `R1 + R2 = 20 m`; along what; the frame; angle of the approach, degrees, `a`, `C` and `b` of `C delta^b v`; the end;
/// duration and velocity after it along x, y and z. `F = delta^1.5`, `m* = 1 kg`, 1 m/s, SI.
struct Row(&'static str, &'static str, Frame, [f64; 4], &'static str, [f64; 4]);

/// What the reference is held to.
const WITHIN: f64 = 1e-10;

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row("pair", "axes", TURNED, [50.0, 0.3, 0.0, 0.0], "zero-overlap", [3.426354484612, 0.1244832176171, 0.7595756781839, 0.0]),
    Row("pair", "velocity", TURNED, [50.0, 0.3, 0.0, 0.0], "zero-overlap", [3.541898817623, 0.1522435909892, 0.7020429373618, 0.0]),
    Row("pair", "axes", NEARLY_Y, [60.0, 0.5, 0.0, 0.0], "zero-overlap", [3.735529942116, 0.8914440132443, 0.1812577094670, 0.0]),
    Row("pair", "velocity", ALONG_X, [20.0, 0.7, 0.0, 0.0], "zero-overlap", [4.312483271826, 0.4076579012215, 0.0097958814017, 0.0]),
    Row("pair", "axes", ALONG_X, [40.0, 0.2, 0.5, 0.25], "zero-overlap", [3.725263026966, 0.2413858065470, 0.6707731304177, 0.0]),
    Row("wall", "axes", IN_SPACE, [40.0, 0.5, 0.0, 0.0], "zero-overlap", [3.772547360839, 0.4162761535894, 0.3873872033926, 0.1731246668304]),
    Row("wall", "velocity", IN_SPACE, [40.0, 0.5, 0.0, 0.0], "zero-overlap", [3.6960367578, 0.2668918349508, 0.3900216969082, 0.2462597239147]),
    Row("wall", "axes", IN_SPACE, [0.0, 0.2, 0.0, 0.0], "zero-overlap", [3.327917827261, 0.2721655269762, 0.5443310539524, 0.5443310539524]),
    Row("wall", "axes", IN_SPACE, [70.0, 0.3, 0.6, 0.25], "zero-overlap", [4.545107989211, 0.6252783133911, 0.3108640059963, -0.4085379621008]),
    Row("wall", "axes", IN_SPACE, [70.0, 0.3, 0.6, 0.25], "force-clamped", [4.484879186409, 0.6354700534514, 0.3312474861168, -0.3975622420359]),
    Row("wall", "axes", IN_SPACE, [70.0, 0.3, 0.6, 0.25], "zero-force", [3.535020072481, 0.6354700534514, 0.3312474861168, -0.3975622420359]),
    Row("wall", "velocity", IN_SPACE, [30.0, 0.3, 0.6, 0.25], "zero-overlap", [3.878922028534, 0.2471286886554, 0.2650535143025, 0.0358496512943]),
    Row("wall", "velocity", IN_SPACE, [30.0, 0.3, 0.6, 0.25], "force-clamped", [3.815199229969, 0.2725890937597, 0.3073913866508, 0.0696045857823]),
    Row("wall", "velocity", ALONG_X, [30.0, 0.3, 0.3, 0.0], "zero-force", [3.080251777199, 0.4206395343053, 0.2214491710426, 0.0]),
    Row("wall", "axes", ALONG_X, [0.0, 0.4, 1.0, 0.5], "zero-overlap", [4.231036569708, 0.2244268829491, 0.0, 0.0]),
];

fn case(&Row(bodies, along, [n, t], [angle, a, C, b], ends, _): &Row) -> String {
    let (bodies, axis) = match bodies {
        "wall" => (
            format!(
                "[body.one]\nsphere = {{ radius = \"10 m\", mass = \"1 kg\" }}\n[body.two]\nwall = {{ normal = {n:?} }}\nrigid = true\n"
            ),
            String::new(),
        ),
        _ => (
            ["one", "two"]
                .map(|name| format!("[body.{name}]\nsphere = {{ radius = \"10 m\", mass = \"2 kg\" }}\n"))
                .concat(),
            format!("axis = {n:?}\n"),
        ),
    };
    let dashpot = match b {
        _ if C == 0.0 => String::new(),
        0.0 => format!("[contact.damping.linear-dashpot]\ncoefficient = \"{C} N s/m\"\n"),
        0.25 => format!("[contact.damping.tsuji]\nalpha = {C}\n"),
        _ => format!("[contact.damping.kuwabara-kono]\nrelaxation_time = \"{} s\"\n", C / 1.5),
    };
    let ends = if C == 0.0 { String::new() } else { format!("[contact]\nends = \"{ends}\"\n") };
    let oblique = if angle == 0.0 { String::new() } else { format!("angle = \"{angle} deg\"\ndirection = {t:?}\n") };
    format!(
        "{bodies}[impact]\nspeed = \"1 m/s\"\n{axis}{oblique}{ends}[contact.normal.power-law]\nexponent = 1.5\nforce = \"1 N\"\n\
         at_overlap = \"1 m\"\n{dashpot}[contact.damping.local-damping]\nalpha = {a}\nalong = \"{along}\"\n[contact.tangential.none]\n"
    )
}

#[test]
fn local_damping_in_space_is_that_of_a_second_program() {
    for row in ROWS {
        let text = case(row);
        let made = scenes(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let solved = solve(&made[0], TOLERANCE).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let frame = made[0].kinematics.frame;
        let Row(.., [duration, velocity @ ..]) = row;
        let (end, along) = (solved.end.unwrap(), solved.tangential.unwrap());
        let mut found = vec![(end.time, *duration)];
        for i in 0..3 {
            let part = |k: usize| along.velocity[k].scaled(frame[k][i]);
            let sum = collisionbench::collide::estimate::Estimate::sum(&[part(0), part(1), part(2)]);
            found.push((sum, velocity[i]));
        }
        for (found, expected) in found {
            let off = (found.value - expected).abs();
            assert!(off <= WITHIN, "{} for {expected}, off {off:.1e}\n{text}", found.value);
            assert!(found.uncertainty < 1e-11, "{}\n{text}", found.uncertainty);
        }
    }
}

/// Work and energy, momentum and angular momentum of every one, within the uncertainties that are stated.
#[test]
fn local_damping_in_space_keeps_its_balances() {
    use collisionbench::collide::observe::Observable::{AngularMomentumResidual, EnergyResidual, MomentumResidual};
    for row in ROWS {
        let text = case(row);
        let scene = &scenes(&text).unwrap()[0];
        for residual in [EnergyResidual, MomentumResidual, AngularMomentumResidual] {
            let found = super::seen(scene, residual).unwrap();
            assert!(found.value.abs() <= found.uncertainty, "{residual:?}: {found:?}\n{text}");
            assert!(found.uncertainty < 1e-11, "{residual:?}: {found:?}\n{text}");
        }
    }
}

/// The closed forms over grazing and steep impacts, weak and strong shares, and dashpots of every end.
#[test]
fn local_damping_meets_its_closed_forms_over_angles_and_shares() {
    let ball = "[body.ball]\nsphere = { radius = \"5 mm\", mass = \"1 g\" }\n";
    let mut cases = Vec::new();
    for (angle, alpha) in
        [1.0, 5.0, 20.0, 45.0, 80.0, 89.0].into_iter().flat_map(|angle| [0.05, 0.2, 0.7].map(|a| (angle, a)))
    {
        for (along, normal, direction) in [
            ("axes", "[0.7071067811865476, 0.7071067811865476, 0.0]", "[-1.0, 0.0, 0.0]"),
            ("velocity", "[0.0, 0.0, 1.0]", "[1.0, 0.0, 0.0]"),
        ] {
            let text = format!(
                "{ball}[body.plate]\nwall = {{ normal = {normal} }}\nrigid = true\n[impact]\nspeed = \"1 m/s\"\nangle = \"{angle} deg\"\n\
                 direction = {direction}\n[contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n\
                 [contact.damping.local-damping]\nalpha = {alpha}\nalong = \"{along}\"\n[contact.tangential.none]\n"
            );
            cases.push((&LOCAL_DAMPING_OBLIQUE, text));
        }
    }
    for (ratio, ends) in
        [0.03, 0.3, 0.8].into_iter().flat_map(|z| ["zero-overlap", "force-clamped", "zero-force"].map(|e| (z, e)))
    {
        let text = format!(
            "{ball}[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n[impact]\nspeed = \"1 m/s\"\n[contact]\nends = \"{ends}\"\n\
             [contact.normal.hooke]\nstiffness = \"1 MN/m\"\n[contact.damping.linear-dashpot]\nratio = {ratio}\n\
             [contact.damping.local-damping]\nalpha = 0.2\n"
        );
        cases.push((&LOCAL_DAMPING_DASHPOT, text));
    }
    for (theory, text) in cases {
        let scene = &scenes(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))[0];
        let Prediction::Covers { values, .. } = theory.predict(scene) else { panic!("not covered\n{text}") };
        assert!(values.len() >= 3);
        for (observable, expected) in values {
            let found = super::seen(scene, observable).unwrap_or_else(|| panic!("no {observable:?}\n{text}"));
            let off = (found.value - expected.value).abs();
            assert!(off <= found.uncertainty + expected.uncertainty, "{observable:?}: {found:?}, {expected:?}\n{text}");
            assert!(off <= 1e-11 * expected.value.abs().max(1e-3), "{observable:?}: off {off:e}\n{text}");
        }
    }
}
