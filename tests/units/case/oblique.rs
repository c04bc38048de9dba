//! How the bodies meet beside head-on, and what acts along the contact.

use crate::src::case::*;
use collisionbench::law::scene::{ImpactKinematics, Scene};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, RollingForce, WhileSliding};

const BALL: &str = r#"
[body.ball]
sphere   = { radius = "10 mm" }
material = "glass"
SPIN

[body.plate]
wall  = { normal = "+z" }
rigid = true
"#;

const PAIR: &str = r#"
[body.left]
sphere   = { radius = "10 mm" }
material = "glass"
SPIN

[body.right]
sphere   = { radius = "30 mm" }
material = "glass"
"#;

const MINDLIN: &str = r#"
[contact.tangential.mindlin]
form     = "total-spring"
friction = 0.1
"#;

/// A case of two bodies, with the spin of the first, the impact, and what else the contact says.
pub(super) fn case(bodies: &str, spin: &str, impact: &str, contact: &str) -> String {
    let bodies = bodies.replace("SPIN", spin);
    format!(
        r#"
title = "Oblique"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20
{bodies}
[impact]
{impact}

[contact.normal.hertz]
{contact}

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "conserved"
restitution = {{ within = "1 %" }}
"#
    )
}

/// Everything this grammar has, for the schema.
pub(super) fn every_form() -> Vec<String> {
    let spin = r#"spin = ["1 rad/s", { sweep = "0 10 rad/s" }, "-60 rpm"]"#;
    let laws = r#"
[contact.tangential.cundall-strack]
stiffness           = "1 kN/m"
friction            = { sweep = [0.1, 0.2] }
dashpot_coefficient = "0.1 N s/m"
while_sliding       = "dropped"

[contact.rolling.spring-dashpot]
stiffness = "2 N m/rad"
damping   = "3 mN m s/rad"
friction  = 0.05

[contact]
lever          = { slip = "overlap", torque = "radius" }
friction_limit = "absolute"

"#;
    let impact = "speed = \"1 m/s\"\noffset = \"5 mm\"\naxis = [1, 1, 0]\ndirection = \"+z\"\n";
    vec![
        case(BALL, spin, "speed = \"1 m/s\"\nangle = { sweep = \"0 30 60 deg\" }\nframe = \"wall\"", MINDLIN),
        case(BALL, "", "normal_speed = \"1 m/s\"\ntangential_speed = \"0 m/s\"", MINDLIN),
        case(PAIR, spin, &format!("{impact}frame = [\"1 m/s\", \"0 m/s\", {{ sweep = \"0 2 m/s\" }}]"), laws),
    ]
}

fn scenes(text: &str) -> Vec<Scene> {
    read(text).unwrap_or_else(|error| panic!("{error}")).scenes
}

fn scene(bodies: &str, spin: &str, impact: &str, contact: &str) -> Scene {
    scenes(&case(bodies, spin, impact, contact)).remove(0)
}

fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15)
}

#[test]
fn head_on_is_as_it_was() {
    let scene = scene(PAIR, "", "speed = \"1 m/s\"", "");
    assert_eq!((scene.kinematics, scene.shear, scene.contact.friction), (ImpactKinematics::HEAD_ON, None, None));
}

/// Signs of the conventions: along +x over a wall +z, forward rolling is about +y.
#[test]
fn an_angle_is_from_the_normal() {
    let spin = "spin = [\"0 rad/s\", \"7 rad/s\", \"0 rad/s\"]";
    let scene = scene(BALL, spin, "speed = \"2 m/s\"\nangle = \"30 deg\"", MINDLIN);
    let ImpactKinematics { frame, tangential_speed, spin, drift, .. } = scene.kinematics;
    assert!((scene.speed - 3.0_f64.sqrt()).abs() < 1e-15 && (tangential_speed - 1.0).abs() < 1e-15);
    assert_eq!(frame, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!((spin, drift), ([[0.0, 0.0, 7.0], [0.0; 3]], [0.0; 3]));
    assert!(scene.kinematics.is_planar() && !scene.kinematics.is_head_on());
    assert_eq!(scene.number("angle").map(|angle| (angle.to_degrees() - 30.0).abs() < 1e-12), Some(true));
    assert_eq!(scene.number("spin_y"), Some(7.0));
}

#[test]
fn the_three_ways_to_say_a_meeting_agree() {
    // sin = 24/40 = 0.6, cos = 0.8.
    let offset = scene(PAIR, "", "speed = \"5 m/s\"\noffset = \"24 mm\"", MINDLIN);
    let parts = scene(PAIR, "", "normal_speed = \"4 m/s\"\ntangential_speed = \"3 m/s\"", MINDLIN);
    assert!((offset.speed - 4.0).abs() < 1e-14 && (offset.kinematics.tangential_speed - 3.0).abs() < 1e-14);
    assert_eq!((parts.speed, parts.kinematics.tangential_speed), (4.0, 3.0));
}

/// The direction is that of the case with and without travel: a sweep of the angle through 0 has no jump.
#[test]
fn a_spin_keeps_its_sign_where_nothing_travels() {
    let drop = "normal_speed = \"1 m/s\"\ntangential_speed = \"0 m/s\"";
    let spin = "spin = [\"0 rad/s\", \"-3 rad/s\", \"0 rad/s\"]";
    let free = scene(BALL, spin, drop, MINDLIN).kinematics;
    assert!(near(free.frame[1], [1.0, 0.0, 0.0]) && near(free.spin[0], [0.0, 0.0, -3.0]), "{free:?}");
    let told = scene(BALL, spin, &format!("{drop}\ndirection = \"-x\""), MINDLIN).kinematics;
    assert!(near(told.frame[1], [-1.0, 0.0, 0.0]) && near(told.spin[0], [0.0, 0.0, 3.0]), "{told:?}");
    // Twist drives nothing along the contact.
    let twist = scene(BALL, "spin = [\"0 rad/s\", \"0 rad/s\", \"3 rad/s\"]", drop, MINDLIN).kinematics;
    assert!(near(twist.frame[1], [1.0, 0.0, 0.0]) && near(twist.spin[0], [3.0, 0.0, 0.0]), "{twist:?}");
}

/// A backspin that slides throughout loses `5/2 mu 2 v/r` and stays a backspin, at angle 0 as beside it; friction drives the
/// ball back at `mu 2 v` (Walton 1993).
#[test]
fn a_backspin_is_backward_at_angle_zero_too() {
    for angle in ["0 deg", "0.0001 deg"] {
        let impact = format!("speed = \"1 m/s\"\nangle = \"{angle}\"");
        let scene = scene(BALL, "spin = [\"0 rad/s\", \"-300 rad/s\", \"0 rad/s\"]", &impact, MINDLIN);
        let found = collisionbench::collide::reference::solve(&scene, 1e-12).unwrap().tangential.unwrap();
        assert!((found.spin[0][2].value + 300.0 - 2.5 * 0.1 * 2.0 / 0.01).abs() < 1e-3, "{angle}: {:?}", found.spin[0]);
        assert!((found.velocity[1].value + 0.1 * 2.0).abs() < 1e-5, "{angle}: {:?}", found.velocity);
    }
}

/// The same kinematics with everything turned: nothing a law sees may change.
#[test]
fn a_turned_frame_leaves_the_meeting() {
    let turned = r#"
[body.ball]
sphere   = { radius = "10 mm" }
material = "glass"
spin     = ["5 rad/s", "0 rad/s", "0 rad/s"]

[body.plate]
wall  = { normal = [0, 3, 4] }
rigid = true
"#;
    let impact = "speed = \"1 m/s\"\nangle = \"30 deg\"\ndirection = [0, 4, -3]";
    let kinematics = scene(turned, "", impact, MINDLIN).kinematics;
    // n = (0, 3, 4)/5 and t = (0, 4, -3)/5 have b = n x t = (-1, 0, 0).
    assert!(near(kinematics.frame[2], [-1.0, 0.0, 0.0]), "{kinematics:?}");
    assert!(near(kinematics.spin[0], [0.0, 0.0, -5.0]) && kinematics.is_planar(), "{kinematics:?}");
    let shifted = format!("{impact}\nframe = [\"1 m/s\", \"2 m/s\", \"3 m/s\"]");
    let moving = scene(turned, "", &shifted, MINDLIN).kinematics;
    assert_eq!(moving, ImpactKinematics { drift: [1.0, 2.0, 3.0], ..kinematics });
}

/// Rounding may not make a spin across the travel one out of the plane.
#[test]
fn a_skew_frame_stays_planar() {
    let spin = "spin = [\"-3 rad/s\", \"3 rad/s\", \"0 rad/s\"]";
    let impact = "speed = \"1 m/s\"\nangle = \"30 deg\"\naxis = [1, 1, 1]\ndirection = [1, 1, -2]";
    let kinematics = scene(PAIR, spin, impact, MINDLIN).kinematics;
    assert!(kinematics.is_planar(), "{kinematics:?}");
    // b = n x t, of (1, 1, 1) x (1, 1, -2) = (-3, 3, 0).
    assert!((kinematics.spin[0][2] - 18.0_f64.sqrt()).abs() < 1e-14, "{kinematics:?}");
    // Broken twin: spin along the wrong one of the three directions is out of the plane.
    let along = scene(PAIR, "spin = [\"1 rad/s\", \"1 rad/s\", \"-2 rad/s\"]", impact, MINDLIN).kinematics;
    assert!(!along.is_planar());
}

#[test]
fn conventions_along_the_contact_are_read() {
    let contact = r#"
[contact.damping.tsuji]
restitution = 0.9

[contact]
ends           = "force-clamped"
friction_limit = "elastic"
lever          = { slip = "radius", torque = "overlap" }

[contact.tangential.mindlin]
form          = "rescaled"
friction      = 0.3
dashpot_ratio = 0.1
while_sliding = "dropped"

[contact.rolling.constant]
friction = 0.01
"#;
    let scene = scene(BALL, "", "speed = \"1 m/s\"\nangle = \"30 deg\"", contact);
    let shear = scene.shear.unwrap();
    assert_eq!((shear.form, shear.friction, shear.limit), (Form::Rescaled, 0.3, FrictionLimit::Elastic));
    assert_eq!((shear.levers.slip, shear.levers.torque), (Arm::Radius, Arm::Overlap));
    assert_eq!(shear.rolling, RollingForce::Constant { friction: 0.01 });
    // theory: G* = G/(2 - nu) against a rigid wall, G = E/(2 (1 + nu)); k_t = 8 G* sqrt(R* delta).
    let S = 8.0 * 48e9 / (2.0 * 1.2 * 1.8) * 0.1;
    assert!((shear.S / S - 1.0).abs() < 1e-14 && shear.gamma == 0.5, "{}", shear.S);
    let m = 2800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    assert!((shear.dashpot.C / (0.2 * (m * S).sqrt()) - 1.0).abs() < 1e-14);
    assert_eq!((shear.dashpot.beta, shear.dashpot.sliding), (0.25, WhileSliding::Dropped));
    let contract = scene.contract();
    assert_eq!(contract.friction_limit.to_string(), "mu times the elastic part of the normal force");
    assert_eq!(contract.lever.to_string(), "r for the slip velocity, r - delta for the torque");
    assert!(contract.history.to_string().starts_with("rescaled"), "{}", contract.history);
}

#[test]
fn what_is_left_out_is_the_nominal_radius_and_the_total_force() {
    let scene = scene(BALL, "", "speed = \"1 m/s\"\nangle = \"30 deg\"", MINDLIN);
    let shear = scene.shear.unwrap();
    assert_eq!((shear.limit, shear.levers.slip, shear.levers.torque), (FrictionLimit::Total, Arm::Radius, Arm::Radius));
    assert_eq!(shear.rolling, RollingForce::None);
    assert_eq!(scene.contract().lever.to_string(), "r for slip velocity and torque");
}

#[test]
fn one_component_of_a_spin_may_be_swept_and_selected() {
    let scenes = scenes(&every_form()[0]);
    assert_eq!(scenes.len(), 6);
    assert_eq!(scenes[1].name, "spin_y=0 rad/s, angle=30 deg");
    assert_eq!(scenes[5].kinematics.spin[0][2], 10.0);
    let narrowed = every_form()[0].replace(
        "agrees_with = \"conserved\"",
        "agrees_with = \"conserved\"\nwhere = { angle = \">= 30 deg\", spin_y = \"> 5 rad/s\" }",
    );
    assert_eq!(read(&narrowed).unwrap().expects[0].scenes, [4, 5]);
}
